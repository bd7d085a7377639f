/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What threads cost each other: OpenMP's constructs in EPCC's way (J. M.
 * Bull, "Measuring synchronisation and scheduling overheads in OpenMP",
 * 1999), and lines that wander between cores.
 *
 * EPCC's way: the time of a repeated delay inside the construct less that of
 * the delay alone. Here each is sampled in rounds, and a sample begins with
 * a team that is warm and bound to its processors. For what only one thread
 * may do at a time the result is for one execution, by whichever thread: all
 * of them follow each other.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

#define DELAY 100	  /* cycles */
#define SHARED_LINES 128  /* that wander; 8 KiB */
#define DATA 64		  /* that are sent */
#define CHUNKS 64	  /* of a loop, for each thread */
#define SHARING_LINES 128 /* of which others write a part; 8 KiB */
#define APART 37	  /* lines, odd: no line is fetched beside another */

static struct {
	long value __attribute__((aligned(256)));
	long end __attribute__((aligned(256)));
} shared;

static long cells[SHARING_LINES * 8] __attribute__((aligned(256)));
static long lines[SHARED_LINES * 8] __attribute__((aligned(256)));
static long there[DATA] __attribute__((aligned(256)));
static long back[DATA] __attribute__((aligned(256)));

/* ---- the delay alone ---- */

static double run_delay(const struct probe *probe, long count)
{
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++)
		probe_delay(DELAY);
	return probe_now() - start;
}

/* ---- regions ---- */

static double run_region(const struct probe *probe, long count)
{
	double start;

	probe_pin_team(probe->threads);
	start = probe_now();
	for (long i = 0; i < count; i++) {
#pragma omp parallel num_threads(probe->threads)
		FENCE(&shared);
	}
	return probe_now() - start;
}

/*
 * Two threads, then all: libgomp ends the others for the one region, and makes
 * them anew for the next. These begin where the first one may run.
 */
static double run_resized(const struct probe *probe, long count)
{
	double start, seconds;

	probe_pin_team(probe->threads);
	probe_unpin();
	start = probe_now();
	for (long i = 0; i < count; i++) {
#pragma omp parallel num_threads(2)
		FENCE(&shared);
#pragma omp parallel num_threads(probe->threads)
		FENCE(&shared);
	}
	seconds = probe_now() - start;
	probe_pin(0);
	return seconds;
}

/* ---- inside a region ---- */

/* What a thread does, "count" times, with the rest of its team. */
typedef void (*part)(int threads, long count);

static double run_team(const struct probe *probe, long count)
{
	part work = *(const part *)probe->data;
	double start = 0, end = 0;

#pragma omp parallel num_threads(probe->threads)
	{
		probe_pin(omp_get_thread_num());
#pragma omp barrier
#pragma omp master
		start = probe_now();
		work(probe->threads, count);
#pragma omp barrier
#pragma omp master
		end = probe_now();
	}
	return end - start;
}

static void barrier_part(int threads, long count)
{
	(void)threads;
	for (long i = 0; i < count; i++) {
		probe_delay(DELAY);
#pragma omp barrier
	}
}

static void single_part(int threads, long count)
{
	(void)threads;
	for (long i = 0; i < count; i++) {
#pragma omp single
		probe_delay(DELAY);
	}
}

static void critical_part(int threads, long count)
{
	for (long i = 0; i < count; i += threads) {
#pragma omp critical
		probe_delay(DELAY);
	}
}

static omp_lock_t lock;

static void lock_part(int threads, long count)
{
	for (long i = 0; i < count; i += threads) {
		omp_set_lock(&lock);
		probe_delay(DELAY);
		omp_unset_lock(&lock);
	}
}

static void atomic_part(int threads, long count)
{
	for (long i = 0; i < count; i += threads) {
#pragma omp atomic
		shared.value++;
	}
}

static void ordered_part(int threads, long count)
{
	(void)threads;
#pragma omp for ordered schedule(static, 1)
	for (long i = 0; i < count; i++) {
#pragma omp ordered
		probe_delay(DELAY);
	}
}

/* ---- dispatch ---- */

/*
 * The count is that of loops. What chunks cost is what a loop of many takes
 * beyond the same loop with one for each thread, which begins and ends alike.
 */

static void static_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(static) nowait
		for (long j = 0; j < threads; j++)
			probe_delay(DELAY);
	}
}

static void dynamic_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(dynamic, 1) nowait
		for (long j = 0; j < CHUNKS * threads; j++)
			probe_delay(DELAY);
	}
}

static void undynamic_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(dynamic, CHUNKS) nowait
		for (long j = 0; j < CHUNKS * threads; j++)
			probe_delay(DELAY);
	}
}

/* A chunk of a static schedule is a loop of its own: beside a delay that
   would be hidden, and for one iteration GCC makes none. */
static void chunked_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(static, 2) nowait
		for (long j = 0; j < 2 * CHUNKS * threads; j++)
			KEEP(j);
	}
}

