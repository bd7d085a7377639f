/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The body of a loop cut at loops inside it, for distribution and for
 * strip-mining: the leaves between those, and the scalars that go from one
 * leaf to another within an iteration. Such a scalar is either computed again
 * in front of each leaf that reads it, or it is expanded into an array.
 */
#ifndef PODIUM_PARTS_H
#define PODIUM_PARTS_H

#include "loops.h"

/* How a scalar is computed again: the last statement sets it. */
struct definition {
	tree variable;
	vec<gimple *> slice;
	vec<tree> needs; /* such scalars of other leaves that it reads */
};

/* A variable, and the loop of which each iteration has one. */
struct own {
	tree variable;
	const struct part *loop;
};

struct leaf {
	vec<struct part *> parts;
	struct part *around; /* innermost loop: the cut one, or one inside */
	vec<gimple *> list;  /* statements of the parts */

	/* Expanded scalars that it loads first and stores last, and those
	   that are computed again, in order. */
	vec<tree> loads, stores;
	vec<const struct definition *> again;
};

struct parts {
	struct part *loop;
	vec<struct part *> cuts; /* loops in it, outer ones first */
	vec<struct leaf> leaves;
	vec<struct own> variables; /* that blocks around leaves declare */
	vec<struct definition> definitions;
	vec<tree> expanded;
};

bool parts_is_inside(const struct part *part, const struct part *outer);

/*
 * Cut the body of the loop at these loops in it. Where scalars may be expanded,
 * the bounds of those must be the same in all iterations. Returns NULL, or why
 * it cannot be, to be freed. Scalars that go on from one iteration to the next
 * stay as they are: the caller judges them.
 */
char *parts_read(struct parts *parts, struct part *loop,
		 const vec<struct part *> &cuts, bool expand);
void parts_free(struct parts *parts);

#endif
