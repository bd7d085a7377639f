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
#include <stdint.h>

#include "record/records.h"
#include "step.h"

struct text;

struct replay_unit {
	const struct step *step;
	uint64_t source; /* as replay_source has it */
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
	char *unseen;  /* an object whose making was not seen, or NULL */
	bool opaque;   /* and it has OpenMP, and is of this build */
	bool reorders; /* results may depend on the order of threads */
	const char *scratch;
	struct replay_compiler *compilers; /* and their plugins */
	size_t compiler_count;
	size_t built; /* variants so far */
	bool apart;   /* others are built at the same time */
	/* of the build; NULL where sources were named */
	char *command;
	char *made; /* files that it makes, a path a line */
	/* where it cannot be replayed and is done as a whole, else NULL */
	struct rebuild *rebuild;
};

struct replay_variant {
	const char *tuned; /* a file, or NULL */
	bool clock;	   /* with clocks in the loops */
	/* more flags, for every unit of the program; NULL at the end, or NULL
	 */
	char *const *flags;
	const char *source; /* in place of that of the unit, or NULL */
	size_t unit;
	/* the folder of a program of these flags and this source, for what is
	 * not compiled anew; or NULL */
	const char *like;
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

/* Digest of a compilation's source, 0 if it is gone as some builds' are. */
uint64_t replay_source(const struct step *step);

/*
 * The source of a wanted unit that was edited since the build, NULL if none
 * was.
 */
const char *replay_edited(const struct replay *replay);

/*
 * Build a variant. On failure *problem has the last words of the compiler or
 * says what else was wrong.
 */
bool replay_build(struct replay *replay, const struct replay_variant *variant,
		  struct replay_program *program, struct text *problem);

/*
 * Build several variants side by side, in as many processes as there are
 * cores, with an object for each unit that is wanted or changed. What fails
 * has no path in its program and a problem[], both as of replay_build. False
 * if the user interrupts.
 */
bool replay_build_all(struct replay *replay,
		      const struct replay_variant *variants, size_t count,
		      struct replay_program *programs, struct text *problems);

/*
 * Read the records of a unit out of such a build. False with a *problem if
 * that fails.
 */
bool replay_read_records(const struct replay *replay,
			 const struct replay_program *program, size_t unit,
			 struct records *records, struct text *problem);

/* Tells programs apart by what is loaded of them. */
bool replay_digest(const struct replay_program *program, uint64_t *digest);

/*
 * The line of a problem that says most: compilers end with what they gave up
 * on. The caller frees it.
 */
char *replay_reason(const struct text *problem);

/* Remove the files of a variant that is no longer run. */
void replay_discard(struct replay_program *program);

void replay_free(struct replay *replay);

#endif
