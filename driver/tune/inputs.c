/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several inputs of one program.
 */
#include "inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "candidate.h"
#include "explore.h"
#include "hot.h"
#include "proof.h"
#include "session.h"

/* What is chosen may take so much more than the best for an input. */
#define MOST_LOSS .03

/* A gain is one beyond so many standard errors. */
#define CLEAR 2

/* So many candidates of a loop are asked of other inputs at most. */
#define MOST_ASKED 4

const char *inputs_name(const struct inputs *inputs, size_t input)
{
	return inputs->trials[input].session->wish->run;
}

/* ---- the loops ---- */

static struct inputs_loop *find_loop(const struct inputs *inputs,
				     const char *entry)
{
	for (size_t i = 0; i < inputs->loop_count; i++)
		if (strcmp(inputs->loops[i].entry, entry) == 0)
			return &inputs->loops[i];
	return NULL;
}

static struct inputs_loop *add_loop(struct inputs *inputs,
				    const struct hot_loop *loop)
{
	struct inputs_loop *added;

	inputs->loops = memory_grow(inputs->loops, inputs->loop_count + 1,
				    sizeof(*inputs->loops));
	added = &inputs->loops[inputs->loop_count++];
	*added = (struct inputs_loop){
		.entry = loop->views->entry,
		.place = loop->views->place,
		.views =
			memory_grow(NULL, inputs->count, sizeof(*added->views)),
	};
	for (size_t i = 0; i < inputs->count; i++)
		added->views[i] = (struct inputs_view){0};
	return added;
}

/* What may be tried for one input may be tried for all. */
static void join(struct inputs *inputs, const struct inputs_loop *loop)
{
	for (size_t i = 0; i < inputs->count; i++)
		for (size_t j = 0; j < inputs->count; j++)
			if (i != j && loop->views[i].loop &&
			    loop->views[j].loop)
				candidate_join(inputs->trials[i].hot,
					       loop->views[i].loop,
					       loop->views[j].loop);
}

void inputs_meet(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		const struct hot *hot = inputs->trials[i].hot;

		inputs->trials[i].inputs = inputs;
		for (size_t j = 0; j < hot->count; j++) {
			struct hot_loop *one = &hot->list[j];
			struct inputs_loop *loop =
				find_loop(inputs, one->views->entry);

			if (!loop)
				loop = add_loop(inputs, one);
			loop->views[i].loop = one;
		}
	}
	for (size_t i = 0; i < inputs->loop_count; i++)
		join(inputs, &inputs->loops[i]);
}

/* ---- what is known of a candidate for an input ---- */

/* ln of its time by that of the loop as written, and the standard error. What
   is barred there, or costs others, is not known. */
static bool known(const struct hot_loop *loop, size_t candidate, double *value,
		  double *error)
{
	const struct hot_seen *seen =
		loop->seen ? &loop->seen[candidate] : NULL;

	*value = *error = 0;
	if (candidate == 0)
		return true;
	if (loop->items[candidate].barred)
		return false;
	if (seen && seen->met) {
		*value = seen->gain;
		*error = seen->error;
		return !seen->costly;
	}
	if (candidate_runs(loop, candidate) == 0)
		return false;
	*value = log(candidate_measured(loop, candidate));
	*error = loop->noise / sqrt((double)candidate_runs(loop, candidate));
	return true;
}

static bool is_gain(const struct hot_loop *loop, size_t candidate)
{
	double value, error;

	return known(loop, candidate, &value, &error) &&
	       ((loop->seen && loop->seen[candidate].proven) ||
		value + CLEAR * error < 0);
}

/* The fastest of those that are faster; 0 if none is. */
static size_t best_of(const struct hot_loop *loop)
{
	double least = 0, value, error;
	size_t best = 0;

	for (size_t i = 1; i < loop->count; i++)
		if (is_gain(loop, i) && known(loop, i, &value, &error) &&
		    value < least) {
			least = value;
			best = i;
		}
	return best;
}

