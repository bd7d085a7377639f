/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stores as data bases of SQLite. One podium writes, in exclusive locking mode
 * with a rollback journal, which needs no memory shared between processes.
 * Readers take a copy, so they never wait for the writer.
 */
#include "database.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "base/text.h"
#include "lock.h"

/* Says in the file that it is a store: "podi". */
#define APPLICATION 0x706f6469

#define FORMAT 1

#define PATIENCE 3000 /* ms that another program may hold the file */

/* A file that is written while it is copied is copied again, so often. */
#define ATTEMPTS 20

#define ANOTHER "name another one with --store"

static const char schema[] =
	"CREATE TABLE campaign("
	" id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL,"
	" machine TEXT NOT NULL, compiler TEXT NOT NULL, source TEXT NOT NULL,"
	" flags TEXT NOT NULL, command TEXT NOT NULL,"
	" begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
	"CREATE TABLE run("
	" id INTEGER PRIMARY KEY,"
	" campaign INTEGER NOT NULL REFERENCES campaign(id),"
	" step TEXT NOT NULL, variant TEXT NOT NULL, status TEXT NOT NULL,"
	" reason TEXT NOT NULL, program TEXT NOT NULL, loops TEXT NOT NULL,"
	" wall REAL, cpu REAL, resident REAL, predicted REAL,"
	" load REAL, mhz REAL, governor TEXT NOT NULL,"
	" ended TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"
	" UNIQUE(campaign, step));"
	"CREATE TABLE kept(name TEXT PRIMARY KEY, content TEXT NOT NULL);";

/* ---- words for what went wrong ---- */

/* The reason, and the remedy. */
static const struct {
	int code;
	const char *words;
} remedies[] = {
	{SQLITE_BUSY, "another program holds it; end that one, or " ANOTHER},
	{SQLITE_LOCKED, "another program holds it; end that one, or " ANOTHER},
	{SQLITE_CORRUPT, "it is damaged; move it away, or " ANOTHER},
	{SQLITE_NOTADB, "it is no data base; move it away, or " ANOTHER},
	{SQLITE_FULL, "the disk is full; make room and start again"},
	{SQLITE_IOERR_LOCK, "its file system has no locks; " ANOTHER},
	{SQLITE_IOERR_RDLOCK, "its file system has no locks; " ANOTHER},
	{SQLITE_IOERR, "it cannot be written or read; is the disk full?"},
	{SQLITE_READONLY, "it may not be written; " ANOTHER},
	{SQLITE_CANTOPEN, "it cannot be opened; " ANOTHER},
	{SQLITE_TOOBIG, "it has no room for so long a text; print less"},
};

void database_explain(const struct database *base, struct text *problem)
{
	int code = sqlite3_extended_errcode(base->sqlite);
	size_t i = 0, count = sizeof(remedies) / sizeof(remedies[0]);

	while (i < count && remedies[i].code != code &&
	       remedies[i].code != (code & 0xff))
		i++;
	text_print(problem, "store '%s': ", base->path);
	if (i < count)
		text_add(problem, remedies[i].words);
	else
		text_print(problem, "%s; move it away, or " ANOTHER,
			   sqlite3_errmsg(base->sqlite));
}

/* ---- statements ---- */

bool database_execute(const struct database *base, const char *statements,
		      struct text *problem)
{
	if (sqlite3_exec(base->sqlite, statements, NULL, NULL, NULL) ==
	    SQLITE_OK)
		return true;
	database_explain(base, problem);
	return false;
}

sqlite3_stmt *database_prepare(const struct database *base,
			       const char *statement)
{
	sqlite3_stmt *prepared = NULL;

	sqlite3_prepare_v2(base->sqlite, statement, -1, &prepared, NULL);
	return prepared;
}

void database_bind(sqlite3_stmt *prepared, int index, const char *string)
{
	sqlite3_bind_text(prepared, index, string ? string : "", -1,
			  SQLITE_TRANSIENT);
}

char *database_column(sqlite3_stmt *row, int index)
{
	const unsigned char *string = sqlite3_column_text(row, index);

	return memory_string(string ? (const char *)string : "");
}

static bool ask_number(const struct database *base, const char *question,
		       int64_t *answer, struct text *problem)
{
	sqlite3_stmt *prepared = database_prepare(base, question);
	bool good = prepared && sqlite3_step(prepared) == SQLITE_ROW;

	if (good)
		*answer = sqlite3_column_int64(prepared, 0);
	else
		database_explain(base, problem);
	sqlite3_finalize(prepared);
	return good;
}

/* ---- opening ---- */

static bool is_sound(const struct database *base, struct text *problem)
{
	sqlite3_stmt *prepared =
		database_prepare(base, "PRAGMA quick_check(1)");
	bool good = prepared && sqlite3_step(prepared) == SQLITE_ROW;
	const char *answer =
		good ? (const char *)sqlite3_column_text(prepared, 0) : NULL;

	if (!good)
		database_explain(base, problem);
	else if (!answer || strcmp(answer, "ok") != 0)
		text_print(problem,
			   "store '%s' is damaged (%s); move it away, " ANOTHER
			   ", or save what is left with: sqlite3 '%s' .recover",
			   base->path, answer ? answer : "", base->path);
	good = good && answer && strcmp(answer, "ok") == 0;
	sqlite3_finalize(prepared);
	return good;
}

