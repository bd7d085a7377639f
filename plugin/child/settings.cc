/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options under which the child goes on; see settings.h.
 */
#include "base/gcc.h"
#include "settings.h"

/* Statements of a function that is put in the place of its call. */
#define INLINE_STATEMENTS 60

static bool wrapped;

/* Do the user's options, or those of a function, let data be seen as any type?
   Without optimisation GCC does not ask what types tell, but they tell it. */
static bool loose;

/* The options of the user, and those of the child. */
static struct cl_optimization given, forced;

bool settings_wrapped(void)
{
	return wrapped;
}

static void silence_dumps(void)
{
	gcc::dump_manager *dumps = g->get_dumps();
	struct dump_file_info *dump;

	for (int i = TDI_none + 1;
	     (dump = dumps->get_dump_file_info(i)) || i < TDI_end; i++) {
		if (!dump)
			continue;
		dump->pstate = dump->alt_state = 0;
		dump->pstream = dump->alt_stream = NULL;
	}
	set_dump_file(NULL);
	dump_flags = TDF_NONE;
}

/* What makes loops, subscripts and calls plain to see. */
static void switch_on(void)
{
	optimize = 2;
	optimize_size = optimize_debug = optimize_fast = 0;
	flag_tree_ccp = 1;
	flag_tree_fre = 1;
	flag_tree_forwprop = 1;
	flag_tree_copy_prop = 1;
	flag_tree_sra = 1;
	flag_tree_dce = flag_tree_dse = 1;
	flag_tree_phiprop = 1;
	flag_ssa_phiopt = 1;
	flag_strict_aliasing = !loose;
	flag_early_inlining = 1;
	flag_inline_small_functions = flag_inline_functions = 1;
	flag_no_inline = 0;
	param_early_inlining_insns = INLINE_STATEMENTS;
}

/* What would change the program, or speak of it to the user. */
static void switch_off(void)
{
	global_dc->dc_inhibit_warnings = true;
	warn_uninitialized = warn_maybe_uninitialized = 0;
	flag_sanitize = 0;
	flag_wrapv = flag_wrapv_pointer = flag_trapv = 0;
	flag_generate_lto = flag_generate_offload = 0;
	debug_hooks = &do_nothing_debug_hooks;
}

/* Work whose results the analysis never looks at; together it was more than
   half of the child's time. */
static void switch_off_waste(void)
{
	flag_tree_vrp = 0;
	flag_tree_bit_ccp = 0;
	flag_guess_branch_prob = 0;
	flag_thread_jumps = 0;
	flag_ipa_modref = 0;
	flag_ipa_pure_const = 0;
	flag_ipa_sra = 0;
	flag_tree_switch_conversion = 0;
	flag_optimize_sibling_calls = 0;
	flag_tree_pta = 0;
	flag_finite_loops = 1; /* no proof that a loop ends */
	flag_var_tracking = flag_var_tracking_assignments = 0;
}

/* For all functions. */
static void keep(void)
{
	optimization_default_node =
		build_optimization_node(&global_options, &global_options_set);
	optimization_current_node = optimization_default_node;
}

static void put(struct cl_optimization *options)
{
	cl_optimization_restore(&global_options, &global_options_set, options);
	keep();
}

void settings_given(void)
{
	tree own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(current_function_decl);

	put(&given);
	if (own)
		cl_optimization_restore(&global_options, &global_options_set,
					TREE_OPTIMIZATION(own));
}

void settings_again(void)
{
	put(&forced);
}

void settings_force(void)
{
	given = *TREE_OPTIMIZATION(optimization_default_node);
	wrapped = flag_wrapv;
	loose = global_options_set.x_flag_strict_aliasing &&
		!flag_strict_aliasing;
	silence_dumps();
	switch_on();
	switch_off();
	switch_off_waste();
	keep();
	forced = *TREE_OPTIMIZATION(optimization_default_node);
}

/* A function that is seen so is put in the place of calls elsewhere. */
static void note_aliasing(tree function)
{
	if (loose || !DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function) ||
	    opt_for_fn(function, flag_strict_aliasing))
		return;
	loose = true;
	flag_strict_aliasing = 0;
	keep();
	forced = *TREE_OPTIMIZATION(optimization_default_node);
}

void settings_force_function(tree function)
{
	wrapped |= opt_for_fn(function, flag_wrapv);
	note_aliasing(function);
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function) = NULL_TREE;
}

void settings_inline(tree function, bool always)
{
	DECL_DISREGARD_INLINE_LIMITS(function) = always;
	if (always)
		return;
	DECL_UNINLINABLE(function) = 1;
	DECL_ATTRIBUTES(function) =
		remove_attribute("always_inline", DECL_ATTRIBUTES(function));
}
