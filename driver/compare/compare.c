/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares what programs write, a line of all outputs at a time: however much
 * that is, memory holds one line of each, and digests of the others where
 * these are not too many.
 */
#include "compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "beside.h"
#include "known.h"

/* What is not judged, and why. */
static const char *const differs_bytes =
	"its bytes differ from run to run, and not as numbers do";
static const char *const differs_order =
	"lines like it come in another order each time; only what they hold is "
	"judged";
static const char *const differs_count =
	"lines like it come in another number each time; only the range of "
	"their numbers is judged";

/* ---- learning ---- */

static bool learn(struct compare *compare, const char *path, bool threads)
{
	struct compare_known *known = compare->known;
	struct printed *output;

	if (!known) {
		known = memory_grow(NULL, 1, sizeof(*known));
		*known = (struct compare_known){.count = 0};
		compare->known = known;
	}
	known->outputs = memory_grow(known->outputs, known->count + 1,
				     sizeof(*known->outputs));
	output = &known->outputs[known->count];
	*output = (struct printed){.threads = threads,
				   .when = printed_time(path)};
	if (known->count == 0)
		known->binary = compare->name && bytes_are_binary(path);
	if (known->binary) {
		output->lines.path = memory_string(path);
	} else if (!lines_read(&output->lines, path, NULL)) {
		lines_free(&output->lines);
		return false;
	}
	known->many = known->many || (!known->binary && !output->lines.facts);
	known->prepared = false;
	known->count++;
	return true;
}

bool compare_learn(struct compare *compare, const char *path)
{
	return learn(compare, path, false);
}

bool compare_learn_numbers(struct compare *compare, const char *path)
{
	return !compare->known || learn(compare, path, true);
}

/* ---- outputs side by side ---- */

static bool open_outputs(struct compare_known *known)
{
	bool good = true;

	for (size_t i = 0; i < known->count && good; i++)
		good = lines_open(&known->outputs[i].lines);
	return good;
}

static void close_outputs(struct compare_known *known)
{
	for (size_t i = 0; i < known->count; i++)
		lines_close(&known->outputs[i].lines);
}

/* ---- groups of lines ---- */

static const struct lines_group *group_at(const struct beside *beside)
{
	const struct compare_known *known = beside->known;

	return known->many
		       ? NULL
		       : lines_group_of(
				 &known->plan,
				 known->outputs->lines.facts[beside->line].key);
}

static bool is_uneven(const struct lines_group *group)
{
	return group && group->least != group->most;
}

static void name_group(struct beside *beside, const struct lines_group *group)
{
	beside->form = group ? group->key : 0;
	if (!is_uneven(group) && group && group->rule != LINES_BY_PLACE)
		beside_name_freed(beside, 1, NULL, differs_order);
}

/* ---- finding out ---- */

/* "10 steps took 0.25 s" says nothing of results. */
static void note_voice(struct beside *beside)
{
	beside->known->speaks =
		beside->known->speaks || beside->timed || beside->judged;
	if (beside->stage == BESIDE_NAMING &&
	    (beside->real || (beside->judged && !beside->timed)))
		beside->known->says = true;
}

static void walk_through(struct compare_known *known, enum beside_stage stage)
{
	struct beside beside = {.known = known, .stage = stage};

	columns_rewind(&known->columns);
	if (open_outputs(known))
		for (; beside_next(&beside); beside.line++) {
			const struct lines_group *group = group_at(&beside);

			name_group(&beside, group);
			if (!is_uneven(group) && beside_judge(&beside))
				note_voice(&beside);
		}
	close_outputs(known);
}

static void tell_tags(struct compare_known *known,
		      void (*line)(struct tags *, const char *, size_t),
		      void (*run)(struct tags *))
{
	for (size_t i = 0; i < known->count; i++) {
		struct lines *lines = &known->outputs[i].lines;

		if (known->outputs[i].threads || !lines_open(lines))
			continue;
		lines->tags = NULL;
		for (size_t j = 0; lines_get(lines, j); j++)
			line(&known->tags, lines->text, lines->length);
		run(&known->tags);
		lines_close(lines);
	}
}

