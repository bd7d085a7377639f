/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The full view of a loop of `podium features`.
 */
#include "detail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "base/text.h"
#include "expression.h"
#include "loop.h"
#include "thread.h"

#define LABEL 16 /* columns of the names of sections, with the indent */

struct view {
	struct text *out;
	const json_t *record;
	json_t *sizes;
	size_t width;
};

/* ---- sections: a name on the left, lines beside it ---- */

/* Lines of a table, which are not wrapped. Empties the text. */
static void section(const struct view *view, const char *label,
		    struct text *lines)
{
	const char *line = text_string(lines);

	while (*line) {
		size_t length = strcspn(line, "\n");

		text_print(view->out, "  %-*s%.*s\n", LABEL - 2, label,
			   (int)length, line);
		label = "";
		line += length + (line[length] == '\n');
	}
	text_free(lines);
}

static void section_table(const struct view *view, const char *label,
			  struct table *table)
{
	struct table_layout layout = {.width = SIZE_MAX};
	struct text lines = {0};

	table_print(table, &layout, &lines);
	section(view, label, &lines);
	table_free(table);
}

/* A sentence, wrapped. Empties the text. */
static void sentence(const struct view *view, const char *label,
		     enum terminal_style style, struct text *text)
{
	text_print(view->out, "  %-*s", LABEL - 2, label);
	table_wrap(view->out, style, text_string(text), view->width, LABEL,
		   LABEL);
	text_free(text);
}

static void sentences(const struct view *view, const char *label,
		      enum terminal_style style, const char *key)
{
	const json_t *list = json_object_get(view->record, key);

	for (size_t i = 0; i < json_array_size(list); i++) {
		struct text text = {0};

		text_add_safe(&text,
			      json_string_value(json_array_get(list, i)));
		sentence(view, label, style, &text);
		label = "";
	}
}

/* ---- helpers ---- */

/* "label value" where the expression is not null. */
static void add_known(struct text *text, const char *before,
		      const json_t *thing, const char *key,
		      const struct view *view, const char *after)
{
	const json_t *value = json_object_get(thing, key);

	if (!value || json_is_null(value))
		return;
	text_add(text, before);
	loop_expression(text, thing, key, view->sizes);
	text_add(text, after);
}

static void add_strings(struct text *text, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		text_add(text, i > 0 ? ", " : "");
		text_add_safe(text, json_string_value(json_array_get(list, i)));
	}
}

static void cell_string(struct table *table, const json_t *thing,
			const char *key)
{
	struct text text = {0};

	loop_string(&text, thing, key);
	table_add(table, text_string(&text));
	text_free(&text);
}

static void cell_text(struct table *table, struct text *text)
{
	table_add(table, text_string(text));
	text_free(text);
}

static void cell_counter(struct table *table, const struct view *view,
			 json_int_t index, const char *before)
{
	struct text text = {0};

	text_add(&text, before);
	text_add_safe(&text, loop_counter(view->record, index));
	cell_text(table, &text);
}

/* ---- the construct ---- */

static void show_title(const struct view *view)
{
	struct text title = {0};

	loop_place(&title, view->record);
	text_print(&title, ":%lld ",
		   (long long)loop_integer(view->record, "column"));
	loop_name(&title, view->record);
	terminal_paint(view->out, STYLE_HEAD, text_string(&title),
		       title.length);
	text_add(view->out, "\n");
	text_free(&title);
}

static void add_schedule(struct text *text, const struct view *view)
{
	const json_t *schedule = json_object_get(view->record, "schedule");

	if (!json_is_string(json_object_get(schedule, "kind")))
		return;
	text_add(text, " schedule(");
	loop_string(text, schedule, "modifier");
	if (json_is_string(json_object_get(schedule, "modifier")))
		text_add(text, ": ");
	loop_string(text, schedule, "kind");
	add_known(text, ", ", schedule, "chunk", view, "");
	text_add(text, ")");
}

static void show_construct(const struct view *view)
{
	const json_t *ordered = json_object_get(view->record, "ordered");
	struct text text = {0};

	loop_string(&text, view->record, "construct");
	if (loop_integer(view->record, "collapse") != 1)
		text_print(&text, " collapse(%lld)",
			   (long long)loop_integer(view->record, "collapse"));
	add_schedule(&text, view);
	add_known(&text, " num_threads(", view->record, "num_threads", view,
		  ")");
	if (json_is_integer(ordered))
		text_add(&text, " ordered");
	if (json_integer_value(ordered) > 0)
		text_print(&text, "(%lld)",
			   (long long)json_integer_value(ordered));
	if (loop_true(view->record, "nowait"))
		text_add(&text, " nowait");
	sentence(view, "construct", STYLE_PLAIN, &text);
}

