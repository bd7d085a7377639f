/*
 * Searches for the fastest variant, replayed where the times of all are
 * known: how many runs each needs, and what it misses.
 */
#ifndef PODIUM_SEARCH_H
#define PODIUM_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "judge.h"
#include "refine.h"
#include "status.h"

struct search_problem {
	size_t count;
	const struct refine_item *items; /* none barred */
	const double *time;		 /* in any unit, above zero */
	const double *low, *high; /* where it lies; both NULL: not known */
};

enum search_way {
	SEARCH_REFINED, /* by estimate, refined after each run */
	SEARCH_RANKED,	/* in the order of ranking.h */
	SEARCH_THREADS, /* most threads first */
	SEARCH_RANDOM,
	SEARCH_WAYS
};

/* "refined", ... */
extern const char *const search_names[SEARCH_WAYS];

/*
 * Means over draws with fixed seeds, each of which has the variants in another
 * order: what a way holds equal, and at random all, comes as it is drawn.
 */
struct search_figures {
	double runs; /* until one was run that is as good as the fastest */
	double regret[JUDGE_PLACES]; /* as in judge.h */
};

/* Where the refined search ends by itself. Means, likewise. */
struct search_end {
	double runs;
	double missed; /* share of draws: nothing as good as the fastest */
	double left;   /* the best that it has is slower by this share */
};

/*
 * As good as the fastest is what is slower by at most the share "within", or
 * whose interval overlaps that of the fastest. *end is of SEARCH_REFINED
 * alone. MODEL_TOO_FEW: no variants; MODEL_NOT_POSITIVE: a time is not;
 * MODEL_BAD_ARGUMENT: an interval has one end only.
 */
enum model_status search_replay(const struct search_problem *problem,
				enum search_way way, double within,
				struct search_figures *figures,
				struct search_end *end);

/* How many variants are as good as the fastest, itself included. */
size_t search_good(const struct search_problem *problem, double within);

#endif
