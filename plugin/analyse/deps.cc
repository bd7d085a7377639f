/*
 * Dependences between iterations, and the class that they make of a loop.
 *
 * GCC's own analysis is asked first. Where it gives up, as it does on
 * subscripts like a[i * n + j], the two addresses are compared as symbolic
 * expressions: if both move alike, their difference, taken apart by the
 * strides, is the distance. Subscripts are taken to stay within their row.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "calls.h"
#include "deps.h"
#include "operation.h"
#include "purpose.h"
#include "race.h"
#include "range.h"
#include "subscript.h"
#include "tile.h"
#include "value.h"

/* Beyond these the pairs are not worth the user's time. */
#define MAX_REFERENCES 250
#define MAX_PAIRS 6000

/* Iterations that a loop is taken to have. Where several loops move an address
   a larger distance may just as well be one of another dimension. */
#define MANY 1000
#define FEW 16

#define ANY RANGE_ANY

struct dependence {
	const char *kind;
	int from, to;	  /* references, -1 for a scalar */
	const char *name; /* of the scalar or base */
	int loops[NEST_MAX_LOOPS];
	long distance[NEST_MAX_LOOPS];
	int loop_count;
	int level; /* in the table, -1 for none */
	bool known;
	const char *why;
	const char *doubt; /* of one that is known: what a race takes */
};

struct analysis {
	struct nest *nest;
	const struct references *references;
	data_reference_p *data; /* of each reference, made when needed */
	vec<struct dependence> found;
	vec<struct assumption> assumptions;
	vec<char *> races;
	vec<char *> possible; /* races that are not proven */
	const char *order;    /* what may order the iterations, or NULL */
	const vec<struct protection> *protections;
	bool calls; /* functions that may do anything */
};

static void add_sentence(vec<char *> *list, char *sentence)
{
	char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*list, i, other)
		if (strcmp(other, sentence) == 0) {
			free(sentence);
			return;
		}
	list->safe_push(sentence);
}

/* A sentence about several things, in the order in which they came. */
struct assumption {
	const char *before, *after; /* the names stand between them */
	vec<const char *> names;
};

#define OVERLAP " are taken not to overlap"
#define CHANGES " may change the data of other iterations"
#define STRIDE " is taken not to be 0"
#define FOR_ONE "if more than one of them fulfils the condition before it"
#define UNEVEN "how far apart the two addresses are is not known"

static void assume(vec<struct assumption> *list, const char *name,
		   const char *before, const char *after)
{
	struct assumption *assumption, fresh = {before, after, vNULL};
	const char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (*list, i, assumption)
		if (strcmp(assumption->after, after) == 0)
			break;
	if (!list->iterate(i, &assumption)) {
		list->safe_push(fresh);
		assumption = &list->last();
	}
	FOR_EACH_VEC_ELT (assumption->names, i, other)
		if (strcmp(other, name) == 0)
			return;
	assumption->names.safe_push(name);
}

/* ---- one pair --------------------------------------------------------- */

/* The loops that hold both, outermost of the nest first. */
static int common_loops(const struct nest *nest, int a, int b, int *loops)
{
	int count = 0;

	for (int i = nest->around; i < nest->count; i++) {
		class loop *loop = nest->loops[i].loop;

		if (flow_loop_nested_p(loop, nest->loops[a].loop) || i == a)
			if (flow_loop_nested_p(loop, nest->loops[b].loop) ||
			    i == b)
				loops[count++] = i;
	}
	return count;
}

static const char *kind_of(bool source_writes, bool sink_writes)
{
	if (source_writes)
		return sink_writes ? "output" : "flow";
	return sink_writes ? "anti" : "input";
}

/* Index of the first distance that is not 0, or the number of them. */
static int first_distance(const struct dependence *dependence)
{
	int i = 0;

	while (i < dependence->loop_count && dependence->distance[i] == 0)
		i++;
	return i;
}

/* Let the dependence run forward in time; set its level and kind. */
static void orient(struct analysis *analysis, struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	int first = first_distance(dependence);
	bool carried = first < dependence->loop_count;

	dependence->level = carried ? dependence->loops[first] : -1;
	if (carried && dependence->distance[first] < 0 &&
	    dependence->distance[first] != ANY) {
		std::swap(dependence->from, dependence->to);
		for (int i = 0; i < dependence->loop_count; i++)
			if (dependence->distance[i] != ANY)
				dependence->distance[i] *= -1;
	}
	dependence->kind =
		kind_of(of[dependence->from].write, of[dependence->to].write);
}

static bool is_carried_by_construct(const struct analysis *analysis,
				    const struct dependence *dependence)
{
	return dependence->level >= 0 &&
	       analysis->nest->loops[dependence->level].dim >= 0;
}

static bool is_same_dependence(const struct dependence *a,
			       const struct dependence *b)
{
	return a->from == b->from && a->to == b->to && a->known == b->known &&
	       a->loop_count == b->loop_count &&
	       memcmp(a->distance, b->distance,
		      a->loop_count * sizeof(a->distance[0])) == 0;
}

static void push(struct analysis *analysis, const struct dependence *fresh)
{
	struct dependence *other;
	unsigned i;

	FOR_EACH_VEC_ELT (analysis->found, i, other)
		if (is_same_dependence(other, fresh))
			return;
	analysis->found.safe_push(*fresh);
}

/*
 * A place that a loop meets again and again: what one iteration writes the
 * next one reads, and within one iteration the order of the text holds.
 */
static void split_repeated(struct analysis *analysis,
			   struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	struct dependence within = *dependence;
	int first = first_distance(dependence);

	if (first == dependence->loop_count ||
	    dependence->distance[first] != ANY)
		return;
	for (int i = first; i < within.loop_count; i++)
		if (within.distance[i] == ANY)
			within.distance[i] = 0;
	if (within.from != within.to &&
	    first_distance(&within) == within.loop_count) {
		orient(analysis, &within);
		push(analysis, &within);
	}
	if (!of[dependence->from].write)
		std::swap(dependence->from, dependence->to);
}

/* Some distances are known, but not whether the two ever meet. */
static void add_partly_known(struct analysis *analysis,
			     struct dependence *dependence, const char *why)
{
	const struct reference *of = analysis->references->of;
	bool writes = of[dependence->from].write && of[dependence->to].write;

