/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keys of a record and what their values may be.
 */
#include "schema.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "expression.h"
#include "models/clause.h"

static const char *const languages[] = {"C", "C++", "Fortran", NULL};
static const char *const parameter_kinds[] = {"argument", "global", "local",
					      "memory",	  "call",   NULL};
static const char *const call_kinds[] = {"math",   "builtin",  "known",
					 "opaque", "indirect", NULL};
static const char *const classes[] = {"FAN", "PAR", "PIPE", "unknown", NULL};
static const char *const relations[] = {"<", "<=", ">", ">=", "!=", NULL};
static const char *const protections[] = {"critical", "atomic", "ordered",
					  "single",   "master", "masked",
					  "lock",     NULL};
static const char *const dependence_kinds[] = {"flow", "anti", "output",
					       "unknown", NULL};
static const char *const directions[] = {"=", "<", ">", "*", NULL};
static const char *const entry_states[] = {"applied", "stale", "refused", NULL};
static const char *const vector_kinds[] = {"contiguous", "strided", "gather",
					   "none", NULL};
static const char *const reductions[] = {"tree", "fold-left", NULL};

const char *const schema_types[] = {"i8",  "i16", "i32",    "i64",  "i128",
				    "f16", "f32", "f64",    "f80",  "f128",
				    "c32", "c64", "c128",   "c160", "c256",
				    "ptr", "vec", "struct", NULL};

const char *const schema_operations[] = {
	"add",	   "mul",     "div",	 "mod",	    "fma",  "sqrt",  "math",
	"compare", "convert", "logic",	 "select",  "load", "store", "branch",
	"call",	   "other",   "address", "control", NULL};

static const struct schema_key schedule_keys[] = {
	{"kind", SCHEMA_SCHEDULE, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"chunk", SCHEMA_EXPRESSION, SCHEMA_FREE_NAMES, NULL, NULL, 0},
	{"modifier", SCHEMA_WORD, SCHEMA_NULLABLE, clause_modifiers, NULL, 0},
	{0}};

