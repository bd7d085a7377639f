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

/* Libraries in libraries, at most. */
#define PLAN_NESTING 20

struct plan_unit {
	const struct step *step;
	uint64_t source; /* its digest, 0 if it is gone as some builds' are */
	struct records records;
	bool wanted;  /* it is compiled anew in variants */
	bool missing; /* the build left no object of it */
	char *object; /* then one that is made here, once */
};

struct plan {
	struct steps steps;
	char *program;		   /* the user's, absolute */
	const struct step *target; /* what made it */
	struct plan_unit *units;   /* what goes into it */
	size_t unit_count;
	char *unseen; /* an object whose making was not seen, or NULL */
	bool opaque;  /* and it has OpenMP, and is of this build */
	bool paths;   /* records and clocks name files by their paths */
	struct plan_compiler *compilers; /* and their plugins */
	size_t compiler_count;
	/* behind those of each unit where records are read; NULL at the end, or
	 * NULL */
	char *const *flags;
	/* of the build; NULL where sources were named */
	char *command;
	char *made; /* files that it makes, a path a line */
};

/*
 * Find the link that made the program and the units that go into it. False if
 * it was not seen being linked, and the build did not make it otherwise.
 */
bool plan_aim(struct plan *plan, const char *program);

/*
 * Take the units of all programs and libraries of the build, and objects that
 * go into none, for units of one program.
 */
void plan_take_all(struct plan *plan);

/* From now on a compilation stands for all units, and for the link. */
void plan_reduce(struct plan *plan, const struct step *step);

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

void plan_free(struct plan *plan);

#endif
