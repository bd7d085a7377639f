/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A clocked construct that is made several times:
 *
 *	choice = runtime's answer, or 0
 *	if (choice == 1) construct with the clauses of candidate 1
 *	else if (choice == 2) ...
 *	else construct as written
 *
 * The copies hold the clocks of the original, which speak of the same site.
 */
#include "base/gcc.h"
#include "copy.h"
#include "hook.h"
#include "plant.h"
#include "several.h"

static unsigned depth; /* of constructs that are tried */

/* ---- what is tried ---- */

static bool has_any(const struct candidates *candidates)
{
	for (unsigned i = 1; i < candidates->count; i++)
		if (!candidates->why[i])
			return true;
	return false;
}

static const char *reason_against(const struct several *several,
				  gimple_stmt_iterator gsi, bool waits)
{
	if (depth > 0)
		return "it stands in a loop that is tried";
	if (!waits)
		return "nowait: no thread can tell how long it takes";
	if (!has_any(several->candidates))
		return several->candidates->why[1];
	return copy_refuses(gsi);
}

/* "CLAUSES\tREASON\n" for each candidate but the first. */
static char *describe(const struct candidates *candidates)
{
	char *all = xstrdup("");

	for (unsigned i = 1; i < candidates->count; i++) {
		const char *why = candidates->why[i];
		char *text = tuned_text(&candidates->clauses[i]);
		char *longer =
			concat(all, text, "\t", why ? why : "", "\n", NULL);

		free(text);
		free(all);
		all = longer;
	}
	return all;
}

void several_begin(struct several *several, const struct construct *construct,
		   gimple_stmt_iterator gsi, bool waits)
{
	several->candidates = candidates_of(construct);
	several->why = NULL;
	several->text = NULL;
	if (!several->candidates)
		return;
	several->why = reason_against(several, gsi, waits);
	several->text = describe(several->candidates);
	depth++;
}

void several_end(struct several *several)
{
	if (several->candidates)
		depth--;
	free(several->text);
}

/* ---- the code ---- */

/* A variable with the runtime's answer; 0 where there is no runtime. */
static tree add_choice(struct code *code, tree site)
{
	tree choice = plant_variable(code, integer_type_node);
	struct code inner;
	tree table;

	plant_begin(&inner, code->location);
	table = plant_variable(&inner, ptr_type_node);
	plant_add(code, gimple_build_assign(choice, integer_zero_node));
	hook_add_choice(&inner, table, site, choice);
	gimple_seq_add_stmt(&code->statements, hook_guarded(&inner, table));
	return choice;
}

/* if (choice == number) { statement; goto end; } */
static void add_case(struct code *code, tree choice, unsigned number,
		     gimple *statement, tree end)
{
	tree yes = create_artificial_label(code->location);
	tree no = create_artificial_label(code->location);

	plant_add(code,
		  gimple_build_cond(EQ_EXPR, choice,
				    build_int_cst(integer_type_node, number),
				    yes, no));
	plant_add(code, gimple_build_label(yes));
	gimple_seq_add_stmt(&code->statements, statement);
	plant_add(code, gimple_build_goto(end));
	plant_add(code, gimple_build_label(no));
}

/* The copies are made of a statement that stands nowhere. */
static void copy_all(const struct candidates *candidates,
		     struct construct *copies)
{
	for (unsigned i = 1; i < candidates->count; i++)
		if (!candidates->why[i])
			copy_construct(candidates->construct, &copies[i]);
}

static void add_cases(struct code *code, const struct candidates *candidates,
		      const struct construct *copies, tree choice)
{
	tree end = create_artificial_label(code->location);

	for (unsigned i = 1; i < candidates->count; i++)
		if (!candidates->why[i])
			add_case(code, choice, i, copies[i].statement, end);
	gimple_seq_add_stmt(&code->statements,
			    candidates->construct->statement);
	plant_add(code, gimple_build_label(end));
}

/* When all stand in the function: what computes the chunk of one that is
   changed may serve the others. */
static void put_all(const struct candidates *candidates,
		    const struct construct *copies)
{
	for (unsigned i = 1; i < candidates->count; i++)
		if (!candidates->why[i])
			candidates_put(&copies[i], &candidates->clauses[i]);
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

void several_make(gimple_stmt_iterator *gsi, const struct several *several,
		  tree site, gimple *enter)
{
	struct construct copies[TUNED_MOST];
	struct code code;
	gbind *block;
	tree choice;

	plant_begin(&code, gimple_location(gsi_stmt(*gsi)));
	copy_prepare(*gsi, &code);
	choice = add_choice(&code, site);
	if (enter)
		gimple_seq_add_stmt(&code.statements, enter);
	block = gimple_build_bind(NULL_TREE, NULL, NULL_TREE);
	gimple_set_location(block, code.location);
	exchange(gsi, block);
	copy_all(several->candidates, copies);
	add_cases(&code, several->candidates, copies, choice);
	gimple_bind_set_vars(block, code.variables);
	gimple_bind_set_body(block, code.statements);
	put_all(several->candidates, copies);
}
