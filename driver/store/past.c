/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine-wide history.
 */
#include "past.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "config.h"
#include "machine/profile.h"
#include "machine/topology.h"

/* Rows that are kept of a machine, the newest. */
#define MOST_ROWS "2000"

/* Factors nearer to 1 than this are not worth a word. */
#define WORTH_SAYING .05

static const char *const migrations[] = {
	"CREATE TABLE machine("
	" id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL,"
	" words TEXT NOT NULL);"
	"CREATE TABLE measured("
	" id INTEGER PRIMARY KEY,"
	" machine INTEGER NOT NULL REFERENCES machine(id),"
	" kernel TEXT NOT NULL, problem TEXT NOT NULL, variant TEXT NOT NULL,"
	" terms TEXT NOT NULL, ratio REAL NOT NULL, rounds INTEGER NOT NULL,"
	" added TEXT NOT NULL DEFAULT CURRENT_DATE,"
	" UNIQUE(machine, problem, variant));",
};

static const struct base_kind kind = {
	.name = "history",
	.instead = "podium history --forget removes it, --no-history leaves it "
		   "alone",
	.application = 0x706f6468, /* "podh" */
	.version = sizeof(migrations) / sizeof(migrations[0]),
	.migrations = migrations,
	.begin = "PRAGMA synchronous = FULL;"
		 "PRAGMA foreign_keys = ON;",
};

static char *folder_of_all(void)
{
	char *home = path_data_home();
	char *folder = memory_print("%s/podium", home);

	free(home);
	return folder;
}

char *past_path(void)
{
	char *folder = folder_of_all();
	char *path = memory_print("%s/history.db", folder);

	free(folder);
	return path;
}

/* Make the folder that it lies in. */
static bool make_folder(struct text *problem)
{
	char *folder = folder_of_all();
	bool good = file_make_folders(folder);

	if (!good)
		text_print(problem,
			   "cannot make '%s': %s; set XDG_DATA_HOME to a "
			   "folder that can be written, or give --no-history",
			   folder, strerror(errno));
	free(folder);
	return good;
}

/* What is read is brought up to this format as well: an empty file, too. */
static bool open_base(struct base *base, struct text *problem)
{
	char *path = past_path();
	bool good = base_open(base, &kind, path, true, problem);

	free(path);
	return good;
}

static bool is_there(void)
{
	char *path = past_path();
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

static void tell(struct text *problem)
{
	if (problem->length)
		message_warning("%s", text_string(problem));
	text_free(problem);
}

/* ---- terms ---- */

char *past_dump(const double number[ESTIMATE_TERMS])
{
	json_t *object = json_object();
	char *dump;

	for (int i = 0; i < ESTIMATE_TERMS; i++)
		json_object_set_new(object, estimate_name(i),
				    json_real(number[i]));
	dump = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
	json_decref(object);
	return dump;
}

bool past_load(const char *json, double least, double number[ESTIMATE_TERMS])
{
	json_t *object = json_loads(json, 0, NULL);
	double sum = 0;
	bool good = true;

	for (int i = 0; i < ESTIMATE_TERMS; i++) {
		const json_t *value = json_object_get(object, estimate_name(i));

		number[i] = json_number_value(value);
		good = good && json_is_number(value) && number[i] >= least;
		sum += number[i];
	}
	json_decref(object);
	return good && isfinite(sum) && sum > 0;
}

/* ---- this machine ---- */

/*
 * The terms of a row are made of the numbers of a profile, by this version's
 * formulas: with other ones they mean something else.
 */
static void find_machine(struct past *past, const struct machine *machine)
{
	struct topology topology;
	struct profile_key key;
	json_t *whole;
	char *dump;

	topology_read(&topology);
	profile_key_of(&key, &topology, "podium " PACKAGE_VERSION);
	whole = profile_json(&key, machine);
	dump = json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS);
	past->key =
		memory_print("%016" PRIx64, digest_bytes(dump, strlen(dump)));
	past->words =
		memory_print("%s, %d cores", topology.cpu ? topology.cpu : "?",
			     topology.cores);
	free(dump);
	json_decref(whole);
	profile_key_free(&key);
	topology_free(&topology);
}

/* ---- reading ---- */

static uint64_t digest_at(sqlite3_stmt *row, int index)
{
	const char *word = (const char *)sqlite3_column_text(row, index);

	return word ? strtoull(word, NULL, 16) : 0;
}

/* What makes no sense is left out. */
static void add_row(struct past *past, sqlite3_stmt *of)
{
	struct past_row row = {.kernel = digest_at(of, 0),
			       .problem = digest_at(of, 1),
			       .ratio = sqlite3_column_double(of, 3)};
	const char *terms = (const char *)sqlite3_column_text(of, 2);

	if (!terms || !past_load(terms, 0, row.term) || !(row.ratio > 0) ||
	    !isfinite(row.ratio))
		return;
	if ((past->count & (past->count - 1)) == 0)
		past->rows = memory_grow(past->rows,
					 past->count ? 2 * past->count : 1,
					 sizeof(*past->rows));
	past->rows[past->count++] = row;
}

