/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records: what is accepted, and every way to be refused. Each row changes
 * one value of the first record of sample.json.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "record/convert.h"
#include "record/records.h"
#include "record/schema.h"

static char *read_sample(size_t *length)
{
	const char *folder = getenv("srcdir");
	char path[4096];
	char *bytes = malloc(1 << 16);
	FILE *file;

	snprintf(path, sizeof(path), "%s/testsuite/driver/sample.json",
		 folder ? folder : ".");
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(bytes);
	*length = fread(bytes, 1, 1 << 16, file);
	fclose(file);
	return bytes;
}

static json_t *sample_record(void)
{
	size_t length;
	char *bytes = read_sample(&length);
	json_t *record = json_loads(bytes, JSON_DISABLE_EOF_CHECK, NULL);

	free(bytes);
	assert_non_null(record);
	return record;
}

static json_t *step_into(json_t *thing, const char *key)
{
	return json_is_array(thing) ? json_array_get(thing, atoi(key))
				    : json_object_get(thing, key);
}

/* Put the value at "nest/1/trip"; NULL removes the key. */
static void change(json_t *thing, const char *path, const char *value)
{
	char parts[256];
	char *key, *next;
	json_t *new = value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;

	snprintf(parts, sizeof(parts), "%s", path);
	key = strtok(parts, "/");
	while ((next = strtok(NULL, "/"))) {
		thing = step_into(thing, key);
		key = next;
	}
	assert_non_null(thing);
	if (!value)
		assert_int_equal(json_object_del(thing, key), 0);
	else if (json_is_array(thing))
		assert_int_equal(json_array_set_new(thing, atoi(key), new), 0);
	else
		assert_int_equal(json_object_set_new(thing, key, new), 0);
}

