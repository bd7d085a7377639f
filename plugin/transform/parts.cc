/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Leaves of a loop's body and scalars between them; see parts.h.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "flow.h"
#include "memory.h"
#include "parts.h"
#include "statement.h"

bool parts_is_inside(const struct part *part, const struct part *outer)
{
	while (part && part != outer)
		part = part->around;
	return part == outer;
}

/* ---- leaves ---- */

static struct part *cut_within(const struct parts *parts,
			       const struct part *part)
{
	for (unsigned i = 0; i < parts->cuts.length(); i++)
		if (parts_is_inside(parts->cuts[i], part))
			return parts->cuts[i];
	return NULL;
}

static void add_to_leaf(struct parts *parts, struct part *part,
			struct part *around)
{
	struct leaf leaf = {};

	if (part->kind == PART_STATEMENT &&
	    (!statement_is_real(part->statement) ||
	     gimple_clobber_p(part->statement)))
		return;
	leaf.around = around;
	if (parts->leaves.is_empty() || parts->leaves.last().around != around)
		parts->leaves.safe_push(leaf);
	parts->leaves.last().parts.safe_push(part);
	parts->leaves.last().list.safe_splice(part->whole);
}

static void add_variables(struct parts *parts, tree chain,
			  const struct part *loop)
{
	for (tree t = chain; t; t = DECL_CHAIN(t)) {
		struct own own = {t, loop};

		parts->variables.safe_push(own);
	}
}

static char *cut(struct parts *parts, const vec<struct part *> &inside,
		 struct part *around)
{
	char *why = NULL;

	for (unsigned i = 0; i < inside.length() && !why; i++) {
		struct part *part = inside[i], *loop = cut_within(parts, part);
		struct part *within = part == loop ? loop : around;

		if (!loop) {
			add_to_leaf(parts, part, around);
			continue;
		}
		if (part->kind == PART_CONDITION)
			return xasprintf("loop %s stands behind a condition",
					 loops_name(loop));
		if (part->kind == PART_LOOP && part != loop)
			return xasprintf("loop %s stands between those that "
					 "are named",
					 loops_name(part));
		if (part->kind == PART_BLOCK && !part->plain &&
		    part->inside[0] != loop)
			return xasprintf("a statement stands around loop %s "
					 "that podium does not move",
					 loops_name(loop));
		add_variables(parts, part->variables, within);
		why = cut(parts, part->inside, within);
	}
	return why;
}

static bool jumps_out(const vec<gimple *> &list)
{
	auto_vec<gimple *> all;
	auto_vec<tree> targets;
	tree_set labels;

	statement_flatten_all(list, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		statement_targets(all[i], &targets);
		if (gimple_code(all[i]) == GIMPLE_LABEL)
			labels.add(gimple_label_label(as_a<glabel *>(all[i])));
	}
	for (unsigned i = 0; i < targets.length(); i++)
		if (!labels.contains(targets[i]))
			return true;
	return false;
}

static char *check_jumps(const struct leaf *leaf)
{
	return jumps_out(leaf->list)
		       ? xasprintf("a statement in loop %s jumps over loops",
				   loops_name(leaf->around))
		       : NULL;
}

/* ---- scalars ---- */

/* A scalar that leaves set. */
struct scalar {
	unsigned sets; /* so many statements set it */
	unsigned leaf; /* the last of them: its leaf and part */
	unsigned part;
	bool carried; /* from one iteration to the next */
	bool exposed; /* in a leaf */
};

struct scalars {
	struct parts *parts;
	hash_map<tree, struct scalar> all;
	auto_vec<tree> list;	       /* those in all, as they are set */
	auto_vec<gimple *> statements; /* of all leaves */
	auto_vec<struct flow *> flows; /* of each leaf */
};

static void note_set(struct scalars *scalars, tree variable, unsigned leaf,
		     unsigned part)
{
	bool existed;
	struct scalar *scalar = &scalars->all.get_or_insert(variable, &existed);

	if (!existed) {
		*scalar = {};
		scalars->list.safe_push(variable);
	}
	scalar->sets++;
	scalar->leaf = leaf;
	scalar->part = part;
}

