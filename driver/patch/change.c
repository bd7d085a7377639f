/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a source that get another text.
 */
#include "change.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Sorted by their bytes; those at one place stay as they came. */
void changes_add(struct changes *changes, struct span span, const char *with)
{
	size_t at = changes->count++;

	changes->list = memory_grow(changes->list, changes->count,
				    sizeof(*changes->list));
	for (; at > 0 && changes->list[at - 1].span.start > span.start; at--)
		changes->list[at] = changes->list[at - 1];
	changes->list[at] = (struct change){span, memory_string(with)};
}

void changes_free(struct changes *changes)
{
	for (size_t i = 0; i < changes->count; i++)
		free(changes->list[i].with);
	free(changes->list);
	memset(changes, 0, sizeof(*changes));
}

/* The first of the changes that meets the bytes, or NULL. */
static const struct change *find(const struct changes *changes,
				 struct span span)
{
	for (size_t i = 0; i < changes->count; i++)
		if (changes->list[i].span.start <= span.end &&
		    span.start <= changes->list[i].span.end)
			return &changes->list[i];
	return NULL;
}

bool changes_join(struct changes *changes, const struct changes *others)
{
	struct changes joined = {0};

	for (size_t i = 0; i < others->count; i++) {
		const struct change *one = &others->list[i];
		const struct change *met = find(changes, one->span);

		if (!met) {
			changes_add(&joined, one->span, one->with);
		} else if (met->span.start != one->span.start ||
			   met->span.end != one->span.end ||
			   strcmp(met->with, one->with) != 0) {
			changes_free(&joined);
			return false;
		}
	}
	for (size_t i = 0; i < joined.count; i++)
		changes_add(changes, joined.list[i].span, joined.list[i].with);
	changes_free(&joined);
	return true;
}

void changes_apply(const struct changes *changes, const char *text,
		   size_t length, struct text *out)
{
	size_t at = 0;

	for (size_t i = 0; i < changes->count; i++) {
		const struct change *change = &changes->list[i];

		text_add_bytes(out, text + at, change->span.start - at);
		text_add(out, change->with);
		at = change->span.end;
	}
	text_add_bytes(out, text + at, length - at);
}
