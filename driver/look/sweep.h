/*
 * Times of a program by its number of threads.
 */
#ifndef PODIUM_SWEEP_H
#define PODIUM_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "models/scaling.h"

/* Of one number of threads, round by round. */
struct sweep_count {
	double threads;
	double *seconds;
	size_t rounds;
};

struct sweep {
	char *name; /* of the program */
	struct sweep_count *counts;
	struct scaling_point *points; /* of each count, made by sweep_read */
	size_t count;
	struct scaling_reading reading;
};

struct sweep_list {
	struct sweep *list;
	size_t count;
};

/* The program of this name, added if it is not there. */
struct sweep *sweep_find(struct sweep_list *programs, const char *name);

/* Add a time of the next round of this number of threads. */
void sweep_time(struct sweep *program, double threads, double seconds);

void sweep_drop(struct sweep_list *programs, size_t place);

/* Compute points and reading, once all times are there. */
enum model_status sweep_read(struct sweep *program);

void sweep_free(struct sweep_list *programs);

#endif
