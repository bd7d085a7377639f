/*
 * What the library before libgomp saw of a run: the parallel regions, and the
 * intervals between their barriers. doc/clock.md describes the file.
 */
#ifndef PODIUM_SEEN_H
#define PODIUM_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/overhead.h"

struct text;

/* A place in the code of a file; no object where there is none. */
struct seen_place {
	char *object;
	uint64_t offset;
};

struct seen_interval {
	struct seen_place region; /* the function that its body became */
	struct seen_place end;	  /* the barrier; none: the region's end */
	bool nested;		  /* in another region */
	bool others;		  /* all barriers that found no place */
	char *file;		  /* of the first loop with a clock, or NULL */
	int line;
	size_t number; /* in the file */
	struct overhead_sums sums;
};

struct seen {
	struct seen_interval *list; /* of regions in the order of the code */
	size_t count;
	double wall;	  /* seconds of the run */
	double outside;	  /* of all regions, for the first thread */
	double open;	  /* in a region that did not end */
	bool clocks;	  /* loops have clocks */
	size_t processes; /* that had regions; the one with most is read */
};

/*
 * Read the files that a run left in the folder. False and a *problem if there
 * is none with a region.
 */
bool seen_read(const char *folder, struct seen *seen, struct text *problem);

/*
 * The region of an interval: "sum (tri.c:12)", "sum (tri.c:12), nested"; the
 * place of its first loop with a clock, else of the function that it became if
 * the program was compiled with -g. The caller frees it.
 */
char *seen_name(const struct seen *seen, const struct seen_interval *interval);

/*
 * Where the interval ends: "its end", "barrier tri.c:15", "barrier before its
 * end" where nothing stands between. Likewise.
 */
char *seen_end(const struct seen_interval *interval);

void seen_free(struct seen *seen);

/* Is this the first interval of its region? */
bool seen_is_first(const struct seen *seen, size_t place);

/* The same region, and the same of its intervals? */
bool seen_same_region(const struct seen_interval *one,
		      const struct seen_interval *other);
bool seen_same(const struct seen_interval *one,
	       const struct seen_interval *other);

#endif
