/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium prove: renews the proofs of a tuned file, with no run of the program.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/process.h"
#include "base/result.h"
#include "base/scratch.h"
#include "base/text.h"
#include "build/exchange.h"
#include "build/gather.h"
#include "build/plan.h"
#include "build/product.h"
#include "build/survey.h"
#include "build/tuned.h"
#include "build/units.h"
#include "command.h"
#include "nest/legal.h"
#include "nest/reshape.h"
#include "nest/sets.h"
#include "rank/flag.h"
#include "record/loop.h"
#include "record/proof.h"
#include "record/thread.h"
#include "store/store.h"

#define STORE "podium.db"

struct request {
	struct words paths; /* the tuned file, then sources */
	const char *build, *gcc;
	char **flags;
	bool json;
};

/* The file, what its entries name, and what becomes of them. */
struct proving {
	const struct request *request;
	const char *file;
	const char *scratch;
	struct text content;
	struct tuned_line *lines;
	size_t count;
	struct plan plan;
	/* loops with an entry, in the order of the units */
	struct named {
		const json_t *record;
		const struct tuned_line *line;
		size_t unit;
	} * named;
	size_t named_count;
	struct words flags; /* of the file, NULL at the end */
	json_t **proofs;    /* by line: the new ones; NULL: they stay */
	json_t *needs;	    /* that proven entries have and no line says */
	struct text fresh;  /* the new content */
	bool changed, failed;
};

/* ---- the loops ---- */

static bool add_flag(void *flags, const char *flag)
{
	words_add(flags, memory_string(flag));
	return flag_is_tame(flag);
}

/* The file is used with its flags, of which some change what loops mean. */
static bool take_flags(struct proving *proving, struct text *problem)
{
	struct words *flags = &proving->flags;

	if (!tuned_flags(text_string(&proving->content), add_flag, flags)) {
		text_print(problem,
			   "the flag '%s' is not taken from a file: "
			   "expected " FLAG_EXPECTED,
			   flags->list[flags->count - 1]);
		return false;
	}
	proving->plan.flags = (char *const *)flags->list;
	return true;
}

/* The store knows what was built before; where there is none, none is left. */
static bool build(struct proving *proving, struct text *problem)
{
	char *path = access(STORE, F_OK) == 0
			     ? memory_string(STORE)
			     : memory_print("%s/" STORE, proving->scratch);
	struct store *store = store_open(path, true, problem);
	bool good = store &&
		    gather_build(&proving->plan, store, proving->request->build,
				 proving->scratch, problem);

	store_close(store);
	free(path);
	if (good)
		plan_take_all(&proving->plan);
	if (good && proving->plan.unseen) {
		text_print(problem,
			   "'%s' was not seen being made, and may call what "
			   "the loops stand in; clean before the build, as in "
			   "--build 'make clean && make', or name the sources",
			   proving->plan.unseen);
		good = false;
	}
	return good;
}

static bool gather(struct proving *proving, struct text *problem)
{
	const struct request *request = proving->request;

	if (request->build)
		return build(proving, problem);
	return gather_units(&proving->plan, request->gcc,
			    (const char *const *)request->paths.list + 1,
			    request->flags, proving->scratch, problem);
}

/* Needs that a line of the file names are the user's word. */
static void drop_needs(const struct proving *proving, json_t *record)
{
	json_t *needs = json_object_get(record, "needs");

	for (size_t i = json_array_size(needs); i-- > 0;) {
		char *need = letters_read(json_array_get(needs, i));
		bool said = false;

		for (size_t j = 0; j < proving->count; j++)
			said = said || (proving->lines[j].need && need &&
					!strcmp(proving->lines[j].need, need));
		if (said)
			json_array_remove(needs, i);
		free(need);
	}
}

/* Compile all units for their records. A unit that is not known could call any
   loop. */
static bool survey(struct proving *proving, struct text *problem)
{
	struct plan *plan = &proving->plan;
	char *folder = memory_print("%s/records", proving->scratch);
	struct text why = {0};
	bool good;

	good = survey_units(plan, folder, &why, problem);
	if (good && why.length) {
		text_add(problem, text_string(&why));
		good = false;
	}
	for (size_t i = 0; i < plan->unit_count && good; i++)
		for (size_t j = 0; j < plan->units[i].records.count; j++)
			drop_needs(proving, plan->units[i].records.list[j]);
	if (good)
		survey_join(plan);
	survey_drop(plan, folder);
	text_free(&why);
	free(folder);
	return good;
}

