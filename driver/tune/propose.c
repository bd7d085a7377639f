/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which orders and tiles of the hot loops are worth a trial.
 */
#include "propose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "build/make.h"
#include "build/plan.h"
#include "choice.h"
#include "hot.h"
#include "machine/compiler.h"
#include "rank/space.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "revision.h"
#include "run/clocks.h"
#include "transform/offer.h"
#include "transform/request.h"

/* Of each loop, and so of the program: more than will be run, since what GCC
   makes of them is not known yet. */
#define MOST 8

/* Orders and tiles with one reason that are named; of more, the first. */
#define MOST_NAMED 3

/* Bytes of counters in a warning, about. */
#define LONG_NAMES 60

/* What one must promise, of the time of the loop and of the program. */
#define LEAST_OF_LOOP .05
#define LEAST_OF_PROGRAM .02

struct proposals {
	struct proposal {
		struct reshape reshape;
	} * list;
	size_t count;
};

/* ---- one loop ---- */

/* Is the loop in the source itself, and in none of its headers? */
static bool is_in_source(const json_t *record, const struct step *step)
{
	char *file = letters_read(json_object_get(record, "file"));
	char *path = step_path(step->folder, file ? file : "");
	char *source = step_path(step->folder, step->source);
	bool same = strcmp(path, source) == 0;

	free(file);
	free(path);
	free(source);
	return same;
}

/* What is compiled twice may mean something else the second time. */
static bool is_alone(const struct plan *plan, size_t unit)
{
	const struct step *step = plan->units[unit].step;
	char *path = step_path(step->folder, step->source);
	bool alone = true;

	for (size_t i = 0; i < plan->unit_count && alone; i++) {
		const struct step *other = plan->units[i].step;
		char *its = step_path(other->folder, other->source);

		alone = i == unit || strcmp(its, path) != 0;
		free(its);
	}
	free(path);
	return alone;
}

/* Why the loop is not at hand; NULL where it is. */
static const char *why_not(const struct plan *plan, const struct hot_loop *loop)
{
	const struct step *step = plan->units[loop->unit].step;

	if (!loop->views->prediction)
		return "nothing of it is predicted";
	if (compiler_language(step->source) == COMPILER_NO_LANGUAGE ||
	    !is_in_source(loop->views->record, step))
		return "it stands in no source that is compiled itself";
	return is_alone(plan, loop->unit) ? NULL
					  : "its source is compiled twice";
}

/* GCC may fuse a product with a sum in one order and not in another. */
static bool may_differ(const struct hot_loop *loop, const struct hot_wish *wish)
{
	if (!wish->reproducible || !loop_true(loop->views->record, "fuses"))
		return false;
	message_note("%s: --reproducible tries no other order where GCC fuses "
		     "products with sums; -ffp-contract=off forbids that",
		     loop->views->place);
	return true;
}

/* Values as the prediction of the loop has them: what the user says last. */
static struct words settings_of(const struct hot_loop *loop,
				const struct hot_wish *wish)
{
	const struct prediction *prediction = loop->views->prediction;
	struct words settings = {0};
	const char *name;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++) {
		double value = prediction_value(prediction, i);

		words_add(&settings,
			  memory_print("%s=%.17g", name,
				       isnan(value) ? HOT_ASSUMED : value));
	}
	for (const char *const *own = wish->settings; own && *own; own++)
		words_add(&settings, memory_string(*own));
	return settings;
}

static void free_settings(struct words *settings)
{
	for (size_t i = 0; i < settings->count; i++)
		free((char *)settings->list[i]);
	free(settings->list);
}

static int innermost(const struct reshape *reshape)
{
	return reshape->first + reshape->order[reshape->count - 1];
}

/* What a prediction may have wrong of one it has wrong of the other: what GCC
   makes of the innermost loop, whether tiles pay, or more loops shared out. */
