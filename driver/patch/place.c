/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place of a record's construct in the source.
 */
#include "place.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "record/loop.h"

static bool fail(struct text *reason, const struct tokens *tokens, size_t at,
		 const char *what)
{
	size_t last = at < tokens->count ? at : tokens->count - 1;

	text_print(reason, "line %d: %s", tokens->list[last].line, what);
	return false;
}

/* Behind the bracket that closes the one here. */
static size_t behind_bracket(const struct tokens *tokens, size_t at)
{
	int depth = 0;

	for (; at < tokens->count; at++) {
		depth += token_is(tokens, at, "(") ||
			 token_is(tokens, at, "[") || token_is(tokens, at, "{");
		depth -= token_is(tokens, at, ")") ||
			 token_is(tokens, at, "]") || token_is(tokens, at, "}");
		if (depth == 0)
			return at + 1;
	}
	return at;
}

/* ---- directives ---- */

/* Is a conditional of the preprocessor open there, or were lines renumbered? */
static bool is_conditional(const struct tokens *tokens, size_t at)
{
	int depth = 0;

	for (size_t i = 1; i < at; i++) {
		if (tokens->list[i - 1].kind != TOKEN_DIRECTIVE)
			continue;
		if (token_is(tokens, i, "line"))
			return true;
		depth += token_is(tokens, i, "if") ||
			 token_is(tokens, i, "ifdef") ||
			 token_is(tokens, i, "ifndef");
		depth -= token_is(tokens, i, "endif");
	}
	return depth > 0;
}

/* The first word behind "#pragma omp" or "!$omp"; 0 where that is not here. */
static size_t first_word(const struct tokens *tokens, size_t at)
{
	struct span span = tokens->list[at].span;

	if (!token_has_kind(tokens, at, TOKEN_DIRECTIVE))
		return 0;
	if (tokens->form != TOKEN_C)
		return span.end - span.start > 2 ? at + 1 : 0;
	return token_is(tokens, at + 1, "pragma") &&
			       token_is(tokens, at + 2, "omp")
		       ? at + 3
		       : 0;
}

/* Does the directive begin with these words, said as in C? */
static bool names(const struct tokens *tokens, size_t directive,
		  const char *construct)
{
	size_t at = first_word(tokens, directive);
	bool same = true;

	while (*construct && same) {
		size_t length = strcspn(construct, " ");
		char *word = memory_print("%.*s", (int)length, construct);

		same = token_is(tokens, at, word) ||
		       (tokens->form != TOKEN_C && strcmp(word, "for") == 0 &&
			token_is(tokens, at, "do"));
		free(word);
		at = token_code(tokens, at + 1);
		construct += length + (construct[length] == ' ');
	}
	return same;
}

/* The directive with this construct in the line. */
static bool find_directive(const struct tokens *tokens, int line,
			   const char *construct, size_t *found,
			   struct text *reason)
{
	size_t i = 0;

	while (i < tokens->count &&
	       !(tokens->list[i].line <= line && first_word(tokens, i) &&
		 tokens->list[token_end(tokens, i)].line >= line))
		i++;
	*found = i;
	if (i == tokens->count)
		text_print(reason,
			   "line %d holds no directive of OpenMP; a macro "
			   "makes it",
			   line);
	else if (!names(tokens, i, construct))
		text_print(reason,
			   "line %d: the directive reads otherwise than '%s'",
			   line, construct);
	else if (is_conditional(tokens, i))
		text_print(reason, "line %d stands behind #if or #line", line);
	return !reason->length;
}

bool place_directives(const struct tokens *tokens, const json_t *record,
		      struct place *place, struct text *reason)
{
	const json_t *region = json_object_get(record, "parallel");
	const char *construct = loop_word(record, "construct");

	if (!find_directive(tokens, (int)loop_integer(record, "line"),
			    construct, &place->directive, reason))
		return false;
	place->has_region = json_is_object(region);
	place->region = place->directive;
	return !place->has_region || strstr(construct, "parallel") ||
	       find_directive(tokens, (int)loop_integer(region, "line"),
			      "parallel", &place->region, reason);
}

struct span place_span(const struct tokens *tokens, size_t first, size_t behind)
{
	while (tokens->list[behind - 1].kind == TOKEN_COMMENT)
		behind--;
	return (struct span){tokens->list[first].span.start,
			     tokens->list[behind - 1].span.end};
}

int place_clause(const struct tokens *tokens, size_t directive,
		 const char *name, size_t *first, size_t *behind)
{
	size_t end = token_end(tokens, directive);
	int count = 0;

	for (size_t at = first_word(tokens, directive); at < end;) {
		bool named = token_is(tokens, at, name);
		size_t next = token_code(tokens, at + 1);

		if (token_is(tokens, next, "("))
			next = behind_bracket(tokens, next);
		if (named && count++ == 0) {
			*first = at;
			*behind = next;
		}
		at = next;
	}
	return count;
}

/* ---- headers ---- */