/* ln of its time by that of the best, and the standard error; NAN if it is not
   known. */
static double loss_of(const struct hot_loop *loop, size_t candidate,
		      size_t best, double *error)
{
	double value, least, its, others;

	if (!known(loop, candidate, &value, &its) ||
	    !known(loop, best, &least, &others))
		return NAN;
	*error = candidate == best ? 0 : hypot(its, others);
	return fmax(value - least, 0);
}

/* ---- what others are asked ---- */

static void ask(struct hot_loop *loop, size_t candidate)
{
	double value, error;

	for (size_t i = 0; i < loop->asked_count; i++)
		if (loop->asked[i] == candidate)
			return;
	if (candidate == 0 || candidate >= loop->count ||
	    loop->items[candidate].barred ||
	    (loop->seen && loop->seen[candidate].met) ||
	    known(loop, candidate, &value, &error))
		return;
	loop->asked = memory_grow(loop->asked, loop->asked_count + 1,
				  sizeof(*loop->asked));
	loop->asked[loop->asked_count++] = candidate;
}

/* Is it as good as the best for this input, as far as is known? */
static bool is_wanted(const struct hot_loop *loop, size_t candidate,
		      size_t best)
{
	double error, loss = loss_of(loop, candidate, best, &error);

	return is_gain(loop, candidate) &&
	       loss - CLEAR * error <= log1p(MOST_LOSS);
}

/* The best first. */
static void ask_others(struct inputs *inputs, const struct inputs_loop *loop,
		       size_t input)
{
	const struct hot_loop *one = loop->views[input].loop;
	size_t best = best_of(one), count = 0;

	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 1; i < one->count && count < MOST_ASKED; i++) {
			if ((i == best) != (pass == 0) ||
			    !is_wanted(one, i, best))
				continue;
			for (size_t j = 0; j < inputs->count; j++) {
				struct hot_loop *other = loop->views[j].loop;

				if (other && j != input)
					ask(other,
					    candidate_same(other, one, i));
			}
			count++;
		}
}

/* Runs of the original have shown how far runs scatter on this machine now. */
static void learn_noise(struct trial *trial)
{
	struct confirm_noise noise =
		confirm_noise(trial->drifts, trial->drift_count);

	for (size_t i = 0; i < trial->hot->count; i++) {
		struct hot_loop *loop = &trial->hot->list[i];

		loop->noise = fmax(loop->noise, noise.deviation);
	}
}

static void exchange(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->loop_count; i++)
		for (size_t j = 0; j < inputs->count; j++)
			if (inputs->loops[i].views[j].loop)
				ask_others(inputs, &inputs->loops[i], j);
}

void inputs_tell(const struct inputs *inputs, size_t input)
{
	message_note("input %zu, %s:", input + 1, inputs_name(inputs, input));
}

static bool is_asked(const struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		if (hot->list[i].asked_count > 0)
			return true;
	return false;
}

static bool search(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		inputs_tell(inputs, i);
		if (!explore(&inputs->trials[i]))
			return false;
	}
	for (size_t i = 0; i < inputs->count; i++)
		learn_noise(&inputs->trials[i]);
	exchange(inputs);
	for (size_t i = 0; i < inputs->count; i++) {
		if (!is_asked(inputs->trials[i].hot))
			continue;
		inputs_tell(inputs, i);
		if (!explore_asked(&inputs->trials[i]))
			return false;
	}
	return true;
}

/* ---- the choice ---- */

/* Is it the same to the word, so that one entry says it for all? */
static bool is_same(const struct hot_loop *one, size_t candidate,
		    const struct hot_loop *other, size_t same)
{
	struct text here = {0}, there = {0};
	bool good;

	candidate_clauses(one, candidate, &here);
	candidate_clauses(other, same, &there);
	good = strcmp(text_string(&here), text_string(&there)) == 0;
	text_free(&here);
	text_free(&there);
	return good;
}

