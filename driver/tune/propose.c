/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which orders and tiles of the hot loops are worth a trial.
 */
#include "propose.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "build/make.h"
#include "build/plan.h"
#include "candidate.h"
#include "choice.h"
#include "hot.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "run/clocks.h"
#include "shield.h"
#include "transform/offer.h"
#include "transform/sift.h"
#include "transform/verify.h"

/* Transformations of each loop at most. Each is a compilation of the unit,
   since its record alone tells what GCC makes of it. */
#define MOST 5

/* What one must promise, of the time of the loop and of the program. */
#define LEAST_OF_LOOP .05
#define LEAST_OF_PROGRAM .02

/* Offers for one loop. */
struct proposals {
	struct reshape *list;
	size_t count;
	bool asked; /* the plugin is, of these offers */
	struct offers offers;
};

/* A search for transformations of the loops of a choice. */
struct search {
	struct hot *hot;
	size_t choice;
	struct make *make;
	struct proposals *proposals; /* of each hot loop */
};

static const struct hot_view *view_of(const struct search *search, size_t loop)
{
	return &search->hot->list[loop].views[search->choice];
}

/* The records of the unit in the choice. */
static const struct records *records_of(const struct search *search,
					size_t unit)
{
	const struct choice *choice =
		&search->hot->choices->list[search->choice];

	return search->choice ? &choice->records[unit]
			      : &search->make->plan->units[unit].records;
}

/* ---- one loop ---- */

/* Is it another loop of the same file and name, with another digest? The
   proof would not hold for it. */
static bool is_other(const json_t *record, const json_t *other)
{
	return loop_same(record, other, "id") &&
	       loop_same(record, other, "file") &&
	       !loop_same(record, other, "digest");
}

/* Is it predicted, and compiled in one way? */
static bool is_at_hand(const struct search *search, size_t number)
{
	const struct hot_loop *loop = &search->hot->list[number];
	const struct plan *plan = search->make->plan;

	if (!view_of(search, number)->prediction)
		return false;
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct records *records = &plan->units[i].records;

		for (size_t j = 0; j < records->count; j++)
			if (is_other(loop->views->record, records->list[j]))
				return false;
	}
	return true;
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
static struct words settings_of(const struct prediction *prediction,
				const struct hot_wish *wish)
{
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
		if (is_like(&proposals->list[i], reshape))
			return false;
	return true;
}

static bool is_worth_it(const struct hot_loop *loop,
			const struct offers *offers, const struct offer *offer)
{
	double gain = 1 - offer->cycles / offers->written;

	return gain >= LEAST_OF_LOOP && gain * loop->share >= LEAST_OF_PROGRAM;
}

static void add(struct proposals *proposals, const struct offer *offer)
{
	proposals->list = memory_grow(proposals->list, proposals->count + 1,
				      sizeof(*proposals->list));
	proposals->list[proposals->count++] = offer->reshape;
}

/* The best first, of which no two are alike. */
static void choose(const struct hot_loop *loop, struct proposals *proposals)
{
	const struct offers *offers = &proposals->offers;

	for (size_t i = 0; i < offers->count && proposals->count < MOST; i++) {
		const struct offer *offer = &offers->list[i];

		if (!is_worth_it(loop, offers, offer))
			break;
		if (is_new(proposals, &offer->reshape))
			add(proposals, offer);
	}
}

/* Finds legal offers and writes the lines that ask the plugin for plans. */
static void look(const struct search *search, size_t number, struct text *asked)
{
	const struct hot_view *view = view_of(search, number);
	struct proposals *proposals = &search->proposals[number];
	struct words settings =
		settings_of(view->prediction, search->hot->wish);
	struct text problem = {0};

	message_progress("looking for orders and tiles");
	proposals->asked =
		offers_find(view->record, search->hot->machine, settings.list,
			    settings.count, &proposals->offers, &problem);
	if (proposals->asked)
		sift_ask(asked, view->record, &proposals->offers);
	free_settings(&settings);
	text_free(&problem);
}

