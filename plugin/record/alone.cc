/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread does alone in a function or region, its static loops and its
 * calls.
 *
 * What each does with its number, or where that decides, is as good as alone:
 * another function may have a loop that gives the same thread the same data.
 * Only phases that others may be in are written: the first and the last one of
 * a function, and those that begin or end with a call that is of interest.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "construct/carry.h"
#include "construct/phase.h"
#include "construct/pointer.h"
#include "construct/schedule.h"
#include "construct/touch.h"
#include "alone.h"

/* ---- a place in memory ---- */

/* In words that others understand: ":x" is the unit's own, "%x" the
   function's. */
static void write_base(struct json_writer *json, tree base)
{
	tree parameter = DECL_ARGUMENTS(current_function_decl);
	char *name;
	int number = 0;

	for (; parameter && parameter != base;
	     parameter = DECL_CHAIN(parameter))
		number++;
	if (parameter) {
		json_key_int(json, "parameter", number);
		return;
	}
	if (!DECL_P(base) && TREE_CODE(base) != SSA_NAME)
		name = xstrdup("%"); /* text, and the like */
	else if (TREE_CODE(base) == SSA_NAME)
		name = xasprintf("%%%u", SSA_NAME_VERSION(base));
	else if (!is_global_var(base))
		name = xasprintf("%%%s.%u", names_decl(base), DECL_UID(base));
	else if (TREE_PUBLIC(base) || DECL_EXTERNAL(base))
		name = xstrdup(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(base)));
	else
		name = xasprintf(":%s.%u", names_decl(base), DECL_UID(base));
	json_key_string(json, "variable", name);
	free(name);
}

static void write_mark(struct json_writer *json, const char *key, bool value)
{
	if (value)
		json_key_bool(json, key, true);
}

/* As far as two types tell that places differ. */
static void write_type(struct json_writer *json, tree type)
{
	char *text;

	if (!type || !flag_strict_aliasing || AGGREGATE_TYPE_P(type))
		return;
	text = POINTER_TYPE_P(type)
		       ? xstrdup("pointer")
		       : concat(INTEGRAL_TYPE_P(type) ? "i" : "f",
				GET_MODE_NAME(TYPE_MODE(type)), NULL);
	json_key_string(json, "type", text);
	free(text);
}

/* The caller frees it. */
static char *text_of(const struct touch *touch, bool own)
{
	struct json_writer json = {};
	HOST_WIDE_INT at, bits;
	char *text;

	json_object(&json);
	if (touch->base)
		write_base(&json, touch->base);
	json_key_int(&json, "pointers", touch->level);
	if (touch->field)
		json_key_string(&json, "member", names_decl(touch->field));
	write_type(&json, touch->type);
	write_mark(&json, "writes", touch->writes);
	write_mark(&json, "alone", touch->alone);
	write_mark(&json, "single", touch->single);
	write_mark(&json, "counted", touch->counted);
	write_mark(&json, "own", own);
	if (touch->exact && touch->offset.is_constant(&at) &&
	    touch->extent.is_constant(&bits)) {
		json_key_int(&json, "at", at);
		json_key_int(&json, "bits", bits);
	}
	json_end_object(&json);
	text = xstrndup(json.text, json.length);
	json_free(&json);
	return text;
}

/* Nobody else knows where it is. */
static bool is_hidden(const struct touch *touch)
{
	tree base = touch->base;

	if (!base || touch->level > 0)
		return false;
	return !DECL_P(base) ||
	       (!is_global_var(base) && !TREE_ADDRESSABLE(base));
}

static void add_touches(gimple *first, gimple *end, vec<char *> *texts)
{
	vec<struct touch> touches = vNULL;
	hash_set<nofree_string_hash> known;

	touch_add(first, end, &touches);
	for (unsigned i = 0; i < touches.length(); i++) {
		char *text;

		if (is_hidden(&touches[i]))
			continue;
		text = text_of(&touches[i], false);
		if (known.add(text))
			free(text);
		else
			texts->safe_push(text);
	}
	touches.release();
}

