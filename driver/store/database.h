/*
 * Data bases of podium: files of SQLite with a mark of what they are and the
 * number of their format, and words for what goes wrong with them.
 */
#ifndef PODIUM_DATABASE_H
#define PODIUM_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct shared;
struct text;

struct database_kind {
	const char *name;    /* "store" */
	const char *instead; /* a remedy: "name another one with --store" */
	int application;     /* says in the file what it is */
	int version;	     /* the newest format that is understood */
	const char *const *migrations; /* what each added to the one before */
	const char *begin;	       /* statements of who writes */
};

struct database {
	const struct database_kind *kind;
	sqlite3 *sqlite;
	char *path;
	struct shared *shared; /* where several machines see it, else NULL */
};

/*
 * Open it; "writing" makes it if need be and brings it up to the newest
 * format. False with a *problem if that cannot be. Close it in any case.
 */
bool database_open(struct database *base, const struct database_kind *kind,
		   const char *path, bool writing, struct text *problem);
void database_close(struct database *base);

/* What was written is now to be seen by all. False with a *problem if not. */
bool database_settle(const struct database *base, struct text *problem);

/* What went wrong just now, with a remedy. */
void database_explain(const struct database *base, struct text *problem);

/* False with a *problem if that fails. */
bool database_execute(const struct database *base, const char *statements,
		      struct text *problem);

/* One statement; NULL if that fails. */
sqlite3_stmt *database_prepare(const struct database *base,
			       const char *statement);

/* Like all of its values NULL is "". */
void database_bind(sqlite3_stmt *prepared, int index, const char *string);

/* The caller frees it. */
char *database_column(sqlite3_stmt *row, int index);

#endif