	dependence->known = false;
	dependence->why = why;
	dependence->kind = writes ? "output" : "unknown";
	dependence->level = -1;
	analysis->found.safe_push(*dependence);
}

/* What runs once meets nothing in another iteration. */
static void keep_within_single(const struct analysis *analysis,
			       struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++) {
		int loop = dependence->loops[i];

		if (dependence->distance[i] == ANY &&
		    range_is_out_of_reach(&analysis->nest->loops[loop], 1))
			dependence->distance[i] = 0;
	}
}

static void add_known(struct analysis *analysis, struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	dependence->known = true;
	keep_within_single(analysis, dependence);
	split_repeated(analysis, dependence);
	orient(analysis, dependence);
	if (of[dependence->from].may_be_own &&
	    is_carried_by_construct(analysis, dependence)) {
		add_partly_known(
			analysis, dependence,
			"each thread may have memory of its own there");
		return;
	}
	/* a statement that writes one place once depends on nothing */
	if (dependence->from == dependence->to && dependence->level < 0)
		return;
	push(analysis, dependence);
}

static void add_unknown(struct analysis *analysis,
			struct dependence *dependence, const char *why)
{
	for (int i = 0; i < dependence->loop_count; i++)
		dependence->distance[i] = ANY;
	add_partly_known(analysis, dependence, why);
}

/* ---- tiles ------------------------------------------------------------- */

/*
 * Does each iteration of the outer loop give the two inner ones, which may be
 * the same, a range of their own, as a tile does? Then places that the second
 * counts by this much more than the first are of one tile.
 */
static bool is_tile_of(const struct nest_loop *inner,
		       const struct nest_loop *other,
		       const struct nest_loop *outer, long apart)
{
	const struct expr *low, *high, *next_low, *next_high, *next;

	if (!inner->variable || !inner->trip || !other->variable ||
	    !other->trip || !outer->variable ||
	    !expr_contains(inner->from, outer->variable) ||
	    expr_contains_kind(inner->from, ATOM_AT) ||
	    expr_contains_kind(other->from, ATOM_AT))
		return false;
	next = expr_add(expr_atom(outer->variable), outer->step);
	range_of(inner, &low, &high);
	range_of(other, &next_low, &next_high);
	next_low = range_replace(next_low, outer->variable, next);
	next_high = range_replace(next_high, outer->variable, next);
	return range_is_at_most(expr_add(high, expr_int(apart)), next_low) ||
	       range_is_at_most(next_high, expr_add(low, expr_int(apart)));
}

/* ---- GCC's analysis ----------------------------------------------------- */

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
		same &= own && (own->distance[i] == ANY ||
				labs(own->distance[i]) == labs(distance));
	}
	if (!reachable || (own && !same && bounded))
		return;
	/* GCC's distance is that of the first behind the second */
	if (carried && !reversed)
		std::swap(dependence.from, dependence.to);
	if (own && !same)
		add_unknown(analysis, &dependence,
			    "how far a row reaches is read from data");
	else if (!own && carried &&
		 (moves_unevenly(analysis, pair, pair->from) ||
		  moves_unevenly(analysis, pair, pair->to)))
		add_unknown(analysis, &dependence, UNEVEN);
	else if (!own)
		add_known(analysis, &dependence);
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

/*
 * True if GCC proved that the two never meet, or gave the distances.
 * Where the addresses tell the distance, too, GCC's is only compared.
 */