static void show_source(const struct view *view)
{
	struct text text = {0};

	loop_string(&text, view->record, "name");
	if (!json_equal(json_object_get(view->record, "name"),
			json_object_get(view->record, "function"))) {
		text_add(&text, ", ");
		loop_string(&text, view->record, "function");
	}
	sentence(view, "function", STYLE_PLAIN, &text);
	loop_string(&text, view->record, "language");
	text_add(&text, ", gcc ");
	loop_string(&text, view->record, "gcc");
	text_add(&text, ", unit ");
	loop_string(&text, view->record, "unit");
	sentence(view, "compiled", STYLE_PLAIN, &text);
}

static void show_parallel(const struct view *view)
{
	const json_t *parallel = json_object_get(view->record, "parallel");
	struct text text = {0};

	if (json_is_object(parallel)) {
		loop_place(&text, parallel);
		add_known(&text, " num_threads(", parallel, "num_threads", view,
			  ")");
	} else {
		text_add(&text, "none in this function");
	}
	sentence(view, "parallel", STYLE_PLAIN, &text);
}

static void show_clauses(const struct view *view)
{
	const json_t *clauses = json_object_get(view->record, "clauses");
	struct text text = {0};

	for (size_t i = 0; i < json_array_size(clauses); i++) {
		const json_t *clause = json_array_get(clauses, i);

		text_add(&text, i > 0 ? " " : "");
		loop_string(&text, clause, "name");
		text_add(&text, "(");
		loop_string(&text, clause, "op");
		if (json_is_string(json_object_get(clause, "op")))
			text_add(&text, ": ");
		add_strings(&text, json_object_get(clause, "vars"));
		text_add(&text, ")");
	}
	if (text.length)
		sentence(view, "clauses", STYLE_PLAIN, &text);
}

static void show_rewriting(const struct view *view)
{
	bool may = loop_true(view->record, "rewritable");
	struct text text = {0};

	text_add(&text, may ? "yes" : "no");
	sentence(view, "rewritable", STYLE_PLAIN, &text);
	sentences(view, "", STYLE_PLAIN, "rewrite_why");
	thread_print(&text, view->record, false);
	if (text.length)
		sentence(view, "", STYLE_PLAIN, &text);
	thread_print(&text, view->record, true);
	if (text.length)
		sentence(view, "", STYLE_PLAIN, &text);
}

static void cell_definition(struct table *table, const json_t *parameter,
			    const struct view *view)
{
	struct text text = {0};

	add_known(&text, "= ", parameter, "is", view, "");
	cell_text(table, &text);
}

static void show_parameters(const struct view *view)
{
	const json_t *parameters = json_object_get(view->record, "params");
	struct table table = {.columns = 4};

	for (size_t i = 0; i < json_array_size(parameters); i++) {
		const json_t *parameter = json_array_get(parameters, i);

		cell_string(&table, parameter, "name");
		cell_string(&table, parameter, "kind");
		cell_string(&table, parameter, "type");
		cell_definition(&table, parameter, view);
	}
	section_table(view, "parameters", &table);
}

/* ---- loops ---- */

static void cell_range(struct table *table, const json_t *loop,
		       const struct view *view)
{
	const json_t *relation = json_object_get(loop, "while");
	struct text text = {0};

	text_add(&text, "from ");
	loop_expression(&text, loop, "from", view->sizes);
	text_add(&text, " while ");
	loop_string(&text, loop, "var");
	text_print(&text, " %s ",
		   json_is_string(relation) ? json_string_value(relation)
					    : "?");
	loop_expression(&text, loop, "to", view->sizes);
	text_add(&text, " step ");
	loop_expression(&text, loop, "step", view->sizes);
	cell_text(table, &text);
}

