/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A schedule on the loops of a construct; see plan.h.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "bounds.h"
#include "flow.h"
#include "memory.h"
#include "plan.h"
#include "primitives.h"
#include "statement.h"

static char *say(const char *format, ...) ATTRIBUTE_PRINTF_1;

static char *say(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = xvasprintf(format, arguments);
	va_end(arguments);
	return text;
}

/* ---- which loops in which order ---- */

static bool is_inside(const struct part *part, const struct part *outer)
{
	while (part && part != outer)
		part = part->around;
	return part == outer;
}

/* The same loops as the source nests them. */
static char *sort_loops(const vec<struct part *> &order,
			vec<struct part *> *written)
{
	for (unsigned i = 0; i < order.length(); i++) {
		unsigned at = 0;

		while (at < written->length() &&
		       is_inside(order[i], (*written)[at]))
			at++;
		written->safe_insert(at, order[i]);
	}
	for (unsigned i = 1; i < written->length(); i++) {
		struct part *outer = (*written)[i - 1], *loop = (*written)[i];

		if (!is_inside(loop, outer))
			return say("loop %s does not stand in loop %s",
				   loops_name(loop), loops_name(outer));
		for (loop = loop->around; loop != outer; loop = loop->around)
			if (loop->kind == PART_LOOP)
				return say("loop %s stands between those that "
					   "are named",
					   loops_name(loop));
	}
	return NULL;
}

/* The only loop in the body of this one that stands in no other loop there. */
static struct part *next_loop(const struct plan *plan, const struct part *outer)
{
	struct part *found = NULL;

	for (unsigned i = 0; i < plan->loops.list.length(); i++) {
		struct part *loop = plan->loops.list[i], *p = loop->around;

		while (p && p->kind != PART_LOOP)
			p = p->around;
		if (p != outer)
			continue;
		if (found)
			return NULL;
		found = loop;
	}
	return found;
}

/* The loops that are named, as written: those of the order, else those with
   tiles, else the outermost ones that are shared together. */
static char *find_named(const struct plan *plan,
			const struct primitives *primitives,
			vec<struct part *> *written)
{
	auto_vec<struct part *> named;
	struct part *loop = NULL;

	for (unsigned i = 0; i < primitives->order.length(); i++)
		if (!primitives->order[i].tile)
			named.safe_push(primitives->order[i].loop);
	for (unsigned i = 0; i < primitives->tile.length(); i++)
		if (primitives->order.is_empty())
			named.safe_push(primitives->tile[i].loop);
	for (unsigned i = 0; named.length() == i && i < primitives->collapse;
	     i++) {
		loop = next_loop(plan, loop);
		if (!loop)
			return say("it has no %u loops, each all that the one "
				   "before it contains",
				   primitives->collapse);
		named.safe_push(loop);
	}
	return sort_loops(named, written);
}

/* The new nest from outside in. Tile loops that the order does not name stand
   outermost; those of loops inside the distributed one stand behind the loops
   around all parts. */
static void find_nest(const struct primitives *primitives,
		      const vec<struct part *> &written,
		      vec<struct ordered> *nest)
{
	const struct part *split = primitives->distribute;
	unsigned common = 0;

	while (split && common < primitives->order.length() &&
	       is_inside(split, primitives->order[common].loop))
		nest->safe_push(primitives->order[common++]);
	for (unsigned i = 0, at = 0; i < written.length(); i++) {
		struct ordered tile = {written[i], true};
		bool named = false;

		for (unsigned k = 0; k < primitives->order.length(); k++)
			named |= primitives->order[k].tile &&
				 primitives->order[k].loop == written[i];
		if (named || !primitives_tile(primitives, written[i]))
			continue;
		if (split && is_inside(split, written[i]))
			nest->safe_insert(at++, tile);
		else
			nest->safe_push(tile);
	}
	for (unsigned i = common; i < primitives->order.length(); i++)
		nest->safe_push(primitives->order[i]);
	for (unsigned i = 0;
	     primitives->order.is_empty() && i < written.length(); i++) {
		struct ordered loop = {written[i], false};

		nest->safe_push(loop);
	}
}

/* May a counter of 64 bits pass the end of its type behind the last tile? It is
   sure where the last value is a constant. */
static bool passes_end(const struct part *loop, HOST_WIDE_INT size)
{
	wi::overflow_type overflow;

	if (TYPE_PRECISION(TREE_TYPE(loop->counter)) < 64 ||
	    TREE_CODE(loop->last) != INTEGER_CST)
		return false;
	if (!tree_fits_shwi_p(loop->last))
		return true;
	wi::add(wi::shwi(tree_to_shwi(loop->last), 64),
		wi::shwi(size * loop->step, 64), SIGNED, &overflow);
	return overflow != wi::OVF_NONE;
}

