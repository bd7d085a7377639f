/*
 * How the loops of a construct count, and how often they run.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "closed.h"
#include "count.h"
#include "guard.h"
#include "value.h"

/* Blocks that are looked at to see whether the program ends there. */
#define MAX_END 50

/* Where the loop's own condition stands, or else what is in it. */
static location_t loop_location(const struct nest *nest, class loop *loop,
				gcond *test)
{
	if (test && LOCATION_LOCUS(gimple_location(test)) != UNKNOWN_LOCATION)
		return gimple_location(test);
	for (gimple_stmt_iterator gsi = gsi_start_bb(loop->header);
	     !gsi_end_p(gsi); gsi_next(&gsi))
		if (LOCATION_LOCUS(gimple_location(gsi_stmt(gsi))) !=
		    UNKNOWN_LOCATION)
			return gimple_location(gsi_stmt(gsi));
	return nest->construct->location;
}

static gcond *exit_test(edge exit)
{
	gimple *last = last_stmt(exit->src);

	return last && !(exit->flags & (EDGE_EH | EDGE_FAKE | EDGE_ABNORMAL))
		       ? dyn_cast<gcond *>(last)
		       : NULL;
}

/* The loop goes on while left COMPARE right. */
struct test {
	tree left, right;
	enum tree_code compare;
};

/* The comparison or combination that a truth value was computed by. */
static gassign *truth_of(const struct test *test)
{
	gimple *def =
		TREE_CODE(test->left) == SSA_NAME && integer_zerop(test->right)
			? SSA_NAME_DEF_STMT(test->left)
			: NULL;

	return def && TREE_CODE(TREE_TYPE(test->left)) == BOOLEAN_TYPE &&
			       (test->compare == NE_EXPR ||
				test->compare == EQ_EXPR)
		       ? dyn_cast<gassign *>(def)
		       : NULL;
}

/*
 * All must hold for the loop to go on: GCC computes a < b && c < d as one
 * truth value where both are cheap.
 */
static unsigned split_test(struct test test, struct test *tests, unsigned room)
{
	gassign *def = truth_of(&test);
	enum tree_code code = def ? gimple_assign_rhs_code(def) : ERROR_MARK;
	bool holds = test.compare == NE_EXPR;
	unsigned count;

	if (TREE_CODE_CLASS(code) == tcc_comparison) {
		tests[0].left = gimple_assign_rhs1(def);
		tests[0].right = gimple_assign_rhs2(def);
		tests[0].compare =
			holds ? code : invert_tree_comparison(code, false);
		return 1;
	}
	if (room < 2 || code != (holds ? BIT_AND_EXPR : BIT_IOR_EXPR)) {
		tests[0] = test;
		return 1;
	}
	test.left = gimple_assign_rhs1(def);
	count = split_test(test, tests, room - 1);
	test.left = gimple_assign_rhs2(def);
	return count + split_test(test, tests + count, room - count);
}

static unsigned exit_tests(edge exit, struct test *tests, unsigned room)
{
	gcond *cond = exit_test(exit);
	struct test test;

	if (!cond)
		return 0;
	test.left = gimple_cond_lhs(cond);
	test.right = gimple_cond_rhs(cond);
	test.compare = gimple_cond_code(cond);
	if (exit->flags & EDGE_TRUE_VALUE)
		test.compare = invert_tree_comparison(test.compare, false);
	return split_test(test, tests, room);
}

/* Has it no name in the source? */
static bool is_artificial(gphi *phi)
{
	tree variable = SSA_NAME_VAR(gimple_phi_result(phi));

	return !variable || !DECL_NAME(variable) || DECL_ARTIFICIAL(variable);
}

/* The block in which the body begins, or the header. */
static basic_block staying_block(class loop *loop)
{
	edge stay;
	edge_iterator ei;

	FOR_EACH_EDGE (stay, ei, loop->header->succs)
		if (EDGE_COUNT(loop->header->succs) > 1 &&
		    flow_bb_inside_loop_p(loop, stay->dest))
			return stay->dest;
	return loop->header;
}

