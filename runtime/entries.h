/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sites of all objects that were ever loaded.
 */
#ifndef PODIUM_ENTRIES_H
#define PODIUM_ENTRIES_H

#include "runtime/site.h"
#include "runtime/thread.h"

/* Around all that adds to them. In the child of a fork nobody adds: unlock. */
void entries_lock(void);
void entries_unlock(void);

/* The library keeps copies: the object may be closed before the end. */
void entries_add(struct podium_site *site);

/* Memory of the library's; NULL if there is none, or no text. */
const char *entries_copy(const char *text);

unsigned entries_count(void);
struct entry *entries_get(unsigned index);

#endif
