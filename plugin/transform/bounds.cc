/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the loops of a band in their new order; see bounds.h.
 */
#include "base/gcc.h"
#include "bounds.h"
#include "memory.h"
#include "statement.h"

#define TERMS_MOST 4 /* of a minimum or maximum */

bool bounds_are_rectangular(gimple *construct)
{
	for (unsigned i = 0; i < gimple_omp_for_collapse(construct); i++)
		if (TREE_CODE(gimple_omp_for_initial(construct, i)) ==
			    TREE_VEC ||
		    TREE_CODE(gimple_omp_for_final(construct, i)) == TREE_VEC)
			return false;
	return true;
}

/* ---- slices ---- */

unsigned bounds_slice(const struct plan *plan, unsigned index, tree operand,
		      unsigned limit, vec<gimple *> *list)
{
	auto_vec<tree> operands;
	tree_set needed;
	unsigned counters = 0;

	loops_add_operand(operand, &operands);
	for (unsigned i = 0; i < operands.length(); i++)
		needed.add(operands[i]);
	for (unsigned i = limit; i-- > 0;) {
		gimple *g = plan->slice[index][i];

		if (!needed.contains(gimple_get_lhs(g)))
			continue;
		needed.remove(gimple_get_lhs(g));
		statement_reads(g, &needed);
		list->safe_insert(0, g);
	}
	for (unsigned i = 0; i < plan->count; i++)
		if (i != index && needed.contains(plan->band[i]->counter))
			counters |= 1u << i;
	return counters;
}

static void fill_slices(struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++) {
		/* the construct computes those that it shares when it begins */
		if (plan->band[i]->shared)
			continue;
		for (unsigned k = 0; k < plan->sunk.length(); k++)
			if (!(plan->sunk[k].around & ~plan->around[i]) &&
			    !plan->sunk[k].condition)
				plan->slice[i].safe_push(
					plan->sunk[k].statement);
		for (unsigned k = 0; k < plan->band[i]->before.length(); k++)
			plan->slice[i].safe_push(plan->band[i]->before[k]);
	}
}

/* The slice of both bounds of a loop and of its step. */
static unsigned slice_of_bounds(const struct plan *plan, unsigned index,
				vec<gimple *> *list)
{
	auto_vec<tree> operands;
	unsigned counters = 0;

	loops_operands(plan->band[index], &operands);
	for (unsigned i = 0; i < operands.length(); i++)
		counters |= bounds_slice(plan, index, operands[i],
					 plan->slice[index].length(), list);
	return counters;
}

/* ---- linear bounds ---- */

/* The statement of the slice that gives the value, one of the first "limit". */
static int definition_of(const struct plan *plan, unsigned index, tree value,
			 unsigned limit)
{
	for (unsigned i = limit; i-- > 0;)
		if (gimple_get_lhs(plan->slice[index][i]) == value)
			return i;
	return -1;
}

/* Has every value of the one type the same in the other? */
static bool keeps_value(tree to, tree from)
{
	if (!INTEGRAL_TYPE_P(to) || !INTEGRAL_TYPE_P(from))
		return false;
	if (TYPE_UNSIGNED(to) == TYPE_UNSIGNED(from))
		return TYPE_PRECISION(to) >= TYPE_PRECISION(from);
	return TYPE_UNSIGNED(from) && TYPE_PRECISION(to) > TYPE_PRECISION(from);
}

static bool is_copy(gimple *g)
{
	return is_gimple_assign(g) &&
	       (CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(g))
			? keeps_value(TREE_TYPE(gimple_assign_lhs(g)),
				      TREE_TYPE(gimple_assign_rhs1(g)))
			: gimple_assign_single_p(g) &&
				  is_gimple_val(gimple_assign_rhs1(g)));
}

static bool add_value(const struct plan *plan, unsigned index, tree value,
		      unsigned limit, int sign, struct constraint *to);

