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
#include <sys/stat.h>

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

/* A process of the run: its file was written as it ended. */
struct process {
	json_t *loops;
	double begin, end; /* seconds */
	size_t group;	   /* of processes that ran beside each other */
};

static void read_lines(struct process *process, const char *at)
{
	process->loops = json_array();
	process->begin = process->end;
	while (*at) {
		size_t length = strcspn(at, "\n");
		json_t *line = json_loadb(at, length, 0, NULL);

		if (strcmp(string_of(line, "kind"), "run") == 0)
			process->begin =
				process->end - 1e-9 * number_of(line, "wall");
		if (strcmp(string_of(line, "kind"), "loop") == 0) {
			note_team(line);
			json_array_append(process->loops, line);
		}
		json_decref(line);
		at += length + (at[length] == '\n');
	}
}

static bool read_process(const char *path, struct process *process)
{
	struct text content = {0};
	struct stat status;
	bool good = stat(path, &status) == 0 && file_read(path, &content);

	if (good) {
		process->end = (double)status.st_mtim.tv_sec +
			       1e-9 * (double)status.st_mtim.tv_nsec;
		read_lines(process, text_string(&content));
	}
	text_free(&content);
	return good;
}

static struct process *read_all(const char *folder, size_t *count)
{
	DIR *directory = opendir(folder);
	struct process *list = NULL;
	struct dirent *entry;

	*count = 0;
	while (directory && (entry = readdir(directory))) {
		char *path = memory_print("%s/%s", folder, entry->d_name);

		list = memory_grow(list, *count + 1, sizeof(*list));
		if (entry->d_name[0] != '.' &&
		    read_process(path, &list[*count])) {
			list[*count].group = *count;
			++*count;
		}
		free(path);
	}
	if (directory)
		closedir(directory);
	return list;
}

/* Ranks of MPI do, steps of a script do not: for half of the shorter one. */
static bool are_beside(const struct process *one, const struct process *other)
{
	double shared =
		fmin(one->end, other->end) - fmax(one->begin, other->begin);

	return shared >
	       .5 * fmin(one->end - one->begin, other->end - other->begin);
}

static void group(struct process *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++) {
			size_t old = list[j].group;

			if (!are_beside(&list[i], &list[j]))
				continue;
			for (size_t k = 0; k <= i; k++)
				if (list[k].group == old)
					list[k].group = list[i].group;
		}
}

static void add_process(json_t *loops, const struct process *process,
			size_t number, bool alone)
{
	for (size_t i = 0; i < json_array_size(process->loops); i++) {
		json_t *line = json_array_get(process->loops, i);

		if (!alone) {
			json_object_set_new(line, "process",
					    json_integer((json_int_t)number));
			json_object_set_new(
				line, "beside",
				json_integer((json_int_t)process->group));
		}
		json_array_append(loops, line);
	}
	json_decref(process->loops);
}

char *clocks_gather(const char *folder)
{
	size_t count;
	struct process *list = read_all(folder, &count);
	json_t *loops = json_array();
	char *array;

	group(list, count);
	for (size_t i = 0; i < count; i++)
		add_process(loops, &list[i], i, count == 1);
	array = json_dumps(loops, JSON_COMPACT);
	json_decref(loops);
	free(list);
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

/* What is summed over the lines of one process, and of those beside it the most
   counts. */
struct sum {
	json_int_t process, group;
	double calls, wall;
};

/* -1 where there was one process alone. */
static json_int_t mark_of(const json_t *loop, const char *key)
{
	const json_t *mark = json_object_get(loop, key);

	return json_is_integer(mark) ? json_integer_value(mark) : -1;
}

static void add_to_sum(struct sum **sums, size_t *count, const json_t *loop)
{
	json_int_t process = mark_of(loop, "process");
	size_t i = 0;

	while (i < *count && (*sums)[i].process != process)
		i++;
	if (i == *count) {
		*sums = memory_grow(*sums, ++*count, sizeof(**sums));
		(*sums)[i] =
			(struct sum){process, mark_of(loop, "beside"), 0, 0};
	}
	(*sums)[i].calls += number_of(loop, "calls");
	(*sums)[i].wall += number_of(loop, "wall");
}

/* Of each group, counted where its first process stands. */
static void add_groups(const struct sum *sums, size_t count, double *calls,
		       double *wall)
{
	for (size_t i = 0; i < count; i++) {
		double most_calls = 0, most_wall = 0;
		bool first = true;

		for (size_t j = 0; j < count; j++) {
			if (sums[j].group != sums[i].group)
				continue;
			first = first && j >= i;
			most_calls = fmax(most_calls, sums[j].calls);
			most_wall = fmax(most_wall, sums[j].wall);
		}
		*calls += first ? most_calls : 0;
		*wall += first ? most_wall : 0;
	}
}

bool clocks_time(const json_t *loops, const json_t *record, double *calls,
		 double *wall)
{
	struct sum *sums = NULL;
	size_t count = 0;
	bool clocked = true;

	*calls = *wall = 0;
	for (size_t i = 0; clocked && i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);

		if (record && !clocks_is_of(loop, record))
			continue;
		if (has_clock(loop))
			add_to_sum(&sums, &count, loop);
		else
			clocked = !record;
	}
	if (clocked)
		add_groups(sums, count, calls, wall);
	free(sums);
	return clocked && count > 0;
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
