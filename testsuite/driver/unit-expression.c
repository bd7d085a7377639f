/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions: the grammar of doc/records.md, and how they are printed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "record/expression.h"

static json_t *parse(const char *json)
{
	json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);

	assert_non_null(value);
	return value;
}

static void prints(void **state)
{
	static const struct {
		const char *json;
		const char *expected;
	} rows[] = {
		{"0", "0"},
		{"-3", "-3"},
		{"-9223372036854775808", "-9223372036854775808"},
		{"\"n\"", "n"},
		{"null", "?"},
		{"[\"+\", \"n\", -1]", "n - 1"},
		{"[\"+\", -1, \"n\"]", "n - 1"},
		{"[\"+\", 1, \"i\", 2]", "i + 1 + 2"},
		{"[\"+\", -1, -2]", "-1 - 2"},
		{"[\"+\", -1, 2]", "2 - 1"},
		{"[\"+\", [\"*\", -1, \"i\"], [\"*\", -2, \"j\"]]", "-i - 2*j"},
		{"[\"+\", [\"*\", -1, \"i\"], \"n\"]", "n - i"},
		{"[\"+\", \"n\", [\"*\", -1, [\"+\", \"i\", 1]]]",
		 "n - (i + 1)"},
		{"[\"+\", \"n\", -9223372036854775808]",
		 "n - 9223372036854775808"},
		{"[\"+\", \"n\", null]", "n + ?"},
		{"[\"*\", \"n\", 8]", "8*n"},
		{"[\"*\", -1, \"n\"]", "-n"},
		{"[\"*\", -1, -5]", "-(-5)"},
		{"[\"*\", 1, 1]", "1"},
		{"[\"*\", 0, \"n\"]", "0*n"},
		{"[\"*\", \"m\", [\"+\", \"n\", 2]]", "m*(n + 2)"},
		{"[\"*\", \"m\", [\"*\", -1, \"n\"]]", "m*(-n)"},
		{"[\"div\", [\"+\", \"n\", 3], 4]", "floor((n + 3) / 4)"},
		{"[\"cdiv\", \"n\", [\"*\", 2, \"m\"]]", "ceil(n / (2*m))"},
		{"[\"clog\", [\"+\", \"n\", 1], 2]", "ceil(log2(n + 1))"},
		{"[\"mod\", \"n\", 4]", "n mod 4"},
		{"[\"*\", 3, [\"mod\", \"n\", 4]]", "3*(n mod 4)"},
		{"[\"min\", \"n\", [\"+\", \"ii\", 32]]", "min(n, ii + 32)"},
		{"[\"min\", [\"min\", \"n\", \"m\"], [\"max\", 1, \"k\"]]",
		 "min(n, m, max(1, k))"},
		{"[\"if\", [\"<\", \"a\", \"b\"], \"a\", \"b\"]",
		 "a < b ? a : b"},
		{"[\"+\", 1, [\"if\", \"c\", 2, 3]]", "(c ? 2 : 3) + 1"},
		{"[\"if\", [\"if\", \"a\", 1, 2], 3, 4]",
		 "(a ? 1 : 2) ? 3 : 4"},
		{"[\"if\", \"a\", 1, [\"if\", \"b\", 2, 3]]",
		 "a ? 1 : b ? 2 : 3"},
		{"[\"if\", [\">=\", \"a\", [\"+\", \"b\", 1]], 1, 0]",
		 "a >= b + 1 ? 1 : 0"},
		{"[\"&\", \"n\", -4]", "n & -4"},
		{"[\"|\", \"n\", [\"&\", \"m\", 3]]", "n | m & 3"},
		{"[\"&\", \"n\", [\"|\", \"m\", 3]]", "n & (m | 3)"},
		{"[\"^\", \"n\", [\">>\", [\"+\", \"m\", 1], 3]]",
		 "n ^ m + 1 >> 3"},
		{"[\"iter\", \"i\"]", "iter(i)"},
		{"[\"at\", \"rp\", [\"+\", [\"*\", 4, \"i\"], 4]]",
		 "rp[i + 1]"},
		{"[\"at\", \"rp\", [\"+\", [\"*\", 4, \"i\"], 2]]",
		 "rp[byte 4*i + 2]"},
		{"[\"at\", \"rp\", [\"*\", \"m\", \"i\"]]", "rp[byte m*i]"},
		{"[\"at\", \"rp\", [\"*\", -12, \"i\"]]", "rp[-3*i]"},
		{"[\"at\", \"rp\", [\"+\", \"i\", 4]]", "rp[byte i + 4]"},
		{"[\"at\", \"rp\", null]", "rp[byte ?]"},
		{"[\"at\", \"q\", [\"*\", 4, \"i\"]]", "q[byte 4*i]"},
		{"[\"at\", \"zero\", [\"*\", 4, \"i\"]]", "zero[byte 4*i]"},
		{"\"evil\\u001b[31m\"", "evil?[31m"},
	};
	json_t *sizes = parse("{\"rp\": 4, \"zero\": 0}");

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *value = parse(rows[i].json);
		struct text problem = {0};
		struct text out = {0};

		assert_true(expression_check(value, NULL, NULL, &problem));
		expression_print(&out, value, sizes);
		assert_string_equal(text_string(&out), rows[i].expected);
		text_free(&out);
		text_free(&problem);
		json_decref(value);
	}
	json_decref(sizes);
}

