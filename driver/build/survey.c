/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of the units, read.
 */
#include "survey.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "exchange.h"
#include "image.h"
#include "plan.h"
#include "product.h"
#include "record/join.h"
#include "units.h"

/* An object that is made here stands for one that the build did not leave. */
static bool record_unit(struct build *build, struct replay_unit *unit,
			bool made)
{
	char *object = units_object(build->replay, build->folder, unit);
	bool good = (made || units_compile(build, unit)) &&
		    records_read(&unit->records, object, unit->step->source,
				 build->problem);

	if (good && unit->missing)
		unit->object = object;
	else
		free(object);
	return good;
}

/* What is known to call nothing of OpenMP has no loop that can be changed. */
static bool may_have_loops(const struct replay_unit *unit)
{
	return unit->step->openmp &&
	       (unit->missing || image_openmp(unit->step->output));
}

/* Marks units; false if there is no plugin for one of them. */
static bool mark_units(struct replay *replay, bool *marked,
		       struct text *problem)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		marked[i] = may_have_loops(unit);
		if (marked[i] &&
		    !plan_plugin(replay, unit->step->program, problem))
			return false;
	}
	return true;
}

/* What cannot be compiled again is told in *why. */
static void read_unit(struct build *build, struct replay_unit *unit, bool made,
		      struct text *why)
{
	if (!record_unit(build, unit, made))
		text_print(why, "%s%s: its loops cannot be read: %s",
			   why->length ? "\n" : "", unit->step->source,
			   text_string(build->problem));
	text_cut(build->problem, 0);
}

/* Units that define what loops reach; how many there are. */
static size_t mark_reached(struct replay *replay, bool *marked)
{
	struct records **list = plan_records(replay);
	json_t *missing = join_missing(list, replay->unit_count);
	struct text problem = {0};
	size_t count = 0;

	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		marked[i] = !unit->records.unit_count && !unit->missing &&
			    image_defines(unit->step->output, missing) &&
			    plan_plugin(replay, unit->step->program, &problem);
		count += marked[i];
	}
	text_free(&problem);
	json_decref(missing);
	free(list);
	return count;
}

/*
 * Functions without OpenMP may ask for their thread as well. Units that do not
 * compile again stay unknown.
 */
static void record_reached(struct build *build)
{
	struct replay *replay = build->replay;
	bool *marked = units_marks(replay), *tried = units_marks(replay);
	struct text why = {0};
	bool more = true;

	while (more && mark_reached(replay, marked) > 0) {
		more = false;
		for (size_t i = 0; i < replay->unit_count; i++) {
			if (!marked[i] || tried[i] || process_interrupted())
				continue;
			more = tried[i] = true;
			read_unit(build, &replay->units[i], false, &why);
		}
	}
	text_free(&why);
	free(marked);
	free(tried);
}

/* False to stop. */
static bool record_units(struct build *build, struct text *why,
			 struct text *problem)
{
	struct replay *replay = build->replay;
	bool *marked = units_marks(replay), *wanted = units_marks(replay);
	bool good = mark_units(replay, wanted, problem);

	memcpy(marked, wanted, replay->unit_count * sizeof(*marked));
	message_progress("reading the loops");
	if (good)
		units_compile_marked(build, marked);
	for (size_t i = 0; i < replay->unit_count && good; i++) {
		if (wanted[i])
			read_unit(build, &replay->units[i], !marked[i], why);
		good = !process_interrupted();
	}
	if (good)
		record_reached(build);
	free(marked);
	free(wanted);
	return good;
}

/* Has the program OpenMP that none of the units that were seen has? */
static bool has_more(const struct replay *replay)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];

		if (image_openmp(unit->object ? unit->object
					      : unit->step->output))
			return false;
	}
	return image_openmp(replay->target->output);
}

bool survey_units(struct replay *replay, const char *folder, struct text *why,
		  struct text *problem)
{
	const struct replay_variant plain = {0};
	struct text words = {0};
	struct build build = {
		.replay = replay, .variant = &plain, .problem = &words};
	bool good;

	build.folder = memory_string(folder);
	good = mkdir(build.folder, 0777) == 0;
	if (!good)
		text_print(problem, "cannot make '%s': %s", build.folder,
			   strerror(errno));
	good = good && record_units(&build, why, problem);
	if (good && !why->length && replay->opaque)
		text_print(why, "'%s' was not seen being made", replay->unseen);
	if (good && !why->length && replay->command && has_more(replay))
		text_print(why,
			   "what uses OpenMP in '%s' was not seen being "
			   "compiled",
			   replay->program);
	text_free(&words);
	exchange_end(&build);
	return good;
}

void survey_drop(const struct replay *replay, const char *folder)
{
	for (size_t i = 0; i < replay->unit_count; i++) {
		const struct replay_unit *unit = &replay->units[i];
		char *object = units_object(replay, folder, unit);

		if (!unit->object)
			unlink(object);
		free(object);
	}
}