static bool make_tables(const struct database *base, struct text *problem)
{
	struct text statements = {0};
	bool good;

	text_print(&statements,
		   "BEGIN;%sPRAGMA application_id = %d;"
		   "PRAGMA user_version = %d;COMMIT;",
		   schema, APPLICATION, FORMAT);
	good = database_execute(base, text_string(&statements), problem);
	text_free(&statements);
	return good;
}

/* Is it a store of this format? Where it is empty a writer makes it one. */
static bool check_format(const struct database *base, bool writing,
			 struct text *problem)
{
	int64_t format, application, tables;

	if (!ask_number(base, "PRAGMA user_version", &format, problem) ||
	    !ask_number(base, "PRAGMA application_id", &application, problem) ||
	    !ask_number(base, "SELECT count(*) FROM sqlite_master", &tables,
			problem))
		return false;
	if (application == APPLICATION && format == FORMAT)
		return true;
	if (tables == 0 && format == 0) {
		if (writing)
			return make_tables(base, problem);
		text_print(problem, "store '%s' holds nothing", base->path);
	} else if (application == APPLICATION) {
		text_print(problem,
			   "store '%s' was written by another podium (format "
			   "%" PRId64
			   ", this one knows %d); use that one, or " ANOTHER,
			   base->path, format, FORMAT);
	} else {
		text_print(
			problem,
			"'%s' is a data base, but no store of podium; " ANOTHER,
			base->path);
	}
	return false;
}

/*
 * The holder of the file is known before anything is run. A run is on the disk
 * when its transaction ends.
 */
static bool open_for_writing(struct database *base, struct text *problem)
{
	base->lock = lock_take(base->path, problem);
	if (!base->lock)
		return false;
	if (sqlite3_open_v2(base->path, &base->sqlite,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
			    NULL) != SQLITE_OK) {
		database_explain(base, problem);
		return false;
	}
	sqlite3_busy_timeout(base->sqlite, PATIENCE);
	return database_execute(base,
				"PRAGMA locking_mode = EXCLUSIVE;"
				"PRAGMA journal_mode = DELETE;"
				"PRAGMA synchronous = FULL;"
				"PRAGMA foreign_keys = ON;"
				"BEGIN EXCLUSIVE; COMMIT;",
				problem);
}

/* ---- reading ---- */

struct state {
	struct stat store, journal; /* zero where there is none */
};

static struct state state_of(const char *store, const char *journal)
{
	struct state state = {0};

	if (stat(store, &state.store) != 0)
		state.store = (struct stat){0};
	if (stat(journal, &state.journal) != 0)
		state.journal = (struct stat){0};
	return state;
}

static bool is_same_file(const struct stat *one, const struct stat *other)
{
	return one->st_ino == other->st_ino && one->st_size == other->st_size &&
	       one->st_mtim.tv_sec == other->st_mtim.tv_sec &&
	       one->st_mtim.tv_nsec == other->st_mtim.tv_nsec;
}

/*
 * Copy the store with its journal, by which SQLite rolls back a transaction
 * under way. Again if they changed meanwhile.
 */
static bool copy_store(const struct database *base, struct text *problem)
{
	const struct timespec pause = {0, 50000000};
	char *real = realpath(base->path, NULL);
	char *journal = memory_print("%s-journal", real ? real : base->path);
	char *copied = memory_print("%s-journal", base->copy);
	bool good = true, steady = false;
	int error = 0;

	for (int i = 0; i < ATTEMPTS && good && !steady; i++) {
		struct state before = state_of(base->path, journal), after;

		if (i > 0)
			nanosleep(&pause, NULL);
		unlink(copied);
		good = file_copy(base->path, base->copy) &&
		       chmod(base->copy, 0600) == 0 &&
		       (!before.journal.st_ino || file_copy(journal, copied) ||
			errno == ENOENT);
		error = errno;
		after = state_of(base->path, journal);
		steady = is_same_file(&before.store, &after.store) &&
			 is_same_file(&before.journal, &after.journal);
	}
	if (!good)
		text_print(problem, "cannot copy '%s' to '%s': %s", base->path,
			   base->copy, strerror(error));
	else if (!steady)
		text_print(problem,
			   "'%s' is being written all the time; try again",
			   base->path);
	free(copied);
	free(journal);
	free(real);
	return good && steady;
}

static bool open_for_reading(struct database *base, struct text *problem)
{
	const char *folder = scratch_open(problem);

	if (!folder)
		return false;
	base->copy = memory_print("%s/store.db", folder);
	if (!copy_store(base, problem))
		return false;
	if (sqlite3_open_v2(base->copy, &base->sqlite, SQLITE_OPEN_READWRITE,
			    NULL) == SQLITE_OK)
		return true;
	database_explain(base, problem);
	return false;
}

bool database_open(struct database *base, const char *path, bool writing,
		   struct text *problem)
{
	*base = (struct database){.path = memory_string(path)};
	return (writing ? open_for_writing(base, problem)
			: open_for_reading(base, problem)) &&
	       is_sound(base, problem) && check_format(base, writing, problem);
}

void database_close(struct database *base)
{
	sqlite3_close(base->sqlite);
	lock_release(base->lock);
	if (base->copy) {
		unlink(base->copy);
		scratch_free();
	}
	free(base->copy);
	free(base->path);
	*base = (struct database){0};
}
