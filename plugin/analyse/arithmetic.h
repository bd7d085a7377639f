/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GCC's operations, with the meaning of integers.
 */
#ifndef PODIUM_ARITHMETIC_H
#define PODIUM_ARITHMETIC_H

#include "expr.h"

/* a + b, a << b, a * b ...; NULL for what is not known here. */
const struct expr *arithmetic_binary(enum tree_code code, const struct expr *a,
				     const struct expr *b);

/*
 * (a OP b) ? yes : no, as a minimum or so where it is one. "wraps": the
 * comparison lives by wrapping around, so that it says nothing of integers.
 * NULL if it is not known, or one of the four is NULL.
 */
const struct expr *arithmetic_choice(enum tree_code code, const struct expr *a,
				     const struct expr *b, bool wraps,
				     const struct expr *yes,
				     const struct expr *no);

#endif