/* ---- gathered ---- */

/*
 * Has each thread that goes through the region, NULL: the function, such a
 * place for itself? What a pointer leads to that each is given a copy of is
 * still one for all.
 */
static bool is_own(const struct touch *touch, gimple *parallel)
{
	tree base = touch->base;
	enum omp_clause_code code;

	if (!base || !DECL_P(base) || is_global_var(base))
		return false;
	code = omp_sharing_of(parallel, base);
	if (touch->level == 0)
		return code != OMP_CLAUSE_SHARED;
	return VAR_P(base) && touch->level == 1 && touch->alone &&
	       !touch->field &&
	       (code == OMP_CLAUSE_ERROR || code == OMP_CLAUSE_PRIVATE);
}

static void add_call(struct alone *alone, gimple *parallel, unsigned place,
		     gimple *call, bool again)
{
	struct alone_call made = {place, gimple_call_fndecl(call), NULL, again,
				  vNULL};
	char text[POINTER_MOST_TEXT];

	if (!made.function) {
		pointer_print_target(text, sizeof(text), call);
		made.through = xstrdup(text);
	}
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		struct touch touch;

		touch_given(gimple_call_arg(call, i), &touch);
		made.gives.safe_push(text_of(&touch, is_own(&touch, parallel)));
	}
	alone->calls.safe_push(made);
}

static void add_event(struct alone *alone, gimple *parallel, unsigned place,
		      const struct trail_event *event, bool again)
{
	struct alone_event one = {place, vNULL, vNULL};

	switch (event->kind) {
	case TRAIL_ALONE:
		add_touches(event->first, event->end, &one.touches);
		alone->events.safe_push(one);
		break;
	case TRAIL_CALL:
	case TRAIL_THROUGH:
		add_call(alone, parallel, place, event->first, again);
		break;
	case TRAIL_LOOP:
		alone->loops.safe_push(event->loop);
		alone->places.safe_push(place);
		break;
	default:
		break;
	}
}

static bool has_kind(const struct trail *trail, enum trail_kind kind)
{
	for (unsigned i = 0; i < trail->events.length(); i++)
		if (trail->events[i].kind == kind)
			return true;
	return false;
}

/* A region that calls nothing is judged where it stands. */
void alone_gather(struct alone *alone, gimple *parallel)
{
	struct trail trail = {};
	vec<int> rounds = vNULL;

	trail_follow_told(&trail, parallel);
	phase_decide(&trail);
	alone->waits = has_kind(&trail, TRAIL_BARRIER);
	if (!parallel || has_kind(&trail, TRAIL_CALL) ||
	    has_kind(&trail, TRAIL_THROUGH)) {
		phase_find(&trail, &alone->up);
		phase_rounds(&trail, &rounds);
		for (unsigned i = 0; i < trail.events.length(); i++)
			add_event(alone, parallel, i, &trail.events[i],
				  rounds[i] > 0);
	}
	rounds.release();
	trail.events.release();
}

void alone_gather_loop(const struct alone *around,
		       const struct construct *construct,
		       struct alone_event *loop)
{
	for (unsigned i = 0; i < around->loops.length(); i++)
		if (around->loops[i] == construct->share) {
			loop->place = around->places[i];
			add_touches(construct->share, construct->share->next,
				    &loop->touches);
			carry_fresh(construct->share, &loop->fresh);
		}
}

/* ---- written ---- */

static void write_touches(struct json_writer *json, const char *key,
			  const vec<char *> &touches)
{
	json_key(json, key);
	json_array(json);
	for (unsigned i = 0; i < touches.length(); i++)
		json_raw(json, touches[i], strlen(touches[i]));
	json_end_array(json);
}

static void write_fresh(struct json_writer *json, const vec<int> &fresh)
{
	if (fresh.length() == 0)
		return;
	json_key(json, "fresh");
	json_array(json);
	for (unsigned i = 0; i < fresh.length(); i++)
		json_int(json, fresh[i]);
	json_end_array(json);
}

