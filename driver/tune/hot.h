/*
 * The hot loops of a program, what may be tried in each of them, and what is
 * known of that so far.
 */
#ifndef PODIUM_HOT_H
#define PODIUM_HOT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/machine.h"
#include "models/refine.h"
#include "models/schedule.h"

struct choices;
struct plan;
struct prediction;
struct variants_wish;

/* A loop, as one way to compile the program has it. */
struct hot_view {
	const json_t *record;	       /* NULL: it is not there */
	char *entry;		       /* as a tuned file names it */
	char *place;		       /* as people do: "heat.c:17" */
	struct prediction *prediction; /* NULL where nothing is predicted */
	size_t first;		       /* candidate: as it is written */
};

/* A transformation of a loop, which was compiled once for its record. */
struct hot_change {
	struct hot_view view; /* of that record; it is the change's own */
	char *words;	      /* "order(k,i,j) tile(i:32)" */
};

/* A variant of a loop: clauses and a transformation, in a choice. */
struct hot_candidate {
	size_t choice;
	struct schedule schedule;
	const struct hot_change *change; /* NULL: the nest as written */
	size_t version; /* in the build that has several, 0: not in it */
	bool wanted;	/* one of several inputs wants it for all */
};

struct hot_loop {
	size_t unit;
	struct hot_view *views; /* by choice, the first is the original */
	const char *why_not;	/* nothing is predicted */
	char *assumed;		/* values that nobody gave; NULL: none */
	bool forced;		/* it is better left as written */
	bool keeps_threads;	/* its region is elsewhere */
	/* of its predictions, from hot_fill on */
	/* time in the original: nanoseconds by clocks, else estimated cycles;
	 * 0: not known */
	double weight;
	/* share of the loop's time that each missing thread costs, as loops in
	 * between use all threads */
	double rejoin;
	double share; /* of the program's time, 1 where not known */
	double noise; /* standard deviation of ln of a measured ratio */
	/* by choice; the first is the original */
	struct hot_candidate *candidates;
	struct refine_item *items;
	size_t count;
	struct hot_change **changes;
	size_t change_count;
	struct refine_run *runs;
	size_t run_count;
	size_t expected; /* of these: the last, which are under way */
	/* of each candidate, after the runs */
	struct refine_belief *beliefs;
	double *gains;
	size_t now;  /* what the next run carries */
	bool silent; /* its clock says nothing: no more is tried */
	/* it is hot for another input alone: only what that wants is tried */
	bool cold;
	bool unfixed; /* it cannot have several versions in one build */
	/* its candidates were tried within a run: this one is the fastest, as
	 * is proven there or only likely, or it is as it is written; ln of its
	 * ratio, and the standard error of that */
	bool decided, proven;
	size_t winner;
	double gain, error;
	/* of each candidate, what calls beside the loop as written have said;
	 * NULL where none were */
	struct hot_seen {
		bool met;
		bool proven; /* it is certain to be faster */
		bool costly; /* what follows the loop pays for it */
		double gain, error;
	} * seen;
};

struct hot {
	struct hot_loop *list;
	size_t count;
	/* those whose clauses must stay, or better stay */
	struct hot_left {
		const json_t *record;
		char *place;
		char *why;    /* in words */
		double share; /* of the program's time, 0 where not known */
	} * left;
	size_t left_count;
	/* those of them that are clocked, all together: of the program's time,
	 * and the standard deviation of ln of a measured ratio */
	double rest, rest_noise;
	size_t seen;
	size_t unsafe;	/* that may be changed, but not in this tuning */
	size_t reached; /* of those that may be changed, in this run */
	bool clocked;	/* the weights are by clocks, of each of them */
	double space;	/* combinations of what may be tried */
	struct choices *choices;
	size_t filled; /* choices whose candidates are known, the first ones; */
	const struct machine *machine; /* by these */
	const struct hot_wish *wish;
	size_t choice; /* what the next run is compiled by */
};

/* Loops of less than this share of the program's time gain nothing in it. */
#define HOT_LEAST .01

/* The hottest loops, at most. */
#define HOT_MOST 8

/* For a value that is not known: large enough that overheads do not rule. */
#define HOT_ASSUMED 1000

/* Lists have NULL at the end, or are NULL. */
struct hot_wish {
	const char *const *settings; /* NAME=N of parameters */
	const char *const *forced;   /* loops to change that better stay */
	const struct variants_wish *variants;
	int threads;		 /* of a region that does not say how many */
	bool reproducible;	 /* every result stays the same to the bit */
	bool predict;		 /* false: as if nothing could be */
	bool transform;		 /* other orders and tiles of loops */
	const char *const *kept; /* entries that are hot for other inputs */
	const json_t *clocks;	 /* of a run of the original, or NULL */
	double seconds;		 /* that it took */
};

/*
 * Find the loops among the units of the program that may be changed. The
 * records must stay.
 */
void hot_find(struct hot *hot, const struct plan *plan,
	      const char *const *forced);

/* Must it stay as it is written, or does it only better? */
bool hot_left_must(const struct hot_left *left);

/*
 * Keep those that take most of the time. The machine must stay.
 */
void hot_weigh(struct hot *hot, const struct machine *machine,
	       const struct hot_wish *wish);

/*
 * May its clauses be exchanged, without a second thought or since the user
 * wants it?
 */
bool hot_eligible(const json_t *record, bool forced);

/* The loop as another choice has it, predicted if that is wished. */
void hot_look(struct hot_loop *loop, struct hot_view *view,
	      const json_t *record, const struct machine *machine,
	      const struct hot_wish *wish);

/* Cycles of the loop with these clauses, 0 where that is not known. */
double hot_estimated(struct prediction *prediction,
		     const struct schedule *schedule);

/* Has the candidate taken turns with the loop as written, within a run? */
bool hot_met(const struct hot_loop *loop, size_t candidate);

void hot_free(struct hot *hot);

#endif
