/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data bases of podium.
 */
#include "database.h"

#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "shared.h"

#define PATIENCE 3000 /* ms that another program may hold the file */

/* ---- words for what went wrong ---- */

/* Why, and what to do about it: that, or what the kind has instead. */
static const struct {
	int code;
	const char *words;
	bool instead;
} remedies[] = {
	{SQLITE_BUSY, "another program holds it; end that one, or ", true},
	{SQLITE_LOCKED, "another program holds it; end that one, or ", true},
	{SQLITE_CORRUPT, "it is damaged; move it away, or ", true},
	{SQLITE_NOTADB, "it is no data base; move it away, or ", true},
	{SQLITE_FULL, "the disk is full; make room and start again", false},
	{SQLITE_IOERR, "it cannot be written or read; is the disk full?",
	 false},
	{SQLITE_READONLY, "it may not be written; ", true},
	{SQLITE_CANTOPEN, "it cannot be opened; ", true},
	{SQLITE_TOOBIG, "it has no room for so long a text; print less", false},
};

void database_explain(const struct database *base, struct text *problem)
{
	int code = sqlite3_errcode(base->sqlite) & 0xff;

	text_print(problem, "%s '%s': ", base->kind->name, base->path);
	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++)
		if (remedies[i].code == code) {
			text_add(problem, remedies[i].words);
			text_add(problem, remedies[i].instead
						  ? base->kind->instead
						  : "");
			return;
		}
	text_print(problem, "%s; move it away, or %s",
		   sqlite3_errmsg(base->sqlite), base->kind->instead);
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
			   "%s '%s' is damaged (%s); move it away, %s, or save "
			   "what is left with: sqlite3 '%s' .recover",
			   base->kind->name, base->path, answer ? answer : "",
			   base->kind->instead, base->path);
	good = good && answer && strcmp(answer, "ok") == 0;
	sqlite3_finalize(prepared);
	return good;
}

/* Two may find it empty at once: who comes second finds it made. */
static bool migrate(const struct database *base, struct text *problem)
{
	const struct database_kind *kind = base->kind;
	struct text statements = {0};
	int64_t version;
	bool good;

	if (!database_execute(base, "BEGIN IMMEDIATE", problem) ||
	    !ask_number(base, "PRAGMA user_version", &version, problem))
		return false;
	for (; version < kind->version; version++)
		text_add(&statements, kind->migrations[version]);
	text_print(&statements,
		   "PRAGMA application_id = %d; PRAGMA user_version = %d;"
		   "COMMIT;",
		   kind->application, kind->version);
	good = database_execute(base, text_string(&statements), problem);
	text_free(&statements);
	return good;
}

struct stamp {
	int64_t version, application, tables;
};

/* All at one time: another program may be making it. */
static bool read_stamp(const struct database *base, struct stamp *stamp,
		       struct text *problem)
{
	return database_execute(base, "BEGIN", problem) &&
	       ask_number(base, "PRAGMA user_version", &stamp->version,
			  problem) &&
	       ask_number(base, "PRAGMA application_id", &stamp->application,
			  problem) &&
	       ask_number(base, "SELECT count(*) FROM sqlite_master",
			  &stamp->tables, problem) &&
	       database_execute(base, "COMMIT", problem);
}

static bool check_version(const struct database *base, bool writing,
			  struct text *problem)
{
	const struct database_kind *kind = base->kind;
	struct stamp stamp;

	if (!read_stamp(base, &stamp, problem))
		return false;
	if (stamp.version < 0 || (stamp.application != kind->application &&
				  (stamp.tables > 0 || stamp.version != 0))) {
		text_print(problem,
			   "'%s' is a data base, but no %s of podium; %s",
			   base->path, kind->name, kind->instead);
		return false;
	}
	if (stamp.version > kind->version) {
		text_print(problem,
			   "%s '%s' was written by a newer podium (format "
			   "%" PRId64 ", this one knows %d); use that one, or "
			   "%s",
			   kind->name, base->path, stamp.version, kind->version,
			   kind->instead);
		return false;
	}
	if (stamp.version < kind->version && !writing)
		text_print(problem, "%s '%s' holds nothing", kind->name,
			   base->path);
	return stamp.version == kind->version ||
	       (writing && migrate(base, problem));
}

/* Was it closed well, in a folder where nobody can go on with it? */
static bool is_still(const char *path)
{
	char *log = memory_print("%s-wal", path);
	char *copy = memory_string(path);
	bool still = access(log, F_OK) != 0 && access(dirname(copy), W_OK) != 0;

	free(log);
	free(copy);
	return still;
}

/* SQLite wants to write beside what it reads, unless it is told not to. */
static int open_still(struct database *base)
{
	struct text name = {0};
	int answer;

	text_add(&name, "file:");
	for (const char *at = base->path; *at; at++)
		text_print(&name, "%%%02x", (unsigned char)*at);
	text_add(&name, "?immutable=1");
	answer = sqlite3_open_v2(text_string(&name), &base->sqlite,
				 SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	text_free(&name);
	return answer;
}

/* Nobody else has the copy, and it may lie where locks do not work. */
static int open_copy(struct database *base)
{
	int answer = sqlite3_open_v2(shared_copy(base->shared), &base->sqlite,
				     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
				     "unix-none");

	if (answer == SQLITE_OK)
		answer = sqlite3_exec(base->sqlite,
				      "PRAGMA locking_mode = EXCLUSIVE;"
				      "PRAGMA journal_mode = MEMORY;",
				      NULL, NULL, NULL);
	return answer;
}

static int open_file(struct database *base, bool writing)
{
	int flags = SQLITE_OPEN_READWRITE | (writing ? SQLITE_OPEN_CREATE : 0);

	if (base->shared)
		return open_copy(base);
	if (!writing && is_still(base->path))
		return open_still(base);
	return sqlite3_open_v2(base->path, &base->sqlite, flags, NULL);
}

/* What holds against others and the loss of power is no matter of a copy. */
static bool begin_writing(const struct database *base, struct text *problem)
{
	if (!base->shared)
		return database_execute(base, base->kind->begin, problem);
	return database_execute(base,
				"PRAGMA synchronous = OFF;"
				"PRAGMA foreign_keys = ON;",
				problem) &&
	       database_settle(base, problem);
}

bool database_open(struct database *base, const struct database_kind *kind,
		   const char *path, bool writing, struct text *problem)
{
	*base = (struct database){.kind = kind, .path = memory_string(path)};
	if (shared_is_needed(path)) {
		base->shared = shared_open(path, writing, problem);
		if (!base->shared)
			return false;
	}
	if (open_file(base, writing) != SQLITE_OK) {
		database_explain(base, problem);
		return false;
	}
	sqlite3_busy_timeout(base->sqlite, PATIENCE);
	sqlite3_extended_result_codes(base->sqlite, 1);
	return is_sound(base, problem) &&
	       check_version(base, writing, problem) &&
	       (!writing || begin_writing(base, problem));
}

bool database_settle(const struct database *base, struct text *problem)
{
	return !base->shared || shared_publish(base->shared, problem);
}

void database_close(struct database *base)
{
	sqlite3_close(base->sqlite);
	shared_close(base->shared);
	free(base->path);
	*base = (struct database){0};
}
