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
#include "record/thread.h"
#include "units.h"

/* An object that is made here stands for one that the build did not leave. */
static bool record_unit(struct exchange *exchange, struct plan_unit *unit,
			bool made)
{
	char *object = units_object(exchange->plan, exchange->folder, unit);
	bool good = (made || units_compile(exchange, unit)) &&
		    records_read(&unit->records, object, unit->step->source,
				 exchange->problem);

	if (good && unit->missing) {
		free(unit->object);
		unit->object = object;
	} else {
		free(object);
	}
	return good;
}

/* What is known to call nothing of OpenMP has no loop that can be changed. */
static bool may_have_loops(const struct plan_unit *unit)
{
	return unit->step->openmp &&
	       (unit->missing || image_openmp(unit->step->output));
}

/* Marks units; false if there is no plugin for one of them. */
static bool mark_units(struct plan *plan, bool *marked, struct text *problem)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];

		marked[i] = may_have_loops(unit);
		if (marked[i] &&
		    !plan_plugin(plan, unit->step->program, problem))
			return false;
	}
	return true;
}

/* What cannot be compiled again is told in *why. */
static void read_unit(struct exchange *exchange, struct plan_unit *unit,
		      bool made, struct text *why)
{
	if (!record_unit(exchange, unit, made))
		text_print(why, "%s%s: its loops cannot be read: %s",
			   why->length ? "\n" : "", unit->step->source,
			   text_string(exchange->problem));
	text_cut(exchange->problem, 0);
}

/* The caller frees it. */
static struct records **all_records(struct plan *plan)
{
	struct records **list =
		memory_grow(NULL, plan->unit_count + 1, sizeof(*list));

	for (size_t i = 0; i < plan->unit_count; i++)
		list[i] = &plan->units[i].records;
	return list;
}

/*
 * Units that define what loops reach, and all where callers or pointers
 * matter; how many there are.
 */
static size_t mark_reached(struct plan *plan, bool *marked)
{
	struct records **list = all_records(plan);
	bool wide;
	json_t *missing = thread_missing(list, plan->unit_count, &wide);
	struct text problem = {0};
	size_t count = 0;

	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];

		marked[i] =
			!unit->records.unit_count && !unit->missing &&
			(wide || image_defines(unit->step->output, missing)) &&
			plan_plugin(plan, unit->step->program, &problem);
		count += marked[i];
	}
	text_free(&problem);
	json_decref(missing);
	free(list);
	return count;
}

/* Units that do not compile again stay unknown. */
static void record_reached(struct exchange *exchange)
{
	struct plan *plan = exchange->plan;
	bool *marked = units_marks(plan), *tried = units_marks(plan);
	struct text why = {0};
	bool more = true;

	while (more && mark_reached(plan, marked) > 0) {
		more = false;
		for (size_t i = 0; i < plan->unit_count; i++) {
			if (!marked[i] || tried[i] || process_interrupted())
				continue;
			more = tried[i] = true;
			read_unit(exchange, &plan->units[i], false, &why);
		}
	}
	text_free(&why);
	free(marked);
	free(tried);
}

/* False to stop. */
static bool record_units(struct exchange *exchange, struct text *why,
			 struct text *problem)
{
	struct plan *plan = exchange->plan;
	bool *marked = units_marks(plan), *wanted = units_marks(plan);
	bool good = mark_units(plan, wanted, problem);

	memcpy(marked, wanted, plan->unit_count * sizeof(*marked));
	message_progress("reading the loops");
	if (good)
		units_compile_marked(exchange, marked);
	for (size_t i = 0; i < plan->unit_count && good; i++) {
		if (wanted[i])
			read_unit(exchange, &plan->units[i], !marked[i], why);
		good = !process_interrupted();
	}
	if (good)
		record_reached(exchange);
	free(marked);
	free(wanted);
	return good;
}

/* Has the program OpenMP that none of the units that were seen has? */
static bool has_more(const struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];

		if (image_openmp(unit->object ? unit->object
					      : unit->step->output))
			return false;
	}
	return image_openmp(plan->target->output);
}

bool survey_units(struct plan *plan, const char *folder, struct text *why,
		  struct text *problem)
{
	const struct variant plain = {.flags = plan->flags};
	struct text words = {0};
	struct exchange exchange = exchange_new(plan, &plain, folder, &words);
	bool good = mkdir(folder, 0777) == 0;

	if (!good)
		text_print(problem, "cannot make '%s': %s", folder,
			   strerror(errno));
	good = good && record_units(&exchange, why, problem);
	if (good && !why->length && plan->opaque)
		text_print(why, "'%s' was not seen being made", plan->unseen);
	if (good && !why->length && plan->command && plan->target &&
	    has_more(plan))
		text_print(why,
			   "what uses OpenMP in '%s' was not seen being "
			   "compiled",
			   plan->program);
	text_free(&words);
	exchange_free(&exchange);
	return good;
}

void survey_drop(const struct plan *plan, const char *folder)
{
	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];
		char *object = units_object(plan, folder, unit);

		if (!unit->object)
			unlink(object);
		free(object);
	}
}

static void want_units(struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		plan->units[i].wanted = plan->units[i].records.count > 0;
}

void survey_join(struct plan *plan)
{
	struct records **list = all_records(plan);

	want_units(plan);
	thread_resolve(list, plan->unit_count, list, plan->unit_count);
	thread_join_namesakes(list, plan->unit_count);
	free(list);
}
