/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sites of all objects that were ever loaded.
 */
#ifndef PODIUM_ENTRIES_H
#define PODIUM_ENTRIES_H

#include "runtime/thread.h"

unsigned entries_count(void);
struct entry *entries_get(unsigned index);

/* In the child of a fork. */
void entries_forked(void);

#endif
