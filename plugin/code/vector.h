/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks at the statements of one loop after the vectoriser: how many lanes,
 * how the vectors are filled, masked, which kind of reduction.
 */
#ifndef PODIUM_VECTOR_H
#define PODIUM_VECTOR_H

/* In order of rising cost. */
enum vector_fill {
	VECTOR_NONE,
	VECTOR_CONTIGUOUS,
	VECTOR_STRIDED,
	VECTOR_GATHER,
};

struct vector_look {
	unsigned lanes;	     /* of the dominating element type; 0: known at run
				time only */
	unsigned iterations; /* of one step: lanes of the narrowest type */
	enum vector_fill fill;
	bool masked;
	const char *reduction; /* "tree", "fold-left" or NULL */
};

/* Does the loop hold a statement on vectors? */
bool vector_any(class loop *loop);

/* Look at a loop that holds statements on vectors. */
void vector_look(class loop *loop, struct vector_look *look);

#endif
