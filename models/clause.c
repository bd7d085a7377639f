/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The schedule clause: its kinds and modifiers.
 */
#include "clause.h"

#include <stddef.h>
#include <string.h>

/* GCC compiles auto as static; libgomp reads OMP_SCHEDULE for runtime and
   takes dynamic where it is not set. */
const struct clause_kind clause_kinds[] = {
	[SCHEDULE_STATIC] = {"static", "static", SCHEDULE_STATIC},
	[SCHEDULE_STATIC_CHUNK] = {"static", "static_chunk",
				   SCHEDULE_STATIC_CHUNK, .chunks = true},
	[SCHEDULE_DYNAMIC] = {"dynamic", "dynamic", SCHEDULE_DYNAMIC,
			      .chunks = true, .asked = true},
	[SCHEDULE_GUIDED] = {"guided", "guided", SCHEDULE_GUIDED,
			     .chunks = true, .asked = true, .shrinks = true},
	{"auto", NULL, SCHEDULE_STATIC},
	{"runtime", NULL, SCHEDULE_DYNAMIC},
	{0}};

const char *const clause_modifiers[] = {"monotonic", "nonmonotonic", NULL};

const struct clause_kind *clause_find(const char *word)
{
	for (const struct clause_kind *kind = clause_kinds; kind->word; kind++)
		if (strcmp(kind->word, word) == 0)
			return kind;
	return NULL;
}

bool clause_can_choose(const struct clause_kind *kind)
{
	return kind->name != NULL;
}

enum machine_schedule clause_schedule(const struct clause_kind *kind,
				      bool chunk)
{
	enum machine_schedule is = kind ? kind->is : SCHEDULE_STATIC;

	for (int i = 0; i < SCHEDULE_COUNT; i++)
		if (clause_kinds[i].chunks == chunk &&
		    strcmp(clause_kinds[i].word, clause_kinds[is].word) == 0)
			return i;
	return is;
}
