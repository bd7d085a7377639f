/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gcc.h"
#include "ask.h"

static data_reference_p data_of(struct analysis *analysis, int index)
{
	const struct reference *reference = &analysis->references->of[index];
	struct nest *nest = analysis->nest;

	if (!analysis->data[index])
		analysis->data[index] = create_data_ref(
			loop_preheader_edge(nest->loops[nest->around].loop),
			nest->loops[reference->loop].loop, reference->operand,
			reference->statement, !reference->write, false);
	return analysis->data[index];
}

/* Every loop that holds one of the two, outermost first. */
static void loops_of_pair(const struct nest *nest, int a, int b,
			  vec<loop_p> *loops)
{
	for (int i = nest->around; i < nest->count; i++)
		if (i == a || i == b ||
		    flow_loop_nested_p(nest->loops[i].loop,
				       nest->loops[a].loop) ||
		    flow_loop_nested_p(nest->loops[i].loop,
				       nest->loops[b].loop))
			loops->safe_push(nest->loops[i].loop);
}

/*
 * Does a loop of the pair move the address by no fixed stride? GCC speaks of
 * members of what a pointer leads to as if they stood still then.
 */
static bool moves_unevenly(const struct analysis *analysis,
			   const struct dependence *pair, int index)
{
	const struct reference *reference = &analysis->references->of[index];

	for (int i = 0; i < pair->loop_count; i++)
		if (!memory_stride(analysis->nest, reference->address,
				   pair->loops[i]))
			return true;
	return false;
}

/*
 * One of GCC's distance vectors. "own" is the distance that the addresses
 * tell if subscripts stay within their row, or NULL if they tell nothing:
 * GCC also sees a[64 * i + j] meet a[64 * (i + 1) + j - 64].
 */
static void add_vector(struct analysis *analysis, const struct dependence *pair,
		       lambda_vector vector, bool reversed,
		       const struct dependence *own)
{
	struct dependence dependence = *pair;
	bool carried = false, reachable = true, bounded = true, same = own;

	for (int i = 0; i < pair->loop_count; i++) {
		const struct nest_loop *loop =
			&analysis->nest->loops[pair->loops[i]];
		long distance = vector[i];

		dependence.distance[i] = distance;
		carried |= distance != 0;
		reachable &= !range_is_out_of_reach(loop, distance);
		bounded &= distance == 0 ||
			   !expr_contains_kind(loop->trip, ATOM_AT);
		same &= own && (own->distance[i] == RANGE_ANY ||
				labs(own->distance[i]) == labs(distance));
	}
	if (!reachable || (own && !same && bounded))
		return;
	/* GCC's distance is that of the first behind the second */
	if (carried && !reversed)
		std::swap(dependence.from, dependence.to);
	if (own && !same)
		dependence_add_unknown(
			analysis, &dependence,
			"how far a row reaches is read from data");
	else if (!own && carried &&
		 (moves_unevenly(analysis, pair, pair->from) ||
		  moves_unevenly(analysis, pair, pair->to)))
		dependence_add_unknown(analysis, &dependence,
				       DEPENDENCE_UNEVEN);
	else if (!own)
		dependence_add_known(analysis, &dependence);
}

/* Fields of a few bits each: to write one is to write its neighbour, too. */
static bool is_written_along(const struct reference *a,
			     const struct reference *b)
{
	tree bits;

	if (!a->write || !b->write || TREE_CODE(a->operand) != COMPONENT_REF ||
	    TREE_CODE(b->operand) != COMPONENT_REF)
		return false;
	bits = DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(a->operand, 1));
	return bits && bits == DECL_BIT_FIELD_REPRESENTATIVE(
				       TREE_OPERAND(b->operand, 1));
}

bool ask_gcc(struct analysis *analysis, const struct dependence *pair,
	     const struct dependence *own, bool *independent)
{
	auto_vec<data_reference_p> data;
	auto_vec<ddr_p> relations;
	auto_vec<loop_p> loops;
	const struct reference *of = analysis->references->of;
	bool answered = false;
	ddr_p relation;

	data.safe_push(data_of(analysis, pair->from));
	if (pair->to != pair->from)
		data.safe_push(data_of(analysis, pair->to));
	loops_of_pair(analysis->nest, of[pair->from].loop, of[pair->to].loop,
		      &loops);
	if (!compute_all_dependences(data, &relations, loops,
				     pair->to == pair->from) ||
	    relations.is_empty())
		return false;
	relation = relations[0];
	*independent = DDR_ARE_DEPENDENT(relation) == chrec_known &&
		       !is_written_along(&of[pair->from], &of[pair->to]);
	if (DDR_ARE_DEPENDENT(relation) == NULL_TREE) {
		answered = DDR_NUM_DIST_VECTS(relation) > 0;
		for (unsigned i = 0; i < DDR_NUM_DIST_VECTS(relation); i++)
			add_vector(analysis, pair, DDR_DIST_VECT(relation, i),
				   DDR_REVERSED_P(relation), own);
	}
	free_dependence_relation(relation);
	return answered || *independent;
}
