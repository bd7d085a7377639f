/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recorded tables.
 */
#include "dataset.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/profile.h"
#include "rank/batch.h"
#include "record/records.h"
#include "record/source.h"

const char *const dataset_space_names[DATASET_SPACES] = {
	[DATASET_ALL] = "all",
	[DATASET_PUBLISHED] = "published",
	[DATASET_TURNED] = "turned"};

/* As tables with a source of their own were compiled. */
static const char plain_flags[] =
	"-O3 -march=native -fopenmp -fno-loop-interchange "
	"-fno-loop-unroll-and-jam -w";

static bool exists(const char *folder, const char *name, const char *ending)
{
	char *path = memory_print("%s/%s%s", folder, name, ending);
	bool found = access(path, R_OK) == 0;

	free(path);
	return found;
}

/* The profile that is named, or the first that the folder has, or one's own. */
static bool choose(const char *folder, const char *path,
		   const char *const *names, struct profile *profile,
		   struct text *problem)
{
	char *own = NULL;
	bool good;

	for (; !path && *names; names++)
		if (exists(folder, *names, ""))
			path = own = memory_print("%s/%s", folder, *names);
	good = profile_choose(path, profile, problem);
	free(own);
	return good;
}

bool dataset_machine(const char *folder, const char *path,
		     struct profile *profile, struct text *problem)
{
	static const char *const names[] = {"machine.json", NULL};

	return choose(folder, path, names, profile, problem);
}

bool dataset_clock(const char *folder, const char *path,
		   struct profile *profile, struct text *problem)
{
	static const char *const names[] = {"calibrated.json", "machine.json",
					    NULL};

	return choose(folder, path, names, profile, problem);
}

/* ---- which there are ---- */

/* The cell of a table in campaign.csv, which the caller frees, or NULL. */
static char *campaign_cell(const char *folder, const char *name,
			   const char *column)
{
	char *path = memory_print("%s/campaign.csv", folder);
	struct csv csv = {0};
	struct text problem = {0};
	size_t names, values;
	char *cell = NULL;

	if (csv_read(path, &csv, &problem) == CSV_READ &&
	    csv_column(&csv, "name", &names, &problem) &&
	    csv_column(&csv, column, &values, &problem))
		for (size_t i = 0; i < csv.rows && !cell; i++)
			if (strcmp(csv_cell(&csv, i, names)->text, name) == 0)
				cell = memory_string(
					csv_cell(&csv, i, values)->text);
	csv_free(&csv);
	text_free(&problem);
	free(path);
	return cell;
}

