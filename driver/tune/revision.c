/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program with loops in another order or in tiles.
 */
#include "revision.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diff.h"
#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/path.h"
#include "build/make.h"
#include "build/plan.h"
#include "build/tuned.h"
#include "machine/compiler.h"
#include "record/records.h"
#include "revise/revise.h"
#include "transform/macros.h"

struct revision *revision_new(void)
{
	struct revision *revision = memory_grow(NULL, 1, sizeof(*revision));

	*revision = (struct revision){0};
	return revision;
}

static void free_loop(struct revision_loop *loop)
{
	free(loop->words);
	text_free(&loop->before);
	text_free(&loop->after);
}

void revision_free(struct revision *revision)
{
	if (!revision)
		return;
	for (size_t i = 0; i < revision->loop_count; i++)
		free_loop(&revision->loops[i]);
	for (size_t i = 0; i < revision->source_count; i++) {
		text_free(&revision->sources[i].before);
		text_free(&revision->sources[i].after);
		free(revision->sources[i].copy);
	}
	free(revision->loops);
	free(revision->sources);
	free(revision->copies);
	free(revision);
}

/* ---- one more loop ---- */

static char *source_path(const struct plan *plan, size_t unit)
{
	const struct step *step = plan->units[unit].step;

	return step_path(step->folder, step->source);
}

static struct revision_source *find_source(const struct revision *revision,
					   size_t unit)
{
	for (size_t i = 0; i < revision->source_count; i++)
		if (revision->sources[i].unit == unit)
			return &revision->sources[i];
	return NULL;
}

/* As the user has it, the first time that it is asked for. */
static struct revision_source *open_source(struct revision *revision,
					   const struct plan *plan, size_t unit,
					   struct text *reason)
{
	struct revision_source *source = find_source(revision, unit);
	struct text content = {0};
	char *path;

	if (source)
		return source;
	path = source_path(plan, unit);
	if (file_read(path, &content)) {
		revision->sources = memory_grow(revision->sources,
						revision->source_count + 1,
						sizeof(*revision->sources));
		source = &revision->sources[revision->source_count++];
		*source = (struct revision_source){.unit = unit,
						   .before = content};
		text_add_bytes(&source->after, text_string(&content),
			       content.length);
	} else {
		text_print(reason, "cannot open '%s': %s", path,
			   strerror(errno));
		text_free(&content);
	}
	free(path);
	return source;
}

static bool move_line(json_t *object, const struct revision_source *source)
{
	json_int_t line = json_integer_value(json_object_get(object, "line"));
	size_t now =
		diff_line(text_string(&source->before), source->before.length,
			  text_string(&source->after), source->after.length,
			  (size_t)line);

	json_object_set_new(object, "line", json_integer((json_int_t)now));
	return now > 0;
}

/*
 * The record with the lines at which its loops stand now: other loops of the
 * source may have been changed before. NULL where they are gone.
 */
static json_t *moved_record(const json_t *record,
			    const struct revision_source *source)
{
	json_t *moved = json_deep_copy(record);
	bool good = move_line(moved, source);
	json_t *loop;
	size_t i;

	json_array_foreach(json_object_get(moved, "nest"), i, loop)
	{
		good = good && move_line(loop, source);
	}
	if (good)
		return moved;
	json_decref(moved);
	return NULL;
}

static bool macros_agree(const struct make *make,
			 const struct revision_source *source,
			 const struct verify_change *change,
			 const char *changed, struct text *reason)
{
	struct text expanded = {0};
	struct macros *macros = NULL;
	bool good = make_expand(make, source->unit, &expanded, reason);

	if (good)
		macros = macros_new(text_string(&expanded));
	good = good && verify_macros(change, text_string(&source->before),
				     macros, changed, reason);
	macros_free(macros);
	text_free(&expanded);
	return good;
}

static bool rewrite(const struct revision_source *source,
		    const struct make *make, const json_t *record,
		    const struct reshape *reshape, struct text *after,
		    struct text *reason)
{
	const char *path = make->plan->units[source->unit].step->source;
	const struct verify_change change = {record, reshape};
	json_t *moved = moved_record(record, source);
	bool good = false;

