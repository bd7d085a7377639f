/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the plugin for a compiler that came after podium.
 */
#include "pluginmaker.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "compiler.h"
#include "config.h"
#include "plugin.h"

struct pluginmaker {
	const char *command;
	const char *builder; /* compiles the plugin, which runs here */
	char *version;
	char *target;  /* NULL: this machine */
	char *sources; /* the folder that holds plugin/ */
	char *headers; /* of the compiler, for its plugins */
	char *kept;    /* the folder in the end */
	char *beside;  /* and until then */
	char *plugin;  /* in that one */
};

const char *pluginmaker_plugin(const struct pluginmaker *maker)
{
	return maker->plugin;
}

const char *pluginmaker_version(const struct pluginmaker *maker)
{
	return maker->version;
}

/* ---- what is needed ---- */

/* The first line of what the compiler says; NULL if it says nothing. */
static char *ask(const char *command, const char *question)
{
	const char *line[] = {command, question, NULL};
	struct text said = {0};

	process_compile(line, PROCESS_CAPTURE_OUTPUT, &said);
	text_cut(&said, strcspn(text_string(&said), "\n"));
	return said.bytes;
}

static bool is_known(const struct pluginmaker *maker, struct text *problem)
{
	if (atoi(maker->version) >= OLDEST_GCC)
		return true;
	text_print(problem,
		   "'%s' is GCC %s, and podium's plugin is written for %d to "
		   "%d; name a younger one",
		   maker->command, maker->version, OLDEST_GCC, NEWEST_GCC);
	return false;
}

static bool find_headers(struct pluginmaker *maker, struct text *problem)
{
	char *folder = ask(maker->command, "-print-file-name=plugin");
	char *header;
	bool good;

	maker->headers = memory_print("%s/include", folder ? folder : "");
	header = memory_print("%s/gcc-plugin.h", maker->headers);
	good = access(header, R_OK) == 0;
	if (!good)
		text_print(problem,
			   "the plugin headers of '%s', GCC %s, are missing; "
			   "on Debian: apt-get install gcc-%d-plugin-dev%s%s; "
			   "on Fedora: dnf install gcc-plugin-devel",
			   maker->command, maker->version, atoi(maker->version),
			   maker->target ? "-" : "",
			   maker->target ? maker->target : "");
	free(header);
	free(folder);
	return good;
}

/* Where that is no file, the compiler says its bare name. */
static bool can_compile(const struct pluginmaker *maker, struct text *problem)
{
	char *program = ask(maker->builder, "-print-prog-name=cc1plus");
	bool good = program && strchr(program, '/');

	if (!good && maker->target)
		text_print(problem,
			   "'%s' of this machine, which builds the plugin for "
			   "'%s', cannot compile C++; on Debian: apt-get "
			   "install g++; on Fedora: dnf install gcc-c++",
			   maker->builder, maker->command);
	else if (!good)
		text_print(problem,
			   "'%s', GCC %s, cannot compile C++, in which the "
			   "plugin is written; on Debian: apt-get install "
			   "g++-%d; on Fedora: dnf install gcc-c++",
			   maker->command, maker->version,
			   atoi(maker->version));
	free(program);
	return good;
}

static void tell_no_folder(const struct pluginmaker *maker,
			   struct text *problem)
{
	int error = errno;
	bool in_cache = !getenv("PODIUM_PLUGIN_DIR") &&
			strncmp(maker->kept, PKGLIBDIR, strlen(PKGLIBDIR)) != 0;

	text_print(problem,
		   "the plugin cannot be kept in '%s': %s; let %s be a folder "
		   "that can be written and has room",
		   maker->kept, strerror(error),
		   in_cache ? "XDG_CACHE_HOME" : "PODIUM_PLUGIN_DIR");
}

/* Before all the work: is there a place for its result? */
static bool make_place(struct pluginmaker *maker, struct text *problem)
{
	maker->kept = plugin_kept(maker->version, maker->target, problem);
	if (!maker->kept)
		return false;
	maker->beside = memory_print("%s.%ld", maker->kept, (long)getpid());
	maker->plugin = memory_print("%s/podium.so", maker->beside);
	if (file_make_folders(maker->beside))
		return true;
	tell_no_folder(maker, problem);
	return false;
}

