/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Goes through a body in the order in which it runs.
 *
 * At each place it is known what was written on all ways there. Jumps forward
 * take that along; jumps backward say nothing new, as a first round knows the
 * least. An inner loop may have no iterations: behind it what it writes is not
 * known to be written, but for arrays that it goes through, since what reads
 * them goes as far. All of it is done twice, since elements are also told by
 * where else they are written.
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
	struct span span = {};

	span.head = scan_place(scan, label);
	span.latch = from;
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

static void flatten(struct scan *scan, gimple_seq body);

/* A part that may be passed by: a loop of simd, or what handles exceptions. */
static void flatten_span(struct scan *scan, gimple *statement, gimple_seq body,
			 bool handler)
{
	struct span span = {};

	span.head = (int)scan->flat.length();
	span.handler = handler;
	scan->flat.safe_push(statement);
	flatten(scan, body);
	span.latch = (int)scan->flat.length();
	scan->spans.safe_push(span);
	scan->flat.safe_push(NULL);
}

static bool handles(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_TRY &&
	       gimple_try_kind(statement) == GIMPLE_TRY_CATCH;
}

static void flatten(struct scan *scan, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (gimple_code(statement) == GIMPLE_OMP_FOR) {
			flatten(scan, gimple_omp_for_pre_body(statement));
			flatten_span(scan, statement,
				     gimple_omp_body(statement), false);
			continue;
		}
		if (glabel *label = dyn_cast<glabel *>(statement))
			scan->labels->put(gimple_label_label(label),
					  (int)scan->flat.length());
		scan->flat.safe_push(statement);
		note_counted(scan, statement);
		for (unsigned i = 0; i < count; i++)
			if (i > 0 && handles(statement))
				flatten_span(scan, statement, *bodies[i], true);
			else
				flatten(scan, *bodies[i]);
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

static bitmap copy_of(bitmap state)
{
	bitmap copy = BITMAP_ALLOC(NULL);

	bitmap_copy(copy, state);
	return copy;
}

static void add_way(struct scan *scan, struct span *span, tree label)
{
	span->ways.safe_push({label, copy_of(scan->now)});
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
	bitmap state;

	if (!scan->now || to <= scan->place)
		return;
	state = copy_of(scan->now);
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];
		bitmap roots;

		if (span->handler || span->head > scan->place ||
		    span->latch < scan->place || span->latch >= to)
			continue;
		if (scan->place < span->latch && is_at_top(scan, span)) {
			add_way(scan, span, label);
			BITMAP_FREE(state);
			return;
		}
		roots = written_by_loop(scan, span);
		bitmap_ior_into(state, roots);
		BITMAP_FREE(roots);
	}
	record_state(scan, label, state);
	BITMAP_FREE(state);
}

/* The loop is through: what has passed it by finds its arrays written. */
static void end_span(struct scan *scan, struct span *span)
{
	bitmap roots;

	if (!scan->now)
		return;
	roots = written_by_loop(scan, span);
	if (span->roots)
		bitmap_ior_into(roots, span->roots);
	BITMAP_FREE(span->roots);
	span->roots = roots;
	for (unsigned i = 0; i < span->ways.length(); i++) {
		struct bypass *way = &span->ways[i];

		bitmap_ior_into(way->state, span->roots);
		record_state(scan, way->label, way->state);
		BITMAP_FREE(way->state);
	}
	span->ways.truncate(0);
}

static void jump_back(struct scan *scan)
{
	for (unsigned i = 0; i < scan->spans.length(); i++)
		if (scan->spans[i].latch == scan->place &&
		    !scan->spans[i].handler)
			end_span(scan, &scan->spans[i]);
}

/* A jump to the test at the end of a loop, which stands right behind it. */
static bool enter_loop(struct scan *scan, tree label)
{
	int to = scan_place(scan, label);

	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->head != scan->place + 1 || to <= scan->place + 1 ||
		    to > span->latch)
			continue;
		BITMAP_FREE(span->before);
		span->before = copy_of(scan->now);
		span->entry = label;
		return true;
	}
	return false;
}

/* The loop that a test only passes by, if it jumps there. */
static struct span *passed_loop(struct scan *scan, int to)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];
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
			return span;
	}
	return NULL;
}

static void follow_condition(struct scan *scan, gcond *condition)
{
	tree one = gimple_cond_true_label(condition);
	tree other = gimple_cond_false_label(condition);
	struct span *passed = passed_loop(scan, scan_place(scan, other));

	jump_back(scan);
	jump(scan, one);
	if (passed && scan->now)
		add_way(scan, passed, other);
	else
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
		if (enter_loop(scan, gimple_goto_dest(statement)))
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

/* The test at the end of a loop, to which a jump has led from before it. */
static void join_entry(struct scan *scan, tree label)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->entry != label || !span->before || !scan->now)
			continue;
		BITMAP_FREE(span->roots);
		span->roots = written_by_loop(scan, span);
		bitmap_and_into(scan->now, span->before);
		bitmap_ior_into(scan->now, span->roots);
		BITMAP_FREE(span->before);
	}
}

static void meet_label(struct scan *scan, tree label)
{
	bitmap *known = scan->states->get(label);

	if (known && *known) {
		if (scan->now)
			bitmap_and_into(scan->now, *known);
		else
			scan->now = copy_of(*known);
	}
	join_entry(scan, label);
}

static void begin_spans(struct scan *scan)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->head != scan->place || !scan->now ||
		    scan->flat[span->latch])
			continue;
		BITMAP_FREE(span->before);
		span->before = copy_of(scan->now);
	}
}

/* Of a simd loop, or a handler: its end is marked. */
static void end_spans(struct scan *scan)
{
	for (unsigned i = 0; i < scan->spans.length(); i++) {
		struct span *span = &scan->spans[i];

		if (span->latch != scan->place || !span->before)
			continue;
		if (!span->handler)
			end_span(scan, span);
		if (!scan->now)
			scan->now = BITMAP_ALLOC(NULL);
		bitmap_copy(scan->now, span->before);
		if (!span->handler && span->roots)
			bitmap_ior_into(scan->now, span->roots);
		BITMAP_FREE(span->before);
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

		begin_spans(scan);
		if (statement && gimple_code(statement) == GIMPLE_LABEL)
			meet_label(scan, gimple_label_label(
						 as_a<glabel *>(statement)));
		else if (!statement)
			end_spans(scan);
		else if (scan->now)
			step(scan, statement);
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