/* A PHI that counts, one with a name first. */
static gphi *choose_counter(gphi **phis, unsigned count)
{
	gphi *chosen = NULL;

	for (unsigned i = 0; i < count; i++) {
		const struct expr *init, *step;
		long constant;

		if (!closed_is_affine(phis[i], &init, &step) ||
		    (expr_is_int(step, &constant) && constant == 0))
			continue;
		if (!is_artificial(phis[i]))
			return phis[i];
		if (!chosen)
			chosen = phis[i];
	}
	return chosen;
}

/* Fortran counts down a hidden variable; the one with a name is shown. */
static gphi *named_counter(class loop *loop)
{
	gphi *phis[32];
	unsigned count = 0;

	for (gphi_iterator gsi = gsi_start_phis(loop->header);
	     !gsi_end_p(gsi) && count < ARRAY_SIZE(phis); gsi_next(&gsi)) {
		tree result = gimple_phi_result(gsi.phi());

		if (INTEGRAL_TYPE_P(TREE_TYPE(result)) &&
		    !is_artificial(gsi.phi()))
			phis[count++] = gsi.phi();
	}
	return choose_counter(phis, count);
}

static const struct atom *counter_atom(int index, tree ssa_name)
{
	tree name = SSA_NAME_IDENTIFIER(ssa_name);
	char number[16];

	snprintf(number, sizeof(number), "loop%d", index);
	return atom_counter(name ? IDENTIFIER_POINTER(name) : number, index,
			    TREE_TYPE(ssa_name));
}

static void take_counter(struct nest_loop *of, int index, gphi *phi)
{
	of->counter = phi;
	of->variable = counter_atom(index, gimple_phi_result(phi));
	of->counted = expr_atom(of->variable);
}

/* Pointers count as start + step * iteration, so that the base shows. */
static void set_counter(struct nest_loop *of, int index, gphi *phi)
{
	closed_is_affine(phi, &of->from, &of->step);
	take_counter(of, index, phi);
	if (POINTER_TYPE_P(of->variable->type))
		of->counted = closed_by_iteration(of, index);
}

/* Is the variable one of the source that moves with the counter? */
static bool moves_with(const struct nest_loop *of, int index, tree variable,
		       const struct expr **factor, const struct expr **rest)
{
	const struct expr *value;

	if (TREE_CODE(variable) != SSA_NAME || !SSA_NAME_VAR(variable) ||
	    !DECL_NAME(SSA_NAME_VAR(variable)) ||
	    DECL_ARTIFICIAL(SSA_NAME_VAR(variable)) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(variable)))
		return false;
	value = value_of(variable);
	*factor = expr_coefficient(value, of->variable);
	if (!*factor || (*factor)->count == 0)
		return false;
	*rest = expr_sub(value, expr_mul(*factor, expr_atom(of->variable)));
	return *rest && !(expr_loops(*rest) >> index) &&
	       !(expr_loops(*factor) >> index);
}

/*
 * Fortran's do i = 1, n, 3 counts 0, 1, 2 ... in a variable of GCC's own and
 * computes i from it: i is what the reader knows.
 */
static void show_source_variable(struct nest_loop *of, int index)
{
	const struct expr *factor, *rest;

	for (gimple_stmt_iterator gsi = gsi_start_bb(staying_block(of->loop));
	     !gsi_end_p(gsi); gsi_next(&gsi)) {
		tree variable = is_gimple_assign(gsi_stmt(gsi))
					? gimple_assign_lhs(gsi_stmt(gsi))
					: NULL_TREE;

		if (!variable ||
		    !moves_with(of, index, variable, &factor, &rest))
			continue;
		of->counted = closed_by_iteration(of, index);
		of->from = expr_add(rest, expr_mul(factor, of->from));
		of->step = expr_mul(factor, of->step);
		of->variable = atom_renamed(
			of->variable,
			IDENTIFIER_POINTER(DECL_NAME(SSA_NAME_VAR(variable))));
		of->derived = true;
		closed_forget();
		return;
	}
}

