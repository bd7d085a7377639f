/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the bytes that a nest touches begin and end, in the words of its
 * source.
 */
#ifndef PODIUM_ADDRESS_H
#define PODIUM_ADDRESS_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/span.h"
#include "source/band.h"

struct text;

/* Loops that a test stands before. */
struct tested {
	const struct lexemes *lexemes;
	const json_t *record;
	const struct band *band;
};

/* "(long long)n - 1", "0": in the numbers of the record, whatever types the
   names have. */
void address_print_index(const struct polynomial *row, struct text *out);

/* An end of a span within the row that the pointer with this index leads to. */
void address_print_row(const struct tested *tested, const struct span *span,
		       bool high, const char *index, struct text *out);

/*
 * "(const char *)x + sizeof(x[0]) * n * m": an end of a span, of rows in the
 * first or the last one; "counter" rows further, if there is one.
 */
void address_print_end(const struct tested *tested, const struct span *span,
		       bool high, const char *counter, struct text *out);

#endif
