/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What holds a loop in its place among others, beside its references to
 * memory.
 */
#ifndef PODIUM_HOLD_H
#define PODIUM_HOLD_H

#include "nest.h"

struct json_writer;

/*
 * Write "perfect", "holds", "carries" and "sums" of this loop of
 * the table: whether it contains nothing but one other loop, why its iterations
 * must keep their order, which numbers alone make them, and whether those are
 * only added up.
 */
void hold_write(struct json_writer *json, const struct nest *nest, int index);

#endif
