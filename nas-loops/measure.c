/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The protocol: a round takes every variant once, in random order; a sample is
 * the mean of as many runs as one timing needs to be long, after one to warm
 * up.
 */
#include "measure.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "statistics.h"

/* A timing: seconds that it lasts at least, and runs. What is longer is neither
   warmed up nor repeated. */
#define TIMING 1e-3
#define RUNS 4
#define LONG 20e-3
#define CHOSEN_TIMINGS 20

/* Nanoseconds between rounds of the screen: a machine is slow for longer than
   some rounds of short runs take, and all of them in such a time prove nothing.
 */
#define PAUSE 500000000

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* xorshift; good enough to shuffle. */
static unsigned long draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (unsigned long)(*state >> 11);
}

static void shuffle(size_t *order, size_t count, uint64_t *state)
{
	for (size_t i = count; i > 1; i--) {
		size_t other = draw(state) % i;
		size_t moved = order[i - 1];

		order[i - 1] = order[other];
		order[other] = moved;
	}
}

static double time_runs(const struct variant *variant, int runs)
{
	double start = now();

	for (int i = 0; i < runs; i++)
		variant_run(variant);
	return (now() - start) / runs;
}

/*
 * One run to warm up, then as many as make a timing; again where it turned out
 * too short. A single run will not do: who got which chunk, and so where the
 * data is, hangs on the run before. *expected is what a run took before, 0 at
 * first.
 */
static double sample(const struct variant *variant, double *expected)
{
	double seconds = *expected;

	if (seconds < LONG)
		seconds = fmax(time_runs(variant, 1), 1e-9);
	if (*expected > 0)
		seconds = *expected;
	for (int tries = 0; tries < 4; tries++) {
		int least = seconds < LONG ? RUNS : 1;
		int runs = (int)fmax(ceil(1.1 * TIMING / seconds), least);

		seconds = fmax(time_runs(variant, runs), 1e-9);
		if (runs * seconds >= TIMING)
			break;
	}
	*expected = seconds;
	return seconds;
}

/* The seed says pass and round, so that a round is the same when repeated. */
static void measure_round(const struct variants *variants, const bool *alive,
			  struct samples *samples, int pass, int round,
			  double *expected)
{
	uint64_t state =
		88172645463325252u + 1000003u * (uint64_t)(pass * 101 + round);
	size_t *order = calloc(variants->count + 1, sizeof(*order));
	size_t count = 0;

	if (!order)
		exit(1);
	for (size_t i = 0; i < variants->count; i++)
		if (alive[i])
			order[count++] = i;
	for (int i = 0; i < 20; i++)
		draw(&state);
	shuffle(order, count, &state);
	samples_begin(samples, pass, round);
	for (size_t i = 0; i < count; i++) {
		struct sample taken = {pass, round, (int)order[i], 0};

		taken.seconds =
			sample(&variants->list[order[i]], &expected[order[i]]);
		samples_add(samples, &taken);
	}
	free(order);
}

void measure_screen(const struct loop *loop, const struct variants *variants,
		    struct samples *samples)
{
	double *expected = calloc(variants->count, sizeof(*expected));
	bool *alive = calloc(variants->count, sizeof(*alive));
	int round = samples->begun[SCREEN];

	if (!expected || !alive)
		exit(1);
	nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
	loop->fill();
	statistics_alive(samples, variants->count, round, alive);
	measure_round(variants, alive, samples, SCREEN, round, expected);
	if (round + 1 < SCREEN_ROUNDS)
		samples_begin(samples, SCREEN, round + 1);
	else
		samples_end(samples, SCREEN);
	free(expected);
	free(alive);
}

void measure_final(const struct loop *loop, const struct variants *variants,
		   struct samples *samples, int pass)
{
	double *expected = calloc(variants->count, sizeof(*expected));
	bool *alive = calloc(variants->count, sizeof(*alive));

	if (!expected || !alive)
		exit(1);
	loop->fill();
	statistics_alive(samples, variants->count, SCREEN_ROUNDS, alive);
	samples_begin(samples, pass, 0);
	for (int round = 0; round < FINAL_ROUNDS; round++)
		measure_round(variants, alive, samples, pass, round, expected);
	samples_end(samples, pass);
	free(expected);
	free(alive);
}

double measure_chosen(const struct loop *loop)
{
	double best = INFINITY;

	loop->fill();
	for (int i = 0; i < CHOSEN_TIMINGS; i++) {
		double start = now(), seconds = 0;
		int runs = 0;

		for (; seconds < TIMING; seconds = now() - start, runs++)
			loop->chosen();
		best = fmin(best, seconds / runs);
	}
	return best;
}
