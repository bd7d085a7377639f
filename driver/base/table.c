/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text in aligned columns.
 */
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

#define GUTTER 2    /* blanks between columns */
#define NARROWEST 8 /* column */

struct table_note {
	size_t row; /* below this one */
	enum terminal_style style;
	char *text;
};

/*
 * What a cell says may come from outside; it cannot steer a terminal. Lines
 * are kept.
 */
static char *safe_copy(const char *string)
{
	char *copy = memory_string(string);
	char *rest = copy, *line;
	struct text safe = {0};

	while ((line = strsep(&rest, "\n"))) {
		text_add_safe(&safe, line);
		text_add(&safe, rest ? "\n" : "");
	}
	free(copy);
	return safe.bytes;
}

void table_add(struct table *table, const char *cell)
{
	table->cells = memory_grow(table->cells, table->count + 1,
				   sizeof(*table->cells));
	table->cells[table->count++] = safe_copy(cell);
}

void table_cell(struct table *table, const char *format, ...)
{
	struct text text = {0};
	va_list arguments;

	va_start(arguments, format);
	text_vprint(&text, format, arguments);
	va_end(arguments);
	table_add(table, text_string(&text));
	text_free(&text);
}

static size_t row_count(const struct table *table)
{
	return table->count / table->columns;
}

void table_note(struct table *table, enum terminal_style style,
		const char *note)
{
	struct table_note *last;

	table->notes = memory_grow(table->notes, table->note_count + 1,
				   sizeof(*table->notes));
	last = &table->notes[table->note_count++];
	last->row = row_count(table) - 1;
	last->style = style;
	last->text = safe_copy(note);
}

void table_free(struct table *table)
{
	for (size_t i = 0; i < table->count; i++)
		free(table->cells[i]);
	for (size_t i = 0; i < table->note_count; i++)
		free(table->notes[i].text);
	free(table->cells);
	free(table->notes);
	*table = (struct table){.columns = table->columns};
}