static bool add_operation(const struct plan *plan, unsigned index,
			  unsigned limit, gimple *g, int sign,
			  struct constraint *to)
{
	enum tree_code code = gimple_assign_rhs_code(g);
	tree first = gimple_assign_rhs1(g), second;
	bool wraps = TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(g)));

	if (is_copy(g))
		return add_value(plan, index, first, limit, sign, to);
	if (code == NEGATE_EXPR && !wraps)
		return add_value(plan, index, first, limit, -sign, to);
	if (code != PLUS_EXPR && code != MINUS_EXPR)
		return false;
	/* a counter is below its last value, so that adding 1 is safe */
	second = gimple_assign_rhs2(g);
	if (wraps && !(code == PLUS_EXPR && integer_onep(second)))
		return false;
	return add_value(plan, index, first, limit, sign, to) &&
	       add_value(plan, index, second, limit,
			 code == PLUS_EXPR ? sign : -sign, to);
}

/* Add the value, or take it away, as a linear form of the band's counters. */
static bool add_value(const struct plan *plan, unsigned index, tree value,
		      unsigned limit, int sign, struct constraint *to)
{
	struct invariant leaf = {index, value, limit, sign};
	auto_vec<gimple *> list;
	int at;

	if (tree_fits_shwi_p(value)) {
		to->plus += sign * tree_to_shwi(value);
		return true;
	}
	for (unsigned i = 0; i < index; i++)
		if ((plan->around[index] & 1u << i) &&
		    plan->band[i]->counter == value) {
			to->coefficient[i] += sign;
			return true;
		}
	at = definition_of(plan, index, value, limit);
	if (bounds_slice(plan, index, value, limit, &list) != 0)
		return at >= 0 && is_gimple_assign(plan->slice[index][at]) &&
		       add_operation(plan, index, at, plan->slice[index][at],
				     sign, to);
	if (!INTEGRAL_TYPE_P(TREE_TYPE(value)) || to->count == CONSTRAINT_MOST)
		return false;
	to->invariants[to->count++] = leaf;
	return true;
}

/* One term of a bound: lower ones say counter >= it, others counter <= it. */
static bool add_term(struct plan *plan, unsigned index, tree value,
		     unsigned limit, bool lower, HOST_WIDE_INT plus,
		     vec<struct constraint> *set)
{
	struct constraint c = {};
	int sign = lower ? -1 : 1;

	c.owner = index;
	c.coefficient[index] = lower ? 1 : -1;
	if (TREE_CODE(value) == TREE_VEC) {
		tree factor = TREE_VEC_ELT(value, 1);

		if (!tree_fits_shwi_p(factor))
			return false;
		unsigned outer = 0;

		while (outer < index &&
		       plan->band[outer]->counter != TREE_VEC_ELT(value, 0))
			outer++;
		if (outer == index)
			return false;
		c.coefficient[outer] = sign * tree_to_shwi(factor);
		value = TREE_VEC_ELT(value, 2);
	}
	if (!add_value(plan, index, value, limit, sign, &c))
		return false;
	c.plus += sign * plus;
	for (unsigned i = 0; i < plan->count; i++)
		if (c.coefficient[i] < -1 || c.coefficient[i] > 1)
			return false;
	set->safe_push(c);
	return true;
}

