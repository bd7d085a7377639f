/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Corrects the estimate of a loop order by what the model does not know.
 */
#ifndef PODIUM_TRUST_H
#define PODIUM_TRUST_H

#include <jansson.h>

#include "models/terms.h"
#include "nest/reshape.h"

/* Cycles of the record "after", made by the reshape of "before", where both
   have been estimated. */
double trust_cycles(const struct estimate *written,
		    const struct estimate *estimate, const json_t *before,
		    const json_t *after, const struct reshape *reshape);

#endif
