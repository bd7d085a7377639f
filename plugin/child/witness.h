/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables of the source whose values a construct uses: their names
 * would be lost when GCC propagates copies. So would the bounds of arrays
 * that are as large as others.
 */
#ifndef PODIUM_WITNESS_H
#define PODIUM_WITNESS_H

#include "construct/construct.h"

/*
 * The call that witnesses their values where the construct begins, or NULL;
 * fills witness_names. To be called before the construct is stripped.
 */
gimple *witness_build(struct construct *construct, int index);

/* The same of the variables that are bounds of its arrays, or NULL. */
gimple *witness_build_bounds(const struct construct *construct);

#endif
