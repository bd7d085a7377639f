/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A test at run time around both versions of a nest.
 */
#include "guard.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "directive.h"
#include "layout.h"
#include "legal.h"
#include "member.h"
#include "pitch.h"
#include "record/loop.h"
#include "region.h"
#include "span.h"
#include "split.h"
#include "twice.h"

/* Bytes behind an end that no source reads; another one for each end. */
#define MARK 1000003

struct guard {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct band *band;
	struct spans spans;
	struct pitches rows;
	struct range construct; /* whole lines, the last without its end */
};

static const char no_test[] = "a test around the loops cannot be written";

/* A line that is 0 is none. */
static bool refuse(struct text *reason, int line, const char *why)
{
	text_print(reason, "%s: ", no_test);
	if (line)
		text_print(reason, "line %d: ", line);
	text_add(reason, why);
	return false;
}

static int line_at(const struct guard *guard, size_t at)
{
	return guard->lexemes->list[at].line;
}

/* ---- may it stand there? ---- */

/* Does "for (...)" or "while (...)" end here? */
static bool ends_head(const struct lexemes *lexemes, size_t at)
{
	size_t behind = at + 1;

	if (!lexeme_is(lexemes, at, ")"))
		return false;
	while (at > 1 && (!lexeme_is(lexemes, at, "(") ||
			  lexeme_behind_bracket(lexemes, at) != behind))
		at--;
	return lexeme_is(lexemes, at - 1, "for") ||
	       lexeme_is(lexemes, at - 1, "while");
}

/* May another statement stand behind this? Not where "else" is to follow. */
static bool may_follow(const struct lexemes *lexemes, size_t at)
{
	static const char *const words[] = {";", "{", "}", "else", "do", NULL};

	for (int i = 0; words[i]; i++)
		if (lexeme_is(lexemes, at, words[i]))
			return true;
	return ends_head(lexemes, at);
}

/* Another pragma before the construct needs a statement that is a loop. */
static bool is_statement(const struct guard *guard, struct text *reason)
{
	const struct lexemes *lexemes = guard->lexemes;
	size_t at = guard->band->opening.first;
	enum directive_before before;

	if (guard->band->opening.mixed)
		return refuse(reason, line_at(guard, at),
			      "it holds more than the directive");
	before = directive_before(lexemes, guard->record, guard->band, &at);
	if (before == DIRECTIVE_BINDS)
		return refuse(reason, line_at(guard, at),
			      "it speaks of the statement behind it");
	if (before == DIRECTIVE_TAKES_ANY)
		return true;
	return (at > 0 && may_follow(lexemes, at - 1)) ||
	       refuse(reason, line_at(guard, guard->band->directive),
		      "no other statement may stand in its place");
}

/* Nothing else in its last line, nor a comment that goes on. */
static bool is_alone(const struct guard *guard, struct text *reason)
{
	const struct lexemes *lexemes = guard->lexemes;
	size_t behind = guard->band->behind, end = guard->construct.end;
	bool alone =
		behind == lexemes->count || lexemes->list[behind].start >= end;

	for (size_t i = 0; i < lexemes->comment_count; i++)
		alone &= lexemes->comments[i].start >= end ||
			 lexemes->comments[i].end <= end;
	return alone || refuse(reason, line_at(guard, behind - 1),
			       "the end of the loops shares it");
}

/* ---- names ---- */

static bool refuse_name(struct text *reason, int line, const char *name,
			const char *why)
{
	char *sentence = memory_print("'%s' %s", name, why);

	refuse(reason, line, sentence);
	free(sentence);
	return false;
}

static bool is_word(const struct guard *guard, size_t at, const char *name)
{
	return lexeme_has_kind(guard->lexemes, at, LEXEME_WORD) &&
	       lexeme_is(guard->lexemes, at, name);
}

/* A head in which the name is the counter; *behind is where it ends. */
static bool counts(const struct guard *guard, size_t at, const char *name,
		   size_t *behind)
{
	struct header header;
	struct text ignored = {0};
	bool read = lexeme_is(guard->lexemes, at, "for") &&
		    header_read(guard->lexemes, at, &header, &ignored);

	text_free(&ignored);
	if (read)
		*behind = header.last + 1;
	return read &&
	       is_word(guard, header_at(guard->lexemes, header.counter), name);
}

/*
 * Does a statement between the heads only use the name there? That is clear of
 * what has subscripts, or stands in an expression, and is not set.
 */
