/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which orders and tiles of the hot loops are worth a trial.
 */
#ifndef PODIUM_PROPOSE_H
#define PODIUM_PROPOSE_H

#include <stdbool.h>
#include <stddef.h>

struct hot;
struct make;

/*
 * Add them to the candidates of their loops, in the choice, where the user
 * wants any. The plugin is asked what it can make; each unit is compiled for
 * the records of what is made, and what they do not say as predicted is told
 * and left out. False if the user interrupts.
 */
bool propose(struct hot *hot, size_t choice, struct make *make);

#endif
