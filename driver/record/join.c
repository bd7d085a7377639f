/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What loops have to do with their threads, seen through calls.
 *
 * The parts of all units, functions, regions and loops, are the nodes of one
 * graph; from each loop and from what it stands in is looked what they reach.
 */
#include "join.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "loop.h"
#include "records.h"

#define NONE ((size_t)-1)

struct call {
	size_t part;
	bool inner; /* in a team of its own */
};

/* A function, region or loop of any unit. */
struct part {
	const json_t *record;
	const char *unit;
	size_t base;   /* the first part of the unit */
	size_t parent; /* of a loop: what it stands in */
	struct call *calls;
	size_t call_count;
	json_t *unknown; /* what it calls that nobody recorded, as keys */
	json_t *loop;	 /* the record of a loop that is one */
};

struct program {
	struct part *parts;
	size_t count;
	json_t *names; /* of functions: lists of parts */
	/* of functions whose address is taken: lists of parts and names */
	json_t *types;
	json_t *casts; /* types of pointers that are cast, as keys */
};

/* ---- the parts ---- */

static json_t *list_of(json_t *map, const char *key)
{
	json_t *list = json_object_get(map, key);

	if (list)
		return list;
	list = json_array();
	json_object_set_new(map, key, list);
	return list;
}

static json_t *number_of(size_t part)
{
	return json_integer((json_int_t)part);
}

static bool is_loop(const struct part *part)
{
	return json_object_get(part->record, "loop") != NULL;
}

static void add_part(struct program *program, const json_t *record,
		     const char *unit, size_t base)
{
	const char *name =
		json_string_value(json_object_get(record, "function"));
	struct part *part;

	program->parts = memory_grow(program->parts, program->count + 1,
				     sizeof(*program->parts));
	part = &program->parts[program->count];
	*part = (struct part){.record = record,
			      .unit = unit,
			      .base = base,
			      .parent = NONE,
			      .unknown = json_object()};
	if (name)
		json_array_append_new(list_of(program->names, name),
				      number_of(program->count));
	program->count++;
}

/* As of the whole program, where it is a number of the unit. */
static json_t *globally(const json_t *call, size_t base)
{
	return json_is_integer(call)
		       ? number_of(base + (size_t)json_integer_value(call))
		       : json_incref((json_t *)call);
}

static void add_taken(struct program *program, const json_t *taken, size_t base)
{
	const json_t *call = json_object_get(taken, "call");
	json_t *list =
		list_of(program->types,
			json_string_value(json_object_get(taken, "type")));

	if (call)
		json_array_append_new(list, globally(call, base));
}

static void add_unit(struct program *program, const json_t *record)
{
	const char *unit = json_string_value(json_object_get(record, "unit"));
	size_t base = program->count, i;
	const json_t *one;

	for (i = 0; (one = json_array_get(json_object_get(record, "parts"), i));
	     i++)
		add_part(program, one, unit, base);
	for (i = 0; (one = json_array_get(json_object_get(record, "clean"), i));
	     i++)
		list_of(program->names, json_string_value(one));
	for (i = 0;
	     (one = json_array_get(json_object_get(record, "aliases"), i)); i++)
		json_array_append_new(
			list_of(program->names,
				json_string_value(
					json_object_get(one, "function"))),
			globally(json_object_get(one, "part"), base));
	for (i = 0; (one = json_array_get(json_object_get(record, "taken"), i));
	     i++)
		add_taken(program, one, base);
	for (i = 0; (one = json_array_get(json_object_get(record, "cast"), i));
	     i++)
		json_object_set_new(program->casts, json_string_value(one),
				    json_true());
}

/* ---- calls ---- */

/*
 * The parts that a call means; an empty list where it is of no interest, NULL
 * where nobody recorded it. The caller owns it.
 */
static json_t *callees(const struct program *program, const json_t *call,
		       size_t base)
{
	if (json_is_string(call))
		return json_incref(json_object_get(program->names,
						   json_string_value(call)));
	return json_pack("[o]", globally(call, base));
}

