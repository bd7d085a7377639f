/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time-model paper's study in words.
 */
#include "timetables.h"

#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/letters.h"
#include "base/page.h"
#include "rank/batch.h"
#include "powerstudy.h"
#include "timestudy.h"

static const char *const by_names[TIMESTUDY_BYS] = {
	[TIMESTUDY_MODEL] = "model", [TIMESTUDY_ESTIMATE] = "estimate"};

/* ---- tables 1 and 2 ---- */

static const char *const times_heads[] = {
	"loop",	   "size",     "threads", "measured ms",       "model ms",
	"error %", "estimate", "error %", "published error %", NULL};

static double error_of(const struct timestudy_point *point, int by)
{
	return 100 * (point->by[by] / point->measured - 1);
}

static void add_published(struct table *table,
			  const struct published_times *theirs, double threads)
{
	for (int i = 0; theirs && i < PUBLISHED_THREADS; i++)
		if (published_threads[i] == threads) {
			table_cell(table, "%.2f", theirs->error[i]);
			return;
		}
	table_add(table, "-");
}

static void add_point(struct table *table, const struct timestudy_loop *loop,
		      const struct timestudy_point *point)
{
	table_add(table, timestudy_title(loop));
	table_cell(table, "%c", loop->of->table.size);
	table_cell(table, "%.0f", point->threads);
	table_cell(table, "%.4g", 1e3 * point->measured);
	for (int by = 0; by < TIMESTUDY_BYS; by++) {
		table_cell(table, "%.4g", 1e3 * point->by[by]);
		table_cell(table, "%+.1f", error_of(point, by));
	}
	add_published(table, loop->theirs, point->threads);
}

static void add_times(const struct timestudy *times, struct table *table)
{
	for (size_t i = 0; i < times->count; i++)
		for (size_t j = 0;
		     times->loops[i].theirs && j < times->loops[i].count; j++)
			add_point(table, &times->loops[i],
				  &times->loops[i].points[j]);
}

/* ---- correlations ---- */

static const char *const correlation_heads[] = {
	"loop",	    "size",	 "over threads", "estimate", "published",
	"variants", "over them", "estimate",	 NULL};

static void add_correlation(struct table *table, double value)
{
	if (isfinite(value))
		table_cell(table, "%.3f", value);
	else
		table_add(table, "-");
}

static void add_correlations(const struct timestudy *times, struct table *table)
{
	for (size_t i = 0; i < times->count; i++) {
		const struct timestudy_loop *loop = &times->loops[i];

		table_add(table, timestudy_title(loop));
		table_cell(table, "%c", loop->of->table.size);
		for (int by = 0; by < TIMESTUDY_BYS; by++)
			add_correlation(table, loop->over_threads[by]);
		add_correlation(table,
				loop->theirs ? loop->theirs->pearson : NAN);
		table_cell(table, "%zu", loop->variants);
		for (int by = 0; by < TIMESTUDY_BYS; by++)
			add_correlation(table, loop->over_variants[by]);
	}
}

/* ---- the other loops ---- */

static const char *const further_heads[] = {"loop",
					    "size",
					    "class",
					    "threads",
					    "measured ms",
					    "model, error %",
					    "estimate, error %",
					    NULL};

/* Words of all points behind each other. */
static void add_each(struct table *table, const struct timestudy_loop *loop,
		     double (*value)(const struct timestudy_point *, int),
		     int by, const char *form)
{
	struct text cell = {0};

	for (size_t i = 0; i < loop->count; i++) {
		text_add(&cell, i ? ", " : "");
		text_print(&cell, form, value(&loop->points[i], by));
	}
	table_add(table, text_string(&cell));
	text_free(&cell);
}

static double threads_of(const struct timestudy_point *point, int by)
{
	(void)by;
	return point->threads;
}

static double measured_of(const struct timestudy_point *point, int by)
{
	(void)by;
	return 1e3 * point->measured;
}

static void add_further(const struct timestudy *times, struct table *table)
{
	for (size_t i = 0; i < times->count; i++) {
		const struct timestudy_loop *loop = &times->loops[i];

		if (loop->theirs)
			continue;
		table_add(table, timestudy_title(loop));
		table_cell(table, "%c", loop->of->table.size);
		table_add(table,
			  loop->count > 0 ? loop->points[0].row->class : "-");
		add_each(table, loop, threads_of, 0, "%.0f");
		add_each(table, loop, measured_of, 0, "%.4g");
		for (int by = 0; by < TIMESTUDY_BYS; by++)
			add_each(table, loop, error_of, by, "%+.1f");
	}
}

