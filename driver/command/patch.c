/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium patch: entries of a tuned file as a patch of the source, where a
 * person would merge it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diff.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "command.h"
#include "patch/change.h"
#include "patch/token.h"
#include "patch/wanted.h"
#include "patch/write.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/source.h"
#include "transform/verify.h"

struct request {
	struct words paths;
	const char *use, *gcc;
	char **flags;
};

/* An entry: the constructs of one place, which are several in a template. */
struct part {
	const json_t *record; /* the first of them */
	struct wanted wanted;
	struct changes changes;
	struct text reason; /* why it needs the plugin; empty: it does not */
};

struct source {
	const struct request *request;
	const char *path;
	struct text text;
	struct records records;
	struct part *parts;
	size_t count;
};

/* ---- the entries of a source ---- */

static bool is_one_place(const json_t *a, const json_t *b)
{
	return loop_same(a, b, "file") && loop_same(a, b, "line") &&
	       loop_same(a, b, "column");
}

static struct part *find_part(const struct source *source, const json_t *record)
{
	for (size_t i = 0; i < source->count; i++)
		if (is_one_place(source->parts[i].record, record))
			return &source->parts[i];
	return NULL;
}

/* A change of the source is one for all instances of the loop. */
static void check_instances(const struct source *source, struct part *part)
{
	const json_t *entry = json_object_get(part->record, "entry");

	for (size_t i = 0; i < source->records.count && !part->reason.length;
	     i++) {
		const json_t *other = source->records.list[i];

		if (is_one_place(part->record, other) &&
		    !(json_object_get(other, "entry") &&
		      loop_same(entry, json_object_get(other, "entry"),
				"clauses")))
			text_print(&part->reason,
				   "the entry is not that of %s, which is made "
				   "of the same text",
				   loop_word(other, "id"));
	}
}

/* The changes of an entry, or the reason why there are none. */
static void make_part(const struct source *source, const struct tokens *tokens,
		      struct part *part)
{
	const char *file = loop_word(part->record, "file");

	if (!wanted_read(&part->wanted, part->record, &part->reason))
		return;
	if (strcmp(file, source->path) != 0)
		text_print(&part->reason,
			   "it stands in '%s', which is included", file);
	else
		check_instances(source, part);
	if (!part->reason.length)
		write_entry(tokens, part->record, &part->wanted, &part->changes,
			    &part->reason);
}

static bool asks_something(const json_t *record)
{
	const json_t *entry = json_object_get(record, "entry");

	return entry && strcmp(loop_word(entry, "clauses"), "as-written") != 0;
}

static void make_parts(struct source *source)
{
	struct tokens tokens;

	tokens_read(&tokens, source->path, text_string(&source->text),
		    source->text.length);
	for (size_t i = 0; i < source->records.count; i++) {
		const json_t *record = source->records.list[i];
		struct part *part = find_part(source, record);

		if (part || !asks_something(record))
			continue;
		source->parts = memory_grow(source->parts, source->count + 1,
					    sizeof(*source->parts));
		part = &source->parts[source->count++];
		*part = (struct part){.record = record};
		make_part(source, &tokens, part);
	}
	tokens_free(&tokens);
}

/* ---- what the compiler makes of it ---- */

static bool is_written(const struct part *part)
{
	return part && !part->reason.length;
}

static size_t count_written(const struct source *source)
{
	size_t count = 0;

	for (size_t i = 0; i < source->count; i++)
		count += is_written(&source->parts[i]);
	return count;
}

/* The text with the changes of all parts, or of one alone. A part that says
   otherwise than one before it gets a reason. */
static void apply(struct source *source, const struct part *alone,
		  struct text *out)
{
	struct changes changes = {0};

	for (size_t i = 0; i < source->count; i++) {
		struct part *part = &source->parts[i];

		if (is_written(part) && (!alone || part == alone) &&
		    !changes_join(&changes, &part->changes))
			text_add(&part->reason, "another entry says otherwise "
						"of the same directive");
	}
	changes_apply(&changes, text_string(&source->text), source->text.length,
		      out);
	changes_free(&changes);
}

