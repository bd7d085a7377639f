/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plugin: reads the OpenMP loops of a program while GCC compiles it.
 *
 * Options, each as -fplugin-arg-podium-NAME=VALUE:
 *	use=FILE	put the clauses of this tuned file into the program
 *	digest=HEX	stands for the contents of that file: it only makes
 *			the flags differ, for caches of compilers
 *	out=FILE	append the records to this file, too
 *	loops=FILE	append to it how the loops of each construct are read
 *	clock		put clocks around the loops, see doc/clock.md
 *	paths		name files in records and clocks by their whole paths
 *	made		records describe the loops as use=FILE makes them
 *	verbose		tell of entries that are applied
 *	plan=FILE	say in the records whether transformations can be made
 *
 * To debug the analysis, attach to the child: gdb with "set follow-fork-mode
 * child" on the cc1 that "gcc -### ..." shows.
 */
#include "base/gcc.h"
#include "base/place.h"
#include "analyse/analyse.h"
#include "analyse/recipe.h"
#include "child/attempt.h"
#include "child/callee.h"
#include "child/child.h"
#include "child/choose.h"
#include "child/gate.h"
#include "child/rehearsal.h"
#include "child/settings.h"
#include "child/strip.h"
#include "clock/clock.h"
#include "code/code.h"
#include "construct/construct.h"
#include "record/function.h"
#include "record/record.h"
#include "rewrite/rewrite.h"
#include "thread/callee.h"
#include "thread/parameter.h"
#include "thread/unit.h"
#include "transform/digest.h"
#include "transform/loops.h"
#include "transform/make.h"
#include "transform/plan.h"
#include "transform/plans.h"
#include "transform/work.h"
#include "version/copy.h"
#include "version/several.h"
#include "fit.h"
#include "section.h"

#include <unistd.h>

/* All else is hidden: the compiler has classes of its own, whose names ours may
   have. */
#define SEEN_BY_GCC __attribute__((visibility("default")))

SEEN_BY_GCC int plugin_is_GPL_compatible;

static struct plugin_info information = {
	PODIUM_VERSION,
	"podium: records the OpenMP loops of a program.\n"
	"Arguments: use=FILE, digest=HEX, out=FILE, loops=FILE, "
	"clock, paths, made, plan=FILE, verbose.\n"};

static const char *out_path, *loops_path;
static bool verbose;
static bool made; /* records are of the loops after the changes */
static const char *plugin_name;

/* Appends the loops of the constructs from "first" on to the file. */
static void show_loops(unsigned first)
{
	FILE *file = fopen(loops_path, "a");

	for (unsigned i = first; file && i < constructs.length(); i++) {
		fprintf(file, ";; digest %s %08x\n", constructs[i]->id,
			constructs[i]->digest);
		loops_dump(file, constructs[i]->id, constructs[i]->loop);
	}
	if (file)
		fclose(file);
}

/* Transformations behind an overlap check: these are made behind the clocks. */
struct guarded {
	const struct construct *construct;
	const char *primitives;
	unsigned front; /* statements before the header of the shared loop */
};

static vec<struct guarded> guards;

/* Plan a transformation, and make it if asked to. Returns why it cannot be
   made, to be freed. */
static char *transform(const struct construct *construct,
		       const char *primitives, bool make)
{
	struct plan plan = {};
	char *why = plan_make(&plan, construct, primitives);
	bool guarded = !why && plan.overlap.overlaps && !made;
	const char *refused =
		guarded ? copy_refuses(construct->statement) : NULL;
	struct guarded guard = {construct, primitives, 0};

	if (refused) {
		why = xstrdup(refused);
	} else if (guarded && make) {
		for (gimple *g = gimple_omp_for_pre_body(construct->share); g;
		     g = g->next)
			guard.front++;
		guards.safe_push(guard);
	} else if (!why && make && plan.root) {
		make_nest(&plan);
	}
	schedule_free(&plan);
	return why;
}

static bool make_guards(void)
{
	bool good = true;

	for (unsigned i = 0; i < guards.length(); i++)
		good &= several_guard(guards[i].construct, guards[i].primitives,
				      guards[i].front);
	guards.release();
	return good;
}

struct change {
	struct construct *construct;
	const struct tuned_clauses *clauses; /* NULL: candidates */
};

/* A plan reads loops as the compiler made them from the source: the loops of
   a transformed nest cannot be planned again. */
