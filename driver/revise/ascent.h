/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of rows that pointers find: does each end before the next one
 * begins, and do those of two tables lie by turns at most? These are loops, in
 * statements before the "if" of a test.
 */
#ifndef PODIUM_ASCENT_H
#define PODIUM_ASCENT_H

#include <stdbool.h>

#include "address.h"

struct text;

/* The variable that says whether it holds so far; declared before. */
extern const char ascent_holds[];

/* Has the source none of the names that these statements declare? */
bool ascent_has_free_names(const struct lexemes *lexemes);

/* Do the statements ask of this pair whether it overlaps? It is one of rows. */
bool ascent_answers(const struct spans *spans, const struct span_pair *pair);
size_t ascent_count_pairs(const struct spans *spans);

/* They begin on a new line, as "line" does; "unit" leads further in. */
void ascent_print(const struct tested *tested, const struct spans *spans,
		  const char *line, const char *unit, struct text *out);

#endif
