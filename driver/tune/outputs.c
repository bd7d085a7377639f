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
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "compare/compare.h"
#include "run/leave.h"
#include "run/runner.h"
#include "session.h"

/* ---- places ---- */

bool outputs_teach(const char *step)
{
	return strncmp(step, "original/", strlen("original/")) == 0 ||
	       strncmp(step, "clocks", strlen("clocks")) == 0 ||
	       strncmp(step, "world/", strlen("world/")) == 0;
}

/* Outputs of the baseline stay: those of variants are compared with them.
   Copies of files are counted from 0, behind the path of stdout. */
char *outputs_path(const struct session *session, const char *step,
		   size_t number)
{
	char *output, *path;

	output = outputs_teach(step)
			 ? memory_print("%s/output-%016" PRIx64,
					session->scratch,
					digest_bytes(step, strlen(step)))
			 : memory_print("%s/output", session->scratch);
	if (number == SESSION_STDOUT)
		return output;
	path = number == SESSION_STDERR
		       ? memory_print("%s-errors", output)
		       : memory_print("%s-%zu", output, number - SESSION_FILES);
	free(output);
	return path;
}

/* With --check stdout and stderr are not compared. */
static bool is_compared(const struct session *session, size_t number)
{
	return !session->outputs[number].dropped &&
	       (number >= SESSION_FILES || !session->wish->check);
}

/* ---- files ---- */

void outputs_begin(struct session *session)
{
	for (size_t i = SESSION_FILES; i < session->output_count; i++) {
		struct session_output *file = &session->outputs[i];
		char *path =
			overlay_file(&session->overlay, file->compare.name);

		leave_look(&file->before, path);
		free(path);
	}
}

/* Copies, for the next run writes them again. Those of a run that a launcher
   made were made there. */
static bool copy_file(const struct session *session, const char *step,
		      size_t number, struct text *reason)
{
	const struct session_output *file = &session->outputs[number];
	const char *name = file->compare.name;
	char *path = overlay_file(&session->overlay, name);
	char *copy = outputs_path(session, step, number);
	bool there = session->node->launcher != NULL;
	bool written = there ? access(copy, R_OK) == 0
			     : leave_is_new(&file->before, path);
	bool good = written && (there || file_copy(path, copy));

	if (!written)
		text_print(reason, "'%s' is not written, which %s", name,
			   file->found ? "runs of the baseline do"
				       : "--compare asks of every run");
	else if (!good)
		text_print(reason, "'%s' cannot be copied: %s", name,
			   strerror(errno));
	free(copy);
	free(path);
	return good;
}

/* A file that was found and is not written by each run of the baseline is not
   compared. */
static bool copy_files(struct session *session, const char *step, bool baseline,
		       struct text *reason)
{
	struct text dropped = {0};
	bool good = true;

	for (size_t i = SESSION_FILES; good && i < session->output_count; i++) {
		struct session_output *file = &session->outputs[i];

		if (file->dropped)
			continue;
		good = copy_file(session, step, i, reason);
		if (good || !file->found || !baseline)
			continue;
		text_cut(reason, 0);
		file->dropped = good = true;
		text_print(&dropped, "%s'%s'", dropped.length ? ", " : "",
			   file->compare.name);
	}
	if (dropped.length > 0)
		message_warning("not written by each run of the baseline, and "
				"not compared: %s",
				text_string(&dropped));
	text_free(&dropped);
	return good;
}

/* ---- learning and judging ---- */

static void learn(struct session *session, const char *step)
{
	bool threads = strncmp(step, "world/threads", 13) == 0;

	for (size_t i = 0; i < session->output_count; i++) {
		char *path = outputs_path(session, step, i);

		if (is_compared(session, i) && access(path, R_OK) == 0)
			compare_learn(&session->outputs[i].compare, path,
				      threads);
		free(path);
	}
}

/* Zero if it is not compared. */
static struct compare_summary summarize(struct session *session, size_t number)
{
	struct compare *compare = &session->outputs[number].compare;

	return is_compared(session, number)
		       ? compare_summarize(compare, &session->wish->compare)
		       : (struct compare_summary){0};
}

/* Is all of it masked, as bytes that differ between runs of the baseline? */
static bool is_masked(struct session *session, size_t number)
{
	struct compare_summary summary = summarize(session, number);
	bool masked = summary.count > 0 && summary.lines == 0;

	compare_summary_free(&summary);
	return masked;
}

