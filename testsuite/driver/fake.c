/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program whose runs take what a table says.
 */
#include "fake.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "tune/ahead.h"
#include "tune/candidate.h"
#include "tune/contender.h"
#include "tune/execute.h"
#include "tune/explore.h"
#include "tune/original.h"
#include "tune/outputs.h"
#include "tune/proof.h"
#include "tune/propose.h"
#include "tune/written.h"

static struct fake *now;

/* ---- in the place of what builds and runs ---- */

/* Its session is what it begins with. */
static struct fake *fake_of(struct session *session)
{
	return (struct fake *)session;
}

bool contender_build(struct session *session, struct contender *contender)
{
	const char *variant = contender->variant;

	now = fake_of(session);
	if (contender->built)
		return true;
	contender->built = true;
	now->builds++;
	/* unlike for every program; clocks make it another one */
	contender->digest = 5381 + contender->clocked;
	for (; *variant; variant++)
		contender->digest =
			33 * contender->digest + (unsigned char)*variant;
	return true;
}

void contender_free(struct contender *contender)
{
	free(contender->variant);
	free(contender->versions);
	free(contender->reason);
}

static bool has_line(const char *variant, const char *line)
{
	const char *at = strstr(variant, line);

	return at && at[strlen(line)] == '\n';
}

/* What a loop carries, by the lines of the variant. */
static size_t candidate_of(const struct hot_loop *loop, const char *variant)
{
	for (size_t i = 1; i < loop->count; i++) {
		struct text line = {0};
		bool found;

		text_print(&line, "%s ", loop->views->entry);
		candidate_clauses(loop, i, &line);
		found = has_line(variant, text_string(&line));
		text_free(&line);
		if (found)
			return i;
	}
	return 0;
}

/* ---- candidates that take turns ---- */

/* Of each loop, in the run that is made. */
static struct turns turns[FAKE_LOOPS];
static size_t taking[FAKE_LOOPS][TURNS_MOST];

/* Does it stand between two bars, or at an end of the line? */
static bool is_tried(const char *variant, const char *clauses)
{
	size_t length = strlen(clauses);

	for (const char *at = strstr(variant, clauses); at;
	     at = strstr(at + 1, clauses))
		if (at[length] == '\n' || strncmp(at + length, " |", 2) == 0)
			return true;
	return false;
}

static void take_turns(struct fake_run *run, size_t loop, const char *variant)
{
	const struct hot_loop *one = &now->hot.list[loop];
	struct turns *all = &turns[loop];
	const char *line = strstr(variant, one->views->entry);
	char *lines =
		memory_print("%.*s\n", line ? (int)strcspn(line, "\n") : 0,
			     line ? line : "");

	*all = (struct turns){.calls = (size_t)now->calls,
			      .levels = now->levels,
			      .seed = now->runs + 1};
	for (size_t i = 0; i < one->count && all->count < TURNS_MOST; i++) {
		struct text clauses = {0};

		candidate_clauses(one, i, &clauses);
		if (i == 0 || is_tried(lines, text_string(&clauses))) {
			taking[loop][all->count] = i;
			all->seconds[all->count++] =
				now->loop[loop][i] / now->calls;
		}
		text_free(&clauses);
	}
	turns_run(all, now->drift);
	for (size_t i = 1; now->say && loop == 0 && i < all->count; i++)
		now->say(now, taking[0][i], &all->candidates[i]);
	run->loop[loop] = all->all;
	free(lines);
}

/* ---- what clocks say ---- */

static json_t *json_sum(const struct turns_sum *sum, double more)
{
	return json_pack("{s:f, s:f, s:f}", "count", sum->count, "mean",
			 sum->mean + more, "variance", sum->variance);
}

static json_t *sample(const struct fake_run *run, size_t loop, size_t number)
{
	const struct turns_candidate *of = &turns[loop].candidates[number];
	struct text clauses = {0};
	json_t *object;

	candidate_clauses(&now->hot.list[loop], taking[loop][number], &clauses);
	object = json_pack("{s:s, s:n, s:f, s:f, s:i, s:o, s:o}", "clauses",
			   number ? text_string(&clauses) : "as-written", "why",
			   "calls", of->calls, "counted", of->counted,
			   "dropped", (int)of->dropped, "difference",
			   json_sum(&of->difference, 0), "next",
			   json_sum(&of->next, run->next));
	text_free(&clauses);
	return object;
}

static void add_trial(json_t *line, const struct fake_run *run, size_t loop)
{
	json_t *list = json_array(), *trial;

	trial = json_pack("{s:s, s:n, s:o}", "state", "racing", "why",
			  "candidates", list);
	for (size_t i = 0; i < turns[loop].count; i++) {
		json_array_append_new(list, sample(run, loop, i));
		if (loop == 0 && i > 0 && taking[loop][i] == run->under_way)
			json_object_set_new(trial, "under_way",
					    json_integer((json_int_t)i));
	}
	json_object_set_new(line, "trial", trial);
}