static const struct row {
	const char *path;
	const char *value;
	const char *problem; /* NULL: accepted */
} rows[] = {
	{"added", "{\"by\": [\"a later podium\", 1.5]}", NULL},
	{"code", "null", NULL},
	{"parallel", "null", NULL},
	{"nest/0/trip", "null", NULL},
	{"schema", "\"1\"", "schema: no version of the format"},
	{"schema", "0", "schema: no version of the format"},
	{"schema", NULL, "schema: no version of the format"},
	{"schema", "2",
	 "schema 2 is newer than this podium, which reads 1; install the "
	 "podium that wrote it"},
	{"id", NULL, "id: is missing"},
	{"id", "\"matmul#2\"", "id: 'matmul#2' is not 'matmul#1'"},
	{"function", "7", "function: not a string"},
	{"line", "null", "line: not an integer"},
	{"line", "-1", "line: -1 is below 0"},
	{"line", "1.5", "line: not an integer"},
	{"collapse", "0", "collapse: 0 is below 1"},
	{"nowait", "1", "nowait: neither true nor false"},
	{"language", "\"Ada\"", "language: 'Ada' is not known here"},
	{"language", "\"C\\u001b\"", "language: 'C\033' is not known here"},
	{"schedule", "[]", "schedule: not an object"},
	{"schedule/kind", "\"best\"",
	 "schedule.kind: 'best' is not known here"},
	{"schedule/chunk", "\"q.1\"", NULL},
	{"schedule/chunk", "[\"q\"]", "schedule.chunk: unknown operator 'q'"},
	{"nest/0/to", "\"q\"",
	 "nest[0].to: 'q' is neither a parameter nor the counter of a loop"},
	{"clauses/0/op", NULL, NULL},
	{"clauses", "{}", "clauses: not a list"},
	{"clauses/1/vars/0", "1", "clauses[1].vars[0]: not a string"},
	{"parallel", "\"\"", "parallel: not an object"},
	{"params/0", "\"n\"", "params[0]: not an object"},
	{"params/0/kind", "\"wish\"",
	 "params[0].kind: 'wish' is not known here"},
	{"nest", "null", "nest: not a list"},
	{"nest", NULL, "nest: is missing"},
	{"nest/0/trip", NULL, "nest[0].trip: is missing"},
	{"nest/0/trip", "[\"foo\"]", "nest[0].trip: unknown operator 'foo'"},
	{"nest/0/while", "\"=\"", "nest[0].while: '=' is not known here"},
	{"nest/0/early_exit", "null",
	 "nest[0].early_exit: neither true nor false"},
	{"nest/1/conditional", NULL, "nest[1].conditional: is missing"},
	{"nest/1/parent", "1", "nest[1].parent: 1 does not come before"},
	{"nest/1/parent", "-1", "nest[1].parent: -1 is below 0"},
	{"nest/1/parent", "null",
	 "nest[1].parent: the depth is 1 where 0 fits"},
	{"nest/2/depth", "9", "nest[2].parent: the depth is 9 where 2 fits"},
	{"nest/2/ops/certain", "[]", "nest[2].ops.certain: not an object"},
	{"nest/2/ops/certain/add.f64", "-1",
	 "nest[2].ops.certain: the count of 'add.f64' is none"},
	{"nest/2/ops/certain/add", "1",
	 "nest[2].ops.certain: 'add' is no operation"},
	{"nest/2/ops/certain/add.f65", "1",
	 "nest[2].ops.certain: 'add.f65' is no operation"},
	{"nest/2/ops/certain/ad.f64", "1",
	 "nest[2].ops.certain: 'ad.f64' is no operation"},
	{"around/0/step", "{}", "around[0].step: not an expression"},
	{"refs/0/base", "null", NULL},
	{"refs/0/base", "7", "refs[0].base: not a string"},
	{"nest/2/ops/certain/store.struct", "1", NULL},
	{"refs/0/type", "\"double\"",
	 "refs[0].type: 'double' is not known here"},
	{"refs/0/count", "0", "refs[0].count: 0 is below 1"},
	{"refs/0/loop", "3", "refs[0].loop: 3 is beyond the 3 of 'nest'"},
	{"refs/0/loop", "9223372036854775807",
	 "refs[0].loop: 9223372036854775807 is beyond the 3 of 'nest'"},
	{"refs/0/loop", "1", "refs[0].strides: 3 strides for 2 loops"},
	{"refs/0/strides", "[]", "refs[0].strides: 0 strides for 3 loops"},
	{"refs/0/strides_around", "[]",
	 "refs[0].strides_around: 0 strides for 1 loops"},
	{"refs/0/indirect", "\"col\"", "refs[0].indirect: not a list"},
	{"refs/0/protected", "\"hope\"",
	 "refs[0].protected: 'hope' is not known here"},
	{"deps/0/from", "3", "deps[0].from: 3 is beyond the 3 of 'refs'"},
	{"deps/0/loops/1", "3",
	 "deps[0].loops[1]: 3 is beyond the 3 of 'nest'"},
	{"deps/0/distance/0", "0.5", "deps[0].distance[0]: not an integer"},
	{"deps/0/distance/0", "-9223372036854775808", NULL},
	{"deps/0/distance", "[0]",
	 "deps[0]: vectors that do not fit its 3 loops"},
	{"deps/0/direction", "[]",
	 "deps[0]: vectors that do not fit its 3 loops"},
	{"deps/0/direction/0", "\"<=\"",
	 "deps[0].direction[0]: '<=' is not known here"},
	{"deps/0/level", "-1", "deps[0].level: -1 is below 0"},
	{"deps/0/name", "null", "deps[0]: neither references nor a name"},
	{"class", "\"GOOD\"", "class: 'GOOD' is not known here"},
	{"races", "[null]", "races[0]: not a string"},
	{"calls/0/kind", "\"\"", "calls[0].kind: '' is not known here"},
	{"sync/0/statements", "\"2\"", "sync[0].statements: not an integer"},
	{"code/0/loop", "null", "code[0].loop: not an integer"},
	{"code/0/lanes", "0", "code[0].lanes: 0 is below 1"},
	{"code/0/over", "1", NULL},
	{"code/0/over", "null", NULL},
	{"code/0/over", "3", "code[0].over: 3 is beyond the 3 of 'nest'"},
	{"code/0/kind", "\"fast\"", "code[0].kind: 'fast' is not known here"},
	{"analysed", NULL, "analysed: is missing"},
	{"why", "\"because\"", "why: not a list"},
};

static void checks_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *record = sample_record();
		struct text problem = {0};
		bool good;

		change(record, rows[i].path, rows[i].value);
		good = schema_check(record, &problem);
		assert_string_equal(text_string(&problem),
				    rows[i].problem ? rows[i].problem : "");
		assert_int_equal(good, rows[i].problem == NULL);
		text_free(&problem);
		json_decref(record);
	}
}

/* What only stands in a record that was analysed may be missing in others. */
static void needs_less_unanalysed(void **state)
{
	json_t *record = sample_record();
	struct text problem = {0};

	(void)state;
	change(record, "nest", NULL);
	change(record, "refs", "[]");
	change(record, "deps", "[]");
	change(record, "calls", "[]");
	change(record, "code", NULL);
	assert_false(schema_check(record, &problem));
	text_free(&problem);
	change(record, "analysed", "false");
	assert_true(schema_check(record, &problem));
	json_decref(record);
}

static void refuses_other_values(void **state)
{
	static const char *const values[] = {"[]", "1", "\"record\"", "null"};

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		json_t *value = json_loads(values[i], JSON_DECODE_ANY, NULL);
		struct text problem = {0};

		assert_false(schema_check(value, &problem));
		assert_string_equal(text_string(&problem), "not an object");
		text_free(&problem);
		json_decref(value);
	}
}

