/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of reasons that forbid other clauses, also under force. The thread
 * rule in plugin/thread has the reasons that force overrides.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "construct/countertype.h"
#include "construct/schedule.h"
#include "reason.h"

/* ---- what the statements say ---- */

static gomp_for *as_for(gimple *statement)
{
	if (!statement || gimple_code(statement) != GIMPLE_OMP_FOR)
		return NULL;
	return as_a<gomp_for *>(statement);
}

/* A bound that speaks of an outer counter; GCC crashes in expand_omp_for. */
static bool is_non_rectangular(gimple *statement)
{
	gomp_for *loop = as_for(statement);

	if (!loop)
		return false;
	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++)
		if (TREE_CODE(gimple_omp_for_initial(loop, i)) == TREE_VEC ||
		    TREE_CODE(gimple_omp_for_final(loop, i)) == TREE_VEC)
			return true;
	return false;
}

/* A reduction of the inscan kind stands on one half of the construct. */
static bool has_inscan(gimple *statement)
{
	tree clause = omp_clause(statement, OMP_CLAUSE_REDUCTION);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_REDUCTION &&
		    OMP_CLAUSE_REDUCTION_INSCAN(clause))
			return true;
	return false;
}

/* The gimplifier has chosen the counter's type by the old schedule. */
static bool has_conditional_lastprivate(gimple *statement)
{
	tree clause = omp_clause(statement, OMP_CLAUSE_LASTPRIVATE);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_LASTPRIVATE &&
		    OMP_CLAUSE_LASTPRIVATE_CONDITIONAL(clause))
			return true;
	return false;
}

/*
 * The gimplifier makes `loop` out of these too and gives it this clause;
 * GCC 12 and later then distribute statically whatever schedule says.
 */
static bool has_order(gimple *statement)
{
	return omp_clause(statement, OMP_CLAUSE_ORDER) != NULL_TREE;
}

static bool has_private(gimple *statement, tree variable)
{
	tree clause = omp_clause(statement, OMP_CLAUSE_PRIVATE);

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause))
		if (OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_PRIVATE &&
		    OMP_CLAUSE_DECL(clause) == variable)
			return true;
	return false;
}

/*
 * The Fortran front end's own loop in a workshare construct: it counts a
 * variable of the compiler's. A do with a step other than 1 does so too, but
 * makes it private by a clause.
 */
static bool is_workshare(gimple *statement)
{
	gomp_for *loop = as_for(statement);
	tree counter = loop ? gimple_omp_for_index(loop, 0) : NULL_TREE;

	if (!counter || !lang_GNU_Fortran() || !DECL_ARTIFICIAL(counter))
		return false;
	return !gimple_omp_for_combined_p(loop) &&
	       !gimple_omp_for_combined_into_p(loop) &&
	       !has_private(loop, counter);
}

/*
 * GCC hands the step of an unsigned counter that is narrower than long to
 * libgomp as a large number, not as -1: such a loop, unless it is static, runs
 * no iteration.
 */
static bool is_unsigned_down(gimple *statement)
{
	gomp_for *loop = as_for(statement);
	tree type, step;

	if (!loop || gimple_omp_for_collapse(loop) > 1)
		return false;
	type = TREE_TYPE(gimple_omp_for_index(loop, 0));
	step = gimple_omp_for_incr(loop, 0);
	return INTEGRAL_TYPE_P(type) && TYPE_UNSIGNED(type) &&
	       TYPE_PRECISION(type) < TYPE_PRECISION(long_integer_type_node) &&
	       (gimple_omp_for_cond(loop, 0) == GT_EXPR ||
		gimple_omp_for_cond(loop, 0) == GE_EXPR ||
		TREE_CODE(step) == MINUS_EXPR);
}

/* ---- the table of reasons ---- */

static bool no_share(const struct construct *c)
{
	return !schedule_fits(c->share);
}

static bool non_rectangular(const struct construct *c)
{
	return is_non_rectangular(c->share) || is_non_rectangular(c->loop);
}

