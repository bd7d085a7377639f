/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variables in registers that one iteration hands to the next.
 */
#ifndef PODIUM_SCALAR_H
#define PODIUM_SCALAR_H

#include "dependence.h"

/* Of this loop of the table. */
void scalar_find(struct analysis *analysis, int loop);

#endif
