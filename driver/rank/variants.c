/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clause variants of a loop.
 */
#include "variants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

static const char *const kinds[SCHEDULE_COUNT] = {
	[SCHEDULE_STATIC] = "static",
	[SCHEDULE_STATIC_CHUNK] = "static",
	[SCHEDULE_DYNAMIC] = "dynamic",
	[SCHEDULE_GUIDED] = "guided",
};

/* Chunks beyond this leave nothing to choose from. */
static const double default_chunks[] = {1, 4, 16, 64, 256, 1024, 4096, 16384};

/* ---- wishes -------------------------------------------------------------- */

/* The next word of a list, NULL at its end; *list moves on. */
static char *next_word(const char **list)
{
	size_t length = strcspn(*list, ",");
	char *word;

	if (**list == '\0')
		return NULL;
	word = memory_print("%.*s", (int)length, *list);
	*list += length + ((*list)[length] == ',');
	return word;
}

static bool add_kind(struct variants_wish *wish, const char *word)
{
	bool found = false;

	for (int i = 0; i < SCHEDULE_COUNT; i++)
		if (strcmp(word, kinds[i]) == 0)
			found = wish->kinds[i] = true;
	return found;
}

bool variants_add_kinds(struct variants_wish *wish, const char *list,
			struct text *problem)
{
	bool good = *list != '\0';
	char *word;

	while (good && (word = next_word(&list))) {
		good = add_kind(wish, word);
		free(word);
	}
	if (!good)
		text_add(problem,
			 "expected static, dynamic or guided, with commas");
	return good;
}

/* A whole number from 1 to "most". */
static bool read_number(const char *word, long most, long *number)
{
	char *end;

	errno = 0;
	*number = strtol(word, &end, 10);
	return end != word && *end == '\0' && errno == 0 && *number >= 1 &&
	       *number <= most;
}

static bool add_numbers(const char *list, long most, long **numbers,
			size_t *count, struct text *problem)
{
	bool good = *list != '\0';
	char *word;

	*count = 0;
	*numbers = NULL;
	while (good && (word = next_word(&list))) {
		*numbers = memory_grow(*numbers, *count + 1, sizeof(**numbers));
		good = read_number(word, most, &(*numbers)[(*count)++]);
		free(word);
	}
	if (!good)
		text_print(problem,
			   "expected whole numbers from 1 to %ld, with commas",
			   most);
	return good;
}

bool variants_add_chunks(struct variants_wish *wish, const char *list,
			 struct text *problem)
{
	long *numbers;
	size_t count;
	bool good = add_numbers(list, 1000000000, &numbers, &count, problem);

	wish->chunks = memory_grow(wish->chunks, wish->chunk_count + count + 1,
				   sizeof(*wish->chunks));
	for (size_t i = 0; good && i < count; i++)
		wish->chunks[wish->chunk_count++] = (double)numbers[i];
	free(numbers);
	return good;
}

bool variants_add_threads(struct variants_wish *wish, const char *list,
			  struct text *problem)
{
	long *numbers;
	size_t count;
	bool good = add_numbers(list, SCHEDULE_MAX_THREADS, &numbers, &count,
				problem);

	wish->threads =
		memory_grow(wish->threads, wish->thread_count + count + 1,
			    sizeof(*wish->threads));
	for (size_t i = 0; good && i < count; i++)
		wish->threads[wish->thread_count++] = (int)numbers[i];
	free(numbers);
	return good;
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

	if (wants(wish, SCHEDULE_STATIC))
		add(growing, SCHEDULE_STATIC, 1, threads);
	for (size_t i = 0; i < chunks; i++) {
		bool sensible = chunk[i] == 1 || chunk[i] * 2 <= iterations;

		if (wish->chunk_count == 0 && (!sensible || threads == 1))
			break;
		for (int kind = SCHEDULE_STATIC_CHUNK; kind < SCHEDULE_COUNT;
		     kind++)
			if (wants(wish, kind))
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
	if (strcmp(kind, "static") == 0)
		schedule->kind =
			chunk >= 1 ? SCHEDULE_STATIC_CHUNK : SCHEDULE_STATIC;
	else
		schedule->kind = strcmp(kind, "dynamic") == 0 ? SCHEDULE_DYNAMIC
							      : SCHEDULE_GUIDED;
}

void variants_print(struct text *out, const struct schedule *schedule)
{
	text_add(out, kinds[schedule->kind]);
	if (schedule->kind != SCHEDULE_STATIC)
		text_print(out, ",%.0f", schedule->chunk);
}
