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

/* A gain is one beyond so many standard errors. */
#define CLEAR 2

/* So many candidates of a loop each input wants at most. */
#define MOST_WANTED 4

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

/* ---- how candidates stand ---- */

/* The worse the earlier. */
enum standing { BAD, UNTRIED, GOOD };

struct stand {
	enum standing standing;
	double ratio; /* to the best; where it is worst */
	size_t input; /* where it stands so */
};

/* An input for which the loop is cold, and that never tried it, has no say. */
static bool has_say(const struct hot_loop *loop, size_t candidate)
{
	return loop && (!loop->cold || loop->items[candidate].barred ||
			hot_met(loop, candidate));
}

/* For one input: is it at most so much behind the best, within a standard
   error? The program as a whole has to prove it. */
static enum standing stand_for(const struct inputs_view *view, size_t candidate,
			       double *ratio)
{
	const struct hot_loop *loop = view->loop;
	double value, least, its, others;

	*ratio = 0;
	if (loop->items[candidate].barred ||
	    (loop->seen && loop->seen[candidate].costly))
		return BAD;
	if (!known(loop, candidate, &value, &its) ||
	    !known(loop, view->best, &least, &others))
		return UNTRIED;
	*ratio = exp(value - least);
	if (candidate == view->best)
		return GOOD;
	return value - least <= log1p(INPUTS_LOSS) + hypot(its, others) ? GOOD
									: BAD;
}

/* The same clauses for another input, to the word, so that one entry says it
   for all; the count if it cannot have them. As written is as written. */
static size_t same_for(const struct hot_loop *other, const struct hot_loop *one,
		       size_t candidate)
{
	size_t same = candidate ? candidate_same(other, one, candidate) : 0;
	struct text here = {0}, there = {0};

	if (same == other->count || candidate == 0)
		return same;
	candidate_plain(one, candidate, &here);
	candidate_plain(other, same, &there);
	if (strcmp(text_string(&here), text_string(&there)) != 0)
		same = other->count;
	text_free(&here);
	text_free(&there);
	return same;
}

/* For all that have a say: as it stands where it stands worst. */
static struct stand stand_of(const struct inputs *inputs,
			     const struct inputs_loop *loop, size_t input,
			     size_t candidate)
{
	const struct hot_loop *one = loop->views[input].loop;
	struct stand worst = {.standing = GOOD, .input = input};

	for (size_t i = 0; i < inputs->count; i++) {
		const struct inputs_view *view = &loop->views[i];
		enum standing its = UNTRIED;
		double ratio = 0;
		size_t same;

		if (!view->loop)
			continue;
		same = same_for(view->loop, one, candidate);
		if (same < view->loop->count) {
			if (!has_say(view->loop, same))
				continue;
			its = stand_for(view, same, &ratio);
		}
		worst.input = its < worst.standing ? i : worst.input;
		worst.standing = its < worst.standing ? its : worst.standing;
		worst.ratio = fmax(worst.ratio, ratio);
	}
	return worst;
}

/* ---- what is compared ---- */

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

/* For all that have it. */
static void add_for_all(const struct inputs *inputs, struct inputs_loop *loop,
			size_t input, size_t candidate)
{
	for (size_t i = 0; i < inputs->count; i++) {
		struct hot_loop *other = loop->views[i].loop;
		size_t same = other ? same_for(other, loop->views[input].loop,
					       candidate)
				    : 0;

		if (other && same < other->count)
			other->candidates[same].wanted |= same > 0;
	}
}

/* Is it as good as the best for this input, as far as is known? */
static bool is_wanted(const struct hot_loop *loop, size_t candidate,
		      size_t best)
{
	double value, least, its, others;

	return is_gain(loop, candidate) &&
	       known(loop, candidate, &value, &its) &&
	       known(loop, best, &least, &others) &&
	       value - least - CLEAR * hypot(its, others) <= log1p(INPUTS_LOSS);
}

/* What an input wants, the best first. */
static void add_wanted(const struct inputs *inputs, struct inputs_loop *loop,
		       size_t input)
{
	const struct hot_loop *one = loop->views[input].loop;
	size_t best = loop->views[input].best, count = 0;

	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 1; i < one->count && count < MOST_WANTED; i++) {
			if ((i == best) != (pass == 0) ||
			    !is_wanted(one, i, best))
				continue;
			add_for_all(inputs, loop, input, i);
			count++;
		}
}

/* After its search; and once more where what was best turns out to fail. */
static bool is_new(const struct inputs_view *view)
{
	const struct hot_loop *loop = view->loop;

	return loop && (!view->named || loop->items[view->best].barred ||
			(loop->seen && loop->seen[view->best].costly));
}

static void name_wanted(const struct inputs *inputs, struct inputs_loop *loop)
{
	for (size_t i = 0; i < inputs->count; i++)
		bar_for_all(inputs, loop, i);
	for (size_t i = 0; i < inputs->count; i++) {
		struct inputs_view *view = &loop->views[i];

		if (!is_new(view))
			continue;
		view->named = true;
		view->best = best_of(view->loop);
		add_wanted(inputs, loop, i);
	}
}

/* ---- the search ---- */

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

