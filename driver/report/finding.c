/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What other commands found of programs.
 */
#include "finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "drawing.h"
#include "story.h"

/* Bars of a picture at most, and numbers of threads that are written. */
#define MOST_BARS 30
#define MOST_NUMBERS 10

/* Of the program's time: places and parts that are shown. */
#define LEAST_PLACE .01
#define LEAST_PART .005

/* ---- reading ---- */

static bool is_finding(const json_t *finding)
{
	const char *command = story_word(finding, "command");
	const json_t *result = json_object_get(finding, "result");

	return strcmp(command, "scaling") == 0
		       ? json_is_array(result)
		       : json_is_object(result) &&
				 (strcmp(command, "overhead") == 0 ||
				  strcmp(command, "metric") == 0);
}

static void take(void *context, const char *name, const char *content)
{
	struct findings *findings = context;
	json_t *finding = json_loads(content, 0, NULL);

	(void)name;
	if (is_finding(finding))
		json_array_append(findings->list, finding);
	json_decref(finding);
}

bool findings_read(struct findings *findings, struct store *store,
		   struct text *problem)
{
	findings->list = json_array();
	return store_visit_kept(store, STORE_RESULT, take, findings, problem);
}

void findings_free(struct findings *findings)
{
	json_decref(findings->list);
	*findings = (struct findings){0};
}

/* ---- bars ---- */

static double value_of(const json_t *object, const char *key)
{
	return story_number(json_object_get(object, key), "value");
}

/* A label above its bar, as long as that part of the width. */
static void draw_bar(struct drawing *drawing, const char *label, double part,
		     const char *number)
{
	double y = drawing->height;
	double length = fmin(fmax(part, 0), 1) * (DRAWING_WIDTH - 70);

	drawing_text(drawing, 0, y + 12, DRAWING_START, "", label);
	drawing_box(drawing, 0, y + 18, length, 9, "accent");
	drawing_text(drawing, DRAWING_WIDTH, y + 27, DRAWING_END, "", number);
	drawing->height += 36;
}

static void draw_name(struct drawing *drawing, const char *name)
{
	drawing_text(drawing, 0, drawing->height + 16, DRAWING_START, "quiet",
		     name);
	drawing->height += 24;
}

/* ---- overhead ---- */

static double time_of(const json_t *result)
{
	return value_of(json_array_get(json_object_get(result, "places"), 0),
			"time");
}

bool finding_shows(const json_t *result, const json_t *place)
{
	const char *kind = story_word(place, "kind");

	return (strcmp(kind, "outside") == 0 || strcmp(kind, "region") == 0) &&
	       !json_is_string(json_object_get(place, "why")) &&
	       value_of(place, "time") >= LEAST_PLACE * time_of(result);
}

static size_t draw_parts(const json_t *place, double whole,
			 struct drawing *drawing, struct text *words)
{
	json_t *parts = json_object_get(place, "parts");
	const char *name;
	json_t *value;
	size_t count = 0;

	json_object_foreach(parts, name, value)
	{
		double part = story_number(value, "value") / whole;
		struct text number = {0};

		if (!(fabs(part) >= LEAST_PART))
			continue;
		if (count++ == 0)
			draw_name(drawing, story_word(place, "name"));
		text_print(&number, "%.1f %%", 100 * part);
		draw_bar(drawing, name, part, text_string(&number));
		text_print(words, "; %s, %s %.1f %%", story_word(place, "name"),
			   name, 100 * part);
		text_free(&number);
	}
	return count;
}

bool chart_overhead(const struct story *story, const json_t *loop,
		    struct drawing *drawing, struct text *words)
{
	const json_t *places = json_object_get(loop, "places");
	double whole = time_of(loop);
	size_t count = 0;

	(void)story;
	text_add(words, "Overhead in percent of the program's time");
	for (size_t i = 0; i < json_array_size(places) && count < MOST_BARS;
	     i++) {
		const json_t *place = json_array_get(places, i);

		if (whole > 0 && finding_shows(loop, place))
			count += draw_parts(place, whole, drawing, words);
	}
	text_add(words, ".");
	return count > 0;
}

/* ---- scaling ---- */

struct plane {
	struct scale x, y;
	double most; /* threads */
};

static struct plane plane_of(const json_t *points)
{
	double high = 1, most = 1;

	for (size_t i = 0; i < json_array_size(points); i++) {
		const json_t *point = json_array_get(points, i);
		const json_t *speedup = json_object_get(point, "speedup");

		most = fmax(most, story_number(point, "threads"));
		high = fmax(high, story_number(speedup, "high"));
		high = fmax(high, story_number(speedup, "value"));
	}
	return (struct plane){
		scale_of(1, most, 40, DRAWING_WIDTH - 16),
		scale_of(0, fmin(1.2 * high, fmax(most, high)), 190, 14), most};
}

