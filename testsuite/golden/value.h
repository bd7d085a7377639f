/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of the record format's expressions, given values for their
 * parameters. See doc/records.md for the expressions themselves.
 */
#ifndef GOLDEN_VALUE_H
#define GOLDEN_VALUE_H

#include <jansson.h>
#include <stdbool.h>

#define MAX_BINDINGS 48
#define MAX_ELEMENTS 64

/* A named integer, or an array of them where "size" is not 0. */
struct binding {
	const char *name;
	long values[MAX_ELEMENTS];
	int count;
	long size; /* of an element in bytes */
	long iter; /* iterations begun before, for a counter */
};

struct env {
	struct binding bindings[MAX_BINDINGS];
	int count;
};

/*
 * Bind what "word" says: n=10, rp:4=0;3;5 (an array of 4-byte elements),
 * ~n=10 (any name that holds the word n) or *=10 (every other name).
 * The word is cut in place and must outlive the env. False if malformed.
 */
bool env_bind(struct env *env, char *word);

/* Counters come and go in the order of their loops. */
bool env_push(struct env *env, const char *name, long value, long iter);
void env_pop(struct env *env);

/*
 * False, and *value untouched, where the expression is malformed, unknown
 * (null), overflows, divides by zero or names something that is not bound.
 */
bool env_value(const struct env *env, const json_t *expression, long *value);

/* True if "text" holds "word" as a whole identifier. */
bool holds_word(const char *text, const char *word);

#endif
