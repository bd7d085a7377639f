/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiles and runs the programs of calibration/.
 *
 * Each pass is a fresh process of every program, so that the passes of one
 * are spread over the whole time: a machine that drifts is met in several of
 * its moods, and what they say differs by what it does to the result.
 */
#include "measure.h"

#include <errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/data.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "machine/libgomp.h"
#include "machine/topology.h"
#include "run/node.h"

#define MOST_MEASURED 4096

static const struct {
	const char *name;
	double share; /* of the time */
	const char *what;
} programs[MEASURE_PROGRAMS] = {
	[MEASURE_OPERATIONS] = {"operations", .18, "operations"},
	[MEASURE_MEMORY] = {"memory", .34, "memory"},
	[MEASURE_THREADS] = {"threads", .26, "threads"},
	[MEASURE_PATTERNS] = {"patterns", .22, "pattern loops"},
};

char *measure_folder(struct text *problem)
{
	return data_folder("calibration", "probe.h", "PODIUM_CALIBRATION_DIR",
			   problem);
}

/* ---- compiling ---- */

/*
 * As users who care for time compile. Without errno a root is one
 * instruction, which GCC puts into vectors.
 */
static bool compile(const struct measure *measure, const char *sources,
		    const char *folder, int program, struct text *problem)
{
	char *source = memory_print("%s/%s.c", sources, programs[program].name);
	char *probes = memory_print("%s/probe.c", sources);
	char *out = memory_print("%s/%s", folder, programs[program].name);
	char *vector = memory_print("-DVECTOR_BYTES=%d", measure->vector_bytes);
	const char *line[14] = {measure->gcc,
				"-std=gnu11",
				"-O3",
				measure->march,
				"-fno-math-errno",
				"-fopenmp",
				"-D_GNU_SOURCE",
				source,
				probes,
				"-o",
				out,
				"-lm"};
	struct process_result result;

	if (measure->vector_bytes)
		line[12] = vector;
	result = process_run(line, PROCESS_TO_ERRORS, NULL);

	if (result.end == PROCESS_NOT_STARTED)
		text_print(problem, "cannot run '%s': %s", measure->gcc,
			   strerror(result.code));
	else if (!process_done(result) && result.end != PROCESS_INTERRUPTED &&
		 !scratch_lacks_room("", problem))
		text_print(problem,
			   "'%s' does not compile '%s'; is its libgomp there? "
			   "see podium doctor",
			   measure->gcc, source);
	free(vector);
	free(out);
	free(probes);
	free(source);
	return process_done(result);
}

static bool compile_all(const struct measure *measure, const char *sources,
			const char *folder, struct text *problem)
{
	bool good = true;

	for (int i = 0; good && i < MEASURE_PROGRAMS; i++) {
		message_progress("compiling the programs that measure");
		good = compile(measure, sources, folder, i, problem);
	}
	return good;
}

/* ---- reading what they say ---- */

const struct measured *measure_find(const struct measure *measure,
				    const char *name)
{
	for (size_t i = 0; i < measure->count; i++)
		if (strcmp(measure->list[i].name, name) == 0)
			return &measure->list[i];
	return NULL;
}

/* "operations check.a": each program has these. */
static void keep_name(char *name, enum measure_program program,
		      const char *said)
{
	bool common =
		strcmp(said, "clock") == 0 || strncmp(said, "check.", 6) == 0;

	snprintf(name, MEASURE_NAME, "%s%s%s",
		 common ? programs[program].name : "", common ? " " : "", said);
}

static struct measured *entry_for(struct measure *measure,
				  enum measure_program program,
				  const char *said)
{
	char name[MEASURE_NAME];
	struct measured *entry;

	keep_name(name, program, said);
	entry = (struct measured *)measure_find(measure, name);
	if (entry || measure->count == MOST_MEASURED)
		return entry;
	measure->list = memory_grow(measure->list, measure->count + 1,
				    sizeof(*measure->list));
	entry = &measure->list[measure->count++];
	*entry = (struct measured){.program = program};
	snprintf(entry->name, sizeof(entry->name), "%s", name);
	return entry;
}

