/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "early.h"
#include "live.h"
#include "straight.h"
#include "vector.h"

/* What stands where loops inside this one stood: it, or one around it. */
static struct live_loop *left_of(int num)
{
	while (num > 0) {
		struct live_loop *live = live_find(num);
		const struct early_loop *early = early_find(num);

		if (live && live_loop_of(live))
			return live;
		num = live ? live->parent : early ? early->parent : 0;
	}
	return NULL;
}

typedef void straight_visit(struct outcome *outcome, struct live_loop *around);

static void visit_straight(struct outcome *outcome, int parent,
			   straight_visit *visit)
{
	struct live_loop *around = left_of(parent);

	if (around && outcome->unrolled == 0 && !outcome->vectorised)
		visit(outcome, around);
}

/* The loops that were unrolled completely, sooner or later. */
static void each_straight(straight_visit *visit)
{
	early_forget_others();
	for (unsigned i = 0; i < early_loops.length(); i++)
		if (early_loops[i].code >= 0)
			visit_straight(&code_loops[early_loops[i].code].outcome,
				       early_loops[i].parent, visit);
	for (unsigned i = 0; i < live_loops.length(); i++)
		if (live_loops[i].gone)
			visit_straight(&live_loops[i].code.outcome,
				       live_loops[i].parent, visit);
}

static void note_vectors(struct outcome *, struct live_loop *around)
{
	around->had_vectors = vector_any(live_loop_of(around));
}

void straight_before(void)
{
	each_straight(note_vectors);
}

/* Vectors of what were iterations of the unrolled loop. */
static void take_vectors(struct outcome *outcome, struct live_loop *around)
{
	if (around->had_vectors || !vector_any(live_loop_of(around)))
		return;
	outcome->vectorised = true;
	vector_look(live_loop_of(around), &outcome->vector);
	free(outcome->reason);
	outcome->reason = NULL;
	around->vectors_inside = true;
}

void straight_after(void)
{
	each_straight(take_vectors);
}
