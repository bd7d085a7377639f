/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may be tried in the hot loops, and what is known of it.
 */
#include "candidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/text.h"
#include "choice.h"
#include "hot.h"
#include "models/clause.h"
#include "rank/prediction.h"
#include "rank/variants.h"
#include "record/loop.h"
#include "run/clocks.h"

/* ---- candidates ---- */

static const struct clause_kind *kind_of(const json_t *record)
{
	const char *word = json_string_value(
		json_object_get(json_object_get(record, "schedule"), "kind"));

	return word ? clause_find(word) : NULL;
}

static struct schedule written_schedule(const struct hot_view *view, int usual)
{
	const struct clause_kind *kind = kind_of(view->record);
	struct schedule schedule = {SCHEDULE_STATIC, 1, usual};

	if (view->prediction)
		return prediction_schedule(view->prediction, usual);
	if (kind && clause_can_choose(kind))
		schedule.kind = kind->is;
	return schedule;
}

/* Where only some choices are predicted the others are like the original. */
static double cycles_of(const struct hot_loop *loop, struct hot_view *view,
			const struct schedule *schedule)
{
	double cycles = 0;

	if (loop->views->prediction && view->prediction)
		cycles = hot_estimated(view->prediction, schedule);
	if (cycles > 0)
		return cycles;
	return loop->views->prediction && loop->count > 0
		       ? loop->items[0].cycles
		       : 1;
}

/*
 * Nests are alike that are compiled with the same flags; macros change the
 * nest, or nothing. Where nothing is predicted each choice is like itself.
 */
static struct likeness likeness_of(const struct hot_view *view,
				   const struct choice *choice, size_t number)
{
	struct likeness likeness = {number, number, number};
	struct text flags = {0};

	if (view->prediction)
		likeness = prediction_likeness(view->prediction);
	for (size_t i = 0; choice->flags[i + choice->macros]; i++)
		text_print(&flags, "%s\n", choice->flags[i]);
	likeness.nest ^= digest_bytes(text_string(&flags), flags.length);
	text_free(&flags);
	return likeness;
}

/*
 * What the program pays for a team of this loop's own: the threads that others
 * have beyond it end, and begin again. A thread alone works without the team.
 */
static double resizing(const struct hot *hot, const struct hot_loop *loop,
		       const struct schedule *schedule)
{
	int written = loop->count ? loop->candidates[0].schedule.threads
				  : schedule->threads;
	int lacking = abs(hot->wish->threads - schedule->threads);

	if (schedule->threads == written || schedule->threads == 1)
		return 0;
	return loop->rejoin * lacking;
}

/* The view of a change, or that of the loop as the choice has it. */
static struct hot_view *view_of(const struct hot_loop *loop, size_t choice,
				struct hot_change *change)
{
	return change ? &change->view : &loop->views[choice];
}

static void add_candidate(struct hot *hot, struct hot_loop *loop, size_t choice,
			  struct hot_change *change,
			  const struct schedule *schedule)
{
	struct hot_view *view = view_of(loop, choice, change);
	struct likeness likeness =
		likeness_of(view, &hot->choices->list[choice], choice);
	size_t index = loop->count;

	loop->candidates = memory_grow(loop->candidates, index + 1,
				       sizeof(*loop->candidates));
	loop->items = memory_grow(loop->items, index + 1, sizeof(*loop->items));
	loop->candidates[index] = (struct hot_candidate){
		.choice = choice, .schedule = *schedule, .change = change};
	loop->items[index] = prediction_item(&likeness, schedule,
					     cycles_of(loop, view, schedule));
	loop->items[index].cycles +=
		loop->items[0].cycles * resizing(hot, loop, schedule);
	loop->count++;
}

static bool is_same(const struct schedule *a, const struct schedule *b)
{
	return a->kind == b->kind && a->threads == b->threads &&
	       (!clause_kinds[a->kind].chunks || a->chunk == b->chunk);
}

/* The clauses of a space, on top of those that are written. */
static struct schedule *space_list(const struct choice *choice,
				   const struct schedule *written,
				   size_t *count)
{
	struct schedule *list =
		memory_grow(NULL, choice->clause_count + 1, sizeof(*list));

	*count = choice->clause_count;
	for (size_t i = 0; i < *count; i++) {
		const struct choice_clauses *one = &choice->clauses[i];

		list[i] = *written;
		if (one->schedule)
			variants_choose(&list[i], one->schedule, one->chunk);
		if (one->threads)
			list[i].threads = one->threads;
	}
	return list;
}

