/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names what of an output is not judged, and shows pieces of its lines.
 */
#include "freed.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "token.h"

/* Of a line so much is shown, and so much of what is not judged is named. */
#define EXCERPT 60
#define MOST_FREED 100

/* A piece of the line around the place, cut between letters of UTF-8. */
static char *excerpt_of(const char *line, size_t place)
{
	size_t length = strlen(line);
	size_t near = place < length ? place : length;
	size_t begin = length <= EXCERPT || near < EXCERPT / 2
			       ? 0
			       : near - EXCERPT / 2;
	size_t end = length - begin <= EXCERPT ? length : begin + EXCERPT;

	while (begin > 0 && (line[begin] & 0xc0) == 0x80)
		begin--;
	while (end < length && (line[end] & 0xc0) == 0x80)
		end++;
	return memory_print("%s%.*s%s", begin ? "..." : "", (int)(end - begin),
			    line + begin, end < length ? "..." : "");
}

static char *safe(char *string)
{
	struct text text = {0};

	text_add_safe(&text, string);
	free(string);
	return text.bytes ? text.bytes : memory_string("");
}

char *freed_excerpt(const char *line, size_t place)
{
	return safe(excerpt_of(line, place));
}

static bool is_named(struct freed *freed, uint64_t key)
{
	for (size_t i = 0; i < freed->count; i++)
		if (freed->keys[i] == key) {
			freed->items[i].lines++;
			return true;
		}
	return freed->count == MOST_FREED;
}

/* In lines of one key once. */
void freed_add(struct freed *freed, uint64_t key, const char *line,
	       size_t number, const struct token *token, const char *why)
{
	size_t count = freed->count;

	if (is_named(freed, key))
		return;
	freed->items =
		memory_grow(freed->items, count + 1, sizeof(*freed->items));
	freed->keys = memory_grow(freed->keys, count + 1, sizeof(*freed->keys));
	freed->keys[count] = key;
	freed->items[count] = (struct freed_item){
		.line = number + 1,
		.lines = 1,
		.text = freed_excerpt(line, token ? token->place : 0),
		.what = token ? safe(memory_print("%.*s", (int)token->length,
						  line + token->place))
			      : NULL,
		.why = why,
	};
	freed->count++;
}

void freed_free(struct freed *freed)
{
	for (size_t i = 0; i < freed->count; i++) {
		free(freed->items[i].text);
		free(freed->items[i].what);
	}
	free(freed->items);
	free(freed->keys);
	*freed = (struct freed){0};
}
