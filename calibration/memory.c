/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lines, pages and sharing them cost.
 *
 * A line that comes from a level costs what a walk over a buffer that fits
 * there, and not in the level before, takes for each line beyond what the
 * same walk takes in the level before. So the costs of levels add up: a line
 * out of memory has missed in all of them. The buffers lie in huge pages where
 * the kernel gives them, since pages are measured apart.
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "probe.h"

#define LEVELS 4 /* the first is that of no misses */
#define STRIDES 4
#define HUGE_PAGE ((size_t)2 << 20)
#define MOST_BYTES ((long)192 << 20) /* of a thread */
#define MOST_THREADS 64
#define PAGE_COUNTS 20
#define NUMBERS 512
#define LINES 256 /* that a count of one walks */

#ifndef VECTOR_BYTES
#define VECTOR_BYTES 16
#endif

static const char *const level_names[LEVELS] = {"L1", "L2", "L3", "memory"};
static const char *const stride_names[STRIDES] = {"sequential", "near", "far",
						  "random"};
static const char *const busy_names[] = {"one", "all"};

static long bytes_of[2][LEVELS]; /* one thread at work, all of them */
static int all;			 /* threads when all are at work */
static char *buffers[MOST_THREADS];
static char *pages; /* of the usual size */

/* ---- buffers ---- */