static bool is_like(const struct reshape *a, const struct reshape *b)
{
	return innermost(a) == innermost(b) &&
	       reshape_has_tiles(a) == reshape_has_tiles(b) &&
	       !a->collapse == !b->collapse;
}

static bool is_new(const struct proposals *proposals,
		   const struct reshape *reshape)
{
	for (size_t i = 0; i < proposals->count; i++)
		if (is_like(&proposals->list[i].reshape, reshape))
			return false;
	return true;
}

static bool is_worth_it(const struct hot_loop *loop,
			const struct offers *offers, const struct offer *offer)
{
	double gain = 1 - offer->cycles / offers->written;

	return gain >= LEAST_OF_LOOP && gain * loop->share >= LEAST_OF_PROGRAM;
}

/* The compiler is asked the same of all that is made of the same loops. */
static bool was_asked(const struct proposals *proposals,
		      const struct reshape *reshape)
{
	for (size_t i = 0; i < proposals->count; i++) {
		const struct proposal *one = &proposals->list[i];

		if (one->reshape.first == reshape->first &&
		    one->reshape.count == reshape->count &&
		    one->reshape.split == reshape->split)
			return true;
	}
	return false;
}

/* Can it be written at all? */
static bool is_written(const struct make *make, const struct hot_loop *loop,
		       const struct proposals *proposals,
		       const struct offer *offer, struct text *reason)
{
	struct revision *revision = revision_new();
	const json_t *record = loop->views->record;
	bool good = revision_add(revision, make, loop->unit, record,
				 &offer->reshape, reason);

	if (good && !was_asked(proposals, &offer->reshape))
		good = revision_is_right(make, loop->unit, record,
					 &offer->reshape, reason);
	revision_free(revision);
	return good;
}

static void tell_unwritten(const struct hot_loop *loop,
			   const struct reshape *reshape,
			   const struct text *reason)
{
	struct text words = {0};

	reshape_print(&words, reshape, loop->views->record);
	message_note("%s: %s may be faster, but is not written: %s",
		     loop->views->place, text_string(&words),
		     text_string(reason));
	text_free(&words);
}

static void add(struct proposals *proposals, const struct offer *offer)
{
	proposals->list = memory_grow(proposals->list, proposals->count + 1,
				      sizeof(*proposals->list));
	proposals->list[proposals->count++] = (struct proposal){offer->reshape};
}

/*
 * The best first, of which no two are alike; the first that cannot be written
 * is told if none can.
 */
static void choose(const struct make *make, const struct hot_loop *loop,
		   const struct offers *offers, struct proposals *proposals)
{
	const struct offer *refused = NULL;
	struct text why = {0};

	for (size_t i = 0; i < offers->count && proposals->count < MOST; i++) {
		const struct offer *offer = &offers->list[i];
		struct text reason = {0};

		if (!is_worth_it(loop, offers, offer))
			break;
		if (!is_new(proposals, &offer->reshape))
			continue;
		if (is_written(make, loop, proposals, offer, &reason))
			add(proposals, offer);
		else if (!refused) {
			refused = offer;
			text_add(&why, text_string(&reason));
		}
		text_free(&reason);
	}
	if (refused && proposals->count == 0)
		tell_unwritten(loop, &refused->reshape, &why);
	text_free(&why);
}

/* Once, though several instances of a loop have it: "told" has all of them. */
static void tell_once(json_t *told, const char *sentence)
{
	if (!json_object_get(told, sentence))
		message_note("%s", sentence);
	json_object_set_new(told, sentence, json_true());
}

/* "order(k,j), order(j,k) and 7 more" */
static void print_names(struct text *out, const json_t *list)
{
	size_t count = json_array_size(list);
	size_t shown = count > MOST_NAMED ? 1 : count;

	for (size_t i = 0; i < shown; i++)
		text_print(out, "%s%s", i ? ", " : "",
			   json_string_value(json_array_get(list, i)));
	if (shown < count)
		text_print(out, " and %zu more", count - shown);
}