static void read_leaves(struct scalars *scalars)
{
	vec<struct leaf> leaves = scalars->parts->leaves;

	for (unsigned i = 0; i < leaves.length(); i++) {
		struct flow *flow = new struct flow;

		flow_read(flow, leaves[i].list);
		scalars->flows.safe_push(flow);
		for (unsigned k = 0; k < leaves[i].parts.length(); k++) {
			auto_vec<gimple *> all;

			statement_flatten_all(leaves[i].parts[k]->whole, &all);
			for (unsigned s = 0; s < all.length(); s++) {
				gimple *g = all[s];
				tree set = statement_sets(g);

				if (set)
					note_set(scalars, set, i, k);
				if (gimple_code(g) != GIMPLE_OMP_FOR)
					continue;
				for (unsigned n = 0;
				     n < gimple_omp_for_collapse(g); n++)
					note_set(scalars,
						 gimple_omp_for_index(g, n), i,
						 k);
			}
			scalars->statements.safe_splice(all);
		}
	}
}

static bool is_exposed(struct scalars *scalars, unsigned leaf, tree variable)
{
	return flow_is_live(scalars->flows[leaf], 0, variable);
}

/* Is it a counter of a loop around the leaf, up to the one that is cut? */
static bool counts_around(const struct parts *parts, const struct leaf *leaf,
			  tree variable)
{
	const struct part *part = leaf->around;

	for (; part != parts->loop; part = part->around)
		if (part->kind == PART_LOOP && part->counter == variable)
			return true;
	return part->counter == variable;
}

/* Does a leaf run behind another one in each iteration of its loops? */
static bool follows(const struct parts *parts, unsigned leaf, unsigned other)
{
	return leaf > other && parts_is_inside(parts->leaves[leaf].around,
					       parts->leaves[other].around);
}

static bool may_change(struct scalars *scalars, gimple *load)
{
	for (unsigned i = 0; i < scalars->statements.length(); i++)
		if (memory_may_change(load, scalars->statements[i]))
			return true;
	return false;
}

/* May it stand in front of other leaves, if its operands are the same there? */
static bool may_come_again(struct scalars *scalars, gimple *statement)
{
	return is_gimple_assign(statement) &&
	       !gimple_has_volatile_ops(statement) &&
	       gimple_get_lhs(statement) == statement_sets(statement) &&
	       !may_change(scalars, statement);
}

/*
 * The statements of its leaf that compute what the last of them sets. False if
 * they cannot be found, or must not come again.
 */
static bool find_slice(struct scalars *scalars, const struct scalar *scalar,
		       struct definition *definition)
{
	const struct parts *parts = scalars->parts;
	const struct leaf *leaf = &parts->leaves[scalar->leaf];
	auto_vec<gimple *> ahead;
	tree_set needed;

	for (unsigned i = 0; i < scalar->part; i++) {
		if (leaf->parts[i]->kind == PART_STATEMENT &&
		    !statement_is_simple(leaf->parts[i]->statement))
			return false;
		ahead.safe_splice(leaf->parts[i]->whole);
	}
	if (jumps_out(ahead))
		return false;
	needed.add(definition->variable);
	for (unsigned i = scalar->part + 1; i-- > 0;) {
		gimple *g = leaf->parts[i]->statement;
		auto_vec<gimple *> all;
		bool sets = false;

		statement_flatten_all(leaf->parts[i]->whole, &all);
		for (unsigned k = 0; k < all.length() && !sets; k++)
			sets = needed.contains(statement_sets(all[k]));
		if (!sets)
			continue;
		if (leaf->parts[i]->kind != PART_STATEMENT ||
		    !may_come_again(scalars, g))
			return false;
		needed.remove(gimple_get_lhs(g));
		statement_reads(g, &needed);
		definition->slice.safe_insert(0, g);
	}
	for (tree t : needed) {
		const struct scalar *other = scalars->all.get(t);

		if (!other || counts_around(parts, leaf, t))
			continue;
		if (other->sets > 1 || other->carried ||
		    !follows(parts, scalar->leaf, other->leaf))
			return false;
		definition->needs.safe_push(t);
	}
	return true;
}

static bool is_number(tree type)
{
	return INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type);
}

/* Is an array no better than to compute it again? */
static bool is_cheap(const struct definition *definition)
{
	for (unsigned i = 0; i < definition->slice.length(); i++) {
		gimple *g = definition->slice[i];

		if (gimple_assign_load_p(g) || gimple_could_trap_p(g) ||
		    FLOAT_TYPE_P(TREE_TYPE(gimple_assign_lhs(g))))
			return false;
	}
	return true;
}

static bool find_definition(struct scalars *scalars, tree variable)
{
	struct parts *parts = scalars->parts;
	const struct scalar *scalar = scalars->all.get(variable);
	struct definition definition = {};
	bool found = scalar->sets == 1;

	definition.variable = variable;
	for (unsigned i = 0; i < parts->leaves.length() && found; i++)
		if (is_exposed(scalars, i, variable))
			found = follows(parts, i, scalar->leaf);
	found = found && find_slice(scalars, scalar, &definition) &&
		(!is_number(TREE_TYPE(variable)) || is_cheap(&definition));
	if (found) {
		parts->definitions.safe_push(definition);
		return true;
	}
	definition.slice.release();
	definition.needs.release();
	return false;
}

