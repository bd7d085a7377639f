/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays of Fortran as they were declared.
 */
#include "gcc.h"
#include "declared.h"

static tree declared_type(tree operand)
{
	tree type = NULL_TREE, name;

	for (; handled_component_p(operand); operand = TREE_OPERAND(operand, 0))
		if (TREE_CODE(operand) == ARRAY_REF)
			type = TREE_TYPE(TREE_OPERAND(operand, 0));
	name = type ? TYPE_NAME(type) : NULL_TREE;
	return name && TREE_CODE(name) == TYPE_DECL ? DECL_ORIGINAL_TYPE(name)
						    : NULL_TREE;
}

int declared_types(tree operand, tree *types)
{
	tree type = lang_GNU_Fortran() ? declared_type(operand) : NULL_TREE;
	int count = 0;

	for (; type && TREE_CODE(type) == ARRAY_TYPE; type = TREE_TYPE(type)) {
		if (count == DECLARED_MOST || !TYPE_DOMAIN(type))
			return 0;
		types[count++] = type;
	}
	return count;
}

bool declared_by_variable(tree bound)
{
	return bound && VAR_P(bound) && is_gimple_reg(bound);
}