/* The terms of a bound that is a maximum, if lower, or a minimum of some. */
static bool add_bound(struct plan *plan, unsigned index, tree value,
		      unsigned limit, bool lower, HOST_WIDE_INT plus,
		      vec<struct constraint> *set)
{
	int at = TREE_CODE(value) == TREE_VEC
			 ? -1
			 : definition_of(plan, index, value, limit);
	gimple *g = at < 0 ? NULL : plan->slice[index][at];

	if (g && is_copy(g))
		return add_bound(plan, index, gimple_assign_rhs1(g), at, lower,
				 plus, set);
	/* of a maximum and a constant, by which all of its terms move */
	if (g && is_gimple_assign(g) &&
	    gimple_assign_rhs_code(g) == PLUS_EXPR &&
	    !TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(g))) &&
	    tree_fits_shwi_p(gimple_assign_rhs2(g)))
		return add_bound(plan, index, gimple_assign_rhs1(g), at, lower,
				 plus + tree_to_shwi(gimple_assign_rhs2(g)),
				 set);
	if (g && is_gimple_assign(g) &&
	    gimple_assign_rhs_code(g) == (lower ? MAX_EXPR : MIN_EXPR))
		return add_bound(plan, index, gimple_assign_rhs1(g), at, lower,
				 plus, set) &&
		       add_bound(plan, index, gimple_assign_rhs2(g), at, lower,
				 plus, set);
	return add_term(plan, index, value, limit, lower, plus, set);
}

/* Is its test one of numbers, not of what they are without a sign? */
static bool compares_numbers(const struct part *loop)
{
	tree type = TREE_TYPE(loop->counter);

	return INTEGRAL_TYPE_P(type) &&
	       (TREE_CODE(loop->last) == TREE_VEC ||
		keeps_value(TREE_TYPE(loop->last), type) ||
		(tree_fits_uhwi_p(loops_first(loop)) && loops_up(loop)));
}

/* Steps other than 1 and -1 lead on from a start that no counter moves. */
static bool fits_step(const struct part *loop, unsigned index,
		      const vec<struct constraint> &set, unsigned from)
{
	if (loop->step == 1 || loop->step == -1)
		return true;
	for (unsigned i = 0; i < PLAN_MOST; i++)
		if (i != index && set[from].coefficient[i] != 0)
			return false;
	return set.length() == from + 1;
}

/* The bounds of a loop as constraints; false, and none, where that fails. */
static bool add_loop(struct plan *plan, unsigned index,
		     vec<struct constraint> *set)
{
	const struct part *loop = plan->band[index];
	unsigned limit = plan->slice[index].length(), count = set->length();
	bool up = loops_up(loop);
	auto_vec<gimple *> list;
	int closed = 0;

	if (loop->by && bounds_slice(plan, index, loop->by, limit, &list) != 0)
		return false;
	if (loop->compare == LT_EXPR)
		closed = -1;
	if (loop->compare == GT_EXPR)
		closed = 1;
	if (compares_numbers(loop) &&
	    add_bound(plan, index, loops_first(loop), limit, up, 0, set) &&
	    fits_step(loop, index, *set, count) &&
	    add_bound(plan, index, loop->last, limit, !up, closed, set))
		return true;
	set->truncate(count);
	return false;
}

/* ---- elimination ---- */

/* Eliminates a counter: adds a lower and an upper bound of it. */
static bool combine(const struct constraint *low, const struct constraint *high,
		    struct constraint *sum)
{
	bool any = false;

	*sum = *low;
	sum->owner = -1;
	sum->plus += high->plus;
	for (unsigned i = 0; i < COUNTERS; i++) {
		sum->coefficient[i] += high->coefficient[i];
		any |= sum->coefficient[i] != 0;
		if (sum->coefficient[i] < -1 || sum->coefficient[i] > 1)
			return false;
	}
	for (unsigned i = 0; i < high->count; i++) {
		if (sum->count == CONSTRAINT_MOST)
			return false;
		sum->invariants[sum->count++] = high->invariants[i];
	}
	return any;
}

static bool owned_by(const vec<struct constraint> &list, unsigned index)
{
	for (unsigned i = 0; i < list.length(); i++)
		if (list[i].owner != (int)index)
			return false;
	return list.length() > 0;
}

/* Another loop's bound must not move where this one starts, if its steps lead
   elsewhere then; what follows from others may go. */
static bool keeps_start(const struct plan *plan, struct node *node)
{
	const struct part *loop = plan->band[node->loop];
	vec<struct constraint> *start =
		loops_up(loop) ? &node->low : &node->high;

	if (loop->step == 1 || loop->step == -1)
		return true;
	for (unsigned i = start->length(); i-- > 0;)
		if ((*start)[i].owner < 0)
			start->ordered_remove(i);
	return start->length() == 1 && owned_by(*start, node->loop);
}

