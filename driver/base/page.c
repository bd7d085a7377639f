/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of tables and pictures.
 */
#include "page.h"

#include <math.h>
#include <string.h>

#include "terminal.h"

static const char style[] =
	"body{font:15px/1.5 sans-serif;max-width:75em;margin:2em auto;"
	"padding:0 1em;color:#222}"
	"table{border-collapse:collapse}"
	"td,th{padding:.15em .7em;text-align:left;border-bottom:1px solid #ddd}"
	"th{background:#f3f3f3}"
	"td{font-variant-numeric:tabular-nums}"
	"td.met{background:#dff0d8}td.missed{background:#f6dcd6}"
	"pre{background:#f3f3f3;padding:1em;overflow-x:auto}"
	"img{max-width:100%}";

static void add_escaped(struct text *out, const char *string)
{
	for (; *string; string++) {
		const char *entity = *string == '<'   ? "&lt;"
				     : *string == '>' ? "&gt;"
				     : *string == '&' ? "&amp;"
						      : NULL;

		if (entity)
			text_add(out, entity);
		else
			text_add_bytes(out, string, 1);
	}
}

void page_begin(struct page *page, const char *title)
{
	if (page->form == PAGE_MARKDOWN)
		text_print(&page->out, "# %s\n", title);
	if (page->form == PAGE_HTML)
		text_print(&page->out,
			   "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
			   "charset=\"utf-8\"><title>%s</title>\n<style>%s"
			   "</style></head><body>\n<h1>%s</h1>\n",
			   title, style, title);
}

void page_end(struct page *page)
{
	if (page->form == PAGE_HTML)
		text_add(&page->out, "</body></html>\n");
}

static void add_title(struct page *page, const char *title)
{
	if (page->form == PAGE_MARKDOWN) {
		text_print(&page->out, "\n## %s\n", title);
		return;
	}
	if (page->form == PAGE_HTML) {
		text_print(&page->out, "<h2>%s</h2>\n", title);
		return;
	}
	table_title(&page->out, title);
}

void page_note(struct page *page, const char *note)
{
	if (page->form == PAGE_MARKDOWN) {
		text_print(&page->out, "\n%s\n", note);
		return;
	}
	if (page->form == PAGE_HTML) {
		text_add(&page->out, "<p>");
		add_escaped(&page->out, note);
		text_add(&page->out, "</p>\n");
		return;
	}
	table_wrap(&page->out, STYLE_PLAIN, note, terminal_width(), 0, 0);
}

/* Lines of a cell are kept apart by "<br>", which Markdown knows as well. */
static void add_cell(struct text *out, const char *cell, bool escape)
{
	for (;;) {
		size_t length = strcspn(cell, "\n");
		char line[length + 1];

		memcpy(line, cell, length);
		line[length] = '\0';
		if (escape)
			add_escaped(out, line);
		else
			text_add(out, line);
		if (cell[length] == '\0')
			return;
		text_add(out, "<br>");
		cell += length + 1;
	}
}

static void print_markdown(const struct table *table, struct text *out)
{
	text_add(out, "\n");
	for (size_t i = 0; i < table->count; i++) {
		bool last = (i + 1) % table->columns == 0;

		text_add(out, "| ");
		add_cell(out, table->cells[i], false);
		text_add(out, last ? " |\n" : " ");
		for (size_t j = 0; i + 1 == table->columns && j <= i; j++)
			text_add(out, j == i ? "|---|\n" : "|---");
	}
}

/* Verdicts are seen at a glance. */
static const char *colour_of(const char *cell)
{
	return strcmp(cell, "met") == 0	     ? " class=\"met\""
	       : strcmp(cell, "missed") == 0 ? " class=\"missed\""
					     : "";
}

static void print_html(const struct table *table, struct text *out)
{
	text_add(out, "<table>\n");
	for (size_t i = 0; i < table->count; i++) {
		const char *tag = i < table->columns ? "th" : "td";

		text_print(out, "%s<%s%s>", i % table->columns ? "" : "<tr>",
			   tag, colour_of(table->cells[i]));
		add_cell(out, table->cells[i], true);
		text_print(out, "</%s>%s", tag,
			   (i + 1) % table->columns ? "" : "</tr>\n");
	}
	text_add(out, "</table>\n");
}

void page_table(struct page *page, const char *title, const char *note,
		const struct table *table)
{
	static void (*const printers[])(const struct table *, struct text *) = {
		[PAGE_TEXT] = table_below,
		[PAGE_MARKDOWN] = print_markdown,
		[PAGE_HTML] = print_html};

	add_title(page, title);
	page_note(page, note);
	if (table->count > table->columns)
		printers[page->form](table, &page->out);
}

void page_rows(struct page *page, const char *title, const char *note,
	       const struct result_column *columns, json_t *rows)
{
	struct table table;

	result_fill(&table, columns, rows);
	page_table(page, title, note, &table);
	table_free(&table);
	json_decref(rows);
}

void page_verbatim(struct page *page, const char *title, const char *text)
{
	static const struct {
		const char *before, *after;
	} marks[] = {
		[PAGE_TEXT] = {"", ""},
		[PAGE_MARKDOWN] = {"\n```", "```\n"},
		[PAGE_HTML] = {"<pre>", "</pre>\n"},
	};

	if (page->form != PAGE_TEXT)
		add_title(page, title);
	text_add(&page->out, marks[page->form].before);
	if (page->form == PAGE_HTML)
		add_escaped(&page->out, text);
	else
		text_add(&page->out, text);
	text_add(&page->out, marks[page->form].after);
}

void page_picture(struct page *page, const char *title, const char *file)
{
	if (page->form == PAGE_TEXT)
		return;
	add_title(page, title);
	if (page->form == PAGE_HTML)
		text_print(&page->out, "<p><img src=\"%s\" alt=\"%s\"></p>\n",
			   file, title);
	else
		text_print(&page->out, "\n![%s](%s)\n", title, file);
}

/* ---- cells ---- */

static void add_by(struct table *table, double value,
		   void (*write)(struct text *, double))
{
	struct text text = {0};

	if (isfinite(value))
		write(&text, value);
	else
		text_add(&text, "-");
	table_add(table, text_string(&text));
	text_free(&text);
}

void page_number(struct table *table, double value)
{
	add_by(table, value, result_digits);
}

void page_percent(struct table *table, double fraction)
{
	add_by(table, fraction, result_percent);
}
