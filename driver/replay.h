/*
 * Does parts of a build again, in a folder of podium's: the units that hold
 * loops are compiled with other clauses and flags, archives and links that
 * they go into are repeated with the objects exchanged. What the build itself
 * made is read and never written.
 */
#ifndef PODIUM_REPLAY_H
#define PODIUM_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "records.h"
#include "step.h"

struct text;

struct replay_unit {
	const struct step *step;
	struct records records;
	bool wanted;  /* it is compiled anew in variants */
	bool missing; /* the build left no object of it */
	char *object; /* made once for all variants that need no other */
};

struct replay {
	struct steps steps;
	char *program;		   /* the user's, absolute */
	const struct step *target; /* what made it */
	struct replay_unit *units; /* what goes into it */
	size_t unit_count;
	char *unseen; /* an object whose making was not seen, or NULL */
	bool opaque;  /* and it has OpenMP, and is of this build */
	const char *scratch;
	struct replay_compiler *compilers; /* and their plugins */
	size_t compiler_count;
	size_t built; /* variants so far */
	/* of the build; NULL where sources were named */
	char *command;
	char *made; /* files that it makes, a path a line */
	/* where it cannot be replayed and is done as a whole, else NULL */
	struct rebuild *rebuild;
};

struct replay_variant {
	const char *tuned;	  /* a file, or NULL */
	const char *const *flags; /* more of them, or NULL */
	bool clock;		  /* with clocks in the loops */
};

/* What a variant became. */
struct replay_program {
	char *path;
	char *libraries; /* the folder of them, NULL if it has none */
	char *folder;	 /* all that was made for it */
};

/* Add the steps of a log, line by line. */
void replay_read(struct replay *replay, const char *log);

/*
 * Find the link that made the program and the units that go into it, with
 * "scratch" to work in. False if it was not seen being linked, and the build
 * did not make it otherwise.
 */
bool replay_aim(struct replay *replay, const char *program,
		const char *scratch);

/*
 * Compile the units that use OpenMP for their records, and link the program
 * to see whether that can be done. Where one of them cannot, variants become
 * whole builds, see rebuild.h; where that is no way out either, units that do
 * not compile are told of and left alone. False if the user interrupts or
 * there is no plugin for a compiler.
 */
bool replay_record(struct replay *replay, struct text *problem);

/*
 * Build a variant. On failure *problem has the last words of the compiler or
 * says what else was wrong.
 */
bool replay_build(struct replay *replay, const struct replay_variant *variant,
		  struct replay_program *program, struct text *problem);

/* Remove the files of a variant that is no longer run. */
void replay_discard(struct replay_program *program);

void replay_free(struct replay *replay);

#endif
