/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one iteration of a loop keeps to itself, as a tile does.
 *
 * The counters inside the loop are exchanged for the ends of their ranges, so
 * that each subscript lies between two values in the loop's own counter. Two
 * iterations have a counter each; all that is known of them is that one comes
 * at least a step after the other and that the loop runs in both. The size of
 * a tile may be a variable: a step that is not positive would not let a loop
 * that counts up come to its end.
 */
#include "base/gcc.h"
#include "range.h"
#include "tile.h"
#include "value.h"

#define MAX_SUBSCRIPTS 8
#define OTHER_VERSIONS 0x40000000u /* no SSA name has one so large */

/* The same subscript of two references, "size" of it accessed. */
struct index_pair {
	const struct expr *a, *b;
	long size_a, size_b;
};

/* An iteration of the loop, in which the counters have values of their own. */
struct iteration {
	const struct nest *nest;
	const struct reference *reference;
	int loop;
	bool other; /* counters under other names */
};

/* ---- iterations ---------------------------------------------------------- */

static bool counts_up(const struct nest_loop *loop)
{
	return loop->compare == LT_EXPR || loop->compare == LE_EXPR;
}

static bool is_ordered(const struct nest_loop *loop)
{
	return loop->variable && loop->from && loop->to && loop->step &&
	       (counts_up(loop) || loop->compare == GT_EXPR ||
		loop->compare == GE_EXPR);
}

static const struct expr *other_counter(const struct atom *atom, void *data)
{
	const struct nest *nest = (const struct nest *)data;

	if (atom->kind != ATOM_COUNTER || atom->loop < nest->around)
		return NULL;
	return expr_atom(atom_param(atom->name, "counter", atom->type,
				    OTHER_VERSIONS + atom->loop));
}

static const struct expr *as_in(const struct iteration *iteration,
				const struct expr *e)
{
	if (!e || !iteration->other)
		return e;
	return expr_replace(e, other_counter, (void *)iteration->nest);
}

/* Does each iteration come after the last by one step of the same size? */
static bool is_even(const struct nest *nest, int index)
{
	const struct nest_loop *loop = &nest->loops[index];

	return is_ordered(loop) && !(expr_loops(loop->step) >> nest->around) &&
	       !expr_contains_kind(loop->step, ATOM_AT);
}

/* Is it made of counters and of what no loop of the nest changes? */
static bool is_understood(const struct nest *nest, const struct expr *e)
{
	if (!e || expr_contains_kind(e, ATOM_AT))
		return false;
	e = expr_replace(e, other_counter, (void *)nest);
	return e && !(expr_loops(e) >> nest->around);
}

/* The least or largest value that the loops inside leave to e. */
static const struct expr *extreme(const struct iteration *iteration,
				  const struct expr *e, bool largest)
{
	const struct nest *nest = iteration->nest;
	int i = iteration->reference->loop;

	for (; e && i > iteration->loop; i = nest->loops[i].parent) {
		const struct nest_loop *inner = &nest->loops[i];
		const struct expr *low, *high;
		long factor;

		if (!is_ordered(inner) ||
		    !expr_is_int(expr_coefficient(e, inner->variable),
				 &factor) ||
		    factor == 0)
			continue;
		range_of(inner, &low, &high);
		e = range_replace(e, inner->variable,
				  (factor > 0) == largest
					  ? expr_sub(high, expr_int(1))
					  : low);
	}
	return is_understood(nest, e) ? as_in(iteration, e) : NULL;
}

static void add_fact(struct range_facts *facts, const struct nest *nest,
		     const struct expr *fact)
{
	if (is_understood(nest, fact))
		facts->of[facts->count++] = fact;
}

/* The counter is in the range of the loop. */
static void add_range(struct range_facts *facts,
		      const struct iteration *iteration)
{
	const struct nest_loop *loop = &iteration->nest->loops[iteration->loop];
	const struct expr *low, *high, *counter = expr_atom(loop->variable);

	range_of(loop, &low, &high);
	add_fact(facts, iteration->nest,
		 as_in(iteration, expr_sub(counter, low)));
	add_fact(facts, iteration->nest,
		 as_in(iteration,
		       expr_sub(expr_sub(high, counter), expr_int(1))));
}

/* One iteration comes after the other, by a step or more. */
static void add_order(struct range_facts *facts,
		      const struct iteration *earlier,
		      const struct iteration *later)
{
	const struct nest_loop *loop = &earlier->nest->loops[earlier->loop];
	const struct expr *counter = expr_atom(loop->variable), *gap;
	long sign = counts_up(loop) ? 1 : -1;

	gap = expr_sub(as_in(later, counter), as_in(earlier, counter));
	add_fact(facts, earlier->nest,
		 expr_scale(expr_sub(gap, loop->step), sign));
	add_fact(facts, earlier->nest,
		 expr_sub(expr_scale(loop->step, sign), expr_int(1)));
}

/* ---- subscripts ---------------------------------------------------------- */

static tree without_parts(tree operand)
{
	while (TREE_CODE(operand) == REALPART_EXPR ||
	       TREE_CODE(operand) == IMAGPART_EXPR)
		operand = TREE_OPERAND(operand, 0);
	return operand;
}

static bool is_same_array(tree a, tree b)
{
	return TYPE_MAIN_VARIANT(TREE_TYPE(TREE_OPERAND(a, 0))) ==
	       TYPE_MAIN_VARIANT(TREE_TYPE(TREE_OPERAND(b, 0)));
}

