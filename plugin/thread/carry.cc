/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop does with the thread's own objects.
 *
 * The body is gone through in the order in which it runs (walk.cc). An object
 * that is read before it was written holds what an earlier iteration of the
 * same thread has left, and which one that was depends on how the iterations
 * are divided. Sums that only grow, the least and the greatest of values, and
 * lists that are only added to say nothing of that.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "construct/schedule.h"
#include "carry.h"
#include "element.h"
#include "known.h"
#include "scan.h"
#include "walk.h"

/* ---- what has a value before the loop ---- */

/* What is written of an array of Fortran beside loops describes it. */
static void note_object(struct scan *scan, tree place)
{
	tree base = place ? get_base_address(place) : NULL_TREE;
	int *number = NULL;

	if (base && TREE_CODE(base) == MEM_REF)
		number = scan->own->memory->get(TREE_OPERAND(base, 0));
	else if (base && DECL_P(base))
		number = scan->own->direct->get(base);
	if (number && !(lang_GNU_Fortran() && base != place &&
			scan->own->objects[*number].holds))
		scan->subjects[*number].begun = true;
}

/* What a statement beside the loop writes or gives away. */
static void note_statement(struct scan *scan, gimple *statement)
{
	if (gimple_clobber_p(statement))
		return;
	note_object(scan, gimple_get_lhs(statement));
	if (!is_gimple_call(statement) ||
	    (gimple_call_fndecl(statement) &&
	     known_effect(gimple_call_fndecl(statement), NULL_TREE, 0) ==
		     EFFECT_NONE))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree value = gimple_call_arg(statement, i);
		int *number = scan->own->memory->get(value);

		if (TREE_CODE(value) == ADDR_EXPR)
			note_object(scan, TREE_OPERAND(value, 0));
		else if (number)
			scan->subjects[*number].begun = true;
	}
}

static void note_begun(struct scan *scan, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (schedule_fits(statement) ||
		    (gimple_code(statement) == GIMPLE_OMP_PARALLEL &&
		     !scan->own->parallel))
			continue;
		note_statement(scan, statement);
		for (unsigned i = 0; i < count; i++)
			note_begun(scan, *bodies[i]);
	}
}

/* Copies of what there is; objects of C++ are constructed. */
static void note_clauses(struct scan *scan, gimple *statement)
{
	tree c = statement ? omp_clauses(statement) : NULL_TREE;

	for (; c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = OMP_CLAUSE_CODE(c);
		tree decl = code == OMP_CLAUSE_FIRSTPRIVATE ||
					    code == OMP_CLAUSE_REDUCTION ||
					    code == OMP_CLAUSE_PRIVATE
				    ? omp_clause_variable(c)
				    : NULL_TREE;
		int *number = decl ? scan->own->direct->get(decl) : NULL;

		if (decl && !number)
			number = scan->own->memory->get(decl);
		if (number && (code != OMP_CLAUSE_PRIVATE ||
			       (lang_GNU_CXX() &&
				RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl)))))
			scan->subjects[*number].begun = true;
	}
}

static void find_begun(struct scan *scan)
{
	tree argument = DECL_ARGUMENTS(current_function_decl);

	note_clauses(scan, scan->loop);
	note_clauses(scan, scan->own->parallel);
	note_begun(scan, own_body(scan->own));
	for (; !scan->own->parallel && argument;
	     argument = DECL_CHAIN(argument))
		note_object(scan, argument);
}

/* ---- what comes of it ---- */

/* Is something read that an earlier iteration has written? */
static bool is_state(const struct subject *subject)
{
	for (unsigned i = 0; i < subject->early.length(); i++)
		for (unsigned j = 0; j < subject->writes.length(); j++)
			if (element_overlap(subject->early[i],
					    subject->writes[j].key))
				return true;
	return false;
}

/* Some iterations begin it anew. */
static bool is_set_between(const struct subject *subject)
{
	for (unsigned i = 0; i < subject->writes.length(); i++)
		if (!subject->writes[i].adds)
			return true;
	return false;
}

static bool is_sum(const struct subject *subject)
{
	return subject->sums != ERROR_MARK || subject->compares ||
	       (subject->follows && !is_set_between(subject));
}

/* Of what holds pointers these are none. */
static bool takes_content(const struct subject *subject, bool holds)
{
	for (unsigned i = 0; i < subject->early.length(); i++)
		if (!holds || !*subject->early[i] ||
		    strchr(subject->early[i], '*'))
			return true;
	return false;
}

static void conclude(struct carry *carry, const struct scan *scan,
		     unsigned number)
{
	const struct subject *subject = &scan->subjects[number];
	const char *name = own_name(scan->own, number);
	char *reason = NULL;

	if (takes_content(subject, scan->own->objects[number].holds))
		bitmap_set_bit(carry->taken, number);
	if (subject->writes.length() > 0 &&
	    !own_of_loop(scan->own, scan->loop, number))
		bitmap_set_bit(is_sum(subject) ? carry->summed : carry->left,
			       number);
	if (subject->kept)
		reason = xasprintf("gives the address of '%s' away", name);
	else if (is_state(subject) || subject->mixes ||
		 (is_sum(subject) && is_set_between(subject)) ||
		 (subject->compares && subject->sums != ERROR_MARK))
		reason = xasprintf("reads '%s' of an earlier iteration of the "
				   "same thread",
				   name);
	if (reason)
		carry->reasons.safe_push(reason);
}

static void conclude_all(struct carry *carry, const struct scan *scan)
{
	for (unsigned i = 0; i < scan->subjects.length(); i++)
		if (!scan->inner->contains(scan->own->objects[i].decl))
			conclude(carry, scan, i);
}

/* What an iteration declares is its own. */
static void leave_out(struct scan *scan, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(gsi_stmt(gsi), bodies);

		if (gbind *bind = dyn_cast<gbind *>(gsi_stmt(gsi)))
			for (tree var = gimple_bind_vars(bind); var;
			     var = DECL_CHAIN(var))
				scan->inner->add(var);
		for (unsigned i = 0; i < count; i++)
			leave_out(scan, *bodies[i]);
	}
}

void carry_find(struct carry *carry, struct own *own, gimple *loop)
{
	struct scan scan;

	*carry = {};
	carry->loop = loop;
	carry->taken = BITMAP_ALLOC(NULL);
	carry->left = BITMAP_ALLOC(NULL);
	carry->summed = BITMAP_ALLOC(NULL);
	scan_begin(&scan, own, loop);
	find_begun(&scan);
	leave_out(&scan, gimple_omp_body(loop));
	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree counter = gimple_omp_for_index(loop, i);

		if (DECL_P(counter))
			scan.counters.safe_push(counter);
	}
	if (walk_body(&scan, gimple_omp_body(loop)))
		conclude_all(carry, &scan);
	else
		carry->reasons.safe_push(
			xstrdup("has too many statements to look at"));
	for (unsigned i = 0; i < scan.needs.length(); i++)
		names_add(&carry->needs, scan.needs[i]);
	scan_end(&scan);
}

void carry_free(struct carry *carry)
{
	BITMAP_FREE(carry->taken);
	BITMAP_FREE(carry->left);
	BITMAP_FREE(carry->summed);
	names_free(&carry->reasons);
	names_free(&carry->needs);
}