static char *refuse_nested(const struct construct *construct)
{
	const struct construct *outer = construct->outer;

	while (outer && !outer->entry.transforms)
		outer = outer->outer;
	return outer ? xasprintf("line %u transforms the loop around it; "
				 "remove one of the two entries",
				 outer->entry.line)
		     : NULL;
}

/* Plan what the entry makes of the loops; returns why it cannot be made. */
static char *plan_change(const struct change *change)
{
	const struct tuned_clauses *clauses = change->clauses;
	char *why = refuse_nested(change->construct);

	if (!why && clauses)
		why = work_refuses(change->construct, clauses);
	return why || !clauses || !clauses->transform
		       ? why
		       : transform(change->construct, clauses->transform,
				   false);
}

/* Clauses that speak of work go first: it is that of the loop as written. */
static char *apply_change(const struct change *change)
{
	const struct tuned_clauses *clauses = change->clauses;
	struct construct *construct = change->construct;

	if (clauses)
		work_apply(construct, clauses);
	rewrite_apply(construct, clock_is_wanted());
	construct->entry.transforms =
		several_plan(construct) || (clauses && clauses->transform);
	return clauses && clauses->transform
		       ? transform(construct, clauses->transform, true)
		       : NULL;
}

static bool make_change(void *data)
{
	guards.release();
	return !apply_change((const struct change *)data) && make_guards();
}

/* Apply the entry of the construct: all of it or, where its transformation
   or its clauses on work cannot be made, nothing. */
static void apply_entry(struct construct *construct)
{
	struct change change = {construct, NULL};
	char *why;

	if (!rewrite_judge(construct, &change.clauses))
		return;
	why = plan_change(&change);
	if (!why && change.clauses && change.clauses->transform &&
	    !child_is_child() && !rehearsal_succeeds(make_change, &change))
		why = xstrdup("GCC finds fault with the new nest; please "
			      "report this");
	if (!why)
		why = apply_change(&change);
	if (why)
		rewrite_refuse(construct, why);
	free(why);
}

/* Records constructs and statements that synchronise. */
static void record_all(gimple_seq body)
{
	callee_collect(body);
	function_record(body);
	record_function(body, RECORD_ALL);
	unit_function(body);
}

/* Change the constructs from "first" on; records may have to follow. */
static void change(gimple_seq body, unsigned first)
{
	for (unsigned i = first; i < constructs.length(); i++)
		apply_entry(constructs[i]);
	for (unsigned i = first; verbose && i < constructs.length(); i++)
		rewrite_tell(constructs[i]);
	if (made)
		record_function(body, RECORD_CHANGED);
}

/* In the child: the same changes as in the compiler. */
static void change_in_child(gimple_seq body, unsigned first)
{
	bool recorded = constructs.length() > first;

	if (!made || attempt_is_needless(current_function_decl)) {
		if (!recorded)
			record_function(body, RECORD_PLACES);
		return;
	}
	settings_given();
	if (!recorded)
		record_all(body);
	change(body, first);
	settings_again();
}

/* In the compiler: constructs are recorded, then changed. */
static void look_at_function(gimple_seq body)
{
	unsigned first = constructs.length();

	record_all(body);
	if (constructs.length() == first)
		return;
	if (loops_path)
		show_loops(first);
	for (unsigned i = first; i < constructs.length(); i++)
		plans_write(constructs[i]);
	child_start();
	if (child_is_child()) {
		recipe_start();
		gate_begin(plugin_name);
		change_in_child(body, first);
		return;
	}
	if (first == 0)
		code_begin();
	change(body, first);
	clock_function(body, first);
	make_guards();
}

/*
 * In the child: constructs are taken apart. Of a function that is left out
 * nothing is taken but its place among the others. A function with constructs
 * stands alone: its record speaks of it only, and copies of it elsewhere would
 * cost time.
 */
static void take_apart_function(tree function, gimple_seq body, unsigned first)
{
	bool alone = constructs.length() > first;

	attempt_enter(function);
	settings_force_function(function);
	if (attempt_is_needless(function)) {
		settings_inline(function, false);
		strip_all(body);
		return;
	}
	if (alone)
		callee_note(body);
	if (alone || callee_is_small(function, body))
		settings_inline(function, !alone);
	strip_function(&body);
	gimple_set_body(function, body);
	if (child_is_verified())
		verify_gimple_in_seq(body);
	child_alive();
}

