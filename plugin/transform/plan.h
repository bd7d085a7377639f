/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A schedule on the loops of a construct: what the new nest is. All that
 * cannot be made is refused here, before anything is changed. Whether the
 * dependences allow the order is for the driver to prove.
 */
#ifndef PODIUM_PLAN_H
#define PODIUM_PLAN_H

#include "schedule.h"

/*
 * Plan the primitives of podium.tuned for the construct. Returns NULL, or a
 * sentence that says why they cannot be made, to be freed.
 */
char *plan_make(struct plan *plan, const struct construct *construct,
		const char *text);

#endif
