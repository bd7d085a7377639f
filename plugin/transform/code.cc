/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements of a new nest; see code.h.
 */
#include "base/gcc.h"
#include "code.h"
#include "statement.h"

void code_add(struct code *code, gimple *g)
{
	if (!gimple_has_location(g))
		gimple_set_location(g, code->location);
	gimple_seq_add_stmt(&code->statements, g);
}

tree code_variable(struct code *code, tree type, const char *name)
{
	tree variable = create_tmp_var_raw(type, name);

	DECL_CONTEXT(variable) = current_function_decl;
	DECL_SEEN_IN_BIND_EXPR_P(variable) = 1;
	code->variables->safe_push(variable);
	return variable;
}

void code_set(struct code *code, tree variable, tree value)
{
	gimple *g = gimple_build_assign(variable, value);

	suppress_warning(g);
	code_add(code, g);
}

tree code_convert(struct code *code, tree type, tree value)
{
	tree variable;

	if (useless_type_conversion_p(type, TREE_TYPE(value)))
		return value;
	if (TREE_CODE(value) == INTEGER_CST)
		return fold_convert(type, value);
	variable = code_variable(code, type, "value");
	code_add(code, gimple_build_assign(variable, NOP_EXPR, value));
	return variable;
}

tree code_compute(struct code *code, enum tree_code operation, tree type,
		  tree a, tree b)
{
	tree value = fold_binary(operation, type, a, b);

	if (value && is_gimple_val(value))
		return value;
	value = code_variable(code, type, "value");
	code_add(code, gimple_build_assign(value, operation, a, b));
	return value;
}

void code_label(struct code *code, tree label)
{
	code_add(code, gimple_build_label(label));
}

gimple *code_block(const struct code *code)
{
	tree block = make_node(BLOCK), first = NULL_TREE, *last = &first;
	gbind *bind;

	for (unsigned i = 0; i < code->variables->length(); i++) {
		*last = (*code->variables)[i];
		last = &DECL_CHAIN(*last);
		*last = NULL_TREE;
	}
	BLOCK_VARS(block) = first;
	bind = gimple_build_bind(first, code->statements, block);
	gimple_set_location(bind, code->location);
	return bind;
}

struct renaming {
	hash_map<tree, tree> *names;
	tree *target;
};

static tree rename_use(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct renaming *renaming = (struct renaming *)info->info;
	tree *name;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	if (operand == renaming->target)
		return NULL_TREE;
	name = DECL_P(*operand) || TREE_CODE(*operand) == SSA_NAME
		       ? renaming->names->get(*operand)
		       : NULL;
	if (name)
		*operand = *name;
	return NULL_TREE;
}

static void rename_uses(gimple *statement, hash_map<tree, tree> *names)
{
	struct renaming renaming = {names, NULL};
	struct walk_stmt_info info;

	if (is_gimple_assign(statement))
		renaming.target = gimple_assign_lhs_ptr(statement);
	if (is_gimple_call(statement))
		renaming.target = gimple_call_lhs_ptr(as_a<gcall *>(statement));
	memset(&info, 0, sizeof(info));
	info.info = &renaming;
	walk_gimple_op(statement, rename_use, &info);
}

void code_add_renamed(struct code *code, gimple *statement,
		      hash_map<tree, tree> *names)
{
	gimple *copy = gimple_copy(statement);
	tree old = gimple_get_lhs(statement);
	tree fresh = code_variable(code, TREE_TYPE(old), "bound");

	for (unsigned i = 0; i < gimple_num_ops(copy); i++)
		gimple_set_op(copy, i, unshare_expr(gimple_op(copy, i)));
	gimple_set_lhs(copy, fresh);
	rename_uses(copy, names);
	names->put(old, fresh);
	suppress_warning(copy);
	code_add(code, copy);
}

void code_add_copy(struct code *code, gimple *statement,
		   hash_map<tree, tree> *names)
{
	gimple *copy;

	if (TREE_CODE(gimple_get_lhs(statement)) == SSA_NAME) {
		code_add_renamed(code, statement, names);
		return;
	}
	copy = gimple_copy(statement);
	for (unsigned i = 0; i < gimple_num_ops(copy); i++)
		gimple_set_op(copy, i, unshare_expr(gimple_op(copy, i)));
	rename_uses(copy, names);
	code_add(code, copy);
}

tree code_renamed(hash_map<tree, tree> *names, tree value)
{
	tree *name = names ? names->get(value) : NULL;

	return name ? *name : value;
}

tree code_step(struct code *code, tree type, const struct part *loop,
	       const struct range *range)
{
	tree step, turned;

	if (!range->step)
		return POINTER_TYPE_P(type)
			       ? fold_convert(
					 sizetype,
					 build_int_cst(ssizetype, loop->step))
			       : build_int_cst(type, loop->step);
	step = code_convert(code, type, range->step);
	if (loops_up(loop))
		return step;
	if (TREE_CODE(step) == INTEGER_CST)
		return fold_build1(NEGATE_EXPR, type, step);
	turned = code_variable(code, type, "step");
	code_add(code, gimple_build_assign(turned, NEGATE_EXPR, step));
	return turned;
}

enum tree_code code_plus(tree type)
{
	return POINTER_TYPE_P(type) ? POINTER_PLUS_EXPR : PLUS_EXPR;
}

void code_add_steps(struct code *code, tree counter, const struct part *loop,
		    const struct range *range, gimple_seq body)
{
	tree top = create_artificial_label(code->location);
	tree test = create_artificial_label(code->location);
	tree end = create_artificial_label(code->location);
	tree type = TREE_TYPE(counter), step;

	code_set(code, counter, code_convert(code, type, range->low));
	step = code_step(code, type, loop, range);
	code_add(code, gimple_build_goto(test));
	code_label(code, top);
	gimple_seq_add_seq(&code->statements, body);
	code_add(code,
		 gimple_build_assign(counter, code_plus(type), counter, step));
	code_label(code, test);
	code_add(code, gimple_build_cond(range->compare, counter, range->high,
					 top, end));
	code_label(code, end);
}

void code_add_loop(struct code *code, const struct part *loop,
		   const struct range *range, gimple_seq body)
{
	tree type = TREE_TYPE(range->high), counter = loop->counter;
	struct code inner = {NULL, code->variables, code->location};

	if (!useless_type_conversion_p(type, TREE_TYPE(counter))) {
		counter = code_variable(code, type, loops_name(loop));
		code_add(&inner,
			 gimple_build_assign(loop->counter, NOP_EXPR, counter));
	}
	gimple_seq_add_seq(&inner.statements, body);
	code_add_steps(code, counter, loop, range, inner.statements);
}

void code_rename_uses(const vec<gimple *> &list, hash_map<tree, tree> *names)
{
	auto_vec<gimple *> all;

	if (names->is_empty())
		return;
	statement_flatten_all(list, &all);
	for (unsigned i = 0; i < all.length(); i++)
		rename_uses(all[i], names);
}
