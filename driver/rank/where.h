/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions of a space file: a comparison of two integer expressions over
 * names, like "TJ <= TI" or "2 * TILE * TILE < 32768 / threads".
 */
#ifndef PODIUM_RANK_WHERE_H
#define PODIUM_RANK_WHERE_H

#include <stddef.h>

struct formula;
struct text;

/*
 * Operators are + - * / % with the precedence of C, unary -, parentheses, and
 * one of <= < >= > == !=. A name is the symbol of its index; NULL is none. The
 * value of the formula is 1 where the condition holds, NaN where it divides by
 * zero. On failure NULL and a *problem.
 */
struct formula *where_parse(const char *string, const char *const *names,
			    size_t count, struct text *problem);

#endif
