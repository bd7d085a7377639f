/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pictures of a tuning.
 */
#include "chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "drawing.h"
#include "story.h"

/* Ratios beyond this are drawn at the edge. */
#define MOST_RATIO 2.5

/* Rows of a picture at most. */
#define MOST_ROWS 40

static void widen(double *low, double *high, double value)
{
	if (!isfinite(value))
		return;
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

/* ---- original and best ---- */

/* Runs as dots, none upon another; their median as a line. */
static void draw_runs(struct drawing *drawing, const struct scale *scale,
		      double y, const char *class, const double *seconds,
		      size_t count)
{
	double middle = scale_at(scale, story_median(seconds, count));

	for (size_t i = 0; i < count; i++)
		drawing_dot(drawing, scale_at(scale, seconds[i]),
			    y + 3 * ((double)(i % 5) - 2), 3.5, class);
	drawing_line(drawing, middle, y - 12, middle, y + 12, "mark", 2);
}

static bool interval_of(const struct story *story, double *low, double *high)
{
	const json_t *ratio = json_object_get(story->account, "ratio");

	*low = story_number(ratio, "low");
	*high = story_number(ratio, "high");
	return story_ended(story) && isfinite(*low) && isfinite(*high);
}

struct gain {
	double *original, *best;
	size_t originals, bests;
	double low, high; /* of the interval, in seconds */
	bool known;
};

static struct scale scale_of_gain(const struct gain *gain)
{
	double low = gain->original[0], high = low;

	for (size_t i = 0; i < gain->originals; i++)
		widen(&low, &high, gain->original[i]);
	for (size_t i = 0; i < gain->bests; i++)
		widen(&low, &high, gain->best[i]);
	if (gain->known) {
		widen(&low, &high, fmax(gain->low, .5 * low));
		widen(&low, &high, fmin(gain->high, 1.5 * high));
	}
	return scale_of(low, high, 76, DRAWING_WIDTH - 16);
}

static void draw_gain(const struct story *story, const struct gain *gain,
		      struct drawing *drawing)
{
	struct scale scale = scale_of_gain(gain);
	double usual =
		scale_at(&scale, story_median(gain->original, gain->originals));
	const char *best = story_delivered(story) ? "chosen" : "best tried";

	drawing->height = gain->bests ? 150 : 90;
	drawing_text(drawing, 0, 30, DRAWING_START, "", "original");
	draw_runs(drawing, &scale, 26, "quiet dim", gain->original,
		  gain->originals);
	if (gain->bests) {
		double from = scale_at(&scale, gain->low);

		drawing_line(drawing, usual, 38, usual, 112, "line", 1);
		drawing_text(drawing, 0, 74, DRAWING_START, "", best);
		if (gain->known)
			drawing_box(drawing, from, 92,
				    scale_at(&scale, gain->high) - from, 7,
				    "accent faint");
		if (gain->known && gain->high > scale.high)
			drawing_text(drawing, DRAWING_WIDTH, 89, DRAWING_END,
				     "quiet", "and further");
		draw_runs(drawing, &scale, 70, "accent dim", gain->best,
			  gain->bests);
	}
	drawing_axis(drawing, &scale, drawing->height - 38, "seconds a run");
}

static void tell_gain(const struct gain *gain, struct text *words)
{
	text_print(
		words, "Seconds of the runs: of the original %zu, median %.3g",
		gain->originals, story_median(gain->original, gain->originals));
	if (gain->bests)
		text_print(words, "; of the best variant %zu, median %.3g",
			   gain->bests, story_median(gain->best, gain->bests));
	if (gain->known)
		text_print(words,
			   ". The bar is where the variant lies with an error "
			   "of 1 in 100: %.3g to %.3g",
			   gain->low, gain->high);
	text_add(words, ".");
}

bool chart_gain(const struct story *story, const json_t *loop,
		struct drawing *drawing, struct text *words)
{
	struct gain gain = {0};
	double median;
	bool any;

	(void)loop;
	gain.original = story_seconds(story, true, &gain.originals);
	gain.best = story_seconds(story, false, &gain.bests);
	any = gain.originals > 0;
	median = story_median(gain.original, gain.originals);
	gain.known =
		gain.bests > 0 && interval_of(story, &gain.low, &gain.high);
	gain.low *= median;
	gain.high *= median;
	if (any) {
		draw_gain(story, &gain, drawing);
		tell_gain(&gain, words);
	}
	free(gain.original);
	free(gain.best);
	return any;
}

/* ---- what a loop waits for ---- */

#define LEAST_TERM .01

static double sum_of(const json_t *terms)
{
	const char *name;
	json_t *value;
	double sum = 0;

	json_object_foreach((json_t *)terms, name, value)
	{
		sum += json_number_value(value);
	}
	return sum;
}

/* Accounts of earlier versions have no word for it. */
static bool is_chosen(const json_t *loop, const json_t *candidate)
{
	const json_t *chosen = json_object_get(candidate, "chosen");

	return chosen ? json_is_true(chosen)
		      : strcmp(story_word(candidate, "clauses"),
			       story_word(loop, "chosen")) == 0;
}

/* The candidate that was chosen, or would have been by its time. */
static const json_t *other_of(const json_t *loop)
{
	const json_t *list = json_object_get(loop, "candidates");
	const json_t *best = NULL;
	double least = INFINITY;

	for (size_t i = 1; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		double ratio =
			story_number(json_object_get(one, "measured"), "value");

		if (is_chosen(loop, one))
			return one;
		if (ratio < least) {
			least = ratio;
			best = one;
		}
	}
	return best;
}

static void draw_bar(struct drawing *drawing, double y, double part,
		     const char *class)
{
	struct text number = {0};

	text_print(&number, part < .0995 ? "%.1f %%" : "%.0f %%", 100 * part);
	drawing_box(drawing, 0, y, fmin(part, 1) * (DRAWING_WIDTH - 64), 9,
		    class);
	drawing_text(drawing, DRAWING_WIDTH, y + 9, DRAWING_END, "",
		     text_string(&number));
	text_free(&number);
}

/* A name above its two bars. */
static void draw_term(struct drawing *drawing, const char *name, double was,
		      double is, bool both, struct text *words)
{
	double y = drawing->height;

	drawing_text(drawing, 0, y + 12, DRAWING_START, "", name);
	draw_bar(drawing, y + 18, was, "quiet");
	if (both)
		draw_bar(drawing, y + 32, is, "accent");
	drawing->height += both ? 50 : 36;
	text_print(words, "; %s %.1f %%", name, 100 * was);
	if (both)
		text_print(words, " and %.1f %%", 100 * is);
}

bool chart_terms(const struct story *story, const json_t *loop,
		 struct drawing *drawing, struct text *words)
{
	json_t *list = json_object_get(loop, "candidates");
	json_t *was = json_object_get(json_array_get(list, 0), "terms");
	const json_t *other = other_of(loop);
	const json_t *is = json_object_get(other, "terms");
	double whole = sum_of(was);
	bool both = json_is_object(is);
	const char *name;
	json_t *value;

	(void)story;
	if (!(whole > 0) || !isfinite(whole))
		return false;
	text_add(words, "Estimated time by what it is spent on, in percent of "
			"the original as a whole");
	draw_term(drawing, "all", 1, sum_of(is) / whole, both, words);
	json_object_foreach(was, name, value)
	{
		double before = json_number_value(value) / whole;
		double after =
			json_number_value(json_object_get(is, name)) / whole;

		if (fmax(before, after) >= LEAST_TERM)
			draw_term(drawing, name, before, after, both, words);
	}
	text_add(words, ".");
	return true;
}

/* ---- rows of ratios ---- */

struct row {
	const char *label;
	double predicted, value, low, high;
	bool chosen;
};

struct rows {
	struct row list[MOST_ROWS];
	size_t count;
};

static int by_value(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->value < y->value ? -1 : x->value > y->value;
}

static struct scale scale_of_rows(const struct rows *rows)
{
	double low = 1, high = 1;

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];

		widen(&low, &high, row->predicted);
		widen(&low, &high, row->value);
		widen(&low, &high, row->low);
		widen(&low, &high, row->high);
	}
	return scale_of(low, fmin(high, MOST_RATIO), 8, DRAWING_WIDTH - 64);
}

