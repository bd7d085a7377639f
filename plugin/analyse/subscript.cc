/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses in flattened arrays, taken apart into the subscripts that they
 * were made of.
 *
 * The symbolic strides tell the rows: in a + 8 * m * (depth - k) + 8 * j the
 * unit 8 * m has the subscript depth - k, and 8 * j is left as bytes within
 * the row. Subscripts are taken to stay within their row, so that two
 * addresses are equal only where all their subscripts are. Each is compared
 * on its own: by the ranges of its values, or by the one counter in it.
 */
#include "base/gcc.h"
#include "base/declared.h"
#include "range.h"
#include "subscript.h"

#define MAX_UNITS 6
#define MAX_ROUNDS 64

struct units {
	const struct expr *of[MAX_UNITS]; /* coarsest first */
	int count;
};

/* Two subscripts of the same unit; what is accessed ends "size" behind. */
struct subscripts {
	const struct expr *a, *b;
	long size_a, size_b;
};

/* ---- units --------------------------------------------------------------- */

static const struct expr *absolute(const struct expr *e)
{
	return e->terms[0].factor < 0 ? expr_scale(e, -1) : e;
}

static bool same_product(const struct term *a, const struct term *b)
{
	return a->count == b->count &&
	       memcmp(a->atoms, b->atoms, a->count * sizeof(a->atoms[0])) == 0;
}

/* Keep units apart by their leading products, longer ones first. */
static bool add_unit(struct units *units, const struct expr *unit)
{
	int i = 0;

	for (; i < units->count; i++) {
		const struct term *other = &units->of[i]->terms[0];

		if (same_product(other, &unit->terms[0])) {
			if (unit->terms[0].factor < other->factor)
				units->of[i] = unit;
			return true;
		}
		if (other->count == unit->terms[0].count)
			return false;
		if (other->count < unit->terms[0].count)
			break;
	}
	if (units->count == MAX_UNITS)
		return false;
	for (int j = units->count++; j > i; j--)
		units->of[j] = units->of[j - 1];
	units->of[i] = unit;
	return true;
}

/* The symbolic factors of the counters; false if the address moves in a way
   that is not understood. */
static bool find_units(const struct nest *nest, const struct expr *address,
		       struct units *units)
{
	for (int i = nest->around; i < nest->count; i++) {
		const struct nest_loop *loop = &nest->loops[i];
		const struct expr *factor;

		if (!((expr_loops(address) >> i) & 1))
			continue;
		if (!loop->variable || !memory_stride(nest, address, i))
			return false;
		factor = expr_coefficient(address, loop->variable);
		if (!factor)
			return false;
		if (factor->count == 0 || factor->terms[0].count == 0)
			continue;
		if (!add_unit(units, absolute(factor)))
			return false;
	}
	return true;
}

/* A term of *rest divided by the leading product of the unit, or NULL. */
static const struct expr *next_quotient(const struct expr *rest,
					const struct expr *unit)
{
	struct expr lead = {1, {unit->terms[0]}};

	for (unsigned i = 0; rest && i < rest->count; i++) {
		struct expr one = {1, {rest->terms[i]}};
		const struct expr *quotient = expr_quotient(&one, &lead);

		if (quotient)
			return quotient;
	}
	return NULL;
}

/* The subscript of this unit; what is left stays in *rest. */
static const struct expr *take_subscript(const struct expr **rest,
					 const struct expr *unit)
{
	const struct expr *sum = expr_int(0), *quotient;

	for (int round = 0; round < MAX_ROUNDS; round++) {
		quotient = next_quotient(*rest, unit);
		if (!quotient)
			return sum;
		sum = expr_add(sum, quotient);
		*rest = expr_sub(*rest, expr_mul(quotient, unit));
	}
	return NULL;
}

/* ---- one subscript ------------------------------------------------------- */

static bool ranges_are_apart(const struct nest *nest,
			     const struct subscripts *pair)
{
	const struct expr *most_a = range_extreme(nest, pair->a, true);
	const struct expr *most_b = range_extreme(nest, pair->b, true);
	const struct expr *least_a = range_extreme(nest, pair->a, false);
	const struct expr *least_b = range_extreme(nest, pair->b, false);

	return range_is_at_most(expr_add(most_a, expr_int(pair->size_a)),
				least_b) ||
	       range_is_at_most(expr_add(most_b, expr_int(pair->size_b)),
				least_a);
}

