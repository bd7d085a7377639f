/*
 * The lock of a store: a file beside it that names the machine and the process
 * which writes. At most one podium at a time holds it.
 */
#ifndef PODIUM_LOCK_H
#define PODIUM_LOCK_H

#include <stdbool.h>

struct lock;
struct text;

/*
 * Lock the store at "path". The lock of a process of this machine that is gone
 * is taken over; one of another machine never is. NULL and a *problem if the
 * lock is held or cannot be written.
 */
struct lock *lock_take(const char *path, struct text *problem);

/* Remove the file and unlock; NULL does nothing. */
void lock_release(struct lock *lock);

/* Does another podium hold the lock, as far as this machine can tell? */
bool lock_is_held(const char *path);

#endif
