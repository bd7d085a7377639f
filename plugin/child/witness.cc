/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables of the source whose values a construct uses: their names
 * would be lost when GCC propagates copies.
 */
#include "base/gcc.h"
#include "base/declared.h"
#include "base/marker.h"
#include "base/omp.h"
#include "witness.h"

struct search {
	hash_set<tree> seen; /* variables not to be taken (any more) */
	auto_vec<tree> found;
};

/* Variables of blocks inside have no value yet. */
static tree visit_statement(gimple_stmt_iterator *gsi, bool *handled,
			    struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	gbind *block = dyn_cast<gbind *>(gsi_stmt(*gsi));

	*handled = is_gimple_debug(gsi_stmt(*gsi));
	if (!block)
		return NULL_TREE;
	for (tree variable = gimple_bind_vars(block); variable;
	     variable = DECL_CHAIN(variable))
		search->seen.add(variable);
	return NULL_TREE;
}

static bool is_witness(tree variable)
{
	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       is_gimple_reg(variable) && DECL_NAME(variable) &&
	       !DECL_ARTIFICIAL(variable) &&
	       !(VAR_P(variable) && DECL_HAS_VALUE_EXPR_P(variable));
}

static tree visit_operand(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;
	tree variable = *operand;

	if (TYPE_P(variable))
		*walk_subtrees = 0;
	if (is_witness(variable) && !search->seen.add(variable))
		search->found.safe_push(variable);
	return NULL_TREE;
}

/* What has no value where the construct begins, whatever it has later. */
static bool starts_without_value(tree clause)
{
	return OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_PRIVATE ||
	       OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LASTPRIVATE ||
	       OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LINEAR;
}

static void visit_head(struct search *search, gimple *statement)
{
	struct walk_stmt_info info = {};
	tree clause = omp_clauses(statement);

	info.info = search;
	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (starts_without_value(clause))
			search->seen.add(OMP_CLAUSE_DECL(clause));
	if (gimple_code(statement) != GIMPLE_OMP_FOR)
		return;
	walk_gimple_seq(gimple_omp_for_pre_body(statement), visit_statement,
			visit_operand, &info);
	for (unsigned i = 0; i < gimple_omp_for_collapse(statement); i++) {
		search->seen.add(gimple_omp_for_index(statement, i));
		walk_tree(gimple_omp_for_initial_ptr(statement, i),
			  visit_operand, &info, NULL);
		walk_tree(gimple_omp_for_final_ptr(statement, i), visit_operand,
			  &info, NULL);
	}
}

static gimple *inner_statement(const struct construct *construct)
{
	return construct->loop ? construct->loop : construct->statement;
}

gimple *witness_build(struct construct *construct, int index)
{
	struct search search;
	struct walk_stmt_info info = {};
	gimple *inner = inner_statement(construct);

	info.info = &search;
	visit_head(&search, construct->statement);
	if (construct->share)
		visit_head(&search, construct->share);
	visit_head(&search, inner);
	walk_gimple_seq(gimple_omp_body(inner), visit_statement, visit_operand,
			&info);
	for (unsigned i = 0; i < search.found.length(); i++) {
		construct->witness_names.safe_push(
			IDENTIFIER_POINTER(DECL_NAME(search.found[i])));
		construct->witness_uids.safe_push(DECL_UID(search.found[i]));
	}
	if (search.found.is_empty())
		return NULL;
	return marker_build_names(index, search.found);
}

/* ---- bounds ---- */

static void add_bound(struct search *search, tree bound)
{
	if (declared_by_variable(bound) && !search->seen.add(bound))
		search->found.safe_push(bound);
}

static tree visit_array(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;
	tree types[DECLARED_MOST];
	int rank;

	*walk_subtrees = !TYPE_P(*operand);
	if (TREE_CODE(*operand) != ARRAY_REF)
		return NULL_TREE;
	rank = declared_types(*operand, types);
	for (int i = 0; i < rank; i++) {
		add_bound(search, TYPE_MIN_VALUE(TYPE_DOMAIN(types[i])));
		add_bound(search, TYPE_MAX_VALUE(TYPE_DOMAIN(types[i])));
	}
	return NULL_TREE;
}

gimple *witness_build_bounds(const struct construct *construct)
{
	struct search search;
	struct walk_stmt_info info = {};

	info.info = &search;
	walk_gimple_seq(gimple_omp_body(inner_statement(construct)), NULL,
			visit_array, &info);
	return marker_build_bounds(search.found);
}
