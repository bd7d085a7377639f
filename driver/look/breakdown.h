/*
 * Runs of a program with p threads and with one, and where the time goes
 * that those of p threads take beyond a p-th of those of one.
 */
#ifndef PODIUM_BREAKDOWN_H
#define PODIUM_BREAKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "models/overhead.h"

struct breakdown_order {
	const char *const *arguments; /* of the program, NULL at the end */
	double threads;
	int rounds;
	uint64_t seed;
};

enum breakdown_kind {
	BREAKDOWN_PROGRAM,
	BREAKDOWN_OUTSIDE, /* of all regions */
	BREAKDOWN_REGION,
	BREAKDOWN_INTERVAL, /* of the region before it in the list */
};

/* Something that is looked at, all times in seconds. */
struct breakdown_place {
	enum breakdown_kind kind;
	char *name; /* of an interval: where it ends */
	bool nested;
	double calls;
	char *why; /* it is not attributed, or NULL */
	struct scaling_range time, ideal;
	struct overhead_figures figures;
	struct overhead_amounts *rounds;
	double *times, *ideals; /* round by round */
};

struct breakdown {
	/* program, outside, then each region with its intervals */
	struct breakdown_place *list;
	size_t count;
	size_t rounds;
	struct scaling_range cost; /* of looking at it, as a part of the time */
	struct text remarks;	   /* lines on what could not be told */
};

/*
 * Run it. On failure *problem says why, and nothing if the user interrupted.
 */
bool breakdown_run(const struct breakdown_order *order,
		   struct breakdown *result, struct text *problem);

void breakdown_free(struct breakdown *result);

#endif
