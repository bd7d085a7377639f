/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of a nest in another order or in tiles, as an engineer would have
 * changed it: heads exchanged, new ones written like those around them.
 */
#ifndef PODIUM_REVISE_H
#define PODIUM_REVISE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "nest/reshape.h"

struct lexemes;
struct text;

/*
 * Add the changed text of the file in which the record's construct stands. Its
 * name tells the language. The transformation must be legal, which is not
 * checked here. False where the source does not read as plain counted loops;
 * *reason says why, and *out is unchanged.
 */
bool revise(const json_t *record, const struct reshape *reshape,
	    const char *path, const char *source, size_t length,
	    struct text *out, struct text *reason);

/* The same where the text has been read. */
bool revise_read(const json_t *record, const struct reshape *reshape,
		 const struct lexemes *lexemes, struct text *out,
		 struct text *reason);

/*
 * The variables that become arrays where iterations go abreast, and those that
 * the band declares, NULL behind them; the caller frees all. NULL where that
 * cannot be written.
 */
char **revise_names(const json_t *record, const struct reshape *reshape,
		    const char *path, const char *source, size_t length);

#endif
