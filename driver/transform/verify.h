/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation validation: compares the record of a loop as GCC makes it from an
 * entry of podium.tuned with the record that the transformation predicts.
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
