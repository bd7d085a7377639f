/*
 * What the clocks in the loops of a program said of a run: calls, time, and
 * the values of parameters. doc/clock.md describes the files.
 */
#ifndef PODIUM_CLOCKED_H
#define PODIUM_CLOCKED_H

#include <jansson.h>
#include <stdbool.h>

/*
 * The lines of loops in all files of a folder, one for each process, as an
 * array in JSON; what threads did apart is left out. The caller frees it.
 */
char *clocked_gather(const char *folder);

/* Such an array, read; NULL if no loop in it had a clock. */
json_t *clocked_read(const char *array);

/*
 * How often the loop of the record was met and how long that took in all, in
 * nanoseconds. False if it had no clock.
 */
bool clocked_time(const json_t *loops, const json_t *record, double *calls,
		  double *wall);

/* How many threads had a part in it, 0 if that is not known. */
int clocked_threads(const json_t *loops, const json_t *record);

/*
 * Did each of several threads have it for itself, as within a parallel region
 * around its own? Then no clause of it matters.
 */
bool clocked_alone(const json_t *loops, const json_t *record);

/* The mean of a parameter over the calls, rounded. False if it is not known. */
bool clocked_value(const json_t *loops, const json_t *record, const char *name,
		   double *value);

/*
 * The mean number of iterations of a shared loop over the calls: number 0 is
 * the outermost of those that are shared. False if it is not known.
 */
bool clocked_iterations(const json_t *loops, const json_t *record, int number,
			double *iterations);

#endif
