/*
 * A page of tables and pictures: as text for a terminal, Markdown or HTML.
 */
#ifndef PODIUM_PAGE_H
#define PODIUM_PAGE_H

#include "result.h"
#include "table.h"
#include "text.h"

enum page_form { PAGE_TEXT, PAGE_MARKDOWN, PAGE_HTML };

struct page {
	enum page_form form;
	struct text out;
};

void page_begin(struct page *page, const char *title);
void page_end(struct page *page);

/* A paragraph. */
void page_note(struct page *page, const char *note);

/* A section of one table, whose first row holds headings; it may be empty. */
void page_table(struct page *page, const char *title, const char *note,
		const struct table *table);

/* The same of rows as result.h has them, which are freed. */
void page_rows(struct page *page, const char *title, const char *note,
	       const struct result_column *columns, json_t *rows);

/* A section of text that is laid out already. */
void page_verbatim(struct page *page, const char *title, const char *text);

/* A section of one picture, a file beside the page; none on a terminal. */
void page_picture(struct page *page, const char *title, const char *file);

/* ---- cells ---- */

/* Three digits, but no power of ten; "-" for none. */
void page_number(struct table *table, double value);

/* A fraction. */
void page_percent(struct table *table, double fraction);

#endif
