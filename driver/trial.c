/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The trials of a tuning.
 */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "choice.h"
#include "clocked.h"
#include "hot.h"
#include "memory.h"
#include "message.h"
#include "search.h"
#include "text.h"

/* Runs of the original before anything is tried: they teach its output. */
#define ORIGINAL_RUNS 3

/* Of the original with clocks, where something disturbs the first. */
#define CLOCKED_RUNS 3

/* Programs that take less than this many seconds are hard to tell apart. */
#define SHORT .05

/* What takes so much of its time more than it needs is disturbed. */
#define LONGER .2

/* Without a number from the user the search ends here at the latest. */
#define MOST_TRIES 40

/* Variants that are run again before one is chosen, and how often. */
#define FINALISTS 3
#define FINAL_ROUNDS 3

/* ---- contenders ---- */

/*
 * The variant's place in the list; the string, which says of what choice it
 * is too, becomes the list's.
 */
static size_t find_contender(struct trial *trial, char *variant, size_t choice,
			     bool clocked)
{
	const struct choices *choices = trial->hot->choices;

	for (size_t i = 0; i < trial->count; i++) {
		const struct contender *one = &trial->list[i].contender;

		if (one->clocked == clocked &&
		    strcmp(one->variant, variant) == 0) {
			free(variant);
			return i;
		}
	}
	trial->list = memory_grow(trial->list, trial->count + 1,
				  sizeof(*trial->list));
	trial->list[trial->count] = (struct trial_contender){
		.contender = {.variant = variant,
			      .choice = choice ? &choices->list[choice] : NULL,
			      .clocked = clocked},
		.choice = choice};
	return trial->count++;
}

/* The files of a variant that may not be run again; it can be built anew. */
static void put_away(struct contender *contender)
{
	if (!contender->program.path)
		return;
	replay_discard(&contender->program);
	contender->built = false;
}

/* As many ratios as there are hot loops, from others or all the same. */
static double *new_ratios(const struct trial *trial, const double *others,
			  double same)
{
	size_t count = trial->hot->count;
	double *ratio = memory_grow(NULL, count + 1, sizeof(*ratio));

	for (size_t i = 0; i < count; i++)
		ratio[i] = others ? others[i] : same;
	return ratio;
}

/* Take what was measured of a program of the same content; false if none. */
static bool take_known(struct trial *trial, size_t index)
{
	struct trial_contender *one = &trial->list[index];

	for (size_t i = 0; i < trial->count; i++) {
		const struct trial_contender *other = &trial->list[i];

		if (i == index || other->ratio <= 0 ||
		    other->contender.digest != one->contender.digest)
			continue;
		one->ratio = other->ratio;
		if (other->loops && !one->loops)
			one->loops = new_ratios(trial, other->loops, 0);
		return true;
	}
	return false;
}

/* ---- progress ---- */

static double best_ratio(const struct trial *trial)
{
	double best = 1;

	for (size_t i = 0; i < trial->count; i++)
		if (trial->list[i].ratio > 0 && trial->list[i].ratio < best)
			best = trial->list[i].ratio;
	return best;
}

/* What it does, with at most so many runs and builds to come. */
static void tell_progress(const struct trial *trial, const char *what,
			  size_t round, size_t runs, size_t builds)
{
	const struct session *session = trial->session;
	double made = (double)(session->made + session->reused);
	double left = (double)runs * session->spent / made;

	if (session->builds > 0)
		left += (double)builds * session->building /
			(double)session->builds;

	message_progress("%s %zu, best so far %.3f of the original, at most "
			 "%.0f %s left",
			 what, round + 1, best_ratio(trial),
			 ceil(left < 100 ? left : left / 60),
			 left < 100 ? "s" : "min");
}

/* ---- the original ---- */

