/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants that are tried within one run of the program: a loop that runs
 * often enough has several candidates in one build, which take turns call by
 * call. doc/trial.md says how that is decided in the program.
 */
#ifndef PODIUM_WITHIN_H
#define PODIUM_WITHIN_H

#include <stdbool.h>

struct hot;
struct trial;

/*
 * Try the candidates of all loops where that can be done, in as few runs as it
 * takes. Such a loop is decided; the others are left to runs of their own. The
 * original with clocks must have been run. False if podium shall stop.
 */
bool within_try(struct trial *trial);

/* One run of the versions that there are; those of which it says nothing are
   left to fixed versions. False if podium shall stop. */
bool within_ask(struct trial *trial);

/* Is nothing left to runs of their own? */
bool within_decided_all(const struct hot *hot);

#endif
