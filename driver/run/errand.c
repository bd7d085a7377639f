/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that are to be made elsewhere, as a file.
 */
#include "errand.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* ---- what both files are made of ---- */

/* KEY=VALUE, each with a NUL behind it: values may hold anything else. Numbers
   are in hexadecimal, of which nothing is lost. */
static void add_word(struct text *content, const char *key, const char *value)
{
	if (!value)
		return;
	text_print(content, "%s=%s", key, value);
	text_add_bytes(content, "", 1);
}

static void add_words(struct text *content, const char *key,
		      const char *const *list)
{
	for (; list && *list; list++)
		add_word(content, key, *list);
}

static void add_number(struct text *content, const char *key, double value)
{
	char digits[40];

	snprintf(digits, sizeof(digits), "%a", value);
	add_word(content, key, digits);
}

/* The last word says that the file is whole. */
#define LAST "whole"

static bool write_words(struct text *content, const char *path)
{
	char *other = memory_print("%s.new", path);
	FILE *file;
	bool good;

	add_word(content, LAST, "yes");
	file = fopen(other, "w");
	good = file && fwrite(content->bytes, 1, content->length, file) ==
			       content->length;
	if (file && fclose(file) != 0)
		good = false;
	good = good && rename(other, path) == 0;
	free(other);
	text_free(content);
	return good;
}

/* Called for each. */
typedef void take_word(void *context, const char *key, const char *value);

static bool read_words(const char *path, take_word *take, void *context,
		       struct text *content)
{
	char *at, *end, *value = NULL;

	if (!file_read(path, content))
		return false;
	at = content->bytes;
	end = at ? at + content->length : NULL;
	for (; at && at < end; at += strlen(at) + 1) {
		value = strchr(at, '=');
		if (!value)
			return false;
		*value++ = '\0';
		take(context, at, value);
		value = at;
		at += strlen(at) + 1;
	}
	return value && strcmp(value, LAST) == 0;
}

/* ---- the errand ---- */

/* Members of a job by their names. */
static const struct {
	const char *key;
	size_t offset;
} strings[] =
	{
		{"program", offsetof(struct runner_job, program)},
		{"folder", offsetof(struct runner_job, folder)},
		{"copy", offsetof(struct runner_job, copy)},
		{"original", offsetof(struct runner_job, original)},
		{"input", offsetof(struct runner_job, input)},
		{"output", offsetof(struct runner_job, output)},
		{"errors", offsetof(struct runner_job, errors)},
},
  numbers[] = {
	  {"seconds", offsetof(struct runner_job, seconds)},
	  {"memory", offsetof(struct runner_job, memory)},
	  {"file", offsetof(struct runner_job, file)},
};

#define STRINGS (sizeof(strings) / sizeof(strings[0]))
#define NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

static const char **string_at(const struct runner_job *job, size_t i)
{
	return (const char **)(void *)((char *)job + strings[i].offset);
}

static double *number_at(const struct runner_job *job, size_t i)
{
	return (double *)(void *)((char *)job + numbers[i].offset);
}

/* Each run begins with when it is made. */
static void add_run(struct text *content, const struct errand_run *run)
{
	const struct runner_job *job = &run->job;

	add_number(content, "run", run->when);
	add_words(content, "argument", job->arguments);
	add_words(content, "variable", job->variables);
	add_words(content, "leaves", run->files);
	add_words(content, "kept as", run->copies);
	add_word(content, "check", run->check);
	for (size_t i = 0; i < STRINGS; i++)
		add_word(content, strings[i].key, *string_at(job, i));
	for (size_t i = 0; i < NUMBERS; i++)
		add_number(content, numbers[i].key, *number_at(job, i));
}

bool errand_write(const struct errand *errand, const char *path)
{
	struct text content = {0};

	add_words(&content, "default", errand->defaults);
	add_word(&content, "pin", errand->pin ? "yes" : NULL);
	for (size_t i = 0; i < errand->count; i++)
		add_run(&content, &errand->runs[i]);
	return write_words(&content, path);
}

