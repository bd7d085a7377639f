/*
 * The pattern loops of the power models: what they took, and the variables
 * of the models out of their records.
 */
#ifndef PODIUM_PATTERN_H
#define PODIUM_PATTERN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/machine.h"

struct measure;
struct records;
struct text;

#define PATTERN_VARIABLES 4

struct pattern_row {
	const char *pattern; /* a constant */
	int n, chunk, threads;
	double cycles; /* of all threads together */
	double x[PATTERN_VARIABLES];
	double bytes; /* of its data */
	bool known;   /* are the variables? */
};

struct patterns {
	struct pattern_row *rows;
	size_t count;
};

/* Names of the pattern loops, NULL at the end. */
extern const char *const pattern_names[];

/*
 * The rows that were measured, with their variables where the records of the
 * source of the patterns are there ("records" may be empty).
 */
void pattern_take(struct patterns *patterns, const struct measure *measure,
		  const struct records *records, const struct machine *machine);

/*
 * Add a row of the pattern of that name; a chunk of 0 is a thread's whole
 * share. One that makes no sense is left out.
 */
void pattern_add(struct patterns *patterns, const char *name,
		 struct pattern_row row);
void pattern_free(struct patterns *patterns);

json_t *pattern_json(const struct patterns *patterns);

/* The record of that pattern, NULL if there is none. */
const json_t *pattern_record(const struct records *records, const char *name);

/*
 * The part of the second cache that data can have before its lines drive each
 * other out, by its associativity: all but one of the ways.
 */
double pattern_cache(const struct machine *machine);

/* Bytes of the vectors that GCC uses for the loops; 0 if not known. */
int pattern_vector_bytes(const struct records *records);

#endif