static bool ask_gcc(struct analysis *analysis, const struct dependence *pair,
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

/* ---- addresses as expressions ---------------------------------------------
 */

/* Which stride to take apart first: symbolic before constant, large before
   small; the address was written as row * width + column. */
static bool is_coarser(const struct expr *a, const struct expr *b)
{
	if (a->terms[0].count != b->terms[0].count)
		return a->terms[0].count > b->terms[0].count;
	return labs(a->terms[0].factor) > labs(b->terms[0].factor);
}

/* How many strides the difference holds, by the stride's leading product. */
static long multiples_in(const struct expr *difference,
			 const struct expr *stride)
{
	const struct term *lead = &stride->terms[0];

	for (unsigned i = 0; i < difference->count; i++) {
		const struct term *term = &difference->terms[i];

		if (term->count != lead->count ||
		    memcmp(term->atoms, lead->atoms,
			   lead->count * sizeof(lead->atoms[0])) != 0)
			continue;
		if (lead->count > 0)
			return term->factor % lead->factor
				       ? 0
				       : term->factor / lead->factor;
		/* constants: to the nearest, -3992 of 4000 is -1 */
		return range_quotient(term->factor, lead->factor);
	}
	return 0;
}

/* Split off what depends on loops that hold only one of the two. */
static const struct expr *without_other_loops(const struct expr *difference,
					      uint64_t common)
{
	const struct expr *sum = expr_int(0);

	for (unsigned i = 0; difference && i < difference->count; i++) {
		struct expr one = {1, {difference->terms[i]}};

		if (!(expr_loops(&one) & ~common))
			sum = expr_add(sum, expr_add(&one, expr_int(0)));
	}
	return difference ? sum : NULL;
}

enum verdict { UNKNOWN, BY_DATA, BY_OTHER_LOOP, INDEPENDENT, DEPENDENT };

/* Do accesses of these sizes at this difference in bytes overlap? */
static enum verdict overlap(const struct expr *rest, const struct reference *a,
			    const struct reference *b)
{
	tree size_a = TYPE_SIZE_UNIT(TREE_TYPE(a->operand));
	tree size_b = TYPE_SIZE_UNIT(TREE_TYPE(b->operand));
	long bytes;

	if (!expr_is_int(rest, &bytes))
		return UNKNOWN;
	if (!tree_fits_shwi_p(size_a) || !tree_fits_shwi_p(size_b))
		return bytes == 0 ? DEPENDENT : UNKNOWN;
	/* a - b = bytes */
	if (bytes >= tree_to_shwi(size_b) || -bytes >= tree_to_shwi(size_a))
		return INDEPENDENT;
	return DEPENDENT;
}

/* Does the outer loop choose where the inner one starts, other than by a
   plain sum as in a triangle? */
static bool is_chosen_by(const struct nest_loop *inner,
			 const struct nest_loop *outer, int index)
{
	const struct expr *factor;

	if (!((expr_loops(inner->from) >> index) & 1))
		return false;
	factor = outer->variable
			 ? expr_coefficient(inner->from, outer->variable)
			 : NULL;
	return !factor ||
	       (expr_loops(expr_sub(
			inner->from,
			expr_mul(factor, expr_atom(outer->variable)))) >>
		index) &
		       1;
}

/* Counters of one loop that are this many iterations apart. */
static bool is_own_tile(const struct nest_loop *inner,
			const struct nest_loop *outer, long distance)
{
	long apart;

	return distance != ANY &&
	       expr_is_int(expr_scale(inner->step, distance), &apart) &&
	       is_tile_of(inner, inner, outer, apart) &&
	       is_tile_of(inner, inner, outer, -apart);
}

/* How much further the counter of loop j is in b than that of i in a where
   both mean the same place. */
static bool counters_apart(const struct nest *nest, const struct reference *a,
			   const struct reference *b, int i, int j, long *apart)
{
	const struct atom *of_a = nest->loops[i].variable;
	const struct atom *of_b = nest->loops[j].variable;
	const struct expr *stride, *rest_a, *rest_b;

	if (!of_a || !of_b)
		return false;
	stride = expr_coefficient(a->address, of_a);
	if (!expr_equal(stride, expr_coefficient(b->address, of_b)))
		return false;
	rest_a = expr_sub(a->address, expr_mul(stride, expr_atom(of_a)));
	rest_b = expr_sub(b->address, expr_mul(stride, expr_atom(of_b)));
	return expr_is_int(expr_quotient(expr_sub(rest_a, rest_b), stride),
			   apart);
}

/*
 * The same for a tile that one loop writes and the next one reads. False if
 * the tile is chosen in a way not understood.
 */
static bool settle_side_by_side(const struct nest *nest,
				const struct reference *a,
				const struct reference *b,
				struct dependence *dependence, int position)
{
	const struct nest_loop *loops = nest->loops;
	int outer = dependence->loops[position];
	uint64_t own_a = expr_loops(a->address), own_b = expr_loops(b->address);
	bool chosen = false;
	long apart;

	for (int i = outer + 1; i < nest->count; i++) {
		bool only_a = (own_a & ~own_b) >> i & 1;
		bool only_b = (own_b & ~own_a) >> i & 1;

		if (only_a || only_b)
			chosen |= is_chosen_by(&loops[i], &loops[outer], outer);
		for (int j = outer + 1; only_a && j < nest->count; j++)
			if ((own_b & ~own_a) >> j & 1 &&
			    counters_apart(nest, a, b, i, j, &apart) &&
			    is_tile_of(&loops[i], &loops[j], &loops[outer],
				       apart) &&
			    is_tile_of(&loops[j], &loops[i], &loops[outer],
				       -apart)) {
				dependence->distance[position] = 0;
				return true;
			}
	}
	return !chosen;
}

/*
 * Loops that only choose the tile: the distance inside settles theirs.
 * False if they choose the range in a way not understood, as row pointers do.
 */
static bool settle_tiles(const struct nest *nest, const struct reference *a,
			 const struct reference *b,
			 struct dependence *dependence)
{
	for (int i = dependence->loop_count - 1; i >= 0; i--) {
		const struct nest_loop *outer =
			&nest->loops[dependence->loops[i]];

		if (dependence->distance[i] != ANY)
			continue;
		if (tile_keeps_apart(nest, a, b, dependence->loops[i])) {
			dependence->distance[i] = 0;
			continue;
		}
		for (int j = i + 1; j < dependence->loop_count; j++) {
			const struct nest_loop *inner =
				&nest->loops[dependence->loops[j]];

			if (is_own_tile(inner, outer, dependence->distance[j]))
				dependence->distance[i] = 0;
			else if (is_chosen_by(inner, outer,
					      dependence->loops[i]))
				return false;
		}
		if (dependence->distance[i] == ANY &&
		    !settle_side_by_side(nest, a, b, dependence, i))
			return false;
	}
	return true;
}

/* A distance may be that of rows which loops of only one of the two choose. */
static void settle_rows(const struct nest *nest, const struct reference *a,
			const struct reference *b,
			struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] != 0 &&
		    tile_keeps_apart(nest, a, b, dependence->loops[i]))
			dependence->distance[i] = 0;
}

/* Is the address made of a counter whose loop has ended before? */
static bool uses_ended_loop(const struct nest *nest,
			    const struct reference *reference)
{
	uint64_t around = nest_loops_of(nest, gimple_bb(reference->statement));

	return expr_loops(reference->address) & ~around;
}

/* Does another loop around the reference move it by this stride, too? */
static bool moves_it_too(const struct nest *nest,
			 const struct reference *reference,
			 const struct expr *stride, int loop)
{
	for (int i = reference->loop; i >= nest->around;
	     i = nest->loops[i].parent) {
		const struct expr *other =
			memory_stride(nest, reference->address, i);

		if (i != loop && other &&
		    (expr_equal(other, stride) ||
		     expr_equal(expr_scale(other, -1), stride)))
			return true;
	}
	return false;
}

/*
 * As in x[i + j]: the same place comes again at many distances, and none of
 * them can be read off the addresses.
 */
static bool shares_a_stride(const struct nest *nest, const struct reference *a,
			    const struct reference *b, int loop)
{
	const struct expr *stride = memory_stride(nest, a->address, loop);

	return stride && stride->count &&
	       (moves_it_too(nest, a, stride, loop) ||
		moves_it_too(nest, b, stride, loop));
}

/* The strides of both in the loops that hold them; false if they are not
   known, differ, or do not tell the distance. */
static bool find_strides(const struct nest *nest, const struct reference *a,
			 const struct reference *b,
			 const struct dependence *dependence,
			 const struct expr **strides)
{
	for (int i = 0; i < dependence->loop_count; i++) {
		int loop = dependence->loops[i];

		strides[i] = memory_stride(nest, a->address, loop);
		if (!strides[i] ||
		    !expr_equal(strides[i],
				memory_stride(nest, b->address, loop)) ||
		    shares_a_stride(nest, a, b, loop))
			return false;
	}
	return true;
}

/* The coarsest stride that was not taken before, -1 if none is left. */
static int coarsest(const struct expr *const *strides, const bool *taken,
		    int count)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (!taken[i] && strides[i]->count &&
		    (best < 0 || is_coarser(strides[i], strides[best])))
			best = i;
	return best;
}