void inputs_tell(const struct inputs *inputs, size_t input)
{
	message_note("input %zu, %s:", input + 1, inputs_name(inputs, input));
}

/* A version that one input wants is measured for all inputs. */
static bool search(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		inputs_tell(inputs, i);
		if (!explore(&inputs->trials[i]))
			return false;
	}
	for (size_t i = 0; i < inputs->count; i++)
		learn_noise(&inputs->trials[i]);
	for (size_t i = 0; i < inputs->loop_count; i++)
		name_wanted(inputs, &inputs->loops[i]);
	for (size_t i = 0; i < inputs->count; i++) {
		inputs_tell(inputs, i);
		if (!explore_wanted(&inputs->trials[i]))
			return false;
	}
	return true;
}

/* ---- the choice ---- */

static void set_chosen(const struct inputs *inputs, struct inputs_loop *loop,
		       size_t input, size_t candidate)
{
	const struct hot_loop *one = loop->views[input].loop;

	for (size_t i = 0; i < inputs->count; i++) {
		struct inputs_view *view = &loop->views[i];

		if (view->loop)
			view->chosen = same_for(view->loop, one, candidate);
	}
}

/* By how it stands, and else by its words, so that no order of inputs or
   candidates decides. */
static bool is_before(const struct inputs_loop *loop, size_t input,
		      size_t candidate, double ratio,
		      const struct inputs_option *other)
{
	struct text its = {0}, others = {0};
	bool before;

	if (ratio != other->ratio || other->candidate == 0)
		return ratio < other->ratio;
	candidate_plain(loop->views[input].loop, candidate, &its);
	candidate_plain(loop->views[other->input].loop, other->candidate,
			&others);
	before = strcmp(text_string(&its), text_string(&others)) < 0;
	text_free(&its);
	text_free(&others);
	return before;
}

/* Of those that are good for all it is the first; *doubt is the first of those
   that may be. */
static void consider(const struct inputs *inputs,
		     const struct inputs_loop *loop, size_t input,
		     size_t candidate, struct inputs_option *best,
		     struct inputs_option *doubt)
{
	struct stand stand = stand_of(inputs, loop, input, candidate);
	struct inputs_option *option = stand.standing == GOOD ? best : doubt;

	if (stand.standing == BAD ||
	    !is_before(loop, input, candidate, stand.ratio, option))
		return;
	*option = (struct inputs_option){
		.input = input,
		.candidate = candidate,
		.where = stand.input,
		.ratio = stand.ratio,
	};
}

/* As written is what is best where nothing else is certain to be. */
static void choose_loop(const struct inputs *inputs, struct inputs_loop *loop)
{
	struct inputs_option best = {.ratio = INFINITY};
	struct inputs_option doubt = {.ratio = INFINITY};

	name_wanted(inputs, loop);
	while (!loop->views[best.input].loop)
		best.input++;
	consider(inputs, loop, best.input, 0, &best, &doubt);
	for (size_t i = 0; i < inputs->count; i++) {
		const struct hot_loop *one = loop->views[i].loop;

		for (size_t j = 1; one && j < one->count; j++)
			if (one->candidates[j].wanted)
				consider(inputs, loop, i, j, &best, &doubt);
	}
	set_chosen(inputs, loop, best.input, best.candidate);
	loop->doubt = doubt;
	loop->left = INPUTS_TAKEN;
	if (best.candidate == 0 && doubt.ratio < best.ratio)
		loop->left = INPUTS_UNTRIED;
	else if (isinf(best.ratio))
		loop->left = INPUTS_APART;
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

/* Of inputs that take its clauses for those that are written others may not. */
const struct hot_loop *inputs_winner(const struct inputs *inputs,
				     const struct inputs_loop *loop)
{
	for (size_t i = 0; i < inputs->count; i++)
		if (loop->views[i].loop && loop->views[i].loop->winner != 0)
			return loop->views[i].loop;
	return NULL;
}

/* The lines of a tuned file, for all loops. */
static char *variant_of(const struct inputs *inputs)
{
	struct text lines = {0};

	text_add(&lines, "");
	for (size_t i = 0; i < inputs->loop_count; i++) {
		const struct inputs_loop *loop = &inputs->loops[i];
		const struct hot_loop *one = inputs_winner(inputs, loop);

		if (!one)
			continue;
		text_print(&lines, "%s ", loop->entry);
		candidate_clauses(one, one->winner, &lines);
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
	if (verdict->borne)
		return false;
	message_warning("what is best over all inputs is given up: '%s' takes "
			"%.3g times as long with it, by %zu rounds (%.3g to "
			"%.3g)%s",
			name, verdict->confirm.ratio, verdict->rounds,
			verdict->confirm.low, verdict->confirm.high,
			verdict->confirm.low > 1 + INPUTS_LOSS
				? ""
				: ", which proves nothing; give more rounds or "
				  "time, by --confirm or --budget");
	return true;
}

static bool compare(struct inputs *inputs, const char *variant, bool *bad)
{
	bool good = true, faster = false;

	for (size_t i = 0; i < inputs->count && good && !*bad; i++) {
		inputs_tell(inputs, i);
		good = proof_hold(&inputs->trials[i], variant, 1 + INPUTS_LOSS,
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
