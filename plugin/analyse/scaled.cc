/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alpha * a[i][k] is one product for all j, as a[i][k] is one load.
 */
#include "base/gcc.h"
#include "purpose.h"
#include "scaled.h"

/* Values of more operations are not followed. */
#define DEEPEST 8

static bool is_in_nest(const struct nest *nest, gimple *statement)
{
	return gimple_bb(statement) &&
	       flow_bb_inside_loop_p(nest->loops[nest->around].loop,
				     gimple_bb(statement));
}

/* Is it the same value in all iterations of the nest? */
static bool stays(const struct nest *nest, tree value, int depth)
{
	gimple *statement;
	ssa_op_iter iterator;
	tree operand;

	if (TREE_CODE(value) != SSA_NAME)
		return is_gimple_min_invariant(value);
	statement = SSA_NAME_DEF_STMT(value);
	if (!is_in_nest(nest, statement))
		return true;
	if (depth == DEEPEST || !is_gimple_assign(statement) ||
	    gimple_vuse(statement))
		return false;
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, iterator, SSA_OP_USE)
		if (!stays(nest, operand, depth + 1))
			return false;
	return true;
}

static struct reference *reference_of(const struct references *references,
				      gimple *load)
{
	for (unsigned i = 0; i < references->count; i++)
		if (references->of[i].statement == load)
			return &references->of[i];
	return NULL;
}

static bool is_product(gimple *statement)
{
	return is_gimple_assign(statement) &&
	       gimple_assign_rhs_code(statement) == MULT_EXPR &&
	       SCALAR_FLOAT_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement)));
}

/* The load that the value is, times values that stay; NULL if it is another
   one. */
static struct reference *source_of(const struct references *references,
				   const struct nest *nest, tree value,
				   int depth)
{
	gimple *statement;

	if (TREE_CODE(value) != SSA_NAME || depth == DEEPEST)
		return NULL;
	statement = SSA_NAME_DEF_STMT(value);
	if (!is_in_nest(nest, statement))
		return NULL;
	if (!is_product(statement))
		return reference_of(references, statement);
	if (stays(nest, gimple_assign_rhs1(statement), 0))
		return source_of(references, nest,
				 gimple_assign_rhs2(statement), depth + 1);
	if (stays(nest, gimple_assign_rhs2(statement), 0))
		return source_of(references, nest,
				 gimple_assign_rhs1(statement), depth + 1);
	return NULL;
}

static void look_at(struct references *references, const struct nest *nest,
		    gimple *statement)
{
	struct reference *source;

	if (!is_product(statement) ||
	    !(purpose_of(gimple_assign_lhs(statement)) & IS_VALUE))
		return;
	source = source_of(references, nest, gimple_assign_lhs(statement), 0);
	if (source)
		source->scaled++;
}

void scaled_find(struct references *references, const struct nest *nest)
{
	class loop *outermost = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(outermost);

	for (unsigned i = 0; i < outermost->num_nodes; i++) {
		if (blocks[i]->loop_father->inner ||
		    !nest_is_certain(blocks[i]))
			continue;
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			look_at(references, nest, gsi_stmt(gsi));
	}
	free(blocks);
}
