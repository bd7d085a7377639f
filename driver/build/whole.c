/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a build again as a whole.
 */
#include "whole.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "image.h"
#include "invoke.h"
#include "machine/compiler.h"
#include "plan.h"
#include "product.h"
#include "run/runner.h"

/* A larger tree is not copied: bytes. */
#define LARGEST 4294967296.

/* A tree with fewer folders above it is the user's, not the program's. */
#define LEAST_DEPTH 2

struct whole {
	char *root;   /* of the tree */
	char *folder; /* in it, where the command runs */
	char *plugin; /* a flag */
};

/* ---- the tree ---- */

static bool is_in(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}

/* Shorten "root" until the path is in it. */
static void widen(char *root, const char *path)
{
	while (*root && !is_in(path, root))
		*strrchr(root, '/') = '\0';
}

/* Folders that are gone, or among the temporary ones, are no part of it. */
static void widen_if_there(char *root, const char *folder, const char *file)
{
	char *path = step_path(folder, file);
	bool temporary = is_in(path, "/tmp") && !is_in(root, "/tmp");

	*strrchr(path, '/') = '\0';
	if (!temporary && access(path, W_OK) == 0)
		widen(root, path);
	free(path);
}

/* The smallest folder around all that is compiled and made. */
static char *find_root(const struct plan *plan, const char *folder)
{
	char *root = memory_string(folder);

	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];

		widen_if_there(root, step->folder, "file");
		widen_if_there(root, step->folder, step->output);
		if (step->source)
			widen_if_there(root, step->folder, step->source);
	}
	return root;
}

static size_t depth_of(const char *path)
{
	size_t depth = 0;

	for (; *path; path++)
		depth += *path == '/';
	return depth;
}

static bool can_copy(const struct plan *plan, const char *root,
		     struct text *problem)
{
	const char *home = getenv("HOME");
	double bytes;

	if (depth_of(root) < LEAST_DEPTH ||
	    (home && *home && is_in(home, root))) {
		text_print(problem, "it reaches all over '%s/'", root);
		return false;
	}
	if (!is_in(plan->program, root)) {
		text_print(problem, "'%s' is not in its tree '%s'",
			   plan->program, root);
		return false;
	}
	if (is_in(plan->scratch, root)) {
		text_print(problem,
			   "its tree '%s' holds TMPDIR; set that to a folder "
			   "outside",
			   root);
		return false;
	}
	bytes = file_tree_bytes(root);
	if (bytes > LARGEST)
		text_print(problem,
			   "its tree '%s' has %.1f GB, too much to "
			   "copy",
			   root, bytes / 1e9);
	return bytes <= LARGEST;
}

/* ---- the choice ---- */

/* A compilation of the build, with OpenMP if there is one. */
static const struct step *find_compilation(const struct plan *plan)
{
	const struct step *found = NULL;

	for (size_t i = 0; i < plan->steps.count; i++) {
		const struct step *step = &plan->steps.list[i];

		if (step->kind == STEP_COMPILE &&
		    (!found || step->openmp || !found->openmp))
			found = step;
	}
	return found;
}

static char *plugin_flag(const char *compiler, struct text *problem)
{
	char *plugin = compiler_fitting_plugin(compiler, problem);
	char *flag = plugin ? memory_print("-fplugin=%s", plugin) : NULL;

	free(plugin);
	return flag;
}

/* Does a mount of the copy work here? */
static bool can_mount(const char *root, const char *scratch,
		      struct text *problem)
{
	const char *arguments[] = {"true", NULL};
	struct runner_job job = {
		.arguments = arguments, .copy = scratch, .original = root};
	struct runner_result result = runner_run(&job);

	if (runner_done(&result))
		return true;
	text_print(problem,
		   "this system does not let a user mount a copy of "
		   "'%s': ",
		   root);
	runner_reason(&job, &result, problem);
	return false;
}