/* Fills in the band, the loops written[first] to written[end - 1]. */
static char *fill_band(struct plan *plan, const struct primitives *primitives,
		       const vec<struct part *> &written, unsigned first,
		       unsigned end)
{
	if (end - first > PLAN_MOST)
		return say("more than %d loops change their places", PLAN_MOST);
	plan->count = end - first;
	for (unsigned i = 0; i < plan->count; i++) {
		struct part *loop = plan->band[i] = written[first + i];

		if (!loop->counter)
			return loops_unread(loop);
		plan->around[i] = (1u << i) - 1;
		plan->shared += loop->shared;
		plan->tile[i] = primitives_tile(primitives, loop);
		if (plan->tile[i] && POINTER_TYPE_P(TREE_TYPE(loop->counter)))
			return say("loop %s counts by a pointer and gets no "
				   "tiles",
				   loops_name(loop));
		if (plan->tile[i] && loop->by)
			return say("the step of loop %s is a variable",
				   loops_name(loop));
		if (plan->tile[i] && passes_end(loop, plan->tile[i]))
			return say("tiles of loop %s would pass the end of its "
				   "type",
				   loops_name(loop));
	}
	if (plan->count > 0)
		for (struct part *p = plan->band[0]->around; p; p = p->around)
			plan->before += p->kind == PART_LOOP && p->shared;
	return NULL;
}

/* Is it a loop that stays where and what it is? */
static bool is_kept(const struct primitives *primitives,
		    const struct ordered *at, const struct part *written)
{
	return at->loop == written && !at->tile &&
	       !primitives_tile(primitives, written);
}

/*
 * Cuts the body of the distributed loop at the next one of the band. Its parts,
 * or else the body of the innermost loop, are the leaves; "around" has the
 * loops around each, as bits.
 */
static char *find_leaves(struct plan *plan, const struct primitives *primitives,
			 vec<unsigned> *around)
{
	auto_vec<struct part *> cuts;
	unsigned split = 1;
	char *why;

	while (split < plan->count &&
	       plan->band[split - 1] != primitives->distribute)
		split++;
	if (!primitives->distribute || split >= plan->count) {
		around->safe_push((1u << plan->count) - 1);
		return NULL;
	}
	plan->split = split;
	cuts.safe_push(plan->band[split]);
	why = parts_read(&plan->parts, plan->band[split - 1], cuts, false);
	for (unsigned i = 0; i < plan->parts.leaves.length(); i++)
		around->safe_push(
			(1u << (plan->parts.leaves[i].around == cuts[0]
					? plan->count
					: split)) -
			1);
	return why;
}

static void add_leaf(struct plan *plan, struct node *around, unsigned index)
{
	struct node *node = schedule_add(plan, around, NODE_LEAF);
	const struct part *body = plan->band[plan->count - 1];

	if (plan->split) {
		node->leaf = &plan->parts.leaves[index];
		if (node->leaf->around == plan->parts.loop) {
			node->content.safe_splice(node->leaf->list);
			return;
		}
	}
	loops_body(body, &node->content);
}

/*
 * Adds the nest from "at" on, around the leaves from "first" to "end" - 1.
 * A loop that is not around all of them distributes them.
 */
static void add_nest(struct plan *plan, struct node *node,
		     const vec<struct ordered> &nest, unsigned at,
		     const vec<unsigned> &around, unsigned first, unsigned end)
{
	for (; at < nest.length(); at++) {
		unsigned loop = 0, next;
		bool all = true, none = true;

		while (plan->band[loop] != nest[at].loop)
			loop++;
		for (unsigned i = first; i < end; i++) {
			all &= around[i] >> loop & 1;
			none &= !(around[i] >> loop & 1);
		}
		if (none)
			continue;
		if (all) {
			node = schedule_add(plan, node,
					    nest[at].tile ? NODE_TILE
							  : NODE_LOOP);
			node->loop = loop;
			continue;
		}
		if (!node)
			node = schedule_add(plan, NULL, NODE_SEQUENCE);
		for (; first < end; first = next) {
			next = first + 1;
			while (next < end &&
			       !((around[next] ^ around[first]) >> loop & 1))
				next++;
			add_nest(plan, node, nest, at, around, first, next);
		}
		return;
	}
	for (unsigned i = first; i < end; i++)
		add_leaf(plan, node, i);
}

static char *build_tree(struct plan *plan, const struct primitives *primitives)
{
	auto_vec<struct ordered> nest;
	auto_vec<struct part *> written;
	auto_vec<unsigned> around;
	char *why = find_named(plan, primitives, &written);
	unsigned first = 0, last, end, collapse = primitives->collapse;

	if (why)
		return why;
	if (primitives->distribute && !written.contains(primitives->distribute))
		return say("loop %s is distributed and does not stand in the "
			   "order",
			   loops_name(primitives->distribute));
	find_nest(primitives, written, &nest);
	last = nest.length();
	end = written.length();
	if (collapse && (last < collapse || written[0] != plan->loops.list[0]))
		return say("collapse(%u) is for the outermost loops of the "
			   "construct, which must be named",
			   collapse);
	while (first < end && !collapse && !primitives->distribute &&
	       is_kept(primitives, &nest[first], written[first]))
		first++;
	while (end > first && last > collapse &&
	       !(collapse && written[end - 1]->shared) &&
	       is_kept(primitives, &nest[last - 1], written[end - 1])) {
		last--;
		end--;
	}
	why = fill_band(plan, primitives, written, first, end);
	if (!why && plan->count > 0)
		why = find_leaves(plan, primitives, &around);
	if (why || plan->count == 0)
		return why;
	while (nest.length() > last)
		nest.pop();
	add_nest(plan, NULL, nest, first, around, 0, around.length());
	if (plan->root && plan->root->kind == NODE_SEQUENCE && plan->shared > 0)
		return say("no loop would stand around all parts of loop %s",
			   loops_name(primitives->distribute));
	return NULL;
}

