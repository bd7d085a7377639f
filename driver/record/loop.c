/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pieces of a record in words.
 */
#include "loop.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "expression.h"
#include "models/clause.h"
#include "models/schedule.h"

/* In a table: names, and what stands between brackets in longer ones. */
#define LONGEST_NAME 40
#define LONGEST_ARGUMENTS 16

json_int_t loop_integer(const json_t *thing, const char *key)
{
	return json_integer_value(json_object_get(thing, key));
}

bool loop_true(const json_t *thing, const char *key)
{
	return json_is_true(json_object_get(thing, key));
}

const json_t *loop_row(const json_t *reference)
{
	const json_t *row = json_object_get(reference, "row");

	return json_is_object(row) ? row : NULL;
}

/* The base of what holds the pointer, as other references have it: of a
   container it is that of its elements, which is that of what these hold. */
static const char *table_of(const json_t *reference)
{
	const char *of = loop_word(loop_row(reference), "of");

	return strstr(of, ".begin()") ? loop_word(reference, "base") : of;
}

bool loop_is_table(const json_t *record, const json_t *reference)
{
	const json_t *list = json_object_get(record, "refs"), *one;
	size_t index;

	if (loop_true(reference, "write") || loop_row(reference) ||
	    strcmp(loop_word(reference, "type"), "ptr") != 0)
		return false;
	json_array_foreach(list, index, one)
	{
		if (loop_row(one) &&
		    strcmp(loop_word(reference, "base"), table_of(one)) == 0)
			return true;
	}
	return false;
}

bool loop_same(const json_t *a, const json_t *b, const char *key)
{
	return json_equal(json_object_get(a, key), json_object_get(b, key));
}

bool loop_hands_on(const json_t *loop)
{
	return json_array_size(json_object_get(loop, "carries")) > 0;
}

bool loop_may_wrap(const json_t *loop)
{
	const json_t *holds = json_object_get(loop, "holds");

	for (size_t i = 0; i < json_array_size(holds); i++)
		if (strstr(json_string_value(json_array_get(holds, i)),
			   "wrap around"))
			return true;
	return false;
}

const char *loop_word(const json_t *thing, const char *key)
{
	const char *word = json_string_value(json_object_get(thing, key));

	return word ? word : "";
}

void loop_string(struct text *out, const json_t *thing, const char *key)
{
	text_add_safe(out, loop_word(thing, key));
}

void loop_name(struct text *out, const json_t *record)
{
	loop_string(out, record, "name");
	text_print(out, "#%lld", (long long)loop_integer(record, "ordinal"));
}

/* The bracket that closes this one, NULL if there is none. */
static const char *closing(const char *open)
{
	int angles = 0, rounds = 0;

	for (const char *at = open; *at; at++) {
		rounds += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (rounds > 0 || (at > open && at[-1] == '-'))
			continue;
		angles += *at == '<' ? 1 : *at == '>' ? -1 : 0;
		if (angles == 0)
			return at;
	}
	return NULL;
}

/* "<double, std::vector<int>, 80>" as "<double, ...>". */
static void add_arguments(struct text *out, const char *open, const char *close)
{
	const char *comma = open + 1 + strcspn(open + 1, ",<(");
	bool first = comma < close && *comma == ',' &&
		     comma - open <= LONGEST_ARGUMENTS;

	if (close - open < LONGEST_ARGUMENTS)
		text_add_bytes(out, open, (size_t)(close - open) + 1);
	else if (first)
		text_print(out, "%.*s, ...>", (int)(comma - open), open);
	else
		text_add(out, "<...>");
}

/* Letters of a function that is called by a sign with a bracket; else 1. */
static size_t sign_length(const char *name)
{
	static const char *const signs[] = {
		"operator<=>", "operator<<", "operator<=", "operator<",
		"operator>>",  "operator>=", "operator>",  "operator->"};

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (strncmp(name, signs[i], strlen(signs[i])) == 0)
			return strlen(signs[i]);
	return 1;
}

static void add_short(struct text *out, const char *name)
{
	while (*name) {
		const char *close = *name == '<' ? closing(name) : NULL;
		size_t length = sign_length(name);

		if (close)
			add_arguments(out, name, close);
		else
			text_add_bytes(out, name, length);
		name = close ? close + 1 : name + length;
	}
}

void loop_short_name(struct text *out, const json_t *record)
{
	struct text name = {0};

	loop_string(&name, record, "name");
	if (name.length <= LONGEST_NAME)
		text_add(out, text_string(&name));
	else
		add_short(out, text_string(&name));
	text_print(out, "#%lld", (long long)loop_integer(record, "ordinal"));
	text_free(&name);
}

