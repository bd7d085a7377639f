/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of a store, by variant.
 */
#include "tally.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "store.h"

/* The run before the one at hand: a pair is two in a row. */
struct before {
	int64_t campaign;
	char *step, *lines;
	double seconds;
	bool good;
};

struct reading {
	struct tally_list *all;
	struct before before;
};

/* ---- settings ---- */

static void add_setting(struct tally_variant *variant, char *name, char *value)
{
	variant->settings =
		memory_grow(variant->settings, variant->setting_count + 1,
			    sizeof(*variant->settings));
	variant->settings[variant->setting_count++] =
		(struct tally_setting){name, value};
}

static size_t word_length(const char *at)
{
	size_t length = 0;

	while (at[length] && at[length] != ' ')
		length += at[length] == '\\' && at[length + 1] ? 2 : 1;
	return length;
}

/* "schedule(dynamic,4)" is a schedule and a chunk, "num_threads(2)" one. */
static void add_clause(struct tally_variant *variant, const char *entry,
		       const char *clause, size_t length)
{
	char *copy = memory_print("%.*s", (int)length, clause);
	char *value = strchr(copy, '(');
	char *chunk = strrchr(copy, ',');

	copy[strcspn(copy, ")")] = '\0';
	if (chunk && strspn(chunk + 1, "0123456789") != strlen(chunk + 1))
		chunk = NULL; /* there may be a modifier behind it */
	if (chunk)
		*chunk++ = '\0';
	if (value)
		*value++ = '\0';
	add_setting(variant, memory_print("%s %s", entry, copy),
		    memory_string(value ? value : "yes"));
	if (chunk)
		add_setting(variant, memory_print("%s chunk", entry),
			    memory_string(chunk));
	free(copy);
}

/* A line is an entry with clauses, or a word with anything. */
static void add_line(struct tally_variant *variant, char *line)
{
	size_t length = word_length(line);
	char *rest = line + length + (line[length] == ' ');

	line[length] = '\0';
	if (!strchr(rest, '(')) {
		add_setting(variant, memory_string(line), memory_string(rest));
		return;
	}
	while (*rest) {
		length = word_length(rest);
		add_clause(variant, line, rest, length);
		rest += length + (rest[length] == ' ');
	}
}

static void read_settings(struct tally_variant *variant)
{
	char *lines = memory_string(variant->lines);
	char *state = NULL;
	char *line = strtok_r(lines, "\n", &state);

	for (; line; line = strtok_r(NULL, "\n", &state))
		add_line(variant, line);
	free(lines);
}

const char *tally_value(const struct tally_variant *variant, const char *name)
{
	for (size_t i = 0; i < variant->setting_count; i++)
		if (strcmp(variant->settings[i].name, name) == 0)
			return variant->settings[i].value;
	return NULL;
}

const char **tally_names(const struct tally *tried)
{
	const char **names = memory_grow(NULL, 1, sizeof(*names));
	size_t count = 0;

	for (size_t i = 0; i < tried->count; i++)
		for (size_t j = 0; j < tried->list[i].setting_count; j++) {
			const char *name = tried->list[i].settings[j].name;
			size_t k = 0;

			while (k < count && strcmp(names[k], name) != 0)
				k++;
			if (k < count)
				continue;
			names = memory_grow(names, count + 2, sizeof(*names));
			names[count++] = name;
		}
	names[count] = NULL;
	return names;
}

/* ---- campaigns and variants ---- */

static struct tally_variant *find_variant(struct tally *tried,
					  const char *lines)
{
	for (size_t i = 0; i < tried->count; i++)
		if (strcmp(tried->list[i].lines, lines) == 0)
			return &tried->list[i];
	tried->list = memory_grow(tried->list, tried->count + 1,
				  sizeof(*tried->list));
	tried->list[tried->count] =
		(struct tally_variant){.lines = memory_string(lines)};
	read_settings(&tried->list[tried->count]);
	return &tried->list[tried->count++];
}

static struct tally *find_campaign(struct tally_list *all, int64_t campaign,
				   const struct store_campaign *of)
{
	struct tally *tried;

	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].campaign == campaign)
			return &all->list[i];
	all->list = memory_grow(all->list, all->count + 1, sizeof(*all->list));
	tried = &all->list[all->count++];
	*tried = (struct tally){.campaign = campaign,
				.machine = memory_string(of->machine),
				.compiler = memory_string(of->compiler),
				.command = memory_string(of->command)};
	find_variant(tried, "");
	return tried;
}

