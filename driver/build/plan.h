/*
 * What is known of the user's build, so that it can be done again: its steps,
 * the link that made the program, and the units that go into that.
 */
#ifndef PODIUM_PLAN_H
#define PODIUM_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/records.h"
#include "step.h"

struct text;

struct plan_unit {
	const struct step *step;
	uint64_t source; /* as plan_source has it */
	struct records records;
	bool wanted;  /* it is compiled anew in variants */
	bool missing; /* the build left no object of it */
	char *object; /* made once for all variants that need no other */
};

struct plan {
	struct steps steps;
	char *program;		   /* the user's, absolute */
	const struct step *target; /* what made it */
	struct plan_unit *units;   /* what goes into it */
	size_t unit_count;
	char *unseen;  /* an object whose making was not seen, or NULL */
	bool opaque;   /* and it has OpenMP, and is of this build */
	bool reorders; /* results may depend on the order of threads */
	const char *scratch;
	struct plan_compiler *compilers; /* and their plugins */
	size_t compiler_count;
	size_t built; /* variants so far */
	bool apart;   /* others are built at the same time */
	/* of the build; NULL where sources were named */
	char *command;
	char *made; /* files that it makes, a path a line */
	/* where it cannot be done in parts and is done as a whole, else NULL */
	struct whole *whole;
};

/* Add the steps of a log, line by line. */
void plan_read(struct plan *plan, const char *log);

/*
 * Find the link that made the program and the units that go into it, with
 * "scratch" to work in. False if it was not seen being linked, and the build
 * did not make it otherwise.
 */
bool plan_aim(struct plan *plan, const char *program, const char *scratch);

/* Digest of a compilation's source, 0 if it is gone as some builds' are. */
uint64_t plan_source(const struct step *step);

/*
 * The source of a wanted unit that was edited since the build, NULL if none
 * was.
 */
const char *plan_edited(const struct plan *plan);

/*
 * The flag that loads the plugin for the compiler "program", NULL with a
 * *problem if there is none.
 */
const char *plan_plugin(struct plan *plan, const char *program,
			struct text *problem);

/* The records of all units, in a list that the caller frees. */
struct records **plan_records(struct plan *plan);

void plan_free(struct plan *plan);

#endif