/* ---- the compilation ---- */

/* The files to be compiled; the others are taken out of the list. */
static struct file_list find_units(const struct pluginmaker *maker)
{
	char *folder = memory_print("%s/plugin", maker->sources);
	struct file_list files = file_list(folder);
	size_t count = 0;

	for (size_t i = 0; i < files.count; i++) {
		const char *dot = strrchr(files.paths[i], '.');

		if (dot && strcmp(dot, ".cc") == 0)
			files.paths[count++] = files.paths[i];
		else
			free(files.paths[i]);
	}
	files.count = count;
	free(folder);
	return files;
}

static char *numbered(const char *folder, size_t index, const char *ending)
{
	return memory_print("%s/%zu.%s", folder, index, ending);
}

/* In a worker. What the compiler says is left for podium. */
static bool compile(const struct pluginmaker *maker, const char *folder,
		    const char *unit, size_t index)
{
	char *object = numbered(folder, index, "o");
	char *words = numbered(folder, index, "said");
	char *inner = memory_print("-I%s/plugin", maker->sources);
	char *outer = memory_print("-I%s", maker->sources);
	const char *line[] = {maker->builder,
			      "-std=c++14",
			      "-O2",
			      "-fno-rtti",
			      "-fvisibility=hidden",
			      "-fvisibility-inlines-hidden",
			      "-fno-exceptions",
			      "-fPIC",
			      "-w",
			      "-DPODIUM_VERSION=\"" PACKAGE_VERSION "\"",
			      outer,
			      inner,
			      "-isystem",
			      maker->headers,
			      "-c",
			      "-o",
			      object,
			      unit,
			      NULL};
	struct text said = {0};
	bool good = process_done(
		process_compile(line, PROCESS_CAPTURE_BOTH, &said));

	if (!good)
		file_write(words, text_string(&said));
	text_free(&said);
	free(outer);
	free(inner);
	free(words);
	free(object);
	return good;
}

/* "count" if all were compiled, else the first that was not. */
static size_t compile_all(const struct pluginmaker *maker, const char *folder,
			  const struct file_list *units)
{
	struct crew crew = crew_new(units->count);
	size_t next = 0, done = 0, bad = units->count, ended;
	int status;

	do {
		for (; next < crew.count && crew_has_room(&crew); next++)
			if (crew_hire(&crew, next) == 0)
				_exit(!compile(maker, folder,
					       units->paths[next], next));
		message_progress("building the plugin for GCC %s: %zu of %zu",
				 maker->version, ++done, units->count);
		ended = crew_next(&crew, &status);
		if (ended < crew.count && status != 0)
			bad = ended;
	} while (ended < crew.count && bad == units->count);
	if (next < units->count && bad == units->count)
		bad = next;
	crew_free(&crew);
	message_progress(NULL);
	return bad;
}

/* The first error of GCC, or whatever comes first. */
static void add_error(const char *said, struct text *out)
{
	const char *error = strstr(said, "error:");

	while (error && error > said && error[-1] != '\n')
		error--;
	if (!error)
		error = said;
	text_add_bytes(out, error, strcspn(error, "\n"));
}

static void tell_failure(const struct pluginmaker *maker, const char *said,
			 struct text *problem)
{
	if (process_interrupted()) {
		text_add(problem, "interrupted");
		return;
	}
	if (scratch_lacks_room(said, problem))
		return;
	text_print(problem,
		   "the plugin does not compile for GCC %s: ", maker->version);
	if (*said)
		add_error(said, problem);
	else
		text_print(problem, "'%s' failed", maker->builder);
	text_add(problem, atoi(maker->version) > NEWEST_GCC
				  ? "; this GCC came after podium: a newer "
				    "podium may know it"
				  : "; are its plugin headers those of this "
				    "GCC?");
}

/*
 * Compilers that load it hold libstdc++ already; those of other languages would
 * add libraries of their own.
 */
