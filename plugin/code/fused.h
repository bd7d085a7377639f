/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks at the statements of one loop after GCC has put products and sums
 * into one operation.
 */
#ifndef PODIUM_FUSED_H
#define PODIUM_FUSED_H

/*
 * Does a sum that goes on from one iteration to the next take its product in
 * the same operation? For some processors GCC keeps them apart, for a sum by
 * itself is there sooner.
 */
bool fused_sum(class loop *loop);

#endif
