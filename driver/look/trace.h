/*
 * What the library before libgomp saw of a run: the parallel regions, and the
 * intervals between their barriers. doc/clock.md describes the file.
 */
#ifndef PODIUM_TRACE_H
#define PODIUM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/overhead.h"

struct text;

/* A place in the code of a file; no object where there is none. */
struct trace_place {
	char *object;
	uint64_t offset;
};

struct trace_interval {
	struct trace_place region; /* the function that its body became */
	struct trace_place end;	   /* the barrier; none: the region's end */
	bool nested;		   /* in another region */
	bool others;		   /* all barriers that found no place */
	char *file;		   /* of the first loop with a clock, or NULL */
	int line;
	size_t number; /* in the file */
	struct overhead_sums sums;
};

struct trace {
	struct trace_interval *list; /* of regions in the order of the code */
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
bool trace_read(const char *folder, struct trace *seen, struct text *problem);

/*
 * The region of an interval: "sum (tri.c:12)", "sum (tri.c:12), nested"; the
 * place of its first loop with a clock, else of the function that it became if
 * the program was compiled with -g. The caller frees it.
 */
char *trace_name(const struct trace *seen,
		 const struct trace_interval *interval);

/*
 * Where the interval ends: "its end", "barrier tri.c:15", "barrier before its
 * end" where nothing stands between. Likewise.
 */
char *trace_end(const struct trace_interval *interval);

void trace_free(struct trace *seen);

/* Is this the first interval of its region? */
bool trace_is_first(const struct trace *seen, size_t place);

/* The same region, and the same of its intervals? */
bool trace_same_region(const struct trace_interval *one,
		       const struct trace_interval *other);
bool trace_same(const struct trace_interval *one,
		const struct trace_interval *other);

#endif
