/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts that an expectation may state of a record: see README.md.
 *
 * Each kind of fact is a function of the words behind its name; it says
 * whether the record bears them out, and else what it found.
 */
#include "facts.h"
#include "nest.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 64

struct query {
	const json_t *record;
	char **words; /* without the name of the fact */
	int count;
	char **bindings; /* behind "with", or before "->" with a '=' */
	int binding_count;
	char **results; /* behind "->" */
	int result_count;
	FILE *got;
};

static bool malformed(const struct query *query)
{
	fputs("the fact is malformed", query->got);
	return false;
}

static bool show(const struct query *query, const json_t *value)
{
	char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY)
			   : NULL;

	fputs(text ? text : "no such key", query->got);
	free(text);
	return false;
}

static const json_t *get(const struct query *query, const char *key)
{
	return json_object_get(query->record, key);
}

static bool is_string(const json_t *value, const char *string)
{
	return json_is_string(value) &&
	       strcmp(json_string_value(value), string) == 0;
}

/* A word and a value: yes, no, - for null, a number or a string. */
static bool equals(const json_t *value, const char *word)
{
	if (json_is_boolean(value))
		return strcmp(word, json_is_true(value) ? "yes" : "no") == 0;
	if (json_is_null(value))
		return strcmp(word, "-") == 0;
	if (json_is_integer(value)) {
		char *end;
		long number = strtol(word, &end, 10);

		return end != word && *end == '\0' &&
		       number == json_integer_value(value);
	}
	return is_string(value, word);
}

/* One of the alternatives a|b|c; ~a for a name that holds the word a. */
static bool names(const char *pattern, const char *name)
{
	char alternative[128];

	while (*pattern) {
		size_t length = strcspn(pattern, "|");

		if (length < sizeof(alternative)) {
			memcpy(alternative, pattern, length);
			alternative[length] = '\0';
			if (strcmp(alternative, name) == 0)
				return true;
			if (alternative[0] == '~' &&
			    holds_word(name, alternative + 1))
				return true;
		}
		pattern += length + (pattern[length] == '|');
	}
	return false;
}

static bool is_named(const json_t *value, const char *pattern)
{
	return json_is_string(value) &&
	       names(pattern, json_string_value(value));
}

static bool bind(const struct query *query, struct env *env)
{
	env->count = 0;
	for (int i = 0; i < query->binding_count; i++)
		if (!env_bind(env, query->bindings[i]))
			return false;
	return true;
}

static const json_t *loop_named(const struct query *query, const char *name)
{
	const json_t *nest = get(query, "nest");
	int index;

	if (strncmp(name, "around:", 7) == 0) {
		nest = get(query, "around");
		name += 7;
	}
	index = nest_index(nest, name);
	return index < 0 ? NULL : json_array_get(nest, index);
}

static bool is_loop(const struct query *query, const json_t *index,
		    const char *name)
{
	return json_is_integer(index) &&
	       json_integer_value(index) ==
		       nest_index(get(query, "nest"), name);
}

/* Facts that compare one value: "key word". */

static bool plain(const struct query *query, const char *key)
{
	const json_t *value = get(query, key);

	if (query->count != 1)
		return malformed(query);
	return equals(value, query->words[0]) || show(query, value);
}

static bool fact_collapse(const struct query *query)
{
	return plain(query, "collapse");
}

static bool fact_ordered(const struct query *query)
{
	return plain(query, "ordered");
}

static bool fact_nowait(const struct query *query)
{
	return plain(query, "nowait");
}

/* class A|B: one of these */
static bool fact_class(const struct query *query)
{
	const json_t *class = get(query, "class");

	if (query->count != 1)
		return malformed(query);
	return is_named(class, query->words[0]) || show(query, class);
}

/* statements 1|2: one of these */
static bool fact_statements(const struct query *query)
{
	const json_t *value = get(query, "statements");
	char text[32];

	if (query->count != 1)
		return malformed(query);
	snprintf(text, sizeof(text), "%lld",
		 (long long)json_integer_value(value));
	return (json_is_integer(value) && names(query->words[0], text)) ||
	       show(query, value);
}

