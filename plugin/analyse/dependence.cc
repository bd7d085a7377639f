/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "dependence.h"

void dependence_assume(vec<struct assumption> *list, const char *name,
		       const char *before, const char *after)
{
	struct assumption *assumption, fresh = {before, after, vNULL};
	const char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*list, i, assumption)
		if (strcmp(assumption->after, after) == 0)
			break;
	if (!list->iterate(i, &assumption)) {
		list->safe_push(fresh);
		assumption = &list->last();
	}
	FOR_EACH_VEC_ELT (assumption->names, i, other)
		if (strcmp(other, name) == 0)
			return;
	assumption->names.safe_push(name);
}

const char *dependence_kind(bool source_writes, bool sink_writes)
{
	if (source_writes)
		return sink_writes ? "output" : "flow";
	return sink_writes ? "anti" : "input";
}

int dependence_first_distance(const struct dependence *dependence)
{
	int i = 0;

	while (i < dependence->loop_count && dependence->distance[i] == 0)
		i++;
	return i;
}

/* Let the dependence run forward in time; set its level and kind. */
static void orient(struct analysis *analysis, struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	int first = dependence_first_distance(dependence);
	bool carried = first < dependence->loop_count;

	dependence->level = carried ? dependence->loops[first] : -1;
	if (carried && dependence->distance[first] < 0 &&
	    dependence->distance[first] != RANGE_ANY) {
		std::swap(dependence->from, dependence->to);
		for (int i = 0; i < dependence->loop_count; i++)
			if (dependence->distance[i] != RANGE_ANY)
				dependence->distance[i] *= -1;
	}
	dependence->kind = dependence_kind(of[dependence->from].write,
					   of[dependence->to].write);
}

bool dependence_is_carried(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	return dependence->level >= 0 &&
	       analysis->nest->loops[dependence->level].dim >= 0;
}

static bool is_same_dependence(const struct dependence *a,
			       const struct dependence *b)
{
	return a->from == b->from && a->to == b->to && a->known == b->known &&
	       a->loop_count == b->loop_count &&
	       memcmp(a->distance, b->distance,
		      a->loop_count * sizeof(a->distance[0])) == 0;
}

void dependence_add(struct analysis *analysis, const struct dependence *fresh)
{
	struct dependence *other;
	unsigned i;

	FOR_EACH_VEC_ELT (analysis->found, i, other)
		if (is_same_dependence(other, fresh))
			return;
	analysis->found.safe_push(*fresh);
}

/*
 * A place that a loop meets again and again: what one iteration writes the
 * next one reads, and within one iteration the order of the text holds.
 */
static void split_repeated(struct analysis *analysis,
			   struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	struct dependence within = *dependence;
	int first = dependence_first_distance(dependence);

	if (first == dependence->loop_count ||
	    dependence->distance[first] != RANGE_ANY)
		return;
	for (int i = first; i < within.loop_count; i++)
		if (within.distance[i] == RANGE_ANY)
			within.distance[i] = 0;
	if (within.from != within.to &&
	    dependence_first_distance(&within) == within.loop_count) {
		orient(analysis, &within);
		dependence_add(analysis, &within);
	}
	if (!of[dependence->from].write)
		std::swap(dependence->from, dependence->to);
}

void dependence_add_partly_known(struct analysis *analysis,
				 struct dependence *dependence, const char *why)
{
	const struct reference *of = analysis->references->of;
	bool writes = of[dependence->from].write && of[dependence->to].write;

	dependence->known = false;
	dependence->why = why;
	dependence->kind = writes ? "output" : "unknown";
	dependence->level = -1;
	analysis->found.safe_push(*dependence);
}

/* What runs once meets nothing in another iteration. */
static void keep_within_single(const struct analysis *analysis,
			       struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++) {
		int loop = dependence->loops[i];

		if (dependence->distance[i] == RANGE_ANY &&
		    range_is_out_of_reach(&analysis->nest->loops[loop], 1))
			dependence->distance[i] = 0;
	}
}

void dependence_add_known(struct analysis *analysis,
			  struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	dependence->known = true;
	keep_within_single(analysis, dependence);
	split_repeated(analysis, dependence);
	orient(analysis, dependence);
	if (of[dependence->from].may_be_own &&
	    dependence_is_carried(analysis, dependence)) {
		dependence_add_partly_known(
			analysis, dependence,
			"each thread may have memory of its own there");
		return;
	}
	/* a statement that writes one place once depends on nothing */
	if (dependence->from == dependence->to && dependence->level < 0)
		return;
	dependence_add(analysis, dependence);
}

void dependence_add_unknown(struct analysis *analysis,
			    struct dependence *dependence, const char *why)
{
	for (int i = 0; i < dependence->loop_count; i++)
		dependence->distance[i] = RANGE_ANY;
	dependence_add_partly_known(analysis, dependence, why);
}
