/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One output, of the original or of a variant, beside the first one.
 */
#ifndef PODIUM_OUTPUT_H
#define PODIUM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "lines.h"
#include "token.h"

struct output {
	struct lines lines;
	bool threads;	  /* of the original with other ones */
	time_t when;	  /* it was written */
	size_t *partners; /* of each line of the first one; NULL: by place */
	bool here;	  /* it has a line for the one that is looked at */
	struct tokens tokens;
	struct token token;
	size_t unit; /* the length of that behind a number */
};

/* When the file was written; clocks of file servers may be ahead. */
time_t output_time(const char *path);

/* Go to its line beside that one of the first output. */
void output_partner(struct output *output, size_t number);

/*
 * The line's next token; false at its end. A unit is no word: it may change
 * with how long something takes.
 */
bool output_token(struct output *output);

/* Do the numbers that were read have the same unit? */
bool output_same_unit(const struct output *one, const struct output *other);

/* Are their lines the same to the byte? */
bool output_same_line(const struct output *one, const struct output *other);

#endif
