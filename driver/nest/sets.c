/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions to isl, and its answers.
 */
#include "sets.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Sets that take more than this are given up: seconds of work. */
#define MOST_OPERATIONS 2000000

/* By sets: whether one is empty, as a number, and its signs, as "+0-". */
static json_t *empty_sets, *signs_of_sets;
static isl_ctx *context;

/* Each question may take as long as any other. */
static void begin_question(void)
{
	if (!context) {
		context = isl_ctx_alloc();
		isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
		empty_sets = json_object();
		signs_of_sets = json_object();
	}
	isl_ctx_reset_error(context);
	isl_ctx_reset_operations(context);
	isl_ctx_set_max_operations(context, MOST_OPERATIONS);
}

void sets_forget(void)
{
	json_decref(empty_sets);
	json_decref(signs_of_sets);
	empty_sets = signs_of_sets = NULL;
	isl_ctx_free(context);
	context = NULL;
}

/* ---- is it empty? ---- */

static enum sets_answer ask_empty(const char *text)
{
	isl_set *set = isl_set_read_from_str(context, text);
	isl_bool empty = set ? isl_set_is_empty(set) : isl_bool_error;

	isl_set_free(set);
	if (empty == isl_bool_error)
		return SETS_OPEN;
	return empty == isl_bool_true ? SETS_YES : SETS_NO;
}

enum sets_answer sets_is_empty(const char *text)
{
	const json_t *known;
	enum sets_answer answer;

	begin_question();
	known = json_object_get(empty_sets, text);
	if (known)
		return (enum sets_answer)json_integer_value(known);
	answer = ask_empty(text);
	json_object_set_new(empty_sets, text, json_integer(answer));
	return answer;
}

/* ---- signs ---- */

struct search {
	int dimensions;
	char sign[SETS_MOST + 1]; /* of each dimension, as a word */
	struct text found;
	bool good;
};

/* The part of the set where this number has the sign. */
static isl_set *with_sign(isl_set *set, int dimension, char sign)
{
	if (sign == '0')
		return isl_set_fix_si(set, isl_dim_set, dimension, 0);
	if (sign == '+')
		return isl_set_lower_bound_si(set, isl_dim_set, dimension, 1);
	return isl_set_upper_bound_si(set, isl_dim_set, dimension, -1);
}

/* Takes the set over. */
static void find_signs(struct search *search, isl_set *set, int dimension)
{
	static const char signs[] = "-0+";
	isl_bool empty = isl_set_is_empty(set);

	if (empty == isl_bool_error)
		search->good = false;
	if (empty == isl_bool_false && dimension == search->dimensions)
		text_add(&search->found, search->sign);
	for (int i = 0; empty == isl_bool_false && search->good && signs[i] &&
			dimension < search->dimensions;
	     i++) {
		search->sign[dimension] = signs[i];
		find_signs(search,
			   with_sign(isl_set_copy(set), dimension, signs[i]),
			   dimension + 1);
	}
	isl_set_free(set);
}

static isl_set *read_set(const char *text)
{
	isl_set *set = isl_set_read_from_str(context, text);
	isl_size parameters = isl_set_dim(set, isl_dim_param);

	if (parameters < 0)
		return isl_set_free(set);
	return isl_set_project_out(set, isl_dim_param, 0, parameters);
}

/* All signs, one after the other; null where isl gave up. */
static json_t *ask_signs(const char *text, int dimensions)
{
	struct search search = {.dimensions = dimensions, .good = true};
	json_t *answer;

	find_signs(&search, read_set(text), 0);
	answer = search.good ? json_string(text_string(&search.found))
			     : json_null();
	text_free(&search.found);
	return answer;
}

static signed char sign_of(char letter)
{
	return letter == '+' ? 1 : letter == '-' ? -1 : 0;
}

static void read_signs(const char *letters, int dimensions,
		       struct sets_signs *signs)
{
	signs->count = strlen(letters) / dimensions;
	signs->list = memory_grow(NULL, signs->count + 1, sizeof(*signs->list));
	for (size_t i = 0; i < signs->count; i++)
		for (int j = 0; j < dimensions; j++)
			signs->list[i][j] = sign_of(*letters++);
}

bool sets_signs(const char *text, int dimensions, struct sets_signs *signs)
{
	const json_t *answer;

	if (dimensions > SETS_MOST)
		return false;
	begin_question();
	answer = json_object_get(signs_of_sets, text);
	if (!answer) {
		json_object_set_new(signs_of_sets, text,
				    ask_signs(text, dimensions));
		answer = json_object_get(signs_of_sets, text);
	}
	if (!json_is_string(answer))
		return false;
	read_signs(json_string_value(answer), dimensions, signs);
	return true;
}

void sets_signs_free(struct sets_signs *signs)
{
	free(signs->list);
	*signs = (struct sets_signs){0};
}