static bool is_used(const struct guard *guard, size_t at)
{
	static const char *const begins[] = {"{", "}", ";", NULL};
	static const char *const leads[] = {"[", ".", "->", NULL};
	static const char *const marks[] = {"[",  "(",	")",  "+",  "-",
					    "=",  "?",	":",  "/",  "%",
					    "==", "<=", ">=", "!=", NULL};
	const struct lexemes *lexemes = guard->lexemes;

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
static bool keeps_meaning(const struct guard *guard, const char *name,
			  struct text *reason)
{
	const struct band *band = guard->band;
	size_t body = band->loops[band->count - 1].body;

	for (size_t at = band->first; at < body; at++) {
		size_t behind = at;
		bool counter = counts(guard, at, name, &behind);

		if (counter ||
		    (is_word(guard, at, name) && !is_used(guard, at)))
			return refuse_name(reason, line_at(guard, at), name,
					   "may mean something else");
		if (behind > at)
			at = behind - 1;
	}
	return true;
}

/* Behind the member, if it stands here as it is in the record; else 0. */
static size_t behind_member(const struct guard *guard, size_t at,
			    const char *member)
{
	const struct lexemes *lexemes = guard->lexemes;
	const char *name = member_short(member);
	size_t length = member_length(name);

	while (length > 0 && at < guard->band->behind) {
		const struct lexeme *one = &lexemes->list[at++];
		size_t own = one->end - one->start;

		if (own > length ||
		    strncmp(name, lexemes->text + one->start, own) != 0)
			return 0;
		name += own;
		length -= own;
	}
	return length > 0 ? 0 : at;
}

/* The first "[" behind the base; the end of the loops where there is none. */
static size_t find_subscript(const struct guard *guard, const char *base)
{
	for (size_t at = guard->band->first; at < guard->band->behind; at++) {
		size_t behind = behind_member(guard, at, base);

		if (behind && behind < guard->band->behind &&
		    lexeme_is(guard->lexemes, behind, "["))
			return behind;
	}
	return guard->band->behind;
}

/* Does a macro that the source defines have the word? */
static bool is_in_macro(const struct guard *guard, const char *word)
{
	const struct lexemes *lexemes = guard->lexemes;

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
static bool is_own_object(const struct guard *guard, const char *name)
{
	return strcmp(name, "this") == 0 &&
	       strcmp(loop_word(guard->record, "language"), "C++") == 0;
}

/*
 * Does the construct name the variable, or could a macro? Members may be behind
 * functions and macros of all kinds: whether they can be named the compiler
 * tells.
 */
static bool is_named(const struct guard *guard, const char *name)
{
	size_t at = guard->band->first;

	if (!member_is_variable(name) || is_own_object(guard, name))
		return true;
	while (at < guard->band->behind && !is_word(guard, at, name))
		at++;
	return at < guard->band->behind || is_in_macro(guard, name);
}

/*
 * Do all threads that come to the loop find the same in it? Threads that
 * answer in different ways would wait for each other in different loops.
 */
static bool is_same_for_all(const struct guard *guard, const char *name,
			    struct text *reason)
{
	const json_t *record = guard->record;
	const json_t *uniform = json_object_get(record, "uniform"), *one;
	size_t index;

	if (!region_has_others(record))
		return true;
	json_array_foreach(uniform, index, one)
	{
		if (strcmp(json_string_value(one), name) == 0)
			return true;
	}
	return refuse_name(
		reason, 0, name,
		json_is_object(json_object_get(record, "parallel"))
			? "may differ between the threads of the region"
			: "may differ between threads, whose region stands "
			  "elsewhere");
}

/* Has a variable one meaning to all threads, before the loops and in them? */
static bool is_good_variable(const struct guard *guard, const char *name,
			     struct text *reason)
{
	if (directive_is_private(guard->lexemes, guard->band->directive,
				 name) ||
	    region_makes_own(guard->record, name))
		return refuse_name(reason,
				   line_at(guard, guard->band->directive), name,
				   "is private");
	return keeps_meaning(guard, name, reason);
}

/*
 * The loops may have a parameter in a macro only, as the end "_PB_N". Where its
 * name means something else, or nothing, the compiler tells.
 */
static bool is_good_name(const struct guard *guard, const char *name,
			 struct text *reason)
{
	char *variable = member_variable(name);
	bool good = is_good_variable(guard, variable, reason) &&
		    is_same_for_all(guard, name, reason);

	free(variable);
	return good;
}

static bool are_good_names(const struct guard *guard,
			   const struct polynomial *sum, struct text *reason)
{
	for (size_t i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->terms[i].degree; j++)
			if (!is_good_name(guard, sum->terms[i].names[j],
					  reason))
				return false;
	return true;
}

static bool has_good_rows(const struct guard *guard, struct text *reason)
{
	const struct pitches *rows = &guard->rows;

	for (size_t i = 0; i < rows->count; i++)
		if (!is_good_name(guard, rows->list[i].base, reason) ||
		    !are_good_names(guard, &rows->list[i].slack, reason))
			return false;
	return true;
}

/* Names of variables that the test declares, which nothing else has. */
static const char rows_apart[] = "rows_apart", rows_at[] = "rows_at";

static bool are_free_names(const struct guard *guard, struct text *reason)
{
	const struct range all = {0, guard->lexemes->length};

	return (!lexeme_has_word(guard->lexemes, all, rows_apart) &&
		!lexeme_has_word(guard->lexemes, all, rows_at)) ||
	       refuse(reason, 0,
		      "the source has a 'rows_apart' or a 'rows_at'");
}

/* In a region other threads may move the pointers to rows. */
static bool has_good_pointers(const struct guard *guard,
			      const struct span *span, struct text *reason)
{
	if (!span->rows.table)
		return true;
	if (region_has_others(guard->record))
		return refuse_name(reason, 0, span->rows.table,
				   "may lead to other rows in other threads of "
				   "the region");
	return are_free_names(guard, reason) &&
	       are_good_names(guard, &span->rows.first, reason) &&
	       are_good_names(guard, &span->rows.last, reason);
}

static bool has_good_span(const struct guard *guard, const struct span *span,
			  struct text *reason)
{
	const char *name = span_name(span);

	return (is_named(guard, name) ||
		refuse_name(reason, 0, name, "is not named there")) &&
	       is_good_name(guard, name, reason) &&
	       are_good_names(guard, &span->low, reason) &&
	       are_good_names(guard, &span->high, reason) &&
	       has_good_pointers(guard, span, reason);
}

static bool has_good_names(const struct guard *guard, struct text *reason)
{
	const struct spans *spans = &guard->spans;

	for (size_t i = 0; i < spans->count; i++)
		if (!has_good_span(guard, &spans->list[i], reason))
			return false;
	for (size_t i = 0; i < spans->positive.count; i++)
		if (!is_good_name(guard, spans->positive.list[i], reason))
			return false;
	return true;
}

/* ---- the test ---- */

/* "sizeof(x[0][0])", with as many subscripts as the loops have. */
static void add_size(const struct guard *guard, const char *base,
		     struct text *out)
{
	const struct lexemes *lexemes = guard->lexemes;
	size_t at = find_subscript(guard, base);

	if (at == guard->band->behind) {
		text_add(out, "sizeof(*");
		member_print_data(out, base);
		text_add(out, ")");
		return;
	}
	text_add(out, "sizeof(");
	member_print(out, base);
	while (lexeme_is(lexemes, at, "[")) {
		text_add(out, "[0]");
		at = lexeme_behind_bracket(lexemes, at);
	}
	text_add(out, ")");
}

/* Does a loop go from one element to the next? */
static bool has_neighbours(const struct guard *guard, const struct span *span)
{
	const json_t *list = json_object_get(guard->record, "refs"), *one;
	const json_t *stride;
	size_t index, depth;

	json_array_foreach(list, index, one)
	{
		if (!json_is_string(json_object_get(one, "base")) ||
		    strcmp(json_string_value(json_object_get(one, "base")),
			   span->base) != 0)
			continue;
		json_array_foreach(json_object_get(one, "strides"), depth,
				   stride)
		{
			if (llabs(json_integer_value(stride)) == span->size)
				return true;
		}
	}
	return false;
}

/* Behind "[i][j]" */
static size_t behind_subscripts(const struct guard *guard, size_t at)
{
	while (lexeme_is(guard->lexemes, at, "["))
		at = lexeme_behind_bracket(guard->lexemes, at);
	return at;
}

/* Does the source go from the base to a member? */
static bool has_member_here(const struct guard *guard, const char *base)
{
	const struct lexemes *lexemes = guard->lexemes;

	for (size_t at = guard->band->first; at < guard->band->behind; at++) {
		size_t behind = behind_member(guard, at, base);

		if (!behind)
			continue;
		behind = behind_subscripts(guard, behind);
		if (lexeme_is(lexemes, behind, ".") ||
		    lexeme_is(lexemes, behind, "->"))
			return true;
	}
	return false;
}

/* Has the record a name that goes from it to a member? */
static bool has_member(const json_t *list, const char *key, const char *base)
{
	size_t length = strlen(base);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(list, i), key));

		if (name && strncmp(name, base, length) == 0 &&
		    (strncmp(name + length, "->", 2) == 0 ||
		     name[length] == '.'))
			return true;
	}
	return false;
}

