/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * May a part of a source stand in it twice, with the same meaning?
 */
#ifndef PODIUM_TWICE_H
#define PODIUM_TWICE_H

#include <stdbool.h>

#include "source/band.h"

struct text;

/* If what the band holds may not, the reason says that for "what". */
bool twice_may_stand(const struct lexemes *lexemes, const struct band *band,
		     const char *what, struct text *reason);

#endif
