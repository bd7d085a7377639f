/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is written twice must be the same in both places.
 */
#include "twice.h"

#include "base/text.h"

static bool is_label(const struct lexemes *lexemes, size_t at)
{
	return lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       lexeme_is(lexemes, at + 1, ":") &&
	       !lexeme_is(lexemes, at, "default") &&
	       (lexeme_is(lexemes, at - 1, ";") ||
		lexeme_is(lexemes, at - 1, "{") ||
		lexeme_is(lexemes, at - 1, "}") ||
		lexeme_is(lexemes, at - 1, ")"));
}

/* A line of the preprocessor that makes what is behind it another text. */
static bool acts_again(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is_directive(lexemes, at, "define") ||
	       lexeme_is_directive(lexemes, at, "undef") ||
	       lexeme_is_directive(lexemes, at, "include");
}

static bool may_stand_twice(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {
		"static",   "thread_local", "_Thread_local",
		"__thread", "__label__",    "__COUNTER__",
		NULL};

	for (int i = 0; words[i]; i++)
		if (lexeme_is(lexemes, at, words[i]))
			return false;
	return !is_label(lexemes, at) && !acts_again(lexemes, at) &&
	       !band_tells_line(lexemes, at, at + 1);
}

bool twice_may_stand(const struct lexemes *lexemes, const struct band *band,
		     const char *what, struct text *reason)
{
	for (size_t at = band->first; at < band->behind; at++)
		if (!may_stand_twice(lexemes, at)) {
			text_print(reason,
				   "%s: line %d: what stands there may not "
				   "stand twice",
				   what, lexemes->list[at].line);
			return false;
		}
	return band_is_whole(lexemes, band->first, band->behind, reason);
}
