/*
 * HTML: a page of its own, without scripts and without anything to load.
 * Strings may come from anywhere, as names of programs, loops and files do.
 */
#ifndef PODIUM_REPORT_HTML_H
#define PODIUM_REPORT_HTML_H

#include <stddef.h>

struct table;
struct text;

/* The title is that of the window alone. */
void html_begin(struct text *out, const char *title);
void html_end(struct text *out);

/*
 * Adds a string as text. Signs of HTML become entities, line ends <br>, bytes
 * that are no letter and letters that cannot be seen U+FFFD.
 */
void html_text(struct text *out, const char *string);

/* The same within quotes, or in SVG, where no <br> may stand. */
void html_attribute(struct text *out, const char *string);

/* The same as code. */
void html_code(struct text *out, const char *string);

/* Lines as they are, for a shell or out of a source. */
void html_lines(struct text *out, const char *lines);

/*
 * A table whose first row holds headings; nothing if it has no other row. Bit
 * i of "code": the cells of column i are code.
 */
void html_table(struct text *out, const struct table *table, unsigned code);

#endif
