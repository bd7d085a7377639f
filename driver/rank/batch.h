/*
 * What is predicted of the rows of a table of variants: each row names a
 * function of the records and, in columns of their names, values of its
 * parameters and of what its clauses are made of.
 */
#ifndef PODIUM_BATCH_H
#define PODIUM_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "prediction.h"

struct csv;
struct records;
struct text;

/* What the estimate of a row is made of, loops of a function together. */
struct batch_row {
	double cycles;
	double term[ESTIMATE_TERMS];
	double bytes, operations;      /* the most of any loop, the sum */
	double largest_chunk, threads; /* the most */
	double mean_chunks, most_chunks;
	double regions, iterations; /* executions, iterations of all loops */
	/* of the busiest thread without what parallel runs cost; the same on
	   the path through all turns, and how often they are handed on */
	double work, path, handed;
	/* lines that the busiest thread takes from L2, L3, memory */
	double lines[LEVEL_COUNT];
	char class[8];		  /* of the last loop, as the others */
	struct schedule schedule; /* likewise */
	struct likeness likeness; /* likewise */
	size_t rank;		  /* when it is tried, from 1 */
};

/*
 * Predict every row; the caller frees the result. NULL and a *problem, which
 * names the place in the table, where one cannot be. Parameters without a
 * column have the values of the settings, NAME=N up to a NULL, where there are
 * any.
 */
struct batch_row *batch_table(const struct records *records,
			      const struct csv *csv,
			      const struct machine *machine,
			      const char *const *settings,
			      struct text *problem);

#endif
