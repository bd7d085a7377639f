/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heads of counted loops in C and C++: for (init; cond; incr).
 */
#include <string.h>

#include "base/text.h"
#include "header.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DEEPEST 200 /* statements within each other that are looked into */

static struct range bytes(const struct lexemes *lexemes, size_t first,
			  size_t behind)
{
	return (struct range){lexemes->list[first].start,
			      lexemes->list[behind - 1].end};
}

/* The lexeme of a part of the head that has one of the words, outside of
   brackets; "behind" if there is none. */
static size_t find(const struct lexemes *lexemes, size_t first, size_t behind,
		   const char *const *words)
{
	for (size_t at = first; at < behind; at++) {
		for (size_t i = 0; words[i]; i++)
			if (lexeme_is(lexemes, at, words[i]))
				return at;
		if (lexeme_is(lexemes, at, "(") || lexeme_is(lexemes, at, "["))
			at = lexeme_behind_bracket(lexemes, at) - 1;
	}
	return behind;
}

static bool has(const struct lexemes *lexemes, size_t first, size_t behind,
		const char *const *words)
{
	return find(lexemes, first, behind, words) < behind;
}

static bool refuse(struct text *reason, int line, const char *why)
{
	text_print(reason, "the head of the loop in line %d %s", line, why);
	return false;
}

/* "int i = 0", "i = 0". */
static bool read_init(const struct lexemes *lexemes, size_t first,
		      size_t behind, struct header *header, struct text *reason)
{
	static const char *const commas[] = {",", NULL};
	static const char *const equals[] = {"=", NULL};
	static const char *const braces[] = {"{", NULL};
	size_t equal = find(lexemes, first, behind, equals);

	if (first == behind)
		return refuse(reason, header->line, "sets no counter");
	if (has(lexemes, first, behind, commas))
		return refuse(reason, header->line, "sets several variables");
	if (equal == behind || equal == first || equal + 1 == behind ||
	    has(lexemes, first, behind, braces) ||
	    has(lexemes, equal + 1, behind, equals))
		return refuse(reason, header->line,
			      "does not set its counter by '='");
	if (!lexeme_has_kind(lexemes, equal - 1, LEXEME_WORD))
		return refuse(reason, header->line,
			      "does not count in a plain variable");
	header->counter = bytes(lexemes, equal - 1, equal);
	if (equal - 1 > first)
		header->type = bytes(lexemes, first, equal - 1);
	header->from = bytes(lexemes, equal + 1, behind);
	return true;
}

static const char *turned(const char *relation)
{
	static const char *const pairs[][2] = {{"<", ">"},
					       {"<=", ">="},
					       {">", "<"},
					       {">=", "<="},
					       {"!=", "!="}};

	for (size_t i = 0; i < COUNT(pairs); i++)
		if (strcmp(relation, pairs[i][0]) == 0)
			return pairs[i][1];
	return relation;
}

static bool read_condition(const struct lexemes *lexemes, size_t first,
			   size_t behind, struct header *header,
			   struct text *reason)
{
	static const char *const relations[] = {"<",  "<=", ">",
						">=", "!=", NULL};
	static const char *const others[] = {
		"==", "&",   "|",     "^",	"&&",	  "||",	 "?",
		":",  ",",   "=",     "+=",	"-=",	  "<=>", "and",
		"or", "xor", "bitor", "bitand", "not_eq", "{",	 NULL};
	size_t at = find(lexemes, first, behind, relations);
	const char *sign = "";

	for (size_t i = 0; relations[i]; i++)
		if (lexeme_is(lexemes, at, relations[i]))
			sign = relations[i];
	if (at == behind || at == first || at + 1 == behind ||
	    has(lexemes, at + 1, behind, relations) ||
	    has(lexemes, first, behind, others))
		return refuse(reason, header->line,
			      "has a condition that is no comparison of its "
			      "counter with a bound");
	if (at == first + 1 && header_is_counter(lexemes, header, first)) {
		header->bound = bytes(lexemes, at + 1, behind);
		strcpy(header->relation, sign);
		return true;
	}
	if (at + 2 == behind && header_is_counter(lexemes, header, at + 1)) {
		header->bound = bytes(lexemes, first, at);
		strcpy(header->relation, turned(sign));
		return true;
	}
	return refuse(reason, header->line,
		      "has a condition that is no comparison of its counter "
		      "with a bound");
}