/* Are they alike but for the constant? The same operand of two loops is the
   same value where nothing computes it. */
static bool is_alike(const struct plan *plan, const struct constraint *a,
		     const struct constraint *b)
{
	for (unsigned i = 0; i < COUNTERS; i++)
		if (a->coefficient[i] != b->coefficient[i])
			return false;
	for (unsigned i = 0; i < a->count && a->count == b->count; i++) {
		const struct invariant *x = &a->invariants[i];
		const struct invariant *y = &b->invariants[i];

		if (x->operand != y->operand || x->sign != y->sign)
			return false;
		if ((x->loop != y->loop || x->limit != y->limit) &&
		    (definition_of(plan, x->loop, x->operand, x->limit) >= 0 ||
		     definition_of(plan, y->loop, y->operand, y->limit) >= 0))
			return false;
	}
	return a->count == b->count;
}

static bool is_implied(const struct plan *plan, const struct constraint *c,
		       const vec<struct constraint> &by)
{
	for (unsigned i = 0; i < by.length(); i++)
		if (is_alike(plan, c, &by[i]) && by[i].plus <= c->plus)
			return true;
	return false;
}

/* Moves the constraints of a counter to its lower and upper bounds. */
static void take_bounds(vec<struct constraint> *set, unsigned index,
			vec<struct constraint> *low,
			vec<struct constraint> *high)
{
	for (unsigned i = set->length(); i-- > 0;) {
		int coefficient = (*set)[i].coefficient[index];

		if (coefficient == 0)
			continue;
		(coefficient > 0 ? low : high)->safe_push((*set)[i]);
		set->ordered_remove(i);
	}
}

/* The loops inside the node on the way to its first leaf, of those wanted, from
   the innermost outward. */
static void eliminate_inside(const struct plan *plan, const struct node *node,
			     unsigned wanted, vec<struct constraint> *set)
{
	auto_vec<struct constraint> low, high;

	if (!node->inside.is_empty())
		eliminate_inside(plan, node->inside[0], wanted, set);
	if (node->kind != NODE_LOOP || !(wanted & 1u << node->loop))
		return;
	take_bounds(set, node->loop, &low, &high);
	for (unsigned i = 0; i < low.length(); i++)
		for (unsigned k = 0; k < high.length(); k++) {
			struct constraint sum;

			if (set->length() < 4 * PLAN_MOST &&
			    combine(&low[i], &high[k], &sum) &&
			    !is_implied(plan, &sum, *set))
				set->safe_push(sum);
		}
}

static bool may_trap(const vec<gimple *> &list)
{
	for (unsigned i = 0; i < list.length(); i++)
		if (memory_may_trap(list[i]))
			return true;
	return false;
}

static char *refuse(const struct plan *plan, unsigned index, const char *why)
{
	return xasprintf("a bound of loop %s %s", loops_name(plan->band[index]),
			 why);
}

static bool is_owned(const vec<struct constraint> &list)
{
	for (unsigned i = 0; i < list.length(); i++)
		if (list[i].owner >= 0)
			return true;
	return false;
}

/* The bounds of all loops of the band as they are written. */
struct written {
	unsigned made_of[PLAN_MOST]; /* counters, as bits */
	bool linear[PLAN_MOST];
	vec<struct constraint> constraints[PLAN_MOST];
};

/* Loops, as bits, whose iterations go on where the bounds are computed. */
static unsigned open_at(const struct plan *plan, const struct node *node)
{
	return schedule_is_head(plan, node) ? 0 : schedule_open(node);
}

