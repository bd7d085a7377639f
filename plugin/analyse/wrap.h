/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Subscripts and bounds that may wrap around: all else takes them for
 * mathematical integers.
 */
#ifndef PODIUM_WRAP_H
#define PODIUM_WRAP_H

#include "nest.h"

/*
 * Why subscripts or bounds within the loop need not be what their expressions
 * say, or NULL where they are for certain.
 */
const char *wrap_reason(const struct nest *nest, const struct nest_loop *loop);

#endif
