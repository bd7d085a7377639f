/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ways to compile the program.
 */
#include "choice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/text.h"
#include "build/make.h"
#include "build/plan.h"
#include "build/tuned.h"
#include "machine/compiler.h"
#include "rank/space.h"
#include "record/thread.h"

/* ---- out of the space ---- */

static struct choice *add_choice(struct choices *choices,
				 const struct space_variant *variant)
{
	struct choice *choice;
	size_t count = 0;

	choices->list = memory_grow(choices->list, choices->count + 1,
				    sizeof(*choices->list));
	choice = &choices->list[choices->count++];
	*choice = (struct choice){.macros = variant->macros};
	while (variant->arguments[count])
		count++;
	choice->flags = memory_grow(NULL, count + 1, sizeof(*choice->flags));
	for (size_t i = 0; i < count; i++)
		choice->flags[i] = memory_string(variant->arguments[i]);
	choice->flags[count] = NULL;
	if (variant->source)
		choice->source = memory_string(variant->source);
	return choice;
}

static void add_clauses(struct choices *choices, struct choice *choice,
			const struct space_variant *variant)
{
	if (!variant->schedule && variant->threads == 0)
		return;
	choices->clauses = true;
	choice->clauses = memory_grow(choice->clauses, choice->clause_count + 1,
				      sizeof(*choice->clauses));
	choice->clauses[choice->clause_count++] = (struct choice_clauses){
		variant->schedule ? memory_string(variant->schedule) : NULL,
		(double)variant->chunk, (int)variant->threads};
}

static bool check_source(const char *path, const char *source,
			 struct text *problem)
{
	if (compiler_language(source) == COMPILER_NO_LANGUAGE)
		text_print(problem, "%s: '%s' is no source", path, source);
	else if (access(source, R_OK) != 0)
		text_print(problem, "%s: cannot open '%s': %s", path, source,
			   strerror(errno));
	return problem->length == 0;
}

/* Variants that are compiled alike follow each other. */
static bool add_space(struct choices *choices, const struct space *space,
		      struct text *problem)
{
	size_t last = SIZE_MAX;
	bool good = true;

	for (size_t i = 0; good && i < space_size(space); i++) {
		struct space_variant variant;
		bool is_new, plain;

		if (!space_variant(space, i, &variant))
			continue;
		is_new = variant.build != last;
		last = variant.build;
		plain = !variant.source && !variant.arguments[0];
		if (is_new && variant.source)
			good = check_source(choices->path, variant.source,
					    problem);
		if (good && is_new && !plain)
			add_choice(choices, &variant);
		if (good)
			add_clauses(
				choices,
				&choices->list[plain ? 0 : choices->count - 1],
				&variant);
		free(variant.arguments);
	}
	return good;
}

bool choices_read(struct choices *choices, const char *path,
		  struct text *problem)
{
	static const char *none[] = {NULL};
	struct space *space;
	bool good;

	*choices = (struct choices){.path = path};
	add_choice(choices, &(struct space_variant){.arguments = none})->lines =
		memory_string("");
	if (!path)
		return true;
	space = space_read(path, problem);
	if (!space)
		return false;
	good = add_space(choices, space, problem);
	space_free(space);
	return good;
}

void choices_add_flags(struct choices *choices, const char *const *flags)
{
	add_choice(choices,
		   &(struct space_variant){.arguments = (const char **)flags})
		->proposed = true;
}

/* ---- which unit a source is for ---- */

static char *here(const char *path)
{
	char *folder = getcwd(NULL, 0);
	char *whole = step_path(folder ? folder : "/", path);

	free(folder);
	return whole;
}

static char *unit_path(const struct plan *plan, size_t unit)
{
	const struct step *step = plan->units[unit].step;

	return step_path(step->folder, step->source);
}

static bool is_alternative(const struct choices *choices, const char *path)
{
	bool found = false;

	for (size_t i = 0; i < choices->count && !found; i++) {
		const char *source = choices->list[i].source;
		char *whole = source ? here(source) : NULL;

		found = whole && strcmp(whole, path) == 0;
		free(whole);
	}
	return found;
}

/* The unit whose source is among the alternatives, else the only hot one. */
static bool find_unit(const struct choices *choices, const struct plan *plan,
		      size_t *unit)
{
	size_t wanted = 0;

	for (size_t i = 0; i < plan->unit_count; i++) {
		char *path = unit_path(plan, i);
		bool found = is_alternative(choices, path);

		free(path);
		if (found || (plan->units[i].wanted && wanted++ == 0))
			*unit = i;
		if (found)
			return true;
	}
	return wanted == 1;
}

/*
 * Seen from where the unit is compiled; nothing where it is the unit's own.
 */
