/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "fused.h"

/* How far a sum is followed back. */
#define MAX_STEPS 8

static bool is_fused(gimple *stmt)
{
	if (!is_gimple_call(stmt) || !gimple_call_internal_p(stmt))
		return false;
	switch (gimple_call_internal_fn(stmt)) {
	case IFN_FMA:
	case IFN_FMS:
	case IFN_FNMA:
	case IFN_FNMS:
	case IFN_COND_FMA:
	case IFN_COND_FMS:
	case IFN_COND_FNMA:
	case IFN_COND_FNMS:
		return true;
	default:
		return false;
	}
}

/* Does the way from the value back to the sum of the last iteration go through
   such an operation? */
static bool goes_through(class loop *loop, tree value, tree sum, bool fused,
			 unsigned steps)
{
	gimple *stmt;

	if (value == sum)
		return fused;
	if (!value || TREE_CODE(value) != SSA_NAME || steps == 0)
		return false;
	stmt = SSA_NAME_DEF_STMT(value);
	if (!gimple_bb(stmt) || !flow_bb_inside_loop_p(loop, gimple_bb(stmt)))
		return false;
	if (is_fused(stmt))
		fused = true;
	else if (!is_gimple_assign(stmt))
		return false;
	for (unsigned i = 1; i < gimple_num_ops(stmt); i++)
		if (goes_through(loop, gimple_op(stmt, i), sum, fused,
				 steps - 1))
			return true;
	return false;
}

static bool is_of_numbers(tree type)
{
	return SCALAR_FLOAT_TYPE_P(VECTOR_TYPE_P(type) ? TREE_TYPE(type)
						       : type);
}

bool fused_sum(class loop *loop)
{
	for (gphi_iterator i = gsi_start_phis(loop->header); !gsi_end_p(i);
	     gsi_next(&i)) {
		tree sum = gimple_phi_result(i.phi());

		if (!virtual_operand_p(sum) && is_of_numbers(TREE_TYPE(sum)) &&
		    goes_through(loop,
				 PHI_ARG_DEF_FROM_EDGE(i.phi(),
						       loop_latch_edge(loop)),
				 sum, false, MAX_STEPS))
			return true;
	}
	return false;
}