static const struct schema_key clause_keys[] = {
	{"name", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"vars", SCHEMA_STRING, SCHEMA_LIST, NULL, NULL, 0},
	{"op", SCHEMA_STRING, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{0}};

static const struct schema_key parallel_keys[] = {
	{"file", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"num_threads", SCHEMA_EXPRESSION, SCHEMA_FREE_NAMES, NULL, NULL, 0},
	{0}};

static const struct schema_key parameter_keys[] = {
	{"name", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"kind", SCHEMA_WORD, 0, parameter_kinds, NULL, 0},
	{"type", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"is", SCHEMA_EXPRESSION, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"sure", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{0}};

static const struct schema_key operation_keys[] = {
	{"certain", SCHEMA_COUNTS, 0, NULL, NULL, 0},
	{"conditional", SCHEMA_COUNTS, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key carried_keys[] = {
	{"name", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"type", SCHEMA_WORD, 0, schema_types, NULL, 0},
	{0}};

static const struct schema_key wraps_keys[] = {
	{"value", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"least", SCHEMA_INTEGER, 0, NULL, NULL, INT_MIN},
	{"most", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"loop", SCHEMA_LOOP, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key loop_keys[] = {
	{"var", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"file", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"parent", SCHEMA_INTEGER, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"depth", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"omp", SCHEMA_INTEGER, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"from", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"while", SCHEMA_WORD, SCHEMA_NULLABLE, relations, NULL, 0},
	{"to", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"step", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"trip", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"data_dependent", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"early_exit", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"conditional", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"ops", SCHEMA_OBJECT, 0, NULL, operation_keys, 0},
	{"chain", SCHEMA_COUNTS, 0, NULL, NULL, 0},
	{"perfect", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"holds", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"wraps", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL,
	 wraps_keys, 0},
	{"sums", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"sum_ops", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL,
	 0},
	{"carries", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL,
	 carried_keys, 0},
	{0}};

static const struct schema_key within_keys[] = {
	{"at", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"size", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key element_keys[] = {
	{"of", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"at", SCHEMA_EXPRESSION, SCHEMA_LIST, NULL, NULL, 0},
	{"bytes", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"first", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key row_keys[] = {
	{"of", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"at", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"bytes", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key reference_keys[] = {
	{"base", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"type", SCHEMA_WORD, 0, schema_types, NULL, 0},
	{"size", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"write", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"count", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"loop", SCHEMA_LOOP, 0, NULL, NULL, 0},
	{"strides", SCHEMA_EXPRESSION, SCHEMA_LIST, NULL, NULL, 0},
	{"strides_around", SCHEMA_EXPRESSION, SCHEMA_LIST, NULL, NULL, 0},
	{"offset", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"extent", SCHEMA_EXPRESSION, 0, NULL, NULL, 0},
	{"within", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL,
	 within_keys, 0},
	{"element", SCHEMA_OBJECT, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL,
	 element_keys, 0},
	{"row", SCHEMA_OBJECT, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL,
	 row_keys, 0},
	{"descriptor", SCHEMA_STRING, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL,
	 NULL, 0},
	{"indirect", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_NULLABLE, NULL, NULL,
	 0},
	{"conditional", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"protected", SCHEMA_WORD, SCHEMA_NULLABLE, protections, NULL, 0},
	{"private", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"perhaps_private", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"member", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key dependence_keys[] = {
	{"kind", SCHEMA_WORD, 0, dependence_kinds, NULL, 0},
	{"from", SCHEMA_REFERENCE, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"to", SCHEMA_REFERENCE, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"name", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"loops", SCHEMA_LOOP, SCHEMA_LIST, NULL, NULL, 0},
	{"distance", SCHEMA_INTEGER, SCHEMA_LIST | SCHEMA_NULL_ELEMENT, NULL,
	 NULL, LLONG_MIN},
	{"direction", SCHEMA_WORD, SCHEMA_LIST, directions, NULL, 0},
	{"level", SCHEMA_LOOP, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"known", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"why", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key overlap_keys[] = {
	{"from", SCHEMA_REFERENCE, 0, NULL, NULL, 0},
	{"to", SCHEMA_REFERENCE, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key call_keys[] = {
	{"name", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"kind", SCHEMA_WORD, 0, call_kinds, NULL, 0},
	{"count", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"loop", SCHEMA_LOOP, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key sync_keys[] = {
	{"kind", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"name", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"statements", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"loop_line", SCHEMA_INTEGER, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL,
	 NULL, 0},
	{0}};

static const struct schema_key code_keys[] = {
	{"loop", SCHEMA_LOOP, 0, NULL, NULL, 0},
	{"vectorised", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"lanes", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"iterations", SCHEMA_INTEGER, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"over", SCHEMA_LOOP, SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"kind", SCHEMA_WORD, 0, vector_kinds, NULL, 0},
	{"masked", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"reduction", SCHEMA_WORD, SCHEMA_NULLABLE, reductions, NULL, 0},
	{"fused", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"unrolled", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"grows", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"interchanged", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"library_call", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"reason", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key entry_keys[] = {
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"clauses", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"state", SCHEMA_WORD, 0, entry_states, NULL, 0},
	{"why", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key plan_keys[] = {
	{"transformation", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"why", SCHEMA_STRING, SCHEMA_NULLABLE, NULL, NULL, 0},
	{0}};

static const struct schema_key record_keys[] = {
	{"schema", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"id", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"function", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"name", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"ordinal", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"language", SCHEMA_WORD, 0, languages, NULL, 0},
	{"gcc", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"unit", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"file", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"column", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"digest", SCHEMA_STRING, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"construct", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"schedule", SCHEMA_OBJECT, 0, NULL, schedule_keys, 0},
	{"num_threads", SCHEMA_EXPRESSION, SCHEMA_FREE_NAMES, NULL, NULL, 0},
	{"collapse", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"ordered", SCHEMA_INTEGER, SCHEMA_NULLABLE, NULL, NULL, 0},
	{"nowait", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"clauses", SCHEMA_OBJECT, SCHEMA_LIST, NULL, clause_keys, 0},
	{"parallel", SCHEMA_OBJECT, SCHEMA_NULLABLE, NULL, parallel_keys, 0},
	{"rewritable", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"rewrite_why", SCHEMA_STRING, SCHEMA_LIST, NULL, NULL, 0},
	{"needs", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"safe", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"static_chunk_most", SCHEMA_INTEGER, SCHEMA_NULLABLE | SCHEMA_OPTIONAL,
	 NULL, NULL, 0},
	{"static_iterations_most", SCHEMA_INTEGER,
	 SCHEMA_NULLABLE | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"params", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL,
	 parameter_keys, 0},
	{"around", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL,
	 loop_keys, 0},
	{"nest", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL, loop_keys,
	 0},
	{"ops", SCHEMA_OBJECT, SCHEMA_ANALYSED, NULL, operation_keys, 0},
	{"refs", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL,
	 reference_keys, 0},
	{"deps", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL,
	 dependence_keys, 0},
	{"class", SCHEMA_WORD, SCHEMA_ANALYSED, classes, NULL, 0},
	{"class_why", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_ANALYSED, NULL, NULL,
	 0},
	{"races", SCHEMA_STRING, SCHEMA_LIST | SCHEMA_ANALYSED, NULL, NULL, 0},
	{"possible_races", SCHEMA_STRING,
	 SCHEMA_LIST | SCHEMA_ANALYSED | SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"overlaps", SCHEMA_OBJECT,
	 SCHEMA_LIST | SCHEMA_ANALYSED | SCHEMA_OPTIONAL, NULL, overlap_keys,
	 0},
	{"calls", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_ANALYSED, NULL, call_keys,
	 0},
	{"sync", SCHEMA_OBJECT, SCHEMA_LIST, NULL, sync_keys, 0},
	{"statements", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"conditional_statements", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"fuses", SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0},
	{"uses_thread_id", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"uses_threadprivate", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"code", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_NULLABLE | SCHEMA_ANALYSED,
	 NULL, code_keys, 0},
	{"entry", SCHEMA_OBJECT, SCHEMA_OPTIONAL, NULL, entry_keys, 0},
	{"plans", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, plan_keys,
	 0},
	{"analysed", SCHEMA_BOOLEAN, 0, NULL, NULL, 0},
	{"why", SCHEMA_STRING, SCHEMA_LIST, NULL, NULL, 0},
	{0}};

static const struct schema_key function_keys[] = {
	{"schema", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"id", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"function", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"name", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"language", SCHEMA_WORD, 0, languages, NULL, 0},
	{"gcc", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"unit", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"file", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"line", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"sync", SCHEMA_OBJECT, SCHEMA_LIST, NULL, sync_keys, 0},
	{"statements", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{"conditional_statements", SCHEMA_INTEGER, 0, NULL, NULL, 0},
	{0}};

#define NAMES SCHEMA_STRING, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, NULL, 0
#define MARK SCHEMA_BOOLEAN, SCHEMA_OPTIONAL, NULL, NULL, 0

static const struct schema_key open_keys[] = {
	{"function", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"needs", NAMES},
	{"unknown", NAMES},
	{0}};

static const struct schema_key site_keys[] = {
	{"of", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"region", MARK},
	{"call", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"differs", NAMES},
	{"open", MARK},
	{"needs", NAMES},
	{"unknown", NAMES},
	{0}};

#define OBJECTS(keys)                                                          \
	SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, NULL, keys, 0

static const struct schema_key digest_keys[] = {
	{"function", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"digest", SCHEMA_STRING, 0, NULL, NULL, 0},
	{0}};

static const struct schema_key unit_keys[] = {
	{"schema", SCHEMA_INTEGER, 0, NULL, NULL, 1},
	{"unit", SCHEMA_STRING, 0, NULL, NULL, 0},
	{"safe", NAMES},
	{"fills", NAMES},
	{"waits", NAMES},
	{"functions", OBJECTS(open_keys)},
	{"digests", OBJECTS(digest_keys)},
	{"taken", NAMES},
	{"calls", OBJECTS(site_keys)},
	{0}};

const struct schema_table schema_tables[] = {
	{"Keys of a record", record_keys},
	{"Keys of a function", function_keys},
	{"Keys of a unit", unit_keys},
	{"A loop", loop_keys},
	{"A reference", reference_keys},
	{"A dependence", dependence_keys},
	{"What GCC made of a loop", code_keys},
	{0}};

/* What is known while one record is checked. */
struct check {
	struct text place; /* "nest[1].trip" */
	struct text *problem;
	bool analysed;
	size_t loops;
	size_t references;
	json_t *names;	  /* keys: what expressions may use; NULL: anything */
	json_t *counters; /* keys: the counters among them */
};

static bool fail(struct check *check, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool fail(struct check *check, const char *format, ...)
{
	va_list arguments;

	if (check->place.length)
		text_print(check->problem, "%s: ", text_string(&check->place));
	va_start(arguments, format);
	text_vprint(check->problem, format, arguments);
	va_end(arguments);
	return false;
}

static bool is_word(const char *word, size_t length, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == length &&
		    memcmp(*words, word, length) == 0)
			return true;
	return false;
}

static bool check_string(struct check *check, const json_t *value)
{
	return json_is_string(value) || fail(check, "not a string");
}

static bool is_unknown(struct check *check, const json_t *value)
{
	return fail(check, "'%s' is not known here", json_string_value(value));
}

static bool check_word(struct check *check, const json_t *value,
		       const char *const *words)
{
	if (!check_string(check, value))
		return false;
	return is_word(json_string_value(value), json_string_length(value),
		       words) ||
	       is_unknown(check, value);
}

static bool check_schedule(struct check *check, const json_t *value)
{
	const char *word = json_string_value(value);

	if (!check_string(check, value))
		return false;
	return (strlen(word) == json_string_length(value) &&
		clause_find(word)) ||
	       is_unknown(check, value);
}

static bool check_integer(struct check *check, const json_t *value,
			  json_int_t least)
{
	if (!json_is_integer(value))
		return fail(check, "not an integer");
	return json_integer_value(value) >= least ||
	       fail(check, "%lld is below %lld",
		    (long long)json_integer_value(value), (long long)least);
}

static bool check_index(struct check *check, const json_t *value, size_t count,
			const char *list)
{
	if (!check_integer(check, value, 0))
		return false;
	return (unsigned long long)json_integer_value(value) < count ||
	       fail(check, "%lld is beyond the %zu of '%s'",
		    (long long)json_integer_value(value), count, list);
}

static bool check_expression(struct check *check, const json_t *value,
			     bool free_names)
{
	const json_t *names = free_names ? NULL : check->names;
	struct text why = {0};
	bool good = expression_check(value, names, check->counters, &why) ||
		    fail(check, "%s", text_string(&why));

	text_free(&why);
	return good;
}

/* "add.f64": a class of operations, a dot, a type. */
static bool is_operation(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot && is_word(name, dot - name, schema_operations) &&
	       is_word(dot + 1, strlen(dot + 1), schema_types);
}

static bool check_counts(struct check *check, json_t *value)
{
	void *i = json_object_iter(value);

	if (!json_is_object(value))
		return fail(check, "not an object");
	for (; i; i = json_object_iter_next(value, i)) {
		const char *name = json_object_iter_key(i);
		const json_t *count = json_object_iter_value(i);

		if (!is_operation(name))
			return fail(check, "'%s' is no operation", name);
		if (!json_is_integer(count) || json_integer_value(count) < 0)
			return fail(check, "the count of '%s' is none", name);
	}
	return true;
}

static bool check_keys(struct check *check, json_t *object,
		       const struct schema_key *keys);

static bool check_one(struct check *check, json_t *value,
		      const struct schema_key *key)
{
	switch (key->type) {
	case SCHEMA_STRING:
		return check_string(check, value);
	case SCHEMA_WORD:
		return check_word(check, value, key->words);
	case SCHEMA_SCHEDULE:
		return check_schedule(check, value);
	case SCHEMA_INTEGER:
		return check_integer(check, value, key->least);
	case SCHEMA_BOOLEAN:
		return json_is_boolean(value) ||
		       fail(check, "neither true nor false");
	case SCHEMA_EXPRESSION:
		return check_expression(check, value,
					key->flags & SCHEMA_FREE_NAMES);
	case SCHEMA_LOOP:
		return check_index(check, value, check->loops, "nest");
	case SCHEMA_REFERENCE:
		return check_index(check, value, check->references, "refs");
	case SCHEMA_OBJECT:
		return check_keys(check, value, key->keys);
	case SCHEMA_COUNTS:
		return check_counts(check, value);
	}
	return fail(check, "of no known type");
}

static bool check_list(struct check *check, json_t *list,
		       const struct schema_key *key)
{
	size_t length = check->place.length;

	if (!json_is_array(list))
		return fail(check, "not a list");
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *element = json_array_get(list, i);

		text_print(&check->place, "[%zu]", i);
		if (!(json_is_null(element) &&
		      key->flags & SCHEMA_NULL_ELEMENT) &&
		    !check_one(check, element, key))
			return false;
		text_cut(&check->place, length);
	}
	return true;
}

static bool check_value(struct check *check, json_t *value,
			const struct schema_key *key)
{
	if (!value)
		return key->flags & SCHEMA_OPTIONAL ||
		       (key->flags & SCHEMA_ANALYSED && !check->analysed) ||
		       fail(check, "is missing");
	if (json_is_null(value) && key->flags & SCHEMA_NULLABLE)
		return true;
	if (key->flags & SCHEMA_LIST)
		return check_list(check, value, key);
	return check_one(check, value, key);
}

static bool check_keys(struct check *check, json_t *object,
		       const struct schema_key *keys)
{
	size_t length = check->place.length;

	if (!json_is_object(object))
		return fail(check, "not an object");
	for (const struct schema_key *key = keys; key->name; key++) {
		text_print(&check->place, "%s%s", length ? "." : "", key->name);
		if (!check_value(check, json_object_get(object, key->name),
				 key))
			return false;
		text_cut(&check->place, length);
	}
	return true;
}

/* ---- what no single value can tell ---- */

static json_int_t integer_at(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static json_int_t depth_of(const json_t *nest, json_int_t index)
{
	return integer_at(json_array_get(nest, index), "depth");
}

/* Loops come after the one around them, one level deeper. */
static bool check_nesting(struct check *check, const json_t *nest, size_t i)
{
	const json_t *loop = json_array_get(nest, i);
	const json_t *parent = json_object_get(loop, "parent");
	json_int_t depth = 0;

	text_print(&check->place, "nest[%zu].parent", i);
	if (json_is_integer(parent)) {
		if (json_integer_value(parent) >= (json_int_t)i)
			return fail(check, "%lld does not come before",
				    (long long)json_integer_value(parent));
		depth = depth_of(nest, json_integer_value(parent)) + 1;
	}
	if (integer_at(loop, "depth") != depth)
		return fail(check, "the depth is %lld where %lld fits",
			    (long long)integer_at(loop, "depth"),
			    (long long)depth);
	text_cut(&check->place, 0);
	return true;
}

static bool check_stride_count(struct check *check, const json_t *reference,
			       const char *key, json_int_t expected)
{
	size_t count = json_array_size(json_object_get(reference, key));
	size_t before = check->place.length;

	text_print(&check->place, "%s", key);
	if ((json_int_t)count != expected)
		return fail(check, "%zu strides for %lld loops", count,
			    (long long)expected);
	text_cut(&check->place, before);
	return true;
}

/*
 * One stride for each loop from the outermost of the nest to that of the
 * reference, and one for each around the construct.
 */
static bool check_strides(struct check *check, const json_t *record, size_t i)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *reference =
		json_array_get(json_object_get(record, "refs"), i);
	json_int_t depth = depth_of(nest, integer_at(reference, "loop"));
	size_t around = json_array_size(json_object_get(record, "around"));

	text_print(&check->place, "refs[%zu].", i);
	if (!check_stride_count(check, reference, "strides", depth + 1) ||
	    !check_stride_count(check, reference, "strides_around",
				(json_int_t)around))
		return false;
	text_cut(&check->place, 0);
	return true;
}

static bool check_vectors(struct check *check, const json_t *dependences,
			  size_t i)
{
	const json_t *dependence = json_array_get(dependences, i);
	size_t loops = json_array_size(json_object_get(dependence, "loops"));

	text_print(&check->place, "deps[%zu]", i);
	if (json_array_size(json_object_get(dependence, "distance")) != loops ||
	    json_array_size(json_object_get(dependence, "direction")) != loops)
		return fail(check, "vectors that do not fit its %zu loops",
			    loops);
	if (!json_is_string(json_object_get(dependence, "name")) &&
	    (!json_is_integer(json_object_get(dependence, "from")) ||
	     !json_is_integer(json_object_get(dependence, "to"))))
		return fail(check, "neither references nor a name");
	text_cut(&check->place, 0);
	return true;
}

static bool check_id(struct check *check, const json_t *record)
{
	const char *id = json_string_value(json_object_get(record, "id"));
	struct text expected = {0};
	bool good;

	text_print(&expected, "%s#%lld",
		   json_string_value(json_object_get(record, "function")),
		   (long long)integer_at(record, "ordinal"));
	good = strcmp(id, text_string(&expected)) == 0 ||
	       fail(check, "id: '%s' is not '%s'", id, text_string(&expected));
	text_free(&expected);
	return good;
}

static bool check_whole(struct check *check, const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *references = json_object_get(record, "refs");
	const json_t *dependences = json_object_get(record, "deps");

	for (size_t i = 0; i < json_array_size(nest); i++)
		if (!check_nesting(check, nest, i))
			return false;
	for (size_t i = 0; i < json_array_size(references); i++)
		if (!check_strides(check, record, i))
			return false;
	for (size_t i = 0; i < json_array_size(dependences); i++)
		if (!check_vectors(check, dependences, i))
			return false;
	return check_id(check, record);
}

/* Put the strings under "key" of each object of the list into the set. */
static void gather(json_t *set, const json_t *list, const char *key)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(list, i), key));

		if (name)
			json_object_set_new(set, name, json_true());
	}
}

/* Where nothing was analysed nobody listed the parameters. */
static void gather_names(struct check *check, const json_t *record)
{
	check->counters = json_object();
	gather(check->counters, json_object_get(record, "around"), "var");
	gather(check->counters, json_object_get(record, "nest"), "var");
	if (!check->analysed)
		return;
	check->names = json_copy(check->counters);
	gather(check->names, json_object_get(record, "params"), "name");
}

static bool check_version(struct check *check, const json_t *record)
{
	const json_t *version = json_object_get(record, "schema");

	if (!json_is_integer(version) || json_integer_value(version) < 1)
		return fail(check, "schema: no version of the format");
	if (json_integer_value(version) > SCHEMA_VERSION)
		return fail(check,
			    "schema %lld is newer than this podium, which "
			    "reads %d; install the podium that wrote it",
			    (long long)json_integer_value(version),
			    SCHEMA_VERSION);
	return true;
}

static bool check_loop(struct check *check, const json_t *record)
{
	bool good;

	check->analysed = json_is_true(json_object_get(record, "analysed"));
	check->loops = json_array_size(json_object_get(record, "nest"));
	check->references = json_array_size(json_object_get(record, "refs"));
	gather_names(check, record);
	good = check_keys(check, (json_t *)record, record_keys) &&
	       check_whole(check, record);
	json_decref(check->names);
	json_decref(check->counters);
	return good;
}

static bool check_function(struct check *check, const json_t *record)
{
	return check_keys(check, (json_t *)record, function_keys);
}

static bool check_unit(struct check *check, const json_t *record)
{
	return check_keys(check, (json_t *)record, unit_keys);
}

static bool check_record(const json_t *record, struct text *problem,
			 bool (*rest)(struct check *check,
				      const json_t *record))
{
	struct check check = {.problem = problem};
	bool good;

	if (!json_is_object(record))
		return fail(&check, "not an object");
	good = check_version(&check, record) && rest(&check, record);
	text_free(&check.place);
	return good;
}

bool schema_check(const json_t *record, struct text *problem)
{
	return check_record(record, problem, check_loop);
}

bool schema_check_function(const json_t *record, struct text *problem)
{
	return check_record(record, problem, check_function);
}

bool schema_check_unit(const json_t *record, struct text *problem)
{
	return check_record(record, problem, check_unit);
}
