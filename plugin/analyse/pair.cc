/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GCC's own analysis is asked first. Where it gives up, as it does on
 * subscripts like a[i * n + j], the two addresses are compared as symbolic
 * expressions.
 */
#include "base/gcc.h"
#include "address.h"
#include "ask.h"
#include "pair.h"
#include "range.h"
#include "subscript.h"
#include "tile.h"

/* Beyond these the pairs are not worth the user's time. */
#define MAX_REFERENCES 250
#define MAX_PAIRS 6000

#define OVERLAP " are taken not to overlap"
#define STRIDE " is taken not to be 0"

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

static bool is_restrict(const struct atom *base)
{
	return base->kind != ATOM_ADDRESS && base->type &&
	       TYPE_RESTRICT(base->type);
}

/* Is a pointer that was computed in the function computed from this one? */
static bool is_based_on(const struct atom *base, const struct atom *other)
{
	hash_set<tree> seen;
	auto_vec<tree> unseen;

	if (base->version && other->version)
		unseen.safe_push(ssa_name(base->version));
	while (!unseen.is_empty()) {
		tree value = unseen.pop();
		gimple *statement;
		ssa_op_iter i;
		tree operand;

		if (SSA_NAME_VERSION(value) == other->version)
			return true;
		statement = SSA_NAME_DEF_STMT(value);
		if (seen.add(value))
			continue;
		if (gphi *phi = dyn_cast<gphi *>(statement))
			for (unsigned j = 0; j < gimple_phi_num_args(phi); j++)
				if (TREE_CODE(gimple_phi_arg_def(phi, j)) ==
				    SSA_NAME)
					unseen.safe_push(
						gimple_phi_arg_def(phi, j));
		if (is_gimple_assign(statement) || is_gimple_call(statement))
			FOR_EACH_SSA_TREE_OPERAND (operand, statement, i,
						   SSA_OP_USE)
				unseen.safe_push(operand);
	}
	return false;
}

static bool is_alias(const struct atom *base)
{
	return base->decl && VAR_P(base->decl) &&
	       (lookup_attribute("alias", DECL_ATTRIBUTES(base->decl)) ||
		lookup_attribute("weakref", DECL_ATTRIBUTES(base->decl)));
}

/* Could arrays of different names be one? */
static bool may_overlap(const struct reference *a, const struct reference *b)
{
	if (a->base->kind == ATOM_ADDRESS && b->base->kind == ATOM_ADDRESS)
		return is_alias(a->base) || is_alias(b->base);
	if ((is_restrict(a->base) && !is_based_on(b->base, a->base)) ||
	    (is_restrict(b->base) && !is_based_on(a->base, b->base)))
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

		if (dependence->distance[i] == RANGE_ANY &&
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
		if (pair->distance[i] == RANGE_ANY &&
		    tile_keeps_apart(analysis->nest, a, b, pair->loops[i]))
			pair->distance[i] = 0;
	dependence_add_partly_known(analysis, pair, why);
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
	for (long i = 0; i < DEPENDENCE_FEW; i++)
		for (long j = 0; j < DEPENDENCE_FEW; j++)
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
		dependence.distance[i] = RANGE_ANY;
	dependence.known = true;
	dependence.level = loop;
	if (!of[dependence.from].write)
		std::swap(dependence.from, dependence.to);
	dependence.kind = dependence_kind(of[dependence.from].write,
					  of[dependence.to].write);
	dependence_add(analysis, &dependence);
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
	enum verdict verdict = address_compare(analysis->nest, a, b, &own);

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
			dependence_add_partly_known(analysis, &own,
						    "tiles may overlap");
		else
			dependence_add_known(analysis, &own);
	}
	if (verdict == DEPENDENT || verdict == INDEPENDENT ||
	    (!reason && add_meeting(analysis, pair)))
		return;
	for (int i = 0; i < pair->loop_count; i++)
		pair->distance[i] = RANGE_ANY;
	if (reason && !answered)
		add_kept_apart(analysis, pair, reason);
	else if (!answered &&
		 !subscript_prove_apart(analysis->nest, a, b, pair->loops,
					pair->loop_count, pair->distance))
		add_kept_apart(analysis, pair, DEPENDENCE_UNEVEN);
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
		dependence_assume(&analysis->assumptions, reference->name,
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

	pair.from = from;
	pair.to = to;
	pair.name = a->name;
	pair.loop_count =
		common_loops(analysis->nest, a->loop, b->loop, pair.loops);
	if (!a->base || !b->base) {
		if (refs_may_alias_p(a->operand, b->operand))
			dependence_add_unknown(analysis, &pair,
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

		analysis->overlaps.safe_push(from);
		analysis->overlaps.safe_push(to);
		dependence_assume(&analysis->assumptions,
				  ordered ? a->name : b->name, "", OVERLAP);
		dependence_assume(&analysis->assumptions,
				  ordered ? b->name : a->name, "", OVERLAP);
	}
}

/* Two reads meet in nothing, nor do data of one thread and those of others. */
static bool may_meet(const struct reference *a, const struct reference *b)
{
	return (a->write || b->write) && !a->is_private && !b->is_private;
}

void pair_compare_all(struct analysis *analysis)
{
	const struct reference *of = analysis->references->of;
	int count = analysis->references->count, pairs = 0;

	if (count > MAX_REFERENCES) {
		nest_why(analysis->nest,
			 "%d references: too many to look for dependences",
			 count);
		return;
	}
	for (int i = 0; i < count; i++)
		for (int j = i; j < count && pairs < MAX_PAIRS; j++)
			if (may_meet(&of[i], &of[j])) {
				pairs++;
				compare_pair(analysis, i, j);
			}
	if (pairs == MAX_PAIRS)
		nest_why(analysis->nest,
			 "too many pairs of references: only the first %d "
			 "were compared",
			 MAX_PAIRS);
}
