/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the bodies of loops that were written out have in common.
 */
#include "bodies.h"

#include <math.h>
#include <string.h>

/* More places than any machine has registers: which of them are met again does
   not matter. */
#define MOST_PLACES 256

/* Nor does any compiler write out as many bodies. */
#define MOST_BODIES 0x1p53

/* A walk through the bodies in the order in which they run. */
struct walk {
	const struct footprint *footprint;
	const struct footprint_group *group;
	int left;
	double place[MOST_PLACES];
	bool written[MOST_PLACES];
	int count;
	struct bodies found;
};

double bodies_count(const struct footprint *footprint, int loop, int left)
{
	double count = 1;

	for (; loop != left; loop = footprint->nest->loops[loop].parent)
		count *= fmax(footprint->work->trip[loop], 1);
	return fmin(count, MOST_BODIES);
}

bool bodies_differ(const struct footprint *footprint,
		   const struct footprint_group *of, int left)
{
	for (int i = of->loop; i != left; i = footprint->nest->loops[i].parent)
		if (of->move[i] != 0)
			return true;
	return false;
}

static double trip_of(const struct footprint *footprint, int loop)
{
	return fmax(round(footprint->work->trip[loop]), 1);
}

/* Bytes from the first body to this one. Loops that leave the group where it
   is do not count: they meet no other places. */
static double way_to(const struct walk *walk, double body)
{
	const struct footprint *footprint = walk->footprint;
	const struct footprint_group *of = walk->group;
	double way = 0;

	for (int i = of->loop; i != walk->left;
	     i = footprint->nest->loops[i].parent) {
		double trip = trip_of(footprint, i);

		if (of->move[i] == 0)
			continue;
		way += fmod(body, trip) * of->move[i];
		body = floor(body / trip);
	}
	return way;
}

/* Bodies that meet different places, inside of the loop "end". */
static double moved_bodies(const struct walk *walk, int end)
{
	const struct footprint *footprint = walk->footprint;
	const struct footprint_group *of = walk->group;
	double bodies = 1;

	for (int i = of->loop; i != end; i = footprint->nest->loops[i].parent)
		if (of->move[i] != 0)
			bodies *= trip_of(footprint, i);
	return bodies;
}

static int index_of(const struct walk *walk, double place)
{
	int i = 0;

	while (i < walk->count && walk->place[i] != place)
		i++;
	return i;
}

static void meet(struct walk *walk, const struct footprint_place *one,
		 double place)
{
	int at = index_of(walk, place);
	bool is_new = at == walk->count;

	if (is_new) {
		walk->place[walk->count++] = place;
		walk->written[at] = false;
		walk->found.places += one->count;
		walk->found.loads += one->write ? 0 : one->count;
	}
	if (one->write && !walk->written[at]) {
		walk->written[at] = true;
		walk->found.stores += one->count;
	}
}

/* False if there are too many. */
static bool meet_all(struct walk *walk, double bodies)
{
	const struct footprint *footprint = walk->footprint;
	int references = footprint->nest->reference_count;

	walk->count = 0;
	walk->found = (struct bodies){0};
	if (bodies > MOST_PLACES)
		return false;
	for (double body = 0; body < bodies; body++)
		for (int i = 0; i < references; i++) {
			const struct footprint_place *one =
				&footprint->places[i];

			if (&footprint->groups[one->group] != walk->group)
				continue;
			if (walk->count == MOST_PLACES)
				return false;
			meet(walk, one, one->offset + way_to(walk, body));
		}
	return true;
}

/* The outermost of the loops that leaves the group where it is, or -1. */
static int outermost_still(const struct walk *walk)
{
	const struct footprint *footprint = walk->footprint;
	const struct footprint_group *of = walk->group;
	int still = -1;

	for (int i = of->loop; i != walk->left;
	     i = footprint->nest->loops[i].parent)
		if (of->move[i] == 0 && trip_of(footprint, i) > 1)
			still = i;
	return still;
}

/* What is met again in the next iteration of a loop that leaves it where it
   is, or by another reference in a later body. */
static double registers_of(struct walk *walk, double all)
{
	int still = outermost_still(walk);
	double places = walk->found.places;

	if (still < 0)
		return walk->found.loads + walk->found.stores < all ? places
								    : 0;
	meet_all(walk, moved_bodies(walk, still));
	return walk->found.places;
}

/* Where nothing is known to be met again. */
static struct bodies each_by_itself(const struct footprint_group *of,
				    double count)
{
	return (struct bodies){
		.loads = of->reads * count,
		.stores = of->writes * count,
		.places = (of->writes > 0 ? of->places : of->reads) * count};
}

/* Those of one array that move alike are always apart, or never. */
static bool may_meet(const struct footprint_group *a,
		     const struct footprint_group *b)
{
	if (a->array == b->array)
		return memcmp(a->stride, b->stride, sizeof(a->stride)) != 0;
	return a->type == b->type && (a->pointed || b->pointed) &&
	       !a->is_private && !b->is_private;
}

enum bodies_meeting bodies_met(const struct footprint *footprint,
			       const struct footprint_group *of, int left)
{
	enum bodies_meeting met = BODIES_APART;

	for (int i = 0; i < footprint->count; i++) {
		const struct footprint_group *other = &footprint->groups[i];

		if (!nest_is_inside(footprint->nest, other->loop, left) ||
		    !may_meet(of, other))
			continue;
		if (other->writes > 0)
			return BODIES_WRITTEN;
		if (of->writes > 0)
			met = BODIES_READ;
	}
	return met;
}

struct bodies bodies_find(const struct footprint *footprint,
			  const struct footprint_group *of, int left)
{
	double count = bodies_count(footprint, of->loop, left);
	double all = (of->reads + of->writes) * count;
	struct walk walk = {.footprint = footprint, .group = of, .left = left};
	enum bodies_meeting met = bodies_met(footprint, of, left);
	struct bodies found = each_by_itself(of, count);

	if (!of->known || !meet_all(&walk, moved_bodies(&walk, left)))
		return found;
	found.places = walk.found.places;
	if (met == BODIES_WRITTEN)
		return found;
	found.loads = walk.found.loads;
	if (met == BODIES_APART)
		found.stores = walk.found.stores;
	found.registers = registers_of(&walk, all);
	return found;
}
