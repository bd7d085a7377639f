/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory where a nest begins. GCC names each state of it; a store leads from
 * one to the next.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "entry.h"

#define MAX_STORES 200 /* that are looked at between two places */

static gphi *memory_phi(basic_block block)
{
	for (gphi_iterator gsi = gsi_start_phis(block); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (virtual_operand_p(gimple_phi_result(gsi.phi())))
			return gsi.phi();
	return NULL;
}

/* The state of memory before the nest. */
static tree memory_before(const struct nest *nest)
{
	class loop *loop = nest->loops[nest->around].loop;
	gphi *phi = memory_phi(loop->header);
	basic_block block = loop_preheader_edge(loop)->src;

	if (phi)
		return PHI_ARG_DEF_FROM_EDGE(phi, loop_preheader_edge(loop));
	for (; block; block = get_immediate_dominator(CDI_DOMINATORS, block)) {
		for (gimple_stmt_iterator gsi = gsi_last_bb(block);
		     !gsi_end_p(gsi); gsi_prev(&gsi))
			if (gimple_vdef(gsi_stmt(gsi)))
				return gimple_vdef(gsi_stmt(gsi));
		phi = memory_phi(block);
		if (phi)
			return gimple_phi_result(phi);
	}
	return ssa_default_def(cfun, gimple_vop(cfun));
}

/* ---- from the nest to its beginning ---- */

/* What was in memory before the state, where nothing changed the reference in
   between; NULL at what cannot be looked behind. */
static tree before_store(const struct nest *nest, tree state, tree reference)
{
	gimple *store = SSA_NAME_DEF_STMT(state);
	gphi *phi = dyn_cast<gphi *>(store);
	class loop *loop = phi ? gimple_bb(phi)->loop_father : NULL;

	if (phi)
		return loop->header == gimple_bb(phi) &&
				       nest_contains(nest, gimple_bb(phi))
			       ? PHI_ARG_DEF_FROM_EDGE(
					 phi, loop_preheader_edge(loop))
			       : NULL_TREE;
	return gimple_nop_p(store) || (!marker_is_any(store) &&
				       stmt_may_clobber_ref_p(store, reference))
		       ? NULL_TREE
		       : gimple_vuse(store);
}

/* Does the state in the nest lead back to that before it, the first time? */
static bool comes_from(const struct nest *nest, tree state, tree before,
		       tree reference)
{
	for (int i = 0; i < MAX_STORES && state; i++) {
		if (state == before)
			return true;
		state = before_store(nest, state, reference);
	}
	return false;
}

/* ---- from the beginning of the nest to what was run before ---- */

static void *compare_state(ao_ref *, tree state, void *data)
{
	return state == (tree)data ? data : NULL;
}

/* Calls that were planted for the analysis are none of the program's: NULL to
   look behind them, at the same place. */
static void *pass_planted(ao_ref *, tree state, void *, translate_flags *how)
{
	*how = TR_DISAMBIGUATE;
	return marker_is_any(SSA_NAME_DEF_STMT(state)) ? NULL : (void *)-1;
}

/* Do all ways lead back from there to the state, with no store to the reference
   on them? */
static bool leads_back(tree before, tree state, tree reference)
{
	unsigned limit = MAX_STORES;
	ao_ref place;

	ao_ref_init(&place, reference);
	return walk_non_aliased_vuses(&place, before, true, compare_state,
				      pass_planted, NULL, limit, state) != NULL;
}

/* Memory when the statement has been run, if that was before the nest. */
static tree state_after(gimple *statement)
{
	return gimple_vdef(statement) ? gimple_vdef(statement)
				      : gimple_vuse(statement);
}

bool entry_is_same(const struct nest *nest, gimple *statement, tree reference)
{
	tree before = memory_before(nest);

	if (!before || !gimple_vuse(statement))
		return false;
	return nest_contains(nest, gimple_bb(statement))
		       ? comes_from(nest, gimple_vuse(statement), before,
				    reference)
		       : leads_back(before, state_after(statement), reference);
}
