/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store of a project.
 */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "digest.h"
#include "memory.h"
#include "text.h"

/* Says in the file that it is a store: "podi". */
#define APPLICATION 0x706f6469

#define PATIENCE 3000 /* ms that another program may hold the file */

struct store {
	sqlite3 *base;
	char *path;
	int lock; /* held while this podium writes; -1 for none */
};

/* What each version added to the one before. */
static const char *const migrations[STORE_VERSION] = {
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
	"CREATE TABLE kept(name TEXT PRIMARY KEY, content TEXT NOT NULL);",
};

/* ---- words for what went wrong ---- */

/* Why, and what to do about it. */
static const struct {
	int code;
	const char *words;
} remedies[] = {
	{SQLITE_BUSY, "another program holds it; end that one, or name "
		      "another store with --store"},
	{SQLITE_LOCKED, "another program holds it; end that one, or name "
			"another store with --store"},
	{SQLITE_CORRUPT, "it is damaged; move it away, or save what is left "
			 "with: sqlite3 podium.db .recover"},
	{SQLITE_NOTADB, "it is no store of podium; move it away, or name "
			"another one with --store"},
	{SQLITE_FULL, "the disk is full; make room and start again: what was "
		      "measured is kept"},
	{SQLITE_IOERR, "it cannot be written or read; is the disk full?"},
	{SQLITE_READONLY, "it may not be written; name another one with "
			  "--store"},
	{SQLITE_CANTOPEN, "it cannot be opened; name one in a folder that may "
			  "be written with --store"},
};

static void explain(const struct store *store, struct text *problem)
{
	int code = sqlite3_errcode(store->base);

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++)
		if (remedies[i].code == (code & 0xff)) {
			text_print(problem, "store '%s': %s", store->path,
				   remedies[i].words);
			return;
		}
	text_print(problem,
		   "store '%s': %s; move it away, or name another one with "
		   "--store",
		   store->path, sqlite3_errmsg(store->base));
}

static bool execute(struct store *store, const char *statements,
		    struct text *problem)
{
	if (sqlite3_exec(store->base, statements, NULL, NULL, NULL) ==
	    SQLITE_OK)
		return true;
	explain(store, problem);
	return false;
}

/* ---- one value ---- */

static sqlite3_stmt *prepare(struct store *store, const char *statement)
{
	sqlite3_stmt *prepared = NULL;

	sqlite3_prepare_v2(store->base, statement, -1, &prepared, NULL);
	return prepared;
}

static bool ask_number(struct store *store, const char *question,
		       int64_t *answer, struct text *problem)
{
	sqlite3_stmt *prepared = prepare(store, question);
	bool good = prepared && sqlite3_step(prepared) == SQLITE_ROW;

	if (good)
		*answer = sqlite3_column_int64(prepared, 0);
	else
		explain(store, problem);
	sqlite3_finalize(prepared);
	return good;
}

static char *column(sqlite3_stmt *row, int index)
{
	const unsigned char *string = sqlite3_column_text(row, index);

	return memory_string(string ? (const char *)string : "");
}

static void bind(sqlite3_stmt *prepared, int index, const char *string)
{
	sqlite3_bind_text(prepared, index, string ? string : "", -1,
			  SQLITE_TRANSIENT);
}

/* ---- opening ---- */

/* The lock of flock(2), which SQLite's own do not meet. */
static bool lock(struct store *store, struct text *problem)
{
	store->lock = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (store->lock < 0) {
		text_print(problem, "cannot open '%s': %s", store->path,
			   strerror(errno));
		return false;
	}
	if (flock(store->lock, LOCK_EX | LOCK_NB) == 0)
		return true;
	text_print(problem,
		   "another podium is tuning with the store '%s'; wait for it, "
		   "or name another one with --store",
		   store->path);
	return false;
}

static bool migrate(struct store *store, int64_t version, struct text *problem)
{
	struct text statements = {0};
	bool good;

	text_add(&statements, "BEGIN IMMEDIATE;");
	for (; version < STORE_VERSION; version++)
		text_add(&statements, migrations[version]);
	text_print(&statements,
		   "PRAGMA application_id = %d; PRAGMA user_version = %d;"
		   "COMMIT;",
		   APPLICATION, STORE_VERSION);
	good = execute(store, text_string(&statements), problem);
	text_free(&statements);
	return good;
}

static bool is_sound(struct store *store, struct text *problem)
{
	sqlite3_stmt *prepared = prepare(store, "PRAGMA quick_check(1)");
	bool good = prepared && sqlite3_step(prepared) == SQLITE_ROW;
	const char *answer =
		good ? (const char *)sqlite3_column_text(prepared, 0) : NULL;

	if (!good)
		explain(store, problem);
	else if (!answer || strcmp(answer, "ok") != 0)
		text_print(problem,
			   "store '%s' is damaged (%s); move it away, or save "
			   "what is left with: sqlite3 '%s' .recover",
			   store->path, answer ? answer : "", store->path);
	good = good && answer && strcmp(answer, "ok") == 0;
	sqlite3_finalize(prepared);
	return good;
}

