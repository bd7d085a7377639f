/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops of a parallel region, and what else there relies on which thread has
 * which of their iterations.
 */
#ifndef PODIUM_REGION_H
#define PODIUM_REGION_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* Why the construct must share out the loops that it does, or NULL. */
const char *region_binds(const json_t *record);

/* Where that is why: ", such as 'x'", of what is a thread's own, or its line.
 */
void region_print_own(struct text *out, const json_t *record, const char *why);

/* Are there statements before or behind the loop, for the same threads? */
bool region_has_others(const json_t *record);

#endif