static void read_rows(struct past *past, const struct base *base,
		      struct text *problem)
{
	sqlite3_stmt *rows = base_prepare(
		base, "SELECT kernel, problem, terms, ratio FROM measured"
		      " JOIN machine ON machine.id = measured.machine"
		      " WHERE key = ? ORDER BY measured.id");
	int answer = SQLITE_ERROR;

	base_bind(rows, 1, past->key);
	while (rows && (answer = sqlite3_step(rows)) == SQLITE_ROW)
		add_row(past, rows);
	if (answer != SQLITE_DONE)
		base_explain(base, problem);
	sqlite3_finalize(rows);
}

void past_read(struct past *past, const struct machine *machine)
{
	struct text problem = {0};
	struct base base;

	*past = (struct past){0};
	find_machine(past, machine);
	if (!is_there())
		return;
	if (open_base(&base, &problem))
		read_rows(past, &base, &problem);
	base_close(&base);
	tell(&problem);
}

void past_free(struct past *past)
{
	free(past->key);
	free(past->words);
	free(past->rows);
	*past = (struct past){0};
}

/* ---- learning ---- */

/* The place of a digest in the list, at its end if it is new. */
static int number_of(uint64_t *list, int *count, uint64_t digest)
{
	for (int i = 0; i < *count; i++)
		if (list[i] == digest)
			return i;
	list[*count] = digest;
	return (*count)++;
}

static size_t rows_without(const struct past *past, uint64_t kernel,
			   struct learn_row *rows)
{
	uint64_t *kernels =
		memory_grow(NULL, past->count + 1, sizeof(*kernels));
	uint64_t *problems =
		memory_grow(NULL, past->count + 1, sizeof(*problems));
	int kernel_count = 0, problem_count = 0;
	size_t count = 0;

	for (size_t i = 0; i < past->count; i++) {
		const struct past_row *row = &past->rows[i];
		struct learn_row *one = &rows[count];

		if (row->kernel == kernel)
			continue;
		one->time = row->ratio;
		one->kernel = number_of(kernels, &kernel_count, row->kernel);
		one->problem =
			number_of(problems, &problem_count, row->problem);
		memcpy(one->term, row->term, sizeof(one->term));
		count++;
	}
	free(problems);
	free(kernels);
	return count;
}

static struct past_lesson learn_without(const struct past *past,
					uint64_t kernel)
{
	struct learn_row *rows =
		memory_grow(NULL, past->count + 1, sizeof(*rows));
	struct past_lesson lesson = {.rows = rows_without(past, kernel, rows)};

	lesson.status = learn_validate(rows, lesson.rows, &lesson.result);
	free(rows);
	return lesson;
}

/* Most loops are not in it: for them all is learned, once. */
struct past_lesson past_learn(struct past *past, uint64_t kernel)
{
	for (size_t i = 0; i < past->count; i++)
		if (past->rows[i].kernel == kernel)
			return learn_without(past, kernel);
	if (!past->known)
		past->all = learn_without(past, kernel);
	past->known = true;
	return past->all;
}

struct learn_factors past_factors(const struct past_lesson *lesson)
{
	return lesson->status == MODEL_OK && lesson->result.accepted
		       ? lesson->result.factors
		       : learn_nothing();
}

void past_print(const struct learn_factors *factors, struct text *out)
{
	size_t before = out->length;

	for (int i = 0; i < ESTIMATE_TERMS; i++)
		if (fabs(log(factors->of[i])) > WORTH_SAYING)
			text_print(out, "%s%s %.2g",
				   out->length > before ? ", " : "",
				   estimate_name(i), factors->of[i]);
	if (out->length == before)
		text_add(out, "all about 1");
}

void past_explain(const struct past_lesson *lesson, struct text *out)
{
	const struct learn_result *result = &lesson->result;

	if (lesson->status != MODEL_OK) {
		text_print(out,
			   "Nothing is learned from the history of this "
			   "machine: %zu variants of other loops, %s.",
			   lesson->rows, model_status_text(lesson->status));
		return;
	}
	text_print(out,
		   "%zu variants of %d other loops were measured on this "
		   "machine. With factors learned from all loops but one the "
		   "first choice of that one is %.1f %% slower than the best, "
		   "without %.1f %% (of three: %.1f %% and %.1f %%): they are ",
		   lesson->rows, result->kernels, 100 * result->after.first,
		   100 * result->before.first, 100 * result->after.third,
		   100 * result->before.third);
	if (result->accepted)
		past_print(&result->factors, out);
	else
		text_add(out, "not used, as that may be chance");
	text_add(out, ".");
}

/* ---- adding ---- */

static bool step_done(const struct base *base, sqlite3_stmt *prepared,
		      struct text *problem)
{
	bool good = prepared && sqlite3_step(prepared) == SQLITE_DONE;

	if (!good)
		base_explain(base, problem);
	sqlite3_finalize(prepared);
	return good;
}

