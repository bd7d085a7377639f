/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is what GCC makes of a changed source the nest that was meant? Its record is
 * compared with that of the source as it was.
 */
#ifndef PODIUM_VERIFY_H
#define PODIUM_VERIFY_H

#include <jansson.h>
#include <stdbool.h>

#include "reshape.h"

struct records;
struct text;

/* Is the one record the other, reshaped? If not, *problem says what differs. */
bool verify_record(const json_t *before, const json_t *after,
		   const struct reshape *reshape, struct text *problem);

/* A construct that was changed, and how. */
struct verify_change {
	const json_t *record;
	const struct reshape *reshape;
};

/*
 * Are the records of a changed source those of the source before, with these
 * changes and no others? *problem says what differs.
 */
bool verify_records(const struct records *before, const struct records *after,
		    const struct verify_change *changes, size_t count,
		    struct text *problem);

/* Do new names come into the source, which something else might have? */
bool verify_has_names(const char *path, const struct reshape *reshape);

/*
 * Compile the changed text of the source at "path" and compare the record of
 * the construct, and that no other one of the source has changed. Where a test
 * stands around it, both versions are compared, and each end that the test
 * takes is seen in a record of its own. "before" has
 * the records of the source as it was, "record" is the one that was reshaped.
 * What macros make of the text is asked where lines come into it.
 * *problem stays empty where the compiler has spoken, or the user interrupts.
 */
bool verify_text(const struct records *before, const json_t *record,
		 const struct reshape *reshape, const char *path,
		 const char *changed, const char *gcc, char *const *flags,
		 struct text *problem);

#endif