/* ---- the construct ---- */

/* The reason that a clause gives against another order of shared loops. */
static const char *clause_against(gimple *statement)
{
	for (tree c = statement ? omp_clauses(statement) : NULL_TREE; c;
	     c = OMP_CLAUSE_CHAIN(c))
		switch (OMP_CLAUSE_CODE(c)) {
		case OMP_CLAUSE_LASTPRIVATE:
			return "lastprivate: another iteration would be the "
			       "last one";
		case OMP_CLAUSE_LINEAR:
			return "it has a linear clause";
		case OMP_CLAUSE_ORDERED:
			return "its iterations are ordered";
		default:
			break;
		}
	return NULL;
}

/* May a clause of a simd loop that becomes a plain one go? What is private
   there becomes so in the construct, if there is one around it. */
static bool may_drop(tree clause, tree counter, bool shared)
{
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_LINEAR:
		return omp_clause_variable(clause) == counter;
	case OMP_CLAUSE_PRIVATE:
		return shared || omp_clause_variable(clause) == counter;
	case OMP_CLAUSE_REDUCTION:
		return shared;
	case OMP_CLAUSE_SAFELEN:
	case OMP_CLAUSE_SIMDLEN:
	case OMP_CLAUSE_ALIGNED:
		return true;
	default:
		return false;
	}
}

static char *check_simd_clauses(gimple *simd, const struct part *loop,
				bool shared)
{
	for (tree c = gimple_omp_for_clauses(simd); c; c = OMP_CLAUSE_CHAIN(c))
		if (!may_drop(c, loop->counter, shared))
			return say("the simd loop %s has a clause %s",
				   loops_name(loop),
				   omp_clause_code_name[OMP_CLAUSE_CODE(c)]);
	return NULL;
}

/* `for simd`, which becomes a mere `for`: its heads are those of the for. */
static char *check_for_simd(struct plan *plan)
{
	struct part *loop = plan->band[0];
	gimple *simd = plan->loops.construct, *share = plan->construct->share;
	gimple_seq before = gimple_omp_for_pre_body(simd);

	if (!share || gimple_omp_for_kind(simd) != GF_OMP_FOR_KIND_SIMD ||
	    gimple_omp_for_kind(share) != GF_OMP_FOR_KIND_FOR ||
	    gimple_omp_for_combined_into_p(share) ||
	    gimple_omp_for_collapse(share) > 1 || !gimple_seq_empty_p(before))
		return say("the shared loop is one of a combined construct");
	plan->simd = simd;
	plan->sharing = share;
	loop->first = gimple_omp_for_initial(share, 0);
	loop->last = gimple_omp_for_final(share, 0);
	return check_simd_clauses(simd, loop, true);
}

static char *check_construct(struct plan *plan)
{
	const struct construct *construct = plan->construct;
	gimple *loop = plan->sharing = construct->loop;
	unsigned shared = gimple_omp_for_collapse(loop);
	bool has_tiles = false;
	const char *why;

	if (plan->shared == 0)
		return NULL;
	if (gimple_omp_for_combined_into_p(loop)) {
		char *against = check_for_simd(plan);

		if (against)
			return against;
		loop = plan->sharing;
	} else if (gimple_omp_for_kind(loop) != GF_OMP_FOR_KIND_FOR) {
		return say("the shared loop is one of a simd construct");
	}
	why = clause_against(loop);
	if (!why && construct->parallel &&
	    gimple_omp_parallel_combined_p(construct->parallel))
		why = clause_against(construct->parallel);
	if (why)
		return say("%s", why);
	for (unsigned i = 0; i < plan->count; i++)
		has_tiles |= plan->tile[i] != 0;
	plan->exchanges = plan->shared == plan->count && !has_tiles &&
			  bounds_are_rectangular(loop) &&
			  (!plan->collapse || plan->collapse == shared);
	if (plan->exchanges) {
		plan->collapse = shared;
		return NULL;
	}
	if (plan->before + plan->shared < shared)
		return say("loop %s is shared with those that would move",
			   loops_name(plan->loops.list[shared - 1]));
	if (!plan->collapse)
		plan->collapse = MAX(plan->before, 1);
	plan->heads = plan->before ? 0 : plan->collapse;
	return NULL;
}