static double median(double *values, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t j = i; j > 0 && values[j] < values[j - 1]; j--) {
			double other = values[j];

			values[j] = values[j - 1];
			values[j - 1] = other;
		}
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static bool run_original(struct trial *trial, size_t i, double *seconds)
{
	char *step = memory_print("original/%zu", i);
	struct store_run run;
	bool good = session_measure(trial->session, step,
				    &trial->list[0].contender, 1, &run);

	free(step);
	if (!good)
		return false;
	good = session_good(&run);
	*seconds = session_time(trial->session, &run);
	if (!good) {
		session_show_errors(trial->session);
		message_error("the original program fails: %s; podium tunes "
			      "what works",
			      run.reason);
	}
	store_run_free(&run);
	return good;
}

/* Than the same program took at another time. */
static bool is_longer(double seconds, double least)
{
	return seconds - least > fmax(LONGER * least, SHORT);
}

/* In order of time. */
static void warn_of_spread(const double seconds[ORIGINAL_RUNS])
{
	double least = seconds[0], most = seconds[ORIGINAL_RUNS - 1];

	if (is_longer(most, least))
		message_warning("the original took %.3g to %.3g s: something "
				"disturbs it; podium doctor knows remedies",
				least, most);
}

/* Wrong results would pass. */
static void warn_of_silence(struct session *session)
{
	const char *what = session->compare.unstable
				   ? "prints something else each time"
				   : "prints nothing but times";

	if (session->wish->check ||
	    compare_says(&session->compare, session->wish->tolerance))
		return;
	if (session->compare.lines == 0)
		what = "prints nothing";
	message_warning("the original %s; only how it ends is asked of "
			"variants, --check CMD asks more",
			what);
}

/* Results in files pass as they are. */
static void warn_of_files(const struct session *session, struct timespec since)
{
	struct text names = {0};

	if (!session->wish->check && session->made > 0)
		session_written(session, since, &names);
	if (names.length > 0)
		message_warning("written while the program ran, and not "
				"compared: %s; --check CMD can do that",
				text_string(&names));
	text_free(&names);
}

bool trial_original(struct trial *trial)
{
	double seconds[ORIGINAL_RUNS];
	struct timespec since;

	clock_gettime(CLOCK_REALTIME_COARSE, &since); /* that of files */
	find_contender(trial, memory_string(""), 0, false);
	trial->list[0].ratio = 1;
	if (!session_build(trial->session, &trial->list[0].contender))
		return false;
	for (size_t i = 0; i < ORIGINAL_RUNS; i++) {
		message_progress("running the original");
		if (!run_original(trial, i, &seconds[i]))
			return false;
	}
	trial->original = median(seconds, ORIGINAL_RUNS);
	warn_of_spread(seconds);
	if (trial->original < SHORT)
		message_warning("the program takes %.2g s: starting it is most "
				"of that; give it more to do",
				trial->original);
	warn_of_silence(trial->session);
	warn_of_files(trial->session, since);
	return true;
}

/* ---- its loops ---- */

/* Keep one of two runs. */
static void keep(struct store_run *run, struct store_run *other, bool better)
{
	store_run_free(better ? run : other);
	if (better)
		*run = *other;
}

/*
 * This is the first program that lies elsewhere than the original. Where it
 * fails there it may be right at the place of the original.
 */
static bool run_clocked(struct trial *trial, struct contender *contender,
			struct store_run *run)
{
	struct session *session = trial->session;
	struct store_run second;

	if (!session_measure(session, "clocks", contender, 1, run))
		return false;
	if (session_good(run))
		return true;
	session->in_place = true;
	if (!session_measure(session, "clocks/in place", contender, 1, &second))
		return false;
	session->in_place = session_good(&second);
	keep(run, &second, session->in_place);
	return true;
}

/* What disturbs it for long makes another loop the hottest: once more. */
static bool run_calmly(struct trial *trial, struct contender *contender,
		       struct store_run *run)
{
	struct session *session = trial->session;
	struct store_run other;

