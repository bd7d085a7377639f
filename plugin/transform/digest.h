/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The digest of a construct: is it the one for which an entry was proven?
 *
 * It is made of the construct's own GIMPLE before it is lowered, of the
 * statements of its function that set the variables that it reads, or ask
 * whether they equal something, of the functions of the unit that it reaches,
 * of GCC's major version and of the flags that change what the code means.
 * Places, debug statements, GCC's numbers of variables and temporaries, and the
 * level of optimisation are no part of it; but with -O0 GCC makes other
 * statements of many loops.
 */
#ifndef PODIUM_DIGEST_H
#define PODIUM_DIGEST_H

#include "construct/construct.h"

/* Note a function of the unit, before the first one is made GIMPLE. */
void digest_collect(tree function);

/* The digest of a construct of the current function, as written. */
unsigned digest_construct(const struct construct *construct);

/* The digest of a function of the unit, and of those that it reaches. */
unsigned digest_function(tree function);

void digest_free_all(void);

#endif
