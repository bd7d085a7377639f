/*
 * Text in aligned columns. A cell may hold several lines; where the table is
 * too wide its widest columns are narrowed and their cells wrapped. Notes
 * stand below a row over the full width.
 */
#ifndef PODIUM_TABLE_H
#define PODIUM_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "terminal.h"

struct text;

struct table {
	size_t columns;
	char **cells; /* row after row */
	size_t count;
	struct table_note *notes;
	size_t note_count;
};

struct table_layout {
	size_t width;
	size_t indent; /* of rows */
	bool head;     /* the first row holds headings */
	bool gap;      /* an empty line after each row */
};

/* Add the next cell, from left to right; the string is copied. */
void table_add(struct table *table, const char *cell);

/* Formatted. */
void table_cell(struct table *table, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Add a note below the last row. */
void table_note(struct table *table, enum terminal_style style,
		const char *note);

void table_print(const struct table *table, const struct table_layout *layout,
		 struct text *out);

/* The words, NULL at the end, as headings of as many columns. */
void table_heads(struct table *table, const char *const *words);

/* A title below an empty line, and below that a table with headings. */
void table_title(struct text *out, const char *title);
void table_below(const struct table *table, struct text *out);

/* Leaves a table without rows, of as many columns. */
void table_free(struct table *table);

/*
 * Add the string in lines of at most "width" columns. The first has "used"
 * columns already, the others begin with "indent" blanks. Ends in a newline.
 */
void table_wrap(struct text *out, enum terminal_style style, const char *string,
		size_t width, size_t used, size_t indent);

#endif
