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

/* "10 continue", "rows: do": one statement of a routine has that. Declarations
   of a block may keep their variables from one time to the next. */
static bool is_one_of_fortran(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"block", "include", NULL};

	if (!lexeme_begins(lexemes, at))
		return false;
	return lexeme_has_kind(lexemes, at, LEXEME_NUMBER) ||
	       lexeme_is(lexemes, at + 1, ":") ||
	       (lexeme_is_among(lexemes, at, words) &&
		(lexeme_has_kind(lexemes, at + 1, LEXEME_END) ||
		 lexeme_has_kind(lexemes, at + 1, LEXEME_STRING)));
}

static bool is_one_of_c(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"static",	     "thread_local",
					    "_Thread_local", "__thread",
					    "__label__",     NULL};

	return lexeme_is_among(lexemes, at, words) || is_label(lexemes, at);
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
	bool one = lexemes->form == LEXEME_C ? is_one_of_c(lexemes, at)
					     : is_one_of_fortran(lexemes, at);

	return !one && !acts_again(lexemes, at) &&
	       !lexeme_is(lexemes, at, "__COUNTER__") &&
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
