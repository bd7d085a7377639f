/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often podium's confirmation calls programs different, which are equal or
 * one of which is faster by a known gain: pairs of times from a machine that
 * drifts by formula, from recorded times, or of a program that is run under two
 * names. No test; run by tools/bench-aa.
 *
 *	bench-aa CASES ROUNDS GAIN drift TAU SECONDS NOISE PAUSES
 *	bench-aa CASES ROUNDS GAIN samples FILE
 *	bench-aa CASES ROUNDS 0 live ONE OTHER [ARGUMENT...]
 *
 * Prints cases, those declared different, that share and its 95 % interval, and
 * the rounds that were run.
 */
#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../models/confirm.h"
#include "../drift.h"
#include "base/memory.h"
#include "run/runner.h"

/* Speeds of the machine lie this far apart: shared experience with virtual
   machines says 1.6. */
#define WANDERS 1.6

/* Recorded times are drawn in stretches of so many pairs, drift and all. */
#define STRETCH 12

/* Pairs of runs of the original that a search leaves behind. */
#define EARLIER 6

struct source {
	/* the time of one run of either program, above zero */
	double (*run)(struct source *source, int which);
	double gain;	/* the second program takes so much less */
	double seconds; /* that a run takes on the computed machine */
	struct drift drift;
	/* samples, and where the stretch at hand is */
	double *samples;
	size_t count, next, end;
	/* live: the programs' command lines */
	char **lines[2];
};

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "bench-aa: %s: %s\n", what, why);
	exit(1);
}

static double run_drift(struct source *source, int which)
{
	(void)which;
	return drift_run(&source->drift, source->seconds);
}

/* ---- samples ---- */

static void read_samples(struct source *source, const char *path)
{
	FILE *file = fopen(path, "r");
	double sample;

	if (!file)
		give_up(path, strerror(errno));
	while (fscanf(file, "%lf", &sample) == 1) {
		if (!(sample > 0))
			give_up(path, "a time is not above zero");
		source->samples =
			memory_grow(source->samples, source->count + 1,
				    sizeof(*source->samples));
		source->samples[source->count++] = sample;
	}
	fclose(file);
	if (source->count < 40 * STRETCH) /* else each comes too often */
		give_up(path, "too few times");
}

static double run_sample(struct source *source, int which)
{
	(void)which;
	if (source->next == source->end) {
		size_t starts = source->count - 2 * STRETCH + 1;

		source->next = (size_t)(drift_uniform(&source->drift) *
					(double)starts);
		source->end = source->next + 2 * STRETCH;
	}
	return source->samples[source->next++];
}

/* ---- live ---- */

static double run_live(struct source *source, int which)
{
	struct runner_job job = {
		.arguments = (const char *const *)source->lines[which]};
	struct runner_result result = runner_run(&job);

	if (!runner_done(&result))
		give_up(source->lines[which][0], "it fails");
	return result.wall;
}

/* ONE and OTHER, each with the arguments. */
static void set_lines(struct source *source, char **words, int count)
{
	for (int i = 0; i < 2; i++) {
		source->lines[i] =
			memory_grow(NULL, (size_t)count, sizeof(char *));
		source->lines[i][0] = words[i];
		for (int j = 2; j <= count; j++)
			source->lines[i][j - 1] = words[j];
	}
}

/* ---- confirmation ---- */

static double run_one(struct source *source, int which)
{
	return (1 - which * source->gain) * source->run(source, which);
}

/* Between the runs of the original that a search makes there are others. */
static struct confirm_noise noise_before(struct source *source)
{
	double ratio[EARLIER];
	double before = run_one(source, 0);

	for (int i = 0; i < EARLIER; i++) {
		double time;

		run_one(source, 1);
		time = run_one(source, 0);
		ratio[i] = time / before;
		before = time;
	}
	return confirm_noise(ratio, EARLIER);
}

/* As podium tune does it: changing places, looked at again and again. */
static bool differ(struct source *source, int rounds, double *ratio, int *made)
{
	struct confirm_noise noise = noise_before(source);
	struct confirm confirm = {.differs = false};

	for (int round = 0;
	     round < rounds && !confirm.differs && !confirm.hopeless; round++) {
		double time[2];
		int first = confirm_goes_first(round), looks;

		time[first] = run_one(source, first);
		time[!first] = run_one(source, !first);
		ratio[round] = time[1] / time[0];
		++*made;
		if (confirm_is_look(round + 1, rounds, &looks) &&
		    confirm_ratio(ratio, (size_t)round + 1, looks, &noise,
				  &confirm) != MODEL_OK)
			give_up("confirmation", "it cannot be computed");
	}
	return confirm.differs && (source->gain == 0 || confirm.ratio < 1);
}

/*
 * The share at which so many or more of the cases are wrong with that
 * probability. By halves: GSL's inverse of the beta distribution does not
 * always converge.
 */
static double bound(int wrong, int cases, double probability)
{
	double low = 0, high = 1;

	for (int i = 0; i < 50; i++) {
		double share = (low + high) / 2;

		if (gsl_cdf_beta_P(share, wrong, cases - wrong + 1) <
		    probability)
			low = share;
		else
			high = share;
	}
	return low;
}

/* With Clopper and Pearson's interval. */
static void print_share(int wrong, int cases, int made)
{
	double low = wrong > 0 ? bound(wrong, cases, .025) : 0;
	double high = wrong < cases ? bound(wrong + 1, cases, .975) : 1;

	printf("%d cases, %d declared different: %.2f %% (%.2f to %.2f %%), "
	       "%.1f rounds\n",
	       cases, wrong, 100. * wrong / cases, 100 * low, 100 * high,
	       (double)made / cases);
}

static void choose(struct source *source, int count, char **words)
{
	if (count == 5 && strcmp(words[0], "drift") == 0) {
		source->run = run_drift;
		source->seconds = atof(words[2]);
		source->drift =
			drift_new(atof(words[1]), atof(words[3]), WANDERS);
		source->drift.pauses = atof(words[4]);
	} else if (count == 2 && strcmp(words[0], "samples") == 0) {
		source->run = run_sample;
		read_samples(source, words[1]);
	} else if (count >= 3 && strcmp(words[0], "live") == 0) {
		source->run = run_live;
		set_lines(source, words + 1, count - 1);
	} else {
		give_up("usage", "see tools/bench-aa --help");
	}
}

int main(int count, char **words)
{
	struct source source = {.drift = drift_new(0, 0, 1)};
	int cases = count > 4 ? atoi(words[1]) : 0;
	int rounds = count > 4 ? atoi(words[2]) : 0;
	int wrong = 0, made = 0;
	double *ratio;

	if (cases < 1 || rounds < 2)
		give_up("usage", "see tools/bench-aa --help");
	source.gain = atof(words[3]);
	choose(&source, count - 4, words + 4);
	ratio = memory_grow(NULL, (size_t)rounds, sizeof(*ratio));
	for (int i = 0; i < cases; i++) {
		source.next = source.end; /* another stretch */
		wrong += differ(&source, rounds, ratio, &made);
	}
	print_share(wrong, cases, made);
	free(ratio);
	free(source.samples);
	free(source.lines[0]);
	free(source.lines[1]);
	return 0;
}
