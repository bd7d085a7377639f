/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "calls.h"
#include "operation.h"

struct call {
	const char *name, *kind;
	int loop;
	unsigned count;
};

/* lgamma() leaves a sign behind, frexp() what its pointer leads to. */
static bool only_computes(gimple *statement)
{
	switch (DECL_FUNCTION_CODE(gimple_call_fndecl(statement))) {
		CASE_FLT_FN(BUILT_IN_GAMMA)
		    : CASE_FLT_FN(BUILT_IN_LGAMMA) : return false;
	default:
		break;
	}
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++)
		if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(statement, i))))
			return false;
	return true;
}

/* A function of this unit is what it does, whatever it is called. */
static const char *call_kind(gimple *statement)
{
	tree function = gimple_call_fndecl(statement);
	cgraph_node *node = function ? cgraph_node::get(function) : NULL;

	if (!function)
		return "indirect";
	if (node && node->has_gimple_body_p())
		return "known";
	if (!fndecl_built_in_p(function))
		return "opaque";
	return operation_is_math(function) && only_computes(statement)
		       ? "math"
		       : "builtin";
}

const char *calls_name(gimple *statement)
{
	static const char builtin[] = "__builtin_";
	tree function = gimple_call_fndecl(statement);
	const char *name = function && DECL_NAME(function)
				   ? IDENTIFIER_POINTER(DECL_NAME(function))
				   : NULL;

	return name && startswith(name, builtin) ? name + strlen(builtin)
						 : name;
}

static void add_call(vec<struct call> *calls, gimple *statement, int loop)
{
	const char *name = calls_name(statement);
	struct call call = {name ? name : "?", call_kind(statement), loop, 1};
	struct call *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*calls, i, other)
		if (strcmp(other->name, call.name) == 0 &&
		    other->loop == loop) {
			other->count++;
			return;
		}
	calls->safe_push(call);
}

void calls_write(struct json_writer *json, const struct nest *nest)
{
	vec<struct call> calls = vNULL;
	struct call *call;
	unsigned k;

	for (int i = nest->around; i < nest->count; i++) {
		class loop *loop = nest->loops[i].loop;
		basic_block *blocks = get_loop_body_in_dom_order(loop);

		for (unsigned j = 0; j < loop->num_nodes; j++)
			for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[j]);
			     !gsi_end_p(gsi) && blocks[j]->loop_father == loop;
			     gsi_next(&gsi))
				if (is_gimple_call(gsi_stmt(gsi)) &&
				    !gimple_call_internal_p(gsi_stmt(gsi)) &&
				    !operation_is_silent(gsi_stmt(gsi)))
					add_call(&calls, gsi_stmt(gsi),
						 i - nest->around);
		free(blocks);
	}
	json_key(json, "calls");
	json_array(json);
	FOR_EACH_VEC_ELT (calls, k, call) {
		json_object(json);
		json_key_string(json, "name", call->name);
		json_key_string(json, "kind", call->kind);
		json_key_int(json, "count", call->count);
		json_key_int(json, "loop", call->loop);
		json_end_object(json);
	}
	json_end_array(json);
	calls.release();
}
