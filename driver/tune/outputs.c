/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What runs of a session leave.
 */
#include "outputs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "compare/align.h"
#include "compare/freed.h"
#include "run/leave.h"
#include "run/runner.h"
#include "session.h"

/* ---- places ---- */

bool outputs_teach(const char *step)
{
	return strncmp(step, "original/", strlen("original/")) == 0 ||
	       strncmp(step, "threads/", strlen("threads/")) == 0;
}

/* Outputs of the original stay, for all that are held to them. */
char *outputs_path(const struct session *session, const char *step)
{
	if (!outputs_teach(step))
		return memory_print("%s/output", session->scratch);
	return memory_print("%s/output-%016" PRIx64, session->scratch,
			    digest_bytes(step, strlen(step)));
}

/* Of the copy of a file. */
static char *file_path(const struct session *session, const char *step,
		       size_t number)
{
	char *output = outputs_path(session, step);
	char *path = memory_print("%s-%zu", output, number);

	free(output);
	return path;
}

/* ---- files ---- */

void outputs_begin(struct session *session)
{
	for (size_t i = 0; i < session->file_count; i++) {
		struct session_file *file = &session->files[i];
		char *path =
			overlay_file(&session->overlay, file->compare.name);

		leave_look(&file->before, path);
		free(path);
	}
}

/* Copies, for the next run writes them again. Those of a run that a launcher
   made were made there. */
static bool copy_files(struct session *session, const char *step,
		       struct text *reason)
{
	bool good = true;

	for (size_t i = 0; good && i < session->file_count; i++) {
		const char *name = session->wish->files[i];
		char *path = overlay_file(&session->overlay, name);
		char *copy = file_path(session, step, i);
		bool there = session->node->launcher != NULL;

		good = there ? access(copy, R_OK) == 0
			     : leave_is_new(&session->files[i].before, path);
		if (!good)
			text_print(reason,
				   "'%s' is not written, which --compare asks "
				   "of every run",
				   name);
		else if (!there && !file_copy(path, copy)) {
			text_print(reason, "'%s' cannot be copied: %s", name,
				   strerror(errno));
			good = false;
		}
		free(copy);
		free(path);
	}
	return good;
}

/* ---- learning ---- */

static bool learn_one(struct compare *compare, const char *step,
		      const char *path)
{
	if (strncmp(step, "threads/", strlen("threads/")) == 0)
		return compare_learn_numbers(compare, path);
	return compare_learn(compare, path);
}

static bool learn(struct session *session, const char *step,
		  struct text *reason)
{
	char *path = outputs_path(session, step);
	bool good = session->wish->check ||
		    learn_one(&session->compare, step, path);

	if (good && !session->model)
		session->model = memory_string(path);
	for (size_t i = 0; good && i < session->file_count; i++) {
		free(path);
		path = file_path(session, step, i);
		good = learn_one(&session->files[i].compare, step, path);
	}
	if (!good)
		text_print(reason, "cannot read '%s': %s", path,
			   strerror(errno));
	free(path);
	return good;
}

/* ---- judging ---- */

/* The user's check reads the output on its standard input. Where a launcher
   made the run the check was made there, too. */
static void run_check(const struct session *session, const char *output,
		      struct text *reason)
{
	const char *arguments[] = {"/bin/sh", "-c", session->wish->check, NULL};
	struct runner_job job = {.arguments = arguments,
				 .input = output,
				 .seconds = ERRAND_CHECK_SECONDS};
	struct runner_result result = session->check;

	overlay_put(&session->overlay, &job);
	if (!session->node->launcher)
		result = runner_run(&job);
	if (runner_done(&result))
		return;
	text_add(reason, "check fails: ");
	runner_reason(&job, &result, reason);
}

/* What ranks print is right in any order. */
static bool matches_in_order(const struct session *session, const char *path)
{
	char *aligned = memory_print("%s-aligned", path);
	struct text why = {0};
	bool good = session->ranks && session->model &&
		    align_lines(session->model, path, aligned) &&
		    compare_matches(&session->compare, aligned,
				    session->wish->tolerance, &why);

	text_free(&why);
	free(aligned);
	return good;
}

static bool matches_printed(const struct session *session, const char *path,
			    struct text *why)
{
	size_t length = why->length;
	bool good = compare_matches(&session->compare, path,
				    session->wish->tolerance, why);

	if (good || !matches_in_order(session, path))
		return good;
	text_cut(why, length);
	return true;
}

bool outputs_match(const struct session *session, const char *step,
		   struct text *why)
{
	double tolerance = session->wish->tolerance;
	char *path = outputs_path(session, step);
	bool good = session->wish->check || matches_printed(session, path, why);

	for (size_t i = 0; good && i < session->file_count; i++) {
		free(path);
		path = file_path(session, step, i);
		good = compare_matches(&session->files[i].compare, path,
				       tolerance, why);
	}
	free(path);
	return good;
}

/* In the store, and where it stays. */
static char *beside_step(const char *step)
{
	return memory_print("original/beside %s", step);
}