static void unchunked_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(static, 2 * CHUNKS) nowait
		for (long j = 0; j < 2 * CHUNKS * threads; j++)
			KEEP(j);
	}
}

static void guided_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(guided, 1) nowait
		for (long j = 0; j < CHUNKS * threads; j++)
			probe_delay(DELAY);
	}
}

static void unguided_part(int threads, long count)
{
	for (long i = 0; i < count; i++) {
#pragma omp for schedule(guided, CHUNKS) nowait
		for (long j = 0; j < CHUNKS * threads; j++)
			probe_delay(DELAY);
	}
}

/* How many chunks libgomp makes: each is the rest, divided and rounded up. */
static long guided_chunks(int threads)
{
	long left = CHUNKS * threads, chunks = 0;

	while (left > 0) {
		left -= (left + threads - 1) / threads;
		chunks++;
	}
	return chunks;
}

/* Chunks of a thread beyond its first, one by one. */
static double guided_share(int threads)
{
	return (double)threads / (double)(guided_chunks(threads) - threads);
}

/* ---- lines between cores ---- */

/* A number in every line, one after the other but not side by side. */
static void update_numbers(int first, int lines_of_it, int times)
{
	for (int i = 0; i < times; i++)
		for (int j = 0; j < lines_of_it; j++) {
			int line = j * APART % lines_of_it;

			(*(volatile long *)&cells[line * 8 + first])++;
		}
}

/* Each thread has a number of every line, as of columns dealt out in turn. */
static void false_part(int threads, long count)
{
	int me = omp_get_thread_num();

	(void)threads;
	for (long i = 0; i < count; i++)
		update_numbers(me % 8, SHARING_LINES, 1);
}

/* Each thread has lines of its own. */
static void true_part(int threads, long count)
{
	int each = SHARING_LINES / threads;
	int first = omp_get_thread_num() * each * 8;

	for (long i = 0; i < count; i++)
		update_numbers(first, each, threads);
}

static void update_lines(void)
{
	for (int i = 0; i < SHARED_LINES * 8; i += 8)
		(*(volatile long *)&lines[i])++;
}

/* Each time another thread updates the lines, or always the same. */
static void wander_part(int threads, long count)
{
	int me = omp_get_thread_num();

	for (long i = 0; i < count; i++) {
		if (i % threads == me)
			update_lines();
#pragma omp barrier
	}
}

static void stay_part(int threads, long count)
{
	int me = omp_get_thread_num();

	(void)threads;
	for (long i = 0; i < count; i++) {
		if (me == 0)
			update_lines();
#pragma omp barrier
	}
}

static void fill(long *data, long value)
{
	for (int i = 0; i < DATA; i++)
		((volatile long *)data)[i] = value;
}

/* A thread that does not run cannot answer: give way now and then. */
static void await(const long *data, long value)
{
	long spins = 0;

	while (__atomic_load_n(&data[DATA - 1], __ATOMIC_ACQUIRE) != value)
		if (++spins % 100000 == 0) {
#pragma omp taskyield
		}
}

/* There and back, counting on from the last sample. */
static void send_part(int threads, long count)
{
	long from = shared.end;

	(void)threads;
#pragma omp barrier
	for (long i = from + 1; i <= from + count; i++) {
		if (omp_get_thread_num() == 0) {
			fill(there, i);
			await(back, i);
		} else if (omp_get_thread_num() == 1) {
			await(there, i);
			fill(back, i);
		}
	}
#pragma omp barrier
#pragma omp master
	shared.end = from + count;
#pragma omp barrier
}

/* Products side by side, which fill the units of a core. */
static void busy_part(int threads, long count)
{
	double x[8] = {1, 1, 1, 1, 1, 1, 1, 1};

	(void)threads;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 8
		for (int j = 0; j < 8; j++) {
			x[j] *= 1.0000001;
			KEEP_FLOAT(x[j]);
		}
	}
}

/* The writing alone. */
static double run_fill(const struct probe *probe, long count)
{
	static long own[DATA];
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++)
		fill(own, i);
	return probe_now() - start;
}

/* c_w: the mean time between two stamps around a barrier. */
static double run_stamps(const struct probe *probe, long count)
{
	double sum = 0;

#pragma omp parallel num_threads(probe->threads) reduction(+ : sum)
	{
		probe_pin(omp_get_thread_num());
#pragma omp barrier
		for (long i = 0; i < count; i++) {
			double start = probe_now();

#pragma omp barrier
			sum += probe_now() - start;
		}
	}
	return sum / probe->threads;
}

/* ---- the table ---- */

