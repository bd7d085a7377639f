/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places in memory that statements read or write, and whether two of them may
 * be the same.
 */
#ifndef PODIUM_TOUCH_H
#define PODIUM_TOUCH_H

struct touch {
	tree base;    /* variable, or result of a call; NULL_TREE: not known */
	int level;    /* 0: the base itself, 1: what it points at, and so on */
	tree field;   /* the member that held the last pointer, or NULL_TREE */
	bool alone;   /* nothing that does not begin at the base leads there */
	bool exact;   /* "offset" and "extent" are known, in bits */
	bool single;  /* a variable or member, and no element of an array */
	bool counted; /* one of several numbers that a pointer counts through */
	bool writes;
	tree type; /* of what is touched; NULL_TREE: any */
	poly_int64 offset, extent;
};

/* Add what statements of the current function touch, as far as "end", which
   may be NULL: with all that is in them and in functions of the unit that they
   call. */
void touch_add(gimple *first, gimple *end, vec<struct touch> *touches);

/* What a value of the current function points at. */
void touch_given(tree value, struct touch *touch);

/* May both be the same place, and is it written? */
bool touch_meet(const struct touch *a, const struct touch *b);

void touch_free_all(void);

#endif