/* The counter's factor in both, if it is the same number; else 0. */
static long common_factor(const struct nest_loop *loop,
			  const struct subscripts *pair)
{
	const struct expr *factor, *other;
	long number, step;

	if (!loop->variable)
		return 0;
	factor = expr_coefficient(pair->a, loop->variable);
	other = expr_coefficient(pair->b, loop->variable);
	if (!expr_equal(factor, other) || !expr_is_int(factor, &number) ||
	    !expr_is_int(loop->step, &step))
		return 0;
	return number * step;
}

/*
 * The one counter in both subscripts decides by how many iterations they are
 * apart. True if no number of them lets them meet.
 */
static bool counter_keeps_apart(const struct nest_loop *loop,
				const struct subscripts *pair, long *distance)
{
	long factor = common_factor(loop, pair), difference, rest;

	if (factor == 0 ||
	    !expr_is_int(expr_sub(pair->a, pair->b), &difference))
		return false;
	*distance = range_quotient(difference, factor);
	rest = difference - *distance * factor;
	if (rest >= pair->size_b || -rest >= pair->size_a)
		return true;
	return range_is_out_of_reach(loop, *distance);
}

/* Index in loops[] of the only loop whose counter is in them, or -1. */
static int only_loop(const struct nest *nest, const struct subscripts *pair,
		     const int *loops, int loop_count)
{
	uint64_t moved = expr_loops(pair->a) | expr_loops(pair->b);

	moved &= ~(((uint64_t)1 << nest->around) - 1);
	for (int i = 0; i < loop_count; i++)
		if (moved == (uint64_t)1 << loops[i])
			return i;
	return -1;
}

static bool are_apart(const struct nest *nest, const struct subscripts *pair,
		      const int *loops, int loop_count, long *distance)
{
	int only = only_loop(nest, pair, loops, loop_count);
	long found = RANGE_ANY;

	if (!pair->a || !pair->b)
		return false;
	if (ranges_are_apart(nest, pair))
		return true;
	if (only < 0)
		return false;
	if (counter_keeps_apart(&nest->loops[loops[only]], pair, &found))
		return true;
	if (found == RANGE_ANY)
		return false;
	if (distance[only] != RANGE_ANY && distance[only] != found)
		return true;
	distance[only] = found;
	return false;
}

/* ---- all of them --------------------------------------------------------- */

static bool size_of(const struct reference *reference, long *size)
{
	tree bytes = TYPE_SIZE_UNIT(TREE_TYPE(reference->operand));

	if (!tree_fits_shwi_p(bytes))
		return false;
	*size = tree_to_shwi(bytes);
	return true;
}

/* Each subscript of both, the bytes within the last row behind them. */
static int take_apart(const struct units *units, const struct reference *a,
		      const struct reference *b, struct subscripts *pairs)
{
	const struct expr *rest_a = expr_sub(a->address, expr_atom(a->base));
	const struct expr *rest_b = expr_sub(b->address, expr_atom(b->base));
	struct subscripts *last = &pairs[units->count];

	for (int i = 0; i < units->count; i++) {
		pairs[i].a = take_subscript(&rest_a, units->of[i]);
		pairs[i].b = take_subscript(&rest_b, units->of[i]);
		pairs[i].size_a = pairs[i].size_b = 1;
	}
	last->a = rest_a;
	last->b = rest_b;
	if (!size_of(a, &last->size_a) || !size_of(b, &last->size_b))
		return 0;
	return units->count + 1;
}

/*
 * Is it plain which part of the addresses is which subscript? A multiple of
 * a unit may have been meant as one, or as the far end of the row: in
 * a[i * m + m - j] it was. So only one subscript may move differently in the
 * two, and those of coarser units must be the same.
 */
static bool are_plain(const struct subscripts *pairs, int count)
{
	int different = -1;
	long difference;

	for (int i = 0; i < count; i++) {
		const struct expr *gap = expr_sub(pairs[i].a, pairs[i].b);

		if (!gap)
			return false;
		if (expr_is_int(gap, &difference))
			continue;
		if (different >= 0)
			return false;
		different = i;
	}
	for (int i = 0; i < different; i++)
		if (!expr_equal(pairs[i].a, pairs[i].b))
			return false;
	return true;
}

