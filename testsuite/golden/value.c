/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of the record format's expressions.
 */
#include "value.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

static bool in_identifier(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool holds_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(text, word); at;
	     at = strstr(at + 1, word)) {
		bool starts = at == text || !in_identifier(at[-1]) ||
			      !in_identifier(word[0]);
		bool ends = !in_identifier(at[length]) ||
			    !in_identifier(word[length - 1]);

		if (starts && ends)
			return true;
	}
	return false;
}

static bool read_values(struct binding *binding, const char *text)
{
	char *end;

	binding->count = 0;
	do {
		if (binding->count == MAX_ELEMENTS)
			return false;
		binding->values[binding->count++] = strtol(text, &end, 10);
		if (end == text)
			return false;
		text = end + 1;
	} while (*end == ';');
	return *end == '\0';
}

bool env_bind(struct env *env, char *word)
{
	struct binding *binding = &env->bindings[env->count];
	char *equals = strchr(word, '=');
	char *colon = strchr(word, ':');

	if (!equals || equals == word || env->count == MAX_BINDINGS)
		return false;
	*equals = '\0';
	binding->name = word;
	binding->size = 0;
	binding->iter = 0;
	if (colon && colon < equals) {
		*colon = '\0';
		binding->size = atol(colon + 1);
		if (binding->size <= 0)
			return false;
	}
	if (!read_values(binding, equals + 1))
		return false;
	if (binding->size == 0 && binding->count != 1)
		return false;
	env->count++;
	return true;
}

bool env_push(struct env *env, const char *name, long value, long iter)
{
	struct binding *binding = &env->bindings[env->count];

	if (env->count == MAX_BINDINGS)
		return false;
	env->count++;
	binding->name = name;
	binding->values[0] = value;
	binding->count = 1;
	binding->size = 0;
	binding->iter = iter;
	return true;
}

void env_pop(struct env *env)
{
	env->count--;
}

/* An exact name wins over ~word, and that over the star. */
static const struct binding *find(const struct env *env, const char *name,
				  bool array)
{
	const struct binding *word = NULL;
	const struct binding *star = NULL;

	for (int i = env->count - 1; i >= 0; i--) {
		const struct binding *binding = &env->bindings[i];

		if (array != (binding->size != 0))
			continue;
		if (strcmp(binding->name, name) == 0)
			return binding;
		if (binding->name[0] == '~' &&
		    holds_word(name, binding->name + 1))
			word = binding;
		if (strcmp(binding->name, "*") == 0)
			star = binding;
	}
	return word ? word : star;
}

static bool evaluate(const struct env *env, const json_t *expression, int depth,
		     long *value);

