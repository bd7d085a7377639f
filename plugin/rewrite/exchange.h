/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clauses exchanged, as if they had been written by hand.
 */
#ifndef PODIUM_EXCHANGE_H
#define PODIUM_EXCHANGE_H

#include "construct/construct.h"
#include "tuned.h"

/* Put the schedule of the clauses into the construct, which takes one. */
void exchange_schedule(const struct construct *construct,
		       const struct tuned_clauses *wanted);

/* Give the region the clause, num_threads or if, instead of its own. */
void exchange_region(gimple *parallel, enum omp_clause_code code, tree value);
void exchange_threads(gimple *parallel, int threads);

#endif