/* A simd loop that moves becomes a plain one. */
static char *check_simd(const struct part *loop)
{
	gimple *simd = loop->statement;

	if (!simd)
		return NULL;
	if (gimple_omp_for_kind(simd) != GF_OMP_FOR_KIND_SIMD ||
	    gimple_omp_for_collapse(simd) > 1 ||
	    gimple_omp_for_combined_into_p(simd))
		return say("loop %s is one of a construct inside",
			   loops_name(loop));
	return check_simd_clauses(simd, loop, false);
}

/* ---- what stands between the loops ---- */

/* Labels that something in the band jumps to. */
static void find_targets(const struct plan *plan, tree_set *targets)
{
	auto_vec<gimple *> all;
	auto_vec<tree> labels;

	statement_flatten(plan->loops.construct, &all);
	for (unsigned i = 0; i < all.length(); i++)
		statement_targets(all[i], &labels);
	for (unsigned i = 0; i < labels.length(); i++)
		targets->add(labels[i]);
}

static bool is_nothing(gimple *statement, const tree_set &targets)
{
	tree label;

	if (!statement_is_real(statement) || gimple_clobber_p(statement))
		return true;
	if (gimple_code(statement) != GIMPLE_LABEL)
		return false;
	label = gimple_label_label(as_a<glabel *>(statement));
	return !const_cast<tree_set &>(targets).contains(label) &&
	       !FORCED_LABEL(label) && !DECL_NONLOCAL(label);
}

/* Does it only set a scalar to a value? */
static bool is_definition(gimple *statement)
{
	tree set = gimple_get_lhs(statement);

	if (!set || set != statement_sets(statement) ||
	    gimple_has_volatile_ops(statement))
		return false;
	return is_gimple_assign(statement) ||
	       (is_gimple_call(statement) &&
		(gimple_call_flags(statement) & ECF_CONST) &&
		!(gimple_call_flags(statement) & ECF_LOOPING_CONST_OR_PURE) &&
		!gimple_could_trap_p(statement));
}

static bool collect(struct plan *plan, unsigned section, struct part *part,
		    const tree_set &targets, bool before);

static bool collect_all(struct plan *plan, unsigned section,
			const vec<struct part *> &parts,
			const tree_set &targets, bool before)
{
	bool reached = false;

	for (unsigned i = 0; i < parts.length(); i++) {
		bool on_way = is_inside(plan->band[section], parts[i]);

		if (!on_way && !collect(plan, section, parts[i], targets,
					before && !reached))
			return false;
		if (on_way &&
		    !collect(plan, section, parts[i], targets, before))
			return false;
		reached |= on_way;
	}
	return true;
}

/*
 * Sink what stands between loop section - 1 of the band and loop section,
 * before this one; behind it nothing may stand. False if that cannot be.
 */
static bool collect(struct plan *plan, unsigned section, struct part *part,
		    const tree_set &targets, bool before)
{
	struct part *target = plan->band[section];
	bool on_way = is_inside(target, part);
	struct sunk sunk = {part->statement, plan->around[section], NULL};

	if (part == target)
		return true;
	if (part->kind == PART_STATEMENT) {
		if (is_nothing(part->statement, targets))
			return true;
		if (!before || !is_definition(part->statement))
			return false;
		plan->sunk.safe_push(sunk);
		return true;
	}
	if (part->kind == PART_CONDITION && on_way) {
		sunk.condition = part;
		plan->sunk.safe_push(sunk);
	} else if (part->kind == PART_BLOCK &&
		   (part->plain || part->inside[0] == target)) {
		for (tree t = part->variables; t; t = DECL_CHAIN(t))
			plan->variables.safe_push(t);
	} else {
		return false;
	}
	return collect_all(plan, section, part->inside, targets, before);
}

static char *collect_between(struct plan *plan)
{
	tree_set targets;

	find_targets(plan, &targets);
	for (unsigned i = 0; i < plan->count; i++) {
		struct part *loop = plan->band[i];
		char *why = check_simd(loop);

		if (why)
			return why;
		for (tree t = loop->variables; t; t = DECL_CHAIN(t))
			plan->variables.safe_push(t);
		if (i > 0 && i != plan->split &&
		    !collect_all(plan, i, plan->band[i - 1]->inside, targets,
				 true))
			return say("what stands between loops %s and %s would "
				   "have to be distributed",
				   loops_name(plan->band[i - 1]),
				   loops_name(loop));
	}
	return NULL;
}

/* ---- statements of the band ---- */