static void place_source(struct choice *choice, const struct plan *plan,
			 size_t unit)
{
	char *own = unit_path(plan, unit);
	char *whole = here(choice->source);
	char *folder = here(".");

	choice->unit = unit;
	if (strcmp(own, whole) == 0) {
		free(choice->source);
		choice->source = NULL;
	} else if (strcmp(folder, plan->units[unit].step->folder) != 0) {
		free(choice->source);
		choice->source = memory_string(whole);
	}
	free(folder);
	free(whole);
	free(own);
}

static bool place_sources(struct choices *choices, const struct make *make,
			  struct text *problem)
{
	size_t unit = 0;
	bool found = false;

	for (size_t i = 1; i < choices->count; i++) {
		if (!choices->list[i].source)
			continue;
		if (make->whole) {
			text_print(problem,
				   "%s: in a build that is done as a whole no "
				   "source can be exchanged; leave 'sources' "
				   "out",
				   choices->path);
			return false;
		}
		found = found || find_unit(choices, make->plan, &unit);
		if (!found) {
			text_print(problem,
				   "%s: which source '%s' stands for is not "
				   "clear; name that one among the sources, "
				   "too",
				   choices->path, choices->list[i].source);
			return false;
		}
		place_source(&choices->list[i], make->plan, unit);
	}
	return true;
}

/* ---- words ---- */

void choice_flags(const struct choice *choice, struct text *out)
{
	for (size_t i = 0; choice->flags[i]; i++) {
		text_add(out, i ? " " : "");
		text_add_safe(out, choice->flags[i]);
	}
}

void choice_words(const struct choice *choice, struct text *out)
{
	if (choice->source) {
		text_add_safe(out, choice->source);
		text_add(out, choice->flags[0] ? " " : "");
	}
	choice_flags(choice, out);
}

void choice_head(const struct choice *choice, struct text *out)
{
	size_t length = out->length;

	choice_words(choice, out);
	text_add(out, out->length > length ? " " : "");
}

static void describe(struct choice *choice, const struct plan *plan)
{
	struct text lines = {0};

	text_add(&lines, choice->flags[0] ? "flags" : "");
	for (size_t i = 0; choice->flags[i]; i++) {
		text_add(&lines, " ");
		tuned_add_word(&lines, choice->flags[i]);
	}
	if (choice->flags[0])
		text_add(&lines, "\n");
	if (choice->source)
		text_print(&lines, "# source: %s in place of %s\n",
			   choice->source,
			   plan->units[choice->unit].step->source);
	choice->lines = lines.bytes;
}

/* ---- builds ---- */

void choice_apply(const struct choice *choice, struct variant *variant)
{
	variant->flags = choice->flags;
	variant->source = choice->source;
	variant->unit = choice->unit;
	variant->like = choice->program.folder;
}

static bool read_records(struct choice *choice, const struct make *make,
			 struct text *problem)
{
	const struct plan *plan = make->plan;
	bool good = true;

	choice->records = memory_grow(NULL, plan->unit_count + 1,
				      sizeof(*choice->records));
	for (size_t i = 0; i < plan->unit_count; i++)
		choice->records[i] = (struct records){0};
	for (size_t i = 0; i < plan->unit_count && good; i++)
		if (plan->units[i].wanted)
			good = make_read_records(make, &choice->program, i,
						 &choice->records[i], problem);
	return good;
}

/* The needs of loops may differ in it, so all units are resolved again. */
static void resolve(struct choice *choice, const struct plan *plan)
{
	struct records **all =
		memory_grow(NULL, plan->unit_count + 1, sizeof(*all));
	struct records **own =
		memory_grow(NULL, plan->unit_count + 1, sizeof(*own));
	size_t count = 0;

	for (size_t i = 0; i < plan->unit_count; i++) {
		all[i] = &plan->units[i].records;
		if (plan->units[i].wanted)
			all[i] = own[count++] = &choice->records[i];
	}
	thread_resolve(all, plan->unit_count, own, count);
	free(all);
	free(own);
}

/* Clauses of a choice that is the user's own build are tried in that. */
static void note_known(struct choices *choices, size_t index)
{
	struct choice *choice = &choices->list[index];
	struct choice *original = &choices->list[0];

	for (size_t i = 0; i < index && !choice->known; i++)
		choice->known = !choices->list[i].reason &&
				choices->list[i].digest == choice->digest;
	if (choice->digest != original->digest || original->clause_count > 0)
		return;
	original->clauses = choice->clauses;
	original->clause_count = choice->clause_count;
	choice->clauses = NULL;
	choice->clause_count = 0;
}

static void understand(struct choices *choices, size_t index,
		       const struct make *make, struct text *problem)
{
	struct choice *choice = &choices->list[index];

	bool good = choice->program.path &&
		    product_digest(&choice->program, &choice->digest) &&
		    read_records(choice, make, problem);

	if (!good) {
		choice->reason = product_reason(problem);
		return;
	}
	resolve(choice, make->plan);
	note_known(choices, index);
}