	if (!run_clocked(trial, contender, run))
		return false;
	for (int i = 1; i < CLOCKED_RUNS && session_good(run) &&
			is_longer(run->wall, session->best);
	     i++) {
		char *step = memory_print("clocks/%d", i);
		bool good =
			session_measure(session, step, contender, 1, &other);

		free(step);
		if (!good)
			return false;
		keep(run, &other,
		     session_good(&other) && other.wall < run->wall);
	}
	return true;
}

bool trial_clock(struct trial *trial)
{
	struct contender *contender;
	struct store_run run = {0};
	const char *problem = "none of them said anything";
	bool good;

	trial->beside = find_contender(trial, memory_string(""), 0, true);
	contender = &trial->list[trial->beside].contender;
	good = session_build(trial->session, contender);
	message_progress("timing the loops of the original");
	if (good && !contender->failed)
		good = run_calmly(trial, contender, &run);
	if (contender->failed)
		problem = contender->reason;
	else if (good && !session_good(&run))
		problem = run.reason;
	else if (good)
		trial->clocks = clocked_read(run.loops);
	if (good && !trial->clocks)
		message_warning("the loops could not be clocked, which are hot "
				"is estimated: %s",
				problem);
	trial->seconds = run.wall;
	store_run_free(&run);
	return good;
}

/* ---- how it may be compiled ---- */

bool trial_choices(struct trial *trial, const struct choices *choices)
{
	bool good = true;

	for (size_t i = 1; i < choices->count && good; i++) {
		const struct choice *choice = &choices->list[i];
		const struct contender contender = {.variant = choice->lines,
						    .reason = choice->reason};
		struct text words = {0};

		trial->identical += choice->known;
		if (!choice->reason)
			continue;
		choice_words(choice, &words);
		message_warning("%s is not tried: %s", text_string(&words),
				choice->reason);
		text_free(&words);
		trial->failed++;
		good = session_keep_failure(trial->session, "build/choice",
					    &contender);
	}
	return good;
}

/* ---- a round ---- */

/* A variant beside the original, which is of the same kind: with clocks. */
struct pair {
	const char *phase;
	size_t round, index; /* of the variant, in the list */
	double predicted;
	struct store_run run[2]; /* of the original, of the variant */
};

static bool run_one(struct trial *trial, struct pair *pair, bool variant)
{
	bool clocked = trial->list[pair->index].contender.clocked;
	size_t index = variant ? pair->index : clocked ? trial->beside : 0;
	char *step = memory_print("%s/%zu/%s", pair->phase, pair->round,
				  variant ? "variant" : "original");
	bool good = session_measure(
		trial->session, step, &trial->list[index].contender,
		variant ? pair->predicted : 1, &pair->run[variant]);

	free(step);
	return good;
}

static void note_reason(struct contender *contender, const char *reason)
{
	free(contender->reason);
	contender->reason = memory_string(reason);
}

/* Now the variant is first, now the original. */
static bool run_pair(struct trial *trial, struct pair *pair)
{
	bool first = confirm_goes_first((int)pair->round);
	bool good = run_one(trial, pair, first) && run_one(trial, pair, !first);

	if (good && !session_good(&pair->run[1]))
		note_reason(&trial->list[pair->index].contender,
			    pair->run[1].reason);
	return good;
}

static void end_pair(struct pair *pair)
{
	store_run_free(&pair->run[0]);
	store_run_free(&pair->run[1]);
}

/* The program's time by that of the original; 0 where one of them failed. */
static double program_ratio(const struct trial *trial, const struct pair *pair)
{
	double before = session_time(trial->session, &pair->run[0]);
	double after = session_time(trial->session, &pair->run[1]);

	if (!session_good(&pair->run[0]) || !session_good(&pair->run[1]) ||
	    before <= 0)
		return 0;
	return after / before;
}

/*
 * A loop whose clock was silent in one of the runs stays unknown. What ends by
 * its results may go round more or less often than the original, with sums in
 * another order: that is no merit of clauses.
 */