static const char *statement_against(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
	case GIMPLE_COND:
	case GIMPLE_GOTO:
	case GIMPLE_LABEL:
	case GIMPLE_SWITCH:
	case GIMPLE_BIND:
	case GIMPLE_TRY:
	case GIMPLE_CATCH:
	case GIMPLE_EH_FILTER:
	case GIMPLE_EH_MUST_NOT_THROW:
	case GIMPLE_EH_ELSE:
	case GIMPLE_NOP:
	case GIMPLE_PREDICT:
	case GIMPLE_DEBUG:
	case GIMPLE_OMP_ATOMIC_LOAD:
	case GIMPLE_OMP_ATOMIC_STORE:
	case GIMPLE_OMP_CRITICAL:
		return NULL;
	case GIMPLE_CALL:
		return gimple_call_flags(statement) & ECF_RETURNS_TWICE
			       ? "a call in it may return twice"
		       : gimple_call_builtin_p(statement,
					       BUILT_IN_GOMP_CANCEL) ||
				       gimple_call_builtin_p(
					       statement,
					       BUILT_IN_GOMP_CANCELLATION_POINT)
			       ? "it may be cancelled"
			       : NULL;
	case GIMPLE_OMP_FOR:
		return gimple_omp_for_kind(statement) == GF_OMP_FOR_KIND_SIMD &&
				       !omp_clause(statement,
						   OMP_CLAUSE_ORDERED)
			       ? NULL
			       : "a construct of OpenMP stands in it";
	default:
		return "a statement stands in it that podium does not move";
	}
}

static char *check_content(const struct plan *plan,
			   const vec<gimple *> &content)
{
	auto_vec<gimple *> all;
	auto_vec<tree> targets;
	tree_set labels;

	statement_flatten_all(content, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		const char *why = statement_against(all[i]);

		if (why)
			return say("%s", why);
		statement_targets(all[i], &targets);
		if (gimple_code(all[i]) != GIMPLE_LABEL)
			continue;
		tree label = gimple_label_label(as_a<glabel *>(all[i]));

		labels.add(label);
		if (FORCED_LABEL(label) || DECL_NONLOCAL(label))
			return say("the address of a label in it is taken");
	}
	for (unsigned i = 0; i < targets.length(); i++)
		if (!labels.contains(targets[i]))
			return say("an iteration of loop %s leaves it early",
				   loops_name(plan->band[plan->count - 1]));
	return NULL;
}

/* ---- scalars ---- */

struct scalars {
	struct flow content; /* of one iteration of the innermost loop */
	tree_set in_content; /* set there */
	hash_map<tree, unsigned> last; /* the last section that sets it */
};

static bool is_associative(enum tree_code code)
{
	return code == PLUS_EXPR || code == MULT_EXPR || code == MIN_EXPR ||
	       code == MAX_EXPR || code == BIT_AND_EXPR ||
	       code == BIT_IOR_EXPR || code == BIT_XOR_EXPR;
}

/* A sum: its variable, and the values on the way from it to it. */
struct accumulation {
	tree variable;
	tree held; /* the value now: NULL outside of a sum */
	tree_set values;
	enum tree_code operation; /* the only one; PLUS_EXPR for MINUS_EXPR */
};

/* Is it the variable, or what a reference of this name refers to? */
static bool is_variable(const struct accumulation *sum, tree place)
{
	return place == sum->variable ||
	       (TREE_CODE(place) == MEM_REF &&
		TREE_OPERAND(place, 0) == sum->variable &&
		integer_zerop(TREE_OPERAND(place, 1)));
}

static bool is_held(const struct accumulation *sum, tree value)
{
	return sum->held ? value == sum->held : is_variable(sum, value);
}

/* variable, or what holds its value, = the same value and others. */
static bool adds_up(struct accumulation *sum, gimple *g)
{
	enum tree_code code = gimple_assign_rhs_code(g);
	tree set = gimple_assign_lhs(g), first = gimple_assign_rhs1(g);

	if (gimple_num_ops(g) == 3) {
		tree second = gimple_assign_rhs2(g);

		if (is_associative(code) && is_held(sum, second))
			std::swap(first, second);
		if (code == MINUS_EXPR)
			code = PLUS_EXPR;
		if (!is_associative(code) || !is_held(sum, first) ||
		    sum->values.contains(second) || is_variable(sum, second) ||
		    (sum->operation != ERROR_MARK && sum->operation != code))
			return false;
		sum->operation = code;
	} else if (!is_held(sum, first) ||
		   !(gimple_assign_single_p(g) ||
		     (CONVERT_EXPR_CODE_P(code) &&
		      INTEGRAL_TYPE_P(TREE_TYPE(set)) &&
		      TYPE_PRECISION(TREE_TYPE(set)) ==
			      TYPE_PRECISION(TREE_TYPE(first))))) {
		return false;
	}
	sum->held = is_variable(sum, set) ? NULL_TREE : set;
	if (sum->held)
		sum->values.add(set);
	return !sum->held || statement_is_temporary(set);
}