/* Does the source give it another type each time, as ((double *)base)[i]? */
static bool is_cast(const struct guard *guard, const char *base)
{
	const struct lexemes *lexemes = guard->lexemes;

	for (size_t at = guard->band->first; at < guard->band->behind; at++)
		if (lexeme_is(lexemes, at, "*") &&
		    lexeme_is(lexemes, at + 1, ")") &&
		    behind_member(guard, at + 2, base))
			return true;
	return false;
}

/* Is it one of structures, of which the loops touch members? */
static bool is_of_structures(const struct guard *guard, const char *base)
{
	const json_t *record = guard->record;

	return has_member_here(guard, base) || is_cast(guard, base) ||
	       has_member(json_object_get(record, "refs"), "base", base) ||
	       has_member(json_object_get(record, "params"), "name", base);
}

/* Data that the loops use without a subscript: a number, or a structure. */
static bool is_whole(const struct guard *guard, const struct span *span)
{
	return span->object &&
	       find_subscript(guard, span->base) == guard->band->behind;
}

/* Rows that stand behind no subscripts. */
static bool has_hidden_rows(const struct guard *guard, const struct span *span)
{
	return span->rows.table &&
	       find_subscript(guard, span->rows.table) == guard->band->behind;
}

/* Where all loops step over more than they touch at a time, what the base
   points at may be a structure, whose size the record does not have. */
