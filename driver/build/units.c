/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units of the program compiled again.
 */
#include "units.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "exchange.h"
#include "machine/compiler.h"
#include "plan.h"
#include "product.h"

/* ---- one unit ---- */

static void add_plugin_words(const struct exchange *exchange,
			     struct words *words, const char *plugin)
{
	words_add(words, plugin);
	if (exchange->use)
		words_add(words, exchange->use);
	if (exchange->variant->clock)
		words_add(words, "-fplugin-arg-podium-clock");
	if (exchange->plan->paths)
		words_add(words, "-fplugin-arg-podium-paths");
	if (exchange->variant->made)
		words_add(words, "-fplugin-arg-podium-made");
	if (exchange->ask)
		words_add(words, exchange->ask);
	for (size_t i = 0;
	     exchange->variant->flags && exchange->variant->flags[i]; i++)
		words_add(words, exchange->variant->flags[i]);
}

static const char *source_of(const struct exchange *exchange,
			     const struct plan_unit *unit)
{
	const struct variant *variant = exchange->variant;
	bool exchanged = unit == &exchange->plan->units[variant->unit];

	return variant->source && exchanged ? variant->source
					    : unit->step->source;
}

/* All but what is compiled to what; without a plugin where that is NULL. */
static struct words compiler_words(const struct exchange *exchange,
				   const struct step *step, const char *plugin)
{
	struct words words = {0};

	words_add(&words, step->program);
	for (size_t i = 0; i < step->word_count; i++)
		words_add(&words, step->words[i]);
	if (plugin)
		add_plugin_words(exchange, &words, plugin);
	return words;
}

/*
 * Compile a unit to "object", with a plugin unless that is NULL; Fortran's
 * modules go to the folder.
 */
static bool compile(struct exchange *exchange, const struct plan_unit *unit,
		    const char *plugin, const char *object)
{
	const char *source = source_of(exchange, unit);
	struct words words;
	bool good;

	if (strcmp(source, "-") == 0) {
		text_add(exchange->problem, "it came by standard input");
		return false;
	}
	words = compiler_words(exchange, unit->step, plugin);
	if (compiler_language(source) == COMPILER_FORTRAN) {
		words_add(&words, "-J");
		words_add(&words, exchange->folder);
	}
	words_add(&words, "-c");
	words_add(&words, source);
	words_add(&words, "-o");
	words_add(&words, object);
	good = exchange_tool(exchange, unit->step, &words);
	free(words.list);
	return good;
}

/* A folder for each unit, since members of archives go by their last name. */
char *units_object(const struct plan *plan, const char *folder,
		   const struct plan_unit *unit)
{
	char *own = memory_print("%s/%td", folder, unit - plan->units);
	char *path = memory_print("%s/%s", own, basename(unit->step->output));

	mkdir(own, 0777);
	free(own);
	return path;
}

/* One of which the build like this one has an object. */
static bool take_object(struct exchange *exchange, const struct plan_unit *unit)
{
	const char *like = exchange->variant->like;
	char *object;
	bool there;

	if (!like)
		return false;
	object = units_object(exchange->plan, like, unit);
	there = access(object, R_OK) == 0;
	if (there)
		exchange_note(exchange, unit->step->output, object);
	free(object);
	return there;
}

/* Flags are for all units, a source is for one. */
static bool is_changed(const struct exchange *exchange,
		       const struct plan_unit *unit)
{
	const struct variant *variant = exchange->variant;

	return (variant->flags && variant->flags[0]) ||
	       source_of(exchange, unit) != unit->step->source;
}

static void note_object(struct exchange *exchange, const struct plan_unit *unit)
{
	char *object = units_object(exchange->plan, exchange->folder, unit);

	exchange_note(exchange, unit->step->output, object);
	free(object);
}

bool units_compile(struct exchange *exchange, const struct plan_unit *unit)
{
	const char *plugin = plan_plugin(exchange->plan, unit->step->program,
					 exchange->problem);
	char *object = units_object(exchange->plan, exchange->folder, unit);
	bool good = plugin && compile(exchange, unit, plugin, object);

	free(object);
	return good;
}

/* One that it does not, and of which there is no object. */
static bool compile_once(struct exchange *exchange, struct plan_unit *unit)
{
	char *object;

	if (!unit->object) {
		mkdir(exchange->kept, 0777);
		object = units_object(exchange->plan, exchange->kept, unit);
		if (!compile(exchange, unit, NULL, object)) {
			free(object);
			return false;
		}
		unit->object = object;
	}
	exchange_note(exchange, unit->step->output, unit->object);
	return true;
}

/* ---- side by side ---- */

bool *units_marks(const struct plan *plan)
{
	size_t size = (plan->unit_count + 1) * sizeof(bool);

	return memset(memory_grow(NULL, size, 1), false, size);
}

static size_t count_marks(const struct plan *plan, const bool *marked)
{
	size_t count = 0;

	for (size_t i = 0; i < plan->unit_count; i++)
		count += marked[i];
	return count;
}

void units_compile_marked(struct exchange *exchange, bool *marked)
{
	const struct plan *plan = exchange->plan;
	struct crew crew;
	size_t next = 0, ended;
	int status;

	if (exchange->apart || count_marks(plan, marked) < 2)
		return;
	crew = crew_new(plan->unit_count);
	do {
		for (; next < crew.count && crew_has_room(&crew); next++)
			if (marked[next] && crew_hire(&crew, next) == 0)
				_exit(!units_compile(exchange,
						     &plan->units[next]));
		ended = crew_next(&crew, &status);
		if (ended < crew.count)
			marked[ended] = status != 0;
	} while (ended < crew.count);
	crew_free(&crew);
}

bool units_compile_all(struct exchange *exchange)
{
	struct plan *plan = exchange->plan;
	bool *marked = units_marks(plan);
	bool good = true;

	for (size_t i = 0; i < plan->unit_count; i++) {
		const struct plan_unit *unit = &plan->units[i];

		marked[i] = unit->wanted || (!take_object(exchange, unit) &&
					     is_changed(exchange, unit));
		if (marked[i])
			note_object(exchange, unit);
	}
	units_compile_marked(exchange, marked);
	for (size_t i = 0; i < plan->unit_count && good; i++) {
		struct plan_unit *unit = &plan->units[i];

		if (marked[i])
			good = units_compile(exchange, unit);
		else if (unit->missing &&
			 !exchange_find(exchange, unit->step->output))
			good = compile_once(exchange, unit);
	}
	free(marked);
	return good && !process_interrupted();
}
