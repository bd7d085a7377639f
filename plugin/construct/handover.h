/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop or a function was found to carry from one iteration to the next;
 * carry.h finds it.
 */
#ifndef PODIUM_HANDOVER_H
#define PODIUM_HANDOVER_H

/* A function is given the address of a variable that holds something. */
struct handover_lend {
	char *name; /* of the variable, NULL for what a parameter points at */
	int parameter; /* or -1 */
	tree function;
	int argument; /* of that function */
};

struct handover {
	/* variables read before they are written: their value of the iteration
	   before matters; sums of which only the order does */
	vec<char *> states, sums;
	/* of a function: parameters that point at such */
	vec<int> moved, summed;
	vec<struct handover_lend> lends;
};

void handover_free(struct handover *found);

#endif
