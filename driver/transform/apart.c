/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements beside a loop that are shared out for themselves.
 */
#include "apart.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "derive.h"
#include "directive.h"
#include "models/clause.h"
#include "record/loop.h"
#include "region.h"
#include "split.h"

static bool comes_apart(const json_t *record, const struct reshape *reshape)
{
	const json_t *outer = loop_nested(record, reshape->first);

	return reshape->split > 0 && reshape->first == 0 &&
	       reshape_around(reshape) == 0 &&
	       json_is_integer(json_object_get(outer, "omp"));
}

bool apart_is(const json_t *record, const struct reshape *reshape)
{
	return comes_apart(record, reshape) &&
	       (!reshape_has_tiles(reshape) || reshape_cuts_inside(reshape));
}

/* ---- what the record says ---- */

/* Has each thread, or may each have, another one of something in memory? What
   it wrote in the one construct another thread may read in the other. */
static bool has_own_data(const json_t *record)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (loop_true(one, "private") ||
		    loop_true(one, "perhaps_private"))
			return true;
	}
	return loop_true(record, "uses_threadprivate");
}

/* Do its variables begin in each construct as if the other was not there? */
static bool has_plain_clauses(const json_t *record)
{
	static const char *const plain[] = {"private", "shared", "default",
					    NULL};
	const json_t *list = json_object_get(record, "clauses"), *one;
	size_t index;

	json_array_foreach(list, index, one)
	{
		if (!list_has(plain,
			      json_string_value(json_object_get(one, "name"))))
			return false;
	}
	return true;
}

const char *apart_forbids(const json_t *record, const struct reshape *reshape)
{
	if (loop_integer(record, "collapse") != 1 || reshape->collapse)
		return "several loops are shared out together";
	if (reshape->element)
		return "a variable would have to stand in elements";
	if (loop_true(record, "nowait"))
		return "no thread waits for others behind it, as it has "
		       "'nowait', and they would wait within";
	if (has_own_data(record))
		return "threads have data of their own in it";
	if (!has_plain_clauses(record))
		return "it has clauses that bring values in or out";
	return NULL;
}

bool apart_may_come(const json_t *record, const struct reshape *reshape)
{
	return comes_apart(record, reshape) && !apart_forbids(record, reshape);
}

/* ---- records of one of them ---- */

/* Does what has this loop under "loop" go with the statements? */
static bool is_beside(const json_t *thing, const struct reshape *reshape)
{
	return loop_integer(thing, "loop") < reshape->split;
}

/* Those of a list that do, or do not; numbers[i] becomes where the i-th of them
   stands now, -1 where it is gone. */
static json_t *list_of(const json_t *record, const char *key,
		       const struct reshape *reshape, bool beside, int *numbers)
{
	const json_t *list = json_object_get(record, key);
	json_t *result = json_array(), *one;
	size_t index;

	json_array_foreach((json_t *)list, index, one)
	{
		bool stays = is_beside(one, reshape) == beside;

		if (numbers)
			numbers[index] =
				stays ? (int)json_array_size(result) : -1;
		if (stays)
			json_array_append(result, one);
	}
	return result;
}

/* Pairs of references of which both are still there. */
static json_t *pairs_of(const json_t *record, const char *key,
			const int *numbers)
{
	const json_t *list = json_object_get(record, key);
	int count = (int)json_array_size(json_object_get(record, "refs"));
	json_t *result = json_array(), *one;
	size_t index;

	json_array_foreach((json_t *)list, index, one)
	{
		int from = (int)loop_integer(one, "from");
		int to = (int)loop_integer(one, "to");
		json_t *fresh;

		if (from < 0 || from >= count || to < 0 || to >= count ||
		    numbers[from] < 0 || numbers[to] < 0)
			continue;
		fresh = json_copy(one);
		json_object_set_new(fresh, "from", json_integer(numbers[from]));
		json_object_set_new(fresh, "to", json_integer(numbers[to]));
		json_array_append_new(result, fresh);
	}
	return result;
}

static json_t *without_body(json_t *loop)
{
	json_t *fresh = json_copy(loop);
	json_t *certain = json_object(), *count;
	const char *name;

	json_object_foreach(
		json_object_get(json_object_get(loop, "ops"), "certain"), name,
		count)
	{
		if (strncmp(name, "control.", strlen("control.")) == 0)
			json_object_set(certain, name, count);
	}
	json_object_set_new(
		fresh, "ops",
		json_pack("{s:o, s:{}}", "certain", certain, "conditional"));
	return fresh;
}