static bool has_other_size(const struct guard *guard, const struct span *span)
{
	if (is_whole(guard, span) || is_of_structures(guard, span_name(span)) ||
	    has_hidden_rows(guard, span))
		return true;
	return polynomial_common_factor(
		       &span->low, polynomial_common_factor(&span->high, 0)) >
		       span->size &&
	       !has_neighbours(guard, span);
}

/* "sizeof(x[0]) * 2", or "sizeof(char[16])" */
static void add_bytes(const struct guard *guard, const struct span *span,
		      int64_t bytes, struct text *out)
{
	if (is_whole(guard, span) && bytes == span->extent) {
		text_add(out, "sizeof(");
		member_print(out, span->base);
		text_add(out, ")");
		return;
	}
	if (has_other_size(guard, span)) {
		text_print(out, "sizeof(char[%lld])", (long long)bytes);
		return;
	}
	add_size(guard, span_name(span), out);
	if (bytes != span->size)
		text_print(out, " * %lld", (long long)(bytes / span->size));
}

/* "n - 1", "0"; a sum of several names is one of 64 bits with a sign. */
static void add_index(const struct polynomial *row, struct text *out)
{
	bool one =
		(row->count < 2 && (!row->count || row->terms[0].degree < 2)) ||
		(row->count == 2 && row->terms[1].degree == 0 &&
		 row->terms[0].degree == 1);
	const char *type = one ? "" : "(long long)";

	if (!row->count)
		text_add(out, "0");
	for (size_t i = 0; i < row->count; i++) {
		const struct polynomial_term *term = &row->terms[i];
		const char *between = "";

		text_add(out, term->factor < 0 ? i ? " - " : "-"
			      : i	       ? " + "
					       : "");
		if (llabs(term->factor) != 1 || !term->degree) {
			text_print(out, "%lld", llabs(term->factor));
			between = " * ";
		}
		for (int j = 0; j < term->degree; j++) {
			text_print(out, "%s%s%s", between, type,
				   term->names[j]);
			between = " * ";
		}
	}
}

/* What one of the pointers leads to: "(const char *)x[0]" */
static void add_row(const struct span *span, const char *index,
		    struct text *out)
{
	text_add(out, "(const char *)");
	member_print(out, span->rows.table);
	text_print(out, "[%s]%s", index, span->rows.unit > 8 ? ".data()" : "");
}

static void add_start(const struct guard *guard, const struct span *span,
		      struct text *out)
{
	text_print(out, "(const char *)%s", is_whole(guard, span) ? "&" : "");
	member_print_data(out, span->base);
}

/* " + sizeof(x[0]) * n * m" */
static void add_offset(const struct guard *guard, const struct span *span,
		       const struct polynomial *end, struct text *out)
{
	for (size_t i = 0; i < end->count; i++) {
		const struct polynomial_term *term = &end->terms[i];

		text_print(out, " %c ", term->factor < 0 ? '-' : '+');
		add_bytes(guard, span, llabs(term->factor), out);
		for (int j = 0; j < term->degree; j++)
			text_print(out, " * %s", term->names[j]);
	}
}

