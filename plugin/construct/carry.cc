/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a thread has for itself and carries from one iteration to the next.
 *
 * The body of a loop is gone through in the order in which it runs (walk.cc).
 * A variable that is read before it was written holds what an earlier
 * iteration of the same thread has left, and which one that was depends on
 * how the iterations are divided. Sums that only grow, the least and the
 * greatest of values, and lists that are only added to say nothing of that.
 *
 * This file finds the variables that are the thread's own, and says in the end
 * which of them hold a state and which a sum.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "carry.h"
#include "element.h"
#include "scan.h"
#include "walk.h"

/* ---- what comes of it ---- */

/* Is something read that an earlier iteration has written? */
static bool is_state(const struct subject *subject)
{
	for (unsigned i = 0; i < subject->early.length(); i++)
		for (unsigned j = 0; j < subject->writes.length(); j++)
			if (element_overlap(subject->early[i],
					    subject->writes[j].key))
				return true;
	return (subject->compares && subject->sums) ||
	       (subject->collects && subject->counts);
}

static bool is_sum(const struct subject *subject)
{
	return (subject->sums && subject->inexact) || subject->collects ||
	       (subject->follows && !subject->sums);
}

static void conclude(const struct subject *subject, struct handover *found)
{
	tree name = DECL_NAME(subject->decl);
	const char *text = name ? IDENTIFIER_POINTER(name) : "?";

	if (subject->parameter >= 0 && is_state(subject))
		found->moved.safe_push(subject->parameter);
	else if (subject->parameter >= 0 && is_sum(subject))
		found->summed.safe_push(subject->parameter);
	else if (subject->parameter < 0 && is_state(subject))
		found->states.safe_push(xstrdup(text));
	else if (subject->parameter < 0 && is_sum(subject))
		found->sums.safe_push(xstrdup(text));
}

static void run(struct scan *scan, gimple_seq body)
{
	if (scan->subjects.length() == 0 || !walk_body(scan, body))
		return;
	for (unsigned i = 0; i < scan->subjects.length(); i++)
		conclude(&scan->subjects[i], scan->found);
}

/* ---- whose variables ---- */

static bool is_ones_own(tree decl)
{
	return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL) &&
	       !DECL_ARTIFICIAL(decl) && !is_global_var(decl);
}

static void add_private(struct scan *scan, tree clauses, bool of_loop)
{
	for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);
		bool own = code == OMP_CLAUSE_PRIVATE ||
			   code == OMP_CLAUSE_FIRSTPRIVATE ||
			   code == OMP_CLAUSE_LASTPRIVATE ||
			   (code == OMP_CLAUSE_REDUCTION && !of_loop);
		tree decl = own ? omp_clause_variable(c) : NULL_TREE;

		if (!decl || !is_ones_own(decl) || !DECL_P(OMP_CLAUSE_DECL(c)))
			continue;
		scan_add(scan, decl, false, -1);
		if (code == OMP_CLAUSE_FIRSTPRIVATE ||
		    code == OMP_CLAUSE_REDUCTION ||
		    (lang_GNU_CXX() && RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl))))
			scan->begun->add(decl);
		if (lang_hooks.decls.omp_privatize_by_reference(decl))
			scan_add(scan, decl, true, -1);
	}
}

static void note_begun(struct scan *scan, tree value)
{
	tree base = value ? get_base_address(value) : NULL_TREE;

	if (base && TREE_CODE(base) == MEM_REF)
		base = TREE_OPERAND(base, 0);
	if (base && TREE_CODE(base) == ADDR_EXPR)
		base = get_base_address(TREE_OPERAND(base, 0));
	if (base && DECL_P(base))
		scan->begun->add(base);
}

