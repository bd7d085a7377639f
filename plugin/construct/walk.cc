/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Goes through a body in the order in which it runs.
 *
 * At each place it is known what was written on all ways there. Jumps forward
 * take that along; jumps backward say nothing new, as a first round knows the
 * least. Inner loops are taken to run at least once. All of it is done twice,
 * since elements are also told by where else they are written.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "element.h"
#include "scan.h"
#include "visit.h"
#include "walk.h"
#include "written.h"

/* Of more nothing is found out. */
#define MOST_STATEMENTS 20000

/* ---- the statements in a row ---- */

static void add_span(struct scan *scan, tree label, int from)
{
	struct span span = {scan_place(scan, label), from, vNULL};

	if (span.head >= 0 && span.head <= from)
		scan->spans.safe_push(span);
}

/* Such as the compiler's own loops over an array of Fortran have. */
static void note_counted(struct scan *scan, gimple *statement)
{
	tree target = gimple_get_lhs(statement);

	if (is_gimple_assign(statement) && gimple_num_ops(statement) == 3 &&
	    VAR_P(target) && gimple_assign_rhs1(statement) == target &&
	    CONSTANT_CLASS_P(gimple_assign_rhs2(statement)))
		scan->counted->add(target);
}

static void flatten(struct scan *scan, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		struct span span = {(int)scan->flat.length(), 0, vNULL};

		if (glabel *label = dyn_cast<glabel *>(statement))
			scan->labels->put(gimple_label_label(label), span.head);
		scan->flat.safe_push(statement);
		note_counted(scan, statement);
		for (unsigned i = 0; i < count; i++)
			flatten(scan, *bodies[i]);
		if (gimple_code(statement) != GIMPLE_OMP_FOR)
			continue;
		span.latch = (int)scan->flat.length();
		scan->spans.safe_push(span);
		scan->flat.safe_push(NULL);
	}
}

static void find_spans(struct scan *scan)
{
	for (int i = 0; i < (int)scan->flat.length(); i++) {
		gimple *statement = scan->flat[i];

		if (!statement)
			continue;
		if (gimple_code(statement) == GIMPLE_GOTO)
			add_span(scan, gimple_goto_dest(statement), i);
		if (gcond *condition = dyn_cast<gcond *>(statement)) {
			add_span(scan, gimple_cond_true_label(condition), i);
			add_span(scan, gimple_cond_false_label(condition), i);
		}
	}
}

/* ---- where it goes on ---- */

static void stop(struct scan *scan)
{
	BITMAP_FREE(scan->now);
}

static void record_state(struct scan *scan, tree label, bitmap state)
{
	bitmap &known = scan->states->get_or_insert(label);

	if (!known) {
		known = BITMAP_ALLOC(NULL);
		bitmap_copy(known, state);
	} else {
		bitmap_and_into(known, state);
	}
}

/* Nothing but tests and what they need stands before it in its loop. */
static bool is_at_top(const struct scan *scan, const struct span *span)
{
	for (int i = span->head; i < scan->place; i++) {
		gimple *statement = scan->flat[i];
		tree target = statement ? gimple_get_lhs(statement) : NULL_TREE;

		if (!statement ||
		    (target && !element_is_temporary(scan, target)))
			return false;
	}
	return true;
}

/* Jumps backward say nothing new: a first round knows the least. */
static void jump(struct scan *scan, tree label)
{
	int to = scan_place(scan, label);
	bitmap state, next;

	if (!scan->now || to <= scan->place)
		return;
	state = BITMAP_ALLOC(NULL);
	bitmap_copy(state, scan->now);
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->head > scan->place || span->latch < scan->place ||
		    span->latch >= to)
			continue;
		if (scan->place < span->latch && is_at_top(scan, span)) {
			span->exits.safe_push(label);
			BITMAP_FREE(state);
			return;
		}
		std::swap(state, scan->now);
		next = written_after_loop(scan, span);
		std::swap(state, scan->now);
		BITMAP_FREE(state);
		state = next;
	}
	record_state(scan, label, state);
	BITMAP_FREE(state);
}

