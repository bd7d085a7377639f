/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "base/marker.h"
#include "race.h"
#include "scalar.h"

/* A shared variable that one iteration hands to the next. What GCC made for
   itself is no business of the program's. */
static bool is_handed_on(const struct construct *construct, gphi *phi)
{
	tree variable = SSA_NAME_VAR(gimple_phi_result(phi));
	unsigned uid;

	if (virtual_operand_p(gimple_phi_result(phi)) || !variable ||
	    has_zero_uses(gimple_phi_result(phi)))
		return false;
	uid = DECL_UID(variable);
	return !DECL_ARTIFICIAL(variable) &&
	       construct->shared_uids.contains(uid) &&
	       !construct->private_uids.contains(uid) &&
	       !construct->reduction_uids.contains(uid);
}

struct updates {
	const struct analysis *analysis;
	class loop *loop;
	hash_set<tree> seen;
	tree variable;
	int number; /* of the loop */
	bool unprotected;
	bool by_many; /* not by one iteration or thread alone */
};

static void note_update(struct updates *updates, basic_block block,
			gimple *statement)
{
	if (statement &&
	    memory_protection(updates->analysis->protections, statement))
		return;
	updates->unprotected = true;
	updates->by_many |= !race_is_for_one(updates->analysis->nest, block,
					     updates->number);
}

static void find_updates(struct updates *updates, tree value);

/* Where ways meet, on one of them the variable may have got the value that
   another one has, or a constant: no statement says so. */
static void find_updates_of_ways(struct updates *updates, gphi *ways)
{
	for (unsigned i = 0; i < gimple_phi_num_args(ways); i++) {
		tree value = gimple_phi_arg_def(ways, i);
		basic_block from = gimple_phi_arg_edge(ways, i)->src;

		if (!flow_bb_inside_loop_p(updates->loop, from))
			continue;
		if (TREE_CODE(value) == SSA_NAME &&
		    SSA_NAME_VAR(value) == updates->variable)
			find_updates(updates, value);
		else
			note_update(updates, from, last_stmt(from));
	}
}

/* Look at every statement of the loop that gives the variable a new value. */
static void find_updates(struct updates *updates, tree value)
{
	gimple *statement;

	if (updates->seen.add(value))
		return;
	statement = SSA_NAME_DEF_STMT(value);
	if (!gimple_bb(statement) ||
	    !flow_bb_inside_loop_p(updates->loop, gimple_bb(statement)))
		return;
	if (gphi *ways = dyn_cast<gphi *>(statement))
		find_updates_of_ways(updates, ways);
	else
		note_update(updates, gimple_bb(statement), statement);
}

/* False if all updates are protected. */
static bool is_updated(const struct analysis *analysis, gphi *phi, int loop,
		       bool *by_many)
{
	struct updates updates;

	updates.analysis = analysis;
	updates.loop = gimple_bb(phi)->loop_father;
	updates.variable = SSA_NAME_VAR(gimple_phi_result(phi));
	updates.number = loop;
	updates.unprotected = updates.by_many = false;
	find_updates(&updates, gimple_phi_result(phi));
	*by_many = updates.by_many;
	return updates.unprotected;
}

/* Does the loop read the value, or only carry it on to its end? */
static bool is_read_in(class loop *loop, tree value, hash_set<tree> *seen)
{
	imm_use_iterator iterator;
	use_operand_p use;
	bool read = false;

	if (seen->add(value))
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user) || marker_is_any(user) ||
		    !flow_bb_inside_loop_p(loop, gimple_bb(user)))
			continue;
		read |= gimple_code(user) != GIMPLE_PHI ||
			is_read_in(loop, gimple_phi_result(user), seen);
	}
	return read;
}

void scalar_find(struct analysis *analysis, int loop)
{
	const struct nest_loop *of = &analysis->nest->loops[loop];

	for (gphi_iterator gsi = gsi_start_phis(of->loop->header);
	     !gsi_end_p(gsi); gsi_next(&gsi)) {
		struct dependence dependence = {};
		hash_set<tree> seen;
		tree result = gimple_phi_result(gsi.phi());
		bool by_many;

		if (gsi.phi() == of->counter ||
		    !is_handed_on(analysis->nest->construct, gsi.phi()) ||
		    !is_updated(analysis, gsi.phi(), loop, &by_many))
			continue;
		dependence.doubt = by_many ? NULL : DEPENDENCE_FOR_ONE;
		dependence.kind =
			is_read_in(of->loop, result, &seen) ? "flow" : "output";
		dependence.from = dependence.to = -1;
		dependence.name = SSA_NAME_IDENTIFIER(result)
					  ? IDENTIFIER_POINTER(
						    SSA_NAME_IDENTIFIER(result))
					  : "?";
		dependence.loops[0] = dependence.level = loop;
		dependence.distance[0] = 1;
		dependence.loop_count = 1;
		dependence.known = true;
		analysis->found.safe_push(dependence);
	}
}
