/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls that the child plants into the program and the analysis reads.
 *
 * Markers and names do not touch memory (novops), but nothing is known about
 * their effect, so they are neither deleted nor moved out of their loop. A
 * use is an ordinary opaque call.
 */
#include "gcc.h"
#include "marker.h"

enum planted {
	PLANTED_MARK,
	PLANTED_NAMES,
	PLANTED_USE,
	PLANTED_OWN,
	PLANTED_BOUNDS,
	PLANTED_COUNT
};

/* The functions; the garbage collector knows of them. */
static tree functions[PLANTED_COUNT];

static const struct ggc_root_tab roots[] = {
	{functions, PLANTED_COUNT, sizeof(functions[0]), &gt_ggc_mx_tree_node,
	 &gt_pch_nx_tree_node},
	LAST_GGC_ROOT_TAB};

static tree declare(const char *name, tree result, bool touches_memory)
{
	tree type = build_varargs_function_type_list(result, integer_type_node,
						     NULL_TREE);
	tree function = build_fn_decl(name, type);

	TREE_NOTHROW(function) = 1;
	TREE_PUBLIC(function) = 1;
	DECL_EXTERNAL(function) = 1;
	DECL_ARTIFICIAL(function) = 1;
	DECL_ATTRIBUTES(function) =
		tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
	if (!touches_memory)
		DECL_IS_NOVOPS(function) = 1;
	return function;
}

static tree function_of(enum planted planted)
{
	if (!functions[0]) {
		ggc_register_root_tab(roots);
		functions[PLANTED_MARK] =
			declare("__podium_mark", void_type_node, false);
		functions[PLANTED_NAMES] =
			declare("__podium_names", void_type_node, false);
		functions[PLANTED_USE] =
			declare("__podium_use", void_type_node, true);
		functions[PLANTED_OWN] =
			declare("__podium_own", ptr_type_node, false);
		DECL_IS_MALLOC(functions[PLANTED_OWN]) = 1;
		functions[PLANTED_BOUNDS] =
			declare("__podium_bounds", void_type_node, false);
	}
	return functions[planted];
}

static bool is_call_of(gimple *statement, enum planted planted)
{
	return functions[0] && is_gimple_call(statement) &&
	       gimple_call_fndecl(statement) == functions[planted];
}

static tree number(int value)
{
	return build_int_cst(integer_type_node, value);
}

static int number_of(gimple *statement, unsigned argument)
{
	return tree_to_shwi(gimple_call_arg(statement, argument));
}

gimple *marker_build(enum marker_kind kind, int construct, int which)
{
	return gimple_build_call(function_of(PLANTED_MARK), 3, number(kind),
				 number(construct), number(which));
}

static gimple *build_list(enum planted planted, int construct,
			  const vec<tree> &values)
{
	auto_vec<tree> arguments;

	arguments.safe_push(number(construct));
	for (unsigned i = 0; i < values.length(); i++)
		arguments.safe_push(values[i]);
	return gimple_build_call_vec(function_of(planted), arguments);
}

gimple *marker_build_names(int construct, const vec<tree> &values)
{
	return build_list(PLANTED_NAMES, construct, values);
}

gimple *marker_build_bounds(const vec<tree> &variables)
{
	auto_vec<tree> values;

	for (unsigned i = 0; i < variables.length(); i++) {
		values.safe_push(number(DECL_UID(variables[i])));
		values.safe_push(variables[i]);
	}
	return values.is_empty() ? NULL
				 : build_list(PLANTED_BOUNDS, -1, values);
}

bool marker_is_bounds(gimple *statement)
{
	return is_call_of(statement, PLANTED_BOUNDS);
}

gimple *marker_build_use(const vec<tree> &values)
{
	return build_list(PLANTED_USE, -1, values);
}

gimple *marker_build_own(tree pointer)
{
	gimple *call =
		gimple_build_call(function_of(PLANTED_OWN), 1, number(0));

	gimple_call_set_lhs(call, pointer);
	return call;
}

bool marker_is_own(gimple *statement)
{
	return is_call_of(statement, PLANTED_OWN);
}

bool marker_read(gimple *statement, enum marker_kind *kind, int *construct,
		 int *which)
{
	if (!is_call_of(statement, PLANTED_MARK))
		return false;
	*kind = (enum marker_kind)number_of(statement, 0);
	*construct = number_of(statement, 1);
	*which = number_of(statement, 2);
	return true;
}

bool marker_read_names(gimple *statement, int *construct)
{
	if (!is_call_of(statement, PLANTED_NAMES))
		return false;
	*construct = number_of(statement, 0);
	return true;
}

bool marker_is_any(gimple *statement)
{
	for (int i = 0; i < PLANTED_COUNT; i++)
		if (is_call_of(statement, (enum planted)i))
			return true;
	return false;
}

const char *marker_protection_name(int which)
{
	static const char *const names[] = {"critical", "atomic", "ordered",
					    "single",	"master", "masked",
					    "parallel"};

	return names[which];
}
