/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comma-separated values.
 */
#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

#define LARGEST (64 << 20) /* bytes: what is more is no table of ours */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define SHOWN 40 /* bytes of a cell that a message repeats */

/* Where the reader stands. Cells are unquoted in place. */
struct reader {
	struct csv *csv;
	char *next, *end;
	uint32_t line, column;
	size_t count, size; /* of the cells */
	struct text *problem;
};

static bool complain(const struct reader *reader, const struct csv_cell *place,
		     const char *what)
{
	text_print(reader->problem, "%s:%u:%u: %s", reader->csv->name,
		   place ? place->line : reader->line,
		   place ? place->column : reader->column, what);
	return false;
}

static bool at_line_end(const struct reader *reader)
{
	return reader->next == reader->end || *reader->next == '\n' ||
	       *reader->next == '\r';
}

/* Step over a byte; CR with LF is one end of a line. */
static void advance(struct reader *reader)
{
	char byte = *reader->next++;

	if (byte == '\r' && reader->next < reader->end && *reader->next == '\n')
		return;
	if (byte == '\n' || byte == '\r') {
		reader->line++;
		reader->column = 1;
	} else if ((byte & 0xc0) != 0x80) {
		reader->column++;
	}
}

static void skip_line_end(struct reader *reader)
{
	bool cr;

	if (reader->next == reader->end)
		return;
	cr = *reader->next == '\r';
	advance(reader);
	if (cr && reader->next < reader->end && *reader->next == '\n')
		advance(reader);
}

static struct csv_cell *new_cell(struct reader *reader)
{
	struct csv_cell *cell;

	if (reader->count == reader->size) {
		reader->size = 2 * reader->size + 64;
		reader->csv->cells = memory_grow(reader->csv->cells,
						 reader->size, sizeof(*cell));
	}
	cell = &reader->csv->cells[reader->count++];
	*cell = (struct csv_cell){reader->next, reader->line, reader->column};
	return cell;
}

static bool is_text(const struct reader *reader)
{
	return *reader->next != '\0' ||
	       complain(reader, NULL,
			"a NUL byte; a table is text, save it as UTF-8");
}

/* *write becomes the end of the cell, which is not terminated yet. */
static bool read_quoted(struct reader *reader, const struct csv_cell *cell,
			char **write)
{
	advance(reader);
	for (;;) {
		if (reader->next == reader->end)
			return complain(reader, cell,
					"the quote that opens here is never "
					"closed");
		if (*reader->next == '"') {
			advance(reader);
			if (reader->next == reader->end || *reader->next != '"')
				break;
		}
		if (!is_text(reader))
			return false;
		*(*write)++ = *reader->next;
		advance(reader);
	}
	if (!at_line_end(reader) && *reader->next != ',')
		return complain(reader, NULL,
				"expected a comma or the end of the line after "
				"the closing quote");
	return true;
}

static bool read_plain(struct reader *reader, char **write)
{
	while (!at_line_end(reader) && *reader->next != ',') {
		if (!is_text(reader))
			return false;
		if (*reader->next == '"')
			return complain(reader, NULL,
					"a quote within a cell; write the cell "
					"in quotes and this one twice");
		advance(reader);
	}
	*write = reader->next;
	return true;
}

/* A cell and the comma behind it; *more: there was one. */
static bool read_cell(struct reader *reader, bool *more)
{
	struct csv_cell cell = *new_cell(reader);
	char *write = reader->next;
	bool quoted = reader->next < reader->end && *reader->next == '"';

	if (quoted ? !read_quoted(reader, &cell, &write)
		   : !read_plain(reader, &write))
		return false;
	*more = !at_line_end(reader);
	if (*more)
		advance(reader);
	else
		skip_line_end(reader);
	*write = '\0';
	return true;
}

static bool read_row(struct reader *reader)
{
	struct csv *csv = reader->csv;
	size_t start = reader->count;
	bool more = true;

	while (more)
		if (!read_cell(reader, &more))
			return false;
	if (csv->columns == 0)
		csv->columns = reader->count;
	if (reader->count - start == csv->columns)
		return true;
	text_print(reader->problem,
		   "%s:%u:%u: %zu cells in this row, but %zu names of columns",
		   csv->name, csv->cells[start].line,
		   csv->cells[reader->count - 1].column, reader->count - start,
		   csv->columns);
	return false;
}

static bool read_rows(struct reader *reader)
{
	while (reader->next < reader->end) {
		if (at_line_end(reader))
			skip_line_end(reader);
		else if (!read_row(reader))
			return false;
	}
	if (reader->csv->columns == 0)
		return complain(reader, NULL,
				"empty; the first line names the columns");
	reader->csv->rows = reader->count / reader->csv->columns - 1;
	return true;
}

/* Takes over the bytes, behind which there is room for one more. */
static enum csv_answer parse(const char *name, char *bytes, size_t length,
			     struct csv *csv, struct text *problem)
{
	struct csv read = {.name = memory_string(name), .bytes = bytes};
	struct reader reader = {&read, bytes, bytes + length, 1, 1,
				0,     0,     problem};

	if (length >= 3 && memcmp(bytes, BYTE_ORDER_MARK, 3) == 0)
		reader.next += 3;
	if (!read_rows(&reader)) {
		csv_free(&read);
		return CSV_BAD;
	}
	*csv = read;
	return CSV_READ;
}

enum csv_answer csv_parse(const char *name, const char *bytes, size_t length,
			  struct csv *csv, struct text *problem)
{
	char *copy = memory_grow(NULL, length + 1, 1);

