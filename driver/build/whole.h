/*
 * Builds that cannot be replayed are done again as a whole. Each variant is
 * the user's command in a copy of the tree, which stands at the place of the
 * tree for this command alone, with flags added to every compiler.
 */
#ifndef PODIUM_WHOLE_H
#define PODIUM_WHOLE_H

#include <stdbool.h>

struct records;
struct replay;
struct replay_program;
struct replay_variant;
struct text;

/*
 * From now on variants are whole builds, because of "why", of which the user
 * is told. False if that is no way either: *problem says what stands in it.
 */
bool whole_choose(struct replay *replay, const char *why, struct text *problem);

/* Read the loops of all that the build compiles. */
bool whole_record(struct replay *replay, struct text *problem);

/* Build a variant in "folder", which is there. */
bool whole_make(const struct replay *replay,
		const struct replay_variant *variant, const char *folder,
		struct replay_program *program, struct text *problem);

/* The records of a variant that was built in that folder. */
bool whole_read(const char *folder, struct records *records,
		struct text *problem);

void whole_free(struct replay *replay);

#endif
