/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of sums that are put into vectors: the line "#pragma omp simd
 * reduction(+:s)" before a loop, or "!$omp simd" in Fortran; or one word more
 * in the directive of a loop that is shared out itself, and in what ends that.
 */
#ifndef PODIUM_SIMDLINE_H
#define PODIUM_SIMDLINE_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"
#include "source/lexeme.h"

struct text;

/* Add the changed text. False where it cannot be written; *reason says why. */
bool simdline_write(const struct lexemes *lexemes, const json_t *record,
		    const struct reshape *reshape, struct text *out,
		    struct text *reason);

/* What the lines name, by what begins the clauses; the caller owns it. NULL
   where they cannot be written. */
json_t *simdline_names(const char *source, const json_t *record,
		       const struct reshape *reshape);

#endif
