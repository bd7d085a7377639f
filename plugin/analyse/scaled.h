/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Products of what is loaded with values that the nest does not change.
 */
#ifndef PODIUM_SCALED_H
#define PODIUM_SCALED_H

#include "memory.h"

/* Count them in the references, those of innermost loops alone: compilers put
   them before a loop that the load goes before. */
void scaled_find(struct references *references, const struct nest *nest);

#endif
