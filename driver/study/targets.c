/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The aims of podium.
 */
#include "targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/page.h"
#include "peers.h"
#include "rank/batch.h"
#include "powerstudy.h"
#include "timestudy.h"

/* Cases that are shown of an aim that was missed. */
#define WORST 3

/* ---- the power models ---- */

enum aim {
	FIRST, /* share of cases with kmin = 1 */
	LARGE,
	SMALL
};

/* Where a case has the figure, and all together. */
#define OF(figure, summary)                                                    \
	offsetof(struct judge_figures, figure),                                \
		offsetof(struct powerstudy_summary, summary)

static const struct target {
	const char *figure;
	enum dataset_space space;
	enum aim aim;
	size_t one, all;
	const char *published;
	double wanted;
} targets[] = {
	{"kmin = 1, the paper's space", DATASET_PUBLISHED, FIRST,
	 OF(kmin, kmin), "13 of 16", 15. / 16},
	{"kmin = 1, extended space", DATASET_ALL, FIRST, OF(kmin, kmin), "-",
	 13. / 16},
	{"smallest Tt/Tkmin", DATASET_ALL, LARGE, OF(gain, least_gain), "3.8",
	 13},
	{"Tt/Tkmin, geometric mean", DATASET_ALL, LARGE, OF(gain, gain), "10",
	 150},
	{"likewise within 10x of the best", DATASET_ALL, LARGE,
	 OF(gain_near, gain_near), "-", 60},
	{"t/kmin, median", DATASET_ALL, LARGE, OF(t_kmin, t_kmin), "8", 50},
	{"regret@1, geometric mean", DATASET_ALL, SMALL,
	 OF(regret[0], regret[0]), "-", .03},
	{"regret@3, geometric mean", DATASET_ALL, SMALL,
	 OF(regret[1], regret[1]), "-", .007},
};

#define TARGETS (sizeof(targets) / sizeof(targets[0]))

static double reached(const struct target *target,
		      const struct powerstudy_summary *of)
{
	return target->aim == FIRST ? (double)of->first / of->cases
				    : powerstudy_value(of, target->all);
}

/* Is the aim met? "known" is false where nothing was recorded. */
static bool is_met(const struct powerstudy *study, const struct target *target,
		   int group, bool *known, struct powerstudy_summary *of)
{
	double value;

	powerstudy_summary(study, group, target->space, CONTEST_PODIUM, of);
	*known = of->cases > 0;
	if (!*known)
		return false;
	value = reached(target, of);
	return target->aim == SMALL ? value <= target->wanted
				    : value >= target->wanted;
}

static void target_cell(struct table *table, const struct target *target,
			double value, size_t cases)
{
	if (target->aim == FIRST)
		table_cell(table, "%.0f of %zu", value * cases, cases);
	else if (target->aim == SMALL)
		page_percent(table, value);
	else
		page_number(table, value);
}

static void add_target(const struct powerstudy *study,
		       const struct target *target, int group,
		       struct table *table)
{
	struct powerstudy_summary of;
	bool known, met = is_met(study, target, group, &known, &of);

	table_add(table, target->figure);
	table_add(table, powerstudy_group_names[group]);
	table_add(table, group == POWERSTUDY_PAPER ? target->published : "-");
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
			     const struct powerstudy *study, int group,
			     struct table *table)
{
	size_t tables;
	double ratio = peers_ratio(peers, study, group, &tables);

