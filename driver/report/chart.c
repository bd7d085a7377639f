/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts in SVG.
 */
#include "chart.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>

#include "html.h"
#include "base/memory.h"
#include "base/text.h"

/* Units of the drawing; a letter of a label is some 7.3 wide. */
#define WIDTH 640
#define LEFT 238
#define RIGHT 560
#define MOST_LETTERS 31

/* Rows of a chart at most; speed-ups beyond these are drawn at the edge. */
#define MOST_ROWS 40
#define LEAST_SPEEDUP .2
#define MOST_SPEEDUP 20

struct axis {
	double low, high;
};

static void widen(struct axis *axis, double value)
{
	if (isfinite(value)) {
		axis->low = fmin(axis->low, value);
		axis->high = fmax(axis->high, value);
	}
}

static double place(const struct axis *axis, double value)
{
	double part = (value - axis->low) / (axis->high - axis->low);

	return LEFT + fmin(fmax(part, 0), 1) * (RIGHT - LEFT);
}

/* Leaves room at both ends; equal ends are moved apart. */
static void add_margins(struct axis *axis)
{
	double room = .05 * (axis->high - axis->low);

	if (!(room > 0))
		room = axis->low != 0 ? .1 * fabs(axis->low) : 1;
	axis->low -= room;
	axis->high += room;
}

/* Numbers at 1, 2 or 5 times a power of ten, with lines up to the top. */
static void draw_axis(struct text *out, const struct axis *axis, double y,
		      const char *unit, const char *name)
{
	double rough = (axis->high - axis->low) / 5;
	double power = pow(10, floor(log10(rough)));
	double times = rough / power;
	double step = power * (times > 5   ? 10
			       : times > 2 ? 5
			       : times > 1 ? 2
					   : 1);
	int decimals = step < 1 ? (int)fmin(ceil(-log10(step) - 1e-9), 9) : 0;
	double first = ceil(axis->low / step);

	for (int i = 0; i < 12 && (first + i) * step <= axis->high; i++) {
		double x = place(axis, (first + i) * step);

		text_print(out,
			   "<path d=\"M%.1f 4V%.1f\" class=\"grid\"/>"
			   "<text x=\"%.1f\" y=\"%.1f\" class=\"quiet\" "
			   "text-anchor=\"middle\">%.*f%s</text>\n",
			   x, y, x, y + 17, decimals, (first + i) * step, unit);
	}
	text_print(out,
		   "<text x=\"%d\" y=\"%.1f\" class=\"quiet\" "
		   "text-anchor=\"end\">%s</text>\n",
		   RIGHT, y + 35, name);
}

/* The first letters of a long label; all of it shows below the pointer. */
static void draw_label(struct text *out, double y, const char *class,
		       const char *label)
{
	size_t length = 0, letters = 0;
	char *first;

	for (; label[length] && letters <= MOST_LETTERS; length++)
		letters += (label[length + 1] & 0xc0) != 0x80;
	first = memory_print("%.*s", (int)length, label);
	text_print(out, "<text x=\"0\" y=\"%.1f\" class=\"%s\">", y, class);
	if (label[length]) {
		text_add(out, "<title>");
		html_attribute(out, label);
		text_add(out, "</title>");
	}
	html_attribute(out, first);
	text_print(out, "%s</text>\n", label[length] ? "..." : "");
	free(first);
}

static void begin(struct text *out, double height, const struct text *words)
{
	text_print(out,
		   "<figure tabindex=\"0\" class=\"scroll\">"
		   "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"",
		   WIDTH, height);
	html_attribute(out, text_string(words));
	text_add(out, "\">\n");
}

static void end(struct text *out, const char *caption)
{
	text_print(out, "</svg><figcaption>%s</figcaption></figure>\n",
		   caption);
}

/* ---- runs ---- */

