/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a source that get another text, all at once.
 */
#ifndef PODIUM_CHANGE_H
#define PODIUM_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "token.h"

struct text;

struct change {
	struct span span; /* empty: what is put in stands before its start */
	char *with;
};

struct changes {
	struct change *list;
	size_t count;
};

void changes_add(struct changes *changes, struct span span, const char *with);
void changes_free(struct changes *changes);

/* Append others that may say the same of the same bytes; false, and nothing is
   appended, where they say something else of them. */
bool changes_join(struct changes *changes, const struct changes *others);

/* The text with all of them. */
void changes_apply(const struct changes *changes, const char *text,
		   size_t length, struct text *out);

#endif
