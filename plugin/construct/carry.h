/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and carries from one iteration of a loop to
 * the next: a state that goes on, or a sum.
 */
#ifndef PODIUM_CARRY_H
#define PODIUM_CARRY_H

struct construct;

/* A function is given the address of a variable that holds something. */
struct carry_lend {
	char *name; /* of the variable, NULL for what a parameter points at */
	int parameter; /* or -1 */
	tree function;
	int argument; /* of that function */
};

struct carried {
	/* variables read before they are written: their value of the iteration
	   before matters; sums of which only the order does */
	vec<char *> states, sums;
	/* of a function: parameters that point at such */
	vec<int> moved, summed;
	vec<struct carry_lend> lends;
};

/* What the threads of a loop have for themselves. */
void carry_of_loop(const struct construct *construct, struct carried *found);

/* What the parameters of the current function point at. */
void carry_of_function(gimple_seq body, struct carried *found);

void carry_free(struct carried *found);

#endif