/* A file for the plugin, which is removed behind the compilation. */
static bool compile(const struct search *search, size_t unit,
		    struct variant *variant, const char *path,
		    const char *content, struct records *records,
		    struct text *problem)
{
	bool good = file_write(path, content);

	choice_apply(&search->hot->choices->list[search->choice], variant);
	if (good)
		good = make_ask(search->make, unit, variant, records, problem);
	else
		text_print(problem, "cannot write '%s': %s", path,
			   strerror(errno));
	unlink(path);
	return good;
}

/* Records of each unit with the plugin's plans; the caller frees them. */
static struct records *ask(const struct search *search,
			   const struct text *asked, struct text *problem)
{
	size_t units = search->make->plan->unit_count;
	struct records *answers =
		memory_grow(NULL, units + 1, sizeof(*answers));
	char *path = memory_print("%s/asked.plan", search->make->scratch);
	bool good = true;

	memset(answers, 0, (units + 1) * sizeof(*answers));
	for (size_t i = 0; i < search->hot->count && good; i++) {
		size_t unit = search->hot->list[i].unit;
		struct variant variant = {.plan = path};

		if (search->proposals[i].asked && answers[unit].count == 0)
			good = compile(search, unit, &variant, path,
				       text_string(asked), &answers[unit],
				       problem);
	}
	free(path);
	return answers;
}

/* The best that cannot be made is told where nothing else is to be tried. */
static void settle(const struct search *search, size_t number,
		   const struct records *answers)
{
	const struct hot_loop *loop = &search->hot->list[number];
	struct proposals *proposals = &search->proposals[number];
	struct offers *offers = &proposals->offers;
	bool promises =
		offers->count > 0 && is_worth_it(loop, offers, offers->list);
	struct text refused = {0};

	sift_take(answers, view_of(search, number)->record, offers, &refused);
	choose(loop, proposals);
	if (promises && proposals->count == 0 && refused.length > 0)
		message_note("%s: what may be faster cannot be made: %s",
			     loop->views->place, text_string(&refused));
	text_free(&refused);
}

/* ---- all of them ---- */

/* Are they proposed of the loop, and is it of that unit, or that loop alone? */
static bool is_part(const struct search *search, size_t loop, size_t number,
		    size_t unit, size_t alone)
{
	return search->hot->list[loop].unit == unit &&
	       number < search->proposals[loop].count &&
	       (alone == SIZE_MAX || alone == loop);
}

/* The loop among the records of its unit. */
static const json_t *find_made(const struct records *made, const json_t *record)
{
	for (size_t i = 0; i < made->count; i++)
		if (loop_same(made->list[i], record, "id") &&
		    loop_same(made->list[i], record, "file"))
			return made->list[i];
	return NULL;
}

/*
 * Compiles the unit with the transformation of that number of its loops, or of
 * one alone, for its records. What they say is compared with the prediction:
 * then these are candidates.
 */
