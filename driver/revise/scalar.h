/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variables that collect numbers in an inner loop, exchanged in the source for
 * the elements that get them behind it:
 *
 *     double s = 0;             c[i][j] = 0;
 *     for k                     for k
 *       s += a[i][k];             c[i][j] += a[i][k];
 *     c[i][j] = s;
 */
#ifndef PODIUM_SCALAR_H
#define PODIUM_SCALAR_H

#include <jansson.h>
#include <stdbool.h>

#include "source/band.h"
#include "source/lexeme.h"

struct text;

/*
 * Add the source with those of the band, and set *moved to the record with the
 * lines at which its loops then stand, which the caller owns. False where a
 * variable is used in other ways; *reason says why.
 */
bool scalar_replace(const struct lexemes *lexemes, const json_t *record,
		    const struct band *band, struct text *out, json_t **moved,
		    struct text *reason);

/*
 * Add the source in which these variables begin with 0: what the band then
 * still reads of their elements it does not read by that.
 */
bool scalar_mark(const struct lexemes *lexemes, const json_t *record,
		 const struct band *band, struct text *out,
		 struct text *reason);

#endif
