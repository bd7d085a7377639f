/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the source declares a counter.
 */
#include "declared.h"

#include <string.h>

#define MOST 100 /* declarations of one name, in blocks within each other */

bool declared_is_type(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {
		"int",	    "long",	"unsigned", "signed",	 "short",
		"char",	    "size_t",	"ssize_t",  "ptrdiff_t", "intptr_t",
		"int8_t",   "int16_t",	"int32_t",  "int64_t",	 "uint8_t",
		"uint16_t", "uint32_t", "uint64_t", "uintptr_t", "register",
		"auto",	    "__int128", "std",	    "::",	 NULL};

	for (int i = 0; words[i]; i++)
		if (lexeme_is(lexemes, at, words[i]))
			return true;
	return false;
}

/* Declarations begin behind one of these. */
static bool may_begin(const struct lexemes *lexemes, size_t at)
{
	static const char *const marks[] = {";", "{", "}", "(", ",", ":", NULL};

	if (at == 0 || lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE))
		return true;
	for (int i = 0; marks[i]; i++)
		if (lexeme_is(lexemes, at - 1, marks[i]))
			return true;
	return false;
}

/* Over "= 0" to the comma or the end; "behind" where there is no end. */
static size_t skip_value(const struct lexemes *lexemes, size_t at)
{
	while (at < lexemes->count && !lexeme_is(lexemes, at, ",") &&
	       !lexeme_is(lexemes, at, ";") && !lexeme_is(lexemes, at, ")"))
		at = lexeme_step(lexemes, at);
	return at;
}

/* "i, j = 1, k" from its first name on: is the name among them? */
static bool declares(const struct lexemes *lexemes, size_t at, size_t name)
{
	while (lexeme_has_kind(lexemes, at, LEXEME_WORD)) {
		bool plain = lexeme_is(lexemes, at + 1, ",") ||
			     lexeme_is(lexemes, at + 1, "=") ||
			     lexeme_is(lexemes, at + 1, ";") ||
			     lexeme_is(lexemes, at + 1, ")");

		if (plain && lexeme_same(lexemes, at, name))
			return true;
		at = skip_value(lexemes, at);
		if (!lexeme_is(lexemes, at, ","))
			return false;
		at++;
		while (lexeme_is(lexemes, at, "*"))
			at++;
	}
	return false;
}

/* Declarations that blocks around a place hold. */
struct found {
	struct declared list[MOST];
	int depths[MOST];
	int count;
};

static void keep(struct found *found, const struct declared *declared,
		 int depth)
{
	if (found->count == MOST)
		return;
	found->list[found->count] = *declared;
	found->depths[found->count++] = depth;
}

/* Words of a type that begin here; where they end. */
static size_t behind_type(const struct lexemes *lexemes, size_t at)
{
	while (declared_is_type(lexemes, at))
		at++;
	return at;
}

static bool find_in_c(const struct lexemes *lexemes, size_t behind, size_t name,
		      struct declared *declared)
{
	struct found found = {.count = 0};
	int depth = 0;

	for (size_t at = 0; at < behind; at++) {
		size_t type = at, next;
		bool argument = lexeme_is(lexemes, at - !!at, "(") ||
				lexeme_is(lexemes, at - !!at, ",");

		if (lexeme_is(lexemes, at, "{"))
			depth++;
		if (lexeme_is(lexemes, at, "}")) {
			depth--;
			while (found.count &&
			       found.depths[found.count - 1] > depth)
				found.count--;
		}
		if (!lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
		    !lexeme_is(lexemes, at, "::"))
			continue;
		next = behind_type(lexemes, at);
		if (next == type || !may_begin(lexemes, at))
			continue;
		if (declares(lexemes, next, name)) {
			struct declared one = {
				.type = {lexemes->list[type].start,
					 lexemes->list[next - 1].end}};

			keep(&found, &one, depth + argument);
		}
		at = next - 1;
	}
	if (found.count)
		*declared = found.list[found.count - 1];
	return found.count;
}

/* Does a statement begin or end a routine, so that no more is to be seen? */
static bool bounds_routine(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"subroutine",   "function",
					    "program",	    "contains",
					    "interface",    "endsubroutine",
					    "endfunction",  "endprogram",
					    "endinterface", NULL};

	if (lexeme_is(lexemes, at, "end") &&
	    lexeme_has_kind(lexemes, at + 1, LEXEME_END))
		return true;
	for (; at < lexemes->count && !lexeme_is(lexemes, at, "(") &&
	       !lexeme_is(lexemes, at, "::") && !lexeme_is(lexemes, at, "=") &&
	       !lexeme_has_kind(lexemes, at, LEXEME_END);
	     at++)
		for (int i = 0; words[i]; i++)
			if (lexeme_is(lexemes, at, words[i]))
				return true;
	return false;
}

static size_t statement_end(const struct lexemes *lexemes, size_t at)
{
	while (at < lexemes->count && !lexeme_has_kind(lexemes, at, LEXEME_END))
		at++;
	return at;
}

