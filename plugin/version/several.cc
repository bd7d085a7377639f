/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Versions of a construct in one program:
 *
 *	choice = ...
 *	if (choice == 1) construct with the clauses and the transformation of
 *			 candidate 1
 *	else if (choice == 2) ...
 *	else construct as written
 *
 * The copies hold the clocks of the original, which speak of the same site. A
 * transformation is planned twice: on the construct as written, and in its copy
 * while that stands in the place of the construct.
 */
#include "base/gcc.h"
#include "child/rehearsal.h"
#include "transform/make.h"
#include "transform/plan.h"
#include "transform/work.h"
#include "copy.h"
#include "several.h"

static unsigned depth;	/* of constructs with versions */
static bool rehearsing; /* in a copy of the compiler */

/* ---- what is made ---- */

static bool is_made(const struct candidates *candidates, unsigned i)
{
	return i > 0 && !candidates->why[i];
}

static bool has_any(const struct candidates *candidates,
		    bool (*is)(const struct candidates *, unsigned))
{
	for (unsigned i = 1; i < candidates->count; i++)
		if (is(candidates, i))
			return true;
	return false;
}

static bool is_transformed(const struct candidates *candidates, unsigned i)
{
	return is_made(candidates, i) && candidates->clauses[i].transform;
}

bool several_plan(const struct construct *construct)
{
	struct candidates *candidates = candidates_of(construct);

	for (unsigned i = 1; candidates && i < candidates->count; i++) {
		struct plan plan = {};

		if (is_made(candidates, i))
			candidates->why[i] = work_refuses(
				construct, &candidates->clauses[i]);
		if (!is_transformed(candidates, i))
			continue;
		candidates->why[i] = plan_make(
			&plan, construct, candidates->clauses[i].transform);
		schedule_free(&plan);
	}
	return candidates && has_any(candidates, is_transformed);
}

/* "CLAUSES\tREASON\n" for each candidate but the first. */
static char *describe(const struct several *several)
{
	const struct candidates *candidates = several->candidates;
	char *all = xstrdup("");

	for (unsigned i = 1; i < candidates->count; i++) {
		const char *why = candidates->why[i];
		char *text = tuned_text(&candidates->clauses[i]);
		char *longer;

		why = why ? why : several->why;
		longer = concat(all, text, "\t", why ? why : "", "\n", NULL);
		free(text);
		free(all);
		all = longer;
	}
	return all;
}

/* ---- the rehearsal ---- */

struct rehearsed {
	struct candidates *candidates;
	unsigned only; /* candidate, 0: all of them */
	bool (*make)(void *data);
	void *data;
};

static bool rehearse(void *data)
{
	const struct rehearsed *of = (const struct rehearsed *)data;

	rehearsing = true;
	for (unsigned i = 1; of->only && i < of->candidates->count; i++)
		if (i != of->only && is_made(of->candidates, i))
			of->candidates->why[i] = xstrdup("");
	return of->make(of->data);
}

/* All together; where that fails each alone, to find out which of them cannot
   be made. */
static void rehearse_all(struct candidates *candidates,
			 bool (*make)(void *data), void *data)
{
	static const char fault[] =
		"GCC finds fault with the new nest; please report this";
	struct rehearsed of = {candidates, 0, make, data};
	bool found = false;

	if (rehearsing || !has_any(candidates, is_transformed) ||
	    rehearsal_succeeds(rehearse, &of))
		return;
	for (of.only = 1; of.only < candidates->count; of.only++) {
		if (!is_transformed(candidates, of.only) ||
		    rehearsal_succeeds(rehearse, &of))
			continue;
		candidates->why[of.only] = xstrdup(fault);
		found = true;
	}
	of.only = 0;
	if (found && (!has_any(candidates, is_transformed) ||
		      rehearsal_succeeds(rehearse, &of)))
		return;
	for (unsigned i = 1; i < candidates->count; i++)
		if (is_transformed(candidates, i))
			candidates->why[i] = xstrdup(fault);
}

void several_begin(struct several *several, const struct construct *construct,
		   gimple_stmt_iterator gsi, bool (*make)(void *data),
		   void *data)
{
	gimple_seq front = gimple_omp_for_pre_body(construct->share);

	memset(several, 0, sizeof(*several));
	several->candidates = candidates_of(construct);
	if (!several->candidates)
		return;
	for (gimple *at = front; at; at = at->next)
		several->front++;
	if (depth > 0)
		several->why = "it stands in a loop that has versions";
	else if (has_any(several->candidates, is_made))
		several->why = copy_refuses(gsi_stmt(gsi));
	if (!several->why)
		rehearse_all(several->candidates, make, data);
	several->text = describe(several);
	depth++;
}

bool several_are_made(const struct several *several)
{
	return several->candidates && !several->why &&
	       has_any(several->candidates, is_made);
}

void several_end(struct several *several)
{
	if (several->candidates)
		depth--;
	free(several->text);
}

/* ---- the code ---- */

/* if (value != number) goto otherwise; */
static void add_test(struct code *code, tree value, unsigned number,
		     tree otherwise)
{
	tree on = create_artificial_label(code->location);

	plant_add(code,
		  gimple_build_cond(EQ_EXPR, value,
				    build_int_cst(TREE_TYPE(value), number), on,
				    otherwise));
	plant_add(code, gimple_build_label(on));
}

