/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Closed forms: the PHI in the head of a loop as a multiple of its counter.
 */
#ifndef PODIUM_CLOSED_H
#define PODIUM_CLOSED_H

#include "nest.h"

/* Between these the functions below speak of this nest. */
void closed_begin(struct nest *nest);
void closed_end(void);

/* The counter of a loop has changed: compute everything anew. */
void closed_forget(void);

/* A raw value without PHIs, where there is a closed form. */
const struct expr *closed_value(const struct expr *e);

/* The same said in the source's variables instead of hidden counts. */
const struct expr *closed_in_source(const struct expr *e);

/* All of that for an operand: NULL if it is no integer or pointer. */
const struct expr *closed_of(tree operand);

/*
 * Is the value of this PHI in a loop header init + step * iteration?
 * Loops around must have been understood before.
 */
bool closed_is_affine(gphi *phi, const struct expr **init,
		      const struct expr **step);

/*
 * Is the PHI multiplied by a constant in each iteration, 2 or more, or, where
 * that is negative, divided? 0 if neither.
 */
long closed_growth(gphi *phi, const struct expr **init);

/* start + step * iteration for the counter of this loop. */
const struct expr *closed_by_iteration(const struct nest_loop *loop, int index);

#endif
