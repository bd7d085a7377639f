/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operands, definitions and jump targets of statements of high GIMPLE.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "statement.h"

bool statement_is_real(gimple *statement)
{
	return gimple_code(statement) != GIMPLE_DEBUG &&
	       gimple_code(statement) != GIMPLE_PREDICT &&
	       gimple_code(statement) != GIMPLE_NOP;
}

unsigned statement_next(const vec<gimple *> &v, unsigned at, unsigned end)
{
	while (at < end && !statement_is_real(v[at]))
		at++;
	return at;
}

tree statement_label(const vec<gimple *> &v, unsigned at, unsigned end)
{
	return at < end && gimple_code(v[at]) == GIMPLE_LABEL
		       ? gimple_label_label(as_a<glabel *>(v[at]))
		       : NULL_TREE;
}

bool statement_is_simple(gimple *statement)
{
	return is_gimple_assign(statement) || is_gimple_call(statement) ||
	       !statement_is_real(statement);
}

bool statement_is_scalar(tree variable)
{
	if (TREE_CODE(variable) == SSA_NAME)
		return true;
	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       is_gimple_reg_type(TREE_TYPE(variable)) &&
	       !TREE_ADDRESSABLE(variable) && !TREE_THIS_VOLATILE(variable) &&
	       !is_global_var(variable) &&
	       !(VAR_P(variable) && DECL_HAS_VALUE_EXPR_P(variable));
}

bool statement_is_temporary(tree variable)
{
	return TREE_CODE(variable) == SSA_NAME ||
	       (VAR_P(variable) &&
		(DECL_ARTIFICIAL(variable) || !DECL_NAME(variable)));
}

const char *statement_name(tree variable)
{
	if (TREE_CODE(variable) == SSA_NAME)
		variable = SSA_NAME_VAR(variable);
	return variable && DECL_NAME(variable)
		       ? IDENTIFIER_POINTER(DECL_NAME(variable))
		       : "a value";
}

void statement_targets(gimple *statement, vec<tree> *labels)
{
	gcond *cond = dyn_cast<gcond *>(statement);
	gswitch *choice = dyn_cast<gswitch *>(statement);

	if (gimple_code(statement) == GIMPLE_GOTO)
		labels->safe_push(gimple_goto_dest(statement));
	if (cond) {
		labels->safe_push(gimple_cond_true_label(cond));
		labels->safe_push(gimple_cond_false_label(cond));
	}
	for (unsigned i = 0; choice && i < gimple_switch_num_labels(choice);
	     i++)
		labels->safe_push(CASE_LABEL(gimple_switch_label(choice, i)));
}

struct reading {
	tree_set *reads;
	tree *target;
};

static tree note_read(tree *operand, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *info = (struct walk_stmt_info *)data;
	struct reading *reading = (struct reading *)info->info;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	else if ((DECL_P(*operand) || TREE_CODE(*operand) == SSA_NAME) &&
		 operand != reading->target)
		reading->reads->add(*operand);
	return NULL_TREE;
}

/* The operand that the statement sets. */
static tree *target_of(gimple *statement)
{
	if (is_gimple_assign(statement))
		return gimple_assign_lhs_ptr(statement);
	if (is_gimple_call(statement))
		return gimple_call_lhs_ptr(as_a<gcall *>(statement));
	return NULL;
}

void statement_reads(gimple *statement, tree_set *reads)
{
	struct reading reading = {reads, target_of(statement)};
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	info.info = &reading;
	if (statement_is_real(statement) &&
	    gimple_code(statement) != GIMPLE_LABEL)
		walk_gimple_op(statement, note_read, &info);
}

tree statement_sets(gimple *statement)
{
	tree set = gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD
			   ? gimple_omp_atomic_load_lhs(
				     as_a<gomp_atomic_load *>(statement))
			   : gimple_get_lhs(statement);

	while (set && handled_component_p(set))
		set = TREE_OPERAND(set, 0);
	return set && statement_is_scalar(set) ? set : NULL_TREE;
}

void statement_list(gimple_seq sequence, vec<gimple *> *list)
{
	for (gimple_stmt_iterator gsi = gsi_start(sequence); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		list->safe_push(gsi_stmt(gsi));
}

static void flatten_sequence(gimple_seq sequence, vec<gimple *> *list)
{
	auto_vec<gimple *> statements;

	statement_list(sequence, &statements);
	statement_flatten_all(statements, list);
}

void statement_flatten(gimple *statement, vec<gimple *> *list)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);

	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		flatten_sequence(gimple_omp_for_pre_body(statement), list);
	list->safe_push(statement);
	for (unsigned i = 0; i < count; i++)
		if (gimple_code(statement) != GIMPLE_OMP_FOR || i == 0)
			flatten_sequence(*bodies[i], list);
}

void statement_flatten_all(const vec<gimple *> &from, vec<gimple *> *list)
{
	for (unsigned i = 0; i < from.length(); i++)
		statement_flatten(from[i], list);
}
