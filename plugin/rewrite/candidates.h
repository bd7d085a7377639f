/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates of a loop: the sets of clauses and transformations of one entry of
 * the tuned file, of which versions of the loop are made.
 */
#ifndef PODIUM_CANDIDATES_H
#define PODIUM_CANDIDATES_H

#include "construct/construct.h"
#include "tuned.h"

struct candidates {
	const struct construct *construct;
	unsigned count; /* the first is the loop as written */
	struct tuned_clauses clauses[TUNED_MOST];
	char *why[TUNED_MOST]; /* NULL, or why it is left out */
};

/* Keep those of the entry for the construct; "proven" are those, as bits, whose
   transformations may be made. */
void candidates_note(const struct construct *construct,
		     const struct tuned_entry *entry, unsigned proven);

/* NULL: the construct has none. */
struct candidates *candidates_of(const struct construct *construct);

/* Put the clauses of one into a copy of the construct. */
void candidates_put(const struct construct *copy,
		    const struct tuned_clauses *clauses);

void candidates_free_all(void);

#endif