/* ---- tables 5 and 6 ---- */

static const char *const rules_heads[] = {
	"threshold", "without", "intervals",	"sets",
	"useful",    "P",	"significance", NULL};

static const struct significance_rules *rules_of(const struct timestudy *times,
						 int row, int threshold)
{
	return &times->rules[row * PUBLISHED_THRESHOLDS + threshold];
}

static void add_beside(struct table *table, double ours, double theirs)
{
	if (isnan(theirs))
		table_add(table, "");
	else
		table_cell(table, "%.4g (%.4g)", ours, theirs);
}

static void add_rule(const struct timestudy *times, int row, int threshold,
		     struct table *table)
{
	const struct significance_rules *ours = rules_of(times, row, threshold);
	const struct published_rule *theirs = &published_rules[row];

	table_cell(table, "%g", published_threshold[threshold]);
	table_add(table, theirs->without);
	if (row == 0)
		table_add(table, "");
	else
		table_cell(table, "%d", times->intervals[row - 1]);
	add_beside(table, ours->sets, theirs->sets);
	add_beside(table, ours->useful, theirs->useful[threshold]);
	add_beside(table, ours->probability, theirs->probability[threshold]);
	add_beside(table, ours->significance, theirs->significance[threshold]);
}

static void add_rules(const struct timestudy *times, struct table *table)
{
	for (int i = 0; times->decided && i < PUBLISHED_THRESHOLDS; i++)
		for (int row = 0; row < PUBLISHED_RULES; row++)
			add_rule(times, row, i, table);
}

/* ---- sections ---- */

static const struct {
	const char *title, *note;
	const char *const *heads;
	void (*add)(const struct timestudy *, struct table *);
} sections[] = {
	{"Tables 1 and 2: errors of the time models",
	 "All six are PAR: iterations depend on each other, the parts of one "
	 "do "
	 "not. They run in parallel by rows, by waves, or cut into a block for "
	 "each thread, static without a chunk. Model: (1) for the longest path "
	 "of each parallel loop of a function, one after the other, its "
	 "parameters out of the records and the calibrated machine. Estimate: "
	 "what podium rank goes by, which also knows TLBs, the handing out of "
	 "chunks, and slow phases of a core.",
	 times_heads, add_times},
	{"Tables 1 and 2: correlation of model and measured times",
	 "Over numbers of threads, as published, where there are three or "
	 "more; and over the variants of the paper's space, of all others "
	 "where a loop has none there.",
	 correlation_heads, add_correlations},
	{"The same for the other loops",
	 "In the order of the source or, where the paper of the power models "
	 "has the loop, as it has it, with its class out of the record. FAN: "
	 "iterations do not depend on each other. PIPE: they do, and so do "
	 "the parts of one; those that wait for their turn are a path of "
	 "their own, model (2). Unknown: data decides.",
	 further_heads, add_further},
	{"Tables 5 and 6: which parameters decide the time, here (published)",
	 "Rough sets over all rows of all tables. r is the mean time of an "
	 "operation on data that lies as that of the row; w is that of the "
	 "machine, so one machine alone cannot show what it decides.",
	 rules_heads, add_rules},
};

void timetables_page(const struct timestudy *times, struct page *page)
{
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		struct table table = {0};

		page_heads(&table, sections[i].heads);
		sections[i].add(times, &table);
		page_table(page, sections[i].title, sections[i].note, &table);
		table_free(&table);
	}
}

/* ---- for programs ---- */

void timetables_csv(const struct timestudy *times, struct text *out)
{
	text_add(out, "loop,size,threads,measured,model,estimate\n");
	for (size_t i = 0; i < times->count; i++)
		for (size_t j = 0; j < times->loops[i].count; j++) {
			const struct timestudy_loop *loop = &times->loops[i];
			const struct timestudy_point *point = &loop->points[j];

			csv_put(out, loop->of->table.loop, ',');
			text_print(out, "%c,%.0f,%.6g,%.6g,%.6g\n",
				   loop->of->table.size, point->threads,
				   point->measured, point->by[TIMESTUDY_MODEL],
				   point->by[TIMESTUDY_ESTIMATE]);
		}
}

