/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One output, of the original or of a variant, beside the first one.
 */
#ifndef PODIUM_PRINTED_H
#define PODIUM_PRINTED_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "lines.h"
#include "token.h"

struct printed {
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
time_t printed_time(const char *path);

/* Go to its line beside that one of the first output. */
void printed_partner(struct printed *output, size_t number);

/*
 * The line's next token; false at its end. A unit is no word: it may change
 * with how long something takes.
 */
bool printed_token(struct printed *output);

/* Do the numbers that were read have the same unit? */
bool printed_same_unit(const struct printed *one, const struct printed *other);

/* Are their lines the same to the byte? */
bool printed_same_line(const struct printed *one, const struct printed *other);

#endif
