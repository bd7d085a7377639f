/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium check: which entries of a tuned file hold in a program.
 */
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/result.h"
#include "base/text.h"
#include "build/tuned.h"
#include "command.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/thread.h"

struct request {
	struct words paths; /* programs and objects */
	const char *use;
	bool json;
};

/* The state of one line by the records. */
struct verdict {
	const char *state; /* NULL: nothing yet */
	size_t loops;	   /* that have the entry */
	const json_t *first;
	struct text reason;
};

/* ---- what is read ---- */

static bool read_programs(const struct request *request,
			  struct records *records, struct text *problem)
{
	for (size_t i = 0; i < request->paths.count; i++) {
		const char *path = request->paths.list[i];
		size_t before = records->sections;

		if (!records_read(records, path, path, problem))
			return false;
		if (records->sections > before)
			continue;
		text_print(problem,
			   "%s holds no records: it was built without podium's "
			   "flags, stripped, or linked with -flto; build it "
			   "with $(podium cflags --use %s), check it before "
			   "strip, and with -flto name the objects",
			   path, request->use);
		return false;
	}
	return true;
}

/* ---- one entry ---- */

static const char *without_folders(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* By either name of its function, whatever the folder: files are named as the
   compiler was told them. */
static bool names(const struct tuned_line *line, const json_t *record)
{
	char *file = letters_read(json_object_get(record, "file"));
	char *id = letters_read(json_object_get(record, "id"));
	char *function = letters_read(json_object_get(record, "name"));
	char *name = memory_print("%s#%lld", function ? function : "",
				  (long long)loop_integer(record, "ordinal"));
	bool same = file && id &&
		    strcmp(without_folders(file),
			   without_folders(line->file)) == 0 &&
		    (strcmp(line->id, id) == 0 || strcmp(line->id, name) == 0);

	free(name);
	free(function);
	free(id);
	free(file);
	return same;
}

/* Does the entry of the record ask for what the line says, in any order? */
static bool asks(const struct tuned_line *line, const json_t *entry)
{
	char *words = memory_string(line->clauses), *rest;
	const char *clauses = loop_word(entry, "clauses");
	bool same = strlen(words) == strlen(clauses);

	for (const char *word = strtok_r(words, " ", &rest); word && same;
	     word = strtok_r(NULL, " ", &rest))
		same = strstr(clauses, word) != NULL;
	free(words);
	return same;
}

/* The worst that any loop says of the entry counts. */
static void take_entry(struct verdict *verdict, const json_t *record,
		       const json_t *entry)
{
	const char *state = loop_word(entry, "state");

	verdict->loops++;
	if (verdict->state && (strcmp(state, "applied") == 0 ||
			       strcmp(verdict->state, "applied") != 0))
		return;
	verdict->state = strcmp(state, "applied") == 0 ? "applied"
			 : strcmp(state, "stale") == 0 ? "stale"
						       : "refused";
	verdict->first = record;
	if (strcmp(state, "applied") == 0)
		return;
	text_add_safe(&verdict->reason, loop_word(entry, "why"));
	text_add(&verdict->reason, ", at ");
	loop_place(&verdict->reason, record);
	if (strcmp(state, "stale") == 0)
		text_add(&verdict->reason, ": podium prove or podium tune");
}

static void judge(const struct tuned_line *line, const struct records *records,
		  const char *use, struct verdict *verdict)
{
	const json_t *without = NULL, *other = NULL;

	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];
		const json_t *entry = json_object_get(record, "entry");
		bool named = !line->id || names(line, record);

		if (named && entry &&
		    loop_integer(entry, "line") == line->number &&
		    asks(line, entry))
			take_entry(verdict, record, entry);
		else if (named && line->id && !entry)
			without = record;
		else if (named && line->id)
			other = record;
	}
	if (verdict->state)
		return;
	verdict->state = "missing";
	verdict->first = other ? other : without;
	if (other)
		text_print(&verdict->reason,
			   "its loop has the entry of line %lld of the file "
			   "that it was built with; build again",
			   (long long)loop_integer(
				   json_object_get(other, "entry"), "line"));
	else if (without)
		text_print(&verdict->reason,
			   "its loop was compiled without it; build with "
			   "$(podium cflags --use %s)",
			   use);
	else
		text_add(&verdict->reason, "no loop of this name");
}

