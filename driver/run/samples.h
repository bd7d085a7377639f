/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run said of the candidates that it tried in a loop, call by call.
 * doc/trial.md describes it. Lines of one loop from several runs and processes
 * are put together.
 */
#ifndef PODIUM_SAMPLES_H
#define PODIUM_SAMPLES_H

#include <jansson.h>
#include <stdbool.h>

/* Of what was seen once a round. */
struct samples_sum {
	double count, mean;
	double error; /* standard error of the mean; INFINITY of one alone */
};

struct samples {
	double calls, counted; /* that took it, and those that counted */
	/* ln of its time by that of the loop as written, beside each other */
	struct samples_sum difference;
	/* how much longer the way to the next call was, in calls as written */
	struct samples_sum next;
	bool dropped; /* it was given up as too slow */
};

/*
 * Did the loop of the record try candidates? Else *why says why not; the
 * string is of the lines.
 */
bool samples_tried(const json_t *loops, const json_t *record, const char **why);

/* Of the candidate with these clauses; false if there is none of them. */
bool samples_read(const json_t *loops, const json_t *record,
		  const char *clauses, struct samples *samples);

/*
 * Did the version of that number run, which $PODIUM_VERSIONS fixed? If not,
 * *why says why the program does not have it; NULL where it has none at all of
 * the loop. The string is of the lines.
 */
bool samples_fixed(const json_t *loops, const json_t *record, size_t version,
		   const char **why);

/* The clauses under way in a loop when the run ended before its time; NULL if
   there was no such call. */
const char *samples_under_way(const json_t *loops, const json_t *record);

#endif