static double iterations_of(const struct hot_view *view)
{
	return view->prediction ? prediction_iterations(view->prediction)
				: HOT_ASSUMED;
}

static struct schedule *usual_list(const struct hot_view *view, int cores,
				   const struct hot_wish *wish, size_t *count)
{
	return variants_list(wish->variants, iterations_of(view), cores,
			     wish->threads, count);
}

/*
 * Data may be laid out for as many threads as there are, and no more: 0 where
 * the user asks for numbers.
 */
static int most_threads(const struct hot_view *view,
			const struct schedule *written,
			const struct hot_wish *wish)
{
	const json_t *clause = json_object_get(view->record, "num_threads");
	int seen =
		wish->clocks ? clocks_threads(wish->clocks, view->record) : 0;

	if (wish->variants && wish->variants->thread_count > 0)
		return 0;
	if (seen > 0)
		return seen;
	return !clause || json_is_null(clause) ? wish->threads
					       : written->threads;
}

static void add_candidates(struct hot *hot, struct hot_loop *loop,
			   size_t choice, struct hot_change *change)
{
	const struct hot_wish *wish = hot->wish;
	const json_t *record = loop->views[choice].record;
	struct hot_view *view = view_of(loop, choice, change);
	struct schedule written = written_schedule(view, wish->threads);
	struct schedule *list;
	size_t count;

	int most =
		hot->choices->clauses ? 0 : most_threads(view, &written, wish);

	view->first = loop->count;
	add_candidate(hot, loop, choice, change, &written);
	if (!record || !hot_eligible(record, loop->forced))
		return;
	list = hot->choices->clauses
		       ? space_list(&hot->choices->list[choice], &written,
				    &count)
		       : usual_list(view, hot->machine->cores, wish, &count);
	count = loop_keep_taken(view->record, iterations_of(view), list, count);
	for (size_t i = 0; i < count; i++) {
		if (loop->keeps_threads && list[i].threads != written.threads)
			continue;
		if (most && list[i].threads > most)
			continue;
		if (!is_same(&list[i], &written))
			add_candidate(hot, loop, choice, change, &list[i]);
	}
	free(list);
}

/* ---- the same loops in other choices ---- */

/* By function and order in it; the only one of a unit may be called else. */
static const json_t *counterpart(const struct hot_loop *loop,
				 const struct choice *choice)
{
	const struct records *records = &choice->records[loop->unit];
	const json_t *original = loop->views->record;
	bool exchanged = choice->source && choice->unit == loop->unit;

	for (size_t i = 0; i < records->count; i++) {
		const json_t *one = records->list[i];

		if (json_equal(json_object_get(original, "id"),
			       json_object_get(one, "id")) &&
		    (exchanged || json_equal(json_object_get(original, "file"),
					     json_object_get(one, "file"))))
			return one;
	}
	return exchanged && records->count == 1 ? records->list[0] : NULL;
}

/* One loop is judged by the program's time, where it need not be known. */
static bool find_again(struct hot *hot, struct choice *choice, size_t number,
		       const struct machine *machine,
		       const struct hot_wish *wish)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		struct hot_view *view = &loop->views[number];
		const json_t *record = counterpart(loop, choice);

		if (!record && hot->count > 1) {
			choice->reason = memory_print("%s is not found in it",
						      loop->views->entry);
			return false;
		}
		if (record)
			hot_look(loop, view, record, machine, wish);
	}
	return true;
}

/* What is believed of the candidates is of those that there were. */
static void make_room(struct hot_loop *loop, size_t first, size_t choices)
{
	loop->views = memory_grow(loop->views, choices, sizeof(*loop->views));
	for (size_t i = first; i < choices; i++)
		loop->views[i] = (struct hot_view){0};
	free(loop->beliefs);
	free(loop->gains);
	loop->beliefs = NULL;
	loop->gains = NULL;
}

static size_t count_of(const struct hot_loop *loop, size_t choice)
{
	size_t count = 0;

	for (size_t i = 0; i < loop->count; i++)
		count += loop->candidates[i].choice == choice;
	return count;
}