/* "NAME NANOSECONDS SPREAD". The clock comes first of all. */
static bool take_line(struct measure *measure, enum measure_program program,
		      const char *line, double *clock)
{
	char name[48];
	double value, spread;
	struct measured *entry;
	int length = 0;

	if (sscanf(line, "%47s %lf %lf%n", name, &value, &spread, &length) <
		    3 ||
	    line[length] != '\n' || !isfinite(value) || !isfinite(spread))
		return false;
	if (strcmp(name, "clock") == 0)
		*clock = value;
	if (!(*clock > 0))
		return false;
	entry = entry_for(measure, program, name);
	if (!entry || entry->count == MEASURE_PASSES)
		return false;
	entry->value[entry->count] = value;
	entry->clock[entry->count] = *clock;
	entry->spread[entry->count] = spread;
	entry->count++;
	return true;
}

bool measure_take(struct measure *measure, enum measure_program program,
		  const char *lines)
{
	double clock = 0;

	while (*lines) {
		const char *end = strchr(lines, '\n');

		if (!end || !take_line(measure, program, lines, &clock))
			return false;
		lines = end + 1;
	}
	return clock > 0;
}

/* ---- running ---- */

double measure_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static char *number_list(const char *key, const int *numbers, int count)
{
	struct text list = {0};

	text_print(&list, "%s=", key);
	for (int i = 0; i < count; i++)
		text_print(&list, "%s%d", i ? "," : "", numbers[i]);
	return list.bytes;
}

/* Again where the launcher loses it; nothing of it has been read then. */
static bool made_there(struct measure *measure, const struct runner_job *job,
		       struct runner_result *result, struct text *problem)
{
	struct text lost = {0};
	size_t losses = 0;
	bool good;

	while (!(good = node_run(measure->node, job, false, result, &lost)) &&
	       ++losses <= NODE_MOST_LOST && !process_interrupted()) {
		message_warning("%s; the run is made again",
				text_string(&lost));
		node_pause(losses);
		text_cut(&lost, 0);
	}
	if (!good)
		text_print(problem, "%s; see whether the launcher works",
			   text_string(&lost));
	text_free(&lost);
	return good;
}

/* What the launcher takes, and a queue, is no time of the program. */
static bool said_there(struct measure *measure, const char *const *arguments,
		       const char *what, struct text *said,
		       struct text *problem)
{
	char *output = memory_print("%s.said", arguments[0]);
	const struct runner_job job = {.arguments = arguments,
				       .output = output};
	struct runner_result result;
	double start = measure_now();
	bool good = made_there(measure, &job, &result, problem);

	measure->deadline += measure_now() - start - result.wall;
	if (good && !runner_done(&result)) {
		text_print(problem,
			   "the program that measures %s failed on '%s', ",
			   what, measure->node->host);
		runner_reason(&job, &result, problem);
		text_add(problem, "; is libgomp there?");
		good = false;
	}
	good = good && file_read(output, said);
	free(output);
	return good;
}

static bool said_here(const char *const *arguments, struct text *said)
{
	return process_done(
		process_run(arguments, PROCESS_CAPTURE_OUTPUT, said));
}