void loop_place(struct text *out, const json_t *thing)
{
	const char *file = json_string_value(json_object_get(thing, "file"));

	text_add_safe(out, path_here(file ? file : ""));
	text_print(out, ":%lld", (long long)loop_integer(thing, "line"));
}

void loop_expression(struct text *out, const json_t *thing, const char *key,
		     const json_t *sizes)
{
	expression_print(out, json_object_get(thing, key), sizes);
}

json_t *loop_sizes(const json_t *record)
{
	const json_t *references = json_object_get(record, "refs");
	json_t *sizes = json_object();

	for (size_t i = 0; i < json_array_size(references); i++) {
		const json_t *reference = json_array_get(references, i);
		const char *base =
			json_string_value(json_object_get(reference, "base"));
		const json_t *known = json_object_get(sizes, base);
		json_int_t size = loop_integer(reference, "size");

		if (known && json_integer_value(known) != size)
			size = 0;
		json_object_set_new(sizes, base, json_integer(size));
	}
	return sizes;
}

json_t *loop_nested(const json_t *record, json_int_t index)
{
	return json_array_get(json_object_get(record, "nest"), (size_t)index);
}

const char *loop_counter(const json_t *record, json_int_t index)
{
	const char *counter = json_string_value(
		json_object_get(loop_nested(record, index), "var"));

	return counter ? counter : "?";
}

bool loop_same_counter(const char *a, const char *b)
{
	size_t length = strcspn(a, ".");

	return length == strcspn(b, ".") && strncmp(a, b, length) == 0;
}

int loop_count(const json_t *record)
{
	return (int)json_array_size(json_object_get(record, "nest"));
}

int loop_parent(const json_t *loop)
{
	const json_t *parent = json_object_get(loop, "parent");

	return json_is_integer(parent) ? (int)json_integer_value(parent) : -1;
}

bool loop_is_within(const json_t *record, int loop, int outer)
{
	while (loop > outer)
		loop = loop_parent(loop_nested(record, loop));
	return loop == outer;
}

bool loop_is_innermost(const json_t *record, size_t index)
{
	for (int i = (int)index + 1; i < loop_count(record); i++)
		if (loop_parent(loop_nested(record, i)) == (int)index)
			return false;
	return true;
}

/* Does a clause say that threads share it? */
static bool is_shared(const json_t *record, const json_t *base)
{
	const json_t *clauses = json_object_get(record, "clauses");
	const json_t *clause, *name;
	size_t i, j;

	json_array_foreach(clauses, i, clause)
	{
		const json_t *kind = json_object_get(clause, "name");

		if (!json_is_string(kind) ||
		    strcmp(json_string_value(kind), "shared") != 0)
			continue;
		json_array_foreach(json_object_get(clause, "vars"), j, name)
		{
			if (json_equal(name, base))
				return true;
		}
	}
	return false;
}

bool loop_is_pointed(const json_t *record, const json_t *reference)
{
	const json_t *base = json_object_get(reference, "base");

	if (loop_true(reference, "private"))
		return false;
	return json_is_null(json_object_get(reference, "extent")) ||
	       is_shared(record, base);
}

bool loop_may_meet(const json_t *record, const json_t *a, const json_t *b)
{
	if (loop_same(a, b, "base"))
		return !loop_same(a, b, "strides");
	return loop_same(a, b, "type") && !loop_true(a, "private") &&
	       !loop_true(b, "private") &&
	       (loop_is_pointed(record, a) || loop_is_pointed(record, b));
}

enum loop_movement loop_movement(const json_t *reference)
{
	const json_t *strides = json_object_get(reference, "strides");
	const json_t *stride =
		json_array_get(strides, json_array_size(strides) - 1);
	const json_t *size = json_object_get(reference, "size");

	if (json_is_array(json_object_get(reference, "indirect")))
		return LOOP_INDIRECT;
	if (json_is_null(stride))
		return LOOP_UNKNOWN;
	if (!json_is_integer(stride))
		return LOOP_STRIDED;
	if (json_integer_value(stride) == 0)
		return LOOP_FIXED;
	if (json_is_integer(size) &&
	    (json_integer_value(stride) == json_integer_value(size) ||
	     json_integer_value(stride) == -json_integer_value(size)))
		return LOOP_UNIT;
	return LOOP_STRIDED;
}

