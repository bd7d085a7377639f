/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates of a loop; see candidates.h.
 */
#include "base/gcc.h"
#include "candidates.h"
#include "exchange.h"
#include "reason.h"

static vec<struct candidates *> all;

/* Several threads are at a loop without a region of its own: too late. */
static const char *refuses_threads(const struct construct *construct)
{
	return construct->statement == construct->parallel
		       ? NULL
		       : "num_threads: the loop has no parallel region of its "
			 "own";
}

static const char *refuses(const struct construct *construct,
			   const struct tuned_entry *entry, unsigned candidate)
{
	const struct tuned_clauses *clauses = &entry->clauses[candidate];
	const char *why =
		clauses->kind ? reason_refuses(construct, clauses) : NULL;

	if (!why && clauses->transform)
		why = "no transformation is tried within one run";
	if (!why && clauses->threads)
		why = refuses_threads(construct);
	return why;
}

void candidates_note(const struct construct *construct,
		     const struct tuned_entry *entry)
{
	struct candidates *candidates = XCNEW(struct candidates);

	candidates->construct = construct;
	candidates->count = entry->count;
	for (unsigned i = 0; i < entry->count; i++) {
		candidates->clauses[i] = entry->clauses[i];
		candidates->why[i] = refuses(construct, entry, i);
	}
	all.safe_push(candidates);
}

const struct candidates *candidates_of(const struct construct *construct)
{
	for (unsigned i = all.length(); i-- > 0;)
		if (all[i]->construct == construct)
			return all[i];
	return NULL;
}

void candidates_put(const struct construct *copy,
		    const struct tuned_clauses *clauses)
{
	if (clauses->kind)
		exchange_schedule(copy, clauses);
	if (clauses->threads)
		exchange_threads(copy->parallel, clauses->threads);
}

void candidates_free_all(void)
{
	for (unsigned i = 0; i < all.length(); i++)
		free(all[i]);
	all.release();
}