/*
 * Take *rest, the difference of two addresses, apart by the strides. False
 * if a distance is larger than its loop.
 */
static bool set_distances(const struct nest *nest, const struct expr **strides,
			  struct dependence *dependence,
			  const struct expr **rest)
{
	bool taken[NEST_MAX_LOOPS] = {};
	int count = dependence->loop_count, next;

	for (int i = 0; i < count; i++)
		dependence->distance[i] = strides[i]->count ? 0 : ANY;
	while (*rest && (next = coarsest(strides, taken, count)) >= 0) {
		long distance = multiples_in(*rest, strides[next]);

		taken[next] = true;
		dependence->distance[next] = distance;
		*rest = expr_sub(*rest, expr_scale(strides[next], distance));
		if (range_is_out_of_reach(&nest->loops[dependence->loops[next]],
					  distance))
			return false;
	}
	return true;
}

static uint64_t loop_set(const struct nest *nest,
			 const struct dependence *dependence)
{
	uint64_t common = ((uint64_t)1 << nest->around) - 1;

	for (int i = 0; i < dependence->loop_count; i++)
		common |= (uint64_t)1 << dependence->loops[i];
	return common;
}

/*
 * Loops of their own move the two along the rows that are so far apart: do
 * they come to the same place there?
 */
static const char *doubt_of_rows(const struct nest *nest,
				 const struct reference *a,
				 const struct reference *b,
				 const struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] != 0 &&
		    tile_overlaps(nest, a, b, dependence->loops[i]))
			return NULL;
	return "if their inner loops come to the same place";
}

/* The distance at which b meets what a touched; both move alike. */
static enum verdict compare_addresses(const struct nest *nest,
				      const struct reference *a,
				      const struct reference *b,
				      struct dependence *dependence)
{
	const struct expr *strides[NEST_MAX_LOOPS];
	const struct expr *difference = expr_sub(a->address, b->address);
	const struct expr *common =
		without_other_loops(difference, loop_set(nest, dependence));
	const struct expr *rest = common;
	bool others = !expr_equal(difference, common);

	if (uses_ended_loop(nest, a) || uses_ended_loop(nest, b))
		return BY_OTHER_LOOP;
	if (!find_strides(nest, a, b, dependence, strides))
		return UNKNOWN;
	if (!set_distances(nest, strides, dependence, &rest))
		return INDEPENDENT;
	if (others)
		settle_rows(nest, a, b, dependence);
	if (!settle_tiles(nest, a, b, dependence))
		return BY_DATA;
	if (others) {
		dependence->doubt = doubt_of_rows(nest, a, b, dependence);
		return rest ? DEPENDENT : UNKNOWN;
	}
	return overlap(rest, a, b);
}

/* ---- all pairs
 * --------------------------------------------------------------- */

static bool is_restrict(const struct atom *base)
{
	return base->kind != ATOM_ADDRESS && base->type &&
	       TYPE_RESTRICT(base->type);
}

/* Could arrays of different names be one? */
static bool may_overlap(const struct reference *a, const struct reference *b)
{
	if (a->base->kind == ATOM_ADDRESS && b->base->kind == ATOM_ADDRESS)
		return false;
	if (is_restrict(a->base) || is_restrict(b->base))
		return false;
	return refs_may_alias_p(a->operand, b->operand);
}

static const char *indirect_reason(const struct reference *a)
{
	return expr_contains_kind(a->address, ATOM_AT) && expr_loops(a->address)
		       ? "the address is read from data"
		       : NULL;
}

/* Does the outer loop move both ends of the one inside, as those of a tile?
   An end that is not known may be moved as well. */
static bool is_tile(const struct nest *nest, int inner, int outer)
{
	const struct nest_loop *of = &nest->loops[inner];
	const struct atom *counter = nest->loops[outer].variable;

	return of->from && counter && expr_contains(of->from, counter) &&
	       (!of->to || (expr_loops(of->to) >> outer & 1));
}

/* Does the loop move the reference by moving tiles? */
static bool moves_tiles(const struct nest *nest, int loop,
			const struct reference *reference)
{
	uint64_t moved = expr_loops(reference->address);

	for (int i = reference->loop; i > loop; i = nest->loops[i].parent)
		if (moved >> i & 1 && is_tile(nest, i, loop))
			return true;
	return false;
}

/* Do two iterations meet because nothing says how large their tiles are? */
static bool is_open_tile(const struct nest *nest, const struct reference *a,
			 const struct reference *b,
			 const struct dependence *dependence)
{
	for (int i = 0; i < dependence->loop_count; i++) {
		int loop = dependence->loops[i];

		if (dependence->distance[i] == ANY &&
		    (moves_tiles(nest, loop, a) ||
		     moves_tiles(nest, loop, b)) &&
		    !tile_overlaps(nest, a, b, loop))
			return true;
	}
	return false;
}

/* Nothing is known but which loops keep the two apart. */
static void add_kept_apart(struct analysis *analysis, struct dependence *pair,
			   const char *why)
{
	const struct reference *a = &analysis->references->of[pair->from];
	const struct reference *b = &analysis->references->of[pair->to];

	for (int i = 0; i < pair->loop_count; i++)
		if (pair->distance[i] == ANY &&
		    tile_keeps_apart(analysis->nest, a, b, pair->loops[i]))
			pair->distance[i] = 0;
	add_partly_known(analysis, pair, why);
}

/* The only loop of the nest that moves one of the addresses, and one that is
   shared out; else -1. */
static int only_mover(const struct nest *nest, const struct reference *a,
		      const struct reference *b)
{
	uint64_t moved = (expr_loops(a->address) | expr_loops(b->address)) >>
			 nest->around;
	int loop = nest->around + (moved ? ctz_hwi(moved) : 0);

	return moved && !(moved & (moved - 1)) && nest->loops[loop].dim >= 0
		       ? loop
		       : -1;
}

/* The address where the loop begins, and by how much it moves it. */
static bool first_and_step(const struct nest *nest,
			   const struct reference *reference, int loop,
			   const struct expr **first, long *step)
{
	const struct nest_loop *of = &nest->loops[loop];

	if (!of->variable || !of->from)
		return false;
	*first = range_replace(reference->address, of->variable, of->from);
	return expr_is_int(memory_stride(nest, reference->address, loop), step);
}

