/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with some of its loops in another order or in tiles: changed
 * copies of the sources, which are compiled in the place of the user's, and the
 * patch that makes the same of these.
 */
#ifndef PODIUM_REVISION_H
#define PODIUM_REVISION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "nest/reshape.h"
#include "transform/verify.h"

struct make;
struct plan;
struct records;

struct revision {
	struct revision_loop {
		const json_t *record; /* as the source has it */
		size_t unit;
		struct reshape reshape;
		char *words;		   /* "order(k,i,j) tile(i:32)" */
		struct text before, after; /* the source, without and with it */
	} * loops;
	size_t loop_count;
	struct revision_source {
		size_t unit;
		struct text before, after;
		char *copy; /* where the latter is, once it is written */
	} * sources;
	size_t source_count;
	const char **copies; /* by unit, as a variant takes them */
};

struct revision *revision_new(void);
void revision_free(struct revision *revision);

/*
 * Change one more loop, of which the record is one of the unit. Each loop can
 * be changed once. False, with nothing changed, where that cannot be written;
 * *reason says why.
 */
bool revision_add(struct revision *revision, const struct make *make,
		  size_t unit, const json_t *record,
		  const struct reshape *reshape, struct text *reason);

/*
 * May scalars be expanded? The source is compiled once more for that. False
 * where not; *reason says why.
 */
bool revision_is_right(const struct make *make, size_t unit,
		       const json_t *record, const struct reshape *reshape,
		       struct text *reason);

/* Write the copies into a new folder. False with a *problem if that fails. */
bool revision_write(struct revision *revision, const struct plan *plan,
		    const char *folder, struct text *problem);

/*
 * Do the records of the program that was made of it, by unit, say what was
 * meant? *problem says what differs.
 */
bool revision_check(const struct revision *revision, const struct plan *plan,
		    const struct records *records, struct text *problem);

/*
 * The construct of a record of the unit among those of the changed source.
 * False where it is gone.
 */
bool revision_find(const struct revision *revision, size_t unit,
		   const struct records *records, const json_t *record,
		   struct verify_found *found);

/* Do several constructs of the record's function stand in the place of one, so
   that others are counted anew? */
bool revision_renumbers(const struct revision *revision, size_t unit,
			const json_t *record);

/* How the loop of the record was changed, NULL if it was left as it is. */
const struct revision_loop *revision_loop(const struct revision *revision,
					  const json_t *record);

/* The same in words. */
const char *revision_words(const struct revision *revision,
			   const json_t *record);

/* Of all loops: "order(k,i,j), tile(i:32)". */
void revision_list(const struct revision *revision, struct text *out);

/* Lines of comment for a tuned file: which loops are changed, and how. */
void revision_describe(const struct revision *revision, const struct plan *plan,
		       struct text *out);

/* What makes one of the changes, for patch -p1; behind those before it, or
   without them. */
void revision_patch(const struct revision *revision, const struct plan *plan,
		    const struct revision_loop *loop, struct text *out);

#endif
