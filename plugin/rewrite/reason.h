/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reasons against exchanging the clauses of a construct.
 */
#ifndef PODIUM_REASON_H
#define PODIUM_REASON_H

#include "construct/construct.h"
#include "tuned.h"

/* Why its schedule must not be changed, or NULL. */
const char *reason_forbids(const struct construct *construct);

/* Why this schedule must not stand there, or NULL. */
const char *reason_refuses(const struct construct *construct,
			   const struct tuned_clauses *clauses);

/* The reason not to change the loop without that need; to be freed. */
char *reason_of_need(const char *need);

/*
 * All of them, in words, as elements of the JSON array under way. True if
 * there is none that forbids (mere advice is written too).
 */
bool reason_write(const struct construct *construct, struct json_writer *json);

#endif
