/*
 * What a command found: filled in once, printed as a table for people, as CSV
 * or as JSON.
 *
 * All of it is one value of JSON, "whole", and --json prints that. Tables and
 * CSV show rows, an array of objects that hold parts of the whole and what is
 * for tables alone. Columns say by paths what of a row stands where and how it
 * is written; so a number keeps all its digits until it is printed. What
 * people read besides is added to "page", before and behind the tables.
 */
#ifndef PODIUM_RESULT_H
#define PODIUM_RESULT_H

#include <jansson.h>
#include <stdbool.h>

#include "table.h"
#include "text.h"

/*
 * A list ends in a NULL path. A path leads into objects and arrays:
 * "of/speedup/low", "borders/0", "points//time" for a list of the time of each
 * point. For CSV it may end in "*", which is a column for each member, named as
 * that. People read a range as "1.9 (1.8..2)", or as "1.9" if its ends are the
 * same, and a list as "1, 2".
 */
struct result_column {
	const char *path;
	const char *heading; /* for people; NULL: not in tables */
	const char *form;    /* there, of a number, as printf has it */
	const char *none;    /* there, what null is called; NULL: nothing */
	const char *key;     /* in CSV; NULL: not there */
	const char *digits;  /* there, of a number, as printf has it */
	bool bytes;	     /* a string is a name in letters, see letters.h */
	double scale; /* what numbers are multiplied by for people; 0: 1 */
	/* in the place of the form */
	void (*write)(struct text *out, double value);
};

struct result {
	json_t *whole;
	struct text page;		     /* for people */
	struct text lines;		     /* CSV */
	int digits;			     /* of numbers in JSON; 0: 10 */
	const struct result_column *columns; /* that stand above the lines */
};

/* null for what is no number. */
json_t *result_number(double value);

/* The same of each. */
json_t *result_numbers(const double *values, size_t count);

/* {"value", "low", "high"} */
json_t *result_range(double value, double low, double high);

/* A string in letters, see letters.h; the text is freed. */
json_t *result_text(struct text *text);

/* ---- how numbers are written ---- */

/* Three digits, but no power of ten; a whole number as such. */
void result_digits(struct text *out, double value);

/* A fraction as percent. */
void result_percent(struct text *out, double fraction);

/* Whole, or with one digit. */
void result_count(struct text *out, double value);

/* ---- to print ---- */

/*
 * Add the rows to the page as a table, and as lines of CSV. The string "note"
 * of a row, if it has one, stands below it in the table, as a warning or, where
 * "bad" is true, an error. The rows are freed.
 */
void result_rows(struct result *result, const struct result_column *columns,
		 json_t *rows);

/* Names and rows as CSV; the rows are freed. */
void result_csv(struct text *out, const struct result_column *columns,
		json_t *rows);

/*
 * Add a section to a page: a title, a note, and the rows as a table. The rows
 * are freed.
 */
void result_section(struct text *page, const char *title, const char *note,
		    const struct result_column *columns, json_t *rows);

void result_free(struct result *result);

/* Is one of these forms asked for, or none? Else the user is told. */
bool result_has_one_form(bool json, bool csv);

/* On standard output as CSV, JSON or the page; the result is freed. */
void result_print(struct result *result, bool json, bool csv);

#endif