static bool link_all(const struct pluginmaker *maker, const char *folder,
		     size_t count, struct text *said)
{
	char *plugin = memory_print("%s/podium.so", folder);
	const char **line = memory_grow(NULL, count + 8, sizeof(*line));
	char **objects = memory_grow(NULL, count + 1, sizeof(*objects));
	const char *behind[] = {"-lgcc", "-lc", "-o", plugin, NULL};
	size_t length = 0;
	bool good;

	line[length++] = maker->builder;
	line[length++] = "-shared";
	line[length++] = "-nodefaultlibs";
	for (size_t i = 0; i < count; i++)
		line[length++] = objects[i] = numbered(folder, i, "o");
	memcpy(line + length, behind, sizeof(behind));
	good = process_done(process_compile(line, PROCESS_CAPTURE_BOTH, said));
	for (size_t i = 0; i < count; i++)
		free(objects[i]);
	free(objects);
	free(line);
	free(plugin);
	return good;
}

static bool build_in(const struct pluginmaker *maker, const char *folder,
		     struct text *problem)
{
	struct file_list units = find_units(maker);
	struct text said = {0};
	size_t bad = compile_all(maker, folder, &units);
	bool good = bad == units.count;

	if (good) {
		good = link_all(maker, folder, units.count, &said);
	} else {
		char *words = numbered(folder, bad, "said");

		file_read(words, &said);
		free(words);
	}
	if (!good)
		tell_failure(maker, text_string(&said), problem);
	text_free(&said);
	file_list_free(&units);
	return good;
}

/* ---- the result ---- */

static bool bring(const struct pluginmaker *maker, const char *folder,
		  struct text *problem)
{
	char *built = memory_print("%s/podium.so", folder);
	bool good = file_copy(built, maker->plugin);

	if (!good)
		tell_no_folder(maker, problem);
	free(built);
	return good;
}

static bool build(const struct pluginmaker *maker, struct text *problem)
{
	const char *folder = scratch_open(problem);
	bool good;

	if (!folder)
		return false;
	good = build_in(maker, folder, problem) &&
	       bring(maker, folder, problem);
	scratch_free();
	return good;
}

static bool is_taken(const struct pluginmaker *maker, struct text *problem)
{
	struct text complaint = {0};
	bool good = plugin_taken(maker->command, maker->plugin, &complaint);

	if (!good)
		text_print(problem,
			   "'%s' does not take the plugin that was built: %s; "
			   "its plugin headers are those of another GCC: "
			   "install both of the same version",
			   maker->command, text_string(&complaint));
	text_free(&complaint);
	return good;
}

struct pluginmaker *pluginmaker_new(const char *command, struct text *problem)
{
	struct pluginmaker *maker = memory_grow(NULL, 1, sizeof(*maker));

	*maker = (struct pluginmaker){
		.command = command,
		.version = compiler_version(command, problem)};
	if (maker->version)
		maker->target = compiler_foreign(command);
	maker->builder = maker->target ? "gcc" : command;
	if (maker->version && is_known(maker, problem))
		maker->sources = plugin_sources(problem);
	if (maker->sources && find_headers(maker, problem) &&
	    can_compile(maker, problem) && make_place(maker, problem) &&
	    build(maker, problem) && is_taken(maker, problem))
		return maker;
	pluginmaker_free(maker);
	return NULL;
}

/* Renamed at once: others meet the old one or the new one. */
char *pluginmaker_keep(struct pluginmaker *maker, struct text *problem)
{
	char *kept = memory_print("%s/podium.so", maker->kept);

	if (file_make_folders(maker->kept) && rename(maker->plugin, kept) == 0)
		return kept;
	tell_no_folder(maker, problem);
	rmdir(maker->kept);
	free(kept);
	return NULL;
}

void pluginmaker_free(struct pluginmaker *maker)
{
	if (!maker)
		return;
	if (maker->beside)
		file_remove_tree(maker->beside);
	free(maker->version);
	free(maker->target);
	free(maker->sources);
	free(maker->headers);
	free(maker->kept);
	free(maker->beside);
	free(maker->plugin);
	free(maker);
}