static void cell_trip(struct table *table, const json_t *loop,
		      const struct view *view)
{
	struct text text = {0};

	text_add(&text, loop_true(loop, "early_exit") ? "at most " : "");
	loop_expression(&text, loop, "trip", view->sizes);
	text_add(&text, " times");
	if (loop_true(loop, "data_dependent"))
		text_add(&text, ", by data");
	if (loop_true(loop, "conditional"))
		text_add(&text, ", behind a condition");
	cell_text(table, &text);
}

static void cell_loop(struct table *table, const json_t *loop, size_t index)
{
	const json_t *parent = json_object_get(loop, "parent");
	struct text text = {0};

	text_print(&text, "%zu ", index);
	for (json_int_t d = loop_integer(loop, "depth"); d > 0; d--)
		text_add(&text, " ");
	loop_string(&text, loop, "var");
	cell_text(table, &text);
	if (json_is_integer(parent))
		table_cell(table, "in %lld",
			   (long long)json_integer_value(parent));
	else
		table_add(table, "outer");
}

static void show_loops(const struct view *view, const char *label,
		       const char *key)
{
	const json_t *loops = json_object_get(view->record, key);
	struct table table = {.columns = 6};

	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);
		const json_t *shared = json_object_get(loop, "omp");
		struct text place = {0};

		cell_loop(&table, loop, i);
		if (json_is_integer(shared))
			table_cell(&table, "omp %lld",
				   (long long)json_integer_value(shared));
		else
			table_add(&table, "");
		cell_range(&table, loop, view);
		cell_trip(&table, loop, view);
		loop_place(&place, loop);
		cell_text(&table, &place);
	}
	section_table(view, label, &table);
}

/* "add.f64 2, load.f64 3", in the order of the alphabet. */
static void add_counts(struct text *text, const json_t *operations,
		       const char *part, const char *label)
{
	const json_t *counts = json_object_get(operations, part);
	char *all = json_dumps(counts, JSON_SORT_KEYS | JSON_COMPACT);
	json_t *sorted = all ? json_loads(all, 0, NULL) : NULL;
	const char *separator = label;
	void *i = json_object_iter(sorted);

	for (; i; i = json_object_iter_next(sorted, i)) {
		text_print(text, "%s%s %lld", separator,
			   json_object_iter_key(i),
			   (long long)json_integer_value(
				   json_object_iter_value(i)));
		separator = ", ";
	}
	json_decref(sorted);
	free(all);
}

static void row_operations(struct table *table, const char *name,
			   const json_t *operations)
{
	struct text text = {0};

	text_add_safe(&text, name);
	cell_text(table, &text);
	add_counts(&text, operations, "certain", "");
	add_counts(&text, operations, "conditional",
		   text.length ? "; if: " : "if: ");
	if (text.length == 0)
		text_add(&text, "none");
	cell_text(table, &text);
}

static void show_operations(const struct view *view)
{
	const json_t *nest = json_object_get(view->record, "nest");
	const json_t *around = json_object_get(view->record, "around");
	const json_t *all = json_object_get(view->record, "ops");
	struct table table = {.columns = 2};

	for (size_t i = 0; i < json_array_size(around); i++) {
		const json_t *loop = json_array_get(around, i);

		row_operations(&table,
			       json_string_value(json_object_get(loop, "var")),
			       json_object_get(loop, "ops"));
	}
	for (size_t i = 0; i < json_array_size(nest); i++)
		row_operations(&table, loop_counter(view->record, i),
			       json_object_get(json_array_get(nest, i), "ops"));
	if (all)
		row_operations(&table, "all", all);
	section_table(view, "operations", &table);
}

/* ---- references and dependences ---- */

/* "i 8*m, j 8": bytes by which the address moves, for each loop. */
static void cell_strides(struct table *table, const json_t *reference,
			 const struct view *view)
{
	const json_t *nest = json_object_get(view->record, "nest");
	const json_t *strides = json_object_get(reference, "strides");
	json_int_t loop = loop_integer(reference, "loop");
	struct text text = {0};

	for (size_t i = json_array_size(strides); i-- > 0;) {
		struct text one = {0};

		text_add_safe(&one, loop_counter(view->record, loop));
		text_add(&one, " ");
		expression_print(&one, json_array_get(strides, i), view->sizes);
		text_add(&one, text.length ? ", " : "");
		text_add(&one, text_string(&text));
		text_free(&text);
		text = one;
		loop = loop_integer(json_array_get(nest, loop), "parent");
	}
	cell_text(table, &text);
}

