/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transformations that a file asks about: can each be made? Nothing is changed.
 */
#ifndef PODIUM_PLANS_H
#define PODIUM_PLANS_H

#include "construct/construct.h"

/* Read the file: lines ID<TAB>TRANSFORMATION. */
void plans_load(const char *path);

/* Plan those of the construct of the current function; fills in its "plans". */
void plans_write(struct construct *construct);

void plans_free_all(void);

#endif
