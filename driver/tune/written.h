/*
 * Files that runs write where the user stands.
 */
#ifndef PODIUM_WRITTEN_H
#define PODIUM_WRITTEN_H

#include <stdbool.h>
#include <time.h>

struct session;
struct text;

/* Files of the current folder that were written since and are not compared. */
void written_names(const struct session *session, struct timespec since,
		   struct text *names);

/* After the first run of the baseline: compare those as well that are not too
   large. */
void written_compare(struct session *session, struct timespec since);

/* Were any, also of those that are compared? */
bool written_any(const struct session *session, struct timespec since);

/*
 * After the first run of the original, which began then: may runs of a launcher
 * be made several at a time? What one writes where the user stands another one
 * writes as well. False if podium shall stop; the user was told.
 */
bool written_allow(struct session *session, struct timespec since);

#endif
