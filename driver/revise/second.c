/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The directive of a construct, as that of a second one.
 */
#include "second.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "models/clause.h"
#include "record/loop.h"
#include "split.h"

/* ---- the directive ---- */

static bool refuse(const struct lexemes *lexemes, size_t at,
		   struct text *reason, const char *why)
{
	text_print(reason,
		   "statements cannot be shared out for themselves: line %d %s",
		   lexemes->list[at].line, why);
	return false;
}

/* Clauses that mean the same of each of two constructs. */
static const char *const clauses[] = {"private",   "shared",	  "default",
				      "schedule",  "num_threads", "if",
				      "proc_bind", NULL};

/* Does the word stand for no variable in the brackets of the clause? */
static bool is_kind(const char *clause, const char *word)
{
	if (strcmp(clause, "schedule") == 0)
		return clause_find(word) || list_has(clause_modifiers, word);
	if (strcmp(clause, "if") == 0)
		return strcmp(word, "parallel") == 0;
	return strcmp(clause, "proc_bind") == 0;
}

/* Where the directive is read. */
struct clause_reader {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct band *band;
	struct text *reason;
	const char *text;
	size_t at, end;
};

static bool refuse_clause(struct clause_reader *reader, const char *why)
{
	return refuse(reader->lexemes, reader->band->directive, reader->reason,
		      why);
}

static char *read_word(struct clause_reader *reader)
{
	size_t from = reader->at;

	while (reader->at < reader->end &&
	       (isalnum((unsigned char)reader->text[reader->at]) ||
		reader->text[reader->at] == '_'))
		reader->at++;
	return memory_print("%.*s", (int)(reader->at - from),
			    reader->text + from);
}

static void skip_blanks(struct clause_reader *reader)
{
	while (reader->at < reader->end &&
	       strchr(" \t\r\n\\,", reader->text[reader->at]))
		reader->at++;
}

/* Does the construct set a variable of this name, or one within something? */
static bool is_set(const struct clause_reader *reader, const char *name)
{
	for (size_t at = reader->band->first; at < reader->band->behind; at++)
		if (lexeme_has_kind(reader->lexemes, at, LEXEME_WORD) &&
		    lexeme_is(reader->lexemes, at, name) &&
		    split_is_set(reader->lexemes, at))
			return true;
	return false;
}

/* May a store of the construct be one of a whole number behind a pointer? */
static bool writes_numbers(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		const char *type =
			json_string_value(json_object_get(one, "type"));

		if (loop_true(one, "write") && !(type && *type == 'f'))
			return true;
	}
	return false;
}

/* Has what stands in brackets the same value before each of two constructs? */
static bool stays(struct clause_reader *reader, const char *clause)
{
	char *name = read_word(reader);
	bool variable = *name && !isdigit((unsigned char)*name) &&
			!is_kind(clause, name);
	bool good = !variable ||
		    (!is_set(reader, name) && !writes_numbers(reader->record));

	free(name);
	return good || refuse_clause(reader, "has a clause with a value that "
					     "the loops may change");
}

/* Sums and comparisons of numbers and variables, and nothing else. */
static bool skip_values(struct clause_reader *reader, const char *clause)
{
	while (reader->at < reader->end && reader->text[reader->at] != ')') {
		char c = reader->text[reader->at];

		if (isalnum((unsigned char)c) || c == '_') {
			if (!stays(reader, clause))
				return false;
			continue;
		}
		if (!strchr(" \t\r\n\\,:<>+-/%", c) ||
		    (ispunct((unsigned char)c) &&
		     reader->text[reader->at + 1] == c))
			return refuse_clause(reader, "has a clause with more "
						     "than plain values");
		reader->at++;
	}
	reader->at += reader->at < reader->end;
	return true;
}

static void skip_names(struct clause_reader *reader)
{
	while (reader->at < reader->end && reader->text[reader->at] != ')')
		reader->at++;
	reader->at += reader->at < reader->end;
}

/* What stands in the brackets of a clause, behind the first of them. */
static bool skip_brackets(struct clause_reader *reader, const char *clause)
{
	static const char *const named[] = {"private", "shared", "default",
					    NULL};

	if (!list_has(named, clause))
		return skip_values(reader, clause);
	skip_names(reader);
	return true;
}

static bool read_clause(struct clause_reader *reader)
{
	char *clause = read_word(reader);
	bool good;

	skip_blanks(reader);
	good = (list_has(clauses, clause) &&
		reader->text[reader->at++] == '(') ||
	       refuse_clause(reader, "has other clauses than those that can "
				     "stand twice");
	good = good && skip_brackets(reader, clause);
	free(clause);
	return good;
}

/* "#pragma omp parallel for" and what stands behind it. */
static bool has_plain_directive(struct clause_reader *reader)
{
	static const char *const begins[] = {"pragma", "omp", "parallel", "for",
					     NULL};
	bool loop = false;

	while (!loop) {
		char *word;

		skip_blanks(reader);
		word = read_word(reader);
		loop = strcmp(word, "for") == 0;
		if (!list_has(begins, word)) {
			free(word);
			return refuse_clause(reader, "is no plain directive");
		}
		free(word);
	}
	for (skip_blanks(reader); reader->at < reader->end; skip_blanks(reader))
		if (!read_clause(reader))
			return false;
	return true;
}

/* ---- where it stands ---- */

/* Is there a comment in the lines that would be copied, but for one at their
   end? */
static bool has_comment(const struct lexemes *lexemes,
			const struct opening *opening)
{
	const char *text = lexemes->text;
	size_t end = directive_end(lexemes, opening->loop - 1);

	for (size_t at = lexemes->list[opening->first].start; at + 1 < end;
	     at++)
		if (text[at] == '/' &&
		    (text[at + 1] == '*' || text[at + 1] == '/'))
			return true;
	return false;
}

static bool has_plain_opening(const struct lexemes *lexemes,
			      const struct band *band, struct text *reason)
{
	const struct opening *opening = &band->opening;

	if (opening->hidden)
		return refuse(lexemes, band->directive, reason,
			      "has a macro that makes the directive");
	if (opening->mixed)
		return refuse(lexemes, opening->first, reason,
			      "holds more than the directive");
	if (has_comment(lexemes, opening))
		return refuse(lexemes, band->directive, reason,
			      "has a comment in the directive");
	return true;
}

static bool may_begin(const struct lexemes *lexemes, const json_t *record,
		      const struct band *band, struct text *reason)
{
	size_t at;

	if (directive_before(lexemes, record, band, &at) == DIRECTIVE_BINDS)
		return refuse(lexemes, at, reason,
			      "speaks of the statement behind it");
	return true;
}

bool second_may_stand(const struct lexemes *lexemes, const json_t *record,
		      const struct band *band, struct text *reason)
{
	struct clause_reader reader = {
		.lexemes = lexemes,
		.record = record,
		.band = band,
		.reason = reason,
		.text = lexemes->text,
		.at = lexemes->list[band->directive].start + 1,
		.end = directive_end(lexemes, band->directive)};

	if (lexemes->form != LEXEME_C)
		return refuse(lexemes, band->directive, reason,
			      "is none of C or C++");
	if (split_has_both(band))
		return refuse(lexemes, band->loops[band->split].first, reason,
			      "has statements before and behind the loop");
	return has_plain_opening(lexemes, band, reason) &&
	       may_begin(lexemes, record, band, reason) &&
	       has_plain_directive(&reader);
}