static bool writes_memory(basic_block block)
{
	for (gimple_stmt_iterator gsi = gsi_start_bb(block); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (gimple_vdef(gsi_stmt(gsi)))
			return true;
	return false;
}

static edge staying_edge(class loop *loop, edge exit)
{
	edge other;
	edge_iterator ei;

	FOR_EACH_EDGE (other, ei, exit->src->succs)
		if (other != exit && flow_bb_inside_loop_p(loop, other->dest))
			return other;
	return NULL;
}

/* The ways out of a loop, and its blocks that write. */
struct exits {
	auto_vec<edge> edges;
	auto_vec<basic_block> writers;
};

static void find_exits(class loop *loop, struct exits *exits)
{
	auto_vec<edge> edges = get_loop_exit_edges(loop);
	basic_block *blocks = get_loop_body(loop);

	exits->edges.safe_splice(edges);
	for (unsigned i = 0; i < loop->num_nodes; i++)
		if (writes_memory(blocks[i]))
			exits->writers.safe_push(blocks[i]);
	free(blocks);
}

/* The test runs before the body: nothing of the body stands before it. */
static bool is_tested_first(class loop *loop, const struct exits *exits,
			    edge exit)
{
	edge stay = staying_edge(loop, exit);
	basic_block writer;
	unsigned i;

	if (!stay || (stay->dest == loop->latch &&
		      gsi_end_p(gsi_start_nondebug_bb(loop->latch)) &&
		      single_pred_p(loop->latch)))
		return false;
	FOR_EACH_VEC_ELT (exits->writers, i, writer)
		if (!dominated_by_p(CDI_DOMINATORS, writer, stay->dest))
			return false;
	return true;
}

/* 1, -1, or 0: how the difference moves with each iteration. */
static int direction(const struct expr *slope, enum tree_code compare)
{
	long constant;

	if (expr_is_int(slope, &constant))
		return constant > 0 ? 1 : constant < 0 ? -1 : 0;
	/* a loop with a variable step is taken to move towards its end */
	if (compare == LT_EXPR || compare == LE_EXPR)
		return 1;
	if (compare == GT_EXPR || compare == GE_EXPR)
		return -1;
	return 0;
}

/*
 * How many k = 0, 1, ... satisfy start + k * slope COMPARE 0 before the
 * first that does not; NULL if unknown.
 */
static const struct expr *passes(const struct expr *start,
				 const struct expr *slope,
				 enum tree_code compare)
{
	const struct expr *back = expr_scale(start, -1), *exact;
	int sign = direction(slope, compare);
	bool down = compare == GT_EXPR || compare == GE_EXPR;

	if (compare == NE_EXPR) {
		exact = expr_quotient(back, slope);
		return exact ? exact
			     : expr_operation(OP_DIV, back, slope, NULL);
	}
	if (sign != (down ? -1 : 1) || compare == EQ_EXPR)
		return NULL;
	if (down) {
		back = start;
		slope = expr_scale(slope, -1);
	}
	if (compare == LT_EXPR || compare == GT_EXPR)
		return expr_operation(OP_CDIV, back, slope, NULL);
	return expr_add(expr_operation(OP_DIV, back, slope, NULL), expr_int(1));
}

/* What the loop's own counter contributes to a value: in one step, and at
   the start. False if something else of the loop is in it. */
static bool split(const struct nest_loop *of, int index,
		  const struct expr *value, const struct expr **slope,
		  const struct expr **start)
{
	const struct atom *iteration = atom_iter(of->variable->name, index);
	const struct expr *factor = expr_coefficient(value, of->variable);
	const struct expr *times = expr_coefficient(value, iteration);
	const struct expr *rest = expr_sub(
		expr_sub(value, expr_mul(factor, expr_atom(of->variable))),
		expr_mul(times, expr_atom(iteration)));

	if (!factor || !times || !rest || (expr_loops(factor) >> index) ||
	    (expr_loops(times) >> index) || (expr_loops(rest) >> index))
		return false;
	*slope = expr_add(expr_mul(factor, of->step), times);
	*start = expr_add(rest, expr_mul(factor, of->from));
	return *slope && *start;
}

/*
 * Say the bound as the source does where the counter itself is compared
 * with it; otherwise by the last value.
 */
static void set_bound(struct nest_loop *of, const struct expr *slope,
		      const struct expr *start, enum tree_code compare,
		      bool tested_first)
{
	long step = 0;
	bool known = expr_is_int(of->step, &step);

	of->compare = compare;
	if (tested_first && expr_equal(slope, of->step)) {
		of->to = expr_sub(of->from, start);
	} else if (tested_first &&
		   expr_equal(expr_scale(slope, -1), of->step)) {
		of->to = expr_add(of->from, start);
		of->compare = swap_tree_comparison(compare);
	} else {
		of->to = expr_add(
			of->from,
			expr_mul(of->step, expr_sub(of->trip, expr_int(1))));
		of->compare = known && step < 0 ? GE_EXPR : LE_EXPR;
	}
	if (of->compare == NE_EXPR && known)
		of->compare = step < 0 ? GT_EXPR : LT_EXPR;
}

/*
 * A do-while loop runs once whatever its test says. Loops that test for
 * equality are those of Fortran, which are not entered in that case.
 */
static const struct expr *at_least_none(const struct expr *count,
					enum tree_code compare)
{
	return compare == NE_EXPR
		       ? count
		       : expr_operation(OP_MAX, count, expr_int(0), NULL);
}

/* Counting down to != 4294967295 ends where an unsigned counter wraps. */
static const struct expr *bound_of(const struct nest_loop *of, tree operand,
				   enum tree_code compare)
{
	return compare == NE_EXPR && direction(of->step, compare) < 0
		       ? value_of(operand)
		       : value_compared(operand);
}

/*
 * Count the loop by this test: left - right moves by a fixed step with the
 * counter and decides whether the loop goes on.
 */
static bool count_by_test(struct nest_loop *of, int index,
			  const struct test *test, bool first)
{
	enum tree_code compare = test->compare;
	const struct expr *difference, *slope, *start, *count;

	difference = expr_sub(bound_of(of, test->left, compare),
			      bound_of(of, test->right, compare));
	if (!difference || !split(of, index, difference, &slope, &start) ||
	    slope->count == 0)
		return false;
	count = passes(start, slope, compare);
	if (!count)
		return false;
	if (!first)
		count = expr_add(at_least_none(count, compare), expr_int(1));
	of->trip = count;
	set_bound(of, slope, start, compare, first);
	return true;
}

/*
 * How many of the values init, init * growth, ..., or init, init / -growth,
 * ..., compare so with the bound before the first that does not; NULL if
 * unknown.
 */
static const struct expr *powers(const struct expr *init, long growth,
				 enum tree_code compare,
				 const struct expr *bound)
{
	const struct expr *least, *ratio;
	long constant;

	if (growth > 0) {
		if (expr_is_int(init, &constant) && constant < 1)
			return NULL;
		if (compare == LE_EXPR)
			bound = expr_add(bound, expr_int(1));
		else if (compare != LT_EXPR)
			return NULL;
		return expr_operation(
			OP_CLOG, expr_operation(OP_CDIV, bound, init, NULL),
			expr_int(growth), NULL);
	}
	if (compare == NE_EXPR && expr_is_int(bound, &constant) &&
	    constant == 0)
		compare = GT_EXPR;
	least = compare == GT_EXPR ? expr_add(bound, expr_int(1)) : bound;
	if ((compare != GT_EXPR && compare != GE_EXPR) ||
	    (expr_is_int(least, &constant) && constant < 1))
		return NULL;
	ratio = expr_operation(OP_DIV, init, least, NULL);
	return expr_operation(OP_CLOG, expr_add(ratio, expr_int(1)),
			      expr_int(-growth), NULL);
}

static const struct expr *step_of_growth(const struct nest_loop *of,
					 long growth)
{
	const struct expr *counter = expr_atom(of->variable);

	if (growth > 0)
		return expr_scale(counter, growth - 1);
	return expr_sub(
		expr_operation(OP_DIV, counter, expr_int(-growth), NULL),
		counter);
}

/* The stages of a transform: l = 1, 2, 4 ... as long as l < n. */
static bool count_growth(struct nest_loop *of, int index,
			 const struct test *test, bool tested_first)
{
	enum tree_code compare = test->compare;
	tree counter = test->left, end = test->right;
	const struct expr *init, *bound;
	gphi *phi;
	long growth;

	if (value_phis(counter, of->loop, &phi, 1) == 0) {
		std::swap(counter, end);
		compare = swap_tree_comparison(compare);
	}
	if (value_phis(counter, of->loop, &phi, 1) != 1 || !tested_first)
		return false;
	growth = closed_growth(phi, &init);
	bound = value_of(end);
	if (growth == 0 || !bound || (expr_loops(bound) >> index))
		return false;
	of->trip = powers(init, growth, compare, bound);
	if (!of->trip)
		return false;
	take_counter(of, index, phi);
	of->from = init;
	of->step = step_of_growth(of, growth);
	of->to = bound;
	of->compare = compare == NE_EXPR ? GT_EXPR : compare;
	closed_forget();
	if (expr_equal(value_of(counter), of->counted))
		return true;
	of->counter = NULL;
	of->variable = NULL;
	of->counted = of->from = of->step = of->to = of->trip = NULL;
	closed_forget();
	return false;
}

/* Choose the counter that is tested. */
static bool counter_by_test(struct nest_loop *of, int index,
			    const struct test *test)
{
	gphi *phis[16], *phi;
	unsigned count;

	count = value_phis(test->left, of->loop, phis, 8);
	count += value_phis(test->right, of->loop, phis + count, 8);
	phi = choose_counter(phis, count);
	if (!phi)
		return false;
	if (is_artificial(phi)) {
		gphi *named = named_counter(of->loop);

		phi = named ? named : phi;
	}
	set_counter(of, index, phi);
	if (is_artificial(phi) && !POINTER_TYPE_P(of->variable->type))
		show_source_variable(of, index);
	return true;
}

static bool count_by(struct nest_loop *of, int index, const struct test *test,
		     bool tested_first)
{
	if (of->counter || counter_by_test(of, index, test))
		return count_by_test(of, index, test, tested_first);
	return count_growth(of, index, test, tested_first);
}

/* The value at which a loop that goes on below or above it is left. */
static const struct expr *end_of(const struct nest_loop *of)
{
	switch (of->compare) {
	case LE_EXPR:
		return expr_add(of->to, expr_int(1));
	case GE_EXPR:
		return expr_sub(of->to, expr_int(1));
	default:
		return of->to;
	}
}

/* The loop ends when the first of both does. */
static void end_earlier(struct nest_loop *of, const struct nest_loop *other)
{
	bool up = of->compare == LT_EXPR || of->compare == LE_EXPR;
	bool other_up = other->compare == LT_EXPR || other->compare == LE_EXPR;

	if (up != other_up || of->compare == NE_EXPR ||
	    other->compare == NE_EXPR) {
		of->trip = expr_operation(OP_MIN, of->trip, other->trip, NULL);
		return;
	}
	of->to = expr_operation(up ? OP_MIN : OP_MAX, end_of(of), end_of(other),
				NULL);
	of->compare = up ? LT_EXPR : GT_EXPR;
	of->trip = passes(expr_sub(of->from, of->to), of->step, of->compare);
}

/* Another test of a loop that is counted. */
static bool count_also(struct nest_loop *of, int index, const struct test *test,
		       bool tested_first)
{
	struct nest_loop before = *of, other = *of;

	if (!of->counter || !count_by_test(&other, index, test, tested_first))
		return false;
	end_earlier(of, &other);
	if (of->trip && of->to)
		return true;
	*of = before;
	return false;
}

/* A jump back into the function, perhaps into the same iteration. */
static bool is_jump(basic_block block)
{
	gimple *last = last_stmt(block);
	tree function = last && is_gimple_call(last) ? gimple_call_fndecl(last)
						     : NULL_TREE;
	tree name = function ? DECL_NAME(function) : NULL_TREE;

	return name && strstr(IDENTIFIER_POINTER(name), "longjmp");
}

/* Does the program end on every way from this block? */
static bool is_end_of_program(basic_block block)
{
	hash_set<basic_block> seen;
	auto_vec<basic_block> worklist;
	edge out;
	edge_iterator ei;

	worklist.safe_push(block);
	while (!worklist.is_empty()) {
		block = worklist.pop();
		if (block == EXIT_BLOCK_PTR_FOR_FN(cfun) || is_jump(block) ||
		    seen.elements() > MAX_END)
			return false;
		if (seen.add(block))
			continue;
		FOR_EACH_EDGE (out, ei, block->succs)
			worklist.safe_push(out->dest);
	}
	return true;
}

/*
 * Could the loop be left another way than by its count? Not where the program
 * ends: an assertion that fails, an exception that nobody takes.
 */
static bool is_real_exit(edge exit)
{
	return !(exit->flags & (EDGE_EH | EDGE_FAKE | EDGE_ABNORMAL)) &&
	       !is_end_of_program(exit->dest);
}

/*
 * Such a test counts where no other does: the counter may step over a value
 * that it must not be equal to, and where the program ends it is not meant
 * to. The end of a loop in Fortran stands last and is always reached.
 */
static bool is_last_resort(edge exit, const struct test *test,
			   bool tested_first)
{
	return (test->compare == NE_EXPR && tested_first) ||
	       is_end_of_program(exit->dest);
}

/* Count by the tests of this exit; how many of them say nothing? */
static unsigned count_by_exit(struct nest_loop *of, int index,
			      const struct exits *exits, edge exit,
			      bool last_resort)
{
	struct test tests[8];
	unsigned count = exit_tests(exit, tests, ARRAY_SIZE(tests));
	bool first = is_tested_first(of->loop, exits, exit);
	unsigned unknown = 0;

	for (unsigned i = 0; i < count; i++) {
		bool good;

		if (is_last_resort(exit, &tests[i], first) != last_resort)
			continue;
		good = !of->trip ? count_by(of, index, &tests[i], first)
				 : !last_resort && count_also(of, index,
							      &tests[i], first);
		unknown += !good && is_real_exit(exit);
	}
	return unknown;
}

/* Count by all exits; how many tests say nothing? The loop has the place of
   the test that counts first. */
static unsigned count_by_exits(struct nest_loop *of, int index,
			       const struct exits *exits, bool last_resort,
			       gcond **shown)
{
	unsigned i, unknown = 0;
	edge exit;

	FOR_EACH_VEC_ELT (exits->edges, i, exit) {
		bool counted = of->trip;

		if (exit_test(exit) &&
		    dominated_by_p(CDI_DOMINATORS, of->loop->latch, exit->src))
			unknown += count_by_exit(of, index, exits, exit,
						 last_resort);
		else if (!last_resort)
			unknown += is_real_exit(exit);
		if (!counted && of->trip)
			*shown = exit_test(exit);
	}
	return unknown;
}

/* Does an iteration cancel the others? */
static bool is_cancelled(class loop *loop)
{
	basic_block *blocks = get_loop_body(loop);
	enum marker_kind kind;
	int construct, number;
	bool found = false;

	for (unsigned i = 0; i < loop->num_nodes && !found; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi) && !found; gsi_next(&gsi))
			found = marker_read(gsi_stmt(gsi), &kind, &construct,
					    &number) &&
				kind == MARKER_CANCEL;
	free(blocks);
	return found;
}