/* "i += 2", "i = i + 2", "i = 2 + i": where what is added begins and ends. */
static bool read_addition(const struct lexemes *lexemes, size_t first,
			  size_t behind, struct header *header)
{
	bool plus, minus;

	if (behind - first < 3 || !header_is_counter(lexemes, header, first))
		return false;
	plus = lexeme_is(lexemes, first + 1, "+=");
	minus = lexeme_is(lexemes, first + 1, "-=");
	if (plus || minus) {
		header->step = bytes(lexemes, first + 2, behind);
		header->falls = minus;
		return true;
	}
	if (!lexeme_is(lexemes, first + 1, "=") || behind - first != 5)
		return false;
	plus = lexeme_is(lexemes, first + 3, "+");
	minus = lexeme_is(lexemes, first + 3, "-");
	header->falls = minus;
	if (header_is_counter(lexemes, header, first + 2))
		header->step = bytes(lexemes, first + 4, behind);
	else if (plus && header_is_counter(lexemes, header, first + 4))
		header->step = bytes(lexemes, first + 2, first + 3);
	return (plus || minus) && !range_is_empty(header->step);
}

static bool read_increment(const struct lexemes *lexemes, size_t first,
			   size_t behind, struct header *header,
			   struct text *reason)
{
	static const char *const others[] = {
		"=", "?", ",", "+=", "-=", "++", "--", "{", NULL};
	size_t sign = first;

	if (first < behind)
		header->increment = bytes(lexemes, first, behind);
	if (behind - first == 2) {
		if (header_is_counter(lexemes, header, first))
			sign = first + 1;
		else if (!header_is_counter(lexemes, header, first + 1))
			sign = behind;
		header->falls = lexeme_is(lexemes, sign, "--");
		if (header->falls || lexeme_is(lexemes, sign, "++"))
			return true;
	}
	if (read_addition(lexemes, first, behind, header) &&
	    !has(lexemes, first + 2, behind, others))
		return true;
	return refuse(reason, header->line,
		      "does not go on by adding to its counter");
}

/* The semicolons of the head; false if there are not two. */
static bool find_parts(const struct lexemes *lexemes, struct header *header,
		       size_t *first, size_t *second)
{
	static const char *const semicolons[] = {";", NULL};

	*first = find(lexemes, header->first + 2, header->last, semicolons);
	*second = find(lexemes, *first + 1, header->last, semicolons);
	return *second < header->last &&
	       !has(lexemes, *second + 1, header->last, semicolons);
}

/* What makes any head unclear. */
static bool is_plain(const struct lexemes *lexemes, struct header *header,
		     struct text *reason)
{
	for (size_t at = header->first; at <= header->last; at++) {
		if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
			return refuse(reason, header->line,
				      "has a line for the preprocessor in it");
		if (lexeme_is(lexemes, at, "{"))
			return refuse(reason, header->line, "has braces in it");
	}
	return true;
}

bool forloop_read(const struct lexemes *lexemes, size_t at,
		  struct header *header, struct text *reason)
{
	size_t first, second;

	memset(header, 0, sizeof(*header));
	header->first = at;
	header->line = lexemes->list[at].line;
	if (!lexeme_is(lexemes, at + 1, "("))
		return refuse(reason, header->line, "does not begin 'for ('");
	header->body = lexeme_behind_bracket(lexemes, at + 1);
	header->last = header->body - 1;
	if (!lexeme_is(lexemes, header->last, ")"))
		return refuse(reason, header->line, "does not end");
	header->last_line = lexemes->list[header->last].last_line;
	header->whole = bytes(lexemes, at, header->body);
	if (!is_plain(lexemes, header, reason))
		return false;
	if (!find_parts(lexemes, header, &first, &second))
		return refuse(reason, header->line,
			      "is not made of three parts");
	if (!read_init(lexemes, at + 2, first, header, reason) ||
	    !read_condition(lexemes, first + 1, second, header, reason) ||
	    !read_increment(lexemes, second + 1, header->last, header, reason))
		return false;
	header->behind = forloop_behind(lexemes, header->body);
	header->end = header->behind - 1;
	return header->behind ||
	       refuse(reason, header->line,
		      "stands before statements whose end is not clear");
}

