/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What depends on the order in which threads come, to the bit.
 */
#ifndef PODIUM_REORDER_H
#define PODIUM_REORDER_H

/* A sentence on what the statement by itself does so, or NULL. To be asked for
   one statement after the other, in their order. */
const char *reorder_of(gimple *statement);

/*
 * A sentence on a reduction clause, which the caller frees; NULL where the
 * order does not matter.
 */
char *reorder_of_clause(tree clause);

/* Is it a number, or does it hold one, of which sums depend on their order? */
bool reorder_is_inexact(tree type);

#endif