static double *loop_ratios(const struct trial *trial, const struct pair *pair)
{
	size_t choice = trial->list[pair->index].choice;
	json_t *clocks[2] = {clocked_read(pair->run[0].loops),
			     clocked_read(pair->run[1].loops)};
	double *ratio = new_ratios(trial, NULL, 0);

	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_view *views = trial->hot->list[i].views;
		double entered[2], before, after;

		if (!clocked_time(clocks[0], views->record, &entered[0],
				  &before) ||
		    !clocked_time(clocks[1], views[choice].record, &entered[1],
				  &after) ||
		    before <= 0 || after <= 0)
			continue;
		ratio[i] = after / before;
		if (choice == 0)
			ratio[i] *= entered[0] / entered[1];
	}
	json_decref(clocks[0]);
	json_decref(clocks[1]);
	return ratio;
}

/* ---- the search ---- */

/*
 * What the next run carries; false if no more is worth a run. The program's
 * time alone cannot tell which of several loops did what.
 */
static bool choose(struct trial *trial, size_t try)
{
	if (search_question(trial->hot))
		return true;
	if (!search_choose(trial->hot, trial->most == 0))
		return false;
	if (!trial->clocked)
		search_change_one(trial->hot, try);
	return true;
}

/* The mean over the loops, each as much as it takes. */
static double predicted(const struct hot *hot)
{
	double sum = 0, shares = 0;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		double one = hot_predicted(loop, loop->now);

		sum += loop->share * (one > 0 ? one : 1);
		shares += loop->share;
	}
	return sum / shares;
}

static bool is_changed(const struct hot_loop *loop)
{
	return loop->now != hot_written(loop, loop->now);
}

/* The ratio of a loop, 0 if it is not known. */
static double ratio_of(const struct trial_contender *one, size_t loop)
{
	return one->loops ? one->loops[loop] : one->ratio;
}

/*
 * The program's time is that of the loop that was changed, or of all as they
 * are written in a choice. A clock is that of its loop. From a loop whose
 * clock is silent no more is learned.
 */
static void observe(struct hot *hot, const struct trial_contender *one)
{
	size_t changed = 0;

	for (size_t i = 0; i < hot->count; i++)
		changed += is_changed(&hot->list[i]);
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];
		double ratio = ratio_of(one, i);
		bool judged = one->loops || changed == 0 || is_changed(loop);

		if (loop->now == 0 || !judged)
			continue;
		if (ratio > 0)
			search_observe(loop, loop->now, ratio);
		else
			loop->silent = true;
	}
}

/* "  3  -DTILE=32 heat.c:17 schedule(dynamic): " */
static void tell_what(const struct hot *hot, size_t try, size_t loop,
		      struct text *line)
{
	const struct hot_loop *one = &hot->list[loop];

	text_print(line, "%3zu  ", try + 1);
	choice_words(&hot->choices->list[hot->choice], line);
	text_add(line, hot->choice ? " " : "");
	text_add(line, one->views->place);
	if (is_changed(one)) {
		text_add(line, " ");
		hot_clauses(one, one->now, line);
	}
	text_add(line, ": ");
}

/* A line for each loop that is another one now. */
static void tell_try(const struct trial *trial, size_t try,
		     const struct trial_contender *one)
{
	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];
		double ratio = ratio_of(one, i);
		struct text line = {0};

		if (loop->now == 0)
			continue;
		tell_what(trial->hot, try, i, &line);
		if (one->contender.reason)
			text_add(&line, one->contender.reason);
		else if (ratio > 0)
			text_print(&line, "%.3f (predicted %.3f)", ratio,
				   hot_predicted(loop, loop->now));
		else
			text_add(&line, "not measured");
		message_note("%s", text_string(&line));
		text_free(&line);
	}
}

