/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of a test at run time, which must mean before the loops what they mean
 * inside.
 */
#include "meaning.h"

#include <stdlib.h>
#include <string.h>

#include "ascent.h"
#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "nest/member.h"
#include "nest/region.h"
#include "record/loop.h"
#include "split.h"

static int line_at(const struct question *question, size_t at)
{
	return question->tested.lexemes->list[at].line;
}

static bool refuse_name(struct text *reason, int line, const char *name,
			const char *why)
{
	char *sentence = memory_print("'%s' %s", name, why);

	question_refuse(reason, line, sentence);
	free(sentence);
	return false;
}

static bool is_word(const struct question *question, size_t at,
		    const char *name)
{
	return lexeme_has_kind(question->tested.lexemes, at, LEXEME_WORD) &&
	       lexeme_is(question->tested.lexemes, at, name);
}

/* A head in which the name is the counter; *behind is where it ends. */
static bool counts(const struct question *question, size_t at, const char *name,
		   size_t *behind)
{
	struct header header;
	struct text ignored = {0};
	bool read =
		lexeme_is(question->tested.lexemes, at, "for") &&
		header_read(question->tested.lexemes, at, &header, &ignored);

	text_free(&ignored);
	if (read)
		*behind = header.last + 1;
	return read &&
	       is_word(question,
		       header_at(question->tested.lexemes, header.counter),
		       name);
}

/*
 * Does a statement between the heads only use the name there? That is clear of
 * what has subscripts, or stands in an expression, and is not set.
 */
static bool is_used(const struct question *question, size_t at)
{
	static const char *const begins[] = {"{", "}", ";", NULL};
	static const char *const leads[] = {"[", ".", "->", NULL};
	static const char *const marks[] = {"[",  "(",	")",  "+",  "-",
					    "=",  "?",	":",  "/",  "%",
					    "==", "<=", ">=", "!=", NULL};
	const struct lexemes *lexemes = question->tested.lexemes;

	if (split_is_set(lexemes, at))
		return false;
	if (lexeme_is_among(lexemes, at + 1, leads) &&
	    lexeme_is_among(lexemes, at - 1, begins))
		return true;
	/* of "= a * b * c" each is a factor, of "; a * b" it may be a type */
	while (lexeme_is(lexemes, at - 1, "*") &&
	       lexeme_has_kind(lexemes, at - 2, LEXEME_WORD))
		at -= 2;
	return lexeme_is_among(lexemes, at - 1, marks);
}

/*
 * Has the name the same meaning before the construct and in the band's
 * innermost loop? Not if it is a counter, or heads, or what stands between
 * them, may do more than to use it. Whether it has, the compiler is asked.
 */
static bool keeps_meaning(const struct question *question, const char *name,
			  struct text *reason)
{
	const struct band *band = question->tested.band;
	size_t body = band->loops[band->count - 1].body;

	for (size_t at = band->first; at < body; at++) {
		size_t behind = at;
		bool counter = counts(question, at, name, &behind);

		if (counter ||
		    (is_word(question, at, name) && !is_used(question, at)))
			return refuse_name(reason, line_at(question, at), name,
					   "may mean something else");
		if (behind > at)
			at = behind - 1;
	}
	return true;
}

/* Does a macro that the source defines have the word? */
static bool is_in_macro(const struct question *question, const char *word)
{
	const struct lexemes *lexemes = question->tested.lexemes;

	for (size_t at = 0; at < lexemes->count; at++)
		if (lexeme_is_directive(lexemes, at, "define") &&
		    lexeme_has_word(lexemes,
				    (struct range){lexemes->list[at].start,
						   lexemes->list[at].end},
				    word))
			return true;
	return false;
}

/* The function's own object, which C++ has a word for; members need none. */
static bool is_own_object(const struct question *question, const char *name)
{
	return strcmp(name, "this") == 0 &&
	       strcmp(loop_word(question->tested.record, "language"), "C++") ==
		       0;
}

/*
 * Does the construct name the variable, or could a macro? Members may be behind
 * functions and macros of all kinds: whether they can be named the compiler
 * tells.
 */
static bool is_named(const struct question *question, const char *name)
{
	size_t at = question->tested.band->first;

	if (!member_is_variable(name) || is_own_object(question, name))
		return true;
	while (at < question->tested.band->behind &&
	       !is_word(question, at, name))
		at++;
	return at < question->tested.band->behind ||
	       is_in_macro(question, name);
}