static void connect(struct program *program, struct part *part,
		    const json_t *call, size_t base, bool inner)
{
	json_t *found = callees(program, call, base);
	const json_t *number;
	size_t i;

	if (!found)
		json_object_set_new(part->unknown, json_string_value(call),
				    json_true());
	for (i = 0; (number = json_array_get(found, i)); i++) {
		part->calls = memory_grow(part->calls, part->call_count + 1,
					  sizeof(*part->calls));
		part->calls[part->call_count++] = (struct call){
			(size_t)json_integer_value(number), inner};
	}
	json_decref(found);
}

static void connect_list(struct program *program, struct part *part,
			 const char *key)
{
	const json_t *call;
	size_t i;

	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, key), i));
	     i++)
		connect(program, part, call, part->base,
			strcmp(key, "inner") == 0);
}

/* False if the program takes the address of no such function. */
static bool connect_type(struct program *program, struct part *part,
			 const char *type)
{
	const json_t *targets = json_object_get(program->types, type), *call;
	size_t i;

	for (i = 0; (call = json_array_get(targets, i)); i++)
		connect(program, part, call, 0, false);
	return targets;
}

/* Any function of the program of that type whose address is taken; and those
   of other types that were cast, perhaps to that one. */
static void connect_pointers(struct program *program, struct part *part)
{
	const json_t *types = json_object_get(part->record, "through"), *type;
	size_t i;

	for (i = 0; (type = json_array_get(types, i)); i++)
		if (!connect_type(program, part, json_string_value(type)))
			json_object_set_new(part->unknown, "", json_true());
	if (!types)
		return;
	connect_type(program, part, "*");
	for (void *at = json_object_iter(program->casts); at;
	     at = json_object_iter_next(program->casts, at))
		connect_type(program, part, json_object_iter_key(at));
}

static void connect_part(struct program *program, size_t number)
{
	struct part *part = &program->parts[number];

	connect_list(program, part, "calls");
	connect_list(program, part, "does");
	connect_list(program, part, "inner");
	connect_pointers(program, part);
	for (size_t i = 0; i < part->call_count; i++) {
		struct part *to = &program->parts[part->calls[i].part];

		if (is_loop(to))
			to->parent = number;
	}
}

/* ---- what a part reaches ---- */

/* A word, and the part that says it. */
struct finding {
	const char *word;
	const json_t *part;
};

struct reach {
	const struct program *program;
	unsigned char *visited; /* by part: 1 in this team, 2 in an inner one */
	bool beside;		/* what stands in loops does not count */
	bool regions;		/* parallel ones are met */
	struct finding who, own, team;
	json_t *unknown, *orders; /* sentences, as keys */
};

static void find(struct finding *finding, const json_t *part, const char *key)
{
	const json_t *words = json_object_get(part, key);

	if (finding->word || !words)
		return;
	finding->word = json_string_value(json_array_get(words, 0));
	finding->part = part;
}

/* What a thread is in an inner team says nothing of it in this one. */
static void look(struct reach *reach, const struct part *part, bool inner)
{
	const json_t *order;
	size_t i;

	find(&reach->own, part->record, "own");
	find(&reach->who, part->record, "self");
	json_object_update(reach->unknown, part->unknown);
	reach->regions |= loop_true(part->record, "regions");
	if (inner)
		return;
	for (i = 0; (order = json_array_get(
			     json_object_get(part->record, "orders"), i));
	     i++)
		json_object_set_new(reach->orders, json_string_value(order),
				    json_true());
	find(&reach->who, part->record, "who");
	find(&reach->team, part->record, "team");
}

static void follow(struct reach *reach, size_t number, bool inner)
{
	const struct part *part = &reach->program->parts[number];
	unsigned char known = reach->visited[number];

	if (known & 1 || (inner && known & 2))
		return;
	reach->visited[number] |= inner ? 2 : 1;
	look(reach, part, inner);
	for (size_t i = 0; i < part->call_count; i++) {
		const struct call *call = &part->calls[i];

		if (!reach->beside ||
		    !is_loop(&reach->program->parts[call->part]))
			follow(reach, call->part, inner || call->inner);
	}
}

static void reach_begin(struct reach *reach, const struct program *program,
			bool beside)
{
	*reach = (struct reach){.program = program,
				.beside = beside,
				.unknown = json_object(),
				.orders = json_object()};
	reach->visited = memory_grow(NULL, program->count + 1, 1);
	memset(reach->visited, 0, program->count);
}

