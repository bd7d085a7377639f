/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "obstacle.h"

static bool has_simd_clones(tree function)
{
	struct cgraph_node *node = function ? cgraph_node::get(function) : NULL;

	return node && node->simd_clones;
}

static bool clobbers(gimple *stmt)
{
	return is_gimple_call(stmt) && gimple_vdef(stmt) &&
	       !gimple_call_internal_p(stmt) &&
	       !has_simd_clones(gimple_call_fndecl(stmt));
}

static char *describe_clobber(gimple *call)
{
	tree function = gimple_call_fndecl(call);

	return xasprintf("statement clobbers memory: call of %s",
			 function ? lang_hooks.decl_printable_name(function, 2)
				  : "a function pointer");
}

static char *find_clobber(basic_block block)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i))
		if (clobbers(gsi_stmt(i)))
			return describe_clobber(gsi_stmt(i));
	return NULL;
}

char *obstacle_of(class loop *loop)
{
	class tree_niter_desc count;

	if (!single_exit(loop))
		return xstrdup("multiple exits.");
	if (loop->num_nodes != 2)
		return xstrdup("control flow in loop.");
	if (!number_of_iterations_exit_assumptions(loop, single_exit(loop),
						   &count, NULL))
		return xstrdup("number of iterations cannot be computed.");
	return find_clobber(loop->header);
}
