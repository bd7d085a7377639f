/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a source whose loops stand in another order or are cut into tiles, and
 * looks whether GCC makes of it what was meant.
 *
 *     reshaped SOURCE ID FIRST:ORDER:TILES/COLLAPSE GCC [FLAG...]
 *     reshaped --survey SOURCE GCC [FLAG...]
 *     reshaped --texts FOLDER SOURCE GCC [FLAG...]
 *
 * ORDER has a digit for each loop of the band, TILES a number for each between
 * commas: 0:10:0,32. Without tiles 0:10/2 shares two loops out together;
 * 0:0:32^1 lets 32 iterations of a loop go abreast, around loops that hold
 * none. Prints the new text. --survey tries all orders and a tile of each loop
 * in all bands, and prints a line for each: "made", "refused: why" or "wrong:
 * why", then loop and reshape. --texts does the same without a look at what GCC
 * makes of it, and keeps the texts, numbered by the lines. Status 0 done, 1
 * refused, 2 bad usage, 3 wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "nest/reshape.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/source.h"
#include "revise/revise.h"
#include "transform/verify.h"

#define TILE 7 /* of --survey; no divisor of common sizes */

struct job {
	const char *path;
	struct text source;
	const char *folder; /* of --texts, else NULL */
	int tries;
	const char *gcc;
	char **flags;
	struct records records;
};

static int fail(const char *what, struct text *why, int status)
{
	fprintf(stderr, "reshaped: %s%s\n", what, text_string(why));
	text_free(why);
	return status;
}

static const char *id_of(const json_t *record)
{
	return json_string_value(json_object_get(record, "id"));
}

static bool parse(const char *word, struct reshape *reshape)
{
	char *end;

	memset(reshape, 0, sizeof(*reshape));
	reshape->first = strtol(word, &end, 10);
	for (end += *end == ':'; *end >= '0' && *end <= '7'; end++) {
		if (reshape->count == RESHAPE_MOST)
			return false;
		reshape->order[reshape->count++] = *end - '0';
	}
	for (int i = 0; i < reshape->count && *end && *end != '/'; i++)
		reshape->tile[i] = strtoll(end + 1, &end, 10);
	if (*end == '/')
		reshape->collapse = strtol(end + 1, &end, 10);
	reshape->abreast = *end == '^';
	if (reshape->abreast)
		reshape->whole = strtol(end + 1, &end, 10);
	return !*end && reshape->count > 0;
}

static bool read_all(struct job *job, struct text *problem)
{
	if (!file_read(job->path, &job->source)) {
		text_print(problem, "cannot read '%s'", job->path);
		return false;
	}
	return source_read_text(&job->records, job->path,
				text_string(&job->source), job->gcc, job->flags,
				problem);
}

/* FOLDER/LINE.c: the text that the line of the output speaks of. */
static int keep(const struct job *job, const struct text *text)
{
	const char *dot = strrchr(job->path, '.');
	char *path = memory_print("%s/%d%s", job->folder, job->tries,
				  dot ? dot : "");
	bool good = file_write(path, text_string(text));

	free(path);
	return good ? 0 : 3;
}

/* 0, or the status with the reason. */
static int make(struct job *job, const json_t *record,
		const struct reshape *reshape, struct text *out,
		struct text *reason)
{
	if (!revise(record, reshape, job->path, text_string(&job->source),
		    job->source.length, out, reason))
		return 1;
	if (job->folder)
		return keep(job, out);
	return verify_text(&job->records, record, reshape, job->path,
			   text_string(out), job->gcc, job->flags, reason)
		       ? 0
		       : 3;
}

static const json_t *find(const struct job *job, const char *id)
{
	for (size_t i = 0; i < job->records.count; i++)
		if (strcmp(id_of(job->records.list[i]), id) == 0)
			return job->records.list[i];
	return NULL;
}

/* Set "split" by what the record says of its loops. */
static void find_split(struct reshape *reshape, const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest");

	for (int i = 0; i + 1 < reshape->count; i++)
		if (!loop_true(json_array_get(nest, reshape->first + i),
			       "perfect"))
			reshape->split = i + 1;
	if (reshape_around(reshape) == reshape->split)
		reshape->split = 0;
	reshape->element =
		reshape->split &&
		json_array_size(json_object_get(
			json_array_get(nest, reshape->first + reshape->split),
			"carries")) > 0;
}