/* Facts that were found out with other tags, or none, count no longer. */
static void learn_tags(struct compare_known *known)
{
	bool had = known->tags.any;

	tags_free(&known->tags);
	tell_tags(known, tags_words, tags_words_run);
	tell_tags(known, tags_line, tags_run);
	for (size_t i = 0; (had || known->tags.any) && i < known->count; i++)
		lines_read_again(&known->outputs[i].lines, &known->tags);
}

static void make_plan(struct compare_known *known)
{
	struct lines **runs = memory_grow(NULL, known->count, sizeof(*runs));
	size_t count = 0;

	for (size_t i = 0; i < known->count; i++)
		if (!known->outputs[i].threads)
			runs[count++] = &known->outputs[i].lines;
	lines_plan(&known->plan, runs, count);
	free(runs);
	for (size_t i = 1; i < known->count; i++) {
		struct printed *output = &known->outputs[i];

		if (output->threads)
			lines_key(&known->plan, &output->lines);
		free(output->partners);
		output->partners =
			known->plan.ordered && !output->threads
				? NULL
				: lines_partners(&known->outputs->lines,
						 &output->lines);
	}
}

/* Too many lines for a plan: each has its place, or nothing is known. */
static bool are_in_place(const struct compare_known *known)
{
	for (size_t i = 1; i < known->count; i++)
		if (!known->outputs[i].threads &&
		    known->outputs[i].lines.count !=
			    known->outputs->lines.count)
			return false;
	return true;
}

/* ---- lines of another number each time ---- */

/* All such lines of an output; in *wrong and *place the first wrong one. */
static bool take_loose_lines(struct compare_known *known, struct lines *lines,
			     bool judging, size_t *wrong, size_t *place)
{
	struct labels labels = {.line = NULL};
	bool good = true;

	for (size_t i = 0; good && lines_get(lines, i); i++) {
		const struct lines_group *group =
			lines_group_of(&known->plan, lines->facts[i].key);

		labels_line(&labels, lines->text, lines->length);
		if (!is_uneven(group))
			continue;
		*wrong = i;
		if (!judging)
			freed_add(&known->freed, group->key, lines->shown, i,
				  NULL, differs_count);
		good = loose_take(&known->loose, group->key, &labels, judging,
				  place);
	}
	return good;
}

static void learn_loose(struct compare_known *known)
{
	size_t wrong, place;

	if (known->plan.ordered || !open_outputs(known))
		return;
	for (size_t i = 0; i < known->count; i++)
		if (!known->outputs[i].threads)
			take_loose_lines(known, &known->outputs[i].lines, false,
					 &wrong, &place);
	close_outputs(known);
}

static void forget(struct compare_known *known)
{
	lines_plan_free(&known->plan);
	freed_free(&known->freed);
	loose_free(&known->loose);
	columns_free(&known->columns);
	known->scale = known->noise = known->jitter = 0;
	known->says = known->speaks = known->chaos = false;
}

/* ---- files of bytes ---- */

static const char **paths_of(const struct compare_known *known)
{
	const char **paths = memory_grow(NULL, known->count, sizeof(*paths));

	for (size_t i = 0; i < known->count; i++)
		paths[i] = known->outputs[i].lines.path;
	return paths;
}

static void prepare_bytes(struct compare_known *known)
{
	const char **paths = paths_of(known);

	known->form = bytes_form(paths, known->count);
	known->says = known->speaks = !known->form.unknown;
	if (known->form.unknown)
		freed_add(&known->freed, 0, "", 0, NULL, differs_bytes);
	free(paths);
}

