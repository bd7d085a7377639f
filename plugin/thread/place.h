/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of a private object that an operand accesses: a member, an element
 * of an array, the target of a pointer.
 */
#ifndef PODIUM_PLACE_OF_OBJECT_H
#define PODIUM_PLACE_OF_OBJECT_H

#include "own.h"
#include "steps.h"

#define PLACE_MOST 160

/* ".7" is a member by its number, "[3]" an element, "[]" any element. */
struct cell {
	int object; /* -1: a value that is no object's */
	char *path;
};

struct cells {
	vec<struct cell> list;
};

struct place {
	int object;
	char path[PLACE_MOST];
	char text[PLACE_MOST]; /* of subscripts: equal texts, equal elements */
	bool element;	       /* one that is not known */
	tree type;
};

/* The cell of the place, which is made once. */
int cells_of(struct cells *cells, const struct place *place);
int cells_add(struct cells *cells, int object, const char *path);
void cells_free(struct cells *cells);

/* Is the cell a part of the place, the place a part of it, or any of both? Of
   what has all its members as cells, it holds nothing else. */
bool cells_within(const struct cells *cells, unsigned cell,
		  const struct place *place);
bool cells_meet(const struct cells *cells, unsigned cell,
		const struct place *place);
bool cells_hold(const struct cells *cells, unsigned cell,
		const struct place *place);

/* The place that an operand of that step is, or that a value leads to; false
   if it is none of an object. */
bool place_find(struct cells *cells, struct own *own, const struct steps *steps,
		unsigned at, tree ref, struct place *place);
bool place_given(struct cells *cells, struct own *own, tree value,
		 struct place *place);

/* A part of it, by its path; and all of the array that it is an element of. */
void place_add(struct place *place, const char *path);
void place_cut(struct place *place);

/* The text of a value of that step, for good. */
const char *place_value(const struct steps *steps, unsigned at, tree value);

#endif
