/*
 * A round: a variant beside the original, under the same conditions. Where one
 * of them fails it is the other that says what that means.
 */
#ifndef PODIUM_ROUND_H
#define PODIUM_ROUND_H

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

struct trial;

/* The original, of the same kind as the variant: with clocks or without. */
enum { ROUND_ORIGINAL, ROUND_VARIANT };

struct round {
	const char *phase;
	size_t number, index; /* of the variant, in the list of the trial */
	double predicted;
	struct store_run run[2];
	double cut; /* seconds after which the variant was cut, before it was
		       run again; 0: it was not */
};

enum round_outcome {
	ROUND_MEASURED, /* both ran well */
	ROUND_FAILED,	/* the variant, where the original works, or more
			   often than that */
	ROUND_VOID,	/* the original fails too: nothing is learned */
};

/*
 * Run both, the one of them first that is named. The limit of the variant
 * follows the original's time; where it is cut it is run again with the double,
 * when the original was, so that no bad moment decides. A variant that failed
 * gets its reason. False if podium shall stop.
 */
bool round_run(struct trial *trial, struct round *round, int first,
	       enum round_outcome *outcome);

/*
 * Where a launcher makes runs: send those of the round of that phase and number
 * to one machine, ahead of their turn: a variant before the original, one after
 * it, 0 for none, and the original itself.
 */
void round_send(struct trial *trial, const struct round *round, size_t before,
		size_t after, bool original);

/* May another variant be run beside the original of the round? */
bool round_has_room(const struct trial *trial, const struct round *round,
		    size_t index);

/* Run another variant beside the original of that round, or, where there is
   none yet, alone: the original only follows where it fails. */
bool round_join(struct trial *trial, struct round *round, size_t index,
		double predicted, enum round_outcome *outcome);

/* Keep what the original took, for limits. */
void round_note(struct trial *trial, const struct store_run *run, bool clocked);

/* Seconds that a variant may take; 0: it is not known. */
double round_limit(const struct trial *trial, bool clocked);

/* The program's time by that of the original. */
double round_ratio(const struct round *round);

/* Where the original pauses, by what it usually takes. */
double round_usual_ratio(struct trial *trial, const struct round *round);

/*
 * The same of each hot loop by its clock, and at the end that of the loops that
 * are left as written; 0 where clocks were silent in one of the runs. The
 * caller frees them.
 */
double *round_loops(const struct trial *trial, const struct round *round);

/* Free its runs; another one may begin. */
void round_free(struct round *round);

/* Too many rounds in a row said nothing: no more are worth it. */
bool round_is_vain(const struct trial *trial);

#endif
