/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls through the runtime's table, which is NULL without a library.
 */
#include "base/gcc.h"
#include "hook.h"
#include "version/plant.h"
#include "site.h"

static gcall *add(struct code *code, tree table, enum hook hook, tree type,
		  const vec<tree> &arguments)
{
	tree pointer = build_pointer_type(type);
	tree offset = build_int_cst(build_pointer_type(ptr_type_node),
				    hook * (POINTER_SIZE / BITS_PER_UNIT));
	tree entry =
		plant_assign(code, ptr_type_node,
			     build2(MEM_REF, ptr_type_node, table, offset));
	gcall *call;

	entry = plant_assign(code, pointer, build1(NOP_EXPR, pointer, entry));
	call = gimple_build_call_vec(entry, arguments);
	gimple_call_set_fntype(call, type);
	gimple_call_set_nothrow(call, true);
	plant_quieten(call);
	plant_add(code, call);
	return call;
}

void hook_add(struct code *code, tree table, enum hook hook,
	      const vec<tree> &arguments, bool varies)
{
	tree type = varies ? build_varargs_function_type_list(
				     void_type_node, ptr_type_node,
				     integer_type_node, integer_type_node,
				     NULL_TREE)
			   : build_function_type_list(void_type_node,
						      ptr_type_node, NULL_TREE);

	add(code, table, hook, type, arguments);
}

void hook_add_choice(struct code *code, tree table, tree site, tree choice)
{
	tree type = build_function_type_list(integer_type_node, ptr_type_node,
					     NULL_TREE);
	auto_vec<tree> arguments;

	arguments.safe_push(hook_address(site));
	gimple_call_set_lhs(add(code, table, HOOK_CHOOSE, type, arguments),
			    choice);
}

gimple *hook_guarded(struct code *inner, tree table)
{
	struct code code = {NULL, inner->variables, inner->location};
	tree yes = create_artificial_label(code.location);
	tree no = create_artificial_label(code.location);
	gimple *load = gimple_build_assign(table, site_hooks());
	gbind *block;

	plant_add(&code, load);
	plant_add(&code, gimple_build_cond(NE_EXPR, table, null_pointer_node,
					   yes, no));
	plant_add(&code, gimple_build_label(yes));
	gimple_seq_add_seq(&code.statements, inner->statements);
	plant_add(&code, gimple_build_label(no));
	block = gimple_build_bind(code.variables, code.statements, NULL_TREE);
	gimple_set_location(block, code.location);
	return block;
}

tree hook_address(tree site)
{
	return build_fold_addr_expr_with_type(site, ptr_type_node);
}

gimple *hook_call(location_t location, tree site, enum hook hook)
{
	struct code code = {NULL, NULL_TREE, location};
	tree table = plant_variable(&code, ptr_type_node);
	auto_vec<tree> arguments;

	arguments.safe_push(hook_address(site));
	hook_add(&code, table, hook, arguments, false);
	return hook_guarded(&code, table);
}
