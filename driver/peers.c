/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches of others beside that of podium.
 */
#include "peers.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv.h"
#include "memory.h"
#include "page.h"
#include "text.h"

/* As tools/bench-peers names them. */
#define OURS "refined"
#define THEIRS "Optuna TPE"

/* ---- reading ---- */

static bool add_rows(struct peers *peers, const struct csv *csv,
		     struct text *problem)
{
	size_t table, search, runs;

	if (!csv_column(csv, "table", &table, problem) ||
	    !csv_column(csv, "search", &search, problem) ||
	    !csv_column(csv, "runs", &runs, problem))
		return false;
	peers->list = memory_grow(peers->list, peers->count + csv->rows + 1,
				  sizeof(*peers->list));
	for (size_t i = 0; i < csv->rows; i++) {
		struct peer *peer = &peers->list[peers->count];

		if (!csv_number(csv, i, runs, &peer->runs, problem))
			return false;
		peer->table = memory_string(csv_cell(csv, i, table)->text);
		peer->search = memory_string(csv_cell(csv, i, search)->text);
		peers->count++;
	}
	return true;
}

bool peers_read(struct peers *peers, const char *const *folders,
		struct text *problem)
{
	bool good = true;

	*peers = (struct peers){0};
	for (size_t i = 0; good && folders[i]; i++) {
		char *path = memory_print("%s/peers.csv", folders[i]);
		struct csv csv = {0};

		if (access(path, R_OK) == 0)
			good = csv_read(path, &csv, problem) == CSV_READ &&
			       add_rows(peers, &csv, problem);
		csv_free(&csv);
		free(path);
	}
	return good;
}

void peers_free(struct peers *peers)
{
	for (size_t i = 0; i < peers->count; i++) {
		free(peers->list[i].table);
		free(peers->list[i].search);
	}
	free(peers->list);
	*peers = (struct peers){0};
}

/* ---- one search on the tables of a group ---- */

static bool is_of(const struct peer *peer, const char *search,
		  const struct study *study, enum study_group group)
{
	if (strcmp(peer->search, search) != 0)
		return false;
	for (size_t i = 0; i < study->count; i++)
		if (strcmp(study->list[i].table.name, peer->table) == 0)
			return study_is_in(&study->list[i], group);
	return false;
}

/* Sorted; returns how many, and the caller frees *runs. */
static size_t collect(const struct peers *peers, const char *search,
		      const struct study *study, enum study_group group,
		      double **runs)
{
	size_t count = 0;

	*runs = memory_grow(NULL, peers->count + 1, sizeof(**runs));
	for (size_t i = 0; i < peers->count; i++)
		if (is_of(&peers->list[i], search, study, group))
			(*runs)[count++] = peers->list[i].runs;
	gsl_sort(*runs, 1, count);
	return count;
}

static double median(const struct peers *peers, const char *search,
		     const struct study *study, enum study_group group)
{
	double *runs, result = NAN;
	size_t count = collect(peers, search, study, group, &runs);

	if (count > 0)
		result = gsl_stats_median_from_sorted_data(runs, 1, count);
	free(runs);
	return result;
}

double peers_ratio(const struct peers *peers, const struct study *study,
		   enum study_group group)
{
	return median(peers, OURS, study, group) /
	       median(peers, THEIRS, study, group);
}

/* ---- in words ---- */

static const char *const heads[] = {"loops",  "search", "cases", "median",
				    "90th %", "mean",	NULL};

static void add_search(const struct peers *peers, const char *search,
		       const struct study *study, enum study_group group,
		       struct table *table)
{
	double *runs;
	size_t count = collect(peers, search, study, group, &runs);

	if (count > 0) {
		table_add(table, study_group_names[group]);
		table_add(table, search);
		table_cell(table, "%zu", count);
		page_number(table,
			    gsl_stats_median_from_sorted_data(runs, 1, count));
		page_number(table, gsl_stats_quantile_from_sorted_data(
					   runs, 1, count, .9));
		page_number(table, gsl_stats_mean(runs, 1, count));
	}
	free(runs);
}

static bool is_first(const struct peers *peers, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (strcmp(peers->list[i].search, peers->list[at].search) == 0)
			return false;
	return true;
}

void peers_page(const struct peers *peers, const struct study *study,
		struct page *page)
{
	struct table table = {0};

	page_heads(&table, heads);
	for (int group = 0; group < STUDY_GROUPS; group++)
		for (size_t i = 0; i < peers->count; i++)
			if (is_first(peers, i))
				add_search(peers, peers->list[i].search, study,
					   group, &table);
	page_table(
		page, "Runs to within 2 % of the best, by search",
		peers->count > 0
			? "\"refined\" is podium: its order, refined by each "
			  "run. Searches that draw are means over seeds."
			: "No searches were replayed; tools/bench-peers "
			  "--csv FOLDER/peers.csv FOLDER does that, those "
			  "of Optuna with python3-optuna.",
		&table);
	table_free(&table);
}
