/*
 * Text for HTML, SVG and Markdown, in which nothing that comes from outside is
 * a sign: names of programs, loops and files are anybody's.
 */
#ifndef PODIUM_MARKUP_H
#define PODIUM_MARKUP_H

#include <stdbool.h>

struct text;

/*
 * Add a string from outside as letters that can be seen, without the marks of
 * markup_name: of control characters the pictures that Unicode has of them, a
 * sign of replacement for bytes that are no letter, and for letters that only
 * turn the direction of others or have no width.
 */
void markup_plain(struct text *out, const char *bytes);

/* The same as a name: with marks around it, which become those of code. */
void markup_name(struct text *out, const char *bytes);

/* Text with such names in it, whose lines stay lines. */
void markup_html(struct text *out, const char *string);

/* The same where no element may stand, as in pictures: in one line. */
void markup_bare(struct text *out, const char *string);

/* As Markdown, in a cell of a table or not. */
void markup_markdown(struct text *out, const char *string, bool cell);

/* A block of lines as they are. */
void markup_html_block(struct text *out, const char *bytes);
void markup_markdown_block(struct text *out, const char *bytes);

#endif