	if (!moved)
		text_add(reason, "another change of the source meets it");
	else
		good = revise(moved, reshape, path, text_string(&source->after),
			      source->after.length, after, reason) &&
		       (!verify_asks_macros(path, &change) ||
			macros_agree(make, source, &change, text_string(after),
				     reason));
	json_decref(moved);
	return good;
}

bool revision_add(struct revision *revision, const struct make *make,
		  size_t unit, const json_t *record,
		  const struct reshape *reshape, struct text *reason)
{
	struct revision_source *source =
		open_source(revision, make->plan, unit, reason);
	struct text words = {0}, after = {0};

	if (!source ||
	    !rewrite(source, make, record, reshape, &after, reason)) {
		text_free(&after);
		return false;
	}
	reshape_print(&words, reshape, record);
	revision->loops = memory_grow(revision->loops, revision->loop_count + 1,
				      sizeof(*revision->loops));
	revision->loops[revision->loop_count++] = (struct revision_loop){
		record, unit, *reshape, words.bytes, source->after, after};
	source->after = (struct text){0};
	text_add_bytes(&source->after, text_string(&after), after.length);
	return true;
}

/* ---- copies ---- */

static void add_string(struct text *out, const char *string)
{
	for (; *string; string++)
		text_print(out, "%s%c", strchr("\"\\", *string) ? "\\" : "",
			   *string);
}

/*
 * It begins with a line that gives the source's own name to what follows, in
 * messages, in records, and in __FILE__. Fortran knows the other way to write
 * it.
 */
static char *write_copy(const struct plan *plan, size_t unit,
			const char *folder, const struct text *after,
			struct text *problem)
{
	const char *name = plan->units[unit].step->source;
	char *own = memory_print("%s/%zu", folder, unit);
	char *copy = memory_print("%s/%s", own, basename(name));
	struct text content = {0};

	text_add(&content, compiler_language(name) == COMPILER_FORTRAN
				   ? "# 1 \""
				   : "#line 1 \"");
	add_string(&content, name);
	text_add(&content, "\"\n");
	text_add_bytes(&content, text_string(after), after->length);
	if (!file_make_folders(own) ||
	    !file_write(copy, text_string(&content))) {
		text_print(problem, "cannot write '%s': %s", copy,
			   strerror(errno));
		free(copy);
		copy = NULL;
	}
	text_free(&content);
	free(own);
	return copy;
}

bool revision_write(struct revision *revision, const struct plan *plan,
		    const char *folder, struct text *problem)
{
	revision->copies = memory_grow(NULL, plan->unit_count + 1,
				       sizeof(*revision->copies));
	for (size_t i = 0; i < plan->unit_count; i++)
		revision->copies[i] = NULL;
	for (size_t i = 0; i < revision->source_count; i++) {
		struct revision_source *source = &revision->sources[i];

		source->copy = write_copy(plan, source->unit, folder,
					  &source->after, problem);
		if (!source->copy)
			return false;
		revision->copies[source->unit] = source->copy;
	}
	return true;
}

/* ---- what was made of it ---- */

/* Those of a unit. The caller frees them. */
static struct verify_change *changes_of(const struct revision *revision,
					size_t unit, size_t *count)
{
	struct verify_change *changes =
		memory_grow(NULL, revision->loop_count + 1, sizeof(*changes));

	*count = 0;
	for (size_t i = 0; i < revision->loop_count; i++)
		if (revision->loops[i].unit == unit)
			changes[(*count)++] = (struct verify_change){
				revision->loops[i].record,
				&revision->loops[i].reshape};
	return changes;
}

static bool check_unit(const struct revision *revision, size_t unit,
		       const struct records *before,
		       const struct records *after, struct text *problem)
{
	size_t count;
	struct verify_change *changes = changes_of(revision, unit, &count);
	bool good;

	good = verify_records(before, after, changes, count, problem);
	free(changes);
	return good;
}

bool revision_check(const struct revision *revision, const struct plan *plan,
		    const struct records *records, struct text *problem)
{
	for (size_t i = 0; i < revision->source_count; i++) {
		size_t unit = revision->sources[i].unit;

		if (!check_unit(revision, unit, &plan->units[unit].records,
				&records[unit], problem))
			return false;
	}
	return true;
}

