/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium features: what the plugin saw of the loops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "record/detail.h"
#include "record/loop.h"
#include "record/overview.h"
#include "record/records.h"
#include "record/selection.h"
#include "record/source.h"
#include "record/thread.h"

struct request {
	struct words paths;
	struct words loops; /* selectors */
	bool detail;
	bool json;
	const char *gcc;
	char **flags; /* for sources, NULL at the end */
};

/* What came of reading the paths. */
struct outcome {
	bool failed;
	size_t sources; /* that were compiled */
	size_t empty;	/* files without records */
	const char *first_empty;
	enum records_kind empty_kind;
};

/* ---- reading ---- */

/*
 * Why a file may hold no records, and what to do. The linker drops the
 * records of -flto objects.
 */
static void warn_no_records(const struct outcome *outcome)
{
	bool linked = outcome->empty_kind == RECORDS_EXECUTABLE ||
		      outcome->empty_kind == RECORDS_LIBRARY;
	struct text others = {0};

	if (outcome->empty == 0)
		return;
	if (outcome->empty > 1)
		text_print(&others, " and %zu other file%s", outcome->empty - 1,
			   outcome->empty > 2 ? "s" : "");
	message_warning("%s%s: %s no records: built without podium's flags, "
			"or without OpenMP loops%s; build with: gcc -fopenmp "
			"$(podium cflags)%s",
			outcome->first_empty, text_string(&others),
			outcome->empty > 1 ? "hold" : "holds",
			linked ? ", or was linked with -flto" : "",
			linked ? ", and with -flto name the objects" : "");
	text_free(&others);
}

static void note_empty(struct outcome *outcome, const char *path,
		       enum records_kind kind)
{
	if (outcome->empty++ > 0)
		return;
	outcome->first_empty = path;
	outcome->empty_kind = kind;
}

static bool read_binary(struct records *records, const char *path,
			enum records_kind kind, struct outcome *outcome,
			struct text *problem)
{
	size_t sections = records->sections;

	if (!records_read(records, path, path, problem))
		return false;
	if (records->sections == sections)
		note_empty(outcome, path, kind);
	return true;
}

static bool read_path(const struct request *request, struct records *records,
		      const char *path, struct outcome *outcome,
		      struct text *problem)
{
	enum records_kind kind = records_kind(path, problem);

	if (kind == RECORDS_UNREADABLE)
		return false;
	if (kind != RECORDS_OTHER)
		return read_binary(records, path, kind, outcome, problem);
	if (compiler_language(path) == COMPILER_NO_LANGUAGE) {
		text_print(problem,
			   "%s: is no object, archive, shared library or "
			   "executable, nor named like a source in C, C++ or "
			   "Fortran",
			   path);
		return false;
	}
	outcome->sources++;
	message_progress("compiling %s", path);
	return source_read(records, path, request->gcc, request->flags,
			   problem);
}

static struct outcome read_paths(const struct request *request,
				 struct records *records)
{
	struct outcome outcome = {0};

	message_progress("reading");
	for (size_t i = 0; i < request->paths.count; i++) {
		struct text problem = {0};

		if (!read_path(request, records, request->paths.list[i],
			       &outcome, &problem)) {
			outcome.failed = true;
			if (problem.length)
				message_error("%s", text_string(&problem));
		}
		text_free(&problem);
		if (process_interrupted())
			break;
	}
	message_progress(NULL);
	thread_resolve(&records, 1, &records, 1);
	warn_no_records(&outcome);
	if (records->sections == 0 && outcome.sources == 0)
		outcome.failed = true;
	return outcome;
}

/* ---- choosing ---- */

static bool is_wanted(const struct request *request, const json_t *record,
		      bool *used)
{
	bool wanted = request->loops.count == 0;

	for (size_t i = 0; i < request->loops.count; i++)
		if (selection_matches(request->loops.list[i], record))
			wanted = used[i] = true;
	return wanted;
}

/* Drop what was not asked for. False if a selector matches nothing. */
static bool choose(const struct request *request, struct records *records)
{
	bool *used = memory_grow(NULL, request->loops.count, sizeof(*used));
	size_t kept = 0;
	bool good = true;

	memset(used, 0, request->loops.count * sizeof(*used));
	for (size_t i = 0; i < records->count; i++) {
		if (is_wanted(request, records->list[i], used))
			records->list[kept++] = records->list[i];
		else
			json_decref(records->list[i]);
	}
	records->count = kept;
	for (size_t i = 0; i < request->loops.count; i++)
		if (!used[i]) {
			message_error("no loop '%s'; without --loop all are "
				      "listed",
				      request->loops.list[i]);
			good = false;
		}
	free(used);
	return good;
}

/* ---- printing ---- */

static void print_json(const struct records *records)
{
	fputs("[", stdout);
	for (size_t i = 0; i < records->count; i++) {
		fputs(i > 0 ? ",\n" : "\n", stdout);
		json_dumpf(records->list[i], stdout, JSON_COMPACT);
	}
	puts(records->count ? "\n]" : "]");
}