static const struct row {
	const char *name; /* "@" and the number of threads follow */
	part work;
	const char *base; /* likewise, if it ends in "@" */
	double share;	  /* of what is left above the base: the result */
	bool shown, pair; /* only for two threads */
} rows[] = {
	{"barrier", barrier_part, "delay", 1, true, false},
	{"single", single_part, "delay", 1, true, false},
	{"critical", critical_part, "delay", 1, true, false},
	{"lock", lock_part, "delay", 1, true, false},
	{"atomic", atomic_part, "", 1, true, false},
	{"busy", busy_part, "", 1, true, false},
	{"ordered", ordered_part, "delay", 1, true, false},
	{"dispatch.static", static_part, "delay", 1, true, false},
	{"dispatch.static_chunk", chunked_part, "unchunked@", 1. / (CHUNKS - 1),
	 true, false},
	{"unchunked", unchunked_part, "", 1, false, false},
	{"dispatch.dynamic", dynamic_part, "undynamic@", 1. / (CHUNKS - 1),
	 true, false},
	{"undynamic", undynamic_part, "", 1, false, false},
	{"dispatch.guided", guided_part, "unguided@", 0, true, false},
	{"unguided", unguided_part, "", 1, false, false},
	{"false_sharing", false_part, "true_sharing@", 1. / SHARING_LINES, true,
	 true},
	{"true_sharing", true_part, "", 1, false, true},
	{"migration", wander_part, "stay@", 1. / SHARED_LINES, true, true},
	{"stay", stay_part, "", 1, false, true},
	{"there_and_back", send_part, "", 1, false, true},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void add_for(int threads)
{
	struct probe *probe = probe_add("region@%d", threads);

	probe->run = run_region;
	probe->threads = threads;
	probe = probe_add("c_w@%d", threads);
	probe->run = run_stamps;
	probe->threads = threads;
	for (unsigned i = 0; i < ROWS; i++) {
		if (rows[i].pair && threads != 2)
			continue;
		probe = probe_add("%s@%d", rows[i].name, threads);
		probe->run = run_team;
		probe->threads = threads;
		probe->data = (void *)&rows[i].work;
	}
}

static const struct probe *find_for(const char *name, int threads)
{
	char full[64];

	snprintf(full, sizeof(full), "%s@%d", name, threads);
	return probe_find(full);
}

static const struct probe *base_of(const struct row *row, int threads)
{
	static const struct probe nothing;
	char name[48];

	snprintf(name, sizeof(name), "%s", row->base);
	if (!*name)
		return &nothing;
	if (!strchr(name, '@'))
		return probe_find(name);
	name[strlen(name) - 1] = '\0';
	return find_for(name, threads);
}

/* A single thread takes all at once: a guided chunk is like a dynamic one. */
static void report_row(const struct row *row, int threads)
{
	const struct probe *probe = find_for(row->name, threads);
	const struct probe *base = base_of(row, threads);
	double share = row->share;

	if (share == 0 && threads == 1) {
		probe_report_less("dispatch.guided@1",
				  probe_find("dispatch.dynamic@1"),
				  probe_find("undynamic@1"), 1. / (CHUNKS - 1));
		return;
	}
	if (share == 0)
		share = guided_share(threads);
	if (row->pair)
		probe_report_less(row->name, probe, base, share);
	else
		probe_report_curve(row->name, probe, base, share);
}

static void report_for(int threads)
{
	probe_report_one(find_for("region", threads));
	probe_report_one(find_for("c_w", threads));
	for (unsigned i = 0; i < ROWS; i++)
		if (rows[i].shown && (!rows[i].pair || threads == 2))
			report_row(&rows[i], threads);
}

/* Half the way there and back, without the writing. */
static void report_send(void)
{
	const struct probe *both = probe_find("there_and_back@2");
	double one = both->value / 2 - probe_find("fill")->value;

	probe_report("send", one, both->spread);
}

static void add_resized(int threads)
{
	struct probe *probe = probe_add("resized");

	probe->run = run_resized;
	probe->threads = threads;
}

/* A thread that is ended and made anew, beyond both regions. */
static void report_rejoin(int threads)
{
	const struct probe *both = probe_find("resized");
	double more = both->value - find_for("region", threads)->value -
		      find_for("region", 2)->value;

	probe_report("rejoin", more / (threads - 2), both->spread);
}

int main(int argc, char **argv)
{
	struct probe *probe;
	int most;

	if (argc < 2 || !probe_arguments(argv + 1))
		return 2;
	omp_init_lock(&lock);
	probe_add_checks();
	probe = probe_add("delay");
	probe->run = run_delay;
	probe = probe_add("fill");
	probe->run = run_fill;
	for (int i = 0; i < probe_setup.thread_count; i++)
		add_for(probe_setup.threads[i]);
	most = probe_setup.threads[probe_setup.thread_count - 1];
	if (most > 2)
		add_resized(most);
	probe_measure();
	probe_report_checks();
	for (int i = 0; i < probe_setup.thread_count; i++)
		report_for(probe_setup.threads[i]);
	if (probe_find("there_and_back@2"))
		report_send();
	if (most > 2)
		report_rejoin(most);
	return 0;
}