/* Combinations of candidates, in all choices that are tried. */
static void count_space(struct hot *hot)
{
	hot->space = 0;
	for (size_t i = 0; i < hot->filled; i++) {
		const struct choice *choice = &hot->choices->list[i];
		double combinations = !choice->reason && !choice->known;

		for (size_t j = 0; j < hot->count; j++)
			combinations *= (double)count_of(&hot->list[j], i);
		hot->space += combinations;
	}
}

void candidate_fill(struct hot *hot, struct choices *choices,
		    const struct machine *machine, const struct hot_wish *wish)
{
	size_t first = hot->filled;

	hot->choices = choices;
	hot->machine = machine;
	hot->wish = wish;
	for (size_t i = 0; i < hot->count; i++)
		make_room(&hot->list[i], first ? first : 1, choices->count);
	for (size_t i = first; i < choices->count; i++) {
		struct choice *choice = &choices->list[i];

		if (choice->reason || choice->known)
			continue;
		if (i > 0 && !find_again(hot, choice, i, machine, wish))
			continue;
		for (size_t j = 0; j < hot->count; j++)
			add_candidates(hot, &hot->list[j], i, NULL);
	}
	hot->filled = choices->count;
	count_space(hot);
}

void candidate_transform(struct hot *hot, struct hot_loop *loop, size_t choice,
			 const char *words, const json_t *record)
{
	struct hot_change *change = memory_grow(NULL, 1, sizeof(*change));

	*change = (struct hot_change){.words = memory_string(words)};
	hot_look(loop, &change->view, json_incref((json_t *)record),
		 hot->machine, hot->wish);
	loop->changes = memory_grow(loop->changes, loop->change_count + 1,
				    sizeof(struct hot_change *));
	loop->changes[loop->change_count++] = change;
	free(loop->beliefs);
	free(loop->gains);
	loop->beliefs = NULL;
	loop->gains = NULL;
	add_candidates(hot, loop, choice, change);
	count_space(hot);
}

/* ---- the same loops for other inputs ---- */

size_t candidate_same(const struct hot_loop *loop, const struct hot_loop *other,
		      size_t candidate)
{
	size_t i = 0;

	while (candidate > 0 && i < loop->count &&
	       !is_same(&loop->candidates[i].schedule,
			&other->candidates[candidate].schedule))
		i++;
	return i;
}

static bool may_have(const struct hot_loop *loop, int threads)
{
	for (size_t i = 0; i < loop->count; i++)
		if (loop->candidates[i].schedule.threads == threads)
			return true;
	return false;
}

void candidate_join(struct hot *hot, struct hot_loop *loop,
		    const struct hot_loop *other)
{
	for (size_t i = 1; i < other->count; i++) {
		const struct schedule *schedule =
			&other->candidates[i].schedule;

		if (may_have(loop, schedule->threads) &&
		    candidate_same(loop, other, i) == loop->count)
			add_candidate(hot, loop, 0, NULL, schedule);
	}
	count_space(hot);
}

/* ---- what is known ---- */

size_t candidate_written(const struct hot_loop *loop, size_t candidate)
{
	return loop->views[loop->candidates[candidate].choice].first;
}

const char *candidate_change(const struct hot_loop *loop, size_t candidate)
{
	const struct hot_change *change = loop->candidates[candidate].change;

	return change ? change->words : NULL;
}

const struct hot_view *candidate_view(const struct hot_loop *loop,
				      size_t candidate)
{
	const struct hot_candidate *one = &loop->candidates[candidate];

	return one->change ? &one->change->view : &loop->views[one->choice];
}

double candidate_predicted(const struct hot_loop *loop, size_t candidate)
{
	if (!loop->views->prediction ||
	    !candidate_view(loop, candidate)->prediction)
		return 0;
	return loop->items[candidate].cycles / loop->items[0].cycles;
}

void candidate_ratio(double ratio, struct text *out)
{
	if (ratio > 0)
		text_print(out, ratio < .001 ? "%.2g" : "%.3f", ratio);
	else
		text_add(out, "-");
}

size_t candidate_runs(const struct hot_loop *loop, size_t candidate)
{
	size_t count = 0;

	for (size_t i = 0; i < loop->run_count; i++)
		count += loop->runs[i].item == candidate;
	return count;
}

/* Each counts by what is known of it. */
double candidate_measured(const struct hot_loop *loop, size_t candidate)
{
	double weights = 0, sum = 0;

	for (size_t i = 0; i < loop->run_count; i++) {
		const struct refine_run *run = &loop->runs[i];
		double weight =
			run->noise > 0 ? 1 / (run->noise * run->noise) : 1;

		if (run->item != candidate)
			continue;
		weights += weight;
		sum += weight * run->log_time;
	}
	return weights > 0 ? exp(sum / weights) : 0;
}

