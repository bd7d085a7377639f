/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Subscripts and bounds that may wrap around: all else takes them for
 * mathematical integers.
 */
#ifndef PODIUM_WRAP_H
#define PODIUM_WRAP_H

#include "nest.h"

/* A value that is what its expression says as long as its type has room. */
struct wrap {
	const struct expr *value;
	long least, most;
	int loop; /* the innermost around it; -1: none of the nest */
};

/*
 * Why subscripts or bounds within the loop need not be what their expressions
 * say, or NULL. They are that for certain where nothing is found; else where
 * all that is found has room.
 */
const char *wrap_find(const struct nest *nest, const struct nest_loop *loop,
		      vec<struct wrap> *found);

/* Nothing where there is nothing. */
void wrap_write(struct json_writer *json, const struct nest *nest,
		vec<struct wrap> &found);

#endif