static bool run(struct measure *measure, const char *folder, int program,
		int pass, double budget, struct text *problem)
{
	const struct topology *topology = measure->topology;
	char *path = memory_print("%s/%s", folder, programs[program].name);
	char *seconds = memory_print("budget=%.3f", budget);
	char *cpus = number_list("cpus", topology->processor,
				 topology->usable < 64 ? topology->usable : 64);
	char *threads =
		number_list("threads", measure->threads, measure->thread_count);
	char *caches = memory_print(
		"caches=%.0f,%.0f,%.0f", topology->cache[0].bytes,
		topology->cache[1].bytes, topology->cache[2].bytes);
	char *line = memory_print("line=%.0f", topology->line);
	char *page = memory_print("page=%.0f", topology->page);
	char *seed = memory_print("seed=%d", pass);
	const char *arguments[] = {path, seconds, cpus, threads, caches,
				   line, page,	  seed, NULL};
	const char *what = programs[program].what;
	struct text said = {0};
	bool good = measure->node ? said_there(measure, arguments, what, &said,
					       problem)
				  : said_here(arguments, &said);

	good = good && measure_take(measure, program, text_string(&said));
	if (!good && !problem->length && !process_interrupted())
		text_print(problem,
			   "the program that measures %s failed; is there "
			   "enough memory? see podium doctor",
			   what);
	text_free(&said);
	free(seed);
	free(page);
	free(line);
	free(caches);
	free(threads);
	free(cpus);
	free(seconds);
	free(path);
	return good;
}

#define LEAST_PASSES 3 /* from which on noise can be told */

/* What one program overruns, the later ones make up for. On many cores a pass
   may take longer than its part of the time: then there are fewer. */
static bool run_passes(struct measure *measure, const char *folder,
		       struct text *problem)
{
	for (int pass = 0; pass < measure->passes; pass++) {
		double left = measure->deadline - measure_now();
		double of_pass = left / (measure->passes - pass);

		if (pass >= LEAST_PASSES && left <= 0) {
			measure->passes = pass;
			break;
		}
		for (int i = 0; i < MEASURE_PROGRAMS; i++) {
			message_progress("measuring %s, pass %d of %d",
					 programs[i].what, pass + 1,
					 measure->passes);
			if (!run(measure, folder, i, pass,
				 of_pass * programs[i].share, problem))
				return false;
		}
	}
	return true;
}

static void find_libgomp(struct measure *measure, const char *folder)
{
	char *program =
		memory_print("%s/%s", folder, programs[MEASURE_THREADS].name);

	measure->libgomp = libgomp_version(program);
	free(program);
}

bool measure_run(struct measure *measure, struct text *problem)
{
	char *sources = measure_folder(problem);
	const char *folder = sources ? scratch_open(problem) : NULL;
	bool good = folder && compile_all(measure, sources, folder, problem);

	if (good && !measure->node)
		find_libgomp(measure, folder);
	good = good && run_passes(measure, folder, problem);
	message_progress(NULL);
	scratch_free();
	free(sources);
	return good;
}

/* ---- results ---- */

static double quantile(const double *values, int count, double share)
{
	double sorted[MEASURE_PASSES];

	memcpy(sorted, values, count * sizeof(*values));
	gsl_sort(sorted, 1, count);
	return gsl_stats_quantile_from_sorted_data(sorted, 1, count, share);
}

static void in_cycles(const struct measured *measured, double *cycles)
{
	for (int i = 0; i < measured->count; i++)
		cycles[i] = measured->value[i] / measured->clock[i];
}

double measured_nanoseconds(const struct measured *measured)
{
	return quantile(measured->value, measured->count, .5);
}

/*
 * A machine may have moods, as a virtual one whose two processors are now
 * halves of a core and now two: a median would be that of the one or of the
 * other, by chance. This lies between, and yet leaves outliers out.
 */
double measured_cycles(const struct measured *measured)
{
	double cycles[MEASURE_PASSES];
	int drop = measured->count / 4;
	double sum = 0;

	if (measured->count < 1)
		return 0;
	in_cycles(measured, cycles);
	gsl_sort(cycles, 1, measured->count);
	for (int i = drop; i < measured->count - drop; i++)
		sum += cycles[i];
	return sum / (measured->count - 2 * drop);
}

double measured_noise(const struct measured *measured)
{
	double cycles[MEASURE_PASSES];

	in_cycles(measured, cycles);
	return (quantile(cycles, measured->count, .75) -
		quantile(cycles, measured->count, .25)) /
	       2;
}

void measure_free(struct measure *measure)
{
	free(measure->list);
	free(measure->libgomp);
	measure->list = NULL;
	measure->libgomp = NULL;
	measure->count = 0;
}
