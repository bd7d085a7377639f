/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command found, in three forms.
 */
#include "result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "letters.h"
#include "message.h"
#include "terminal.h"

json_t *result_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *result_numbers(const double *values, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, result_number(values[i]));
	return list;
}

json_t *result_range(double value, double low, double high)
{
	return json_pack("{s:o, s:o, s:o}", "value", result_number(value),
			 "low", result_number(low), "high",
			 result_number(high));
}

json_t *result_text(struct text *text)
{
	json_t *string = letters_json(text_string(text));

	text_free(text);
	return string;
}

/* ---- how numbers are written ---- */

void result_digits(struct text *out, double value)
{
	int digits = value >= 99.95 || value == floor(value) ? 0
		     : value >= 9.995			     ? 1
							     : 2;

	text_print(out, "%.*f", digits, value);
}

void result_percent(struct text *out, double fraction)
{
	text_print(out, "%.*f %%", fraction < 1 ? 2 : 0, 100 * fraction);
}

void result_count(struct text *out, double value)
{
	text_print(out, "%.*f", value != floor(value), value);
}

/* ---- cells ---- */

static json_t *find(json_t *value, const char *path);

static json_t *find_each(const json_t *list, const char *path)
{
	json_t *found = json_array(), *value;
	size_t i;

	json_array_foreach(list, i, value)
	{
		json_array_append_new(found, find(value, path));
	}
	return found;
}

/* NULL where the path leads nowhere; the caller gives it back. */
static json_t *find(json_t *value, const char *path)
{
	while (*path) {
		size_t length = strcspn(path, "/");
		const char *rest = path + length + (path[length] == '/');
		char name[length + 1];

		memcpy(name, path, length);
		name[length] = '\0';
		if (length == 0)
			return find_each(value, rest);
		if (strcmp(name, "*") == 0)
			break;
		value = json_is_array(value)
				? json_array_get(value, (size_t)atol(name))
				: json_object_get(value, name);
		path = rest;
	}
	return json_incref(value);
}

static void add_number(struct text *out, const json_t *value,
		       const struct result_column *column)
{
	double number = json_number_value(value);

	if (column->scale)
		number *= column->scale;
	if (column->write)
		column->write(out, number);
	else if (column->form)
		text_print(out, column->form, number);
	else if (json_is_integer(value))
		text_print(out, "%lld", (long long)json_integer_value(value));
	else
		text_print(out, "%.17g", number);
}

static void add_string(struct text *out, const json_t *value, bool bytes)
{
	char *name = bytes ? letters_read(value) : NULL;

	text_add(out, name ? name : json_string_value(value));
	free(name);
}

static void add_range(struct text *out, const json_t *value,
		      const struct result_column *column)
{
	const json_t *low = json_object_get(value, "low");
	const json_t *high = json_object_get(value, "high");

	add_number(out, json_object_get(value, "value"), column);
	if (!(json_number_value(low) < json_number_value(high)))
		return;
	text_add(out, " (");
	add_number(out, low, column);
	text_add(out, "..");
	add_number(out, high, column);
	text_add(out, ")");
}

static void add_value(struct text *out, const json_t *value,
		      const struct result_column *column)
{
	if (json_is_object(value) &&
	    json_is_null(json_object_get(value, "value")))
		value = json_object_get(value, "value");
	if (json_is_string(value))
		add_string(out, value, column->bytes);
	else if (json_is_number(value))
		add_number(out, value, column);
	else if (json_is_boolean(value))
		text_add(out, json_is_true(value) ? "yes" : "no");
	else if (json_is_object(value))
		add_range(out, value, column);
	else if (json_is_null(value) && column->none)
		text_add(out, column->none);
	for (size_t i = 0; i < json_array_size(value); i++) {
		text_add(out, i ? ", " : "");
		add_value(out, json_array_get(value, i), column);
	}
}

/* ---- tables ---- */

static void fill_row(struct table *table, const struct result_column *columns,
		     json_t *row)
{
	const char *note = json_string_value(json_object_get(row, "note"));
	bool bad = json_is_true(json_object_get(row, "bad"));

	for (; columns->path; columns++) {
		struct text cell = {0};
		json_t *value;

		if (!columns->heading)
			continue;
		value = find(row, columns->path);
		add_value(&cell, value, columns);
		table_add(table, text_string(&cell));
		text_free(&cell);
		json_decref(value);
	}
	if (note && table->columns > 0)
		table_note(table, bad ? STYLE_BAD : STYLE_WARN, note);
}

