/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thread rule over all units of a program.
 *
 * A need is a function by its assembler name, "fills(FUNCTION,ARGUMENT)",
 * "waits(FUNCTION)" or "callers(FUNCTION)". All needs that
 * loops lead to are taken for established; then those are refuted against which
 * a unit speaks, or that no unit speaks of, until nothing changes: a cycle
 * stands unless something is wrong in it.
 */
#include "thread.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "loop.h"
#include "records.h"

struct program {
	json_t *safe;	   /* functions established by their units, as keys */
	json_t *fills;	   /* "f,2": f writes argument 2 before it reads it */
	json_t *waits;	   /* functions without a loop with nowait, as keys */
	json_t *functions; /* others: lists of their units' summaries */
	json_t *taken;	   /* functions whose address is taken, as keys */
	json_t *calls;	   /* functions called: lists of call sites */
	json_t *teams;	   /* functions that regions reach by calls, as keys */
	json_t *needs;	   /* all that loops lead to, as keys */
	json_t *refuted;   /* needs that are not established: the reasons */
	json_t *all;	   /* a list that owns these */
};

static const char *string_at(const json_t *list, size_t index)
{
	return json_string_value(json_array_get(list, index));
}

static const char *first_of(const json_t *object, const char *key)
{
	return string_at(json_object_get(object, key), 0);
}

/* ---- the units ---- */

static void add_keys(json_t *set, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		json_object_set_new(set, string_at(list, i), json_true());
}

/* Each object of the list into the list that is called so in the map. */
static void add_objects(json_t *map, const json_t *list, const char *key)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *one = json_array_get(list, i);

		json_array_append(loop_list(map, loop_word(one, key)), one);
	}
}

static void add_unit(struct program *program, const json_t *unit)
{
	add_keys(program->safe, json_object_get(unit, "safe"));
	add_keys(program->fills, json_object_get(unit, "fills"));
	add_keys(program->waits, json_object_get(unit, "waits"));
	add_keys(program->taken, json_object_get(unit, "taken"));
	add_objects(program->functions, json_object_get(unit, "functions"),
		    "function");
	add_objects(program->calls, json_object_get(unit, "calls"), "call");
}

static void program_read(struct program *program, struct records *const *list,
			 size_t count)
{
	json_t **const maps[] = {
		&program->safe,	 &program->fills, &program->waits,
		&program->taken, &program->calls, &program->functions,
		&program->teams, &program->needs, &program->refuted};

	program->all = json_array();
	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		*maps[i] = json_object();
		json_array_append_new(program->all, *maps[i]);
	}
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->unit_count; j++)
			add_unit(program, list[i]->units[j]);
}

/* Has a unit the body of the function? */
static bool is_seen(const struct program *program, const char *function)
{
	return json_object_get(program->safe, function) ||
	       json_object_get(program->functions, function);
}

static bool has_string(const json_t *list, const char *string)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(string_at(list, i), string) == 0)
			return true;
	return false;
}

/* ---- needs ---- */

enum kind { FUNCTION, FILLS, WAITS, CALLERS };

/* "axpy" of "callers(axpy)" into *name, which the caller frees. */
static enum kind parse_need(const char *need, char **name)
{
	static const char *const before[] = {
		[FILLS] = "fills(", [WAITS] = "waits(", [CALLERS] = "callers("};

	for (int kind = FILLS; kind <= CALLERS; kind++) {
		size_t length = strlen(before[kind]);

		if (strncmp(need, before[kind], length) != 0)
			continue;
		*name = memory_string(need + length);
		(*name)[strlen(*name) - (*name[0] != '\0')] = '\0';
		return kind;
	}
	*name = memory_string(need);
	return FUNCTION;
}

static char *callers_of(const json_t *site)
{
	return memory_print("callers(%s)", loop_word(site, "of"));
}

static void follow(struct program *program, const char *need);

static void follow_list(struct program *program, const json_t *needs)
{
	for (size_t i = 0; i < json_array_size(needs); i++)
		follow(program, string_at(needs, i));
}

