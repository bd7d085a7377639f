/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The primitives of a transformation, with the loops that they name:
 *
 *	distribute(j) order(i,k@,j,k) tile(k:32) jam(j:64) collapse(2)
 *	apart(a,b)
 *
 * in this order, each at most once.
 */
#ifndef PODIUM_PRIMITIVES_H
#define PODIUM_PRIMITIVES_H

#include "loops.h"

/* A loop of the order, or its tile loop. */
struct ordered {
	struct part *loop;
	bool tile;
};

struct sized {
	struct part *loop;
	HOST_WIDE_INT size; /* iterations of a tile */
};

struct primitives {
	struct part *distribute; /* or NULL */
	vec<struct ordered> order;
	vec<struct sized> tile, jam;
	unsigned collapse; /* 0: without */
	vec<char *> apart; /* pointers of the overlap check */
};

/* Returns NULL, or a sentence that says why not, to be freed. */
char *primitives_read(struct primitives *to, const struct loop_tree *loops,
		      const char *text);
void primitives_free(struct primitives *to);

/* Iterations of a tile of the loop, 0: it has none. */
HOST_WIDE_INT primitives_tile(const struct primitives *of,
			      const struct part *loop);

#endif
