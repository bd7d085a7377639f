/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program with several numbers of threads, round by round: the speed
 * of a machine drifts, and what is compared must have run close together.
 * Within a round the order is random; a run before the first does not count.
 */
#include "stopwatch.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/scratch.h"
#include "base/text.h"
#include "machine/topology.h"
#include "run/runner.h"
#include "sweep.h"
#include "trace.h"

#define VARIABLES 7
#define SHOWN 200 /* bytes of a line that a message repeats */

/* Where a run prints, and where the library writes what it saw. */
static char *output_path, *seen_folder;

/*
 * Threads stay on their cores, unless the user said otherwise. "number" holds
 * the one of threads, "limit" that of all, "preload" and "file" what the
 * library needs; NULL: nothing.
 */
static void set_variables(const char **variables, const char *number,
			  const char *limit, const char *preload,
			  const char *file)
{
	size_t count = 0;

	variables[count++] = number;
	if (limit)
		variables[count++] = limit;
	variables[count++] = "OMP_DYNAMIC=false";
	if (!getenv("OMP_PROC_BIND"))
		variables[count++] = "OMP_PROC_BIND=close";
	if (!getenv("OMP_PLACES"))
		variables[count++] = "OMP_PLACES=cores";
	if (preload) {
		variables[count++] = preload;
		variables[count++] = file;
	}
	variables[count] = NULL;
}

