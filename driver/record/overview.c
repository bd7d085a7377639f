/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of loops of `podium features`.
 */
#include "overview.h"

#include <string.h>

#include "base/table.h"
#include "base/text.h"
#include "loop.h"
#include "thread.h"

static const char *const headings[] = {"loop",		 "construct",  "nest",
				       "innermost",	 "references", "class",
				       "generated code", NULL};

/*
 * What one operation of a class counts. A complex sum is two real ones, a
 * product six, a quotient eleven; a call of sqrt or another function is one.
 */
static const struct weight {
	const char *operation;
	int real;
	int complex;
} weights[] = {
	{"add", 1, 2},	{"mul", 1, 6},	{"div", 1, 11},
	{"sqrt", 1, 1}, {"math", 1, 1}, {NULL, 0, 0},
};

struct summary {
	json_int_t flops;
	json_int_t integers;
	json_int_t loads;
	json_int_t stores;
	json_int_t calls;
};

void overview_begin(struct table *table)
{
	table_heads(table, headings);
}

static void add_text(struct table *table, struct text *text)
{
	if (text->length && text->bytes[text->length - 1] == '\n')
		text_cut(text, text->length - 1);
	table_add(table, text_string(text));
	text_free(text);
}

static void add_identity(struct table *table, const json_t *record)
{
	struct text text = {0};

	loop_place(&text, record);
	text_add(&text, "\n");
	loop_short_name(&text, record);
	add_text(table, &text);
}

static void add_construct(struct table *table, const json_t *record,
			  const json_t *sizes)
{
	const json_t *schedule = json_object_get(record, "schedule");
	struct text text = {0};

	loop_string(&text, record, "construct");
	if (json_is_string(json_object_get(schedule, "kind"))) {
		text_add(&text, "\n");
		loop_string(&text, schedule, "kind");
	}
	if (!json_is_null(json_object_get(schedule, "chunk"))) {
		text_add(&text, ", ");
		loop_expression(&text, schedule, "chunk", sizes);
	}
	if (loop_integer(record, "collapse") > 1)
		text_print(&text, "\ncollapse %lld",
			   (long long)loop_integer(record, "collapse"));
	add_text(table, &text);
}

/* One line a loop, an inner one moved in: "i: n - 2". */
static void add_nest(struct table *table, const json_t *record,
		     const json_t *sizes)
{
	const json_t *nest = json_object_get(record, "nest");
	struct text text = {0};

	for (size_t i = 0; i < json_array_size(nest); i++) {
		const json_t *loop = json_array_get(nest, i);

		for (json_int_t d = loop_integer(loop, "depth"); d > 0; d--)
			text_add(&text, " ");
		loop_string(&text, loop, "var");
		text_add(&text, ": ");
		if (loop_true(loop, "early_exit"))
			text_add(&text, "at most ");
		loop_expression(&text, loop, "trip", sizes);
		text_add(&text, loop_true(loop, "conditional") ? " if" : "");
		text_add(&text, "\n");
	}
	if (json_array_size(nest) == 0)
		text_add(&text, "?");
	add_text(table, &text);
}

static bool begins(const char *name, const char *class)
{
	size_t length = strlen(class);

	return strncmp(name, class, length) == 0 && name[length] == '.';
}

/* Operations of the class of floating point numbers, else of integers. */
static void summarise_one(struct summary *summary, const char *name,
			  json_int_t count)
{
	char type = strchr(name, '.')[1];

	for (const struct weight *w = weights; w->operation; w++) {
		if (!begins(name, w->operation))
			continue;
		if (type == 'f' || type == 'v')
			summary->flops += count * w->real;
		else if (type == 'c')
			summary->flops += count * w->complex;
		else
			summary->integers += count;
	}
	if (begins(name, "logic") || begins(name, "mod"))
		summary->integers += count;
	if (begins(name, "load"))
		summary->loads += count;
	if (begins(name, "store"))
		summary->stores += count;
	if (begins(name, "call"))
		summary->calls += count;
}

static struct summary summarise(const json_t *operations, const char *part)
{
	struct summary summary = {0};
	json_t *counts = json_object_get(operations, part);
	void *i = json_object_iter(counts);

	for (; i; i = json_object_iter_next(counts, i))
		summarise_one(&summary, json_object_iter_key(i),
			      json_integer_value(json_object_iter_value(i)));
	return summary;
}