static void reads_all_records(void **state)
{
	struct records records = {0};
	struct text problem = {0};
	size_t length;
	char *bytes = read_sample(&length);

	(void)state;
	assert_true(records_parse(&records, bytes, length, "x", &problem));
	assert_int_equal(records.count, 3);
	records_free(&records);
	free(bytes);
}

/* However much of it is missing at the end, no record is half read. */
static void refuses_every_cut(void **state)
{
	size_t length;
	char *bytes = read_sample(&length);

	(void)state;
	for (size_t cut = 1; cut < length; cut++) {
		struct records records = {0};
		struct text problem = {0};
		bool whole = bytes[cut - 1] == '\n';

		assert_int_equal(
			records_parse(&records, bytes, cut, "x.o", &problem),
			whole);
		assert_int_equal(records.count > 0, whole);
		assert_int_equal(
			strncmp(text_string(&problem), "x.o: record ", 12) == 0,
			!whole);
		records_free(&records);
		text_free(&problem);
	}
	free(bytes);
}

static void refuses_lines(void **state)
{
	static const struct {
		const char *bytes;
		const char *problem; /* a part of it */
	} lines[] = {
		{"{\"schema\":1,\"schema\":1}\n", "duplicate object key"},
		{"{\"id\":\"\xff\"}\n", "unable to decode byte 0xff"},
		{"{\"id\":99999999999999999999}\n", "too big integer"},
		{"{\n}\n", "record 1: byte 1: "},
		{"x\n", "record 1: byte 1: '[' or '{' expected near 'x'"},
		{"\n\n[]\n", "record 1: not an object"},
		{"{} trailing\n", "end of file expected"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct records records = {0};
		struct text problem = {0};

		assert_false(records_parse(&records, lines[i].bytes,
					   strlen(lines[i].bytes), "x",
					   &problem));
		assert_non_null(
			strstr(text_string(&problem), lines[i].problem));
		assert_int_equal(records.count, 0);
		records_free(&records);
		text_free(&problem);
	}
}

/* Nested deeper than any stack: the parser has a limit of its own. */
static void refuses_deep_nesting(void **state)
{
	size_t length = 1 << 20;
	char *bytes = malloc(length);
	struct records records = {0};
	struct text problem = {0};

	(void)state;
	assert_non_null(bytes);
	memset(bytes, '[', length);
	bytes[length - 1] = '\n';
	assert_false(records_parse(&records, bytes, length, "x", &problem));
	assert_non_null(strstr(text_string(&problem), "maximum parsing depth"));
	records_free(&records);
	text_free(&problem);
	free(bytes);
}

static void refuses_long_lines(void **state)
{
	size_t length = RECORDS_LONGEST + 2;
	char *bytes = malloc(length);
	struct records records = {0};
	struct text problem = {0};

	(void)state;
	assert_non_null(bytes);
	memset(bytes, ' ', length);
	bytes[length - 1] = '\n';
	assert_false(records_parse(&records, bytes, length, "x", &problem));
	assert_non_null(strstr(text_string(&problem),
			       "16777217 bytes long, more than 16777216"));
	records_free(&records);
	text_free(&problem);
	free(bytes);
}

/* What an iteration waits for, with that chain. */
static struct nest_operations chain_of(const char *chain)
{
	json_t *record = sample_record();
	struct nest_operations operations;
	struct converted converted;
	const char *why;

	change(record, "nest/1/chain", chain);
	assert_true(convert_record(record, &converted, &why));
	operations = converted.nest->loops[converted.nest->around + 1].chain;
	convert_free(&converted);
	json_decref(record);
	return operations;
}

/* The two numbers of a complex one do not wait for each other. */
static void waits_for_complex_numbers(void **state)
{
	struct nest_operations sum = chain_of("{\"add.c128\": 1}");
	struct nest_operations product = chain_of("{\"mul.c128\": 1}");

	(void)state;
	assert_true(sum.count[NEST_ADD][TYPE_F64] == 1);
	assert_true(product.count[NEST_MUL][TYPE_F64] == 1);
	assert_true(product.count[NEST_ADD][TYPE_F64] == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(checks_values),
		cmocka_unit_test(needs_less_unanalysed),
		cmocka_unit_test(refuses_other_values),
		cmocka_unit_test(reads_all_records),
		cmocka_unit_test(refuses_every_cut),
		cmocka_unit_test(refuses_lines),
		cmocka_unit_test(refuses_deep_nesting),
		cmocka_unit_test(refuses_long_lines),
		cmocka_unit_test(waits_for_complex_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