static void add_unrolling(struct text *out, json_int_t times)
{
	if (times == 0)
		text_add(out, ", unrolled completely");
	else if (times > 1)
		text_print(out, ", unrolled %lld times", (long long)times);
}

/* Vectors of the loop's own iterations are the usual case. */
static void add_vectors(struct text *out, const json_t *record,
			const json_t *code)
{
	const json_t *over = json_object_get(code, "over");

	text_print(out, "vectorised x%lld",
		   (long long)loop_integer(code, "lanes"));
	if (!json_is_integer(over) ||
	    json_equal(over, json_object_get(code, "loop")))
		return;
	text_add(out, " over ");
	text_add_safe(out, loop_counter(record, json_integer_value(over)));
}

void loop_code(struct text *out, const json_t *record, const json_t *code)
{
	const char *call =
		json_string_value(json_object_get(code, "library_call"));
	const char *reduction =
		json_string_value(json_object_get(code, "reduction"));

	if (call) {
		text_add(out, "made a call of ");
		text_add_safe(out, call);
		return;
	}
	if (loop_true(code, "vectorised"))
		add_vectors(out, record, code);
	else
		text_add(out, "not vectorised");
	if (loop_true(code, "masked"))
		text_add(out, ", masked");
	if (reduction)
		text_print(out, ", %s reduction", reduction);
	add_unrolling(out, loop_integer(code, "unrolled"));
	if (loop_true(code, "interchanged"))
		text_add(out, ", interchanged");
}

/* Inputs grow, and results may be used for years. */
#define GROWTH 64

bool loop_takes(const json_t *record, double iterations,
		const struct schedule *schedule)
{
	const json_t *chunk = json_object_get(record, "static_chunk_most");
	const json_t *count = json_object_get(record, "static_iterations_most");
	const struct clause_kind *kind = &clause_kinds[schedule->kind];

	if (kind->chunks && !kind->asked && json_is_integer(chunk) &&
	    schedule->chunk > (double)json_integer_value(chunk))
		return false;
	return kind->asked || !json_is_integer(count) ||
	       GROWTH * iterations <= (double)json_integer_value(count);
}

size_t loop_keep_taken(const json_t *record, double iterations,
		       struct schedule *list, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (loop_takes(record, iterations, &list[i]))
			list[kept++] = list[i];
	return kept;
}

json_t *loop_list(json_t *map, const char *key)
{
	json_t *list = json_object_get(map, key);

	if (list)
		return list;
	list = json_array();
	json_object_set_new(map, key, list);
	return list;
}

void loop_add_reason(json_t *record, const char *key, const char *text)
{
	json_t *list = loop_list(record, key), *one;
	size_t i;

	for (i = 0; (one = json_array_get(list, i)); i++)
		if (strcmp(json_string_value(one), text) == 0)
			return;
	json_array_append_new(list, json_string(text));
}

static bool has_word(const char *const *words, const char *word)
{
	while (*words && strcmp(*words, word) != 0)
		words++;
	return *words != NULL;
}

/* Is the variable a whole number that the shared loops only add up, or an array
   of whole numbers? */
static bool is_whole(const json_t *record, const char *name)
{
	const json_t *one, *sum;
	size_t i, j;

	json_array_foreach(json_object_get(record, "nest"), i, one)
	{
		if (!json_is_integer(json_object_get(one, "omp")))
			continue;
		json_array_foreach(json_object_get(one, "sums"), j, sum)
		{
			if (strcmp(json_string_value(sum), name) == 0)
				return true;
		}
	}
	json_array_foreach(json_object_get(record, "refs"), i, one)
	{
		if (strcmp(loop_word(one, "base"), name) == 0)
			return loop_word(one, "type")[0] == 'i';
	}
	return false;
}

const char *loop_reorders(const json_t *record)
{
	static const char *const inexact[] = {"+", "-", "*", "declared", NULL};
	static const char *const ordering[] = {"critical", "atomic", "lock",
					       NULL};
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(record, "clauses"), i, one)
	{
		const char *name = json_string_value(
			json_array_get(json_object_get(one, "vars"), 0));

		if (strstr(loop_word(one, "name"), "reduction") &&
		    has_word(inexact, loop_word(one, "op")) &&
		    !(name && is_whole(record, name)))
			return "a reduction adds floating-point numbers up by "
			       "threads";
	}
	json_array_foreach(json_object_get(record, "sync"), i, one)
	{
		if (has_word(ordering, loop_word(one, "kind")))
			return "what threads do one after the other they do in "
			       "the order in which they come";
	}
	return NULL;
}
