/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The original.
 */
#include "original.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "execute.h"
#include "outputs.h"
#include "round.h"
#include "run/clocks.h"
#include "trial.h"
#include "written.h"

/* Of the original with clocks, where something disturbs the first. */
#define CLOCKED_RUNS 3

/* With clocks it may take so many times as long as a variant without. */
#define CLOCKED_TIMES 10

/* The step of its first run with clocks. */
#define CLOCKS "clocks"

/* Runs of the baseline until it is clear where it writes its files. */
#define MOST_IN_FOLDER 3

/* Programs that take less than this many seconds are hard to tell apart. */
#define SHORT .05

/* What takes so much of its time more than it needs is disturbed. */
#define LONGER .2

/* ---- as it is ---- */

static bool run_once(struct trial *trial, char *step, struct store_run *run)
{
	bool good = execute_step(trial->session, step,
				 &trial->list[0].contender, 1, run);

	free(step);
	if (!good)
		return false;
	trial->runs++;
	trial->failures += !session_good(run);
	round_note(trial, run, false);
	return true;
}

/* What fails at times can be tuned; what fails three times in a row cannot, nor
   what ends at a limit twice. */
static bool run_original(struct trial *trial, size_t i, double *seconds)
{
	static const char *const again[] = {"", "/again", "/once more"};
	struct store_run run;
	bool good;

	for (size_t j = 0;; j++) {
		if (!run_once(trial,
			      memory_print("original/%zu%s", i, again[j]),
			      &run))
			return false;
		if (session_good(&run) || j == 2 ||
		    (j == 1 && session_cut(&run)))
			break;
		message_warning("the original program fails: %s; it is run "
				"again",
				run.reason);
		store_run_free(&run);
	}
	good = session_good(&run);
	*seconds = run.wall;
	if (!good) {
		execute_show_errors(trial->session);
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

static void warn_of_spread(const struct trial_place *place)
{
	const double *seconds = place->recent[false];
	size_t count = place->recents[false];
	double least = count ? gsl_stats_min(seconds, 1, count) : 0;
	double most = count ? gsl_stats_max(seconds, 1, count) : 0;

	if (is_longer(most, least))
		message_warning("the original took %.3g to %.3g s: something "
				"disturbs it; podium doctor knows remedies",
				least, most);
}

/* Results in files pass as they are. */
static void warn_of_files(const struct session *session, struct timespec since)
{
	struct text names = {0};

	if (!session->wish->check && session->made > 0)
		written_names(session, since, &names);
	if (names.length > 0)
		message_warning("written while the program ran, and not "
				"compared: %s; --compare FILE does that",
				text_string(&names));
	text_free(&names);
}

static bool run_next(struct trial *trial)
{
	double seconds;

	message_progress("running the original");
	return run_original(trial, trial->session->originals++, &seconds);
}

/* What other runs write into the folder would stay there: not before the
   original has shown whether layers do, or that there is nothing. */
static bool is_strewing(const struct trial *trial)
{
	const struct session *session = trial->session;

	if (session->originals >= MOST_IN_FOLDER)
		return false;
	return overlay_asks(&session->overlay) ||
	       (overlay_is_new(&session->overlay) &&
		!execute_is_kept(session, CLOCKS, &trial->list[0].contender));
}

void original_show(const struct trial *trial)
{
	execute_show_output(trial->session, "original/0",
			    &trial->list[0].contender);
	execute_show_errors(trial->session);
}

bool original_run(struct trial *trial)
{
	struct timespec since;

	clock_gettime(CLOCK_REALTIME_COARSE, &since); /* that of files */
	trial_find(trial, memory_string(""), 0, false);
	trial->list[0].ratio = 1;
	if (!contender_build(trial->session, &trial->list[0].contender))
		return false;
	message_progress("running the original");
	trial->session->originals = 1;
	if (!run_original(trial, 0, &trial->original))
		return false;
	if (execute_stumbled(trial->session, &trial->list[0].contender)) {
		trial->runs++;
		trial->failures++;
	}
	if (trial->original < SHORT)
		message_warning("the program takes %.2g s: starting it is most "
				"of that; give it more to do",
				trial->original);
	warn_of_files(trial->session, since);
	if (!written_allow(trial->session, since))
		return false;
	while (is_strewing(trial))
		if (!run_next(trial))
			return false;
	return true;
}

bool original_repeat(struct trial *trial)
{
	struct trial_place *first;
	size_t count = 0;

	while (trial->session->originals < SESSION_ORIGINALS)
		if (!run_next(trial))
			return false;
	for (size_t i = 0; i < trial->place_count; i++)
		count += trial->places[i].recents[false];
	if (count > SESSION_ORIGINALS)
		return true;
	for (size_t i = 0; i < trial->place_count; i++)
		warn_of_spread(&trial->places[i]);
	first = trial->places;
	if (count > 0 && first->recents[false] > 0)
		trial->original = gsl_stats_median(first->recent[false], 1,
						   first->recents[false]);
	return true;
}

bool original_is_compared(const struct trial *trial)
{
	if (!outputs_are_masked(trial->session))
		return true;
	message_error("%s", outputs_remedy);
	return false;
}

/* ---- with clocks ---- */

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

	if (!execute_step(session, CLOCKS, contender, 1, run))
		return false;
	if (session_good(run))
		return true;
	session->in_place = true;
	if (!execute_step(session, "clocks/in place", contender, 1, &second))
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
			is_longer(run->wall, trial->original);
	     i++) {
		char *step = memory_print("clocks/%d", i);
		bool good = execute_step(session, step, contender, 1, &other);

		free(step);
		if (!good)
			return false;
		keep(run, &other,
		     session_good(&other) && other.wall < run->wall);
	}
	return true;
}

bool original_clock(struct trial *trial)
{
	struct contender *contender;
	struct store_run run = {0};
	const char *problem = "none of them said anything";
	bool good;

	trial->beside = trial_find(trial, memory_string(""), 0, true);
	contender = &trial->list[trial->beside].contender;
	good = contender_build(trial->session, contender);
	message_progress("timing the loops of the original");
	contender->limit = CLOCKED_TIMES * round_limit(trial, false);
	if (good && !contender->failed)
		good = run_calmly(trial, contender, &run);
	if (contender->failed)
		problem = contender->reason;
	else if (good && !session_good(&run))
		problem = run.reason;
	else if (good)
		trial->clocks = clocks_read(run.loops);
	if (good && !trial->clocks)
		message_warning("the loops could not be clocked, which are hot "
				"is estimated: %s",
				problem);
	round_note(trial, &run, true);
	trial->seconds = run.wall;
	store_run_free(&run);
	return good;
}