static bool measure(struct trial *trial, size_t try, size_t index)
{
	struct pair pair = {.phase = trial->clocked ? "loops" : "try",
			    .round = try,
			    .index = index,
			    .predicted = predicted(trial->hot)};
	struct trial_contender *one = &trial->list[index];
	bool good = run_pair(trial, &pair);

	trial->tried++;
	if (good)
		one->ratio = program_ratio(trial, &pair);
	if (trial->clocked && one->ratio > 0)
		one->loops = loop_ratios(trial, &pair);
	end_pair(&pair);
	return good;
}

/* Build it and run it, unless that was done with a program of its content. */
static bool find_out(struct trial *trial, size_t try, size_t index)
{
	struct contender *contender = &trial->list[index].contender;
	char *step = memory_print("build/%zu", try);
	bool good = session_build(trial->session, contender);

	if (good && contender->failed)
		good = session_keep_failure(trial->session, step, contender);
	else if (good && take_known(trial, index))
		trial->identical++;
	else if (good)
		good = measure(trial, try, index);
	free(step);
	return good;
}

static size_t most_tries(const struct trial *trial)
{
	return trial->most ? trial->most : MOST_TRIES;
}

static bool try_once(struct trial *trial, size_t try)
{
	size_t index = find_contender(trial, hot_variant(trial->hot),
				      trial->hot->choice, trial->clocked);
	struct trial_contender *one = &trial->list[index];
	size_t left = most_tries(trial) - try;

	tell_progress(trial, "try", try,
		      2 * left + (FINALISTS + 1) * FINAL_ROUNDS +
			      2 * trial->rounds,
		      left + FINALISTS);
	if (!find_out(trial, try, index))
		return false;
	if (one->contender.reason) {
		trial->failed++;
		search_accuse(trial->hot);
	} else if (one->ratio > 0) {
		observe(trial->hot, one);
	}
	tell_try(trial, try, one);
	put_away(&one->contender);
	return true;
}

/* Units of which variants, unlike what was clocked first, have no clocks. */
static bool has_cold_units(const struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++)
		if (replay->units[i].records.count > 0 &&
		    !replay->units[i].wanted)
			return true;
	return false;
}

/* The original with clocks, if each loop can be judged by its own. */
static bool begin_clocked(struct trial *trial)
{
	struct trial_contender *beside = &trial->list[trial->beside];

	if (!trial->hot->clocked || trial->hot->count < 2 ||
	    trial->session->wish->cpu)
		return true;
	if (has_cold_units(&trial->session->replay))
		put_away(&beside->contender);
	if (!session_build(trial->session, &beside->contender))
		return false;
	trial->clocked = !beside->contender.failed;
	beside->ratio = 1;
	beside->loops = new_ratios(trial, NULL, 1);
	return true;
}

bool trial_search(struct trial *trial)
{
	size_t most = most_tries(trial);

	if (!begin_clocked(trial))
		return false;
	for (size_t i = 0; i < trial->hot->count; i++)
		search_observe(&trial->hot->list[i], 0, 1);
	for (size_t try = 0; try < most && choose(trial, try); try++)
		if (!try_once(trial, try))
			return false;
	return true;
}

/* ---- the final ---- */

struct final {
	size_t index[FINALISTS];
	double ratio[FINALISTS][FINAL_ROUNDS];
	size_t count;
};

static bool is_finalist(const struct trial *trial, const struct final *final,
			size_t index)
{
	for (size_t i = 0; i < final->count; i++)
		if (trial->list[final->index[i]].contender.digest ==
		    trial->list[index].contender.digest)
			return true;
	return false;
}

static void add_finalist(const struct trial *trial, struct final *final,
			 size_t index)
{
	const struct contender *one = &trial->list[index].contender;

	if (index != 0 && !one->failed &&
	    one->digest != trial->list[0].contender.digest &&
	    !is_finalist(trial, final, index))
		final->index[final->count++] = index;
}