/* May the bounds of the loop be computed where its condition fails? */
static bool is_conditional(const struct plan *plan, unsigned index)
{
	for (unsigned i = 0; i < plan->sunk.length(); i++)
		if (plan->sunk[i].condition &&
		    !(plan->sunk[i].around & ~plan->around[index]))
			return true;
	return false;
}

/* Adds that loops with a tile loop around the node stay within the tile. */
static void add_tiles(const struct plan *plan, const struct node *node,
		      vec<struct constraint> *set)
{
	while ((node = node->around)) {
		unsigned i = node->loop;
		HOST_WIDE_INT step = plan->band[i]->step;
		int up = loops_up(plan->band[i]) ? 1 : -1;
		struct constraint begin = {}, end = {};

		if (node->kind != NODE_TILE)
			continue;
		begin.owner = end.owner = i;
		begin.coefficient[i] = end.coefficient[TILES + i] = up;
		begin.coefficient[TILES + i] = end.coefficient[i] = -up;
		end.plus = up * step * plan->tile[i] - 1;
		set->safe_push(begin);
		set->safe_push(end);
	}
}

/* Has it no counter but the node's own? */
static bool is_rectangular(const struct node *node, const struct constraint *c)
{
	for (unsigned i = 0; i < COUNTERS; i++)
		if (i != node->loop && c->coefficient[i] != 0)
			return false;
	return true;
}

/* Drops constraints that follow from others and cannot be computed there. */
static void drop_implied(const struct plan *plan, const struct node *node,
			 vec<struct constraint> *list)
{
	unsigned open = open_at(plan, node);

	for (unsigned i = list->length(); i-- > 0;) {
		const struct constraint *c = &(*list)[i];
		bool drop = schedule_is_head(plan, node) &&
			    !is_rectangular(node, c);

		for (unsigned k = 0; k < c->count && !drop; k++) {
			const struct invariant *of = &c->invariants[k];
			auto_vec<gimple *> slice;

			bounds_slice(plan, of->loop, of->operand, of->limit,
				     &slice);
			drop = may_trap(slice) &&
			       (plan->around[of->loop] & ~open ||
				is_conditional(plan, of->loop));
		}
		if (drop && c->owner < 0)
			list->ordered_remove(i);
	}
}

/* Within its tile a loop begins at once: what bounds the tiles at their begin
   holds. */
static void settle_in_tile(const struct plan *plan, struct node *node,
			   const struct node *tile)
{
	bool up = loops_up(plan->band[node->loop]);
	vec<struct constraint> *start = up ? &node->low : &node->high;
	vec<struct constraint> *end = up ? &node->high : &node->low;

	for (unsigned i = start->length(); i-- > 0;)
		if (is_implied(plan, &(*start)[i], up ? tile->low : tile->high))
			start->ordered_remove(i);
	node->runs = start->length() == 1;
	for (unsigned i = 0; i < end->length(); i++)
		node->runs &= (*end)[i].coefficient[TILES + node->loop] != 0 ||
			      is_implied(plan, &(*end)[i],
					 up ? tile->high : tile->low);
}

/* Heads of one construct are computed before it. */
static char *check_head(const struct plan *plan, const struct node *node)
{
	bool alone = true;

	for (unsigned i = 0; i < node->low.length(); i++)
		alone &= is_rectangular(node, &node->low[i]);
	for (unsigned i = 0; i < node->high.length(); i++)
		alone &= is_rectangular(node, &node->high[i]);
	return alone || !schedule_is_head(plan, node)
		       ? NULL
		       : refuse(plan, node->loop,
				"depends on a loop that is shared with it");
}

/* Finds the bounds of a node, with those of the loops inside eliminated. */
static char *find_bounds(const struct plan *plan, const struct written *written,
			 struct node *node)
{
	auto_vec<struct constraint> set;
	const struct node *tile = schedule_tile(node, node->loop);
	unsigned i = node->loop, common = schedule_common(node);
	bool alone = !(written->made_of[i] & ~open_at(plan, node));
	bool whole = node->kind == NODE_LOOP && !tile;

