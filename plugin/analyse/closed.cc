/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Closed forms: what a loop makes of the PHIs in its head.
 */
#include "base/gcc.h"
#include "closed.h"
#include "raw.h"

static struct nest *nest;
static hash_map<int_hash<int, -1, -2>, const struct expr *> *phi_values;

void closed_begin(struct nest *of)
{
	nest = of;
	phi_values = new hash_map<int_hash<int, -1, -2>, const struct expr *>;
}

void closed_end(void)
{
	delete phi_values;
	nest = NULL;
}

/* What a PHI in the head of a loop is when the loop is entered, and what it
   becomes with each iteration. */
static tree at_entry(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	return PHI_ARG_DEF_FROM_EDGE(phi, loop_preheader_edge(loop));
}

static tree coming_around(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	return PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));
}

/*
 * C++ iterators: it += (i - before) * size, before = i. The sum telescopes:
 * it = start + (before - first) * size, and the same term in what is added
 * to it cancels the unknown "before".
 */
static const struct expr *telescoped(const struct expr *init,
				     const struct expr *difference,
				     class loop *loop)
{
	for (unsigned i = 0; i < difference->count; i++) {
		const struct term *term = &difference->terms[i];
		const struct expr *before, *follower;
		gphi *phi;

		if (term->count != 1 || term->atoms[0]->kind != ATOM_PHI)
			continue;
		phi = dyn_cast<gphi *>(
			SSA_NAME_DEF_STMT(ssa_name(term->atoms[0]->version)));
		if (!phi || gimple_bb(phi) != loop->header)
			continue;
		before = expr_atom(term->atoms[0]);
		follower = raw_value(coming_around(phi));
		if (!expr_equal(difference,
				expr_scale(expr_sub(before, follower),
					   term->factor)))
			continue;
		return expr_add(
			init,
			expr_scale(expr_sub(expr_atom(atom_opaque(
						    gimple_phi_result(phi),
						    (uint64_t)1 << nest_index(
							    nest, loop))),
					    closed_value(
						    raw_value(at_entry(phi)))),
				   -term->factor));
	}
	return NULL;
}

/* What the loop adds to the PHI in one iteration, as a raw value. */
static const struct expr *raw_difference(gphi *phi)
{
	return expr_sub(raw_value(coming_around(phi)),
			expr_atom(atom_phi(gimple_phi_result(phi))));
}

bool closed_is_affine(gphi *phi, const struct expr **init,
		      const struct expr **step)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	int index = nest_index(nest, loop);
	const struct expr *difference = raw_difference(phi);

	if (index < 0 || !difference ||
	    expr_contains(difference, atom_phi(gimple_phi_result(phi))))
		return false;
	*step = closed_in_source(closed_value(difference));
	*init = closed_in_source(closed_value(raw_start(at_entry(phi), *step)));
	return *step && *init && !(expr_loops(*step) >> index) &&
	       !(expr_loops(*init) >> index);
}

/* What the atom is divided by, shifts included; 0 if it is not. */
static long divisor_of(const struct expr *e, const struct expr *atom)
{
	const struct atom *operation = e->count == 1 &&
						       e->terms[0].count == 1 &&
						       e->terms[0].factor == 1
					       ? e->terms[0].atoms[0]
					       : NULL;
	long by;

	if (!operation || operation->kind != ATOM_OPERATION ||
	    !expr_equal(operation->args[0], atom) ||
	    !expr_is_int(operation->args[1], &by))
		return 0;
	if (operation->operation == OP_SHR && by > 0 && by < 32)
		return 1L << by;
	return operation->operation == OP_DIV && by > 1 ? by : 0;
}

long closed_growth(gphi *phi, const struct expr **init)
{
	const struct atom *atom = atom_phi(gimple_phi_result(phi));
	const struct expr *now = expr_atom(atom);
	const struct expr *next = raw_value(coming_around(phi));
	int index = nest_index(nest, gimple_bb(phi)->loop_father);
	long factor;

	*init = closed_of(at_entry(phi));
	if (!next || !*init || index < 0 || (expr_loops(*init) >> index))
		return 0;
	if (expr_is_int(expr_coefficient(next, atom), &factor) && factor > 1 &&
	    expr_equal(next, expr_scale(now, factor)))
		return factor;
	return -divisor_of(next, now);
}

const struct expr *closed_by_iteration(const struct nest_loop *loop, int index)
{
	return expr_add(
		loop->from,
		expr_mul(loop->step,
			 expr_atom(atom_iter(loop->variable->name, index))));
}