static void draw_row(struct drawing *drawing, const struct scale *scale,
		     double y, const struct row *row)
{
	struct text number = {0};

	drawing_text(drawing, 0, y + 12, DRAWING_START,
		     row->chosen ? "accent" : "", row->label);
	y += 25;
	drawing_line(drawing, scale->from, y, scale->to, y, "line", 1);
	if (isfinite(row->low) && isfinite(row->high))
		drawing_line(drawing, scale_at(scale, row->low), y,
			     scale_at(scale, row->high), y,
			     row->chosen ? "path" : "mark", 2.5);
	if (isfinite(row->predicted))
		drawing_dot(drawing, scale_at(scale, row->predicted), y, 4,
			    "open");
	drawing_dot(drawing, scale_at(scale, row->value), y, 4,
		    row->chosen ? "accent" : "quiet");
	text_print(&number, "%.3f", row->value);
	drawing_text(drawing, DRAWING_WIDTH, y + 4, DRAWING_END, "",
		     text_string(&number));
	text_free(&number);
}

static bool draw_rows(struct rows *rows, struct drawing *drawing,
		      struct text *words)
{
	struct scale scale;
	double one;

	if (rows->count == 0)
		return false;
	qsort(rows->list, rows->count, sizeof(*rows->list), by_value);
	scale = scale_of_rows(rows);
	one = scale_at(&scale, 1);
	drawing->height = 36 * (double)rows->count + 44;
	drawing_line(drawing, one, 0, one, drawing->height - 38, "line", 2);
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->list[i];