/* The needs of bodies of a function, or of calls of it. */
static void follow_all(struct program *program, const json_t *list, bool calls)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		char *callers = callers_of(one);

		follow_list(program, json_object_get(one, "needs"));
		if (calls && !loop_true(one, "region"))
			follow(program, callers);
		free(callers);
	}
}

/* The need goes into the program's, with all that it leads to. */
static void follow(struct program *program, const char *need)
{
	enum kind kind;
	char *name;

	if (json_object_get(program->needs, need))
		return;
	json_object_set_new(program->needs, need, json_true());
	kind = parse_need(need, &name);
	if (kind == FUNCTION)
		follow_all(program, json_object_get(program->functions, name),
			   false);
	if (kind == CALLERS)
		follow_all(program, json_object_get(program->calls, name),
			   true);
	free(name);
}

static void follow_loops(struct program *program, struct records *const *list,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++)
			follow_list(program,
				    json_object_get(list[i]->list[j], "needs"));
}

/* Functions that more than one thread may run: regions call them, or perhaps
   pointers. */
static void find_teams(struct program *program)
{
	bool changed = true;
	const char *call;
	json_t *sites, *site;
	size_t i;

	json_object_update(program->teams, program->taken);
	while (changed) {
		changed = false;
		json_object_foreach(program->calls, call, sites)
		{
			json_array_foreach(sites, i, site)
			{
				const char *of = loop_word(site, "of");

				if (json_object_get(program->teams, call) ||
				    (!loop_true(site, "region") &&
				     !json_object_get(program->teams, of)))
					continue;
				json_object_set_new(program->teams, call,
						    json_true());
				changed = true;
			}
		}
	}
}

/* ---- what is refuted ---- */

static const char *why_refuted(const struct program *program, const char *need)
{
	return json_string_value(json_object_get(program->refuted, need));
}

/* The first of the needs that is refuted; NULL: none is. */
static const char *find_refuted(const struct program *program,
				const json_t *needs)
{
	for (size_t i = 0; i < json_array_size(needs); i++)
		if (why_refuted(program, string_at(needs, i)))
			return string_at(needs, i);
	return NULL;
}

/* "calls 'f', which in turn WHY"; or why alone, where that speaks of f. */
static void add_reason(struct text *out, const char *need, const char *why)
{
	char *name;
	enum kind kind = parse_need(need, &name);
	char *does = memory_print("calls '%s',", name);

	if (kind == CALLERS)
		text_print(out, "depends on its callers: %s", why);
	else if (kind == FILLS || kind == WAITS)
		text_add(out, why);
	else if (strncmp(why, does, strlen(does)) == 0)
		text_add(out, why);
	else
		text_print(out, "%s which in turn %s", does, why);
	free(does);
	free(name);
}

/* Weak and inline functions have several bodies: all of them must do. */
static void judge_function(const struct program *program, const char *name,
			   struct text *why)
{
	const json_t *bodies = json_object_get(program->functions, name), *one;
	size_t i;

	if (!is_seen(program, name))
		text_print(why, "calls '%s', whose body podium has not seen",
			   name);
	json_array_foreach(bodies, i, one)
	{
		const char *unknown = first_of(one, "unknown");
		const char *need =
			find_refuted(program, json_object_get(one, "needs"));

		if (unknown && !why->length)
			text_print(why, "calls '%s', which %s", name, unknown);
		else if (need && !why->length)
			text_add(why, why_refuted(program, need));
	}
}

/* Neither the function nor its callees in other units have a loop with nowait.
 */
static bool is_waiting(const struct program *program, const char *function,
		       json_t *met)
{
	const json_t *bodies = json_object_get(program->functions, function);
	const json_t *one;
	size_t i;

	if (json_object_get(met, function))
		return true;
	if (!json_object_get(program->waits, function))
		return false;
	json_object_set_new(met, function, json_true());
	json_array_foreach(bodies, i, one)
	{
		const json_t *needs = json_object_get(one, "needs");

		for (size_t j = 0; j < json_array_size(needs); j++)
			if (!is_waiting(program, string_at(needs, j), met))
				return false;
	}
	return true;
}

static void judge_waits(const struct program *program, const char *name,
			struct text *why)
{
	json_t *met = json_object();

