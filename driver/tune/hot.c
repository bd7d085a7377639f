/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hot loops of a program.
 */
#include "hot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "build/plan.h"
#include "build/tuned.h"
#include "choice.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "record/selection.h"
#include "run/clocks.h"

/* Loops that make up so much of the time of all are hot. */
#define HOT_SHARE .9

/* Seconds that a loop loses now and then to what else a machine does. */
#define DISTURBANCE .001

/* ---- names ---- */

static char *place_of(const json_t *record)
{
	char *file = tuned_file(record);
	struct text place = {0};

	text_add_safe(&place, file);
	free(file);
	text_print(&place, ":%lld", (long long)loop_integer(record, "line"));
	return place.bytes;
}

/* ---- loops ---- */

static bool is_loop(const json_t *record)
{
	const char *construct =
		json_string_value(json_object_get(record, "construct"));

	return construct && strstr(construct, "for");
}

/* "better not: the region asks which thread it is" */
static const char *doubt_of(const json_t *record)
{
	return json_string_value(
		json_array_get(json_object_get(record, "rewrite_why"), 0));
}

static bool is_forced(const json_t *record, const char *const *forced)
{
	for (; forced && *forced; forced++)
		if (selection_matches(*forced, record))
			return true;
	return false;
}

bool hot_eligible(const json_t *record, bool forced)
{
	return is_loop(record) && loop_true(record, "rewritable") &&
	       (forced || !doubt_of(record));
}

static char *why_left(const json_t *record)
{
	const char *doubt = doubt_of(record);
	const char *why = doubt ? strstr(doubt, ": ") : NULL;

	return memory_string(why     ? why + 2
			     : doubt ? doubt
				     : "it takes no schedule clause");
}

bool hot_left_must(const struct hot_left *left)
{
	return !loop_true(left->record, "rewritable");
}

static bool is_known(const struct hot *hot, const char *entry)
{
	for (size_t i = 0; i < hot->count; i++)
		if (strcmp(hot->list[i].views->entry, entry) == 0)
			return true;
	return false;
}

/* What a header holds is met in every unit. */
static bool is_left(const struct hot *hot, const char *place)
{
	for (size_t i = 0; i < hot->left_count; i++)
		if (strcmp(hot->left[i].place, place) == 0)
			return true;
	return false;
}

static void add_left(struct hot *hot, const json_t *record, char *why)
{
	char *place = place_of(record);

	if (!is_loop(record) || is_left(hot, place)) {
		free(place);
		free(why);
		return;
	}
	hot->left =
		memory_grow(hot->left, hot->left_count + 1, sizeof(*hot->left));
	hot->left[hot->left_count++] =
		(struct hot_left){.record = record, .place = place, .why = why};
}

static void add_loop(struct hot *hot, const json_t *record, size_t unit,
		     const char *const *forced)
{
	bool is_wanted = is_forced(record, forced);
	struct hot_view *view;
	char *entry;

	hot->seen++;
	entry = tuned_entry(record);
	if (strchr(entry, '\n'))
		message_warning("%s: a name with a line break cannot stand in "
				"a tuned file; rename it to tune its loops",
				entry);
	if (!hot_eligible(record, is_wanted))
		add_left(hot, record, why_left(record));
	if (!hot_eligible(record, is_wanted) || strchr(entry, '\n') ||
	    is_known(hot, entry)) {
		free(entry);
		return;
	}
	view = memory_grow(NULL, 1, sizeof(*view));
	*view = (struct hot_view){
		.record = record, .entry = entry, .place = place_of(record)};
	hot->list = memory_grow(hot->list, hot->count + 1, sizeof(*hot->list));
	hot->list[hot->count++] = (struct hot_loop){
		.unit = unit,
		.views = view,
		.forced = is_wanted && doubt_of(record),
		.keeps_threads =
			json_is_null(json_object_get(record, "parallel")),
	};
}

/* ---- values ---- */

/* What the clocks saw; what the user says comes after it. */
static void set_seen(struct prediction *prediction, const json_t *clocks,
		     const json_t *record)
{
	const char *name;
	double value;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++)
		if (clocks_value(clocks, record, name, &value))
			prediction_set(prediction, name, value);
}

/* Of shared loops their number tells more than nothing where a bound is what
   a function returned, or was read from data. */
static void set_iterations(struct prediction *prediction, const json_t *clocks,
			   const json_t *record)
{
	const json_t *nest =
		json_object_get(prediction_record(prediction), "nest");

	for (size_t i = 0; i < json_array_size(nest); i++) {
		const json_t *omp =
			json_object_get(json_array_get(nest, i), "omp");
		double iterations;

		if (json_is_integer(omp) &&
		    clocks_iterations(clocks, record,
				      (int)json_integer_value(omp),
				      &iterations))
			prediction_count(prediction, (int)i, iterations);
	}
}

static void apply(struct prediction *prediction, const char *const *settings)
{
	for (; settings && *settings; settings++)
		prediction_apply(prediction, *settings);
}