/* Finalists have no clocks: what counts is the program as it will be. */
static bool offer(struct trial *trial, struct final *final, char *variant,
		  size_t choice)
{
	size_t index = find_contender(trial, variant, choice, false);
	struct contender *one = &trial->list[index].contender;

	if (final->count == FINALISTS ||
	    (one->digest && is_finalist(trial, final, index)))
		return true;
	if (!session_build(trial->session, one))
		return false;
	add_finalist(trial, final, index);
	return true;
}

/* The best of those that were run and not offered, 0 if there is none. */
static size_t best_left(const struct trial *trial)
{
	size_t best = 0;
	double least = 1;

	for (size_t i = 1; i < trial->count; i++) {
		const struct trial_contender *one = &trial->list[i];

		if (one->offered || one->ratio <= 0 || one->ratio >= least)
			continue;
		least = one->ratio;
		best = i;
	}
	return best;
}

static bool offer_best(struct trial *trial, struct final *final, bool clear)
{
	search_take_best(trial->hot, clear);
	return offer(trial, final, hot_variant(trial->hot), trial->hot->choice);
}

/*
 * The best of each loop together; the same without those that only looked
 * good; then the best of the variants that were run.
 */
static bool choose_finalists(struct trial *trial, struct final *final)
{
	size_t best;

	if (!offer_best(trial, final, false) || !offer_best(trial, final, true))
		return false;
	while (final->count < FINALISTS && (best = best_left(trial))) {
		struct trial_contender *one = &trial->list[best];

		one->offered = true;
		if (!offer(trial, final, memory_string(one->contender.variant),
			   one->choice))
			return false;
	}
	return true;
}

/* Seconds of one of them, 0 where it failed. */
static bool time_one(struct trial *trial, size_t index, size_t round,
		     double *seconds)
{
	struct contender *one = &trial->list[index].contender;
	char *step = memory_print("final/%zu/%016llx", round,
				  (unsigned long long)one->digest);
	struct store_run run;
	bool good = session_build(trial->session, one) &&
		    session_measure(trial->session, step, one, 0, &run);

	free(step);
	if (!good)
		return false;
	*seconds = session_good(&run) ? session_time(trial->session, &run) : 0;
	if (*seconds == 0) {
		trial->failed += !one->reason;
		note_reason(one, run.reason);
	}
	store_run_free(&run);
	return true;
}

/* All of them and the original, each round another one first. */
static bool run_final(struct trial *trial, struct final *final, size_t round)
{
	double seconds[FINALISTS + 1];
	size_t all = final->count + 1;

	for (size_t i = 0; i < all; i++) {
		size_t place = (i + round) % all;
		size_t index = place < final->count ? final->index[place] : 0;

		if (!time_one(trial, index, round, &seconds[place]))
			return false;
	}
	for (size_t i = 0; i < final->count; i++)
		final->ratio[i][round] =
			seconds[i] > 0 && seconds[final->count] > 0
				? seconds[i] / seconds[final->count]
				: INFINITY;
	return true;
}

/* What ever failed may do so again. The original if all of them did. */
static size_t winner(const struct trial *trial, struct final *final)
{
	size_t best = final->count;
	double least = INFINITY;

	for (size_t i = 0; i < final->count; i++) {
		bool failed = trial->list[final->index[i]].contender.reason;
		double one = median(final->ratio[i], FINAL_ROUNDS);

		if (!failed && one < least) {
			least = one;
			best = i;
		}
	}
	return best < final->count ? final->index[best] : 0;
}

/* ---- confirmation ---- */

static bool confirm_once(struct trial *trial, const char *phase, size_t round,
			 size_t index, double *ratio)
{
	struct pair pair = {.phase = phase, .round = round, .index = index};
	bool good = run_pair(trial, &pair);

	if (good)
		*ratio = program_ratio(trial, &pair);
	end_pair(&pair);
	return good;
}

