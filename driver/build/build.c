/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The user's own build, watched.
 */
#include "build.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/text.h"
#include "machine/compiler.h"
#include "replay.h"
#include "run/runner.h"
#include "store/store.h"

/* The library of watch.c: beside the program where it was built. */
#define WATCH "podium-watch.so"

/* Of what a build said, so many bytes from the end. */
#define LAST_WORDS 4000

/* ---- the watch ---- */

static char *find_watch(struct text *problem)
{
	char program[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", program,
				  sizeof(program) - sizeof(WATCH));
	char *slash;

	program[length > 0 ? length : 0] = '\0';
	slash = strrchr(program, '/');
	if (slash) {
		strcpy(slash + 1, WATCH);
		if (access(program, R_OK) == 0)
			return memory_string(program);
	}
	if (access(PKGLIBDIR "/" WATCH, R_OK) == 0)
		return memory_string(PKGLIBDIR "/" WATCH);
	text_add(problem, "'" PKGLIBDIR "/" WATCH "' is missing; install "
			  "podium again");
	return NULL;
}

/* Variables that are set for it, NULL at the end, and freed. */
struct watching {
	char *made[4];
	const char **list;
};

/* What a build that was killed has left in it stays. */
static bool make_log(const char *log, struct text *problem)
{
	int descriptor = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (descriptor < 0) {
		text_print(problem, "cannot write '%s': %s", log,
			   strerror(errno));
		return false;
	}
	close(descriptor);
	return true;
}

/* ccache would keep compilations from being seen. */
static void set_variables(struct watching *watching, const char *watch,
			  const char *log, const char *const *more)
{
	const char *users = getenv("LD_PRELOAD");
	const size_t made = sizeof(watching->made) / sizeof(*watching->made);
	size_t count = 0;

	users = users ? users : "";
	watching->made[0] = memory_print("LD_PRELOAD=%s%s%s", watch,
					 *users ? ":" : "", users);
	watching->made[1] = memory_print("PODIUM_WATCH_PRELOAD=%s", users);
	watching->made[2] = memory_print("PODIUM_WATCH_LOG=%s", log);
	watching->made[3] = memory_string("CCACHE_DISABLE=1");
	while (more && more[count])
		count++;
	watching->list =
		memory_grow(NULL, made + count + 1, sizeof(*watching->list));
	for (size_t i = 0; i < made; i++)
		watching->list[i] = watching->made[i];
	for (size_t i = 0; i <= count; i++)
		watching->list[made + i] = more ? more[i] : NULL;
}

static bool begin_watching(struct watching *watching, const char *log,
			   const char *const *more, struct text *problem)
{
	char *watch = find_watch(problem);
	bool good = watch && make_log(log, problem);

	*watching = (struct watching){.list = NULL};
	if (good) {
		watch = scratch_preload(watch);
		set_variables(watching, watch, log, more);
	}
	free(watch);
	return good;
}

static void end_watching(struct watching *watching)
{
	for (size_t i = 0; i < sizeof(watching->made) / sizeof(char *); i++)
		free(watching->made[i]);
	free(watching->list);
}

/* ---- the build ---- */

/* Where a build says what it says. */
static char *said_path(const char *scratch)
{
	return memory_print("%s/build.out", scratch);
}

static void quote(const char *path, struct text *problem)
{
	struct text content = {0};
	size_t skip;

	file_read(path, &content);
	skip = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	text_print(problem, "\n%s", text_string(&content) + skip);
	text_free(&content);
}

static bool run(const struct runner_job *job, const char *what,
		struct text *problem)
{
	struct runner_result result = runner_run(job);

	if (runner_done(&result))
		return true;
	if (result.end == RUNNER_INTERRUPTED)
		return false;
	text_print(problem, "the build '%s' fails: ", what);
	runner_reason(job, &result, problem);
	if (result.end != RUNNER_NOT_STARTED)
		quote(job->output, problem);
	return false;
}

bool build_run(const char *command, struct runner_job job, const char *scratch,
	       const char *log, struct text *problem)
{
	const char *arguments[] = {"/bin/sh", "-c", command, NULL};
	char *said = said_path(scratch);
	struct watching watching;
	bool good = begin_watching(&watching, log, job.variables, problem);

	job.arguments = arguments;
	job.output = job.errors = said;
	job.gentle = true;
	job.variables = watching.list;
	good = good && run(&job, command, problem);
	end_watching(&watching);
	free(said);
	return good;
}

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

static bool read_log(struct replay *replay, struct store *store,
		     const char *log, struct text *problem)
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
		replay_read(replay, text_string(&merged));
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
static bool note_made(struct replay *replay, struct store *store,
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
	replay->made = lines.bytes;
	file_list_free(&after);
	free(old);
	free(name);
	return good;
}

static void tell_nothing(const char *command, const char *scratch,
			 struct text *problem)
{
	char *said = said_path(scratch);

	text_print(problem,
		   "no compiler was seen in '%s'; if all is up to date, clean "
		   "first; if its programs are linked statically, build with "
		   "$(podium cflags) and name the sources instead; it said:",
		   command);
	quote(said, problem);
	free(said);
}

bool build_watched(struct replay *replay, struct store *store,
		   const char *command, const char *scratch,
		   struct text *problem)
{
	char *log = log_path(store);
	char *folder = getcwd(NULL, 0);
	struct file_list before = file_list(folder ? folder : ".");
	bool good;

	message_progress("building: %s", command);
	good = build_run(command, (struct runner_job){0}, scratch, log,
			 problem) &&
	       read_log(replay, store, log, problem) &&
	       note_made(replay, store, folder ? folder : ".", &before,
			 problem);
	if (good && replay->steps.count == 0) {
		tell_nothing(command, scratch, problem);
		good = false;
	}
	replay->command = memory_string(command);
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
	char *said = said_path(scratch);
	struct runner_job job = {.output = said, .errors = said};
	bool good;

	for (size_t i = 0; i < count; i++)
		list[i] = letters_read(json_array_get(words, i));
	list[count] = NULL;
	job.arguments = (const char *const *)list;
	good = run(&job, list[0], problem);
	for (size_t i = 0; i < count; i++)
		free(list[i]);
	free(said);
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

bool build_sources(struct replay *replay, const char *gcc,
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
		steps_add(&replay->steps, line);
	json_decref(line);
	free(folder);
	free(compiler);
	return good;
}