static const json_t *find_record(const struct records *records, const char *id)
{
	for (size_t i = 0; i < records->count; i++)
		if (strcmp(loop_word(records->list[i], "id"), id) == 0)
			return records->list[i];
	return NULL;
}

/*
 * Are the records those of the source with what the parts want, or one of them
 * alone, and all else the same? verify_records() knows nothing of clauses: it
 * compares with copies that have the new ones.
 */
static bool is_as_wanted(const struct source *source, const struct part *alone,
			 const struct records *after, struct text *problem)
{
	size_t count = source->records.count, changed = 0;
	struct records before = {.count = count};
	struct verify_change *changes =
		memory_grow(NULL, count, sizeof(*changes));
	bool good = true;

	before.list = memory_grow(NULL, count, sizeof(json_t *));
	for (size_t i = 0; i < count; i++) {
		json_t *record = source->records.list[i];
		const struct part *part = find_part(source, record);
		const json_t *made =
			find_record(after, loop_word(record, "id"));

		before.list[i] = json_deep_copy(record);
		if (!is_written(part) || (alone && part != alone) || !made)
			continue;
		good = good && wanted_is_there(&part->wanted, made, problem);
		if (part->wanted.schedule)
			json_object_set(before.list[i], "schedule",
					json_object_get(made, "schedule"));
		changes[changed++] = (struct verify_change){
			before.list[i], &part->wanted.reshape};
	}
	good = good &&
	       verify_records(&before, after, changes, changed, problem);
	for (size_t i = 0; i < count; i++)
		json_decref(before.list[i]);
	free(before.list);
	free(changes);
	return good;
}

/* Compile the source with the parts, or with one alone; *problem says what is
   wrong with the result. */
static bool try_parts(struct source *source, const struct part *alone,
		      struct text *text, struct text *problem)
{
	const struct request *request = source->request;
	struct records after = {0};
	bool good;

	text_cut(text, 0);
	apply(source, alone, text);
	good = source_read_text(&after, source->path, text_string(text),
				request->gcc, request->flags, problem) &&
	       is_as_wanted(source, alone, &after, problem);
	records_free(&after);
	return good;
}

/*
 * The text with all parts of which the compiler makes what is wanted. Mostly
 * it is compiled once; where something is wrong, once for each part to find
 * those that are withdrawn, and again without them.
 */
static void settle(struct source *source, struct text *text)
{
	while (count_written(source) > 0) {
		struct text problem = {0};
		bool good = try_parts(source, NULL, text, &problem);
		size_t count = count_written(source);

		for (size_t i = 0; i < source->count && !good; i++) {
			struct part *part = &source->parts[i];
			struct text one = {0};

			if (!is_written(part) ||
			    (count > 1 && try_parts(source, part, text, &one)))
				continue;
			text_add(&part->reason,
				 text_string(count > 1 ? &one : &problem));
			if (!part->reason.length)
				text_add(&part->reason, "it was not compiled");
			text_free(&one);
		}
		for (size_t i = 0; i < source->count && !good; i++)
			if (is_written(&source->parts[i]) &&
			    count_written(source) == count)
				text_add(&source->parts[i].reason,
					 "it does not go with the others");
		text_free(&problem);
		if (good)
			return;
	}
}

/* ---- what the user gets ---- */

static void tell_part(const struct part *part)
{
	struct text place = {0};

	loop_place(&place, part->record);
	text_add(&place, " ");
	loop_short_name(&place, part->record);
	if (part->reason.length)
		message_note("%s: needs the plugin: %s", text_string(&place),
			     text_string(&part->reason));
	else
		message_note("%s: %s", text_string(&place),
			     loop_word(json_object_get(part->record, "entry"),
				       "clauses"));
	text_free(&place);
}

