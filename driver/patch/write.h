/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes into a source what an entry asks of a loop.
 */
#ifndef PODIUM_WRITE_H
#define PODIUM_WRITE_H

#include <jansson.h>
#include <stdbool.h>

struct changes;
struct text;
struct tokens;
struct wanted;

/* Append the changes of the source. False, and *reason says why, where the
   text is not what they could be made in. */
bool write_entry(const struct tokens *tokens, const json_t *record,
		 const struct wanted *wanted, struct changes *changes,
		 struct text *reason);

#endif
