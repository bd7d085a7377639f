/*
 * A tuning in progress: the program as the user builds it, the store, and what
 * runs have taught. contender.c builds variants of the program, execute.c runs
 * them.
 */
#ifndef PODIUM_SESSION_H
#define PODIUM_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "build/launch.h"
#include "build/make.h"
#include "build/plan.h"
#include "compare/compare.h"
#include "overlay.h"
#include "run/leave.h"
#include "run/node.h"
#include "store/store.h"

/* Runs of the baseline that teach its time and its output, where variants have
   runs of their own. */
#define SESSION_ORIGINALS 2

/* What the user asked for. */
struct session_wish {
	char *const *arguments; /* the command, NULL at the end */
	const char *build, *run, *check, *store, *gcc, *input;
	const char *launcher; /* before every run of the program, or NULL */
	int jobs;	      /* machines that it may lead to at a time */
	const char *const *sources; /* NULL at the end */
	char *const *flags;	    /* for sources */
	const char *const *files;   /* to compare, NULL at the end; or NULL */
	struct compare_wish compare;
	char *const *ignored; /* its patterns, NULL at the end; or NULL */
	double seconds;	      /* limit of a run of the baseline, 0 for none */
	double memory, file;  /* bytes, 0 for what is usual */
	bool pin;
};

/* The outputs of a run: stdout, stderr and files. */
enum { SESSION_STDOUT, SESSION_STDERR, SESSION_FILES };

struct session_output {
	struct compare compare;
	struct leave before; /* the run; of files */
	bool found;	     /* in the folder, and not named by the user */
	bool dropped;	     /* not every run of the baseline writes it */
};

struct ahead;

struct session {
	const struct session_wish *wish;
	const char *scratch;
	char *folder;	   /* the same, if it is the session's own */
	struct plan *plan; /* of the build, */
	struct make *make; /* and how variants are made by it */
	struct launch launch;
	struct store *store;
	int64_t campaign;
	struct session_output *outputs;
	size_t output_count;
	struct overlay overlay;
	struct node *node;   /* where runs are made */
	struct ahead *ahead; /* those that were sent there, or NULL */
	size_t jobs; /* errands at a time; 0: not known yet, or runs are here */
	struct runner_result check; /* where the last one was judged there */
	bool stranded; /* none can be made any more: podium stops */
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
	size_t originals;    /* its runs as it is, of SESSION_ORIGINALS */
	double length;	     /* seconds of the first of these */
	char *errors;	     /* stderr of the last run of all */
	struct worlds {
		size_t asked, again; /* for one more run of the baseline */
		double last;	     /* time of that */
		bool good;	     /* the last one ran well */
	} worlds;
};

/*
 * Where runs are made by a launcher: what is the machine there? Comes before
 * all that asks about the machine. The user was told if it fails.
 */
bool session_reach(struct session *session, const struct session_wish *wish);

/*
 * Build the original as the user does, understand how, read its loops, open
 * the store. False when the session cannot begin; the user was told.
 */
bool session_begin(struct session *session, const struct session_wish *wish);

/*
 * The same program, run in another way: what was built and the store are those
 * of the first session, which must stay; all that runs teach is of this one
 * alone. False when it cannot begin; the user was told.
 */
bool session_beside(struct session *session, const struct session *first,
		    const struct session_wish *wish);

void session_end(struct session *session);

/* One more file to compare, that was found in the folder. */
void session_add_file(struct session *session, const char *name);

/* True, and the user is told, if what was tried failed for want of room. */
bool session_lacks_room(const char *reason);

/* Was the program changed since? Variants of another one say nothing of this
   one; the user was told. */
bool session_edited(const struct session *session);

bool session_good(const struct store_run *run);

/* Did it end at a limit of time? */
bool session_cut(const struct store_run *run);

/* Are the threads of its runs bound to cores, which the user did not do? */
bool session_pins(const struct session *session);

#endif
