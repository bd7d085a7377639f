/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What called functions do with the variables whose addresses they are given.
 */
#ifndef PODIUM_EFFECT_H
#define PODIUM_EFFECT_H

/* What becomes of a thing whose address a function is given. */
enum effect {
	EFFECT_NONE,
	EFFECT_READ,
	EFFECT_FILL,
	EFFECT_STATE, /* it is read, and written */
	EFFECT_SUM,
	EFFECT_ADD,  /* to a list */
	EFFECT_SIZE, /* of a list */
	EFFECT_LEND, /* not known here */
};

/* By the function's name and type; of a function of the program, which is
   looked at by itself, EFFECT_LEND. */
enum effect effect_of(gimple *call, unsigned argument);

/* MIN_EXPR and MAX_EXPR for functions that select one of their first two
   arguments, ERROR_MARK for others. */
enum tree_code effect_selection(gimple *call);

#endif
