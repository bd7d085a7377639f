/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "distribute.h"
#include "live.h"

static void note_stores(struct live_loop *live, basic_block block)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i))
		if (gimple_assign_single_p(gsi_stmt(i)) &&
		    gimple_store_p(gsi_stmt(i)) &&
		    live->store_count < MAX_STORES)
			live->stores[live->store_count++] =
				gimple_location(gsi_stmt(i));
}

/* A call that replaces a store has the place of the store. */
void distribute_before(void)
{
	live_update(NULL);
	for (unsigned i = 0; i < live_loops.length(); i++) {
		class loop *loop = live_loop_of(&live_loops[i]);
		basic_block *body;

		live_loops[i].store_count = 0;
		if (!loop || loop->inner)
			continue;
		body = get_loop_body(loop);
		for (unsigned j = 0; j < loop->num_nodes; j++)
			note_stores(&live_loops[i], body[j]);
		free(body);
	}
}

static const char *library_function(gimple *stmt)
{
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMSET))
		return "memset";
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMCPY))
		return "memcpy";
	if (gimple_call_builtin_p(stmt, BUILT_IN_MEMMOVE))
		return "memmove";
	if (gimple_call_builtin_p(stmt, BUILT_IN_STRLEN))
		return "strlen";
	return NULL;
}

static void attach_call(gimple *call, const char *name)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		for (unsigned j = 0; j < live->store_count; j++)
			if (live->stores[j] == gimple_location(call))
				live->code.outcome.library_call = name;
	}
}

static void attach_calls(void)
{
	basic_block block;
	bool any = false;

	for (unsigned i = 0; i < live_loops.length(); i++)
		any |= live_loops[i].store_count > 0;
	if (!any)
		return;
	FOR_EACH_BB_FN (block, cfun)
		for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
		     !gsi_end_p(i); gsi_next_nondebug(&i)) {
			const char *name = library_function(gsi_stmt(i));

			if (name)
				attach_call(gsi_stmt(i), name);
		}
}

static bool is_around(const struct live_loop *outer,
		      const struct live_loop *inner)
{
	while (inner && inner != outer)
		inner = live_find(inner->parent);
	return inner;
}

/* The loop that is left where only part of this one became a call. */
static struct live_loop *rest_of(const struct live_loop *gone)
{
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (!live_loops[i].gone && live_loops[i].innermost &&
		    !is_around(&live_loops[i], gone) &&
		    live_loop_of(&live_loops[i]) &&
		    live_stands_at(&live_loops[i], gone->place))
			return &live_loops[i];
	return NULL;
}

static void became_call(struct live_loop *gone)
{
	struct live_loop *rest = rest_of(gone);
	struct outcome *outcome = &gone->code.outcome;

	if (rest) {
		rest->code.outcome.library_call = outcome->library_call;
		outcome->library_call = NULL;
		return;
	}
	free(outcome->reason);
	outcome->reason = xasprintf("GCC turned this loop into a call of %s",
				    outcome->library_call);
}

void distribute_after(void)
{
	attach_calls();
	live_update(NULL);
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];

		if (live->gone || live_loop_of(live))
			continue;
		live->gone = true;
		if (live->code.outcome.library_call)
			became_call(live);
	}
}