static void cell_remarks(struct table *table, const json_t *reference)
{
	static const char *const flags[] = {"conditional", "private", NULL};
	const json_t *indirect = json_object_get(reference, "indirect");
	const json_t *line = json_object_get(reference, "line");
	struct text text = {0};

	if (json_is_integer(line))
		text_print(&text, "line %lld, ",
			   (long long)json_integer_value(line));
	for (size_t i = 0; flags[i]; i++)
		if (loop_true(reference, flags[i]))
			text_print(&text, "%s, ", flags[i]);
	if (json_is_string(json_object_get(reference, "protected"))) {
		text_add(&text, "in ");
		loop_string(&text, reference, "protected");
		text_add(&text, ", ");
	}
	if (json_is_array(indirect)) {
		text_add(&text, "by the contents of ");
		add_strings(&text, indirect);
		text_add(&text, ", ");
	}
	if (text.length)
		text_cut(&text, text.length - 2);
	cell_text(table, &text);
}

static void row_reference(struct table *table, const struct view *view,
			  const json_t *reference, size_t index)
{
	struct text text = {0};

	table_cell(table, "%zu", index);
	table_add(table, loop_true(reference, "write") ? "write" : "read");
	cell_string(table, reference, "base");
	loop_string(&text, reference, "type");
	text_add(&text, ", ");
	loop_expression(&text, reference, "size", view->sizes);
	text_add(&text, " B");
	cell_text(table, &text);
	table_cell(table, "x%lld", (long long)loop_integer(reference, "count"));
	cell_counter(table, view, loop_integer(reference, "loop"), "in ");
	cell_strides(table, reference, view);
	text_add(&text, "at ");
	loop_expression(&text, reference, "offset", view->sizes);
	cell_text(table, &text);
	cell_remarks(table, reference);
}

static void show_references(const struct view *view)
{
	const json_t *references = json_object_get(view->record, "refs");
	struct table table = {.columns = 9};

	for (size_t i = 0; i < json_array_size(references); i++)
		row_reference(&table, view, json_array_get(references, i), i);
	section_table(view, "references", &table);
}

/* "a 0 -> 1": the indices of the references. */
static void cell_ends(struct table *table, const json_t *dependence,
		      const struct view *view)
{
	const json_t *references = json_object_get(view->record, "refs");
	const json_t *from = json_object_get(dependence, "from");
	const json_t *to = json_object_get(dependence, "to");
	struct text text = {0};

	if (json_is_string(json_object_get(dependence, "name")))
		loop_string(&text, dependence, "name");
	else
		loop_string(
			&text,
			json_array_get(references, json_integer_value(from)),
			"base");
	if (json_is_integer(from) && json_is_integer(to))
		text_print(&text, " %lld -> %lld",
			   (long long)json_integer_value(from),
			   (long long)json_integer_value(to));
	cell_text(table, &text);
}

/* "i 0 =, j 1 <": distance and direction for each loop. */
static void cell_vectors(struct table *table, const json_t *dependence,
			 const struct view *view)
{
	const json_t *loops = json_object_get(dependence, "loops");
	const json_t *distances = json_object_get(dependence, "distance");
	const json_t *directions = json_object_get(dependence, "direction");
	struct text text = {0};

	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);

		text_add(&text, i > 0 ? ", " : "");
		text_add_safe(&text, loop_counter(view->record,
						  json_integer_value(loop)));
		text_add(&text, " ");
		expression_print(&text, json_array_get(distances, i), NULL);
		text_print(&text, " %s",
			   json_string_value(json_array_get(directions, i)));
	}
	cell_text(table, &text);
}

static void cell_level(struct table *table, const json_t *dependence,
		       const struct view *view)
{
	const json_t *level = json_object_get(dependence, "level");

	if (json_is_integer(level))
		cell_counter(table, view, json_integer_value(level),
			     "carried by ");
	else
		table_add(table,
			  loop_true(dependence, "known") ? "not carried" : "");
}

static void row_dependence(struct table *table, const struct view *view,
			   const json_t *dependence)
{
	struct text text = {0};

	cell_string(table, dependence, "kind");
	cell_ends(table, dependence, view);
	cell_vectors(table, dependence, view);
	cell_level(table, dependence, view);
	if (!loop_true(dependence, "known")) {
		text_add(&text, "unproven: ");
		loop_string(&text, dependence, "why");
	}
	cell_text(table, &text);
}