void timetables_rules_csv(const struct timestudy *times, struct text *out)
{
	text_add(out, "threshold,attribute,elementary_sets,useful_rules,"
		      "relative_probability,significance\n");
	for (int i = 0; times->decided && i < PUBLISHED_THRESHOLDS; i++)
		for (int row = 0; row < PUBLISHED_RULES; row++) {
			const struct significance_rules *rules =
				rules_of(times, row, i);

			text_print(out, "%g,%s,%zu,%zu,%.6g,",
				   published_threshold[i],
				   published_rules[row].without, rules->sets,
				   rules->useful, rules->probability);
			if (row > 0 && isfinite(rules->significance))
				text_print(out, "%.6g", rules->significance);
			text_add(out, "\n");
		}
}

void timetables_samples_csv(const struct timestudy *times, struct text *out)
{
	for (int i = 0; i < TIMESTUDY_PARAMETERS; i++)
		text_print(out, "%s,", published_rules[i + 1].without);
	text_add(out, "time\n");
	for (size_t i = 0; i < times->sample_count; i++)
		for (int j = 0; j <= TIMESTUDY_PARAMETERS; j++)
			text_print(out, "%.17g%c", times->samples[j][i],
				   j < TIMESTUDY_PARAMETERS ? ',' : '\n');
}

static json_t *number_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* By name of what the times are computed by. */
static json_t *bys_json(const double values[TIMESTUDY_BYS])
{
	json_t *object = json_object();

	for (int by = 0; by < TIMESTUDY_BYS; by++)
		json_object_set_new(object, by_names[by],
				    number_or_null(values[by]));
	return object;
}

static json_t *loop_json(const struct timestudy_loop *loop)
{
	char size[] = {loop->of->table.size, '\0'};
	json_t *points = json_array();

	for (size_t i = 0; i < loop->count; i++) {
		json_t *point = bys_json(loop->points[i].by);

		json_object_set_new(point, "threads",
				    json_real(loop->points[i].threads));
		json_object_set_new(point, "measured",
				    json_real(loop->points[i].measured));
		json_array_append_new(points, point);
	}
	return json_pack(
		"{s:o, s:s, s:s?, s:o, s:o, s:i, s:o}", "loop",
		letters_json(loop->of->table.loop), "size", size, "class",
		loop->count > 0 ? loop->points[0].row->class : NULL, "points",
		points, "over_threads", bys_json(loop->over_threads),
		"variants", (int)loop->variants, "over_variants",
		bys_json(loop->over_variants));
}

static json_t *rules_json(const struct timestudy *times)
{
	json_t *list = json_array();

	for (int i = 0; times->decided && i < PUBLISHED_THRESHOLDS; i++)
		for (int row = 0; row < PUBLISHED_RULES; row++) {
			const struct significance_rules *rules =
				rules_of(times, row, i);

			json_array_append_new(
				list,
				json_pack("{s:f, s:s, s:i, s:i, s:f, s:o}",
					  "threshold", published_threshold[i],
					  "without",
					  published_rules[row].without, "sets",
					  (int)rules->sets, "useful",
					  (int)rules->useful, "probability",
					  rules->probability, "significance",
					  number_or_null(rules->significance)));
		}
	return list;
}

json_t *timetables_json(const struct timestudy *times)
{
	json_t *loops = json_array();
	json_t *mean[POWERSTUDY_GROUPS];

	for (size_t i = 0; i < times->count; i++)
		json_array_append_new(loops, loop_json(&times->loops[i]));
	for (int group = 0; group < POWERSTUDY_GROUPS; group++) {
		const struct timestudy_summary *of = &times->summary[group];
		double errors[TIMESTUDY_BYS];

		for (int by = 0; by < TIMESTUDY_BYS; by++)
			errors[by] = of->errors[by].mean;
		mean[group] = bys_json(errors);
	}
	return json_pack("{s:o, s:o, s:o, s:o}", "loops", loops, "mean_error",
			 mean[POWERSTUDY_PAPER], "mean_error_further",
			 mean[POWERSTUDY_FURTHER], "significance",
			 rules_json(times));
}
