/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who owns a variable inside an OpenMP statement: each thread or iteration
 * its own, all together, or each its part of a reduction.
 */
#ifndef PODIUM_SHARING_H
#define PODIUM_SHARING_H

#include "construct/construct.h"

/* One OpenMP statement or block, and those around it in the function. */
struct sharing {
	const struct sharing *outer;
	gimple *statement;
	struct construct *construct; /* that begins here, or NULL */
	vec<unsigned> private_uids;
	vec<unsigned> reduction_uids;
	vec<unsigned> shared_uids;
	vec<unsigned> local_uids; /* of private_uids: those of the block */
};

/*
 * Read the clauses of an OpenMP statement or the variables of a block.
 * Variables that are private there but live elsewhere otherwise (globals,
 * members) are replaced inside by temporaries; *before gets what fills
 * them, *after what copies the results back.
 */
void sharing_enter(struct sharing *sharing, const struct sharing *outer,
		   gimple *statement, gimple_seq *before, gimple_seq *after);
void sharing_leave(struct sharing *sharing);

/* Give the construct what is known at its beginning. */
void sharing_note(const struct sharing *sharing, struct construct *construct);

/*
 * The values that outlive the statement: results of reductions, lastprivate
 * and shared variables; registers by value, and so numbers of reductions, which
 * "code" loads where they are in memory; others by address.
 */
void sharing_results(gimple *statement, vec<tree> *values, gimple_seq *code);

#endif
