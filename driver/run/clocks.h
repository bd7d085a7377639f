/*
 * What the clocks in the loops of a program said of a run: calls, time, and
 * the values of parameters. doc/clock.md describes the files.
 */
#ifndef PODIUM_CLOCKS_H
#define PODIUM_CLOCKS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * The lines of loops in all files of a folder, one for each process, as an
 * array in JSON; what threads did apart is left out. Where there are several
 * processes, a line has its number and that of those "beside" it: ranks run at
 * the same time, and steps of a script do not. The caller frees it.
 */
char *clocks_gather(const char *folder);

/* Such an array, read; NULL if no loop in it had a clock. */
json_t *clocks_read(const char *array);

/* Is the line, or another record, that of the loop of the record? */
bool clocks_is_of(const json_t *line, const json_t *record);

/*
 * How often the loop of the record was met and how long that took in all, in
 * nanoseconds. Of processes beside each other the one counts that has most of
 * it, as ranks wait for the slowest. False if it had no clock. Without a
 * record: of all loops that have clocks.
 */
bool clocks_time(const json_t *loops, const json_t *record, double *calls,
		 double *wall);

/* How many threads had a part in it, 0 if that is not known. */
int clocks_threads(const json_t *loops, const json_t *record);

/*
 * Did each of several threads have it for itself, as within a parallel region
 * around its own? Then no clause of it matters.
 */
bool clocks_alone(const json_t *loops, const json_t *record);

/* The mean of a parameter over the calls, rounded. False if it is not known. */
bool clocks_value(const json_t *loops, const json_t *record, const char *name,
		  double *value);

/*
 * The mean number of iterations of a shared loop over the calls: number 0 is
 * the outermost of those that are shared. False if it is not known.
 */
bool clocks_iterations(const json_t *loops, const json_t *record, int number,
		       double *iterations);

#endif