static bool match_bytes(const struct compare *compare, const char *path,
			double tolerance, struct text *why)
{
	const struct compare_known *known = compare->known;
	const char **paths = paths_of(known);
	struct text where = {0};
	bool good = known->form.unknown ||
		    bytes_match(paths, known->count, known->form, path,
				tolerance, &where);

	if (!good)
		text_print(why, "wrong file '%s': %s", compare->name,
			   text_string(&where));
	text_free(&where);
	free(paths);
	return good;
}

/* What all outputs together teach. */
static void prepare(struct compare_known *known)
{
	if (known->prepared)
		return;
	known->prepared = true;
	forget(known);
	if (known->binary) {
		prepare_bytes(known);
		return;
	}
	learn_tags(known);
	if (known->many)
		known->chaos = !are_in_place(known);
	else
		make_plan(known);
	if (known->chaos)
		return;
	walk_through(known, BESIDE_LEARNING);
	walk_through(known, BESIDE_NAMING);
	if (!known->many)
		learn_loose(known);
}

/* ---- judging ---- */

/* Of the original's line and the other, NULL where there is none. */
static void tell(const struct compare *compare, const char *was, const char *is,
		 size_t number, size_t place, struct text *why)
{
	char *one = was ? freed_excerpt(was, place) : NULL;
	char *other = is ? freed_excerpt(is, place) : NULL;

	text_print(why, "wrong %s%s%s: line %zu ",
		   compare->name ? "file '" : "output",
		   compare->name ? compare->name : "", compare->name ? "'" : "",
		   number + 1);
	if (was && is)
		text_print(why, "is '%s', the original's '%s'", other, one);
	else if (is)
		text_print(why, "is one too many: '%s'", other);
	else
		text_print(why, "is missing: '%s'", one ? one : "");
	free(one);
	free(other);
}

static struct beside judging(struct compare_known *known,
			     struct printed *variant, double tolerance)
{
	return (struct beside){.known = known,
			       .stage = BESIDE_JUDGING,
			       .tolerance = tolerance,
			       .variant = variant};
}

static bool walk_ordered(const struct compare *compare, struct printed *variant,
			 double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct beside beside = judging(known, variant, tolerance);
	bool good = true;

	for (; good; beside.line++) {
		bool was = beside_next(&beside);
		bool is = lines_get(&variant->lines, beside.line);

		if (!was && !is)
			break;
		good = was && is && beside_judge(&beside);
		if (!good)
			tell(compare, was ? known->outputs->lines.shown : NULL,
			     is ? variant->lines.shown : NULL, beside.line,
			     beside.wrong, why);
	}
	return good;
}

/* A line of words that the original never prints, or too often. */
static bool has_known_lines(const struct compare *compare,
			    struct printed *variant, struct text *why)
{
	const struct compare_known *known = compare->known;
	size_t *partners =
		lines_partners(&variant->lines, &known->outputs->lines);
	bool good = true;

	for (size_t i = 0; good && lines_get(&variant->lines, i); i++) {
		const struct lines_group *group = lines_group_of(
			&known->plan, variant->lines.facts[i].key);

		good = group && (is_uneven(group) || partners[i] != LINES_NONE);
		if (!good)
			tell(compare, NULL, variant->lines.shown, i, 0, why);
	}
	free(partners);
	return good;
}

/* Each line of the original, wherever the variant has it. */
static bool walk_groups(const struct compare *compare, struct printed *variant,
			double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct beside beside = judging(known, variant, tolerance);
	bool good = true;

	for (; good && beside_next(&beside); beside.line++) {
		const char *line = known->outputs->lines.shown;

		if (is_uneven(group_at(&beside)))
			continue;
		printed_partner(variant, beside.line);
		good = variant->here && beside_judge(&beside);
		if (!good)
			tell(compare, line,
			     variant->here ? variant->lines.shown : NULL,
			     beside.line, beside.wrong, why);
	}
	return good;
}

static size_t count_of(const struct lines *lines, uint64_t key)
{
	size_t count = 0;

	for (size_t i = 0; i < lines->count; i++)
		count += lines->facts[i].key == key;
	return count;
}

