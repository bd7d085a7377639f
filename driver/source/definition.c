/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements that only define a variable.
 */
#include "definition.h"

#include <ctype.h>
#include <string.h>

/* Of values that nothing has to be done for where their block ends. */
static const char *const plain_types[] = {
	"const",    "unsigned", "signed",    "long",	 "short",   "int",
	"char",	    "float",	"double",    "bool",	 "_Bool",   "size_t",
	"int8_t",   "int16_t",	"int32_t",   "int64_t",	 "uint8_t", "uint16_t",
	"uint32_t", "uint64_t", "ptrdiff_t", "register", NULL};

static const char *const pointed[] = {"*",	    "const",	    "restrict",
				      "__restrict", "__restrict__", NULL};

/* Marks between values, which do no more than to compute. */
static const char *const pure[] = {
	"+",  "-",  "*",  "/",	"%",  "(", ")",	 "?",  ":",
	"<",  ">",  "<=", ">=", "==", "!", "!=", "<<", "~",
	">>", "&&", "||", "^",	"|",  "&", "]",	 NULL};

/* Words that do more than to name a value, or name another one elsewhere. */
static const char *const active[] = {"new",	    "delete",	"throw",
				     "co_await",    "co_yield", "__LINE__",
				     "__COUNTER__", NULL};

size_t definition_behind_type(const struct lexemes *lexemes, size_t at)
{
	while (lexeme_is_among(lexemes, at, plain_types))
		at++;
	return at;
}

bool definition_names(const struct lexemes *lexemes, size_t at)
{
	if (!at || !lexeme_has_kind(lexemes, at, LEXEME_WORD))
		return false;
	for (at--; at && lexeme_is_among(lexemes, at, pointed);)
		at--;
	return lexeme_is_among(lexemes, at, plain_types);
}

size_t definition_begin(const struct lexemes *lexemes, size_t name)
{
	while (name > 1 && (lexeme_is_among(lexemes, name - 1, plain_types) ||
			    lexeme_is_among(lexemes, name - 1, pointed)))
		name--;
	return name;
}

/* A cast, "(double)": the value is behind it. */
static bool ends_cast(const struct lexemes *lexemes, size_t at)
{
	do
		at--;
	while (at && (lexeme_is_among(lexemes, at, plain_types) ||
		      lexeme_is_among(lexemes, at, pointed)));
	return lexeme_is(lexemes, at, "(");
}

/* Does a value end here, so that the next mark stands between two? */
static bool ends_value(const struct lexemes *lexemes, size_t at)
{
	return lexeme_has_kind(lexemes, at, LEXEME_NUMBER) ||
	       (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		!lexeme_is(lexemes, at, "sizeof")) ||
	       lexeme_is(lexemes, at, "]") ||
	       (lexeme_is(lexemes, at, ")") && !ends_cast(lexemes, at));
}

/* "&a[i]" is an address of something, and reads nothing. */
static bool begins_address(const struct lexemes *lexemes, size_t at)
{
	return lexeme_is(lexemes, at, "&") && !ends_value(lexemes, at - 1);
}

static bool is_pure(const struct lexemes *lexemes, size_t at)
{
	if (lexeme_has_kind(lexemes, at, LEXEME_NUMBER))
		return true;
	if (lexeme_has_kind(lexemes, at, LEXEME_WORD))
		return !lexeme_is_among(lexemes, at, active) &&
		       (!lexeme_is(lexemes, at + 1, "(") ||
			lexeme_is(lexemes, at, "sizeof"));
	if (lexeme_is(lexemes, at, "["))
		return begins_address(lexemes, at - 2);
	if (begins_address(lexemes, at))
		return lexeme_has_kind(lexemes, at + 1, LEXEME_WORD) &&
		       lexeme_is(lexemes, at + 2, "[");
	return lexeme_is_among(lexemes, at, pure) &&
	       (!lexeme_is(lexemes, at, "*") || ends_value(lexemes, at - 1));
}

bool definition_read(const struct lexemes *lexemes, size_t at,
		     struct definition *definition)
{
	size_t name = definition_behind_type(lexemes, at), behind;

	if (lexemes->form != LEXEME_C)
		return false;
	if (name == at)
		return false;
	while (lexeme_is_among(lexemes, name, pointed))
		name++;
	if (!lexeme_has_kind(lexemes, name, LEXEME_WORD) ||
	    !lexeme_is(lexemes, name + 1, "="))
		return false;
	for (behind = name + 2; !lexeme_is(lexemes, behind, ";"); behind++)
		if (behind >= lexemes->count || !is_pure(lexemes, behind))
			return false;
	*definition = (struct definition){at, name, behind + 1};
	return behind > name + 2;
}

/* Does the block in which one stands hold the other, too? */
static bool reaches(const struct lexemes *lexemes, size_t from, size_t to)
{
	int depth = 0;

	for (; from < to && depth >= 0; from++)
		depth += lexeme_is(lexemes, from, "{") -
			 lexeme_is(lexemes, from, "}");
	return depth >= 0;
}

bool definition_find(const struct lexemes *lexemes, size_t name, size_t limit,
		     struct definition *definition)
{
	static const char *const begins[] = {"{", "}", ";", NULL};
	size_t at = name - 1, first;

	while (at > limit &&
	       !(lexeme_same(lexemes, at, name) &&
		 definition_names(lexemes, at) && reaches(lexemes, at, name)))
		at--;
	first = definition_begin(lexemes, at);
	return at > limit && lexeme_is_among(lexemes, first - 1, begins) &&
	       definition_read(lexemes, first, definition);
}
