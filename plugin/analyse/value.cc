/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The value of GCC's names and the address of its references as symbolic
 * expressions in parameters and loop counters.
 *
 * A value is made in two steps. The raw one follows the definitions and stops
 * at the PHIs of loop headers, which are atoms. The closed one has these
 * replaced by what the loop makes of them: a multiple of its counter.
 */
#include "base/gcc.h"
#include "closed.h"
#include "load.h"
#include "raw.h"
#include "value.h"

void value_begin(struct nest *nest)
{
	raw_begin(nest, load_value);
	closed_begin(nest);
	load_begin(nest);
}

void value_end(void)
{
	raw_end();
	closed_end();
	load_end();
}

void value_name(tree ssa_name, const char *name)
{
	raw_name(ssa_name, name);
}

const struct expr *value_of(tree operand)
{
	return closed_of(operand);
}

static void find_unfit(const struct atom *atom, void *data)
{
	bool *unfit = (bool *)data;

	*unfit |= atom->kind != ATOM_OPERATION &&
		  (atom->kind != ATOM_PARAM || raw_is_unnamed(atom) ||
		   (atom->version == 0 && !atom->address));
}

const struct expr *value_definition(const struct atom *parameter)
{
	tree name =
		parameter->version ? ssa_name(parameter->version) : NULL_TREE;
	const struct expr *value = NULL;
	bool unfit = false;

	if (name && !SSA_NAME_IS_DEFAULT_DEF(name))
		value = raw_computed(SSA_NAME_DEF_STMT(name));
	if (!value)
		return NULL;
	expr_each_atom(value, find_unfit, &unfit);
	return unfit || expr_contains(value, parameter) ? NULL : value;
}

tree value_source(const struct atom *parameter)
{
	return parameter->version ? ssa_name(parameter->version)
				  : load_source(parameter);
}

const struct expr *value_compared(tree operand)
{
	return raw_is_unsigned(operand) ? raw_compared(operand)
					: value_of(operand);
}

const struct expr *value_address(tree reference)
{
	return closed_in_source(closed_value(raw_address(reference)));
}

struct phi_search {
	class loop *loop;
	gphi **phis;
	unsigned count, room;
};

static void collect_phi(const struct atom *atom, void *data)
{
	struct phi_search *search = (struct phi_search *)data;
	gphi *phi;

	if (atom->kind != ATOM_PHI || search->count == search->room)
		return;
	phi = as_a<gphi *>(SSA_NAME_DEF_STMT(ssa_name(atom->version)));
	if (gimple_bb(phi) == search->loop->header)
		search->phis[search->count++] = phi;
}

unsigned value_phis(tree operand, class loop *loop, gphi **phis, unsigned count)
{
	struct phi_search search = {loop, phis, 0, count};

	if (raw_is_number(TREE_TYPE(operand)))
		expr_each_atom(raw_value(operand), collect_phi, &search);
	return search.count;
}