static bool unknown(const struct construct *c)
{
	return c->unknown != NULL;
}

static bool inscan(const struct construct *c)
{
	return has_inscan(c->share) || has_inscan(c->loop);
}

static bool conditional_lastprivate(const struct construct *c)
{
	return has_conditional_lastprivate(c->share) ||
	       has_conditional_lastprivate(c->loop);
}

static bool workshare(const struct construct *c)
{
	return is_workshare(c->share);
}

static bool order(const struct construct *c)
{
	return has_order(c->share);
}

static bool unsigned_down(const struct construct *c)
{
	return is_unsigned_down(c->share);
}

/* These forbid a schedule clause. */
static const struct reason {
	bool (*holds)(const struct construct *construct);
	const char *text;
} reasons[] = {
	{no_share, "the construct takes no schedule clause"},
	{non_rectangular,
	 "the bounds of a collapsed loop depend on an outer counter"},
	{unknown, "an OpenMP statement of the construct or around it is "
		  "unknown to podium"},
	{inscan, "an inscan reduction excludes a schedule clause"},
	{conditional_lastprivate,
	 "lastprivate(conditional:) has fixed the type of the counter"},
	{workshare, "the loop of a workshare takes no clause"},
	{order, "order(concurrent) or a loop construct: the compiler "
		"distributes the iterations"},
	{unsigned_down, "an unsigned counter counts down: GCC runs no "
			"iteration unless the schedule is static"},
};

const char *reason_forbids(const struct construct *construct)
{
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].holds(construct))
			return reasons[i].text;
	return NULL;
}

/* Kinds that GCC's code does not count are safe in the library. */
static const char *cannot_count(const struct construct *construct,
				const struct tuned_clauses *clauses)
{
	if (!clauses->kind->is_counted)
		return NULL;
	if (clauses->chunk > countertype_chunk_most(construct))
		return countertype_has_rows(construct)
			       ? "with a chunk of a static schedule GCC "
				 "crashes where the counter is a pointer to "
				 "arrays of varying size"
			       : "with a chunk as large as that GCC's counter "
				 "of static schedules wraps around";
	if (!schedule_of(construct->share)->is_counted &&
	    countertype_is_too_small(construct))
		return "it has, or may have, more iterations than GCC can "
		       "count for a static schedule";
	return NULL;
}

const char *reason_refuses(const struct construct *construct,
			   const struct tuned_clauses *clauses)
{
	const char *forbids = reason_forbids(construct);
	const char *unordered = schedule_unordered(clauses->modifiers);

	if (forbids)
		return forbids;
	if (unordered && omp_clause(construct->share, OMP_CLAUSE_ORDERED))
		return unordered;
	return cannot_count(construct, clauses);
}

char *reason_of_need(const char *need)
{
	const char *inner = strchr(need, '(');
	int length = inner ? (int)strlen(inner) - 2 : 0;

	inner = inner ? inner + 1 : need;
	if (startswith(need, "callers("))
		return xasprintf("has its region in callers of '%.*s', which "
				 "are not all seen in this unit",
				 length, inner);
	if (startswith(need, "fills("))
		return xasprintf("gives an object of the thread's own to "
				 "'%.*s', which is not seen in this unit",
				 (int)strcspn(inner, ","), inner);
	if (startswith(need, "waits("))
		return xasprintf("comes behind a call of '%.*s', which is not "
				 "seen in this unit, with no barrier between",
				 length, inner);
	return xasprintf("calls '%s', which is not seen in this unit", need);
}

static void write_reason(struct json_writer *json, const char *kind,
			 const char *reason)
{
	char *text = concat(kind, reason, NULL);

	json_string(json, text);
	free(text);
}

bool reason_write(const struct construct *construct, struct json_writer *json)
{
	bool allowed = true;

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].holds(construct)) {
			write_reason(json, "must not: ", reasons[i].text);
			allowed = false;
		}
	for (unsigned i = 0; i < construct->reasons.length(); i++)
		write_reason(json, "better not: ", construct->reasons[i]);
	return allowed;
}