/* What a space asks for and is not tried: a line for each reason. */
static void tell_refused(const struct hot_loop *loop, json_t *refused,
			 json_t *told)
{
	for (void *i = json_object_iter(refused); i;
	     i = json_object_iter_next(refused, i)) {
		struct text sentence = {0};

		text_print(&sentence, "%s: ", loop->views->place);
		print_names(&sentence, json_object_iter_value(i));
		text_print(&sentence, ": not tried: %s",
			   json_object_iter_key(i));
		tell_once(told, text_string(&sentence));
		text_free(&sentence);
	}
}

/* All variants of a space, whatever their predictions. */
static void take(const struct make *make, const struct hot_loop *loop,
		 struct offers *offers, json_t *told,
		 struct proposals *proposals)
{
	for (size_t i = 0; i < offers->count; i++) {
		const struct offer *offer = &offers->list[i];
		struct text words = {0}, reason = {0};

		if (is_written(make, loop, proposals, offer, &reason))
			add(proposals, offer);
		reshape_print(&words, &offer->reshape, loop->views->record);
		if (reason.length > 0)
			offers_refuse(offers, text_string(&words),
				      text_string(&reason));
		text_free(&words);
		text_free(&reason);
	}
	tell_refused(loop, offers->refused, told);
}

static void tell_left(const struct hot_loop *loop, const char *why,
		      json_t *told)
{
	struct text sentence = {0};

	text_print(&sentence, "%s: no orders and tiles: %s", loop->views->place,
		   why);
	tell_once(told, text_string(&sentence));
	text_free(&sentence);
}

static void look(const struct make *make, const struct hot_loop *loop,
		 const struct space *space, json_t *told,
		 const struct machine *machine, const struct hot_wish *wish,
		 struct proposals *proposals)
{
	const struct plan_unit *unit = &make->plan->units[loop->unit];
	struct words settings = settings_of(loop, wish);
	struct text problem = {0};
	struct offers offers;

	message_progress("looking for orders and tiles");
	if (offers_find(&unit->records, loop->views->record, machine,
			settings.list, settings.count, space, &offers,
			&problem)) {
		if (space)
			take(make, loop, &offers, told, proposals);
		else
			choose(make, loop, &offers, proposals);
		offers_free(&offers);
	} else if (space) {
		tell_left(loop, text_string(&problem), told);
	}
	free_settings(&settings);
	text_free(&problem);
}

/* ---- all of them ---- */

/* The next best of every loop; those that have no more stay. */
static bool add_choice(struct choices *choices, const struct hot *hot,
		       const struct make *make,
		       const struct proposals *proposals, size_t number,
		       struct text *problem)
{
	struct revision *revision = revision_new();
	char *folder = memory_print("%s/changed/%zu", make->scratch, number);
	bool good = true;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		struct text reason = {0};

		if (number < proposals[i].count)
			revision_add(
				revision, make, loop->unit, loop->views->record,
				&proposals[i].list[number].reshape, &reason);
		text_free(&reason);
	}
	if (revision->loop_count > 0)
		good = revision_write(revision, make->plan, folder, problem);
	if (good && revision->loop_count > 0)
		choices_add_revision(choices, revision, 0);
	else
		revision_free(revision);
	free(folder);
	return good;
}

static void free_proposals(struct proposals *proposals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(proposals[i].list);
	free(proposals);
}

/* A loop that a space names, and that is left as it is, is told. */
static bool is_meant(const struct choices *choices, const struct plan *plan,
		     const struct hot_loop *loop, const struct hot_wish *wish,
		     json_t *told)
{
	const char *why = why_not(plan, loop);

	if (!choices->shapes)
		return !why && !may_differ(loop, wish);
	if (!request_is_made(loop->views->record, choices->shapes))
		return false;
	if (why)
		tell_left(loop, why, told);
	return !why;
}

/* ---- counters that a space names ---- */

