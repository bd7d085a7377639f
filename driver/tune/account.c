/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the store keeps of a tuning.
 */
#include "account.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/result.h"
#include "base/text.h"
#include "candidate.h"
#include "choice.h"
#include "deliver.h"
#include "hot.h"
#include "rank/prediction.h"
#include "record/loop.h"
#include "session.h"
#include "trial.h"

/* ---- the source of a loop ---- */

/* So many lines at most, and of a loop without braces. */
#define MOST_LINES 24
#define FEW_LINES 8

/* Does the loop end here, by its braces? */
static bool is_closed(const char *line, size_t length, int *depth, bool *opened)
{
	for (size_t i = 0; i < length; i++) {
		*depth += (line[i] == '{') - (line[i] == '}');
		*opened = *opened || line[i] == '{';
	}
	return *opened && *depth <= 0;
}

static size_t length_of_loop(const char *from)
{
	const char *at = from;
	bool opened = false;
	int depth = 0;

	for (int i = 0; i < (opened ? MOST_LINES : FEW_LINES) && *at; i++) {
		size_t length = strcspn(at, "\n");
		bool closed = is_closed(at, length, &depth, &opened);

		if (depth < 0)
			break;
		at += length + (at[length] == '\n');
		if (closed)
			break;
	}
	return (size_t)(at - from);
}

static const char *line_of(const char *content, json_int_t number)
{
	while (number-- > 1 && *content) {
		content += strcspn(content, "\n");
		content += *content == '\n';
	}
	return content;
}

/* Null where it is not there. */
static json_t *json_source(const struct trial *trial,
			   const struct hot_loop *loop)
{
	const struct step *step = trial->session->plan->units[loop->unit].step;
	const json_t *record = loop->views->record;
	char *file = letters_read(json_object_get(record, "file"));
	char *path = step_path(step->folder, file ? file : "");
	struct text content = {0}, lines = {0};
	json_t *source = NULL;

	if (file_read(path, &content)) {
		const char *from = line_of(text_string(&content),
					   loop_integer(record, "line"));

		text_add_bytes(&lines, from, length_of_loop(from));
		source = letters_json(text_string(&lines));
	}
	text_free(&content);
	text_free(&lines);
	free(path);
	free(file);
	return source ? source : json_null();
}

/* ---- what was tried in it ---- */

/* Two standard errors of a measured ratio, as a factor. */
static double doubt_of(const struct hot_loop *loop, size_t candidate)
{
	double weights = 0;

	for (size_t i = 0; i < loop->run_count; i++)
		if (loop->runs[i].item == candidate && loop->runs[i].noise > 0)
			weights +=
				1 / (loop->runs[i].noise * loop->runs[i].noise);
	return weights > 0 ? exp(2 / sqrt(weights)) : NAN;
}

static json_t *json_measured(const struct hot_loop *loop, size_t candidate)
{
	double ratio = candidate_measured(loop, candidate);
	double doubt = doubt_of(loop, candidate);

	if (ratio <= 0)
		return json_null();
	return result_range(ratio, ratio / doubt, ratio * doubt);
}

/* Cycles by term; null where nothing is predicted. */
static json_t *json_terms(const struct hot_loop *loop, size_t candidate)
{
	const struct hot_candidate *one = &loop->candidates[candidate];
	struct prediction *prediction =
		candidate_view(loop, candidate)->prediction;
	struct text problem = {0};
	struct estimate estimate;
	json_t *terms = NULL;

	if (prediction && prediction_estimate(prediction, &one->schedule,
					      &estimate, &problem)) {
		terms = json_object();
		for (int i = 0; i < ESTIMATE_TERMS; i++)
			json_object_set_new(terms, estimate_name(i),
					    result_number(estimate.term[i]));
	}
	text_free(&problem);
	return terms ? terms : json_null();
}