/* ---- runs ---- */

static void add_number(double **list, size_t *count, double number)
{
	*list = memory_grow(*list, *count + 1, sizeof(**list));
	(*list)[(*count)++] = number;
}

/* Both are of one round: the same step but for which of the two it is. */
static bool is_pair(const struct before *before, int64_t campaign,
		    const char *step)
{
	const char *end = strrchr(step, '/');

	return before->step && end && before->good &&
	       before->campaign == campaign &&
	       strncmp(before->step, step, (size_t)(end - step) + 1) == 0;
}

static void add_ratio(struct tally *tried, const struct before *before,
		      const struct store_run *run)
{
	bool first = *before->lines != '\0';
	struct tally_variant *variant;

	if (first == (*run->variant != '\0'))
		return;
	variant = find_variant(tried, first ? before->lines : run->variant);
	add_number(&variant->ratio, &variant->ratio_count,
		   first ? before->seconds / run->wall
			 : run->wall / before->seconds);
}

static void remember(struct before *before, int64_t campaign,
		     const struct store_run *run, bool good)
{
	free(before->step);
	free(before->lines);
	*before = (struct before){campaign, memory_string(run->step),
				  memory_string(run->variant), run->wall, good};
}

/* "2026-11-21 10:44:42" in UTC. */
static char *standard_time(const char *ended)
{
	char *standard = memory_print("%sZ", ended);
	char *blank = strchr(standard, ' ');

	if (blank)
		*blank = 'T';
	return standard;
}

static void visit(void *context, int64_t campaign,
		  const struct store_campaign *of, const struct store_run *run)
{
	struct reading *reading = context;
	struct tally *tried = find_campaign(reading->all, campaign, of);
	struct tally_variant *variant = find_variant(tried, run->variant);
	bool good = strcmp(run->status, "ok") == 0 && run->wall > 0;

	if (strncmp(run->step, "clocks", strlen("clocks")) == 0 ||
	    strncmp(run->step, "world/", strlen("world/")) == 0)
		return;
	if (!variant->ended)
		variant->ended = standard_time(run->ended);
	if (variant->predicted <= 0)
		variant->predicted = run->predicted;
	if (good) {
		add_number(&variant->seconds, &variant->run_count, run->wall);
		if (is_pair(&reading->before, campaign, run->step))
			add_ratio(tried, &reading->before, run);
	} else {
		free(variant->reason);
		variant->reason = memory_string(run->reason);
		variant->unbuilt =
			strncmp(run->step, "build/", strlen("build/")) == 0;
	}
	remember(&reading->before, campaign, run, good);
}

bool tally_read(struct tally_list *all, struct store *store, int64_t campaign,
		struct text *problem)
{
	struct reading reading = {.all = all};
	bool good;

	*all = (struct tally_list){0};
	good = store_visit_runs(store, campaign, visit, &reading, problem);
	free(reading.before.step);
	free(reading.before.lines);
	return good;
}

static void free_variant(struct tally_variant *variant)
{
	for (size_t i = 0; i < variant->setting_count; i++) {
		free(variant->settings[i].name);
		free(variant->settings[i].value);
	}
	free(variant->settings);
	free(variant->lines);
	free(variant->seconds);
	free(variant->ratio);
	free(variant->reason);
	free(variant->ended);
}

void tally_free(struct tally_list *all)
{
	for (size_t i = 0; i < all->count; i++) {
		struct tally *tried = &all->list[i];

		for (size_t j = 0; j < tried->count; j++)
			free_variant(&tried->list[j]);
		free(tried->list);
		free(tried->machine);
		free(tried->compiler);
		free(tried->command);
	}
	free(all->list);
	*all = (struct tally_list){0};
}

/* ---- what came of it ---- */

bool tally_good(const struct tally_variant *variant)
{
	return variant->run_count > 0 && !variant->reason;
}

static double median(const double *numbers, size_t count)
{
	double *copy;
	double result;

	if (count == 0)
		return NAN;
	copy = memory_grow(NULL, count, sizeof(*copy));
	memcpy(copy, numbers, count * sizeof(*copy));
	result = gsl_stats_median(copy, 1, count);
	free(copy);
	return result;
}

double tally_seconds(const struct tally_variant *variant)
{
	return median(variant->seconds, variant->run_count);
}

double tally_ratio(const struct tally_variant *variant)
{
	return median(variant->ratio, variant->ratio_count);
}