/* ---- words ---- */

void candidate_plain(const struct hot_loop *loop, size_t candidate,
		     struct text *out)
{
	const struct schedule *schedule = &loop->candidates[candidate].schedule;
	size_t written = candidate_written(loop, candidate);
	const struct clause_kind *kind = kind_of(loop->views->record);
	const struct hot_change *change = loop->candidates[candidate].change;

	text_add(out, change ? change->words : "");
	if (change && change->view.first == candidate)
		return;
	text_add(out, change ? " schedule(" : "schedule(");
	/* which libgomp, or its user, may take for another one */
	if (candidate == written && kind && !clause_can_choose(kind))
		text_add(out, kind->word);
	else
		variants_print(out, schedule);
	text_add(out, ")");
	if (schedule->threads != loop->candidates[written].schedule.threads)
		text_print(out, " num_threads(%d)", schedule->threads);
}

void candidate_clauses(const struct hot_loop *loop, size_t candidate,
		       struct text *out)
{
	candidate_plain(loop, candidate, out);
	if (loop->forced && candidate != candidate_written(loop, candidate))
		text_add(out, " force");
}

void candidate_entry(const struct hot_loop *loop, size_t candidate,
		     struct text *out)
{
	if (candidate != candidate_written(loop, candidate))
		candidate_clauses(loop, candidate, out);
}

char *candidate_variant(const struct hot *hot)
{
	struct text lines = {0};

	text_add(&lines, hot->choices->list[hot->choice].lines);
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		struct text words = {0};

		candidate_entry(loop, loop->now, &words);
		if (words.length > 0)
			text_print(&lines, "%s %s\n",
				   loop->views[hot->choice].entry,
				   text_string(&words));
		text_free(&words);
	}
	return lines.bytes;
}

/* ---- several versions in one build ---- */

void candidate_hold(struct hot_loop *loop, size_t choice, const size_t *list,
		    size_t count)
{
	for (size_t i = 0; i < loop->count; i++)
		if (loop->candidates[i].choice == choice)
			loop->candidates[i].version = 0;
	for (size_t i = 0; i < count; i++)
		loop->candidates[list[i]].version = i + 1;
}

static size_t find_version(const struct hot_loop *loop, size_t choice,
			   size_t version)
{
	size_t i = 0;

	while (i < loop->count && (loop->candidates[i].choice != choice ||
				   loop->candidates[i].version != version))
		i++;
	return i;
}

void candidate_drop_barred(struct hot *hot, size_t choice)
{
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		size_t *list =
			memory_grow(NULL, loop->count + 1, sizeof(*list));
		size_t count = 0, one;

		for (size_t j = 1;
		     (one = find_version(loop, choice, j)) < loop->count; j++)
			if (!loop->items[one].barred)
				list[count++] = one;
		candidate_hold(loop, choice, list, count);
		free(list);
	}
}

char *candidate_versions(const struct hot *hot, size_t choice)
{
	struct text lines = {0};

	text_add(&lines, hot->choices->list[choice].lines);
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		size_t one = find_version(loop, choice, 1);

		if (one == loop->count)
			continue;
		text_print(&lines, "%s as-written", loop->views[choice].entry);
		for (size_t j = 1; one < loop->count;
		     one = find_version(loop, choice, ++j)) {
			text_add(&lines, " | ");
			candidate_plain(loop, one, &lines);
		}
		text_add(&lines, loop->forced ? " force\n" : "\n");
	}
	return lines.bytes;
}

char *candidate_fixed(const struct hot *hot)
{
	struct text lines = {0};
	bool has_all = true;

	text_add(&lines, "");
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		const struct hot_candidate *one = &loop->candidates[loop->now];
		const json_t *record = loop->views[hot->choice].record;
		const char *file =
			json_string_value(json_object_get(record, "file"));

		if (loop->now == candidate_written(loop, loop->now))
			continue;
		has_all = has_all && one->version > 0 && !loop->unfixed;
		if (file)
			text_print(&lines, "%s:", file);
		text_print(&lines, "%s\t%zu\n",
			   json_string_value(json_object_get(record, "id")),
			   one->version);
	}
	if (!has_all)
		text_free(&lines);
	return lines.bytes;
}
