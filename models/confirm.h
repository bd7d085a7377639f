/*
 * Is one program faster than another? Paired rounds, looked at again and
 * again, so that equal programs are called different in at most one case of a
 * hundred, however many looks it takes.
 */
#ifndef PODIUM_CONFIRM_H
#define PODIUM_CONFIRM_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* Equal programs are called different this often, all looks together. */
#define CONFIRM_ERROR .01

/* A smaller gain is not worth looking for; nor is one that is smaller than the
   noise of a round. */
#define CONFIRM_LEAST .02

/* Noise of a ratio, known from elsewhere; zeros where nothing is known. */
struct confirm_noise {
	double deviation; /* standard deviation of ln(ratio) */
	double freedom;	  /* degrees of freedom of that */
};

struct confirm {
	double ratio;	  /* time of the one by that of the other */
	double low, high; /* where it lies, at this look's level; after two
			     rounds anywhere: 0 and INFINITY */
	bool differs;	  /* the interval excludes 1 */
	bool hopeless;	  /* a gain that is worth it is unlikely */
};

/*
 * What runs of one program, each by the one before it, say of the ratio of two
 * runs. Too few say nothing.
 */
struct confirm_noise confirm_noise(const double *ratio, size_t count);

/*
 * ratio[i] is the ratio in round i. "looks" is how many times it will be
 * looked at in all. MODEL_TOO_FEW below two rounds.
 */
enum model_status confirm_ratio(const double *ratio, size_t count, int looks,
				const struct confirm_noise *noise,
				struct confirm *confirm);

/*
 * What rounds say of a gain that is known from elsewhere, as where the parts of
 * a program were measured by themselves: do they speak for that ratio, which
 * is below 1, or for none? CONFIRM_OPEN: they hardly tell.
 */
enum confirm_word { CONFIRM_OPEN, CONFIRM_AGREES, CONFIRM_DENIES };

enum model_status confirm_expected(const double *ratio, size_t count,
				   const struct confirm_noise *noise,
				   double expected, enum confirm_word *word);

/*
 * A program failed in so many of its runs, another one in so many of its own:
 * is the first one worse? By Fisher's exact test, at 1 %.
 */
bool confirm_fails_more(size_t failures, size_t runs, size_t other_failures,
			size_t other_runs);

/*
 * Does the one run before the other in this round, counted from 0? The two
 * change places every second round. In strict turns two runs of the same one
 * would meet again and again: where the machine drifts that makes rounds like
 * their neighbours, and their mean look more certain than it is.
 */
bool confirm_goes_first(int round);

/*
 * Is it time to look, after so many of at most "most" rounds? The last round
 * always is. *looks becomes how many looks there are.
 */
bool confirm_is_look(int round, int most, int *looks);

#endif