static long floor_div(long a, long b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool divide(const char *op, long a, long b, long *value)
{
	if (b == 0 || (a == LONG_MIN && b == -1))
		return false;
	if (strcmp(op, "div") == 0)
		*value = floor_div(a, b);
	else if (strcmp(op, "cdiv") == 0)
		*value = floor_div(a, b) + (a % b != 0);
	else if (strcmp(op, "mod") == 0)
		*value = a - floor_div(a, b) * b;
	else
		return false;
	return true;
}

static bool shift_right(long a, long b, long *value)
{
	if (b < 0 || b > 62)
		return false;
	*value = a >> b;
	return true;
}

static bool powers_below(long a, long base, long *value)
{
	if (base < 2)
		return false;
	*value = 0;
	for (double power = 1; power < (double)a; power *= (double)base)
		++*value;
	return true;
}

static bool binary(const char *op, long a, long b, long *value)
{
	if (strcmp(op, "clog") == 0)
		return powers_below(a, b, value);
	if (strcmp(op, "min") == 0)
		*value = a < b ? a : b;
	else if (strcmp(op, "max") == 0)
		*value = a > b ? a : b;
	else if (strcmp(op, "&") == 0)
		*value = a & b;
	else if (strcmp(op, "|") == 0)
		*value = a | b;
	else if (strcmp(op, "^") == 0)
		*value = a ^ b;
	else if (strcmp(op, ">>") == 0)
		return shift_right(a, b, value);
	else if (strcmp(op, "<") == 0)
		*value = a < b;
	else if (strcmp(op, "<=") == 0)
		*value = a <= b;
	else if (strcmp(op, ">") == 0)
		*value = a > b;
	else if (strcmp(op, ">=") == 0)
		*value = a >= b;
	else if (strcmp(op, "==") == 0)
		*value = a == b;
	else if (strcmp(op, "!=") == 0)
		*value = a != b;
	else
		return divide(op, a, b, value);
	return true;
}

/* Sum or product of two or more. */
static bool fold(const struct env *env, const json_t *list, bool product,
		 int depth, long *value)
{
	long result = product ? 1 : 0;

	if (json_array_size(list) < 3)
		return false;
	for (size_t i = 1; i < json_array_size(list); i++) {
		long next;

		if (!evaluate(env, json_array_get(list, i), depth, &next))
			return false;
		if (product ? __builtin_mul_overflow(result, next, &result)
			    : __builtin_add_overflow(result, next, &result))
			return false;
	}
	*value = result;
	return true;
}

/* ["at", array, byte offset] */
static bool element(const struct env *env, const json_t *list, int depth,
		    long *value)
{
	const char *name = json_string_value(json_array_get(list, 1));
	const struct binding *array;
	long offset;

	if (!name || json_array_size(list) != 3)
		return false;
	array = find(env, name, true);
	if (!array || !evaluate(env, json_array_get(list, 2), depth, &offset))
		return false;
	if (offset < 0 || offset % array->size != 0 ||
	    offset / array->size >= array->count)
		return false;
	*value = array->values[offset / array->size];
	return true;
}

static bool iterations(const struct env *env, const json_t *list, long *value)
{
	const char *name = json_string_value(json_array_get(list, 1));
	const struct binding *counter = name ? find(env, name, false) : NULL;

	if (!counter)
		return false;
	*value = counter->iter;
	return true;
}

static bool choose(const struct env *env, const json_t *list, int depth,
		   long *value)
{
	long condition;

	if (json_array_size(list) != 4)
		return false;
	if (!evaluate(env, json_array_get(list, 1), depth, &condition))
		return false;
	return evaluate(env, json_array_get(list, condition ? 2 : 3), depth,
			value);
}

static bool compound(const struct env *env, const json_t *list, int depth,
		     long *value)
{
	const char *op = json_string_value(json_array_get(list, 0));
	long a;
	long b;

	if (!op)
		return false;
	if (strcmp(op, "+") == 0 || strcmp(op, "*") == 0)
		return fold(env, list, op[0] == '*', depth, value);
	if (strcmp(op, "at") == 0)
		return element(env, list, depth, value);
	if (strcmp(op, "iter") == 0)
		return iterations(env, list, value);
	if (strcmp(op, "if") == 0)
		return choose(env, list, depth, value);
	if (json_array_size(list) != 3)
		return false;
	return evaluate(env, json_array_get(list, 1), depth, &a) &&
	       evaluate(env, json_array_get(list, 2), depth, &b) &&
	       binary(op, a, b, value);
}

static bool evaluate(const struct env *env, const json_t *expression, int depth,
		     long *value)
{
	const struct binding *binding;

	if (depth > MAX_DEPTH)
		return false;
	if (json_is_integer(expression)) {
		*value = json_integer_value(expression);
		return true;
	}
	if (json_is_array(expression))
		return compound(env, expression, depth + 1, value);
	if (!json_is_string(expression))
		return false;
	binding = find(env, json_string_value(expression), false);
	if (!binding)
		return false;
	*value = binding->values[0];
	return true;
}

bool env_value(const struct env *env, const json_t *expression, long *value)
{
	return evaluate(env, expression, 0, value);
}
