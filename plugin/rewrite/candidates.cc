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

void candidates_note(const struct construct *construct,
		     const struct tuned_entry *entry, unsigned proven)
{
	struct candidates *candidates = XCNEW(struct candidates);

	candidates->construct = construct;
	candidates->count = entry->count;
	for (unsigned i = 0; i < entry->count; i++) {
		const struct tuned_clauses *clauses = &entry->clauses[i];
		const char *why = clauses->kind
					  ? reason_refuses(construct, clauses)
					  : NULL;

		if (!why && clauses->transform && !(proven & 1u << i))
			why = "its transformation has no proof that fits; "
			      "podium prove proves it, force makes it "
			      "nevertheless";
		if (!why && clauses->threads)
			why = refuses_threads(construct);
		candidates->clauses[i] = *clauses;
		candidates->why[i] = why ? xstrdup(why) : NULL;
	}
	all.safe_push(candidates);
}

struct candidates *candidates_of(const struct construct *construct)
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
	for (unsigned i = 0; i < all.length(); i++) {
		for (unsigned k = 0; k < all[i]->count; k++)
			free(all[i]->why[k]);
		free(all[i]);
	}
	all.release();
}