/* One unit stands for all of them. */
static void take_unit(struct plan *plan, const struct step *step)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		records_free(&plan->units[i].records);
		free(plan->units[i].object);
	}
	plan->units = memory_grow(plan->units, 1, sizeof(*plan->units));
	plan->units[0] =
		(struct plan_unit){.step = step, .source = plan_source(step)};
	plan->unit_count = 1;
	plan->target = step;
}

bool whole_choose(struct plan *plan, const char *why, struct text *problem)
{
	const struct step *step = find_compilation(plan);
	struct whole *whole;
	char *folder = getcwd(NULL, 0);
	char *root = find_root(plan, folder ? folder : "");
	char *flag = step ? plugin_flag(step->program, problem) : NULL;

	if (!step)
		text_add(problem, "no compilation was seen");
	if (!flag || !can_copy(plan, root, problem) ||
	    !can_mount(root, plan->scratch, problem)) {
		free(folder);
		free(root);
		free(flag);
		return false;
	}
	message_warning("each variant is a whole build, in a copy of '%s', "
			"since %s",
			root, why);
	whole = memory_grow(NULL, 1, sizeof(*whole));
	*whole = (struct whole){root, folder, flag};
	plan->whole = whole;
	take_unit(plan, step);
	return true;
}

/* ---- a copy ---- */

/* What the build makes is not there, so that it makes all of it. */
static void leave_out(const char *copy, const char *root, const char *path)
{
	char *place;

	if (!is_in(path, root))
		return;
	place = memory_print("%s%s", copy, path + strlen(root));
	unlink(place);
	free(place);
}

static void leave_out_made(const struct plan *plan, const char *copy)
{
	const char *root = plan->whole->root;
	const char *at = plan->made;

	for (size_t i = 0; i < plan->steps.count; i++)
		leave_out(copy, root, plan->steps.list[i].output);
	while (*at) {
		size_t length = strcspn(at, "\n");
		char *path = memory_print("%.*s", (int)length, at);

		leave_out(copy, root, path);
		free(path);
		at += length + (at[length] == '\n');
	}
	leave_out(copy, root, plan->program);
}

static bool copy_tree(const struct plan *plan, const char *copy,
		      struct text *problem)
{
	const char *arguments[] = {"cp", "-a", "--", plan->whole->root,
				   copy, NULL};
	struct runner_job job = {.arguments = arguments};
	struct runner_result result = runner_run(&job);

	if (runner_done(&result)) {
		leave_out_made(plan, copy);
		return true;
	}
	text_print(problem, "cannot copy '%s' to '%s': ", plan->whole->root,
		   copy);
	runner_reason(&job, &result, problem);
	return false;
}

/* ---- a variant ---- */

static char *flags_variable(const struct whole *whole,
			    const struct variant *variant, const char *folder)
{
	struct text flags = {0};

	text_print(&flags,
		   "PODIUM_WATCH_FLAGS=%s\n-fplugin-arg-podium-out=%s/records",
		   whole->plugin, folder);
	if (variant->tuned)
		text_print(&flags, "\n-fplugin-arg-podium-use=%s",
			   variant->tuned);
	if (variant->clock)
		text_add(&flags, "\n-fplugin-arg-podium-clock");
	for (size_t i = 0; variant->flags && variant->flags[i]; i++)
		text_print(&flags, "\n%s", variant->flags[i]);
	return flags.bytes;
}

/* The build in the copy, with its log and its records beside that. */
static bool build_copy(const struct plan *plan, const struct variant *variant,
		       const char *folder, struct text *problem)
{
	const struct whole *whole = plan->whole;
	char *copy = memory_print("%s/tree", folder);
	char *log = memory_print("%s/log", folder);
	char *place = memory_print("TMPDIR=%s", folder);
	char *flags = flags_variable(whole, variant, folder);
	const char *variables[] = {flags, place, NULL};
	struct runner_job job = {.folder = whole->folder,
				 .copy = copy,
				 .original = whole->root,
				 .variables = variables};
	bool good = copy_tree(plan, copy, problem) &&
		    invoke_watched(plan->command, job, folder, log, problem);

	free(copy);
	free(log);
	free(place);
	free(flags);
	return good;
}

