/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The directive of a construct, as that of a second one: statements beside a
 * loop are shared out for themselves, and both constructs have its clauses.
 */
#ifndef PODIUM_SECOND_H
#define PODIUM_SECOND_H

#include <jansson.h>
#include <stdbool.h>

#include "source/band.h"

struct text;

/*
 * May the directive stand in the source a second time, behind what of the
 * loops its first one shares out? *reason says why not.
 */
bool second_may_stand(const struct lexemes *lexemes, const json_t *record,
		      const struct band *band, struct text *reason);

#endif