/* Before what the user wants loaded. */
static char *preload_of(const char *path)
{
	char *library = scratch_preload(memory_string(path));
	const char *others = getenv("LD_PRELOAD");
	bool more = others && *others;
	char *variable = memory_print("LD_PRELOAD=%s%s%s", library,
				      more ? ":" : "", more ? others : "");

	free(library);
	return variable;
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

static bool judge(const struct stopwatch_order *order, const char *output,
		  double *seconds, struct text *problem)
{
	if (!order->word || find_time(output, order->word, seconds))
		return true;
	text_print(problem, "'%s' printed no time behind '%s'",
		   order->arguments[0], order->word);
	return false;
}

static struct runner_result run(const struct stopwatch_order *order,
				double threads, bool look,
				struct runner_job *job)
{
	bool limited = order->limited || threads == 1;
	char *number = memory_print("OMP_NUM_THREADS=%.0f", threads);
	char *limit = memory_print("OMP_THREAD_LIMIT=%.0f", threads);
	char *preload = look ? preload_of(order->library) : NULL;
	char *file = memory_print("PODIUM_CLOCK_FILE=%s/%%u", seen_folder);
	const char *variables[VARIABLES + 1];
	struct runner_result result;

	*job = (struct runner_job){.arguments = order->arguments,
				   .variables = variables,
				   .input = runner_own_input(),
				   .output = output_path,
				   .errors = output_path};
	set_variables(variables, number, limited ? limit : NULL, preload, file);
	result = runner_run(job);
	job->variables = NULL;
	free(file);
	free(preload);
	free(limit);
	free(number);
	return result;
}

/* What the last run left is not this one's. */
static bool clear_folder(struct text *problem)
{
	file_remove_tree(seen_folder);
	if (mkdir(seen_folder, 0700) == 0)
		return true;
	text_print(problem, "cannot make '%s': %s", seen_folder,
		   strerror(errno));
	return false;
}

static bool look_at(const struct stopwatch_order *order, struct trace *seen,
		    struct text *problem)
{
	struct text why = {0};
	bool good = trace_read(seen_folder, seen, &why);

	if (!good)
		text_print(problem, "cannot look at '%s': %s",
			   order->arguments[0], text_string(&why));
	text_free(&why);
	return good;
}

bool stopwatch_once(const struct stopwatch_order *order, double threads,
		    double *seconds, struct trace *seen, struct text *problem)
{
	struct runner_result result;
	struct runner_job job;
	struct text output = {0};
	bool good;

	if (seen && !clear_folder(problem))
		return false;
	result = run(order, threads, seen != NULL, &job);
	*seconds = result.wall;
	read_output(output_path, &output);
	good = runner_done(&result);
	if (good)
		good = judge(order, text_string(&output), seconds, problem);
	else
		explain(&job, &result, threads, text_string(&output), problem);
	text_free(&output);
	return good && (!seen || look_at(order, seen, problem));
}

void stopwatch_shuffle(size_t *places, size_t count, uint64_t *seed)
{
	for (size_t i = count; i > 1; i--) {
		size_t other, kept = places[i - 1];

		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		other = (*seed >> 33) % i;
		places[i - 1] = places[other];
		places[other] = kept;
	}
}

/* ---- rounds ---- */

static char *key_of(const struct trace_interval *interval)
{
	return memory_print("%d%s+0x%" PRIx64, interval->nested,
			    interval->region.object ? interval->region.object
						    : "",
			    interval->region.offset);
}

static double region_time(const struct trace *seen,
			  const struct trace_interval *region)
{
	double sum = 0;

	for (size_t i = 0; i < seen->count; i++)
		if (trace_same_region(&seen->list[i], region))
			sum += seen->list[i].sums.wall;
	return sum;
}

static void add_regions(const struct trace *seen, double threads,
			struct sweep_list *programs)
{
	for (size_t i = 0; i < seen->count; i++) {
		char *key = key_of(&seen->list[i]);

		if (trace_is_first(seen, i))
			sweep_time(sweep_find(programs, key), threads,
				   region_time(seen, &seen->list[i]));
		free(key);
	}
}

static void name_regions(const struct trace *seen, struct sweep_list *programs)
{
	for (size_t i = 0; i < seen->count; i++) {
		char *key = key_of(&seen->list[i]);
		struct sweep *region = NULL;

		if (trace_is_first(seen, i))
			region = sweep_find(programs, key);
		if (region) {
			free(region->name);
			region->name = trace_name(seen, &seen->list[i]);
		}
		free(key);
	}
}

/* One run; its regions, if they are wanted, stay in *seen. */
static bool run_point(const struct stopwatch_order *order, double threads,
		      struct sweep_list *programs, struct trace *seen,
		      struct text *problem)
{
	double seconds;

	trace_free(seen);
	if (!stopwatch_once(order, threads, &seconds,
			    order->library ? seen : NULL, problem))
		return false;
	sweep_time(sweep_find(programs, order->arguments[0]), threads, seconds);
	add_regions(seen, threads, programs);
	return true;
}

static bool run_round(const struct stopwatch_order *order, const size_t *places,
		      int round, struct sweep_list *programs,
		      struct trace *seen, struct text *problem)
{
	for (size_t i = 0; i < order->count; i++) {
		double threads = order->threads[places[i]];

		message_progress("round %d of %d, %.0f threads", round + 1,
				 order->rounds, threads);
		if (!run_point(order, threads, programs, seen, problem))
			return false;
	}
	return true;
}

static bool run_rounds(const struct stopwatch_order *order,
		       struct sweep_list *programs, struct trace *seen,
		       struct text *problem)
{
	size_t *places = memory_grow(NULL, order->count, sizeof(*places));
	uint64_t seed = order->seed;
	double unused;
	bool good;

	for (size_t i = 0; i < order->count; i++)
		places[i] = i;
	good = stopwatch_once(order, order->threads[order->count - 1], &unused,
			      NULL, problem);
	for (int round = 0; good && round < order->rounds; round++) {
		stopwatch_shuffle(places, order->count, &seed);
		good = run_round(order, places, round, programs, seen, problem);
	}
	message_progress(NULL);
	free(places);
	return good;
}

void stopwatch_note_load(struct text *out)
{
	char *load = topology_load();

	if (load)
		text_print(out,
			   "The machine was busy when this began, %s: times "
			   "hold what others took.\n",
			   load);
	free(load);
}

bool stopwatch_open(struct text *problem)
{
	const char *folder = scratch_open(problem);

	if (!folder)
		return false;
	output_path = memory_print("%s/output", folder);
	seen_folder = memory_print("%s/seen", folder);
	return true;
}

void stopwatch_close(void)
{
	free(output_path);
	free(seen_folder);
	output_path = seen_folder = NULL;
	scratch_free();
}

bool stopwatch_run(const struct stopwatch_order *order,
		   struct sweep_list *programs, struct text *problem)
{
	struct trace seen = {0};
	bool good;

	if (!stopwatch_open(problem))
		return false;
	good = run_rounds(order, programs, &seen, problem);
	if (good)
		name_regions(&seen, programs);
	trace_free(&seen);
	stopwatch_close();
	return good;
}
