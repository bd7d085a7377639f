/*
 * A store as a data base of SQLite with a mark and the number of its format,
 * and messages for its errors.
 */
#ifndef PODIUM_DATABASE_H
#define PODIUM_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

struct lock;
struct text;

struct database {
	sqlite3 *sqlite;
	char *path;
	struct lock *lock; /* NULL: for reading */
	char *copy;	   /* NULL: for writing */
};

/*
 * Open it for writing, and make it if need be; or open a copy for reading, as
 * it was after the last transaction. False with a *problem if that cannot be.
 * Close it in any case.
 */
bool database_open(struct database *base, const char *path, bool writing,
		   struct text *problem);
void database_close(struct database *base);

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
