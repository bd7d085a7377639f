/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a space file holds once it is read: lists, each a dimension of its
 * variants.
 */
#ifndef PODIUM_LISTS_H
#define PODIUM_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct constraint;

#define LISTS_MOST_MACROS 100

/* Values to choose from; whole numbers too, where all of them are such. */
struct lists_values {
	char **words;
	int64_t *numbers;
	size_t count;
	bool whole;
};

struct lists_macro {
	char *name;
	struct lists_values values;
	char **defines; /* -DNAME=VALUE for each */
};

/*
 * Dimensions that the walk knows by number: the macros stand between
 * LISTS_FLAGS and LISTS_SCHEDULE.
 */
enum { LISTS_SOURCE, LISTS_FLAGS, LISTS_MACROS };
enum { LISTS_SCHEDULE, LISTS_CHUNK, LISTS_THREADS, LISTS_CLAUSES };

struct space {
	struct lists_values sources;
	struct lists_values *flags; /* each a set of them */
	size_t flag_sets;
	struct lists_macro *macros;
	size_t macro_count;
	struct lists_values clauses[LISTS_CLAUSES];
	struct constraint **constraints;
	size_t constraint_count;
};

/* Names in constraints: chunk, threads, then the macros. */
enum { LISTS_NAME_CHUNK, LISTS_NAME_THREADS, LISTS_NAME_MACROS };

#endif