void chart_runs(struct text *out, const struct chart_runs *rows, size_t count)
{
	struct axis axis = {INFINITY, -INFINITY};
	double height = 46 * (double)count + 44;
	struct text words = {0};

	text_add(&words, "Seconds of each run");
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < rows[i].count; j++)
			widen(&axis, rows[i].seconds[j]);
		text_print(&words, "; %s: %zu runs, median %.3g", rows[i].label,
			   rows[i].count,
			   gsl_stats_median(rows[i].seconds, 1, rows[i].count));
	}
	add_margins(&axis);
	begin(out, height, &words);
	text_free(&words);
	draw_axis(out, &axis, height - 42, "", "seconds");
	for (size_t i = 0; i < count; i++) {
		const struct chart_runs *row = &rows[i];
		double y = 46 * (double)i + 25;
		double median = gsl_stats_median(row->seconds, 1, row->count);
		double x = place(&axis, median);

		draw_label(out, y + 4, row->chosen ? "accent" : "", row->label);
		for (size_t j = 0; j < row->count; j++)
			text_print(out,
				   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" "
				   "class=\"%s dim\"/>\n",
				   place(&axis, row->seconds[j]),
				   y + 3 * ((double)(j % 5) - 2),
				   row->chosen ? "accent" : "quiet");
		text_print(out,
			   "<path d=\"M%.1f %.1fv28\" class=\"%s\" "
			   "stroke-width=\"2\"/><text x=\"%d\" y=\"%.1f\" "
			   "text-anchor=\"end\">%.3g s</text>\n",
			   x, y - 14, row->chosen ? "chosen" : "mark", WIDTH,
			   y + 4, median);
	}
	end(out, "A dot is a run, an upright line the median.");
}

/* ---- speed-ups ---- */

static int compare_speedups(const void *a, const void *b)
{
	const struct chart_speedup *x = a, *y = b;

	return x->measured > y->measured ? -1 : x->measured < y->measured;
}

void chart_speedups(struct text *out, struct chart_speedup *rows, size_t count)
{
	struct axis axis = {1, 1};
	struct text words = {0};
	bool predicted = false;
	double height;

	qsort(rows, count, sizeof(*rows), compare_speedups);
	count = count < MOST_ROWS ? count : MOST_ROWS;
	height = 22 * (double)count + 50;
	text_add(&words, "Speed-up of the loop by variant");
	for (size_t i = 0; i < count; i++) {
		const struct chart_speedup *row = &rows[i];

		widen(&axis, row->predicted);
		widen(&axis, row->measured);
		widen(&axis, row->low);
		widen(&axis, row->high);
		text_print(&words, "; %s: %.2fx", row->label, row->measured);
		if (isfinite(row->predicted)) {
			text_print(&words, ", predicted %.2fx", row->predicted);
			predicted = true;
		}
	}
	axis.low = fmax(axis.low, LEAST_SPEEDUP);
	axis.high = fmin(axis.high, MOST_SPEEDUP);
	add_margins(&axis);
	begin(out, height, &words);
	text_free(&words);
	draw_axis(out, &axis, height - 42, "x", "speed-up of the loop");
	text_print(out,
		   "<path d=\"M%.1f 4V%.1f\" class=\"mark\" "
		   "stroke-dasharray=\"4 3\"/>\n",
		   place(&axis, 1), height - 42);
	for (size_t i = 0; i < count; i++) {
		const struct chart_speedup *row = &rows[i];
		double y = 22 * (double)i + 15;

		draw_label(out, y + 4, row->chosen ? "code accent" : "code",
			   row->label);
		if (isfinite(row->low) && isfinite(row->high))
			text_print(out,
				   "<path d=\"M%.1f %.1fH%.1f\" class=\"%s\" "
				   "stroke-width=\"2.5\"/>\n",
				   place(&axis, row->low), y,
				   place(&axis, row->high),
				   row->chosen ? "chosen" : "mark");
		if (isfinite(row->predicted))
			text_print(out,
				   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" "
				   "class=\"open\"/>\n",
				   place(&axis, row->predicted), y);
		text_print(out,
			   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" "
			   "class=\"%s\"/><text x=\"%d\" y=\"%.1f\" "
			   "text-anchor=\"end\">%.2fx</text>\n",
			   place(&axis, row->measured), y,
			   row->chosen ? "accent" : "quiet", WIDTH, y + 4,
			   row->measured);
	}
	end(out, predicted ? "Filled: measured, with its interval. Open: "
			     "predicted before anything ran. Blue: chosen."
			   : "Measured, with its interval. Blue: chosen.");
}