	if (!is_waiting(program, name, met))
		text_print(why,
			   "nowait: '%s', which is called before it, may end "
			   "in a loop with the same distribution",
			   name);
	json_decref(met);
}

/* A call outside of regions is made by the team that the caller runs in. */
static void judge_site(const struct program *program, const json_t *site,
		       struct text *why)
{
	const char *of = loop_word(site, "of"), *call = loop_word(site, "call");
	const char *differs = first_of(site, "differs");
	const char *unknown = first_of(site, "unknown");
	const char *need =
		find_refuted(program, json_object_get(site, "needs"));
	char *callers = callers_of(site);

	if (differs)
		text_print(why,
			   "'%s' calls '%s' with %s, which may differ "
			   "between threads",
			   of, call, differs);
	else if (loop_true(site, "open"))
		text_print(why,
			   "no barrier stands between a static loop of '%s' "
			   "and its call of '%s'",
			   of, call);
	else if (unknown)
		text_print(why, "the region of '%s' around '%s' %s", of, call,
			   unknown);
	else if (need) {
		text_print(why, "the region of '%s' around '%s' ", of, call);
		add_reason(why, need, why_refuted(program, need));
	} else if (!loop_true(site, "region") && why_refuted(program, callers))
		text_add(why, why_refuted(program, callers));
	free(callers);
}

/*
 * A function that nobody calls speaks against nothing as a caller: it is the
 * main program, or is never run. Nor does one that a single thread runs.
 */
static void judge_callers(const struct program *program, const char *function,
			  struct text *why)
{
	const json_t *sites = json_object_get(program->calls, function);

	if (json_object_get(program->taken, function))
		text_print(why, "'%s' may be called through a pointer",
			   function);
	for (size_t i = 0; i < json_array_size(sites) && !why->length; i++) {
		const json_t *site = json_array_get(sites, i);

		if (loop_true(site, "region") ||
		    json_object_get(program->teams, loop_word(site, "of")))
			judge_site(program, site, why);
	}
}

static void judge(const struct program *program, const char *need,
		  struct text *why)
{
	char *name;
	enum kind kind = parse_need(need, &name);

	if (kind == CALLERS)
		judge_callers(program, name, why);
	else if (kind == FUNCTION)
		judge_function(program, name, why);
	else if (kind == WAITS)
		judge_waits(program, name, why);
	else if (kind == FILLS && !json_object_get(program->fills, name))
		text_print(why,
			   "lets '%.*s' read what the thread left in an object "
			   "of its own, unless that writes it first",
			   (int)strcspn(name, ","), name);
	free(name);
}

static void refute(struct program *program)
{
	bool changed = true;
	const char *need;
	json_t *value;

	while (changed) {
		changed = false;
		json_object_foreach(program->needs, need, value)
		{
			struct text why = {0};

			if (!why_refuted(program, need))
				judge(program, need, &why);
			if (why.length) {
				json_object_set_new(
					program->refuted, need,
					json_string(text_string(&why)));
				changed = true;
			}
			text_free(&why);
		}
	}
}

/* ---- loops ---- */

/* The loop's own function must have a caller. */
static void judge_need(const struct program *program, json_t *record,
		       const char *need)
{
	char *name;
	enum kind kind = parse_need(need, &name);
	const char *why = why_refuted(program, need);
	struct text reason = {0};

	if (!why && kind == CALLERS && !json_object_get(program->calls, name))
		why = "podium has seen none";
	text_add(&reason, "better not: ");
	if (why)
		add_reason(&reason, need, why);
	loop_add_reason(record, why ? "rewrite_why" : "safe",
			why ? text_string(&reason) : need);
	text_free(&reason);
	free(name);
}

void thread_resolve(struct records *const *list, size_t count,
		    struct records *const *judged, size_t judged_count)
{
	struct program program;

	program_read(&program, list, count);
	follow_loops(&program, judged, judged_count);
	find_teams(&program);
	refute(&program);
	for (size_t i = 0; i < judged_count; i++)
		for (size_t j = 0; j < judged[i]->count; j++) {
			json_t *record = judged[i]->list[j];
			const json_t *needs = json_object_get(record, "needs");

			for (size_t k = 0; k < json_array_size(needs); k++)
				judge_need(&program, record,
					   string_at(needs, k));
		}
	json_decref(program.all);
}