static json_t *loops_of(const json_t *record, const struct reshape *reshape,
			bool beside)
{
	json_t *result = json_array();

	for (int i = 0; i < loop_count(record); i++) {
		json_t *loop = (json_t *)loop_nested(record, i);

		if (beside && i < reshape->split)
			json_array_append(result, loop);
		else if (!beside && i < reshape->split)
			json_array_append_new(result, without_body(loop));
		else if (!beside)
			json_array_append(result, loop);
	}
	return result;
}

static json_t *part_of(const json_t *record, const struct reshape *reshape,
		       bool beside)
{
	static const char *const lists[] = {"calls", "code", NULL};
	static const char *const pairs[] = {"overlaps", "deps", NULL};
	size_t count = json_array_size(json_object_get(record, "refs"));
	int *numbers = memory_grow(NULL, count + 1, sizeof(*numbers));
	json_t *part = json_copy((json_t *)record);

	json_object_set_new(part, "nest", loops_of(record, reshape, beside));
	json_object_set_new(part, "refs",
			    list_of(record, "refs", reshape, beside, numbers));
	for (int i = 0; lists[i]; i++)
		json_object_set_new(
			part, lists[i],
			list_of(record, lists[i], reshape, beside, NULL));
	for (int i = 0; pairs[i]; i++)
		json_object_set_new(part, pairs[i],
				    pairs_of(record, pairs[i], numbers));
	free(numbers);
	return part;
}

json_t *apart_beside(const json_t *record, const struct reshape *reshape)
{
	return part_of(record, reshape, true);
}

json_t *apart_inside(const json_t *record, const struct reshape *reshape)
{
	return part_of(record, reshape, false);
}

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

static bool may_stand(const struct lexemes *lexemes, const json_t *record,
		      const struct band *band, struct text *reason)
{
	size_t at;

	if (directive_before(lexemes, record, band, &at) == DIRECTIVE_BINDS)
		return refuse(lexemes, at, reason,
			      "speaks of the statement behind it");
	return true;
}

bool apart_may_be(const struct lexemes *lexemes, const json_t *record,
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
	       may_stand(lexemes, record, band, reason) &&
	       has_plain_directive(&reader);
}

/* ---- two records as one ---- */

/* Numbers of loops that stand behind so many others now. */
static void move_loop(json_t *thing, const char *key, int by)
{
	if (json_is_integer(json_object_get(thing, key)))
		json_object_set_new(
			thing, key,
			json_integer(loop_integer(thing, key) + by));
}

static void append_moved(json_t *to, const json_t *record, const char *list,
			 const char *key, int by)
{
	json_t *one;
	size_t index;

	json_array_foreach(json_object_get(record, list), index, one)
	{
		json_t *fresh = json_copy(one);

		move_loop(fresh, key, by);
		json_array_append_new(to, fresh);
	}
}

static json_t *both_lists(const json_t *first, const json_t *second,
			  const char *list, const char *key)
{
	json_t *both = json_array();

	append_moved(both, first, list, key, 0);
	append_moved(both, second, list, key, loop_count(first));
	return both;
}

static json_t *both_operations(const json_t *first, const json_t *second)
{
	static const char *const keys[] = {"certain", "conditional", NULL};
	const json_t *old = json_object_get(first, "ops");
	const json_t *more = json_object_get(second, "ops");
	json_t *both = json_object();

	for (int i = 0; keys[i]; i++) {
		json_t *sum = json_object();

		derive_add_operations(sum, json_object_get(old, keys[i]));
		derive_add_operations(sum, json_object_get(more, keys[i]));
		json_object_set_new(both, keys[i], sum);
	}
	return both;
}

json_t *apart_join(const json_t *first, const json_t *second)
{
	json_t *both = json_copy((json_t *)first);
	json_t *races = json_copy(json_object_get(first, "races"));

	if (races)
		json_array_extend(races, json_object_get(second, "races"));
	json_object_set_new(both, "races", races ? races : json_array());
	json_object_set_new(both, "nest",
			    both_lists(first, second, "nest", "parent"));
	json_object_set_new(both, "refs",
			    both_lists(first, second, "refs", "loop"));
	json_object_set_new(both, "ops", both_operations(first, second));
	json_object_set_new(both, "analysed",
			    json_boolean(loop_true(first, "analysed") &&
					 loop_true(second, "analysed")));
	return both;
}
