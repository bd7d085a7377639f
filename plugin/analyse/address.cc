/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "address.h"
#include "range.h"
#include "tile.h"

/* ---- tiles ---- */

/*
 * Does each iteration of the outer loop give the two inner ones, which may be
 * the same, a range of their own, as a tile does? Then places that the second
 * counts by this much more than the first are of one tile.
 */
static bool is_tile_of(const struct nest_loop *inner,
		       const struct nest_loop *other,
		       const struct nest_loop *outer, long apart)
{
	const struct expr *low, *high, *next_low, *next_high, *next;

	if (!inner->variable || !inner->trip || !other->variable ||
	    !other->trip || !outer->variable ||
	    !expr_contains(inner->from, outer->variable) ||
	    expr_contains_kind(inner->from, ATOM_AT) ||
	    expr_contains_kind(other->from, ATOM_AT))
		return false;
	next = expr_add(expr_atom(outer->variable), outer->step);
	range_of(inner, &low, &high);
	range_of(other, &next_low, &next_high);
	next_low = range_replace(next_low, outer->variable, next);
	next_high = range_replace(next_high, outer->variable, next);
	return range_is_at_most(expr_add(high, expr_int(apart)), next_low) ||
	       range_is_at_most(next_high, expr_add(low, expr_int(apart)));
}

/* ---- strides ---- */

/* Which stride to take apart first: symbolic before constant, large before
   small; the address was written as row * width + column. */
static bool is_coarser(const struct expr *a, const struct expr *b)
{
	if (a->terms[0].count != b->terms[0].count)
		return a->terms[0].count > b->terms[0].count;
	return labs(a->terms[0].factor) > labs(b->terms[0].factor);
}

/* How many strides the difference holds, by the stride's leading product. */
static long multiples_in(const struct expr *difference,
			 const struct expr *stride)
{
	const struct term *lead = &stride->terms[0];

	for (unsigned i = 0; i < difference->count; i++) {
		const struct term *term = &difference->terms[i];

		if (term->count != lead->count ||
		    memcmp(term->atoms, lead->atoms,
			   lead->count * sizeof(lead->atoms[0])) != 0)
			continue;
		if (lead->count > 0)
			return term->factor % lead->factor
				       ? 0
				       : term->factor / lead->factor;
		/* constants: to the nearest, -3992 of 4000 is -1 */
		return range_quotient(term->factor, lead->factor);
	}
	return 0;
}

/* Split off what depends on loops that hold only one of the two. */
static const struct expr *without_other_loops(const struct expr *difference,
					      uint64_t common)
{
	const struct expr *sum = expr_int(0);

	for (unsigned i = 0; difference && i < difference->count; i++) {
		struct expr one = {1, {difference->terms[i]}};

		if (!(expr_loops(&one) & ~common))
			sum = expr_add(sum, expr_add(&one, expr_int(0)));
	}
	return difference ? sum : NULL;
}

/* Do accesses of these sizes at this difference in bytes overlap? */
static enum verdict overlap(const struct expr *rest, const struct reference *a,
			    const struct reference *b)
{
	tree size_a = TYPE_SIZE_UNIT(TREE_TYPE(a->operand));
	tree size_b = TYPE_SIZE_UNIT(TREE_TYPE(b->operand));
	long bytes;

	if (!expr_is_int(rest, &bytes))
		return UNKNOWN;
	if (!tree_fits_shwi_p(size_a) || !tree_fits_shwi_p(size_b))
		return bytes == 0 ? DEPENDENT : UNKNOWN;
	/* a - b = bytes */
	if (bytes >= tree_to_shwi(size_b) || -bytes >= tree_to_shwi(size_a))
		return INDEPENDENT;
	return DEPENDENT;
}

/* ---- what distances mean ---- */

/* Does the outer loop choose where the inner one starts, other than by a
   plain sum as in a triangle? */
static bool is_chosen_by(const struct nest_loop *inner,
			 const struct nest_loop *outer, int index)
{
	const struct expr *factor;

	if (!((expr_loops(inner->from) >> index) & 1))
		return false;
	factor = outer->variable
			 ? expr_coefficient(inner->from, outer->variable)
			 : NULL;
	return !factor ||
	       (expr_loops(expr_sub(
			inner->from,
			expr_mul(factor, expr_atom(outer->variable)))) >>
		index) &
		       1;
}

