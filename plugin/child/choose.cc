/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A value that is loaded from one of two addresses becomes one of two values
 * that are loaded, as it is where no function returns a reference.
 *
 * GCC's own phiprop comes long after the analysis, and knows addresses of
 * variables only; std::max(m, a[i]) chooses between one and an element.
 */
#include "base/gcc.h"
#include "choose.h"

#define MOST_LOADS 8
#define MAX_DEPTH 8

/* Loads from the address that a choice makes. */
struct loads {
	gimple *of[MOST_LOADS];
	unsigned count;
	tree memory; /* what all of them see: what there is at the choice */
};

/* ---- what is between a choice and its loads ------------------------------ */

/* The block where the branch begins whose ways all end in this one, or the
   only one before it; else NULL. */
static basic_block block_before(basic_block block)
{
	basic_block before = NULL;
	edge in;
	edge_iterator i;

	FOR_EACH_EDGE (in, i, block->preds) {
		basic_block from = in->src;
		bool through = single_pred_p(from) && single_succ_p(from);

		if (through && !single_pred_p(block))
			from = single_pred(from);
		if (before && from != before)
			return NULL;
		before = from;
	}
	if (before && !single_pred_p(block))
		FOR_EACH_EDGE (in, i, before->succs)
			if (in->dest != block &&
			    (!single_succ_p(in->dest) ||
			     single_succ(in->dest) != block))
				return NULL;
	return before && (!single_pred_p(block) || single_succ_p(before))
		       ? before
		       : NULL;
}

/* Is the load reached whenever the choice is made? */
static bool is_certain(gphi *choice, gimple *load)
{
	basic_block block = gimple_bb(load);

	while (block && block != gimple_bb(choice))
		block = block_before(block);
	return block;
}

/* May the address be that of the variable, which only GCC knows? */
static bool may_lead_to(tree address, tree variable, int depth)
{
	gimple *from;

	if (TREE_CODE(address) == ADDR_EXPR)
		return get_base_address(TREE_OPERAND(address, 0)) == variable;
	if (TREE_CODE(address) != SSA_NAME)
		return false;
	from = SSA_NAME_DEF_STMT(address);
	if (depth == MAX_DEPTH || is_gimple_call(from))
		return true;
	if (is_gimple_assign(from) && !gimple_assign_load_p(from))
		return may_lead_to(gimple_assign_rhs1(from), variable,
				   depth + 1);
	if (gphi *ways = dyn_cast<gphi *>(from))
		for (unsigned i = 0; i < gimple_phi_num_args(ways); i++)
			if (may_lead_to(gimple_phi_arg_def(ways, i), variable,
					depth + 1))
				return true;
	return false;
}

/* The value of an argument that is passed by reference, as f(g(x), x + y) has
   one, is written between what is chosen and what is done with it. */
static bool writes_other(gimple *statement, gphi *choice)
{
	tree place = is_gimple_assign(statement) ? gimple_get_lhs(statement)
						 : NULL_TREE;

	return place && VAR_P(place) && DECL_ARTIFICIAL(place) &&
	       !is_global_var(place) &&
	       !may_lead_to(gimple_phi_result(choice), place, 0);
}

/* What memory holds at the choice, if the load finds the same there. */
static tree memory_at(gphi *choice, gimple *load)
{
	basic_block block = gimple_bb(choice);
	tree memory = gimple_vuse(load);

	for (;;) {
		gimple *from = SSA_NAME_DEF_STMT(memory);

		if (!gimple_bb(from) ||
		    !dominated_by_p(CDI_DOMINATORS, gimple_bb(from), block))
			return memory;
		if (gimple_code(from) == GIMPLE_PHI)
			return gimple_bb(from) == block ? memory : NULL_TREE;
		if (!writes_other(from, choice))
			return NULL_TREE;
		memory = gimple_vuse(from);
	}
}

/* ---- loads --------------------------------------------------------------- */

static bool is_load_from(gimple *statement, tree address)
{
	tree place;

	if (!gimple_assign_load_p(statement) ||
	    !is_gimple_reg(gimple_assign_lhs(statement)) ||
	    stmt_ends_bb_p(statement))
		return false;
	place = gimple_assign_rhs1(statement);
	return TREE_CODE(place) == MEM_REF &&
	       TREE_OPERAND(place, 0) == address && !TREE_THIS_VOLATILE(place);
}