/* Those of which the value had to be assumed, "n, m"; NULL if there is none. */
static char *assume_values(struct prediction *prediction)
{
	struct text assumed = {0};
	const char *name;

	for (int i = 0; (name = prediction_parameter(prediction, i)); i++)
		if (prediction_misses(prediction, i)) {
			prediction_set(prediction, name, HOT_ASSUMED);
			text_print(&assumed, "%s%s", assumed.length ? ", " : "",
				   name);
		}
	return assumed.bytes;
}

double hot_estimated(struct prediction *prediction,
		     const struct schedule *schedule)
{
	struct text problem = {0};
	struct estimate estimate;
	bool good =
		prediction_estimate(prediction, schedule, &estimate, &problem);

	text_free(&problem);
	return good && estimate.cycles > 0 ? estimate.cycles : 0;
}

/* The clocks know the loop by the record of the original. */
static void predict(struct hot_loop *loop, struct hot_view *view,
		    const struct machine *machine, const struct hot_wish *wish)
{
	bool is_original = view == loop->views;
	const char *why_not = NULL;
	struct schedule schedule;
	char *assumed;

	if (!wish->predict)
		return;
	view->prediction = prediction_new(view->record, machine, &why_not);
	if (is_original)
		loop->why_not = why_not;
	if (!view->prediction)
		return;
	if (wish->clocks)
		set_seen(view->prediction, wish->clocks, loop->views->record);
	apply(view->prediction, wish->settings);
	if (wish->clocks)
		set_iterations(view->prediction, wish->clocks,
			       loop->views->record);
	assumed = assume_values(view->prediction);
	schedule = prediction_schedule(view->prediction, wish->threads);
	if (is_original) {
		loop->assumed = assumed;
		loop->weight = hot_estimated(view->prediction, &schedule);
	} else {
		free(assumed);
	}
	if (hot_estimated(view->prediction, &schedule) > 0)
		return;
	prediction_free(view->prediction);
	view->prediction = NULL;
	if (is_original)
		loop->why_not = "its bounds are not known";
}

void hot_look(struct hot_loop *loop, struct hot_view *view,
	      const json_t *record, const struct machine *machine,
	      const struct hot_wish *wish)
{
	view->record = record;
	view->entry = tuned_entry(record);
	view->place = place_of(record);
	predict(loop, view, machine, wish);
}

/* ---- which are hot ---- */

static int by_weight(const void *a, const void *b)
{
	const struct hot_loop *x = a;
	const struct hot_loop *y = b;

	/* not known: perhaps the hottest of all */
	if ((x->weight == 0) != (y->weight == 0))
		return x->weight == 0 ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return strcmp(x->views->entry, y->views->entry);
}

static void free_view(struct hot_view *view)
{
	prediction_free(view->prediction);
	free(view->entry);
	free(view->place);
}

static void free_loop(struct hot_loop *loop, size_t choices)
{
	for (size_t i = 0; i < choices; i++)
		free_view(&loop->views[i]);
	for (size_t i = 0; i < loop->change_count; i++) {
		free_view(&loop->changes[i]->view);
		json_decref((json_t *)loop->changes[i]->view.record);
		free(loop->changes[i]->words);
		free(loop->changes[i]);
	}
	free(loop->changes);
	free(loop->views);
	free(loop->assumed);
	free(loop->candidates);
	free(loop->items);
	free(loop->runs);
	free(loop->beliefs);
	free(loop->gains);
	free(loop->seen);
}

/*
 * Time by the clocks in place of the estimate; false if it was never run. All
 * loops together were met "met" times: between two calls of this one there was
 * another one, as far as there are so many.
 */
static bool weigh(struct hot_loop *loop, const json_t *clocks, double met,
		  const struct machine *machine)
{
	double calls, wall;

	loop->weight = 0;
	if (!clocks_time(clocks, loop->views->record, &calls, &wall))
		return true;
	loop->weight = wall;
	if (wall > 0)
		loop->rejoin = machine->rejoin / machine->ghz *
			       fmin(calls, fmax(met - calls, 0)) / wall;
	return calls > 0;
}

static void drop_idle(struct hot *hot, const json_t *clocks,
		      const struct machine *machine)
{
	double met = 0, wall;
	size_t kept = 0;

	clocks_time(clocks, NULL, &met, &wall);
	for (size_t i = 0; i < hot->count; i++) {
		if (weigh(&hot->list[i], clocks, met, machine))
			hot->list[kept++] = hot->list[i];
		else
			free_loop(&hot->list[i], 1);
	}
	hot->count = kept;
}

/* Of those behind the first ones, those that are hot for other inputs. */
static void keep_cold(struct hot *hot, size_t keep, const char *const *names)
{
	size_t kept = keep;

	for (size_t i = keep; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->cold = list_has(names, loop->views->entry);
		if (loop->cold)
			hot->list[kept++] = *loop;
		else
			free_loop(loop, 1);
	}
	hot->count = kept;
}