static bool fact_conditional(const struct query *query)
{
	return plain(query, "conditional_statements");
}

static bool fact_thread_id(const struct query *query)
{
	return plain(query, "uses_thread_id");
}

static bool fact_threadprivate(const struct query *query)
{
	return plain(query, "uses_threadprivate");
}

static bool fact_rewritable(const struct query *query)
{
	return plain(query, "rewritable");
}

static bool fact_language(const struct query *query)
{
	return plain(query, "language");
}

static bool fact_line(const struct query *query)
{
	return plain(query, "line");
}

/* construct WORDS... */
/* The first words of the fact, those without '=', as one; returns how many. */
static int join(const struct query *query, char joined[128])
{
	int i = 0;

	joined[0] = '\0';
	for (; i < query->count && !strchr(query->words[i], '='); i++) {
		size_t length = strlen(joined);

		snprintf(joined + length, 128 - length, "%s%s", i ? " " : "",
			 query->words[i]);
	}
	return i;
}

static bool fact_construct(const struct query *query)
{
	const json_t *value = get(query, "construct");
	char expected[128];

	join(query, expected);
	return is_string(value, expected) || show(query, value);
}

static bool expression_is(const struct query *query, const json_t *expression)
{
	struct env env;
	long value;

	if (query->count == 1 && strcmp(query->words[0], "-") == 0)
		return json_is_null(expression) || show(query, expression);
	if (query->result_count != 1 || !bind(query, &env))
		return malformed(query);
	if (env_value(&env, expression, &value) &&
	    value == atol(query->results[0]))
		return true;
	return show(query, expression);
}

static const json_t *schedule(const struct query *query, const char *key)
{
	return json_object_get(get(query, "schedule"), key);
}

static bool fact_schedule(const struct query *query)
{
	const json_t *kind = schedule(query, "kind");

	if (query->count != 1)
		return malformed(query);
	return equals(kind, query->words[0]) ||
	       show(query, get(query, "schedule"));
}

static bool fact_modifier(const struct query *query)
{
	const json_t *modifier = schedule(query, "modifier");

	if (query->count != 1)
		return malformed(query);
	return equals(modifier, query->words[0]) ||
	       show(query, get(query, "schedule"));
}

static bool fact_chunk(const struct query *query)
{
	return expression_is(query, schedule(query, "chunk"));
}

static bool fact_threads(const struct query *query)
{
	return expression_is(query, get(query, "num_threads"));
}

/* parallel yes|no: is there a region around it in the same function? */
static bool fact_parallel(const struct query *query)
{
	const json_t *parallel = get(query, "parallel");

	if (query->count != 1)
		return malformed(query);
	if (strcmp(query->words[0], "yes") == 0)
		return json_is_object(parallel) || show(query, parallel);
	return json_is_null(parallel) || show(query, parallel);
}

static bool list_holds(const json_t *list, const char *pattern)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (is_named(json_array_get(list, i), pattern))
			return true;
	return false;
}

/* clause NAME VAR [OP] */
static bool fact_clause(const struct query *query)
{
	const json_t *clauses = get(query, "clauses");

	if (query->count < 2 || query->count > 3)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(clauses); i++) {
		const json_t *clause = json_array_get(clauses, i);
		const json_t *op = json_object_get(clause, "op");

		if (is_string(json_object_get(clause, "name"),
			      query->words[0]) &&
		    list_holds(json_object_get(clause, "vars"),
			       query->words[1]) &&
		    (query->count < 3 || equals(op, query->words[2])))
			return true;
	}
	return show(query, clauses);
}

/* because WORD: a reason or assumption of the class holds it. */
static bool fact_because(const struct query *query)
{
	const json_t *reasons = get(query, "class_why");
	char word[64];

	if (query->count != 1)
		return malformed(query);
	snprintf(word, sizeof(word), "~%s", query->words[0]);
	return list_holds(reasons, word) || show(query, reasons);
}

