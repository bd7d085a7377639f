/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops whose iterations may stand in the lanes of one vector.
 *
 * They are those right around loops through full tiles. GCC unrolls the latter,
 * has many rows then, and would ask at run time of any two whether they
 * overlap: where these are too many questions it fills no vectors. Where no
 * iteration depends on another one "#pragma GCC ivdep" spares it the questions.
 *
 * GCC then takes it that whatever it cannot compare is apart, also within one
 * iteration, where it need not be. It keeps the order of loads and stores as
 * long as it makes none of several neighbours at once. So everything must move
 * in such a loop by its own size, or not at all.
 */
#ifndef PODIUM_LANE_H
#define PODIUM_LANE_H

#include <jansson.h>
#include <stdbool.h>

#include "reshape.h"

struct legal;

/*
 * Bits of these loops of the record's nest, 0 where there are none. The reshape
 * is legal; where iterations go abreast they are independent.
 */
uint32_t lane_find(const struct legal *legal, const struct reshape *reshape);

/* Does all in this loop of the nest move so, each by its own size, or stay
   where it is only read? */
bool lane_moves_alone(const json_t *record, int loop);

#endif
