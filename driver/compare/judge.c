/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Holds the output of a variant to those of the baseline.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "learn.h"

/* A number that is compared may lie so many times as far outside as the runs
   lie apart; a masked one may be so many times as large. */
#define SPREADS 10
#define MOST_TIMES 1000

void compare_learn(struct compare *compare, const char *path, bool threads)
{
	reference_free(compare->reference);
	compare->reference = NULL;
	if (compare->count == COMPARE_MOST_RUNS)
		return;
	compare->threads[compare->count] = threads;
	compare->runs[compare->count++] = memory_string(path);
}

void compare_free(struct compare *compare)
{
	reference_free(compare->reference);
	for (size_t i = 0; i < compare->count; i++)
		free(compare->runs[i]);
	*compare = (struct compare){0};
}

static const struct reference *reference_of(struct compare *compare,
					    const struct compare_wish *wish)
{
	if (!compare->reference)
		compare->reference = reference_make(compare, wish);
	return compare->reference;
}

/* ---- reasons ---- */

static bool refuse(const struct line *line, const struct line *base,
		   size_t place, struct text *why)
{
	const struct line *shown = line ? line : base;
	const char *what = !line ? "missing: " : base ? "" : "one too many: ";

	text_print(why, "line %zu is %s'", shown->number, what);
	text_add_excerpt(why, shown->text, shown->length, place);
	if (line && base) {
		text_add(why, "', the baseline's '");
		text_add_excerpt(why, base->text, base->length, place);
	}
	text_add(why, "'");
	return false;
}

/* ---- judging ---- */

static bool is_within(const struct token *token, const struct field *field,
		      double tolerance)
{
	double size = fmax(fabs(field->low), fabs(field->high));
	double slack = SPREADS * (field->high - field->low) + tolerance * size;

	if (field->masked)
		return fabs(token->value) <= MOST_TIMES * size;
	return !(field->whole && token->whole) &&
	       token->value >= field->low - slack &&
	       token->value <= field->high + slack;
}

static bool is_right(const struct token *token, const struct fields *fields,
		     const struct field *field, const struct compare_wish *wish)
{
	for (size_t i = 0; i < fields->count; i++)
		if (token_same_text(token, &fields->tokens[i]))
			return true;
	if (token_is_nan(token) && !field->nan)
		return false;
	if (!field->number)
		return field->masked;
	return token->digits > 0 && (field->masked || !wish->exact) &&
	       (field->masked || token_same_unit(token, &fields->tokens[0])) &&
	       is_within(token, field, wish->tolerance);
}

static bool judge_line(struct fields fields, const struct line *line,
		       const struct compare_wish *wish, struct text *why)
{
	const struct line *base = fields.lines[0];
	struct token token = {0};
	struct field field;
	bool same = !fields.kind;

	if (line_same(line, base))
		return true;
	while (fields_next(&fields, &field) && token_next(line, &token)) {
		if (!is_right(&token, &fields, &field, wish))
			return refuse(line, base,
				      (size_t)(token.text - line->text), why);
		same &= token_same_text(&token, &fields.tokens[0]);
	}
	/* blanks and the end of the line, where they never moved */
	for (size_t i = 1; same && i < fields.count; i++)
		same = line_same(base, fields.lines[i]);
	return !same || refuse(line, base, 0, why);
}

static bool judge_lines(const struct reference *reference, struct lines *lines,
			const struct compare_wish *wish, struct text *why)
{
	const struct line **beside = reference_arrange(reference, lines);
	const struct line *extra = NULL;
	bool good = beside != NULL;

	if (!good)
		text_add(why, "too many lines differ");
	for (size_t i = 0; good && i < lines->count; i++) {
		const struct line *line = &lines->list[i];
		const struct kind *kind = kind_of(reference, line);

		if (kind->order == KIND_ANY_NUMBER)
			good = judge_line(kind->fields, line, wish, why);
		else if (!line->beside && !extra)
			extra = line;
	}
	for (size_t i = 0; good && i < reference->row_count; i++)
		good = beside[i]
			       ? judge_line(fields_of(reference, i), beside[i],
					    wish, why)
			       : refuse(extra, reference->beside[0][i], 0, why);
	free(beside);
	return good && (!extra || refuse(extra, NULL, 0, why));
}