/*
 * Do the two come to the same place in different ones of the first iterations?
 * As in a[i] = a[0] + a[i], or in a[2 * i + 1] = a[i].
 */
static bool meet_early(const struct nest *nest, const struct reference *a,
		       const struct reference *b, int loop)
{
	const struct expr *first_a, *first_b;
	long step_a, step_b, gap;

	if (!first_and_step(nest, a, loop, &first_a, &step_a) ||
	    !first_and_step(nest, b, loop, &first_b, &step_b) ||
	    !expr_is_int(expr_sub(first_a, first_b), &gap))
		return false;
	for (long i = 0; i < FEW; i++)
		for (long j = 0; j < FEW; j++)
			if (i != j && gap + i * step_a == j * step_b)
				return !range_is_out_of_reach(
					&nest->loops[loop], MAX(i, j));
	return false;
}

/* True if the two meet like that. */
static bool add_meeting(struct analysis *analysis,
			const struct dependence *pair)
{
	const struct nest *nest = analysis->nest;
	const struct reference *of = analysis->references->of;
	const struct reference *a = &of[pair->from], *b = &of[pair->to];
	struct dependence dependence = *pair;
	int loop = only_mover(nest, a, b);

	if (loop < 0 || a->may_be_own || b->may_be_own ||
	    !meet_early(nest, a, b, loop))
		return false;
	for (int i = 0; i < dependence.loop_count; i++)
		dependence.distance[i] = ANY;
	dependence.known = true;
	dependence.level = loop;
	if (!of[dependence.from].write)
		std::swap(dependence.from, dependence.to);
	dependence.kind =
		kind_of(of[dependence.from].write, of[dependence.to].write);
	push(analysis, &dependence);
	return true;
}

static void compare_same_base(struct analysis *analysis,
			      struct dependence *pair)
{
	const struct reference *a = &analysis->references->of[pair->from];
	const struct reference *b = &analysis->references->of[pair->to];
	struct dependence own = *pair;
	bool independent = false, answered = false;
	const char *reason = indirect_reason(a);
	enum verdict verdict = compare_addresses(analysis->nest, a, b, &own);

	if (subscript_tells_apart(analysis->nest, a, b))
		return;
	if (!reason)
		reason = indirect_reason(b);
	if (!reason && verdict == BY_DATA)
		reason = "the range of its loop is computed from data";
	if (!reason && verdict == BY_OTHER_LOOP)
		reason = "an index comes from a loop that has ended";
	if (!reason)
		answered =
			ask_gcc(analysis, pair,
				verdict == UNKNOWN ? NULL : &own, &independent);
	if (verdict == DEPENDENT && !independent) {
		if (is_open_tile(analysis->nest, a, b, &own))
			add_partly_known(analysis, &own, "tiles may overlap");
		else
			add_known(analysis, &own);
	}
	if (verdict == DEPENDENT || verdict == INDEPENDENT ||
	    (!reason && add_meeting(analysis, pair)))
		return;
	for (int i = 0; i < pair->loop_count; i++)
		pair->distance[i] = ANY;
	if (reason && !answered)
		add_kept_apart(analysis, pair, reason);
	else if (!answered &&
		 !subscript_prove_apart(analysis->nest, a, b, pair->loops,
					pair->loop_count, pair->distance))
		add_kept_apart(analysis, pair, UNEVEN);
}

/*
 * One counter of a loop that is shared out moves what is written, by a
 * stride that is a variable: all iterations write one place if it is 0. With
 * an inner loop it is the length of a row, which is not 0 where that runs.
 */
static void assume_stride(struct analysis *analysis,
			  const struct reference *reference)
{
	const struct nest *nest = analysis->nest;
	bool symbolic = false;
	int moving = 0;
	long bytes;

	for (int i = nest->around; i < nest->count; i++) {
		const struct expr *stride =
			memory_stride(nest, reference->address, i);

		if (!((expr_loops(reference->address) >> i) & 1))
			continue;
		moving++;
		symbolic |= nest->loops[i].dim >= 0 && stride &&
			    !expr_is_int(stride, &bytes);
	}
	if (symbolic && moving == 1)
		assume(&analysis->assumptions, reference->name,
		       "the stride of ", STRIDE);
}

/* Do pointers from one table lead to both, and may both be the same data? */
static bool are_rows_of_one(const struct reference *a,
			    const struct reference *b)
{
	return a->base->kind == ATOM_AT && b->base->kind == ATOM_AT &&
	       strcmp(a->name, b->name) == 0 &&
	       refs_may_alias_p(a->operand, b->operand);
}

static void compare_pair(struct analysis *analysis, int from, int to)
{
	const struct reference *a = &analysis->references->of[from];
	const struct reference *b = &analysis->references->of[to];
	struct dependence pair = {};

	if ((!a->write && !b->write) || a->is_private || b->is_private)
		return;
	pair.from = from;
	pair.to = to;
	pair.name = a->name;
	pair.loop_count =
		common_loops(analysis->nest, a->loop, b->loop, pair.loops);
	if (!a->base || !b->base) {
		if (refs_may_alias_p(a->operand, b->operand))
			add_unknown(analysis, &pair,
				    "an address was not understood");
		return;
	}
	if (from == to)
		assume_stride(analysis, a);
	if (a->base == b->base || are_rows_of_one(a, b)) {
		compare_same_base(analysis, &pair);
		return;
	}
	if (may_overlap(a, b)) {
		bool ordered = strcmp(a->name, b->name) < 0;

		assume(&analysis->assumptions, ordered ? a->name : b->name, "",
		       OVERLAP);
		assume(&analysis->assumptions, ordered ? b->name : a->name, "",
		       OVERLAP);
	}
}

static void compare_all(struct analysis *analysis)
{
	int count = analysis->references->count, pairs = 0;

	if (count > MAX_REFERENCES) {
		nest_why(analysis->nest,
			 "%d references: too many to look for dependences",
			 count);
		return;
	}
	for (int i = 0; i < count; i++)
		for (int j = i; j < count && pairs < MAX_PAIRS; j++) {
			pairs++;
			compare_pair(analysis, i, j);
		}
	if (pairs == MAX_PAIRS)
		nest_why(analysis->nest,
			 "too many pairs of references: only the first %d "
			 "were compared",
			 MAX_PAIRS);
}

