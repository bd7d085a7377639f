/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of GCC's passes the child goes through.
 *
 * Passes that only warn are skipped, all that follow the analysis, and the
 * inlining of calls where there are none, and those that only newer GCCs have
 * so early, so that records are the same with all: choose.cc does what phiprop
 * does, and more. Dead code is removed, but without
 * the proof that each loop ends, which takes most of that pass: loops are
 * said to have an upper bound meanwhile. Values are numbered as at -O1, where
 * GCC goes through each loop once: what it finds by going on takes as long
 * again and tells the analysis nothing.
 */
#include "base/gcc.h"
#include "attempt.h"
#include "gate.h"

/* What dead code elimination and value numbering are called. */
static const char *const elimination = "cddce";
static const char *const numbering = "fre";

static const char *const skipped[] = {
	"walloca",
	"waccess",
	"*early_warn_uninitialized",
	"*warn_printf",
	"*nonnullcmp",
	"early_objsz",
	"*strip_predict_hints",
	"phiprop",
	"sccopy",
};

static unsigned analysed; /* DECL_UID of the last function */
static bool bounded;

static bool is_skipped(const opt_pass *pass)
{
	for (unsigned i = 0; i < ARRAY_SIZE(skipped); i++)
		if (strcmp(pass->name, skipped[i]) == 0)
			return true;
	return false;
}

/* Passes that prepare and do the inlining: of use where a function calls
   another that is known. */
static bool is_idle(const opt_pass *pass)
{
	if (strcmp(pass->name, "local-fnsummary") != 0 &&
	    strcmp(pass->name, "einline") != 0)
		return false;
	if (!DECL_UNINLINABLE(cfun->decl))
		return false;
	for (cgraph_edge *call = cgraph_node::get(cfun->decl)->callees; call;
	     call = call->next_callee)
		if (call->callee->has_gimple_body_p())
			return false;
	return true;
}

static void say_bounded(bool now)
{
	if (now == bounded || !loops_for_fn(cfun))
		return;
	bounded = now;
	FOR_EACH_LOOP_OF (loop, 0) {
		loop->any_upper_bound = now;
		loop->nb_iterations_upper_bound = HOST_WIDE_INT_MAX;
	}
}

static void on_gate(void *status, void *)
{
	bool *runs = (bool *)status;

	if (!cfun || current_pass->type != GIMPLE_PASS) {
		attempt_enter(NULL_TREE);
		return;
	}
	attempt_enter(cfun->decl);
	optimize = strcmp(current_pass->name, numbering) == 0 ? 1 : 2;
	say_bounded(*runs && strcmp(current_pass->name, elimination) == 0);
	if (DECL_UID(cfun->decl) == analysed || is_skipped(current_pass) ||
	    is_idle(current_pass))
		*runs = false;
}

void gate_begin(const char *plugin)
{
	register_callback(plugin, PLUGIN_OVERRIDE_GATE, on_gate, NULL);
}

void gate_analysed(const function *fn)
{
	analysed = DECL_UID(fn->decl);
}
