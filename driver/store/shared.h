/*
 * A data base that several machines see, on a network file system, where the
 * locks of SQLite are not to be trusted: work is done in a copy on this
 * machine, and the file is exchanged for it, as a whole, after every step. Who
 * reads needs no lock; one at a time writes, who has the lease.
 */
#ifndef PODIUM_SHARED_H
#define PODIUM_SHARED_H

#include <stdbool.h>

struct shared;
struct text;

/* Is the file, or the place where it would be, on such a file system? */
bool shared_is_needed(const char *path);

/* NULL and a *problem if that cannot be. */
struct shared *shared_open(const char *path, bool writing,
			   struct text *problem);

/* The copy. */
const char *shared_copy(const struct shared *shared);

/* Exchange the file for the copy, in which no transaction is open. */
bool shared_publish(struct shared *shared, struct text *problem);

/* Does somebody write the file now? */
bool shared_is_busy(const char *path);

void shared_close(struct shared *shared);

#endif
