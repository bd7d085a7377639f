/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the size of symbolic values.
 */
#include "base/gcc.h"
#include "range.h"

/* Facts that one proof adds up, minima and maxima that it takes apart. */
#define MAX_FACTS_USED 6
#define MAX_EXTREMES 8

struct substitution {
	const struct atom *atom;
	const struct expr *value;
};

static const struct expr *substitute(const struct atom *atom, void *data)
{
	struct substitution *by = (struct substitution *)data;

	return atom == by->atom ? by->value : NULL;
}

/* A sum with a multiple of what stands in one of its terms exchanged. */
static const struct expr *
exchange(const struct expr *sum, const struct term *term, const struct expr *by)
{
	const struct expr *old = expr_atom(term->atoms[0]);

	return expr_add(sum, expr_scale(expr_sub(by, old), term->factor));
}

/* The extreme that stands alone in a term, or NULL. */
static const struct atom *extreme_in(const struct term *term)
{
	const struct atom *atom = term->atoms[0];

	if (term->count != 1 || atom->kind != ATOM_OPERATION ||
	    (atom->operation != OP_MIN && atom->operation != OP_MAX))
		return NULL;
	return atom;
}

/* How often the fact holds the first symbolic term of the sum, or 0. */
static long times_in(const struct expr *sum, const struct expr *fact)
{
	const struct term *first = &sum->terms[0];

	for (unsigned i = 0; fact && i < fact->count; i++) {
		const struct term *term = &fact->terms[i];

		if (term->count == first->count &&
		    memcmp(term->atoms, first->atoms,
			   term->count * sizeof(term->atoms[0])) == 0)
			return first->factor % term->factor
				       ? 0
				       : first->factor / term->factor;
	}
	return 0;
}

/* Is the sum a number that is not negative, and multiples of facts? */
static bool is_made_of_facts(const struct expr *sum,
			     const struct range_facts *facts, int depth)
{
	long number, times;

	if (expr_is_int(sum, &number))
		return number >= 0;
	if (!sum || depth == 0)
		return false;
	for (int i = 0; i < facts->count; i++) {
		times = times_in(sum, facts->of[i]);
		if (times > 0 &&
		    is_made_of_facts(
			    expr_sub(sum, expr_scale(facts->of[i], times)),
			    facts, depth - 1))
			return true;
	}
	return false;
}

/*
 * A minimum that is added and a maximum that is taken away may each be either
 * of its two; of the others, one of the two that suffices is enough.
 */
static bool is_not_negative(const struct expr *sum,
			    const struct range_facts *facts, int depth)
{
	if (is_made_of_facts(sum, facts, MAX_FACTS_USED))
		return true;
	for (unsigned i = 0; sum && depth > 0 && i < sum->count; i++) {
		const struct term *term = &sum->terms[i];
		const struct atom *atom = extreme_in(term);
		bool both, left, right;

		if (!atom)
			continue;
		both = (atom->operation == OP_MIN) == (term->factor > 0);
		left = is_not_negative(exchange(sum, term, atom->args[0]),
				       facts, depth - 1);
		if (left != both)
			return left;
		right = is_not_negative(exchange(sum, term, atom->args[1]),
					facts, depth - 1);
		return right;
	}
	return false;
}

bool range_is_at_most_if(const struct expr *e, const struct expr *limit,
			 const struct range_facts *facts)
{
	return e && limit &&
	       is_not_negative(expr_sub(limit, e), facts, MAX_EXTREMES);
}

bool range_is_at_most(const struct expr *e, const struct expr *limit)
{
	struct range_facts none = {};

	return range_is_at_most_if(e, limit, &none);
}

long range_quotient(long a, long b)
{
	long quotient = a / b, rest = a % b;

	if (2 * labs(rest) > labs(b))
		quotient += (rest < 0) == (b < 0) ? 1 : -1;
	return quotient;
}

/* More iterations apart than the loop has. */
bool range_is_out_of_reach(const struct nest_loop *loop, long distance)
{
	return distance != 0 && distance != RANGE_ANY && loop->trip &&
	       range_is_at_most(loop->trip, expr_int(labs(distance)));
}

/* The range low <= counter < high of a loop. */
void range_of(const struct nest_loop *loop, const struct expr **low,
	      const struct expr **high)
{
	bool up = loop->compare == LT_EXPR || loop->compare == LE_EXPR;
	bool open = loop->compare == LT_EXPR || loop->compare == GE_EXPR;
	const struct expr *end =
		open ? loop->to : expr_add(loop->to, expr_int(1));

	*low = up ? loop->from : end;
	*high = up ? end : expr_add(loop->from, expr_int(1));
}

const struct expr *range_replace(const struct expr *e, const struct atom *atom,
				 const struct expr *value)
{
	struct substitution by = {atom, value};

	return expr_replace(e, substitute, &by);
}

/* Does the loop count up or down to a limit that no counter moves? */
static bool has_fixed_range(const struct nest *nest,
			    const struct nest_loop *loop,
			    const struct expr *low, const struct expr *high)
{
	bool ordered = loop->compare == LT_EXPR || loop->compare == LE_EXPR ||
		       loop->compare == GT_EXPR || loop->compare == GE_EXPR;

	return ordered && low && high &&
	       !((expr_loops(low) | expr_loops(high)) >> nest->around);
}

const struct expr *range_extreme(const struct nest *nest, const struct expr *e,
				 bool largest)
{
	for (int i = nest->around; e && i < nest->count; i++) {
		const struct nest_loop *loop = &nest->loops[i];
		const struct expr *low, *high, *factor;
		long constant;

		if (!((expr_loops(e) >> i) & 1))
			continue;
		if (!loop->variable || !loop->trip)
			return NULL;
		range_of(loop, &low, &high);
		factor = expr_coefficient(e, loop->variable);
		if (!expr_is_int(factor, &constant) || constant == 0 ||
		    !has_fixed_range(nest, loop, low, high))
			return NULL;
		e = range_replace(e, loop->variable,
				  (constant > 0) == largest
					  ? expr_sub(high, expr_int(1))
					  : low);
		if ((expr_loops(e) >> i) & 1)
			return NULL;
	}
	return e;
}