/* Behind what it is compiled with, where that is not the user's build. */
static json_t *json_candidate(const struct trial *trial,
			      const struct hot_loop *loop, size_t candidate,
			      bool chosen)
{
	double predicted = candidate_predicted(loop, candidate);
	const struct choice *choice =
		&trial->hot->choices->list[loop->candidates[candidate].choice];
	struct text clauses = {0};

	choice_head(choice, &clauses);
	candidate_clauses(loop, candidate, &clauses);
	return json_pack("{s:o, s:b, s:o, s:o, s:I, s:o}", "clauses",
			 result_text(&clauses), "chosen", chosen, "predicted",
			 result_number(predicted > 0 ? predicted : NAN),
			 "measured", json_measured(loop, candidate), "runs",
			 (json_int_t)candidate_runs(loop, candidate), "terms",
			 json_terms(loop, candidate));
}

/* Those that were tried, behind the loop as it is written. */
static json_t *json_candidates(const struct trial *trial,
			       const struct trial_verdict *verdict,
			       const struct hot_loop *loop)
{
	size_t chosen = deliver_chosen(trial, verdict, loop);
	json_t *list = json_array();

	for (size_t i = 0; i < loop->count; i++)
		if (i == 0 || candidate_runs(loop, i) > 0)
			json_array_append_new(
				list,
				json_candidate(trial, loop, i, i == chosen));
	return list;
}

static void add_loop(const struct trial *trial,
		     const struct trial_verdict *verdict,
		     const struct hot_loop *loop, json_t *object)
{
	struct text name = {0};

	loop_short_name(&name, loop->views->record);
	json_object_set_new(object, "name", result_text(&name));
	json_object_set_new(object, "entry", letters_json(loop->views->entry));
	json_object_set_new(object, "share",
			    trial->hot->clocked ? result_number(loop->share)
						: json_null());
	json_object_set_new(object, "source", json_source(trial, loop));
	json_object_set_new(
		object, "why_not",
		letters_json(loop->views->prediction ? NULL : loop->why_not));
	json_object_set_new(object, "assumed", letters_json(loop->assumed));
	json_object_set_new(object, "candidates",
			    json_candidates(trial, verdict, loop));
}

/* ---- all of it ---- */

static json_t *json_left(const struct hot *hot)
{
	json_t *list = json_array();

	for (size_t i = 0; i < hot->left_count; i++) {
		const struct hot_left *left = &hot->left[i];

		json_array_append_new(list,
				      json_pack("{s:o, s:o, s:f}", "place",
						letters_json(left->place),
						"why", letters_json(left->why),
						"share", left->share));
	}
	return list;
}

/* How to build with it, where there is something. */
static void add_use(const struct trial *trial,
		    const struct trial_verdict *verdict, const char *path,
		    json_t *object)
{
	struct text flags = {0}, content = {0};

	deliver_flags(trial, path, &flags);
	deliver_content(trial, verdict, path, &content);
	json_object_set_new(object, "use", result_text(&flags));
	json_object_set_new(object, "content", result_text(&content));
	json_object_set_new(object, "bound",
			    json_boolean(session_pins(trial->session)));
}

static json_t *whole(const struct trial *trial,
		     const struct trial_verdict *verdict, bool ended,
		     const char *path)
{
	const struct session *session = trial->session;
	json_t *object = deliver_summary(trial, verdict, path);
	json_t *loops = json_object_get(object, "loops");
	struct text wish = {0};

	deliver_wish(trial, &wish);
	json_object_set_new(object, "state",
			    json_string(ended ? "ended" : "begun"));
	json_object_set_new(object, "asked", result_text(&wish));
	json_object_set_new(object, "program",
			    letters_json(session->launch.program));
	json_object_set_new(
		object, "variant",
		letters_json(trial->list[verdict->chosen].contender.variant));
	json_object_set_new(object, "left", json_left(trial->hot));
	for (size_t i = 0; i < trial->hot->count; i++)
		add_loop(trial, verdict, &trial->hot->list[i],
			 json_array_get(loops, i));
	if (json_object_get(object, "tuned"))
		add_use(trial, verdict, path, object);
	return object;
}

bool account_keep(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path,
		  struct text *problem)
{
	const struct trial_verdict none = {0};
	json_t *object = whole(trial, verdict ? verdict : &none, verdict, path);
	char *name =
		memory_print("account of %" PRId64, trial->session->campaign);
	char *content =
		json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
	bool good = store_keep(trial->session->store, name,
			       content ? content : "", problem);

	free(content);
	free(name);
	json_decref(object);
	return good;
}
