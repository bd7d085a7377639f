/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program with several numbers of threads, round by round: the speed
 * of a machine drifts, and what is compared must have run close together.
 * Within a round the order is random; a run before the first does not count.
 */
#include "timed.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "message.h"
#include "process.h"
#include "scaled.h"
#include "text.h"

/* Threads stay on their cores, unless the user said otherwise. */
static void set_environment(double threads)
{
	char number[24];

	snprintf(number, sizeof(number), "%.0f", threads);
	setenv("OMP_NUM_THREADS", number, 1);
	setenv("OMP_DYNAMIC", "false", 1);
	setenv("OMP_PROC_BIND", "close", 0);
	setenv("OMP_PLACES", "cores", 0);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + 1e-9 * time.tv_nsec;
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
			   (int)(end - start > 200 ? 200 : end - start),
			   output + start);
}

static void explain(const struct timed_order *order, double threads,
		    struct process_result result, const char *output,
		    struct text *problem)
{
	const char *name = order->arguments[0];

	switch (result.end) {
	case PROCESS_NOT_STARTED:
		text_print(problem, "cannot run '%s': %s", name,
			   strerror(result.code));
		return;
	case PROCESS_KILLED:
		text_print(problem, "'%s' was ended by signal %d (%s)", name,
			   result.code, strsignal(result.code));
		break;
	case PROCESS_EXITED:
		text_print(problem, "'%s' ended with status %d", name,
			   result.code);
		break;
	default:
		return;
	}
	text_print(problem, ", with %.0f thread%s", threads,
		   threads == 1 ? "" : "s");
	add_last_line(output, problem);
}

static bool run_once(const struct timed_order *order, double threads,
		     double *seconds, struct text *problem)
{
	struct process_result result;
	struct text output = {0};
	bool good;

	set_environment(threads);
	*seconds = now();
	result = process_run(order->arguments, PROCESS_CAPTURE_BOTH, &output);
	*seconds = now() - *seconds;
	good = process_done(result);
	if (!good) {
		explain(order, threads, result, text_string(&output), problem);
	} else if (order->word &&
		   !find_time(text_string(&output), order->word, seconds)) {
		text_print(problem, "'%s' printed no time behind '%s'",
			   order->arguments[0], order->word);
		good = false;
	}
	text_free(&output);
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

static bool run_round(const struct timed_order *order, size_t *places,
		      int round, struct scaled *program, struct text *problem)
{
	for (size_t i = 0; i < order->count; i++) {
		double threads = order->threads[places[i]], seconds;

		message_progress("round %d of %d, %.0f threads", round + 1,
				 order->rounds, threads);
		if (!run_once(order, threads, &seconds, problem))
			return false;
		scaled_time(program, threads, seconds, 0, 0);
	}
	return true;
}

bool timed_run(const struct timed_order *order, struct scaled *program,
	       struct text *problem)
{
	size_t *places = memory_grow(NULL, order->count, sizeof(*places));
	uint64_t seed = order->seed;
	double unused;
	bool good;

	for (size_t i = 0; i < order->count; i++)
		places[i] = i;
	good = run_once(order, order->threads[order->count - 1], &unused,
			problem);
	for (int round = 0; good && round < order->rounds; round++) {
		shuffle(places, order->count, &seed);
		good = run_round(order, places, round, program, problem);
	}
	message_progress(NULL);
	free(places);
	return good;
}
