/*
 * Gathers the plan of a build: from the user's own, which is watched, or from
 * sources that are compiled here.
 */
#ifndef PODIUM_GATHER_H
#define PODIUM_GATHER_H

#include <stdbool.h>

struct plan;
struct store;
struct text;

/*
 * Run the command in a shell and read the steps of it. What was already up to
 * date is known from the last time, which the store keeps.
 */
bool gather_build(struct plan *plan, struct store *store, const char *command,
		  const char *scratch, struct text *problem);

/*
 * Compile sources to a program in "scratch" with the compiler of their
 * language. Both lists end in NULL. *program is the caller's to free.
 */
bool gather_sources(struct plan *plan, const char *gcc,
		    const char *const *sources, char *const *flags,
		    const char *scratch, char **program, struct text *problem);

/*
 * Take each source for a unit, with no program made of them; with -O2 where
 * the flags have no level. Both lists end in NULL.
 */
bool gather_units(struct plan *plan, const char *gcc,
		  const char *const *sources, char *const *flags,
		  const char *scratch, struct text *problem);

#endif
