/*
 * A tuning in progress: the program, the store, and runs of builds of the
 * program, each made once and kept.
 */
#ifndef PODIUM_SESSION_H
#define PODIUM_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "build/launch.h"
#include "build/make.h"
#include "build/plan.h"
#include "build/product.h"
#include "compare/compare.h"
#include "overlay.h"
#include "store/store.h"

struct choice;
struct text;

/* What the user asked for. */
struct session_wish {
	char *const *arguments; /* the command, NULL at the end */
	const char *build, *run, *check, *store, *gcc, *input;
	const char *const *sources; /* NULL at the end */
	char *const *flags;	    /* for sources */
	const char *const *files;   /* to compare, NULL at the end; or NULL */
	double tolerance;
	double seconds;	     /* limit of a run of the original, 0 for none */
	double memory, file; /* bytes, 0 for what is usual */
	bool cpu;	     /* judge by processor time */
	bool pin;
};

struct session {
	const struct session_wish *wish;
	const char *scratch;
	struct plan plan; /* of the build, */
	struct make make; /* and how variants are made by it */
	struct launch launch;
	struct store *store;
	int64_t campaign;
	struct compare compare; /* what is printed, and the user's files */
	struct outputs_file *files;
	struct overlay overlay;
	double memory; /* limit in bytes */
	char *governor;
	uint64_t original; /* digest of the original program, */
	uint64_t whole;	   /* with the libraries that the build makes */
	char *usual;	   /* how the original ends, "" for exit status 0 */
	/* variants are seen at the place of the original: it looks beside
	   itself for what it needs */
	bool in_place;
	size_t made, reused; /* runs: now, and taken from the store */
	double spent;	     /* seconds that all of them took */
	size_t builds;	     /* of variants, */
	double building;     /* and their seconds */
	size_t asked;	     /* for more runs of the original: outputs.c */
	/* what it prints may depend on how iterations are divided: then other
	   threads teach what is right as well */
	bool reorders;
};

/* A build of the program that can be run. */
struct contender {
	char *variant; /* lines of a tuned file, "" for the original */
	const struct choice *choice; /* how it is compiled; NULL: as it was */
	bool clocked; /* it has clocks in its loops; the run's loops are set */
	int threads;  /* it is told to run with so many; 0: as the user does */
	double limit; /* seconds that a run of it may take; 0: as the user says
		       */
	bool built;
	bool failed; /* it does not build; reason says why */
	char *reason;
	struct product program; /* path NULL: the original's */
	uint64_t digest;
};

/*
 * Build the original as the user does, understand how, read its loops, open
 * the store. False when the session cannot begin; the user was told.
 */
bool session_begin(struct session *session, const struct session_wish *wish);
void session_end(struct session *session);

/* Build a contender, once. False if podium shall stop. */
bool session_build(struct session *session, struct contender *contender);
void contender_free(struct contender *contender);

/*
 * Run it for that step, or find the run in the store. False if podium shall
 * stop: the user interrupts, or the store cannot be written.
 */
bool session_measure(struct session *session, const char *step,
		     struct contender *contender, double predicted,
		     struct store_run *run);

/* Keep that it could not be built, like a run that failed. */
bool session_keep_failure(struct session *session, const char *step,
			  const struct contender *contender);

/* Where a run has written the file of that name; the caller frees it. */
char *session_file(const struct session *session, const char *name);

bool session_good(const struct store_run *run);

/* Did it end at a limit of time? */
bool session_cut(const struct store_run *run);

/* Files of the current folder that were written since and are not compared. */
void session_written(const struct session *session, struct timespec since,
		     struct text *names);

/* Were any, also of those that are compared? */
bool session_writes(const struct session *session, struct timespec since);

/* Did the first run of the original fail, and not the one after it? */
bool session_stumbled(const struct session *session,
		      const struct contender *original);

/* Show the end of what the last run said of errors. */
void session_show_errors(const struct session *session);

/* Are the threads of its runs bound to cores, which the user did not do? */
bool session_pins(const struct session *session);

/* By the objective: seconds by the clock, or of processors. */
double session_time(const struct session *session, const struct store_run *run);

#endif