bool subscript_prove_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b, const int *loops,
			   int loop_count, long *distance)
{
	struct subscripts pairs[MAX_UNITS + 1];
	struct units units = {};
	int count;

	for (int i = 0; i < loop_count; i++)
		distance[i] = RANGE_ANY;
	if (a->base != b->base || a->base->loops ||
	    !find_units(nest, a->address, &units) ||
	    !find_units(nest, b->address, &units))
		return false;
	count = take_apart(&units, a, b, pairs);
	if (!are_plain(pairs, count))
		return false;
	for (int i = 0; i < count; i++)
		if (are_apart(nest, &pairs[i], loops, loop_count, distance))
			return true;
	return false;
}

/* ---- declared dimensions --------------------------------------------------
 */

/* Elements of a dimension; 0 where that is not known. */
static long extent_of(tree type)
{
	tree domain = TYPE_DOMAIN(type), low, high;

	if (!domain)
		return 0;
	low = TYPE_MIN_VALUE(domain);
	high = TYPE_MAX_VALUE(domain);
	if (!low || !high || !tree_fits_shwi_p(low) || !tree_fits_shwi_p(high))
		return 0;
	return MAX(tree_to_shwi(high) - tree_to_shwi(low) + 1, 0);
}

/* Bytes of a step in each dimension, finest first, as the type has them; how
   many there are. */
static int declared_units(tree operand, long *units)
{
	tree types[DECLARED_MOST], size;
	int count = declared_types(operand, types);
	long unit;

	size = count ? TYPE_SIZE_UNIT(TREE_TYPE(types[count - 1])) : NULL_TREE;
	if (!size || !tree_fits_shwi_p(size))
		return 0;
	unit = tree_to_shwi(size);
	for (int i = 0; i < count; i++) {
		if (unit <= 0 || unit > INT_MAX)
			return 0;
		units[i] = unit;
		unit *= extent_of(types[i]);
	}
	return count;
}

/* Bytes from the base in the first iteration of all loops. */
static bool first_offset(const struct nest *nest,
			 const struct reference *reference, long *offset)
{
	const struct expr *e =
		expr_sub(reference->address, expr_atom(reference->base));

	for (int i = nest->count - 1; i >= 0; i--) {
		const struct nest_loop *loop = &nest->loops[i];

		if (!e || !((expr_loops(e) >> i) & 1))
			continue;
		if (!loop->variable || !loop->from)
			return false;
		e = range_replace(e, loop->variable, loop->from);
	}
	return expr_is_int(e, offset) && *offset >= 0;
}

/* Does a loop of the nest move the address in this dimension? Those around it
   must move both alike. */
static bool is_moved(const struct nest *nest, const struct reference *a,
		     const struct reference *b, long unit, long coarser)
{
	for (int i = 0; i < nest->count; i++) {
		const struct expr *of_a = memory_stride(nest, a->address, i);
		const struct expr *of_b = memory_stride(nest, b->address, i);
		long bytes_a, bytes_b;

		if (i < nest->around && expr_equal(of_a, of_b))
			continue;
		if (!expr_is_int(of_a, &bytes_a) ||
		    !expr_is_int(of_b, &bytes_b))
			return true;
		bytes_a = MAX(labs(bytes_a), labs(bytes_b));
		if (bytes_a >= unit && (!coarser || bytes_a < coarser))
			return true;
	}
	return false;
}

bool subscript_tells_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b)
{
	long of_a[DECLARED_MOST], of_b[DECLARED_MOST], at_a, at_b;
	int count = declared_units(a->operand, of_a);

	if (count < 2 || count != declared_units(b->operand, of_b) ||
	    memcmp(of_a, of_b, count * sizeof(of_a[0])) != 0 ||
	    a->base != b->base || !first_offset(nest, a, &at_a) ||
	    !first_offset(nest, b, &at_b))
		return false;
	for (int i = count - 1; i >= 0; i--) {
		if (at_a / of_a[i] != at_b / of_a[i] &&
		    !is_moved(nest, a, b, of_a[i],
			      i < count - 1 ? of_a[i + 1] : 0))
			return true;
		at_a %= of_a[i];
		at_b %= of_a[i];
	}
	return false;
}
