/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of an array that the source counts by itself, as c[i * ld + j]: does j
 * stay below ld? Where the loops do not say so, it can be asked before they
 * run.
 */
#ifndef PODIUM_PITCH_H
#define PODIUM_PITCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "polynomial.h"

struct text;

/* What must not be negative, so that rows of the array do not overlap. */
struct pitch {
	const char *base; /* of the record, a name of the source */
	bool object;	  /* it names the data, and no pointer to them */
	bool large;	  /* numbers of its slack may have 64 bits */
	bool room;	  /* a type has room, and no row */
	bool runs;	  /* a loop has an iteration, and no row */
	bool wide;	  /* they may have more: it is computed in a double */
	struct polynomial slack;
};

struct pitches {
	struct pitch *list;
	size_t count;
};

/* A subscript of a reference: where it is in its row, and how long both are. */
struct pitch_part {
	const json_t *record, *reference;
	const struct polynomial *at, *length;
	int64_t size;
	const char *base; /* another one than the reference's */
	bool room, runs;  /* as in struct pitch */
};

/* Is it in its row whenever the reference is reached? */
bool pitch_holds(const struct pitch_part *part);

/* Does it surely lie before its row, all of it? */
bool pitch_lies_before(const struct pitch_part *part);

/* The lowest value of the subscript, if all that is multiplied is 0 or more. */
bool pitch_lowest(const struct pitch_part *part, struct polynomial *lowest);

/* The same if what is added to rows is so; false where no test could tell. */
bool pitch_ask(const struct pitch_part *part, struct pitches *rows);

/*
 * Likewise for a value of the record that may wrap around: has its type room in
 * all iterations?
 */
bool pitch_ask_room(const json_t *record, const json_t *wrap,
		    struct pitches *rows);

/* Likewise, does a loop of the nest have an iteration, if those around it have?
   "base" is beside what the test is marked. */
bool pitch_ask_iteration(const json_t *record, const json_t *loop,
			 const char *base, struct pitches *rows);

/* Is it asked whether numbers have room? */
bool pitches_ask_room(const struct pitches *rows);

/* All of the others, which are empty then. */
void pitches_add(struct pitches *rows, struct pitches *others);

/* The same, what is alike once; false where a test would be too long. */
bool pitches_merge(struct pitches *rows, struct pitches *others);

void pitches_free(struct pitches *rows);

/* The comparison that a test makes of one, as "n <= ld". */
void pitch_print(const struct pitch *row, struct text *out);

/* The slack itself, by the same names. */
void pitch_print_slack(const struct pitch *row, struct text *out);

#endif