/* The end of a loop that is left at its top: what it has done is done. */
static void jump_back(struct scan *scan)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];
		bitmap state;

		if (span->latch != scan->place || !scan->now)
			continue;
		state = written_after_loop(scan, span);
		for (unsigned j = 0; j < span->exits.length(); j++)
			record_state(scan, span->exits[j], state);
		BITMAP_FREE(state);
		span->exits.truncate(0);
	}
}

/* A jump to the test at the end of a loop, which stands right behind it. */
static bool enters_loop(const struct scan *scan, tree label)
{
	int to = scan_place(scan, label);

	for (unsigned i = 0; i < scan->spans.length(); i++)
		if (scan->spans[i].head == scan->place + 1 &&
		    to > scan->place + 1 && to <= scan->spans[i].latch)
			return true;
	return false;
}

/* A test that only passes a loop by. */
static bool passes_loop(const struct scan *scan, int to)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		const struct span *span = &scan->spans[i];
		int at = scan->place + 1;

		if (span->head <= scan->place || span->latch >= to)
			continue;
		while (at < span->head && scan->flat[at] &&
		       (gimple_code(scan->flat[at]) == GIMPLE_LABEL ||
			gimple_code(scan->flat[at]) == GIMPLE_BIND ||
			(gimple_get_lhs(scan->flat[at]) &&
			 DECL_P(gimple_get_lhs(scan->flat[at])))))
			at++;
		if (at == span->head)
			return true;
	}
	return false;
}

static void follow_condition(struct scan *scan, gcond *condition)
{
	tree one = gimple_cond_true_label(condition);
	tree other = gimple_cond_false_label(condition);
	bool passes = lang_GNU_Fortran() &&
		      passes_loop(scan, scan_place(scan, other));

	jump_back(scan);
	jump(scan, one);
	if (!passes)
		jump(scan, other);
	stop(scan);
}

static void follow_switch(struct scan *scan, gswitch *choice)
{
	for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
		jump(scan, CASE_LABEL(gimple_switch_label(choice, i)));
	stop(scan);
}

static void follow(struct scan *scan, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_COND:
		follow_condition(scan, as_a<gcond *>(statement));
		break;
	case GIMPLE_GOTO:
		if (enters_loop(scan, gimple_goto_dest(statement)))
			break;
		jump_back(scan);
		jump(scan, gimple_goto_dest(statement));
		stop(scan);
		break;
	case GIMPLE_SWITCH:
		follow_switch(scan, as_a<gswitch *>(statement));
		break;
	case GIMPLE_RETURN:
		stop(scan);
		break;
	default:
		break;
	}
}

static void meet_label(struct scan *scan, tree label)
{
	bitmap *known = scan->states->get(label);

	if (!known || !*known)
		return;
	if (scan->now) {
		bitmap_and_into(scan->now, *known);
	} else {
		scan->now = BITMAP_ALLOC(NULL);
		bitmap_copy(scan->now, *known);
	}
}

static void end_simd(struct scan *scan)
{
	bitmap state;

	for (unsigned i = 0; i < scan->spans.length(); i++) {
		if (scan->spans[i].latch != scan->place || !scan->now)
			continue;
		state = written_after_loop(scan, &scan->spans[i]);
		BITMAP_FREE(scan->now);
		scan->now = state;
	}
}

/* ---- the walk ---- */

static void step(struct scan *scan, gimple *statement)
{
	visit_statement(scan, statement);
	follow(scan, statement);
}

static void walk(struct scan *scan, bool learning)
{
	scan->learning = learning;
	scan->now = BITMAP_ALLOC(NULL);
	for (scan->place = 0; scan->place < (int)scan->flat.length();
	     scan->place++) {
		gimple *statement = scan->flat[scan->place];

		if (statement && gimple_code(statement) == GIMPLE_LABEL)
			meet_label(scan, gimple_label_label(
						 as_a<glabel *>(statement)));
		else if (scan->now && statement)
			step(scan, statement);
		else if (scan->now)
			end_simd(scan);
	}
	if (scan->now)
		stop(scan);
}

bool walk_body(struct scan *scan, gimple_seq body)
{
	flatten(scan, body);
	if (scan->flat.length() > MOST_STATEMENTS)
		return false;
	find_spans(scan);
	walk(scan, true);
	scan_begin_again(scan);
	walk(scan, false);
	return true;
}
