/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that a launcher makes.
 */
#include "ahead.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "contender.h"
#include "job.h"
#include "run/node.h"
#include "session.h"

struct ahead {
	struct ahead_trip {
		struct node_trip *trip;
		struct ahead_run {
			char *step;		  /* NULL once it was taken */
			char *clocks;		  /* a folder */
			struct runner_job limits; /* nothing else of it */
		} * runs;
		size_t count, left; /* to take */
	} * list;
	size_t count;
	size_t named; /* folders */
};

/* ---- sending ---- */

static struct ahead *ahead_of(struct session *session)
{
	if (!session->ahead) {
		session->ahead = memory_grow(NULL, 1, sizeof(struct ahead));
		*session->ahead = (struct ahead){0};
	}
	return session->ahead;
}

static void name_run(struct session *session, const struct ahead_wish *wish,
		     struct ahead_run *run)
{
	*run = (struct ahead_run){
		.step = memory_string(wish->step),
		.clocks = memory_print("%s/clocks-%zu", session->scratch,
				       session->ahead->named++)};
	mkdir(run->clocks, 0777);
}

/* The places only say that something is printed there: node.c names them. */
static void set_job(struct session *session, const struct ahead_wish *wish,
		    struct ahead_run *run, struct job *job)
{
	struct contender contender = *wish->contender;
	const struct job_places places = {(char *)"output", (char *)"errors",
					  run->clocks};

	contender.limit = wish->limit;
	job_set(job, session, &contender, &places);
	run->limits = (struct runner_job){.seconds = job->job.seconds,
					  .memory = job->job.memory,
					  .file = job->job.file};
}

/* By names that are the same there; NULL for none. */
static const char **name_files(const struct session *session)
{
	const char **names = NULL;

	for (size_t i = SESSION_FILES; i < session->output_count; i++) {
		size_t at = i - SESSION_FILES;

		names = memory_grow(names, at + 2, sizeof(*names));
		names[at] = path_absolute(session->outputs[i].compare.name);
		names[at + 1] = NULL;
	}
	return names;
}

static void free_names(const char **names)
{
	for (size_t i = 0; names && names[i]; i++)
		free((void *)names[i]);
	free(names);
}

void ahead_send(struct session *session, const struct ahead_wish *list,
		size_t count)
{
	struct ahead *ahead = ahead_of(session);
	const char **files = name_files(session);
	struct errand_run *runs = memory_grow(NULL, count, sizeof(*runs));
	struct job *jobs = memory_grow(NULL, count, sizeof(*jobs));
	struct ahead_trip *trip;

	ahead->list = memory_grow(ahead->list, ahead->count + 1,
				  sizeof(*ahead->list));
	trip = &ahead->list[ahead->count++];
	*trip = (struct ahead_trip){.count = count, .left = count};
	trip->runs = memory_grow(NULL, count, sizeof(*trip->runs));
	for (size_t i = 0; i < count; i++) {
		name_run(session, &list[i], &trip->runs[i]);
		set_job(session, &list[i], &trip->runs[i], &jobs[i]);
		runs[i] = (struct errand_run){.job = jobs[i].job,
					      .when = list[i].when,
					      .files = files,
					      .check = session->wish->check};
	}
	trip->trip =
		node_send(session->node, runs, count, session_pins(session));
	for (size_t i = 0; i < count; i++)
		job_free(&jobs[i]);
	free_names(files);
	free(jobs);
	free(runs);
}

/* ---- finding ---- */

static struct ahead_trip *find(const struct session *session, const char *step,
			       size_t *number)
{
	const struct ahead *ahead = session->ahead;

	for (size_t i = 0; ahead && i < ahead->count; i++) {
		struct ahead_trip *trip = &ahead->list[i];

		for (*number = 0; *number < trip->count; ++*number) {
			const char *one = trip->runs[*number].step;

			if (one && strcmp(one, step) == 0)
				return trip;
		}
	}
	return NULL;
}

bool ahead_is_sent(const struct session *session, const char *step)
{
	size_t number;

	return find(session, step, &number) != NULL;
}

static void free_run(struct ahead_trip *trip, size_t number)
{
	struct ahead_run *run = &trip->runs[number];

	if (!run->step)
		return;
	trip->left--;
	file_remove_tree(run->clocks);
	free(run->step);
	free(run->clocks);
	run->step = run->clocks = NULL;
}

