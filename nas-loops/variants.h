/*
 * The space of a loop: every nest with every set of tiles, kind of schedule,
 * chunk and number of threads that makes sense for its iterations.
 */
#ifndef PODIUM_LOOP_VARIANTS_H
#define PODIUM_LOOP_VARIANTS_H

#include <stdio.h>

#include "loop.h"

struct variant {
	const struct nest *nest;
	enum kind kind;
	int threads, chunk; /* chunk 0: one block a thread */
	int tiles[TILED];
	long iterations; /* that are shared out */
	enum paper paper;
};

struct variants {
	struct variant *list;
	size_t count;
};

/*
 * Those of a loop for these numbers of threads, 0 at the end, always in the
 * same order. Ends the program where there is no memory.
 */
struct variants variants_of(const struct loop *loop, const int *threads);

void variant_run(const struct variant *variant);

/* The columns that say which variant it is: their names, their values. */
void variant_print_names(FILE *out);
void variant_print(const struct variant *variant, FILE *out);

#endif