/* "2 flops", "2 flops + 1 if" */
static void add_count(struct text *text, json_int_t certain,
		      json_int_t conditional, const char *what)
{
	if (certain == 0 && conditional == 0)
		return;
	if (conditional == 0)
		text_print(text, "%lld %s%s\n", (long long)certain, what,
			   certain == 1 ? "" : "s");
	else if (certain == 0)
		text_print(text, "%lld %s%s if\n", (long long)conditional, what,
			   conditional == 1 ? "" : "s");
	else
		text_print(text, "%lld + %lld if %ss\n", (long long)certain,
			   (long long)conditional, what);
}

static void describe(struct text *text, const json_t *operations)
{
	struct summary certain = summarise(operations, "certain");
	struct summary perhaps = summarise(operations, "conditional");

	add_count(text, certain.flops, perhaps.flops, "flop");
	add_count(text, certain.integers, perhaps.integers, "int op");
	add_count(text, certain.loads, perhaps.loads, "load");
	add_count(text, certain.stores, perhaps.stores, "store");
	add_count(text, certain.calls, perhaps.calls, "call");
}

/* For each innermost loop, named where there are several. */
static void add_operations(struct table *table, const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest");
	struct text text = {0};
	size_t innermost = 0;

	for (size_t i = 0; i < json_array_size(nest); i++)
		innermost += loop_is_innermost(record, i);
	for (size_t i = 0; i < json_array_size(nest); i++) {
		const json_t *loop = json_array_get(nest, i);

		if (!loop_is_innermost(record, i))
			continue;
		if (innermost > 1) {
			loop_string(&text, loop, "var");
			text_add(&text, ":\n");
		}
		describe(&text, json_object_get(loop, "ops"));
	}
	add_text(table, &text);
}

static void add_references(struct table *table, const json_t *record)
{
	static const char *const names[LOOP_MOVEMENTS] = {
		"unit stride", "strided", "fixed", "indirect", "unknown"};
	const json_t *references = json_object_get(record, "refs");
	size_t counts[LOOP_MOVEMENTS] = {0};
	struct text text = {0};

	for (size_t i = 0; i < json_array_size(references); i++)
		counts[loop_movement(json_array_get(references, i))]++;
	for (int i = 0; i < LOOP_MOVEMENTS; i++)
		if (counts[i] > 0)
			text_print(&text, "%zu %s\n", counts[i], names[i]);
	add_text(table, &text);
}

static void add_code(struct table *table, const json_t *record)
{
	const json_t *code = json_object_get(record, "code");
	struct text text = {0};

	for (size_t i = 0; i < json_array_size(code); i++) {
		const json_t *entry = json_array_get(code, i);

		if (json_array_size(code) > 1) {
			text_add_safe(
				&text,
				loop_counter(record,
					     loop_integer(entry, "loop")));
			text_add(&text, ": ");
		}
		loop_code(&text, record, entry);
		text_add(&text, "\n");
	}
	add_text(table, &text);
}

static void add_notes(struct table *table, const json_t *record,
		      const char *key, const char *label,
		      enum terminal_style style)
{
	const json_t *sentences = json_object_get(record, key);

	for (size_t i = 0; i < json_array_size(sentences); i++) {
		struct text text = {0};

		text_add(&text, label);
		text_add_safe(&text,
			      json_string_value(json_array_get(sentences, i)));
		table_note(table, style, text_string(&text));
		text_free(&text);
	}
}

/* The reason why its clauses stay, and the remedy. */
static void add_rewriting(struct table *table, const json_t *record)
{
	struct text remedy = {0};

	add_notes(table, record, "rewrite_why", "clauses: ", STYLE_PLAIN);
	text_add(&remedy, "remedy: ");
	thread_print(&remedy, record, false);
	if (strcmp(text_string(&remedy), "remedy: ") != 0)
		table_note(table, STYLE_PLAIN, text_string(&remedy));
	text_free(&remedy);
}

void overview_add(struct table *table, const json_t *record)
{
	const char *class = json_string_value(json_object_get(record, "class"));
	json_t *sizes = loop_sizes(record);

	add_identity(table, record);
	add_construct(table, record, sizes);
	add_nest(table, record, sizes);
	add_operations(table, record);
	add_references(table, record);
	table_add(table, class ? class : "unknown");
	add_code(table, record);
	add_rewriting(table, record);
	add_notes(table, record, "races", "RACE: ", STYLE_BAD);
	if (class && strcmp(class, "unknown") == 0)
		add_notes(table, record, "class_why",
			  "class unknown: ", STYLE_WARN);
	add_notes(table, record, "possible_races",
		  "possible race: ", STYLE_WARN);
	add_notes(table, record, "why",
		  loop_true(record, "analysed") ? "unknown: "
						: "not analysed: ",
		  STYLE_WARN);
	json_decref(sizes);
}
