/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with some of its loops in another order or in tiles: entries of a
 * tuned file, which the plugin makes.
 */
#ifndef PODIUM_REVISION_H
#define PODIUM_REVISION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "nest/reshape.h"

struct plan;
struct records;
struct text;

struct revision {
	struct revision_loop {
		const json_t *record; /* as written */
		size_t unit;
		struct reshape reshape;
		char *words; /* "order(k,i,j) tile(i:32)" */
	} * loops;
	size_t loop_count;
};

struct revision *revision_new(void);
void revision_free(struct revision *revision);

/* Change one more loop, of which the record is one of the unit. Each loop can
   be changed once. */
void revision_add(struct revision *revision, size_t unit, const json_t *record,
		  const struct reshape *reshape);

/*
 * Do the records of the program as made, by unit, say what was meant? *problem
 * says what differs.
 */
bool revision_check(const struct revision *revision, const struct plan *plan,
		    const struct records *records, struct text *problem);

/* How the loop of the record is changed, NULL if it is left as written. */
const struct revision_loop *revision_loop(const struct revision *revision,
					  const json_t *record);

/* The same in words. */
const char *revision_words(const struct revision *revision,
			   const json_t *record);

/* Of all loops: "order(k,i,j), tile(i:32)". */
void revision_list(const struct revision *revision, struct text *out);

/* Lines of a tuned file that make it. */
void revision_entries(const struct revision *revision, struct text *out);

#endif