/* ---- scalars
 * ------------------------------------------------------------------ */

/* A shared variable that one iteration hands to the next. What GCC made for
   itself is no business of the program's. */
static bool is_handed_on(const struct construct *construct, gphi *phi)
{
	tree variable = SSA_NAME_VAR(gimple_phi_result(phi));
	unsigned uid;

	if (virtual_operand_p(gimple_phi_result(phi)) || !variable ||
	    has_zero_uses(gimple_phi_result(phi)))
		return false;
	uid = DECL_UID(variable);
	return !DECL_ARTIFICIAL(variable) &&
	       construct->shared_uids.contains(uid) &&
	       !construct->private_uids.contains(uid) &&
	       !construct->reduction_uids.contains(uid);
}

struct updates {
	const struct analysis *analysis;
	class loop *loop;
	hash_set<tree> seen;
	tree variable;
	int number; /* of the loop */
	bool unprotected;
	bool by_many; /* not by one iteration or thread alone */
};

static void note_update(struct updates *updates, basic_block block,
			gimple *statement)
{
	if (statement &&
	    memory_protection(updates->analysis->protections, statement))
		return;
	updates->unprotected = true;
	updates->by_many |= !race_is_for_one(updates->analysis->nest, block,
					     updates->number);
}

static void find_updates(struct updates *updates, tree value);

/* Where ways meet, on one of them the variable may have got the value that
   another one has, or a constant: no statement says so. */
static void find_updates_of_ways(struct updates *updates, gphi *ways)
{
	for (unsigned i = 0; i < gimple_phi_num_args(ways); i++) {
		tree value = gimple_phi_arg_def(ways, i);
		basic_block from = gimple_phi_arg_edge(ways, i)->src;

		if (!flow_bb_inside_loop_p(updates->loop, from))
			continue;
		if (TREE_CODE(value) == SSA_NAME &&
		    SSA_NAME_VAR(value) == updates->variable)
			find_updates(updates, value);
		else
			note_update(updates, from, last_stmt(from));
	}
}

/* Look at every statement of the loop that gives the variable a new value. */
static void find_updates(struct updates *updates, tree value)
{
	gimple *statement;

	if (updates->seen.add(value))
		return;
	statement = SSA_NAME_DEF_STMT(value);
	if (!gimple_bb(statement) ||
	    !flow_bb_inside_loop_p(updates->loop, gimple_bb(statement)))
		return;
	if (gphi *ways = dyn_cast<gphi *>(statement))
		find_updates_of_ways(updates, ways);
	else
		note_update(updates, gimple_bb(statement), statement);
}

/* False if all updates are protected. */
static bool is_updated(const struct analysis *analysis, gphi *phi, int loop,
		       bool *by_many)
{
	struct updates updates;

	updates.analysis = analysis;
	updates.loop = gimple_bb(phi)->loop_father;
	updates.variable = SSA_NAME_VAR(gimple_phi_result(phi));
	updates.number = loop;
	updates.unprotected = updates.by_many = false;
	find_updates(&updates, gimple_phi_result(phi));
	*by_many = updates.by_many;
	return updates.unprotected;
}

/* Does the loop read the value, or only carry it on to its end? */
static bool is_read_in(class loop *loop, tree value, hash_set<tree> *seen)
{
	imm_use_iterator iterator;
	use_operand_p use;
	bool read = false;

	if (seen->add(value))
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user) || marker_is_any(user) ||
		    !flow_bb_inside_loop_p(loop, gimple_bb(user)))
			continue;
		read |= gimple_code(user) != GIMPLE_PHI ||
			is_read_in(loop, gimple_phi_result(user), seen);
	}
	return read;
}

static void find_scalars(struct analysis *analysis, int loop)
{
	const struct nest_loop *of = &analysis->nest->loops[loop];

	for (gphi_iterator gsi = gsi_start_phis(of->loop->header);
	     !gsi_end_p(gsi); gsi_next(&gsi)) {
		struct dependence dependence = {};
		hash_set<tree> seen;
		tree result = gimple_phi_result(gsi.phi());
		bool by_many;

		if (gsi.phi() == of->counter ||
		    !is_handed_on(analysis->nest->construct, gsi.phi()) ||
		    !is_updated(analysis, gsi.phi(), loop, &by_many))
			continue;
		dependence.doubt = by_many ? NULL : FOR_ONE;
		dependence.kind =
			is_read_in(of->loop, result, &seen) ? "flow" : "output";
		dependence.from = dependence.to = -1;
		dependence.name = SSA_NAME_IDENTIFIER(result)
					  ? IDENTIFIER_POINTER(
						    SSA_NAME_IDENTIFIER(result))
					  : "?";
		dependence.loops[0] = dependence.level = loop;
		dependence.distance[0] = 1;
		dependence.loop_count = 1;
		dependence.known = true;
		analysis->found.safe_push(dependence);
	}
}

/* ---- calls
 * ---------------------------------------------------------------------- */

static void assume_call(struct analysis *analysis, gimple *statement)
{
	const char *name = calls_name(statement);

	assume(&analysis->assumptions,
	       name ? name : "a function called through a pointer", "",
	       CHANGES);
	analysis->calls = true;
}