static void reach_end(struct reach *reach)
{
	free(reach->visited);
	json_decref(reach->unknown);
	json_decref(reach->orders);
}

/* ---- reasons ---- */

static void add_reason(json_t *record, const char *key, const char *text)
{
	json_t *list = json_object_get(record, key), *one;
	size_t i;

	if (!list) {
		list = json_array();
		json_object_set_new(record, key, list);
	}
	for (i = 0; (one = json_array_get(list, i)); i++)
		if (strcmp(json_string_value(one), text) == 0)
			return;
	json_array_append_new(list, json_string(text));
}

/* " (in helper)" */
static void add_place(struct text *out, const struct finding *finding)
{
	const char *name =
		json_string_value(json_object_get(finding->part, "name"));

	if (name)
		text_print(out, " (in %s)", name);
}

static void add_finding(json_t *record, const char *key, const char *format,
			const char *what, const struct finding *finding)
{
	struct text text = {0};

	if (!finding->word)
		return;
	text_print(&text, format, what, finding->word);
	add_place(&text, finding);
	add_reason(record, key, text_string(&text));
	text_free(&text);
}

static bool is_function(const struct part *part)
{
	return !is_loop(part) && !loop_true(part->record, "region");
}

/* What a part says by itself has been told where it was recorded. */
static void forget_own(struct finding *finding, const struct part *from,
		       bool recorded)
{
	if (recorded && finding->part == from->record)
		finding->word = NULL;
}

/* "what": the loop or its region, which is "from". */
static void add_findings(json_t *record, const char *what, struct reach *reach,
			 const struct part *from)
{
	forget_own(&reach->who, from, true);
	forget_own(&reach->own, from, !is_function(from));
	add_finding(record, "rewrite_why",
		    "better not: the %s asks which thread it is, by %s", what,
		    &reach->who);
	add_finding(record, "rewrite_why",
		    "better not: the %s uses '%s', of which each thread has "
		    "its own",
		    what, &reach->own);
	add_finding(record, "threads_why",
		    "the %s asks of how many threads it is one, by %s", what,
		    &reach->team);
}

static void add_unseen(json_t *record, json_t *unknown)
{
	for (void *at = json_object_iter(unknown); at;
	     at = json_object_iter_next(unknown, at)) {
		const char *name = json_object_iter_key(at);
		struct text text = {0};

		if (*name)
			text_print(&text, "'%s', which has no record", name);
		else
			text_add(&text, "a function behind a pointer");
		add_reason(record, "unseen", text_string(&text));
		text_free(&text);
	}
}

/* ---- loops ---- */

enum effect { EFFECT_NONE, EFFECT_GATHERS, EFFECT_MOVES };

static bool has_number(const json_t *list, json_int_t number)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_integer_value(json_array_get(list, i)) == number)
			return true;
	return false;
}

/* What becomes of the thing whose address functions are given. */
struct lending {
	const struct program *program;
	json_t *visited; /* parts with arguments, as keys */
	struct finding finding;
};

static enum effect effect_of_lend(struct lending *lending, const json_t *lend,
				  size_t base);

static enum effect effect_of_part(struct lending *lending,
				  const struct part *part, size_t number,
				  json_int_t argument)
{
	enum effect effect = EFFECT_NONE, other;
	char *key = memory_print("%zu %lld", number, (long long)argument);
	const json_t *lends = json_object_get(part->record, "lends");
	bool known = json_object_get(lending->visited, key) != NULL;

	json_object_set_new(lending->visited, key, json_true());
	free(key);
	if (known)
		return EFFECT_NONE;
	if (has_number(json_object_get(part->record, "moves"), argument)) {
		lending->finding.part = part->record;
		return EFFECT_MOVES;
	}
	if (has_number(json_object_get(part->record, "gathers"), argument))
		effect = EFFECT_GATHERS;
	for (size_t i = 0; i < json_array_size(lends); i++) {
		const json_t *lend = json_array_get(lends, i);
		const json_t *parameter = json_object_get(lend, "parameter");

		if (!parameter || json_integer_value(parameter) != argument)
			continue;
		other = effect_of_lend(lending, lend, part->base);
		effect = other > effect ? other : effect;
	}
	return effect;
}

