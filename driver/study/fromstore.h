/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of a store as a table: a row for each good run, a column for each
 * setting of its variants, and its time.
 */
#ifndef PODIUM_FROMSTORE_H
#define PODIUM_FROMSTORE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* Is the file a data base of SQLite? */
bool fromstore_is_store(const char *path);

/*
 * Add the table to *csv, of the only campaign or of that one (0: the only
 * one). Whole numbers are as they are, words are numbered from 1 as they come,
 * what is left as written is 0. False and a *problem if that cannot be.
 */
bool fromstore_table(const char *path, int64_t campaign, struct text *csv,
		     struct text *problem);

#endif