/* if (choice == number && no overlap) { statements; goto end; } */
static void add_case(struct code *code, tree choice, unsigned number,
		     gimple_seq statements, const struct overlap *check,
		     tree end)
{
	tree no = create_artificial_label(code->location);

	if (choice)
		add_test(code, choice, number, no);
	for (unsigned i = 0; i < check->variables.length(); i++) {
		DECL_CHAIN(check->variables[i]) = code->variables;
		code->variables = check->variables[i];
	}
	gimple_seq_add_seq(&code->statements, check->statements);
	if (check->overlaps)
		add_test(code, check->overlaps, 0, no);
	gimple_seq_add_seq(&code->statements, statements);
	plant_add(code, gimple_build_goto(end));
	plant_add(code, gimple_build_label(no));
}

/* Takes what stands behind the first so many statements out of a sequence. */
static gimple_seq cut_off(gimple_seq *sequence, unsigned count)
{
	gimple_stmt_iterator gsi = gsi_start(*sequence);
	gimple_seq rest = NULL;

	for (; count > 0; count--)
		gsi_next(&gsi);
	if (gsi_end_p(gsi))
		return NULL;
	if (gsi_stmt(gsi) == gimple_seq_first_stmt(*sequence)) {
		rest = *sequence;
		*sequence = NULL;
	} else {
		gsi_split_seq_before(&gsi, &rest);
	}
	return rest;
}

/* The copy stands in the block, and the block where the construct stood. The
   clocks before the header of the loop are no part of the plan. */
static bool transform(struct plan *plan, const struct construct *copy,
		      const char *primitives, unsigned front)
{
	gimple_seq *before = gimple_omp_for_pre_body_ptr(copy->share);
	gimple_seq clocks = cut_off(before, front);
	char *why = plan_make(plan, copy, primitives);
	bool made = !why;

	if (made && plan->root)
		make_nest(plan);
	free(why);
	gimple_seq_add_seq(gimple_omp_for_pre_body_ptr(copy->share), clocks);
	return made;
}

/* Put the block in the place of the statement, which is free then. */
static void exchange(gimple_stmt_iterator *gsi, gimple *block)
{
	gimple_stmt_iterator old;

	gsi_insert_before(gsi, block, GSI_NEW_STMT);
	old = *gsi;
	gsi_next(&old);
	gsi_remove(&old, false);
}

/*
 * The copies are made of a statement that stands nowhere. Clauses are exchanged
 * when all stand in the function: what computes the chunk of one that is
 * changed may serve the others.
 */
bool several_make(gimple_stmt_iterator *gsi, const struct several *several,
		  struct code *code, tree choice)
{
	const struct candidates *candidates = several->candidates;
	struct construct copies[TUNED_MOST];
	tree end = create_artificial_label(code->location);
	gbind *block = gimple_build_bind(NULL_TREE, NULL, NULL_TREE);
	bool made = true;

	copy_prepare(*gsi, code);
	gimple_set_location(block, code->location);
	exchange(gsi, block);
	for (unsigned i = 1; i < candidates->count; i++)
		if (is_made(candidates, i))
			copy_construct(candidates->construct, &copies[i]);
	for (unsigned i = 1; i < candidates->count; i++) {
		gimple_seq version = NULL;
		struct plan plan = {};

		if (!is_made(candidates, i))
			continue;
		gimple_seq_add_stmt(&version, copies[i].statement);
		gimple_bind_set_body(block, version);
		made &= work_apply(&copies[i], &candidates->clauses[i]);
		if (is_transformed(candidates, i))
			made &= transform(&plan, &copies[i],
					  candidates->clauses[i].transform,
					  several->front);
		add_case(code, choice, i, gimple_bind_body(block),
			 &plan.overlap, end);
		schedule_free(&plan);
	}
	gimple_seq_add_stmt(&code->statements,
			    candidates->construct->statement);
	plant_add(code, gimple_build_label(end));
	gimple_bind_set_vars(block, code->variables);
	gimple_bind_set_body(block, code->statements);
	for (unsigned i = 1; i < candidates->count; i++)
		if (is_made(candidates, i))
			candidates_put(&copies[i], &candidates->clauses[i]);
	return made;
}

static tree guard(gimple_stmt_iterator *gsi, bool *handled,
		  struct walk_stmt_info *info)
{
	const struct several *several = (const struct several *)info->info;
	const struct construct *construct = several->candidates->construct;
	struct code code;

	*handled = gsi_stmt(*gsi) == construct->statement;
	if (!*handled)
		return NULL_TREE;
	plant_begin(&code, construct->location);
	return several_make(gsi, several, &code, NULL_TREE) ? boolean_true_node
							    : NULL_TREE;
}

bool several_guard(const struct construct *construct, const char *primitives,
		   unsigned front)
{
	struct candidates both = {construct, 2, {}, {}};
	struct several several = {&both, NULL, NULL, front};
	gimple_seq body = gimple_body(current_function_decl);
	struct walk_stmt_info info;

	both.clauses[1].transform = CONST_CAST(char *, primitives);
	memset(&info, 0, sizeof(info));
	info.info = &several;
	walk_gimple_seq_mod(&body, guard, NULL, &info);
	return info.callback_result;
}
