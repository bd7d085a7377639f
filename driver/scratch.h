/*
 * A temporary folder. It is removed by scratch_free, at exit, and also when
 * the user interrupts: signals are watched while it exists. What a podium that
 * was killed left behind is removed by the next.
 */
#ifndef PODIUM_SCRATCH_H
#define PODIUM_SCRATCH_H

/*
 * Make the folder in TMPDIR, else in /tmp. At most one exists at a time.
 * Returns its absolute path, or NULL with errno set.
 */
const char *scratch_new(void);

/* Remove the folder and all in it. */
void scratch_free(void);

/* The folder in which temporary folders are made. */
const char *scratch_parent(void);

#endif
