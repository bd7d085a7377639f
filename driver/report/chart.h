/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts in SVG, for a page by html.h. What a chart shows is in its label
 * as well, for readers who cannot see it.
 */
#ifndef PODIUM_REPORT_CHART_H
#define PODIUM_REPORT_CHART_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* Runs of a program. */
struct chart_runs {
	const char *label;
	double *seconds; /* in any order, which changes */
	size_t count;
	bool chosen;
};

/* Draws each run as a dot, and the median of each row of runs as a line. */
void chart_runs(struct text *out, const struct chart_runs *rows, size_t count);

/* The speed-up of a variant; NAN is unknown. */
struct chart_speedup {
	const char *label;
	double predicted, measured, low, high;
	double runs; /* or calls within a run */
	const char *outcome;
	bool chosen;
};

/*
 * Draws the predicted speed-up of each variant as a circle and the measured one
 * as a dot with its interval, the fastest first. Sorts the rows.
 */
void chart_speedups(struct text *out, struct chart_speedup *rows, size_t count);

#endif
