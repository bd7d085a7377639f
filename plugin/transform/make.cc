/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The new nest of a plan as statements of high GIMPLE.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "bounds.h"
#include "code.h"
#include "jam.h"
#include "make.h"
#include "statement.h"

/* Copies of the bounds of shared loops, made when the construct begins. */
static hash_map<tree, tree> *captured;

/* ---- values of bounds ---- */

/* The value of a bound, or of a part of one, that nothing changes later. */
static tree evaluate(const struct plan *plan, struct code *code, unsigned index,
		     tree operand, unsigned limit)
{
	auto_vec<gimple *> list;
	hash_map<tree, tree> own, *names = &own;
	tree type = TREE_TYPE(plan->band[index]->counter), value;

	bounds_slice(plan, index, operand, limit, &list);
	for (unsigned i = 0; i < list.length(); i++)
		code_add_renamed(code, list[i], &own);
	if (plan->band[index]->shared)
		names = captured;
	if (TREE_CODE(operand) != TREE_VEC)
		return code_renamed(names, operand);
	/* outer counter * factor + summand */
	value = code_convert(code, type,
			     code_renamed(names, TREE_VEC_ELT(operand, 0)));
	value = code_compute(code, MULT_EXPR, type, value,
			     fold_convert(type, TREE_VEC_ELT(operand, 1)));
	return code_compute(
		code, PLUS_EXPR, type, value,
		code_convert(code, type,
			     code_renamed(names, TREE_VEC_ELT(operand, 2))));
}

/* In which bounds are computed that are not as written. */
static tree wide_type(const struct part *loop)
{
	tree type = TREE_TYPE(loop->counter);

	return TYPE_PRECISION(type) <= 64 ? long_long_integer_type_node
					  : signed_type_for(type);
}

/* The bound that the constraint is for the node: all else, turned over. */
static tree bound_of(const struct plan *plan, struct code *code,
		     const struct node *node, const struct constraint *c)
{
	tree type = wide_type(plan->band[node->loop]), value;
	int turn = -c->coefficient[node->loop];

	value = build_int_cst(type, turn * c->plus);
	for (unsigned i = 0; i < COUNTERS; i++) {
		tree counter;

		if (i == node->loop || c->coefficient[i] == 0)
			continue;
		counter = i < TILES ? plan->band[i]->counter
				    : schedule_tile(node, i - TILES)->counter;
		value = code_compute(
			code,
			turn * c->coefficient[i] > 0 ? PLUS_EXPR : MINUS_EXPR,
			type, value, code_convert(code, type, counter));
	}
	for (unsigned i = 0; i < c->count; i++) {
		const struct invariant *of = &c->invariants[i];
		tree part =
			evaluate(plan, code, of->loop, of->operand, of->limit);

		value = code_compute(
			code, turn * of->sign > 0 ? PLUS_EXPR : MINUS_EXPR,
			type, value, code_convert(code, type, part));
	}
	return value;
}

/* The tightest of the bounds. */
static tree tightest(const struct plan *plan, struct code *code,
		     const struct node *node,
		     const vec<struct constraint> &list, enum tree_code which)
{
	tree type = wide_type(plan->band[node->loop]), value = NULL_TREE;

	for (unsigned i = 0; i < list.length(); i++) {
		tree bound = bound_of(plan, code, node, &list[i]);

		value = value ? code_compute(code, which, type, value, bound)
			      : bound;
	}
	return value;
}

static void range_as_written(const struct plan *plan, struct code *code,
			     unsigned index, struct range *range)
{
	const struct part *loop = plan->band[index];
	unsigned limit = plan->slice[index].length();

	range->low = evaluate(plan, code, index, loops_first(loop), limit);
	range->high = evaluate(plan, code, index, loop->last, limit);
	range->compare = loop->compare;
}

/* Goes on where the loop has an iteration; else jumps to the label. */
static void add_test(struct code *code, const struct range *range, tree skip)
{
	tree next = create_artificial_label(code->location);

	code_add(code, gimple_build_cond(range->compare, range->low,
					 range->high, next, skip));
	code_label(code, next);
}

/*
 * The same where all of the loops "guards" have an iteration; else no matter
 * what, as nothing runs then.
 */
