/*
 * What GCC calls OpenMP statements and clauses, and how to walk into them.
 */
#include "gcc.h"
#include "omp.h"
#include "standard.h"

static const char *loop_name(gimple *statement)
{
	switch (gimple_omp_for_kind(statement)) {
	case GF_OMP_FOR_KIND_FOR:
		return "for";
	case GF_OMP_FOR_KIND_SIMD:
		return "simd";
	case GF_OMP_FOR_KIND_DISTRIBUTE:
		return "distribute";
	case GF_OMP_FOR_KIND_TASKLOOP:
		return "taskloop";
	default:
		return "loop";
	}
}

/* The words of OpenMP; what newer GCCs have besides is unknown. */
static const struct statement_name {
	enum gimple_code code;
	const char *name;
} names[] = {
	{GIMPLE_OMP_PARALLEL, "parallel"},
	{GIMPLE_OMP_TASK, "task"},
	{GIMPLE_OMP_TARGET, "target"},
	{GIMPLE_OMP_TEAMS, "teams"},
	{GIMPLE_OMP_SINGLE, "single"},
	{GIMPLE_OMP_MASTER, "master"},
	{GIMPLE_OMP_MASKED, "masked"},
	{GIMPLE_OMP_CRITICAL, "critical"},
	{GIMPLE_OMP_ORDERED, "ordered"},
	{GIMPLE_OMP_SECTIONS, "sections"},
	{GIMPLE_OMP_SECTION, "section"},
	{GIMPLE_OMP_TASKGROUP, "taskgroup"},
	{GIMPLE_OMP_SCAN, "scan"},
	{GIMPLE_OMP_SCOPE, "scope"},
	{GIMPLE_OMP_ATOMIC_LOAD, "atomic"},
	{GIMPLE_OMP_STRUCTURED_BLOCK, "structured block"},
};

const char *omp_name(gimple *statement)
{
	if (!is_gimple_omp(statement))
		return NULL;
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		return loop_name(statement);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].code == gimple_code(statement))
			return names[i].name;
	return NULL;
}

const char *omp_unknown(gimple *statement)
{
	const char *name = gimple_code_name[gimple_code(statement)];

	if (!is_gimple_omp(statement) || omp_name(statement) ||
	    gimple_code(statement) == GIMPLE_OMP_ATOMIC_STORE)
		return NULL;
	return startswith(name, "gimple_omp_") ? name + strlen("gimple_omp_")
					       : name;
}

const char *omp_unknown_within(gimple_seq body)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	const char *unknown;

	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		unsigned count = omp_bodies(gsi_stmt(gsi), bodies);

		unknown = omp_unknown(gsi_stmt(gsi));
		for (unsigned i = 0; i < count && !unknown; i++)
			unknown = omp_unknown_within(*bodies[i]);
		if (unknown)
			return unknown;
	}
	return NULL;
}

/*
 * Does it call a function whose name begins so, as Fortran's names end in
 * more, or a method of that kind?
 */
static bool calls(gimple *call, const char *const *beginnings, const char *kind)
{
	tree function = gimple_call_fndecl(call);
	const char *method = standard_kind(call);

	if (method)
		return strcmp(method, kind) == 0;
	for (; function && DECL_NAME(function) && *beginnings; beginnings++)
		if (startswith(IDENTIFIER_POINTER(DECL_NAME(function)),
			       *beginnings))
			return true;
	return false;
}

bool omp_locks(gimple *call)
{
	static const char *const beginnings[] = {"omp_set_lock",
						 "omp_set_nest_lock",
						 "pthread_mutex_lock",
						 "pthread_spin_lock",
						 "pthread_rwlock_rdlock",
						 "pthread_rwlock_wrlock",
						 NULL};

	return calls(call, beginnings, "lock");
}

bool omp_unlocks(gimple *call)
{
	static const char *const beginnings[] = {
		"omp_unset_lock",	 "omp_unset_nest_lock",
		"pthread_mutex_unlock",	 "pthread_spin_unlock",
		"pthread_rwlock_unlock", NULL};

	return calls(call, beginnings, "unlock");
}

/* GCC's own list, which is right for new statements too, lacks scan. */
bool omp_has_body(gimple *statement)
{
	return is_gimple_omp(statement) &&
	       (gimple_has_substatements(statement) ||
		gimple_code(statement) == GIMPLE_OMP_SCAN);
}

bool omp_shares_work(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_FOR:
	case GIMPLE_OMP_SECTIONS:
		return true;
	case GIMPLE_OMP_TARGET:
		return gimple_omp_target_kind(statement) ==
		       GF_OMP_TARGET_KIND_REGION;
	default:
		return false;
	}
}

