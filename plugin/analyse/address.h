/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far apart two addresses are, compared as symbolic expressions: if both
 * move alike, their difference, taken apart by the strides, is the distance.
 * Subscripts are taken to stay within their row.
 */
#ifndef PODIUM_ADDRESS_H
#define PODIUM_ADDRESS_H

#include "dependence.h"

enum verdict { UNKNOWN, BY_DATA, BY_OTHER_LOOP, INDEPENDENT, DEPENDENT };

/* The distance at which b meets what a touched; both move alike. */
enum verdict address_compare(const struct nest *nest, const struct reference *a,
			     const struct reference *b,
			     struct dependence *dependence);

#endif
