/*
 * Which loops the units of a program hold, and what these reach, by compiling
 * the units for their records.
 */
#ifndef PODIUM_SURVEY_H
#define PODIUM_SURVEY_H

#include <stdbool.h>

struct plan;
struct text;

/*
 * Read the records of the units that use OpenMP, with objects in "folder",
 * which is made. True with a *why if some of them cannot be read, or if there
 * is more in the program than the units that were seen. False if the user
 * interrupts, or with a *problem.
 */
bool survey_units(struct plan *plan, const char *folder, struct text *why,
		  struct text *problem);

/* Remove its objects, but for those that the build did not leave. */
void survey_drop(const struct plan *plan, const char *folder);

/*
 * Join the records that were read, here or by whole builds: what loops do
 * through calls, and which units are wanted.
 */
void survey_join(struct plan *plan);

#endif
