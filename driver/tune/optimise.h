/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which flags of GCC's optimisers, behind those of the build, are worth a
 * trial. None of them changes what the program means.
 */
#ifndef PODIUM_OPTIMISE_H
#define PODIUM_OPTIMISE_H

struct choices;
struct hot;
struct plan;

/*
 * Add them to the choices, to be compiled: what GCC makes of the hot loops with
 * them is in the records then. "march": what makes the program one for the
 * machine that runs it alone, where the user allows it, else NULL.
 */
void optimise_propose(struct choices *choices, const struct hot *hot,
		      const struct plan *plan, const char *march);

#endif