/* A file that was found in the folder may be masked as a whole, one that
   --compare names may not. */
static bool match_one(struct session *session, const char *step, size_t number,
		      struct text *why)
{
	struct session_output *output = &session->outputs[number];
	char *path = outputs_path(session, step, number);
	size_t length = why->length;
	bool good = compare_matches(&output->compare, path,
				    &session->wish->compare, why);

	if (!good && output->found && is_masked(session, number)) {
		text_cut(why, length);
		good = true;
	}
	free(path);
	return good;
}

bool outputs_match(struct session *session, const char *step, struct text *why)
{
	bool good = true;

	for (size_t i = 0; good && i < session->output_count; i++)
		good = !is_compared(session, i) ||
		       match_one(session, step, i, why);
	return good;
}

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

/* In the store, and where it stays. */
static char *beside_step(const char *step)
{
	return memory_print("original/beside %s", step);
}

/*
 * A baseline that runs beside variants is right, whatever it prints: where that
 * is new, it teaches, under a step of its own.
 */
static void learn_beside(struct session *session, const char *step,
			 struct text *reason)
{
	char *lesson = beside_step(step);
	bool good = true;

	for (size_t i = 0; good && i < session->output_count; i++) {
		char *from = outputs_path(session, step, i);
		char *to = outputs_path(session, lesson, i);

		good = access(from, R_OK) != 0 || file_copy(from, to);
		if (!good)
			text_print(reason, "what it left cannot be copied: %s",
				   strerror(errno));
		free(from);
		free(to);
	}
	if (good && outputs_keep(session, lesson, reason))
		learn(session, lesson);
	free(lesson);
}

bool outputs_take(struct session *session, const char *step, bool baseline,
		  struct text *reason)
{
	char *path = outputs_path(session, step, SESSION_STDOUT);

	if (session->wish->check)
		run_check(session, path, reason);
	free(path);
	return reason->length == 0 &&
	       copy_files(session, step, baseline, reason);
}

void outputs_learn(struct session *session, const char *step,
		   struct text *reason)
{
	struct text why = {0};

	if (outputs_teach(step))
		learn(session, step);
	else if (!outputs_match(session, step, &why))
		learn_beside(session, step, reason);
	text_free(&why);
}

/* Files that were found may differ from those of the first run, as a log that
   grows does. */
bool outputs_agree(struct session *session, const char *step)
{
	struct text why = {0};
	bool good = outputs_take(session, step, true, &why);

	for (size_t i = 0; good && i < session->output_count; i++)
		good = !is_compared(session, i) || session->outputs[i].found ||
		       match_one(session, step, i, &why);
	text_free(&why);
	return good;
}

/* ---- for those who go on later ---- */

/* Into the store, or back. False without a problem if nothing is kept. */
static bool move_one(struct session *session, const char *step, size_t number,
		     bool keep, struct text *problem)
{
	static const char *const printed[] = {"output", "errors"};
	const char *file = session->outputs[number].compare.name;
	char *path = outputs_path(session, step, number);
	char *name =
		number < SESSION_FILES
			? memory_print("%s of %" PRId64 " %s", printed[number],
				       session->campaign, step)
			: memory_print("file '%s' of %" PRId64 " %s", file,
				       session->campaign, step);
	bool good;

	if (keep)
		good = access(path, R_OK) != 0 ||
		       store_keep_file(session->store, name, path, problem);
	else
		good = store_kept_file(session->store, name, path, problem);
	free(name);
	free(path);
	return good;
}

static bool move_all(struct session *session, const char *step, bool keep,
		     struct text *problem)
{
	bool good = true;

	for (size_t i = 0; good && i < session->output_count; i++) {
		struct session_output *output = &session->outputs[i];

		if (output->dropped)
			continue;
		good = move_one(session, step, i, keep, problem);
		if (!good && output->found && problem->length == 0)
			output->dropped = good = true;
	}
	return good;
}

/* Names of files that the first run of the baseline wrote, a line each. */
static char *found_name(const struct session *session)
{
	return memory_print("files of %" PRId64, session->campaign);
}

