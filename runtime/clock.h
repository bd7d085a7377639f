/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clocks themselves: what objects call around their loops.
 */
#ifndef PODIUM_CLOCK_H
#define PODIUM_CLOCK_H

#include "runtime/site.h"

/* Called by each object's constructor, found by its name. */
PODIUM_EXPORT void podium_register(const struct podium_unit *unit);

/* The encountering thread, around the region of a combined construct. */
PODIUM_EXPORT void podium_region_enter(struct podium_site *site);
PODIUM_EXPORT void podium_region_leave(struct podium_site *site);

/* Each thread: before its share, after it, after the barrier if any. */
PODIUM_EXPORT void podium_loop_enter(struct podium_site *site);
PODIUM_EXPORT void podium_loop_leave(struct podium_site *site);
PODIUM_EXPORT void podium_loop_done(struct podium_site *site);

/* "count" values of type long long, number "first" of the site and on. */
PODIUM_EXPORT void podium_loop_values(struct podium_site *site, int first,
				      int count, ...);

/*
 * Which candidate the construct takes now: by the encountering thread of a
 * region, by each thread of a team at a loop. 0: as written.
 */
PODIUM_EXPORT int podium_choose(struct podium_site *site);

#endif