/* params NAMES...: all of them are there. */
static bool fact_params(const struct query *query)
{
	const json_t *params = get(query, "params");

	for (int i = 0; i < query->count; i++) {
		bool found = false;

		for (size_t k = 0; k < json_array_size(params) && !found; k++) {
			const json_t *param = json_array_get(params, k);

			found = is_named(json_object_get(param, "name"),
					 query->words[i]);
		}
		if (!found)
			return show(query, params);
	}
	return true;
}

/* is NAME bindings -> N: so it was computed; is NAME -: nobody says how. */
static bool fact_is(const struct query *query)
{
	const json_t *params = get(query, "params"), *is = NULL;
	struct env env;
	long value;

	if (query->count < 1)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(params); i++) {
		const json_t *param = json_array_get(params, i);

		if (is_named(json_object_get(param, "name"), query->words[0]))
			is = json_object_get(param, "is");
	}
	if (query->count == 2)
		return (is && json_is_null(is)) || show(query, is);
	if (query->result_count != 1 || !bind(query, &env))
		return malformed(query);
	return (env_value(&env, is, &value) &&
		value == atol(query->results[0])) ||
	       show(query, is);
}

/* A name, _ for any; behind it a star for each loop that is shared out. */
static bool loop_matches(const json_t *loop, const char *word, int *shared)
{
	const json_t *omp = json_object_get(loop, "omp");
	char name[64];
	size_t length = strcspn(word, "*");

	if (length >= sizeof(name))
		return false;
	memcpy(name, word, length);
	name[length] = '\0';
	if (word[length] == '*') {
		if (!json_is_integer(omp) ||
		    json_integer_value(omp) != (*shared)++)
			return false;
	} else if (!json_is_null(omp)) {
		return false;
	}
	return strcmp(name, "_") == 0 ||
	       is_named(json_object_get(loop, "var"), name);
}

static void show_loops(const struct query *query, const json_t *loops)
{
	if (!json_is_array(loops))
		show(query, loops);
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);
		const json_t *var = json_object_get(loop, "var");
		const json_t *omp = json_object_get(loop, "omp");

		fprintf(query->got, "%s%s%s", i ? " " : "",
			json_is_string(var) ? json_string_value(var) : "null",
			json_is_integer(omp) ? "*" : "");
	}
}

static bool loops_are(const struct query *query, const json_t *loops)
{
	int expected = query->count;
	int shared = 0;
	bool same;

	if (expected == 1 && strcmp(query->words[0], "-") == 0)
		expected = 0;
	same = json_is_array(loops) &&
	       json_array_size(loops) == (size_t)expected;
	for (int i = 0; same && i < expected; i++)
		same = loop_matches(json_array_get(loops, i), query->words[i],
				    &shared);
	if (!same)
		show_loops(query, loops);
	return same;
}

static bool fact_nest(const struct query *query)
{
	return loops_are(query, get(query, "nest"));
}

static bool fact_around(const struct query *query)
{
	return loops_are(query, get(query, "around"));
}

/* parent LOOP OUTER */
static bool fact_parent(const struct query *query)
{
	const json_t *loop;
	const json_t *parent;

	if (query->count != 2)
		return malformed(query);
	loop = loop_named(query, query->words[0]);
	parent = json_object_get(loop, "parent");
	return is_loop(query, parent, query->words[1]) || show(query, parent);
}

static bool about_loop(const struct query *query, const json_t **loop)
{
	if (query->count < 1)
		return malformed(query);
	*loop = loop_named(query, query->words[0]);
	if (*loop)
		return true;
	fputs("no such loop among: ", query->got);
	show_loops(query, get(query, "nest"));
	return false;
}

/* trip LOOP known | trip LOOP unknown | trip LOOP bindings -> N */
static bool fact_trip(const struct query *query)
{
	const json_t *loop;
	const json_t *expression;
	struct env env;
	long trip;

	if (!about_loop(query, &loop))
		return false;
	expression = json_object_get(loop, "trip");
	if (query->count == 2) {
		bool known = strcmp(query->words[1], "known") == 0;

		return (expression && known != json_is_null(expression)) ||
		       show(query, expression);
	}
	if (query->result_count != 1 || !bind(query, &env))
		return malformed(query);
	if (nest_trip(loop, &env, &trip) && trip == atol(query->results[0]))
		return true;
	return show(query, expression);
}

