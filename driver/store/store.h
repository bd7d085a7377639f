/*
 * The store of a project, podium.db: every run that was made, durable before
 * the next begins. doc/store.md describes the tables.
 */
#ifndef PODIUM_STORE_H
#define PODIUM_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct store;
struct text;

/* What runs have in common that may be compared with each other. */
struct store_campaign {
	const char *machine;  /* processor, cores, caches */
	const char *compiler; /* and its version */
	const char *source;   /* digest of the original program */
	const char *flags;    /* of the compilations, digest */
	const char *command;  /* how it is run, with the check */
};

struct store_run {
	char *step;    /* what it was for: "try/2/variant" */
	char *variant; /* as lines of a tuned file, "" for the original */
	char *status;  /* "ok", "failed" */
	char *reason;  /* of a failure, else "" */
	char *program; /* digest of what was run */
	char *loops;   /* JSON: what the clocks said of each, or "" */
	double wall, cpu, resident, predicted;
	double load, mhz;
	char *governor;
	char *ended; /* UTC; the store's own */
	char *host;  /* where a launcher led, or NULL; not in this table */
};

/*
 * Open the store. With "writing" it is made if need be, and no other podium
 * may write at the same time; else it is a copy, as of now. NULL and a
 * *problem if that cannot be.
 */
struct store *store_open(const char *path, bool writing, struct text *problem);
/* As it was named. */
const char *store_path(const struct store *store);

void store_close(struct store *store);

/* Does another podium write into it now? Ask before it is opened. */
bool store_is_busy(const char *path);

/* The number of the campaign, a new one if it is not there; 0 on failure. */
int64_t store_campaign(struct store *store,
		       const struct store_campaign *campaign,
		       struct text *problem);

/*
 * The run of that step. False if there is none. Free with store_run_free.
 */
bool store_find(struct store *store, int64_t campaign, const char *step,
		struct store_run *run);

/* Add a run, in place of that of its step; on return it is on the disk. */
bool store_add(struct store *store, int64_t campaign,
	       const struct store_run *run, struct text *problem);

/*
 * Remove what may come out otherwise when it is run again: the rounds in which
 * the original failed, variants that failed without an original that ran well
 * beside them, and what ended at a limit that the user sets. A round is the
 * step up to its last '/'.
 */
bool store_forget_doubtful(struct store *store, int64_t campaign,
			   struct text *problem);

/* Remove all runs of a campaign. */
bool store_forget(struct store *store, int64_t campaign, struct text *problem);

/* A text that is kept under a name: the log of a build. */
bool store_keep(struct store *store, const char *name, const char *content,
		struct text *problem);

/* NULL if nothing is kept under the name; the caller frees it. */
char *store_kept(struct store *store, const char *name);

/* The same of a file, of which memory holds a piece at a time. */
bool store_keep_file(struct store *store, const char *name, const char *path,
		     struct text *problem);

/* Into a file. False if nothing is kept under the name, or with a *problem. */
bool store_kept_file(struct store *store, const char *name, const char *path,
		     struct text *problem);

/* Called for each run, in the order in which they were made. */
typedef void store_visit(void *context, int64_t campaign,
			 const struct store_campaign *of,
			 const struct store_run *run);

/* All runs, or those of one campaign. */
bool store_visit_runs(struct store *store, int64_t campaign, store_visit *visit,
		      void *context, struct text *problem);

void store_run_free(struct store_run *run);

#endif
