/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements beside a loop that are shared out for themselves, so that another
 * loop can be shared out than the one around both:
 *
 *     #pragma omp for             #pragma omp for
 *     for j {                     for j
 *       before                      before
 *       for i                     #pragma omp for
 *         for k                   for i
 *           inside                  for k
 *     }                               for j
 *                                       inside
 *
 * All threads are through with the first construct before the second begins.
 */
#ifndef PODIUM_APART_H
#define PODIUM_APART_H

#include <jansson.h>
#include <stdbool.h>

#include "reshape.h"

/* Does the loop that is shared out come apart, with no tiles around all? */
bool apart_is(const json_t *record, const struct reshape *reshape);

/* Would it in this order, whatever the tiles are, and may it? */
bool apart_may_come(const json_t *record, const struct reshape *reshape);

/* Why the record forbids two constructs in the place of one, or NULL. */
const char *apart_forbids(const json_t *record, const struct reshape *reshape);

/*
 * The record as if it had nothing but these statements, with the loops around
 * them, or all but these statements. The caller owns it.
 */
json_t *apart_beside(const json_t *record, const struct reshape *reshape);
json_t *apart_inside(const json_t *record, const struct reshape *reshape);

/*
 * The record of one construct that does what these two do, one after the
 * other. The caller owns it.
 */
json_t *apart_join(const json_t *first, const json_t *second);

#endif
