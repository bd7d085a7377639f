/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of tables and pictures.
 */
#include "page.h"

#include <string.h>

#include "markup.h"
#include "terminal.h"

/* Contrast of all letters is 4.5 or more. */
const char page_colours[] =
	":root{color-scheme:light dark;--paper:#fff;--ink:#1c1c1c;"
	"--quiet:#5a5a5a;--line:#d4d4d4;--soft:#f4f4f4;--accent:#0a5ca8}"
	"@media(prefers-color-scheme:dark){:root{--paper:#161616;"
	"--ink:#e6e6e6;--quiet:#a6a6a6;--line:#3c3c3c;--soft:#212121;"
	"--accent:#72b4f4}}"
	"@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;"
	"--quiet:#444;--line:#bbb;--soft:#f4f4f4;--accent:#0a5ca8}}"
	"svg{font-family:system-ui,sans-serif;font-size:13px;fill:var(--ink)}"
	"svg .quiet{fill:var(--quiet)}svg .accent{fill:var(--accent)}"
	"svg .line{stroke:var(--line);fill:none}"
	"svg .mark{stroke:var(--quiet);fill:none}"
	"svg .path{stroke:var(--accent);fill:none}"
	"svg .open{stroke:var(--quiet);fill:var(--paper)}"
	"svg .paper{fill:var(--paper)}svg .dim{opacity:.55}"
	"svg .faint{opacity:.35}";

static const char style[] =
	"body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;"
	"margin:2rem auto;padding:0 1rem;color:var(--ink);"
	"background:var(--paper);overflow-wrap:anywhere}"
	"h1,h2,h3,h4{line-height:1.25;max-width:42rem}"
	"h1{font-size:1.6rem}h2{font-size:1.35rem;margin-top:2.5rem}"
	"h3{font-size:1.15rem;margin-top:2rem}h4{font-size:1rem}"
	"p,dl,pre,summary{max-width:42rem}"
	"code,pre{font-family:ui-monospace,monospace;font-size:.9em}"
	"pre{background:var(--soft);padding:.7rem 1rem;overflow-x:auto}"
	".figure{margin:1.5rem 0}"
	".figure b{display:block;font-size:3.2rem;line-height:1.1;"
	"font-weight:600;color:var(--accent);"
	"font-variant-numeric:tabular-nums}"
	"dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}"
	"dt{color:var(--quiet)}dd{margin:0}"
	".scroll{overflow-x:auto;margin:1rem 0}"
	"table{border-collapse:collapse}"
	"td,th{padding:.15rem .7rem;text-align:left;vertical-align:top;"
	"border-bottom:1px solid var(--line);min-width:3rem}"
	"td:first-child,th:first-child{padding-left:0}"
	"th{color:var(--quiet);font-weight:600}"
	"td{font-variant-numeric:tabular-nums}"
	".number{text-align:right;white-space:nowrap}"
	"figure{margin:1rem 0}figure svg{width:100%;max-width:34rem;"
	"height:auto;display:block}img{max-width:100%}"
	"summary{cursor:pointer;padding:.3rem 0}"
	":focus-visible{outline:2px solid var(--accent)}"
	"@media(max-width:30rem){dl{display:block}dd{margin-bottom:.4rem}}"
	"@media print{body{margin:0;max-width:none;font-size:11pt}"
	".scroll,pre{overflow:visible}pre{white-space:pre-wrap}"
	"figure,tr{break-inside:avoid}h2,h3,h4{break-after:avoid}}";

/* Nothing is loaded but pictures beside the page, and nothing runs. */
static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; style-src 'unsafe-inline'; img-src 'self' file:; base-uri "
	"'none'; form-action 'none'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n<title>";

/* ---- words ---- */

static void add_words(struct page *page, const char *string, bool cell)
{
	if (page->form == PAGE_HTML)
		markup_html(&page->out, string);
	if (page->form == PAGE_MARKDOWN)
		markup_markdown(&page->out, string, cell);
	if (page->form == PAGE_TEXT)
		markup_bare(&page->out, string);
}

/* As a paragraph between these in HTML. */
static void add_line(struct page *page, const char *before, const char *words,
		     const char *after)
{
	if (page->form == PAGE_HTML)
		text_add(&page->out, before);
	add_words(page, words, false);
	text_print(&page->out, "%s\n", page->form == PAGE_HTML ? after : "");
}

void page_begin(struct page *page, const char *title)
{
	if (page->form == PAGE_MARKDOWN) {
		text_add(&page->out, "# ");
		add_line(page, "", title, "");
	}
	if (page->form != PAGE_HTML)
		return;
	text_add(&page->out, head);
	markup_bare(&page->out, title);
	text_print(&page->out,
		   "</title>\n<style>%s%s</style></head><body>"
		   "<main>\n",
		   page_colours, style);
	add_line(page, "<h1>", title, "</h1>");
}

void page_end(struct page *page)
{
	if (page->form == PAGE_HTML)
		text_add(&page->out, "</main></body></html>\n");
}

void page_heading(struct page *page, int level, const char *title)
{
	char before[] = "<h2>", after[] = "</h2>";

	if (page->form == PAGE_TEXT) {
		table_title(&page->out, title);
		return;
	}
	before[2] = after[3] = (char)('0' + level);
	if (page->form == PAGE_MARKDOWN)
		text_print(&page->out, "\n%.*s ", level, "######");
	add_line(page, before, title, after);
}

