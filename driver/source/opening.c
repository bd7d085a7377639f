/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a construct of C begins.
 *
 *     #ifdef _OPENMP
 *     #pragma omp parallel for
 *     #endif
 *     for ...
 *
 * The loop is the same without the directive, and goes the same way there. But
 * another directive may not stand in its place.
 */
#include "opening.h"

#include "base/text.h"

static bool is_one_of(const struct lexemes *lexemes, size_t at,
		      const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (lexeme_is_directive(lexemes, at, words[i]))
			return true;
	return false;
}

static bool is_if(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"if", "ifdef", "ifndef", NULL};

	return is_one_of(lexemes, at, words);
}

static bool is_else(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"else", "elif", "elifdef",
					    "elifndef", NULL};

	return is_one_of(lexemes, at, words);
}

static bool refuse(const struct lexemes *lexemes, size_t at,
		   struct text *reason)
{
	text_print(reason,
		   "line %d stands with the directive before the loop, and "
		   "may speak of it; a loop with one directive alone can be "
		   "changed",
		   lexemes->list[at].line);
	return false;
}

/* Behind the lines that end an #if which begins before; *ends is how many. */
static bool skip_ends(const struct lexemes *lexemes, size_t *at, int *ends,
		      struct text *reason)
{
	bool within = false;

	for (*ends = 0; lexeme_has_kind(lexemes, *at, LEXEME_DIRECTIVE);
	     (*at)++) {
		bool end = lexeme_is_directive(lexemes, *at, "endif");

		if (!end && !is_else(lexemes, *at))
			return refuse(lexemes, *at, reason);
		*ends += end;
		within = !end;
	}
	return !within || refuse(lexemes, *at - 1, reason);
}

/* The #if that so many lines behind the directive end. */
static bool find_beginning(const struct lexemes *lexemes, int ends,
			   struct opening *opening, struct text *reason)
{
	size_t at = opening->directive;
	int inner = 0;

	while (ends > 0 && at-- > 0) {
		bool end = lexeme_is_directive(lexemes, at, "endif");

		if (!lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
			opening->mixed = true;
		else if (is_if(lexemes, at) && inner == 0)
			ends--;
		else if (is_if(lexemes, at) || end)
			inner += end ? 1 : -1;
		else if (!is_else(lexemes, at))
			return refuse(lexemes, at, reason);
	}
	opening->first = at;
	return ends == 0 || refuse(lexemes, opening->directive, reason);
}

bool opening_of_directive(const struct lexemes *lexemes, size_t directive,
			  struct opening *opening, struct text *reason)
{
	int ends;

	*opening = (struct opening){.directive = directive,
				    .first = directive,
				    .loop = directive + 1};
	return skip_ends(lexemes, &opening->loop, &ends, reason) &&
	       find_beginning(lexemes, ends, opening, reason);
}

/* ---- macros ---- */

static bool begins_statement(const struct lexemes *lexemes, size_t at)
{
	static const char *const marks[] = {";", "{", "}", NULL};

	return at == 0 || lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE) ||
	       lexeme_is_among(lexemes, at - 1, marks);
}

/* "PARALLEL", "_Pragma(...)"; where it ends. */
static size_t behind_macro(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"for", "if",     "else",   "while",
					    "do",  "switch", "return", NULL};

	if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) ||
	    lexeme_is_among(lexemes, at, words) ||
	    !begins_statement(lexemes, at))
		return at;
	return lexeme_is(lexemes, at + 1, "(")
		       ? lexeme_behind_bracket(lexemes, at + 1)
		       : at + 1;
}

bool opening_of_macro(const struct lexemes *lexemes, int line,
		      struct opening *opening)
{
	for (size_t at = 0; at < lexemes->count; at++) {
		size_t behind;

		if (lexemes->list[at].line != line)
			continue;
		behind = behind_macro(lexemes, at);
		if (behind == at || !lexeme_is(lexemes, behind, "for"))
			continue;
		*opening = (struct opening){.directive = at,
					    .first = at,
					    .loop = behind,
					    .hidden = true};
		return true;
	}
	return false;
}