/* "(const char *)x + sizeof(x[0]) * n * m", of rows of the last one; "counter"
   rows further, if there is one. */
static void add_end(const struct guard *guard, const struct span *span,
		    bool high, const char *counter, struct text *out)
{
	if (span->rows.table) {
		struct text index = {0};

		add_index(high ? &span->rows.last : &span->rows.first, &index);
		text_print(&index, "%s%s", counter ? " + " : "",
			   counter ? counter : "");
		add_row(span, text_string(&index), out);
		text_free(&index);
	} else {
		add_start(guard, span, out);
	}
	add_offset(guard, span, high ? &span->high : &span->low, out);
}

/* The one ends before the other begins, or the other way round. */
static void add_apart(const struct guard *guard, const struct span_pair *pair,
		      const char *line, struct text *out)
{
	const struct span *one = &guard->spans.list[pair->one];
	const struct span *other = &guard->spans.list[pair->other];

	add_end(guard, one, true, NULL, out);
	text_add(out, " <= ");
	add_end(guard, other, false, NULL, out);
	text_print(out, " ||%s", line);
	add_end(guard, other, true, NULL, out);
	text_add(out, " <= ");
	add_end(guard, one, false, NULL, out);
}

/* Of those that ask whether loops run, or of the others. */
static void add_pitches(const struct guard *guard, bool runs,
			const char **between, struct text *out)
{
	for (size_t i = 0; i < guard->rows.count; i++) {
		if (guard->rows.list[i].runs != runs)
			continue;
		text_add(out, *between);
		pitch_print(&guard->rows.list[i], out);
		*between = " && ";
	}
}

/* What numbers must be, one after the other; what may not be there if no loop
   runs is read behind the question for that. */
static void add_numbers(const struct guard *guard, struct text *out)
{
	const struct names *positive = &guard->spans.positive;
	const char *between = "";

	add_pitches(guard, true, &between, out);
	for (size_t i = 0; i < positive->count; i++) {
		text_print(out, "%s%s >= 0", between, positive->list[i]);
		between = " && ";
	}
	add_pitches(guard, false, &between, out);
}

static bool asks_numbers(const struct guard *guard)
{
	return guard->spans.positive.count + guard->rows.count > 0;
}

/* Ranges; "line" begins a new line, "several": each gets brackets. */
static void add_ranges(const struct guard *guard, const char *line,
		       bool several, struct text *out)
{
	char *within = memory_print("%s%s", line, several ? " " : "");

	for (size_t i = 0; i < guard->spans.apart_count; i++) {
		if (i)
			text_print(out, " &&%s", line);
		text_add(out, several ? "(" : "");
		add_apart(guard, &guard->spans.apart[i], within, out);
		text_add(out, several ? ")" : "");
	}
	free(within);
}

/* All of it; "blanks" are those of the line of the "if". */
static void add_test(const struct guard *guard, const char *blanks,
		     struct text *out)
{
	const struct spans *spans = &guard->spans;
	bool several =
		spans->positive.count + guard->rows.count + spans->apart_count >
		1;
	char *line = memory_print("%s%s    ", layout_newline(guard->lexemes),
				  blanks);

	add_numbers(guard, out);
	if (asks_numbers(guard) && spans->apart_count)
		text_print(out, " &&%s", line);
	add_ranges(guard, line, several, out);
	free(line);
}

/* ---- rows that pointers find ---- */

static bool has_pointers(const struct guard *guard)
{
	for (size_t i = 0; i < guard->spans.count; i++)
		if (guard->spans.list[i].rows.table)
			return true;
	return false;
}

/* Each row ends before the next one begins. */
static void add_rows_loop(const struct guard *guard, const struct span *span,
			  const char *line, const char *unit, struct text *out)
{
	char *next = memory_print("%s + 1", rows_at);

	if (!span->rows.table)
		return;
	text_print(out, "%sfor (long long %s = ", line, rows_at);
	add_index(&span->rows.first, out);
	text_print(out, "; %s && %s < (long long)(", rows_apart, rows_at);
	add_index(&span->rows.last, out);
	text_print(out, "); %s++)%s%s%s = ", rows_at, line, unit, rows_apart);
	add_row(span, rows_at, out);
	add_offset(guard, span, &span->high, out);
	text_print(out, " <=%s%s%s", line, unit, unit);
	add_row(span, next, out);
	add_offset(guard, span, &span->low, out);
	text_add(out, ";");
	free(next);
}