/* ---- the file ---- */

/* The plugin alone knows what a tuned file may say: it reads it as it would in
   a build. */
static bool check_file(struct proving *proving, struct text *problem)
{
	static const char before[] = "podium: ",
			  behind[] = "; clauses are left";
	const char *compiler = proving->plan.unit_count
				       ? proving->plan.units[0].step->program
				       : proving->request->gcc;
	const char *plugin = plan_plugin(&proving->plan, compiler, problem);
	char *use = memory_print("-fplugin-arg-podium-use=%s", proving->file);
	const char *const words[] = {compiler,
				     plugin,
				     use,
				     "-fmessage-length=0",
				     "-fdiagnostics-color=never",
				     "-fopenmp",
				     "-S",
				     "-o",
				     "/dev/null",
				     "-x",
				     "c",
				     "/dev/null",
				     NULL};
	struct text said = {0};
	bool good = plugin && process_done(process_compile(
				      words, PROCESS_CAPTURE_BOTH, &said));
	const char *from = strstr(text_string(&said), before);
	const char *to = from ? strstr(from, behind) : NULL;

	if (to) {
		from += strlen(before);
		text_print(problem,
			   "%.*s; mend the line as podium.tuned's manual, "
			   "doc/tuned.md, says, or write a new file by podium "
			   "tune",
			   (int)(to - from), from);
	} else if (plugin && !good) {
		text_print(problem, "'%s' with podium's plugin fails: %s",
			   compiler, text_string(&said));
	}
	text_free(&said);
	free(use);
	return good && !to;
}

static bool read_file(struct proving *proving, struct text *problem)
{
	if (!file_read(proving->file, &proving->content)) {
		text_print(problem, "cannot open '%s': %s", proving->file,
			   strerror(errno));
		return false;
	}
	proving->lines =
		tuned_lines(text_string(&proving->content), &proving->count);
	proving->proofs =
		memory_grow(NULL, proving->count + 1, sizeof(json_t *));
	memset(proving->proofs, 0, proving->count * sizeof(json_t *));
	return true;
}

/* ---- which entry a loop has ---- */

static bool is_end(const char *path, const char *end)
{
	size_t whole = strlen(path), part = strlen(end);

	return part <= whole && strcmp(path + whole - part, end) == 0 &&
	       (part == whole || path[whole - part - 1] == '/');
}

/* The one that says most of the path, of equals that with the assembler
   name: as tuned_find() of the plugin. */
static const struct tuned_line *find_entry(const struct proving *proving,
					   const struct plan_unit *unit,
					   const json_t *record)
{
	char *file = letters_read(json_object_get(record, "file"));
	char *path = step_path(unit->step->folder, file ? file : "");
	char *function = letters_read(json_object_get(record, "name"));
	char *names[] = {
		letters_read(json_object_get(record, "id")),
		memory_print("%s#%lld", function ? function : "",
			     (long long)loop_integer(record, "ordinal"))};
	const struct tuned_line *best = NULL;

	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < proving->count && names[i]; j++) {
			const struct tuned_line *line = &proving->lines[j];

			if (line->id && strcmp(line->id, names[i]) == 0 &&
			    is_end(path, line->file) &&
			    (!best || strlen(line->file) > strlen(best->file)))
				best = line;
		}
	free(names[0]);
	free(names[1]);
	free(function);
	free(path);
	free(file);
	return best;
}

static void name_loops(struct proving *proving)
{
	for (size_t i = 0; i < proving->plan.unit_count; i++) {
		const struct plan_unit *unit = &proving->plan.units[i];

		for (size_t j = 0; j < unit->records.count; j++) {
			const json_t *record = unit->records.list[j];
			const struct tuned_line *line =
				find_entry(proving, unit, record);

			if (!line)
				continue;
			proving->named = memory_grow(proving->named,
						     proving->named_count + 1,
						     sizeof(*proving->named));
			proving->named[proving->named_count++] =
				(struct named){record, line, i};
		}
	}
}