static void run_record(function *fn)
{
	gimple_seq body = gimple_body(fn->decl);
	unsigned first = constructs.length();

	if (seen_error())
		return;
	if (child_is_child()) {
		attempt_enter(fn->decl);
		change_in_child(body, first);
	} else {
		look_at_function(body);
	}
	if (child_is_child())
		take_apart_function(fn->decl, body, first);
}

static const pass_data record_data = {GIMPLE_PASS,
				      "podium_record",
				      OPTGROUP_NONE,
				      TV_NONE,
				      PROP_gimple_any,
				      0,
				      0,
				      0,
				      0};

struct record_pass : gimple_opt_pass {
	record_pass() : gimple_opt_pass(record_data, g)
	{
	}

	unsigned int execute(function *fn) final override
	{
		run_record(fn);
		return 0;
	}
};

static const pass_data choose_data = {GIMPLE_PASS,
				      "podium_choose",
				      OPTGROUP_NONE,
				      TV_NONE,
				      PROP_cfg | PROP_ssa,
				      0,
				      0,
				      0,
				      TODO_update_ssa |
					      TODO_update_address_taken};

struct choose_pass : gimple_opt_pass {
	choose_pass() : gimple_opt_pass(choose_data, g)
	{
	}

	bool gate(function *) final override
	{
		return child_is_child() && lang_GNU_CXX();
	}

	unsigned int execute(function *fn) final override
	{
		choose_values(fn);
		return 0;
	}
};

static const pass_data analyse_data = {GIMPLE_PASS,
				       "podium_analyse",
				       OPTGROUP_NONE,
				       TV_NONE,
				       PROP_cfg | PROP_ssa,
				       0,
				       0,
				       0,
				       0};

struct analyse_pass : gimple_opt_pass {
	analyse_pass() : gimple_opt_pass(analyse_data, g)
	{
	}

	bool gate(function *) final override
	{
		return child_is_child();
	}

	unsigned int execute(function *fn) final override
	{
		analyse_function(fn);
		child_alive();
		return 0;
	}
};

