/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may be read at any time, as a variable: also where the program would
 * not read it, as no loop around has an iteration.
 */
#ifndef PODIUM_SURE_H
#define PODIUM_SURE_H

#include "nest.h"

/* Is the parameter's value at hand, or in memory that is surely there? */
bool sure_to_read(const struct nest *nest, const struct atom *parameter);

#endif