void closed_forget(void)
{
	phi_values->empty();
}

/*
 * What a loop around the nest makes in ways that nobody understands is the same
 * as long as the nest runs.
 */
static const struct expr *kept_value(tree result)
{
	int loop = nest_index(
		nest, gimple_bb(SSA_NAME_DEF_STMT(result))->loop_father);

	return loop < nest->around && nest->loops[loop].settled
		       ? raw_kept(result)
		       : NULL;
}

/* The closed form of a PHI; NULL if there is none. */
static const struct expr *phi_value(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	int index = nest_index(nest, loop);
	struct nest_loop *of = &nest->loops[index];
	const struct expr *init, *step, *ratio;

	if (of->counter == phi)
		return of->counted;
	if (!closed_is_affine(phi, &init, &step)) {
		const struct expr *kept = kept_value(gimple_phi_result(phi));

		if (kept)
			return kept;
		init = closed_value(raw_value(at_entry(phi)));
		step = raw_difference(phi);
		return init && step ? telescoped(init, step, loop) : NULL;
	}
	ratio = of->counter && !of->derived &&
				!POINTER_TYPE_P(of->variable->type)
			? expr_quotient(step, of->step)
			: NULL;
	if (ratio)
		return expr_add(
			init, expr_mul(ratio, expr_sub(expr_atom(of->variable),
						       of->from)));
	return expr_add(init,
			expr_mul(step, expr_atom(atom_iter(
					       of->variable ? of->variable->name
							    : "loop",
					       index))));
}

static const struct expr *close_phi(const struct atom *atom)
{
	tree result = ssa_name(atom->version);
	gphi *phi = as_a<gphi *>(SSA_NAME_DEF_STMT(result));
	const struct expr **known = phi_values->get(atom->version);
	const struct nest_loop *of =
		&nest->loops[nest_index(nest, gimple_bb(phi)->loop_father)];
	const struct expr *value, *unknown;

	if (known)
		return *known;
	unknown = expr_atom(
		atom_opaque(result, nest_loops_of(nest, gimple_bb(phi))));
	phi_values->put(atom->version, unknown);
	value = phi_value(phi);
	if (!value)
		value = unknown;
	/* before the counter is chosen the answer is not final */
	if (of->settled || of->counter)
		phi_values->put(atom->version, value);
	else
		phi_values->remove(atom->version);
	return value;
}

static const struct expr *close_atom(const struct atom *atom, void *)
{
	return atom->kind == ATOM_PHI ? close_phi(atom) : NULL;
}

const struct expr *closed_value(const struct expr *e)
{
	if (!e || !expr_contains_kind(e, ATOM_PHI))
		return e;
	return expr_replace(e, close_atom, NULL);
}

/* Where the source's variable is computed from a hidden count, say it in the
   variable: 3 * iteration is i - 1. */
static const struct expr *operands_in_source_variables(const struct atom *atom,
						       void *)
{
	const struct expr *args[3] = {};

	for (int i = 0; i < 3 && atom->args[i]; i++)
		args[i] = closed_in_source(atom->args[i]);
	if (atom->kind == ATOM_OPERATION)
		return expr_operation(atom->operation, args[0], args[1],
				      args[2]);
	if (atom->kind == ATOM_AT && args[0])
		return expr_atom(atom_at(atom->name, args[1], args[0],
					 atom->type, atom->loops));
	return NULL;
}

const struct expr *closed_in_source(const struct expr *e)
{
	if (expr_contains_kind(e, ATOM_ITER))
		e = expr_replace(e, operands_in_source_variables, NULL);
	for (int i = 0; e && i < nest->count; i++) {
		const struct nest_loop *loop = &nest->loops[i];
		const struct expr *iteration, *factor, *ratio;

		if (!loop->derived)
			continue;
		iteration = expr_atom(atom_iter(loop->variable->name, i));
		factor = expr_coefficient(e, iteration->terms[0].atoms[0]);
		ratio = expr_quotient(factor, loop->step);
		if (!ratio || ratio->count == 0)
			continue;
		e = expr_sub(e, expr_mul(factor, iteration));
		e = expr_add(e,
			     expr_mul(ratio, expr_sub(expr_atom(loop->variable),
						      loop->from)));
	}
	return e;
}

const struct expr *closed_of(tree operand)
{
	if (!raw_is_number(TREE_TYPE(operand)))
		return NULL;
	return closed_in_source(closed_value(raw_value(operand)));
}