static bool confirm(struct trial *trial, struct trial_verdict *verdict)
{
	double *ratio = memory_grow(NULL, trial->rounds + 1, sizeof(*ratio));
	struct contender *one = &trial->list[verdict->chosen].contender;
	char *phase = memory_print("confirm/%016llx",
				   (unsigned long long)one->digest);
	bool good = session_build(trial->session, one);
	size_t round = 0;

	while (good && round < trial->rounds) {
		int looks;

		tell_progress(trial, "confirming, round", round,
			      2 * (trial->rounds - round), 0);
		good = confirm_once(trial, phase, round, verdict->chosen,
				    &ratio[round]);
		if (!good || ratio[round++] <= 0)
			break;
		if (!confirm_is_look((int)round, (int)trial->rounds, &looks) ||
		    confirm_ratio(ratio, round, looks, &verdict->confirm) !=
			    MODEL_OK)
			continue;
		verdict->compared = true;
		/* what is no faster on average is kept out all the same */
		if (verdict->confirm.differs || verdict->confirm.ratio >= 1)
			break;
	}
	if (good && round > 0 && ratio[round - 1] <= 0) {
		message_warning("the best variant fails when it is run again, "
				"and is given up: %s",
				one->reason ? one->reason
					    : "so does the original");
		verdict->compared = false;
	}
	trial->confirmed = round;
	verdict->faster = verdict->compared && verdict->confirm.differs &&
			  verdict->confirm.ratio < 1;
	free(phase);
	free(ratio);
	return good;
}

bool trial_decide(struct trial *trial, struct trial_verdict *verdict)
{
	struct final final = {.count = 0};

	*verdict = (struct trial_verdict){0};
	if (!choose_finalists(trial, &final))
		return false;
	if (final.count == 0)
		return true;
	for (size_t round = 0; final.count > 1 && round < FINAL_ROUNDS;
	     round++) {
		tell_progress(trial, "the best again, round", round,
			      (final.count + 1) * (FINAL_ROUNDS - round) +
				      2 * trial->rounds,
			      0);
		if (!run_final(trial, &final, round))
			return false;
	}
	verdict->chosen =
		final.count > 1 ? winner(trial, &final) : final.index[0];
	return verdict->chosen == 0 || confirm(trial, verdict);
}

static void compare_entries(const struct trial *trial, const json_t *clocks)
{
	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_view *view = trial->hot->list[i].views;
		double was, is, time;

		if (clocked_time(trial->clocks, view->record, &was, &time) &&
		    clocked_time(clocks, view->record, &is, &time) && was != is)
			message_warning("%s is entered %.0f times, in the "
					"original %.0f times: the gain is of "
					"that, too; see whether its results "
					"are as good",
					view->place, is, was);
	}
}

bool trial_compare_work(struct trial *trial,
			const struct trial_verdict *verdict)
{
	const struct trial_contender *chosen = &trial->list[verdict->chosen];
	size_t index;
	struct store_run run;
	json_t *clocks;

	/* macros may well change how often loops are entered */
	if (!verdict->faster || !trial->clocks || chosen->choice != 0)
		return true;
	index = find_contender(trial, memory_string(chosen->contender.variant),
			       0, true);
	if (!session_build(trial->session, &trial->list[index].contender))
		return false;
	if (trial->list[index].contender.failed)
		return true;
	message_progress("comparing its work with that of the original");
	if (!session_measure(trial->session, "work",
			     &trial->list[index].contender, 0, &run))
		return false;
	clocks = session_good(&run) ? clocked_read(run.loops) : NULL;
	compare_entries(trial, clocks);
	json_decref(clocks);
	store_run_free(&run);
	return true;
}

static void free_contender(struct trial_contender *one)
{
	contender_free(&one->contender);
	free(one->loops);
}

void trial_free(struct trial *trial)
{
	for (size_t i = 0; i < trial->count; i++)
		free_contender(&trial->list[i]);
	free(trial->list);
	json_decref(trial->clocks);
	*trial = (struct trial){0};
}