static bool check_version(struct store *store, bool writing,
			  struct text *problem)
{
	int64_t version, application, tables;

	if (!ask_number(store, "PRAGMA user_version", &version, problem) ||
	    !ask_number(store, "PRAGMA application_id", &application,
			problem) ||
	    !ask_number(store, "SELECT count(*) FROM sqlite_master", &tables,
			problem))
		return false;
	if (version < 0 ||
	    (application != APPLICATION && (tables > 0 || version != 0))) {
		text_print(problem,
			   "'%s' is a data base, but no store of podium; name "
			   "another one with --store",
			   store->path);
		return false;
	}
	if (version > STORE_VERSION) {
		text_print(problem,
			   "store '%s' was written by a newer podium (format "
			   "%" PRId64 ", this one knows %d); use that one, or "
			   "name another store with --store",
			   store->path, version, STORE_VERSION);
		return false;
	}
	if (version < STORE_VERSION)
		return writing && migrate(store, version, problem);
	return true;
}

/* Who holds the file against writers shall be known before anything is run. */
static bool prepare_writing(struct store *store, struct text *problem)
{
	return execute(store,
		       "PRAGMA journal_mode = WAL;"
		       "PRAGMA synchronous = FULL;"
		       "PRAGMA foreign_keys = ON;"
		       "BEGIN IMMEDIATE; ROLLBACK;",
		       problem);
}

static bool begin(struct store *store, bool writing, struct text *problem)
{
	int flags = writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
			    : SQLITE_OPEN_READWRITE;

	if (writing && !lock(store, problem))
		return false;
	if (sqlite3_open_v2(store->path, &store->base, flags, NULL) !=
	    SQLITE_OK) {
		explain(store, problem);
		return false;
	}
	sqlite3_busy_timeout(store->base, PATIENCE);
	sqlite3_extended_result_codes(store->base, 1);
	return is_sound(store, problem) &&
	       check_version(store, writing, problem) &&
	       (!writing || prepare_writing(store, problem));
}

struct store *store_open(const char *path, bool writing, struct text *problem)
{
	struct store *store;

	if (!writing && access(path, F_OK) != 0) {
		text_print(problem,
			   "no store '%s' here; podium tune makes one, --store "
			   "names another",
			   path);
		return NULL;
	}
	store = memory_grow(NULL, 1, sizeof(*store));
	*store = (struct store){.path = memory_string(path), .lock = -1};
	if (begin(store, writing, problem))
		return store;
	if (problem->length == 0)
		text_print(problem, "store '%s' holds nothing", path);
	store_close(store);
	return NULL;
}

const char *store_path(const struct store *store)
{
	return store->path;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	sqlite3_close(store->base);
	/* after SQLite: closing any descriptor of the file drops its locks */
	if (store->lock >= 0)
		close(store->lock);
	free(store->path);
	free(store);
}

/* ---- campaigns ---- */

static char *key_of(const struct store_campaign *campaign)
{
	char *whole = memory_print("%s\n%s\n%s\n%s\n%s", campaign->machine,
				   campaign->compiler, campaign->source,
				   campaign->flags, campaign->command);
	char *key =
		memory_print("%016" PRIx64, digest_bytes(whole, strlen(whole)));

	free(whole);
	return key;
}

static int64_t find_campaign(struct store *store, const char *key)
{
	sqlite3_stmt *prepared =
		prepare(store, "SELECT id FROM campaign WHERE key = ?");
	int64_t id = 0;

	bind(prepared, 1, key);
	if (sqlite3_step(prepared) == SQLITE_ROW)
		id = sqlite3_column_int64(prepared, 0);
	sqlite3_finalize(prepared);
	return id;
}

int64_t store_campaign(struct store *store,
		       const struct store_campaign *campaign,
		       struct text *problem)
{
	char *key = key_of(campaign);
	int64_t id = find_campaign(store, key);
	const char *const values[] = {key,
				      campaign->machine,
				      campaign->compiler,
				      campaign->source,
				      campaign->flags,
				      campaign->command};

	if (id == 0) {
		sqlite3_stmt *prepared = prepare(
			store, "INSERT INTO campaign(key, machine, compiler,"
			       " source, flags, command)"
			       " VALUES(?, ?, ?, ?, ?, ?)");

		for (int i = 0; i < 6; i++)
			bind(prepared, i + 1, values[i]);
		if (sqlite3_step(prepared) == SQLITE_DONE)
			id = sqlite3_last_insert_rowid(store->base);
		else
			explain(store, problem);
		sqlite3_finalize(prepared);
	}
	free(key);
	return id;
}

/* ---- runs ---- */

#define RUN_COLUMNS                                                            \
	"step, variant, status, reason, program, loops, governor,"             \
	" wall, cpu, resident, predicted, load, mhz"

