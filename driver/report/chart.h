/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pictures of a tuning. Each leaves a drawing without an end, and in
 * "words" what it shows, for those who cannot see it.
 */
#ifndef PODIUM_CHART_H
#define PODIUM_CHART_H

#include <jansson.h>
#include <stdbool.h>

struct drawing;
struct story;
struct text;

/* False where there is nothing to show. */
typedef bool chart(const struct story *story, const json_t *loop,
		   struct drawing *drawing, struct text *words);

/* Runs of the original and of the best variant, with the interval of that. */
chart chart_gain;
/* What the loop waits for, by the terms of the estimate. */
chart chart_terms;
/* What was tried in the loop: predicted, and measured. */
chart chart_variants;
/* The same of one run in which they took turns; the loop is a line of it. */
chart chart_turns;
/* The search, step by step. */
chart chart_steps;
/* All pairs in their order, and how the machine drifted meanwhile. */
chart chart_rounds;

#endif
