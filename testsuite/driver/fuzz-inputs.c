/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds damaged files to their readers and to what shows them:
 *
 *	fuzz-inputs ROUNDS SEED FILE
 *
 * What kind of file it is the end of its name says. Each round changes some
 * bytes of the file, or one of its numbers, or cuts it. What is still accepted
 * must be sound and can be shown; what is not has a reason. With LIBFUZZER
 * defined it is a target of libFuzzer for the kind at the end of its own name:
 * make fuzz-inputs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/text.h"
#include "build/tuned.h"
#include "calibrate/summary.h"
#include "machine/profile.h"
#include "rank/space.h"
#include "record/detail.h"
#include "record/records.h"

/* Variants of a space that are looked at. */
#define MOST_VARIANTS 1000

/* ---- kinds ---- */

static void demand(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

/* Each tells whether it accepted the text, and if not why. */
static bool try_profile(const char *bytes, size_t length, struct text *problem)
{
	struct profile profile = {0};
	struct text out = {0};
	bool good = profile_parse(&profile, bytes, length, "mutant", problem);

	if (good) {
		summary_print(&profile, &out);
		demand(machine_is_sound(&profile.machine), "unsound machine");
	}
	profile_free(&profile);
	text_free(&out);
	return good;
}

static bool try_records(const char *bytes, size_t length, struct text *problem)
{
	struct records records = {0};
	struct text out = {0};
	bool good = records_parse(&records, bytes, length, "mutant", problem);

	records_sort(&records);
	for (size_t i = 0; i < records.count; i++)
		detail_print(&out, records.list[i], 60);
	records_free(&records);
	text_free(&out);
	return good;
}

static bool try_space(const char *bytes, size_t length, struct text *problem)
{
	struct space *space = space_parse("mutant", bytes, length, problem);
	struct space_variant variant;
	struct text out = {0};

	if (!space)
		return false;
	for (size_t i = 0; i < MOST_VARIANTS && i < space_size(space); i++) {
		if (!space_variant(space, i, &variant))
			continue;
		for (const char **next = variant.arguments; *next; next++)
			text_add(&out, *next);
		free(variant.arguments);
	}
	space_free(space);
	text_free(&out);
	return true;
}

static bool try_table(const char *bytes, size_t length, struct text *problem)
{
	struct csv csv;
	struct text out = {0};
	double number;

	if (csv_parse("mutant", bytes, length, &csv, problem) != CSV_READ)
		return false;
	for (size_t i = 0; i < csv.rows; i++)
		for (size_t j = 0; j < csv.columns; j++) {
			csv_number(&csv, i, j, &number, problem);
			csv_put(&out, csv_cell(&csv, i, j)->text, ',');
		}
	csv_free(&csv);
	text_free(&out);
	return true;
}

static bool add_flag(void *context, const char *flag)
{
	tuned_add_word(context, flag);
	return true;
}

static bool try_tuned(const char *bytes, size_t length, struct text *problem)
{
	struct text copy = {0}, out = {0};
	struct tuned_line *lines;
	size_t count;

	(void)problem;
	text_add_bytes(&copy, bytes, length);
	tuned_flags(text_string(&copy), add_flag, &out);
	lines = tuned_lines(text_string(&copy), &count);
	for (size_t i = 0; i < count; i++) {
		const struct tuned_line *line = &lines[i];

		demand(line->proof <= line->proof_end &&
			       line->proof_end <= line->end &&
			       line->end <= copy.length,
		       "words are within the file");
		demand(line->name && !line->id == !line->file,
		       "an entry has a name");
	}
	tuned_free(lines, count);
	text_free(&copy);
	text_free(&out);
	return true;
}

static const struct kind {
	const char *name;
	bool (*try)(const char *bytes, size_t length, struct text *problem);
} kinds[] = {
	{"profile", try_profile}, {"json", try_records}, {"space", try_space},
	{"csv", try_table},	  {"tuned", try_tuned},
};

/* The kind that the string ends with, NULL if none does. */
static const struct kind *find_kind(const char *string)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t length = strlen(kinds[i].name);
		size_t whole = strlen(string);

		if (whole >= length &&
		    !strcmp(string + whole - length, kinds[i].name))
			return &kinds[i];
	}
	return NULL;
}

static bool try(const struct kind *kind, const char *bytes, size_t length)
{
	struct text problem = {0};
	bool good = kind->try(bytes, length, &problem);

	demand(good || problem.length, "no reason");
	text_free(&problem);
	return good;
}

#ifdef LIBFUZZER

static const struct kind *fuzzed;

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	(void)count;
	fuzzed = find_kind((*arguments)[0]);
	return fuzzed ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try(fuzzed, (const char *)data, size);
	return 0;
}

#else

#include "../random.h"

/* ---- changes ---- */

static char random_byte(void)
{
	static const char signs[] = "[]{}\",:-.0129eEnull\n\\";

	return random_below(2) ? signs[random_below(sizeof(signs) - 1)]
			       : (char)random_below(256);
}

static void change_bytes(struct text *text)
{
	size_t changes = 1 + random_below(4);

	while (changes-- > 0)
		text->bytes[random_below(text->length)] = random_byte();
}

/* A sign, another digit, or a number where there was none. */
static void change_number(struct text *text)
{
	static const char parts[] = "0123456789-.eE";

	for (int tries = 0; tries < 50; tries++) {
		size_t i = random_below(text->length);

		if (strchr("0123456789", text->bytes[i])) {
			text->bytes[i] = parts[random_below(sizeof(parts) - 1)];
			return;
		}
	}
}

static void mutate(struct text *text)
{
	switch (random_below(4)) {
	case 0:
		change_bytes(text);
		break;
	case 1:
		text_cut(text, random_below(text->length));
		break;
	default:
		change_number(text);
		break;
	}
}

int main(int argc, char **argv)
{
	const struct kind *kind = argc == 4 ? find_kind(argv[3]) : NULL;
	struct text original = {0};
	long accepted = 0;

	if (!kind)
		return 2;
	if (!file_read(argv[3], &original)) {
		perror(argv[3]);
		return 1;
	}
	random_state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (long i = 0; i < atol(argv[1]); i++) {
		struct text content = {0};

		text_add_bytes(&content, original.bytes, original.length);
		mutate(&content);
		accepted += try(kind, text_string(&content), content.length);
		text_free(&content);
	}
	text_free(&original);
	printf("%s files read, %ld of them accepted\n", argv[1], accepted);
	return 0;
}

#endif