static bool is_same_start(tree a, tree b)
{
	if (DECL_P(a))
		return a == b;
	return TREE_CODE(a) == MEM_REF && TREE_CODE(b) == MEM_REF &&
	       integer_zerop(TREE_OPERAND(a, 1)) &&
	       integer_zerop(TREE_OPERAND(b, 1));
}

/* The subscripts of true arrays, or 0. */
static int find_subscripts(tree a, tree b, struct index_pair *of)
{
	int count = 0;

	a = without_parts(a);
	b = without_parts(b);
	while (TREE_CODE(a) == ARRAY_REF && TREE_CODE(b) == ARRAY_REF &&
	       is_same_array(a, b) && count < MAX_SUBSCRIPTS) {
		of[count].a = value_of(TREE_OPERAND(a, 1));
		of[count].b = value_of(TREE_OPERAND(b, 1));
		of[count].size_a = of[count].size_b = 1;
		count++;
		a = TREE_OPERAND(a, 0);
		b = TREE_OPERAND(b, 0);
	}
	return is_same_start(a, b) ? count : 0;
}

static bool size_of(const struct reference *reference, long *size)
{
	tree bytes = TYPE_SIZE_UNIT(TREE_TYPE(reference->operand));

	if (!bytes || !tree_fits_shwi_p(bytes))
		return false;
	*size = tree_to_shwi(bytes);
	return true;
}

/* The subscripts of both, and the whole address as one more. */
static int subscripts_of(const struct reference *a, const struct reference *b,
			 struct index_pair *of)
{
	int count = find_subscripts(a->operand, b->operand, of);

	if (!size_of(a, &of[count].size_a) || !size_of(b, &of[count].size_b))
		return count;
	of[count].a = expr_sub(a->address, expr_atom(a->base));
	of[count].b = expr_sub(b->address, expr_atom(b->base));
	return count + 1;
}

/* ---- two iterations ------------------------------------------------------ */

/* Does what a reaches end before what b reaches? */
static bool ends_before(const struct iteration *a, const struct expr *of_a,
			long size, const struct iteration *b,
			const struct expr *of_b,
			const struct range_facts *facts)
{
	return range_is_at_most_if(
		expr_add(extreme(a, of_a, true), expr_int(size)),
		extreme(b, of_b, false), facts);
}

/* Is there a subscript that is never the same if b's iteration comes after
   that of a? Or before, if "turned". */
static bool are_apart(const struct iteration *a, const struct iteration *b,
		      const struct index_pair *of, int count, bool turned)
{
	struct range_facts facts = {};

	add_order(&facts, turned ? b : a, turned ? a : b);
	add_range(&facts, a);
	add_range(&facts, b);
	for (int i = 0; i < count; i++)
		if (ends_before(a, of[i].a, of[i].size_a, b, of[i].b, &facts) ||
		    ends_before(b, of[i].b, of[i].size_b, a, of[i].a, &facts))
			return true;
	return false;
}

bool tile_keeps_apart(const struct nest *nest, const struct reference *a,
		      const struct reference *b, int loop)
{
	struct index_pair of[MAX_SUBSCRIPTS + 1];
	struct iteration of_a = {nest, a, loop, false};
	struct iteration of_b = {nest, b, loop, true};
	int count;

	if (!is_even(nest, loop) || !a->base || a->base != b->base)
		return false;
	count = subscripts_of(a, b, of);
	return are_apart(&of_a, &of_b, of, count, false) &&
	       are_apart(&of_a, &of_b, of, count, true);
}

/* Do the two ranges overlap for certain, or stand still as the loop goes on? */
static bool is_met(const struct iteration *a, const struct iteration *b,
		   const struct index_pair *of, const struct range_facts *facts)
{
	uint64_t moved = expr_loops(of->a) | expr_loops(of->b);
	const struct expr *least_a = extreme(a, of->a, false);
	const struct expr *least_b = extreme(b, of->b, false);
	const struct expr *end_a = extreme(a, of->a, true);
	const struct expr *end_b = extreme(b, of->b, true);

	if (!(moved >> a->nest->around))
		return true;
	end_a = expr_add(end_a, expr_int(of->size_a - 1));
	end_b = expr_add(end_b, expr_int(of->size_b - 1));
	return range_is_at_most_if(least_a, end_b, facts) &&
	       range_is_at_most_if(least_b, end_a, facts);
}

static bool are_met(const struct iteration *a, const struct iteration *b,
		    const struct index_pair *of, int count, bool turned)
{
	struct range_facts facts = {};

	add_order(&facts, turned ? b : a, turned ? a : b);
	/* the next one: no more than the step lies between them */
	add_fact(&facts, a->nest, expr_scale(facts.of[0], -1));
	add_range(&facts, a);
	add_range(&facts, b);
	for (int i = 0; i < count; i++)
		if (!is_met(a, b, &of[i], &facts))
			return false;
	return count > 0;
}

bool tile_overlaps(const struct nest *nest, const struct reference *a,
		   const struct reference *b, int loop)
{
	struct index_pair of[MAX_SUBSCRIPTS + 1];
	struct iteration of_a = {nest, a, loop, false};
	struct iteration of_b = {nest, b, loop, true};
	int count;

	if (!is_even(nest, loop) || !a->base || a->base != b->base)
		return false;
	count = subscripts_of(a, b, of);
	return are_met(&of_a, &of_b, of, count, false) ||
	       are_met(&of_a, &of_b, of, count, true);
}
