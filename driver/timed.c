/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program with several numbers of threads, round by round: the speed
 * of a machine drifts, and what is compared must have run close together.
 * Within a round the order is random; a run before the first does not count.
 */
#include "timed.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "message.h"
#include "runner.h"
#include "scaled.h"
#include "scratch.h"
#include "text.h"

#define VARIABLES 4
#define SHOWN 200 /* bytes of a line that a message repeats */

/*
 * Threads stay on their cores, unless the user said otherwise. "number" holds
 * the one of threads.
 */
static void set_variables(const char **variables, const char *number)
{
	size_t count = 0;

	variables[count++] = number;
	variables[count++] = "OMP_DYNAMIC=false";
	if (!getenv("OMP_PROC_BIND"))
		variables[count++] = "OMP_PROC_BIND=close";
	if (!getenv("OMP_PLACES"))
		variables[count++] = "OMP_PLACES=cores";
	variables[count] = NULL;
}

static void read_output(const char *path, struct text *output)
{
	char buffer[4096];
	size_t length;
	FILE *file = fopen(path, "r");

	if (!file)
		return;
	while ((length = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_add_bytes(output, buffer, length);
	fclose(file);
}

/* The number behind the last such word. */
static bool find_time(const char *output, const char *word, double *seconds)
{
	const char *found = NULL;
	char *end;

	for (const char *next = output; (next = strstr(next, word)); next++)
		found = next;
	if (!found)
		return false;
	found += strlen(word);
	while (*found && *found != '\n' && !isdigit((unsigned char)*found))
		found++;
	*seconds = strtod(found, &end);
	return end != found && isfinite(*seconds) && *seconds > 0;
}

/* Its last line, which usually is the one that says why. */
static void add_last_line(const char *output, struct text *problem)
{
	size_t end = strlen(output), start;

	while (end > 0 && output[end - 1] == '\n')
		end--;
	start = end;
	while (start > 0 && output[start - 1] != '\n')
		start--;
	if (end > start)
		text_print(problem, ": %.*s",
			   (int)(end - start > SHOWN ? SHOWN : end - start),
			   output + start);
}

static void explain(const struct runner_job *job,
		    const struct runner_result *result, double threads,
		    const char *output, struct text *problem)
{
	if (result->end == RUNNER_INTERRUPTED)
		return;
	text_print(problem, "cannot time '%s': ", job->arguments[0]);
	runner_reason(job, result, problem);
	if (result->end == RUNNER_NOT_STARTED)
		return;
	text_print(problem, ", with %.0f thread%s", threads,
		   threads == 1 ? "" : "s");
	add_last_line(output, problem);
}

static bool judge(const struct timed_order *order, const char *output,
		  double *seconds, struct text *problem)
{
	if (!order->word || find_time(output, order->word, seconds))
		return true;
	text_print(problem, "'%s' printed no time behind '%s'",
		   order->arguments[0], order->word);
	return false;
}

/* "path": where its output may be kept. */
static bool run_once(const struct timed_order *order, const char *path,
		     double threads, double *seconds, struct text *problem)
{
	char *number = memory_print("OMP_NUM_THREADS=%.0f", threads);
	const char *variables[VARIABLES + 1];
	struct runner_job job = {.arguments = order->arguments,
				 .variables = variables,
				 .output = path,
				 .errors = path};
	struct runner_result result;
	struct text output = {0};
	bool good;

	set_variables(variables, number);
	result = runner_run(&job);
	*seconds = result.wall;
	read_output(path, &output);
	good = runner_done(&result);
	if (good)
		good = judge(order, text_string(&output), seconds, problem);
	else
		explain(&job, &result, threads, text_string(&output), problem);
	text_free(&output);
	free(number);
	return good;
}

static void shuffle(size_t *places, size_t count, uint64_t *seed)
{
	for (size_t i = count; i > 1; i--) {
		size_t other, kept = places[i - 1];

		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		other = (*seed >> 33) % i;
		places[i - 1] = places[other];
		places[other] = kept;
	}
}

static bool run_round(const struct timed_order *order, const char *path,
		      const size_t *places, int round, struct scaled *program,
		      struct text *problem)
{
	for (size_t i = 0; i < order->count; i++) {
		double threads = order->threads[places[i]], seconds;

		message_progress("round %d of %d, %.0f threads", round + 1,
				 order->rounds, threads);
		if (!run_once(order, path, threads, &seconds, problem))
			return false;
		scaled_time(program, threads, seconds, 0, 0);
	}
	return true;
}

static bool run_rounds(const struct timed_order *order, const char *path,
		       struct scaled *program, struct text *problem)
{
	size_t *places = memory_grow(NULL, order->count, sizeof(*places));
	uint64_t seed = order->seed;
	double unused;
	bool good;

	for (size_t i = 0; i < order->count; i++)
		places[i] = i;
	good = run_once(order, path, order->threads[order->count - 1], &unused,
			problem);
	for (int round = 0; good && round < order->rounds; round++) {
		shuffle(places, order->count, &seed);
		good = run_round(order, path, places, round, program, problem);
	}
	message_progress(NULL);
	free(places);
	return good;
}

bool timed_run(const struct timed_order *order, struct scaled *program,
	       struct text *problem)
{
	const char *folder = scratch_new();
	char *path;
	bool good;

	if (!folder) {
		text_print(problem,
			   "cannot make a folder in '%s': %s; set TMPDIR to "
			   "one where that is possible",
			   scratch_parent(), strerror(errno));
		return false;
	}
	path = memory_print("%s/output", folder);
	good = run_rounds(order, path, program, problem);
	free(path);
	scratch_free();
	return good;
}
