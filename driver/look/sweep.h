/*
 * Times of a program by its number of threads, from a table or from runs.
 */
#ifndef PODIUM_SWEEP_H
#define PODIUM_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "models/scaling.h"

struct csv;

/* Of one number of threads, round by round. */
struct sweep_count {
	double threads;
	double *seconds;
	size_t rounds;
	double slack; /* by how much the last may be off, being rounded */
	size_t row;   /* of the table, the last */
};

struct sweep {
	char *name; /* of the program */
	struct sweep_count *counts;
	struct scaling_point *points; /* of each count, made by sweep_read */
	size_t count;
	struct scaling_reading reading;
	/* lines on printed figures that do not follow from the times */
	struct text remarks;
};

struct sweep_list {
	struct sweep *list;
	size_t count;
};

/* The program of this name, added if it is not there. */
struct sweep *sweep_find(struct sweep_list *programs, const char *name);

/* Add a time of the next round of this number of threads. */
void sweep_time(struct sweep *program, double threads, double seconds,
		double slack, size_t row);

void sweep_drop(struct sweep_list *programs, size_t place);

/* Compute points and reading, once all times are there. */
enum model_status sweep_read(struct sweep *program);

/*
 * Read a table with the columns threads (or p) and time; column "by", if not
 * NULL, names programs. On failure *problem names the place.
 */
bool sweep_table(const struct csv *csv, const char *by,
		 struct sweep_list *programs, struct text *problem);

void sweep_free(struct sweep_list *programs);

#endif
