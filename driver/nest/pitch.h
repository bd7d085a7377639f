/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linearized subscripts, as c[i * ld + j]: do the bounds of the loops prove
 * that j stays below the leading dimension ld?
 */
#ifndef PODIUM_PITCH_H
#define PODIUM_PITCH_H

#include <jansson.h>
#include <stdbool.h>

#include "polynomial.h"

/* A subscript of a reference: where it is in its row, and how long both are. */
struct pitch_part {
	const json_t *record, *reference;
	const struct polynomial *at, *length;
	int64_t size;
};

/* Is it in its row whenever the reference is reached? */
bool pitch_holds(const struct pitch_part *part);

/* Does it surely lie before its row, all of it? */
bool pitch_lies_before(const struct pitch_part *part);

/* The lowest value of the subscript, if all that is multiplied is 0 or more. */
bool pitch_lowest(const struct pitch_part *part, struct polynomial *lowest);

#endif