static void count_loop(struct nest *nest, int index)
{
	struct nest_loop *of = &nest->loops[index];
	gcond *test = NULL;
	struct exits exits;
	unsigned unknown;

	find_exits(of->loop, &exits);
	unknown = count_by_exits(of, index, &exits, false, &test);
	unknown += count_by_exits(of, index, &exits, true, &test);
	/* OpenMP lets no program leave a shared loop in another way */
	of->early_exit = of->dim >= 0 ? is_cancelled(of->loop)
				      : unknown > (of->trip ? 0 : 1);
	if (!test && exits.edges.length() > 0)
		test = exit_test(exits.edges[0]);
	if (!of->counter) {
		gphi *named = named_counter(of->loop);

		if (named)
			set_counter(of, index, named);
	}
	of->location = loop_location(nest, of->loop, test);
}

static void explain(struct nest *nest, const struct nest_loop *of)
{
	expanded_location place = expand_location(of->location);

	if (!of->counter)
		nest_why(nest,
			 "the loop at line %d has no counter that moves by "
			 "a fixed step: its iterations are not known",
			 place.line);
	else if (!of->trip)
		nest_why(nest,
			 "the end of the loop at line %d changes while it "
			 "runs or is not computed from its counter '%s'",
			 place.line, of->variable->name);
	else if (expr_contains_kind(of->trip, ATOM_OPAQUE))
		nest_why(nest,
			 "the iterations of the loop at line %d depend on a "
			 "value that was computed in a way not understood",
			 place.line);
}

void count_loops(struct nest *nest)
{
	for (int i = 0; i < nest->count; i++) {
		count_loop(nest, i);
		nest->loops[i].settled = true;
		/* how often the nest is come to does not matter within it */
		if (i >= nest->around)
			explain(nest, &nest->loops[i]);
	}
	for (int i = 0; i < nest->count; i++)
		nest->loops[i].conditional = guard_is_conditional(nest, i);
}
