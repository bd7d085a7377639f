/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds damaged files to the reader of records and to the printers:
 *
 *	fuzz-records ROUNDS SEED FILE...
 *
 * Each round takes the next file (an object, an archive or records alone),
 * changes some bytes, cuts or doubles a part, and reads it. Run under the
 * sanitizers it shows what a hostile file can do; the same seed gives the
 * same rounds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../random.h"
#include "base/file.h"
#include "base/table.h"
#include "base/text.h"
#include "record/detail.h"
#include "record/overview.h"
#include "record/records.h"

/* Bytes that mean something to JSON come up more often than others. */
static char random_byte(void)
{
	static const char signs[] = "[]{}\",:-0129enull\n\\";

	return random_below(2) ? signs[random_below(sizeof(signs) - 1)]
			       : (char)random_below(256);
}

/* A part of the text once more, at its end. */
static void double_part(struct text *text)
{
	size_t start = random_below(text->length);
	size_t length = random_below(text->length - start);
	char *part = malloc(length + 1);

	if (!part)
		exit(1);
	memcpy(part, text->bytes + start, length);
	text_add_bytes(text, part, length);
	free(part);
}

static void damage(struct text *text)
{
	size_t changes = 1 + random_below(6);

	while (changes-- > 0 && text->length > 0)
		text->bytes[random_below(text->length)] = random_byte();
	if (random_below(8) == 0)
		text_cut(text, random_below(text->length));
	if (random_below(8) == 0 && text->length > 0)
		double_part(text);
}

/* Another number in place of one: often still a record, but a false one. */
static void change_number(struct text *text)
{
	for (int tries = 0; tries < 50; tries++) {
		size_t i = random_below(text->length);

		if (text->bytes[i] < '0' || text->bytes[i] > '9')
			continue;
		text->bytes[i] = '0' + random_below(10);
		return;
	}
}

static void mutate(struct text *text)
{
	if (random_below(2)) {
		change_number(text);
		return;
	}
	damage(text);
}

static void show(const struct records *records)
{
	struct table_layout layout = {.width = 60, .head = true};
	struct table table = {0};
	struct text out = {0};

	overview_begin(&table);
	for (size_t i = 0; i < records->count; i++) {
		detail_print(&out, records->list[i], 60);
		overview_add(&table, records->list[i]);
	}
	table_print(&table, &layout, &out);
	table_free(&table);
	text_free(&out);
}

/* Anew: what is written over an old file, some file systems wait for. */
static void write_file(const char *path, const struct text *content)
{
	FILE *file;

	unlink(path);
	file = fopen(path, "wb");
	if (!file || fwrite(text_string(content), 1, content->length, file) !=
			     content->length) {
		perror(path);
		exit(1);
	}
	fclose(file);
}

/* Files that are no objects are taken for the content of a section. */
static size_t read_mutant(const char *path, const struct text *content)
{
	struct records records = {0};
	struct text problem = {0};
	size_t count;

	write_file(path, content);
	if (!records_read(&records, path, path, &problem))
		records_parse(&records, text_string(content), content->length,
			      path, &problem);
	show(&records);
	count = records.count;
	records_free(&records);
	text_free(&problem);
	return count;
}

int main(int argc, char **argv)
{
	char folder[] = "/tmp/podium-fuzz-XXXXXX";
	char path[64];
	size_t read = 0;

	if (argc < 4 || !mkdtemp(folder))
		return 2;
	snprintf(path, sizeof(path), "%s/mutant", folder);
	random_state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (long i = 0; i < atol(argv[1]); i++) {
		struct text content = {0};

		if (!file_read(argv[3 + i % (argc - 3)], &content)) {
			perror(argv[3 + i % (argc - 3)]);
			return 1;
		}
		mutate(&content);
		read += read_mutant(path, &content) > 0;
		text_free(&content);
	}
	unlink(path);
	rmdir(folder);
	printf("%s files read, %zu of them with records\n", argv[1], read);
	return 0;
}