/* ---- a loop ---- */

/* The first reason against it, or NULL. What must stay is only the schedule. */
static const char *find_doubt(const struct tuned_line *line,
			      const json_t *record)
{
	static const char must[] = "must not: ", better[] = "better not: ";
	const json_t *list = json_object_get(record, "rewrite_why"), *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		const char *why = json_string_value(one);

		if (line->schedule && strncmp(why, must, strlen(must)) == 0)
			return why + strlen(must);
		if (strncmp(why, better, strlen(better)) == 0)
			return why + strlen(better);
	}
	return NULL;
}

/* Add why the loop does not permit what the entry makes of it; nothing if it
   does. */
static void find_reason(const struct tuned_line *line, const json_t *record,
			struct text *reason)
{
	const char *doubt = find_doubt(line, record);
	struct reshape reshape;

	if (!*loop_word(record, "digest"))
		text_add(reason, "its record has no digest");
	else if (doubt) {
		struct text remedy = {0};

		thread_print(&remedy, record, false);
		text_add_safe(reason, doubt);
		if (remedy.length && strstr(doubt, "has not seen"))
			text_print(reason, "; %s", text_string(&remedy));
		text_free(&remedy);
	} else if (line->threads &&
		   json_is_null(json_object_get(record, "parallel")))
		text_add(reason, "num_threads: no parallel region stands "
				 "around the loop in its function");
	else if (line->transformation && line->several)
		text_add(reason, "transformations of candidates are not "
				 "proven");
	else if (line->transformation &&
		 reshape_parse(&reshape, line->transformation, record, reason))
		legal_permits(record, &reshape, reason);
}

static void take_needs(json_t *needs, const json_t *record)
{
	const json_t *safe = json_object_get(record, "safe"), *need;
	size_t i;

	json_array_foreach(safe, i, need)
	{
		json_object_set_new(needs, json_string_value(need),
				    json_true());
	}
}

/* ---- an entry ---- */

/* Are these the digests of the line, in whatever order? */
static bool has_proofs(const struct proving *proving,
		       const struct tuned_line *line, const json_t *proofs)
{
	const char *at = text_string(&proving->content) + line->proof;
	const char *end = text_string(&proving->content) + line->proof_end;
	size_t count = 0;

	for (at += strcspn(at, "("); at < end; at++) {
		char digits[9] = {0};

		if (strspn(at, "0123456789abcdefABCDEF") < 8)
			continue;
		for (size_t i = 0; i < 8; i++)
			digits[i] = (char)(at[i] | (at[i] >= 'A' ? 0x20 : 0));
		if (!json_object_get(proofs, digits))
			return false;
		count++;
		at += 7;
	}
	return count == json_object_size(proofs);
}

/* Adds the entry's readable name, where the file has an assembler name. */
static void add_name(const struct tuned_line *line, const json_t *record,
		     struct text *shown)
{
	text_add_safe(shown, line->file);
	text_add(shown, ":");
	if (record)
		loop_short_name(shown, record);
	else
		text_add_safe(shown, line->id);
}

/* Judges the entry: returns its result in a word; *shown is its name. */
static const char *judge(struct proving *proving, size_t number,
			 struct text *shown, struct text *reason)
{
	const struct tuned_line *line = &proving->lines[number];
	json_t *proofs = json_object(), *needs = json_object();
	const json_t *first = NULL;
	const char *result = "proven";

	for (size_t i = 0; i < proving->named_count; i++) {
		const struct named *loop = &proving->named[i];
		size_t length = reason->length;

		if (loop->line != line)
			continue;
		if (!length)
			find_reason(line, loop->record, reason);
		if (first && !length && reason->length) {
			text_add(reason, ", at ");
			loop_place(reason, loop->record);
		}
		proof_add(proofs, loop->record, line->transformation);
		take_needs(needs, loop->record);
		first = first ? first : loop->record;
	}
	add_name(line, first, shown);
	if (!first) {
		result = "no loop";
		text_add(reason, "no loop of this name in what was compiled");
	} else if (reason->length) {
		result = line->force ? "forced" : "not proven";
		json_object_clear(proofs);
	} else {
		json_object_update(proving->needs, needs);
		if (line->proof_end)
			result = has_proofs(proving, line, proofs) ? "valid"
								   : "renewed";
	}
	proving->failed |= reason->length && strcmp(result, "forced") != 0;
	if (first && strcmp(result, "valid") != 0) {
		proving->changed |= json_object_size(proofs) || line->proof_end;
		proving->proofs[number] = json_incref(proofs);
	}
	json_decref(proofs);
	json_decref(needs);
	return result;
}

