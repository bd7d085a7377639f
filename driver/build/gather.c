/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan of a build, gathered.
 */
#include "gather.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "invoke.h"
#include "machine/compiler.h"
#include "plan.h"
#include "run/runner.h"
#include "store/store.h"

/* ---- what was built before ---- */

static int by_content(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* In order, for bsearch; the text, of which they are parts, is cut. */
static char **sort_lines(char *text, size_t *count)
{
	char **lines = memory_grow(NULL, 1, sizeof(*lines));
	char *line;

	for (*count = 0; (line = strtok_r(text, "\n", &text)); ++*count) {
		lines = memory_grow(lines, *count + 1, sizeof(*lines));
		lines[*count] = line;
	}
	qsort(lines, *count, sizeof(*lines), by_content);
	return lines;
}

/* Old lines first, those that are repeated once, the new ones last. */
static void merge_logs(char *old, const struct text *fresh, struct text *merged)
{
	char *copy = memory_string(text_string(fresh));
	size_t count;
	char **lines = sort_lines(copy, &count);
	char *line;

	while (old && (line = strtok_r(old, "\n", &old)))
		if (!bsearch(&line, lines, count, sizeof(*lines), by_content))
			text_print(merged, "%s\n", line);
	text_add(merged, text_string(fresh));
	free(lines);
	free(copy);
}

static char *log_name(void)
{
	char *folder = getcwd(NULL, 0);
	char *name = memory_print("build in %s", folder ? folder : "");

	free(folder);
	return name;
}

static bool read_log(struct plan *plan, struct store *store, const char *log,
		     struct text *problem)
{
	char *name = log_name();
	char *old = store_kept(store, name);
	struct text fresh = {0}, merged = {0};
	bool good;

	file_read(log, &fresh);
	merge_logs(old, &fresh, &merged);
	good = store_keep(store, name, text_string(&merged), problem);
	if (good)
		unlink(log);
	if (good)
		steps_read(&plan->steps, text_string(&merged));
	text_free(&fresh);
	text_free(&merged);
	free(old);
	free(name);
	return good;
}

/* Beside the store, where it outlives a podium that is killed. */
static char *log_path(const struct store *store)
{
	char *name = memory_print("%s-build", store_path(store));
	char *path = path_absolute(name);

	free(name);
	return path;
}

/* ---- what a build makes ---- */

static void add_line(struct text *lines, const char *line)
{
	if (!strchr(line, '\n'))
		text_print(lines, "%s\n", line);
}

/* Add those of "after" that are not among "before". */
static void add_new(const struct file_list *before,
		    const struct file_list *after, struct text *lines)
{
	size_t i = 0;

	for (size_t j = 0; j < after->count; j++) {
		int order = 1;

		while (i < before->count && order > 0) {
			order = strcmp(after->paths[j], before->paths[i]);
			i += order >= 0;
		}
		if (order != 0)
			add_line(lines, after->paths[j]);
	}
}

/* Once made by the build, always: the next time it is there before. */
static bool note_made(struct plan *plan, struct store *store,
		      const char *folder, const struct file_list *before,
		      struct text *problem)
{
	struct file_list after = file_list(folder);
	char *name = memory_print("made in %s", folder);
	char *old = store_kept(store, name);
	struct text lines = {0};
	bool good;

	text_add(&lines, old ? old : "");
	add_new(before, &after, &lines);
	good = store_keep(store, name, text_string(&lines), problem);
	plan->made = lines.bytes;
	file_list_free(&after);
	free(old);
	free(name);
	return good;
}

static void tell_nothing(const char *command, const char *scratch,
			 struct text *problem)
{
	text_print(problem,
		   "no compiler was seen in '%s'; if all is up to date, clean "
		   "first; if its programs are linked statically, build with "
		   "$(podium cflags) and name the sources instead; it said:",
		   command);
	invoke_quote(scratch, problem);
}

bool gather_build(struct plan *plan, struct store *store, const char *command,
		  const char *scratch, struct text *problem)
{
	char *log = log_path(store);
	char *folder = getcwd(NULL, 0);
	struct file_list before = file_list(folder ? folder : ".");
	bool good;

	message_progress("building: %s", command);
	good = invoke_watched(command, (struct runner_job){0}, scratch, log,
			      problem) &&
	       read_log(plan, store, log, problem) &&
	       note_made(plan, store, folder ? folder : ".", &before, problem);
	if (good && plan->steps.count == 0) {
		tell_nothing(command, scratch, problem);
		good = false;
	}
	plan->command = memory_string(command);
	file_list_free(&before);
	free(folder);
	free(log);
	return good;
}

/* ---- sources ---- */

/* Fortran's compiler links C and C++ as well; C++'s links C. */
static enum compiler_language language_of(const char *const *sources)
{
	enum compiler_language most = COMPILER_C;

	for (; *sources; sources++) {
		enum compiler_language one = compiler_language(*sources);

		if (one != COMPILER_NO_LANGUAGE && one > most)
			most = one;
	}
	return most;
}

/* Libraries stand after what needs them. */
static bool is_last(const char *flag)
{
	return strncmp(flag, "-l", 2) == 0 || flag[0] != '-';
}

static void add(json_t *words, const char *word)
{
	json_array_append_new(words, letters_json(word));
}

static void add_flags(json_t *words, char *const *flags, bool last)
{
	for (; *flags; flags++)
		if (is_last(*flags) == last)
			add(words, *flags);
}

static json_t *compose(const char *compiler, const char *const *sources,
		       char *const *flags, const char *scratch,
		       const char *program)
{
	char *modules = memory_print("-J%s", scratch);
	json_t *words = json_array();

	add(words, compiler);
	add(words, "-fopenmp");
	if (!*flags)
		add(words, "-O2");
	if (language_of(sources) == COMPILER_FORTRAN)
		add(words, modules);
	add_flags(words, flags, false);
	for (; *sources; sources++)
		add(words, *sources);
	add_flags(words, flags, true);
	add(words, "-o");
	add(words, program);
	free(modules);
	return words;
}

static bool run_words(const json_t *words, const char *scratch,
		      struct text *problem)
{
	size_t count = json_array_size(words);
	char **list = memory_grow(NULL, count + 1, sizeof(*list));
	bool good;

	for (size_t i = 0; i < count; i++)
		list[i] = letters_read(json_array_get(words, i));
	list[count] = NULL;
	good = invoke_plain((const char *const *)list, scratch, problem);
	for (size_t i = 0; i < count; i++)
		free(list[i]);
	free(list);
	return good;
}

static char *program_path(const char *source, const char *scratch)
{
	const char *slash = strrchr(source, '/');
	const char *name = slash ? slash + 1 : source;
	char *folder = memory_print("%s/original", scratch);
	char *path =
		memory_print("%s/%.*s", folder, (int)strcspn(name, "."), name);

	mkdir(folder, 0777);
	free(folder);
	return path;
}

bool gather_sources(struct plan *plan, const char *gcc,
		    const char *const *sources, char *const *flags,
		    const char *scratch, char **program, struct text *problem)
{
	char *compiler = compiler_command(gcc, language_of(sources));
	char *folder = getcwd(NULL, 0);
	json_t *words, *line;
	bool good;

	if (!compiler) {
		text_print(problem, "'%s' does not name a GCC, like gcc-12",
			   gcc);
		free(folder);
		return false;
	}
	*program = program_path(sources[0], scratch);
	words = compose(compiler, sources, flags, scratch, *program);
	message_progress("compiling %s", sources[0]);
	good = run_words(words, scratch, problem);
	line = json_pack("{s:o, s:o, s:o}", "cwd",
			 letters_json(folder ? folder : "/"), "exe",
			 letters_json(compiler), "argv", words);
	if (good)
		steps_add(&plan->steps, line);
	json_decref(line);
	free(folder);
	free(compiler);
	return good;
}

/* ---- sources for themselves ---- */

/* Adds a unit as if a build had compiled it to that object. */
static void add_unit(struct plan *plan, const char *compiler,
		     const char *source, char *const *flags, const char *object)
{
	char *folder = getcwd(NULL, 0);
	json_t *words = json_array(), *line;

	add(words, compiler);
	add(words, "-fopenmp");
	add(words, "-O2");
	for (; *flags; flags++)
		add(words, *flags);
	add(words, "-c");
	add(words, source);
	add(words, "-o");
	add(words, object);
	line = json_pack("{s:o, s:o, s:o}", "cwd",
			 letters_json(folder ? folder : "/"), "exe",
			 letters_json(compiler), "argv", words);
	steps_add(&plan->steps, line);
	json_decref(line);
	free(folder);
}

bool gather_units(struct plan *plan, const char *gcc,
		  const char *const *sources, char *const *flags,
		  const char *scratch, struct text *problem)
{
	for (size_t i = 0; sources[i]; i++) {
		enum compiler_language language = compiler_language(sources[i]);
		char *compiler = language == COMPILER_NO_LANGUAGE
					 ? NULL
					 : compiler_command(gcc, language);
		char *object = memory_print("%s/unit-%zu.o", scratch, i);

		if (compiler)
			add_unit(plan, compiler, sources[i], flags, object);
		else if (language == COMPILER_NO_LANGUAGE)
			text_print(problem,
				   "'%s' is not named like a source in C, C++ "
				   "or Fortran",
				   sources[i]);
		else
			text_print(problem,
				   "'%s' does not name a GCC, like gcc-12",
				   gcc);
		free(object);
		free(compiler);
		if (problem->length)
			return false;
	}
	plan_take_all(plan);
	return true;
}
