/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What synchronisation costs programs: the six variants of a reduction by
 * which Niculescu, Serban and Vescan weigh mechanisms (2022), for OpenMP and
 * POSIX threads, and programs that podium calibrate --sync has written.
 *
 * n threads add n numbers along a tree, or one after the other. Each sample
 * is of a warm team; every time begins with a barrier, also that of the
 * variant which does not synchronise and to which the others are compared.
 */
#include "sync.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "probe.h"

#define SPINS 100 /* before a thread gives way */

/* ---- the reduction ---- */

/* What a thread holds. There are two of each, used in turn: nobody who is one
   time behind reads what was written for the next. */
struct cell {
	volatile long number __attribute__((aligned(64)));
	volatile long posted, answered; /* times */
	pthread_mutex_t guard;
	pthread_cond_t posting;
};

static struct cell cells[2][SYNC_THREADS];
static long total; /* over all times, of those that use no tree */

/* Where there are more threads than processors the other may not run. */
static void give_way(long *spins)
{
	if (++*spins % SPINS == 0)
		sched_yield();
}

static void none(struct cell *cell, int me, int threads, long turn)
{
	(void)turn;
	for (int step = 1; step < threads; step *= 2)
		if (me % (2 * step) == 0)
			cell[me].number += cell[me + step].number;
}

/* V1 */
static void by_barriers(struct cell *cell, int me, int threads, long turn)
{
	(void)turn;
	for (int step = 1; step < threads; step *= 2) {
		if (me % (2 * step) == 0)
			cell[me].number += cell[me + step].number;
#pragma omp barrier
	}
}

/* V2 */
static void by_waiting(struct cell *cell, int me, int threads, long turn)
{
	long spins = 0;

	for (int step = 1; step < threads; step *= 2) {
		if (me % (2 * step) != 0) {
#pragma omp flush
			cell[me].posted = turn;
			return;
		}
		while (cell[me + step].posted != turn)
			give_way(&spins);
#pragma omp flush
		cell[me].number += cell[me + step].number;
	}
}

/* V3 */
static void by_conditions(struct cell *cell, int me, int threads, long turn)
{
	for (int step = 1; step < threads; step *= 2) {
		struct cell *of = &cell[me % (2 * step) ? me : me + step];

		pthread_mutex_lock(&of->guard);
		if (of == &cell[me]) {
			of->posted = turn;
			pthread_cond_signal(&of->posting);
			pthread_mutex_unlock(&of->guard);
			return;
		}
		while (of->posted != turn)
			pthread_cond_wait(&of->posting, &of->guard);
		pthread_mutex_unlock(&of->guard);
		cell[me].number += of->number;
	}
}

/* V4: both know that the other has been there. */
static void by_exchange(struct cell *cell, int me, int threads, long turn)
{
	long spins = 0;

	for (int step = 1; step < threads; step *= 2) {
		if (me % (2 * step) != 0) {
#pragma omp flush
			cell[me].posted = turn;
			while (cell[me].answered != turn)
				give_way(&spins);
			return;
		}
		while (cell[me + step].posted != turn)
			give_way(&spins);
#pragma omp flush
		cell[me].number += cell[me + step].number;
		cell[me + step].answered = turn;
	}
}

/* V5 */
static void by_critical(struct cell *cell, int me, int threads, long turn)
{
	(void)threads, (void)turn;
#pragma omp critical
	total += cell[me].number;
}

/* V6 */
static void by_lock(struct cell *cell, int me, int threads, long turn)
{
	(void)threads, (void)turn;
	omp_set_lock(&lock);
	total += cell[me].number;
	omp_unset_lock(&lock);
}

static const struct variant {
	const char *name;
	void (*reduce)(struct cell *cell, int me, int threads, long turn);
	enum { NOTHING, TREE, TOTAL } result;
} variants[] = {
	{"none", none, NOTHING},	{"barrier", by_barriers, TREE},
	{"wait", by_waiting, TREE},	{"condition", by_conditions, TREE},
	{"ordered", by_exchange, TREE}, {"critical", by_critical, TOTAL},
	{"lock", by_lock, TOTAL},
};