static void add_title(struct page *page, const char *title)
{
	if (*title)
		page_heading(page, 2, title);
}

void page_note(struct page *page, const char *note)
{
	if (!*note)
		return;
	if (page->form == PAGE_TEXT) {
		table_wrap(&page->out, STYLE_PLAIN, note, terminal_width(), 0,
			   0);
		return;
	}
	if (page->form == PAGE_MARKDOWN)
		text_add(&page->out, "\n");
	add_line(page, "<p>", note, "</p>");
}

void page_figure(struct page *page, const char *figure, const char *words)
{
	if (page->form != PAGE_HTML) {
		text_print(&page->out, "\n%s",
			   page->form == PAGE_MARKDOWN ? "**" : "");
		add_words(page, figure, false);
		text_add(&page->out, page->form == PAGE_MARKDOWN ? "** " : " ");
		add_line(page, "", words, "");
		return;
	}
	text_add(&page->out, "<p class=\"figure\"><b>");
	add_words(page, figure, false);
	add_line(page, "</b> ", words, "</p>");
}

void page_facts(struct page *page, const struct table *table)
{
	bool html = page->form == PAGE_HTML;

	text_add(&page->out, html ? "<dl>\n" : "\n");
	for (size_t i = 0; i + 1 < table->count; i += 2) {
		text_add(&page->out, html ? "<dt>" : "* ");
		add_words(page, table->cells[i], true);
		text_add(&page->out, html ? "</dt><dd>" : ": ");
		add_words(page, table->cells[i + 1], true);
		text_add(&page->out, html ? "</dd>\n" : "\n");
	}
	text_add(&page->out, html ? "</dl>\n" : "");
}

void page_code(struct page *page, const char *bytes)
{
	if (page->form == PAGE_HTML) {
		text_add(&page->out, "<pre tabindex=\"0\">");
		markup_html_block(&page->out, bytes);
		text_add(&page->out, "</pre>\n");
	} else if (page->form == PAGE_MARKDOWN) {
		text_add(&page->out, "\n");
		markup_markdown_block(&page->out, bytes);
	} else {
		text_add(&page->out, bytes);
	}
}

void page_fold(struct page *page, const char *summary)
{
	if (page->form == PAGE_MARKDOWN)
		text_add(&page->out, "\n");
	add_line(page, "<details><summary>", summary, "</summary>");
}

void page_unfold(struct page *page)
{
	if (page->form == PAGE_HTML)
		text_add(&page->out, "</details>\n");
}

/* ---- tables ---- */

static void print_markdown(const struct table *table, struct page *page)
{
	struct text *out = &page->out;

	text_add(out, "\n");
	for (size_t i = 0; i < table->count; i++) {
		bool last = (i + 1) % table->columns == 0;

		text_add(out, "| ");
		add_words(page, table->cells[i], true);
		text_add(out, last ? " |\n" : " ");
		for (size_t j = 0; i + 1 == table->columns && j <= i; j++)
			text_add(out, j == i ? "|---|\n" : "|---");
	}
}

static bool is_number(const char *cell)
{
	size_t length = strspn(cell, "0123456789.-+ %");

	return *cell && (cell[length] == '\0' || strcmp(cell, "inf") == 0);
}

/* Do numbers stand in it, and nothing else? */
static bool is_of_numbers(const struct table *table, size_t column)
{
	bool any = false;

	for (size_t i = table->columns + column; i < table->count;
	     i += table->columns) {
		if (*table->cells[i] && !is_number(table->cells[i]))
			return false;
		any = any || *table->cells[i];
	}
	return any;
}

/* What is too wide scrolls by itself, by keys, too. */
static void print_html(const struct table *table, struct page *page)
{
	struct text *out = &page->out;

	text_add(out, "<div class=\"scroll\" tabindex=\"0\"><table>\n");
	for (size_t i = 0; i < table->count; i++) {
		const char *tag = i < table->columns ? "th" : "td";

		text_print(out, "%s<%s%s>", i % table->columns ? "" : "<tr>",
			   tag,
			   is_of_numbers(table, i % table->columns)
				   ? " class=\"number\""
				   : "");
		add_words(page, table->cells[i], true);
		text_print(out, "</%s>%s", tag,
			   (i + 1) % table->columns ? "" : "</tr>\n");
	}
	text_add(out, "</table></div>\n");
}

static void print_text(const struct table *table, struct page *page)
{
	table_below(table, &page->out);
}

void page_table(struct page *page, const char *title, const char *note,
		const struct table *table)
{
	static void (*const printers[])(const struct table *, struct page *) = {
		[PAGE_TEXT] = print_text,
		[PAGE_MARKDOWN] = print_markdown,
		[PAGE_HTML] = print_html};

	add_title(page, title);
	page_note(page, note);
	if (table->count > table->columns)
		printers[page->form](table, page);
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
	if (page->form != PAGE_TEXT)
		add_title(page, title);
	page_code(page, text);
}

/* ---- pictures ---- */

void page_drawing(struct page *page, const char *svg, const char *title,
		  const char *file)
{
	if (page->form == PAGE_HTML)
		text_print(&page->out, "<figure>%s</figure>\n", svg);
	if (page->form != PAGE_MARKDOWN)
		return;
	text_add(&page->out, "\n![");
	add_words(page, title, false);
	text_print(&page->out, "](%s)\n", file);
}
