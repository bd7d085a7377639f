/*
 * Makes variants of the user's program: from parts of the build or, where
 * these are not enough, by a whole build.
 */
#ifndef PODIUM_MAKE_H
#define PODIUM_MAKE_H

#include <stdbool.h>
#include <stddef.h>

struct records;
struct replay;
struct replay_program;
struct replay_variant;
struct text;

/*
 * Compile the units that use OpenMP for their records, and link the program
 * to see whether that can be done. Where one of them cannot, variants become
 * whole builds, see whole.h; where that is no way out either, units that do
 * not compile are told of and left alone. False if the user interrupts or
 * there is no plugin for a compiler.
 */
bool make_record(struct replay *replay, struct text *problem);

/*
 * Make a variant. On failure *problem has the last words of the compiler or
 * says what else was wrong.
 */
bool make_variant(struct replay *replay, const struct replay_variant *variant,
		  struct replay_program *program, struct text *problem);

/*
 * Make several variants side by side, in as many processes as there are
 * cores, with an object for each unit that is wanted or changed. What fails
 * has no path in its program and a problem[], both as of make_variant. False
 * if the user interrupts.
 */
bool make_all(struct replay *replay, const struct replay_variant *variants,
	      size_t count, struct replay_program *programs,
	      struct text *problems);

/*
 * Read the records of a unit out of a variant that make_all made. False with
 * a *problem if that fails.
 */
bool make_read_records(const struct replay *replay,
		       const struct replay_program *program, size_t unit,
		       struct records *records, struct text *problem);

/* The choice of the way, and the plan. */
void make_free(struct replay *replay);

#endif