/* ---- what is known of functions ---- */

static void add_digests(const struct proving *proving, const char *need,
			json_t *digests)
{
	for (size_t i = 0; i < proving->plan.unit_count; i++)
		thread_digests(&proving->plan.units[i].records, need, digests);
}

/* Needs of the lines that all units establish: those of a loop that has
   nothing but these. The caller owns the list. */
static json_t *find_established(struct proving *proving)
{
	struct plan *plan = &proving->plan;
	struct records **list =
		memory_grow(NULL, plan->unit_count + 1, sizeof(*list));
	json_t *record = json_object(), *safe;
	struct records one = {.list = &record, .count = 1};
	struct records *judged = &one;

	for (size_t i = 0; i < plan->unit_count; i++)
		list[i] = &plan->units[i].records;
	for (size_t i = 0; i < proving->count; i++)
		if (proving->lines[i].need)
			json_array_append_new(
				loop_list(record, "needs"),
				letters_json(proving->lines[i].need));
	thread_resolve(list, plan->unit_count, &judged, 1);
	safe = json_incref(loop_list(record, "safe"));
	json_decref(record);
	free(list);
	return safe;
}

static bool has_need(const json_t *list, const char *need)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(json_string_value(json_array_get(list, i)), need) ==
		    0)
			return true;
	return false;
}

/*
 * The result for a line safe(NEED); NULL where it has no proof and
 * gets none: then it is the user's word. One that is not established any more
 * keeps what it has, which is stale, since without a proof it would hold.
 */
static const char *judge_safe(struct proving *proving, size_t number,
			      const json_t *established, struct text *reason)
{
	const struct tuned_line *line = &proving->lines[number];
	char *need = letters_of(line->need);
	json_t *digests = json_object();
	const char *result = NULL;

	add_digests(proving, need, digests);
	if (has_need(established, need) && json_object_size(digests) > 0) {
		result = !line->proof_end ? "proven" : "renewed";
		if (line->proof_end && has_proofs(proving, line, digests))
			result = "valid";
	} else if (line->proof_end) {
		result = "not proven";
		text_add(reason, "the units that were compiled do not "
				 "establish it");
		proving->failed = true;
	}
	if (result && strcmp(result, "valid") != 0 && !reason->length) {
		proving->changed = true;
		proving->proofs[number] = json_incref(digests);
	}
	json_decref(digests);
	free(need);
	return result;
}

/* ---- the new file ---- */

/* All bytes stay but those of the proofs that changed. */
static void write_lines(const struct proving *proving, struct text *out)
{
	const char *content = text_string(&proving->content), *need;
	size_t done = 0;
	json_t *value;

	for (size_t i = 0; i < proving->count; i++) {
		const struct tuned_line *line = &proving->lines[i];
		size_t from = line->proof_end ? line->proof : line->end;

		if (!proving->proofs[i])
			continue;
		while (from > done && strchr(" \t", content[from - 1]) &&
		       (!line->proof_end ||
			!json_object_size(proving->proofs[i])))
			from--;
		text_add_bytes(out, content + done, from - done);
		if (line->proof_end && json_object_size(proving->proofs[i])) {
			struct text proof = {0};

			proof_print(&proof, proving->proofs[i]);
			text_add(out, text_string(&proof) + 1);
			text_free(&proof);
		} else {
			proof_print(out, proving->proofs[i]);
		}
		done = line->proof_end ? line->proof_end : line->end;
	}
	text_add(out, content + done);
	if (json_object_size(proving->needs) && out->length &&
	    out->bytes[out->length - 1] != '\n')
		text_add(out, "\n");
	json_object_foreach(proving->needs, need, value)
	{
		json_t *digests = json_object();

		tuned_add_safe(out, need);
		add_digests(proving, need, digests);
		proof_print(out, digests);
		json_decref(digests);
		text_add(out, "    # known not to depend on the thread\n");
	}
}