static bool add_load(struct loads *loads, gphi *choice, gimple *load)
{
	tree place, memory;

	if (loads->count == MOST_LOADS ||
	    !is_load_from(load, gimple_phi_result(choice)) ||
	    SSA_NAME_OCCURS_IN_ABNORMAL_PHI(gimple_assign_lhs(load)))
		return false;
	place = gimple_assign_rhs1(load);
	memory = memory_at(choice, load);
	if (!memory ||
	    (loads->count &&
	     (memory != loads->memory ||
	      !operand_equal_p(place, gimple_assign_rhs1(loads->of[0])))))
		return false;
	loads->memory = memory;
	loads->of[loads->count++] = load;
	return true;
}

/* False if something else is done with the address, or nothing for certain. */
static bool find_loads(gphi *choice, struct loads *loads)
{
	tree address = gimple_phi_result(choice);
	imm_use_iterator i;
	use_operand_p use;
	bool certain = false;

	if (!POINTER_TYPE_P(TREE_TYPE(address)))
		return false;
	FOR_EACH_IMM_USE_FAST (use, i, address) {
		if (is_gimple_debug(USE_STMT(use)))
			continue;
		if (!add_load(loads, choice, USE_STMT(use)))
			return false;
		certain |= is_certain(choice, USE_STMT(use));
	}
	return certain;
}

/* What memory holds where the choice is reached by this way. */
static tree memory_before(edge in, tree memory)
{
	gphi *joined = dyn_cast<gphi *>(SSA_NAME_DEF_STMT(memory));

	return joined && gimple_bb(joined) == in->dest
		       ? PHI_ARG_DEF_FROM_EDGE(joined, in)
		       : memory;
}

/* The load made may be behind a choice as well, which asks what it reads. */
static tree load_before(edge in, tree address, const struct loads *loads)
{
	gimple *load = loads->of[0];
	tree old = gimple_assign_rhs1(load);
	tree value = make_ssa_name(TREE_TYPE(gimple_assign_lhs(load)));
	/* Folded: GCC expects no member in the address of a reference. */
	tree place = fold_build2(MEM_REF, TREE_TYPE(old), unshare_expr(address),
				 TREE_OPERAND(old, 1));
	gimple *earlier = gimple_build_assign(value, place);

	gimple_set_location(earlier, gimple_location(load));
	gimple_set_vuse(earlier, memory_before(in, loads->memory));
	gsi_insert_on_edge(in, earlier);
	return value;
}

/* They load what the first loads. */
static void drop_others(const struct loads *loads)
{
	for (unsigned i = 1; i < loads->count; i++) {
		gimple_stmt_iterator place = gsi_for_stmt(loads->of[i]);

		replace_uses_by(gimple_assign_lhs(loads->of[i]),
				gimple_assign_lhs(loads->of[0]));
		gsi_remove(&place, true);
		release_defs(loads->of[i]);
	}
}

static void choose_value(gphi *choice, const struct loads *loads)
{
	gimple *load = loads->of[0];
	gimple_stmt_iterator place = gsi_for_stmt(load);
	gimple_stmt_iterator old = gsi_for_stmt(choice);
	gphi *chosen =
		create_phi_node(gimple_assign_lhs(load), gimple_bb(choice));

	for (unsigned i = 0; i < gimple_phi_num_args(choice); i++) {
		edge in = gimple_phi_arg_edge(choice, i);

		add_phi_arg(
			chosen,
			load_before(in, gimple_phi_arg_def(choice, i), loads),
			in, gimple_location(load));
	}
	drop_others(loads);
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
		struct loads loads = {};

		gsi_next(&i);
		if (!find_loads(choice, &loads))
			continue;
		choose_value(choice, &loads);
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

	calculate_dominance_info(CDI_DOMINATORS);
	do {
		again = false;
		FOR_EACH_BB_REVERSE_FN (block, fn)
			again |= choose_in(block);
		any |= again;
	} while (again);
	if (any)
		mark_virtual_operands_for_renaming(fn);
}