/* Before the "if": do rows ascend? Pointers are only there where loops run. */
static void add_rows_test(const struct guard *guard, const char *line,
			  const char *unit, struct text *out)
{
	text_print(out, "%sint %s = ", line, rows_apart);
	add_numbers(guard, out);
	text_print(out, "%s;", asks_numbers(guard) ? "" : "1");
	for (size_t i = 0; i < guard->spans.count; i++)
		add_rows_loop(guard, &guard->spans.list[i], line, unit, out);
}

/* And what the "if" asks then. */
static void add_pointers_test(const struct guard *guard, const char *blanks,
			      struct text *out)
{
	char *line = memory_print("%s%s    ", layout_newline(guard->lexemes),
				  blanks);

	text_add(out, rows_apart);
	if (guard->spans.apart_count)
		text_print(out, " &&%s", line);
	add_ranges(guard, line, true, out);
	free(line);
}

/* Once each; "one" is taken over. */
static void add_once(struct text *list, struct text *one)
{
	if (!strstr(text_string(list), text_string(one)))
		text_print(list, "%s%s", list->length ? ", " : "",
			   text_string(one));
	text_free(one);
}

/* "rows of x, x and y, x and z do not overlap" */
static void add_subjects(const struct guard *guard, struct text *out)
{
	const struct spans *spans = &guard->spans;
	struct text list = {0};

	for (size_t i = 0; i < guard->rows.count; i++) {
		struct text one = {0};

		if (guard->rows.list[i].room || guard->rows.list[i].runs)
			continue;
		text_add(&one, "rows of ");
		member_print(&one, guard->rows.list[i].base);
		add_once(&list, &one);
	}
	for (size_t i = 0; i < spans->count; i++) {
		struct text one = {0};

		if (!spans->list[i].rows.table)
			continue;
		text_add(&one, "rows of ");
		member_print(&one, spans->list[i].rows.table);
		add_once(&list, &one);
	}
	for (size_t i = 0; i < spans->apart_count; i++) {
		const struct span_pair *pair = &spans->apart[i];
		struct text one = {0};

		member_print(&one, span_name(&spans->list[pair->one]));
		text_add(&one, " and ");
		member_print(&one, span_name(&spans->list[pair->other]));
		add_once(&list, &one);
	}
	if (list.length)
		text_print(out, "%s do not overlap", text_string(&list));
	if (pitches_ask_room(&guard->rows))
		text_print(out, "%sno number wraps around",
			   list.length ? " and " : "");
	text_free(&list);
}

/* ---- both versions ---- */

/* Pragmas that are indented with the code move, too. */
static void shift_pragmas(const struct lexemes *lexemes, const char *unit,
			  struct edits *edits)
{
	for (size_t at = 0; at < lexemes->count; at++) {
		size_t start = lexemes->list[at].start;

		if (lexeme_is_directive(lexemes, at, "pragma") &&
		    lexeme_line_start(lexemes, start) < start)
			edits_insert(edits, start, unit);
	}
}

/* Add a version of the construct, whose lines are moved in. */
static bool add_version(const char *text, size_t length, const char *unit,
			struct text *out, struct text *reason)
{
	struct lexemes lexemes;
	struct edits edits = {0};
	bool good = lexemes_read(&lexemes, text, length, LEXEME_C, reason);

	if (good) {
		layout_shift(&lexemes, 0, length - 1, unit, &edits);
		shift_pragmas(&lexemes, unit, &edits);
		good = edits_apply(&edits, text, length, out);
	}
	edits_free(&edits);
	lexemes_free(&lexemes);
	return good;
}

/* Do the braces of the construct's loop have lines of their own? */
static bool has_lone_braces(const struct guard *guard)
{
	const struct lexemes *lexemes = guard->lexemes;
	struct text ignored = {0};
	struct header header;
	bool lone =
		header_read(lexemes, guard->band->first, &header, &ignored) &&
		lexeme_is(lexemes, header.body, "{") &&
		line_at(guard, header.body) > header.last_line;

	text_free(&ignored);
	return lone;
}