static void free_trip(struct ahead_trip *trip)
{
	node_drop(trip->trip);
	for (size_t i = 0; i < trip->count; i++)
		free_run(trip, i);
	free(trip->runs);
}

/* Those of which all was taken. */
static void free_taken(struct ahead *ahead)
{
	size_t kept = 0;

	for (size_t i = 0; i < ahead->count; i++)
		if (ahead->list[i].left == 0)
			free_trip(&ahead->list[i]);
		else
			ahead->list[kept++] = ahead->list[i];
	ahead->count = kept;
}

void ahead_drop(struct session *session)
{
	struct ahead *ahead = session->ahead;

	for (size_t i = 0; ahead && i < ahead->count; i++)
		free_trip(&ahead->list[i]);
	if (ahead)
		free(ahead->list);
	free(ahead);
	session->ahead = NULL;
}

/* ---- what is lost ---- */

/* No fault of what was run, and so no failure. */
static bool keep_lost(struct session *session,
		      const struct contender *contender, const char *reason)
{
	char *step = memory_print("lost/%lld.%zu", (long long)time(NULL),
				  session->node->count);
	struct store_run run = {
		.step = step,
		.variant = contender->variant,
		.status = (char *)"lost",
		.reason = (char *)reason,
	};
	struct text problem = {0};
	bool good =
		!session_lacks_room(reason) &&
		store_add(session->store, session->campaign, &run, &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	free(step);
	return good;
}

static void give_up(struct session *session, const char *reason)
{
	session->stranded = true;
	message_error("%s; that happened %d times in a row: see whether the "
		      "launcher works; what was measured is kept in '%s', and "
		      "the same command goes on from there",
		      reason, NODE_MOST_LOST + 1, session->wish->store);
}

/* False if podium shall stop. */
static bool may_try_again(struct session *session,
			  const struct contender *contender, size_t losses,
			  const char *reason)
{
	if (process_interrupted())
		return false;
	if (!keep_lost(session, contender, reason))
		session->stranded = true;
	else if (losses > NODE_MOST_LOST)
		give_up(session, reason);
	if (session->stranded)
		return false;
	message_warning("%s; the run is made again", reason);
	node_pause(losses);
	return true;
}

/* What a lost run has left. */
static void clear(const struct ahead_trip *trip)
{
	for (size_t i = 0; i < trip->count; i++)
		if (trip->runs[i].clocks) {
			file_remove_tree(trip->runs[i].clocks);
			mkdir(trip->runs[i].clocks, 0777);
		}
}

/* ---- taking ---- */

/* Until they are made, again where they are lost. */
static bool await(struct session *session, const struct ahead_trip *trip,
		  const struct contender *contender)
{
	struct text lost = {0};
	size_t losses = 0;
	bool good;

	while (!(good = node_await(session->node, trip->trip, &lost)) &&
	       may_try_again(session, contender, ++losses,
			     text_string(&lost))) {
		clear(trip);
		node_again(session->node, trip->trip);
		text_cut(&lost, 0);
	}
	text_free(&lost);
	return good;
}

/* Alone. */
static struct ahead_trip *send_one(struct session *session, const char *step,
				   const struct contender *contender)
{
	const struct ahead_wish wish = {.step = (char *)step,
					.contender = contender,
					.limit = contender->limit};

	ahead_send(session, &wish, 1);
	return &session->ahead->list[session->ahead->count - 1];
}

/* False if it was not called for. */
static bool take(struct session *session, struct ahead_trip *trip,
		 size_t number, const struct job_places *places,
		 struct errand_result *result, struct text *reason)
{
	struct ahead_run *run = &trip->runs[number];
	const struct node_places there = {places->output, places->errors,
					  places->output};
	bool good =
		node_take(session->node, trip->trip, number, &there, result);

	if (good) {
		rename(run->clocks, places->clocks);
		runner_reason(&run->limits, &result->result, reason);
	}
	free_run(trip, number);
	return good;
}

struct errand_result ahead_take(struct session *session, const char *step,
				const struct contender *contender,
				const struct job_places *places,
				struct text *reason)
{
	struct errand_result result = {.result.end = RUNNER_INTERRUPTED};
	struct ahead_trip *trip;
	bool good = false;
	size_t number;

	while (!good) {
		trip = find(session, step, &number);
		if (!trip) {
			trip = send_one(session, step, contender);
			number = 0;
		}
		if (!await(session, trip, contender))
			break;
		good = take(session, trip, number, places, &result, reason);
	}
	free_taken(session->ahead);
	return result;
}