	for (unsigned k = 0; k < plan->count; k++)
		if ((schedule_open(node) | common) & 1u << k)
			set.safe_splice(written->constraints[k]);
	add_tiles(plan, node, &set);
	eliminate_inside(plan, node->inside[0], common & ~(1u << i), &set);
	take_bounds(&set, i, &node->low, &node->high);
	drop_implied(plan, node, &node->low);
	drop_implied(plan, node, &node->high);
	if (!written->linear[i] && alone) {
		if (!whole || is_owned(node->low) || is_owned(node->high))
			return refuse(plan, i, "is not linear");
	} else if (!whole || !alone || !owned_by(node->low, i) ||
		   !owned_by(node->high, i)) {
		if (!written->linear[i] || node->low.is_empty() ||
		    node->high.is_empty())
			return refuse(plan, i,
				      "is not linear in the counters "
				      "of loops that would stand "
				      "inside");
		if (tile)
			settle_in_tile(plan, node, tile);
		if (!keeps_start(plan, node))
			return refuse(plan, i, "would begin between its steps");
		return check_head(plan, node);
	}
	node->low.truncate(0);
	node->high.truncate(0);
	return NULL;
}

/* ---- where bounds are computed earlier than as written ---- */

/* Has every node of the loop its bounds as written? */
static bool is_as_written(const struct plan *plan, unsigned index)
{
	for (unsigned i = 0; i < plan->nodes.length(); i++)
		if (plan->nodes[i]->kind == NODE_LOOP &&
		    plan->nodes[i]->loop == index &&
		    !plan->nodes[i]->low.is_empty())
			return false;
	return true;
}

/*
 * What may trap, as a load through a pointer, is computed only where it was
 * as written: where all loops around had an iteration.
 */
static char *guard_bounds(const struct plan *plan, struct node *node)
{
	auto_vec<gimple *> list;
	unsigned index = node->loop;
	unsigned over = plan->around[index] & ~open_at(plan, node);

	slice_of_bounds(plan, index, &list);
	if (!may_trap(list) || (over == 0 && !is_conditional(plan, index)))
		return NULL;
	if (is_conditional(plan, index) || !node->low.is_empty() ||
	    plan->band[index]->by)
		return refuse(plan, index,
			      "may trap where it is computed earlier");
	for (unsigned i = 0; i < plan->count; i++) {
		auto_vec<gimple *> other;

		if (!(over & 1u << i))
			continue;
		if (!is_as_written(plan, i) ||
		    slice_of_bounds(plan, i, &other) & (over | 1u << index) ||
		    may_trap(other))
			return refuse(plan, index,
				      "may trap where it is computed earlier");
	}
	node->guards = over;
	return NULL;
}

char *bounds_plan(struct plan *plan)
{
	struct written written = {};
	bool in_order = true;
	char *why = NULL;

	fill_slices(plan);
	for (unsigned i = 0; i < plan->count; i++) {
		auto_vec<gimple *> list;

		written.made_of[i] = slice_of_bounds(plan, i, &list);
		written.linear[i] = add_loop(plan, i, &written.constraints[i]);
	}
	for (unsigned i = 0; i < plan->nodes.length(); i++) {
		struct node *node = plan->nodes[i];

		if (node->kind == NODE_TILE ||
		    (node->kind == NODE_LOOP &&
		     written.made_of[node->loop] & ~open_at(plan, node)))
			in_order = false;
	}
	for (unsigned i = 0; i < plan->nodes.length() && !why; i++)
		if (!in_order && schedule_is_loop(plan->nodes[i]))
			why = find_bounds(plan, &written, plan->nodes[i]);
	for (unsigned i = 0; i < plan->nodes.length() && !why; i++)
		if (schedule_is_loop(plan->nodes[i]))
			why = guard_bounds(plan, plan->nodes[i]);
	for (unsigned i = 0; i < PLAN_MOST; i++)
		written.constraints[i].release();
	return why;
}
