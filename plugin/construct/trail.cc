/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread passes on its way through a region, in the order of the source.
 */
#include "base/gcc.h"
#include "question.h"
#include "schedule.h"
#include "thread.h"
#include "trail.h"
#include "zero.h"

static void add_event(struct trail *trail, enum trail_kind kind, gimple *loop,
		      tree label)
{
	struct trail_event event = {kind, loop, label, NULL, NULL};

	trail->events.safe_push(event);
}

static void add_statements(struct trail *trail, enum trail_kind kind,
			   gimple *first, gimple *end)
{
	struct trail_event event = {kind, NULL, NULL_TREE, first, end};

	trail->events.safe_push(event);
}

static void add_zero(struct trail *trail, gimple *condition)
{
	gimple *first, *end;

	if (zero_begins(condition, &first, &end))
		add_statements(trail, TRAIL_ALONE, first, end);
}

static bool is_barrier(gimple *statement)
{
	return gimple_call_builtin_p(statement, BUILT_IN_GOMP_BARRIER) ||
	       gimple_call_builtin_p(statement, BUILT_IN_GOMP_BARRIER_CANCEL);
}

/* Whether it is thread 0 alone has been seen by itself. */
static bool is_decided(const struct trail *trail, gimple *choice)
{
	gimple *first, *end;

	return trail->told && thread_uses(choice, trail->told) &&
	       !(gimple_code(choice) == GIMPLE_COND &&
		 zero_begins(choice, &first, &end));
}

static void add_choice(struct trail *trail, gimple *choice, tree label)
{
	struct trail_event event = {TRAIL_JUMP, NULL, label, NULL, NULL};

	if (is_decided(trail, choice))
		event.first = choice;
	trail->events.safe_push(event);
}

static void add_jumps(struct trail *trail, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_GOTO:
		add_event(trail, TRAIL_JUMP, NULL, gimple_goto_dest(statement));
		break;
	case GIMPLE_COND: {
		gcond *cond = as_a<gcond *>(statement);

		add_choice(trail, cond, gimple_cond_true_label(cond));
		add_choice(trail, cond, gimple_cond_false_label(cond));
		break;
	}
	case GIMPLE_SWITCH: {
		gswitch *choice = as_a<gswitch *>(statement);

		for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
			add_choice(trail, choice,
				   CASE_LABEL(gimple_switch_label(choice, i)));
		break;
	}
	case GIMPLE_RETURN:
		add_event(trail, TRAIL_JUMP, NULL, NULL_TREE);
		break;
	case GIMPLE_LABEL:
		add_event(trail, TRAIL_LABEL, NULL,
			  gimple_label_label(as_a<glabel *>(statement)));
		break;
	default:
		break;
	}
}

static void barrier_unless_nowait(struct trail *trail, tree clauses)
{
	if (!omp_find_clause(clauses, OMP_CLAUSE_NOWAIT))
		add_event(trail, TRAIL_BARRIER, NULL, NULL_TREE);
}

static void add_call(struct trail *trail, gimple *call)
{
	tree function = gimple_call_fndecl(call);
	struct trail_event event = {function ? TRAIL_CALL : TRAIL_THROUGH, NULL,
				    function, call, NULL};

	if (!gimple_call_internal_p(call) &&
	    !(function && question_is_harmless(function)))
		trail->events.safe_push(event);
}

static void add_told(struct trail *trail, gimple *statement)
{
	enum trail_kind kind;

	if (!trail->told ||
	    !(is_gimple_assign(statement) || is_gimple_call(statement) ||
	      gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD))
		return;
	kind = thread_uses(statement, trail->told) ? TRAIL_ALONE : TRAIL_PLAIN;
	add_statements(trail, kind, statement, statement->next);
}

/* A call may have a barrier within. */
static void add_plain(struct trail *trail, gimple *statement)
{
	add_told(trail, statement);
	if (!is_gimple_call(statement))
		return;
	add_call(trail, statement);
	add_told(trail, statement);
}