/* An input for which the loop is cold, and that never tried it, has no say. */
static bool has_say(const struct hot_loop *loop, size_t candidate)
{
	return loop && (!loop->cold || loop->items[candidate].barred ||
			(loop->seen && loop->seen[candidate].met));
}

/* The worst loss of a candidate of one input for all of them; INFINITY where it
   cannot be taken, or one loses too much by more than one standard error. */
static double worst_of(const struct inputs *inputs,
		       const struct inputs_loop *loop, size_t input,
		       size_t candidate)
{
	const struct hot_loop *one = loop->views[input].loop;
	double worst = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		const struct hot_loop *other = loop->views[i].loop;
		double loss, error;
		size_t same;

		same = other ? candidate_same(other, one, candidate) : 0;
		if (other && (same == other->count ||
			      !is_same(one, candidate, other, same)))
			return INFINITY;
		if (!has_say(other, same))
			continue;
		loss = loss_of(other, same, loop->views[i].best, &error);
		if (isnan(loss) || loss - error > log1p(MOST_LOSS))
			return INFINITY;
		worst = fmax(worst, loss);
	}
	return worst;
}

static void set_chosen(const struct inputs *inputs, struct inputs_loop *loop,
		       size_t input, size_t candidate)
{
	const struct hot_loop *one = loop->views[input].loop;

	for (size_t i = 0; i < inputs->count; i++) {
		struct inputs_view *view = &loop->views[i];

		if (view->loop)
			view->chosen =
				candidate_same(view->loop, one, candidate);
	}
}

/* What fails for one input is no candidate for any. */
static void bar_for_all(const struct inputs *inputs, struct inputs_loop *loop,
			size_t input)
{
	const struct hot_loop *one = loop->views[input].loop;

	for (size_t i = 1; one && i < one->count; i++)
		for (size_t j = 0; one->items[i].barred && j < inputs->count;
		     j++) {
			struct hot_loop *other = loop->views[j].loop;
			size_t same = other ? candidate_same(other, one, i) : 0;

			if (other && same < other->count)
				other->items[same].barred = true;
		}
}

/* As written is what is best where nothing else is certain to be. */
static void choose_loop(const struct inputs *inputs, struct inputs_loop *loop)
{
	double least;
	size_t first = inputs->count;

	for (size_t i = 0; i < inputs->count; i++)
		bar_for_all(inputs, loop, i);
	for (size_t i = 0; i < inputs->count; i++) {
		struct inputs_view *view = &loop->views[i];

		if (!view->loop)
			continue;
		view->best = best_of(view->loop);
		first = i < first ? i : first;
	}
	least = worst_of(inputs, loop, first, 0);
	set_chosen(inputs, loop, first, 0);
	for (size_t i = 0; i < inputs->count; i++) {
		const struct hot_loop *one = loop->views[i].loop;

		for (size_t j = 1; one && j < one->count; j++) {
			double worst = is_gain(one, j)
					       ? worst_of(inputs, loop, i, j)
					       : INFINITY;

			if (worst >= least)
				continue;
			least = worst;
			set_chosen(inputs, loop, i, j);
		}
	}
	loop->left = isinf(least);
}

/* What proof.c is to carry. */
static void decide_loop(const struct inputs_view *view)
{
	struct hot_loop *loop = view->loop;

	loop->decided = loop->silent = true;
	loop->winner = view->chosen;
	loop->proven = loop->winner != 0 && loop->seen &&
		       loop->seen[loop->winner].proven;
	known(loop, loop->winner, &loop->gain, &loop->error);
}

static void choose(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->loop_count; i++) {
		struct inputs_loop *loop = &inputs->loops[i];

		choose_loop(inputs, loop);
		for (size_t j = 0; j < inputs->count; j++)
			if (loop->views[j].loop)
				decide_loop(&loop->views[j]);
	}
}