/* walk LOOP bindings -> values of the counter, ... for "and so on" */
static bool fact_walk(const struct query *query)
{
	const json_t *loop;
	struct env env;
	long values[MAX_WORDS];
	int expected = query->result_count;
	int walked;
	bool open;
	bool same;

	if (!about_loop(query, &loop))
		return false;
	if (expected == 0 || !bind(query, &env))
		return malformed(query);
	open = strcmp(query->results[expected - 1], "...") == 0;
	expected -= open;
	if (expected == 1 && strcmp(query->results[0], "none") == 0)
		expected = 0;
	walked = nest_walk(loop, &env, values, MAX_WORDS);
	same = open ? walked > expected : walked == expected;
	for (int i = 0; same && i < expected; i++)
		same = values[i] == atol(query->results[i]);
	if (same)
		return true;
	if (walked < 0)
		fputs("it is not known", query->got);
	for (int i = 0; i < walked && i < MAX_WORDS; i++)
		fprintf(query->got, "%s%ld", i ? " " : "", values[i]);
	return false;
}

/* total LOOP bindings -> N */
static bool fact_total(const struct query *query)
{
	const json_t *nest = get(query, "nest");
	const char *why;
	struct env env;
	long total;

	if (query->count < 1 || query->result_count != 1 || !bind(query, &env))
		return malformed(query);
	if (!nest_total(nest, nest_index(nest, query->words[0]), &env, &total,
			&why)) {
		fputs(why, query->got);
		return false;
	}
	if (total == atol(query->results[0]))
		return true;
	fprintf(query->got, "%ld", total);
	return false;
}

static bool of_loop(const struct query *query, const char *key)
{
	const json_t *loop;

	if (!about_loop(query, &loop))
		return false;
	if (query->count != 2)
		return malformed(query);
	return equals(json_object_get(loop, key), query->words[1]) ||
	       show(query, json_object_get(loop, key));
}

/* at LOOP LINE */
static bool fact_at(const struct query *query)
{
	return of_loop(query, "line");
}

static bool fact_early(const struct query *query)
{
	return of_loop(query, "early_exit");
}

static bool fact_behind(const struct query *query)
{
	return of_loop(query, "conditional");
}

static bool fact_data(const struct query *query)
{
	return of_loop(query, "data_dependent");
}

/* add.f64=2; a class that is not there counts 0. */
static bool operation_is(const json_t *operations, const char *word)
{
	const char *equal = strchr(word, '=');
	char name[32];
	const json_t *value;

	if (!equal || (size_t)(equal - word) >= sizeof(name))
		return false;
	memcpy(name, word, equal - word);
	name[equal - word] = '\0';
	value = json_object_get(operations, name);
	return json_integer_value(value) == atol(equal + 1);
}

/* ops LOOP|all [conditional] CLASS.TYPE=N... */
static bool fact_ops(const struct query *query)
{
	const json_t *thing = query->record;
	const json_t *operations;
	bool conditional;

	if (query->count < 1 || strcmp(query->words[0], "all") != 0)
		if (!about_loop(query, &thing))
			return false;
	conditional =
		query->count > 1 && strcmp(query->words[1], "conditional") == 0;
	operations = json_object_get(json_object_get(thing, "ops"),
				     conditional ? "conditional" : "certain");
	if (!json_is_object(operations))
		return show(query, json_object_get(thing, "ops"));
	for (int i = conditional ? 2 : 1; i < query->count; i++)
		if (!operation_is(operations, query->words[i]))
			return show(query, operations);
	return true;
}

