/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Vectors of the straight code that complete unrolling leaves.
 */
#ifndef PODIUM_STRAIGHT_H
#define PODIUM_STRAIGHT_H

/* Before and behind the vectoriser of straight code. */
void straight_before(void);
void straight_after(void);

#endif
