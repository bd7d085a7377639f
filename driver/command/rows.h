/*
 * podium rank --rows: a table of variants that are functions of one object.
 */
#ifndef PODIUM_ROWS_H
#define PODIUM_ROWS_H

#include <stdbool.h>

#include "models/machine.h"

struct records;

/*
 * Each row of the file names a function of the records and, in columns of
 * their names, values of its parameters and of what its clauses are made of;
 * the settings, NAME=N up to a NULL, are those of parameters without a column.
 * Print the rows with predicted, lo, hi and rank added, as CSV or JSON.
 * Returns the exit status.
 */
int rows_rank(const struct records *records, const char *path,
	      const char *const *settings, const struct machine *machine,
	      bool json);

#endif
