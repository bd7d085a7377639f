/*
 * Workers: processes that make things side by side, one for each core.
 */
#ifndef PODIUM_CREW_H
#define PODIUM_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct crew {
	pid_t *workers; /* by the number of what they make; 0: nobody */
	size_t count, busy, cores;
};

struct crew crew_new(size_t count);

/* May another one begin? */
bool crew_has_room(const struct crew *crew);

/*
 * Like fork, for thing number "index"; a worker does not outlive podium. Where
 * that fails it is -1.
 */
pid_t crew_hire(struct crew *crew, size_t index);

/*
 * Wait until a worker ends: the number of what it made, and its exit status.
 * "count" if none is there or the user interrupts.
 */
size_t crew_next(struct crew *crew, int *status);

/* Those that still work are ended. */
void crew_free(struct crew *crew);

#endif