/* A symbolic link stays one. */
static bool write_file(const struct proving *proving, struct text *problem)
{
	char *path = realpath(proving->file, NULL);
	bool good = file_write(path ? path : proving->file,
			       text_string(&proving->fresh));

	if (!good)
		text_print(problem, "cannot write '%s': %s", proving->file,
			   strerror(errno));
	free(path);
	return good;
}

/* ---- what the plugin makes of it ---- */

/* An entry that is proven, and that the loop did not get. */
static void take_state(struct proving *proving, json_t *rows,
		       const json_t *record)
{
	static const char *const proven[] = {"proven", "renewed", "valid",
					     NULL};
	const json_t *entry = json_object_get(record, "entry");
	json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (!entry || !loop_same(row, entry, "line") ||
		    strcmp(loop_word(entry, "state"), "applied") == 0 ||
		    !list_has(proven, loop_word(row, "result")))
			continue;
		json_object_set_new(row, "result", json_string("refused"));
		json_object_set(row, "reason", json_object_get(entry, "why"));
		proving->failed = true;
	}
}

/* Compile the unit with the new file, if that was not done. */
static bool confirm_unit(struct proving *proving, struct exchange *exchange,
			 const struct plan_unit *unit, bool done, json_t *rows)
{
	char *object = units_object(&proving->plan, exchange->folder, unit);
	struct records records = {0};
	bool good = (done || units_compile(exchange, unit)) &&
		    records_read(&records, object, unit->step->source,
				 exchange->problem);

	for (size_t i = 0; i < records.count; i++)
		take_state(proving, rows, records.list[i]);
	records_free(&records);
	free(object);
	return good;
}

/* Compile units with entries once more, to see which of these are applied. */
static bool confirm(struct proving *proving, json_t *rows, struct text *problem)
{
	struct plan *plan = &proving->plan;
	char *folder = memory_print("%s/confirm", proving->scratch);
	char *file = memory_print("%s/podium.tuned", folder);
	const struct variant variant = {.tuned = file, .flags = plan->flags};
	struct exchange exchange =
		exchange_new(plan, &variant, folder, problem);
	bool *wanted = units_marks(plan), *marked = units_marks(plan);
	bool good = file_make_folders(folder) &&
		    file_write(file, text_string(&proving->fresh));

	if (!good)
		text_print(problem, "cannot write '%s': %s", file,
			   strerror(errno));
	for (size_t i = 0; i < proving->named_count; i++)
		wanted[proving->named[i].unit] =
			marked[proving->named[i].unit] = true;
	if (good)
		units_compile_marked(&exchange, marked);
	for (size_t i = 0; i < plan->unit_count && good; i++)
		good = !wanted[i] ||
		       confirm_unit(proving, &exchange, &plan->units[i],
				    !marked[i], rows);
	free(marked);
	free(wanted);
	exchange_free(&exchange);
	free(file);
	free(folder);
	return good;
}

/* ---- the answer ---- */

static const struct result_column columns[] = {
	{"loop", "entry", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"result", "result", NULL, NULL, NULL, NULL, false, 0, NULL},
	{"reason", "reason", NULL, NULL, NULL, NULL, false, 0, NULL},
	{0},
};

static json_t *judge_all(struct proving *proving)
{
	json_t *rows = json_array(), *established = find_established(proving);

	for (size_t i = 0; i < proving->count; i++) {
		const struct tuned_line *line = &proving->lines[i];
		struct text reason = {0}, shown = {0};
		const char *result = NULL;

		if (line->need)
			result = judge_safe(proving, i, established, &reason);
		else if (line->id && !line->leaves)
			result = judge(proving, i, &shown, &reason);
		if (!result)
			continue;
		if (line->need)
			text_add_safe(&shown, line->name);
		json_array_append_new(
			rows, json_pack("{s:i, s:o, s:s, s:s, s:s}", "line",
					(int)line->number, "entry",
					letters_json(line->name), "loop",
					text_string(&shown), "result", result,
					"reason", text_string(&reason)));
		text_free(&shown);
		text_free(&reason);
	}
	json_decref(established);
	return rows;
}

