/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may not or had better not be changed is said once, in the table of
 * reasons; all others ask and obey it.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "construct/countertype.h"
#include "construct/neighbour.h"
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

static bool thread_id(const struct construct *c)
{
	return c->thread_matters;
}

static bool threadprivate(const struct construct *c)
{
	return c->uses_threadprivate;
}

static bool carries(const struct construct *c)
{
	return c->carried.states.length() > 0;
}

static bool nowait(const struct construct *c)
{
	return neighbour_relies(c);
}

static bool hands(const struct construct *c)
{
	return neighbour_hands(c) != NULL_TREE;
}

static bool alone(const struct construct *c)
{
	tree name;

	return neighbour_alone(c, &name);
}

/* The first group forbids a schedule clause, the second advises against
   any change. */
static const struct reason {
	bool forbids;
	bool (*holds)(const struct construct *construct);
	const char *text;
} reasons[] = {
	{true, no_share, "the construct takes no schedule clause"},
	{true, non_rectangular,
	 "the bounds of a collapsed loop depend on an outer counter"},
	{true, unknown,
	 "an OpenMP statement of the construct or around it is unknown to "
	 "podium"},
	{true, inscan, "an inscan reduction excludes a schedule clause"},
	{true, conditional_lastprivate,
	 "lastprivate(conditional:) has fixed the type of the counter"},
	{true, workshare, "the loop of a workshare takes no clause"},
	{true, order,
	 "order(concurrent) or a loop construct: the compiler distributes "
	 "the iterations"},
	{false, thread_id, "the region asks which thread it is"},
	{false, threadprivate, "the region uses threadprivate data"},
	{false, carries,
	 "an iteration reads what an earlier one of its thread has left in"},
	{false, nowait,
	 "nowait: the next loop may rely on the same static distribution"},
	{false, hands,
	 "a loop of the region goes on with what its thread has left in "
	 "another "
	 "loop, in"},
	{false, alone,
	 "no barrier stands between it and what one thread does alone"},
};

/* The first reason of the group that holds, or NULL. */
static const struct reason *find_reason(const struct construct *construct,
					bool forbids)
{
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].forbids == forbids &&
		    reasons[i].holds(construct))
			return &reasons[i];
	return NULL;
}

static const char *name_of(tree decl)
{
	return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "?";
}

/* Of what is behind pointers it may be that nobody knows a name. */
static char *text_of_alone(const char *text, const struct construct *construct)
{
	tree name = NULL_TREE;

	neighbour_alone(construct, &name);
	return name && DECL_P(name)
		       ? concat(text, " with '", name_of(name), "'", NULL)
		       : xstrdup(text);
}

/* In full; the caller frees it. */
static char *text_of(const struct reason *reason,
		     const struct construct *construct)
{
	const char *variable = NULL;

	if (reason->holds == alone)
		return text_of_alone(reason->text, construct);
	if (reason->holds == carries)
		variable = construct->carried.states[0];
	else if (reason->holds == hands)
		variable = name_of(neighbour_hands(construct));
	return variable ? concat(reason->text, " '", variable, "'", NULL)
			: xstrdup(reason->text);
}

const char *reason_forbids(const struct construct *construct)
{
	const struct reason *reason = find_reason(construct, true);

	return reason ? reason->text : NULL;
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

char *reason_advises(const struct construct *construct)
{
	const struct reason *reason = find_reason(construct, false);

	return reason ? text_of(reason, construct) : NULL;
}

bool reason_write(const struct construct *construct, struct json_writer *json)
{
	bool allowed = true;

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
		char *why, *text;

		if (!reasons[i].holds(construct))
			continue;
		why = text_of(&reasons[i], construct);
		text = concat(
			reasons[i].forbids ? "must not: " : "better not: ", why,
			NULL);
		json_string(json, text);
		free(text);
		free(why);
		allowed = allowed && !reasons[i].forbids;
	}
	return allowed;
}