/* Is all that the content does with the variable to add to it? */
static bool is_accumulated(const vec<gimple *> &content, tree variable)
{
	struct accumulation sum;
	auto_vec<gimple *> all;

	sum.variable = variable;
	sum.held = NULL_TREE;
	sum.operation = ERROR_MARK;
	statement_flatten_all(content, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		gimple *g = all[i];
		tree_set reads;
		tree set = gimple_get_lhs(g);
		bool meets = set && (is_variable(&sum, set) ||
				     statement_sets(g) == variable);

		statement_reads(g, &reads);
		for (tree read : reads)
			meets |= read == variable || sum.values.contains(read);
		if (!meets) {
			/* a sum is straight code */
			if (set && sum.values.contains(set))
				sum.values.remove(set);
			if (sum.held && statement_is_real(g) &&
			    !statement_is_simple(g))
				return false;
		} else if (!is_gimple_assign(g) || !adds_up(&sum, g)) {
			return false;
		}
	}
	return !sum.held;
}

/* It goes on from one iteration to the next. */
static char *check_carried(const vec<gimple *> &content, tree variable,
			   tree type)
{
	if (!INTEGRAL_TYPE_P(type) && !flag_associative_math)
		return say(FLOAT_TYPE_P(type)
				   ? "%s would be added up in another order"
				   : "%s goes on from one iteration to the "
				     "next",
			   statement_name(variable));
	if (!is_accumulated(content, variable))
		return say("%s goes on from one iteration to the next",
			   statement_name(variable));
	return NULL;
}

static void find_sets(const struct plan *plan, const vec<gimple *> &content,
		      struct scalars *scalars)
{
	auto_vec<gimple *> all;

	flow_read(&scalars->content, content);
	statement_flatten_all(content, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		tree set = statement_sets(all[i]);

		if (set)
			scalars->in_content.add(set);
		if (gimple_code(all[i]) == GIMPLE_OMP_FOR)
			for (unsigned k = 0;
			     k < gimple_omp_for_collapse(all[i]); k++)
				scalars->in_content.add(
					gimple_omp_for_index(all[i], k));
	}
	for (unsigned i = 0; i < plan->sunk.length(); i++)
		if (!plan->sunk[i].condition)
			scalars->last.put(
				gimple_get_lhs(plan->sunk[i].statement),
				popcount_hwi(plan->sunk[i].around));
}

/*
 * A sunk statement is computed again in each iteration: are its operands
 * invariant there?
 */
static char *check_read(struct plan *plan, struct scalars *scalars,
			unsigned section, bool set_before, tree read)
{
	unsigned *last = scalars->last.get(read);

	if (!statement_is_scalar(read) && !DECL_P(read))
		return NULL;
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->band[i]->counter == read)
			return i < section
				       ? NULL
				       : say("what is computed in loop %s "
					     "reads the counter of loop %s",
					     loops_name(
						     plan->band[section - 1]),
					     loops_name(plan->band[i]));
	if (set_before || !statement_is_scalar(read))
		return NULL;
	if (scalars->in_content.contains(read) || (last && *last >= section))
		return say("%s changes within the loops that would change "
			   "places",
			   statement_name(read));
	return NULL;
}

/* Definitions in order: each section reads what is settled before it. */
static char *check_sunk(struct plan *plan, struct scalars *scalars)
{
	for (unsigned section = 1; section <= plan->count; section++) {
		tree_set set;

		for (unsigned i = 0; i < plan->sunk.length(); i++) {
			tree_set reads;
			char *why = NULL;

			if (plan->sunk[i].around != (1u << section) - 1)
				continue;
			statement_reads(plan->sunk[i].statement, &reads);
			for (tree read : reads)
				if (!why)
					why = check_read(plan, scalars, section,
							 set.contains(read),
							 read);
			if (why)
				return why;
			if (!plan->sunk[i].condition)
				set.add(gimple_get_lhs(
					plan->sunk[i].statement));
		}
	}
	return NULL;
}

/* Bounds of loop "index" are computed behind its section: are they invariant?
 */
static char *check_bounds(struct plan *plan, struct scalars *scalars,
			  unsigned index)
{
	struct part *loop = plan->band[index];
	auto_vec<tree> operands;
	tree_set reads, set;
	char *why = NULL;

	if (loop->shared)
		return NULL; /* computed once, when the construct begins */

	for (unsigned i = 0; i < loop->before.length(); i++) {
		tree_set here;
		tree sets = gimple_get_lhs(loop->before[i]);

		if (gimple_has_volatile_ops(loop->before[i]))
			return say("a bound of loop %s is volatile",
				   loops_name(loop));
		if (is_gimple_call(loop->before[i]) &&
		    !is_definition(loop->before[i]))
			return say("a bound of loop %s is computed by a call",
				   loops_name(loop));
		statement_reads(loop->before[i], &here);
		for (tree t : here)
			if (!set.contains(t))
				reads.add(t);
		if (sets)
			set.add(sets);
	}
	loops_operands(loop, &operands);
	for (unsigned i = 0; i < operands.length(); i++)
		if (!set.contains(operands[i]))
			reads.add(operands[i]);
	for (tree read : reads)
		if (!why && (DECL_P(read) || TREE_CODE(read) == SSA_NAME))
			why = check_read(plan, scalars, index + 1, false, read);
	if (!why && reads.contains(loop->counter))
		why = say("a bound of loop %s reads its counter",
			  loops_name(loop));
	return why;
}

