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

/* The construct of an old record among those of the changed source. *kept is
   the one as it was, behind a test, or NULL. NULL where it is gone. */
const json_t *verify_find(const struct records *after,
			  const struct verify_change *changes, size_t count,
			  const json_t *record, const json_t **kept);

/* Does a test stand around both versions? */
bool verify_is_tested(const struct verify_change *change);

/* Do new names come into the source, which something else might have, or does
   what stands there come a second time? */
bool verify_asks_macros(const char *path, const struct verify_change *change);

/*
 * Add the source with marks that show what the names in the test are. "before"
 * has the records of the source as it was. False where there can be no test.
 */
bool verify_mark(const struct records *before,
		 const struct verify_change *change, const char *path,
		 const struct text *source, struct text *marked,
		 struct text *problem);

/* Are they, in the records of that text, what they are in the nest? */
bool verify_marks(const struct verify_change *change,
		  const struct records *marked, struct text *problem);

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
