/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which parts of the thread's own variables were written by the time the walk
 * is where it is.
 */
#ifndef PODIUM_WRITTEN_H
#define PODIUM_WRITTEN_H

struct scan;
struct origin;
struct span;

/* Has this iteration surely written that part of the subject? */
bool written_already(struct scan *scan, int subject, const char *key);

/* The part has a value of this iteration from here on. */
void written_fill(struct scan *scan, const struct origin *origin);

/* The part is written, but what it held before may go on; "adds": as in a sum.
 */
void written_note(struct scan *scan, const struct origin *origin, bool adds);

/* A variable changes. Elements at what it was are known for the end of the
   loop. */
void written_forget(struct scan *scan, tree target);

/* Arrays of which an inner loop has written all, to be freed: elements that it
   has gone through are all that there are. */
bitmap written_by_loop(struct scan *scan, const struct span *span);

#endif
