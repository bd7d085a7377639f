/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thread rule over all units of a program. Each row gives two units, what
 * a loop needs, and the reason that is left of each need; "" where the units
 * establish it. JSON is written with single quotes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "record/records.h"
#include "record/schema.h"
#include "record/thread.h"

static json_t *parse(const char *text)
{
	char *copy = strdup(text);
	json_t *value;

	assert_non_null(copy);
	for (char *at = copy; *at; at++)
		*at = *at == '\'' ? '"' : *at;
	value = json_loads(copy, 0, NULL);
	if (!value)
		print_message("no JSON: %s\n", copy);
	assert_non_null(value);
	free(copy);
	return value;
}

/* {'safe':['f']} as the record of a unit. */
static json_t *unit_of(const char *text)
{
	json_t *unit = parse(text);
	struct text problem = {0};

	json_object_set_new(unit, "schema", json_integer(1));
	json_object_set_new(unit, "unit", json_string("x.c"));
	if (!schema_check_unit(unit, &problem))
		print_message("%s\n", text_string(&problem));
	assert_false(problem.length);
	return unit;
}

static const struct row {
	const char *name;
	const char *unit, *other;
	const char *need;
	const char *why; /* NULL: established */
} rows[] = {
	{"a function of another unit", "{}", "{'safe':['f']}", "f", NULL},
	{"a function of no unit", "{}", "{'safe':['g']}", "f",
	 "calls 'f', whose body podium has not seen"},
	{"over two units", "{'functions':[{'function':'f','needs':['g']}]}",
	 "{'safe':['g']}", "f", NULL},
	{"over two units to no body",
	 "{'functions':[{'function':'f','needs':['g']}]}",
	 "{'functions':[{'function':'g','needs':['h']}]}", "f",
	 "calls 'f', which in turn calls 'h', whose body podium has not seen"},
	{"what a unit knows of its function",
	 "{'functions':[{'function':'f','needs':['g']}]}",
	 "{'functions':[{'function':'g','unknown':['contains inline "
	 "assembler']}]}",
	 "f",
	 "calls 'f', which in turn calls 'g', which contains inline "
	 "assembler"},
	{"functions that call each other",
	 "{'functions':[{'function':'f','needs':['g']}]}",
	 "{'functions':[{'function':'g','needs':['f']}]}", "f", NULL},
	{"a cycle with something wrong in it",
	 "{'functions':[{'function':'f','needs':['g']}]}",
	 "{'functions':[{'function':'g','needs':['f','rand']}]}", "f",
	 "calls 'f', which in turn calls 'rand', whose body podium has not "
	 "seen"},
	{"one of two bodies is not established", "{'safe':['f']}",
	 "{'functions':[{'function':'f','unknown':['uses a thread-local "
	 "variable']}]}",
	 "f", "calls 'f', which uses a thread-local variable"},

	{"an argument that is written first", "{'fills':['f,2']}", "{}",
	 "fills(f,2)", NULL},
	{"another argument", "{'fills':['f,2']}", "{}", "fills(f,1)",
	 "lets 'f' read what the thread left in an object of its own, unless "
	 "that writes it first"},

	{"a function without nowait", "{'waits':['f']}", "{}", "waits(f)",
	 NULL},
	{"a function that may have nowait", "{'safe':['f']}", "{}", "waits(f)",
	 "nowait: 'f', which is called before it, may end in a loop with the "
	 "same distribution"},

	{"callers", "{'calls':[{'of':'main','region':true,'call':'f'}]}", "{}",
	 "callers(f)", NULL},
	{"no caller", "{}", "{}", "callers(f)",
	 "depends on its callers: podium has seen none"},
	{"one of two callers gives other arguments",
	 "{'calls':[{'of':'main','region':true,'call':'f'}]}",
	 "{'calls':[{'of':'g','region':true,'call':'f','differs':['argument "
	 "1']}]}",
	 "callers(f)",
	 "depends on its callers: 'g' calls 'f' with argument 1, which may "
	 "differ "
	 "between threads"},
	{"callers of callers", "{'calls':[{'of':'g','call':'f'}]}",
	 "{'calls':[{'of':'main','region':true,'call':'g'}]}", "callers(f)",
	 NULL},
	{"callers of callers with other arguments",
	 "{'calls':[{'of':'g','call':'f'}]}",
	 "{'calls':[{'of':'main','region':true,'call':'g','differs':['argument "
	 "1']}]}",
	 "callers(f)",
	 "depends on its callers: 'main' calls 'g' with argument 1, which may "
	 "differ "
	 "between threads"},
	{"a function that calls itself",
	 "{'calls':[{'of':'f','call':'f'},"
	 "{'of':'main','region':true,'call':'f'}]}",
	 "{}", "callers(f)", NULL},
	{"an open neighbour",
	 "{'calls':[{'of':'g','region':true,'call':'f','open':true}]}", "{}",
	 "callers(f)",
	 "depends on its callers: no barrier stands between a static loop of "
	 "'g' and its call of 'f'"},
	{"a region that calls one of another unit",
	 "{'calls':[{'of':'g','region':true,'call':'f','needs':['h']}]}",
	 "{'safe':['h']}", "callers(f)", NULL},
	{"a region that calls what is not seen",
	 "{'calls':[{'of':'g','region':true,'call':'f','needs':['h']}]}", "{}",
	 "callers(f)",
	 "depends on its callers: the region of 'g' around 'f' calls 'h', "
	 "whose body podium has not seen"},
	{"a region of which its unit knows something",
	 "{'calls':[{'of':'g','region':true,'call':'f',"
	 "'unknown':['contains inline assembler']}]}",
	 "{}", "callers(f)",
	 "depends on its callers: the region of 'g' around 'f' contains "
	 "inline assembler"},
	{"a function that a pointer may call is run by a team",
	 "{'calls':[{'of':'g','call':'f','differs':['argument 1']}]}",
	 "{'taken':['g']}", "callers(f)",
	 "depends on its callers: 'g' calls 'f' with argument 1, which may "
	 "differ between threads"},
	{"callers, and a pointer",
	 "{'calls':[{'of':'main','region':true,'call':'f'}]}",
	 "{'taken':['f']}", "callers(f)",
	 "depends on its callers: 'f' may be called through a pointer"},
};

