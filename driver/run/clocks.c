/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the clocks of a run said.
 */
#include "clocks.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

static const char *string_of(const json_t *object, const char *key)
{
	const char *string = json_string_value(json_object_get(object, key));

	return string ? string : "";
}

static double number_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

/* ---- files ---- */

/*
 * Of the threads only how many there were. Where several had the loop each for
 * itself, within a parallel region around it, the team was of one, and the loop
 * took as long as the thread that had most of it.
 */
static void note_team(json_t *line)
{
	json_t *threads = json_object_get(line, "threads");
	size_t count = json_array_size(threads);
	double entries = 0, longest = 0;

	for (size_t i = 0; i < count; i++) {
		const json_t *one = json_array_get(threads, i);

		entries += number_of(one, "calls");
		longest = fmax(longest, number_of(one, "wall"));
	}
	if (count > 1 && entries == number_of(line, "calls")) {
		json_object_set_new(line, "wall", json_real(longest));
		json_object_set_new(line, "alone", json_true());
		count = 1;
	}
	json_object_set_new(line, "team", json_integer((json_int_t)count));
	json_object_del(line, "threads");
}

static void add_lines(json_t *loops, const char *at)
{
	while (*at) {
		size_t length = strcspn(at, "\n");
		json_t *line = json_loadb(at, length, 0, NULL);

		if (strcmp(string_of(line, "kind"), "loop") == 0) {
			note_team(line);
			json_array_append(loops, line);
		}
		json_decref(line);
		at += length + (at[length] == '\n');
	}
}

char *clocks_gather(const char *folder)
{
	DIR *directory = opendir(folder);
	json_t *loops = json_array();
	struct dirent *entry;
	char *array;

	while (directory && (entry = readdir(directory))) {
		char *path = memory_print("%s/%s", folder, entry->d_name);
		struct text content = {0};

		if (entry->d_name[0] != '.' && file_read(path, &content))
			add_lines(loops, text_string(&content));
		text_free(&content);
		free(path);
	}
	if (directory)
		closedir(directory);
	array = json_dumps(loops, JSON_COMPACT);
	json_decref(loops);
	return array ? array : memory_string("");
}

/* ---- loops ---- */

static bool has_clock(const json_t *loop)
{
	return json_is_integer(json_object_get(loop, "calls")) &&
	       !json_is_string(json_object_get(loop, "why"));
}

json_t *clocks_read(const char *array)
{
	json_t *loops = json_loads(array, 0, NULL);

	for (size_t i = 0; i < json_array_size(loops); i++)
		if (has_clock(json_array_get(loops, i)))
			return loops;
	json_decref(loops);
	return NULL;
}

bool clocks_is_of(const json_t *line, const json_t *record)
{
	return strcmp(string_of(line, "id"), string_of(record, "id")) == 0 &&
	       strcmp(string_of(line, "file"), string_of(record, "file")) == 0;
}

bool clocks_time(const json_t *loops, const json_t *record, double *calls,
		 double *wall)
{
	bool found = false;

	*calls = *wall = 0;
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);

		if (!clocks_is_of(loop, record))
			continue;
		if (!has_clock(loop))
			return false;
		found = true;
		*calls += number_of(loop, "calls");
		*wall += number_of(loop, "wall");
	}
	return found;
}

int clocks_threads(const json_t *loops, const json_t *record)
{
	double most = 0;

	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);

		if (clocks_is_of(loop, record) && has_clock(loop))
			most = fmax(most, number_of(loop, "team"));
	}
	return (int)most;
}

bool clocks_alone(const json_t *loops, const json_t *record)
{
	bool alone = false;

	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);

		if (!clocks_is_of(loop, record) ||
		    number_of(loop, "calls") == 0)
			continue;
		if (!json_is_true(json_object_get(loop, "alone")))
			return false;
		alone = true;
	}
	return alone;
}

/* ---- values ---- */

/* The bounds of loops are values too, with a number for a name. */
static bool is_parameter(const json_t *value, const char *name)
{
	static const char *const bounds[] = {"begin", "end", "step"};

	for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++)
		if (strcmp(string_of(value, "kind"), bounds[i]) == 0)
			return false;
	return strcmp(string_of(value, "name"), name) == 0;
}

/* A sum that was too large is not there; the largest value stands for it. */
static double sum_of(const json_t *value)
{
	if (json_is_number(json_object_get(value, "sum")))
		return number_of(value, "sum");
	return number_of(value, "max") * number_of(value, "count");
}

/* One value of a loop; false for what is none of that kind, or that name. */
typedef bool is_wanted(const json_t *value, const char *kind, const char *name);

static bool is_named(const json_t *value, const char *kind, const char *name)
{
	(void)kind;
	return is_parameter(value, name);
}

static bool is_bound(const json_t *value, const char *kind, const char *name)
{
	return strcmp(string_of(value, "kind"), kind) == 0 &&
	       strcmp(string_of(value, "name"), name) == 0;
}

/* The mean over the calls. */
static bool mean_of(const json_t *loops, const json_t *record, is_wanted *is,
		    const char *kind, const char *name, double *mean)
{
	double sum = 0, count = 0;

	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);
		const json_t *values = json_object_get(loop, "values");

		for (size_t j = 0; j < json_array_size(values); j++) {
			const json_t *one = json_array_get(values, j);

			if (!clocks_is_of(loop, record) || !is(one, kind, name))
				continue;
			sum += sum_of(one);
			count += number_of(one, "count");
		}
	}
	if (count <= 0)
		return false;
	*mean = sum / count;
	return true;
}

bool clocks_value(const json_t *loops, const json_t *record, const char *name,
		  double *value)
{
	double mean;

	if (!mean_of(loops, record, is_named, "", name, &mean))
		return false;
	*value = round(mean);
	return true;
}

bool clocks_iterations(const json_t *loops, const json_t *record, int number,
		       double *iterations)
{
	double begin, end, step;
	char name[24];

	snprintf(name, sizeof(name), "%d", number);
	if (!mean_of(loops, record, is_bound, "begin", name, &begin) ||
	    !mean_of(loops, record, is_bound, "end", name, &end) ||
	    !mean_of(loops, record, is_bound, "step", name, &step) || step == 0)
		return false;
	*iterations = fmax(round((end - begin) / step), 0);
	return true;
}