/* The columns above and when it ended, from index "at" on. */
static void read_run(sqlite3_stmt *row, int at, struct store_run *run)
{
	run->step = column(row, at);
	run->variant = column(row, at + 1);
	run->status = column(row, at + 2);
	run->reason = column(row, at + 3);
	run->program = column(row, at + 4);
	run->loops = column(row, at + 5);
	run->governor = column(row, at + 6);
	run->ended = column(row, at + 13);
	run->wall = sqlite3_column_double(row, at + 7);
	run->cpu = sqlite3_column_double(row, at + 8);
	run->resident = sqlite3_column_double(row, at + 9);
	run->predicted = sqlite3_column_double(row, at + 10);
	run->load = sqlite3_column_double(row, at + 11);
	run->mhz = sqlite3_column_double(row, at + 12);
}

void store_run_free(struct store_run *run)
{
	free(run->step);
	free(run->variant);
	free(run->status);
	free(run->reason);
	free(run->program);
	free(run->loops);
	free(run->governor);
	free(run->ended);
	*run = (struct store_run){0};
}

bool store_find(struct store *store, int64_t campaign, const char *step,
		struct store_run *run)
{
	sqlite3_stmt *prepared =
		prepare(store, "SELECT " RUN_COLUMNS ", ended"
			       " FROM run WHERE campaign = ? AND step = ?");
	bool found;

	sqlite3_bind_int64(prepared, 1, campaign);
	bind(prepared, 2, step);
	found = sqlite3_step(prepared) == SQLITE_ROW;
	if (found)
		read_run(prepared, 0, run);
	sqlite3_finalize(prepared);
	return found;
}

bool store_add(struct store *store, int64_t campaign,
	       const struct store_run *run, struct text *problem)
{
	const char *const words[] = {run->step,	   run->variant, run->status,
				     run->reason,  run->program, run->loops,
				     run->governor};
	const double numbers[] = {run->wall,	  run->cpu,  run->resident,
				  run->predicted, run->load, run->mhz};
	sqlite3_stmt *prepared = prepare(
		store, "INSERT INTO run(" RUN_COLUMNS ", campaign)"
		       " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	bool good;

	for (int i = 0; i < 7; i++)
		bind(prepared, i + 1, words[i]);
	for (int i = 0; i < 6; i++)
		sqlite3_bind_double(prepared, i + 8, numbers[i]);
	sqlite3_bind_int64(prepared, 14, campaign);
	good = sqlite3_step(prepared) == SQLITE_DONE;
	if (!good)
		explain(store, problem);
	sqlite3_finalize(prepared);
	return good;
}

/* ---- texts ---- */

bool store_keep(struct store *store, const char *name, const char *content,
		struct text *problem)
{
	sqlite3_stmt *prepared = prepare(
		store,
		"INSERT OR REPLACE INTO kept(name, content) VALUES(?, ?)");
	bool good;

	bind(prepared, 1, name);
	bind(prepared, 2, content);
	good = sqlite3_step(prepared) == SQLITE_DONE;
	if (!good)
		explain(store, problem);
	sqlite3_finalize(prepared);
	return good;
}

char *store_kept(struct store *store, const char *name)
{
	sqlite3_stmt *prepared =
		prepare(store, "SELECT content FROM kept WHERE name = ?");
	char *content = NULL;

	bind(prepared, 1, name);
	if (sqlite3_step(prepared) == SQLITE_ROW)
		content = column(prepared, 0);
	sqlite3_finalize(prepared);
	return content;
}

/* ---- all of it ---- */

static void visit_row(sqlite3_stmt *row, store_visit *visit, void *context)
{
	char *key[5];
	struct store_run run;

	for (int i = 0; i < 5; i++)
		key[i] = column(row, i + 1);
	read_run(row, 6, &run);
	visit(context, sqlite3_column_int64(row, 0),
	      &(struct store_campaign){key[0], key[1], key[2], key[3], key[4]},
	      &run);
	store_run_free(&run);
	for (int i = 0; i < 5; i++)
		free(key[i]);
}

bool store_visit_runs(struct store *store, int64_t campaign, store_visit *visit,
		      void *context, struct text *problem)
{
	sqlite3_stmt *prepared = prepare(
		store, "SELECT campaign.id, machine, compiler, source, flags,"
		       " command, " RUN_COLUMNS ", ended"
		       " FROM run JOIN campaign ON campaign.id = run.campaign"
		       " WHERE ?1 = 0 OR campaign.id = ?1 ORDER BY run.id");
	int answer = SQLITE_ERROR;

	if (prepared)
		sqlite3_bind_int64(prepared, 1, campaign);
	while (prepared && (answer = sqlite3_step(prepared)) == SQLITE_ROW)
		visit_row(prepared, visit, context);
	if (answer != SQLITE_DONE)
		explain(store, problem);
	sqlite3_finalize(prepared);
	return answer == SQLITE_DONE;
}
