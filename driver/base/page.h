/*
 * A page of tables and pictures: as text for a terminal, Markdown or HTML. It
 * has no scripts, and nothing that is printed into it is a sign of it: names
 * from outside go into titles, notes and cells by markup_name.
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

/* A paragraph; "" is none. */
void page_note(struct page *page, const char *note);

/* A title of what follows: 2 for a section, 3 and 4 below it. */
void page_heading(struct page *page, int level, const char *title);

/* What the page is about: a few large letters, and words to them. */
void page_figure(struct page *page, const char *figure, const char *words);

/* Rows of two columns, a name and what is to be said of it. */
void page_facts(struct page *page, const struct table *table);

/* Lines as they are, for a shell or out of a source. */
void page_code(struct page *page, const char *bytes);

/* What few want to see: it is closed until the reader opens it. */
void page_fold(struct page *page, const char *summary);
void page_unfold(struct page *page);

/*
 * A section of one table, whose first row holds headings; it may be empty.
 * Without a title it belongs to what stands before it.
 */
void page_table(struct page *page, const char *title, const char *note,
		const struct table *table);

/* The same of rows as result.h has them, which are freed. */
void page_rows(struct page *page, const char *title, const char *note,
	       const struct result_column *columns, json_t *rows);

/* A section of text that is laid out already. */
void page_verbatim(struct page *page, const char *title, const char *text);

/*
 * A picture in SVG that stands in the page itself; in Markdown, which has no
 * room for it, the file of that name beside the page.
 */
void page_drawing(struct page *page, const char *svg, const char *title,
		  const char *file);

/* Colours of pages and pictures, light and dark, for a <style>. */
extern const char page_colours[];

#endif