/* The comment, and all up to the first version. */
static void add_question(const struct guard *guard, const char *blanks,
			 const char *unit, struct text *out)
{
	bool pointers = has_pointers(guard);
	const char *newline = layout_newline(guard->lexemes);
	char *inner = memory_print("%s%s", blanks, pointers ? unit : "");
	char *line = memory_print("%s%s", newline, inner);

	text_print(out, "%s/* if ", blanks);
	add_subjects(guard, out);
	text_add(out, " */");
	if (pointers) {
		text_print(out, "%s%s{", newline, blanks);
		add_rows_test(guard, line, unit, out);
	}
	text_print(out, "%sif (", line);
	if (pointers)
		add_pointers_test(guard, inner, out);
	else
		add_test(guard, inner, out);
	text_add(out, ")");
	free(inner);
	free(line);
}

/* All of it around the two versions. */
static void add_both(const struct guard *guard, const struct text *changed,
		     const struct text *kept, const char *unit,
		     struct text *out)
{
	const struct lexemes *lexemes = guard->lexemes;
	struct range at =
		layout_blanks(lexemes, lexemes->list[guard->band->first].start);
	char *blanks = memory_print("%.*s", (int)(at.end - at.start),
				    lexemes->text + at.start);
	const char *newline = layout_newline(lexemes);
	bool pointers = has_pointers(guard);
	char *line =
		memory_print("%s%s%s", newline, blanks, pointers ? unit : "");
	const char *gap = has_lone_braces(guard) ? line : " ";

	add_question(guard, blanks, unit, out);
	text_print(out, "%s{%s", gap, newline);
	text_add(out, text_string(changed));
	text_print(out, "%s}%selse%s{%s", line, gap, gap, newline);
	text_add(out, text_string(kept));
	text_print(out, "%s}", line);
	if (pointers)
		text_print(out, "%s%s}", newline, blanks);
	free(line);
	free(blanks);
}

bool guard_edit(const struct guard *guard, const struct text *as_it_was,
		const char *unit, struct edits *edits, struct text *reason)
{
	const char *text = guard->lexemes->text;
	struct range range = guard->construct;
	struct text version = {0}, changed = {0}, kept = {0}, both = {0};
	char *shift =
		memory_print("%s%s", unit, has_pointers(guard) ? unit : "");
	bool taken = edits_take(edits, text, range, &version);
	bool good = taken &&
		    add_version(text_string(&version), version.length, shift,
				&changed, reason) &&
		    add_version(text_string(as_it_was), as_it_was->length,
				shift, &kept, reason);

	if (!taken)
		text_add(reason, "the heads of the loops meet");
	if (good) {
		add_both(guard, &changed, &kept, unit, &both);
		edits_replace(edits, range, text_string(&both));
	}
	text_free(&version);
	text_free(&changed);
	text_free(&kept);
	text_free(&both);
	free(shift);
	return good;
}

/* ---- made ---- */

bool guard_is_needed(const json_t *record, int loop)
{
	struct pitches rows;
	bool needed = spans_are_needed(record, loop) ||
		      !legal_rows(record, loop, &rows);

	if (!needed) {
		needed = rows.count > 0;
		pitches_free(&rows);
	}
	return needed;
}

static bool find_rows(struct guard *guard, int first, struct text *reason)
{
	if (!legal_rows(guard->record, first, &guard->rows))
		return refuse(reason, 0, "subscripts may leave their rows");
	pitches_add(&guard->rows, &guard->spans.runs);
	return true;
}

static bool is_plain_loop(const json_t *record, struct text *reason)
{
	const char *construct =
		json_string_value(json_object_get(record, "construct"));

	return strcmp(construct, "parallel for") == 0 ||
	       strcmp(construct, "for") == 0 ||
	       refuse(reason, 0, "it is neither 'for' nor 'parallel for'");
}

struct range guard_construct(const struct lexemes *lexemes,
			     const struct band *band)
{
	size_t first = lexemes->list[band->opening.first].start;
	size_t last = lexemes->list[band->behind - 1].end;

	return (struct range){lexeme_line_start(lexemes, first),
			      lexeme_line_end(lexemes, last)};
}

struct guard *guard_new(const struct lexemes *lexemes, const json_t *record,
			const struct band *band, int first, struct text *reason)
{
	struct guard *guard = memory_grow(NULL, 1, sizeof(*guard));

	*guard = (struct guard){.lexemes = lexemes,
				.record = record,
				.band = band,
				.construct = guard_construct(lexemes, band)};
	if ((lexemes->form == LEXEME_C ||
	     refuse(reason, 0, "it is one of C and C++")) &&
	    is_plain_loop(record, reason) && is_statement(guard, reason) &&
	    is_alone(guard, reason) &&
	    twice_may_stand(lexemes, band, no_test, reason) &&
	    spans_find(record, first, &guard->spans, reason) &&
	    find_rows(guard, first, reason) && has_good_names(guard, reason) &&
	    has_good_rows(guard, reason))
		return guard;
	guard_free(guard);
	return NULL;
}

