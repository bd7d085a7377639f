/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers that an inner loop collects in variables, and the elements of arrays
 * that get them behind it:
 *
 *     for j { s = 0; for k s += ...; c[i][j] = s; }
 *
 * Where each stands in its element instead, the loop inside is held by nothing
 * but what it touches.
 */
#ifndef PODIUM_ELEMENT_H
#define PODIUM_ELEMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define ELEMENT_MOST 4 /* variables of one loop */

struct elements {
	int around;		 /* the loop that holds the statements */
	int last;		 /* the innermost one that they go on in */
	const json_t *variables; /* the record's "carries" */
	size_t to[ELEMENT_MOST]; /* references that are written there */
	size_t count;
	bool read; /* is a place read there that may be one of these? */
};

/*
 * The first loop of the nest with such variables: each may stand in an element
 * of which nothing else in the same iteration is known to be touched. False if
 * there is none.
 */
bool elements_find(const json_t *record, struct elements *elements);

/*
 * The record as it would be with them in their elements, which the caller
 * owns; NULL if there are none. References keep their numbers.
 */
json_t *elements_record(const json_t *record);

/* Is the reference to the place of one of them? */
bool elements_have(const struct elements *elements, const json_t *record,
		   const json_t *reference);

#endif
