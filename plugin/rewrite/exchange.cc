/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clauses exchanged before GCC lowers the construct, so that the code is that
 * of a source in which they had been written by hand.
 */
#include "base/gcc.h"
#include "construct/schedule.h"
#include "exchange.h"

/*
 * The front ends drop the modifier simd where there is no simd, but those of
 * C and C++ keep it on a mere `for`, where it still rounds the chunk.
 */
static bool keeps_simd(const struct construct *construct)
{
	gimple *loop = construct->loop;

	if (construct->statement == construct->share && !lang_GNU_Fortran())
		return true;
	return loop && gimple_omp_for_kind(loop) == GF_OMP_FOR_KIND_SIMD;
}

static void unlink_clauses(tree *clauses, enum omp_clause_code code)
{
	while (*clauses)
		if (OMP_CLAUSE_CODE(*clauses) == code)
			*clauses = OMP_CLAUSE_CHAIN(*clauses);
		else
			clauses = &OMP_CLAUSE_CHAIN(*clauses);
}

/* A search for the uses of a variable and for the assignment to it. */
struct search {
	tree variable;
	unsigned uses; /* the assignment included */
	tree operands[3];
};

static tree count_use(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct search *search = (struct search *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	if (*operand == search->variable)
		search->uses++;
	return NULL_TREE;
}

static tree remove_assignment(gimple_stmt_iterator *gsi, bool *,
			      struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	if (!is_gimple_assign(statement) ||
	    gimple_assign_lhs(statement) != search->variable ||
	    gimple_has_volatile_ops(statement) || gimple_num_ops(statement) > 4)
		return NULL_TREE;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		search->operands[i - 1] = gimple_op(statement, i);
	gsi_remove(gsi, true);
	info->removed_stmt = true;
	return NULL_TREE;
}

static void unlink_sharing(gimple *parallel, tree variable)
{
	tree *clause = gimple_omp_parallel_clauses_ptr(
		as_a<gomp_parallel *>(parallel));

	while (*clause) {
		enum omp_clause_code code = OMP_CLAUSE_CODE(*clause);

		if ((code == OMP_CLAUSE_SHARED ||
		     code == OMP_CLAUSE_FIRSTPRIVATE) &&
		    OMP_CLAUSE_DECL(*clause) == variable)
			*clause = OMP_CLAUSE_CHAIN(*clause);
		else
			clause = &OMP_CLAUSE_CHAIN(*clause);
	}
}

/*
 * What served a chunk that is gone: assignments to the gimplifier's own
 * variables, and the data-sharing clause of what the region does not use any
 * more, which the front end would not have left there.
 */
static void drop_variable(gimple_seq *body, gimple *parallel, tree variable)
{
	struct search search = {variable, 0, {}};
	struct walk_stmt_info info;

	if (!variable || !DECL_P(variable))
		return;
	memset(&info, 0, sizeof(info));
	info.info = &search;
	walk_gimple_seq_mod(body, NULL, count_use, &info);
	if (search.uses == 0 && parallel)
		unlink_sharing(parallel, variable);
	if (search.uses != 1 || !DECL_ARTIFICIAL(variable) ||
	    is_global_var(variable))
		return;
	walk_gimple_seq_mod(body, remove_assignment, NULL, &info);
	for (size_t i = 0; i < ARRAY_SIZE(search.operands); i++)
		drop_variable(body, parallel, search.operands[i]);
}

static void drop_chunk(const struct construct *construct, tree chunk)
{
	gimple *parallel = construct->parallel;
	gimple_seq body = gimple_body(current_function_decl);

	if (parallel)
		drop_variable(gimple_omp_body_ptr(parallel), parallel, chunk);
	else
		drop_variable(&body, NULL, chunk);
}

/* The clause as the front ends build it for a construct of this kind. */
static tree build_schedule(const struct construct *construct,
			   const struct tuned_clauses *wanted)
{
	location_t location = gimple_location(construct->share);
	tree clause = build_omp_clause(location, OMP_CLAUSE_SCHEDULE);

	schedule_set(clause, wanted->kind, wanted->modifiers,
		     keeps_simd(construct));
	if (wanted->chunk)
		OMP_CLAUSE_SCHEDULE_CHUNK_EXPR(clause) =
			build_int_cst(integer_type_node, wanted->chunk);
	return clause;
}

void exchange_schedule(const struct construct *construct,
		       const struct tuned_clauses *wanted)
{
	tree *clauses = gimple_omp_for_clauses_ptr(construct->share);
	tree chunk = schedule_chunk(construct->share);
	tree clause = build_schedule(construct, wanted);

	unlink_clauses(clauses, OMP_CLAUSE_SCHEDULE);
	OMP_CLAUSE_CHAIN(clause) = *clauses;
	*clauses = clause;
	drop_chunk(construct, chunk);
}

void exchange_region(gimple *parallel, enum omp_clause_code code, tree value)
{
	tree *clauses = gimple_omp_parallel_clauses_ptr(
		as_a<gomp_parallel *>(parallel));
	tree clause = build_omp_clause(gimple_location(parallel), code);

	OMP_CLAUSE_OPERAND(clause, 0) = value;
	unlink_clauses(clauses, code);
	OMP_CLAUSE_CHAIN(clause) = *clauses;
	*clauses = clause;
}

void exchange_threads(gimple *parallel, int threads)
{
	exchange_region(parallel, OMP_CLAUSE_NUM_THREADS,
			build_int_cst(integer_type_node, threads));
}