/* Rejects what leaves read or set of the loops' own variables. */
static char *check_counters(struct scalars *scalars)
{
	struct parts *parts = scalars->parts;
	auto_vec<tree> counters;

	for (unsigned i = 0; i < parts->cuts.length(); i++) {
		struct part *cut = parts->cuts[i];

		counters.safe_push(cut->counter);
		for (unsigned k = 0; k < cut->before.length(); k++)
			if (statement_sets(cut->before[k]))
				counters.safe_push(
					statement_sets(cut->before[k]));
	}
	for (unsigned i = 0; i < counters.length(); i++) {
		tree t = counters[i];

		for (unsigned k = 0; k < parts->leaves.length(); k++)
			if (!counts_around(parts, &parts->leaves[k], t) &&
			    is_exposed(scalars, k, t))
				return xasprintf("%s is read outside of its "
						 "loop",
						 statement_name(t));
	}
	counters.truncate(0);
	counters.safe_push(parts->loop->counter);
	for (unsigned i = 0; i < parts->cuts.length(); i++)
		counters.safe_push(parts->cuts[i]->counter);
	for (unsigned i = 0; i < counters.length(); i++)
		if (scalars->all.get(counters[i]))
			return xasprintf("%s is set in its loop",
					 statement_name(counters[i]));
	return NULL;
}

static char *classify(struct scalars *scalars)
{
	struct parts *parts = scalars->parts;
	auto_vec<gimple *> body;
	struct flow flow;

	loops_body(parts->loop, &body);
	flow_read(&flow, body);
	for (unsigned i = 0; i < scalars->list.length(); i++) {
		tree t = scalars->list[i];
		struct scalar *scalar = scalars->all.get(t);

		scalar->carried = flow_is_live(&flow, 0, t);
		for (unsigned k = 0; k < parts->leaves.length(); k++)
			scalar->exposed |= is_exposed(scalars, k, t);
	}
	for (unsigned i = 0; i < scalars->list.length(); i++) {
		tree t = scalars->list[i];
		struct scalar *scalar = scalars->all.get(t);

		if (!scalar->exposed || scalar->carried ||
		    find_definition(scalars, t))
			continue;
		if (!is_number(TREE_TYPE(t)))
			return xasprintf("%s goes from one part of loop %s to "
					 "another and is no number",
					 statement_name(t),
					 loops_name(parts->loop));
		parts->expanded.safe_push(t);
	}
	return NULL;
}

/* The flow of a leaf, with a read of the variable behind it. */
static bool may_pass(const struct leaf *leaf, tree variable)
{
	auto_vec<gimple *> list;
	struct flow flow;

	list.safe_splice(leaf->list);
	list.safe_push(gimple_build_return(variable));
	flow_read(&flow, list);
	return flow_is_live(&flow, 0, variable);
}

/* Finds the scalars that go from the leaf to others and the other way. */
static void fill_leaf(struct scalars *scalars, unsigned index)
{
	struct parts *parts = scalars->parts;
	struct leaf *leaf = &parts->leaves[index];
	tree_set needed, sets;
	auto_vec<gimple *> all;

	statement_flatten_all(leaf->list, &all);
	for (unsigned i = 0; i < all.length(); i++)
		if (statement_sets(all[i]))
			sets.add(statement_sets(all[i]));
	for (unsigned i = 0; i < scalars->list.length(); i++)
		if (is_exposed(scalars, index, scalars->list[i]))
			needed.add(scalars->list[i]);
	for (unsigned i = parts->definitions.length(); i-- > 0;) {
		struct definition *definition = &parts->definitions[i];

		if (!needed.contains(definition->variable))
			continue;
		leaf->again.safe_insert(0, definition);
		for (unsigned k = 0; k < definition->needs.length(); k++)
			needed.add(definition->needs[k]);
	}
	for (unsigned i = 0; i < parts->expanded.length(); i++) {
		tree t = parts->expanded[i];

		if (sets.contains(t))
			leaf->stores.safe_push(t);
		if (needed.contains(t) ||
		    (sets.contains(t) && may_pass(leaf, t)))
			leaf->loads.safe_push(t);
	}
}

/* ---- memory ---- */

static bool reads_variable(const vec<gimple *> &list, tree variable)
{
	auto_vec<gimple *> all;
	tree_set reads;

	statement_flatten_all(list, &all);
	for (unsigned i = 0; i < all.length(); i++)
		statement_reads(all[i], &reads);
	return reads.contains(variable);
}

