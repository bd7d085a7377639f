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
#include "meaning.h"
#include "nest/legal.h"
#include "nest/member.h"
#include "question.h"
#include "record/loop.h"
#include "twice.h"

/* Bytes behind an end that no source reads; another one for each end. */
#define MARK 1000003

struct guard {
	struct question asked;
	struct range construct; /* whole lines, the last without its end */
};

/* The loops that it stands around, in their source. */
static const struct tested *of(const struct guard *guard)
{
	return &guard->asked.tested;
}

static int line_at(const struct guard *guard, size_t at)
{
	return of(guard)->lexemes->list[at].line;
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
	const struct lexemes *lexemes = of(guard)->lexemes;
	size_t at = of(guard)->band->opening.first;
	enum directive_before before;

	if (of(guard)->band->opening.mixed)
		return question_refuse(reason, line_at(guard, at),
				       "it holds more than the directive");
	before = directive_before(lexemes, of(guard)->record, of(guard)->band,
				  &at);
	if (before == DIRECTIVE_BINDS)
		return question_refuse(reason, line_at(guard, at),
				       "it speaks of the statement behind it");
	if (before == DIRECTIVE_TAKES_ANY)
		return true;
	return (at > 0 && may_follow(lexemes, at - 1)) ||
	       question_refuse(reason,
			       line_at(guard, of(guard)->band->directive),
			       "no other statement may stand in its place");
}

/* Nothing else in its last line, nor a comment that goes on. */
static bool is_alone(const struct guard *guard, struct text *reason)
{
	const struct lexemes *lexemes = of(guard)->lexemes;
	size_t behind = of(guard)->band->behind, end = guard->construct.end;
	bool alone =
		behind == lexemes->count || lexemes->list[behind].start >= end;

	for (size_t i = 0; i < lexemes->comment_count; i++)
		alone &= lexemes->comments[i].start >= end ||
			 lexemes->comments[i].end <= end;
	return alone || question_refuse(reason, line_at(guard, behind - 1),
					"the end of the loops shares it");
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
	const struct lexemes *lexemes = of(guard)->lexemes;
	struct text ignored = {0};
	struct header header;
	bool lone = header_read(lexemes, of(guard)->band->first, &header,
				&ignored) &&
		    lexeme_is(lexemes, header.body, "{") &&
		    line_at(guard, header.body) > header.last_line;

	text_free(&ignored);
	return lone;
}

/* All of it around the two versions. */
static void add_both(const struct guard *guard, const struct text *changed,
		     const struct text *kept, const char *unit,
		     struct text *out)
{
	const struct lexemes *lexemes = of(guard)->lexemes;
	struct range at = layout_blanks(
		lexemes, lexemes->list[of(guard)->band->first].start);
	char *blanks = memory_print("%.*s", (int)(at.end - at.start),
				    lexemes->text + at.start);
	const char *newline = layout_newline(lexemes);
	bool pointers = question_has_pointers(&guard->asked);
	char *line =
		memory_print("%s%s%s", newline, blanks, pointers ? unit : "");
	const char *gap = has_lone_braces(guard) ? line : " ";

	question_print(&guard->asked, blanks, unit, out);
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
	const char *text = of(guard)->lexemes->text;
	struct range range = guard->construct;
	struct text version = {0}, changed = {0}, kept = {0}, both = {0};
	char *shift = memory_print(
		"%s%s", unit, question_has_pointers(&guard->asked) ? unit : "");
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
	if (!legal_rows(of(guard)->record, first, &guard->asked.rows))
		return question_refuse(reason, 0,
				       "subscripts may leave their rows");
	pitches_add(&guard->asked.rows, &guard->asked.spans.runs);
	return true;
}

static bool is_plain_loop(const json_t *record, struct text *reason)
{
	const char *construct =
		json_string_value(json_object_get(record, "construct"));

	return strcmp(construct, "parallel for") == 0 ||
	       strcmp(construct, "for") == 0 ||
	       question_refuse(reason, 0,
			       "it is neither 'for' nor 'parallel for'");
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

	*guard = (struct guard){.asked.tested = {lexemes, record, band},
				.construct = guard_construct(lexemes, band)};
	if ((lexemes->form == LEXEME_C ||
	     question_refuse(reason, 0, "it is one of C and C++")) &&
	    is_plain_loop(record, reason) && is_statement(guard, reason) &&
	    is_alone(guard, reason) &&
	    twice_may_stand(lexemes, band, question_not_written, reason) &&
	    spans_find(record, first, &guard->asked.spans, reason) &&
	    find_rows(guard, first, reason) &&
	    meaning_is_kept(&guard->asked, reason))
		return guard;
	guard_free(guard);
	return NULL;
}

void guard_free(struct guard *guard)
{
	if (guard) {
		spans_free(&guard->asked.spans);
		pitches_free(&guard->asked.rows);
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
	const struct pitch *row = &guard->asked.rows.list[index];

	text_add(out, "(void)((const volatile char *)");
	member_print_data(out, row->base);
	text_print(out, ")[%lldLL + ",
		   (long long)mark_of(guard->asked.spans.count + index, false));
	pitch_print_slack(row, out);
	text_add(out, "]; ");
}

static void add_mark(const struct guard *guard, size_t index, bool high,
		     const char *counter, struct text *out)
{
	const struct span *span = &guard->asked.spans.list[index];

	text_add(out, "(void)((const volatile char *)(");
	address_print_end(of(guard), span, high,
			  span->rows.table ? counter : NULL, out);
	text_print(out, "))[%lld]; ", (long long)mark_of(index, high));
}

/* Around the body of the innermost loop, which may have no braces. */
static bool mark(const struct guard *guard, struct text *out)
{
	const struct lexemes *lexemes = of(guard)->lexemes;
	const struct header *inner =
		&of(guard)->band->loops[of(guard)->band->count - 1];
	const struct range outer = of(guard)->band->loops[0].counter;
	char *counter = memory_print("%.*s", (int)(outer.end - outer.start),
				     lexemes->text + outer.start);
	struct edits edits = {0};
	struct text marks = {0};
	bool good;

	text_add(&marks, " { ");
	for (size_t i = 0; i < guard->asked.spans.count; i++) {
		add_mark(guard, i, false, counter, &marks);
		add_mark(guard, i, true, counter, &marks);
	}
	for (size_t i = 0; i < guard->asked.rows.count; i++)
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