void guard_free(struct guard *guard)
{
	if (guard) {
		spans_free(&guard->spans);
		pitches_free(&guard->rows);
	}
	free(guard);
}

/* ---- marks ---- */

static int64_t mark_of(size_t span, bool high)
{
	return MARK + 16 * (int64_t)(2 * span + high);
}

/* A row's ends are those behind all ends of spans. */
static void add_row_mark(const struct guard *guard, size_t index,
			 struct text *out)
{
	const struct pitch *row = &guard->rows.list[index];

	text_add(out, "(void)((const volatile char *)");
	member_print_data(out, row->base);
	text_print(out, ")[%lldLL + ",
		   (long long)mark_of(guard->spans.count + index, false));
	pitch_print_slack(row, out);
	text_add(out, "]; ");
}

static void add_mark(const struct guard *guard, size_t index, bool high,
		     const char *counter, struct text *out)
{
	const struct span *span = &guard->spans.list[index];

	text_add(out, "(void)((const volatile char *)(");
	add_end(guard, span, high, span->rows.table ? counter : NULL, out);
	text_print(out, "))[%lld]; ", (long long)mark_of(index, high));
}

/* Around the body of the innermost loop, which may have no braces. */
static bool mark(const struct guard *guard, struct text *out)
{
	const struct lexemes *lexemes = guard->lexemes;
	const struct header *inner =
		&guard->band->loops[guard->band->count - 1];
	const struct range outer = guard->band->loops[0].counter;
	char *counter = memory_print("%.*s", (int)(outer.end - outer.start),
				     lexemes->text + outer.start);
	struct edits edits = {0};
	struct text marks = {0};
	bool good;

	text_add(&marks, " { ");
	for (size_t i = 0; i < guard->spans.count; i++) {
		add_mark(guard, i, false, counter, &marks);
		add_mark(guard, i, true, counter, &marks);
	}
	for (size_t i = 0; i < guard->rows.count; i++)
		add_row_mark(guard, i, &marks);
	edits_insert(&edits, 0,
		     "#pragma GCC diagnostic ignored \"-Warray-bounds\"\n");
	edits_insert(&edits, inner->whole.end, text_string(&marks));
	edits_insert(&edits, lexemes->list[inner->behind - 1].end, "\n}");
	good = edits_apply(&edits, lexemes->text, lexemes->length, out);
	edits_free(&edits);
	text_free(&marks);
	free(counter);
	return good;
}

bool guard_mark(const json_t *record, const struct reshape *reshape,
		const char *path, const char *source, size_t length,
		struct text *out, struct text *reason)
{
	struct lexemes lexemes = {0};
	struct band band;
	struct guard *guard = NULL;
	bool good = lexemes_read(&lexemes, source, length, lexeme_form(path),
				 reason) &&
		    band_read(&lexemes, record, reshape, &band, reason);

	if (good)
		guard = guard_new(&lexemes, record, &band, reshape->first,
				  reason);
	good = guard && mark(guard, out);
	guard_free(guard);
	lexemes_free(&lexemes);
	return good;
}

static bool are_spans_marked(const struct spans *spans, const json_t *marked,
			     const char *counter)
{
	for (size_t i = 0; i < spans->count; i++)
		if (!span_is_read(marked, &spans->list[i], false, counter,
				  mark_of(i, false)) ||
		    !span_is_read(marked, &spans->list[i], true, counter,
				  mark_of(i, true)))
			return false;
	return true;
}

static bool are_rows_marked(const struct pitches *rows, size_t behind,
			    const json_t *marked)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct pitch *row = &rows->list[i];
		struct span span = {.base = row->base, .object = row->object};

		if (!span_reads_behind(marked, &span, &row->slack,
				       mark_of(behind + i, false)))
			return false;
	}
	return true;
}

bool guard_is_marked(const json_t *record, int first, const json_t *marked)
{
	struct spans spans;
	struct pitches rows = {0};
	struct text ignored = {0};
	bool good;

	if (!spans_find(record, first, &spans, &ignored)) {
		text_free(&ignored);
		return false;
	}
	good = legal_rows(record, first, &rows);
	pitches_add(&rows, &spans.runs);
	good = good &&
	       are_spans_marked(&spans, marked, loop_counter(record, first)) &&
	       are_rows_marked(&rows, spans.count, marked);
	pitches_free(&rows);
	spans_free(&spans);
	text_free(&ignored);
	return good;
}
