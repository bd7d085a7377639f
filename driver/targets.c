/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The aims of podium.
 */
#include "targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "memory.h"
#include "page.h"
#include "peers.h"
#include "predicted.h"
#include "study.h"
#include "timestudy.h"

/* Cases that are shown of an aim that was missed. */
#define WORST 3

/* ---- the power models ---- */

enum aim {
	FIRST, /* share of cases with kmin = 1 */
	LEAST_GAIN,
	GAIN,
	GAIN_NEAR,
	T_KMIN,
	REGRET_1,
	REGRET_3
};

static const struct target {
	const char *figure;
	enum recorded_space space;
	enum aim aim;
	const char *published;
	double wanted;
} targets[] = {
	{"kmin = 1, the paper's space", RECORDED_PUBLISHED, FIRST, "13 of 16",
	 15. / 16},
	{"kmin = 1, extended space", RECORDED_ALL, FIRST, "-", 13. / 16},
	{"smallest Tt/Tkmin", RECORDED_ALL, LEAST_GAIN, "3.8", 13},
	{"Tt/Tkmin, geometric mean", RECORDED_ALL, GAIN, "10", 150},
	{"likewise within 10x of the best", RECORDED_ALL, GAIN_NEAR, "-", 60},
	{"t/kmin, median", RECORDED_ALL, T_KMIN, "8", 50},
	{"regret@1, geometric mean", RECORDED_ALL, REGRET_1, "-", .03},
	{"regret@3, geometric mean", RECORDED_ALL, REGRET_3, "-", .007},
};

#define TARGETS (sizeof(targets) / sizeof(targets[0]))

static double reached(const struct target *target,
		      const struct study_summary *of)
{
	switch (target->aim) {
	case FIRST:
		return (double)of->first / of->cases;
	case LEAST_GAIN:
		return of->least_gain;
	case GAIN:
		return of->gain;
	case GAIN_NEAR:
		return of->gain_near;
	case T_KMIN:
		return of->t_kmin;
	case REGRET_1:
		return of->regret[0];
	default:
		return of->regret[1];
	}
}

/* What a case adds to that. */
static double figure_of(const struct target *target,
			const struct judge_figures *of)
{
	switch (target->aim) {
	case FIRST:
		return of->kmin;
	case LEAST_GAIN:
	case GAIN:
		return of->gain;
	case GAIN_NEAR:
		return of->gain_near;
	case T_KMIN:
		return of->t_kmin;
	case REGRET_1:
		return of->regret[0];
	default:
		return of->regret[1];
	}
}

static bool is_regret(const struct target *target)
{
	return target->aim == REGRET_1 || target->aim == REGRET_3;
}

/* Is the aim met? "known" is false where nothing was recorded. */
static bool is_met(const struct study *study, const struct target *target,
		   int group, bool *known, struct study_summary *of)
{
	double value;

	study_summary(study, group, target->space, CONTEST_PODIUM, of);
	*known = of->cases > 0;
	if (!*known)
		return false;
	value = reached(target, of);
	return is_regret(target) ? value <= target->wanted
				 : value >= target->wanted;
}

static void target_cell(struct table *table, const struct target *target,
			double value, size_t cases)
{
	if (target->aim == FIRST)
		table_cell(table, "%.0f of %zu", value * cases, cases);
	else if (is_regret(target))
		page_percent(table, value);
	else
		page_number(table, value);
}

static void add_target(const struct study *study, const struct target *target,
		       int group, struct table *table)
{
	struct study_summary of;
	bool known, met = is_met(study, target, group, &known, &of);

	table_add(table, target->figure);
	table_add(table, study_group_names[group]);
	table_add(table, group == STUDY_PAPER ? target->published : "-");
	target_cell(table, target, target->wanted, 16);
	if (known)
		target_cell(table, target, reached(target, &of), of.cases);
	else
		table_add(table, "-");
	table_add(table, !known ? "not recorded" : met ? "met" : "missed");
}

/* ---- against others ---- */

#define PEERS_AIM (1. / 8)

static void add_peers_target(const struct peers *peers,
			     const struct study *study, int group,
			     struct table *table)
{
	double ratio = peers_ratio(peers, study, group);

	table_add(table, "runs to within 2 %, for each of Optuna's TPE");
	table_add(table, study_group_names[group]);
	table_add(table, "-");
	table_cell(table, "%.3f", PEERS_AIM);
	if (isfinite(ratio))
		table_cell(table, "%.3f", ratio);
	else
		table_add(table, "-");
	table_add(table, !isfinite(ratio)     ? "not replayed"
			 : ratio <= PEERS_AIM ? "met"
					      : "missed");
}

