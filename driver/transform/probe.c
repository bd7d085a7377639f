/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions of records, computed with numbers put in for their names.
 */
#include "probe.h"

#include <string.h>

void probe_begin(struct probe *probe, uint64_t seed, int64_t largest)
{
	probe->seed = seed;
	probe->largest = largest;
	probe->values = json_object();
}

void probe_set(struct probe *probe, const char *name, int64_t value)
{
	json_object_set_new(probe->values, name, json_integer(value));
}

void probe_free(struct probe *probe)
{
	json_decref(probe->values);
	probe->values = NULL;
}

/* As good as drawn: splitmix64's last steps. */
static int64_t draw(const struct probe *probe, const char *name, int64_t place)
{
	uint64_t x = probe->seed * 0x9e3779b97f4a7c15u + (uint64_t)place;

	for (; *name; name++)
		x = (x ^ (unsigned char)*name) * 0x100000001b3u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return 1 + (int64_t)((x ^ (x >> 31)) % (uint64_t)probe->largest);
}

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t quotient = a / b;

	return quotient - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* How many of 1, b, b*b, ... are smaller than a. */
static int64_t logarithm(int64_t a, int64_t b)
{
	int64_t power = 1, count = 0;

	while (power < a && count < 64 &&
	       !__builtin_mul_overflow(power, b, &power))
		count++;
	return count;
}

static bool operate(const char *name, int64_t a, int64_t b, int64_t *value)
{
	bool divides = strcmp(name, "div") == 0 || strcmp(name, "cdiv") == 0 ||
		       strcmp(name, "mod") == 0;

	if (divides && (b == 0 || (a == INT64_MIN && b == -1)))
		return false;
	if (strcmp(name, "+") == 0)
		return !__builtin_add_overflow(a, b, value);
	if (strcmp(name, "*") == 0)
		return !__builtin_mul_overflow(a, b, value);
	if (strcmp(name, "div") == 0)
		*value = floor_div(a, b);
	else if (strcmp(name, "cdiv") == 0)
		*value = -floor_div(-a, b);
	else if (strcmp(name, "mod") == 0)
		*value = a - b * floor_div(a, b);
	else if (strcmp(name, "min") == 0)
		*value = a < b ? a : b;
	else if (strcmp(name, "max") == 0)
		*value = a > b ? a : b;
	else if (strcmp(name, "clog") == 0 && b > 1)
		*value = logarithm(a, b);
	else if (strcmp(name, "&") == 0)
		*value = a & b;
	else if (strcmp(name, "|") == 0)
		*value = a | b;
	else if (strcmp(name, "^") == 0)
		*value = a ^ b;
	else if (strcmp(name, ">>") == 0 && b >= 0 && b < 63)
		*value = a >> b;
	else
		return false;
	return true;
}

static bool relate(const char *name, int64_t a, int64_t b, int64_t *value)
{
	static const char *const names[] = {"<", "<=", "==", "!=", ">", ">="};
	const bool holds[] = {a<b, a <= b, a == b, a != b, a> b, a >= b};

	for (size_t i = 0; i < sizeof(holds) / sizeof(holds[0]); i++)
		if (strcmp(name, names[i]) == 0) {
			*value = holds[i];
			return true;
		}
	return false;
}

/* What is read from data is a number that depends on the place. */
static bool read_data(const struct probe *probe, const json_t *list,
		      int64_t *value)
{
	const char *array = json_string_value(json_array_get(list, 1));
	int64_t place;

	if (!array || !probe_value(probe, json_array_get(list, 2), &place))
		return false;
	*value = draw(probe, array, place);
	return true;
}

static bool choose(const struct probe *probe, const json_t *list,
		   int64_t *value)
{
	int64_t condition;

	return probe_value(probe, json_array_get(list, 1), &condition) &&
	       probe_value(probe, json_array_get(list, condition ? 2 : 3),
			   value);
}

static bool compute(const struct probe *probe, const json_t *list,
		    int64_t *value)
{
	const char *name = json_string_value(json_array_get(list, 0));
	int64_t result, operand;

	if (!name)
		return false;
	if (strcmp(name, "at") == 0)
		return read_data(probe, list, value);
	if (strcmp(name, "if") == 0)
		return choose(probe, list, value);
	if (!probe_value(probe, json_array_get(list, 1), &result))
		return false;
	if (strcmp(name, "iter") == 0) {
		*value = result;
		return true;
	}
	for (size_t i = 2; i < json_array_size(list); i++) {
		if (!probe_value(probe, json_array_get(list, i), &operand))
			return false;
		if (!operate(name, result, operand, &result) &&
		    !relate(name, result, operand, &result))
			return false;
	}
	*value = result;
	return true;
}

bool probe_value(const struct probe *probe, const json_t *expression,
		 int64_t *value)
{
	const char *name = json_string_value(expression);
	const json_t *set;

	if (json_is_array(expression))
		return compute(probe, expression, value);
	if (!name && !json_is_integer(expression))
		return false;
	*value = json_integer_value(expression);
	if (!name)
		return true;
	set = json_object_get(probe->values, name);
	*value = set ? json_integer_value(set) : draw(probe, name, 0);
	return true;
}

bool probe_same(const struct probe *probe, const json_t *a, const json_t *b)
{
	int64_t first, second;
	bool known = probe_value(probe, a, &first);

	if (known != probe_value(probe, b, &second))
		return json_equal(a, b);
	return known ? first == second : json_equal(a, b);
}
