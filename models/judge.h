/*
 * How good is an order of variants? The figures by which rankings are judged,
 * beside what a random order would be expected to reach.
 */
#ifndef PODIUM_JUDGE_H
#define PODIUM_JUDGE_H

#include <stddef.h>

#include "status.h"

/* What was predicted and what was measured, an element a variant. */
struct judge_input {
	size_t count;
	const double *predicted; /* in any unit; the least is tried first */
	const double *measured;	 /* times or ratios, above zero */
	/* interval of each measured value; both NULL: there are none */
	const double *low, *high;
	const double *seconds; /* what a run costs; NULL: "measured" does */
};

#define JUDGE_PLACES 3

/* The k of regret@k. */
extern const size_t judge_places[JUDGE_PLACES];

/* Variants slower than this many times the best are hopeless. */
#define JUDGE_NEAR 10

/*
 * Every variant whose interval overlaps that of the fastest counts as best.
 * Variants that were predicted equal are tried slowest first: who does not
 * tell them apart shall not profit from the order in which they came.
 *
 * kmin      the fewest first variants that have one of the best among them
 * regret@k  fastest of the first k, less the fastest of all, relative to that
 * t / kmin  variants for each run needed
 * Tt/Tkmin  time to run all for the time to run the first kmin; "near" is the
 *           same where nothing beyond JUDGE_NEAR times the best is in the list
 * within    the fewest first variants with one at most so much slower than
 *           the fastest
 */
struct judge_figures {
	double kmin;
	double regret[JUDGE_PLACES];
	double t_kmin;
	double gain, gain_near; /* Tt/Tkmin */
	double within;
};

struct judge_result {
	size_t count;
	size_t best;  /* number of the fastest variant, from 0 */
	size_t place; /* of the first of the best in this order: kmin */
	size_t ties;  /* variants that count as best, the fastest included */
	struct judge_figures ranked;
	/*
	 * What a random order is expected to reach, exactly: of t with b best,
	 * kmin and "within" are (t + 1) / (b + 1) on average; t / kmin and
	 * Tt/Tkmin are given over the mean kmin and Tkmin.
	 */
	struct judge_figures random;
};

/*
 * Judge the order; "within" is in percent. MODEL_NOT_POSITIVE: a measured
 * value or a time is not above zero; MODEL_BAD_ARGUMENT: an interval ends
 * before it begins or has one end only, or within is negative.
 */
enum model_status judge_order(const struct judge_input *input, double within,
			      struct judge_result *result);

/*
 * Correlation of x and y, from -1 to 1.
 * MODEL_CONSTANT: one side is the same everywhere, there is none.
 */
enum model_status judge_pearson(const double *x, const double *y, size_t count,
				double *result);

/* Relative errors |predicted - measured| / measured: their mean and largest. */
struct judge_errors {
	double mean, largest;
};

enum model_status judge_errors(const double *predicted, const double *measured,
			       size_t count, struct judge_errors *result);

#endif
