/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values and addresses as the definitions say them, up to the heads of loops:
 * the PHIs there are atoms, and closed.h replaces them.
 */
#ifndef PODIUM_RAW_H
#define PODIUM_RAW_H

#include "nest.h"

/*
 * Between these the functions below speak of this nest. "load" gives what a
 * statement loads from memory, one of the nest where it is NULL; or NULL.
 */
void raw_begin(struct nest *nest,
	       const struct expr *(*load)(tree reference, gimple *statement));
void raw_end(void);

/* The name that the source gave to a value at the entry of the region. */
void raw_name(tree ssa_name, const char *name);

/*
 * What a variable has as long as the nest runs, NULL where the source gives it
 * no name: a parameter.
 */
const struct expr *raw_kept(tree ssa_name);

/* Is it a value that the source has no name for? */
bool raw_is_unnamed(const struct atom *parameter);

/* An integer or a pointer? */
bool raw_is_number(tree type);

/* A constant to which nothing is added: it is what it says, 4000000000 is no
   sum. */
bool raw_is_unsigned(tree operand);

/* Of an operand, NULL allowed; NULL if it is no number or not known. */
const struct expr *raw_value(tree operand);

/* Of one that is compared. */
const struct expr *raw_compared(tree operand);

/* Of one that a loop begins with and adds this step to. */
const struct expr *raw_start(tree operand, const struct expr *step);

/* Of a reference, in bytes. */
const struct expr *raw_address(tree reference);

/* Out of the operands of the statement; NULL where it computes nothing. */
const struct expr *raw_computed(gimple *statement);

#endif