/* ---- the time models ---- */

static const struct time_target {
	const char *figure;
	enum timestudy_by by;
	bool errors; /* else correlations */
	double published, wanted;
} time_targets[] = {
	{"time models, mean error", TIMESTUDY_MODEL, true, PUBLISHED_TIME_ERROR,
	 .12},
	{"likewise podium's estimate", TIMESTUDY_ESTIMATE, true,
	 PUBLISHED_TIME_ERROR, .12},
	{"time models, mean correlation over threads", TIMESTUDY_MODEL, false,
	 PUBLISHED_TIME_PEARSON, .95},
	{"likewise podium's estimate", TIMESTUDY_ESTIMATE, false,
	 PUBLISHED_TIME_PEARSON, .95},
};

static void time_cell(struct table *table, const struct time_target *target,
		      double value)
{
	if (target->errors)
		page_percent(table, value);
	else
		page_number(table, value);
}

static void add_time_target(const struct timestudy *times,
			    const struct time_target *target,
			    struct table *table)
{
	double value = target->errors ? times->errors[target->by].mean
				      : times->over_threads[target->by];
	bool met = target->errors ? value <= target->wanted
				  : value >= target->wanted;

	table_add(table, target->figure);
	table_add(table, "time");
	time_cell(table, target, target->published);
	time_cell(table, target, target->wanted);
	time_cell(table, target, value);
	if (isfinite(value))
		table_add(table, met ? "met" : "missed");
	else
		table_add(table, times->count == 0
					 ? "not recorded"
					 : "takes three numbers of threads");
}

/* ---- the worst cases ---- */

struct worst {
	const struct study_case *of;
	double badness;
};

static int by_badness(const void *a, const void *b)
{
	double x = ((const struct worst *)a)->badness;
	double y = ((const struct worst *)b)->badness;

	return (x < y) - (x > y);
}

/* The cases of a group, from the worst; returns their number. */
static size_t find_worst(const struct study *study, const struct target *target,
			 int group, struct worst *list)
{
	bool large_is_bad = is_regret(target) || target->aim == FIRST;
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		const struct study_case *of = &study->list[i];
		const struct contest_figures *figures =
			&of->contest[target->space].orders[CONTEST_PODIUM];
		double value = figure_of(target, &figures->of);

		if (!study_is_in(of, group) || !figures->known)
			continue;
		list[count++] =
			(struct worst){of, large_is_bad ? value : -value};
	}
	qsort(list, count, sizeof(*list), by_badness);
	return count;
}

static bool is_in(const struct recorded *table, size_t row,
		  enum recorded_space space)
{
	return space == RECORDED_ALL || table->space[row] == space;
}

/* The rows that podium tries first and that was fastest. */
static void find_rows(const struct recorded *table, enum recorded_space space,
		      size_t *first, size_t *fastest)
{
	*first = *fastest = table->count;
	for (size_t i = 0; i < table->count; i++) {
		if (!is_in(table, i, space))
			continue;
		if (*first == table->count ||
		    table->predicted[i].rank < table->predicted[*first].rank)
			*first = i;
		if (*fastest == table->count ||
		    table->ratio[i] < table->ratio[*fastest])
			*fastest = i;
	}
}

/* The columns that tell rows apart; 0 says nothing. */
static void name_row(const struct recorded *table, size_t row,
		     struct text *text)
{
	static const char *const names[] = {"T", "ch", "t1", "t2", "t3"};
	struct text problem = {0};
	size_t column;

	if (csv_column(&table->csv, "function", &column, &problem))
		text_add_safe(text, csv_cell(&table->csv, row, column)->text);
	for (int i = 0; i < 5; i++)
		if (csv_has(&table->csv, names[i]) &&
		    csv_column(&table->csv, names[i], &column, &problem) &&
		    atof(csv_cell(&table->csv, row, column)->text) > 0)
			text_print(
				text, " %s=%.0f", names[i],
				atof(csv_cell(&table->csv, row, column)->text));
	text_free(&problem);
}

static void add_rows(const struct recorded *table, size_t first, size_t fastest,
		     struct table *cells)
{
	struct text text = {0};

	name_row(table, first, &text);
	if (first != fastest) {
		text_add(&text, "\n");
		name_row(table, fastest, &text);
	}
	table_add(cells, text_string(&text));
	text_free(&text);
}

