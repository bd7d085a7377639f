/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the value of a parameter is computed where its construct begins, out of
 * the program's own variables: the child tells the compiler, which has clocks
 * read it (evaluate.cc). Words, each of which takes from a stack and leaves
 * there:
 *
 *	v812		the value of the variable with this DECL_UID
 *	p812		of an argument that the function may not have changed
 *	m812:16:4s	4 bytes, signed, at offset 16 of a variable
 *	a812		the address of a static variable
 *	l8:4u		4 bytes, unsigned, 8 behind the address on the stack
 *	c12 + - *	a constant, and arithmetic
 *
 * Nothing is loaded that the program would not load: see is_safe().
 */
#ifndef PODIUM_RECIPE_H
#define PODIUM_RECIPE_H

#include "nest.h"

/* In the child, before anything else: variables made from now on are unknown
   to the compiler. */
void recipe_start(void);

/*
 * Lines "KIND NAME<tab>WORDS" for the parameters that the record uses, as far
 * as they can be computed; to be freed. With a '?' before the words that may
 * only be done where each shared loop has an iteration. "names" is the
 * marker with the values of variables, or NULL. Before them a line "work
 * (inner)": iterations of the loops within an iteration of the shared ones,
 * where these may be others in another call; of a loop that depends on counters
 * one.
 */
char *recipe_write(const struct nest *nest, gimple *names);

#endif
