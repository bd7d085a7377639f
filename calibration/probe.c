/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Probes: small pieces of code that are timed in rounds.
 */
#include "probe.h"

#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLE 60e-6	/* seconds that a sample shall last */
#define MOST_ROUNDS 400 /* more do not change a decile */
#define LEAST_ROUNDS 5	/* even where the budget is spent */

struct probe_setup probe_setup;

static double begun; /* when the program was */
static struct probe probes[PROBE_MOST];
static int probe_count;
static double samples[PROBE_MOST][MOST_ROUNDS];

/* ---- arguments ---- */

static int read_numbers(const char *list, int *numbers)
{
	int count = 0;
	char *end;

	while (*list && count < PROBE_NUMBERS) {
		numbers[count++] = (int)strtol(list, &end, 10);
		if (end == list)
			return 0;
		list = end + (*end == ',');
	}
	return count;
}

static bool read_argument(const char *key, const char *value)
{
	struct probe_setup *setup = &probe_setup;

	if (strcmp(key, "budget") == 0)
		setup->budget = atof(value);
	else if (strcmp(key, "cpus") == 0)
		setup->cpu_count = read_numbers(value, setup->cpus);
	else if (strcmp(key, "threads") == 0)
		setup->thread_count = read_numbers(value, setup->threads);
	else if (strcmp(key, "caches") == 0)
		return sscanf(value, "%lf,%lf,%lf", &setup->cache[0],
			      &setup->cache[1], &setup->cache[2]) == 3;
	else if (strcmp(key, "line") == 0)
		setup->line = atoi(value);
	else if (strcmp(key, "page") == 0)
		setup->page = atoi(value);
	else if (strcmp(key, "seed") == 0)
		setup->seed = (unsigned)atoi(value);
	else
		return false;
	return true;
}

bool probe_arguments(char **arguments)
{
	struct probe_setup *setup = &probe_setup;

	for (; *arguments; arguments++) {
		char *equals = strchr(*arguments, '=');

		if (equals)
			*equals = '\0';
		if (!equals || !read_argument(*arguments, equals + 1)) {
			fprintf(stderr, "bad argument '%s'\n", *arguments);
			return false;
		}
	}
	if (setup->cpu_count < 1 || setup->thread_count < 1 ||
	    setup->line < 8 || setup->page < 1024 || setup->cache[0] < 1024 ||
	    setup->cache[1] < 1024 || setup->cache[2] < 1024) {
		fprintf(stderr, "arguments are missing\n");
		return false;
	}
	begun = probe_now();
	srand(setup->seed + 1);
	probe_pin(0);
	return true;
}

/* ---- time and place ---- */

double probe_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Where it is not allowed the thread stays where it is. */
void probe_pin(int number)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(probe_setup.cpus[number % probe_setup.cpu_count], &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void probe_unpin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (int i = 0; i < probe_setup.cpu_count; i++)
		CPU_SET(probe_setup.cpus[i], &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void probe_pin_team(int threads)
{
#pragma omp parallel num_threads(threads)
	probe_pin(omp_get_thread_num());
}

/* ---- the list ---- */

struct probe *probe_add(const char *format, ...)
{
	struct probe *probe = &probes[probe_count++];
	va_list arguments;

	if (probe_count > PROBE_MOST)
		abort();
	*probe = (struct probe){.units = 1, .threads = 1};
	va_start(arguments, format);
	vsnprintf(probe->name, sizeof(probe->name), format, arguments);
	va_end(arguments);
	return probe;
}

struct probe *probe_find(const char *name)
{
	for (int i = 0; i < probe_count; i++)
		if (strcmp(probes[i].name, name) == 0)
			return &probes[i];
	return NULL;
}

/* ---- measuring ---- */

/* How many make a sample long enough; this warms up as well. */
static void find_count(struct probe *probe)
{
	double seconds;

	probe->count = 1;
	for (;;) {
		probe->run(probe, probe->count);
		seconds = probe->run(probe, probe->count);
		if (seconds >= SAMPLE / 2 || probe->count >= 1L << 30)
			break;
		probe->count *= 2;
	}
}

static void shuffle(int *order, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int other = rand() % (i + 1);
		int swap = order[i];

		order[i] = order[other];
		order[other] = swap;
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The decile, and by how much the quarter of the samples is above it. */
static void summarize(struct probe *probe, double *values, int count)
{
	double scale = 1e9 / (probe->units * (double)probe->count);

	qsort(values, (size_t)count, sizeof(*values), compare);
	probe->value = values[count / 10] * scale;
	probe->median = values[count / 2] * scale;
	probe->spread = values[count / 10] > 0
				? values[count / 4] / values[count / 10] - 1
				: 1;
}

void probe_measure(void)
{
	int order[PROBE_MOST];
	int round;

	for (int i = 0; i < probe_count; i++) {
		order[i] = i;
		find_count(&probes[i]);
	}
	for (round = 0; round < MOST_ROUNDS; round++) {
		if (round >= LEAST_ROUNDS &&
		    probe_now() - begun > probe_setup.budget)
			break;
		shuffle(order, probe_count);
		for (int i = 0; i < probe_count; i++) {
			struct probe *probe = &probes[order[i]];

			samples[order[i]][round] =
				probe->run(probe, probe->count);
		}
	}
	for (int i = 0; i < probe_count; i++)
		summarize(&probes[i], samples[i], round);
}

/* ---- results ---- */

void probe_report(const char *name, double nanoseconds, double spread)
{
	printf("%s %.6g %.4f\n", name, nanoseconds, spread);
}

void probe_report_one(const struct probe *probe)
{
	probe_report(probe->name, probe->value, probe->spread);
}

void probe_report_matching(const char *beginning)
{
	for (int i = 0; i < probe_count; i++)
		if (strncmp(probes[i].name, beginning, strlen(beginning)) == 0)
			probe_report_one(&probes[i]);
}

void probe_report_less(const char *name, const struct probe *probe,
		       const struct probe *base, double factor)
{
	double left = probe->value - base->value;
	double noise =
		probe->value * probe->spread + base->value * base->spread;

	probe_report(name, left * factor,
		     left > 0 ? fmin(noise / left, 100) : 100);
}

void probe_report_curve(const char *name, const struct probe *probe,
			const struct probe *base, double factor)
{
	char full[64];

	snprintf(full, sizeof(full), "%s@%d", name, probe->threads);
	probe_report_less(full, probe, base, factor);
}

/* ---- checks ---- */

void probe_delay(long cycles)
{
	long x = 0;

	for (long i = 0; i < cycles; i++) {
		x += i;
		KEEP(x);
	}
}

/* Additions that wait for each other take a cycle each. */
static double run_clock(const struct probe *probe, long count)
{
	double start = probe_now();
	long x = 1;

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++) {
			x += i;
			KEEP(x);
		}
	}
	return probe_now() - start;
}

void probe_add_checks(void)
{
	static const char *const names[] = {"clock", "check.a", "check.b"};

	for (int i = 0; i < 3; i++) {
		struct probe *probe = probe_add("%s", names[i]);

		probe->run = run_clock;
		probe->units = 16;
	}
}

/* "check.load": how much longer the usual sample is than a quick one. */
void probe_report_checks(void)
{
	const struct probe *clock = probe_find("clock");

	probe_report_one(clock);
	probe_report_one(probe_find("check.a"));
	probe_report_one(probe_find("check.b"));
	probe_report("check.load", clock->median / clock->value, 0);
}