	if (tables > 0)
		table_cell(table,
			   "runs to 2 %%, for each of TPE's, "
			   "%zu tables",
			   tables);
	else
		table_add(table, "runs to 2 %, for each of TPE's");
	table_add(table, powerstudy_group_names[group]);
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

enum time_aim { ERROR, CORRELATION };

#define IN(member) offsetof(struct timestudy_summary, member)

static const struct time_target {
	const char *figure;
	enum timestudy_by by;
	enum time_aim aim;
	size_t all;		  /* in struct timestudy_summary */
	double published, wanted; /* NAN: not published */
} time_targets[] = {
	{"time models, mean error", TIMESTUDY_MODEL, ERROR,
	 IN(errors[TIMESTUDY_MODEL].mean), PUBLISHED_TIME_ERROR, .12},
	{"likewise podium's estimate", TIMESTUDY_ESTIMATE, ERROR,
	 IN(errors[TIMESTUDY_ESTIMATE].mean), PUBLISHED_TIME_ERROR, .12},
	{"time models, mean correlation over threads", TIMESTUDY_MODEL,
	 CORRELATION, IN(over_threads[TIMESTUDY_MODEL]), PUBLISHED_TIME_PEARSON,
	 .95},
	{"likewise podium's estimate", TIMESTUDY_ESTIMATE, CORRELATION,
	 IN(over_threads[TIMESTUDY_ESTIMATE]), PUBLISHED_TIME_PEARSON, .95},
	{"time models, mean correlation over variants", TIMESTUDY_MODEL,
	 CORRELATION, IN(over_variants[TIMESTUDY_MODEL]), NAN, .95},
	{"likewise podium's estimate", TIMESTUDY_ESTIMATE, CORRELATION,
	 IN(over_variants[TIMESTUDY_ESTIMATE]), NAN, .95},
};

#define TIME_TARGETS (sizeof(time_targets) / sizeof(time_targets[0]))

static const char *const time_groups[POWERSTUDY_GROUPS] = {
	[POWERSTUDY_PAPER] = "time", [POWERSTUDY_FURTHER] = "further"};

static void time_cell(struct table *table, const struct time_target *target,
		      double value)
{
	if (target->aim == ERROR)
		page_percent(table, value);
	else
		page_number(table, value);
}

static bool time_is_met(const struct time_target *target,
			const struct timestudy_summary *of)
{
	double value = powerstudy_value(of, target->all);

	return target->aim == ERROR ? value <= target->wanted
				    : value >= target->wanted;
}

static void add_time_target(const struct timestudy *times, int group,
			    const struct time_target *target,
			    struct table *table)
{
	const struct timestudy_summary *of = &times->summary[group];
	double value = powerstudy_value(of, target->all);

	table_add(table, target->figure);
	table_add(table, time_groups[group]);
	time_cell(table, target,
		  group == POWERSTUDY_PAPER ? target->published : NAN);
	time_cell(table, target, target->wanted);
	time_cell(table, target, value);
	if (isfinite(value))
		table_add(table, time_is_met(target, of) ? "met" : "missed");
	else
		table_add(table, of->loops == 0
					 ? "not recorded"
					 : "takes three numbers of threads");
}

/* ---- the worst cases ---- */

struct worst {
	const struct powerstudy_case *of;
	double badness;
};

static int by_badness(const void *a, const void *b)
{
	double x = ((const struct worst *)a)->badness;
	double y = ((const struct worst *)b)->badness;

	return (x < y) - (x > y);
}

/* The cases of a group, from the worst; returns their number. */
static size_t find_worst(const struct powerstudy *study,
			 const struct target *target, int group,
			 struct worst *list)
{
	bool large_is_bad = target->aim != LARGE;
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];
		const struct contest_figures *figures =
			&of->contest[target->space].orders[CONTEST_PODIUM];
		double value = powerstudy_value(&figures->of, target->one);

		if (!powerstudy_is_in(of, group) || !figures->known)
			continue;
		list[count++] =
			(struct worst){of, large_is_bad ? value : -value};
	}
	qsort(list, count, sizeof(*list), by_badness);
	return count;
}

static bool is_in(const struct dataset *table, size_t row,
		  enum dataset_space space)
{
	return space == DATASET_ALL || table->space[row] == space;
}