static bool is_uniform(const json_t *record, const char *name)
{
	const json_t *uniform = json_object_get(record, "uniform"), *one;
	size_t index;

	json_array_foreach(uniform, index, one)
	{
		if (strcmp(json_string_value(one), name) == 0)
			return true;
	}
	return false;
}

/* Pointers that a variable leads to: nothing of the region changes any. */
static bool leads_to_pointers(const json_t *record, const char *name,
			      bool pointer)
{
	char *variable = member_variable(name);
	bool same = (pointer || member_is_size(name)) &&
		    loop_true(record, "pointers_kept") &&
		    is_uniform(record, variable);

	free(variable);
	return same;
}

/*
 * Do all threads that come to the loop find the same in it? Threads that
 * answer in different ways would wait for each other in different loops.
 */
static bool is_same_for_all(const struct question *question, const char *name,
			    bool pointer, struct text *reason)
{
	const json_t *record = question->tested.record;

	return !region_has_others(record) || is_uniform(record, name) ||
	       leads_to_pointers(record, name, pointer) ||
	       refuse_name(
		       reason, 0, name,
		       json_is_object(json_object_get(record, "parallel"))
			       ? "may differ between the threads of the region"
			       : "may differ between threads, whose region "
				 "stands elsewhere");
}

/* Has a variable one meaning to all threads, before the loops and in them? */
static bool is_good_variable(const struct question *question, const char *name,
			     struct text *reason)
{
	if (directive_is_private(question->tested.lexemes,
				 question->tested.band->directive, name) ||
	    region_makes_own(question->tested.record, name))
		return refuse_name(
			reason,
			line_at(question, question->tested.band->directive),
			name, "is private");
	return keeps_meaning(question, name, reason);
}

/*
 * The loops may have a parameter in a macro only, as the end "_PB_N". Where its
 * name means something else, or nothing, the compiler tells.
 */
static bool is_good_name(const struct question *question, const char *name,
			 bool pointer, struct text *reason)
{
	char *variable = member_variable(name);
	bool good = is_good_variable(question, variable, reason) &&
		    is_same_for_all(question, name, pointer, reason);

	free(variable);
	return good;
}

static bool are_good_names(const struct question *question,
			   const struct polynomial *sum, struct text *reason)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (!is_good_name(question, sum->terms[i].names[j],
					  false, reason))
				return false;
	return true;
}

static bool has_good_rows(const struct question *question, struct text *reason)
{
	const struct pitches *rows = &question->rows;

	for (size_t i = 0; i < rows->count; i++)
		if (!is_good_name(question, rows->list[i].base, true, reason) ||
		    !are_good_names(question, &rows->list[i].slack, reason))
			return false;
	return true;
}

/* In a region other threads may move the pointers to rows. */
static bool has_good_pointers(const struct question *question,
			      const struct span *span, struct text *reason)
{
	if (!span->rows.table)
		return true;
	if (region_has_others(question->tested.record) &&
	    !loop_true(question->tested.record, "pointers_kept"))
		return refuse_name(reason, 0, span->rows.table,
				   "may lead to other rows in other threads of "
				   "the region");
	return (ascent_has_free_names(question->tested.lexemes) ||
		question_refuse(reason, 0,
				"the source has a 'rows_apart', 'rows_at' "
				"or 'rows_beside'")) &&
	       are_good_names(question, &span->rows.first, reason) &&
	       are_good_names(question, &span->rows.last, reason);
}

static bool has_good_span(const struct question *question,
			  const struct span *span, struct text *reason)
{
	const char *name = span_name(span);

	return (is_named(question, name) ||
		refuse_name(reason, 0, name, "is not named there")) &&
	       is_good_name(question, name, true, reason) &&
	       are_good_names(question, &span->low, reason) &&
	       are_good_names(question, &span->high, reason) &&
	       has_good_pointers(question, span, reason);
}

static bool has_good_names(const struct question *question, struct text *reason)
{
	const struct spans *spans = &question->spans;

	for (size_t i = 0; i < spans->count; i++)
		if (!has_good_span(question, &spans->list[i], reason))
			return false;
	for (size_t i = 0; i < spans->positive.count; i++)
		if (!is_good_name(question, spans->positive.list[i], false,
				  reason))
			return false;
	return true;
}

bool meaning_is_kept(const struct question *question, struct text *reason)
{
	return has_good_names(question, reason) &&
	       has_good_rows(question, reason);
}
