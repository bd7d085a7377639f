/*
 * Comma-separated values as RFC 4180 has them, and as programs write them:
 * with LF, CRLF or CR, a byte order mark, quoted fields over several lines,
 * empty lines. The first line names the columns.
 */
#ifndef PODIUM_CSV_H
#define PODIUM_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

struct csv_cell {
	const char *text;
	uint32_t line, column; /* where it begins in the file, from 1 */
};

struct csv {
	char *name;		/* of the file, for messages */
	char *bytes;		/* what the cells point into */
	struct csv_cell *cells; /* the names, then row after row */
	size_t columns;
	size_t rows; /* without the names */
};

enum csv_answer {
	CSV_READ,
	CSV_NO_FILE, /* it cannot be opened or read */
	CSV_BAD,     /* it is no such file */
};

/*
 * Read the file, "-" for standard input. If it fails *problem says why, as
 * "FILE:LINE:COLUMN: what", and *csv is left unchanged.
 */
enum csv_answer csv_read(const char *path, struct csv *csv,
			 struct text *problem);

/* The same from memory; "name" stands for the file in messages. */
enum csv_answer csv_parse(const char *name, const char *bytes, size_t length,
			  struct csv *csv, struct text *problem);

void csv_free(struct csv *csv);

/* A row counts from 0, the first below the names. */
const struct csv_cell *csv_cell(const struct csv *csv, size_t row,
				size_t column);

/* Is there a column of this name? Blanks around a name do not count. */
bool csv_has(const struct csv *csv, const char *name);

/* Find the one column of this name. */
bool csv_column(const struct csv *csv, const char *name, size_t *column,
		struct text *problem);

/* The finite decimal number in a cell. */
bool csv_number(const struct csv *csv, size_t row, size_t column,
		double *number, struct text *problem);

/*
 * The numbers of the one column of this name, which the caller frees. False and
 * *numbers as far as they go where one is none.
 */
bool csv_numbers(const struct csv *csv, const char *name, double **numbers,
		 struct text *problem);

/* Write a cell, in quotes where it needs them, and ',' or '\n' behind it. */
void csv_put(struct text *out, const char *cell, char end);

#endif
