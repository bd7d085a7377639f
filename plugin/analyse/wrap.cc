/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which subscripts and bounds may wrap around. Numbers that are narrower than
 * addresses do where they are unsigned, and where they are converted; addresses
 * themselves are taken not to. What stays within its type for certain is right.
 * Fortran forbids it.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "child/settings.h"
#include "memory.h"
#include "purpose.h"
#include "range.h"
#include "value.h"
#include "wrap.h"

struct search {
	const struct nest *nest;
	hash_set<tree> seen;
	vec<tree> unseen;
};

static void add_value(struct search *search, tree value)
{
	if (value && TREE_CODE(value) == SSA_NAME && !search->seen.add(value))
		search->unseen.safe_push(value);
}

/* ---- which values ---- */

static tree add_name(tree *operand, int *, void *data)
{
	add_value((struct search *)data, *operand);
	return NULL_TREE;
}

static void add_subscripts(struct search *search, tree operand)
{
	if (operand && memory_is_reference(operand))
		walk_tree(&operand, add_name, search, NULL);
}

static void add_statement(struct search *search, gimple *statement)
{
	if (is_gimple_debug(statement) || marker_is_any(statement))
		return;
	if (gimple_code(statement) == GIMPLE_COND &&
	    purpose_is_control(statement)) {
		add_value(search, gimple_cond_lhs(statement));
		add_value(search, gimple_cond_rhs(statement));
	}
	if (gimple_assign_single_p(statement)) {
		add_subscripts(search, gimple_assign_lhs(statement));
		add_subscripts(search, gimple_assign_rhs1(statement));
	}
}

static void add_loop(struct search *search, const class loop *loop)
{
	basic_block *blocks = get_loop_body(loop);

	for (unsigned i = 0; i < loop->num_nodes; i++)
		for (gimple_stmt_iterator at = gsi_start_bb(blocks[i]);
		     !gsi_end_p(at); gsi_next(&at))
			add_statement(search, gsi_stmt(at));
	free(blocks);
}

/* Has the record a name for the value itself? */
static bool is_known_by_name(tree value)
{
	const struct expr *e = value_of(value);

	return e && e->count == 1 && e->terms[0].count == 1 &&
	       e->terms[0].factor == 1 &&
	       e->terms[0].atoms[0]->kind == ATOM_PARAM &&
	       e->terms[0].atoms[0]->version == SSA_NAME_VERSION(value);
}

/* A name that the source gave a value before the nest is a parameter. */
static bool is_parameter(const struct nest *nest, tree value)
{
	basic_block block = gimple_bb(SSA_NAME_DEF_STMT(value));
	tree variable = SSA_NAME_VAR(value);

	if (!block || nest_contains(nest, block))
		return false;
	return (variable && DECL_NAME(variable) &&
		!DECL_ARTIFICIAL(variable)) ||
	       is_known_by_name(value);
}

/* A counter ends where its loop does. */
static bool is_counter(const struct nest *nest, gphi *phi)
{
	int index = nest_index(nest, gimple_bb(phi)->loop_father);

	return index >= 0 && nest->loops[index].counter == phi;
}

static void add_arguments(struct search *search, gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	bool counts = is_counter(search->nest, phi);

	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
		if (!counts || !flow_bb_inside_loop_p(
				       loop, gimple_phi_arg_edge(phi, i)->src))
			add_value(search, gimple_phi_arg_def(phi, i));
}

static void add_operands(struct search *search, gimple *statement)
{
	if (gphi *phi = dyn_cast<gphi *>(statement))
		add_arguments(search, phi);
	else if (is_gimple_assign(statement) &&
		 !gimple_assign_load_p(statement))
		for (unsigned i = 1; i < gimple_num_ops(statement); i++)
			add_value(search, gimple_op(statement, i));
}

/* ---- which of them may wrap ---- */

static bool is_narrow(tree type)
{
	return INTEGRAL_TYPE_P(type) &&
	       TYPE_PRECISION(type) < TYPE_PRECISION(sizetype);
}

static bool holds_all(tree type, tree other)
{
	return INTEGRAL_TYPE_P(other) &&
	       int_fits_type_p(TYPE_MIN_VALUE(other), type) &&
	       int_fits_type_p(TYPE_MAX_VALUE(other), type);
}

static bool may_wrap(gimple *statement)
{
	tree type = TREE_TYPE(gimple_assign_lhs(statement));

	if (!is_narrow(type))
		return false;
	switch (gimple_assign_rhs_code(statement)) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case MULT_EXPR:
	case LSHIFT_EXPR:
	case NEGATE_EXPR:
	case BIT_NOT_EXPR:
		return TYPE_UNSIGNED(type);
	CASE_CONVERT:
		return !holds_all(type,
				  TREE_TYPE(gimple_assign_rhs1(statement)));
	default:
		return false;
	}
}

/* A parameter of this type plus a constant, or minus one, is within the type
   where the parameter is. */
static bool is_beside(const struct expr *limit, tree type, bool upper)
{
	const struct atom *atom = limit->terms[0].atoms[0];
	long rest;

	if (limit->count == 0 || limit->terms[0].count == 0 ||
	    atom->kind != ATOM_PARAM || !atom->type ||
	    !INTEGRAL_TYPE_P(atom->type) ||
	    !expr_is_int(expr_sub(limit, expr_atom(atom)), &rest))
		return false;
	return upper ? rest <= 0 &&
			       int_fits_type_p(TYPE_MAX_VALUE(atom->type), type)
		     : rest >= 0 && int_fits_type_p(TYPE_MIN_VALUE(atom->type),
						    type);
}

/* Narrow types only: their limits fit a long. */
static bool stays_within(const struct nest *nest, tree value)
{
	tree type = TREE_TYPE(value);
	const struct expr *of = value_of(value);
	const struct expr *least = range_extreme(nest, of, false);
	const struct expr *most = range_extreme(nest, of, true);
	tree low = TYPE_MIN_VALUE(type), high = TYPE_MAX_VALUE(type);

	if (!least || !most || !tree_fits_shwi_p(low) ||
	    !tree_fits_shwi_p(high))
		return false;
	return (range_is_at_most(expr_int(tree_to_shwi(low)), least) ||
		is_beside(least, type, false)) &&
	       (range_is_at_most(most, expr_int(tree_to_shwi(high))) ||
		is_beside(most, type, true));
}

const char *wrap_reason(const struct nest *nest, const struct nest_loop *loop)
{
	struct search search;
	bool good = true;

	if (settings_wrapped())
		return "the flags let signed numbers wrap around";
	if (lang_GNU_Fortran())
		return NULL;
	search.nest = nest;
	search.unseen = vNULL;
	add_loop(&search, loop->loop);
	while (good && !search.unseen.is_empty()) {
		tree value = search.unseen.pop();
		gimple *statement = SSA_NAME_DEF_STMT(value);

		if (!INTEGRAL_TYPE_P(TREE_TYPE(value)) &&
		    !POINTER_TYPE_P(TREE_TYPE(value)))
			continue;
		if (is_parameter(nest, value))
			continue;
		good = !is_gimple_assign(statement) || !may_wrap(statement) ||
		       stays_within(nest, value);
		add_operands(&search, statement);
	}
	search.unseen.release();
	return good ? NULL : "a subscript or a bound may wrap around";
}