	if (length)
		memcpy(copy, bytes, length);
	return parse(name, copy, length, csv, problem);
}

/* Up to the limit, or the first piece with a NUL, which is no text. */
static bool read_stream(FILE *file, struct text *content)
{
	char buffer[65536];
	size_t length;

	while (content->length <= LARGEST &&
	       (length = fread(buffer, 1, sizeof(buffer), file)) > 0) {
		text_add_bytes(content, buffer, length);
		if (memchr(buffer, '\0', length))
			break;
	}
	return !ferror(file);
}

static enum csv_answer read_file(FILE *file, const char *name, struct csv *csv,
				 struct text *problem)
{
	struct text content = {0};

	text_add(&content, "");
	if (!read_stream(file, &content)) {
		text_print(problem, "cannot read '%s': %s", name,
			   strerror(errno));
		text_free(&content);
		return CSV_NO_FILE;
	}
	if (content.length > LARGEST) {
		text_print(problem, "%s: larger than %d MiB; split it", name,
			   LARGEST >> 20);
		text_free(&content);
		return CSV_BAD;
	}
	return parse(name, content.bytes, content.length, csv, problem);
}

enum csv_answer csv_read(const char *path, struct csv *csv,
			 struct text *problem)
{
	enum csv_answer answer;
	FILE *file;

	if (strcmp(path, "-") == 0)
		return read_file(stdin, "standard input", csv, problem);
	file = fopen(path, "r");
	if (!file) {
		text_print(problem, "cannot open '%s': %s", path,
			   strerror(errno));
		return CSV_NO_FILE;
	}
	answer = read_file(file, path, csv, problem);
	fclose(file);
	return answer;
}

void csv_free(struct csv *csv)
{
	free(csv->name);
	free(csv->bytes);
	free(csv->cells);
	memset(csv, 0, sizeof(*csv));
}

const struct csv_cell *csv_cell(const struct csv *csv, size_t row,
				size_t column)
{
	return &csv->cells[(row + 1) * csv->columns + column];
}

static bool is_named(const char *cell, const char *name)
{
	size_t length = strlen(name);

	cell += strspn(cell, " \t");
	return strncmp(cell, name, length) == 0 &&
	       cell[length + strspn(cell + length, " \t")] == '\0';
}

bool csv_has(const struct csv *csv, const char *name)
{
	for (size_t i = 0; i < csv->columns; i++)
		if (is_named(csv->cells[i].text, name))
			return true;
	return false;
}

/* A list of the columns, of no more than fits on a line. */
static void add_names(const struct csv *csv, struct text *out)
{
	size_t start = out->length;

	for (size_t i = 0; i < csv->columns; i++) {
		if (out->length - start > 2 * SHOWN) {
			text_add(out, ", ...");
			return;
		}
		text_print(out, "%s%.*s", i ? ", " : "", SHOWN,
			   csv->cells[i].text);
	}
}

bool csv_column(const struct csv *csv, const char *name, size_t *column,
		struct text *problem)
{
	size_t found = csv->columns;

	for (size_t i = 0; i < csv->columns; i++) {
		if (!is_named(csv->cells[i].text, name))
			continue;
		if (found < csv->columns) {
			text_print(problem,
				   "%s:%u:%u: a second column '%s'; which one "
				   "is meant?",
				   csv->name, csv->cells[i].line,
				   csv->cells[i].column, name);
			return false;
		}
		found = i;
	}
	if (found < csv->columns) {
		*column = found;
		return true;
	}
	text_print(problem, "%s:%u:%u: no column '%s'; there are: ", csv->name,
		   csv->cells[0].line, csv->cells[0].column, name);
	add_names(csv, problem);
	if (csv->columns == 1 && strpbrk(csv->cells[0].text, ";\t"))
		text_add(problem, " (separate them by commas)");
	return false;
}

/* Decimal only: strtod() takes "nan", "inf" and hexadecimal ones as well. */
static bool is_decimal(const char *string)
{
	return string[strspn(string, "0123456789+-.eE \t")] == '\0';
}

bool csv_number(const struct csv *csv, size_t row, size_t column,
		double *number, struct text *problem)
{
	const struct csv_cell *cell = csv_cell(csv, row, column);
	char *end;
	double value = strtod(cell->text, &end);

	if (is_decimal(cell->text) && end != cell->text &&
	    end[strspn(end, " \t")] == '\0' && isfinite(value)) {
		*number = value;
		return true;
	}
	text_print(problem,
		   "%s:%u:%u: '%.*s' in column '%.*s' is no finite number",
		   csv->name, cell->line, cell->column, SHOWN, cell->text,
		   SHOWN, csv->cells[column].text);
	return false;
}

bool csv_numbers(const struct csv *csv, const char *name, double **numbers,
		 struct text *problem)
{
	size_t column;

	if (!csv_column(csv, name, &column, problem))
		return false;
	*numbers = memory_grow(NULL, csv->rows + 1, sizeof(**numbers));
	for (size_t i = 0; i < csv->rows; i++)
		if (!csv_number(csv, i, column, &(*numbers)[i], problem))
			return false;
	return true;
}

void csv_put(struct text *out, const char *cell, char end)
{
	bool quote = cell[strcspn(cell, ",\"\r\n")] != '\0';

	text_add(out, quote ? "\"" : "");
	for (; *cell; cell++) {
		if (*cell == '"')
			text_add(out, "\"");
		text_add_bytes(out, cell, 1);
	}
	text_add(out, quote ? "\"" : "");
	text_add_bytes(out, &end, 1);
}
