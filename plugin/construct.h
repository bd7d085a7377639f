/*
 * The OpenMP constructs of the unit that get a record, in the order in which
 * the compiler meets them. The list lives in the compiler proper; the child
 * of the fork holds a copy of its own.
 */
#ifndef PODIUM_CONSTRUCT_H
#define PODIUM_CONSTRUCT_H

#include "json.h"

struct construct {
	unsigned function_uid; /* DECL_UID of the function */
	unsigned ordinal;      /* 1, 2, ... within the function */
	char *id;              /* "function#ordinal" */
	location_t location;

	/* Statements; valid only during the record pass and in the child. */
	gimple *statement; /* outermost one of the combined construct */
	gimple *loop;      /* innermost GIMPLE_OMP_FOR, or NULL */
	gimple *share;     /* GIMPLE_OMP_FOR that takes schedule, or NULL */
	gimple *parallel;  /* region around or part of it, or NULL */

	bool uses_thread_id;
	bool uses_threadprivate;

	struct json head; /* members seen by the record pass */
	struct json body; /* members sent by the child; empty: none came */
	struct place *places; /* of the loops, sent by the child */
	unsigned place_count;
};

/* Where a loop of the nest stands in the source. */
struct place {
	char *file;
	int line;
	int index; /* in "nest" */
};

#endif