static enum effect effect_of_lend(struct lending *lending, const json_t *lend,
				  size_t base)
{
	const struct program *program = lending->program;
	json_t *found = callees(program, json_object_get(lend, "call"), base);
	json_int_t argument =
		json_integer_value(json_object_get(lend, "argument"));
	enum effect effect = EFFECT_NONE, other;

	for (size_t i = 0; i < json_array_size(found); i++) {
		size_t to =
			(size_t)json_integer_value(json_array_get(found, i));

		other = effect_of_part(lending, &program->parts[to], to,
				       argument);
		effect = other > effect ? other : effect;
	}
	json_decref(found);
	return effect;
}

/* What a loop lends out of what its threads have for themselves. */
static void judge_lend(const struct program *program, const struct part *part,
		       const json_t *lend)
{
	struct lending lending = {.program = program, .visited = json_object()};
	enum effect effect = effect_of_lend(&lending, lend, part->base);
	const char *name = json_string_value(json_object_get(lend, "name"));
	struct text text = {0};

	if (effect == EFFECT_MOVES) {
		text_print(&text,
			   "better not: an iteration reads what an earlier "
			   "one of its thread has left in '%s'",
			   name);
		add_place(&text, &lending.finding);
		add_reason(part->loop, "rewrite_why", text_string(&text));
	} else if (effect == EFFECT_GATHERS) {
		text_print(&text,
			   "what each thread gathers in '%s' depends on its "
			   "iterations",
			   name);
		add_reason(part->loop, "reorders", text_string(&text));
	}
	text_free(&text);
	json_decref(lending.visited);
}

static void judge_lends(const struct program *program, const struct part *part)
{
	const json_t *lends = json_object_get(part->record, "lends");

	for (size_t i = 0; i < json_array_size(lends); i++)
		judge_lend(program, part, json_array_get(lends, i));
}

static void judge_inside(const struct program *program, size_t number)
{
	struct reach reach;

	reach_begin(&reach, program, false);
	follow(&reach, number, false);
	add_findings(program->parts[number].loop, "loop", &reach,
		     &program->parts[number]);
	add_unseen(program->parts[number].loop, reach.unknown);
	for (void *at = json_object_iter(reach.orders); at;
	     at = json_object_iter_next(reach.orders, at))
		add_reason(program->parts[number].loop, "reorders",
			   json_object_iter_key(at));
	reach_end(&reach);
}

/* What nobody recorded matters there only if it gives something back. */
static void judge_around(const struct program *program, size_t number)
{
	const struct part *loop = &program->parts[number];
	const struct part *part = &program->parts[loop->parent];
	const json_t *call;
	struct reach reach;
	size_t i;

	reach_begin(&reach, program, true);
	follow(&reach, loop->parent, false);
	add_findings(loop->loop, "region", &reach, part);
	json_object_clear(reach.unknown);
	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, "calls"), i));
	     i++)
		if (json_is_string(call) &&
		    json_object_get(part->unknown, json_string_value(call)))
			json_object_set_new(reach.unknown,
					    json_string_value(call),
					    json_true());
	add_unseen(loop->loop, reach.unknown);
	reach_end(&reach);
}

/*
 * With one thread for a region, those that are nested in it are no longer
 * nested and get as many as there may be.
 */
static void judge_nested(const struct program *program, size_t number)
{
	const struct part *loop = &program->parts[number];
	struct reach reach;

	if (!loop_true(program->parts[loop->parent].record, "region"))
		return;
	reach_begin(&reach, program, false);
	follow(&reach, loop->parent, false);
	if (reach.regions)
		add_reason(loop->loop, "threads_why",
			   "the region has others within it, which would get "
			   "more threads if it had one");
	reach_end(&reach);
}

/* ---- loops whose region is elsewhere ---- */

static void reach_calls(struct reach *reach, const struct part *part,
			const char *key)
{
	const json_t *call, *number;
	size_t i, j;

	for (i = 0;
	     (call = json_array_get(json_object_get(part->record, key), i));
	     i++) {
		json_t *found = callees(reach->program, call, part->base);

		for (j = 0; (number = json_array_get(found, j)); j++)
			follow(reach, (size_t)json_integer_value(number),
			       false);
		json_decref(found);
	}
}

