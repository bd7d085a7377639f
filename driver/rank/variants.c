/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clause variants of a loop.
 */
#include "variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/text.h"
#include "models/clause.h"

/* Chunks beyond this leave nothing to choose from. */
static const double default_chunks[] = {1, 4, 16, 64, 256, 1024, 4096, 16384};

/* ---- wishes -------------------------------------------------------------- */

static bool add_kind(struct variants_wish *wish, const char *word)
{
	bool found = false;

	for (int i = 0; i < SCHEDULE_COUNT; i++)
		if (strcmp(word, clause_kinds[i].word) == 0)
			found = wish->kinds[i] = true;
	return found;
}

/* A word may stand for several kinds, one after the other. */
static bool is_first(const struct clause_kind *kind)
{
	return clause_can_choose(kind) && clause_find(kind->word) == kind;
}

/* The words of the kinds that can be chosen: "static, dynamic or guided". */
static void add_words(struct text *out, const char *between, const char *last)
{
	int left = 0;

	for (const struct clause_kind *kind = clause_kinds; kind->word; kind++)
		left += is_first(kind);
	for (const struct clause_kind *kind = clause_kinds; kind->word;
	     kind++) {
		if (!is_first(kind))
			continue;
		left--;
		text_print(out, "%s%s", kind->word,
			   left > 1    ? between
			   : left == 1 ? last
				       : "");
	}
}

void variants_list_kinds(struct text *out)
{
	add_words(out, ",", ",");
}

bool variants_take_kinds(void *wish, const struct option *option,
			 const char *list)
{
	size_t count;
	char **words = list_split(list, &count);
	struct text kinds = {0};
	bool good = true;

	for (size_t i = 0; i < count && good; i++)
		good = add_kind(wish, words[i]);
	add_words(&kinds, ", ", " and ");
	if (!good)
		message_error("'--%s' takes %s, with commas between, not '%s'",
			      option->name, text_string(&kinds), list);
	text_free(&kinds);
	list_free(words);
	return good;
}

/* Whole numbers from 1 to "most"; NULL after bad ones. */
static double *read_numbers(const struct option *option, const char *list,
			    double most, size_t *count)
{
	char *bad = NULL;
	double *numbers = list_numbers(list, count, &bad);

	free(bad);
	for (size_t i = 0; numbers && i < *count; i++)
		if (!(numbers[i] >= 1 && numbers[i] <= most &&
		      numbers[i] == floor(numbers[i]))) {
			free(numbers);
			numbers = NULL;
		}
	if (!numbers)
		message_error("'--%s' takes whole numbers from 1 to %.15g, "
			      "with commas between, not '%s'",
			      option->name, most, list);
	return numbers;
}

bool variants_take_chunks(void *field, const struct option *option,
			  const char *list)
{
	struct variants_wish *wish = field;
	size_t count;
	double *numbers = read_numbers(option, list, 1e9, &count);

	if (!numbers)
		return false;
	wish->chunks = memory_grow(wish->chunks, wish->chunk_count + count,
				   sizeof(*wish->chunks));
	for (size_t i = 0; i < count; i++)
		wish->chunks[wish->chunk_count++] = numbers[i];
	free(numbers);
	return true;
}

bool variants_take_threads(void *field, const struct option *option,
			   const char *list)
{
	struct variants_wish *wish = field;
	size_t count;
	double *numbers =
		read_numbers(option, list, SCHEDULE_MAX_THREADS, &count);

	if (!numbers)
		return false;
	wish->threads = memory_grow(wish->threads, wish->thread_count + count,
				    sizeof(*wish->threads));
	for (size_t i = 0; i < count; i++)
		wish->threads[wish->thread_count++] = (int)numbers[i];
	free(numbers);
	return true;
}

void variants_wish_free(struct variants_wish *wish)
{
	free(wish->chunks);
	free(wish->threads);
	*wish = (struct variants_wish){0};
}

/* ---- the list --------------------------------------------------------------
 */

struct growing {
	struct schedule *list;
	size_t count;
};

static void add(struct growing *growing, enum machine_schedule kind,
		double chunk, int threads)
{
	struct schedule one = {kind, chunk, threads};

	growing->list = memory_grow(growing->list, growing->count + 1,
				    sizeof(*growing->list));
	growing->list[growing->count++] = one;
}

static bool wants(const struct variants_wish *wish, int kind)
{
	bool any = false;

	for (int i = 0; i < SCHEDULE_COUNT; i++)
		any = any || wish->kinds[i];
	return !any || wish->kinds[kind];
}

/* One thread takes all iterations, however they are shared out. */
static void add_kinds(struct growing *growing, const struct variants_wish *wish,
		      double iterations, int threads)
{
	static const size_t defaults =
		sizeof(default_chunks) / sizeof(default_chunks[0]);
	size_t chunks = wish->chunk_count ? wish->chunk_count : defaults;
	const double *chunk = wish->chunk_count ? wish->chunks : default_chunks;

	for (int kind = 0; kind < SCHEDULE_COUNT; kind++)
		if (!clause_kinds[kind].chunks && wants(wish, kind))
			add(growing, kind, 1, threads);
	for (size_t i = 0; i < chunks; i++) {
		bool sensible = chunk[i] == 1 || chunk[i] * 2 <= iterations;

		if (wish->chunk_count == 0 && (!sensible || threads == 1))
			break;
		for (int kind = 0; kind < SCHEDULE_COUNT; kind++)
			if (clause_kinds[kind].chunks && wants(wish, kind))
				add(growing, kind, chunk[i], threads);
	}
}

struct schedule *variants_list(const struct variants_wish *wish,
			       double iterations, int cores, int most,
			       size_t *count)
{
	struct growing growing = {0};
	int last = cores < most ? cores : most;

	for (size_t i = 0; i < wish->thread_count; i++)
		add_kinds(&growing, wish, iterations, wish->threads[i]);
	if (wish->thread_count == 0) {
		for (int threads = 1; threads < last; threads *= 2)
			add_kinds(&growing, wish, iterations, threads);
		add_kinds(&growing, wish, iterations, last);
		if (most > last)
			add_kinds(&growing, wish, iterations, most);
	}
	*count = growing.count;
	return growing.list;
}

void variants_choose(struct schedule *schedule, const char *kind, double chunk)
{
	schedule->chunk = chunk >= 1 ? chunk : 1;
	schedule->kind = clause_schedule(clause_find(kind), chunk >= 1);
}

void variants_print(struct text *out, const struct schedule *schedule)
{
	text_add(out, clause_kinds[schedule->kind].word);
	if (clause_kinds[schedule->kind].chunks)
		text_print(out, ",%.0f", schedule->chunk);
}