static void print_patch(const struct source *source, const struct text *text)
{
	struct text patch = {0};
	char *name = diff_name(source->path);

	diff_add(&patch, name, text_string(&source->text), source->text.length,
		 text_string(text), text->length);
	fwrite(text_string(&patch), 1, patch.length, stdout);
	free(name);
	text_free(&patch);
}

/* The user's flags and that which reads the tuned file. */
static char **flags_with(const struct request *request, char *use)
{
	size_t count = 0;
	char **flags;

	while (request->flags[count])
		count++;
	flags = memory_grow(NULL, count + 3, sizeof(*flags));
	memcpy(flags, request->flags, count * sizeof(*flags));
	if (count == 0)
		flags[count++] = (char *)"-O2";
	flags[count++] = use;
	flags[count] = NULL;
	return flags;
}

static bool read_source(struct source *source)
{
	const struct request *request = source->request;
	char *path = path_absolute(request->use);
	char *use = memory_print("-fplugin-arg-podium-use=%s", path);
	char **flags = flags_with(request, use);
	struct text problem = {0};
	bool good = source_read(&source->records, source->path, request->gcc,
				flags, &problem);

	if (good && !file_read(source->path, &source->text)) {
		text_print(&problem, "cannot open '%s': %s", source->path,
			   strerror(errno));
		good = false;
	}
	if (problem.length)
		message_error("%s", text_string(&problem));
	records_sort(&source->records);
	text_free(&problem);
	free(flags);
	free(use);
	free(path);
	return good;
}

static void source_free(struct source *source)
{
	for (size_t i = 0; i < source->count; i++) {
		wanted_free(&source->parts[i].wanted);
		changes_free(&source->parts[i].changes);
		text_free(&source->parts[i].reason);
	}
	free(source->parts);
	records_free(&source->records);
	text_free(&source->text);
}

/* Adds the entries of the source, and those that are in its patch. */
static bool patch_source(const struct request *request, const char *path,
			 size_t *entries, size_t *written)
{
	struct source source = {.request = request, .path = path};
	struct text text = {0};
	bool good = read_source(&source);

	if (good) {
		make_parts(&source);
		settle(&source, &text);
		for (size_t i = 0; i < source.count; i++)
			tell_part(&source.parts[i]);
		if (count_written(&source) > 0)
			print_patch(&source, &text);
		*entries += source.count;
		*written += count_written(&source);
	}
	text_free(&text);
	source_free(&source);
	return good && !process_interrupted();
}

static int run(const struct request *request)
{
	size_t entries = 0, written = 0;

	if (request->paths.count == 0) {
		message_error("no source named; see --help");
		return COMMAND_USAGE;
	}
	if (access(request->use, R_OK) != 0) {
		message_error("cannot open '%s': %s", request->use,
			      strerror(errno));
		return COMMAND_FAILED;
	}
	for (size_t i = 0; i < request->paths.count; i++)
		if (!patch_source(request, request->paths.list[i], &entries,
				  &written))
			return COMMAND_FAILED;
	if (written > 0)
		return COMMAND_DONE;
	if (entries > 0)
		message_error("nothing of '%s' can be written into the source; "
			      "podium cflags --use has the plugin apply it",
			      request->use);
	else
		message_error("no entry of '%s' names a loop of these sources",
			      request->use);
	return COMMAND_FAILED;
}

static const struct option table[] = {
	{"use", "FILE", "the tuned file (default: podium.tuned)",
	 OPTION_SETS(use)},
	{"gcc", "GCC", "compile sources with this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{OPTION_OPERANDS, OPTION_SETS(paths)},
	{OPTION_BEHIND, OPTION_SETS(flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium patch [OPTION...] SOURCE... [-- FLAG...]\n"
		"Prints a patch that writes entries of a tuned file into "
		"sources, where a\n"
		"person would merge it, and says which entries need the "
		"plugin.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium patch heat.c -- -O3 >heat.patch\n",
};

int command_patch(char **arguments)
{
	struct request request = {.gcc = "gcc", .use = "podium.tuned"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = run(&request);
	free(request.paths.list);
	return status;
}