/* Below its line, or only every n-th of many. */
static void draw_threads(struct drawing *drawing, const struct plane *plane,
			 double threads, bool written)
{
	double x = scale_at(&plane->x, threads);
	struct text number = {0};

	text_print(&number, "%.0f", threads);
	drawing_line(drawing, x, 190, x, 194, "line", 1);
	if (written)
		drawing_text(drawing, x, 207, DRAWING_MIDDLE, "quiet",
			     text_string(&number));
	text_free(&number);
}

static void draw_point(struct drawing *drawing, const struct plane *plane,
		       const json_t *point, struct text *words)
{
	const json_t *speedup = json_object_get(point, "speedup");
	double threads = story_number(point, "threads");
	double low = story_number(speedup, "low");
	double high = story_number(speedup, "high");
	double x = scale_at(&plane->x, threads);
	double y = scale_at(&plane->y, story_number(speedup, "value"));

	if (low < high)
		drawing_line(drawing, x, scale_at(&plane->y, low), x,
			     scale_at(&plane->y, high), "path", 2);
	drawing_dot(drawing, x, y, 4, "accent");
	text_print(words, "; %.0f thread%s %.2f", threads,
		   threads == 1 ? "" : "s", story_number(speedup, "value"));
}

static void draw_ideal(struct drawing *drawing, const struct plane *plane)
{
	double end = fmin(plane->most, plane->y.high);

	drawing_line(drawing, scale_at(&plane->x, 1), scale_at(&plane->y, 1),
		     scale_at(&plane->x, end), scale_at(&plane->y, end), "mark",
		     1.5);
	drawing_text(drawing, scale_at(&plane->x, end) - 8,
		     scale_at(&plane->y, end) + 4, DRAWING_END, "quiet",
		     "ideal");
}

bool chart_scaling(const struct story *story, const json_t *loop,
		   struct drawing *drawing, struct text *words)
{
	const json_t *points =
		json_object_get(json_array_get(loop, 0), "points");
	size_t count = json_array_size(points);
	size_t each = (count + MOST_NUMBERS - 1) / MOST_NUMBERS;
	struct plane plane = plane_of(points);

	(void)story;
	if (count < 2)
		return false;
	drawing->height = 226;
	text_add(words, "Speed-up by threads");
	drawing_side(drawing, &plane.y, 36);
	draw_ideal(drawing, &plane);
	for (size_t i = 0; i < count; i++) {
		const json_t *point = json_array_get(points, i);

		draw_threads(drawing, &plane, story_number(point, "threads"),
			     i % each == 0);
		draw_point(drawing, &plane, point, words);
	}
	drawing_text(drawing, DRAWING_WIDTH - 2, 222, DRAWING_END, "quiet",
		     "threads");
	text_add(words, ".");
	return true;
}

/* ---- metric ---- */

static int by_overhead(const void *a, const void *b)
{
	double x = story_number(*(json_t *const *)a, "overhead");
	double y = story_number(*(json_t *const *)b, "overhead");

	return x > y ? -1 : x < y;
}

/* Loops and functions that synchronise, the largest first. */
static json_t **all_of(const json_t *result, size_t *count)
{
	static const char *const lists[] = {"loops", "functions"};
	json_t **all = NULL;

	*count = 0;
	for (int i = 0; i < 2; i++) {
		json_t *list = json_object_get(result, lists[i]), *one;
		size_t j;

		json_array_foreach(list, j, one)
		{
			if (!(story_number(one, "overhead") > 0))
				continue;
			all = memory_grow(all, *count + 1, sizeof(json_t *));
			all[(*count)++] = one;
		}
	}
	if (all)
		qsort(all, *count, sizeof(json_t *), by_overhead);
	return all;
}

bool chart_metric(const struct story *story, const json_t *loop,
		  struct drawing *drawing, struct text *words)
{
	size_t count;
	json_t **all = all_of(loop, &count);

	(void)story;
	text_add(words, "Synchronisation by the source, O(P)");
	for (size_t i = 0; i < count && i < MOST_BARS; i++) {
		double overhead = story_number(all[i], "overhead");
		struct text number = {0};

		text_print(&number, "%.4g", overhead);
		draw_bar(drawing, story_word(all[i], "id"),
			 overhead / story_number(all[0], "overhead"),
			 text_string(&number));
		text_print(words, "; %s %.4g", story_word(all[i], "id"),
			   overhead);
		text_free(&number);
	}
	text_add(words, ".");
	free(all);
	return count > 0;
}