/* Move a file of the copy, seen as that of the tree; false if it is not there.
 */
static bool take_file(const struct whole *whole, const char *folder,
		      const char *file, const char *to)
{
	char *from =
		memory_print("%s/tree%s", folder, file + strlen(whole->root));
	bool good = access(from, R_OK) == 0 && rename(from, to) == 0;

	free(from);
	return good;
}

static bool take_library(const struct whole *whole, const char *folder,
			 const char *libraries, const char *file)
{
	char *here =
		memory_print("%s/tree%s", folder, file + strlen(whole->root));
	char *name = image_soname(here);
	char *to = memory_print("%s/%s", libraries, name);
	bool good = take_file(whole, folder, file, to);

	free(here);
	free(name);
	free(to);
	return good;
}

/* The folder of those that the build links, NULL if there are none. */
static char *take_libraries(const struct whole *whole, const char *folder)
{
	char *log = memory_print("%s/log", folder);
	char *libraries = memory_print("%s/lib", folder);
	struct plan seen = {0};
	struct text lines = {0};
	size_t count = 0;

	file_read(log, &lines);
	plan_read(&seen, text_string(&lines));
	mkdir(libraries, 0777);
	for (size_t i = 0; i < seen.steps.count; i++) {
		const struct step *step = &seen.steps.list[i];

		if (step->shared && is_in(step->output, whole->root))
			count += take_library(whole, folder, libraries,
					      step->output);
	}
	if (count == 0) {
		rmdir(libraries);
		free(libraries);
		libraries = NULL;
	}
	steps_free(&seen.steps);
	text_free(&lines);
	free(log);
	return libraries;
}

static bool take_program(const struct plan *plan, const char *folder,
			 struct product *product, struct text *problem)
{
	char *path = memory_print("%s/%s", folder, basename(plan->program));

	if (!take_file(plan->whole, folder, plan->program, path)) {
		text_print(problem,
			   "a build in a copy of the tree does not make '%s'",
			   plan->program);
		free(path);
		return false;
	}
	*product = (struct product){.path = path,
				    .libraries =
					    take_libraries(plan->whole, folder),
				    .folder = memory_string(folder)};
	return true;
}

/* What runs stays of the copy. */
bool whole_make(const struct plan *plan, const struct variant *variant,
		const char *folder, struct product *product,
		struct text *problem)
{
	char *tree = memory_print("%s/tree", folder);
	bool good = build_copy(plan, variant, folder, problem) &&
		    take_program(plan, folder, product, problem);

	file_remove_tree(tree);
	free(tree);
	return good;
}

/* ---- records ---- */

bool whole_read(const char *folder, struct records *records,
		struct text *problem)
{
	char *path = memory_print("%s/records", folder);
	struct text lines = {0};
	/* without a loop there is no file */
	bool good = !file_read(path, &lines) ||
		    records_parse(records, text_string(&lines), lines.length,
				  path, problem);

	text_free(&lines);
	free(path);
	return good;
}

bool whole_record(struct plan *plan, struct text *problem)
{
	const struct variant plain = {0};
	char *folder = memory_print("%s/records", plan->scratch);
	bool good;

	message_progress("reading the loops of a whole build");
	mkdir(folder, 0777);
	good = build_copy(plan, &plain, folder, problem) &&
	       whole_read(folder, &plan->units[0].records, problem);
	plan->units[0].wanted = true;
	file_remove_tree(folder);
	free(folder);
	return good;
}

void whole_free(struct plan *plan)
{
	if (!plan->whole)
		return;
	free(plan->whole->root);
	free(plan->whole->folder);
	free(plan->whole->plugin);
	free(plan->whole);
	plan->whole = NULL;
}
