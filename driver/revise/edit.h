/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a text to be exchanged for others, all at once.
 */
#ifndef PODIUM_EDIT_H
#define PODIUM_EDIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "source/lexeme.h"

struct text;
struct edit;

struct edits {
	struct edit *list;
	size_t count;
};

/* An empty range inserts; of several in one place the first comes first. */
void edits_replace(struct edits *edits, struct range range, const char *with);
void edits_insert(struct edits *edits, size_t at, const char *what);

/* Add the text with all of them; false if two of them meet. */
bool edits_apply(struct edits *edits, const char *text, size_t length,
		 struct text *out);
void edits_free(struct edits *edits);

/*
 * The record with the lines at which its loops stand in the changed text; the
 * caller owns it.
 */
json_t *edits_move_loops(const struct edits *edits,
			 const struct lexemes *lexemes, const json_t *record);

#endif
