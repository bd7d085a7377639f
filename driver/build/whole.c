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
#include "machine/plugin.h"
#include "plan.h"
#include "product.h"
#include "run/runner.h"

/* A larger tree is not copied: bytes. */
#define LARGEST 4294967296.

/* A tree with fewer folders above it is the user's, not the program's. */
#define LEAST_DEPTH 2

struct whole {
	struct plan *plan;
	const char *scratch;
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

static bool can_copy(const struct whole *whole, struct text *problem)
{
	const char *root = whole->root, *home = getenv("HOME");
	const char *program = whole->plan->program;
	double bytes;

	if (depth_of(root) < LEAST_DEPTH ||
	    (home && *home && is_in(home, root))) {
		text_print(problem, "it reaches all over '%s/'", root);
		return false;
	}
	if (!is_in(program, root)) {
		text_print(problem, "'%s' is not in its tree '%s'", program,
			   root);
		return false;
	}
	if (is_in(whole->scratch, root)) {
		text_print(problem,
			   "its tree '%s' holds TMPDIR; set that to a folder "
			   "outside",
			   root);
		return false;
	}
	bytes = file_tree_bytes(root);
	if (bytes > LARGEST)
		text_print(problem,
			   "its tree '%s' has %.1f GB, too much to copy", root,
			   bytes / 1e9);
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

static char *plugin_flag(const struct step *step, struct text *problem)
{
	char *plugin, *flag;

	if (!step) {
		text_add(problem, "no compilation was seen");
		return NULL;
	}
	plugin = plugin_fitting(step->program, problem);
	flag = plugin ? memory_print("-fplugin=%s", plugin) : NULL;
	free(plugin);
	return flag;
}

/* Does a mount of the copy work here? */
static bool can_mount(const struct whole *whole, struct text *problem)
{
	const char *arguments[] = {"true", NULL};
	struct runner_job job = {.arguments = arguments,
				 .copy = whole->scratch,
				 .original = whole->root};
	struct runner_result result = runner_run(&job);

	if (runner_done(&result))
		return true;
	text_print(problem,
		   "this system does not let a user mount a copy of '%s': ",
		   whole->root);
	runner_reason(&job, &result, problem);
	return false;
}

struct whole *whole_new(struct plan *plan, const char *scratch, const char *why,
			struct text *problem)
{
	const struct step *step = find_compilation(plan);
	struct whole *whole = memory_grow(NULL, 1, sizeof(*whole));

	*whole = (struct whole){
		.plan = plan, .scratch = scratch, .folder = getcwd(NULL, 0)};
	whole->root = find_root(plan, whole->folder ? whole->folder : "");
	whole->plugin = plugin_flag(step, problem);
	if (!whole->plugin || !can_copy(whole, problem) ||
	    !can_mount(whole, problem)) {
		whole_free(whole);
		return NULL;
	}
	message_warning("each variant is a whole build, in a copy of '%s', "
			"since %s",
			whole->root, why);
	plan_reduce(plan, step);
	return whole;
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

static void leave_out_made(const struct whole *whole, const char *copy)
{
	const struct plan *plan = whole->plan;
	const char *at = plan->made;

	for (size_t i = 0; i < plan->steps.count; i++)
		leave_out(copy, whole->root, plan->steps.list[i].output);
	while (*at) {
		size_t length = strcspn(at, "\n");
		char *path = memory_print("%.*s", (int)length, at);

		leave_out(copy, whole->root, path);
		free(path);
		at += length + (at[length] == '\n');
	}
	leave_out(copy, whole->root, plan->program);
}

static bool copy_tree(const struct whole *whole, const char *copy,
		      struct text *problem)
{
	const char *arguments[] = {"cp", "-a", "--", whole->root, copy, NULL};
	struct runner_job job = {.arguments = arguments};
	struct runner_result result = runner_run(&job);

	if (runner_done(&result)) {
		leave_out_made(whole, copy);
		return true;
	}
	text_print(problem, "cannot copy '%s' to '%s': ", whole->root, copy);
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
	if (whole->plan->paths)
		text_add(&flags, "\n-fplugin-arg-podium-paths");
	if (variant->made)
		text_add(&flags, "\n-fplugin-arg-podium-made");
	if (variant->plan)
		text_print(&flags, "\n-fplugin-arg-podium-plan=%s",
			   variant->plan);
	for (size_t i = 0; variant->flags && variant->flags[i]; i++)
		text_print(&flags, "\n%s", variant->flags[i]);
	return flags.bytes;
}

/* The build in the copy, with its log and its records beside that. */
static bool build_copy(const struct whole *whole, const struct variant *variant,
		       const char *folder, struct text *problem)
{
	char *copy = memory_print("%s/tree", folder);
	char *log = memory_print("%s/log", folder);
	char *place = memory_print("TMPDIR=%s", folder);
	char *flags = flags_variable(whole, variant, folder);
	const char *variables[] = {flags, place, NULL};
	struct runner_job job = {.folder = whole->folder,
				 .copy = copy,
				 .original = whole->root,
				 .variables = variables};
	bool good =
		copy_tree(whole, copy, problem) &&
		invoke_watched(whole->plan->command, job, folder, log, problem);

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

/* What the build in the copy has linked; how many libraries. */
static size_t take_linked(const struct whole *whole, const char *folder,
			  const char *libraries)
{
	char *log = memory_print("%s/log", folder);
	struct steps steps = {0};
	struct text lines = {0};
	size_t count = 0;

	file_read(log, &lines);
	steps_read(&steps, text_string(&lines));
	for (size_t i = 0; i < steps.count; i++) {
		const struct step *step = &steps.list[i];

		if (step->shared && is_in(step->output, whole->root))
			count += take_library(whole, folder, libraries,
					      step->output);
	}
	steps_free(&steps);
	text_free(&lines);
	free(log);
	return count;
}

/* The folder of those that the build links, NULL if there are none. */
static char *take_libraries(const struct whole *whole, const char *folder)
{
	char *libraries = memory_print("%s/lib", folder);

	mkdir(libraries, 0777);
	if (take_linked(whole, folder, libraries) > 0)
		return libraries;
	rmdir(libraries);
	free(libraries);
	return NULL;
}

static bool take_program(const struct whole *whole, const char *folder,
			 struct product *product, struct text *problem)
{
	const char *program = whole->plan->program;
	char *path = memory_print("%s/%s", folder, basename(program));

	if (!take_file(whole, folder, program, path)) {
		text_print(problem,
			   "a build in a copy of the tree does not make '%s'",
			   program);
		free(path);
		return false;
	}
	*product = (struct product){.path = path,
				    .libraries = take_libraries(whole, folder),
				    .folder = memory_string(folder)};
	return true;
}

/* What runs stays of the copy. */
bool whole_make(const struct whole *whole, const struct variant *variant,
		const char *folder, struct product *product,
		struct text *problem)
{
	char *tree = memory_print("%s/tree", folder);
	bool good = build_copy(whole, variant, folder, problem) &&
		    take_program(whole, folder, product, problem);

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

bool whole_ask(const struct whole *whole, const struct variant *variant,
	       const char *folder, struct records *records,
	       struct text *problem)
{
	return build_copy(whole, variant, folder, problem) &&
	       whole_read(folder, records, problem);
}

bool whole_record(const struct whole *whole, struct text *problem)
{
	const struct variant plain = {0};
	char *folder = memory_print("%s/records", whole->scratch);
	bool good;

	message_progress("reading the loops of a whole build");
	mkdir(folder, 0777);
	good = whole_ask(whole, &plain, folder, &whole->plan->units[0].records,
			 problem);
	file_remove_tree(folder);
	free(folder);
	return good;
}

void whole_free(struct whole *whole)
{
	if (!whole)
		return;
	free(whole->root);
	free(whole->folder);
	free(whole->plugin);
	free(whole);
}
