/*
 * Builds that cannot be made again in parts are as a whole. Each variant is
 * the user's command in a copy of the tree, which stands at the place of the
 * tree for this command alone, with flags added to every compiler.
 */
#ifndef PODIUM_WHOLE_H
#define PODIUM_WHOLE_H

#include <stdbool.h>

struct plan;
struct product;
struct records;
struct text;
struct variant;
struct whole;

/*
 * From now on variants are whole builds, because of "why", of which the user
 * is told, and one unit of the plan stands for all. They are made in
 * "scratch". NULL if that is no way either: *problem says what stands in it.
 */
struct whole *whole_new(struct plan *plan, const char *scratch, const char *why,
			struct text *problem);

/* Read the loops of all that the build compiles. */
bool whole_record(const struct whole *whole, struct text *problem);

/* The records alone of a variant, built in "folder", which is there. */
bool whole_ask(const struct whole *whole, const struct variant *variant,
	       const char *folder, struct records *records,
	       struct text *problem);

/* Make a variant in "folder", which is there. */
bool whole_make(const struct whole *whole, const struct variant *variant,
		const char *folder, struct product *product,
		struct text *problem);

/* The records of a variant that was made in that folder. */
bool whole_read(const char *folder, struct records *records,
		struct text *problem);

void whole_free(struct whole *whole);

#endif