static bool any_has_counter(const struct hot *hot, const char *name)
{
	for (size_t i = 0; i < hot->count; i++)
		if (request_has_counter(hot->list[i].views->record, name))
			return true;
	return false;
}

/* "i, j, k": the names of an object, or the first of many. */
static void print_counters(struct text *out, json_t *names)
{
	size_t left = json_object_size(names);
	const char *name;
	json_t *value;

	json_object_foreach(names, name, value)
	{
		text_add(out, out->length > 0 ? ", " : "");
		text_add_safe(out, name);
		left--;
		if (out->length > LONG_NAMES && left > 0) {
			text_print(out, " and %zu more", left);
			return;
		}
	}
}

static void add_counters(struct text *out, const struct hot *hot)
{
	json_t *names = json_object();

	for (size_t i = 0; i < hot->count; i++) {
		const json_t *record = hot->list[i].views->record;

		for (int j = 0; j < loop_count(record); j++)
			json_object_set_new(names, loop_counter(record, j),
					    json_true());
	}
	print_counters(out, names);
	json_decref(names);
}

static void keep_unknown(json_t *names, const struct hot *hot, const char *name)
{
	if (!any_has_counter(hot, name))
		json_object_set_new(names, name, json_true());
}

/* Counters that a space names and no hot loop has, as an object of names. */
static json_t *find_unknown(const struct space *space, const struct hot *hot)
{
	json_t *names = json_object();

	for (size_t i = 0; i < space->order_count; i++)
		for (int j = 0; j < space->orders[i].count; j++)
			keep_unknown(names, hot, space->orders[i].counters[j]);
	for (size_t i = 0; i < space->tile_count; i++)
		keep_unknown(names, hot, space->tiles[i].name);
	return names;
}

/* Most likely they were meant otherwise. Returns whether there are any. */
static bool warn_of_unknown(const struct choices *choices,
			    const struct hot *hot)
{
	json_t *names = find_unknown(choices->shapes, hot);
	bool any = hot->count > 0 && json_object_size(names) > 0;
	struct text unknown = {0}, known = {0};

	if (any) {
		print_counters(&unknown, names);
		add_counters(&known, hot);
		message_warning("%s: no hot loop has a counter %s; theirs are "
				"%s",
				choices->path, text_string(&unknown),
				text_string(&known));
	}
	text_free(&unknown);
	text_free(&known);
	json_decref(names);
	return any;
}

/* Nothing is to be tried of what a space names. */
static void warn_of_none(const struct choices *choices, bool refused)
{
	message_warning(
		"%s: none of its orders and tiles is tried%s", choices->path,
		refused ? "" : ": all that it names is as it is written");
}

static size_t count_most(const struct proposals *proposals, size_t loops)
{
	size_t most = 0;

	for (size_t i = 0; i < loops; i++)
		if (proposals[i].count > most)
			most = proposals[i].count;
	return most;
}

bool propose(struct choices *choices, const struct hot *hot,
	     const struct make *make, const struct machine *machine,
	     const struct hot_wish *wish, struct text *problem)
{
	struct proposals *proposals =
		memory_grow(NULL, hot->count + 1, sizeof(*proposals));
	json_t *told = json_object();
	bool good = true, unknown;
	size_t most;

	unknown = choices->shapes && warn_of_unknown(choices, hot);
	for (size_t i = 0; i < hot->count; i++) {
		proposals[i] = (struct proposals){.count = 0};
		if (!process_interrupted() &&
		    is_meant(choices, make->plan, &hot->list[i], wish, told))
			look(make, &hot->list[i], choices->shapes, told,
			     machine, wish, &proposals[i]);
	}
	most = count_most(proposals, hot->count);
	if (choices->shapes && most == 0)
		warn_of_none(choices, unknown || json_object_size(told) > 0);
	json_decref(told);
	for (size_t i = 0; i < most && good; i++)
		good = add_choice(choices, hot, make, proposals, i, problem);
	free_proposals(proposals, hot->count);
	return good && !process_interrupted();
}
