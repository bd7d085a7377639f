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
#include "namesake.h"
#include "parts.h"
#include "plan.h"
#include "product.h"
#include "survey.h"
#include "units.h"
#include "whole.h"

/* ---- a variant ---- */

static bool make_parts(const struct make *make, const struct variant *variant,
		       const char *folder, struct product *product,
		       struct text *problem)
{
	struct exchange exchange =
		exchange_new(make->plan, variant, folder, problem);
	char *kept = memory_print("%s/kept", make->scratch);
	bool good;

	exchange.kept = kept;
	exchange.apart = make->apart;
	good = parts_make(&exchange, product);
	exchange_free(&exchange);
	free(kept);
	return good;
}

/* What was made of a variant that failed is removed with all else. */
bool make_variant(struct make *make, const struct variant *variant,
		  struct product *product, struct text *problem)
{
	char *folder = memory_print("%s/%zu", make->scratch, make->built++);
	bool good = mkdir(folder, 0777) == 0;

	if (!good)
		text_print(problem, "cannot make '%s': %s", folder,
			   strerror(errno));
	else if (make->whole)
		good = whole_make(make->whole, variant, folder, product,
				  problem);
	else
		good = make_parts(make, variant, folder, product, problem);
	free(folder);
	return good;
}

/* ---- several variants ---- */

/* The names of variant number "number": what it is about, and what it says. */
static char *variant_file(const struct make *make, size_t number,
			  const char *name)
{
	return memory_print("%s/%zu/%s", make->scratch, number, name);
}

/* In a process of its own, which leaves word of how it went: "" for well. */
static void make_apart(struct make *make, size_t number,
		       const struct variant *variant)
{
	struct product product = {0};
	struct text problem = {0};
	char *word = variant_file(make, number, "word");

	make->apart = true;
	make->built = number;
	if (!make_variant(make, variant, &product, &problem) &&
	    problem.length == 0)
		text_add(&problem, "interrupted");
	file_write(word, text_string(&problem));
	_exit(0);
}

static void take_result(const struct make *make, size_t number,
			struct product *product, struct text *problem)
{
	char *word = variant_file(make, number, "word");
	char *libraries = variant_file(make, number, "lib");

	*product = (struct product){.folder = variant_file(make, number, "")};
	if (!file_read(word, problem))
		text_add(problem, "its build was ended from outside");
	if (problem->length == 0) {
		product->path = variant_file(make, number,
					     basename(make->plan->program));
		if (access(libraries, X_OK) == 0)
			product->libraries = memory_string(libraries);
	}
	free(word);
	free(libraries);
}

bool make_all(struct make *make, const struct variant *variants, size_t count,
	      struct product *products, struct text *problems)
{
	struct crew crew = crew_new(count);
	size_t first = make->built, started = 0, ended = 0;

	while (ended < count) {
		size_t i;
		int status;

		while (started < count && crew_has_room(&crew)) {
			pid_t worker = crew_hire(&crew, started);

			if (worker == 0)
				make_apart(make, first + started,
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
		take_result(make, first + i, &products[i], &problems[i]);
	}
	crew_free(&crew);
	make->built += count;
	return ended == count && !process_interrupted();
}

/* ---- records ---- */

/*
 * The whole way to a program, with the objects in the folder: it shows whether
 * all that archives and links need is there.
 */
static bool can_link(struct make *make, const char *folder, struct text *why)
{
	const struct variant like = {.like = folder};
	struct product product = {0};
	bool good = make_variant(make, &like, &product, why);

	product_discard(&product);
	return good;
}

static bool record_parts(struct make *make, struct text *why,
			 struct text *problem)
{
	char *folder = memory_print("%s/records", make->scratch);
	bool good = survey_units(make->plan, folder, why, problem);

	if (good && !why->length && make->plan->command)
		can_link(make, folder, why);
	survey_drop(make->plan, folder);
	free(folder);
	return good && !process_interrupted();
}

/* True with a *why if parts of the build cannot be done again. */
static bool try_parts(struct make *make, struct text *why, struct text *problem)
{
	if (make->plan->target)
		return record_parts(make, why, problem);
	text_print(why, "'%s' was not seen being linked", make->plan->program);
	return true;
}

/* Variants become whole builds, or units are left alone: the user is told. */
static bool go_around(struct make *make, const char *why, struct text *problem)
{
	struct text obstacle = {0};
	bool good = true;

	if (make->plan->command)
		make->whole =
			whole_new(make->plan, make->scratch, why, &obstacle);
	if (make->whole)
		good = whole_record(make->whole, problem);
	else if (obstacle.length)
		message_warning("a whole build in a copy would do, but %s; %s",
				text_string(&obstacle), why);
	else
		message_warning("%s", why);
	text_free(&obstacle);
	return good;
}

/* Once more, files by their paths. What cannot be read was told. */
static bool record_paths(struct make *make, struct text *problem)
{
	struct plan *plan = make->plan;
	char *folder = memory_print("%s/paths", make->scratch);
	struct text why = {0};
	bool good;

	plan->paths = true;
	for (size_t i = 0; i < plan->unit_count; i++)
		records_free(&plan->units[i].records);
	if (make->whole)
		good = whole_record(make->whole, problem);
	else
		good = survey_units(plan, folder, &why, problem);
	if (!make->whole)
		survey_drop(plan, folder);
	text_free(&why);
	free(folder);
	return good;
}

bool make_record(struct make *make, struct text *problem)
{
	struct text why = {0};
	bool good = try_parts(make, &why, problem);

	if (good && why.length)
		good = go_around(make, text_string(&why), problem);
	if (good && namesake_met(make->plan))
		good = record_paths(make, problem);
	survey_join(make->plan);
	if (good && !make->plan->target) {
		text_add(problem, text_string(&why));
		good = false;
	}
	text_free(&why);
	return good;
}

bool make_read_records(const struct make *make, const struct product *product,
		       size_t number, struct records *records,
		       struct text *problem)
{
	const struct plan_unit *unit = &make->plan->units[number];
	char *object;
	bool good;

	if (make->whole)
		return whole_read(product->folder, records, problem);
	object = units_object(make->plan, product->folder, unit);
	good = records_read(records, object, unit->step->source, problem);
	free(object);
	return good;
}

static bool ask_parts(const struct make *make, struct exchange *exchange,
		      size_t number, struct records *records)
{
	const struct plan_unit *unit = &make->plan->units[number];
	char *object = units_object(make->plan, exchange->folder, unit);
	bool good = units_compile(exchange, unit) &&
		    records_read(records, object, unit->step->source,
				 exchange->problem);

	free(object);
	return good;
}

bool make_ask(const struct make *make, size_t unit,
	      const struct variant *variant, struct records *records,
	      struct text *problem)
{
	char *folder = memory_print("%s/asked", make->scratch);
	bool good;

	mkdir(folder, 0777);
	if (make->whole) {
		good = whole_ask(make->whole, variant, folder, records,
				 problem);
	} else {
		struct exchange exchange =
			exchange_new(make->plan, variant, folder, problem);

		good = ask_parts(make, &exchange, unit, records);
		exchange_free(&exchange);
	}
	file_remove_tree(folder);
	free(folder);
	return good;
}

void make_free(struct make *make)
{
	whole_free(make->whole);
	*make = (struct make){0};
}
