/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the size of symbolic values.
 */
#include "gcc.h"
#include "range.h"

struct substitution {
	const struct atom *atom;
	const struct expr *value;
};

static const struct expr *substitute(const struct atom *atom, void *data)
{
	struct substitution *by = (struct substitution *)data;

	return atom == by->atom ? by->value : NULL;
}

/* Try the two values of each minimum (maximum) that stands alone in e. */
static bool is_at_most_by(const struct expr *e, const struct expr *limit,
			  bool minimum)
{
	const struct expr *in = minimum ? e : limit;

	for (unsigned i = 0; i < in->count; i++) {
		const struct term *term = &in->terms[i];
		struct substitution by = {term->atoms[0], NULL};

		if (term->count != 1 || term->factor < 0 ||
		    by.atom->kind != ATOM_OPERATION ||
		    by.atom->operation != (minimum ? OP_MIN : OP_MAX))
			continue;
		for (int side = 0; side < 2; side++) {
			const struct expr *other;

			by.value = by.atom->args[side];
			other = expr_replace(in, substitute, &by);
			if (minimum ? range_is_at_most(other, limit)
				    : range_is_at_most(e, other))
				return true;
		}
	}
	return false;
}

/*
 * Is e <= limit for certain? A minimum is at most each of its two, a maximum
 * at least.
 */
bool range_is_at_most(const struct expr *e, const struct expr *limit)
{
	long difference;

	if (!e || !limit)
		return false;
	if (expr_is_int(expr_sub(e, limit), &difference))
		return difference <= 0;
	return is_at_most_by(e, limit, true) || is_at_most_by(e, limit, false);
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
