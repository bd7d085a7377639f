/*
 * podium rank --space: variants out of a space file, compiled where they
 * differ in more than clauses.
 */
#ifndef PODIUM_FROMSPACE_H
#define PODIUM_FROMSPACE_H

#include <stdbool.h>

#include "models/machine.h"
#include "lineup.h"

struct fromspace {
	const char *space;  /* the file */
	const char *source; /* what variants are compiled from, or NULL where
			       the loops came out of an object */
	const char *gcc;
	char **flags;
	const json_t *record;	     /* the loop as it is now */
	const char *const *settings; /* NAME=N */
	size_t setting_count;
	const struct machine *machine;
};

/* Estimate and print the variants; false if that failed, and was said. */
bool fromspace_rank(const struct fromspace *spaced, struct prediction *original,
		    const struct lineup_style *style);

#endif