static size_t behind_statement(const struct lexemes *lexemes, size_t at,
			       int depth);

/* Directives, attributes and labels before a statement. */
static size_t skip_before(const struct lexemes *lexemes, size_t at)
{
	for (;;) {
		if (lexeme_has_kind(lexemes, at, LEXEME_DIRECTIVE))
			at++;
		else if (lexeme_is(lexemes, at, "[") &&
			 lexeme_is(lexemes, at + 1, "["))
			at = lexeme_behind_bracket(lexemes, at);
		else if (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
			 lexeme_is(lexemes, at + 1, ":"))
			at += 2;
		else
			return at;
	}
}

static size_t behind_semicolon(const struct lexemes *lexemes, size_t at)
{
	for (; at < lexemes->count; at++) {
		if (lexeme_is(lexemes, at, ";"))
			return at + 1;
		if (lexeme_is(lexemes, at, "}") ||
		    lexeme_is(lexemes, at, ")") || lexeme_is(lexemes, at, "]"))
			return 0;
		if (lexeme_is(lexemes, at, "(") ||
		    lexeme_is(lexemes, at, "[") || lexeme_is(lexemes, at, "{"))
			at = lexeme_behind_bracket(lexemes, at) - 1;
	}
	return 0;
}

static size_t behind_else(const struct lexemes *lexemes, size_t at, int depth)
{
	size_t next = at;

	while (next && lexeme_has_kind(lexemes, next, LEXEME_DIRECTIVE))
		next++;
	if (next && lexeme_is(lexemes, next, "else"))
		return behind_statement(lexemes, next + 1, depth);
	return at;
}

static size_t behind_do(const struct lexemes *lexemes, size_t at, int depth)
{
	at = behind_statement(lexemes, at + 1, depth);
	if (!at || !lexeme_is(lexemes, at, "while"))
		return 0;
	return behind_semicolon(lexemes, at + 1);
}

static size_t behind_try(const struct lexemes *lexemes, size_t at)
{
	if (!lexeme_is(lexemes, at + 1, "{"))
		return 0;
	at = lexeme_behind_bracket(lexemes, at + 1);
	while (lexeme_is(lexemes, at, "catch") &&
	       lexeme_is(lexemes, at + 1, "(")) {
		at = lexeme_behind_bracket(lexemes, at + 1);
		if (!lexeme_is(lexemes, at, "{"))
			return 0;
		at = lexeme_behind_bracket(lexemes, at);
	}
	return at;
}

/* "if (...)", "for (...)" with what they control. */
static size_t behind_control(const struct lexemes *lexemes, size_t at,
			     int depth)
{
	bool branches = lexeme_is(lexemes, at, "if");

	at++;
	if (branches && lexeme_is(lexemes, at, "constexpr"))
		at++;
	if (!lexeme_is(lexemes, at, "("))
		return 0;
	at = behind_statement(lexemes, lexeme_behind_bracket(lexemes, at),
			      depth);
	return branches && at ? behind_else(lexemes, at, depth) : at;
}

static size_t behind_statement(const struct lexemes *lexemes, size_t at,
			       int depth)
{
	at = skip_before(lexemes, at);
	if (depth >= DEEPEST)
		return 0;
	if (lexeme_is(lexemes, at, "{")) {
		at = lexeme_behind_bracket(lexemes, at);
		return lexeme_is(lexemes, at - 1, "}") ? at : 0;
	}
	if (lexeme_is(lexemes, at, "if") || lexeme_is(lexemes, at, "for") ||
	    lexeme_is(lexemes, at, "while") || lexeme_is(lexemes, at, "switch"))
		return behind_control(lexemes, at, depth + 1);
	if (lexeme_is(lexemes, at, "do"))
		return behind_do(lexemes, at, depth + 1);
	if (lexeme_is(lexemes, at, "try"))
		return behind_try(lexemes, at);
	if (lexeme_is(lexemes, at, "else") || lexeme_is(lexemes, at, "case") ||
	    lexeme_is(lexemes, at, "catch"))
		return 0;
	return behind_semicolon(lexemes, at);
}

size_t forloop_behind(const struct lexemes *lexemes, size_t at)
{
	return behind_statement(lexemes, at, 0);
}
