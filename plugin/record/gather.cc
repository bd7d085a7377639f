/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What functions, regions and loops do by themselves: their bodies are walked
 * once, and each becomes a part.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "construct/carry.h"
#include "construct/construct.h"
#include "construct/neighbour.h"
#include "construct/pointer.h"
#include "construct/question.h"
#include "construct/reorder.h"
#include "construct/thread.h"
#include "construct/trail.h"
#include "construct/zero.h"
#include "gather.h"
#include "part.h"
#include "record.h"
#include "taken.h"

/* Where the walk is. */
struct where {
	int part;
	bool alone; /* what one thread does */
	const hash_set<tree> *told;
};

static void call_part(int from, int to, bool inner)
{
	struct part_call call = {NULL_TREE, to, NULL, inner, true, false};

	part_add_call(&parts[from]->calls, &call);
}

static bool is_told(tree value, const hash_set<tree> *told)
{
	if (!told || !value)
		return false;
	if (TREE_CODE(value) == ADDR_EXPR)
		value = get_base_address(TREE_OPERAND(value, 0));
	return value && ((struct hash_set<tree> *)told)->contains(value);
}

static bool has_told_argument(gimple *call, const hash_set<tree> *told)
{
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (is_told(gimple_call_arg(call, i), told))
			return true;
	return false;
}

static bool is_address_of_function(tree value)
{
	return TREE_CODE(value) == ADDR_EXPR &&
	       TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL;
}

/* A function that is given to another one is called by it. */
static void note_arguments(gimple *statement, struct part_call call,
			   vec<struct part_call> *calls)
{
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree value = gimple_call_arg(statement, i);

		if (!is_address_of_function(value))
			continue;
		call.function = TREE_OPERAND(value, 0);
		part_add_call(calls, &call);
	}
}

/* A class of the system calls what the program puts into the place of its
   methods, if anything. */
static void note_pointer(gimple *statement, struct part *part)
{
	char text[POINTER_MOST_TEXT];
	tree method = pointer_print_target(text, sizeof(text), statement);

	names_add(&part->through, text);
	if (method && question_is_harmless(method))
		taken_note_harmless(text);
}

static void note_call(gimple *statement, const struct where *where)
{
	struct part *part = parts[where->part];
	tree function = gimple_call_fndecl(statement);
	struct part_call call = {function,
				 -1,
				 NULL,
				 false,
				 gimple_call_lhs(statement) != NULL_TREE,
				 has_told_argument(statement, where->told)};

	if (gimple_call_internal_p(statement))
		return;
	note_arguments(statement, call, &part->calls);
	if (function) {
		if (!fndecl_built_in_p(function))
			part_add_call(&part->calls, &call);
		return;
	}
	note_pointer(statement, part);
}

/* Do numbers in registers keep more digits than the source asks for? */
static bool keeps_digits(void)
{
	return flag_excess_precision == EXCESS_PRECISION_FAST &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		       FLT_EVAL_METHOD_PROMOTE_TO_FLOAT &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		       FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16;
}

/*
 * Flags that let GCC change sums let it do so in vectors alone. What registers
 * keep is rounded where they do not suffice.
 */
static void note_arithmetic(gimple *statement, struct part *part)
{
	tree target = gimple_get_lhs(statement);

	if (part->kind != PART_LOOP || !target ||
	    !reorder_is_inexact(TREE_TYPE(target)))
		return;
	if (flag_unsafe_math_optimizations || flag_associative_math)
		names_add(&part->orders, "-ffast-math and the like compute an "
					 "iteration otherwise "
					 "in vectors than alone");
	if (keeps_digits())
		names_add(&part->orders,
			  "numbers have more digits in registers than in "
			  "memory, as with -mfpmath=387");
}

static void note_statement(gimple *statement, const struct where *where)
{
	struct part *part = parts[where->part];
	enum question question = question_of(statement);
	tree own = question_own_variable(statement);
	const char *order = reorder_of(statement);

	if (own)
		names_add(&part->own,
			  DECL_NAME(own) ? IDENTIFIER_POINTER(DECL_NAME(own))
					 : "?");
	if (order)
		names_add(&part->orders, order);
	note_arithmetic(statement, part);
	if (question != QUESTION_NONE)
		names_add(&part->asks[question],
			  omp_plain_name(gimple_call_fndecl(statement)));
	else if (is_gimple_call(statement))
		note_call(statement, where);
}

/* A function that asks whether it is thread 0, beside its own loops, may be
   called by others within theirs. */
static void note_zero(gimple *statement, const struct where *where)
{
	struct part *part = parts[where->part];

	if (part->kind == PART_FUNCTION && zero_is_alone(statement) &&
	    question_of(statement) == QUESTION_WHO)
		names_add(&part->zero,
			  omp_plain_name(gimple_call_fndecl(statement)));
}

/* ---- loops and regions ---- */

/* The construct whose loop this is; one without a loop is met as a whole. */
static struct construct *met(gimple *statement)
{
	struct construct *construct = construct_of(statement);

	if (!construct || !construct->loop)
		return construct;
	return construct->loop == statement ? construct : NULL;
}

