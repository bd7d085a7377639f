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
	vec<gimple *> ends; /* conditions that loops end by */
	vec<struct wrap> *found;
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
		search->ends.safe_push(statement);
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

/* ---- what can be asked ---- */

static void find_unknown(const struct atom *atom, void *data)
{
	bool *unknown = (bool *)data;

	*unknown |= atom->kind != ATOM_PARAM && atom->kind != ATOM_COUNTER &&
		    (atom->kind != ATOM_OPERATION || atom->operation != OP_DIV);
}

/* Can the value be computed from parameters and counters, the number of
   elements between two addresses included? */
static bool is_known(const struct expr *value)
{
	bool unknown = !value;

	if (value)
		expr_each_atom(value, find_unknown, &unknown);
	return !unknown;
}

static bool is_found(const struct search *search, const struct wrap *wrap)
{
	struct wrap *one;
	unsigned i;

	FOR_EACH_VEC_ELT (*search->found, i, one)
		if (expr_equal(one->value, wrap->value) &&
		    one->least == wrap->least && one->most == wrap->most &&
		    one->loop == wrap->loop)
			return true;
	return false;
}

/* What may wrap around; false where nobody could tell whether it does. */
static bool add_wrap(const struct search *search, tree value)
{
	const struct nest *nest = search->nest;
	class loop *around = gimple_bb(SSA_NAME_DEF_STMT(value))->loop_father;
	tree type = TREE_TYPE(value);
	struct wrap wrap = {value_of(value), 0, LONG_MAX / 2,
			    nest_index(nest, around)};

	if (!is_known(wrap.value))
		return false;
	if (is_narrow(type)) {
		wrap.least = tree_to_shwi(TYPE_MIN_VALUE(type));
		wrap.most = tree_to_shwi(TYPE_MAX_VALUE(type));
	}
	if (wrap.loop < nest->around)
		wrap.loop = -1;
	if (!is_found(search, &wrap))
		search->found->safe_push(wrap);
	return true;
}

/*
 * Sums and products of numbers without a sign are right to the last bit that
 * there is room for, whatever was cut off on the way to them: only what comes
 * out must have room. So it is with what is cut off again.
 */
static bool cuts_off_again(gimple *user, tree value)
{
	tree result = gimple_get_lhs(user);

	if (!is_gimple_assign(user) || !may_wrap(user) ||
	    TYPE_PRECISION(TREE_TYPE(result)) >
		    TYPE_PRECISION(TREE_TYPE(value)))
		return false;
	return gimple_assign_rhs_code(user) != LSHIFT_EXPR ||
	       gimple_assign_rhs2(user) != value;
}

static bool is_on_the_way(tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, iterator, value)
		if (!is_gimple_debug(USE_STMT(use)) &&
		    !cuts_off_again(USE_STMT(use), value))
			return false;
	return true;
}

static bool look_at(struct search *search, tree value)
{
	gimple *statement = SSA_NAME_DEF_STMT(value);

	if ((!INTEGRAL_TYPE_P(TREE_TYPE(value)) &&
	     !POINTER_TYPE_P(TREE_TYPE(value))) ||
	    is_parameter(search->nest, value))
		return true;
	add_operands(search, statement);
	return !is_gimple_assign(statement) || !may_wrap(statement) ||
	       is_on_the_way(value) || stays_within(search->nest, value) ||
	       add_wrap(search, value);
}

/* ---- bounds as wide as addresses ---- */

static bool is_alone(const struct expr *value)
{
	return value->count == 0 ||
	       (value->count == 1 && value->terms[0].count <= 1 &&
		value->terms[0].factor > 0);
}

/*
 * Of no rows less one there are more than of any others: n - 1 without a sign,
 * where n is 0. A loop around that has no iteration keeps the source from that.
 */
static void look_at_bound(const struct search *search, tree bound)
{
	tree type = TREE_TYPE(bound);
	const struct expr *value, *least;

	if (TREE_CODE(bound) != SSA_NAME || !INTEGRAL_TYPE_P(type) ||
	    !TYPE_UNSIGNED(type) || is_narrow(type) ||
	    is_parameter(search->nest, bound))
		return;
	value = value_of(bound);
	least = value ? range_extreme(search->nest, value, false) : NULL;
	if (!value || is_alone(value) ||
	    (least && (range_is_at_most(expr_int(0), least) ||
		       is_beside(least, type, false))))
		return;
	add_wrap(search, bound);
}

static void look_at_bounds(const struct search *search)
{
	gimple *statement;
	unsigned i;

	FOR_EACH_VEC_ELT (search->ends, i, statement) {
		look_at_bound(search, gimple_cond_lhs(statement));
		look_at_bound(search, gimple_cond_rhs(statement));
	}
}

const char *wrap_find(const struct nest *nest, const struct nest_loop *loop,
		      vec<struct wrap> *found)
{
	struct search search;
	bool good = true;

	if (settings_wrapped())
		return "the flags let signed numbers wrap around";
	if (lang_GNU_Fortran())
		return NULL;
	search.nest = nest;
	search.unseen = vNULL;
	search.ends = vNULL;
	search.found = found;
	add_loop(&search, loop->loop);
	while (good && !search.unseen.is_empty())
		good = look_at(&search, search.unseen.pop());
	if (good)
		look_at_bounds(&search);
	else
		found->truncate(0);
	search.unseen.release();
	search.ends.release();
	return good ? NULL : "a subscript or a bound may wrap around";
}

void wrap_write(struct json_writer *json, const struct nest *nest,
		vec<struct wrap> &found)
{
	struct wrap *one;
	unsigned i;

	if (found.is_empty())
		return;
	json_key(json, "wraps");
	json_array(json);
	FOR_EACH_VEC_ELT (found, i, one) {
		json_object(json);
		json_key(json, "value");
		expr_write(json, one->value);
		json_key_int(json, "least", one->least);
		json_key_int(json, "most", one->most);
		json_key(json, "loop");
		if (one->loop < 0)
			json_null(json);
		else
			json_int(json, one->loop - nest->around);
		json_end_object(json);
	}
	json_end_array(json);
}
