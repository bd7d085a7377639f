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

/*
 * What other records are made of. The first loop of the reshape, which has a
 * tile: the loop from tile to tile, and the one through a tile, both with
 * nothing in them but their own counting.
 */
json_t *derive_across(const json_t *record, const struct reshape *reshape);
json_t *derive_within(const json_t *record, const struct reshape *reshape);

/* Is what is referred to written somewhere in the nest, for all that GCC
   knows? */
bool derive_is_changed(const json_t *record, size_t index);

/* What GCC will make of a loop of a new nest, seen from what it made of an old
   one. */
json_t *derive_code(const json_t *record, const struct reshape *reshape,
		    int vector_bytes, json_t *nest, const json_t *references,
		    int loop, const json_t *code);

/* What a loop does beside counting, "certain" or "conditional"; one more list
   of that added to another. */
json_t *derive_operations(const json_t *loop, const char *key);
void derive_add_operations(json_t *to, json_t *from);

/* An expression with another name for a counter. */
json_t *derive_renamed(json_t *expression, const char *from, const char *to);

#endif