/* Behind the statement of C that begins here. */
static size_t behind_statement(const struct tokens *tokens, size_t at)
{
	at = token_code(tokens, at);
	while (token_has_kind(tokens, at, TOKEN_DIRECTIVE))
		at = token_code(tokens, token_end(tokens, at) + 1);
	if (token_is(tokens, at, "{"))
		return behind_bracket(tokens, at);
	if (token_is(tokens, at, "for") || token_is(tokens, at, "while") ||
	    token_is(tokens, at, "if") || token_is(tokens, at, "switch")) {
		at = behind_statement(
			tokens,
			behind_bracket(tokens, token_code(tokens, at + 1)));
		return token_is(tokens, token_code(tokens, at), "else")
			       ? behind_statement(tokens,
						  token_code(tokens, at) + 1)
			       : at;
	}
	if (token_is(tokens, at, "do"))
		at = behind_statement(tokens, at + 1);
	while (at < tokens->count && !token_is(tokens, at, ";"))
		at = behind_bracket(tokens, at);
	return at + 1;
}

/* The header of C whose "for" stands at *at, which moves behind it. */
static bool read_for(const struct tokens *tokens, const char *name, size_t *at,
		     struct place_header *header)
{
	size_t counter = *at + 2, behind;

	if (!token_is(tokens, *at, "for") || !token_is(tokens, *at + 1, "("))
		return false;
	behind = behind_bracket(tokens, *at + 1);
	while (counter < behind && !token_is(tokens, counter, ";") &&
	       !token_is(tokens, counter + 1, "="))
		counter++;
	if (!token_is(tokens, counter, name))
		return false;
	header->first = *at + 2;
	header->behind = behind - 1;
	header->declares = counter > header->first;
	*at = behind;
	return true;
}

/* The header of Fortran whose "do" stands at *at, without label and name. */
static bool read_do(const struct tokens *tokens, const char *name, size_t *at,
		    struct place_header *header)
{
	if (!token_is(tokens, *at, "do") || !token_is(tokens, *at + 1, name) ||
	    !token_is(tokens, *at + 2, "="))
		return false;
	header->first = *at + 1;
	header->declares = false;
	header->behind = token_end(tokens, *at);
	*at = header->behind + 1;
	return true;
}

/*
 * Do the loops end where nothing stands between? braces[] are those that were
 * opened before each header; *at is behind the innermost header, and moves
 * behind the nest. In Fortran, where macros are rare, the record's word on that
 * is enough, and *at moves to the end.
 */
static bool close_nest(const struct tokens *tokens, const int *braces,
		       int count, size_t *at, struct text *reason)
{
	bool c = tokens->form == TOKEN_C, closes = true;

	*at = c ? behind_statement(tokens, *at) : tokens->count;
	for (int depth = count - 1; depth > 0; depth--)
		for (int i = 0; i < braces[depth] && closes; i++) {
			*at = token_code(tokens, *at);
			closes = token_is(tokens, (*at)++, "}");
		}
	return closes || fail(reason, tokens, *at,
			      "something stands behind the inner loop");
}

char *place_counter(const json_t *record, int loop)
{
	const char *name = loop_counter(record, loop);

	return memory_print("%.*s", (int)strcspn(name, "."), name);
}

/* The header of a loop at *at, which moves behind it. */
static bool read_header(const struct tokens *tokens, const json_t *record,
			int index, size_t *at, struct place_header *header,
			struct text *reason)
{
	const json_t *loop = loop_nested(record, index);
	bool shared = json_is_integer(json_object_get(loop, "omp"));
	int line = (int)loop_integer(loop, "line");
	char *name = place_counter(record, index);
	bool found = tokens->form == TOKEN_C
			     ? read_for(tokens, name, at, header)
			     : read_do(tokens, name, at, header);

	free(name);
	if (!found)
		return fail(reason, tokens, *at,
			    "more than braces stands before a header, or a "
			    "macro makes it");
	header->span = place_span(tokens, header->first, header->behind);
	/* of shared loops the record has the line of the directive */
	return shared ||
	       (tokens->list[header->first].line <= line &&
		tokens->list[header->behind].line >= line) ||
	       fail(reason, tokens, header->first,
		    "the record has another line of the header");
}

bool place_headers(const struct tokens *tokens, const json_t *record, int count,
		   struct place *place, struct text *reason)
{
	size_t end = token_end(tokens, place->directive);
	size_t at = token_code(tokens, end + 1);
	int braces[PLACE_MOST] = {0};

	for (int depth = 0; depth < count; depth++) {
		const json_t *loop = loop_nested(record, depth);

		if (!loop || depth == PLACE_MOST ||
		    loop_parent(loop) != depth - 1 ||
		    (depth + 1 < count && !loop_true(loop, "perfect")))
			return fail(reason, tokens, at, "no perfect nest");
		for (; depth > 0 && token_is(tokens, at, "{"); at++)
			braces[depth]++;
		if (!read_header(tokens, record, depth, &at,
				 &place->headers[depth], reason))
			return false;
	}
	place->count = count;
	if (!close_nest(tokens, braces, count, &at, reason))
		return false;
	for (size_t i = end; i < at && i < tokens->count; i++)
		if (tokens->list[i].kind == TOKEN_DIRECTIVE &&
		    !first_word(tokens, i) &&
		    !token_is(tokens, i + 1, "pragma"))
			return fail(reason, tokens, i,
				    "a line for the preprocessor stands in the "
				    "nest");
	return true;
}
