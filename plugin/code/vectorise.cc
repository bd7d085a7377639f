/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "live.h"
#include "vector.h"
#include "vectorise.h"
#include "words.h"

#define NO_VECTOR "not vectorized: no vectype"

/* ---- copies of if-conversion ---- */

/*
 * If-conversion copies the loop that it changes, or the loop around it and in
 * that once more the inner one. The vectoriser leaves alone what is marked,
 * not what is in it; what is left of the others is removed where it fails.
 */
static bool left_alone(class loop *loop)
{
	return loop->dont_vectorize;
}

static void note_spare(class loop *copy)
{
	expanded_location place = expand_location(live_location(copy));

	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->innermost && !live->gone && live->spare == 0 &&
		    live_stands_at(live, place)) {
			live->spare = copy->num;
			return;
		}
	}
}

static void note_spares(void)
{
	FOR_EACH_LOOP_OF (loop, 0)
		if (!loop->inner && left_alone(loop) && !live_find(loop->num))
			note_spare(loop);
}

/* Where the vectoriser failed, the copy goes on in the loop's place. */
static void take_spares(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->spare && !live_loop_of(live))
			live->num = live->spare;
	}
}

/* ---- before it ---- */

/*
 * A loop that the vectoriser took counts anew: another name is compared at
 * its end. In a loop around which it vectorised, statements change, and not
 * how it ends.
 */
static int tested_name(class loop *loop)
{
	gcond *condition = get_loop_exit_condition(loop);

	if (!condition || TREE_CODE(gimple_cond_lhs(condition)) != SSA_NAME)
		return -1;
	return SSA_NAME_VERSION(gimple_cond_lhs(condition));
}

/*
 * To listen makes the vectoriser print all that it thinks. Under -O2 it
 * seldom does anything, for the one reason that live.cc tells as VERY_CHEAP,
 * and that is not worth 3 % of the compilation.
 */
void vectorise_before(const opt_pass *pass)
{
	bool listen = flag_vect_cost_model != VECT_COST_MODEL_VERY_CHEAP;

	live_update(left_alone);
	note_spares();
	live_reasons_heard =
		listen && live_any_wanted() && words_listen(pass, true);
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (!loop)
			continue;
		live->tested = tested_name(loop);
		live->had_vectors = vector_any(loop);
		live->cold = !optimize_loop_nest_for_speed_p(loop);
	}
}

/* ---- its words ---- */

static const char *without_prefix(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(text, prefix, length) == 0 ? text + length : text;
}

static bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool same_line(expanded_location place, const struct words *words)
{
	return place.file && place.line == words->line &&
	       strcmp(place.file, words->file) == 0;
}

/*
 * If-conversion changes the statement that gives a loop its place: then the
 * line must do.
 */
static void give_reason(const struct words *words, const char *reason)
{
	bool exact = false;

	reason = without_prefix(reason, "not vectorized: ");
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->gone || !words_are_at(words, live->now))
			continue;
		outcome_set_reason(&live->code.outcome, reason);
		exact = true;
	}
	for (unsigned i = 0; i < live_loops.length() && !exact; i++) {
		struct live_loop *live = &live_loops[i];

		if (!live->gone && live->innermost &&
		    !live->code.outcome.reason && same_line(live->now, words))
			outcome_set_reason(&live->code.outcome, reason);
	}
}

/*
 * GCC tries a loop with ever smaller vectors and ends in "couldn't vectorize
 * loop", with the loop's place, and what failed last. When that is only that
 * such a vector holds no element ("no vectype"), what was said before the
 * first attempt ended ("bad data references.", or the cost) is the reason.
 */
static void read_reasons(char *text)
{
	struct words words, reason;
	const char *before = NULL, *first = NULL;

	while (words_next(&text, &words)) {
		if (!first && starts_with(words.text, "bad "))
			first = before;
		if (!first && starts_with(words.text, "cost model: "))
			first = words.text;
		before = words.text;
		if (!starts_with(words.text, "couldn't vectorize loop"))
			continue;
		if (!words_next(&text, &reason))
			break;
		if (first && starts_with(reason.text, NO_VECTOR))
			reason.text = first;
		give_reason(&words, reason.text);
		before = first = NULL;
	}
}

/* ---- its vectors ---- */

/* Did the vectoriser take this loop itself? */
static bool counts_anew(const struct live_loop *live)
{
	class loop *loop = live_loop_of(live);

	return loop && tested_name(loop) != live->tested;
}

static bool taken_around(const struct live_loop *live)
{
	const struct live_loop *around = live_find(live->parent);

	while (around && !counts_anew(around))
		around = live_find(around->parent);
	return around;
}

static void look_at_vectors(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;
	class loop *loop = live_loop_of(live);
	bool by_itself;

	if (!loop || live->had_vectors || !vector_any(loop))
		return;
	by_itself = counts_anew(live);
	if (loop->inner && !by_itself)
		return;
	outcome->vectorised = true;
	outcome->by_outer = !by_itself && taken_around(live);
	vector_look(loop, &outcome->vector);
	free(outcome->reason);
	outcome->reason = NULL;
}

void vectorise_after(char *text)
{
	read_reasons(text);
	for (unsigned i = 0; i < live_loops.length(); i++)
		look_at_vectors(&live_loops[i]);
	take_spares();
}