/* In which term do the estimates of the two rows differ most? */
static const char *difference(const struct predicted_row *one,
			      const struct predicted_row *other)
{
	int most = 0;

	for (int i = 1; i < ESTIMATE_TERMS; i++)
		if (fabs(one->term[i] - other->term[i]) >
		    fabs(one->term[most] - other->term[most]))
			most = i;
	return estimate_name(most);
}

static const char *const worst_heads[] = {"loop",
					  "size",
					  "space",
					  "kmin",
					  "regret@1",
					  "t/kmin",
					  "tried first\nthe fastest",
					  "predicted",
					  "measured",
					  "differ",
					  NULL};

static void add_worst(const struct study_case *of, enum recorded_space space,
		      struct table *cells)
{
	const struct recorded *table = &of->table;
	const struct predicted_row *predicted = table->predicted;
	const struct judge_figures *figures =
		&of->contest[space].orders[CONTEST_PODIUM].of;
	size_t first, fastest;

	find_rows(table, space, &first, &fastest);
	table_add(cells, of->published ? of->published->title : table->loop);
	table_cell(cells, "%c", table->size);
	table_add(cells, space == RECORDED_ALL ? "extended" : "the paper's");
	page_number(cells, figures->kmin);
	page_percent(cells, figures->regret[0]);
	page_number(cells, figures->t_kmin);
	add_rows(table, first, fastest, cells);
	table_cell(cells, "%.2f",
		   predicted[first].cycles / predicted[fastest].cycles);
	table_cell(cells, "%.2f", table->ratio[first] / table->ratio[fastest]);
	table_add(cells, first == fastest ? "-"
					  : difference(&predicted[first],
						       &predicted[fastest]));
}

/* Note the worst cases of an aim; of those on kmin only what is not first. */
static void note_worst(const struct study *study, const struct target *target,
		       int group, bool *noted)
{
	struct worst *list = memory_grow(NULL, study->count + 1, sizeof(*list));
	size_t count = find_worst(study, target, group, list);

	for (size_t i = 0; i < count && i < WORST; i++)
		if (target->aim != FIRST || list[i].badness > 1)
			noted[list[i].of - study->list] = true;
	free(list);
}

/* The worst cases of all missed aims on that space, each once. */
static void add_missed(const struct study *study, enum recorded_space space,
		       struct table *cells)
{
	bool *noted = memory_grow(NULL, study->count + 1, sizeof(*noted));

	memset(noted, 0, (study->count + 1) * sizeof(*noted));
	for (size_t i = 0; i < TARGETS * STUDY_GROUPS; i++) {
		const struct target *target = &targets[i % TARGETS];
		struct study_summary of;
		bool known;

		if (target->space == space &&
		    !is_met(study, target, i / TARGETS, &known, &of) && known)
			note_worst(study, target, i / TARGETS, noted);
	}
	for (size_t i = 0; i < study->count; i++)
		if (noted[i])
			add_worst(&study->list[i], space, cells);
	free(noted);
}

/* ---- sections ---- */

static const char *const targets_heads[] = {"figure", "loops",	 "paper", "aim",
					    "here",   "verdict", NULL};

static void add_all(const struct study *study, const struct peers *peers,
		    const struct timestudy *times, struct table *table)
{
	for (int group = 0; study && group < STUDY_GROUPS; group++) {
		for (size_t i = 0; i < TARGETS; i++)
			add_target(study, &targets[i], group, table);
		add_peers_target(peers, study, group, table);
	}
	for (size_t i = 0;
	     times && i < sizeof(time_targets) / sizeof(time_targets[0]); i++)
		add_time_target(times, &time_targets[i], table);
}

void targets_page(const struct study *study, const struct peers *peers,
		  const struct timestudy *times, struct page *page)
{
	struct table table = {0}, missed = {0};

	page_heads(&table, targets_heads);
	add_all(study, peers, times, &table);
	page_table(page, "Targets",
		   "What podium aims at, beside what was published.", &table);
	page_heads(&missed, worst_heads);
	for (int space = 0; study && space < RECORDED_SPACES; space++)
		add_missed(study, space, &missed);
	if (missed.count > missed.columns)
		page_table(page, "Missed targets: the worst cases",
			   "Predicted and measured: the time of what was tried "
			   "first over that of the fastest; and the term in "
			   "which their estimates most differ.",
			   &missed);
	table_free(&missed);
	table_free(&table);
}
