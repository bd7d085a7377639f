/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A clocked construct that is made several times, with other clauses each
 * time; the runtime chooses one whenever the program comes there.
 */
#ifndef PODIUM_SEVERAL_H
#define PODIUM_SEVERAL_H

#include "rewrite/candidates.h"

struct several {
	const struct candidates *candidates; /* NULL: nothing is tried */
	const char *why; /* NULL, or why the construct is made once only */
	char *text;	 /* what the site says of them: see runtime/site.h */
};

/* What is tried for the construct at the iterator; "waits": threads wait for
   each other at its end. */
void several_begin(struct several *several, const struct construct *construct,
		   gimple_stmt_iterator gsi, bool waits);

/*
 * Exchange the construct at the iterator for one block: the choice, the call
 * "enter" unless that is NULL, and the construct as often as it takes.
 */
void several_make(gimple_stmt_iterator *gsi, const struct several *several,
		  tree site, gimple *enter);

void several_end(struct several *several);

#endif