static void fill_table(struct table *table, const struct result_column *columns,
		       const json_t *rows)
{
	*table = (struct table){0};
	for (const struct result_column *at = columns; at->path; at++) {
		if (!at->heading)
			continue;
		table_add(table, at->heading);
		table->columns++;
	}
	for (size_t i = 0; i < json_array_size(rows); i++)
		fill_row(table, columns, json_array_get(rows, i));
}

static void add_table(struct text *page, const struct result_column *columns,
		      const json_t *rows)
{
	struct table_layout layout = {.width = terminal_width(), .head = true};
	struct table table;

	fill_table(&table, columns, rows);
	if (table.columns > 0)
		table_print(&table, &layout, page);
	table_free(&table);
}

/* ---- CSV ---- */

static void put_value(struct text *out, const json_t *value,
		      const struct result_column *column)
{
	struct result_column plain = {.form = column->digits,
				      .bytes = column->bytes};
	struct text cell = {0};

	add_value(&cell, value, &plain);
	csv_put(out, text_string(&cell), ',');
	text_free(&cell);
}

/* The names of the columns, or a row's cells; each ends in a comma. */
static void put_column(struct text *out, const struct result_column *column,
		       json_t *row, bool heads)
{
	json_t *value = find(row, column->path), *member;
	size_t length = strlen(column->path);
	const char *name;

	if (column->path[length - 1] == '*')
		json_object_foreach(value, name, member)
		{
			if (heads)
				csv_put(out, name, ',');
			else
				put_value(out, member, column);
		}
	else if (heads)
		csv_put(out, column->key, ',');
	else
		put_value(out, value, column);
	json_decref(value);
}

static void put_line(struct text *out, const struct result_column *columns,
		     json_t *row, bool heads)
{
	size_t start = out->length;

	for (; columns->path; columns++)
		if (columns->key)
			put_column(out, columns, row, heads);
	if (out->length > start)
		out->bytes[out->length - 1] = '\n';
}

static void add_lines(struct result *result,
		      const struct result_column *columns, const json_t *rows)
{
	if (result->columns != columns)
		put_line(&result->lines, columns, json_array_get(rows, 0),
			 true);
	result->columns = columns;
	for (size_t i = 0; i < json_array_size(rows); i++)
		put_line(&result->lines, columns, json_array_get(rows, i),
			 false);
}

void result_csv(struct text *out, const struct result_column *columns,
		json_t *rows)
{
	struct result result = {.lines = *out};

	add_lines(&result, columns, rows);
	*out = result.lines;
	json_decref(rows);
}

/* ---- all of it ---- */

void result_rows(struct result *result, const struct result_column *columns,
		 json_t *rows)
{
	add_table(&result->page, columns, rows);
	add_lines(result, columns, rows);
	json_decref(rows);
}

void result_section(struct text *page, const char *title, const char *note,
		    const struct result_column *columns, json_t *rows)
{
	struct table table;

	table_title(page, title);
	table_wrap(page, STYLE_PLAIN, note, terminal_width(), 0, 0);
	fill_table(&table, columns, rows);
	if (table.count > table.columns)
		table_below(&table, page);
	table_free(&table);
	json_decref(rows);
}

void result_free(struct result *result)
{
	json_decref(result->whole);
	text_free(&result->page);
	text_free(&result->lines);
	*result = (struct result){0};
}

bool result_has_one_form(bool json, bool csv)
{
	if (json && csv)
		message_error("'--json' and '--csv' exclude each other");
	return !(json && csv);
}

void result_print(struct result *result, bool json, bool csv)
{
	int digits = result->digits ? result->digits : 10;

	if (csv) {
		fputs(text_string(&result->lines), stdout);
	} else if (json) {
		json_dumpf(result->whole, stdout,
			   JSON_INDENT(2) | JSON_REAL_PRECISION(digits));
		putchar('\n');
	} else {
		fputs(text_string(&result->page), stdout);
	}
	fflush(stdout);
	result_free(result);
}
