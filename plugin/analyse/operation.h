/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which class of operation a statement is.
 */
#ifndef PODIUM_OPERATION_H
#define PODIUM_OPERATION_H

/* Class of the operation that the statement is; NULL if it is no work. */
const char *operation_class(gimple *statement);

/* Class of what the assignment computes; NULL if it is none. */
const char *operation_of_code(enum tree_code code);

/* "call", "math", "sqrt" ... */
const char *operation_of_call(gimple *call);

/* A copy, a constant, a change of sign of an integer's type: no work. */
bool operation_is_free(gimple *assignment);

/* An integer or another number divided, or the rest of it. */
bool operation_is_division(gimple *assignment);

/* A product that one addition uses and nothing else. */
bool operation_may_fuse(gimple *assignment);

/* Functions of numbers that touch no memory: sin, pow, floor. */
bool operation_is_math(tree function);

/* Calls that only tell GCC something: assumptions, variable lifetimes. */
bool operation_is_silent(gimple *call);

/* Is it a call of code that may change memory, and not GCC's own? */
bool operation_is_call(gimple *statement);

#endif