static void guarded_range(const struct plan *plan, struct code *code,
			  const struct node *node, struct range *range)
{
	tree skip = create_artificial_label(code->location);
	struct code inner = {NULL, code->variables, code->location};
	tree low, high;

	range_as_written(plan, &inner, node->loop, range);
	low = code_variable(code, TREE_TYPE(range->low), "low");
	high = code_variable(code, TREE_TYPE(range->high), "high");
	code_set(code, low, build_zero_cst(TREE_TYPE(low)));
	code_set(code, high, build_zero_cst(TREE_TYPE(high)));
	for (unsigned i = 0; i < plan->count; i++) {
		struct range other;

		if (!(node->guards & 1u << i))
			continue;
		range_as_written(plan, code, i, &other);
		other.low =
			code_convert(code, TREE_TYPE(other.high), other.low);
		add_test(code, &other, skip);
	}
	code_set(&inner, low, range->low);
	code_set(&inner, high, range->high);
	gimple_seq_add_seq(&code->statements, inner.statements);
	code_label(code, skip);
	range->low = low;
	range->high = high;
}

/* A step that is a variable may be computed where no iteration follows: it is
   not let be 0. */
static tree find_step(const struct plan *plan, struct code *code,
		      unsigned index)
{
	tree by = plan->band[index]->by, step;

	if (!by)
		return NULL_TREE;
	step = evaluate(plan, code, index, by, plan->slice[index].length());
	return code_compute(code, MAX_EXPR, TREE_TYPE(step), step,
			    build_one_cst(TREE_TYPE(step)));
}

static void find_range(const struct plan *plan, struct code *code,
		       const struct node *node, struct range *range)
{
	const struct part *loop = plan->band[node->loop];
	bool up = loops_up(loop);
	tree low, high;

	range->step = find_step(plan, code, node->loop);
	if (node->kind == NODE_TILE)
		range->step = build_int_cst(wide_type(loop),
					    plan->tile[node->loop] *
						    absu_hwi(loop->step));
	if (node->guards) {
		guarded_range(plan, code, node, range);
		return;
	}
	if (node->low.is_empty()) {
		range_as_written(plan, code, node->loop, range);
		return;
	}
	low = tightest(plan, code, node, node->low, MAX_EXPR);
	high = tightest(plan, code, node, node->high, MIN_EXPR);
	range->low = up ? low : high;
	range->high = up ? high : low;
	range->compare = up ? LE_EXPR : GE_EXPR;
}

/* ---- loops ---- */

/* The condition around loops: its own goes on inside or behind it. */
static gimple *condition_between(const struct part *condition, tree inside,
				 tree behind, hash_map<tree, tree> *names)
{
	gcond *cond = as_a<gcond *>(condition->statement);
	bool holds = false;

	for (unsigned i = 1; i < condition->whole.length(); i++) {
		glabel *label = dyn_cast<glabel *>(condition->whole[i]);
		tree name = label ? gimple_label_label(label) : NULL_TREE;

		holds = name == gimple_cond_true_label(cond);
		if (holds || name == gimple_cond_false_label(cond))
			break;
	}
	return gimple_build_cond(gimple_cond_code(cond),
				 code_renamed(names, gimple_cond_lhs(cond)),
				 code_renamed(names, gimple_cond_rhs(cond)),
				 holds ? inside : behind,
				 holds ? behind : inside);
}

/* A leaf: copies of what is sunk, from that one on, then its statements. */
static void add_leaf(const struct plan *plan, struct code *code,
		     const struct node *leaf, unsigned from,
		     hash_map<tree, tree> *names)
{
	unsigned open = schedule_open(leaf);

	for (unsigned i = from; i < plan->sunk.length(); i++) {
		const struct sunk *sunk = &plan->sunk[i];
		tree inside, behind;

		if (sunk->around & ~open)
			continue;
		if (!sunk->condition) {
			code_add_copy(code, sunk->statement, names);
			continue;
		}
		inside = create_artificial_label(code->location);
		behind = create_artificial_label(code->location);
		code_add(code, condition_between(sunk->condition, inside,
						 behind, names));
		code_label(code, inside);
		add_leaf(plan, code, leaf, i + 1, names);
		code_label(code, behind);
		return;
	}
	code_rename_uses(leaf->content, names);
	if (leaf->leaf)
		jam_define_again(code, leaf->leaf, names);
	for (unsigned i = 0; i < leaf->content.length(); i++)
		gimple_seq_add_stmt(&code->statements, leaf->content[i]);
}

