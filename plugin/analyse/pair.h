/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each two references of a nest: do their iterations depend on each other?
 */
#ifndef PODIUM_PAIR_H
#define PODIUM_PAIR_H

#include "dependence.h"

/* Add what is found of them. */
void pair_compare_all(struct analysis *analysis);

#endif