static void show_dependences(const struct view *view)
{
	const json_t *dependences = json_object_get(view->record, "deps");
	struct table table = {.columns = 5};

	for (size_t i = 0; i < json_array_size(dependences); i++)
		row_dependence(&table, view, json_array_get(dependences, i));
	section_table(view, "dependences", &table);
}

static void show_class(const struct view *view)
{
	const json_t *class = json_object_get(view->record, "class");
	struct text text = {0};

	if (!class)
		return;
	loop_string(&text, view->record, "class");
	sentence(view, "class", STYLE_PLAIN, &text);
	sentences(view, "", STYLE_PLAIN, "class_why");
}

/* ---- the body ---- */

static void show_calls(const struct view *view)
{
	const json_t *calls = json_object_get(view->record, "calls");
	struct table table = {.columns = 4};

	for (size_t i = 0; i < json_array_size(calls); i++) {
		const json_t *call = json_array_get(calls, i);
		const json_t *loop = json_object_get(call, "loop");

		cell_string(&table, call, "name");
		cell_string(&table, call, "kind");
		table_cell(&table, "x%lld",
			   (long long)loop_integer(call, "count"));
		if (json_is_integer(loop))
			cell_counter(&table, view, json_integer_value(loop),
				     "in ");
		else
			table_add(&table, "");
	}
	section_table(view, "calls", &table);
}

static void show_synchronisation(const struct view *view)
{
	const json_t *list = json_object_get(view->record, "sync");
	struct table table = {.columns = 4};

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *sync = json_array_get(list, i);
		json_int_t statements = loop_integer(sync, "statements");

		cell_string(&table, sync, "kind");
		cell_string(&table, sync, "name");
		table_cell(&table, "%lld statement%s", (long long)statements,
			   statements == 1 ? "" : "s");
		table_cell(&table, "line %lld",
			   (long long)loop_integer(sync, "line"));
	}
	section_table(view, "sync", &table);
}

static void show_statements(const struct view *view)
{
	struct text text = {0};

	text_print(&text, "%lld, %lld of them conditional",
		   (long long)loop_integer(view->record, "statements"),
		   (long long)loop_integer(view->record,
					   "conditional_statements"));
	sentence(view, "statements", STYLE_PLAIN, &text);
	if (loop_true(view->record, "uses_thread_id"))
		text_add(&text, "asks which thread it is");
	if (loop_true(view->record, "uses_threadprivate"))
		text_print(&text, "%suses threadprivate data",
			   text.length ? "; " : "");
	if (text.length)
		sentence(view, "threads", STYLE_PLAIN, &text);
}

static void show_code(const struct view *view)
{
	const json_t *list = json_object_get(view->record, "code");
	const char *label = "code";
	struct text text = {0};

	if (json_is_null(list)) {
		text_add(&text, "none was generated here");
		sentence(view, label, STYLE_PLAIN, &text);
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *code = json_array_get(list, i);

		text_add_safe(&text, loop_counter(view->record,
						  loop_integer(code, "loop")));
		text_add(&text, ": ");
		loop_code(&text, view->record, code);
		if (loop_true(code, "vectorised")) {
			text_add(&text, ", ");
			loop_string(&text, code, "kind");
		}
		if (json_is_string(json_object_get(code, "reason"))) {
			text_add(&text, ": ");
			loop_string(&text, code, "reason");
		}
		sentence(view, label, STYLE_PLAIN, &text);
		label = "";
	}
}

void detail_print(struct text *out, const json_t *record, size_t width)
{
	struct view view = {out, record, loop_sizes(record), width};

	show_title(&view);
	show_construct(&view);
	show_source(&view);
	show_parallel(&view);
	show_clauses(&view);
	show_rewriting(&view);
	show_parameters(&view);
	show_loops(&view, "around", "around");
	show_loops(&view, "nest", "nest");
	show_operations(&view);
	show_references(&view);
	show_dependences(&view);
	show_class(&view);
	sentences(&view, "races", STYLE_BAD, "races");
	sentences(&view, "may race", STYLE_WARN, "possible_races");
	show_calls(&view);
	show_synchronisation(&view);
	show_statements(&view);
	show_code(&view);
	sentences(&view,
		  loop_true(record, "analysed") ? "unknown" : "not analysed",
		  STYLE_WARN, "why");
	json_decref(view.sizes);
}