static int print_one(struct job *job, const char *id, const char *word)
{
	struct reshape reshape;
	struct text out = {0}, why = {0};
	const json_t *record;
	int status;

	if (!parse(word, &reshape))
		return fail("no reshape: ", &why, 2);
	if (!read_all(job, &why))
		return fail("", &why, 2);
	record = find(job, id);
	if (!record)
		return fail("no such loop", &why, 2);
	find_split(&reshape, record);
	status = make(job, record, &reshape, &out, &why);
	if (status != 1)
		fputs(text_string(&out), stdout);
	text_free(&out);
	if (status)
		return fail(status == 1 ? "refused: " : "wrong: ", &why,
			    status);
	text_free(&why);
	return 0;
}

static void try(struct job *job, const json_t *record,
		const struct reshape *reshape, int *worst)
{
	static const char *const words[] = {"made", "refused: ", "", "wrong: "};
	struct text out = {0}, why = {0};
	int status;

	job->tries++;
	status = make(job, record, reshape, &out, &why);
	printf("%s%s\t%s %s %d:", words[status], text_string(&why), job->path,
	       id_of(record), reshape->first);
	for (int i = 0; i < reshape->count; i++)
		printf("%d", reshape->order[i]);
	for (int i = 0; i < reshape->count; i++)
		printf("%c%d", i ? ',' : ':', (int)reshape->tile[i]);
	printf("\n");
	if (status == 3)
		*worst = 3;
	text_free(&out);
	text_free(&why);
}

/* Loops that are a chain from "first" on. */
static int chain(const json_t *record, int first)
{
	const json_t *nest = json_object_get(record, "nest");
	int size = (int)json_array_size(nest), count = 1;

	for (int at = first; at + 1 < size && count < 4; at++) {
		int children = 0, parent = -1;

		for (int i = 0; i < size; i++) {
			const json_t *up = json_object_get(
				json_array_get(nest, i), "parent");

			children += json_is_integer(up) &&
				    json_integer_value(up) == at;
			if (i == at + 1 && json_is_integer(up))
				parent = json_integer_value(up);
		}
		if (children != 1 || parent != at)
			break;
		count++;
	}
	return count;
}

/* Each turn of the loops and each exchange of two. */
static void try_orders(struct job *job, const json_t *record, int first,
		       int count, int *worst)
{
	for (int a = 0; a < count; a++)
		for (int b = a + 1; b < count; b++) {
			struct reshape reshape = {.first = first,
						  .count = count};

			for (int i = 0; i < count; i++)
				reshape.order[i] = i == a ? b : i == b ? a : i;
			try(job, record, &reshape, worst);
		}
	if (count > 2) {
		struct reshape reshape = {.first = first, .count = count};

		for (int i = 0; i < count; i++)
			reshape.order[i] = (i + 1) % count;
		reshape.tile[count - 1] = TILE;
		try(job, record, &reshape, worst);
	}
}

static void try_tiles(struct job *job, const json_t *record, int first,
		      int count, int *worst)
{
	for (int which = 0; which <= count; which++) {
		struct reshape reshape = {.first = first, .count = count};

		for (int i = 0; i < count; i++) {
			reshape.order[i] = i;
			if (i == which || which == count)
				reshape.tile[i] = TILE;
		}
		if (which < count || count > 1)
			try(job, record, &reshape, worst);
	}
}

static int survey(struct job *job)
{
	struct text why = {0};
	int worst = 0;

	if (!read_all(job, &why))
		return fail("", &why, 2);
	for (size_t r = 0; r < job->records.count; r++) {
		const json_t *record = job->records.list[r];
		int loops =
			(int)json_array_size(json_object_get(record, "nest"));

		for (int first = 0; first < loops; first++) {
			int count = chain(record, first);

			try_orders(job, record, first, count, &worst);
			try_tiles(job, record, first, count, &worst);
		}
	}
	return worst;
}

int main(int argc, char **argv)
{
	struct job job = {.path = NULL};
	bool texts = argc > 2 && strcmp(argv[1], "--texts") == 0;
	bool all = texts || (argc > 1 && strcmp(argv[1], "--survey") == 0);
	struct text usage = {0};
	int status;

	if (texts)
		job.folder = argv[2];
	argv += all + texts;
	argc -= all + texts;
	if (argc < (all ? 3 : 5))
		return fail("bad usage", &usage, 2);
	job.path = argv[1];
	job.gcc = argv[all ? 2 : 4];
	job.flags = argv + (all ? 3 : 5);
	status = all ? survey(&job) : print_one(&job, argv[2], argv[3]);
	records_free(&job.records);
	text_free(&job.source);
	return status;
}