bool compare_matches(struct compare *compare, const char *path,
		     const struct compare_wish *wish, struct text *why)
{
	const struct reference *reference = reference_of(compare, wish);
	struct lines lines = {0};
	size_t before = why->length;
	bool good = false, readable = lines_read(&lines, path, wish);

	text_print(why, "wrong output: %s, ", compare->name);
	for (size_t i = 0; i < reference->count && !good; i++)
		good = readable && lines_same(&reference->runs[i], &lines);
	if (!readable)
		text_print(why, "which cannot be read: %s", strerror(errno));
	else if (!good && (reference->unclear || lines.binary))
		text_add(why, reference->unclear ? reference->unclear
						 : "which is binary");
	else if (!good)
		good = judge_lines(reference, &lines, wish, why);
	lines_free(&lines);
	if (good)
		text_cut(why, before);
	return good;
}

/* ---- summary ---- */

static void add_mask(struct compare_summary *summary, uint64_t kind,
		     const struct line *line, const struct token *token,
		     const char *why)
{
	struct text text = {0}, field = {0};

	for (size_t i = 0; i < summary->count; i++)
		if (summary->masks[i].kind == kind) {
			summary->masks[i].lines++;
			return;
		}
	text_add_excerpt(&text, line->text, line->length, 0);
	if (token)
		text_add_excerpt(&field, token->text, token->length, 0);
	summary->masks = memory_grow(summary->masks, summary->count + 1,
				     sizeof(*summary->masks));
	summary->masks[summary->count++] = (struct compare_mask){
		kind, line->number, 1, text.bytes, field.bytes, why};
}

/* A line is compared where a number is, or all that it says. */
static void summarize_row(const struct reference *reference, size_t row,
			  struct compare_summary *summary)
{
	struct fields fields = fields_of(reference, row);
	const struct line *line = reference->beside[0][row];
	struct field field;
	bool number = false, moves = false;

	for (uint64_t i = 0; fields_next(&fields, &field); i++) {
		const struct token *token = &fields.tokens[0];

		if (field.masked)
			add_mask(summary, line->key + i, line, token,
				 "differs between runs of the baseline");
		moves |= field.masked;
		number |= !field.masked && token_has_digit(token);
	}
	summary->lines += number || (!moves && line->count > 0);
}

struct compare_summary compare_summarize(struct compare *compare,
					 const struct compare_wish *wish)
{
	const struct reference *reference = reference_of(compare, wish);
	struct compare_summary summary = {0};
	const struct line none = {.text = "", .number = 1};

	summary.bytes = reference->unclear != NULL;
	for (size_t i = 1; summary.bytes && i < reference->count; i++)
		summary.bytes =
			lines_same(&reference->runs[0], &reference->runs[i]);
	if (reference->unclear && !summary.bytes)
		add_mask(&summary, 0, &none, NULL, reference->unclear);
	for (size_t i = 0; !reference->unclear && i < reference->row_count; i++)
		summarize_row(reference, i, &summary);
	for (size_t i = 0; i < reference->runs[0].count; i++) {
		const struct line *line = &reference->runs[0].list[i];

		if (kind_of(reference, line)->order == KIND_ANY_NUMBER)
			add_mask(&summary, line->key, line, NULL,
				 "comes in any number");
	}
	return summary;
}

void compare_summary_free(struct compare_summary *summary)
{
	for (size_t i = 0; i < summary->count; i++) {
		free(summary->masks[i].text);
		free(summary->masks[i].field);
	}
	free(summary->masks);
}
