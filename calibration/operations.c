/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What operations cost: alone in a chain, many at a time, in vectors.
 *
 * The kernels are macros because each must be compiled anew for its type and
 * its operation: a call or a table in the loop would be what is measured.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

#ifndef VECTOR_BYTES
#define VECTOR_BYTES 16
#endif

/* Of floating-point numbers and vectors, as the compiler may use them. */
#if !defined(__x86_64__)
#define REGISTERS 32
#elif VECTOR_BYTES == 64
#define REGISTERS 32
#else
#define REGISTERS 16
#endif

#define WIDTH 4096 /* bytes of an array, well within the first level */

typedef uint32_t i32;
typedef uint64_t i64;
typedef float f32;
typedef double f64;
typedef i32 vector_i32 __attribute__((vector_size(VECTOR_BYTES)));
typedef i64 vector_i64 __attribute__((vector_size(VECTOR_BYTES)));
typedef f32 vector_f32 __attribute__((vector_size(VECTOR_BYTES)));
typedef f64 vector_f64 __attribute__((vector_size(VECTOR_BYTES)));

/* Values stay where operations take their usual time: c divided by x gives
   an x that can be divided by again, a root never comes to 1. */
#define ADD(x, y, c) ((x) + (y))
#define MUL(x, y, c) ((x) * (y))
#define DIV(x, y, c) ((c) / (x))
#define SQRT_f32(x, y, c) (sqrtf(x) + (y))
#define SQRT_f64(x, y, c) (sqrt(x) + (y))
#define MATH_f32(x, y, c) expf(-(x))
#define MATH_f64(x, y, c) exp(-(x))

#define START_i32 31623
#define START_i64 1000000007
#define START_f32 1.125f
#define START_f64 1.125
#define STEP_i32 3
#define STEP_i64 3
#define STEP_f32 1.0625f
#define STEP_f64 1.0625
#define TOP_i32 1000000000
#define TOP_i64 1000000000000000000
#define TOP_f32 1.75f
#define TOP_f64 1.75
#define KEEP_i32 KEEP
#define KEEP_i64 KEEP
#define KEEP_f32 KEEP_FLOAT
#define KEEP_f64 KEEP_FLOAT

/* A constant of the type, vectors filled with it, that GCC does not know. */
#define CONSTANT(variable, type, keep, value)                                  \
	type variable = (type){0} + (value);                                   \
	keep(variable)

#define AGAIN(x, operation, keep)                                              \
	x = operation(x, y, c);                                                \
	keep(x)