static void find_calls(struct analysis *analysis)
{
	const struct nest *nest = analysis->nest;
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body_in_dom_order(root);

	for (unsigned i = 0; i < root->num_nodes; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			if (operation_is_call(gsi_stmt(gsi)))
				assume_call(analysis, gsi_stmt(gsi));
	free(blocks);
}

/* ---- the class
 * ------------------------------------------------------------------ */

static bool is_protected(const struct analysis *analysis,
			 const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	return dependence->from >= 0 && of[dependence->from].protection &&
	       of[dependence->to].protection;
}

/* Between statements of one body: an update x += y is one statement. */
static bool is_within_body(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;

	if (!dependence->known || dependence->from < 0 ||
	    is_carried_by_construct(analysis, dependence))
		return false;
	return dependence->level >= 0 ||
	       of[dependence->from].line != of[dependence->to].line;
}

static const char *did(const struct reference *reference)
{
	return reference->write ? "written" : "read";
}

/* Does not every iteration of the loop come to it? */
static bool is_behind_condition(const struct nest *nest,
				const struct reference *reference, int level)
{
	if (reference->conditional)
		return true;
	for (int i = reference->loop; i > level; i = nest->loops[i].parent)
		if (nest->loops[i].conditional)
			return true;
	return false;
}

static const char *condition_of(const struct analysis *analysis,
				const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	int level = dependence->level;

	if (is_behind_condition(analysis->nest, &of[dependence->from], level) ||
	    is_behind_condition(analysis->nest, &of[dependence->to], level))
		return ", behind a condition";
	return "";
}

static const char *in_words(char *text)
{
	const char *kept = IDENTIFIER_POINTER(get_identifier(text));

	free(text);
	return kept;
}

static bool is_reached(const struct analysis *analysis,
		       const struct dependence *dependence)
{
	const struct nest_loop *loop =
		&analysis->nest->loops[dependence->level];
	long distance = dependence->distance[first_distance(dependence)];
	int moving = 0;

	for (int i = 0; i < dependence->loop_count; i++)
		moving += dependence->distance[i] != ANY;
	return distance == ANY || labs(distance) < (moving > 1 ? FEW : MANY) ||
	       range_is_at_most(expr_int(labs(distance) + 1), loop->trip);
}

/* Is a loop inside passed by, and does the iteration say how far one goes? Then
   another iteration may have nothing there, as the last tile alone has a
   rest. */
static bool is_chosen_by_level(const struct nest *nest,
			       const struct reference *reference, int level)
{
	bool conditional = false, chosen = false;

	for (int i = reference->loop; i > level; i = nest->loops[i].parent) {
		const struct nest_loop *loop = &nest->loops[i];

		conditional |= loop->conditional;
		chosen |= !loop->from || !loop->to ||
			  ((expr_loops(loop->from) | expr_loops(loop->to)) >>
			   level) &
				  1;
	}
	return conditional && chosen;
}

static bool is_for_one(const struct nest *nest,
		       const struct reference *reference, int level)
{
	return race_is_for_one(nest, gimple_bb(reference->statement), level) ||
	       is_chosen_by_level(nest, reference, level);
}

/* What it takes for a dependence to be a race, as in "if ..."; NULL if it is
   one. */
static const char *doubt_of(const struct analysis *analysis,
			    const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	const struct nest *nest = analysis->nest;
	int level = dependence->level, first = first_distance(dependence);

	if (analysis->order)
		return analysis->order;
	if (dependence->doubt)
		return dependence->doubt;
	if (!is_reached(analysis, dependence))
		return in_words(
			xasprintf("if the loop has more than %ld iterations",
				  labs(dependence->distance[first])));
	if (dependence->from < 0)
		return NULL;
	return is_for_one(nest, &of[dependence->from], level) ||
			       is_for_one(nest, &of[dependence->to], level)
		       ? FOR_ONE
		       : NULL;
}

static const char *counter_of(const struct nest *nest, int loop)
{
	const struct atom *variable = nest->loops[loop].variable;

	return variable ? variable->name : "?";
}

static char *race_in_words(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	const char *counter = counter_of(analysis->nest, dependence->level);

	if (dependence->from < 0 && strcmp(dependence->kind, "output") == 0)
		return xasprintf("shared '%s' is written by different "
				 "iterations of '%s'",
				 dependence->name, counter);
	if (dependence->from < 0)
		return xasprintf("shared '%s' is handed from one iteration of "
				 "'%s' to the next",
				 dependence->name, counter);
	return xasprintf("'%s' %s at line %d is %s at line %d in another "
			 "iteration of '%s'%s",
			 dependence->name, did(&of[dependence->from]),
			 of[dependence->from].line, did(&of[dependence->to]),
			 of[dependence->to].line, counter,
			 condition_of(analysis, dependence));
}

static void add_race(struct analysis *analysis,
		     const struct dependence *dependence)
{
	const char *doubt = doubt_of(analysis, dependence);
	char *words = race_in_words(analysis, dependence);

	if (!doubt) {
		add_sentence(&analysis->races, words);
		return;
	}
	add_sentence(&analysis->possible, xasprintf("%s, %s", words, doubt));
	free(words);
}

/* The outermost loop that the construct shares out. */
static int shared_loop(const struct nest *nest)
{
	int i = nest->around;

	while (i < nest->count - 1 && nest->loops[i].dim < 0)
		i++;
	return i;
}

/* Nothing is proven of the two. */
static void add_possible(struct analysis *analysis,
			 const struct dependence *dependence)
{
	const struct reference *of = analysis->references->of;
	const struct reference *from = &of[dependence->from];
	const struct reference *to = &of[dependence->to];

	add_sentence(
		&analysis->possible,
		xasprintf(
			"'%s' %s at line %d may be %s at line %d in "
			"another iteration of '%s', %s",
			dependence->name ? dependence->name : "?", did(from),
			from->line, did(to), to->line,
			counter_of(analysis->nest, shared_loop(analysis->nest)),
			analysis->order
				? analysis->order
				: race_condition(from, dependence->why)));
}

static int line_at(gimple *statement)
{
	return expand_location(gimple_location(statement)).line;
}

/* Is it stored, so that other statements use it for what was stored? */
static bool is_stored(tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, iterator, value)
		if (gimple_store_p(USE_STMT(use)))
			return true;
	return false;
}

/* A value with a name, or one that was stored, used by another statement. */
static bool is_handed_to_other_statement(tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;
	int line = line_at(SSA_NAME_DEF_STMT(value));
	tree variable = SSA_NAME_VAR(value);
	bool named =
		variable && DECL_NAME(variable) && !DECL_ARTIFICIAL(variable);

	if (!purpose_is_value(value) || (!named && !is_stored(value)))
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value)
		if ((is_gimple_assign(USE_STMT(use)) ||
		     is_gimple_call(USE_STMT(use))) &&
		    !marker_is_any(USE_STMT(use)) &&
		    line_at(USE_STMT(use)) != line)
			return true;
	return false;
}

/* Values that one statement of the body hands to another in a register. */
static bool has_chain(const struct nest *nest)
{
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);
	bool found = false;

	for (unsigned i = 0; i < root->num_nodes && !found; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi) && !found; gsi_next(&gsi)) {
			tree value = gimple_get_lhs(gsi_stmt(gsi));

			found = value && TREE_CODE(value) == SSA_NAME &&
				is_handed_to_other_statement(value);
		}
	free(blocks);
	return found;
}

