/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is what GCC makes of a changed source the nest that was meant? Its record is
 * compared with that of the source as it was.
 */
#ifndef PODIUM_VERIFY_H
#define PODIUM_VERIFY_H

#include <jansson.h>
#include <stdbool.h>

#include "nest/reshape.h"

struct macros;
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

/* What became of a construct. */
struct verify_found {
	const json_t *record; /* with the loops inside */
	const json_t *beside; /* with what stood beside them; or NULL */
};

/* The construct of an old record among those of the changed source. False where
   it, or one of those that come with it, is gone. */
bool verify_find(const struct records *after,
		 const struct verify_change *changes, size_t count,
		 const json_t *record, struct verify_found *found);

/* How many constructs stand in the place of one, more than before. */
int verify_more(const struct verify_change *change);

/* Is the record the only one of its place in the source, where what is written
   holds for no other? */
bool verify_is_alone(const struct records *before,
		     const struct verify_change *change, struct text *problem);

/* Do new names come into the source, which something else might have, may
   what stands there come a second time or into another line, or does a name
   go? */
bool verify_asks_macros(const char *path, const struct verify_change *change);

/* May the changed text stand with the macros that there are? */
bool verify_macros(const struct verify_change *change, const char *source,
		   const struct macros *macros, const char *changed,
		   struct text *problem);

/*
 * Must the compiler confirm that the band reads an expanded scalar only where
 * its expansion begins? Then the source is compiled with marks.
 */
bool verify_asks_elements(const struct verify_change *change);

/* Add the source with the marks. False if there can be none. */
bool verify_mark_elements(const struct verify_change *change, const char *path,
			  const struct text *source, struct text *marked,
			  struct text *problem);

/* Do the records of that text say so? */
bool verify_marked_elements(const struct verify_change *change,
			    const struct records *marked, struct text *problem);

/*
 * Compile the changed text of the source at "path" and compare the record of
 * the construct, and that no other one of the source has changed. "before" has
 * the records of the source as it was, "record" is the one that was reshaped.
 * What macros make of the text is asked where lines come into it.
 * *problem stays empty where the compiler has spoken, or the user interrupts.
 */
bool verify_text(const struct records *before, const json_t *record,
		 const struct reshape *reshape, const char *path,
		 const char *changed, const char *gcc, char *const *flags,
		 struct text *problem);

#endif