/* The orphaned loops among what was reached; "mark" must be true of them. */
static bool add_to_orphans(const struct reach *reach, const char *mark,
			   const char *text)
{
	const struct program *program = reach->program;
	bool any = false;

	for (size_t i = 0; i < program->count; i++) {
		const struct part *part = &program->parts[i];

		if (!(reach->visited[i] & 1) || !part->loop ||
		    !loop_true(part->record, "orphan") ||
		    !loop_true(part->record, mark))
			continue;
		add_reason(part->loop, "rewrite_why", text);
		any = true;
	}
	return any;
}

static void judge_told(const struct program *program, const struct part *part)
{
	struct reach reach;

	if (!json_object_get(part->record, "told"))
		return;
	reach_begin(&reach, program, false);
	reach_calls(&reach, part, "told");
	add_to_orphans(&reach, "orphan",
		       "better not: it is called by what knows which thread "
		       "it is, and passes it on");
	reach_end(&reach);
}

static const char relies[] =
	"better not: nowait: a loop of another function may rely on the same "
	"static distribution";

/* A static loop and another one of a function, with no barrier between. */
static void judge_neighbours(const struct program *program,
			     const struct part *part, const char *key,
			     const char *mark)
{
	struct reach reach;

	if (!json_object_get(part->record, key) || !part->loop)
		return;
	reach_begin(&reach, program, false);
	reach_calls(&reach, part, key);
	if (add_to_orphans(&reach, mark, relies))
		add_reason(part->loop, "rewrite_why", relies);
	reach_end(&reach);
}

/* Does a call end in a static loop that does not wait? */
static bool ends_open(const struct reach *reach)
{
	for (size_t i = 0; i < reach->program->count; i++)
		if (reach->visited[i] & 1 &&
		    loop_true(reach->program->parts[i].record, "open"))
			return true;
	return false;
}

/* Calls one after the other: behind an open one static loops rely on it. */
static void judge_run(const struct program *program, const struct part *part,
		      const json_t *run)
{
	const json_t *call, *number;
	bool open = false;
	size_t i, j;

	for (i = 0; (call = json_array_get(json_object_get(run, "calls"), i));
	     i++) {
		json_t *found = callees(program, call, part->base);
		struct reach reach;

		reach_begin(&reach, program, false);
		for (j = 0; (number = json_array_get(found, j)); j++)
			follow(&reach, (size_t)json_integer_value(number),
			       false);
		if (open)
			add_to_orphans(&reach, "static", relies);
		open |= ends_open(&reach);
		reach_end(&reach);
		json_decref(found);
	}
}

static bool has_open(const struct program *program)
{
	for (size_t i = 0; i < program->count; i++)
		if (loop_true(program->parts[i].record, "open"))
			return true;
	return false;
}

static void judge_runs(const struct program *program)
{
	const json_t *run;
	size_t i, j;

	if (!has_open(program))
		return;
	for (i = 0; i < program->count; i++)
		for (j = 0;
		     (run = json_array_get(
			      json_object_get(program->parts[i].record, "runs"),
			      j));
		     j++)
			judge_run(program, &program->parts[i], run);
}

/* ---- the whole program ---- */

/* The data of threads lives on between regions of as many threads. */
static void keep_threads(const struct program *program,
			 struct records *const *list, size_t count)
{
	struct reach reach;

	reach_begin(&reach, program, false);
	for (size_t i = 0; i < program->count; i++)
		if (loop_true(program->parts[i].record, "region"))
			follow(&reach, i, false);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++)
			add_finding(list[i]->list[j], "threads_why",
				    "%s uses '%s', of which each thread has "
				    "its own",
				    "the program", &reach.own);
	reach_end(&reach);
}

/* Compiled twice, a loop has as many records as parts, in one order. */
static char *loop_key(const char *unit, const json_t *id)
{
	return memory_print("%s\n%s", unit, json_string_value(id));
}

