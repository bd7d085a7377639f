/*
 * Times of a program by its number of threads, from a table or from runs.
 */
#ifndef PODIUM_SCALED_H
#define PODIUM_SCALED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "models/scaling.h"

struct csv;

/* Of one number of threads, round by round. */
struct scaled_count {
	double threads;
	double *seconds;
	size_t rounds;
	double slack; /* by how much the last may be off, being rounded */
	size_t row;   /* of the table, the last */
};

struct scaled {
	char *name; /* of the program */
	struct scaled_count *counts;
	struct scaling_point *points; /* of each count, made by scaled_read */
	size_t count;
	struct scaling_reading reading;
	/* lines on printed figures that do not follow from the times */
	struct text remarks;
};

struct scaled_list {
	struct scaled *list;
	size_t count;
};

/* The program of this name, added if it is not there. */
struct scaled *scaled_find(struct scaled_list *programs, const char *name);

/* Add a time of the next round of this number of threads. */
void scaled_time(struct scaled *program, double threads, double seconds,
		 double slack, size_t row);

void scaled_drop(struct scaled_list *programs, size_t place);

/* Compute points and reading, once all times are there. */
enum model_status scaled_read(struct scaled *program);

/*
 * Read a table with the columns threads (or p) and time; column "by", if not
 * NULL, names programs. On failure *problem names the place.
 */
bool scaled_table(const struct csv *csv, const char *by,
		  struct scaled_list *programs, struct text *problem);

void scaled_free(struct scaled_list *programs);

#endif