/* The lines of a tuned file, for all loops. */
static char *variant_of(const struct inputs *inputs)
{
	struct text lines = {0};

	text_add(&lines, "");
	for (size_t i = 0; i < inputs->loop_count; i++) {
		const struct inputs_loop *loop = &inputs->loops[i];
		size_t j = 0;

		while (!loop->views[j].loop)
			j++;
		if (loop->views[j].loop->winner == 0)
			continue;
		text_print(&lines, "%s ", loop->entry);
		candidate_clauses(loop->views[j].loop,
				  loop->views[j].loop->winner, &lines);
		text_add(&lines, "\n");
	}
	return lines.bytes;
}

/* ---- proof ---- */

/* Why it does not work for an input, NULL if it only makes no difference. */
static const char *reason_of(const struct trial *trial, const char *variant)
{
	for (size_t i = 0; i < trial->count; i++)
		if (trial->list[i].contender.reason &&
		    strcmp(trial->list[i].contender.variant, variant) == 0)
			return trial->list[i].contender.reason;
	return NULL;
}

/* It fails for an input, makes no difference, or is slower there. */
static bool is_bad(const struct inputs *inputs, size_t input,
		   const char *variant)
{
	const struct trial_verdict *verdict = &inputs->verdicts[input];
	const char *name = inputs_name(inputs, input);
	const char *reason = reason_of(&inputs->trials[input], variant);

	if (reason)
		message_warning("what is best over all inputs is given up: "
				"with '%s' it fails: %s",
				name, reason);
	if (reason || verdict->chosen == 0)
		return true;
	if (!verdict->compared) {
		if (inputs->trials[input].unconfirmed ||
		    inputs->trials[input].hot->count == 0)
			return false;
		message_warning("what is best over all inputs is given up: it "
				"was not compared with the original for '%s'; "
				"give more rounds or time, by --confirm or "
				"--budget",
				name);
		return true;
	}
	if (verdict->confirm.ratio <= 1 + MOST_LOSS)
		return false;
	message_warning("what is best over all inputs is given up: '%s' takes "
			"%.3g times as long with it",
			name, verdict->confirm.ratio);
	return true;
}

static bool compare(struct inputs *inputs, const char *variant, bool *bad)
{
	bool good = true, faster = false;

	for (size_t i = 0; i < inputs->count && good && !*bad; i++) {
		inputs_tell(inputs, i);
		good = proof_hold(&inputs->trials[i], variant,
				  &inputs->verdicts[i]);
		*bad = good && is_bad(inputs, i, variant);
		faster = faster || inputs->verdicts[i].faster;
	}
	*bad = *bad || !faster;
	return good;
}

/* Where it is no faster it has to work as well. */
static bool endure(struct inputs *inputs, const char *variant, bool *bad)
{
	bool good = true;

	for (size_t i = 0; i < inputs->count && good && !*bad; i++) {
		struct trial *trial = &inputs->trials[i];

		if (inputs->verdicts[i].faster || trial->unconfirmed)
			continue;
		good = proof_endure(trial, &inputs->verdicts[i]);
		*bad = good && is_bad(inputs, i, variant);
	}
	return good;
}

static bool prove(struct inputs *inputs)
{
	char *variant = variant_of(inputs);
	bool bad = !*variant;
	bool good =
		compare(inputs, variant, &bad) && endure(inputs, variant, &bad);

	free(variant);
	inputs->faster = good && !bad;
	for (size_t i = 0; i < inputs->count; i++)
		inputs->verdicts[i].faster = inputs->faster;
	return good;
}

bool inputs_decide(struct inputs *inputs)
{
	if (!search(inputs))
		return false;
	choose(inputs);
	return prove(inputs);
}

void inputs_free(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->loop_count; i++)
		free(inputs->loops[i].views);
	free(inputs->loops);
	inputs->loops = NULL;
	inputs->loop_count = 0;
}