static bool insert_machine(const struct base *base, const struct past *past,
			   struct text *problem)
{
	sqlite3_stmt *prepared = base_prepare(
		base, "INSERT OR IGNORE INTO machine(key, words) VALUES(?, ?)");

	base_bind(prepared, 1, past->key);
	base_bind(prepared, 2, past->words);
	return step_done(base, prepared, problem);
}

static bool insert_row(const struct base *base, const struct past *past,
		       const struct past_row *row, struct text *problem)
{
	sqlite3_stmt *prepared = base_prepare(
		base, "INSERT OR REPLACE INTO measured"
		      "(machine, kernel, problem, variant, terms, ratio,"
		      " rounds) VALUES((SELECT id FROM machine WHERE key = ?),"
		      " printf('%016x', ?), printf('%016x', ?), ?, ?, ?, ?)");
	char *terms = past_dump(row->term);

	base_bind(prepared, 1, past->key);
	sqlite3_bind_int64(prepared, 2, (sqlite3_int64)row->kernel);
	sqlite3_bind_int64(prepared, 3, (sqlite3_int64)row->problem);
	base_bind(prepared, 4, row->variant);
	base_bind(prepared, 5, terms);
	sqlite3_bind_double(prepared, 6, row->ratio);
	sqlite3_bind_int(prepared, 7, row->rounds);
	free(terms);
	return step_done(base, prepared, problem);
}

static bool drop_oldest(const struct base *base, const struct past *past,
			struct text *problem)
{
	sqlite3_stmt *prepared = base_prepare(
		base, "WITH mine AS (SELECT measured.id FROM measured"
		      " JOIN machine ON machine.id = machine WHERE key = ?)"
		      " DELETE FROM measured WHERE id IN (SELECT id FROM mine"
		      " ORDER BY id DESC LIMIT -1 OFFSET " MOST_ROWS ")");

	base_bind(prepared, 1, past->key);
	return step_done(base, prepared, problem);
}

static bool insert(const struct base *base, const struct past *past,
		   const struct past_row *rows, size_t count,
		   struct text *problem)
{
	bool good = base_execute(base, "BEGIN IMMEDIATE", problem) &&
		    insert_machine(base, past, problem);

	for (size_t i = 0; good && i < count; i++)
		good = insert_row(base, past, &rows[i], problem);
	return good && drop_oldest(base, past, problem) &&
	       base_execute(base, "COMMIT", problem);
}

void past_add(const struct past *past, const struct past_row *rows,
	      size_t count)
{
	struct text problem = {0};
	struct base base;

	if (count == 0)
		return;
	if (make_folder(&problem)) {
		if (open_base(&base, &problem))
			insert(&base, past, rows, count, &problem);
		base_close(&base);
	}
	tell(&problem);
}

/* ---- all of it ---- */

static void list_machine(const struct past *past, sqlite3_stmt *row,
			 struct past_machine *machine)
{
	char *key = base_column(row, 0);

	*machine = (struct past_machine){
		.words = base_column(row, 1),
		.here = strcmp(key, past->key) == 0,
		.kernels = (size_t)sqlite3_column_int64(row, 2),
		.problems = (size_t)sqlite3_column_int64(row, 3),
		.rows = (size_t)sqlite3_column_int64(row, 4),
		.last = base_column(row, 5)};
	free(key);
}

static bool list_machines(const struct past *past, const struct base *base,
			  struct past_machine **list, size_t *count,
			  struct text *problem)
{
	sqlite3_stmt *rows = base_prepare(
		base, "SELECT key, words, count(DISTINCT kernel),"
		      " count(DISTINCT problem), count(*), max(added)"
		      " FROM measured JOIN machine ON machine.id = machine"
		      " GROUP BY key ORDER BY max(added) DESC, key");
	int answer = SQLITE_ERROR;

	while (rows && (answer = sqlite3_step(rows)) == SQLITE_ROW) {
		*list = memory_grow(*list, *count + 1, sizeof(**list));
		list_machine(past, rows, &(*list)[(*count)++]);
	}
	if (answer != SQLITE_DONE)
		base_explain(base, problem);
	sqlite3_finalize(rows);
	return answer == SQLITE_DONE;
}

bool past_list(const struct past *past, struct past_machine **list,
	       size_t *count)
{
	struct text problem = {0};
	struct base base;
	bool good;

	*list = NULL;
	*count = 0;
	if (!is_there())
		return true;
	good = open_base(&base, &problem) &&
	       list_machines(past, &base, list, count, &problem);
	base_close(&base);
	tell(&problem);
	return good;
}

bool past_forget(void)
{
	char *path = past_path();
	char *journal = memory_print("%s-journal", path);
	/* first what a writer that was killed left: it must not meet another
	   file of that name */
	bool good = (unlink(journal) == 0 || errno == ENOENT) &&
		    (unlink(path) == 0 || errno == ENOENT);

	free(journal);
	free(path);
	return good;
}