/* Each operation waits for the one before. */
#define CHAIN(name, type, element, operation, keep)                            \
	static double name(const struct probe *probe, long count)              \
	{                                                                      \
		CONSTANT(x, type, keep, START_##element);                      \
		CONSTANT(y, type, keep, STEP_##element);                       \
		CONSTANT(c, type, keep, TOP_##element);                        \
		double start = probe_now();                                    \
                                                                               \
		(void)probe;                                                   \
		for (long i = 0; i < count; i++) {                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
			AGAIN(x, operation, keep);                             \
		}                                                              \
		(void)y;                                                       \
		(void)c;                                                       \
		return probe_now() - start;                                    \
	}

/* Eight such chains; an array of them would lie in memory. */
#define CHAINS(name, type, element, operation, keep)                           \
	static double name(const struct probe *probe, long count)              \
	{                                                                      \
		CONSTANT(x0, type, keep, START_##element);                     \
		CONSTANT(x1, type, keep, START_##element);                     \
		CONSTANT(x2, type, keep, START_##element);                     \
		CONSTANT(x3, type, keep, START_##element);                     \
		CONSTANT(x4, type, keep, START_##element);                     \
		CONSTANT(x5, type, keep, START_##element);                     \
		CONSTANT(x6, type, keep, START_##element);                     \
		CONSTANT(x7, type, keep, START_##element);                     \
		CONSTANT(y, type, keep, STEP_##element);                       \
		CONSTANT(c, type, keep, TOP_##element);                        \
		double start = probe_now();                                    \
                                                                               \
		(void)probe;                                                   \
		for (long i = 0; i < count; i++) {                             \
			AGAIN(x0, operation, keep);                            \
			AGAIN(x1, operation, keep);                            \
			AGAIN(x2, operation, keep);                            \
			AGAIN(x3, operation, keep);                            \
			AGAIN(x4, operation, keep);                            \
			AGAIN(x5, operation, keep);                            \
			AGAIN(x6, operation, keep);                            \
			AGAIN(x7, operation, keep);                            \
		}                                                              \
		(void)y;                                                       \
		(void)c;                                                       \
		return probe_now() - start;                                    \
	}

#define SCALAR(name, element, operation)                                       \
	CHAIN(name##_##element##_latency, element, element, operation,         \
	      KEEP_##element)                                                  \
	CHAINS(name##_##element##_throughput, element, element, operation,     \
	       KEEP_##element)
#define ARITHMETIC(name, element, operation)                                   \
	SCALAR(name, element, operation)                                       \
	CHAINS(name##_##element##_vector, vector_##element, element,           \
	       operation, KEEP_FLOAT)

ARITHMETIC(add, i32, ADD)
ARITHMETIC(add, i64, ADD)
ARITHMETIC(add, f32, ADD)
ARITHMETIC(add, f64, ADD)
ARITHMETIC(mul, i32, MUL)
ARITHMETIC(mul, i64, MUL)
ARITHMETIC(mul, f32, MUL)
ARITHMETIC(mul, f64, MUL)
ARITHMETIC(div, i32, DIV)
ARITHMETIC(div, i64, DIV)
ARITHMETIC(div, f32, DIV)
ARITHMETIC(div, f64, DIV)
SCALAR(sqrt, f32, SQRT_f32)
SCALAR(sqrt, f64, SQRT_f64)
SCALAR(math, f32, MATH_f32)
SCALAR(math, f64, MATH_f64)

/* Roots and functions in vectors are left to the compiler, as in programs. */
static f32 in_f32[WIDTH / sizeof(f32)] __attribute__((aligned(64)));
static f32 out_f32[WIDTH / sizeof(f32)] __attribute__((aligned(64)));
static f64 in_f64[WIDTH / sizeof(f64)] __attribute__((aligned(64)));
static f64 out_f64[WIDTH / sizeof(f64)] __attribute__((aligned(64)));

#define OVER_ARRAY(name, element, function)                                    \
	static double name(const struct probe *probe, long count)              \
	{                                                                      \
		double start = probe_now();                                    \
                                                                               \
		(void)probe;                                                   \
		for (long i = 0; i < count; i++) {                             \
			for (unsigned j = 0; j < WIDTH / sizeof(element); j++) \
				out_##element[j] = function(in_##element[j]);  \
			FENCE(out_##element);                                  \
		}                                                              \
		return probe_now() - start;                                    \
	}

OVER_ARRAY(sqrt_f32_vector, f32, sqrtf)
OVER_ARRAY(sqrt_f64_vector, f64, sqrt)
OVER_ARRAY(math_f32_vector, f32, expf)
OVER_ARRAY(math_f64_vector, f64, exp)

/* ---- loads, stores, anything ---- */

static volatile long cells[16];
static volatile int marks[16];

static double run_load(const struct probe *probe, long count)
{
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++) {
			long value = cells[j];

			KEEP(value);
		}
	}
	return probe_now() - start;
}

static double run_store(const struct probe *probe, long count)
{
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++)
			cells[j] = i;
	}
	return probe_now() - start;
}

/* Whole vectors, none of which reaches from line to line. */
static double run_vector_load(const struct probe *probe, long count)
{
	double start = probe_now();
	const vector_f64 *place = (const vector_f64 *)in_f64;

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++) {
			vector_f64 value = place[j];

			KEEP_FLOAT(value);
		}
		FENCE(place);
	}
	return probe_now() - start;
}

static double run_vector_store(const struct probe *probe, long count)
{
	double start = probe_now();
	vector_f64 *place = (vector_f64 *)out_f64;
	vector_f64 value = {0};

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++)
			place[j] = value;
		FENCE(place);
	}
	return probe_now() - start;
}

/* A vector is loaded where it was stored just before, and added to. */
static double run_forwarding(const struct probe *probe, long count)
{
	double start = probe_now();
	vector_f64 *place = (vector_f64 *)out_f64;
	vector_f64 step = {0};

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 8
		for (int j = 0; j < 8; j++) {
			*place += step;
			FENCE(place);
		}
	}
	return probe_now() - start;
}

/* A product is added to the sum of those before; it waits for nothing. */
static double run_fma(const struct probe *probe, long count)
{
	double start = probe_now();
	double sum = 0, factor = .5;

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 8
		for (int j = 0; j < 8; j++) {
			KEEP_FLOAT(factor);
			sum += factor * factor;
		}
		KEEP_FLOAT(sum);
	}
	return probe_now() - start;
}

/* Products and sums by turns, none of which waits for another. */
static double run_mixed(const struct probe *probe, long count)
{
	CONSTANT(step, double, KEEP_FLOAT, 1);
	double sums[7] = {0};
	double products[7] = {1, 1, 1, 1, 1, 1, 1};
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 7
		for (int j = 0; j < 7; j++) {
			sums[j] += step;
			KEEP_FLOAT(sums[j]);
			products[j] *= step;
			KEEP_FLOAT(products[j]);
		}
	}
	return probe_now() - start;
}

/* Six operations of three kinds that need not wait for each other. */
static double run_issue(const struct probe *probe, long count)
{
	double start = probe_now();
	long a = 1, b = 2, c = 3, d = 4;

	(void)probe;
	for (long i = 0; i < count; i++) {
#pragma GCC unroll 4
		for (int j = 0; j < 4; j++) {
			long value = cells[j];

			KEEP(value);
			a += 3;
			KEEP(a);
			b ^= 5;
			KEEP(b);
			c += 7;
			KEEP(c);
			d ^= 9;
			KEEP(d);
			marks[j] = 1;
		}
	}
	return probe_now() - start;
}

static double run_time_stamp(const struct probe *probe, long count)
{
	double start = probe_now();

	(void)probe;
	for (long i = 0; i < count; i++)
		probe_now();
	return probe_now() - start;
}

/* ---- branches ---- */

/* More than a core learns by heart. */
#define BRANCHES (1 << 17)
#define AT_ONCE 64 /* bits of a word: no load is waited for */

static uint64_t taken[2][BRANCHES / AT_ONCE]; /* never, and by chance */

static double branch(const uint64_t *list, long count)
{
	double start = probe_now();
	long yes = 0, no = 0;

	for (long i = 0; i < count; i++)
		for (int j = 0; j < BRANCHES / AT_ONCE; j++) {
			uint64_t word = list[j];

#pragma GCC unroll 64
			for (int k = 0; k < AT_ONCE; k++, word >>= 1)
				if (word & 1) {
					yes++;
					KEEP(yes);
				} else {
					no--;
					KEEP(no);
				}
		}
	return probe_now() - start;
}

static double run_foreseen(const struct probe *probe, long count)
{
	(void)probe;
	return branch(taken[0], count);
}

static double run_surprising(const struct probe *probe, long count)
{
	(void)probe;
	return branch(taken[1], count);
}

static void toss(void)
{
	for (int i = 0; i < BRANCHES; i++)
		taken[1][i / AT_ONCE] |= (uint64_t)(rand() >> 8 & 1)
					 << i % AT_ONCE;
}

/* ---- operations in flight ---- */

/*
 * Two loads that miss all caches, each in a chain of its own, and a number
 * of operations between them (H. Wong, "Measuring reorder buffer capacity",
 * 2013): as long as both loads are in flight together they take the time of
 * one; with too many operations between them that of two. Of those that need
 * what was loaded, and so wait for it, a core has room for fewer.
 */
#define WINDOWS 10
#define WAITS 9

static void **chase;	 /* a circle through all of it, in random order */
static void **places[2]; /* where the two chains stand */

/* Integers and numbers by turns, as loops have them: there are fewer registers
   of either kind than operations in flight. */
#define ADDITIONS(adds, loaded)                                                \
	_Pragma("GCC unroll 800") for (int j = 0; j < adds; j += 8)            \
	{                                                                      \
		a++;                                                           \
		KEEP(a);                                                       \
		w += step;                                                     \
		KEEP_FLOAT(w);                                                 \
		b++;                                                           \
		KEEP(b);                                                       \
		x += step;                                                     \
		KEEP_FLOAT(x);                                                 \
		c++;                                                           \
		KEEP(c);                                                       \
		y += step;                                                     \
		KEEP_FLOAT(y);                                                 \
		d++;                                                           \
		KEEP(d);                                                       \
		z += step;                                                     \
		KEEP_FLOAT(z);                                                 \
	}

/* None of them waits for another. */
#define WAITING(adds, loaded)                                                  \
	x = (double)(long)loaded;                                              \
	_Pragma("GCC unroll 800") for (int j = 0; j < adds; j += 2)            \
	{                                                                      \
		a = (long)loaded + b;                                          \
		KEEP(a);                                                       \
		KEEP(b);                                                       \
		w = x + step;                                                  \
		KEEP_FLOAT(w);                                                 \
		KEEP_FLOAT(step);                                              \
	}

#define WINDOW(name, adds, fill)                                               \
	static double name##_##adds(const struct probe *probe, long count)     \
	{                                                                      \
		void **p = places[0], **q = places[1];                         \
		double start = probe_now();                                    \
		long a = 0, b = 0, c = 0, d = 0;                               \
		double w = 0, x = 0, y = 0, z = 0, step = 1;                   \
                                                                               \
		(void)probe;                                                   \
		KEEP_FLOAT(step);                                              \
		for (long i = 0; i < count; i++) {                             \
			p = *(void *volatile *)p;                              \
			fill(adds, p) q = *(void *volatile *)q;                \
			fill(adds, q)                                          \
		}                                                              \
		places[0] = p;                                                 \
		places[1] = q;                                                 \
		(void)a, (void)b, (void)c, (void)d;                            \
		(void)w, (void)x, (void)y, (void)z;                            \
		return probe_now() - start;                                    \
	}

WINDOW(window, 16, ADDITIONS)
WINDOW(window, 96, ADDITIONS)
WINDOW(window, 128, ADDITIONS)
WINDOW(window, 160, ADDITIONS)
WINDOW(window, 192, ADDITIONS)
WINDOW(window, 224, ADDITIONS)
WINDOW(window, 288, ADDITIONS)
WINDOW(window, 384, ADDITIONS)
WINDOW(window, 512, ADDITIONS)
WINDOW(window, 768, ADDITIONS)

WINDOW(wait, 8, WAITING)
WINDOW(wait, 24, WAITING)
WINDOW(wait, 48, WAITING)
WINDOW(wait, 64, WAITING)
WINDOW(wait, 96, WAITING)
WINDOW(wait, 128, WAITING)
WINDOW(wait, 160, WAITING)
WINDOW(wait, 192, WAITING)
WINDOW(wait, 256, WAITING)

/* By size, which is that of the name. */
struct window {
	int size;
	double (*run)(const struct probe *, long);
};

static const struct window windows[WINDOWS] = {
	{16, window_16},   {96, window_96},   {128, window_128},
	{160, window_160}, {192, window_192}, {224, window_224},
	{288, window_288}, {384, window_384}, {512, window_512},
	{768, window_768}};
static const struct window waits[WAITS] = {
	{8, wait_8},	 {24, wait_24},	  {48, wait_48},
	{64, wait_64},	 {96, wait_96},	  {128, wait_128},
	{160, wait_160}, {192, wait_192}, {256, wait_256}};

/* A circle through all lines, in an order that no prefetcher guesses. */
static bool make_chase(void)
{
	size_t lines = (size_t)(3 * probe_setup.cache[2]) / 64;
	size_t step = sizeof(double[8]) / sizeof(void *);
	size_t *order;

	if (lines > 1 << 21)
		lines = 1 << 21;
	chase = aligned_alloc(4096, lines * 64 / 4096 * 4096 + 4096);
	order = malloc(lines * sizeof(*order));
	if (!chase || !order)
		return false;
	for (size_t i = 0; i < lines; i++)
		order[i] = i;
	for (size_t i = lines - 1; i > 0; i--) {
		size_t j = ((size_t)rand() << 16 ^ (size_t)rand()) % (i + 1);
		size_t swap = order[i];

		order[i] = order[j];
		order[j] = swap;
	}
	for (size_t i = 0; i < lines; i++)
		chase[order[i] * step] = &chase[order[(i + 1) % lines] * step];
	places[0] = &chase[order[0] * step];
	places[1] = &chase[order[lines / 2] * step];
	free(order);
	return true;
}

static struct probe *window_probe(const char *name, int size)
{
	char whole[32];

	snprintf(whole, sizeof(whole), "%s.%d", name, size);
	return probe_find(whole);
}

/* What the operations themselves take does not count. */
static double window_time(const char *name, int size)
{
	double issue = probe_find("clock")->value / 4;

	return window_probe(name, size)->value - 2 * size * issue;
}

/*
 * Where the time has left that of one load by a half: between two windows,
 * on a straight line. Nothing is said where it never does.
 */
static void report_windows(const char *field, const char *name,
			   const struct window *list, int count)
{
	double limit = 1.5 * window_time(name, list[0].size);

	for (int i = 1; i < count; i++) {
		double before = window_time(name, list[i - 1].size);
		double after = window_time(name, list[i].size);
		double share = (limit - before) / (after - before);

		if (after < limit)
			continue;
		probe_report(field,
			     list[i - 1].size +
				     share * (list[i].size - list[i - 1].size),
			     window_probe(name, list[0].size)->spread);
		return;
	}
}

/* ---- the whole ---- */

#define THREE(operation, element)                                              \
	{"operation." #operation "." #element ".latency",                      \
	 operation##_##element##_latency, 8},                                  \
		{"operation." #operation "." #element ".throughput",           \
		 operation##_##element##_throughput, 8},                       \
	{                                                                      \
		"operation." #operation "." #element ".vector",                \
			operation##_##element##_vector, 8                      \
	}
#define ARRAY_THREE(operation, element)                                        \
	{"operation." #operation "." #element ".latency",                      \
	 operation##_##element##_latency, 8},                                  \
		{"operation." #operation "." #element ".throughput",           \
		 operation##_##element##_throughput, 8},                       \
	{                                                                      \
		"operation." #operation "." #element ".vector",                \
			operation##_##element##_vector, WIDTH / VECTOR_BYTES   \
	}

static const struct row {
	const char *name;
	double (*run)(const struct probe *, long);
	double units;
} rows[] = {
	THREE(add, i32),
	THREE(add, i64),
	THREE(add, f32),
	THREE(add, f64),
	THREE(mul, i32),
	THREE(mul, i64),
	THREE(mul, f32),
	THREE(mul, f64),
	THREE(div, i32),
	THREE(div, i64),
	THREE(div, f32),
	THREE(div, f64),
	ARRAY_THREE(sqrt, f32),
	ARRAY_THREE(sqrt, f64),
	ARRAY_THREE(math, f32),
	ARRAY_THREE(math, f64),
	{"load", run_load, 16},
	{"store", run_store, 16},
	{"vector_load", run_vector_load, 16},
	{"vector_store", run_vector_store, 16},
	{"issue", run_issue, 24},
	{"time_stamp", run_time_stamp, 1},
	{"forwarding", run_forwarding, 8},
	{"fma", run_fma, 8},
	{"mixed", run_mixed, 7},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void add_all(void)
{
	struct probe *probe;

	probe_add_checks();
	for (unsigned i = 0; i < ROWS; i++) {
		probe = probe_add("%s", rows[i].name);
		probe->run = rows[i].run;
		probe->units = rows[i].units;
	}
	probe = probe_add("foreseen");
	probe->run = run_foreseen;
	probe->units = BRANCHES;
	probe = probe_add("surprising");
	probe->run = run_surprising;
	probe->units = BRANCHES;
	for (int i = 0; i < WINDOWS; i++)
		probe_add("window.%d", windows[i].size)->run = windows[i].run;
	for (int i = 0; i < WAITS; i++)
		probe_add("wait.%d", waits[i].size)->run = waits[i].run;
}

/* Measured with an addition behind it, which does not count. */
static const char *const with_addition[][2] = {
	{"operation.sqrt.f32.latency", "operation.add.f32.latency"},
	{"operation.sqrt.f64.latency", "operation.add.f64.latency"},
	{"forwarding", "operation.add.f64.latency"},
};

static void report(const char *name)
{
	const struct probe *probe = probe_find(name);

	for (int i = 0; i < 3; i++)
		if (strcmp(name, with_addition[i][0]) == 0) {
			probe_report_less(name, probe,
					  probe_find(with_addition[i][1]), 1);
			return;
		}
	probe_report_one(probe);
}

/* One in two of those that go by chance is predicted wrongly. */
static void report_misprediction(void)
{
	probe_report_less("misprediction", probe_find("surprising"),
			  probe_find("foreseen"), 2);
}

/* How many operations of a kind overlap: latency by throughput. */
static double overlap(const char *operation)
{
	char latency[48], throughput[48];

	snprintf(latency, sizeof(latency), "operation.%s.f64.latency",
		 operation);
	snprintf(throughput, sizeof(throughput), "operation.%s.f64.throughput",
		 operation);
	return probe_find(latency)->value / probe_find(throughput)->value;
}

int main(int argc, char **argv)
{
	if (argc < 2 || !probe_arguments(argv + 1) || !make_chase())
		return 2;
	for (unsigned i = 0; i < WIDTH / sizeof(f32); i++)
		in_f32[i] = 1.0625f + (float)i / 1024;
	for (unsigned i = 0; i < WIDTH / sizeof(f64); i++)
		in_f64[i] = 1.0625 + i / 1024.0;
	toss();
	add_all();
	probe_measure();
	probe_report_checks();
	for (unsigned i = 0; i < ROWS; i++)
		report(rows[i].name);
	probe_report("pipeline", (overlap("add") + overlap("mul")) / 2, 0);
	report_misprediction();
	probe_report("registers", REGISTERS, 0);
	report_windows("in_flight", "window", windows, WINDOWS);
	report_windows("waiting", "wait", waits, WAITS);
	free(chase);
	return 0;
}