/* "integer(8), save :: i, j", "integer*8 i": where the type ends. */
static size_t behind_integer(const struct lexemes *lexemes, size_t at)
{
	if (!lexeme_is(lexemes, at, "integer"))
		return at;
	at++;
	if (lexeme_is(lexemes, at, "*"))
		return at + 2;
	if (lexeme_is(lexemes, at, "("))
		return lexeme_behind_bracket(lexemes, at);
	return at;
}

/* Is the name declared by the statement, and not as an array? */
static bool lists(const struct lexemes *lexemes, size_t first, size_t end,
		  size_t name)
{
	for (size_t at = first; at < end; at++) {
		if (lexeme_is(lexemes, at, "("))
			at = lexeme_behind_bracket(lexemes, at) - 1;
		else if (lexeme_same(lexemes, at, name))
			return !lexeme_is(lexemes, at + 1, "(");
	}
	return false;
}

static bool read_integer(const struct lexemes *lexemes, size_t first,
			 size_t name, struct declared *declared)
{
	size_t end = statement_end(lexemes, first);
	size_t type = behind_integer(lexemes, first), names = type;

	if (type == first || end >= lexemes->count)
		return false;
	for (size_t at = type; at < end; at++)
		if (lexeme_is(lexemes, at, "::"))
			names = at;
	declared->type = (struct range){lexemes->list[first].start,
					lexemes->list[type - 1].end};
	declared->marked = names > type || lexeme_is(lexemes, type, "::");
	declared->beginning = lexemes->list[first].start;
	declared->behind = lexemes->list[end - 1].end;
	return lists(lexemes, names, end, name);
}

static bool find_in_fortran(const struct lexemes *lexemes, size_t behind,
			    size_t name, struct declared *declared)
{
	for (size_t at = behind; at-- > 0;) {
		if (at && !lexeme_has_kind(lexemes, at - 1, LEXEME_END) &&
		    !lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE))
			continue;
		if (!lexemes->list[at].optional &&
		    read_integer(lexemes, at, name, declared))
			return true;
		if (bounds_routine(lexemes, at))
			return false;
	}
	return false;
}

static bool begins_statement(const struct lexemes *lexemes, size_t at)
{
	return at == 0 || lexeme_has_kind(lexemes, at - 1, LEXEME_END) ||
	       lexeme_has_kind(lexemes, at - 1, LEXEME_DIRECTIVE);
}

/* "use shared", "implicit none": declarations stand behind them. */
static bool precedes_declarations(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"use", "implicit", "import", NULL};

	return lexeme_is_among(lexemes, at, words) &&
	       (lexeme_has_kind(lexemes, at + 1, LEXEME_WORD) ||
		lexeme_is(lexemes, at + 1, ",") ||
		lexeme_is(lexemes, at + 1, "::") ||
		lexeme_has_kind(lexemes, at + 1, LEXEME_END));
}

/* "subroutine step(n)", and no "end subroutine". */
static bool opens_routine(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {"subroutine", "function", "program",
					    NULL};

	if (lexeme_is(lexemes, at, "end"))
		return false;
	while (lexeme_has_kind(lexemes, at, LEXEME_WORD) &&
	       !lexeme_is_among(lexemes, at, words))
		at++;
	return lexeme_is_among(lexemes, at, words);
}

/* Does an "#if" hold the one place, and not the other behind it? */
static bool is_chosen(const struct lexemes *lexemes, size_t at, size_t behind)
{
	int depth = 0;

	for (; at < behind && depth >= 0; at++) {
		if (lexeme_is_directive(lexemes, at, "if") ||
		    lexeme_is_directive(lexemes, at, "ifdef") ||
		    lexeme_is_directive(lexemes, at, "ifndef"))
			depth++;
		if (lexeme_is_directive(lexemes, at, "endif") ||
		    (depth == 0 && (lexeme_is_directive(lexemes, at, "else") ||
				    lexeme_is_directive(lexemes, at, "elif"))))
			depth--;
	}
	return depth < 0;
}

bool declared_place(const struct lexemes *lexemes, size_t at,
		    struct declared *declared)
{
	size_t directive = at;

	while (at-- > 0) {
		bool bounds;

		if (!begins_statement(lexemes, at))
			continue;
		bounds = bounds_routine(lexemes, at);
		if (!bounds && !precedes_declarations(lexemes, at))
			continue;
		if (lexemes->list[at].optional ||
		    is_chosen(lexemes, at, directive) ||
		    (bounds && !opens_routine(lexemes, at)))
			return false;
		*declared = (struct declared){
			.type = {lexemes->list[at].start,
				 lexemes->list[at].end},
			.marked = true,
			.beginning = lexemes->list[at].start,
			.behind = lexemes->list[statement_end(lexemes, at) - 1]
					  .end,
			.elsewhere = true};
		return true;
	}
	return false;
}

bool declared_find(const struct lexemes *lexemes, size_t at, size_t name,
		   struct declared *declared)
{
	if (lexemes->form == LEXEME_C)
		return find_in_c(lexemes, at, name, declared);
	return find_in_fortran(lexemes, at, name, declared);
}
