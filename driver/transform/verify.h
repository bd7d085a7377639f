/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is what GCC makes of a loop with an entry of podium.tuned the nest that was
 * meant? The record of the loop as made is compared with that of the loop as
 * written.
 */
#ifndef PODIUM_VERIFY_H
#define PODIUM_VERIFY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "nest/reshape.h"

struct records;
struct text;

/* A construct that is changed, and how. */
struct verify_change {
	const json_t *record;
	const struct reshape *reshape;
};

/*
 * Are the records of a unit compiled with entries those of the unit before,
 * with these changes and no others? *problem says what differs.
 */
bool verify_records(const struct records *before, const struct records *after,
		    const struct verify_change *changes, size_t count,
		    struct text *problem);

#endif
