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
#include "polynomial.h"

struct text;

/* From "low" to below "high", in bytes from what the base points at. */
struct span {
	const char
		*base;	/* of the record, a member that the source can write */
	bool object;	/* it names the data, and no pointer to them */
	int64_t size;	/* of an element; all terms are whole numbers of it */
	int64_t extent; /* of all data that it names; 0: not known */
	int64_t loop;	/* of the nest, in which the references stand */
	struct polynomial low, high;
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
};

/* Do references in this loop of the nest rely on not overlapping? */
bool spans_are_needed(const json_t *record, int loop);

/*
 * Find those of the references in this loop of the nest; the record must stay.
 * False where one cannot be said in names of the source; *reason says why.
 */
bool spans_find(const json_t *record, int loop, struct spans *spans,
		struct text *reason);
void spans_free(struct spans *spans);

/*
 * Is there a reference of the record that reads one byte, the same in all
 * iterations, "offset" behind the end of a span that is given?
 */
bool span_is_read(const json_t *record, const struct span *span,
		  const struct polynomial *end, int64_t offset);

#endif
