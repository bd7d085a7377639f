/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop of a region has left in variables of its thread, and whether it
 * is still there where another loop of the region begins.
 */
#ifndef PODIUM_RELIC_H
#define PODIUM_RELIC_H

/* What a loop leaves for its thread, and takes of what others have left. */
struct hands {
	gimple *loop;
	vec<tree> left, taken;
};

/*
 * A variable that a loop takes in which there still is what the other one has
 * left there, or something made of that, or of which nobody knows; or NULL.
 * parallel: the region of both, NULL: the current function.
 */
tree relic_find(gimple *parallel, const struct hands *from,
		const struct hands *to);

#endif
