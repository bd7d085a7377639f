/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which orders and tiles of the hot loops are worth a trial.
 */
#ifndef PODIUM_PROPOSE_H
#define PODIUM_PROPOSE_H

#include <stdbool.h>

struct choices;
struct hot;
struct hot_wish;
struct machine;
struct make;
struct text;

/*
 * Add them to the choices, to be compiled: each has the next best of every
 * loop. The plugin is asked what it can make. False if the user interrupts.
 */
bool propose(struct choices *choices, const struct hot *hot,
	     const struct make *make, const struct machine *machine,
	     const struct hot_wish *wish);

#endif