static void append(const char ***list, const char *word)
{
	size_t count = 0;

	while (*list && (*list)[count])
		count++;
	*list = memory_grow(*list, count + 2, sizeof(**list));
	(*list)[count] = word;
	(*list)[count + 1] = NULL;
}

static void take_run(struct errand_run *run, const char *key, const char *value)
{
	struct runner_job *job = &run->job;

	for (size_t i = 0; i < STRINGS; i++)
		if (strcmp(key, strings[i].key) == 0)
			*string_at(job, i) = value;
	for (size_t i = 0; i < NUMBERS; i++)
		if (strcmp(key, numbers[i].key) == 0)
			*number_at(job, i) = strtod(value, NULL);
	if (strcmp(key, "argument") == 0)
		append((const char ***)&job->arguments, value);
	if (strcmp(key, "variable") == 0)
		append((const char ***)&job->variables, value);
	if (strcmp(key, "leaves") == 0)
		append(&run->files, value);
	if (strcmp(key, "kept as") == 0)
		append(&run->copies, value);
	if (strcmp(key, "check") == 0)
		run->check = value;
}

static void take_errand(void *context, const char *key, const char *value)
{
	struct errand *errand = context;

	if (strcmp(key, "run") == 0) {
		errand->runs = memory_grow(errand->runs, errand->count + 1,
					   sizeof(*errand->runs));
		errand->runs[errand->count++] = (struct errand_run){
			.when = (enum errand_when)strtod(value, NULL)};
	}
	if (errand->count > 0)
		take_run(&errand->runs[errand->count - 1], key, value);
	if (strcmp(key, "default") == 0)
		append(&errand->defaults, value);
	if (strcmp(key, "pin") == 0)
		errand->pin = true;
}

bool errand_read(struct errand *errand, const char *path)
{
	struct text content = {0};
	bool good;

	*errand = (struct errand){0};
	good = read_words(path, take_errand, errand, &content);
	errand->content = content.bytes;
	return good;
}

void errand_free(struct errand *errand)
{
	for (size_t i = 0; i < errand->count; i++) {
		free((void *)errand->runs[i].job.arguments);
		free((void *)errand->runs[i].job.variables);
		free(errand->runs[i].files);
		free(errand->runs[i].copies);
	}
	free(errand->runs);
	free(errand->defaults);
	free(errand->content);
	*errand = (struct errand){0};
}

bool errand_calls_for(const struct errand *errand, size_t number,
		      const struct errand_result *results)
{
	const struct runner_result *before;
	size_t last = number;

	if (errand->runs[number].when == ERRAND_ALWAYS)
		return true;
	while (last > 0 && errand->runs[last].when != ERRAND_ALWAYS)
		last--;
	before = &results[last].result;
	return errand->runs[number].when == ERRAND_CUT
		       ? before->end == RUNNER_TIME
		       : !runner_done(before);
}

/* ---- the report ---- */

/* Its numbers by their names. */
struct figure {
	const char *key;
	double *real;
	int *whole;
};

#define FIGURES 20

static void figures_of(struct errand_report *report, struct figure *figures)
{
	struct topology *machine = &report->machine;
	const struct figure all[FIGURES] = {
		{"begun", &report->begun, NULL},
		{"ended", &report->ended, NULL},
		{"memory", &report->memory, NULL},
		{"load", &report->load, NULL},
		{"mhz", &report->mhz, NULL},
		{"cores", NULL, &machine->cores},
		{"usable", NULL, &machine->usable},
		{"level", NULL, &machine->level},
		{"threads", NULL, &machine->threads},
		{"line", &machine->line, NULL},
		{"page", &machine->page, NULL},
		{"bytes 1", &machine->cache[0].bytes, NULL},
		{"bytes 2", &machine->cache[1].bytes, NULL},
		{"bytes 3", &machine->cache[2].bytes, NULL},
		{"ways 1", &machine->cache[0].ways, NULL},
		{"ways 2", &machine->cache[1].ways, NULL},
		{"ways 3", &machine->cache[2].ways, NULL},
		{"sharers 1", &machine->cache[0].cores, NULL},
		{"sharers 2", &machine->cache[1].cores, NULL},
		{"sharers 3", &machine->cache[2].cores, NULL},
	};

	memcpy(figures, all, sizeof(all));
}