/* The version that ran, and which others there are. */
static void add_fixed(json_t *line, const struct hot_loop *loop,
		      size_t candidate)
{
	size_t version = loop->candidates[candidate].version;
	json_t *list = json_array();

	for (size_t i = 0; i <= loop->count; i++)
		json_array_append_new(list,
				      json_pack("{s:s*}", "why", now->why_not));
	json_object_set_new(
		line, "trial",
		json_pack("{s:s, s:o, s:o}", "state", "fixed", "version",
			  now->why_not ? json_null()
				       : json_integer((json_int_t)version),
			  "candidates", list));
}

static char *clocks_of(const struct fake_run *run)
{
	json_t *array = json_array();
	char *words;

	for (size_t i = 0; i < now->hot.count; i++) {
		json_t *line = json_pack(
			"{s:o, s:s, s:i, s:f}", "id",
			json_incref(json_object_get(
				now->hot.list[i].views->record, "id")),
			"file", "a.c", "calls", now->calls, "wall",
			1e9 * run->loop[i]);

		if (run->within)
			add_trial(line, run, i);
		else if (run->fixed)
			add_fixed(line, &now->hot.list[i], run->candidate[i]);
		json_array_append_new(array, line);
	}
	words = json_dumps(array, 0);
	json_decref(array);
	return words;
}

static double fill(struct fake_run *run, const char *variant)
{
	double sum = run->rest = now->rest;

	for (size_t i = 0; i < now->hot.count; i++) {
		run->candidate[i] = candidate_of(&now->hot.list[i], variant);
		run->loop[i] = now->loop[i][run->candidate[i]];
		sum += run->loop[i];
	}
	return sum;
}

static double sum_of(const struct fake_run *run)
{
	double sum = run->rest;

	for (size_t i = 0; i < now->hot.count; i++)
		sum += run->loop[i];
	return sum;
}

bool execute_step(struct session *session, const char *step,
		  struct contender *contender, double predicted,
		  struct store_run *run)
{
	struct fake_run one = {.step = step,
			       .original = *contender->variant == '\0',
			       .clocked = contender->clocked,
			       .fixed = contender->host,
			       .within = strstr(contender->variant, " | ")};
	double wall;

	now = fake_of(session);
	fill(&one, contender->variant);
	for (size_t i = 0; one.within && i < now->hot.count; i++)
		take_turns(&one, i, contender->variant);
	if (now->befall)
		now->befall(now, &one);
	wall = sum_of(&one);
	if (contender->limit > 0 && wall > contender->limit) {
		wall = contender->limit;
		one.reason = "time limit of some s";
		now->cut++;
	}
	now->runs++;
	now->limited += one.original && !one.clocked && contender->limit > 0;
	now->seconds += wall;
	session->made++;
	session->spent += wall;
	*run = (struct store_run){
		.step = memory_string(step),
		.variant = memory_string(contender->variant),
		.status = memory_string(one.reason ? "failed" : "ok"),
		.reason = memory_string(one.reason ? one.reason : ""),
		.loops = contender->clocked && (!one.reason || one.under_way)
				 ? clocks_of(&one)
				 : memory_string(""),
		.wall = wall,
		.cpu = wall,
		.predicted = predicted};
	return true;
}

bool session_good(const struct store_run *run)
{
	return run->status && strcmp(run->status, "ok") == 0;
}

bool session_cut(const struct store_run *run)
{
	return !session_good(run) &&
	       strncmp(run->reason, "time limit", 10) == 0;
}

bool execute_keep_failure(struct session *session, const char *step,
			  const struct contender *contender)
{
	(void)session, (void)step, (void)contender;
	return true;
}

bool execute_stumbled(const struct session *session,
		      const struct contender *original)
{
	(void)session, (void)original;
	return false;
}

bool execute_is_kept(const struct session *session, const char *step,
		     const struct contender *contender)
{
	(void)session, (void)step, (void)contender;
	return true;
}

size_t execute_jobs(const struct session *session)
{
	return ((const struct fake *)session)->jobs;
}

/* It is made when it is asked for. */
void execute_send(struct session *session, const struct ahead_wish *list,
		  size_t count)
{
	for (size_t i = 0; i < count; i++)
		fake_of(session)->sent += list[i].when == ERRAND_ALWAYS;
}

bool execute_is_ready(const struct session *session, const char *step,
		      const struct contender *contender)
{
	(void)session, (void)step, (void)contender;
	return true;
}

void execute_drop(struct session *session)
{
	(void)session;
}

bool written_allow(struct session *session, struct timespec since)
{
	(void)session, (void)since;
	return true;
}

void execute_show_errors(const struct session *session)
{
	(void)session;
}

void execute_show_output(const struct session *session, const char *step,
			 const struct contender *contender)
{
	(void)session;
	(void)step;
	(void)contender;
}

void written_names(const struct session *session, struct timespec since,
		   struct text *names)
{
	(void)session, (void)since, (void)names;
}

bool outputs_are_masked(struct session *session)
{
	(void)session;
	return false;
}

const char outputs_remedy[] = "";

