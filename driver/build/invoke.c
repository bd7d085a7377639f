/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands of the build.
 */
#include "invoke.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "base/text.h"
#include "run/runner.h"

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

/* ---- what a command says ---- */

/* Where a build says what it says. */
static char *said_path(const char *scratch)
{
	return memory_print("%s/build.out", scratch);
}

static void quote_file(const char *path, struct text *problem)
{
	struct text content = {0};
	size_t skip;

	file_read(path, &content);
	skip = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	text_print(problem, "\n%s", text_string(&content) + skip);
	text_free(&content);
}

void invoke_quote(const char *scratch, struct text *problem)
{
	char *said = said_path(scratch);

	quote_file(said, problem);
	free(said);
}

/* ---- commands ---- */

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
		quote_file(job->output, problem);
	return false;
}

bool invoke_watched(const char *command, struct runner_job job,
		    const char *scratch, const char *log, struct text *problem)
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

bool invoke_plain(const char *const *words, const char *scratch,
		  struct text *problem)
{
	char *said = said_path(scratch);
	struct runner_job job = {
		.arguments = words, .output = said, .errors = said};
	bool good = run(&job, words[0], problem);

	free(said);
	return good;
}
