/*
 * With what GCC counts the iterations of a static schedule. It computes where
 * a thread's next chunk begins, (trip * threads + thread) * chunk, in the type
 * of the counter, and takes for an iteration what comes out behind the end,
 * wrapped around or not. A collapsed nest is counted in the widest type of its
 * counters, which may be too small for all of them. What the library hands
 * out, by any other kind of schedule, is counted in long.
 */
#ifndef PODIUM_COUNTERTYPE_H
#define PODIUM_COUNTERTYPE_H

#include "construct.h"

/*
 * The largest chunk of a static schedule with which the construct's share is
 * right on any machine; 0 if there is none.
 */
#define COUNTERTYPE_ANY_CHUNK 2147483647
int countertype_chunk_most(const struct construct *construct);

/* Is it a pointer to arrays whose size varies? GCCs before 16 crash at chunks
   of a static schedule there. */
bool countertype_has_rows(const struct construct *construct);

/* The most iterations that are counted right; -1: more than there ever are. */
long countertype_iterations_most(const struct construct *construct);

/* Are there known to be more, or may the bounds be too far apart for it? */
bool countertype_is_too_small(const struct construct *construct);

#endif
