/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of contenders.
 */
#include "execute.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "ahead.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "contender.h"
#include "job.h"
#include "machine/kernel.h"
#include "outputs.h"
#include "overlay.h"
#include "run/clocks.h"
#include "run/runner.h"
#include "session.h"
#include "worlds.h"
#include "written.h"

/* Of what a program that fails said, so many bytes from the end. */
#define LAST_WORDS 1000

/* ---- here or there ---- */

/* A layer lies over the folder here alone. */
static struct runner_result run_here(struct session *session,
				     const struct contender *contender,
				     const struct job_places *places,
				     struct text *reason)
{
	struct runner_result result;
	struct job job;

	job_set(&job, session, contender, places);
	overlay_put(&session->overlay, &job.job);
	result = runner_run(&job.job);
	runner_reason(&job.job, &result, reason);
	job_free(&job);
	return result;
}

static struct runner_result run_program(struct session *session,
					const char *step,
					const struct contender *contender,
					const struct job_places *places,
					struct text *reason)
{
	struct errand_result one;

	if (!session->node->launcher)
		return run_here(session, contender, places, reason);
	one = ahead_take(session, step, contender, places, reason);
	session->check = one.check;
	return one.result;
}

/* Statuses from this one on are those of a shell that could not run it. */
#define NOT_RUN 126

/*
 * Did it end as the original does? "how" is empty for exit status 0; the first
 * run of the original says what is usual.
 */
static bool ends_as_usual(struct session *session, const char *step,
			  const struct runner_result *result, const char *how)
{
	if (result->end != RUNNER_EXITED || result->code >= NOT_RUN)
		return false;
	if (outputs_teach(step) && !session->usual) {
		session->usual = memory_string(how);
		if (!*how)
			return true;
		message_warning("the original ends with %s; variants are held "
				"to that",
				how);
	}
	return strcmp(how, session->usual ? session->usual : "") == 0;
}