static void add_node(const struct plan *plan, struct code *code,
		     struct node *node);

static void add_inside(const struct plan *plan, struct code *code,
		       const struct node *node)
{
	for (unsigned i = 0; i < node->inside.length(); i++)
		add_node(plan, code, node->inside[i]);
}

/* A loop or tile loop with all that stands inside. Bounds of a triangle may lie
   beyond what the counter holds where it has no iteration. */
static void add_node_loop(const struct plan *plan, struct code *code,
			  struct node *node)
{
	struct code body = {NULL, code->variables, code->location};
	const struct part *loop = plan->band[node->loop];
	tree type = TREE_TYPE(loop->counter), skip = NULL_TREE;
	struct range range;

	code->location = loop->location;
	find_range(plan, code, node, &range);
	if (node->kind == NODE_LOOP && !node->low.is_empty() &&
	    TYPE_PRECISION(type) >= TYPE_PRECISION(integer_type_node) &&
	    !useless_type_conversion_p(type, TREE_TYPE(range.high))) {
		if (!node->runs) {
			skip = create_artificial_label(code->location);
			add_test(code, &range, skip);
		}
		range.low = code_convert(code, type, range.low);
		range.high = code_convert(code, type, range.high);
	}
	if (node->kind == NODE_TILE)
		node->counter = code_variable(code, TREE_TYPE(range.high),
					      loops_name(loop));
	add_inside(plan, &body, node);
	code->location = loop->location;
	if (node->kind == NODE_TILE)
		code_add_steps(code, node->counter, loop, &range,
			       body.statements);
	else
		code_add_loop(code, loop, &range, body.statements);
	if (skip)
		code_label(code, skip);
}

static void add_node(const struct plan *plan, struct code *code,
		     struct node *node)
{
	hash_map<tree, tree> names;

	if (node->kind == NODE_LEAF)
		add_leaf(plan, code, node, 0, &names);
	else if (node->kind == NODE_SEQUENCE)
		add_inside(plan, code, node);
	else
		add_node_loop(plan, code, node);
}

/*
 * Strip-mining: the range becomes that of the loop from tile to tile. Returns
 * the statements inside that loop.
 */
static gimple_seq add_tile(const struct plan *plan, struct code *around,
			   struct part *tile, struct range *range)
{
	const struct part *loop = plan->band[0];
	auto_vec<tree> variables;
	struct code body = {NULL, &variables, loop->location};
	struct range written;
	tree type = wide_type(loop);
	gimple_seq statements = NULL;

	range_as_written(plan, around, 0, &written);
	range->low = code_convert(around, type, written.low);
	range->high = code_convert(around, type, written.high);
	range->compare = written.compare;
	*tile = *loop;
	tile->counter = code_variable(around, type, loops_name(loop));
	tile->step *= plan->jam;
	range->step = NULL_TREE;
	jam_make(&plan->parts, plan->jam, &body, tile->counter, range->high,
		 &written);
	gimple_seq_add_stmt(&statements, code_block(&body));
	return statements;
}

/* ---- where it stands ---- */

static gimple_seq *find_sequence(gimple_seq *from, gimple *statement,
				 gimple_stmt_iterator *gsi)
{
	for (*gsi = gsi_start(*from); !gsi_end_p(*gsi); gsi_next(gsi)) {
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(gsi_stmt(*gsi), bodies);

		if (gsi_stmt(*gsi) == statement)
			return from;
		for (unsigned i = 0; i < count; i++) {
			gimple_stmt_iterator inner;
			gimple_seq *found =
				find_sequence(bodies[i], statement, &inner);

			if (found) {
				*gsi = inner;
				return found;
			}
		}
	}
	return NULL;
}

/* Put the block in the place of the statement, which is free then. */
static void exchange(gimple *statement, gimple *block)
{
	gimple_seq body = gimple_body(current_function_decl);
	gimple_stmt_iterator gsi, old;

	find_sequence(&body, statement, &gsi);
	gsi_insert_before(&gsi, block, GSI_NEW_STMT);
	old = gsi;
	gsi_next(&old);
	gsi_remove(&old, false);
}

