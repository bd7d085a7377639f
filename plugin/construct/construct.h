/*
 * The OpenMP constructs of the unit that get a record, in the order in which
 * the compiler meets them. The list lives in the compiler proper; the child
 * of the fork holds a copy of its own.
 */
#ifndef PODIUM_CONSTRUCT_H
#define PODIUM_CONSTRUCT_H

#include "base/json.h"

/* Where a loop of the nest stands in the source. */
struct place {
	char *file; /* empty where it is not known */
	int line;
	int column;
	int parent;	/* index of the loop around it, -1 for none */
	bool innermost; /* holds no other loop */
	bool shared;	/* the last of those that the construct shares out */
};

/* The entry of the tuned file for a construct, and its state. */
struct construct_entry {
	unsigned line;	   /* of the file; 0: it has none */
	char *clauses;	   /* all that it asks for */
	const char *state; /* "applied", "stale" or "refused" */
	char *why;	   /* NULL where applied */
	bool transforms;   /* the loops, or those of a version */
};

struct construct {
	unsigned function_uid; /* DECL_UID of the function */
	unsigned ordinal;      /* 1, 2, ... within the function */
	char *id;	       /* "function#ordinal" */
	char *name;	       /* the same as the language shows it */
	location_t location;

	const struct construct *outer; /* the construct around it, or NULL */

	/* Statements; valid only during the record pass. */
	gimple *statement; /* outermost one of the combined construct */
	gimple *loop;	   /* innermost GIMPLE_OMP_FOR, or NULL */
	gimple *share;	   /* GIMPLE_OMP_FOR that takes schedule, or NULL */
	gimple *parallel;  /* region around or part of it, or NULL */

	unsigned digest; /* of transform/digest.h */

	unsigned collapse;   /* loops shared out */
	const char *unknown; /* OpenMP statement within or around, or NULL */
	bool ordered;	     /* an ordered clause stands */
	bool nowait;	     /* threads do not wait for each other at its end */

	/* Of the thread rule: the reason against other clauses, and the needs
	   that other units must establish. */
	vec<char *> reasons, needs;

	/* In the child: DECL_UIDs from the clauses, and of witnesses. */
	vec<unsigned> private_uids;
	vec<unsigned> reduction_uids;
	vec<unsigned> shared_uids;
	vec<unsigned> local_uids; /* private: declared in the region */
	vec<const char *> witness_names;
	vec<unsigned> witness_uids;

	struct json_writer head; /* members seen by the record pass */
	struct json_writer
		body; /* members sent by the child; empty: none came */
	struct json_writer plans; /* elements of "plans" */
	struct construct_entry entry;
	struct place *places; /* of all loops of "nest", sent by the child */
	unsigned place_count;
};

/* Every construct so far; also the order of the records. */
extern vec<struct construct *> constructs;

/* "_ZN6Matrix4fillEd", "step_": what the linker sees. */
const char *construct_assembler_name(tree function);

/* "Matrix::fill", "scale<double>", "step": without its arguments. */
const char *construct_shown_name(tree function);

struct construct *construct_new(tree function, location_t location);

/* How many the function has that was met last. */
unsigned construct_count(unsigned function_uid);

/* The construct with this function and ordinal, or NULL. */
struct construct *construct_find(unsigned function_uid, unsigned ordinal);

/* The construct of the current function whose loop or outermost statement
   this is, or NULL. */
struct construct *construct_of(gimple *statement);

void construct_free_all(void);

#endif