json_t *thread_missing(struct records *const *list, size_t count, bool *wide)
{
	json_t *missing = json_object(), *value;
	struct program program;
	const char *need;

	program_read(&program, list, count);
	follow_loops(&program, list, count);
	*wide = false;
	json_object_foreach(program.needs, need, value)
	{
		char *name;
		enum kind kind = parse_need(need, &name);

		name[kind == FILLS ? strcspn(name, ",") : strlen(name)] = '\0';
		if (kind == CALLERS)
			*wide = true;
		else if (!is_seen(&program, name))
			json_object_set_new(missing, name, json_true());
		free(name);
	}
	json_decref(program.all);
	return missing;
}

void thread_digests(const struct records *records, const char *need,
		    json_t *digests)
{
	char *name;
	enum kind kind = parse_need(need, &name);

	name[kind == FILLS ? strcspn(name, ",") : strlen(name)] = '\0';
	for (size_t i = 0; i < records->unit_count && kind != CALLERS; i++) {
		const json_t *list =
			json_object_get(records->units[i], "digests");

		for (size_t j = 0; j < json_array_size(list); j++) {
			const json_t *one = json_array_get(list, j);

			if (strcmp(loop_word(one, "function"), name) == 0)
				json_object_set_new(digests,
						    loop_word(one, "digest"),
						    json_true());
		}
	}
	free(name);
}

/* ---- loops that one entry of a tuned file names ---- */

static void share(const json_t *records, const char *key)
{
	json_t *all = json_array(), *record;
	size_t i, j;

	json_array_foreach(records, i, record)
	{
		json_array_extend(all, json_object_get(record, key));
	}
	json_array_foreach(records, i, record)
	{
		for (j = 0; j < json_array_size(all); j++)
			loop_add_reason(record, key, string_at(all, j));
	}
	json_decref(all);
}

static void share_all(const json_t *records)
{
	json_t *rewritable = json_true(), *record;
	size_t i;

	json_array_foreach(records, i, record)
	{
		if (!loop_true(record, "rewritable"))
			rewritable = json_false();
	}
	json_array_foreach(records, i, record)
	{
		json_object_set(record, "rewritable", rewritable);
	}
	share(records, "rewrite_why");
	share(records, "needs");
	share(records, "safe");
}

void thread_join_namesakes(struct records *const *list, size_t count)
{
	json_t *map = json_object(), *records;
	const char *key;

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++) {
			json_t *record = list[i]->list[j];
			char *name = memory_print("%s\n%s",
						  loop_word(record, "file"),
						  loop_word(record, "id"));

			json_array_append(loop_list(map, name), record);
			free(name);
		}
	json_object_foreach(map, key, records)
	{
		if (json_array_size(records) > 1)
			share_all(records);
	}
	json_decref(map);
}

/* ---- text ---- */

/* "safe(foo) safe(bar)" of the needs that are established, or are not. */
static void add_needs(struct text *out, const json_t *record, bool established)
{
	const json_t *needs = json_object_get(record, "needs");
	const json_t *safe = json_object_get(record, "safe");

	for (size_t i = 0; i < json_array_size(needs); i++) {
		const char *need = string_at(needs, i);

		if (has_string(safe, need) != established)
			continue;
		text_add(out, out->length ? " safe(" : "safe(");
		for (; *need; need++) {
			text_add(out, strchr(" \\*", *need) ? "\\" : "");
			text_add_bytes(out, need, 1);
		}
		text_add(out, ")");
	}
}

void thread_print(struct text *out, const json_t *record, bool established)
{
	struct text needs = {0}, shown = {0};

	add_needs(&needs, record, established);
	text_add_safe(&shown, text_string(&needs));
	if (shown.length)
		text_print(out,
			   established
				   ? "an entry needs %s, which other units "
				     "establish"
				   : "compile all units with the plugin, or "
				     "put %s or force into podium.tuned",
			   text_string(&shown));
	text_free(&needs);
	text_free(&shown);
}