/* Put the block in the place of these statements of the sequence. */
static void exchange_in(gimple_seq *sequence, const vec<gimple *> &all,
			const vec<gimple *> &statements, gimple *block)
{
	gimple_seq changed = NULL;
	unsigned at = 0;

	while (all[at] != statements[0])
		gimple_seq_add_stmt(&changed, all[at++]);
	gimple_seq_add_stmt(&changed, block);
	for (at += statements.length(); at < all.length(); at++)
		gimple_seq_add_stmt(&changed, all[at]);
	*sequence = changed;
}

static void make_sequential(const struct plan *plan)
{
	const struct part *loop = plan->band[0];
	auto_vec<gimple *> all;
	auto_vec<tree> variables;
	struct code code = {NULL, &variables, loop->location};
	const struct part *stands = loop->statement ? loop->around : loop;

	statement_list(*stands->sequence, &all);
	for (unsigned i = 0; i < plan->variables.length(); i++)
		variables.safe_push(plan->variables[i]);
	if (plan->jam) {
		struct part tile;
		struct range range;
		gimple_seq body = add_tile(plan, &code, &tile, &range);

		code_add_loop(&code, &tile, &range, body);
	} else {
		add_node(plan, &code, plan->root);
	}
	exchange_in(stands->sequence, all, stands->whole, code_block(&code));
}

static void set_head(gimple *construct, unsigned at, tree counter,
		     const struct range *range, enum tree_code plus, tree step)
{
	tree type = TREE_TYPE(counter);

	gimple_omp_for_set_index(construct, at, counter);
	gimple_omp_for_set_initial(construct, at, range->low);
	gimple_omp_for_set_final(construct, at, range->high);
	gimple_omp_for_set_cond(construct, at, range->compare);
	gimple_omp_for_set_incr(construct, at,
				build2(plus, type, counter, step));
}

/* All of the band stays shared: the heads change places. */
static void exchange_heads(const struct plan *plan)
{
	unsigned place = plan->before;
	tree steps[PLAN_MOST];

	for (unsigned i = 0; i < plan->count; i++)
		steps[i] = gimple_omp_for_incr(plan->sharing, plan->before + i);
	for (const struct node *node = plan->root; node;
	     node = schedule_next(node)) {
		const struct part *loop = plan->band[node->loop];
		struct range range = {loop->first, loop->last, loop->compare,
				      NULL_TREE};
		tree step = steps[node->loop];

		set_head(plan->sharing, place++, loop->counter, &range,
			 TREE_CODE(step), TREE_OPERAND(step, 1));
	}
}

static void set_collapse(gimple *construct, unsigned collapse)
{
	tree *clause = gimple_omp_for_clauses_ptr(construct);
	gomp_for *heads = as_a<gomp_for *>(construct);

	if (collapse > heads->collapse)
		heads->iter =
			ggc_cleared_vec_alloc<gimple_omp_for_iter>(collapse);
	heads->collapse = collapse;
	while (*clause && OMP_CLAUSE_CODE(*clause) != OMP_CLAUSE_COLLAPSE)
		clause = &OMP_CLAUSE_CHAIN(*clause);
	if (!*clause && collapse == 1)
		return;
	if (!*clause)
		*clause = build_omp_clause(gimple_location(construct),
					   OMP_CLAUSE_COLLAPSE);
	if (collapse == 1)
		*clause = OMP_CLAUSE_CHAIN(*clause);
	else
		OMP_CLAUSE_COLLAPSE_EXPR(*clause) =
			build_int_cst(integer_type_node, collapse);
}

static void capture_value(struct code *code, tree value)
{
	tree fresh;

	if (TREE_CODE(value) == TREE_VEC)
		value = TREE_VEC_ELT(value, 2); /* beside an outer counter */
	if (CONSTANT_CLASS_P(value) || captured->get(value))
		return;
	fresh = code_variable(code, TREE_TYPE(value), "bound");
	code_set(code, fresh, value);
	captured->put(value, fresh);
}

/* Content may set again what GCC computed the bounds into. */
static void capture(const struct plan *plan, struct code *code)
{
	for (unsigned i = 0; i < plan->shared; i++) {
		capture_value(code, plan->band[i]->first);
		capture_value(code, plan->band[i]->last);
		if (plan->band[i]->by)
			capture_value(code, plan->band[i]->by);
	}
}

