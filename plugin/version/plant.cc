/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Code that is put into the program.
 */
#include "base/gcc.h"
#include "plant.h"

void plant_begin(struct code *code, location_t location)
{
	code->statements = NULL;
	code->variables = NULL_TREE;
	code->location = location;
}

void plant_add(struct code *code, gimple *statement)
{
	gimple_set_location(statement, code->location);
	gimple_seq_add_stmt(&code->statements, statement);
}

tree plant_variable(struct code *code, tree type)
{
	tree variable = create_tmp_var_raw(type, "podium");

	DECL_CONTEXT(variable) = current_function_decl;
	DECL_SEEN_IN_BIND_EXPR_P(variable) = 1;
	DECL_CHAIN(variable) = code->variables;
	code->variables = variable;
	return variable;
}

void plant_quieten(gimple *statement)
{
	suppress_warning(statement);
}

tree plant_assign(struct code *code, tree type, tree value)
{
	tree variable = plant_variable(code, type);
	gimple *statement = gimple_build_assign(variable, value);

	plant_quieten(statement);
	plant_add(code, statement);
	return variable;
}