/* Those of a loop that threads share. */
static void note_reductions(struct part *part, gimple *statement)
{
	tree clause = statement ? omp_clauses(statement) : NULL_TREE;

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		char *text = reorder_of_clause(clause);

		if (text)
			names_add(&part->orders, text);
		free(text);
	}
}

/* Vectors add up in an order of their own, which is always the same. */
static bool is_of_vectors(const struct construct *construct)
{
	return construct->loop && !construct->share &&
	       gimple_omp_for_kind(construct->loop) == GF_OMP_FOR_KIND_SIMD;
}

/* Sums of each thread and the like, which it joins with those of others. */
static void note_gathered(struct part *part, struct construct *construct)
{
	part->carried = &construct->carried;
	for (unsigned i = 0; i < construct->carried.sums.length(); i++) {
		char *text = xasprintf("what each thread gathers in '%s' "
				       "depends on its iterations",
				       construct->carried.sums[i]);

		names_add(&part->orders, text);
		free(text);
	}
}

static int loop_new(struct construct *construct, int around)
{
	int number = part_new(PART_LOOP);
	struct part *part = parts[number];

	part->id = construct->id;
	if (!is_of_vectors(construct)) {
		note_reductions(part, construct->statement);
		note_reductions(part, construct->share);
		note_reductions(part, construct->loop);
	}
	note_gathered(part, construct);
	part->is_orphan = !construct->parallel;
	part->is_static = neighbour_calls(construct, &part->since, &part->then,
					  &part->is_open);
	part->around = around;
	if (part->is_static)
		alone_gather_loop(&parts[around]->alone, construct,
				  &part->loop);
	return number;
}

static void enter(gimple *statement, struct where *where)
{
	int outer = where->part;
	struct construct *construct;

	where->alone |= thread_is_alone(statement);
	if (gimple_code(statement) == GIMPLE_OMP_PARALLEL) {
		parts[outer]->has_regions = true;
		where->part = part_new(PART_REGION);
		trail_calls(statement, &parts[where->part]->runs);
		alone_gather(&parts[where->part]->alone, statement);
		where->alone = false;
		call_part(outer, where->part, true);
	}
	construct = met(statement);
	if (!construct)
		return;
	outer = where->part;
	where->part = loop_new(construct, outer);
	call_part(outer, where->part, false);
}

/* ---- bodies ---- */

static void note_all(gimple_seq body, const struct where *where);

/* What C++ calls for a clause: to begin, to end, and to assign. */
static void note_methods(tree clause, struct part *part)
{
	tree methods = OMP_CLAUSE_CODE(clause) <= OMP_CLAUSE__CONDTEMP_
			       ? TREE_TYPE(clause)
			       : NULL_TREE;

	if (!methods || TREE_CODE(methods) != TREE_VEC)
		return;
	for (int i = 0; i < TREE_VEC_LENGTH(methods); i++) {
		struct part_call call = {
			TREE_VEC_ELT(methods, i), -1, NULL, false, true, false};

		if (call.function && TREE_CODE(call.function) == FUNCTION_DECL)
			part_add_call(&part->calls, &call);
	}
}

/* Clauses run code. */
static void note_clauses(gimple *statement, const struct where *where)
{
	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c)) {
		switch (OMP_CLAUSE_CODE(c)) {
		case OMP_CLAUSE_REDUCTION:
		case OMP_CLAUSE_TASK_REDUCTION:
		case OMP_CLAUSE_IN_REDUCTION:
			note_all(OMP_CLAUSE_REDUCTION_GIMPLE_INIT(c), where);
			note_all(OMP_CLAUSE_REDUCTION_GIMPLE_MERGE(c), where);
			break;
		case OMP_CLAUSE_LASTPRIVATE:
			note_all(OMP_CLAUSE_LASTPRIVATE_GIMPLE_SEQ(c), where);
			break;
		case OMP_CLAUSE_LINEAR:
			note_all(OMP_CLAUSE_LINEAR_GIMPLE_SEQ(c), where);
			break;
		default:
			break;
		}
		note_methods(c, parts[where->part]);
	}
}

static void note_all(gimple_seq body, const struct where *outer)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		struct where where = *outer;

		enter(statement, &where);
		pointer_casts_of(statement, taken_note_cast);
		note_clauses(statement, &where);
		if (!where.alone)
			note_statement(statement, &where);
		note_zero(statement, &where);
		for (unsigned i = 0; i < count; i++)
			note_all(*bodies[i], &where);
	}
}

void gather_function(gimple_seq body)
{
	hash_set<tree> told;
	struct where where = {part_new_function(current_function_decl), false,
			      NULL};

	trail_calls(NULL, &parts[where.part]->runs);
	alone_gather(&parts[where.part]->alone, NULL);
	parts[where.part]->carried = XCNEW(struct handover);
	if (!in_system_header_at(DECL_SOURCE_LOCATION(current_function_decl)))
		carry_of_function(body, parts[where.part]->carried);
	if (thread_tells(body, &told))
		where.told = &told;
	note_all(body, &where);
}
