/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statements of a region in a row, with its loops.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "construct/schedule.h"
#include "steps.h"

/* ---- the row ---- */

static unsigned add(struct steps *steps, enum step_kind kind, gimple *statement,
		    bool passed)
{
	steps->list.safe_push({kind, statement, 0, passed, false});
	return steps->list.length() - 1;
}

static void leave(struct steps *steps, unsigned entered)
{
	struct step step = steps->list[entered];
	unsigned left = add(steps, STEP_LEAVE, step.statement, step.passed);

	steps->list[entered].end = left;
}

static bool handles(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_TRY &&
	       gimple_try_kind(statement) == GIMPLE_TRY_CATCH;
}

static void flatten(struct steps *steps, gimple_seq body, bool in_region,
		    bool inner);

static void flatten_for(struct steps *steps, gimple *loop, bool in_region,
			bool inner)
{
	bool shares = schedule_fits(loop) && !inner;
	unsigned entered;

	flatten(steps, gimple_omp_for_pre_body(loop), in_region, inner);
	entered = add(steps, shares ? STEP_LOOP : STEP_ENTER, loop, !shares);
	flatten(steps, gimple_omp_body(loop), in_region, true);
	leave(steps, entered);
	if (!shares)
		steps->spans.safe_push(
			{entered, steps->list[entered].end, NULL});
}

/* Within a shared loop, or another region, loops are no more shared out here.
 */
static void flatten(struct steps *steps, gimple_seq body, bool in_region,
		    bool inner)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies), entered;
		bool region = gimple_code(statement) == GIMPLE_OMP_PARALLEL;

		if (region && !in_region && !inner)
			continue;
		if (gimple_code(statement) == GIMPLE_OMP_FOR) {
			flatten_for(steps, statement, in_region, inner);
			continue;
		}
		if (gimple_code(statement) == GIMPLE_LABEL)
			steps->labels->put(
				gimple_label_label(as_a<glabel *>(statement)),
				steps->list.length());
		entered = add(steps, count > 0 ? STEP_ENTER : STEP_STATEMENT,
			      statement, false);
		for (unsigned i = 0; i < count; i++) {
			unsigned part = 0;
			bool handler = i > 0 && handles(statement);

			if (handler)
				part = add(steps, STEP_ENTER, statement, true);
			flatten(steps, *bodies[i], in_region, inner || region);
			if (handler)
				leave(steps, part);
		}
		if (count > 0)
			leave(steps, entered);
	}
}

unsigned steps_place(const struct steps *steps, tree label)
{
	unsigned *place = label ? steps->labels->get(label) : NULL;

	return place ? *place : steps->list.length();
}

bool steps_jumps(const struct steps *steps, unsigned at, vec<unsigned> *targets)
{
	gimple *statement = steps->list[at].statement;

	if (steps->list[at].kind != STEP_STATEMENT)
		return false;
	switch (gimple_code(statement)) {
	case GIMPLE_GOTO:
		targets->safe_push(
			steps_place(steps, gimple_goto_dest(statement)));
		return true;
	case GIMPLE_COND: {
		gcond *condition = as_a<gcond *>(statement);

		targets->safe_push(
			steps_place(steps, gimple_cond_true_label(condition)));
		targets->safe_push(
			steps_place(steps, gimple_cond_false_label(condition)));
		return true;
	}
	case GIMPLE_SWITCH: {
		gswitch *choice = as_a<gswitch *>(statement);

		for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
			targets->safe_push(steps_place(
				steps,
				CASE_LABEL(gimple_switch_label(choice, i))));
		return true;
	}
	case GIMPLE_RETURN:
		targets->safe_push(steps->list.length());
		return true;
	default:
		return false;
	}
}

void steps_find(struct steps *steps, gimple_seq body, bool in_region)
{
	vec<unsigned> targets = vNULL;

	*steps = {};
	steps->labels = new hash_map<tree, unsigned>;
	flatten(steps, body, in_region, false);
	for (unsigned i = 0; i < steps->list.length(); i++) {
		targets.truncate(0);
		steps_jumps(steps, i, &targets);
		for (unsigned j = 0; j < targets.length(); j++)
			if (targets[j] <= i)
				steps->spans.safe_push({targets[j], i, NULL});
	}
	targets.release();
}

void steps_free(struct steps *steps)
{
	for (unsigned i = 0; i < steps->spans.length(); i++)
		BITMAP_FREE(steps->spans[i].covered);
	steps->list.release();
	steps->spans.release();
	delete steps->labels;
}

/* ---- ways ---- */

static bool is_in(const struct span *span, unsigned at)
{
	return at >= span->head && at <= span->latch;
}

/* Nothing but labels, and values that tests need, stands between. */
static bool is_plain(const struct steps *steps, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		gimple *statement = steps->list[i].statement;
		enum gimple_code code = gimple_code(statement);

		if (code != GIMPLE_LABEL && code != GIMPLE_BIND &&
		    code != GIMPLE_GOTO && code != GIMPLE_ASSIGN &&
		    code != GIMPLE_PREDICT && code != GIMPLE_DEBUG)
			return false;
		if (code == GIMPLE_ASSIGN &&
		    !DECL_P(gimple_assign_lhs(statement)) &&
		    TREE_CODE(gimple_assign_lhs(statement)) != SSA_NAME)
			return false;
	}
	return true;
}

bool steps_leave(const struct steps *steps, const struct span *span,
		 unsigned from, unsigned to)
{
	if (to <= span->latch)
		return false;
	return is_in(span, from) ||
	       (from < span->head && is_plain(steps, from + 1, span->head) &&
		is_plain(steps, span->latch + 1, to));
}

/* Does a jump of the span leave out a step? Not if it only enters a loop that
   holds the step at its end, passes such a loop by, or leaves it at its top. */
static bool skips(const struct steps *steps, const struct span *span,
		  unsigned at, unsigned to, unsigned over)
{
	if (to <= over || to > span->latch)
		return false;
	for (unsigned i = 0; i < steps->spans.length(); i++) {
		const struct span *inner = &steps->spans[i];

		if (!is_in(inner, over) ||
		    (inner->head == span->head && inner->latch == span->latch))
			continue;
		if (at < inner->head && is_plain(steps, at + 1, inner->head) &&
		    (is_in(inner, to) || is_plain(steps, inner->latch + 1, to)))
			return false;
		if (is_in(inner, at) && to > inner->latch &&
		    is_plain(steps, inner->head, at))
			return false;
	}
	return true;
}

bool steps_certain(const struct steps *steps, const struct span *span,
		   unsigned at)
{
	vec<unsigned> targets = vNULL;
	bool certain = is_in(span, at);

	for (unsigned i = span->head; certain && i < at; i++) {
		targets.truncate(0);
		steps_jumps(steps, i, &targets);
		for (unsigned j = 0; j < targets.length(); j++)
			certain &= !skips(steps, span, i, targets[j], at);
	}
	targets.release();
	return certain;
}