/* Counters of one loop that are this many iterations apart. */
static bool is_own_tile(const struct nest_loop *inner,
			const struct nest_loop *outer, long distance)
{
	long apart;

	return distance != RANGE_ANY &&
	       expr_is_int(expr_scale(inner->step, distance), &apart) &&
	       is_tile_of(inner, inner, outer, apart) &&
	       is_tile_of(inner, inner, outer, -apart);
}

/* How much further the counter of loop j is in b than that of i in a where
   both mean the same place. */
static bool counters_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b, int i, int j, long *apart)
{
	const struct atom *of_a = nest->loops[i].variable;
	const struct atom *of_b = nest->loops[j].variable;
	const struct expr *stride, *rest_a, *rest_b;

	if (!of_a || !of_b)
		return false;
	stride = expr_coefficient(a->address, of_a);
	if (!expr_equal(stride, expr_coefficient(b->address, of_b)))
		return false;
	rest_a = expr_sub(a->address, expr_mul(stride, expr_atom(of_a)));
	rest_b = expr_sub(b->address, expr_mul(stride, expr_atom(of_b)));
	return expr_is_int(expr_quotient(expr_sub(rest_a, rest_b), stride),
			   apart);
}

/*
 * The same for a tile that one loop writes and the next one reads. False if
 * the tile is chosen in a way not understood.
 */
static bool settle_side_by_side(const struct nest *nest,
				const struct reference *a,
				const struct reference *b,
				struct dependence *dependence, int position)
{
	const struct nest_loop *loops = nest->loops;
	int outer = dependence->loops[position];
	uint64_t own_a = expr_loops(a->address), own_b = expr_loops(b->address);
	bool chosen = false;
	long apart;

	for (int i = outer + 1; i < nest->count; i++) {
		bool only_a = (own_a & ~own_b) >> i & 1;
		bool only_b = (own_b & ~own_a) >> i & 1;

		if (only_a || only_b)
			chosen |= is_chosen_by(&loops[i], &loops[outer], outer);
		for (int j = outer + 1; only_a && j < nest->count; j++)
			if ((own_b & ~own_a) >> j & 1 &&
			    counters_apart(nest, a, b, i, j, &apart) &&
			    is_tile_of(&loops[i], &loops[j], &loops[outer],
				       apart) &&
			    is_tile_of(&loops[j], &loops[i], &loops[outer],
				       -apart)) {
				dependence->distance[position] = 0;
				return true;
			}
	}
	return !chosen;
}

/*
 * Loops that only choose the tile: the distance inside settles theirs.
 * False if they choose the range in a way not understood, as row pointers do.
 */
static bool settle_tiles(const struct nest *nest, const struct reference *a,
			 const struct reference *b,
			 struct dependence *dependence)
{
	for (int i = dependence->loop_count - 1; i >= 0; i--) {
		const struct nest_loop *outer =
			&nest->loops[dependence->loops[i]];

		if (dependence->distance[i] != RANGE_ANY)
			continue;
		if (tile_keeps_apart(nest, a, b, dependence->loops[i])) {
			dependence->distance[i] = 0;
			continue;
		}
		for (int j = i + 1; j < dependence->loop_count; j++) {
			const struct nest_loop *inner =
				&nest->loops[dependence->loops[j]];

			if (is_own_tile(inner, outer, dependence->distance[j]))
				dependence->distance[i] = 0;
			else if (is_chosen_by(inner, outer,
					      dependence->loops[i]))
				return false;
		}
		if (dependence->distance[i] == RANGE_ANY &&
		    !settle_side_by_side(nest, a, b, dependence, i))
			return false;
	}
	return true;
}

/* A distance may be that of rows which loops of only one of the two choose. */
static void settle_rows(const struct nest *nest, const struct reference *a,
			const struct reference *b,
			struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] != 0 &&
		    tile_keeps_apart(nest, a, b, dependence->loops[i]))
			dependence->distance[i] = 0;
}

/* ---- two addresses ---- */

/* Is the address made of a counter whose loop has ended before? */
static bool uses_ended_loop(const struct nest *nest,
			    const struct reference *reference)
{
	uint64_t around = nest_loops_of(nest, gimple_bb(reference->statement));

	return expr_loops(reference->address) & ~around;
}

