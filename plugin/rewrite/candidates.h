/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates of a loop, which are tried within a run: several sets of clauses
 * of one entry of the tuned file.
 */
#ifndef PODIUM_CANDIDATES_H
#define PODIUM_CANDIDATES_H

#include "construct/construct.h"
#include "tuned.h"

struct candidates {
	const struct construct *construct;
	unsigned count; /* the first is the loop as written */
	struct tuned_clauses clauses[TUNED_MOST];
	const char *why[TUNED_MOST]; /* NULL, or why this cannot be tried */
};

/* Keep those of the entry for the construct. */
void candidates_note(const struct construct *construct,
		     const struct tuned_entry *entry);

/* NULL: the construct has none. */
const struct candidates *candidates_of(const struct construct *construct);

/* Put one into a copy of the construct. */
void candidates_put(const struct construct *copy,
		    const struct tuned_clauses *clauses);

void candidates_free_all(void);

#endif
