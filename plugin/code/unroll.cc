/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "live.h"
#include "unroll.h"

/* What is new by now is left of the loops that were known. */
static bool is_copy(class loop *)
{
	return true;
}

void unroll_before(void)
{
	live_update(is_copy);
}

static void unrolled_completely(struct live_loop *live)
{
	struct outcome *outcome = &live->code.outcome;
	struct live_loop *around = live_find(live->parent);

	live->gone = true;
	outcome->unrolled = 0;
	if (!outcome->vectorised)
		outcome_set_reason(outcome, OUTCOME_UNROLLED);
	for (; around && outcome->vectorised;
	     around = live_find(around->parent))
		around->vectors_inside = true;
}

void unroll_after(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (loop)
			live->innermost |= !loop->inner;
		else if (!live->gone)
			unrolled_completely(live);
	}
}

void unroll_after_rtl(void)
{
	for (unsigned i = 0; i < live_loops.length(); i++) {
		struct live_loop *live = &live_loops[i];
		class loop *loop = live_loop_of(live);

		if (!loop || live->gone ||
		    loop->lpt_decision.decision == LPT_NONE)
			continue;
		live->code.outcome.unrolled *= loop->lpt_decision.times + 1;
	}
}