/*
 * Rejects variables in memory of which each iteration has its own, unless they
 * are declared in the iteration of a leaf's innermost loop, and it is alone in
 * naming them.
 */
static char *check_own(const struct parts *parts)
{
	for (unsigned i = 0; i < parts->variables.length(); i++) {
		tree t = parts->variables[i].variable;

		if (statement_is_scalar(t) || !VAR_P(t) || is_global_var(t))
			continue;
		for (unsigned k = 0, count = 0; k < parts->leaves.length();
		     k++) {
			const struct leaf *leaf = &parts->leaves[k];

			if (!reads_variable(leaf->list, t))
				continue;
			if (count++ > 0 ||
			    leaf->around != parts->variables[i].loop)
				return xasprintf("%s is an iteration's own and "
						 "lies in memory",
						 statement_name(t));
		}
	}
	return NULL;
}

/* Rejects loops inside whose bounds differ between iterations. */
static char *check_bounds(struct scalars *scalars, struct part *cut)
{
	const struct parts *parts = scalars->parts;
	auto_vec<tree> operands;
	tree_set reads, set;

	for (unsigned i = 0; i < cut->before.length(); i++) {
		tree_set here;

		if (!may_come_again(scalars, cut->before[i]))
			return xasprintf("a bound of loop %s may change within "
					 "loop %s",
					 loops_name(cut),
					 loops_name(parts->loop));
		statement_reads(cut->before[i], &here);
		for (tree t : here)
			if (!set.contains(t))
				reads.add(t);
		set.add(gimple_get_lhs(cut->before[i]));
	}
	loops_operands(cut, &operands);
	for (unsigned i = 0; i < operands.length(); i++)
		if (!set.contains(operands[i]))
			reads.add(operands[i]);
	for (tree t : reads) {
		bool varies = t == parts->loop->counter || scalars->all.get(t);

		for (unsigned i = 0; i < parts->cuts.length(); i++)
			varies |= parts->cuts[i]->counter == t &&
				  (parts->cuts[i] == cut ||
				   !parts_is_inside(cut, parts->cuts[i]));
		if (varies)
			return xasprintf("a bound of loop %s depends on %s, "
					 "which loop %s changes",
					 loops_name(cut), statement_name(t),
					 loops_name(parts->loop));
	}
	return NULL;
}

/* ---- all of it ---- */

static char *check_loops(struct scalars *scalars)
{
	struct parts *parts = scalars->parts;
	char *why = NULL;

	for (unsigned i = 0; i < parts->cuts.length() && !why; i++)
		why = check_bounds(scalars, parts->cuts[i]);
	return why;
}

char *parts_read(struct parts *parts, struct part *loop,
		 const vec<struct part *> &cuts, bool expand)
{
	struct scalars scalars;
	char *why;

	parts->loop = loop;
	parts->cuts.safe_splice(cuts);
	add_variables(parts, loop->variables, loop);
	for (unsigned i = 0; i < cuts.length(); i++)
		if (!cuts[i]->counter)
			return loops_unread(cuts[i]);
	why = cut(parts, loop->inside, loop);
	for (unsigned i = 0; i < parts->leaves.length() && !why; i++)
		why = check_jumps(&parts->leaves[i]);
	if (why)
		return why;
	scalars.parts = parts;
	read_leaves(&scalars);
	why = check_counters(&scalars);
	if (!why)
		why = classify(&scalars);
	if (!why && !expand && parts->expanded.length() > 0)
		why = xasprintf("%s goes from one part of loop %s to another",
				statement_name(parts->expanded[0]),
				loops_name(loop));
	if (!why && expand)
		why = check_loops(&scalars);
	if (!why)
		why = check_own(parts);
	for (unsigned i = 0; i < parts->leaves.length() && !why; i++)
		fill_leaf(&scalars, i);
	for (unsigned i = 0; i < scalars.flows.length(); i++)
		delete scalars.flows[i];
	return why;
}

void parts_free(struct parts *parts)
{
	for (unsigned i = 0; i < parts->leaves.length(); i++) {
		parts->leaves[i].parts.release();
		parts->leaves[i].list.release();
		parts->leaves[i].loads.release();
		parts->leaves[i].stores.release();
		parts->leaves[i].again.release();
	}
	for (unsigned i = 0; i < parts->definitions.length(); i++) {
		parts->definitions[i].slice.release();
		parts->definitions[i].needs.release();
	}
	parts->cuts.release();
	parts->leaves.release();
	parts->variables.release();
	parts->definitions.release();
	parts->expanded.release();
}
