/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the library before libgomp saw of a run.
 */
#include "trace.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/compiler.h"
#include "place.h"

#define NANO 1e-9

/* The sums of an interval; counts are no times. */
static const struct key {
	const char *name;
	size_t offset;
	bool count;
} keys[] = {
	{"calls", offsetof(struct overhead_sums, calls), true},
	{"threads", offsetof(struct overhead_sums, threads), true},
	{"tasks", offsetof(struct overhead_sums, tasks), true},
	{"wall", offsetof(struct overhead_sums, wall), false},
	{"present", offsetof(struct overhead_sums, present), false},
	{"enter", offsetof(struct overhead_sums, enter), false},
	{"leave", offsetof(struct overhead_sums, leave), false},
	{"outside", offsetof(struct overhead_sums, outside), false},
	{"common", offsetof(struct overhead_sums, common), false},
	{"critical", offsetof(struct overhead_sums, critical), false},
	{"ordered", offsetof(struct overhead_sums, ordered), false},
	{"lock", offsetof(struct overhead_sums, lock), false},
	{"condition", offsetof(struct overhead_sums, condition), false},
	{"dispatch", offsetof(struct overhead_sums, dispatch), false},
	{"wait", offsetof(struct overhead_sums, wait), false},
	{"imbalance", offsetof(struct overhead_sums, imbalance), false},
	{"alone_wall", offsetof(struct overhead_sums, alone_wall), false},
	{"alone_present", offsetof(struct overhead_sums, alone_present), false},
	{"alone_wait", offsetof(struct overhead_sums, alone_wait), false},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

/* ---- lines ---- */

static const char *string_of(const json_t *line, const char *key)
{
	const char *string = json_string_value(json_object_get(line, key));

	return string ? string : "";
}

static double number_of(const json_t *line, const char *key)
{
	return json_number_value(json_object_get(line, key));
}

static struct trace_place read_place(const json_t *line, const char *object,
				     const char *offset)
{
	struct trace_place place = {NULL, 0};

	if (!*string_of(line, object))
		return place;
	place.object = memory_string(string_of(line, object));
	place.offset = json_integer_value(json_object_get(line, offset));
	return place;
}

static void add_interval(const json_t *line, struct trace *seen)
{
	struct trace_interval *interval;

	seen->list =
		memory_grow(seen->list, seen->count + 1, sizeof(*seen->list));
	interval = &seen->list[seen->count];
	*interval = (struct trace_interval){
		.number = seen->count++,
		.region = read_place(line, "object", "offset"),
		.end = read_place(line, "end_object", "end_offset"),
		.nested = json_is_true(json_object_get(line, "nested")),
		.others = strcmp(string_of(line, "end"), "others") == 0,
		.line = (int)number_of(line, "line"),
	};
	if (*string_of(line, "file"))
		interval->file = memory_string(string_of(line, "file"));
	for (size_t i = 0; i < KEYS; i++) {
		double value = number_of(line, keys[i].name) *
			       (keys[i].count ? 1 : NANO);

		memcpy((char *)&interval->sums + keys[i].offset, &value,
		       sizeof(value));
	}
}

static void add_region(const json_t *line, struct trace *seen)
{
	double open = number_of(line, "open") * NANO;

	if (*string_of(line, "object"))
		seen->open += open;
	else
		seen->outside += number_of(line, "wall") * NANO + open;
}

static void add_line(const json_t *line, struct trace *seen)
{
	const char *kind = string_of(line, "kind");

	if (strcmp(kind, "run") == 0)
		seen->wall = number_of(line, "wall") * NANO;
	else if (strcmp(kind, "loop") == 0)
		seen->clocks |= json_is_null(json_object_get(line, "why"));
	else if (strcmp(kind, "region") == 0)
		add_region(line, seen);
	else if (strcmp(kind, "interval") == 0)
		add_interval(line, seen);
}

static void read_file(const char *path, struct trace *seen)
{
	struct text content = {0};
	const char *at;

	*seen = (struct trace){0};
	if (!file_read(path, &content))
		return;
	at = text_string(&content);
	while (*at) {
		size_t length = strcspn(at, "\n");
		json_t *line = json_loadb(at, length, 0, NULL);

		add_line(line, seen);
		json_decref(line);
		at += length + (at[length] == '\n');
	}
	text_free(&content);
}

/* ---- runs ---- */

static double region_time(const struct trace *seen)
{
	double sum = seen->open;

	for (size_t i = 0; i < seen->count; i++)
		sum += seen->list[i].sums.wall;
	return sum;
}

/* Keep the process that spent most time in regions. */
static void choose(struct trace *best, struct trace *other)
{
	size_t processes =
		best->processes + (other->count > 0 || other->open > 0);

	if (region_time(other) > region_time(best)) {
		struct trace kept = *best;

		*best = *other;
		*other = kept;
	}
	trace_free(other);
	best->processes = processes;
}

/* In the file regions are as the loader placed them, each time elsewhere. */
static int compare(const void *left, const void *right)
{
	const struct trace_interval *one = left, *other = right;
	const char *object = one->region.object ? one->region.object : "";
	const char *another = other->region.object ? other->region.object : "";
	int order = strcmp(object, another);

	if (order != 0)
		return order;
	if (one->region.offset != other->region.offset)
		return one->region.offset < other->region.offset ? -1 : 1;
	if (one->nested != other->nested)
		return one->nested ? 1 : -1;
	return one->number < other->number ? -1 : 1;
}

bool trace_read(const char *folder, struct trace *seen, struct text *problem)
{
	DIR *directory = opendir(folder);
	struct dirent *entry;
	bool any = false;

	*seen = (struct trace){0};
	while (directory && (entry = readdir(directory))) {
		char *path = memory_print("%s/%s", folder, entry->d_name);
		struct trace other;

		if (entry->d_name[0] != '.') {
			any = true;
			read_file(path, &other);
			choose(seen, &other);
		}
		free(path);
	}
	if (directory)
		closedir(directory);
	if (seen->count > 0)
		qsort(seen->list, seen->count, sizeof(*seen->list), compare);
	if (seen->processes > 0)
		return true;
	text_add(problem,
		 any ? "no parallel region was seen; was it compiled by GCC "
		       "with -fopenmp?"
		     : "the library that is loaded before it said nothing; is "
		       "it linked with -static?");
	trace_free(seen);
	return false;
}

void trace_free(struct trace *seen)
{
	for (size_t i = 0; i < seen->count; i++) {
		free(seen->list[i].region.object);
		free(seen->list[i].end.object);
		free(seen->list[i].file);
	}
	free(seen->list);
	*seen = (struct trace){0};
}

/* ---- words ---- */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* "file.c:12", or where in the file of the program; takes "line". */
static char *line_or_offset(const struct trace_place *place, char *line)
{
	if (line)
		return line;
	return memory_print("%s+0x%" PRIx64, base_name(place->object),
			    place->offset);
}

static char *line_of_loop(const struct trace *seen,
			  const struct trace_interval *region)
{
	for (size_t i = 0; i < seen->count; i++) {
		const struct trace_interval *interval = &seen->list[i];

		if (interval->file && trace_same_region(interval, region))
			return memory_print("%s:%d", base_name(interval->file),
					    interval->line);
	}
	return NULL;
}

char *trace_name(const struct trace *seen,
		 const struct trace_interval *interval)
{
	const char *nested = interval->nested ? ", nested" : "";
	char *function, *line, *loop, *name;

	if (!interval->region.object)
		return memory_string("a region of unloaded code");
	place_name(interval->region.object, interval->region.offset, &function,
		   &line);
	loop = line_of_loop(seen, interval);
	if (loop) {
		free(line);
		line = loop;
	}
	line = line_or_offset(&interval->region, line);
	if (function)
		name = memory_print("%s (%s)%s", function, line, nested);
	else
		name = memory_print("%s%s", line, nested);
	free(line);
	free(function);
	return name;
}

char *trace_end(const struct trace_interval *interval)
{
	char *function, *line, *name;

	if (interval->others)
		return memory_string("other barriers");
	if (!interval->end.object)
		return memory_string("its end");
	/* GCC jumps to it, so that it returns to who called the body. */
	if (strcmp(base_name(interval->end.object), COMPILER_REGIONS) == 0)
		return memory_string("barrier before its end");
	/* The address is that behind the call. */
	place_name(interval->end.object, interval->end.offset - 1, &function,
		   &line);
	line = line_or_offset(&interval->end, line);
	name = memory_print("barrier %s", line);
	free(line);
	free(function);
	return name;
}

/* ---- which is which ---- */

static bool same_place(const struct trace_place *one,
		       const struct trace_place *other)
{
	if (!one->object || !other->object)
		return !one->object && !other->object;
	return one->offset == other->offset &&
	       strcmp(one->object, other->object) == 0;
}

bool trace_same_region(const struct trace_interval *one,
		       const struct trace_interval *other)
{
	return one->nested == other->nested &&
	       same_place(&one->region, &other->region);
}

/* Intervals of a region stand together. */
bool trace_is_first(const struct trace *seen, size_t place)
{
	return place == 0 ||
	       !trace_same_region(&seen->list[place - 1], &seen->list[place]);
}

bool trace_same(const struct trace_interval *one,
		const struct trace_interval *other)
{
	return trace_same_region(one, other) && one->others == other->others &&
	       same_place(&one->end, &other->end);
}
