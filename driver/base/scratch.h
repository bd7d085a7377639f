/*
 * A temporary folder. It is removed by scratch_free, at exit, and also when
 * the user interrupts: signals are watched while it exists. What a podium that
 * was killed left behind is removed by the next on the same machine before it
 * is started anew, if a file in it says so; nothing else is.
 */
#ifndef PODIUM_SCRATCH_H
#define PODIUM_SCRATCH_H

#include <stdbool.h>

struct text;

/*
 * From now on it is made in this folder, which other machines see too, and so
 * is a copy of what they load.
 */
void scratch_share(const char *parent);

/*
 * Make the folder in TMPDIR, else in /tmp. At most one exists at a time: who
 * asks for another one shares it, until both have freed it.
 * Returns its absolute path, or NULL with errno set.
 */
const char *scratch_new(void);

/* The same; where it cannot be made *problem says so, with the remedy. */
const char *scratch_open(struct text *problem);

/* Remove the folder and all in it. */
void scratch_free(void);

/*
 * The library by a name that a list of preloaded ones can hold, which is split
 * at blanks and colons: where needed that of a copy in the folder, and always
 * where that is shared. Takes the path; the caller frees the result.
 */
char *scratch_preload(char *library);

/*
 * True if what failed in the folder failed for want of room, as "why" says or
 * the folder itself; then *problem says so, with the remedy.
 */
bool scratch_lacks_room(const char *why, struct text *problem);

/* The folder in which temporary folders are made. */
const char *scratch_parent(void);

#endif
