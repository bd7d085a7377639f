/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A test at run time around both versions of a nest, where one is right only
 * if what its pointers lead to, or the rows of an array, do not overlap:
 *
 *     if (they do not) { the changed nest } else { the nest as it was }
 */
#ifndef PODIUM_GUARD_H
#define PODIUM_GUARD_H

#include <jansson.h>
#include <stdbool.h>

#include "edit.h"
#include "source/band.h"

struct guard;
struct text;

/* Does what is made of this loop of the nest, and of those in it, take one? */
bool guard_is_needed(const json_t *record, int loop);

/*
 * The test that what is made of the band's loops takes; all that is given must
 * stay. NULL where it cannot be written; *reason says why.
 */
struct guard *guard_new(const struct lexemes *lexemes, const json_t *record,
			const struct band *band, int first,
			struct text *reason);
void guard_free(struct guard *guard);

/* The whole lines that the test stands around. */
struct range guard_construct(const struct lexemes *lexemes,
			     const struct band *band);

/*
 * Put the test around the construct with the edits that it has so far, and the
 * construct as it was; "unit" is what lines are indented by.
 */
bool guard_edit(const struct guard *guard, const struct text *as_it_was,
		const char *unit, struct edits *edits, struct text *reason);

/*
 * Add the source with a read of one byte behind each end that the test
 * compares, in the innermost loop of the band. What the compiler takes these
 * names for is then seen in the record.
 */
bool guard_mark(const json_t *record, const struct reshape *reshape,
		const char *path, const char *source, size_t length,
		struct text *out, struct text *reason);

/* Are they in the record what they are in the one without them? */
bool guard_is_marked(const json_t *record, int first, const json_t *marked);

#endif
