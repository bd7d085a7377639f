/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of a nest in another order or in tiles, made from its record with
 * nothing compiled. What GCC will make of the loops is a guess.
 */
#ifndef PODIUM_DERIVE_H
#define PODIUM_DERIVE_H

#include <jansson.h>

#include "reshape.h"

/*
 * The caller owns the record; parts of the old one are in it. The reshape must
 * be legal. "vector_bytes" is the length of the machine's vectors.
 */
json_t *derive_record(const json_t *record, const struct reshape *reshape,
		      int vector_bytes);

#endif