static bool build_all(struct choices *choices, struct make *make)
{
	size_t first = choices->built, count = choices->count - first;
	struct variant *variants =
		memory_grow(NULL, count + 1, sizeof(*variants));
	struct product *programs =
		memory_grow(NULL, count + 1, sizeof(*programs));
	struct text *problems = memory_grow(NULL, count + 1, sizeof(*problems));
	bool good;

	for (size_t i = 0; i < count; i++) {
		variants[i] = (struct variant){0};
		programs[i] = (struct product){0};
		problems[i] = (struct text){0};
		choice_apply(&choices->list[first + i], &variants[i]);
	}
	good = make_all(make, variants, count, programs, problems);
	for (size_t i = 0; i < count; i++) {
		choices->list[first + i].program = programs[i];
		if (good)
			understand(choices, first + i, make, &problems[i]);
		text_free(&problems[i]);
	}
	free(variants);
	free(programs);
	free(problems);
	choices->built += count;
	return good;
}

/* ---- what is named in vain ---- */

enum { SOURCE, FLAGS, MACROS }; /* and from there on each macro */

static size_t flag_count(const struct choice *choice)
{
	size_t count = 0;

	while (choice->flags[count])
		count++;
	return count;
}

static bool same_words(const struct choice *a, const struct choice *b,
		       size_t from_a, size_t from_b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(a->flags[from_a + i], b->flags[from_b + i]) != 0)
			return false;
	return true;
}

/* The user's build has none of the macros. */
static bool is_same(const struct choice *a, const struct choice *b, size_t knob)
{
	size_t sets[2] = {flag_count(a) - a->macros, flag_count(b) - b->macros};

	if (knob == SOURCE)
		return a->source == b->source ||
		       (a->source && b->source &&
			strcmp(a->source, b->source) == 0);
	if (knob == FLAGS)
		return sets[0] == sets[1] && same_words(a, b, 0, 0, sets[0]);
	if (a->macros == 0 || b->macros == 0)
		return a->macros == b->macros;
	return same_words(a, b, sets[0] + knob - MACROS,
			  sets[1] + knob - MACROS, 1);
}

static bool differs_in_one(const struct choice *a, const struct choice *b,
			   size_t knob, size_t knobs)
{
	for (size_t i = 0; i < knobs; i++)
		if (is_same(a, b, i) == (i == knob))
			return false;
	return true;
}

/* Programs that differ in nothing else are there, and all are the same. */
static bool is_vain(const struct choices *choices, size_t knob, size_t knobs)
{
	bool any = false;

	for (size_t i = 0; i < choices->count; i++)
		for (size_t j = 0; j < i; j++) {
			const struct choice *a = &choices->list[i];
			const struct choice *b = &choices->list[j];

			if (a->reason || b->reason ||
			    !differs_in_one(a, b, knob, knobs))
				continue;
			if (a->digest != b->digest)
				return false;
			any = true;
		}
	return any;
}

static void tell_vain(const struct choices *choices)
{
	static const char *const names[] = {"'sources'", "'flags'"};
	const struct choice *last = &choices->list[choices->count - 1];
	size_t macros = flag_count(last) - last->macros;

	for (size_t i = 0; i < MACROS + last->macros; i++) {
		const char *word = i < MACROS
					   ? names[i]
					   : last->flags[macros + i - MACROS];
		int length = (int)strcspn(word, "=");

		if (is_vain(choices, i, MACROS + last->macros))
			message_warning("%s: %.*s changes nothing in the "
					"program",
					choices->path, length, word);
	}
}

bool choices_build(struct choices *choices, struct make *make,
		   uint64_t original, struct text *problem)
{
	choices->list[0].digest = original;
	choices->unit_count = make->plan->unit_count;
	if (choices->built == 0)
		choices->built = 1;
	if (choices->count == choices->built)
		return true;
	if (!place_sources(choices, make, problem))
		return false;
	for (size_t i = choices->built; i < choices->count; i++)
		describe(&choices->list[i], make->plan);
	if (!build_all(choices, make)) {
		if (!process_interrupted())
			text_add(problem, "no process can be started to build "
					  "variants");
		return false;
	}
	if (choices->path)
		tell_vain(choices);
	return true;
}

/* ---- the end ---- */

static void free_choice(struct choice *choice, size_t units)
{
	for (size_t i = 0; choice->flags[i]; i++)
		free(choice->flags[i]);
	for (size_t i = 0; i < choice->clause_count; i++)
		free(choice->clauses[i].schedule);
	for (size_t i = 0; choice->records && i < units; i++)
		records_free(&choice->records[i]);
	product_discard(&choice->program);
	free(choice->flags);
	free(choice->source);
	free(choice->lines);
	free(choice->clauses);
	free(choice->records);
	free(choice->reason);
}

void choices_free(struct choices *choices)
{
	for (size_t i = 0; i < choices->count; i++)
		free_choice(&choices->list[i], choices->unit_count);
	free(choices->list);
	*choices = (struct choices){0};
}