/* chain LOOP CLASS.TYPE=N... or chain LOOP - */
static bool fact_chain(const struct query *query)
{
	const json_t *loop;
	const json_t *chain;

	if (!about_loop(query, &loop))
		return false;
	chain = json_object_get(loop, "chain");
	if (query->count > 1 && strcmp(query->words[1], "-") == 0)
		return (chain && json_object_size(chain) == 0) ||
		       show(query, chain);
	for (int i = 1; i < query->count; i++)
		if (!operation_is(chain, query->words[i]))
			return show(query, chain);
	return query->count > 1 || malformed(query);
}

/* strides=80,8: a value for each loop, ? if unknown, _ for any that is known */
static bool strides_are(const json_t *strides, const struct env *env,
			const char *text)
{
	size_t i = 0;
	long value;

	for (; *text; text += *text == ',') {
		const json_t *stride = json_array_get(strides, i++);
		char *end;

		if (*text == '?' || *text == '_') {
			if (!stride || json_is_null(stride) != (*text == '?'))
				return false;
			text++;
			continue;
		}
		if (!env_value(env, stride, &value) ||
		    value != strtol(text, &end, 10) || end == text)
			return false;
		text = end;
	}
	return i == json_array_size(strides);
}

static bool indirect_is(const json_t *indirect, const char *text)
{
	if (strcmp(text, "-") == 0)
		return json_is_null(indirect);
	return list_holds(indirect, text);
}

static bool value_is(const json_t *expression, const struct env *env,
		     const char *text)
{
	long value;

	return env_value(env, expression, &value) && value == atol(text);
}

/* "c:80,8": of what, where the pointer lies there, bytes behind; "-": none. */
static bool row_is(const json_t *row, const struct env *env, const char *text)
{
	const char *of = json_string_value(json_object_get(row, "of"));
	const char *at = strrchr(text, ':'), *bytes = strrchr(text, ',');

	if (strcmp(text, "-") == 0)
		return !json_is_object(row);
	return of && at && bytes && strlen(of) == (size_t)(at - text) &&
	       strncmp(of, text, strlen(of)) == 0 &&
	       value_is(json_object_get(row, "at"), env, at + 1) &&
	       value_is(json_object_get(row, "bytes"), env, bytes + 1);
}

/* One word of "ref", like strides=8 or in=j, against one reference. */
static bool attribute_is(const struct query *query, const json_t *ref,
			 const struct env *env, const char *word)
{
	static const char *const keys[] = {"type", "count", "conditional",
					   "protected", "private"};
	const char *text = strchr(word, '=');

	if (!text)
		return false;
	text++;
	if (strncmp(word, "strides=", 8) == 0)
		return strides_are(json_object_get(ref, "strides"), env, text);
	if (strncmp(word, "around=", 7) == 0)
		return strides_are(json_object_get(ref, "strides_around"), env,
				   text);
	if (strncmp(word, "indirect=", 9) == 0)
		return indirect_is(json_object_get(ref, "indirect"), text);
	if (strncmp(word, "row=", 4) == 0)
		return row_is(json_object_get(ref, "row"), env, text);
	if (strncmp(word, "in=", 3) == 0)
		return is_loop(query, json_object_get(ref, "loop"), text);
	if (strncmp(word, "size=", 5) == 0)
		return value_is(json_object_get(ref, "size"), env, text);
	if (strncmp(word, "extent=", 7) == 0)
		return value_is(json_object_get(ref, "extent"), env, text);
	if (strncmp(word, "offset=", 7) == 0)
		return value_is(json_object_get(ref, "offset"), env, text);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strncmp(word, keys[i], text - 1 - word) == 0 &&
		    keys[i][text - 1 - word] == '\0')
			return equals(json_object_get(ref, keys[i]), text);
	return false;
}

static bool is_access(const json_t *ref, const char *base, const char *access)
{
	const json_t *write = json_object_get(ref, "write");

	return is_named(json_object_get(ref, "base"), base) &&
	       json_is_boolean(write) &&
	       json_is_true(write) == (strcmp(access, "w") == 0);
}