/* Moves private clauses of the simd part to the whole construct. */
static void drop_simd(const struct plan *plan)
{
	tree *clauses = gimple_omp_for_clauses_ptr(plan->sharing), next;

	for (tree c = gimple_omp_for_clauses(plan->simd); c; c = next) {
		next = OMP_CLAUSE_CHAIN(c);
		if (OMP_CLAUSE_CODE(c) != OMP_CLAUSE_PRIVATE ||
		    omp_sharing_of(plan->sharing, omp_clause_variable(c)) !=
			    OMP_CLAUSE_ERROR)
			continue;
		OMP_CLAUSE_CHAIN(c) = *clauses;
		*clauses = c;
	}
	gimple_omp_for_set_combined_p(as_a<gomp_for *>(plan->sharing), false);
}

/* The outermost new loops become heads of the construct, with counters of its
   own; returns the innermost of them. */
static struct node *add_heads(const struct plan *plan, struct code *around,
			      struct code *body)
{
	struct node *node = plan->root;
	auto_vec<struct range> ranges;

	for (unsigned i = 0; i < plan->heads; i++) {
		struct range range;

		if (i > 0)
			node = node->inside[0];
		find_range(plan, around, node, &range);
		ranges.safe_push(range);
	}
	node = plan->root;
	for (unsigned i = 0; i < plan->heads; i++) {
		struct range *range = &ranges[i];
		tree type = TREE_TYPE(range->high), counter;
		const struct part *loop;

		if (i > 0)
			node = node->inside[0];
		loop = plan->band[node->loop];
		range->low = code_convert(around, type, range->low);
		/* GCC counts the iterations of all in the widest type, and
		   runs none of a short unsigned one that counts down */
		if (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) < 64 &&
		    (plan->heads > 1 ||
		     (TYPE_UNSIGNED(type) && !loops_up(loop))))
			type = long_long_integer_type_node;
		range->low = code_convert(around, type, range->low);
		range->high = code_convert(around, type, range->high);
		counter = code_variable(around, type, loops_name(loop));
		set_head(plan->sharing, i, counter, range, code_plus(type),
			 code_step(around, type, loop, range));
		node->counter = counter;
		if (node->kind == NODE_LOOP)
			code_set(body, loop->counter,
				 code_convert(body, TREE_TYPE(loop->counter),
					      counter));
	}
	return node;
}

/*
 * The outermost loops are shared; the code that computes their bounds stands
 * before the construct, in a block around it.
 */
static void make_shared(const struct plan *plan)
{
	gimple *construct = plan->sharing;
	gbind *block, *whole;
	auto_vec<tree> outer, inner;
	struct code around = {gimple_omp_for_pre_body(construct), &outer,
			      gimple_location(construct)};
	struct code body = {NULL, &inner, gimple_location(construct)};

	for (unsigned i = 0; i < plan->variables.length(); i++)
		inner.safe_push(plan->variables[i]);
	gimple_omp_for_set_pre_body(construct, NULL);
	captured = new hash_map<tree, tree>;
	capture(plan, &around);
	set_collapse(construct, plan->collapse);
	if (plan->jam) {
		struct part tile;
		struct range range = {};
		gimple_seq inside = add_tile(plan, &around, &tile, &range);
		tree step = code_step(&around, TREE_TYPE(tile.counter), &tile,
				      &range);

		set_head(construct, plan->before, tile.counter, &range,
			 PLUS_EXPR, step);
		gimple_seq_add_seq(&body.statements, inside);
	} else if (plan->heads > 0) {
		add_inside(plan, &body, add_heads(plan, &around, &body));
	} else {
		add_node(plan, &body, plan->root);
	}
	delete captured;
	captured = NULL;
	if (plan->simd)
		drop_simd(plan);
	gimple_omp_set_body(construct, NULL);
	gimple_seq_add_stmt(gimple_omp_body_ptr(construct), code_block(&body));
	block = gimple_build_bind(NULL_TREE, NULL, NULL_TREE);
	exchange(construct, block);
	code_add(&around, construct);
	whole = as_a<gbind *>(code_block(&around));
	gimple_bind_set_vars(block, gimple_bind_vars(whole));
	gimple_bind_set_body(block, gimple_bind_body(whole));
	gimple_bind_set_block(block, gimple_bind_block(whole));
}

void make_nest(const struct plan *plan)
{
	if (plan->shared == 0)
		make_sequential(plan);
	else if (plan->exchanges && !plan->jam)
		exchange_heads(plan);
	else
		make_shared(plan);
}