static json_t *loops_by_key(struct records *const *list, size_t count)
{
	json_t *map = json_object();

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++) {
			json_t *record = list[i]->list[j];
			char *key = loop_key(json_string_value(json_object_get(
						     record, "unit")),
					     json_object_get(record, "id"));

			json_array_append(list_of(map, key), record);
			free(key);
		}
	return map;
}

static void find_loop(struct part *part, json_t *loops)
{
	const json_t *id = json_object_get(part->record, "loop");
	char *key = id ? loop_key(part->unit, id) : NULL;
	json_t *list = key ? json_object_get(loops, key) : NULL;

	if (json_array_size(list) > 0)
		part->loop = json_array_get(list, 0);
	if (json_array_size(list) > 1)
		json_array_remove(list, 0);
	free(key);
}

static void program_read(struct program *program, struct records *const *list,
			 size_t count)
{
	json_t *loops = loops_by_key(list, count);

	*program = (struct program){.names = json_object(),
				    .types = json_object(),
				    .casts = json_object()};
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->unit_count; j++)
			add_unit(program, list[i]->units[j]);
	for (size_t i = 0; i < program->count; i++) {
		find_loop(&program->parts[i], loops);
		connect_part(program, i);
	}
	json_decref(loops);
}

static void program_free(struct program *program)
{
	for (size_t i = 0; i < program->count; i++) {
		json_decref(program->parts[i].unknown);
		free(program->parts[i].calls);
	}
	free(program->parts);
	json_decref(program->names);
	json_decref(program->types);
	json_decref(program->casts);
}

static bool has_unit(struct records *const *list, size_t count,
		     const json_t *unit)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->unit_count; j++)
			if (json_equal(
				    json_object_get(list[i]->units[j], "unit"),
				    (json_t *)unit))
				return true;
	return false;
}

/* An empty list says that nothing depends on the order. */
static void complete(struct records *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < list[i]->count; j++) {
			json_t *record = list[i]->list[j];

			if (!json_object_get(record, "reorders") &&
			    has_unit(list, count,
				     json_object_get(record, "unit")))
				json_object_set_new(record, "reorders",
						    json_array());
		}
}

/* What each thread does on its own may be summed up by their number. */
static bool part_reorders(const json_t *part)
{
	static const char *const keys[] = {"orders", "who", "team", "self"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (json_object_get(part, keys[i]))
			return true;
	return false;
}

static bool unit_reorders(const json_t *unit)
{
	const json_t *part;
	size_t i;

	for (i = 0; (part = json_array_get(json_object_get(unit, "parts"), i));
	     i++)
		if (part_reorders(part))
			return true;
	return false;
}

static bool loop_reorders(const json_t *record)
{
	const json_t *orders = json_object_get(record, "reorders");

	return !orders || json_array_size(orders) > 0 ||
	       json_object_get(record, "unseen");
}

bool join_reorders(struct records *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < list[i]->count; j++)
			if (loop_reorders(list[i]->list[j]))
				return true;
		for (size_t j = 0; j < list[i]->unit_count; j++)
			if (unit_reorders(list[i]->units[j]))
				return true;
	}
	return false;
}

void join_records(struct records *const *list, size_t count)
{
	struct program program;

	program_read(&program, list, count);
	for (size_t i = 0; i < program.count; i++) {
		const struct part *part = &program.parts[i];

		if (part->loop)
			judge_inside(&program, i);
		if (part->loop && part->parent != NONE) {
			judge_around(&program, i);
			judge_nested(&program, i);
		}
		if (part->loop)
			judge_lends(&program, part);
		judge_told(&program, part);
		judge_neighbours(&program, part, "then", "static");
		judge_neighbours(&program, part, "since", "open");
	}
	judge_runs(&program);
	complete(list, count);
	keep_threads(&program, list, count);
	program_free(&program);
}

json_t *join_missing(struct records *const *list, size_t count)
{
	json_t *missing = json_object();
	struct program program;
	struct reach reach;

	program_read(&program, list, count);
	reach_begin(&reach, &program, false);
	for (size_t i = 0; i < program.count; i++)
		if (!json_object_get(program.parts[i].record, "function"))
			follow(&reach, i, false);
	json_object_update(missing, reach.unknown);
	json_object_del(missing, "");
	reach_end(&reach);
	program_free(&program);
	return missing;
}