static void add_result(struct text *content, const struct errand_result *one)
{
	add_number(content, "end", one->result.end);
	add_word(content, "made", one->made ? "yes" : NULL);
	add_number(content, "code", one->result.code);
	add_number(content, "wall", one->result.wall);
	add_number(content, "cpu", one->result.cpu);
	add_number(content, "resident", one->result.resident);
	add_number(content, "check", one->check.end);
	add_number(content, "check code", one->check.code);
}

bool errand_tell(const struct errand_report *report, const char *path)
{
	struct errand_report copy = *report;
	struct figure figures[FIGURES];
	struct text content = {0};

	figures_of(&copy, figures);
	add_word(&content, "host", report->host);
	add_word(&content, "model", report->machine.cpu);
	for (size_t i = 0; i < FIGURES; i++)
		add_number(&content, figures[i].key,
			   figures[i].real ? *figures[i].real
					   : *figures[i].whole);
	for (int i = 0; i < report->machine.processors; i++)
		add_number(&content, "processor", report->machine.processor[i]);
	for (size_t i = 0; i < report->count; i++)
		add_result(&content, &report->results[i]);
	return write_words(&content, path);
}

static void take_result(struct errand_result *one, const char *key,
			const char *value)
{
	struct runner_result *result = &one->result;

	if (strcmp(key, "made") == 0)
		one->made = true;
	if (strcmp(key, "code") == 0)
		result->code = (int)strtod(value, NULL);
	if (strcmp(key, "wall") == 0)
		result->wall = strtod(value, NULL);
	if (strcmp(key, "cpu") == 0)
		result->cpu = strtod(value, NULL);
	if (strcmp(key, "resident") == 0)
		result->resident = strtod(value, NULL);
	if (strcmp(key, "check") == 0)
		one->check.end = (enum runner_end)strtod(value, NULL);
	if (strcmp(key, "check code") == 0)
		one->check.code = (int)strtod(value, NULL);
}

/* Each result begins with its end. */
static void take_results(struct errand_report *report, const char *key,
			 const char *value)
{
	if (strcmp(key, "end") == 0) {
		report->results =
			memory_grow(report->results, report->count + 1,
				    sizeof(*report->results));
		report->results[report->count++] = (struct errand_result){
			.result.end = (enum runner_end)strtod(value, NULL)};
	}
	if (report->count > 0)
		take_result(&report->results[report->count - 1], key, value);
}

static void take_report(void *context, const char *key, const char *value)
{
	struct errand_report *report = context;
	struct topology *machine = &report->machine;
	struct figure figures[FIGURES];

	if (strcmp(key, "processor") == 0 &&
	    machine->processors < TOPOLOGY_PROCESSORS)
		machine->processor[machine->processors++] =
			(int)strtod(value, NULL);
	figures_of(report, figures);
	for (size_t i = 0; i < FIGURES; i++)
		if (strcmp(key, figures[i].key) == 0 && figures[i].real)
			*figures[i].real = strtod(value, NULL);
		else if (strcmp(key, figures[i].key) == 0)
			*figures[i].whole = (int)strtod(value, NULL);
	if (strcmp(key, "host") == 0 && !report->host)
		report->host = memory_string(value);
	if (strcmp(key, "model") == 0 && !report->machine.cpu)
		report->machine.cpu = memory_string(value);
	take_results(report, key, value);
}

bool errand_told(struct errand_report *report, const char *path)
{
	struct text content = {0};
	bool good;

	*report = (struct errand_report){0};
	good = read_words(path, take_report, report, &content) &&
	       report->host && report->machine.cpu && report->count > 0;
	text_free(&content);
	if (!good)
		errand_report_free(report);
	return good;
}

void errand_report_free(struct errand_report *report)
{
	free(report->results);
	free(report->host);
	free(report->machine.cpu);
	*report = (struct errand_report){0};
}