		draw_row(drawing, &scale, 36 * (double)i, row);
		text_print(words, "%s%s %.3f", i ? "; " : "", row->label,
			   row->value);
		if (isfinite(row->predicted))
			text_print(words, ", predicted %.3f", row->predicted);
	}
	text_add(words, ".");
	drawing_axis(drawing, &scale, drawing->height - 38,
		     "time of the loop by that of the original");
	return true;
}

bool chart_variants(const struct story *story, const json_t *loop,
		    struct drawing *drawing, struct text *words)
{
	const json_t *list = json_object_get(loop, "candidates");
	struct rows rows = {.count = 0};

	(void)story;
	for (size_t i = 1; i < json_array_size(list) && rows.count < MOST_ROWS;
	     i++) {
		const json_t *one = json_array_get(list, i);
		const json_t *measured = json_object_get(one, "measured");
		struct row row = {.label = story_word(one, "clauses"),
				  .predicted = story_number(one, "predicted"),
				  .value = story_number(measured, "value"),
				  .low = story_number(measured, "low"),
				  .high = story_number(measured, "high")};

		row.chosen = is_chosen(loop, one);
		if (row.value > 0)
			rows.list[rows.count++] = row;
	}
	return draw_rows(&rows, drawing, words);
}

bool chart_turns(const struct story *story, const json_t *loop,
		 struct drawing *drawing, struct text *words)
{
	const json_t *trial = json_object_get(loop, "trial");
	const json_t *list = json_object_get(trial, "candidates");
	struct rows rows = {.count = 0};

	(void)story;
	for (size_t i = 1; i < json_array_size(list) && rows.count < MOST_ROWS;
	     i++) {
		const json_t *one = json_array_get(list, i);
		const json_t *seen = json_object_get(one, "difference");
		double mean = story_number(seen, "mean");
		double half = story_number(seen, "half");

		if (isfinite(mean))
			rows.list[rows.count++] = (struct row){
				.label = story_word(one, "clauses"),
				.predicted = NAN,
				.value = exp(mean),
				.low = exp(mean - half),
				.high = exp(mean + half),
				.chosen = (double)i ==
					  story_number(trial, "best")};
	}
	return draw_rows(&rows, drawing, words);
}

/* ---- one after the other ---- */

/* Their heights, between the least and the most of what is drawn. */
static struct scale upright(double low, double high, double height)
{
	return scale_of(low, fmin(high, MOST_RATIO), height - 42, 22);
}

static bool is_step(const struct story_pair *pair)
{
	return !pair->confirming;
}

static size_t count_steps(const struct story *story, struct scale *ratios)
{
	double low = 1, high = 1;
	size_t count = 0;

	for (size_t i = 0; i < story->pair_count; i++) {
		const struct story_pair *pair = &story->pairs[i];

		if (!is_step(pair))
			continue;
		count++;
		if (pair->ratio > 0)
			widen(&low, &high, pair->ratio);
		if (pair->variant->of.predicted > 0)
			widen(&low, &high, pair->variant->of.predicted);
	}
	*ratios = upright(low, high, 220);
	return count;
}

/* From the best so far to the next one. */
static void draw_best(struct drawing *drawing, const struct scale *ratios,
		      double from, double to, double *best, double ratio)
{
	double was = scale_at(ratios, *best);

	drawing_line(drawing, from, was, to, was, "path", 1.5);
	if (!(ratio > 0 && ratio < *best))
		return;
	*best = ratio;
	drawing_line(drawing, to, was, to, scale_at(ratios, ratio), "path",
		     1.5);
}

