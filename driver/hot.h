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

struct prediction;
struct replay;
struct text;
struct variants_wish;

struct hot_loop {
	const json_t *record;
	char *entry;		       /* as a tuned file names it */
	struct prediction *prediction; /* NULL where nothing is predicted */
	const char *why_not;	       /* it is not */
	bool assumed;		       /* values that nobody gave */
	bool orphaned; /* the region is elsewhere: threads stay */
	/* time in the original: nanoseconds by clocks, else estimated cycles;
	 * 0: not known */
	double weight;
	double share; /* of the time of all hot loops, 1 where not known */
	/* what may be tried; the first is the original */
	struct schedule *schedules;
	struct refine_item *items;
	size_t count;
	struct refine_run *runs;
	size_t run_count;
	size_t now;	/* what the next run carries */
	bool settled;	/* no more is tried */
	size_t suspect; /* perhaps made a run fail; 0 for none */
};

struct hot {
	struct hot_loop *list;
	size_t count;
	size_t refused; /* loops whose clauses are better left alone */
	size_t seen;
	bool clocked; /* the weights are by clocks, of each of them */
	double space; /* combinations of what may be tried */
};

/* NAME=N of parameters; NULL at the end, or NULL. */
struct hot_wish {
	char *const *settings;
	size_t most; /* loops */
	const struct variants_wish *variants;
	bool predict;	      /* false: as if nothing could be */
	const json_t *clocks; /* of a run of the original, or NULL */
};

/*
 * Find the loops among the units of the program that may be changed. The
 * records must stay.
 */
void hot_find(struct hot *hot, const struct replay *replay);

/*
 * Keep those that take most of the time, with what may be tried in them. The
 * machine must stay.
 */
void hot_weigh(struct hot *hot, const struct machine *machine,
	       const struct hot_wish *wish);

/* Note that a candidate took "ratio" of the original's time. */
void hot_observe(struct hot_loop *loop, size_t candidate, double ratio);

/*
 * Choose for each loop what the next run carries. "stop": loops from which no
 * more is expected keep their best. False if nothing is left that is worth a
 * run.
 */
bool hot_choose(struct hot *hot, bool stop);

/*
 * What "now" carried has failed. One that was alone is barred; of several,
 * those that never ran well are suspects.
 */
void hot_accuse(struct hot *hot);

/* The next run carries one suspect alone; false if there is none. */
bool hot_question(struct hot *hot);

/* The candidate that is believed to be the fastest of those that were run. */
size_t hot_best(const struct hot_loop *loop);

/* Estimated time of a candidate by that of the original; 0 if not known. */
double hot_predicted(const struct hot_loop *loop, size_t candidate);

/* Mean of what was measured of it, by the original; 0 if nothing was. */
double hot_measured(const struct hot_loop *loop, size_t candidate);

/* What was measured of it is below the original by more than noise. */
bool hot_is_clear(const struct hot_loop *loop, size_t candidate);

/* The lines of a tuned file for the candidates in "now". */
char *hot_variant(const struct hot *hot);

/* "schedule(dynamic,4) num_threads(2)" */
void hot_clauses(const struct hot_loop *loop, size_t candidate,
		 struct text *out);

void hot_free(struct hot *hot);

#endif