static char *map(long bytes, int advice)
{
	char *start =
		mmap(NULL, (size_t)bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (start == MAP_FAILED)
		return NULL;
	start = (char *)(((uintptr_t)start + HUGE_PAGE - 1) & -HUGE_PAGE);
	madvise(start, (size_t)bytes, advice);
	return start;
}

/* Written by the thread that will read it: memory is near the first writer. */
static void touch(char *buffer, long bytes)
{
	for (long i = 0; i < bytes; i += 64)
		*(long *)(buffer + i) = i;
}

static long limited(double bytes)
{
	long whole = bytes > MOST_BYTES ? MOST_BYTES : (long)bytes;

	return whole / 8192 * 8192;
}

/*
 * Half of the first level; of the second a quarter, in case that a machine
 * does not tell which cores share it; of the third a part that is well beyond
 * the second and leaves room for other threads; more than all caches together.
 */
static void choose_sizes(void)
{
	const double *cache = probe_setup.cache;

	for (int busy = 0; busy < 2; busy++) {
		int threads = busy ? all : 1;
		double third = cache[2] / (2 * threads);

		bytes_of[busy][0] = limited(cache[0] / 2);
		bytes_of[busy][1] =
			limited(cache[1] / (cache[1] > 8 * cache[0] ? 4 : 2));
		bytes_of[busy][2] =
			limited(third < 4 * cache[1] && third > 2 * cache[1]
					? third
					: 4 * cache[1]);
		bytes_of[busy][3] = limited(3 * cache[2] / threads +
					    2 * cache[2] / (2 + threads));
	}
}

static bool make_buffers(void)
{
	bool good = true;
	long bytes = bytes_of[0][3] > bytes_of[1][3] ? bytes_of[0][3]
						     : bytes_of[1][3];

	if (bytes < bytes_of[1][2])
		bytes = bytes_of[1][2];
#pragma omp parallel num_threads(all)
	{
		int me = omp_get_thread_num();
		long mine = me ? bytes_of[1][3] : bytes;

		if (mine < bytes_of[1][2])
			mine = bytes_of[1][2];
		probe_pin(me);
		buffers[me] = map(mine, MADV_HUGEPAGE);
		if (buffers[me])
			touch(buffers[me], mine);
	}
	for (int i = 0; i < all; i++)
		good = good && buffers[i];
	return good;
}

/* ---- walks ---- */

/* Where a walk stands, so that the next sample goes on from there. */
struct place {
	long first, at;
};

static struct place places[PROBE_MOST][MOST_THREADS];

static inline void load(const char *place)
{
	long value = *(volatile const long *)place;

	KEEP(value);
}

/* One load of each line, those that are "step" bytes apart first. */
static void walk(const char *buffer, const struct probe *probe,
		 struct place *place, long lines)
{
	long step = probe->step;

	while (lines > 0) {
		long left = (probe->size - place->at + step - 1) / step;
		long now = left < lines ? left : lines;
		const char *at = buffer + place->at;

#pragma GCC unroll 8
		for (long i = 0; i < now; i++)
			load(at + i * step);
		lines -= now;
		place->at += now * step;
		if (place->at < probe->size)
			continue;
		place->first += probe_setup.line;
		if (place->first >= step)
			place->first = 0;
		place->at = place->first;
	}
}

/*
 * Jumps of a golden section: all lines once, neighbours at distant times, no
 * two in a page where a prefetcher would see them. Four jumps at a time, as
 * one waits for the one before.
 */
static void wander(const char *buffer, const struct probe *probe,
		   struct place *place, long lines)
{
	unsigned long line = (unsigned long)probe_setup.line;
	unsigned long mask = (unsigned long)probe->size - 1;
	unsigned long jump =
		(unsigned long)(0.6180339887 * (double)probe->size /
				(double)line);
	unsigned long at = (unsigned long)place->at;

	jump = (jump | 1) * line;
	for (; lines > 0; lines -= 4) {
		load(buffer + at);
		load(buffer + ((at + jump) & mask));
		load(buffer + ((at + 2 * jump) & mask));
		load(buffer + ((at + 3 * jump) & mask));
		at = (at + 4 * jump) & mask;
	}
	place->at = (long)at;
}

/* Places of several threads lie in one line: each goes on with its own copy. */
static void go(const struct probe *probe, int thread, long lines)
{
	struct place *kept =
		&places[(long)(probe - probe_find("clock"))][thread];
	struct place place = *kept;

	if (probe->step)
		walk(buffers[thread], probe, &place, lines);
	else
		wander(buffers[thread], probe, &place, lines);
	*kept = place;
}

/* Once around, if a cache shall hold it. */
static void warm(const struct probe *probe, int thread)
{
	if (probe->data)
		go(probe, thread, probe->size / probe_setup.line);
}

static double run_one(const struct probe *probe, long count)
{
	double start;

	warm(probe, 0);
	start = probe_now();
	go(probe, 0, count * LINES);
	return probe_now() - start;
}

/* All are warm and wait for each other before the time starts. */
static double run_all(const struct probe *probe, long count)
{
	double start = 0, end = 0;

#pragma omp parallel num_threads(probe->threads)
	{
		int me = omp_get_thread_num();

		probe_pin(me);
		warm(probe, me);
#pragma omp barrier
#pragma omp master
		start = probe_now();
		go(probe, me, count * LINES);
#pragma omp barrier
#pragma omp master
		end = probe_now();
	}
	return end - start;
}

static long power_below(long number)
{
	long power = 1;

	while (2 * power <= number)
		power *= 2;
	return power;
}

static void add_walk(int busy, int level, int stride)
{
	const long steps[STRIDES] = {probe_setup.line, 8L * probe_setup.line,
				     65L * probe_setup.line, 0};
	struct probe *probe =
		probe_add("transfer.%s.%s.%s", busy_names[busy],
			  level_names[level], stride_names[stride]);
	long turn;

	probe->run = busy ? run_all : run_one;
	probe->threads = busy ? all : 1;
	probe->size = bytes_of[busy][level];
	probe->step = steps[stride];
	if (probe->step == 0)
		probe->size = power_below(probe->size);
	probe->units = LINES;
	probe->data = level + 1 < LEVELS ? buffers : NULL;
	if (level > 0 || probe->step == 0)
		return;
	/* as many loads until it turns back as in the second level */
	turn = bytes_of[0][1] / probe->step * steps[0];
	probe->step = steps[0];
	if (turn < probe->size)
		probe->size = turn;
}

static void add_walks(void)
{
	for (int stride = 0; stride < STRIDES; stride++)
		add_walk(0, 0, stride);
	for (int busy = 0; busy < 2; busy++)
		for (int level = 1; level < LEVELS; level++)
			for (int stride = 0; stride < STRIDES; stride++)
				add_walk(busy, level, stride);
}

/* A core works with its first level as if it were alone. */
static const struct probe *base_of(int busy, int level, int stride)
{
	char name[64];

	snprintf(name, sizeof(name), "transfer.%s.%s.%s",
		 busy_names[level > 0 ? busy : 0], level_names[level],
		 stride_names[stride]);
	return probe_find(name);
}

static void report_walk(int busy, int level, int stride)
{
	const struct probe *probe = base_of(busy, level, stride);

	probe_report_less(probe->name, probe, base_of(busy, level - 1, stride),
			  1);
}

static void report_walks(void)
{
	for (int busy = 0; busy < 2; busy++)
		for (int level = 1; level < LEVELS; level++)
			for (int stride = 0; stride < STRIDES; stride++)
				report_walk(busy, level, stride);
}

/* ---- stores ---- */

/* Bytes from a line's beginning: every other vector is split. */
#define ASIDE 4

/* Half a line of 64 bytes, wherever it begins. */
typedef long vector __attribute__((vector_size(32), aligned(ASIDE)));

/* Several arrays, as most loops that write have. */
#define SWEEPS 4

/* Stores to lines that follow each other, begun at the probe's step. */
static double run_fill(const struct probe *probe, long count)
{
	static long at;
	long line = probe_setup.line, half = sizeof(vector);
	long apart = probe->size / SWEEPS;
	double start = probe_now();

	for (long i = 0; i < count * LINES / SWEEPS; i++) {
		char *place = buffers[0] + at + probe->step;

		for (long j = 0; j < SWEEPS * apart; j += apart)
			for (long k = 0; k < line; k += half)
				*(vector *)(void *)(place + j + k) =
					(vector){i, i, i, i};
		FENCE(place);
		at = at + 2 * line < apart ? at + line : 0;
	}
	return probe_now() - start;
}

/* Of the compiler's, wherever it begins. */
typedef long whole __attribute__((vector_size(VECTOR_BYTES), aligned(ASIDE)));

/* Vectors that begin within lines, a line of each row by turns. */
static inline void set_rows(char *place, long lines, long rows, long apart)
{
	long line = probe_setup.line, step = sizeof(whole);

	for (long i = 0; i < lines; i++, place += line) {
		for (long k = 0; k < line; k += step)
#pragma GCC unroll 4
			for (long j = 0; j < rows; j++)
				*(whole *)(void *)(place + j * apart + k) =
					(whole){i};
		FENCE(place);
	}
}

/* Again and again from the beginning of the rows, which lie in their cache. */
static inline double run_rows(const struct probe *probe, long count, long rows)
{
	long apart = probe->size / rows;
	long most = apart / probe_setup.line - 1;
	double start;

	set_rows(buffers[0] + ASIDE, most, rows, apart);
	start = probe_now();
	for (long left = count * LINES / rows; left > 0; left -= most)
		set_rows(buffers[0] + ASIDE, left < most ? left : most, rows,
			 apart);
	return probe_now() - start;
}

static double run_row(const struct probe *probe, long count)
{
	return run_rows(probe, count, 1);
}

static double run_turns(const struct probe *probe, long count)
{
	return run_rows(probe, count, SWEEPS);
}

static void add_fill(const char *how, int level, long step,
		     double (*run)(const struct probe *, long))
{
	struct probe *probe = probe_add("%s.%s", how, level_names[level]);

	probe->run = run;
	probe->size = bytes_of[0][level];
	probe->step = step;
	probe->units = LINES;
}

static void add_fills(void)
{
	for (int level = 0; level < 2; level++) {
		add_fill("filled", level, 0, run_fill);
		add_fill("split", level, ASIDE, run_fill);
		add_fill("row", level, ASIDE, run_row);
		add_fill("turns", level, ASIDE, run_turns);
	}
}

/* What a line from the second level costs beyond one of the first. */
static double fill_cost(const char *how)
{
	char first[16], second[16];

	snprintf(first, sizeof(first), "%s.L1", how);
	snprintf(second, sizeof(second), "%s.L2", how);
	return probe_find(second)->value - probe_find(first)->value;
}

static void report_fills(void)
{
	double spread = probe_find("filled.L2")->spread;
	double whole = fill_cost("filled");
	double read = base_of(0, 1, 0)->value - base_of(0, 0, 0)->value;

	probe_report("written", whole - read, spread);
	probe_report("split", fill_cost("split") - whole, spread);
	probe_report("turns", fill_cost("turns") - fill_cost("row"),
		     probe_find("turns.L2")->spread);
}

/* ---- pages ---- */

static const int page_counts[PAGE_COUNTS] = {
	16,  32,  48,	64,   80,   96,	  128,	192,  256,  384,
	512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288};

/* Few pages, and numbers beyond the first and the second level of all
   machines of these years. */
static const int plateaus[3] = {0, 10, PAGE_COUNTS - 1};

/*
 * A line of each page, each time another, so that sets of a cache do not
 * fill; or as many lines side by side. Without waiting for each other, for
 * what a miss costs a loop ...
 */
static double run_pages(const struct probe *probe, long count)
{
	double start = probe_now();

	for (long i = 0; i < count; i++)
		for (long j = 0; j < probe->size; j++) {
			const char *place = pages + j * probe->step;
			long value = *(volatile const long *)place;

			KEEP(value);
		}
	return probe_now() - start;
}

/* ... and each load waiting for the one before, which shows misses best. */
static double run_chase(const struct probe *probe, long count)
{
	double start = probe_now();
	long zero = 0;

	for (long i = 0; i < count; i++)
		for (long j = 0; j < probe->size; j++) {
			const char *place = pages + j * probe->step + zero;

			zero = *(volatile const long *)place;
		}
	return probe_now() - start;
}

static void add_page_probe(const char *kind, int pages_count, bool apart,
			   bool waits)
{
	struct probe *probe = probe_add("%s.%d", kind, pages_count);

	probe->run = waits ? run_chase : run_pages;
	probe->size = pages_count;
	probe->step = probe_setup.line + (apart ? probe_setup.page : 0);
	probe->units = pages_count;
}

static bool add_pages(void)
{
	int most = page_counts[PAGE_COUNTS - 1];
	long bytes = (long)(most + 1) * (probe_setup.page + probe_setup.line);

	pages = map(bytes, MADV_NOHUGEPAGE);
	if (!pages)
		return false;
	for (long i = 0; i < bytes; i += 8)
		*(long *)(pages + i) = 0;
	for (int i = 0; i < PAGE_COUNTS; i++) {
		add_page_probe("chase", page_counts[i], true, true);
		add_page_probe("chase-lines", page_counts[i], false, true);
	}
	for (int i = 0; i < 3; i++) {
		int count = page_counts[plateaus[i]];

		add_page_probe("pages", count, true, false);
		add_page_probe("lines", count, false, false);
	}
	return true;
}

static double page_cost(const char *kind, const char *base, int i)
{
	char apart[32], dense[32];

	snprintf(apart, sizeof(apart), "%s.%d", kind, page_counts[i]);
	snprintf(dense, sizeof(dense), "%s.%d", base, page_counts[i]);
	return probe_find(apart)->value - probe_find(dense)->value;
}

static double chase_cost(int i)
{
	return page_cost("chase", "chase-lines", i);
}

/*
 * The number of pages, from that at "first" on, at which the cost begins to
 * rise to what it is on average from "high" to "last": a quarter of the way
 * up. 0 where it does not rise.
 */
static double where_it_rises(int first, int high, int last)
{
	double before = chase_cost(first);
	double limit = 0;

	for (int i = high; i <= last; i++)
		limit += chase_cost(i) / (last - high + 1);
	limit = before + (limit - before) / 4;
	for (int i = first + 1; i <= last && before < limit; i++) {
		double after = chase_cost(i);

		if (after >= limit)
			return page_counts[i - 1] +
			       (limit - before) / (after - before) *
				       (page_counts[i] - page_counts[i - 1]);
		before = after;
	}
	return 0;
}

static void report_pages(void)
{
	double few = page_cost("pages", "lines", plateaus[0]);
	double many = page_cost("pages", "lines", plateaus[1]);
	double most = page_cost("pages", "lines", plateaus[2]);

	probe_report("tlb.L1.cycles", many - few,
		     probe_find("pages.512")->spread);
	probe_report("tlb.L2.cycles", most - many,
		     probe_find("pages.12288")->spread);
	probe_report("tlb.L1.entries", where_it_rises(0, 6, 9), 0);
	probe_report("tlb.L2.entries",
		     where_it_rises(10, PAGE_COUNTS - 2, PAGE_COUNTS - 1), 0);
}

/* ---- r of the time models ---- */

/*
 * An operation that waits for the one before, each on a line of that level.
 * The paper takes off an empty loop; here counting goes on beside the chain
 * and costs nothing.
 */
static double run_numbers(const struct probe *probe, long count)
{
	const double *numbers = (const void *)buffers[0];
	long length = probe->size / (long)sizeof(double);
	static long at;
	double start, sum = 0;

	if (probe->data)
		for (long i = 0; i < length; i += 8)
			sum += *(volatile const double *)&numbers[i];
	start = probe_now();
	for (long i = 0; i < count * NUMBERS; i++) {
		at += 8;
		if (at >= length)
			at = 0;
		sum += numbers[at];
		KEEP_FLOAT(sum);
	}
	return probe_now() - start;
}

static void add_numbers(void)
{
	for (int level = 0; level < LEVELS; level++) {
		struct probe *probe = probe_add("r.%s", level_names[level]);

		probe->run = run_numbers;
		probe->size = bytes_of[0][level];
		probe->units = NUMBERS;
		probe->data = level + 1 < LEVELS ? buffers : NULL;
	}
}

static void report_numbers(void)
{
	for (int level = 0; level < LEVELS; level++) {
		char name[32];

		snprintf(name, sizeof(name), "r.%s", level_names[level]);
		probe_report_one(probe_find(name));
	}
}

int main(int argc, char **argv)
{
	if (argc < 2 || !probe_arguments(argv + 1))
		return 2;
	all = probe_setup.threads[probe_setup.thread_count - 1];
	if (all > MOST_THREADS)
		all = MOST_THREADS;
	choose_sizes();
	if (!make_buffers())
		return 1;
	probe_add_checks();
	add_walks();
	add_fills();
	add_numbers();
	if (!add_pages())
		return 1;
	probe_measure();
	probe_report_checks();
	report_walks();
	report_fills();
	report_numbers();
	report_pages();
	return 0;
}