static bool keep_found(struct session *session, struct text *problem)
{
	struct text names = {0};
	char *name = found_name(session);
	bool good;

	for (size_t i = SESSION_FILES; i < session->output_count; i++)
		if (session->outputs[i].found)
			text_print(&names, "%s\n",
				   session->outputs[i].compare.name);
	good = store_keep(session->store, name, text_string(&names), problem);
	text_free(&names);
	free(name);
	return good;
}

static void find_kept(struct session *session)
{
	size_t last = session->output_count - 1;
	char *name = found_name(session);
	char *names = store_kept(session->store, name), *rest = names, *one;

	if (session->outputs[last].found)
		rest = NULL; /* they are there */
	while (rest && (one = strsep(&rest, "\n")) && *one)
		session_add_file(session, one);
	free(names);
	free(name);
}

static bool is_first(const char *step)
{
	return strncmp(step, "original/0", strlen("original/0")) == 0;
}

bool outputs_keep(struct session *session, const char *step,
		  struct text *problem)
{
	return (!is_first(step) || keep_found(session, problem)) &&
	       move_all(session, step, true, problem);
}

bool outputs_learn_kept(struct session *session, const char *step,
			struct text *problem)
{
	char *lesson =
		outputs_teach(step) ? memory_string(step) : beside_step(step);

	if (is_first(step))
		find_kept(session);
	if (move_all(session, lesson, false, problem))
		learn(session, lesson);
	free(lesson);
	return problem->length == 0;
}

/* ---- what is compared ---- */

const char outputs_remedy[] =
	"nothing of the output is compared: the program writes nothing, or all "
	"that it writes differs between runs of the baseline; give --check CMD "
	"or --compare FILE";

bool outputs_are_masked(struct session *session)
{
	bool compared = session->wish->check != NULL;

	for (size_t i = 0; i < session->output_count; i++) {
		struct compare_summary summary = summarize(session, i);

		compared |= summary.lines > 0 || summary.bytes;
		compare_summary_free(&summary);
	}
	return !compared;
}

void outputs_describe(struct session *session, struct text *out)
{
	size_t masks = 0, length;

	text_add(out, "compared: ");
	length = out->length;
	if (session->wish->check)
		text_add(out, "--check");
	for (size_t i = 0; i < session->output_count; i++) {
		struct compare *compare = &session->outputs[i].compare;
		struct compare_summary summary = summarize(session, i);
		const char *comma = out->length > length ? ", " : "";

		if (summary.lines > 0)
			text_print(out, "%s%zu line%s of ", comma,
				   summary.lines, summary.lines > 1 ? "s" : "");
		else if (summary.bytes)
			text_print(out, "%sall bytes of ", comma);
		if (summary.lines > 0 || summary.bytes)
			text_add_safe(out, compare->name);
		masks += summary.count;
		compare_summary_free(&summary);
	}
	if (out->length == length)
		text_add(out, "nothing");
	if (masks > 0)
		text_print(out, "; not compared: %zu field%s", masks,
			   masks > 1 ? "s" : "");
}

json_t *outputs_unjudged(struct session *session)
{
	json_t *list = json_array();

	for (size_t i = 0; i < session->output_count; i++) {
		struct compare *compare = &session->outputs[i].compare;
		struct compare_summary summary = summarize(session, i);

		for (size_t j = 0; j < summary.count; j++) {
			const struct compare_mask *mask = &summary.masks[j];
			json_t *one = json_pack("{s:I, s:I, s:s}", "line",
						(json_int_t)mask->line, "lines",
						(json_int_t)mask->lines, "why",
						mask->why);

			if (i != SESSION_STDOUT)
				json_object_set_new(
					one, "file",
					letters_json(compare->name));
			json_object_set_new(one, "text",
					    letters_json(mask->text));
			if (mask->field)
				json_object_set_new(one, "what",
						    letters_json(mask->field));
			json_array_append_new(list, one);
		}
		compare_summary_free(&summary);
	}
	return list;
}

bool outputs_keep_unjudged(struct session *session, struct text *problem)
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

	for (size_t i = SESSION_FILES; !found && i < session->output_count;
	     i++) {
		const char *name = session->outputs[i].compare.name;
		char *one = overlay_file(&session->overlay, name);
		char *absolute = path_absolute(one);

		found = strcmp(absolute, path) == 0;
		free(absolute);
		free(one);
	}
	return found;
}