/* What a statement before the loop, or behind, writes or gives away. */
static void note_all_begun(struct scan *scan, gimple *statement)
{
	if (gimple_clobber_p(statement))
		return;
	note_begun(scan, gimple_get_lhs(statement));
	if (!is_gimple_assign(statement) && !is_gimple_call(statement))
		return;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		tree value = gimple_op(statement, i);

		if (value && TREE_CODE(value) == ADDR_EXPR)
			note_begun(scan, TREE_OPERAND(value, 0));
	}
}

/* Memory that no other thread knows, where another loop is to go on with it;
   where iterations are, other memory may be the thread's as well. */
static bool gives_memory(const struct scan *scan, gimple *statement)
{
	return is_gimple_call(statement) &&
	       (!scan->hands || gimple_call_flags(statement) & ECF_MALLOC);
}

/* Declared around the loop, or given memory there. */
static void add_declared(struct scan *scan, gimple_seq body,
			 hash_set<tree> *allocated, bool in_region)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);
		tree target = gimple_get_lhs(statement);

		if (statement == scan->loop ||
		    (!in_region &&
		     gimple_code(statement) == GIMPLE_OMP_PARALLEL))
			continue;
		note_all_begun(scan, statement);
		if (gbind *bind = dyn_cast<gbind *>(statement))
			for (tree var = gimple_bind_vars(bind); var;
			     var = DECL_CHAIN(var))
				if (is_ones_own(var))
					scan_add(scan, var, false, -1);
		if (target && DECL_P(target) &&
		    (gives_memory(scan, statement) ||
		     (gimple_assign_single_p(statement) &&
		      allocated->contains(gimple_assign_rhs1(statement)))))
			allocated->add(target);
		for (unsigned i = 0; i < count; i++)
			add_declared(scan, *bodies[i], allocated, in_region);
	}
}

static void add_contents(struct scan *scan, hash_set<tree> *allocated)
{
	unsigned count = scan->subjects.length();

	for (unsigned i = 0; i < count; i++) {
		tree decl = scan->subjects[i].decl;

		if (!scan->subjects[i].content &&
		    POINTER_TYPE_P(TREE_TYPE(decl)) &&
		    allocated->contains(decl))
			scan_add(scan, decl, true, -1);
	}
}

static void drop_reductions(struct scan *scan, gimple *statement)
{
	tree clause = statement ? omp_clauses(statement) : NULL_TREE;

	for (; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
		enum omp_clause_code code = OMP_CLAUSE_CODE(clause);
		tree decl = code == OMP_CLAUSE_REDUCTION ||
					    code == OMP_CLAUSE_LINEAR
				    ? omp_clause_variable(clause)
				    : NULL_TREE;

		if (!decl)
			continue;
		scan->direct->remove(decl);
		scan->contents->remove(decl);
	}
}

/*
 * What has no value before the loop is written first in every iteration that
 * reads it, or the program is wrong as it stands.
 */
static void drop_unbegun(struct scan *scan)
{
	for (unsigned i = 0; i < scan->subjects.length(); i++) {
		tree decl = scan->subjects[i].decl;

		if (scan->begun->contains(decl))
			continue;
		scan->direct->remove(decl);
		scan->contents->remove(decl);
	}
}

static void add_subjects(struct scan *scan, const struct construct *construct)
{
	gimple *parallel = construct->parallel;
	hash_set<tree> allocated;

	add_private(scan, omp_clauses(construct->loop), true);
	if (construct->share)
		add_private(scan, omp_clauses(construct->share), true);
	if (parallel)
		add_private(scan, omp_clauses(parallel), false);
	if (!parallel)
		for (tree argument = DECL_ARGUMENTS(current_function_decl);
		     argument; argument = DECL_CHAIN(argument))
			if (is_ones_own(argument)) {
				scan_add(scan, argument, false, -1);
				scan->begun->add(argument);
			}
	add_declared(scan,
		     parallel ? gimple_omp_body(parallel)
			      : gimple_body(current_function_decl),
		     &allocated, parallel != NULL);
	add_contents(scan, &allocated);
	drop_reductions(scan, construct->statement);
	drop_reductions(scan, construct->share);
	drop_reductions(scan, construct->loop);
}