static void draw_step(struct drawing *drawing, const struct scale *ratios,
		      double x, const struct story_pair *pair)
{
	double predicted = pair->variant->of.predicted;

	if (predicted > 0)
		drawing_dot(drawing, x, scale_at(ratios, predicted), 4, "open");
	if (pair->ratio > 0)
		drawing_dot(drawing, x, scale_at(ratios, pair->ratio), 4,
			    "accent");
	else
		drawing_cross(drawing, x, 8);
}

bool chart_steps(const struct story *story, const json_t *loop,
		 struct drawing *drawing, struct text *words)
{
	struct scale ratios, steps;
	size_t count = count_steps(story, &ratios), step = 0, good = 0;
	double best = 1, from;

	(void)loop;
	if (count == 0)
		return false;
	drawing->height = 220;
	drawing_side(drawing, &ratios, 44);
	steps = scale_of(1, fmax((double)count, 2), 48, DRAWING_WIDTH - 16);
	from = steps.from;
	for (size_t i = 0; i < story->pair_count; i++) {
		const struct story_pair *pair = &story->pairs[i];
		double x;

		if (!is_step(pair))
			continue;
		x = scale_at(&steps, (double)++step);
		good += pair->ratio > 0;
		draw_best(drawing, &ratios, from, x, &best, pair->ratio);
		draw_step(drawing, &ratios, x, pair);
		from = x;
	}
	drawing_axis(drawing, &steps, 182, "step of the search");
	text_print(
		words,
		"%zu steps, %zu of them measured; the best took %.3f of the "
		"original's time. Filled dots are measured, open ones "
		"predicted, crosses failed or were not measured; the line is "
		"the best so far.",
		count, good, best);
	return true;
}

static struct scale scale_of_rounds(const struct story *story, double *low,
				    double *high)
{
	double least = 1, most = 1;

	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < story->pair_count; i++) {
		const struct story_pair *pair = &story->pairs[i];

		if (pair->drift > 0)
			widen(low, high, pair->drift);
		if (pair->ratio > 0)
			widen(&least, &most, pair->ratio);
	}
	widen(&least, &most, *low);
	widen(&least, &most, *high);
	return upright(least, most, 220);
}

/* Where the search ends and the confirmation begins. */
static void draw_border(const struct story *story, struct drawing *drawing,
			const struct scale *pairs)
{
	for (size_t i = 0; i < story->pair_count; i++) {
		double x = scale_at(pairs, (double)i + .5);

		if (!story->pairs[i].confirming)
			continue;
		if (i > 0)
			drawing_line(drawing, x, 16, x, 182, "mark", 1);
		drawing_text(drawing, fmin(x, DRAWING_WIDTH - 80), 11,
			     DRAWING_START, "quiet", "confirmation");
		return;
	}
}

static void draw_rounds(const struct story *story, struct drawing *drawing,
			const struct scale *ratios, const struct scale *pairs)
{
	double x = 0, y = 0;
	bool any = false;

	for (size_t i = 0; i < story->pair_count; i++) {
		const struct story_pair *pair = &story->pairs[i];
		double to = scale_at(pairs, (double)i + 1);

		if (pair->drift > 0) {
			double at = scale_at(ratios, pair->drift);

			if (any)
				drawing_line(drawing, x, y, to, at, "mark",
					     1.5);
			x = to;
			y = at;
			any = true;
		}
		if (pair->ratio > 0)
			drawing_dot(drawing, to, scale_at(ratios, pair->ratio),
				    3.5, "accent");
	}
}

bool chart_rounds(const struct story *story, const json_t *loop,
		  struct drawing *drawing, struct text *words)
{
	double low, high;
	struct scale ratios = scale_of_rounds(story, &low, &high);
	struct scale pairs = scale_of(1, fmax((double)story->pair_count, 2), 48,
				      DRAWING_WIDTH - 16);

	(void)loop;
	if (!isfinite(low))
		return false;
	drawing->height = 220;
	drawing_side(drawing, &ratios, 44);
	draw_border(story, drawing, &pairs);
	draw_rounds(story, drawing, &ratios, &pairs);
	drawing_axis(drawing, &pairs, 182, "pair of runs");
	text_print(words,
		   "%zu pairs. A dot is the time of a variant by that of the "
		   "original beside it. The line is the original by its own "
		   "median, from %.3f to %.3f: the drift of the machine.",
		   story->pair_count, low, high);
	return true;
}
