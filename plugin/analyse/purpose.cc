/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What names are for.
 *
 * Names are sorted backwards from the roots: what is stored, passed or decides
 * a branch is a value; what an address is made of is address arithmetic; what
 * decides whether a loop goes on is control.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "memory.h"
#include "purpose.h"

static unsigned char *purposes;

/* What a name was newly found to serve: so do those it is computed from. */
struct errand {
	tree name;
	enum purpose purpose;
};

static vec<struct errand> worklist;
static vec<gimple *> branches;

static void mark(tree operand, enum purpose purpose)
{
	unsigned char *flags;

	if (!operand || TREE_CODE(operand) != SSA_NAME)
		return;
	flags = &purposes[SSA_NAME_VERSION(operand)];
	if (*flags & purpose)
		return;
	*flags |= purpose;
	worklist.safe_push({operand, purpose});
}

static void mark_address_of(tree reference)
{
	while (handled_component_p(reference)) {
		for (int i = 1; i < TREE_OPERAND_LENGTH(reference); i++)
			mark(TREE_OPERAND(reference, i), IS_ADDRESS);
		reference = TREE_OPERAND(reference, 0);
	}
	if (TREE_CODE(reference) != MEM_REF)
		return;
	if (TREE_CODE(TREE_OPERAND(reference, 0)) == ADDR_EXPR)
		mark_address_of(TREE_OPERAND(TREE_OPERAND(reference, 0), 0));
	else
		mark(TREE_OPERAND(reference, 0), IS_ADDRESS);
}

/* Is the value that of data which the loop reads? */
static bool is_data(tree operand)
{
	gimple *statement;
	ssa_op_iter iterator;
	tree index;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(operand)) &&
	    !POINTER_TYPE_P(TREE_TYPE(operand)))
		return true;
	if (TREE_CODE(operand) != SSA_NAME)
		return false;
	statement = SSA_NAME_DEF_STMT(operand);
	if (!is_gimple_assign(statement) || !gimple_assign_load_p(statement))
		return false;
	FOR_EACH_SSA_TREE_OPERAND (index, statement, iterator, SSA_OP_USE)
		if (gimple_bb(SSA_NAME_DEF_STMT(index)) &&
		    gimple_bb(SSA_NAME_DEF_STMT(index))->loop_father ==
			    gimple_bb(statement)->loop_father)
			return true;
	return false;
}

static bool leaves_loop(basic_block block)
{
	class loop *loop = block->loop_father;
	edge out;
	edge_iterator ei;

	FOR_EACH_EDGE (out, ei, block->succs)
		if (loop_outer(loop) && loop_exit_edge_p(loop, out))
			return true;
	return false;
}

/* Does the loop test before its body whether it goes on? */
static bool tests_first(const class loop *loop)
{
	edge out;
	edge_iterator ei;
	bool leaves = false, stays = false;

	FOR_EACH_EDGE (out, ei, loop->header->succs) {
		leaves |= loop_exit_edge_p(loop, out);
		stays |= flow_bb_inside_loop_p(loop, out->dest) &&
			 !(out->dest == loop->latch &&
			   gsi_end_p(gsi_start_nondebug_bb(loop->latch)));
	}
	return leaves && stays;
}

/* Does the branch decide whether a loop inside has any iteration? One that
   tests its end after the body is asked before it, too. */
static bool guards_inner_loop(basic_block block)
{
	for (class loop *inner = block->loop_father->inner; inner;
	     inner = inner->next) {
		basic_block before = loop_preheader_edge(inner)->src;

		if (tests_first(inner))
			continue;
		while (before != block && single_pred_p(before) &&
		       single_succ_p(before))
			before = single_pred(before);
		if (before == block && EDGE_COUNT(block->succs) > 1)
			return true;
	}
	return false;
}

/* Where both ways from a branch meet; each may branch once more. */
static basic_block join_of(basic_block block, bool again)
{
	basic_block next[2];

	if (EDGE_COUNT(block->succs) != 2)
		return NULL;
	for (int i = 0; i < 2; i++) {
		basic_block way = EDGE_SUCC(block, i)->dest;
		basic_block join = NULL;

		if (single_pred_p(way) && single_succ_p(way))
			join = single_succ(way);
		else if (single_pred_p(way) && again)
			join = join_of(way, false);
		next[i] = join ? join : way;
	}
	return next[0] == next[1] ? next[0] : NULL;
}

/* Does the branch only choose between two bounds of a loop? */
static bool chooses_bound(basic_block block)
{
	basic_block join = join_of(block, true);
	bool any = false;

	if (!join)
		return false;
	for (gphi_iterator gsi = gsi_start_phis(join); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		tree result = gimple_phi_result(gsi.phi());

		if (virtual_operand_p(result)) {
			return false;
		} else if (purposes[SSA_NAME_VERSION(result)] != 0) {
			if (purposes[SSA_NAME_VERSION(result)] & IS_VALUE)
				return false;
			any = true;
		}
	}
	return any;
}

