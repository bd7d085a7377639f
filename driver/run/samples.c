/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates that were tried within runs.
 */
#include "samples.h"

#include <math.h>
#include <string.h>

#include "clocks.h"

/* ---- lines ---- */

/* What the line says of trials, if it is one of the loop. */
static const json_t *trial_of(const json_t *line, const json_t *record)
{
	return clocks_is_of(line, record) ? json_object_get(line, "trial")
					  : NULL;
}

static const char *word_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static double number_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static bool is_state(const json_t *trial, const char *word)
{
	const char *state = word_of(trial, "state");

	return state && strcmp(state, word) == 0;
}

bool samples_tried(const json_t *loops, const json_t *record, const char **why)
{
	bool tried = false;

	*why = "its clock says nothing of them";
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *trial =
			trial_of(json_array_get(loops, i), record);
		const char *word = word_of(trial, "why");

		if (is_state(trial, "racing") || is_state(trial, "settled"))
			tried = true;
		else if (word)
			*why = word;
	}
	return tried;
}

/* ---- sums ---- */

/* Of what was seen until now, with squares around the mean. */
struct pool {
	double count, mean, squares;
};

static void add_sum(struct pool *pool, const json_t *sum)
{
	double count = number_of(sum, "count");
	double variance = number_of(sum, "variance");
	double apart = number_of(sum, "mean") - pool->mean;
	double all = pool->count + count;

	if (!(count > 0))
		return;
	pool->squares += fmax(variance, 0) * (count - 1) +
			 apart * apart * pool->count * count / all;
	pool->mean += apart * count / all;
	pool->count = all;
}

static struct samples_sum sum_of(const struct pool *pool)
{
	double variance = pool->squares / (pool->count - 1);

	return (struct samples_sum){
		.count = pool->count,
		.mean = pool->mean,
		.error = pool->count > 1 ? sqrt(variance / pool->count)
					 : INFINITY,
	};
}

/* ---- candidates ---- */

static const json_t *candidate_of(const json_t *trial, const char *clauses)
{
	const json_t *list = json_object_get(trial, "candidates");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *words = word_of(one, "clauses");

		if (words && strcmp(words, clauses) == 0)
			return one;
	}
	return NULL;
}

bool samples_read(const json_t *loops, const json_t *record,
		  const char *clauses, struct samples *samples)
{
	struct pool difference = {0}, next = {0};
	bool found = false;

	*samples = (struct samples){0};
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *trial =
			trial_of(json_array_get(loops, i), record);
		const json_t *one = candidate_of(trial, clauses);

		if (!one || json_is_string(json_object_get(one, "why")))
			continue;
		found = true;
		samples->calls += number_of(one, "calls");
		samples->counted += number_of(one, "counted");
		samples->dropped |= number_of(one, "dropped") > 0;
		add_sum(&difference, json_object_get(one, "difference"));
		add_sum(&next, json_object_get(one, "next"));
	}
	samples->difference = sum_of(&difference);
	samples->next = sum_of(&next);
	return found;
}

bool samples_fixed(const json_t *loops, const json_t *record, size_t version,
		   const char **why)
{
	bool ran = false, has_any = false;

	*why = NULL;
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *trial =
			trial_of(json_array_get(loops, i), record);
		const json_t *list = json_object_get(trial, "candidates");
		const char *word =
			word_of(json_array_get(list, version), "why");

		ran |= json_is_integer(json_object_get(trial, "version")) &&
		       number_of(trial, "version") == (double)version;
		for (size_t j = 1; j < json_array_size(list); j++)
			has_any |= !word_of(json_array_get(list, j), "why");
		*why = word ? word : *why;
	}
	*why = has_any ? *why : NULL;
	return ran;
}

const char *samples_under_way(const json_t *loops, const json_t *record)
{
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *trial =
			trial_of(json_array_get(loops, i), record);
		const json_t *number = json_object_get(trial, "under_way");
		const json_t *list = json_object_get(trial, "candidates");

		if (json_is_integer(number))
			return word_of(
				json_array_get(list, (size_t)json_integer_value(
							     number)),
				"clauses");
	}
	return NULL;
}
