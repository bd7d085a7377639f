/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elements of Fortran's arrays that have a descriptor: allocatable arrays,
 * pointers, dummy arguments of assumed shape. A step in a dimension is as many
 * bytes as the descriptor says, forwards or backwards; the language says that
 * other subscripts are another element.
 */
#ifndef PODIUM_DESCRIPTOR_H
#define PODIUM_DESCRIPTOR_H

#include "expr.h"

#define DESCRIPTOR_MOST 15 /* dimensions, says the standard */

/*
 * Which element: "at" is what the descriptor's stride of each dimension is
 * multiplied by, in units that are the same for all elements of the array;
 * "bytes" is what is left: the place in the element, and in the first
 * dimension where that is known to lie beside each other. Beginnings are the
 * same for all elements; that of the first one where "first" says so.
 */
struct descriptor_element {
	tree descriptor;
	int rank;
	const struct expr *at[DESCRIPTOR_MOST];
	const struct expr *bytes;
	bool first;
};

/* False where the address is not plainly that of such an element. */
bool descriptor_element(const struct expr *address, const struct atom *base,
			struct descriptor_element *element);

/* The descriptor that the place is a member of, else NULL. */
tree descriptor_of_member(tree place);

#endif
