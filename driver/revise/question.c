/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a test at run time asks, as text.
 */
#include "question.h"

#include <stdlib.h>
#include <string.h>

#include "ascent.h"
#include "base/memory.h"
#include "base/text.h"
#include "layout.h"
#include "nest/member.h"

const char question_not_written[] = "a test around the loops cannot be written";

bool question_refuse(struct text *reason, int line, const char *why)
{
	text_print(reason, "%s: ", question_not_written);
	if (line)
		text_print(reason, "line %d: ", line);
	text_add(reason, why);
	return false;
}

/* The one ends before the other begins, or the other way round. */
static void add_apart(const struct question *question,
		      const struct span_pair *pair, const char *line,
		      struct text *out)
{
	const struct span *one = &question->spans.list[pair->one];
	const struct span *other = &question->spans.list[pair->other];

	address_print_end(&question->tested, one, true, NULL, out);
	text_add(out, " <= ");
	address_print_end(&question->tested, other, false, NULL, out);
	text_print(out, " ||%s", line);
	address_print_end(&question->tested, other, true, NULL, out);
	text_add(out, " <= ");
	address_print_end(&question->tested, one, false, NULL, out);
}

/* Of those that ask whether loops run, or of the others. */
static void add_pitches(const struct question *question, bool runs,
			const char **between, struct text *out)
{
	for (size_t i = 0; i < question->rows.count; i++) {
		if (question->rows.list[i].runs != runs)
			continue;
		text_add(out, *between);
		pitch_print(&question->rows.list[i], out);
		*between = " && ";
	}
}

/* What numbers must be, one after the other; what may not be there if no loop
   runs is read behind the question for that. */
static void add_numbers(const struct question *question, struct text *out)
{
	const struct names *positive = &question->spans.positive;
	const char *between = "";

	add_pitches(question, true, &between, out);
	for (size_t i = 0; i < positive->count; i++) {
		text_add(out, between);
		member_print(out, positive->list[i]);
		text_add(out, " >= 0");
		between = " && ";
	}
	add_pitches(question, false, &between, out);
}

static bool asks_numbers(const struct question *question)
{
	return question->spans.positive.count + question->rows.count > 0;
}

/* Ranges; "line" begins a new line, "several": each gets brackets. */
static void add_ranges(const struct question *question, const char *line,
		       bool several, struct text *out)
{
	char *within = memory_print("%s%s", line, several ? " " : "");
	bool first = true;

	for (size_t i = 0; i < question->spans.apart_count; i++) {
		if (ascent_answers(&question->spans, &question->spans.apart[i]))
			continue;
		if (!first)
			text_print(out, " &&%s", line);
		first = false;
		text_add(out, several ? "(" : "");
		add_apart(question, &question->spans.apart[i], within, out);
		text_add(out, several ? ")" : "");
	}
	free(within);
}

/* All of it; "blanks" are those of the line of the "if". */
static void add_test(const struct question *question, const char *blanks,
		     struct text *out)
{
	const struct spans *spans = &question->spans;
	bool several = spans->positive.count + question->rows.count +
			       spans->apart_count >
		       1;
	char *line = memory_print(
		"%s%s    ", layout_newline(question->tested.lexemes), blanks);

	add_numbers(question, out);
	if (asks_numbers(question) && spans->apart_count)
		text_print(out, " &&%s", line);
	add_ranges(question, line, several, out);
	free(line);
}

bool question_has_pointers(const struct question *question)
{
	for (size_t i = 0; i < question->spans.count; i++)
		if (question->spans.list[i].rows.table)
			return true;
	return false;
}

/* And what the "if" asks then. */
static void add_pointers_test(const struct question *question,
			      const char *blanks, struct text *out)
{
	char *line = memory_print(
		"%s%s    ", layout_newline(question->tested.lexemes), blanks);

	text_add(out, ascent_holds);
	if (question->spans.apart_count > ascent_count_pairs(&question->spans))
		text_print(out, " &&%s", line);
	add_ranges(question, line, true, out);
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
static void add_subjects(const struct question *question, struct text *out)
{
	const struct spans *spans = &question->spans;
	struct text list = {0};

	for (size_t i = 0; i < question->rows.count; i++) {
		struct text one = {0};

		if (question->rows.list[i].room || question->rows.list[i].runs)
			continue;
		text_add(&one, "rows of ");
		member_print(&one, question->rows.list[i].base);
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
	if (pitches_ask_room(&question->rows))
		text_print(out, "%sno number wraps around",
			   list.length ? " and " : "");
	text_free(&list);
}

/* The comment, and all up to the first version. */
void question_print(const struct question *question, const char *blanks,
		    const char *unit, struct text *out)
{
	bool pointers = question_has_pointers(question);
	const char *newline = layout_newline(question->tested.lexemes);
	char *inner = memory_print("%s%s", blanks, pointers ? unit : "");
	char *line = memory_print("%s%s", newline, inner);

	text_print(out, "%s/* if ", blanks);
	add_subjects(question, out);
	text_add(out, " */");
	if (pointers) {
		text_print(out, "%s%s{", newline, blanks);
		text_print(out, "%sint %s = ", line, ascent_holds);
		add_numbers(question, out);
		text_print(out, "%s;", asks_numbers(question) ? "" : "1");
		ascent_print(&question->tested, &question->spans, line, unit,
			     out);
	}
	text_print(out, "%sif (", line);
	if (pointers)
		add_pointers_test(question, inner, out);
	else
		add_test(question, inner, out);
	text_add(out, ")");
	free(inner);
	free(line);
}