static void print_details(const struct records *records, struct text *out)
{
	for (size_t i = 0; i < records->count; i++) {
		detail_print(out, records->list[i], terminal_width());
		text_add(out, "\n");
	}
}

static void print_table(const struct records *records, struct text *out)
{
	struct table_layout layout = {
		.width = terminal_width(), .head = true, .gap = true};
	struct table overview = {0};

	if (records->count == 0)
		return;
	overview_begin(&overview);
	for (size_t i = 0; i < records->count; i++)
		overview_add(&overview, records->list[i]);
	table_print(&overview, &layout, out);
	table_free(&overview);
}

static void print_summary(const struct records *records, struct text *out)
{
	size_t analysed = 0, racing = 0;

	for (size_t i = 0; i < records->count; i++) {
		const json_t *record = records->list[i];

		analysed += json_is_true(json_object_get(record, "analysed"));
		racing += json_array_size(json_object_get(record, "races")) > 0;
	}
	text_print(out, "%zu loop%s, %zu analysed", records->count,
		   records->count == 1 ? "" : "s", analysed);
	if (analysed < records->count)
		text_print(out, ", %zu only seen", records->count - analysed);
	if (racing > 0)
		text_print(out, ", %zu with iterations that race", racing);
	text_add(out, ".\n");
}

/* The next command, with the first loop as its example. */
static void print_next(const struct request *request,
		       const struct records *records, struct text *out)
{
	if (records->count == 0)
		return;
	text_add(out, "One in full: podium features --loop '");
	text_add_safe(out, json_string_value(
				   json_object_get(records->list[0], "id")));
	text_print(out, "' %s\n", request->paths.list[0]);
}

static bool are_alike(const json_t *one, const json_t *other)
{
	static const char *const keys[] = {"unit", "file", "line", "id"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!json_equal(json_object_get(one, keys[i]),
				json_object_get(other, keys[i])))
			return false;
	return true;
}

/* Sorted, loops of one name stand beside each other. */
static void note_namesakes(const struct records *records)
{
	struct text unit = {0};

	for (size_t i = 1; i < records->count && !unit.length; i++)
		if (are_alike(records->list[i - 1], records->list[i]))
			loop_string(&unit, records->list[i], "unit");
	if (unit.length)
		message_note("several units are called '%s': compiled in "
			     "folders of their own, or one of them several "
			     "times; name their objects to see each alone",
			     text_string(&unit));
	text_free(&unit);
}

static void print_text(const struct request *request, struct records *records)
{
	bool full = request->detail || request->loops.count > 0;
	struct text out = {0};

	records_sort(records);
	if (full)
		print_details(records, &out);
	else
		print_table(records, &out);
	print_summary(records, &out);
	note_namesakes(records);
	if (!full)
		print_next(request, records, &out);
	fwrite(out.bytes, 1, out.length, stdout);
	text_free(&out);
}

static int show(const struct request *request)
{
	struct records records = {0};
	struct outcome outcome = read_paths(request, &records);
	bool nothing = outcome.failed && records.count == 0;

	if (!nothing && !process_interrupted()) {
		if (!choose(request, &records))
			outcome.failed = true;
		if (request->json)
			print_json(&records);
		else
			print_text(request, &records);
	}
	records_free(&records);
	return outcome.failed ? COMMAND_FAILED : COMMAND_DONE;
}

/* ---- arguments ---- */

static int run(struct request *request)
{
	bool source = false;

	for (size_t i = 0; i < request->paths.count; i++)
		source = source || compiler_language(request->paths.list[i]) !=
					   COMPILER_NO_LANGUAGE;
	if (request->paths.count == 0) {
		message_error("no file named; see --help");
		return COMMAND_USAGE;
	}
	if (*request->flags && !source) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	return show(request);
}

static const struct option table[] = {
	{"loop", "LOOP",
	 "show only this one, in full: ID, FUNCTION, FILE:LINE or LINE",
	 OPTION_SETS(loops)},
	{"detail", NULL, "show every loop in full", OPTION_SETS(detail)},
	{"json", NULL, "print the records as a JSON array", OPTION_SETS(json)},
	{"gcc", "GCC", "compile sources with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium features [OPTION...] PATH... [-- FLAG...]\n"
		"Shows the OpenMP loops in objects, archives, shared "
		"libraries\n"
		"and executables that were built with the flags of podium "
		"cflags,\n"
		"and in sources, which are compiled with FLAGs (default: "
		"-O2).\n",
	.table = table,
	.tail = "Example:\n"
		"  podium features matmul.c -- -O2 -DN=1000\n",
};

int command_features(char **arguments)
{
	struct request request = {.gcc = "gcc"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.paths.list);
	free(request.loops.list);
	return status;
}