/* Lines that came in another number each time never were none at all. */
static bool has_loose_lines(const struct compare *compare,
			    struct printed *variant, struct text *why)
{
	struct compare_known *known = compare->known;
	size_t wrong = 0, place = 0;

	for (size_t i = 0; i < known->plan.group_count; i++) {
		const struct lines_group *group = &known->plan.groups[i];

		if (group->least == 0 || !is_uneven(group) ||
		    count_of(&variant->lines, group->key) > 0)
			continue;
		text_add(why, "wrong output: lines are missing that come in "
			      "another number each time, but always come");
		return false;
	}
	if (take_loose_lines(known, &variant->lines, true, &wrong, &place))
		return true;
	tell(compare, NULL, variant->lines.shown, wrong, place, why);
	return false;
}

/* All runs have as many lines, though not of each kind. */
static bool has_fixed_count(const struct compare_known *known)
{
	return beside_runs(known) > 1 && are_in_place(known);
}

static bool walk_loose(const struct compare *compare, struct printed *variant,
		       double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	bool good;

	if (!variant->lines.facts) {
		text_print(why, "wrong output: it has %zu lines",
			   variant->lines.count);
		return false;
	}
	if (has_fixed_count(known) &&
	    variant->lines.count != known->outputs->lines.count) {
		text_print(why,
			   "wrong output: it has %zu lines, the "
			   "original's %zu",
			   variant->lines.count, known->outputs->lines.count);
		return false;
	}
	lines_key(&known->plan, &variant->lines);
	variant->partners =
		lines_partners(&known->outputs->lines, &variant->lines);
	good = walk_groups(compare, variant, tolerance, why) &&
	       has_known_lines(compare, variant, why) &&
	       has_loose_lines(compare, variant, why);
	free(variant->partners);
	return good;
}

static bool is_ordered(const struct compare_known *known)
{
	return known->many || known->plan.ordered;
}

bool compare_matches(const struct compare *compare, const char *path,
		     double tolerance, struct text *why)
{
	struct compare_known *known = compare->known;
	struct printed variant = {.here = true, .when = printed_time(path)};
	bool good;

	if (!known)
		return true;
	prepare(known);
	if (known->binary)
		return match_bytes(compare, path, tolerance, why);
	if (known->chaos)
		return true;
	columns_rewind(&known->columns);
	if (!lines_read(&variant.lines, path, &known->tags) ||
	    !lines_open(&variant.lines) || !open_outputs(known)) {
		text_print(why, "outputs cannot be read: %s", strerror(errno));
		good = false;
	} else if (is_ordered(known)) {
		good = walk_ordered(compare, &variant, tolerance, why);
	} else {
		good = walk_loose(compare, &variant, tolerance, why);
	}
	close_outputs(known);
	lines_free(&variant.lines);
	return good;
}

/* ---- what is known ---- */

enum compare_voice compare_says(const struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known || known->count == 0)
		return COMPARE_NOTHING;
	prepare(known);
	if (known->says && !known->chaos)
		return COMPARE_RESULTS;
	if (known->chaos || known->freed.count > 0)
		return COMPARE_CHAOS;
	return known->speaks ? COMPARE_TIMES : COMPARE_NOTHING;
}

bool compare_is_whole(const struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known || known->count == 0)
		return false;
	prepare(known);
	return !known->chaos && known->freed.count == 0;
}

const struct freed_item *compare_freed(const struct compare *compare,
				       size_t *count)
{
	struct compare_known *known = compare->known;

	*count = 0;
	if (!known)
		return NULL;
	prepare(known);
	*count = known->freed.count;
	return known->freed.items;
}

void compare_free(struct compare *compare)
{
	struct compare_known *known = compare->known;

	if (!known)
		return;
	forget(known);
	tags_free(&known->tags);
	for (size_t i = 0; i < known->count; i++) {
		free(known->outputs[i].partners);
		lines_free(&known->outputs[i].lines);
	}
	free(known->outputs);
	free(known);
	compare->known = NULL;
}
