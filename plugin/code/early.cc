/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "early.h"
#include "live.h"
#include "region.h"

vec<struct early_loop> early_loops;

static tree early_function;

void early_note(void)
{
	early_function = current_function_decl;
	early_loops.truncate(0);
	if (!region_any() || !current_loops)
		return;
	FOR_EACH_LOOP_OF (loop, 0) {
		struct early_loop early = {loop->num, 0,
					   live_place_in_words(loop), -1};

		if (loop_outer(loop))
			early.parent = loop_outer(loop)->num;
		early_loops.safe_push(early);
	}
}

const struct early_loop *early_find(int num)
{
	for (unsigned i = 0; i < early_loops.length(); i++)
		if (early_loops[i].num == num)
			return &early_loops[i];
	return NULL;
}

/* A loop that the pass removed was unrolled completely, inner ones first. */
void early_find_unrolled(void)
{
	for (unsigned i = early_loops.length(); i > 0; i--) {
		struct early_loop *early = &early_loops[i - 1];
		class loop *loop = get_loop(cfun, early->num);
		struct code_loop code;

		if ((loop && loop->header) || !early->place.file)
			continue;
		code = outcome_loop_at(early->place);
		code.exact = true;
		code.region = region_around(early->place);
		outcome_set_reason(&code.outcome, OUTCOME_UNROLLED);
		early->code = code_loops.length();
		code_loops.safe_push(code);
	}
}

void early_forget_others(void)
{
	if (early_function != current_function_decl)
		early_loops.truncate(0);
}

void early_free_all(void)
{
	early_loops.release();
}