/* The rows that podium tries first and that was fastest. */
static void find_rows(const struct dataset *table, enum dataset_space space,
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
static void name_row(const struct dataset *table, size_t row, struct text *text)
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

static void add_rows(const struct dataset *table, size_t first, size_t fastest,
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
static const char *difference(const struct batch_row *one,
			      const struct batch_row *other)
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

static void add_worst(const struct powerstudy_case *of,
		      enum dataset_space space, struct table *cells)
{
	const struct dataset *table = &of->table;
	const struct batch_row *predicted = table->predicted;
	const struct judge_figures *figures =
		&of->contest[space].orders[CONTEST_PODIUM].of;
	size_t first, fastest;

	find_rows(table, space, &first, &fastest);
	table_add(cells, of->published ? of->published->title : table->loop);
	table_cell(cells, "%c", table->size);
	table_add(cells, space == DATASET_ALL ? "extended" : "the paper's");
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
static void note_worst(const struct powerstudy *study,
		       const struct target *target, int group, bool *noted)
{
	struct worst *list = memory_grow(NULL, study->count + 1, sizeof(*list));
	size_t count = find_worst(study, target, group, list);

	for (size_t i = 0; i < count && i < WORST; i++)
		if (target->aim != FIRST || list[i].badness > 1)
			noted[list[i].of - study->list] = true;
	free(list);
}

/* The worst cases of all missed aims on that space, each once. */
static void add_missed(const struct powerstudy *study, enum dataset_space space,
		       struct table *cells)
{
	bool *noted = memory_grow(NULL, study->count + 1, sizeof(*noted));

	memset(noted, 0, (study->count + 1) * sizeof(*noted));
	for (size_t i = 0; i < TARGETS * POWERSTUDY_GROUPS; i++) {
		const struct target *target = &targets[i % TARGETS];
		struct powerstudy_summary of;
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

/* ---- the worst of the searches ---- */

static const char *const searches_heads[] = {
	"loop",	      "size",  "variants", "podium, refined",
	"Optuna TPE", "ratio", NULL};

/* Our runs for each of theirs on a table; NAN: not known. */
static double search_ratio(const struct powerstudy_case *of,
			   const struct peers *peers)
{
	const struct judge_figures *theirs = peers_rival(peers, of->table.name);

	return theirs ? of->contest[DATASET_ALL]
					.orders[CONTEST_REFINED]
					.of.within /
				theirs->within
		      : NAN;
}

static void add_search(const struct powerstudy_case *of,
		       const struct peers *peers, struct table *cells)
{
	const struct contest *contest = &of->contest[DATASET_ALL];

	table_add(cells, of->published ? of->published->title : of->table.loop);
	table_cell(cells, "%c", of->table.size);
	table_cell(cells, "%zu", contest->variants);
	page_number(cells, contest->orders[CONTEST_REFINED].of.within);
	page_number(cells, peers_rival(peers, of->table.name)->within);
	page_number(cells, search_ratio(of, peers));
}

static void add_worst_searches(const struct powerstudy *study,
			       const struct peers *peers, int group,
			       struct table *cells)
{
	struct worst *list = memory_grow(NULL, study->count + 1, sizeof(*list));
	size_t count = 0;

	for (size_t i = 0; i < study->count; i++) {
		double ratio = search_ratio(&study->list[i], peers);

		if (isfinite(ratio) && powerstudy_is_in(&study->list[i], group))
			list[count++] = (struct worst){&study->list[i], ratio};
	}
	qsort(list, count, sizeof(*list), by_badness);
	for (size_t i = 0; i < count && i < WORST; i++)
		add_search(list[i].of, peers, cells);
	free(list);
}

/* ---- the worst of the times ---- */

static const char *const worst_times_heads[] = {
	"loop", "size",	 "threads", "measured ms", "by",
	"ms",	"error", "mostly",  NULL};

static double time_error(const struct timestudy_point *point, int by)
{
	return point->by[by] / point->measured - 1;
}

/* The two largest terms of the estimate, where the error must be. */
static void add_largest(const struct batch_row *row, struct table *cells)
{
	int first = 0, second = 1;
	struct text text = {0};

	for (int i = 1; i < ESTIMATE_TERMS; i++)
		if (row->term[i] > row->term[first]) {
			second = first;
			first = i;
		} else if (row->term[i] > row->term[second]) {
			second = i;
		}
	text_print(&text, "%.0f %% %s, %.0f %% %s",
		   100 * row->term[first] / row->cycles, estimate_name(first),
		   100 * row->term[second] / row->cycles,
		   estimate_name(second));
	table_add(cells, text_string(&text));
	text_free(&text);
}

/* The worst point whose error is below that; false if there is none. */
static bool next_worst(const struct timestudy *times, int group, int by,
		       double below, size_t *loop, size_t *point)
{
	double worst = -1;

	for (size_t i = 0; i < times->count; i++)
		for (size_t j = 0; timestudy_is_in(&times->loops[i], group) &&
				   j < times->loops[i].count;
		     j++) {
			double error = fabs(
				time_error(&times->loops[i].points[j], by));

			if (error <= worst || error >= below)
				continue;
			worst = error;
			*loop = i;
			*point = j;
		}
	return worst >= 0;
}

static void add_worst_times(const struct timestudy *times, int group, int by,
			    struct table *cells)
{
	static const char *const names[TIMESTUDY_BYS] = {
		[TIMESTUDY_MODEL] = "model", [TIMESTUDY_ESTIMATE] = "estimate"};
	double below = INFINITY;
	size_t i, j;

	for (int shown = 0;
	     shown < WORST && next_worst(times, group, by, below, &i, &j);
	     shown++) {
		const struct timestudy_loop *loop = &times->loops[i];
		const struct timestudy_point *point = &loop->points[j];

		table_add(cells, timestudy_title(loop));
		table_cell(cells, "%c", loop->of->table.size);
		table_cell(cells, "%.0f", point->threads);
		table_cell(cells, "%.4g", 1e3 * point->measured);
		table_add(cells, names[by]);
		table_cell(cells, "%.4g", 1e3 * point->by[by]);
		below = fabs(time_error(point, by));
		table_cell(cells, "%+.0f %%", 100 * time_error(point, by));
		add_largest(point->row, cells);
	}
}

/* ---- sections ---- */

static const char *const targets_heads[] = {"figure", "loops",	 "paper", "aim",
					    "here",   "verdict", NULL};

static void add_all(const struct powerstudy *study, const struct peers *peers,
		    const struct timestudy *times, struct table *table)
{
	for (int group = 0; group < POWERSTUDY_GROUPS; group++) {
		for (size_t i = 0; study && i < TARGETS; i++)
			add_target(study, &targets[i], group, table);
		if (study)
			add_peers_target(peers, study, group, table);
		for (size_t i = 0; times && i < TIME_TARGETS; i++)
			add_time_target(times, group, &time_targets[i], table);
	}
}

/* A section, unless there is nothing in it. */
static void end_section(struct page *page, const char *title, const char *note,
			struct table *table)
{
	if (table->count > table->columns)
		page_table(page, title, note, table);
	table_free(table);
}

static void add_missed_orders(const struct powerstudy *study, struct page *page)
{
	struct table missed = {0};

	table_heads(&missed, worst_heads);
	for (int space = 0; space < DATASET_SPACES; space++)
		add_missed(study, space, &missed);
	end_section(page, "Missed targets: the worst cases",
		    "Predicted and measured: the time of what was tried first "
		    "over that of the fastest; and the term in which their "
		    "estimates most differ.",
		    &missed);
}

static void add_missed_searches(const struct powerstudy *study,
				const struct peers *peers, struct page *page)
{
	struct table missed = {0};
	size_t tables;

	table_heads(&missed, searches_heads);
	for (int group = 0; group < POWERSTUDY_GROUPS; group++)
		if (peers_ratio(peers, study, group, &tables) > PEERS_AIM)
			add_worst_searches(study, peers, group, &missed);
	end_section(page, "Missed targets: the worst searches",
		    "Runs to within 2 % of the best.", &missed);
}

static void add_missed_times(const struct timestudy *times, struct page *page)
{
	struct table missed = {0};

	table_heads(&missed, worst_times_heads);
	for (int group = 0; group < POWERSTUDY_GROUPS; group++)
		for (size_t i = 0; i < TIME_TARGETS; i++)
			if (time_targets[i].aim == ERROR &&
			    !time_is_met(&time_targets[i],
					 &times->summary[group]))
				add_worst_times(times, group,
						time_targets[i].by, &missed);
	end_section(page, "Missed targets: the worst times",
		    "One equal block for each thread, as in tables 1 and 2. "
		    "Mostly: the two largest parts of podium's estimate.",
		    &missed);
}

void targets_page(const struct powerstudy *study, const struct peers *peers,
		  const struct timestudy *times, struct page *page)
{
	struct table table = {0};

	table_heads(&table, targets_heads);
	add_all(study, peers, times, &table);
	page_table(page, "Targets",
		   "What podium aims at, beside what was published.", &table);
	table_free(&table);
	if (study) {
		add_missed_orders(study, page);
		add_missed_searches(study, peers, page);
	}
	if (times)
		add_missed_times(times, page);
}