/* What was taken for a step, for another one. */
static bool copy_lesson(const struct session *session, const char *step,
			const char *lesson)
{
	char *from = outputs_path(session, step);
	char *to = outputs_path(session, lesson);
	bool good = file_copy(from, to);

	for (size_t i = 0; good && i < session->file_count; i++) {
		free(from);
		free(to);
		from = file_path(session, step, i);
		to = file_path(session, lesson, i);
		good = file_copy(from, to);
	}
	free(from);
	free(to);
	return good;
}

/*
 * An original that runs beside variants is right, whatever it prints: where
 * that is new, it teaches.
 */
static void learn_beside(struct session *session, const char *step,
			 struct text *reason)
{
	char *lesson = beside_step(step);

	if (!copy_lesson(session, step, lesson))
		text_print(reason, "what it left cannot be copied: %s",
			   strerror(errno));
	else if (outputs_keep(session, lesson, reason))
		learn(session, lesson, reason);
	free(lesson);
}

bool outputs_take(struct session *session, const char *step,
		  struct text *reason)
{
	char *path = outputs_path(session, step);

	if (session->wish->check)
		run_check(session, path, reason);
	free(path);
	return reason->length == 0 && copy_files(session, step, reason);
}

void outputs_learn(struct session *session, const char *step,
		   struct text *reason)
{
	struct text why = {0};

	if (outputs_teach(step))
		learn(session, step, reason);
	else if (!outputs_match(session, step, &why))
		learn_beside(session, step, reason);
	text_free(&why);
}

bool outputs_agree(struct session *session, const char *step)
{
	struct text why = {0};
	bool good = outputs_take(session, step, &why) &&
		    outputs_match(session, step, &why);

	text_free(&why);
	return good;
}

/* ---- for those who go on later ---- */

/* Of what is printed, or of a file. */
static char *kept_name(const struct session *session, const char *step,
		       const char *file)
{
	if (!file)
		return memory_print("output of %" PRId64 " %s",
				    session->campaign, step);
	return memory_print("file '%s' of %" PRId64 " %s", file,
			    session->campaign, step);
}

/* Into the store, or back. */
static bool move_one(struct session *session, const char *name,
		     const char *path, bool keep, struct text *problem)
{
	if (keep)
		return access(path, R_OK) != 0 ||
		       store_keep_file(session->store, name, path, problem);
	return store_kept_file(session->store, name, path, problem);
}

/* False without a problem if nothing is kept. */
static bool move_all(struct session *session, const char *step, bool keep,
		     struct text *problem)
{
	char *path = outputs_path(session, step);
	char *name = kept_name(session, step, NULL);
	bool good = move_one(session, name, path, keep, problem);

	for (size_t i = 0; good && i < session->file_count; i++) {
		free(path);
		free(name);
		path = file_path(session, step, i);
		name = kept_name(session, step, session->wish->files[i]);
		good = move_one(session, name, path, keep, problem);
	}
	free(path);
	free(name);
	return good;
}

bool outputs_keep(struct session *session, const char *step,
		  struct text *problem)
{
	return move_all(session, step, true, problem);
}

bool outputs_learn_kept(struct session *session, const char *step,
			struct text *problem)
{
	char *lesson =
		outputs_teach(step) ? memory_string(step) : beside_step(step);

	outputs_begin(session);
	if (move_all(session, lesson, false, problem))
		learn(session, lesson, problem);
	free(lesson);
	return problem->length == 0;
}

/* ---- what is not judged ---- */

static void add_unjudged(json_t *list, const struct compare *compare)
{
	size_t count;
	const struct freed_item *freed = compare_freed(compare, &count);

	for (size_t i = 0; i < count; i++) {
		json_t *one = json_pack("{s:I, s:I, s:s}", "line",
					(json_int_t)freed[i].line, "lines",
					(json_int_t)freed[i].lines, "why",
					freed[i].why);

		if (compare->name)
			json_object_set_new(one, "file",
					    letters_json(compare->name));
		json_object_set_new(one, "text", letters_json(freed[i].text));
		if (freed[i].what)
			json_object_set_new(one, "what",
					    letters_json(freed[i].what));
		json_array_append_new(list, one);
	}
}

json_t *outputs_unjudged(const struct session *session)
{
	json_t *list = json_array();

	if (!session->wish->check)
		add_unjudged(list, &session->compare);
	for (size_t i = 0; i < session->file_count; i++)
		add_unjudged(list, &session->files[i].compare);
	return list;
}

bool outputs_keep_unjudged(const struct session *session, struct text *problem)
{
	json_t *list = outputs_unjudged(session);
	char *name = memory_print("unjudged of %" PRId64, session->campaign);
	char *content = json_dumps(list, JSON_INDENT(1));
	bool good = store_keep(session->store, name, content ? content : "",
			       problem);

	free(content);
	free(name);
	json_decref(list);
	return good;
}

bool outputs_compares(const struct session *session, const char *path)
{
	bool found = false;

	for (size_t i = 0; !found && i < session->file_count; i++) {
		const char *name = session->files[i].compare.name;
		char *one = overlay_file(&session->overlay, name);
		char *absolute = path_absolute(one);

		found = strcmp(absolute, path) == 0;
		free(absolute);
		free(one);
	}
	return found;
}
