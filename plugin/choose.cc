/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A value that is loaded from one of two addresses becomes one of two values
 * that are loaded, as it is where no function returns a reference.
 *
 * GCC's own phiprop comes long after the analysis, and knows addresses of
 * variables only; std::max(m, a[i]) chooses between one and an element.
 */
#include "gcc.h"
#include "choose.h"

/* Is the load always reached from the choice, and nothing written before? */
static bool follows(gphi *choice, gimple *load)
{
	gimple *written = SSA_NAME_DEF_STMT(gimple_vuse(load));
	basic_block block = gimple_bb(load);

	for (; block != gimple_bb(choice); block = single_pred(block))
		if (gimple_bb(written) == block || !single_pred_p(block) ||
		    !single_succ_p(single_pred(block)))
			return false;
	return gimple_bb(written) != block ||
	       gimple_code(written) == GIMPLE_PHI;
}

/* The statement that loads from the address chosen, if nothing else is done
   with it, else NULL. */
static gimple *load_of(gphi *choice)
{
	tree address = gimple_phi_result(choice), place;
	use_operand_p use;
	gimple *load;

	if (!POINTER_TYPE_P(TREE_TYPE(address)) ||
	    !single_imm_use(address, &use, &load) ||
	    !gimple_assign_load_p(load) ||
	    !is_gimple_reg(gimple_assign_lhs(load)) || !follows(choice, load))
		return NULL;
	place = gimple_assign_rhs1(load);
	return TREE_CODE(place) == MEM_REF &&
			       TREE_OPERAND(place, 0) == address &&
			       !TREE_THIS_VOLATILE(place) &&
			       !stmt_ends_bb_p(load)
		       ? load
		       : NULL;
}

static tree load_before(edge in, tree address, gimple *load)
{
	tree place = unshare_expr(gimple_assign_rhs1(load));
	tree value = make_ssa_name(TREE_TYPE(gimple_assign_lhs(load)));
	gimple *earlier;

	TREE_OPERAND(place, 0) = unshare_expr(address);
	earlier = gimple_build_assign(value, place);
	gimple_set_location(earlier, gimple_location(load));
	gsi_insert_on_edge(in, earlier);
	return value;
}

static void choose_value(gphi *choice, gimple *load)
{
	gimple_stmt_iterator place = gsi_for_stmt(load);
	gimple_stmt_iterator old = gsi_for_stmt(choice);
	gphi *chosen =
		create_phi_node(gimple_assign_lhs(load), gimple_bb(choice));

	for (unsigned i = 0; i < gimple_phi_num_args(choice); i++) {
		edge in = gimple_phi_arg_edge(choice, i);

		add_phi_arg(
			chosen,
			load_before(in, gimple_phi_arg_def(choice, i), load),
			in, gimple_location(load));
	}
	gsi_remove(&place, true);
	remove_phi_node(&old, true);
}

/* Not in the head of a loop, where what is chosen is where a loop goes on. */
static bool is_fit(basic_block block)
{
	edge in;
	edge_iterator i;

	if (block->loop_father && block->loop_father->header == block)
		return false;
	FOR_EACH_EDGE (in, i, block->preds)
		if (in->flags & EDGE_COMPLEX)
			return false;
	return true;
}

/* Block by block backwards, as a choice may be one of the next. */
static bool choose_in(basic_block block)
{
	gphi_iterator i = gsi_start_phis(block);
	bool any = false;

	if (!is_fit(block))
		return false;
	while (!gsi_end_p(i)) {
		gphi *choice = i.phi();
		gimple *load = load_of(choice);

		gsi_next(&i);
		if (!load)
			continue;
		choose_value(choice, load);
		any = true;
	}
	if (any)
		gsi_commit_edge_inserts();
	return any;
}

void choose_values(function *fn)
{
	bool any = false, again;
	basic_block block;

	do {
		again = false;
		FOR_EACH_BB_REVERSE_FN (block, fn)
			again |= choose_in(block);
		any |= again;
	} while (again);
	if (any)
		mark_virtual_operands_for_renaming(fn);
}