#define ROWS (sizeof(rows) / sizeof(*rows))

static const char *first(const json_t *record, const char *key)
{
	const char *text = json_string_value(
		json_array_get(json_object_get(record, key), 0));

	return text ? text : "";
}

static void resolve(const struct row *row, json_t *loop)
{
	json_t *units[] = {unit_of(row->unit), unit_of(row->other)};
	struct records one = {
		.list = &loop, .count = 1, .units = &units[0], .unit_count = 1};
	struct records two = {.units = &units[1], .unit_count = 1};
	struct records *list[] = {&one, &two};

	thread_resolve(list, 2, list, 2);
	json_decref(units[0]);
	json_decref(units[1]);
}

static void needs_are_judged(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		json_t *loop = json_pack("{s:[s], s:[]}", "needs", rows[i].need,
					 "rewrite_why");
		const char *safe, *why;

		resolve(&rows[i], loop);
		safe = first(loop, "safe");
		why = first(loop, "rewrite_why");
		if (strcmp(safe, rows[i].why ? "" : rows[i].need) != 0 ||
		    !strncmp(why, "better not: ", 12) != !!rows[i].why ||
		    (rows[i].why && strcmp(why + 12, rows[i].why) != 0))
			fail_msg("%s: safe '%s', %s", rows[i].name, safe, why);
		json_decref(loop);
	}
}

static void words_name_the_remedy(void **state)
{
	json_t *loop = parse("{'needs':['f','g','callers(A::b i4(p))'],"
			     "'safe':['f']}");
	struct text known = {0}, remedy = {0};

	(void)state;
	thread_print(&known, loop, true);
	thread_print(&remedy, loop, false);
	assert_string_equal(text_string(&known),
			    "an entry needs safe(f), which other units "
			    "establish");
	assert_string_equal(text_string(&remedy),
			    "compile all units with the plugin, or put safe(g) "
			    "safe(callers(A::b\\ i4(p))) or force into "
			    "podium.tuned");
	text_free(&known);
	text_free(&remedy);
	json_decref(loop);
}

/* Also of functions that are reached through others, and of callers. */
static void missing_functions_are_named(void **state)
{
	json_t *loop = parse("{'needs':['f']}");
	json_t *units[] = {
		unit_of("{'functions':[{'function':'f','needs':['g']},"
			"{'function':'other','needs':['h']}]}")};
	struct records one = {
		.list = &loop, .count = 1, .units = units, .unit_count = 1};
	struct records *list[] = {&one};
	bool wide = true;
	json_t *missing = thread_missing(list, 1, &wide);

	(void)state;
	assert_false(wide);
	assert_int_equal(json_object_size(missing), 1);
	assert_non_null(json_object_get(missing, "g"));
	json_decref(missing);
	json_array_append_new(json_object_get(loop, "needs"),
			      json_string("callers(main)"));
	json_decref(thread_missing(list, 1, &wide));
	assert_true(wide);
	json_decref(units[0]);
	json_decref(loop);
}

/* One entry is for both: needs, reasons and what must not be changed. */
static void namesakes_share_all(void **state)
{
	json_t *loops[] = {
		parse("{'file':'k.c','id':'f#1','rewritable':true,"
		      "'rewrite_why':['better not: a'],'needs':['g'],"
		      "'safe':['g']}"),
		parse("{'file':'k.c','id':'f#1','rewritable':false,"
		      "'rewrite_why':[]}"),
		parse("{'file':'k.c','id':'f#2','rewritable':true,"
		      "'rewrite_why':[]}")};
	struct records one = {.list = loops, .count = 2};
	struct records two = {.list = loops + 2, .count = 1};
	struct records *list[] = {&one, &two};

	(void)state;
	thread_join_namesakes(list, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(
			json_is_false(json_object_get(loops[i], "rewritable")));
		assert_string_equal(first(loops[i], "rewrite_why"),
				    "better not: a");
		assert_string_equal(first(loops[i], "needs"), "g");
		assert_string_equal(first(loops[i], "safe"), "g");
	}
	assert_true(json_is_true(json_object_get(loops[2], "rewritable")));
	assert_string_equal(first(loops[2], "rewrite_why"), "");
	for (size_t i = 0; i < 3; i++)
		json_decref(loops[i]);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(needs_are_judged),
		cmocka_unit_test(words_name_the_remedy),
		cmocka_unit_test(missing_functions_are_named),
		cmocka_unit_test(namesakes_share_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
