/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Holds records against expectations that were written by hand.
 *
 *     golden-check LABEL EXPECT RECORDS
 *
 * EXPECT is described in README.md; RECORDS holds one JSON object a line.
 * Prints one TAP line for each expected loop and for each record that none
 * was expected for, with what differs below it; no plan, so that the output
 * of several runs can be joined. Status 0 all agree, 1 some differ, 2 usage
 * or unreadable input.
 */
#include "facts.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 64
#define MAX_RECORDS 256

struct records {
	json_t *list[MAX_RECORDS];
	bool expected[MAX_RECORDS];
	int count;
};

struct check {
	const char *label;
	const char *path;     /* of the expectations */
	const json_t *record; /* of the loop under way, or NULL */
	char *loop;	      /* its name, or NULL before the first */
	char *differences;    /* comment lines of TAP */
	size_t length;	      /* of them */
	FILE *comments;	      /* writes them */
	int line;
	int failed;
};

static const char *text_of(const json_t *record, const char *key)
{
	const char *text = json_string_value(json_object_get(record, key));

	return text ? text : "";
}

/* "name" or "name#ordinal"; ordinal 1 where none is given, 0 of a function. */
static bool is_record_of(const json_t *record, const char *loop, bool function)
{
	char name[256];
	size_t length = strcspn(loop, "#");
	long ordinal = function		     ? 0
		       : loop[length] == '#' ? atol(loop + length + 1)
					     : 1;
	const json_t *number = json_object_get(record, "ordinal");

	if (length >= sizeof(name) || json_integer_value(number) != ordinal)
		return false;
	memcpy(name, loop, length);
	name[length] = '\0';
	return strcmp(text_of(record, "function"), name) == 0 ||
	       holds_word(text_of(record, "name"), name);
}

static bool add_record(struct records *records, const char *path,
		       const char *line)
{
	json_error_t error;
	json_t *record = NULL;

	if (records->count == MAX_RECORDS) {
		fprintf(stderr, "golden-check: '%s': too many records\n", path);
		return false;
	}
	record = json_loads(line, 0, &error);
	if (!record) {
		fprintf(stderr, "golden-check: '%s': %s\n", path, error.text);
		return false;
	}
	records->expected[records->count] = false;
	records->list[records->count++] = record;
	return true;
}

static bool read_records(const char *path, struct records *records)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	bool done = true;

	if (!file) {
		perror(path);
		return false;
	}
	while (done && getline(&line, &size, file) >= 0)
		done = add_record(records, path, line);
	free(line);
	fclose(file);
	return done;
}

static void free_records(struct records *records)
{
	for (int i = 0; i < records->count; i++)
		json_decref(records->list[i]);
}

/* Report the loop under way, if any. */
static void end_loop(struct check *check)
{
	if (!check->loop)
		return;
	fclose(check->comments);
	if (check->length)
		check->failed++;
	printf("%sok - %s: %s\n%s", check->length ? "not " : "", check->label,
	       check->loop, check->differences);
	free(check->differences);
	free(check->loop);
	check->loop = NULL;
}

static const json_t *take_record(struct records *records, const char *loop,
				 bool function)
{
	for (int i = 0; i < records->count; i++) {
		if (records->expected[i] ||
		    !is_record_of(records->list[i], loop, function))
			continue;
		records->expected[i] = true;
		return records->list[i];
	}
	return NULL;
}

static bool begin_loop(struct check *check, struct records *records,
		       const char *loop, bool function)
{
	end_loop(check);
	check->loop = strdup(loop);
	check->differences = NULL;
	check->comments = open_memstream(&check->differences, &check->length);
	if (!check->loop || !check->comments)
		return false;
	check->record = take_record(records, loop, function);
	if (!check->record)
		fprintf(check->comments, "# %s:%d: there is no record\n",
			check->path, check->line);
	return true;
}

/* Hold one fact against the record of the loop under way. */
static bool check_fact(struct check *check, char *text, char **words, int count)
{
	char *got = NULL;
	size_t length;
	FILE *stream = open_memstream(&got, &length);
	bool holds;

	if (!stream)
		return false;
	holds = fact_holds(check->record, words, count, stream);
	fclose(stream);
	if (!holds)
		fprintf(check->comments, "# %s:%d: %s\n#\tgot: %s\n",
			check->path, check->line, text, got);
	free(got);
	return true;
}

/* Cut the line into words, in place; a word that begins with # ends it. */
static int cut(char *line, char **words)
{
	int count = 0;

	for (char *word = strtok(line, " \t\n"); word && word[0] != '#';
	     word = strtok(NULL, " \t\n")) {
		if (count == MAX_WORDS)
			return -1;
		words[count++] = word;
	}
	return count;
}

static bool check_line(struct check *check, struct records *records, char *line)
{
	char *words[MAX_WORDS];
	char *text = strdup(line + strspn(line, " \t"));
	int count = cut(line, words);
	bool done = text != NULL && count >= 0;
	bool function = done && count == 2 && strcmp(words[0], "function") == 0;

	if (done)
		text[strcspn(text, "\n")] = '\0';
	if (function || (done && count == 2 && strcmp(words[0], "loop") == 0))
		done = begin_loop(check, records, words[1], function);
	else if (done && count > 0 && !check->loop)
		done = false;
	else if (done && count > 0 && check->record)
		done = check_fact(check, text, words, count);
	if (!done)
		fprintf(stderr, "golden-check: %s:%d: malformed line\n",
			check->path, check->line);
	free(text);
	return done;
}

static bool check_file(struct check *check, struct records *records)
{
	FILE *file = fopen(check->path, "r");
	char *line = NULL;
	size_t size = 0;
	bool done = true;

	if (!file) {
		perror(check->path);
		return false;
	}
	while (done && getline(&line, &size, file) >= 0) {
		check->line++;
		done = check_line(check, records, line);
	}
	end_loop(check);
	free(line);
	fclose(file);
	return done;
}

static void report_unexpected(struct check *check,
			      const struct records *records)
{
	for (int i = 0; i < records->count; i++) {
		if (records->expected[i])
			continue;
		printf("not ok - %s: no expectation for %s\n", check->label,
		       text_of(records->list[i], "id"));
		check->failed++;
	}
}

int main(int argc, char **argv)
{
	static struct records records;
	struct check check = {0};
	bool done;

	if (argc != 4) {
		fputs("usage: golden-check LABEL EXPECT RECORDS\n", stderr);
		return 2;
	}
	check.label = argv[1];
	check.path = argv[2];
	done = read_records(argv[3], &records) && check_file(&check, &records);
	if (done)
		report_unexpected(&check, &records);
	free_records(&records);
	if (!done)
		return 2;
	return check.failed ? 1 : 0;
}