static bool take_made(const struct search *search, size_t unit, size_t number,
		      size_t alone, struct text *problem)
{
	const struct plan *plan = search->make->plan;
	const struct records *before = records_of(search, unit);
	struct hot *hot = search->hot;
	struct verify_change *changes =
		memory_grow(NULL, hot->count + 1, sizeof(*changes));
	char **words = memory_grow(NULL, hot->count + 1, sizeof(*words));
	char *path = memory_print("%s/made.tuned", search->make->scratch);
	struct variant variant = {.tuned = path, .made = true};
	struct records made = {0};
	struct text lines = {0};
	size_t count = 0;
	char *content;
	bool good;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_view *view = view_of(search, i);
		const struct reshape *one = &search->proposals[i].list[number];
		struct text text = {0};

		words[i] = NULL;
		if (!is_part(search, i, number, unit, alone))
			continue;
		reshape_print(&text, one, view->record);
		text_print(&lines, "%s %s%s\n", view->entry, text_string(&text),
			   hot->list[i].forced ? " force" : "");
		words[i] = text.bytes;
		changes[count++] = (struct verify_change){view->record, one};
	}
	content = shield_tuned(plan, hot->choices->list[search->choice].records,
			       text_string(&lines));
	good = compile(search, unit, &variant, path, content, &made, problem) &&
	       verify_records(before, &made, changes, count, problem);
	for (size_t i = 0; i < hot->count; i++) {
		const json_t *record =
			good && words[i]
				? find_made(&made, view_of(search, i)->record)
				: NULL;

		if (record)
			candidate_transform(hot, &hot->list[i], search->choice,
					    words[i], record);
		else if (words[i] && alone == i)
			message_warning("%s: %s is not tried: %s",
					hot->list[i].views->place, words[i],
					text_string(problem));
		free(words[i]);
	}
	records_free(&made);
	text_free(&lines);
	free(content);
	free(changes);
	free(words);
	free(path);
	return good;
}

/* All loops of the unit together; where that fails, each alone. */
static void make_unit(const struct search *search, size_t unit, size_t number)
{
	struct text problem = {0};
	size_t count = 0, last = SIZE_MAX;

	for (size_t i = 0; i < search->hot->count; i++)
		if (is_part(search, i, number, unit, SIZE_MAX)) {
			last = i;
			count++;
		}
	if (count == 0 || process_interrupted() ||
	    take_made(search, unit, number, count > 1 ? SIZE_MAX : last,
		      &problem) ||
	    count == 1) {
		text_free(&problem);
		return;
	}
	for (size_t i = 0; i < search->hot->count; i++) {
		text_cut(&problem, 0);
		if (is_part(search, i, number, unit, SIZE_MAX) &&
		    !process_interrupted())
			take_made(search, unit, number, i, &problem);
	}
	text_free(&problem);
}

static void free_proposals(struct proposals *proposals, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (proposals[i].asked)
			offers_free(&proposals[i].offers);
		free(proposals[i].list);
	}
	free(proposals);
}

static void free_answers(struct records *answers, const struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		records_free(&answers[i]);
	free(answers);
}

static size_t count_most(const struct proposals *proposals, size_t loops)
{
	size_t most = 0;

	for (size_t i = 0; i < loops; i++)
		if (proposals[i].count > most)
			most = proposals[i].count;
	return most;
}

bool propose(struct hot *hot, size_t choice, struct make *make)
{
	struct search search = {.hot = hot, .choice = choice, .make = make};
	struct text asked = {0}, problem = {0};
	struct records *answers;
	size_t most;

	if (!hot->wish->transform)
		return true;
	search.proposals =
		memory_grow(NULL, hot->count + 1, sizeof(*search.proposals));
	for (size_t i = 0; i < hot->count; i++) {
		search.proposals[i] = (struct proposals){.count = 0};
		if (!process_interrupted() && is_at_hand(&search, i) &&
		    !hot->list[i].cold && !may_differ(&hot->list[i], hot->wish))
			look(&search, i, &asked);
	}
	answers = ask(&search, &asked, &problem);
	for (size_t i = 0; i < hot->count && problem.length == 0; i++)
		if (search.proposals[i].asked)
			settle(&search, i, &answers[hot->list[i].unit]);
	most = count_most(search.proposals, hot->count);
	if (problem.length > 0)
		message_warning("no orders and tiles are tried: %s",
				text_string(&problem));
	for (size_t i = 0; i < most; i++)
		for (size_t j = 0; j < make->plan->unit_count; j++) {
			message_progress("compiling other orders and tiles, "
					 "%zu of %zu",
					 i, most);
			make_unit(&search, j, i);
		}
	free_answers(answers, make->plan);
	free_proposals(search.proposals, hot->count);
	text_free(&asked);
	text_free(&problem);
	return !process_interrupted();
}