/* Is the function of a line safe(NEED) that for which it was proven? */
static void judge_safe(const struct tuned_line *line, const char *content,
		       const struct records *records, struct verdict *verdict)
{
	json_t *digests = json_object(), *value;
	char *need = letters_of(line->need);
	const char *digest;

	thread_digests(records, need, digests);
	json_object_foreach(digests, digest, value)
	{
		verdict->loops++;
		if (!tuned_has_proof(content, line, digest))
			verdict->state = "stale";
		else if (!verdict->state)
			verdict->state = "applied";
	}
	json_decref(digests);
	free(need);
	if (!verdict->state) {
		verdict->state = "missing";
		text_add(&verdict->reason, "no unit with records defines it");
	} else if (strcmp(verdict->state, "stale") == 0) {
		text_add(&verdict->reason,
			 "the function has changed since it was proven: "
			 "podium prove or podium tune");
	}
}

static json_t *row_of(const struct tuned_line *line,
		      const struct verdict *verdict)
{
	struct text shown = {0};

	if (line->file && verdict->first) {
		text_add_safe(&shown, line->file);
		text_add(&shown, ":");
		loop_short_name(&shown, verdict->first);
	} else {
		text_add_safe(&shown, line->name);
	}
	return json_pack("{s:i, s:o, s:o, s:s, s:s, s:i, s:s}", "line",
			 (int)line->number, "entry", letters_json(line->name),
			 "loop", result_text(&shown), "clauses", line->clauses,
			 "state", verdict->state, "loops", (int)verdict->loops,
			 "reason", text_string(&verdict->reason));
}

/* ---- the answer ---- */

static const struct result_column columns[] = {
	{"loop", "entry", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"state", "state", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"reason", "reason", NULL, NULL, NULL, NULL, false, 0, NULL},
	{0},
};

/* They are for podium exec: no program shows whether they hold. */
static void add_settings(json_t *rows, const struct tuned_setting *settings,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		json_array_append_new(
			rows,
			json_pack(
				"{s:i, s:o, s:o, s:s, s:s, s:i, s:s}", "line",
				(int)settings[i].number, "entry",
				json_sprintf("setting %s=%s", settings[i].name,
					     settings[i].value),
				"loop",
				json_sprintf("%s=%s", settings[i].name,
					     settings[i].value),
				"clauses", "", "state", "setting", "loops", 0,
				"reason", "podium exec runs programs with it"));
}

/* An entry that keeps a loop as written needs no loop; a line safe(NEED)
   without a proof is the user's word. */
static bool check_all(const struct request *request, const char *content,
		      const struct tuned_line *lines, size_t count,
		      const struct tuned_setting *settings, size_t set,
		      const struct records *records)
{
	struct result result = {.whole = json_array()};
	size_t holds = 0;

	for (size_t i = 0; i < count; i++) {
		struct verdict verdict = {0};

		if (lines[i].need && !lines[i].proof_end)
			continue;
		if (lines[i].need)
			judge_safe(&lines[i], content, records, &verdict);
		else
			judge(&lines[i], records, request->use, &verdict);
		if (!lines[i].leaves || verdict.loops > 0) {
			holds += strcmp(verdict.state, "applied") == 0;
			json_array_append_new(result.whole,
					      row_of(&lines[i], &verdict));
		}
		text_free(&verdict.reason);
	}
	count = json_array_size(result.whole);
	add_settings(result.whole, settings, set);
	if (count + set > 0)
		result_rows(&result, columns, json_incref(result.whole));
	text_print(&result.page, "%zu of %zu entries applied.\n", holds, count);
	result_print(&result, request->json, false);
	return holds == count;
}

static int run(const struct request *request)
{
	struct records records = {0};
	struct text content = {0}, problem = {0};
	struct tuned_setting *settings = NULL;
	struct tuned_line *lines;
	size_t count, set = 0;
	bool good;

	if (request->paths.count == 0) {
		message_error("name a program, or objects; see --help");
		return COMMAND_USAGE;
	}
	good = tuned_read(request->use, &content, &problem) &&
	       read_programs(request, &records, &problem);
	if (good)
		settings = tuned_settings(text_string(&content), request->use,
					  &set, &problem);
	good = good && problem.length == 0;
	if (good) {
		lines = tuned_lines(text_string(&content), &count);
		good = check_all(request, text_string(&content), lines, count,
				 settings, set, &records);
		tuned_free(lines, count);
	} else {
		message_error("%s", text_string(&problem));
	}
	tuned_settings_free(settings, set);
	records_free(&records);
	text_free(&content);
	text_free(&problem);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static const struct option table[] = {
	{"use", "FILE", "the tuned file (default: podium.tuned)",
	 OPTION_SETS(use)},
	{"json", NULL, "print the entries as JSON", OPTION_SETS(json)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium check [OPTION...] APP|OBJECT...\n"
		"Says of each entry of podium.tuned whether it is applied in "
		"the program, by\n"
		"the records in it, and if not, why.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium check app\n"
		"  podium check --use old.tuned *.o\n",
};

int command_check(char **arguments)
{
	struct request request = {.use = "podium.tuned"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.paths.list);
	return status;
}
