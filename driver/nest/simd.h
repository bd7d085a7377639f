/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of floating-point numbers that are put into vectors:
 *
 *     for k                        #pragma omp simd reduction(+:s)
 *       s += a[i][k] * x[k];       for k
 *                                    s += a[i][k] * x[k];
 *
 * "parallel for" and "for", where their own loop is that, become "parallel for
 * simd" and "for simd". Each lane has a part of the sum, as each thread has.
 */
#ifndef PODIUM_SIMD_H
#define PODIUM_SIMD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "reshape.h"

struct text;

/*
 * The loops of the record whose sums can stand in vectors, as bits, and would
 * by what GCC said of them. Why others that add up cannot is added to
 * "reasons".
 */
uint32_t simd_find(const json_t *record, int vector_bytes, json_t *reasons);

/* One loop of those, or all of them at once. */
struct reshape simd_reshape(uint32_t loops);

/* The record as it would be then. The caller owns it. */
json_t *simd_record(const json_t *record, const struct reshape *reshape,
		    int vector_bytes);

/* Does the construct itself become one of "simd"? */
bool simd_is_own(const json_t *record, const struct reshape *reshape);

/* How many constructs there are more: those of loops inside. */
int simd_more(const json_t *record, const struct reshape *reshape);

/*
 * Is the record of the changed source's construct one of "for simd", where the
 * old one was "for", with all that is added up in its clauses?
 */
bool simd_is_combined(const json_t *before, const json_t *after);

/* Is it that of the simd construct with number "index" in the old one? */
bool simd_is_inside(const json_t *before, const struct reshape *reshape,
		    int index, const json_t *after);

#endif