static void open_phase(struct alone *alone, unsigned place)
{
	alone->open[phase_of(&alone->up, place)] = true;
}

static bool is_open(struct alone *alone, unsigned place)
{
	return alone->open[phase_of(&alone->up, place)];
}

/* Phases are one where a call between is of no interest. */
static void pass_by(struct alone *alone, bool (*is_written)(tree function))
{
	unsigned kept = 0;

	for (unsigned i = 0; i < alone->calls.length(); i++) {
		struct alone_call *call = &alone->calls[i];

		if (call->through || is_written(call->function))
			std::swap(alone->calls[kept++], *call);
		else
			phase_unite(&alone->up, call->place, call->place + 1);
	}
	for (unsigned i = kept; i < alone->calls.length(); i++)
		names_free(&alone->calls[i].gives);
	alone->calls.truncate(kept);
}

/* Others may be in these. */
static void find_open(struct alone *alone, bool is_function)
{
	alone->open.safe_grow_cleared(alone->up.length(), true);
	for (unsigned i = 0; i < alone->calls.length(); i++) {
		open_phase(alone, alone->calls[i].place);
		open_phase(alone, alone->calls[i].place + 1);
	}
	if (!is_function)
		return;
	open_phase(alone, 0);
	open_phase(alone, alone->up.length() - 1);
}

static void write_calls(struct alone *alone, struct json_writer *json,
			void (*write_call)(tree function))
{
	json_key(json, "steps");
	json_array(json);
	for (unsigned i = 0; i < alone->calls.length(); i++) {
		const struct alone_call *call = &alone->calls[i];

		json_object(json);
		if (call->through) {
			json_key_string(json, "through", call->through);
		} else {
			json_key(json, "call");
			write_call(call->function);
		}
		json_key_int(json, "from", phase_of(&alone->up, call->place));
		json_key_int(json, "to", phase_of(&alone->up, call->place + 1));
		write_mark(json, "again", call->again);
		write_touches(json, "gives", call->gives);
		json_end_object(json);
	}
	json_end_array(json);
}

static void write_events(struct alone *alone, struct json_writer *json)
{
	json_key(json, "alone");
	json_array(json);
	for (unsigned i = 0; i < alone->events.length(); i++) {
		if (!is_open(alone, alone->events[i].place))
			continue;
		json_object(json);
		json_key_int(json, "phase",
			     phase_of(&alone->up, alone->events[i].place));
		write_touches(json, "touches", alone->events[i].touches);
		json_end_object(json);
	}
	json_end_array(json);
}

void alone_write(struct alone *alone, struct json_writer *json,
		 bool is_function, bool (*is_written)(tree function),
		 void (*write_call)(tree function))
{
	if (alone->up.length() == 0)
		return;
	pass_by(alone, is_written);
	find_open(alone, is_function);
	if (is_function) {
		json_key_int(json, "entry", phase_of(&alone->up, 0));
		json_key_int(json, "exit",
			     phase_of(&alone->up, alone->up.length() - 1));
	}
	if (alone->events.length() > 0)
		write_events(alone, json);
	if (alone->calls.length() > 0)
		write_calls(alone, json, write_call);
}

void alone_write_loop(struct alone *around, const struct alone_event *loop,
		      struct json_writer *json)
{
	if (loop->touches.length() == 0)
		return;
	if (is_open(around, loop->place))
		json_key_int(json, "phase", phase_of(&around->up, loop->place));
	write_touches(json, "touches", loop->touches);
	write_fresh(json, loop->fresh);
}

void alone_free_event(struct alone_event *event)
{
	names_free(&event->touches);
	event->fresh.release();
}

void alone_free(struct alone *alone)
{
	for (unsigned i = 0; i < alone->events.length(); i++)
		alone_free_event(&alone->events[i]);
	for (unsigned i = 0; i < alone->calls.length(); i++) {
		names_free(&alone->calls[i].gives);
		free(alone->calls[i].through);
	}
	alone->events.release();
	alone->calls.release();
	alone->up.release();
	alone->open.release();
	alone->loops.release();
	alone->places.release();
}
