/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches of others beside that of podium.
 */
#include "peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"

/* As tools/bench-peers names it. */
#define RIVAL "Optuna TPE"

/* ---- reading ---- */

enum { TABLE, SPACE, SEARCH, WORDS };

/* The columns of the words, then those of the figures. */
static bool find_columns(const struct csv *csv,
			 size_t columns[WORDS + POWERSTUDY_FIGURES],
			 struct text *problem)
{
	static const char *const words[WORDS] = {"table", "space", "search"};

	for (size_t i = 0; i < WORDS + POWERSTUDY_FIGURES; i++)
		if (!csv_column(csv,
				i < WORDS ? words[i]
					  : powerstudy_figures[i - WORDS].name,
				&columns[i], problem))
			return false;
	return true;
}

static enum dataset_space space_of(const char *name)
{
	int space = 0;

	while (space < DATASET_SPACES &&
	       strcmp(dataset_space_names[space], name) != 0)
		space++;
	return space;
}

static bool read_row(const struct csv *csv, size_t row,
		     const size_t columns[WORDS + POWERSTUDY_FIGURES],
		     struct peer *peer, struct text *problem)
{
	*peer = (struct peer){
		.space = space_of(csv_cell(csv, row, columns[SPACE])->text)};
	for (size_t i = 0; i < POWERSTUDY_FIGURES; i++) {
		double value;

		if (!csv_number(csv, row, columns[WORDS + i], &value, problem))
			return false;
		memcpy((char *)&peer->of + powerstudy_figures[i].offset, &value,
		       sizeof(value));
	}
	peer->table = memory_string(csv_cell(csv, row, columns[TABLE])->text);
	peer->search = memory_string(csv_cell(csv, row, columns[SEARCH])->text);
	return true;
}

static bool add_rows(struct peers *peers, const struct csv *csv,
		     struct text *problem)
{
	size_t columns[WORDS + POWERSTUDY_FIGURES];

	if (!find_columns(csv, columns, problem))
		return false;
	peers->list = memory_grow(peers->list, peers->count + csv->rows + 1,
				  sizeof(*peers->list));
	for (size_t i = 0; i < csv->rows; i++) {
		if (!read_row(csv, i, columns, &peers->list[peers->count],
			      problem))
			return false;
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

/* ---- on the tables of a study ---- */

static bool is_first(const struct peers *peers, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (strcmp(peers->list[i].search, peers->list[at].search) == 0)
			return false;
	return true;
}

const char *peers_search(const struct peers *peers, size_t number)
{
	for (size_t i = 0; i < peers->count; i++)
		if (is_first(peers, i) && number-- == 0)
			return peers->list[i].search;
	return NULL;
}

static const struct judge_figures *find(const struct peers *peers,
					const char *table,
					enum dataset_space space,
					const char *search)
{
	for (size_t i = 0; i < peers->count; i++) {
		const struct peer *peer = &peers->list[i];

		if (peer->space == space && strcmp(peer->table, table) == 0 &&
		    strcmp(peer->search, search) == 0)
			return &peer->of;
	}
	return NULL;
}

void peers_summary(const struct peers *peers, const struct powerstudy *study,
		   enum powerstudy_group group, enum dataset_space space,
		   const char *search, struct powerstudy_summary *summary)
{
	struct judge_figures *list =
		memory_grow(NULL, study->count + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];
		const struct judge_figures *one =
			find(peers, of->table.name, space, search);

		if (one && powerstudy_is_in(of, group))
			list[count++] = *one;
	}
	powerstudy_summarise(list, count, summary);
	free(list);
}

const struct judge_figures *peers_rival(const struct peers *peers,
					const char *table)
{
	return find(peers, table, DATASET_ALL, RIVAL);
}

double peers_ratio(const struct peers *peers, const struct powerstudy *study,
		   enum powerstudy_group group, size_t *tables)
{
	struct judge_figures *ours =
		memory_grow(NULL, 2 * study->count + 1, sizeof(*ours));
	struct judge_figures *theirs = ours + study->count;
	struct powerstudy_summary us, them;
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];
		const struct contest_figures *searched =
			&of->contest[DATASET_ALL].orders[CONTEST_REFINED];
		const struct judge_figures *rival =
			peers_rival(peers, of->table.name);

		if (!powerstudy_is_in(of, group) || !searched->known || !rival)
			continue;
		ours[count] = searched->of;
		theirs[count++] = *rival;
	}
	powerstudy_summarise(ours, count, &us);
	powerstudy_summarise(theirs, count, &them);
	free(ours);
	*tables = count;
	return count > 0 ? us.within / them.within : NAN;
}