static const pass_data clock_data = {
	SIMPLE_IPA_PASS, "podium_clock", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

struct clock_pass : simple_ipa_opt_pass {
	clock_pass() : simple_ipa_opt_pass(clock_data, g)
	{
	}

	bool gate(function *) final override
	{
		return !child_is_child();
	}

	unsigned int execute(function *) final override
	{
		clock_end();
		return 0;
	}
};

static const pass_data end_data = {
	SIMPLE_IPA_PASS, "podium_end", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

struct end_pass : simple_ipa_opt_pass {
	end_pass() : simple_ipa_opt_pass(end_data, g)
	{
	}

	bool gate(function *) final override
	{
		return child_is_child();
	}

	unsigned int execute(function *) final override
	{
		child_finish();
	}
};

/* Without a number GCC makes no dump file of a pass. */
static void register_pass_at(const char *plugin, opt_pass *pass,
			     const char *reference,
			     enum pass_positioning_ops position)
{
	struct register_pass_info info = {pass, reference, 1, position};

	register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
	pass->static_pass_number = -1;
}

static void on_unit(void *, void *)
{
	if (child_is_child())
		_exit(1);
	child_collect();
	if (!seen_error()) {
		section_write(out_path);
		rewrite_end();
	}
}

static unsigned judge_function(tree function, const char *name)
{
	unsigned digest = digest_function(function);

	rewrite_function(function, name, digest);
	return digest;
}

/* All functions were looked at, and none is thrown away yet. */
static void on_functions(void *, void *)
{
	if (!child_is_child() && !seen_error())
		unit_join(judge_function);
}

/* A unit with errors never comes to on_unit. */
static void on_finish(void *, void *)
{
	if (child_is_child())
		_exit(1);
	child_abandon();
	code_end();
	construct_free_all();
	function_free_all();
	unit_free_all();
	digest_free_all();
	plans_free_all();
}

static void read_argument(const struct plugin_argument *argument)
{
	if (strcmp(argument->key, "digest") == 0)
		return;
	if (strcmp(argument->key, "use") == 0 && argument->value)
		rewrite_load(argument->value);
	else if (strcmp(argument->key, "out") == 0 && argument->value)
		out_path = argument->value;
	else if (strcmp(argument->key, "loops") == 0 && argument->value)
		loops_path = argument->value;
	else if (strcmp(argument->key, "plan") == 0 && argument->value)
		plans_load(argument->value);
	else if (strcmp(argument->key, "clock") == 0)
		clock_wanted();
	else if (strcmp(argument->key, "paths") == 0)
		place_want_paths();
	else if (strcmp(argument->key, "made") == 0)
		made = true;
	else if (strcmp(argument->key, "verbose") == 0)
		verbose = true;
	else
		inform(UNKNOWN_LOCATION,
		       "podium: unknown argument %qs; there are use=FILE, "
		       "digest=HEX, out=FILE, loops=FILE, clock, paths, made, "
		       "plan=FILE and verbose",
		       argument->key);
}

/* They are what the arguments are about. */
static bool has_loops(void)
{
	return flag_openmp || flag_openmp_simd;
}

/* Looks at a function of the unit, as GENERIC. */
static void look_at_callee(tree function)
{
	parameter_collect(function);
	if (has_loops())
		digest_collect(function);
}

/* Nothing is to be seen in the linker's compiler and a preprocessor; a
   program without OpenMP may use POSIX threads. */
static bool is_needed(void)
{
	return strcmp(lang_hooks.name, "GNU GIMPLE") != 0 &&
	       !flag_preprocess_only && !flag_syntax_only;
}

/* Does this option of the command line concern no one but us? */
static bool is_ours(const struct cl_decoded_option *option,
		    const struct plugin_name_args *plugin)
{
	size_t length = strlen(plugin->base_name);

	if (option->opt_index == OPT_fplugin_)
		return strcmp(option->arg, plugin->full_name) == 0 ||
		       strcmp(option->arg, plugin->base_name) == 0;
	return option->opt_index == OPT_fplugin_arg_ &&
	       strncmp(option->arg, plugin->base_name, length) == 0 &&
	       option->arg[length] == '-';
}

/*
 * GCC notes the options in objects that are made with -flto or -g or are to
 * be offloaded. An object that was only looked at shall not differ from one
 * that was not, so ours are taken out of the copy that is noted; the driver
 * adds -iplugindir where there is a plugin.
 */
static void hide_options(const struct plugin_name_args *plugin)
{
	unsigned count = 0, others = 0;

	for (unsigned i = 0; i < save_decoded_options_count; i++) {
		if (is_ours(&save_decoded_options[i], plugin))
			continue;
		others += save_decoded_options[i].opt_index == OPT_fplugin_;
		save_decoded_options[count++] = save_decoded_options[i];
	}
	save_decoded_options_count = count;
	if (others)
		return;
	count = 0;
	for (unsigned i = 0; i < save_decoded_options_count; i++)
		if (save_decoded_options[i].opt_index != OPT_iplugindir_)
			save_decoded_options[count++] = save_decoded_options[i];
	save_decoded_options_count = count;
}

/*
 * record: the last place where constructs are whole; GCC has found the errors
 * in them (pass diagnose_omp_blocks), and nothing is lowered yet.
 * choose: behind the early inlining, when copies are gone, and before values
 * are numbered.
 * analyse: the last pass of the early ones that every function goes through
 * before the first of them is really inlined or thrown away.
 * clock: as soon as a function may be added that has not been lowered with
 * the others; that before it looks into the statements of all of them.
 * end: behind those for all functions; what follows is of no use to a child.
 */
static void register_passes(const char *plugin)
{
	register_pass_at(plugin, new record_pass, "omplower",
			 PASS_POS_INSERT_BEFORE);
	register_pass_at(plugin, new choose_pass, "forwprop",
			 PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new analyse_pass, "release_ssa",
			 PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new clock_pass, "*free_lang_data",
			 PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new end_pass, "opt_local_passes",
			 PASS_POS_INSERT_AFTER);
}

SEEN_BY_GCC int plugin_init(struct plugin_name_args *plugin,
			    struct plugin_gcc_version *gcc)
{
	if (!fit_check(gcc))
		return 0;
	register_callback(plugin->base_name, PLUGIN_INFO, NULL, &information);
	hide_options(plugin);
	if (!is_needed())
		return 0;
	for (int i = 0; i < plugin->argc && has_loops(); i++)
		read_argument(&plugin->argv[i]);
	plugin_name = plugin->base_name;
	callee_begin(look_at_callee);
	register_passes(plugin->base_name);
	code_init(plugin->base_name);
	register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_START,
			  on_functions, NULL);
	register_callback(plugin->base_name, PLUGIN_FINISH_UNIT, on_unit, NULL);
	register_callback(plugin->base_name, PLUGIN_FINISH, on_finish, NULL);
	return 0;
}