/* Prints the results and the next step. */
static void print(const struct proving *proving, json_t *rows)
{
	struct result result = {.whole = json_incref(rows)};

	if (json_array_size(rows) == 0)
		text_add(&result.page, "No entry takes a proof.\n");
	else
		result_rows(&result, columns, json_incref(rows));
	json_decref(rows);
	if (proving->failed)
		text_add(&result.page,
			 "What is not proven is left as written, unless it "
			 "says force.\n");
	text_add(&result.page, proving->changed ? "" : "Nothing changed in ");
	path_add_word(&result.page, proving->file);
	text_add(&result.page, proving->changed ? " is written" : "");
	text_add(&result.page, "; build with $(podium cflags --use ");
	path_add_word(&result.page, proving->file);
	text_add(&result.page, "), then: podium check ");
	if (strcmp(proving->file, "podium.tuned") != 0) {
		text_add(&result.page, "--use ");
		path_add_word(&result.page, proving->file);
		text_add(&result.page, " ");
	}
	text_add(&result.page, "APP\n");
	result_print(&result, proving->request->json, false);
}

static bool prove(struct proving *proving, struct text *problem)
{
	json_t *rows;

	proving->scratch = scratch_open(problem);
	if (!proving->scratch || !read_file(proving, problem) ||
	    !gather(proving, problem) || !check_file(proving, problem) ||
	    !take_flags(proving, problem) || !survey(proving, problem))
		return false;
	name_loops(proving);
	rows = judge_all(proving);
	proving->changed |= json_object_size(proving->needs) > 0;
	write_lines(proving, &proving->fresh);
	if (!confirm(proving, rows, problem) ||
	    (proving->changed && !write_file(proving, problem))) {
		json_decref(rows);
		return false;
	}
	print(proving, rows);
	return !proving->failed;
}

static int run(const struct request *request)
{
	struct proving proving = {.request = request};
	struct text problem = {0};
	bool good;

	if (request->paths.count == 0 ||
	    (request->build ? request->paths.count > 1
			    : request->paths.count < 2)) {
		message_error(request->build && request->paths.count > 1
				      ? "--build takes no sources"
				      : "name the tuned file, and --build CMD "
					"or sources; see --help");
		return COMMAND_USAGE;
	}
	if (request->build && *request->flags) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	proving.file = request->paths.list[0];
	proving.needs = json_object();
	good = prove(&proving, &problem);
	message_progress(NULL);
	if (problem.length && !process_interrupted())
		message_error("%s", text_string(&problem));
	for (size_t i = 0; i < proving.count; i++)
		json_decref(proving.proofs[i]);
	free(proving.proofs);
	free(proving.named);
	tuned_free(proving.lines, proving.count);
	for (size_t i = 0; i < proving.flags.count; i++)
		free((char *)proving.flags.list[i]);
	free(proving.flags.list);
	json_decref(proving.needs);
	plan_free(&proving.plan);
	text_free(&proving.content);
	text_free(&proving.fresh);
	text_free(&problem);
	if (proving.scratch)
		scratch_free();
	sets_forget();
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static const struct option table[] = {
	{"build", "CMD", "how the program is built, by a shell",
	 OPTION_SETS(build)},
	{"json", NULL, "print the results as JSON", OPTION_SETS(json)},
	{"gcc", "GCC", "compile sources with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium prove --build CMD FILE\n"
		"       podium prove [OPTION...] FILE SOURCE... [-- FLAG...]\n"
		"Proves the entries of FILE, a podium.tuned, with no run of "
		"the program, and\n"
		"writes their proofs into it: stale ones are renewed, and "
		"entries written by\n"
		"hand need no force.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium prove --build 'make clean && make' podium.tuned\n"
		"  podium prove podium.tuned matmul.c -- -O3\n",
};

int command_prove(char **arguments)
{
	struct request request = {.gcc = "gcc"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.paths.list);
	return status;
}
