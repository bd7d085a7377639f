/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store of a project.
 */
#include "store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database.h"
#include "base/digest.h"
#include "base/memory.h"
#include "base/text.h"
#include "lock.h"

/* Of a file that is kept: bytes in memory. */
#define PIECE 65536

struct store {
	struct database base;
};

/* ---- opening ---- */

bool store_is_busy(const char *path)
{
	return lock_is_held(path);
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
	if (database_open(&store->base, path, writing, problem))
		return store;
	store_close(store);
	return NULL;
}

const char *store_path(const struct store *store)
{
	return store->base.path;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	database_close(&store->base);
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

/* The number that the query gives for the word, 0 if it gives none. */
static int64_t find_row(struct store *store, const char *query,
			const char *word)
{
	sqlite3_stmt *prepared = database_prepare(&store->base, query);
	int64_t row = 0;

	database_bind(prepared, 1, word);
	if (sqlite3_step(prepared) == SQLITE_ROW)
		row = sqlite3_column_int64(prepared, 0);
	sqlite3_finalize(prepared);
	return row;
}

static int64_t find_campaign(struct store *store, const char *key)
{
	return find_row(store, "SELECT id FROM campaign WHERE key = ?", key);
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
		sqlite3_stmt *prepared = database_prepare(
			&store->base,
			"INSERT INTO campaign(key, machine, compiler,"
			" source, flags, command)"
			" VALUES(?, ?, ?, ?, ?, ?)");

		for (int i = 0; i < 6; i++)
			database_bind(prepared, i + 1, values[i]);
		if (sqlite3_step(prepared) == SQLITE_DONE)
			id = sqlite3_last_insert_rowid(store->base.sqlite);
		else
			database_explain(&store->base, problem);
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
	run->step = database_column(row, at);
	run->variant = database_column(row, at + 1);
	run->status = database_column(row, at + 2);
	run->reason = database_column(row, at + 3);
	run->program = database_column(row, at + 4);
	run->loops = database_column(row, at + 5);
	run->governor = database_column(row, at + 6);
	run->ended = database_column(row, at + 13);
	run->host = NULL;
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
	free(run->host);
	*run = (struct store_run){0};
}

bool store_find(struct store *store, int64_t campaign, const char *step,
		struct store_run *run)
{
	sqlite3_stmt *prepared = database_prepare(
		&store->base, "SELECT " RUN_COLUMNS ", ended"
			      " FROM run WHERE campaign = ? AND step = ?");
	bool found;

	sqlite3_bind_int64(prepared, 1, campaign);
	database_bind(prepared, 2, step);
	found = sqlite3_step(prepared) == SQLITE_ROW;
	if (found)
		read_run(prepared, 0, run);
	sqlite3_finalize(prepared);
	return found;
}

/* A statement that writes: on return that is on the disk. */
static bool carry_out(struct store *store, sqlite3_stmt *prepared,
		      struct text *problem)
{
	bool good = sqlite3_step(prepared) == SQLITE_DONE;

	if (!good)
		database_explain(&store->base, problem);
	sqlite3_finalize(prepared);
	return good;
}

bool store_add(struct store *store, int64_t campaign,
	       const struct store_run *run, struct text *problem)
{
	const char *const words[] = {run->step,	   run->variant, run->status,
				     run->reason,  run->program, run->loops,
				     run->governor};
	const double numbers[] = {run->wall,	  run->cpu,  run->resident,
				  run->predicted, run->load, run->mhz};
	sqlite3_stmt *prepared = database_prepare(
		&store->base,
		"INSERT OR REPLACE INTO run(" RUN_COLUMNS ", campaign)"
		" VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

	for (int i = 0; i < 7; i++)
		database_bind(prepared, i + 1, words[i]);
	for (int i = 0; i < 6; i++)
		sqlite3_bind_double(prepared, i + 8, numbers[i]);
	sqlite3_bind_int64(prepared, 14, campaign);
	return carry_out(store, prepared, problem);
}

/* The step up to its last '/'. */
#define ROUND "rtrim(step, replace(step, '/', ''))"

#define ORIGINALS                                                              \
	"(SELECT " ROUND " FROM run"                                           \
	" WHERE campaign = ?1 AND variant = '' AND"                            \
	" step NOT LIKE 'world/%' AND status = "

static bool forget(struct store *store, int64_t campaign, const char *statement,
		   struct text *problem)
{
	sqlite3_stmt *prepared = database_prepare(&store->base, statement);

	sqlite3_bind_int64(prepared, 1, campaign);
	return carry_out(store, prepared, problem);
}

/* Where it works in the end, its failures are those of a program that fails at
   times: they stay, or each time another verdict would come of it. */
#define LAST_ORIGINAL                                                          \
	"(SELECT status FROM run WHERE campaign = ?1 AND variant = ''"         \
	" AND step NOT LIKE 'world/%' ORDER BY rowid DESC LIMIT 1)"

bool store_forget_doubtful(struct store *store, int64_t campaign,
			   struct text *problem)
{
	return forget(
		store, campaign,
		"DELETE FROM run WHERE campaign = ?1 AND"
		" step NOT LIKE 'build/%' AND"
		" (" LAST_ORIGINAL " = 'failed' AND " ROUND " IN " ORIGINALS
		"'failed')"
		" OR status = 'failed' AND (reason LIKE '% limit of % MiB'"
		" OR " ROUND " NOT IN " ORIGINALS "'ok')))",
		problem);
}

bool store_forget(struct store *store, int64_t campaign, struct text *problem)
{
	return forget(store, campaign, "DELETE FROM run WHERE campaign = ?1",
		      problem);
}

/* ---- texts ---- */

bool store_keep(struct store *store, const char *name, const char *content,
		struct text *problem)
{
	sqlite3_stmt *prepared = database_prepare(
		&store->base,
		"INSERT OR REPLACE INTO kept(name, content) VALUES(?, ?)");

	database_bind(prepared, 1, name);
	database_bind(prepared, 2, content);
	return carry_out(store, prepared, problem);
}

char *store_kept(struct store *store, const char *name)
{
	sqlite3_stmt *prepared = database_prepare(
		&store->base, "SELECT content FROM kept WHERE name = ?");
	char *content = NULL;

	database_bind(prepared, 1, name);
	if (sqlite3_step(prepared) == SQLITE_ROW)
		content = database_column(prepared, 0);
	sqlite3_finalize(prepared);
	return content;
}

/* ---- files ---- */

/* A row with room for so many bytes, 0 on failure. */
static int64_t make_kept(struct store *store, const char *name, int64_t length)
{
	sqlite3_stmt *prepared = database_prepare(
		&store->base, "INSERT OR REPLACE INTO kept(name, content)"
			      " VALUES(?, zeroblob(?))");
	int64_t row = 0;

	database_bind(prepared, 1, name);
	sqlite3_bind_int64(prepared, 2, length);
	if (sqlite3_step(prepared) == SQLITE_DONE)
		row = sqlite3_last_insert_rowid(store->base.sqlite);
	sqlite3_finalize(prepared);
	return row;
}

static sqlite3_blob *open_kept(struct store *store, int64_t row, bool writing)
{
	sqlite3_blob *blob = NULL;

	if (sqlite3_blob_open(store->base.sqlite, "main", "kept", "content",
			      row, writing, &blob) == SQLITE_OK)
		return blob;
	sqlite3_blob_close(blob);
	return NULL;
}

/* From the file into the row, or back. */
static bool copy_piece(sqlite3_blob *blob, FILE *file, int at, int length,
		       bool keep)
{
	char piece[PIECE];
	size_t size = (size_t)length;

	if (keep)
		return fread(piece, 1, size, file) == size &&
		       sqlite3_blob_write(blob, piece, length, at) == SQLITE_OK;
	return sqlite3_blob_read(blob, piece, length, at) == SQLITE_OK &&
	       fwrite(piece, 1, size, file) == size;
}

static bool copy_kept(struct store *store, int64_t row, FILE *file, bool keep)
{
	sqlite3_blob *blob = open_kept(store, row, keep);
	int size = blob ? sqlite3_blob_bytes(blob) : 0;
	bool good = blob != NULL;

	for (int at = 0; at < size && good; at += PIECE)
		good = copy_piece(blob, file, at,
				  size - at < PIECE ? size - at : PIECE, keep);
	sqlite3_blob_close(blob);
	return good;
}

static void explain_file(const struct store *store, const char *path,
			 struct text *problem)
{
	if (sqlite3_errcode(store->base.sqlite) == SQLITE_OK)
		text_print(problem, "cannot copy '%s': %s", path,
			   strerror(errno));
	else
		database_explain(&store->base, problem);
}

static bool keep_file(struct store *store, const char *name, FILE *file)
{
	struct stat status;
	int64_t row;

	if (fstat(fileno(file), &status) != 0)
		return false;
	row = make_kept(store, name, (int64_t)status.st_size);
	return row != 0 && copy_kept(store, row, file, true);
}

bool store_keep_file(struct store *store, const char *name, const char *path,
		     struct text *problem)
{
	FILE *file = fopen(path, "r");
	bool good =
		file &&
		database_execute(&store->base, "BEGIN IMMEDIATE", problem) &&
		keep_file(store, name, file);

	if (!good && !problem->length)
		explain_file(store, path, problem);
	if (good)
		good = database_execute(&store->base, "COMMIT", problem);
	if (!good)
		sqlite3_exec(store->base.sqlite, "ROLLBACK", NULL, NULL, NULL);
	if (file)
		fclose(file);
	return good;
}

bool store_kept_file(struct store *store, const char *name, const char *path,
		     struct text *problem)
{
	int64_t row =
		find_row(store, "SELECT rowid FROM kept WHERE name = ?", name);
	FILE *file = row ? fopen(path, "w") : NULL;
	bool good = file && copy_kept(store, row, file, false);

	if (file && fclose(file) != 0)
		good = false;
	if (row && !good)
		explain_file(store, path, problem);
	return good;
}

/* ---- all of it ---- */

static void visit_row(sqlite3_stmt *row, store_visit *visit, void *context)
{
	char *key[5];
	struct store_run run;

	for (int i = 0; i < 5; i++)
		key[i] = database_column(row, i + 1);
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
	sqlite3_stmt *prepared = database_prepare(
		&store->base,
		"SELECT campaign.id, machine, compiler, source, flags,"
		" command, " RUN_COLUMNS ", ended"
		" FROM run JOIN campaign ON campaign.id = run.campaign"
		" WHERE ?1 = 0 OR campaign.id = ?1 ORDER BY run.id");
	int answer = SQLITE_ERROR;

	if (prepared)
		sqlite3_bind_int64(prepared, 1, campaign);
	while (prepared && (answer = sqlite3_step(prepared)) == SQLITE_ROW)
		visit_row(prepared, visit, context);
	if (answer != SQLITE_DONE)
		database_explain(&store->base, problem);
	sqlite3_finalize(prepared);
	return answer == SQLITE_DONE;
}
