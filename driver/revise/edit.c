/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a text to be exchanged for others, all at once.
 */
#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

struct edit {
	struct range range;
	size_t number; /* in which they came */
	char *with;
};

void edits_replace(struct edits *edits, struct range range, const char *with)
{
	struct edit edit = {range, edits->count, memory_string(with)};

	edits->list = memory_grow(edits->list, edits->count + 1,
				  sizeof(*edits->list));
	edits->list[edits->count++] = edit;
}

void edits_insert(struct edits *edits, size_t at, const char *what)
{
	edits_replace(edits, (struct range){at, at}, what);
}

/* By place; what is inserted stands before what is replaced. */
static int compare(const void *left, const void *right)
{
	const struct edit *a = left, *b = right;

	if (a->range.start != b->range.start)
		return a->range.start < b->range.start ? -1 : 1;
	if (range_is_empty(a->range) != range_is_empty(b->range))
		return range_is_empty(a->range) ? -1 : 1;
	return a->number < b->number ? -1 : 1;
}

bool edits_apply(struct edits *edits, const char *text, size_t length,
		 struct text *out)
{
	size_t at = 0;

	if (edits->count)
		qsort(edits->list, edits->count, sizeof(*edits->list), compare);
	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *edit = &edits->list[i];

		if (edit->range.start < at || edit->range.end > length)
			return false;
		text_add_bytes(out, text + at, edit->range.start - at);
		text_add(out, edit->with);
		at = edit->range.end;
	}
	text_add_bytes(out, text + at, length - at);
	return true;
}

void edits_free(struct edits *edits)
{
	for (size_t i = 0; i < edits->count; i++)
		free(edits->list[i].with);
	free(edits->list);
	memset(edits, 0, sizeof(*edits));
}

/* ---- lines ---- */

static int newlines(const char *bytes, size_t length)
{
	int count = 0;

	for (size_t i = 0; i < length; i++)
		count += bytes[i] == '\n';
	return count;
}

static size_t first_byte(const struct lexemes *lexemes, json_int_t line)
{
	size_t at = 0;

	while (at < lexemes->length && line > 1)
		line -= lexemes->text[at++] == '\n';
	return at;
}

/* How many lines there are more before the byte. */
static int added_before(const struct edits *edits,
			const struct lexemes *lexemes, size_t byte)
{
	int added = 0;

	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *edit = &edits->list[i];

		if (edit->range.end > byte)
			continue;
		added += newlines(edit->with, strlen(edit->with));
		added -= newlines(lexemes->text + edit->range.start,
				  edit->range.end - edit->range.start);
	}
	return added;
}

json_t *edits_move_loops(const struct edits *edits,
			 const struct lexemes *lexemes, const json_t *record)
{
	json_t *moved = json_deep_copy(record), *loop;
	size_t index;

	json_array_foreach(json_object_get(moved, "nest"), index, loop)
	{
		json_int_t line =
			json_integer_value(json_object_get(loop, "line"));
		size_t byte = first_byte(lexemes, line);

		json_object_set_new(
			loop, "line",
			json_integer(line +
				     added_before(edits, lexemes, byte)));
	}
	return moved;
}
