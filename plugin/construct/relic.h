/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop of a region has left in variables of its thread, and whether it
 * is still there where others of the region begin.
 */
#ifndef PODIUM_RELIC_H
#define PODIUM_RELIC_H

/* What a loop leaves for its thread, and takes of what others have left. */
struct hands {
	gimple *loop;
	vec<tree> left, taken;
};

/*
 * For each of these loops a variable that it takes in which there still is what
 * the one at "from" has left there, or something made of that, or of which
 * nobody knows; or NULL. parallel: the region of all, NULL: the current
 * function.
 */
void relic_find(gimple *parallel, const vec<struct hands> &loops, unsigned from,
		vec<tree> *relics);

#endif
