/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Liveness of variables in high GIMPLE; see flow.h.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "flow.h"
#include "statement.h"

static void read_sequence(struct flow *flow, gimple_seq sequence);

static int push(struct flow *flow, gimple *statement, bool ends, int partner)
{
	struct flow_step step = {statement, ends, partner, -1};

	flow->steps.safe_push(step);
	return flow->steps.length() - 1;
}

static void read_statement(struct flow *flow, gimple *statement)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);
	int begin, end, handler;

	if (gimple_code(statement) == GIMPLE_OMP_FOR) {
		read_sequence(flow, gimple_omp_for_pre_body(statement));
		count = 1;
	}
	begin = push(flow, statement, false, -1);
	if (gimple_code(statement) == GIMPLE_LABEL)
		flow->labels.put(gimple_label_label(as_a<glabel *>(statement)),
				 begin);
	for (unsigned i = 0; i < count; i++) {
		handler = flow->steps.length();
		if (i == 1 && gimple_code(statement) == GIMPLE_TRY)
			for (int k = begin; k < handler; k++)
				if (flow->steps[k].handler < 0)
					flow->steps[k].handler = handler;
		read_sequence(flow, *bodies[i]);
	}
	if (count == 0)
		return;
	/* the list may move when it grows */
	end = push(flow, statement, true, begin);
	flow->steps[begin].partner = end;
}

static void read_sequence(struct flow *flow, gimple_seq sequence)
{
	for (gimple_stmt_iterator gsi = gsi_start(sequence); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		read_statement(flow, gsi_stmt(gsi));
}

void flow_read(struct flow *flow, const vec<gimple *> &statements)
{
	for (unsigned i = 0; i < statements.length(); i++)
		read_statement(flow, statements[i]);
}

int flow_behind(const struct flow *flow, gimple *statement)
{
	for (unsigned i = 0; i < flow->steps.length(); i++)
		if (flow->steps[i].statement == statement)
			return MAX((int)i, flow->steps[i].partner) + 1;
	return 0;
}

static bool is_declared_in(tree variable, gimple *statement)
{
	gbind *bind = dyn_cast<gbind *>(statement);

	for (tree t = bind ? gimple_bind_vars(bind) : NULL_TREE; t;
	     t = DECL_CHAIN(t))
		if (t == variable)
			return true;
	return false;
}

/* Does a clause read the variable? private and shared ones read nothing. */
static bool clauses_read(gimple *statement, tree variable)
{
	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);

		if (code == OMP_CLAUSE_PRIVATE || code == OMP_CLAUSE_SHARED ||
		    code == OMP_CLAUSE_LASTPRIVATE)
			continue;
		for (int i = 0; i < omp_clause_num_ops[OMP_CLAUSE_CODE(c)]; i++)
			if (OMP_CLAUSE_OPERAND(c, i) == variable)
				return true;
	}
	return false;
}

enum effect { EFFECT_NONE, EFFECT_READS, EFFECT_SETS, EFFECT_SKIPS };

/* At the end of a scope or region its value may be lost, or handed out. */
static enum effect effect_of_end(gimple *statement, tree variable)
{
	if (is_declared_in(variable, statement))
		return EFFECT_SETS;
	switch (omp_sharing_of(statement, variable)) {
	case OMP_CLAUSE_PRIVATE:
	case OMP_CLAUSE_FIRSTPRIVATE:
		return EFFECT_SETS;
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_LINEAR:
		return EFFECT_READS;
	default:
		return EFFECT_NONE;
	}
}

static enum effect effect_of(gimple *statement, tree variable)
{
	tree_set reads;

	if (is_declared_in(variable, statement))
		return EFFECT_SETS;
	if (gimple_code(statement) == GIMPLE_OMP_FOR) {
		for (unsigned i = 0; i < gimple_omp_for_collapse(statement);
		     i++) {
			if (gimple_omp_for_initial(statement, i) == variable ||
			    gimple_omp_for_final(statement, i) == variable)
				return EFFECT_READS;
			if (gimple_omp_for_index(statement, i) == variable)
				return EFFECT_SETS;
		}
	}
	if (is_gimple_omp(statement) && omp_clauses_ptr(statement)) {
		if (clauses_read(statement, variable))
			return EFFECT_READS;
		return omp_sharing_of(statement, variable) == OMP_CLAUSE_PRIVATE
			       ? EFFECT_SKIPS
			       : EFFECT_NONE;
	}
	statement_reads(statement, &reads);
	if (reads.contains(variable))
		return EFFECT_READS;
	return statement_sets(statement) == variable ? EFFECT_SETS
						     : EFFECT_NONE;
}

bool flow_is_live(struct flow *flow, int from, tree variable)
{
	auto_vec<int> todo;
	hash_set<int_hash<int, -1, -2>> met;

	todo.safe_push(from);
	while (!todo.is_empty()) {
		int at = todo.pop();
		auto_vec<tree> targets;
		struct flow_step step;
		enum effect effect;

		if (at >= (int)flow->steps.length() || met.add(at))
			continue;
		step = flow->steps[at];
		effect = step.ends ? effect_of_end(step.statement, variable)
				   : effect_of(step.statement, variable);
		if (effect == EFFECT_READS)
			return true;
		if (step.handler >= 0)
			todo.safe_push(step.handler);
		if (effect == EFFECT_SETS ||
		    gimple_code(step.statement) == GIMPLE_RETURN)
			continue;
		if (effect == EFFECT_SKIPS) {
			todo.safe_push(step.partner + 1);
			continue;
		}
		if (step.ends && gimple_code(step.statement) == GIMPLE_OMP_FOR)
			todo.safe_push(step.partner + 1);
		/* a thread may have no share in it */
		if (!step.ends && step.partner >= 0 &&
		    is_gimple_omp(step.statement))
			todo.safe_push(step.partner + 1);
		if (!step.ends)
			statement_targets(step.statement, &targets);
		for (unsigned i = 0; i < targets.length(); i++) {
			int *label = flow->labels.get(targets[i]);

			if (label)
				todo.safe_push(*label);
		}
		if (targets.is_empty())
			todo.safe_push(at + 1);
	}
	return false;
}
