/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium rank --space.
 */
#include "fromspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "record/loop.h"
#include "record/records.h"
#include "record/source.h"
#include "space.h"
#include "variants.h"
#include "wanting.h"

/* One way to compile, which variants follow each other share. */
struct build {
	size_t number;
	bool made;
	struct records records;
	struct prediction *prediction;
	char *words;
};

static void drop(struct build *build)
{
	prediction_free(build->prediction);
	records_free(&build->records);
	free(build->words);
	*build = (struct build){0};
}

/* The flags of the build before those of the variant; the caller frees it. */
static char **all_flags(const struct fromspace *spaced,
			const struct space_variant *variant)
{
	size_t own = 0;
	size_t more = 0;
	char **flags;

	while (spaced->flags[own])
		own++;
	while (variant->arguments[more])
		more++;
	flags = memory_grow(NULL, own + more + 1, sizeof(*flags));
	memcpy(flags, spaced->flags, own * sizeof(*flags));
	for (size_t i = 0; i <= more; i++)
		flags[own + i] = (char *)variant->arguments[i];
	return flags;
}

static bool compile(const struct fromspace *spaced,
		    const struct space_variant *variant,
		    struct records *records)
{
	const char *path = variant->source ? variant->source : spaced->source;
	char **flags = all_flags(spaced, variant);
	struct text problem = {0};
	bool good;

	message_progress("compiling %s (build %zu)", path, variant->build + 1);
	good = source_read(records, path, spaced->gcc, flags, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	free(flags);
	return good;
}

/* The loop of the build that stands for the original: of the same id. */
static const json_t *counterpart(const struct fromspace *spaced,
				 const struct records *records)
{
	const json_t *id = json_object_get(spaced->record, "id");

	for (size_t i = 0; i < records->count; i++)
		if (json_equal(id, json_object_get(records->list[i], "id")))
			return records->list[i];
	return records->count == 1 ? records->list[0] : NULL;
}

static void describe(struct build *build, const struct space_variant *variant)
{
	struct text words = {0};

	if (variant->source) {
		text_add(&words, variant->source);
		text_add(&words, " ");
	}
	for (size_t i = 0; variant->arguments[i]; i++) {
		text_add(&words, i ? " " : "");
		text_add(&words, variant->arguments[i]);
	}
	build->words = memory_string(text_string(&words));
	text_free(&words);
}

static bool set_values(const struct fromspace *spaced,
		       struct prediction *prediction)
{
	const char *name;

	for (size_t i = 0; i < spaced->setting_count; i++)
		prediction_apply(prediction, spaced->settings[i]);
	for (int i = 0; (name = prediction_parameter(prediction, i)); i++)
		if (prediction_misses(prediction, i)) {
			struct text option = {0};

			wanting_add_option(name, &option);
			message_error("%s: needs a value: %s", spaced->space,
				      text_string(&option));
			text_free(&option);
			return false;
		}
	return true;
}

static bool make(const struct fromspace *spaced,
		 const struct space_variant *variant, struct build *build)
{
	const json_t *record = spaced->record;
	const char *why = "";
	bool compiled = variant->source || variant->arguments[0];

	drop(build);
	build->made = true;
	build->number = variant->build;
	describe(build, variant);
	if (compiled && !spaced->source) {
		message_error("%s: has macros, flags or sources: name a source "
			      "to compile, not an object",
			      spaced->space);
		return false;
	}
	if (compiled) {
		if (!compile(spaced, variant, &build->records))
			return false;
		record = counterpart(spaced, &build->records);
	}
	build->prediction =
		record ? prediction_new(record, spaced->machine, &why) : NULL;
	if (!build->prediction)
		message_error("%s: no such loop in it%s%s", build->words,
			      *why ? ": " : "", why);
	if (!build->prediction)
		return false;
	return set_values(spaced, build->prediction);
}

static bool add_variant(const struct fromspace *spaced,
			const struct space_variant *variant,
			struct build *build, struct lineup *ranked)
{
	struct schedule schedule;
	struct text problem = {0};
	bool good;

	if (!build->made || build->number != variant->build)
		if (!make(spaced, variant, build))
			return false;
	schedule =
		prediction_schedule(build->prediction, spaced->machine->cores);
	if (variant->schedule)
		variants_choose(&schedule, variant->schedule,
				(double)variant->chunk);
	if (variant->threads)
		schedule.threads = (int)variant->threads;
	if (!loop_takes(prediction_record(build->prediction),
			prediction_iterations(build->prediction), &schedule))
		return true;
	good = lineup_add(ranked, build->prediction, &schedule, build->words,
			  &problem);
	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

bool fromspace_rank(const struct fromspace *spaced, struct prediction *original,
		    const struct lineup_style *style)
{
	struct text problem = {0};
	struct space *space = space_read(spaced->space, &problem);
	struct space_variant variant;
	struct build build = {0};
	struct lineup ranked = {0};
	bool good = true;

	if (!space) {
		message_error("%s", text_string(&problem));
		text_free(&problem);
		return false;
	}
	if (space_has_shapes(space)) {
		message_error(
			"%s: orders and tiles are made by podium tune, "
			"which has the program to change; podium variants "
			"lists those that are legal",
			spaced->space);
		space_free(space);
		return false;
	}
	for (size_t i = 0;
	     good && !process_interrupted() && i < space_size(space); i++) {
		if (!space_variant(space, i, &variant))
			continue;
		good = add_variant(spaced, &variant, &build, &ranked);
		free(variant.arguments);
	}
	if (good && !process_interrupted())
		lineup_print(&ranked, original, spaced->machine, style);
	space_free(space);
	drop(&build);
	lineup_free(&ranked);
	return good;
}