#define VARIANTS (sizeof(variants) / sizeof(variants[0]))

static const int sizes[] = {32, 1024};

static long turns; /* of all variants */

/* n (n + 1) / 2, or that of all times; else no figure is worth anything. */
static bool is_right(const struct variant *variant, int threads, long count,
		     long before)
{
	long sum = (long)threads * (threads + 1) / 2;

	if (variant->result == TREE)
		return cells[turns % 2][0].number == sum;
	return variant->result == NOTHING || total - before == count * sum;
}

static double run_variant(const struct probe *probe, long count)
{
	const struct variant *variant = probe->data;
	int threads = probe->threads;
	long first = turns, before = total;
	double start = 0, end = 0;

#pragma omp parallel num_threads(threads)
	{
		int me = omp_get_thread_num();

		probe_pin(me);
#pragma omp barrier
#pragma omp master
		start = probe_now();
		for (long turn = first + 1; turn <= first + count; turn++) {
			cells[turn % 2][me].number = me + 1;
#pragma omp barrier
			variant->reduce(cells[turn % 2], me, threads, turn);
		}
#pragma omp barrier
#pragma omp master
		end = probe_now();
	}
	turns = first + count;
	if (!is_right(variant, threads, count, before)) {
		fprintf(stderr, "%s is wrong\n", probe->name);
		exit(1);
	}
	return end - start;
}

/* ---- the programs ---- */

long shared[8] __attribute__((aligned(64)));
omp_lock_t lock;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static struct {
	volatile long of[8] __attribute__((aligned(64)));
} own[SYNC_THREADS];

/* "size" is that of the program, "step" is 1 if it runs alone. */
static double run_program(const struct probe *probe, long count)
{
	static long turns_of[PROBE_MOST];
	const struct sync_program *program = &sync_programs[probe->size];
	sync_work *work = probe->step ? program->alone : program->run;
	int threads = probe->threads;
	long *turn = &turns_of[probe->size], first = *turn;
	double start = 0, end = 0;

#pragma omp parallel num_threads(threads)
	{
		int me = omp_get_thread_num();

		probe_pin(me);
#pragma omp barrier
#pragma omp master
		start = probe_now();
		for (long i = 1; i <= count; i++) {
#pragma omp barrier
			work(me, threads, first + i, own[me].of);
		}
#pragma omp barrier
#pragma omp master
		end = probe_now();
	}
	if (!probe->step)
		*turn += count;
	return end - start;
}

/* ---- the table ---- */

static void prepare(void)
{
	omp_init_lock(&lock);
	for (int i = 0; i < SYNC_THREADS; i++)
		for (int j = 0; j < 2; j++) {
			pthread_mutex_init(&cells[j][i].guard, NULL);
			pthread_cond_init(&cells[j][i].posting, NULL);
		}
}

static void add_variants(int threads)
{
	for (unsigned i = 0; i < VARIANTS; i++) {
		struct probe *probe =
			probe_add("tree.%s@%d", variants[i].name, threads);

		probe->run = run_variant;
		probe->threads = threads;
		probe->data = (void *)&variants[i];
	}
}

static void add_program(int number, int threads)
{
	static const char *const names[] = {"program", "alone"};

	for (int i = 0; i < 2; i++) {
		struct probe *probe =
			probe_add("%s.%d@%d", names[i], number, threads);

		probe->run = run_program;
		probe->threads = threads;
		probe->size = number;
		probe->step = i;
	}
}

int main(int argc, char **argv)
{
	int threads;

	if (argc < 2 || !probe_arguments(argv + 1))
		return 2;
	threads = probe_setup.threads[probe_setup.thread_count - 1];
	prepare();
	probe_add_checks();
	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		add_variants(sizes[i]);
	for (int i = 0; i < sync_program_count; i++)
		add_program(i, threads);
	probe_measure();
	probe_report_checks();
	probe_report_matching("tree.");
	probe_report_matching("program.");
	probe_report_matching("alone.");
	return 0;
}
