/*
 * Runs of a program with p threads and with one, and where the time goes
 * that those of p threads take beyond a p-th of those of one.
 */
#ifndef PODIUM_ATTRIBUTED_H
#define PODIUM_ATTRIBUTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "models/overhead.h"

struct attributed_order {
	const char *const *arguments; /* of the program, NULL at the end */
	double threads;
	int rounds;
	uint64_t seed;
};

enum attributed_kind {
	ATTRIBUTED_PROGRAM,
	ATTRIBUTED_OUTSIDE, /* of all regions */
	ATTRIBUTED_REGION,
	ATTRIBUTED_INTERVAL, /* of the region before it in the list */
};

/* Something that is looked at, all times in seconds. */
struct attributed_place {
	enum attributed_kind kind;
	char *name; /* of an interval: where it ends */
	bool nested;
	double calls;
	char *why; /* it is not attributed, or NULL */
	struct scaling_range time, ideal;
	struct overhead_figures figures;
	struct overhead_amounts *rounds;
	double *times, *ideals; /* round by round */
};

struct attributed {
	/* program, outside, then each region with its intervals */
	struct attributed_place *list;
	size_t count;
	size_t rounds;
	struct scaling_range cost; /* of looking at it, as a part of the time */
	struct text remarks;	   /* lines on what could not be told */
};

/*
 * Run it. On failure *problem says why, and nothing if the user interrupted.
 */
bool attributed_run(const struct attributed_order *order,
		    struct attributed *result, struct text *problem);

void attributed_free(struct attributed *result);

#endif