/* walk_gimple_seq's callback; the team of an inner region is another one. */
static tree follow(gimple_stmt_iterator *gsi, bool *handled,
		   struct walk_stmt_info *info)
{
	struct trail *trail = (struct trail *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	*handled = true;
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_PARALLEL:
	case GIMPLE_OMP_TASK:
	case GIMPLE_OMP_TARGET:
	case GIMPLE_OMP_TEAMS:
		return NULL_TREE;
	case GIMPLE_OMP_FOR:
		if (!schedule_fits(statement))
			break;
		add_event(trail, TRAIL_LOOP, statement, NULL_TREE);
		barrier_unless_nowait(trail, gimple_omp_for_clauses(statement));
		return NULL_TREE;
	case GIMPLE_OMP_SINGLE:
		add_statements(trail, TRAIL_ANYONE, statement, statement->next);
		barrier_unless_nowait(trail,
				      gimple_omp_single_clauses(statement));
		return NULL_TREE;
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_MASKED:
		add_statements(trail, TRAIL_ALONE, statement, statement->next);
		break;
	case GIMPLE_OMP_SECTIONS:
		barrier_unless_nowait(trail,
				      gimple_omp_sections_clauses(statement));
		return NULL_TREE;
	default:
		if (is_barrier(statement))
			add_event(trail, TRAIL_BARRIER, NULL, NULL_TREE);
		else if (gimple_code(statement) == GIMPLE_COND)
			add_zero(trail, statement);
		else
			add_plain(trail, statement);
		add_jumps(trail, statement);
	}
	*handled = false;
	return NULL_TREE;
}

void trail_follow(struct trail *trail, gimple *parallel)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = trail;
	walk_gimple_seq(parallel ? gimple_omp_body(parallel)
				 : gimple_body(current_function_decl),
			follow, NULL, &info);
}

void trail_follow_told(struct trail *trail, gimple *parallel)
{
	gimple_seq body = parallel ? gimple_omp_body(parallel)
				   : gimple_body(current_function_decl);
	hash_set<tree> told;

	if (thread_tells(body, &told))
		trail->told = &told;
	trail_follow(trail, parallel);
	trail->told = NULL;
}

unsigned trail_label(const struct trail *trail, tree label)
{
	unsigned i;

	for (i = 0; i < trail->events.length(); i++)
		if (trail->events[i].kind == TRAIL_LABEL &&
		    trail->events[i].label == label)
			break;
	return i;
}

/* ---- calls ---- */

static void add_until_barrier(const struct trail *trail, unsigned from,
			      vec<tree> *calls)
{
	for (unsigned i = from; i < trail->events.length(); i++) {
		if (trail->events[i].kind == TRAIL_BARRIER)
			break;
		if (trail->events[i].kind == TRAIL_CALL)
			calls->safe_push(trail->events[i].label);
	}
	calls->safe_push(NULL_TREE);
}

/* What is called after the last barrier before a jump back goes on there. */
static void add_jump_back(const struct trail *trail, unsigned jump,
			  vec<tree> *calls)
{
	unsigned begin = jump, target;

	target = trail_label(trail, trail->events[jump].label);
	if (target > jump)
		return;
	while (begin > target && trail->events[begin].kind != TRAIL_BARRIER)
		begin--;
	calls->safe_push(NULL_TREE);
	for (unsigned i = begin; i < jump; i++)
		if (trail->events[i].kind == TRAIL_CALL)
			calls->safe_push(trail->events[i].label);
	add_until_barrier(trail, target, calls);
}

void trail_calls(gimple *parallel, vec<tree> *calls)
{
	struct trail trail = {};

	trail_follow(&trail, parallel);
	for (unsigned i = 0; i < trail.events.length(); i++)
		if (trail.events[i].kind == TRAIL_CALL ||
		    trail.events[i].kind == TRAIL_BARRIER)
			calls->safe_push(trail.events[i].label);
	for (unsigned i = 0; i < trail.events.length(); i++)
		if (trail.events[i].kind == TRAIL_JUMP)
			add_jump_back(&trail, i, calls);
	trail.events.release();
}