tree *omp_clauses_ptr(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_FOR:
		return gimple_omp_for_clauses_ptr(statement);
	case GIMPLE_OMP_PARALLEL:
		return gimple_omp_parallel_clauses_ptr(
			as_a<gomp_parallel *>(statement));
	case GIMPLE_OMP_TASK:
		return gimple_omp_task_clauses_ptr(statement);
	case GIMPLE_OMP_TARGET:
		return gimple_omp_target_clauses_ptr(statement);
	case GIMPLE_OMP_TEAMS:
		return gimple_omp_teams_clauses_ptr(statement);
	case GIMPLE_OMP_SINGLE:
		return gimple_omp_single_clauses_ptr(statement);
	case GIMPLE_OMP_SECTIONS:
		return gimple_omp_sections_clauses_ptr(statement);
	case GIMPLE_OMP_ORDERED:
		return gimple_omp_ordered_clauses_ptr(
			as_a<gomp_ordered *>(statement));
	case GIMPLE_OMP_SCOPE:
		return gimple_omp_scope_clauses_ptr(statement);
	default:
		return NULL;
	}
}

tree omp_clauses(gimple *statement)
{
	tree *clauses = omp_clauses_ptr(statement);

	return clauses ? *clauses : NULL_TREE;
}

tree omp_clause(gimple *statement, enum omp_clause_code code)
{
	return statement ? omp_find_clause(omp_clauses(statement), code)
			 : NULL_TREE;
}

const char *omp_plain_name(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	return startswith(name, "__builtin_GOMP_") ||
			       startswith(name, "__builtin_omp_")
		       ? name + strlen("__builtin_")
		       : name;
}

enum omp_clause_code omp_clause_sharing(tree clause)
{
	enum omp_clause_code code = OMP_CLAUSE_CODE(clause);

	return code == OMP_CLAUSE_PRIVATE && OMP_CLAUSE_PRIVATE_DEBUG(clause)
		       ? OMP_CLAUSE_SHARED
		       : code;
}

tree omp_clause_variable(tree clause)
{
	enum omp_clause_code code = OMP_CLAUSE_CODE(clause);
	tree variable = NULL_TREE;

	if (code >= OMP_CLAUSE_PRIVATE && code <= OMP_CLAUSE__SCANTEMP_)
		variable = OMP_CLAUSE_DECL(clause);
	while (variable && !DECL_P(variable) && EXPR_P(variable))
		variable = TREE_OPERAND(variable, 0);
	return variable && DECL_P(variable) ? variable : NULL_TREE;
}

static bool is_sharing(enum omp_clause_code code)
{
	switch (code) {
	case OMP_CLAUSE_SHARED:
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_FIRSTPRIVATE:
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_LINEAR:
		return true;
	default:
		return false;
	}
}

enum omp_clause_code omp_sharing_of(gimple *statement, tree variable)
{
	tree c = statement ? omp_clauses(statement) : NULL_TREE;

	for (; c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);

		if (is_sharing(code) && omp_clause_variable(c) == variable)
			return code;
	}
	return OMP_CLAUSE_ERROR;
}

unsigned omp_bodies(gimple *statement, gimple_seq *bodies[OMP_MAX_BODIES])
{
	switch (gimple_code(statement)) {
	case GIMPLE_BIND:
		bodies[0] = gimple_bind_body_ptr(as_a<gbind *>(statement));
		return 1;
	case GIMPLE_TRY:
		bodies[0] = gimple_try_eval_ptr(statement);
		bodies[1] = gimple_try_cleanup_ptr(statement);
		return 2;
	case GIMPLE_CATCH:
		bodies[0] = gimple_catch_handler_ptr(as_a<gcatch *>(statement));
		return 1;
	case GIMPLE_EH_FILTER:
		bodies[0] = gimple_eh_filter_failure_ptr(statement);
		return 1;
	case GIMPLE_EH_ELSE: {
		geh_else *both = as_a<geh_else *>(statement);

		bodies[0] = gimple_eh_else_n_body_ptr(both);
		bodies[1] = gimple_eh_else_e_body_ptr(both);
		return 2;
	}
	default:
		break;
	}
	if (!omp_has_body(statement))
		return 0;
	bodies[0] = gimple_omp_body_ptr(statement);
	if (gimple_code(statement) != GIMPLE_OMP_FOR)
		return 1;
	bodies[1] = gimple_omp_for_pre_body_ptr(statement);
	return 2;
}
