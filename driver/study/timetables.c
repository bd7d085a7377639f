/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time-model paper's study in words.
 */
#include "timetables.h"

#include <math.h>
#include <string.h>

#include "base/letters.h"
#include "base/result.h"
#include "base/text.h"
#include "rank/batch.h"
#include "powerstudy.h"
#include "timestudy.h"

static const char *const by_names[TIMESTUDY_BYS] = {
	[TIMESTUDY_MODEL] = "model", [TIMESTUDY_ESTIMATE] = "estimate"};

/* ---- loops and their points ---- */

/* By name of what the times are computed by. */
static json_t *bys_json(const double values[TIMESTUDY_BYS])
{
	json_t *object = json_object();

	for (int by = 0; by < TIMESTUDY_BYS; by++)
		json_object_set_new(object, by_names[by],
				    result_number(values[by]));
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

/* In percent; NAN where it was not. */
static double published_error(const struct published_times *theirs,
			      double threads)
{
	for (int i = 0; theirs && i < PUBLISHED_THREADS; i++)
		if (published_threads[i] == threads)
			return theirs->error[i];
	return NAN;
}

static json_t *point_row(const struct timestudy_loop *loop, size_t i,
			 json_t *of)
{
	const struct timestudy_point *point = &loop->points[i];
	double errors[TIMESTUDY_BYS];

	for (int by = 0; by < TIMESTUDY_BYS; by++)
		errors[by] = 100 * (point->by[by] / point->measured - 1);
	return json_pack(
		"{s:O, s:o, s:O, s:o, s:o}", "loop", of, "title",
		letters_json(timestudy_title(loop)), "of",
		json_array_get(json_object_get(of, "points"), i), "error",
		bys_json(errors), "published",
		result_number(published_error(loop->theirs, point->threads)));
}

static json_t *loop_row(const struct timestudy_loop *loop)
{
	json_t *of = loop_json(loop), *points = json_array();
	double published = loop->theirs ? loop->theirs->pearson : NAN;

	for (size_t i = 0; i < loop->count; i++)
		json_array_append_new(points, point_row(loop, i, of));
	return json_pack("{s:o, s:o, s:o, s:o}", "loop", of, "title",
			 letters_json(timestudy_title(loop)), "published",
			 result_number(published), "points", points);
}

/* Of the paper, of the others. */
static json_t *some_loops(const struct timestudy *times, bool paper, bool other)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < times->count; i++)
		if (times->loops[i].theirs ? paper : other)
			json_array_append_new(rows, loop_row(&times->loops[i]));
	return rows;
}

static json_t *all_loops(const struct timestudy *times)
{
	return some_loops(times, true, true);
}

static json_t *further_loops(const struct timestudy *times)
{
	return some_loops(times, false, true);
}

/* The points of the loops, which are freed. */
static json_t *points_of(json_t *loops)
{
	json_t *rows = json_array(), *loop;
	size_t i;

	json_array_foreach(loops, i, loop)
	{
		json_array_extend(rows, json_object_get(loop, "points"));
	}
	json_decref(loops);
	return rows;
}

static json_t *paper_points(const struct timestudy *times)
{
	return points_of(some_loops(times, true, false));
}

static const struct result_column time_columns[] = {
	{"title", "loop", .bytes = true},
	{"loop/loop", .key = "loop", .bytes = true},
	{"loop/size", "size", .key = "size"},
	{"of/threads", "threads", "%.0f", .key = "threads", .digits = "%.0f"},
	{"of/measured", "measured ms", "%.4g", NULL, "measured", "%.6g",
	 .scale = 1e3},
	{"of/model", "model ms", "%.4g", NULL, "model", "%.6g", .scale = 1e3},
	{"error/model", "error %", .form = "%+.1f"},
	{"of/estimate", "estimate", "%.4g", NULL, "estimate", "%.6g",
	 .scale = 1e3},
	{"error/estimate", "error %", .form = "%+.1f"},
	{"published", "published error %", "%.2f", .none = "-"},
	{0},
};

static const struct result_column correlation_columns[] = {
	{"title", "loop", .bytes = true},
	{"loop/size", .heading = "size"},
	{"loop/over_threads/model", "over threads", "%.3f", .none = "-"},
	{"loop/over_threads/estimate", "estimate", "%.3f", .none = "-"},
	{"published", "published", "%.3f", .none = "-"},
	{"loop/variants", .heading = "variants"},
	{"loop/over_variants/model", "over them", "%.3f", .none = "-"},
	{"loop/over_variants/estimate", "estimate", "%.3f", .none = "-"},
	{0},
};

static const struct result_column further_columns[] = {
	{"title", "loop", .bytes = true},
	{"loop/size", .heading = "size"},
	{"loop/class", "class", .none = "-"},
	{"points//of/threads", "threads", .form = "%.0f"},
	{"points//of/measured", "measured ms", "%.4g", .scale = 1e3},
	{"points//error/model", "model, error %", .form = "%+.1f"},
	{"points//error/estimate", "estimate, error %", .form = "%+.1f"},
	{0},
};

/* ---- tables 5 and 6 ---- */

static const struct result_column rule_columns[] = {
	{"of/threshold", "threshold", "%g", .key = "threshold", .digits = "%g"},
	{"of/without", "without", .key = "attribute"},
	{"intervals", .heading = "intervals"},
	{"sets", .heading = "sets"},
	{"of/sets", .key = "elementary_sets"},
	{"useful", .heading = "useful"},
	{"of/useful", .key = "useful_rules"},
	{"probability", .heading = "P"},
	{"of/probability", .key = "relative_probability", .digits = "%.6g"},
	{"significance", .heading = "significance"},
	{"of/significance", .key = "significance", .digits = "%.6g"},
	{0},
};