static bool is_own(const struct plan *plan, tree variable)
{
	return plan->variables.contains(variable);
}

/* Rejects reductions of the construct that the band would reorder. */
static char *check_reductions(const struct plan *plan,
			      const vec<gimple *> &content)
{
	gimple *const statements[] = {plan->construct->loop,
				      plan->construct->share,
				      plan->construct->parallel};
	auto_vec<gimple *> all;
	tree_set reads;

	statement_flatten_all(content, &all);
	for (unsigned i = 0; i < all.length(); i++)
		statement_reads(all[i], &reads);
	for (size_t i = 0; i < ARRAY_SIZE(statements); i++)
		for (tree c = statements[i] ? omp_clauses(statements[i])
					    : NULL_TREE;
		     c; c = OMP_CLAUSE_CHAIN(c)) {
			tree variable, type;
			char *why;

			if (OMP_CLAUSE_CODE(c) != OMP_CLAUSE_REDUCTION)
				continue;
			variable = omp_clause_variable(c);
			type = variable ? TREE_TYPE(variable) : NULL_TREE;
			if (type && TREE_CODE(type) == REFERENCE_TYPE)
				type = TREE_TYPE(type);
			else if (variable && statement_is_scalar(variable))
				continue; /* as other scalars */
			if (variable && !reads.contains(variable))
				continue;
			if (!variable || !is_gimple_reg_type(type))
				return say("%s is reduced, and is no whole "
					   "number",
					   variable ? statement_name(variable)
						    : "what");
			why = check_carried(content, variable, type);
			if (why)
				return why;
		}
	return NULL;
}

/* Rejects scalars that are live behind the loops. */
static char *check_live_out(const struct plan *plan, struct scalars *scalars)
{
	auto_vec<gimple *> body;
	struct flow flow;
	tree_set sets;
	gimple *end;
	int from;

	body.safe_push(
		gimple_seq_first_stmt(gimple_body(current_function_decl)));
	flow_read(&flow, body);
	if (plan->shared > 0)
		end = plan->sharing;
	else if (plan->band[0]->statement)
		end = plan->band[0]->statement;
	else
		end = plan->band[0]->whole.last();
	/* at the end of the construct its private variables are lost */
	from = flow_behind(&flow, end) - (plan->shared > 0);
	for (tree t : scalars->in_content)
		sets.add(t);
	for (unsigned i = 0; i < plan->sunk.length(); i++)
		if (!plan->sunk[i].condition)
			sets.add(gimple_get_lhs(plan->sunk[i].statement));
	for (unsigned i = 0; i < plan->count; i++)
		if (!plan->band[i]->shared || plan->simd)
			sets.add(plan->band[i]->counter);
	for (tree t : sets) {
		if (is_own(plan, t) || TREE_CODE(t) == SSA_NAME ||
		    !flow_is_live(&flow, from, t))
			continue;
		if (flow_is_live(&scalars->content, 0, t) &&
		    scalars->in_content.contains(t))
			continue; /* check_carried() has judged it */
		return say("%s is read behind the loops", statement_name(t));
	}
	return NULL;
}

static char *check_scalars(struct plan *plan, const vec<gimple *> &content)
{
	struct scalars scalars;
	char *why;

	find_sets(plan, content, &scalars);
	why = check_sunk(plan, &scalars);
	for (unsigned i = 0; i < plan->count && !why; i++)
		why = check_bounds(plan, &scalars, i);
	if (!why)
		why = check_reductions(plan, content);
	for (tree t : scalars.in_content) {
		if (why || !flow_is_live(&scalars.content, 0, t))
			continue;
		if (scalars.last.get(t))
			why = say("%s is set again in loop %s",
				  statement_name(t),
				  loops_name(plan->band[plan->count - 1]));
		else
			why = check_carried(content, t, TREE_TYPE(t));
	}
	if (!why)
		why = check_live_out(plan, &scalars);
	return why;
}

/* ---- memory ---- */

/* Rejects loads between the loops and for bounds that a store may change. */
static char *check_memory(struct plan *plan, const vec<gimple *> &content)
{
	auto_vec<gimple *> stores, loads;
	auto_vec<gimple *> all;

	statement_flatten_all(content, &stores);
	for (unsigned i = 0; i < plan->sunk.length(); i++)
		loads.safe_push(plan->sunk[i].statement);
	for (unsigned i = 0; i < plan->count; i++)
		for (unsigned k = 0; k < plan->band[i]->before.length(); k++)
			loads.safe_push(plan->band[i]->before[k]);
	for (unsigned i = 0; i < loads.length(); i++)
		for (unsigned k = 0; k < stores.length(); k++)
			if (memory_may_change(loads[i], stores[k]))
				return say(
					"what is loaded outside of loop %s "
					"may be stored in it",
					loops_name(
						plan->band[plan->count - 1]));
	statement_flatten_all(content, &all);
	for (unsigned i = 0; i < plan->variables.length(); i++) {
		tree variable = plan->variables[i];
		tree_set reads;

		if (statement_is_scalar(variable))
			continue;
		for (unsigned k = 0; k < all.length(); k++)
			statement_reads(all[k], &reads);
		for (unsigned k = 0; k < loads.length(); k++)
			statement_reads(loads[k], &reads);
		if (reads.contains(variable))
			return say("%s is an iteration's own and lies in "
				   "memory",
				   statement_name(variable));
	}
	return NULL;
}

