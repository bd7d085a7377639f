/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file $PODIUM_VERSIONS, which fixes a version of each loop for the run;
 * see doc/trial.md.
 */
#ifndef PODIUM_VERSIONS_H
#define PODIUM_VERSIONS_H

#include <stdbool.h>

/* Reads the file, once. */
void versions_begin(void);

/* Is there one? Then nothing is tried in the run. */
bool versions_are_fixed(void);

/* The version of a loop; "exist" are those that the program has, as bits. */
unsigned versions_of(const char *file, const char *id, unsigned exist);

/* At the end of the process: a message for each line that was not obeyed. Safe
   in the handler of a signal. */
void versions_tell(void);

#endif
