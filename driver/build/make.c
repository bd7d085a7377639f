/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants made, in one of two ways.
 */
#include "make.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "exchange.h"
#include "parts.h"
#include "plan.h"
#include "product.h"
#include "record/join.h"
#include "survey.h"
#include "units.h"
#include "whole.h"

/* ---- a variant ---- */

/* What was made of a variant that failed is removed with all else. */
bool make_variant(struct plan *plan, const struct variant *variant,
		  struct product *product, struct text *problem)
{
	struct exchange exchange = {
		.plan = plan, .variant = variant, .problem = problem};
	bool good;

	exchange.folder = memory_print("%s/%zu", plan->scratch, plan->built++);
	good = mkdir(exchange.folder, 0777) == 0;
	if (!good)
		text_print(problem, "cannot make '%s': %s", exchange.folder,
			   strerror(errno));
	else if (plan->whole)
		good = whole_make(plan, variant, exchange.folder, product,
				  problem);
	else
		good = parts_make(&exchange, product);
	exchange_end(&exchange);
	return good;
}

/* ---- several variants ---- */

/* The names of build number "number": what it is about, and what it says. */
static char *build_file(const struct plan *plan, size_t number,
			const char *name)
{
	return memory_print("%s/%zu/%s", plan->scratch, number, name);
}

/* In a process of its own, which leaves word of how it went: "" for well. */
static void build_apart(struct plan *plan, size_t number,
			const struct variant *variant)
{
	struct product product = {0};
	struct text problem = {0};
	char *word = build_file(plan, number, "word");

	plan->apart = true;
	plan->built = number;
	if (!make_variant(plan, variant, &product, &problem) &&
	    problem.length == 0)
		text_add(&problem, "interrupted");
	file_write(word, text_string(&problem));
	_exit(0);
}

static void take_result(const struct plan *plan, size_t number,
			struct product *product, struct text *problem)
{
	char *word = build_file(plan, number, "word");
	char *libraries = build_file(plan, number, "lib");

	*product = (struct product){.folder = build_file(plan, number, "")};
	if (!file_read(word, problem))
		text_add(problem, "its build was ended from outside");
	if (problem->length == 0) {
		product->path =
			build_file(plan, number, basename(plan->program));
		if (access(libraries, X_OK) == 0)
			product->libraries = memory_string(libraries);
	}
	free(word);
	free(libraries);
}

bool make_all(struct plan *plan, const struct variant *variants, size_t count,
	      struct product *products, struct text *problems)
{
	struct crew crew = crew_new(count);
	size_t first = plan->built, started = 0, ended = 0;

	while (ended < count) {
		size_t i;
		int status;

		while (started < count && crew_has_room(&crew)) {
			pid_t worker = crew_hire(&crew, started);

			if (worker == 0)
				build_apart(plan, first + started,
					    &variants[started]);
			if (worker < 0)
				break;
			started++;
		}
		message_progress("building variants, %zu of %zu", ended, count);
		i = crew_next(&crew, &status);
		if (i == count)
			break;
		ended++;
		take_result(plan, first + i, &products[i], &problems[i]);
	}
	crew_free(&crew);
	plan->built += count;
	return ended == count && !process_interrupted();
}

/* ---- records ---- */

/*
 * The whole way to a program, with the objects in the folder: it shows whether
 * all that archives and links need is there.
 */
static bool can_link(struct plan *plan, const char *folder, struct text *why)
{
	const struct variant like = {.like = folder};
	struct product product = {0};
	bool good = make_variant(plan, &like, &product, why);

	product_discard(&product);
	return good;
}

static bool record_parts(struct plan *plan, struct text *why,
			 struct text *problem)
{
	char *folder = memory_print("%s/records", plan->scratch);
	bool good = survey_units(plan, folder, why, problem);

	if (good && !why->length && plan->command)
		can_link(plan, folder, why);
	survey_drop(plan, folder);
	free(folder);
	return good && !process_interrupted();
}

/* True with a *why if parts of the build cannot be done again. */
static bool try_parts(struct plan *plan, struct text *why, struct text *problem)
{
	if (plan->target)
		return record_parts(plan, why, problem);
	text_print(why, "'%s' was not seen being linked", plan->program);
	return true;
}

static void want_units(struct plan *plan)
{
	for (size_t i = 0; i < plan->unit_count; i++)
		plan->units[i].wanted = plan->units[i].records.count > 0;
}

static void join_all(struct plan *plan)
{
	struct records **list = plan_records(plan);

	join_records(list, plan->unit_count);
	plan->reorders = join_reorders(list, plan->unit_count);
	free(list);
}

bool make_record(struct plan *plan, struct text *problem)
{
	struct text why = {0}, obstacle = {0};
	bool good = try_parts(plan, &why, problem);

	if (good && why.length && plan->command &&
	    whole_choose(plan, text_string(&why), &obstacle))
		good = whole_record(plan, problem);
	else if (good && why.length)
		message_warning("%s%s%s%s",
				obstacle.length ? "a whole build in a copy "
						  "would do, but "
						: "",
				text_string(&obstacle),
				obstacle.length ? "; " : "", text_string(&why));
	want_units(plan);
	join_all(plan);
	if (good && !plan->target) {
		text_add(problem, text_string(&why));
		good = false;
	}
	text_free(&why);
	text_free(&obstacle);
	return good;
}

bool make_read_records(const struct plan *plan, const struct product *product,
		       size_t unit, struct records *records,
		       struct text *problem)
{
	char *object;
	bool good;

	if (plan->whole)
		return whole_read(product->folder, records, problem);
	object = units_object(plan, product->folder, &plan->units[unit]);
	good = records_read(records, object, plan->units[unit].step->source,
			    problem);
	free(object);
	return good;
}

void make_free(struct plan *plan)
{
	whole_free(plan);
	plan_free(plan);
}
