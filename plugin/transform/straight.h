/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Minima and maxima of whole numbers as high GIMPLE has them: conditions that
 * set a variable to one or the other, and calls of std::min and std::max. They
 * become MIN_EXPR and MAX_EXPR in lists of straight code.
 *
 *	if (P < Q) goto Y; else goto N;  Y: X = P; goto E;  N: X = Q;  E:
 *
 *	try { D = P; r = std::min (&D, &Q); X = *r; } finally { D = CLOBBER; }
 */
#ifndef PODIUM_STRAIGHT_H
#define PODIUM_STRAIGHT_H

typedef hash_map<tree, int> label_uses;

/*
 * The condition in v[*at] and what it chooses. Adds to the list what computes
 * all of that without a jump, and moves *at behind it; false, and nothing,
 * where it is another one.
 */
bool straight_choice(label_uses *uses, const vec<gimple *> &v, unsigned *at,
		     unsigned end, vec<gimple *> *list);

/*
 * std::min and std::max of a list of straight code. The list may have variables
 * that no block declares.
 */
void straight_library(vec<gimple *> *list);

#endif
