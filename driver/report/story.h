/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happened in a tuning, read from the store: its runs in the order in
 * which they were made, and the account that podium tune left.
 */
#ifndef PODIUM_STORY_H
#define PODIUM_STORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

struct text;

/* A run, its step without the digest: "try/3/variant" is of the phase "try" and
   the round "try/3". */
struct story_run {
	struct store_run of;
	char *phase, *round;
	bool good, original;
	bool clocked;	/* slower by the clocks in it than it would be */
	double seconds; /* by the objective */
};

/* A variant beside the original. */
struct story_pair {
	const struct story_run *variant;
	double ratio; /* 0: not known */
	double drift; /* the original by its median on that machine; 0: not
			 known */
	bool confirming;
};

struct story {
	int64_t campaign;
	char *machine, *compiler, *command;
	struct story_run *runs;
	size_t run_count;
	struct story_pair *pairs;
	size_t pair_count;
	json_t *account; /* NULL where none was kept */
	char *best;	 /* lines of the best variant, "" where there is none */
};

struct stories {
	struct story *list;
	size_t count;
};

/* Of all campaigns that have runs, or that one; the latest comes first. */
bool stories_read(struct stories *stories, struct store *store,
		  int64_t campaign, struct text *problem);
void stories_free(struct stories *stories);

/* Has it ended, as the account says? */
bool story_ended(const struct story *story);

/* Did it end with something else than the original? */
bool story_delivered(const struct story *story);

/*
 * Seconds of the good runs without clocks, of the original or of the best
 * variant; those of the confirmation, where there are any. The caller frees
 * them.
 */
double *story_seconds(const struct story *story, bool original, size_t *count);

/* Members of an object; NAN, "" and NULL where there are none. */
double story_number(const json_t *object, const char *key);
const char *story_word(const json_t *object, const char *key);

/* The median; NAN of none. */
double story_median(const double *numbers, size_t count);

#endif