void product_discard(struct product *program)
{
	(void)program;
}

void choice_words(const struct choice *choice, struct text *out)
{
	(void)choice, (void)out;
}

void choice_head(const struct choice *choice, struct text *out)
{
	(void)choice, (void)out;
}

bool propose(struct hot *hot, size_t choice, struct make *make)
{
	(void)hot, (void)choice, (void)make;
	return true;
}

void store_run_free(struct store_run *run)
{
	free(run->step);
	free(run->variant);
	free(run->status);
	free(run->reason);
	free(run->loops);
	*run = (struct store_run){0};
}

/* ---- the program ---- */

void fake_begin(struct fake *fake, double rest)
{
	static char *no_flags[] = {NULL};
	static struct choice original = {.flags = no_flags,
					 .lines = (char *)""};

	*fake = (struct fake){.rest = rest, .calls = 1};
	fake->own = drift_new(1, .01, 1);
	fake->drift = &fake->own;
	fake->choices.list = &original;
	fake->choices.count = 1;
	fake->session.wish = &fake->wish;
	fake->hot.choices = &fake->choices;
	fake->hot.space = 1;
	fake->session.plan = &fake->plan;
	fake->trial.session = &fake->session;
	fake->trial.hot = &fake->hot;
	fake->trial.rounds = 18;
	fake->trial.budget = 1e9;
	now = fake;
}

void fake_items(struct refine_item *items, const struct schedule *schedules,
		size_t count)
{
	for (size_t i = 0; i < count; i++)
		items[i] = (struct refine_item){.cycles = 1e6,
						.threads = schedules[i].threads,
						.kind = (int)schedules[i].kind,
						.chunk = schedules[i].chunk};
}

void fake_loop(struct fake *fake, const struct refine_item *items,
	       const struct schedule *schedules, const double *seconds,
	       size_t count)
{
	struct hot *hot = &fake->hot;
	struct hot_view *view = memory_grow(NULL, 1, sizeof(*view));
	struct hot_loop loop = {.views = view, .count = count, .share = 1};
	char *id = memory_print("f#%zu", hot->count + 1);

	*view = (struct hot_view){
		.record = json_pack("{s:s, s:s, s:{s:s}}", "id", id, "file",
				    "a.c", "schedule", "kind", "static"),
		.entry = memory_print("a.c:%s", id),
		.place = memory_print("a.c:%zu", hot->count + 1)};
	loop.items = memory_grow(NULL, count, sizeof(*loop.items));
	loop.candidates = memory_grow(NULL, count, sizeof(*loop.candidates));
	for (size_t i = 0; i < count; i++) {
		loop.items[i] = items[i];
		loop.candidates[i] =
			(struct hot_candidate){.schedule = schedules[i]};
	}
	fake->loop[hot->count] = seconds;
	hot->list = memory_grow(hot->list, hot->count + 1, sizeof(*hot->list));
	hot->list[hot->count++] = loop;
	hot->space *= (double)count;
	free(id);
}

void fake_change(struct fake *fake, size_t first, const char *words)
{
	struct hot_loop *loop = &fake->hot.list[fake->hot.count - 1];
	struct hot_change *change = memory_grow(NULL, 1, sizeof(*change));

	*change = (struct hot_change){
		.view = {.record = json_object(), .first = first},
		.words = memory_string(words)};
	loop->changes = memory_grow(loop->changes, loop->change_count + 1,
				    sizeof(struct hot_change *));
	loop->changes[loop->change_count++] = change;
	for (size_t i = first; i < loop->count; i++)
		loop->candidates[i].change = change;
}

/* As hot_weigh does, which wants records and a machine. */
static void weigh(struct fake *fake)
{
	struct hot *hot = &fake->hot;

	hot->clocked = fake->trial.clocks != NULL;
	for (size_t i = 0; i < hot->count; i++) {
		struct hot_loop *loop = &hot->list[i];

		loop->weight = 1e9 * fake->loop[i][0];
		loop->share = hot->clocked
				      ? fake->loop[i][0] / fake_seconds(fake, 0)
				      : 1;
		loop->noise = hypot(REFINE_NOISE, .001e9 / loop->weight);
	}
}

bool fake_start(struct fake *fake, bool clocks)
{
	if (!original_run(&fake->trial))
		return false;
	if (clocks && !original_clock(&fake->trial))
		return false;
	weigh(fake);
	return true;
}

bool fake_decide(struct fake *fake, struct trial_verdict *verdict)
{
	return explore(&fake->trial) && proof_decide(&fake->trial, verdict);
}

double fake_seconds(const struct fake *fake, size_t index)
{
	struct fake_run run = {.original = index == 0};

	now = fake_of(fake->trial.session);
	return fill(&run, fake->trial.list[index].contender.variant);
}

void fake_end(struct fake *fake)
{
	for (size_t i = 0; i < fake->hot.count; i++)
		json_decref((json_t *)fake->hot.list[i].views->record);
	hot_free(&fake->hot);
	trial_free(&fake->trial);
}