static void show_refs(const struct query *query)
{
	const json_t *refs = get(query, "refs");
	bool any = false;

	for (size_t i = 0; i < json_array_size(refs); i++) {
		const json_t *ref = json_array_get(refs, i);

		if (is_access(ref, query->words[0], query->words[1])) {
			fputs(any ? " " : "", query->got);
			show(query, ref);
			any = true;
		}
	}
	if (any)
		return;
	fputs("none, but", query->got);
	for (size_t i = 0; i < json_array_size(refs); i++) {
		const json_t *ref = json_array_get(refs, i);
		const char *base =
			json_string_value(json_object_get(ref, "base"));
		bool write = json_is_true(json_object_get(ref, "write"));

		fprintf(query->got, " %s %c", base ? base : "null",
			write ? 'w' : 'r');
	}
}

/* ref BASE r|w ATTRIBUTE=... [with bindings]: some reference has them all. */
static bool fact_ref(const struct query *query)
{
	const json_t *refs = get(query, "refs");
	struct env env;

	if (query->count < 2 || !bind(query, &env))
		return malformed(query);
	for (size_t i = 0; i < json_array_size(refs); i++) {
		const json_t *ref = json_array_get(refs, i);
		bool same = is_access(ref, query->words[0], query->words[1]);

		for (int k = 2; same && k < query->count; k++)
			same = attribute_is(query, ref, &env, query->words[k]);
		if (same)
			return true;
	}
	show_refs(query);
	return false;
}

/* refs BASE r|w N: so many different references */
static bool fact_refs(const struct query *query)
{
	const json_t *refs = get(query, "refs");
	long found = 0;

	if (query->count != 3)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(refs); i++)
		found += is_access(json_array_get(refs, i), query->words[0],
				   query->words[1]);
	if (found == atol(query->words[2]))
		return true;
	show_refs(query);
	return false;
}

/* distance=1,0 with ? for one that varies; direction=<,= likewise. */
static bool vector_is(const json_t *vector, const char *text)
{
	size_t i = 0;
	char entry[16];

	while (*text) {
		size_t length = strcspn(text, ",");
		const json_t *value = json_array_get(vector, i++);

		if (length >= sizeof(entry))
			return false;
		memcpy(entry, text, length);
		entry[length] = '\0';
		if (strcmp(entry, "?") == 0 ? !json_is_null(value)
					    : !equals(value, entry))
			return false;
		text += length + (text[length] == ',');
	}
	return i == json_array_size(vector);
}

static bool dependence_has(const struct query *query, const json_t *dep,
			   const char *word)
{
	if (strncmp(word, "level=", 6) == 0) {
		const json_t *level = json_object_get(dep, "level");

		if (strcmp(word + 6, "-") == 0)
			return json_is_null(level);
		return is_loop(query, level, word + 6);
	}
	if (strncmp(word, "distance=", 9) == 0)
		return vector_is(json_object_get(dep, "distance"), word + 9);
	if (strncmp(word, "direction=", 10) == 0)
		return vector_is(json_object_get(dep, "direction"), word + 10);
	if (strncmp(word, "known=", 6) == 0)
		return equals(json_object_get(dep, "known"), word + 6);
	return false;
}

static void show_deps(const struct query *query, const char *name)
{
	const json_t *deps = get(query, "deps");
	bool any = false;

	for (size_t i = 0; i < json_array_size(deps); i++) {
		const json_t *dep = json_array_get(deps, i);

		if (!name || is_named(json_object_get(dep, "name"), name)) {
			fputs(any ? " " : "", query->got);
			show(query, dep);
			any = true;
		}
	}
	if (!any)
		fputs("no dependence", query->got);
}

/* dep KIND NAME [level=LOOP|-] [distance=] [direction=] [known=] */
static bool fact_dep(const struct query *query)
{
	const json_t *deps = get(query, "deps");

	if (query->count < 2)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(deps); i++) {
		const json_t *dep = json_array_get(deps, i);
		bool same =
			is_named(json_object_get(dep, "kind"),
				 query->words[0]) &&
			is_named(json_object_get(dep, "name"), query->words[1]);

		for (int k = 2; same && k < query->count; k++)
			same = dependence_has(query, dep, query->words[k]);
		if (same)
			return true;
	}
	show_deps(query, query->words[1]);
	return false;
}