/* Of a run that was made earlier, and "how" it ended. */
static bool learn_kept(struct session *session, const char *step,
		       const char *how)
{
	struct text problem = {0};
	bool good;

	if (!session->usual)
		session->usual = memory_string(how);
	good = outputs_learn_kept(session, step, &problem);
	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

/* What the machine was like before a run here. */
static void note_machine(const struct session *session, struct store_run *run)
{
	run->load = kernel_load();
	run->mhz = kernel_mhz();
	run->governor =
		memory_string(session->governor ? session->governor : "");
}

static void note_node(const struct node *node, struct store_run *run)
{
	run->host = memory_string(node->host ? node->host : "");
	run->load = node->load;
	run->mhz = node->mhz;
	run->governor[0] = '\0';
}

/* ---- judging ---- */

/* Run the baseline once more, and learn from it. False if there is nothing more
   to ask. */
static bool ask_baseline(struct session *session, int *asked)
{
	struct world world;
	bool asks = worlds_next(session, asked, &world);
	struct store_run run = {0};

	if (asks) {
		message_progress("%s", world.what);
		worlds_note(session,
			    contender_build(session, &world.contender) &&
				    !world.contender.failed &&
				    execute_step(session, world.step,
						 &world.contender, 1, &run) &&
				    session_good(&run));
		store_run_free(&run);
	}
	world_free(&world);
	return asks;
}

/* Is it right? If not, the reason says what is not, and the way out. */
static void compare_all(struct session *session, const char *step,
			struct text *reason)
{
	struct text why = {0};
	int asked = 0;

	while (!outputs_match(session, step, &why)) {
		if (ask_baseline(session, &asked)) {
			text_cut(&why, 0);
			continue;
		}
		text_print(reason,
			   "%s; --tolerance, --ignore or --check judge it "
			   "otherwise",
			   text_string(&why));
		break;
	}
	text_free(&why);
	if (asked > 0 && outputs_are_masked(session)) {
		message_error("%s", outputs_remedy);
		session->stranded = true;
	}
}

/* Learn from what the run has left, or see whether it is right. */
static void judge(struct session *session, const char *step, bool baseline,
		  struct text *reason)
{
	if (!outputs_take(session, step, baseline, reason))
		return;
	if (baseline)
		outputs_learn(session, step, reason);
	else
		compare_all(session, step, reason);
}

/* ---- a run ---- */

/* Do files appear here as they do where the user runs it? */
static bool teaches_place(const struct contender *contender)
{
	return contender_is_original(contender) && !contender->threads;
}

/* Of the first run of all, where the original does not end well. */
#define STUMBLED "original/stumbled"
#define MOST_STUMBLES 2

/* What ended so in an earlier tuning as well is no bad luck. */
static bool is_odd(const struct session *session, const char *step,
		   const struct runner_result *result, const char *how)
{
	struct store_run kept = {0};
	bool known =
		store_find(session->store, session->campaign, step, &kept) &&
		strcmp(kept.reason, how) == 0;

	store_run_free(&kept);
	return !known && !session->usual && result->end == RUNNER_EXITED &&
	       result->code < NOT_RUN && *how && !process_interrupted();
}

/*
 * The first run says how the original ends. Where that is not well it may be
 * bad luck: what ends well when it is run again fails at times.
 */
static struct runner_result run_as_usual(struct session *session,
					 const char *step,
					 const struct contender *contender,
					 const struct job_places *places,
					 struct text *how)
{
	struct runner_result result =
		run_program(session, step, contender, places, how);
	struct contender stumbled = *contender;

	stumbled.reason = memory_string(text_string(how));
	for (int i = 0; i < MOST_STUMBLES &&
			is_odd(session, step, &result, text_string(how));
	     i++) {
		message_warning("the original ends with %s; it is run again",
				text_string(how));
		execute_show_errors(session);
		text_cut(how, 0);
		outputs_begin(session);
		result = run_program(session, step, contender, places, how);
		if (runner_done(&result))
			execute_keep_failure(session, STUMBLED, &stumbled);
	}
	free(stumbled.reason);
	return result;
}

bool execute_is_kept(const struct session *session, const char *step,
		     const struct contender *contender)
{
	char *whole = contender_step(contender, step);
	struct store_run kept = {0};
	bool is_kept =
		store_find(session->store, session->campaign, whole, &kept);

	store_run_free(&kept);
	free(whole);
	return is_kept;
}

bool execute_stumbled(const struct session *session,
		      const struct contender *original)
{
	return execute_is_kept(session, STUMBLED, original);
}

/* Over a layer, if that can be; a run that shows that it cannot is made again.
 */
static struct runner_result run_covered(struct session *session,
					const char *step,
					const struct contender *contender,
					const struct job_places *places,
					struct text *how)
{
	struct runner_result result;

	overlay_begin(&session->overlay, teaches_place(contender));
	result = run_as_usual(session, step, contender, places, how);
	if (!overlay_is_trial(&session->overlay) || process_interrupted() ||
	    (ends_as_usual(session, step, &result, text_string(how)) &&
	     outputs_agree(session, step)))
		return result;
	overlay_refuse(&session->overlay, &result);
	text_cut(how, 0);
	outputs_begin(session);
	return run_as_usual(session, step, contender, places, how);
}

/* The first run of the original shows whether it writes here at all. */
static void end_layer(struct session *session, bool original, bool good)
{
	struct overlay *overlay = &session->overlay;

	overlay_end(overlay, good);
	if (original && good && overlay_is_new(overlay))
		overlay_open(overlay, written_any(session, overlay->since),
			     session->wish->files);
}

static bool run_now(struct session *session, const char *step,
		    struct contender *contender, double predicted,
		    struct store_run *run)
{
	struct job_places places = {
		outputs_path(session, step, SESSION_STDOUT),
		outputs_path(session, step, SESSION_STDERR),
		memory_print("%s/clocks", session->scratch)};
	struct text how = {0}, wrong = {0};
	struct runner_result result;
	bool usual;

	note_machine(session, run);
	mkdir(places.clocks, 0777);
	outputs_begin(session);
	result = run_covered(session, step, contender, &places, &how);
	if (session->node->launcher)
		note_node(session->node, run);
	run->loops = contender->clocked ? clocks_gather(places.clocks)
					: memory_string("");
	usual = ends_as_usual(session, step, &result, text_string(&how));
	if (usual && overlay_is_new(&session->overlay) &&
	    teaches_place(contender) && !session->wish->check)
		written_compare(session, session->overlay.since);
	if (usual)
		judge(session, step, contender_is_baseline(contender), &wrong);
	else if (runner_done(&result))
		text_add(&how, "exit status 0");
	run->step = memory_string(step);
	run->variant = memory_string(contender->variant);
	run->status = memory_string(usual && !wrong.length ? "ok" : "failed");
	run->reason = memory_string(text_string(wrong.length ? &wrong : &how));
	run->program = memory_print("%016" PRIx64,
				    contender->host ? contender->host->digest
						    : contender->digest);
	run->wall = result.wall;
	run->cpu = result.cpu;
	run->resident = result.resident;
	run->predicted = predicted;
	text_free(&how);
	text_free(&wrong);
	end_layer(session, teaches_place(contender), usual);
	free(places.output);
	free(session->errors);
	session->errors = places.errors;
	file_remove_tree(places.clocks);
	free(places.clocks);
	return result.end != RUNNER_INTERRUPTED && !process_interrupted() &&
	       !session->stranded;
}

/* Than the kept run of this step did. */
static bool ends_otherwise(const struct session *session,
			   const struct store_run *run)
{
	struct store_run kept = {0};
	bool otherwise = store_find(session->store, session->campaign,
				    run->step, &kept) &&
			 strcmp(kept.reason, run->reason) != 0;

	store_run_free(&kept);
	return otherwise;
}

/* Under which name the store keeps where a launcher led. */
static char *host_name(const struct session *session, const char *step)
{
	return memory_print("host of %" PRId64 " %s", session->campaign, step);
}

static bool keep_host(struct session *session, const struct store_run *run,
		      struct text *problem)
{
	char *name = host_name(session, run->step);
	bool good = !run->host ||
		    store_keep(session->store, name, run->host, problem);

	free(name);
	return good;
}

/*
 * Runs beside an original that ended otherwise are of other circumstances, as
 * without a file that it reads. Where it fails they may be those of now: all
 * stays as it was.
 */
static bool keep_run(struct session *session, const char *step,
		     const struct store_run *run, struct text *problem)
{
	if (ends_otherwise(session, run)) {
		if (!session_good(run))
			return true;
		message_warning("the original used to end otherwise: all is "
				"measured anew");
		if (!store_forget(session->store, session->campaign, problem))
			return false;
	}
	if (outputs_teach(step) && session_good(run) &&
	    !outputs_keep(session, step, problem))
		return false;
	return keep_host(session, run, problem) &&
	       store_add(session->store, session->campaign, run, problem);
}

static bool run_and_keep(struct session *session, const char *step,
			 struct contender *contender, double predicted,
			 struct store_run *run)
{
	struct text problem = {0};
	bool good = run_now(session, step, contender, predicted, run) &&
		    !session_lacks_room(run->reason) &&
		    keep_run(session, step, run, &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	session->made += good;
	text_free(&problem);
	if (!good)
		store_run_free(run);
	return good;
}

/*
 * A run that was kept is taken if it was of the same variant: the choice of
 * variants may have changed with the version of podium or with the profile.
 * An original that did not end with exit status 0 is asked again, once: a file
 * that it lacked may be there now.
 */
static bool take_kept(struct session *session, const char *step,
		      const struct contender *contender, struct store_run *run)
{
	if (!store_find(session->store, session->campaign, step, run))
		return false;
	if (strcmp(run->variant, contender->variant) == 0 &&
	    (session->usual || !*run->reason)) {
		char *name = host_name(session, step);

		run->host = store_kept(session->store, name);
		free(name);
		session->reused++;
		return true;
	}
	store_run_free(run);
	return false;
}

bool execute_step(struct session *session, const char *step,
		  struct contender *contender, double predicted,
		  struct store_run *run)
{
	char *whole = contender_step(contender, step);
	bool good = true;

	*run = (struct store_run){0};
	if (ahead_is_sent(session, whole) ||
	    !take_kept(session, whole, contender, run))
		good = run_and_keep(session, whole, contender, predicted, run);
	else if (contender_is_baseline(contender) && session_good(run))
		good = learn_kept(session, whole, run->reason);
	free(whole);
	if (good)
		session->spent += run->wall;
	if (good && session->length == 0 && session_good(run) &&
	    contender_is_original(contender))
		session->length = run->wall;
	return good;
}

/* ---- several runs on one machine ---- */

size_t execute_jobs(const struct session *session)
{
	return session->jobs;
}

bool execute_is_ready(const struct session *session, const char *step,
		      const struct contender *contender)
{
	char *whole = contender_step(contender, step);
	bool ready = ahead_is_sent(session, whole) ||
		     execute_is_kept(session, step, contender);

	free(whole);
	return ready;
}

void execute_send(struct session *session, const struct ahead_wish *list,
		  size_t count)
{
	struct ahead_wish *whole = memory_grow(NULL, count, sizeof(*whole));
	bool ready = true;

	for (size_t i = 0; i < count; i++) {
		whole[i] = list[i];
		whole[i].step = contender_step(list[i].contender, list[i].step);
		if (list[i].when == ERRAND_ALWAYS)
			ready = ready && execute_is_ready(session, list[i].step,
							  list[i].contender);
	}
	if (!ready && !process_interrupted())
		ahead_send(session, whole, count);
	for (size_t i = 0; i < count; i++)
		free(whole[i].step);
	free(whole);
}

void execute_drop(struct session *session)
{
	ahead_drop(session);
}

bool execute_keep_failure(struct session *session, const char *step,
			  const struct contender *contender)
{
	struct text problem = {0};
	char *whole = contender_step(contender, step);
	struct store_run kept = {0};
	struct store_run run = {
		.step = whole,
		.variant = contender->variant,
		.status = (char *)"failed",
		.reason = contender->reason,
	};
	bool good =
		!session_lacks_room(contender->reason) &&
		(store_find(session->store, session->campaign, whole, &kept) ||
		 store_add(session->store, session->campaign, &run, &problem));

	if (problem.length)
		message_error("%s", text_string(&problem));
	store_run_free(&kept);
	text_free(&problem);
	free(whole);
	return good;
}

/* The end of a file in whole lines, behind "heading"; nothing of an empty one.
 */
static void show_end(const char *path, const char *heading)
{
	struct text content = {0};
	size_t from;

	file_read(path, &content);
	while (content.length > 0 &&
	       strchr(" \n", content.bytes[content.length - 1]))
		text_cut(&content, content.length - 1);
	from = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	while (from > 0 && from < content.length &&
	       content.bytes[from - 1] != '\n')
		from++;
	if (from < content.length)
		message_note("%s%s", heading, text_string(&content) + from);
	text_free(&content);
}

void execute_show_errors(const struct session *session)
{
	if (session->errors)
		show_end(session->errors, "");
}

void execute_show_output(const struct session *session, const char *step,
			 const struct contender *contender)
{
	char *whole = contender_step(contender, step);
	char *path = outputs_path(session, whole, SESSION_STDOUT);

	show_end(path, "The end of what it printed:\n");
	free(path);
	free(whole);
}