bool revision_find(const struct revision *revision, size_t unit,
		   const struct records *records, const json_t *record,
		   struct verify_found *found)
{
	size_t count;
	struct verify_change *changes = changes_of(revision, unit, &count);
	bool good = verify_find(records, changes, count, record, found);

	free(changes);
	return good;
}

bool revision_renumbers(const struct revision *revision, size_t unit,
			const json_t *record)
{
	for (size_t i = 0; revision && i < revision->loop_count; i++) {
		const struct revision_loop *loop = &revision->loops[i];
		const struct verify_change change = {loop->record,
						     &loop->reshape};

		if (loop->unit == unit && verify_more(&change) > 0 &&
		    json_equal(json_object_get(loop->record, "function"),
			       json_object_get(record, "function")))
			return true;
	}
	return false;
}

/* ---- variables in elements ---- */

static bool look(const struct make *make, size_t unit,
		 const struct verify_change *change, const struct text *marked,
		 struct text *reason)
{
	char *folder = memory_print("%s/marked", make->scratch);
	char *copy = write_copy(make->plan, unit, folder, marked, reason);
	struct records records = {0};
	bool good = copy && make_look(make, unit, copy, &records, reason) &&
		    verify_marked_elements(change, &records, reason);

	records_free(&records);
	free(copy);
	free(folder);
	return good;
}

bool revision_is_right(const struct make *make, size_t unit,
		       const json_t *record, const struct reshape *reshape,
		       struct text *reason)
{
	const struct verify_change change = {record, reshape};
	const struct plan_unit *one = &make->plan->units[unit];
	struct text source = {0}, marked = {0};
	char *path;
	bool good;

	if (!verify_is_alone(&one->records, &change, reason))
		return false;
	if (!verify_asks_elements(&change))
		return true;
	path = source_path(make->plan, unit);
	good = file_read(path, &source);
	if (!good)
		text_print(reason, "cannot open '%s': %s", path,
			   strerror(errno));
	good = good &&
	       verify_mark_elements(&change, one->step->source, &source,
				    &marked, reason) &&
	       look(make, unit, &change, &marked, reason);
	text_free(&source);
	text_free(&marked);
	free(path);
	return good;
}

/* ---- words ---- */

const struct revision_loop *revision_loop(const struct revision *revision,
					  const json_t *record)
{
	for (size_t i = 0; revision && i < revision->loop_count; i++)
		if (revision->loops[i].record == record)
			return &revision->loops[i];
	return NULL;
}

const char *revision_words(const struct revision *revision,
			   const json_t *record)
{
	const struct revision_loop *loop = revision_loop(revision, record);

	return loop ? loop->words : NULL;
}

void revision_list(const struct revision *revision, struct text *out)
{
	for (size_t i = 0; i < revision->loop_count; i++)
		text_print(out, "%s%s", i ? ", " : "",
			   revision->loops[i].words);
}

/* As it was named to the compiler, unless that is the name of others, too. */
static void add_source(const struct plan *plan, size_t unit, struct text *out)
{
	char *path = source_path(plan, unit);

	tuned_add_word(out, plan->paths ? path_apart(path)
					: plan->units[unit].step->source);
	free(path);
}

void revision_describe(const struct revision *revision, const struct plan *plan,
		       struct text *out)
{
	for (size_t i = 0; i < revision->loop_count; i++) {
		const struct revision_loop *loop = &revision->loops[i];
		char *id = letters_read(json_object_get(loop->record, "id"));

		text_print(out, "# source: %s of ", loop->words);
		add_source(plan, loop->unit, out);
		text_add(out, ":");
		tuned_add_word(out, id ? id : "");
		text_add(out, "\n");
		free(id);
	}
}

void revision_patch(const struct revision *revision, const struct plan *plan,
		    const struct revision_loop *loop, struct text *out)
{
	const struct revision_source *source =
		find_source(revision, loop->unit);
	char *path = source_path(plan, loop->unit);
	char *name = diff_name(path);

	diff_add_part(out, name, &loop->before, &loop->after, &source->before,
		      &source->after);
	free(name);
	free(path);
}