/* ---- loops and functions ---- */

/* All that the loop does with what its thread has for itself. */
static void scan_loop(struct scan *scan, const struct construct *construct)
{
	scan->loop = construct->share ? construct->share : construct->loop;
	add_subjects(scan, construct);
	if (!scan->hands)
		drop_unbegun(scan);
	for (unsigned i = 0; i < gimple_omp_for_collapse(construct->loop);
	     i++) {
		tree counter = gimple_omp_for_index(construct->loop, i);

		if (!DECL_P(counter))
			continue;
		scan->direct->remove(counter);
		if (!scan->hands)
			scan->counters.safe_push(counter);
	}
	run(scan, gimple_omp_body(construct->loop));
}

void carry_of_loop(const struct construct *construct, struct handover *found)
{
	struct scan scan;

	if (!construct->loop)
		return;
	scan_begin(&scan, found);
	scan_loop(&scan, construct);
	scan_end(&scan);
}

/* The loop has one of its own, and nothing of it is left behind. */
static bool is_own_of_loop(gimple *loop, tree decl)
{
	for (tree c = omp_clauses(loop); c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);

		if ((code == OMP_CLAUSE_PRIVATE ||
		     code == OMP_CLAUSE_FIRSTPRIVATE ||
		     code == OMP_CLAUSE_LASTPRIVATE) &&
		    omp_clause_variable(c) == decl)
			return true;
	}
	return false;
}

void carry_hands(gimple *loop, gimple *parallel, vec<tree> *left,
		 vec<tree> *taken)
{
	struct construct construct = {};
	struct handover ignored = {};
	struct scan scan;

	construct.statement = construct.share = construct.loop = loop;
	construct.parallel = parallel;
	scan_begin(&scan, &ignored);
	scan.hands = true;
	scan_loop(&scan, &construct);
	for (unsigned i = 0; i < scan.subjects.length(); i++) {
		struct subject *subject = &scan.subjects[i];

		if (subject->writes.length() > 0 &&
		    !is_own_of_loop(loop, subject->decl))
			left->safe_push(subject->decl);
		if (subject->early.length() > 0)
			taken->safe_push(subject->decl);
	}
	scan_end(&scan);
	handover_free(&ignored);
}

static bool is_fresh(const struct subject *subject)
{
	return subject->early.length() == 0 &&
	       (subject->writes.length() > 0 || subject->sums);
}

void carry_fresh(gimple *loop, vec<int> *parameters)
{
	struct handover ignored = {};
	struct scan scan;
	vec<int> numbers = vNULL;
	int number = 0;

	scan_begin(&scan, &ignored);
	scan.hands = true;
	scan.loop = loop;
	for (tree argument = DECL_ARGUMENTS(current_function_decl); argument;
	     argument = DECL_CHAIN(argument), number++)
		if (POINTER_TYPE_P(TREE_TYPE(argument))) {
			scan_add(&scan, argument, true, -1);
			numbers.safe_push(number);
		}
	if (numbers.length() > 0 && walk_body(&scan, gimple_omp_body(loop)))
		for (unsigned i = 0; i < numbers.length(); i++)
			if (is_fresh(&scan.subjects[i]))
				parameters->safe_push(numbers[i]);
	numbers.release();
	scan_end(&scan);
	handover_free(&ignored);
}

void carry_of_function(gimple_seq body, struct handover *found)
{
	struct scan scan;
	int number = 0;

	scan_begin(&scan, found);
	for (tree argument = DECL_ARGUMENTS(current_function_decl); argument;
	     argument = DECL_CHAIN(argument), number++) {
		tree type = TREE_TYPE(argument);

		if (POINTER_TYPE_P(type) && !TYPE_READONLY(TREE_TYPE(type)) &&
		    !FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type)))
			scan_add(&scan, argument, true, number);
	}
	run(&scan, body);
	scan_end(&scan);
}