bool purpose_is_control(gimple *statement)
{
	basic_block block = gimple_bb(statement);
	gcond *test = dyn_cast<gcond *>(statement);

	if (!test || SCALAR_FLOAT_TYPE_P(TREE_TYPE(gimple_cond_lhs(test))))
		return false;
	if (leaves_loop(block))
		return !is_data(gimple_cond_lhs(test));
	return guards_inner_loop(block) || chooses_bound(block);
}

static void mark_assignment(gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	tree source = gimple_assign_rhs1(statement);

	if (memory_is_reference(target)) {
		mark_address_of(target);
		mark(source, IS_VALUE);
	}
	if (gimple_assign_single_p(statement) && memory_is_reference(source))
		mark_address_of(source);
}

static void mark_call(gimple *statement)
{
	if (marker_is_any(statement))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree argument = gimple_call_arg(statement, i);

		if (memory_is_reference(argument))
			mark_address_of(argument);
		mark(argument, IS_VALUE);
	}
}

static void mark_operands(gimple *statement, enum purpose purpose)
{
	ssa_op_iter iterator;
	tree operand;

	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		mark(operand, purpose);
}

static void mark_roots(gimple *statement)
{
	if (is_gimple_debug(statement))
		return;
	if (is_gimple_assign(statement))
		mark_assignment(statement);
	else if (is_gimple_call(statement))
		mark_call(statement);
	else if (gimple_code(statement) == GIMPLE_COND)
		branches.safe_push(statement);
	else
		mark_operands(statement, IS_VALUE);
}

/* i + 1 for the i of a loop: that counts, whatever else i is used for. */
static bool is_counting(gphi *phi, tree next)
{
	tree counter = gimple_phi_result(phi);
	gimple *statement;

	if (TREE_CODE(next) != SSA_NAME ||
	    !(INTEGRAL_TYPE_P(TREE_TYPE(next)) ||
	      POINTER_TYPE_P(TREE_TYPE(next))) ||
	    gimple_bb(phi)->loop_father->header != gimple_bb(phi))
		return false;
	statement = SSA_NAME_DEF_STMT(next);
	return is_gimple_assign(statement) &&
	       (gimple_assign_rhs_code(statement) == PLUS_EXPR ||
		gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR) &&
	       gimple_assign_rhs1(statement) == counter &&
	       is_gimple_min_invariant(gimple_assign_rhs2(statement));
}

static void mark_definition(gimple *statement, enum purpose purpose)
{
	ssa_op_iter iterator;
	tree operand;

	if (gphi *phi = dyn_cast<gphi *>(statement)) {
		for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
			tree argument = gimple_phi_arg_def(phi, i);

			mark(argument,
			     is_counting(phi, argument) ? IS_CONTROL : purpose);
		}
		return;
	}
	/* the address of a load was marked as a root, calls likewise */
	if (!is_gimple_assign(statement) ||
	    (gimple_assign_single_p(statement) &&
	     memory_is_reference(gimple_assign_rhs1(statement))))
		return;
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		mark(operand, purpose);
}

static void spread(void)
{
	while (!worklist.is_empty()) {
		struct errand errand = worklist.pop();

		mark_definition(SSA_NAME_DEF_STMT(errand.name), errand.purpose);
	}
}

void purpose_begin(function *fn)
{
	basic_block block;
	gimple *statement;
	unsigned i;

	purposes = XCNEWVEC(unsigned char, num_ssa_names + 1);
	FOR_EACH_BB_FN (block, fn)
		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			mark_roots(gsi_stmt(gsi));
	spread();
	/* a branch is judged by what its two ways lead to: loops first */
	FOR_EACH_VEC_ELT (branches, i, statement)
		if (purpose_is_control(statement))
			mark_operands(statement, IS_CONTROL);
	spread();
	FOR_EACH_VEC_ELT (branches, i, statement)
		mark_operands(statement, purpose_is_control(statement)
						 ? IS_CONTROL
						 : IS_VALUE);
	spread();
	branches.release();
	worklist.release();
}

void purpose_end(void)
{
	free(purposes);
}

unsigned purpose_of(tree target)
{
	return TREE_CODE(target) == SSA_NAME
		       ? purposes[SSA_NAME_VERSION(target)]
		       : (unsigned)IS_VALUE;
}

bool purpose_is_value(tree ssa_name)
{
	return purposes[SSA_NAME_VERSION(ssa_name)] & IS_VALUE;
}
