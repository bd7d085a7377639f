/*
 * A program whose runs take what a table says: it stands in the place of what
 * builds and runs, so that the trials can be tested without a clock and
 * without noise that nobody asked for.
 */
#ifndef PODIUM_FAKE_H
#define PODIUM_FAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "../drift.h"
#include "tune/choice.h"
#include "tune/hot.h"
#include "tune/session.h"
#include "tune/trial.h"
#include "turns.h"

#define FAKE_LOOPS 4

/* A run that is to be: what it would be, which may be changed. */
struct fake_run {
	const char *step;
	bool original, clocked;
	bool within;		      /* its loops try candidates */
	bool fixed;		      /* its loops are versions of one build */
	size_t candidate[FAKE_LOOPS]; /* that the loops carry */
	double loop[FAKE_LOOPS];      /* seconds of each, */
	double rest;		      /* and of the rest */
	double next;	  /* what a candidate costs behind its loop, in calls */
	size_t under_way; /* the candidate of its first loop that it ended in */
	const char *reason; /* why it fails; NULL: it does not */
};

struct fake {
	struct session session; /* comes first: it says whose it is */
	struct plan plan;
	struct session_wish wish;
	struct hot hot;
	struct choices choices;
	struct trial trial;
	/* seconds: of the loops' candidates, and of all that is not a loop */
	const double *loop[FAKE_LOOPS];
	double rest;
	/* how often each loop is called in a run; and the computed machine on
	 * which its candidates take turns, of the user's or its own */
	int calls;
	size_t levels; /* of work that its calls do, one after the other */
	struct drift own, *drift;
	/* what befalls a run; NULL: nothing */
	void (*befall)(struct fake *fake, struct fake_run *run);
	/* changes the times that clocks have of a variant of the first loop in
	   a trial within a run; NULL: those of its turns */
	void (*say)(struct fake *fake, size_t candidate,
		    struct turns_candidate *said);
	void *data;
	const char *why_not; /* no loop has several versions; NULL: all do */
	size_t jobs;	     /* machines of a launcher; 0: runs are made here */
	/* what came of it */
	size_t sent; /* runs, to machines: those that are made in any case */
	size_t runs, cut, builds;
	size_t limited; /* runs of the original that had a limit */
	double seconds;
};

/*
 * A program of no loop yet, whose original takes so many seconds beside them.
 * It stays where it is.
 */
void fake_begin(struct fake *fake, double rest);

/* Candidates that are estimated alike. */
void fake_items(struct refine_item *items, const struct schedule *schedules,
		size_t count);

/*
 * Add a loop: the first candidate is the original, "items" have its estimates
 * and what variants share, seconds are what each takes. Both must stay.
 */
void fake_loop(struct fake *fake, const struct refine_item *items,
	       const struct schedule *schedules, const double *seconds,
	       size_t count);

/* Candidates of the last loop, from that one on, have that transformation; the
   first of them has the clauses as written. */
void fake_change(struct fake *fake, size_t first, const char *words);

/* Run the original, with clocks too, and weigh the loops by them, if "clocks".
   False if podium would stop. */
bool fake_start(struct fake *fake, bool clocks);

/* Search, within one run where that can be, and decide. */
bool fake_decide(struct fake *fake, struct trial_verdict *verdict);

/* Seconds of a program with the variant of that place in the list. */
double fake_seconds(const struct fake *fake, size_t index);

void fake_end(struct fake *fake);

#endif
