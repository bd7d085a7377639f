/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strip-mining of a loop whose body is distributed: the loop within the tile
 * stands innermost around each leaf of the body.
 *
 *	for (tile = A; tile < Z; tile += 64) {
 *		double s_tile[64];
 *		for (i = tile; i < MIN(tile + 64, Z); i++) LEAF
 *		for (k = ...)
 *			for (i = tile; i < MIN(tile + 64, Z); i++) LEAF
 *	}
 */
#ifndef PODIUM_JAM_H
#define PODIUM_JAM_H

#include "code.h"
#include "parts.h"

/*
 * Fill in the body of the tile loop, which counts by "tile" up or down to
 * "high", both of one type. "range" is that of the loop as written.
 */
void jam_make(const struct parts *parts, unsigned size, struct code *body,
	      tree tile, tree high, const struct range *range);

/*
 * The definitions that stand in front of a leaf. Its statements read some
 * scalars by other names then.
 */
void jam_define_again(struct code *code, const struct leaf *leaf,
		      hash_map<tree, tree> *names);

#endif