/* Does another loop around the reference move it by this stride, too? */
static bool moves_it_too(const struct nest *nest,
			 const struct reference *reference,
			 const struct expr *stride, int loop)
{
	for (int i = reference->loop; i >= nest->around;
	     i = nest->loops[i].parent) {
		const struct expr *other =
			memory_stride(nest, reference->address, i);

		if (i != loop && other &&
		    (expr_equal(other, stride) ||
		     expr_equal(expr_scale(other, -1), stride)))
			return true;
	}
	return false;
}

/*
 * As in x[i + j]: the same place comes again at many distances, and none of
 * them can be read off the addresses.
 */
static bool shares_a_stride(const struct nest *nest, const struct reference *a,
			    const struct reference *b, int loop)
{
	const struct expr *stride = memory_stride(nest, a->address, loop);

	return stride && stride->count &&
	       (moves_it_too(nest, a, stride, loop) ||
		moves_it_too(nest, b, stride, loop));
}

/* The strides of both in the loops that hold them; false if they are not
   known, differ, or do not tell the distance. */
static bool find_strides(const struct nest *nest, const struct reference *a,
			 const struct reference *b,
			 const struct dependence *dependence,
			 const struct expr **strides)
{
	for (int i = 0; i < dependence->loop_count; i++) {
		int loop = dependence->loops[i];

		strides[i] = memory_stride(nest, a->address, loop);
		if (!strides[i] ||
		    !expr_equal(strides[i],
				memory_stride(nest, b->address, loop)) ||
		    shares_a_stride(nest, a, b, loop))
			return false;
	}
	return true;
}

/* The coarsest stride that was not taken before, -1 if none is left. */
static int coarsest(const struct expr *const *strides, const bool *taken,
		    int count)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (!taken[i] && strides[i]->count &&
		    (best < 0 || is_coarser(strides[i], strides[best])))
			best = i;
	return best;
}

/*
 * Take *rest, the difference of two addresses, apart by the strides. False
 * if a distance is larger than its loop.
 */
static bool set_distances(const struct nest *nest, const struct expr **strides,
			  struct dependence *dependence,
			  const struct expr **rest)
{
	bool taken[NEST_MAX_LOOPS] = {};
	int count = dependence->loop_count, next;

	for (int i = 0; i < count; i++)
		dependence->distance[i] = strides[i]->count ? 0 : RANGE_ANY;
	while (*rest && (next = coarsest(strides, taken, count)) >= 0) {
		long distance = multiples_in(*rest, strides[next]);

		taken[next] = true;
		dependence->distance[next] = distance;
		*rest = expr_sub(*rest, expr_scale(strides[next], distance));
		if (range_is_out_of_reach(&nest->loops[dependence->loops[next]],
					  distance))
			return false;
	}
	return true;
}

static uint64_t loop_set(const struct nest *nest,
			 const struct dependence *dependence)
{
	uint64_t common = ((uint64_t)1 << nest->around) - 1;

	for (int i = 0; i < dependence->loop_count; i++)
		common |= (uint64_t)1 << dependence->loops[i];
	return common;
}

/*
 * Loops of their own move the two along the rows that are so far apart: do
 * they come to the same place there?
 */
static const char *doubt_of_rows(const struct nest *nest,
				 const struct reference *a,
				 const struct reference *b,
				 const struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] != 0 &&
		    tile_overlaps(nest, a, b, dependence->loops[i]))
			return NULL;
	return "if their inner loops come to the same place";
}

enum verdict address_compare(const struct nest *nest, const struct reference *a,
			     const struct reference *b,
			     struct dependence *dependence)
{
	const struct expr *strides[NEST_MAX_LOOPS];
	const struct expr *difference = expr_sub(a->address, b->address);
	const struct expr *common =
		without_other_loops(difference, loop_set(nest, dependence));
	const struct expr *rest = common;
	bool others = !expr_equal(difference, common);

	if (uses_ended_loop(nest, a) || uses_ended_loop(nest, b))
		return BY_OTHER_LOOP;
	if (!find_strides(nest, a, b, dependence, strides))
		return UNKNOWN;
	if (!set_distances(nest, strides, dependence, &rest))
		return INDEPENDENT;
	if (others)
		settle_rows(nest, a, b, dependence);
	if (!settle_tiles(nest, a, b, dependence))
		return BY_DATA;
	if (others) {
		dependence->doubt = doubt_of_rows(nest, a, b, dependence);
		return rest ? DEPENDENT : UNKNOWN;
	}
	return overlap(rest, a, b);
}