static bool is_table(const char *folder, const char *name)
{
	char *loop = exists(folder, name, ".c") || exists(folder, name, ".o")
			     ? memory_string(name)
			     : campaign_cell(folder, name, "loop");

	free(loop);
	return loop != NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **dataset_names(const char *folder, struct text *problem)
{
	DIR *directory = opendir(folder);
	char **names = memory_grow(NULL, 1, sizeof(*names));
	size_t count = 0;
	struct dirent *entry;

	if (!directory) {
		text_print(problem, "cannot open '%s': %s", folder,
			   strerror(errno));
		free(names);
		return NULL;
	}
	while ((entry = readdir(directory))) {
		char *name = memory_string(entry->d_name);
		char *ending = strrchr(name, '.');

		if (ending && strcmp(ending, ".csv") == 0) {
			*ending = '\0';
			if (is_table(folder, name)) {
				names = memory_grow(names, count + 2,
						    sizeof(*names));
				names[count++] = name;
				continue;
			}
		}
		free(name);
	}
	closedir(directory);
	names[count] = NULL;
	qsort(names, count, sizeof(*names), by_name);
	return names;
}

/* ---- its source ---- */

static char **split_flags(const char *flags)
{
	char *copy = memory_string(flags);
	char **words;
	size_t count;

	for (char *c = copy; *c; c++)
		if (*c == ' ')
			*c = ',';
	words = list_split(copy, &count);
	free(copy);
	return words;
}

/* Compiled before, as those do who replay the same tables many times. */
static bool read_object(struct records *records, const char *folder,
			const char *name, struct text *problem)
{
	char *path = memory_print("%s/%s.o", folder, name);
	bool good = records_read(records, path, path, problem);

	free(path);
	return good;
}

static bool read_own(struct records *records, const char *folder,
		     const char *name, const char *gcc, struct text *problem)
{
	char *path = memory_print("%s/%s.c", folder, name);
	char **flags = split_flags(plain_flags);
	bool good = source_read(records, path, gcc, flags, problem);

	list_free(flags);
	free(path);
	return good;
}

static bool read_campaign(struct records *records, const char *folder,
			  const char *name, const char *gcc,
			  struct text *problem)
{
	char *loop = campaign_cell(folder, name, "loop");
	char *flags = campaign_cell(folder, name, "flags");
	char *n = campaign_cell(folder, name, "N");
	char *type = campaign_cell(folder, name, "type");
	bool told = loop && flags && n && type;
	char *loops = told ? data_folder("nas-loops", "loop.h",
					 "PODIUM_LOOPS_DIR", problem)
			   : NULL;
	bool good = false;

	if (!told)
		text_print(problem,
			   "%s/campaign.csv: needs columns loop, N, type and "
			   "flags",
			   folder);
	if (loops) {
		char *path = memory_print("%s/%s.c", loops, loop);
		char *line =
			memory_print("%s -DN=%s -DTYPE=%s -w", flags, n, type);
		char **words = split_flags(line);

		good = source_read(records, path, gcc, words, problem);
		list_free(words);
		free(line);
		free(path);
	}
	free(type);
	free(n);
	free(flags);
	free(loop);
	free(loops);
	return good;
}

static bool read_source(struct records *records, const char *folder,
			const char *name, const char *gcc, struct text *problem)
{
	if (exists(folder, name, ".o"))
		return read_object(records, folder, name, problem);
	return exists(folder, name, ".c")
		       ? read_own(records, folder, name, gcc, problem)
		       : read_campaign(records, folder, name, gcc, problem);
}

/* ---- what was measured ---- */

static enum dataset_space space_of(const char *word)
{
	for (int i = DATASET_PUBLISHED; i < DATASET_SPACES; i++)
		if (strcmp(dataset_space_names[i], word) == 0)
			return i;
	return DATASET_ALL;
}

static bool read_spaces(struct dataset *table, struct text *problem)
{
	size_t column;

	table->space =
		memory_grow(NULL, table->count + 1, sizeof(*table->space));
	for (size_t i = 0; i < table->count; i++)
		table->space[i] = DATASET_ALL;
	if (!csv_has(&table->csv, "paper"))
		return true;
	if (!csv_column(&table->csv, "paper", &column, problem))
		return false;
	for (size_t i = 0; i < table->count; i++)
		table->space[i] =
			space_of(csv_cell(&table->csv, i, column)->text);
	return true;
}

static bool read_column(struct dataset *table, const char *name, bool needed,
			double **numbers, struct text *problem)
{
	return (!needed && !csv_has(&table->csv, name)) ||
	       csv_numbers(&table->csv, name, numbers, problem);
}

static bool read_measured(struct dataset *table, struct text *problem)
{
	bool ends = csv_has(&table->csv, "ci_lo");

	table->count = table->csv.rows;
	return read_column(table, "ratio", true, &table->ratio, problem) &&
	       read_column(table, "ci_lo", ends, &table->low, problem) &&
	       read_column(table, "ci_hi", ends, &table->high, problem) &&
	       read_column(table, "time", false, &table->seconds, problem) &&
	       read_spaces(table, problem);
}

/* NAME is LOOP_S or LOOP_L. */
static void name_loop(struct dataset *table, const char *name)
{
	size_t length = strlen(name);
	const char *end = name + length - (length > 2 ? 2 : length);
	bool sized =
		length > 2 && end[0] == '_' && (end[1] == 'S' || end[1] == 'L');

	table->name = memory_string(name);
	table->loop = memory_string(name);
	table->size = sized ? end[1] : '-';
	if (sized)
		table->loop[length - 2] = '\0';
}

static char *find_origin(const char *folder, const char *name)
{
	char *processor = campaign_cell(folder, name, "processor");
	char *compiler = campaign_cell(folder, name, "compiler");
	char *date = campaign_cell(folder, name, "date");
	char *origin =
		processor && compiler && date
			? memory_print("%s, %s, %s", processor, compiler, date)
			: NULL;

	free(date);
	free(compiler);
	free(processor);
	return origin;
}

bool dataset_read(struct dataset *table, const char *folder, const char *name,
		  const char *gcc, const struct machine *machine,
		  const struct machine *timed, struct text *problem)
{
	char *path = memory_print("%s/%s.csv", folder, name);
	struct records records = {0};
	bool good;

	*table = (struct dataset){0};
	name_loop(table, name);
	table->origin = find_origin(folder, name);
	good = csv_read(path, &table->csv, problem) == CSV_READ &&
	       read_measured(table, problem) &&
	       read_source(&records, folder, name, gcc, problem);
	if (good) {
		table->predicted = batch_table(&records, &table->csv, machine,
					       NULL, problem);
		good = table->predicted != NULL;
	}
	if (good && timed) {
		table->timed = batch_table(&records, &table->csv, timed, NULL,
					   problem);
		good = table->timed != NULL;
	}
	records_free(&records);
	free(path);
	if (!good)
		dataset_free(table);
	return good;
}

void dataset_free(struct dataset *table)
{
	csv_free(&table->csv);
	free(table->name);
	free(table->loop);
	free(table->origin);
	free(table->predicted);
	free(table->timed);
	free(table->ratio);
	free(table->low);
	free(table->high);
	free(table->seconds);
	free(table->space);
	*table = (struct dataset){0};
}

/* ---- for a search ---- */

struct refine_item *dataset_items(const struct dataset *table)
{
	struct refine_item *items =
		memory_grow(NULL, table->count + 1, sizeof(*items));

	for (size_t i = 0; i < table->count; i++) {
		const struct batch_row *row = &table->predicted[i];

		items[i] = prediction_item(&row->likeness, &row->schedule,
					   row->cycles);
	}
	return items;
}
