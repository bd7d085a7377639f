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

/*
 * Compile the changed text of the source at "path" and compare the record of
 * the construct, and that no other one of the source has changed. Where a test
 * stands around it, both versions are compared, and each end that the test
 * takes is seen in a record of its own. "before" has
 * the records of the source as it was, "record" is the one that was reshaped.
 * The names that tiles are given must be no others' in what the source
 * includes or its macros make.
 * *problem stays empty where the compiler has spoken, or the user interrupts.
 */
bool verify_text(const struct records *before, const json_t *record,
		 const struct reshape *reshape, const char *path,
		 const char *changed, const char *gcc, char *const *flags,
		 struct text *problem);

#endif
