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

/*
 * From now on variants are whole builds, because of "why", of which the user
 * is told. False if that is no way either: *problem says what stands in it.
 */
bool whole_choose(struct plan *plan, const char *why, struct text *problem);

/* Read the loops of all that the build compiles. */
bool whole_record(struct plan *plan, struct text *problem);

/* Build a variant in "folder", which is there. */
bool whole_make(const struct plan *plan, const struct variant *variant,
		const char *folder, struct product *product,
		struct text *problem);

/* The records of a variant that was built in that folder. */
bool whole_read(const char *folder, struct records *records,
		struct text *problem);

void whole_free(struct plan *plan);

#endif