/* Bytes of the first "columns" characters. */
static size_t bytes_of(const char *string, size_t columns)
{
	size_t length = 0;

	while (string[length]) {
		if (((unsigned char)string[length] & 0xc0) != 0x80 &&
		    columns-- == 0)
			break;
		length++;
	}
	return length;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Where to cut a word of which so many bytes fit: behind a slash, before a
   colon, never within a number if that can be avoided. */
static size_t cut_word(const char *word, size_t fits)
{
	size_t cut = fits;

	while (cut > 0 && word[cut - 1] != '/' && word[cut] != ':')
		cut--;
	if (cut > 0)
		return cut;
	for (cut = fits;
	     cut > 0 && is_digit(word[cut - 1]) && is_digit(word[cut]); cut--)
		;
	return cut ? cut : fits;
}

/*
 * Take a line of at most "width" columns off *rest: up to a newline, else to
 * the last blank that fits, else part of a word. Returns its length.
 */
static size_t take_line(const char **rest, size_t width)
{
	const char *start = *rest;
	size_t fits = bytes_of(start, width);
	const char *end = memchr(start, '\n', fits + 1);
	size_t blank;

	if (end || !start[fits]) {
		fits = end ? (size_t)(end - start) : fits;
		*rest = start + fits + (end != NULL);
		return fits;
	}
	for (blank = fits; blank > 0 && start[blank] != ' '; blank--)
		;
	if (blank == 0) {
		fits = cut_word(start, fits);
		*rest = start + fits;
		return fits;
	}
	*rest = start + blank + 1;
	return blank;
}

static size_t room_beside(size_t used, size_t width)
{
	return width > used + NARROWEST ? width - used : NARROWEST;
}

void table_wrap(struct text *out, enum terminal_style style, const char *string,
		size_t width, size_t used, size_t indent)
{
	const char *rest = string;
	const char *line = string;
	size_t length = take_line(&rest, room_beside(used, width));

	terminal_paint(out, style, line, length);
	text_add(out, "\n");
	while (*rest) {
		line = rest;
		length = take_line(&rest, room_beside(indent, width));
		text_print(out, "%*s", (int)indent, "");
		terminal_paint(out, style, line, length);
		text_add(out, "\n");
	}
}

/* Columns of the longest line of a cell. */
static size_t natural_width(const char *cell)
{
	size_t widest = 0;

	while (*cell) {
		size_t length = strcspn(cell, "\n");
		size_t columns = text_columns(cell, length);

		if (columns > widest)
			widest = columns;
		cell += length + (cell[length] == '\n');
	}
	return widest;
}

/* Take columns from the widest until the row fits. */
static void narrow(size_t *widths, size_t columns, size_t room)
{
	for (;;) {
		size_t sum = GUTTER * (columns - 1);
		size_t widest = 0;

		for (size_t i = 0; i < columns; i++) {
			sum += widths[i];
			if (widths[i] > widths[widest])
				widest = i;
		}
		if (sum <= room || widths[widest] <= NARROWEST)
			return;
		widths[widest]--;
	}
}

static size_t *measure(const struct table *table,
		       const struct table_layout *layout)
{
	size_t *widths = memory_grow(NULL, table->columns, sizeof(*widths));

	memset(widths, 0, table->columns * sizeof(*widths));
	for (size_t i = 0; i < table->count; i++) {
		size_t width = natural_width(table->cells[i]);

		if (width > widths[i % table->columns])
			widths[i % table->columns] = width;
	}
	narrow(widths, table->columns, layout->width - layout->indent);
	return widths;
}

/* One line of a row; false where no cell has anything left. */
static bool print_line(const char **rests, const size_t *widths,
		       const struct table *table,
		       const struct table_layout *layout,
		       enum terminal_style style, struct text *out)
{
	size_t blanks = layout->indent;
	bool any = false;

	for (size_t i = 0; i < table->columns; i++)
		any = any || *rests[i];
	if (!any)
		return false;
	for (size_t i = 0; i < table->columns; i++) {
		const char *line = rests[i];
		size_t length = take_line(&rests[i], widths[i]);

		if (length > 0) {
			text_print(out, "%*s", (int)blanks, "");
			terminal_paint(out, style, line, length);
			blanks = 0;
		}
		blanks += widths[i] - text_columns(line, length) + GUTTER;
	}
	text_add(out, "\n");
	return true;
}

static void print_notes(const struct table *table, size_t row,
			const struct table_layout *layout, size_t *next,
			struct text *out)
{
	size_t indent = layout->indent + 2;

	for (; *next < table->note_count && table->notes[*next].row == row;
	     ++*next) {
		text_print(out, "%*s", (int)indent, "");
		table_wrap(out, table->notes[*next].style,
			   table->notes[*next].text, layout->width, indent,
			   indent + 2);
	}
}

void table_print(const struct table *table, const struct table_layout *layout,
		 struct text *out)
{
	size_t *widths = measure(table, layout);
	const char **rests = memory_grow(NULL, table->columns, sizeof(*rests));
	size_t note = 0;

	for (size_t row = 0; row < row_count(table); row++) {
		bool head = layout->head && row == 0;

		for (size_t i = 0; i < table->columns; i++)
			rests[i] = table->cells[row * table->columns + i];
		while (print_line(rests, widths, table, layout,
				  head ? STYLE_HEAD : STYLE_PLAIN, out))
			;
		print_notes(table, row, layout, &note, out);
		if (layout->gap && !head)
			text_add(out, "\n");
	}
	free(rests);
	free(widths);
}

void table_heads(struct table *table, const char *const *words)
{
	while (words[table->columns])
		table->columns++;
	for (; *words; words++)
		table_add(table, *words);
}

void table_title(struct text *out, const char *title)
{
	text_add(out, "\n");
	terminal_paint(out, STYLE_HEAD, title, strlen(title));
	text_add(out, "\n");
}

void table_below(const struct table *table, struct text *out)
{
	struct table_layout layout = {
		.width = terminal_width(), .indent = 2, .head = true};

	table_print(table, &layout, out);
}