static json_t *rule_json(const struct significance_rules *rules,
			 const char *without, double threshold)
{
	return json_pack("{s:f, s:s, s:i, s:i, s:f, s:o}", "threshold",
			 threshold, "without", without, "sets",
			 (int)rules->sets, "useful", (int)rules->useful,
			 "probability", rules->probability, "significance",
			 result_number(rules->significance));
}

static json_t *rule_row(const struct timestudy *times, int row, int threshold)
{
	const struct significance_rules *ours =
		&times->rules[row * PUBLISHED_THRESHOLDS + threshold];
	const struct published_rule *theirs = &published_rules[row];

	return json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:o*}", "of",
		rule_json(ours, theirs->without,
			  published_threshold[threshold]),
		"sets", published_beside(ours->sets, theirs->sets), "useful",
		published_beside(ours->useful, theirs->useful[threshold]),
		"probability",
		published_beside(ours->probability,
				 theirs->probability[threshold]),
		"significance",
		published_beside(ours->significance,
				 theirs->significance[threshold]),
		"intervals",
		row > 0 ? json_integer(times->intervals[row - 1]) : NULL);
}

static json_t *rule_rows(const struct timestudy *times)
{
	json_t *rows = json_array();

	for (int i = 0; times->decided && i < PUBLISHED_THRESHOLDS; i++)
		for (int row = 0; row < PUBLISHED_RULES; row++)
			json_array_append_new(rows, rule_row(times, row, i));
	return rows;
}

/* ---- means ---- */

static const struct result_column mean_columns[] = {
	{"loops", .heading = "loops"},
	{"error/model", "model, mean error", .none = "-",
	 .write = result_percent},
	{"error/estimate", "estimate", .none = "-", .write = result_percent},
	{"error/published", "published", .none = "-", .write = result_percent},
	{"over_threads/model", "over threads", "%.3f", .none = "-"},
	{"over_threads/estimate", "estimate", "%.3f", .none = "-"},
	{"over_threads/published", "published", "%.3f", .none = "-"},
	{0},
};

static json_t *with_published(const double values[TIMESTUDY_BYS],
			      double published)
{
	json_t *object = bys_json(values);

	json_object_set_new(object, "published", result_number(published));
	return object;
}

static json_t *mean_rows(const struct timestudy *times)
{
	static const char *const names[POWERSTUDY_GROUPS] = {
		[POWERSTUDY_PAPER] = "time", [POWERSTUDY_FURTHER] = "further"};
	json_t *rows = json_array();

	for (int group = 0; group < POWERSTUDY_GROUPS; group++) {
		const struct timestudy_summary *of = &times->summary[group];
		bool paper = group == POWERSTUDY_PAPER;

		json_array_append_new(
			rows,
			json_pack("{s:s, s:o, s:o}", "loops", names[group],
				  "error",
				  with_published(of->error,
						 paper ? PUBLISHED_TIME_ERROR
						       : NAN),
				  "over_threads",
				  with_published(of->over_threads,
						 paper ? PUBLISHED_TIME_PEARSON
						       : NAN)));
	}
	return rows;
}

/* ---- sections ---- */

static const struct {
	const char *title, *note;
	const struct result_column *columns;
	json_t *(*rows)(const struct timestudy *);
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
	 time_columns, paper_points},
	{"Tables 1 and 2: correlation of model and measured times",
	 "Over numbers of threads, as published, where there are three or "
	 "more; and over the variants of the paper's space, of all others "
	 "where a loop has none there.",
	 correlation_columns, all_loops},
	{"Mean errors and correlations over numbers of threads", "",
	 mean_columns, mean_rows},
	{"The same for the other loops",
	 "In the order of the source or, where the paper of the power models "
	 "has the loop, as it has it, with its class out of the record. FAN: "
	 "iterations do not depend on each other. PIPE: they do, and so do "
	 "the parts of one; those that wait for their turn are a path of "
	 "their own, model (2). Unknown: data decides.",
	 further_columns, further_loops},
	{"Tables 5 and 6: which parameters decide the time, here (published)",
	 "Rough sets over all rows of all tables. r is the mean time of an "
	 "operation on data that lies as that of the row; w is that of the "
	 "machine, so one machine alone cannot show what it decides.",
	 rule_columns, rule_rows},
};

void timetables_page(const struct timestudy *times, struct text *page)
{
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		result_section(page, sections[i].title, sections[i].note,
			       sections[i].columns, sections[i].rows(times));
}

/* ---- for programs ---- */

void timetables_csv(const struct timestudy *times, struct text *out)
{
	result_csv(out, time_columns, points_of(all_loops(times)));
}

void timetables_rules_csv(const struct timestudy *times, struct text *out)
{
	result_csv(out, rule_columns, rule_rows(times));
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

/* What the rows, which are freed, are about. */
static json_t *what_of(json_t *rows, const char *key)
{
	json_t *list = json_array(), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		json_array_append(list, json_object_get(row, key));
	}
	json_decref(rows);
	return list;
}

json_t *timetables_json(const struct timestudy *times)
{
	const struct timestudy_summary *of = times->summary;

	return json_pack("{s:o, s:o, s:o, s:o}", "loops",
			 what_of(all_loops(times), "loop"), "mean_error",
			 bys_json(of[POWERSTUDY_PAPER].error),
			 "mean_error_further",
			 bys_json(of[POWERSTUDY_FURTHER].error), "significance",
			 what_of(rule_rows(times), "of"));
}