/* The hottest of all is kept whatever it takes: who asks for runs has them. */
static void keep_hottest(struct hot *hot, double least,
			 const char *const *names)
{
	double total = 0, sum = 0;
	size_t keep = 0;

	for (size_t i = 0; i < hot->count; i++)
		total += hot->list[i].weight;
	while (keep < hot->count && keep < HOT_MOST) {
		double weight = hot->list[keep].weight;
		bool matters = weight >= least && sum < HOT_SHARE * total;

		if (keep > 0 && weight > 0 && !matters)
			break;
		sum += weight;
		keep++;
	}
	keep_cold(hot, keep, names);
}

/* What is short is disturbed more. */
static double noise_of(double weight)
{
	return weight > 0 ? hypot(REFINE_NOISE, DISTURBANCE * 1e9 / weight)
			  : REFINE_NOISE;
}

/* All the same where not all is known. */
static void share_out(struct hot *hot, double whole)
{
	hot->clocked = whole > 0;
	for (size_t i = 0; i < hot->count; i++)
		hot->clocked = hot->clocked && hot->list[i].weight > 0;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->share = 1;
		loop->noise = REFINE_NOISE;
		if (!hot->clocked)
			continue;
		loop->share = fmin(loop->weight / whole, 1);
		loop->noise = noise_of(loop->weight);
	}
}

void hot_find(struct hot *hot, const struct plan *plan,
	      const char *const *forced)
{
	*hot = (struct hot){0};
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct records *records = &plan->units[i].records;

		for (size_t j = 0; j < records->count; j++)
			add_loop(hot, records->list[j], i, forced);
	}
}

static int by_share(const void *a, const void *b)
{
	const struct hot_left *x = a;
	const struct hot_left *y = b;

	if (x->share != y->share)
		return x->share > y->share ? -1 : 1;
	return strcmp(x->place, y->place);
}

static void weigh_left(struct hot *hot, const json_t *clocks, double whole)
{
	for (size_t i = 0; i < hot->left_count; i++) {
		struct hot_left *left = &hot->left[i];
		double calls, wall;

		if (whole > 0 &&
		    clocks_time(clocks, left->record, &calls, &wall))
			left->share = fmin(wall / whole, 1);
		hot->rest += left->share;
	}
	hot->rest = fmin(hot->rest, 1);
	hot->rest_noise = noise_of(hot->rest * whole);
	if (hot->left_count > 0)
		qsort(hot->left, hot->left_count, sizeof(*hot->left), by_share);
}

/* Why it must not be tried as things are; NULL: it may. The caller frees it. */
static char *why_not_tried(const struct hot_loop *loop,
			   const struct hot_wish *wish)
{
	const json_t *record = loop->views->record;
	const char *reorders = loop_reorders(record);

	if (wish->clocks && !is_forced(record, wish->forced) &&
	    clocks_alone(wish->clocks, record))
		return memory_string("it runs inside a parallel loop, each "
				     "time in a team of one thread");
	if (wish->reproducible && reorders)
		return memory_print("%s: --reproducible keeps it, but the "
				    "original itself may differ from run to "
				    "run; a sum for each thread, all added up "
				    "in order behind the loop, would not",
				    reorders);
	return NULL;
}

/* Those that may be changed, but not as things are. */
static void drop_unsafe(struct hot *hot, const struct hot_wish *wish)
{
	size_t kept = 0;

	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		char *why = why_not_tried(loop, wish);

		if (why) {
			add_left(hot, loop->views->record, why);
			free_loop(loop, 1);
			hot->unsafe++;
		} else {
			hot->list[kept++] = *loop;
		}
	}
	hot->count = kept;
}

void hot_weigh(struct hot *hot, const struct machine *machine,
	       const struct hot_wish *wish)
{
	double whole = wish->clocks ? wish->seconds * 1e9 : 0;

	drop_unsafe(hot, wish);
	for (size_t i = 0; i < hot->count; i++)
		predict(&hot->list[i], hot->list[i].views, machine, wish);
	if (wish->clocks)
		drop_idle(hot, wish->clocks, machine);
	if (hot->count > 0)
		qsort(hot->list, hot->count, sizeof(*hot->list), by_weight);
	hot->reached = hot->count;
	keep_hottest(hot, HOT_LEAST * whole, wish->kept);
	share_out(hot, whole);
	weigh_left(hot, wish->clocks, whole);
}

bool hot_met(const struct hot_loop *loop, size_t candidate)
{
	return loop->seen && loop->seen[candidate].met;
}

void hot_free(struct hot *hot)
{
	size_t choices = hot->filled ? hot->filled : 1;

	for (size_t i = 0; i < hot->count; i++)
		free_loop(&hot->list[i], choices);
	for (size_t i = 0; i < hot->left_count; i++) {
		free(hot->left[i].place);
		free(hot->left[i].why);
	}
	free(hot->left);
	free(hot->list);
	*hot = (struct hot){0};
}