/* ---- strip-mining ---- */

#define JAM_MOST 1024 /* iterations of a tile */
#define STEP_MOST 16  /* of its loop */

/* The band is the one loop; the loops inside it are where it is cut. */
static char *find_cuts(struct plan *plan, vec<struct part *> *cuts)
{
	struct part *loop = plan->band[0];
	char *why = NULL;

	if (!loop->counter)
		return loops_unread(loop);
	if (POINTER_TYPE_P(TREE_TYPE(loop->counter)))
		return say("loop %s counts by a pointer", loops_name(loop));
	if (loop->by)
		return say("the step of loop %s is a variable",
			   loops_name(loop));
	if (absu_hwi(loop->step) > STEP_MOST)
		return say("loop %s makes long steps", loops_name(loop));
	for (unsigned i = 0; i < plan->loops.list.length() && !why; i++) {
		struct part *inner = plan->loops.list[i];

		if (!is_inside(inner, loop))
			continue;
		if (inner != loop && inner->shared)
			return say("loop %s is shared together with loop %s",
				   loops_name(inner), loops_name(loop));
		if (inner != loop)
			cuts->safe_push(inner);
		why = check_simd(inner);
	}
	return why;
}

static char *plan_jam(struct plan *plan, const struct sized *jam)
{
	auto_vec<struct part *> cuts;
	auto_vec<gimple *> content;
	char *why;

	if (jam->size > JAM_MOST)
		return say("jam takes 2 to %d iterations", JAM_MOST);
	plan->jam = jam->size;
	plan->band[0] = jam->loop;
	why = find_cuts(plan, &cuts);
	if (why)
		return why;
	plan->count = 1;
	plan->shared = plan->band[0]->shared;
	for (struct part *p = plan->band[0]->around; p; p = p->around)
		plan->before += p->kind == PART_LOOP && p->shared;
	schedule_add(plan, schedule_add(plan, NULL, NODE_LOOP), NODE_LEAF);
	why = check_construct(plan);
	if (!why && plan->shared && !bounds_are_rectangular(plan->sharing))
		why = say("a bound of a shared loop depends on another one");
	if (why)
		return why;
	loops_body(plan->band[0], &content);
	why = check_content(plan, content);
	if (!why)
		why = check_scalars(plan, content);
	if (!why)
		why = check_memory(plan, content);
	if (!why)
		why = parts_read(&plan->parts, plan->band[0], cuts, true);
	return why ? why : bounds_plan(plan);
}

/* ---- all of it ---- */

/* Variables that blocks around parts declare become the nest's. */
static void take_variables(struct plan *plan)
{
	for (unsigned i = 0; i < plan->parts.variables.length(); i++) {
		tree t = plan->parts.variables[i].variable;

		if (!plan->variables.contains(t))
			plan->variables.safe_push(t);
	}
}

static char *plan_band(struct plan *plan, const struct primitives *primitives)
{
	auto_vec<gimple *> content;
	char *why = build_tree(plan, primitives);

	if (why || !plan->root)
		return why;
	plan->collapse = primitives->collapse;
	why = check_construct(plan);
	if (!why)
		why = collect_between(plan);
	if (why)
		return why;
	loops_body(plan->split ? plan->parts.loop : plan->band[plan->count - 1],
		   &content);
	why = check_content(plan, content);
	if (!why)
		why = check_scalars(plan, content);
	if (!why)
		why = check_memory(plan, content);
	take_variables(plan);
	return why ? why : bounds_plan(plan);
}

char *plan_make(struct plan *plan, const struct construct *construct,
		const char *text)
{
	struct primitives primitives = {};
	char *why;

	plan->construct = construct;
	if (optimize == 0)
		return say("nothing is transformed at -O0");
	if (!construct->loop)
		return say("it has no loop");
	loops_read(&plan->loops, construct->loop);
	why = primitives_read(&primitives, &plan->loops, text);
	if (why)
		;
	else if (primitives.distribute && primitives.collapse)
		why = say("distribute and collapse do not stand together");
	else if (primitives.jam.is_empty())
		why = plan_band(plan, &primitives);
	else if (primitives.jam.length() > 1 || primitives.collapse ||
		 primitives.distribute || !primitives.order.is_empty() ||
		 !primitives.tile.is_empty())
		why = say("jam of one loop stands alone");
	else
		why = plan_jam(plan, &primitives.jam[0]);
	if (!why && plan->root && !primitives.apart.is_empty())
		why = overlap_plan(&plan->overlap, construct, &plan->loops,
				   primitives.apart);
	primitives_free(&primitives);
	return why;
}
