/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An output as lines, which end in \n, \r or \r\n.
 */
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"

/* Larger files are compared byte by byte alone. */
#define MOST_BYTES 100000000

static void find_key(struct line *line)
{
	struct token token = {0};

	line->key = line->place = DIGEST_EMPTY;
	line->value = NAN;
	for (; token_next(line, &token); line->count++) {
		bool digit = token_has_digit(&token);

		line->key = digest_more(line->key, digit ? "#" : token.text,
					digit ? 1 : token.length);
		line->key = digest_more(line->key, " ", 1);
		if (token.digits == 0 || token.whole)
			line->place = digest_more(line->place, token.text,
						  token.length);
		else if (isnan(line->value))
			line->value = token.value;
	}
}

static bool is_ignored(const struct line *line, const struct compare_wish *wish)
{
	for (size_t i = 0; i < wish->ignored_count; i++) {
		regmatch_t match = {0, (regoff_t)line->length};

		if (regexec(&wish->ignored[i], line->text, 1, &match,
			    REG_STARTEND) == 0)
			return true;
	}
	return false;
}

bool lines_read(struct lines *lines, const char *path,
		const struct compare_wish *wish)
{
	const char *end;
	struct line line = {0};

	*lines = (struct lines){0};
	if (!file_read(path, &lines->content))
		return false;
	lines->binary =
		lines->content.length > MOST_BYTES ||
		strlen(text_string(&lines->content)) < lines->content.length;
	if (lines->binary)
		return true;
	line.text = text_string(&lines->content);
	end = line.text + lines->content.length;
	for (; line.text < end; line.text += line.size) {
		line.length = 0;
		while (line.text + line.length < end &&
		       !strchr("\n\r", line.text[line.length]))
			line.length++;
		line.size = line.length + (line.text + line.length < end);
		line.size += strncmp(line.text + line.length, "\r\n", 2) == 0;
		line.number++;
		if (is_ignored(&line, wish))
			continue;
		if ((lines->count & (lines->count - 1)) == 0)
			lines->list =
				memory_grow(lines->list, 2 * lines->count + 1,
					    sizeof(line));
		lines->list[lines->count] = line;
		find_key(&lines->list[lines->count++]);
	}
	return true;
}

void lines_free(struct lines *lines)
{
	text_free(&lines->content);
	free(lines->list);
}

bool lines_same(const struct lines *one, const struct lines *other)
{
	return one->content.length == other->content.length &&
	       memcmp(text_string(&one->content), text_string(&other->content),
		      one->content.length) == 0;
}

bool line_same(const struct line *one, const struct line *other)
{
	return one->size == other->size &&
	       memcmp(one->text, other->text, one->size) == 0;
}
