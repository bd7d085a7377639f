/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heads of loops that tiles made too long.
 */
#include "fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "layout.h"

static size_t behind_head(const struct lexemes *lexemes, size_t at)
{
	while (at < lexemes->count && !lexeme_has_kind(lexemes, at, LEXEME_END))
		at++;
	return at;
}

/* No other line of the text names counters from tile to tile. */
static bool is_of_tiles(const struct tiling *tiling,
			const struct lexemes *lexemes, size_t at, size_t behind)
{
	while (at < behind && !tiling_counts(tiling, lexemes, at))
		at++;
	return at < behind;
}

/*
 * Behind the head's last byte in its line, before a comment. In fixed form
 * there are no lexemes beyond the width.
 */
static size_t code_end(const struct lexemes *lexemes, size_t byte)
{
	size_t end = lexeme_line_end(lexemes, byte), at = byte;

	while (at < end && lexemes->text[at] != '!')
		at++;
	while (at > byte && strchr(" \t", lexemes->text[at - 1]))
		at--;
	return at;
}

static bool is_long(const struct lexemes *lexemes, size_t at, size_t behind)
{
	size_t byte = lexemes->list[at].start;
	size_t end = code_end(lexemes, byte);

	return lexemes->list[behind].line == lexemes->list[at].line &&
	       end - lexeme_line_start(lexemes, byte) >
		       layout_width(lexemes->form);
}

/* Behind the begin of the loop. */
static size_t find_comma(const struct lexemes *lexemes, size_t at,
			 size_t behind)
{
	while (at < behind && !lexeme_is(lexemes, at, ","))
		at = lexeme_step(lexemes, at);
	return at;
}

static void fold(const struct lexemes *lexemes, size_t comma,
		 struct edits *edits)
{
	size_t end = lexemes->list[comma].end;
	struct range gap = {end, lexemes->list[comma + 1].start};
	struct range range = layout_blanks(lexemes, end);
	char *blanks = memory_print("%.*s", (int)(range.end - range.start),
				    lexemes->text + range.start);
	struct text out = {0};

	layout_add_break(lexemes->form, blanks, layout_newline(lexemes),
			 code_end(lexemes, gap.end) - gap.end, &out);
	edits_replace(edits, gap, text_string(&out));
	text_free(&out);
	free(blanks);
}

static void fold_all(const struct tiling *tiling, const struct lexemes *lexemes,
		     struct edits *edits)
{
	for (size_t at = 0; at < lexemes->count; at++) {
		size_t behind = behind_head(lexemes, at), comma;

		if (!lexeme_is(lexemes, at, "do") ||
		    !lexeme_begins(lexemes, at) || behind == lexemes->count ||
		    !is_of_tiles(tiling, lexemes, at, behind) ||
		    !is_long(lexemes, at, behind))
			continue;
		comma = find_comma(lexemes, at, behind);
		if (comma + 1 < behind)
			fold(lexemes, comma, edits);
	}
}

bool fold_heads(const struct tiling *tiling, const struct text *text,
		struct text *out, struct text *reason)
{
	struct lexemes lexemes = {0};
	struct edits edits = {0};
	bool good = lexemes_read(&lexemes, text_string(text), text->length,
				 tiling_form(tiling), reason);

	if (good) {
		fold_all(tiling, &lexemes, &edits);
		good = edits_apply(&edits, lexemes.text, lexemes.length, out);
	}
	edits_free(&edits);
	lexemes_free(&lexemes);
	return good;
}
