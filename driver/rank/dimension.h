/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a space file holds once it is read: lists, each a dimension of its
 * variants.
 */
#ifndef PODIUM_DIMENSION_H
#define PODIUM_DIMENSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct constraint;

#define DIMENSION_MOST_MACROS 100

/* Values to choose from; whole numbers too, where all of them are such. */
struct dimension_values {
	char **words;
	int64_t *numbers;
	size_t count;
	bool whole;
};

/* Loops by their counters, from the outermost on. */
#define DIMENSION_MOST_LOOPS 8

struct dimension_order {
	char *counters[DIMENSION_MOST_LOOPS];
	int count;
};

struct dimension_tile {
	char *counter;
	struct dimension_values sizes; /* 0 for "none" */
};

struct dimension_macro {
	char *name;
	struct dimension_values values;
	char **defines; /* -DNAME=VALUE for each */
};

/*
 * Dimensions that the walk knows by number: the macros stand between
 * DIMENSION_FLAGS and DIMENSION_SCHEDULE.
 */
enum { DIMENSION_SOURCE, DIMENSION_FLAGS, DIMENSION_MACROS };
enum {
	DIMENSION_SCHEDULE,
	DIMENSION_CHUNK,
	DIMENSION_THREADS,
	DIMENSION_CLAUSES
};

struct space {
	struct dimension_values sources;
	struct dimension_values *flags; /* each a set of them */
	size_t flag_sets;
	struct dimension_macro *macros;
	size_t macro_count;
	struct dimension_values clauses[DIMENSION_CLAUSES];
	/* what podium makes of the source: the walk knows nothing of it */
	struct dimension_order *orders;
	size_t order_count;
	struct dimension_tile *tiles;
	size_t tile_count;
	struct constraint **constraints;
	size_t constraint_count;
};

/* Names in constraints: chunk, threads, then the macros. */
enum { DIMENSION_NAME_CHUNK, DIMENSION_NAME_THREADS, DIMENSION_NAME_MACROS };

#endif