/* nodep NAME: no dependence of this array or variable. */
static bool fact_nodep(const struct query *query)
{
	const json_t *deps = get(query, "deps");

	if (query->count != 1)
		return malformed(query);
	if (!json_is_array(deps))
		return show(query, deps);
	for (size_t i = 0; i < json_array_size(deps); i++)
		if (is_named(json_object_get(json_array_get(deps, i), "name"),
			     query->words[0])) {
			show_deps(query, query->words[0]);
			return false;
		}
	return true;
}

/* uncarried LOOP: no dependence is carried by this loop. */
static bool fact_uncarried(const struct query *query)
{
	const json_t *deps = get(query, "deps");

	if (query->count != 1 ||
	    nest_index(get(query, "nest"), query->words[0]) < 0)
		return malformed(query);
	if (!json_is_array(deps))
		return show(query, deps);
	for (size_t i = 0; i < json_array_size(deps); i++)
		if (is_loop(query,
			    json_object_get(json_array_get(deps, i), "level"),
			    query->words[0])) {
			show_deps(query, NULL);
			return false;
		}
	return true;
}

/* - | WORD: a sentence of the list holds it. */
static bool sentence_holds(const struct query *query, const char *key)
{
	const json_t *races = get(query, key);
	char word[64];

	if (query->count != 1)
		return malformed(query);
	if (strcmp(query->words[0], "-") == 0)
		return (json_is_array(races) && json_array_size(races) == 0) ||
		       show(query, races);
	snprintf(word, sizeof(word), "~%s", query->words[0]);
	return list_holds(races, word) || show(query, races);
}

static bool fact_race(const struct query *query)
{
	return sentence_holds(query, "races");
}

static bool fact_maybe(const struct query *query)
{
	return sentence_holds(query, "possible_races");
}

/* call NAME KIND */
static bool fact_call(const struct query *query)
{
	const json_t *calls = get(query, "calls");

	if (query->count != 2)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(calls); i++) {
		const json_t *call = json_array_get(calls, i);
		const json_t *name = json_object_get(call, "name");

		if (is_string(json_object_get(call, "kind"), query->words[1]) &&
		    (strcmp(query->words[0], "_") == 0 ||
		     is_named(name, query->words[0])))
			return true;
	}
	return show(query, calls);
}

/* nocall: nothing is called. */
static bool fact_nocall(const struct query *query)
{
	const json_t *calls = get(query, "calls");

	return (json_is_array(calls) && json_array_size(calls) == 0) ||
	       show(query, calls);
}

static bool section_has(const json_t *section, const char *word)
{
	if (strncmp(word, "statements=", 11) == 0)
		return equals(json_object_get(section, "statements"),
			      word + 11);
	if (strncmp(word, "name=", 5) == 0)
		return equals(json_object_get(section, "name"), word + 5);
	if (strncmp(word, "loop_line=", 10) == 0)
		return equals(json_object_get(section, "loop_line"), word + 10);
	return false;
}

/* sync - | sync KIND [statements=N] [name=NAME] [loop_line=N] */
static bool fact_sync(const struct query *query)
{
	const json_t *sync = get(query, "sync");
	char kind[128];
	int first = join(query, kind);

	if (first < 1)
		return malformed(query);
	if (strcmp(kind, "-") == 0)
		return (json_is_array(sync) && json_array_size(sync) == 0) ||
		       show(query, sync);
	for (size_t i = 0; i < json_array_size(sync); i++) {
		const json_t *section = json_array_get(sync, i);
		bool same = is_string(json_object_get(section, "kind"), kind);

		for (int k = first; same && k < query->count; k++)
			same = section_has(section, query->words[k]);
		if (same)
			return true;
	}
	return show(query, sync);
}

