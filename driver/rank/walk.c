/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variants of a space, one after the other.
 */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "constraint.h"
#include "dimension.h"

static size_t dimension_count(const struct space *space)
{
	return DIMENSION_MACROS + space->macro_count + DIMENSION_CLAUSES;
}

/* Values of a dimension: one where the file says nothing. */
static size_t length_of(const struct space *space, size_t dimension)
{
	size_t clause = dimension - DIMENSION_MACROS - space->macro_count;
	size_t length;

	if (dimension == DIMENSION_SOURCE)
		length = space->sources.count;
	else if (dimension == DIMENSION_FLAGS)
		length = space->flag_sets;
	else if (dimension < DIMENSION_MACROS + space->macro_count)
		length = space->macros[dimension - DIMENSION_MACROS]
				 .values.count;
	else
		length = space->clauses[clause].count;
	return length ? length : 1;
}

double walk_combinations(const struct space *space)
{
	double all = 1;

	for (size_t i = 0; i < dimension_count(space); i++)
		all *= length_of(space, i);
	return all;
}

/* A counter with a wheel for each dimension, the last turning fastest. */
struct walk {
	const struct space *space;
	size_t *wheels;
	bool started, ended;
	size_t number;
	const char **arguments;
};

struct walk *walk_start(const struct space *space)
{
	struct walk *walk = memory_grow(NULL, 1, sizeof(*walk));
	size_t count = dimension_count(space);
	size_t flags = 0;

	*walk = (struct walk){.space = space};
	walk->wheels = memory_grow(NULL, count, sizeof(*walk->wheels));
	memset(walk->wheels, 0, count * sizeof(*walk->wheels));
	for (size_t i = 0; i < space->flag_sets; i++)
		if (space->flags[i].count > flags)
			flags = space->flags[i].count;
	walk->arguments = memory_grow(NULL, flags + space->macro_count + 1,
				      sizeof(*walk->arguments));
	return walk;
}

void walk_stop(struct walk *walk)
{
	free(walk->wheels);
	free(walk->arguments);
	free(walk);
}

/* Turn to the next combination; false behind the last. */
static bool turn(struct walk *walk)
{
	size_t dimension = dimension_count(walk->space);

	if (!walk->started) {
		walk->started = true;
		return true;
	}
	while (dimension-- > 0) {
		if (++walk->wheels[dimension] <
		    length_of(walk->space, dimension))
			return true;
		walk->wheels[dimension] = 0;
	}
	return false;
}

static size_t wheel_of_clause(const struct walk *walk, int clause)
{
	return walk
		->wheels[DIMENSION_MACROS + walk->space->macro_count + clause];
}

/* 0 where the file has no such list. */
static int64_t clause_number(const struct walk *walk, int clause)
{
	const struct dimension_values *list = &walk->space->clauses[clause];

	return list->count ? list->numbers[wheel_of_clause(walk, clause)] : 0;
}

static bool is_allowed(const struct walk *walk)
{
	const struct space *space = walk->space;
	int64_t values[DIMENSION_NAME_MACROS + DIMENSION_MOST_MACROS];

	if (space->constraint_count == 0)
		return true;
	values[DIMENSION_NAME_CHUNK] = clause_number(walk, DIMENSION_CHUNK);
	values[DIMENSION_NAME_THREADS] = clause_number(walk, DIMENSION_THREADS);
	for (size_t i = 0; i < space->macro_count; i++)
		values[DIMENSION_NAME_MACROS + i] =
			space->macros[i]
				.values
				.numbers[walk->wheels[DIMENSION_MACROS + i]];
	for (size_t i = 0; i < space->constraint_count; i++)
		if (!constraint_holds(space->constraints[i], values))
			return false;
	return true;
}

static void fill_arguments(struct walk *walk)
{
	const struct space *space = walk->space;
	const char **next = walk->arguments;

	if (space->flag_sets) {
		const struct dimension_values *set =
			&space->flags[walk->wheels[DIMENSION_FLAGS]];

		for (size_t i = 0; i < set->count; i++)
			*next++ = set->words[i];
	}
	for (size_t i = 0; i < space->macro_count; i++)
		*next++ = space->macros[i]
				  .defines[walk->wheels[DIMENSION_MACROS + i]];
	*next = NULL;
}

/* All wheels but those of clauses, read as one number. */
static size_t build_number(const struct walk *walk)
{
	size_t number = 0;

	for (size_t i = 0; i < DIMENSION_MACROS + walk->space->macro_count; i++)
		number = number * length_of(walk->space, i) + walk->wheels[i];
	return number;
}

static const char *word_at(const struct dimension_values *list, size_t wheel)
{
	return list->count ? list->words[wheel] : NULL;
}

bool walk_next(struct walk *walk, struct walk_variant *variant)
{
	const struct space *space = walk->space;

	while (!walk->ended) {
		walk->ended = !turn(walk);
		if (walk->ended || !is_allowed(walk))
			continue;
		fill_arguments(walk);
		*variant = (struct walk_variant){
			.number = walk->number++,
			.build = build_number(walk),
			.source = word_at(&space->sources,
					  walk->wheels[DIMENSION_SOURCE]),
			.schedule = word_at(
				&space->clauses[DIMENSION_SCHEDULE],
				wheel_of_clause(walk, DIMENSION_SCHEDULE)),
			.chunk = clause_number(walk, DIMENSION_CHUNK),
			.threads = clause_number(walk, DIMENSION_THREADS),
			.arguments = walk->arguments,
			.macros = space->macro_count,
		};
		return true;
	}
	return false;
}
