/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes that a nest touches through pointers which may lead to the same
 * data: from the lowest to the highest, as sums of products of the parameters.
 * Iterations that are run touch nothing outside of these.
 */
#ifndef PODIUM_SPAN_H
#define PODIUM_SPAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "ends.h"
#include "pitch.h"
#include "polynomial.h"

struct text;

/*
 * Rows that are found by pointers, each behind the one before: "first" and
 * "last" count pointers from the beginning of the table.
 */
struct span_rows {
	const char *table; /* of the record, as base; NULL: no rows */
	int64_t unit;	   /* bytes from one pointer to the next */
	struct polynomial first, last;
};

/* From "low" to below "high", in bytes from what the base points at. */
struct span {
	const char
		*base;	/* of the record, a member that the source can write */
	bool object;	/* it names the data, and no pointer to them */
	int64_t size;	/* of an element; all terms are whole numbers of it */
	int64_t extent; /* of all data that it names; 0: not known */
	int64_t loop;	/* of the nest, in which the references stand */
	struct polynomial low, high;
	struct span_rows rows; /* of each of which it is a part */
};

struct span_pair {
	size_t one, other;
};

/*
 * What must be asked before loops go another way. All of it is right for
 * whatever values the parameters have, computed as the machine does.
 */
struct spans {
	struct span *list;
	size_t count;
	struct span_pair *apart; /* that must not overlap */
	size_t apart_count;
	struct names positive; /* that must be 0 or more */
	struct pitches runs;   /* so that the pointers to rows are there */
};

/* Do references in this loop of the nest rely on not overlapping? */
bool spans_are_needed(const json_t *record, int loop);

/* Does the test ask first whether this loop, and all around it, have an
   iteration? Then their bounds are computed in any case. */
bool spans_ask_iterations(const json_t *record, int loop, int inside);

/*
 * Find those of the references in this loop of the nest; the record must stay.
 * False where one cannot be said in names of the source; *reason says why.
 */
bool spans_find(const json_t *record, int loop, struct spans *spans,
		struct text *reason);
void spans_free(struct spans *spans);

/* The name by which the source finds it. */
const char *span_name(const struct span *span);

/*
 * Is there a reference of the record that reads one byte, the same in all
 * iterations, "offset" behind the end of a span that is given? Of rows it is
 * behind that end of the first or the last one, each time as many rows further
 * as the counter says.
 */
bool span_is_read(const json_t *record, const struct span *span, bool high,
		  const char *counter, int64_t offset);

/* Likewise, behind any number of bytes from what the base points at. */
bool span_reads_behind(const json_t *record, const struct span *span,
		       const struct polynomial *bytes, int64_t offset);

#endif
