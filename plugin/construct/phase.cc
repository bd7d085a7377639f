/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The phases of a trail. Ways are looked at without their direction: two
 * branches are of one phase.
 */
#include "base/gcc.h"
#include "phase.h"

unsigned phase_of(vec<unsigned> *up, unsigned place)
{
	while ((*up)[place] != place) {
		(*up)[place] = (*up)[(*up)[place]];
		place = (*up)[place];
	}
	return place;
}

void phase_unite(vec<unsigned> *up, unsigned a, unsigned b)
{
	a = phase_of(up, a);
	b = phase_of(up, b);
	(*up)[MAX(a, b)] = MIN(a, b);
}

static void note_labels(const struct trail *trail,
			hash_map<tree, unsigned> *labels)
{
	for (unsigned i = 0; i < trail->events.length(); i++)
		if (trail->events[i].kind == TRAIL_LABEL)
			labels->put(trail->events[i].label, i);
}

/* The end, where it leads out of the region. */
static unsigned target_of(const struct trail *trail,
			  hash_map<tree, unsigned> *labels, unsigned jump)
{
	tree label = trail->events[jump].label;
	unsigned *known = label ? labels->get(label) : NULL;

	return known ? *known : trail->events.length();
}

void phase_find(const struct trail *trail, vec<unsigned> *up)
{
	hash_map<tree, unsigned> labels;

	note_labels(trail, &labels);
	for (unsigned i = 0; i <= trail->events.length(); i++)
		up->safe_push(i);
	for (unsigned i = 0; i < trail->events.length(); i++) {
		enum trail_kind kind = trail->events[i].kind;

		if (kind != TRAIL_BARRIER && kind != TRAIL_CALL &&
		    kind != TRAIL_THROUGH)
			phase_unite(up, i, i + 1);
		if (kind == TRAIL_JUMP)
			phase_unite(up, i, target_of(trail, &labels, i));
	}
}

void phase_rounds(const struct trail *trail, vec<int> *rounds)
{
	hash_map<tree, unsigned> labels;

	note_labels(trail, &labels);
	rounds->safe_grow_cleared(trail->events.length() + 1, true);
	for (unsigned i = 0; i < trail->events.length(); i++) {
		unsigned target = trail->events[i].kind == TRAIL_JUMP
					  ? target_of(trail, &labels, i)
					  : i;

		if (target >= i)
			continue;
		(*rounds)[target]++;
		(*rounds)[i]--;
	}
	for (unsigned i = 1; i < rounds->length(); i++)
		(*rounds)[i] += (*rounds)[i - 1];
}

/* Widen the range until no jump leads out of it. */
static void close_range(const struct trail *trail,
			hash_map<tree, unsigned> *labels, unsigned *first,
			unsigned *last)
{
	for (unsigned i = *first; i < *last && i < trail->events.length();
	     i++) {
		unsigned target;

		if (trail->events[i].kind != TRAIL_JUMP)
			continue;
		target = target_of(trail, labels, i);
		*last = MAX(*last, target);
		if (target >= *first)
			continue;
		*first = target;
		i = target - 1;
	}
}

void phase_decide(struct trail *trail)
{
	hash_map<tree, unsigned> labels;
	unsigned done = 0;

	note_labels(trail, &labels);
	for (unsigned i = 0; i < trail->events.length(); i++) {
		unsigned first = i, last = i + 1;

		if (i < done || trail->events[i].kind != TRAIL_JUMP ||
		    !trail->events[i].first)
			continue;
		close_range(trail, &labels, &first, &last);
		for (unsigned j = first; j < last; j++)
			if (j < trail->events.length() &&
			    trail->events[j].kind == TRAIL_PLAIN)
				trail->events[j].kind = TRAIL_ALONE;
		done = last;
	}
}