static void refuses(void **state)
{
	static const struct {
		const char *json;
		const char *problem;
	} rows[] = {
		{"1.5", "not an expression"},
		{"true", "not an expression"},
		{"{}", "not an expression"},
		{"[\"+\", 1, {}]", "not an expression"},
		{"[]", "an operator must come first"},
		{"[1, 2]", "an operator must come first"},
		{"[\"foo\", 1]", "unknown operator 'foo'"},
		{"[\"+\", 1]", "'+' with 1 operands"},
		{"[\"div\", 1, 2, 3]", "'div' with 3 operands"},
		{"[\"if\", 1, 2]", "'if' with 2 operands"},
		{"[\"iter\"]", "'iter' with 0 operands"},
		{"[\"at\", 1, 2]", "'at' needs a name first"},
		{"[\"iter\", 1]", "'iter' needs a name first"},
		{"[\"iter\", \"n\"]", "'iter' counts 'n', which is no loop"},
		{"[\"<\", 1, 2]",
		 "'<' may stand only in the condition of an 'if'"},
		{"[\"if\", 1, [\"<\", 1, 2], 3]",
		 "'<' may stand only in the condition of an 'if'"},
		{"\"m\"",
		 "'m' is neither a parameter nor the counter of a loop"},
	};
	json_t *names = parse("{\"n\": true, \"i\": true}");
	json_t *loops = parse("{\"i\": true}");

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *value = parse(rows[i].json);
		struct text problem = {0};

		assert_false(expression_check(value, names, loops, &problem));
		assert_string_equal(text_string(&problem), rows[i].problem);
		text_free(&problem);
		json_decref(value);
	}
	json_decref(loops);
	json_decref(names);
}

/* ["*", 2, ["*", 2, ... "n"]] */
static json_t *nested(int depth)
{
	json_t *value = json_string("n");

	while (depth-- > 0)
		value = json_pack("[s, i, o]", "*", 2, value);
	return value;
}

static void limits_depth(void **state)
{
	json_t *deep = nested(EXPRESSION_DEPTH);
	json_t *deeper = nested(EXPRESSION_DEPTH + 1);
	struct text problem = {0};

	(void)state;
	assert_true(expression_check(deep, NULL, NULL, &problem));
	assert_false(expression_check(deeper, NULL, NULL, &problem));
	assert_string_equal(text_string(&problem), "nested more than 200 deep");
	text_free(&problem);
	json_decref(deep);
	json_decref(deeper);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints),
		cmocka_unit_test(refuses),
		cmocka_unit_test(limits_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