struct summary {
	bool carried, within, unknown;
};

/* Could iterations of the loops that the construct shares out depend on each
   other by it? Not if it is known to stay within one. */
static bool may_be_carried(const struct analysis *analysis,
			   const struct dependence *dependence)
{
	const struct nest *nest = analysis->nest;
	int shared = 0;

	for (int i = nest->around; i < nest->count; i++)
		shared += nest->loops[i].dim >= 0;
	for (int i = 0; i < dependence->loop_count; i++)
		if (nest->loops[dependence->loops[i]].dim >= 0 &&
		    dependence->distance[i] == 0)
			shared--;
	return shared > 0;
}

static void summarise(struct analysis *analysis, struct summary *summary)
{
	struct dependence *dependence;
	unsigned i;

	summary->unknown = analysis->calls;
	FOR_EACH_VEC_ELT (analysis->found, i, dependence) {
		if (is_protected(analysis, dependence) &&
		    !analysis->nest->construct->ordered)
			continue;
		summary->within |= is_within_body(analysis, dependence);
		if (!dependence->known) {
			if (!may_be_carried(analysis, dependence))
				continue;
			summary->unknown = true;
			assume(&analysis->assumptions,
			       dependence->name ? dependence->name : "?", "",
			       dependence->why);
			if (!analysis->nest->construct->ordered)
				add_possible(analysis, dependence);
		} else if (is_carried_by_construct(analysis, dependence)) {
			summary->carried = true;
			if (!analysis->nest->construct->ordered)
				add_race(analysis, dependence);
		}
	}
	summary->within |= summary->carried && has_chain(analysis->nest);
}

static const char *class_name(const struct summary *summary)
{
	if (summary->carried)
		return summary->within ? "PIPE" : "PAR";
	return summary->unknown ? "unknown" : "FAN";
}

/* ---- writing
 * ---------------------------------------------------------------------- */

static void write_index(struct json *json, const char *key, int index)
{
	if (index < 0)
		json_key_null(json, key);
	else
		json_key_int(json, key, index);
}

static void write_vectors(struct json *json, const struct nest *nest,
			  const struct dependence *dependence)
{
	json_key(json, "loops");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		json_int(json, dependence->loops[i] - nest->around);
	json_end_array(json);
	json_key(json, "distance");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		if (dependence->distance[i] == ANY)
			json_null(json);
		else
			json_int(json, dependence->distance[i]);
	json_end_array(json);
	json_key(json, "direction");
	json_array(json);
	for (int i = 0; i < dependence->loop_count; i++)
		json_string(json, dependence->distance[i] == ANY ? "*"
				  : dependence->distance[i] > 0	 ? "<"
				  : dependence->distance[i] == 0 ? "="
								 : ">");
	json_end_array(json);
}

static void write_dependence(struct json *json, const struct nest *nest,
			     const struct dependence *dependence)
{
	json_object(json);
	json_key_string(json, "kind", dependence->kind);
	write_index(json, "from", dependence->from);
	write_index(json, "to", dependence->to);
	json_key_string(json, "name", dependence->name);
	write_vectors(json, nest, dependence);
	write_index(json, "level",
		    dependence->level < 0 ? -1
					  : dependence->level - nest->around);
	json_key_bool(json, "known", dependence->known);
	json_key_string(json, "why", dependence->why);
	json_end_object(json);
}

static void write_sentences(struct json *json, const char *key,
			    vec<char *> *sentences)
{
	char *sentence;
	unsigned i;

	json_key(json, key);
	json_array(json);
	FOR_EACH_VEC_ELT (*sentences, i, sentence) {
		json_string(json, sentence);
		free(sentence);
	}
	json_end_array(json);
	sentences->release();
}

/* 'a', 'b' and 'c' */
static void append_names(struct obstack *text, const vec<const char *> *names)
{
	const char *name;
	unsigned i;

	FOR_EACH_VEC_ELT (*names, i, name) {
		const char *before = i == 0			? "'"
				     : i + 1 == names->length() ? "' and '"
								: "', '";

		obstack_grow(text, before, strlen(before));
		obstack_grow(text, name, strlen(name));
	}
	obstack_1grow(text, '\'');
}

static void write_assumptions(struct json *json,
			      vec<struct assumption> *assumptions)
{
	struct assumption *assumption;
	struct obstack text;
	unsigned i;

	gcc_obstack_init(&text);
	json_key(json, "class_why");
	json_array(json);
	FOR_EACH_VEC_ELT (*assumptions, i, assumption) {
		const char *before = assumption->before;
		const char *after = assumption->after;

		obstack_grow(&text, before, strlen(before));
		append_names(&text, &assumption->names);
		if (*after != ' ')
			obstack_grow(&text, ": ", 2);
		obstack_grow0(&text, after, strlen(after));
		json_string(json, (const char *)obstack_finish(&text));
		assumption->names.release();
	}
	json_end_array(json);
	assumptions->release();
	obstack_free(&text, NULL);
}

static void write_found(struct json *json, struct analysis *analysis)
{
	struct dependence *dependence;
	unsigned i;

	json_key(json, "deps");
	json_array(json);
	FOR_EACH_VEC_ELT (analysis->found, i, dependence)
		write_dependence(json, analysis->nest, dependence);
	json_end_array(json);
}

void deps_write(struct json *json, struct nest *nest,
		const struct references *references,
		const vec<struct protection> *protections)
{
	struct analysis analysis = {};
	struct summary summary = {};

	analysis.nest = nest;
	analysis.references = references;
	analysis.protections = protections;
	analysis.data = XCNEWVEC(data_reference_p, references->count + 1);
	for (int i = nest->around; i < nest->count; i++)
		if (nest->loops[i].dim >= 0)
			find_scalars(&analysis, i);
	compare_all(&analysis);
	find_calls(&analysis);
	analysis.order = race_order(nest, protections);
	summarise(&analysis, &summary);
	write_found(json, &analysis);
	json_key_string(json, "class", class_name(&summary));
	write_assumptions(json, &analysis.assumptions);
	write_sentences(json, "races", &analysis.races);
	write_sentences(json, "possible_races", &analysis.possible);
	for (unsigned i = 0; i < references->count; i++)
		if (analysis.data[i])
			free_data_ref(analysis.data[i]);
	free(analysis.data);
	analysis.found.release();
}
