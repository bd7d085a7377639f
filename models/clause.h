/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule clause: which kinds and modifiers there are, and how each kind
 * hands out iterations. All of models/ and driver/ asks here; the plugin has
 * a table of its own, plugin/construct/schedule.cc, and a test holds the two
 * side by side.
 */
#ifndef PODIUM_CLAUSE_H
#define PODIUM_CLAUSE_H

#include <stdbool.h>

#include "machine.h"

struct clause_kind {
	const char *word; /* in the clause */
	const char *name; /* in a profile; NULL: it cannot be chosen, as others
			     decide what it means */
	enum machine_schedule is; /* what it is taken for */
	/* of those that can be chosen */
	bool chunks;  /* pieces of a size, no block for each thread */
	bool asked;   /* a piece is for whoever comes first */
	bool shrinks; /* the first piece is the largest */
};

/* The first SCHEDULE_COUNT by their numbers; "word" of the last is NULL. */
extern const struct clause_kind clause_kinds[];

/* Those that a record may have; the last is NULL. */
extern const char *const clause_modifiers[];

/* The kind with this word, the one without a chunk first; or NULL. */
const struct clause_kind *clause_find(const char *word);

/* Can it be chosen: does the clause say how iterations are handed out? */
bool clause_can_choose(const struct clause_kind *kind);

/* What a clause of this kind is taken for, with or without a chunk. Where
   there is none, NULL, GCC takes static. */
enum machine_schedule clause_schedule(const struct clause_kind *kind,
				      bool chunk);

#endif