/* nosync KIND: nothing of this kind. */
static bool fact_nosync(const struct query *query)
{
	const json_t *sync = get(query, "sync");

	if (query->count != 1)
		return malformed(query);
	for (size_t i = 0; i < json_array_size(sync); i++)
		if (is_string(json_object_get(json_array_get(sync, i), "kind"),
			      query->words[0]))
			return show(query, sync);
	return true;
}

/* analysed yes | analysed no: then a reason must be given, too. */
static bool fact_analysed(const struct query *query)
{
	const json_t *analysed = get(query, "analysed");

	if (query->count != 1)
		return malformed(query);
	if (!equals(analysed, query->words[0]))
		return show(query, get(query, "why"));
	if (json_is_false(analysed) &&
	    json_array_size(get(query, "why")) == 0) {
		fputs("no reason", query->got);
		return false;
	}
	return true;
}

/* why - | why WORD: nothing, or a sentence with this word. */
static bool fact_why(const struct query *query)
{
	const json_t *why = get(query, "why");
	char word[64];

	if (query->count != 1)
		return malformed(query);
	if (strcmp(query->words[0], "-") == 0)
		return (json_is_array(why) && json_array_size(why) == 0) ||
		       show(query, why);
	snprintf(word, sizeof(word), "~%s", query->words[0]);
	return list_holds(why, word) || show(query, why);
}

static const struct {
	const char *name;
	bool (*holds)(const struct query *query);
} facts[] = {
	{"analysed", fact_analysed},
	{"around", fact_around},
	{"at", fact_at},
	{"because", fact_because},
	{"behind", fact_behind},
	{"call", fact_call},
	{"chunk", fact_chunk},
	{"chain", fact_chain},
	{"class", fact_class},
	{"clause", fact_clause},
	{"collapse", fact_collapse},
	{"conditional", fact_conditional},
	{"construct", fact_construct},
	{"data", fact_data},
	{"dep", fact_dep},
	{"early", fact_early},
	{"language", fact_language},
	{"is", fact_is},
	{"line", fact_line},
	{"modifier", fact_modifier},
	{"nest", fact_nest},
	{"nocall", fact_nocall},
	{"nodep", fact_nodep},
	{"nosync", fact_nosync},
	{"nowait", fact_nowait},
	{"num_threads", fact_threads},
	{"ops", fact_ops},
	{"ordered", fact_ordered},
	{"parallel", fact_parallel},
	{"params", fact_params},
	{"parent", fact_parent},
	{"race", fact_race},
	{"maybe", fact_maybe},
	{"ref", fact_ref},
	{"refs", fact_refs},
	{"rewritable", fact_rewritable},
	{"schedule", fact_schedule},
	{"statements", fact_statements},
	{"sync", fact_sync},
	{"thread_id", fact_thread_id},
	{"threadprivate", fact_threadprivate},
	{"total", fact_total},
	{"trip", fact_trip},
	{"uncarried", fact_uncarried},
	{"walk", fact_walk},
	{"why", fact_why},
};

/* Index of the first word that is "word", or "count". */
static int position(char **words, int count, const char *word)
{
	int i = 0;

	while (i < count && strcmp(words[i], word) != 0)
		i++;
	return i;
}

/* words [[with] bindings] [-> results] */
static void split(struct query *query, char **words, int count)
{
	int arrow = position(words, count, "->");
	int with = position(words, arrow, "with");
	int first = with < arrow ? with + 1 : arrow;

	if (with == arrow && arrow < count)
		while (first > 0 && strchr(words[first - 1], '='))
			with = --first;
	query->words = words;
	query->count = with;
	query->bindings = words + first;
	query->binding_count = arrow - first;
	query->results = words + arrow + (arrow < count);
	query->result_count = count - arrow - (arrow < count);
}

bool fact_holds(const json_t *record, char **words, int count, FILE *got)
{
	struct query query = {.record = record, .got = got};

	split(&query, words + 1, count - 1);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (strcmp(facts[i].name, words[0]) == 0)
			return facts[i].holds(&query);
	fprintf(got, "there is no fact named '%s'", words[0]);
	return false;
}
