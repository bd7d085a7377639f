/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values and addresses as the definitions say them. What they are is followed
 * as far as the PHIs of loop headers, which become atoms.
 */
#include "base/gcc.h"
#include "arithmetic.h"
#include "base/marker.h"
#include "base/names.h"
#include "raw.h"

#define MAX_DEPTH 100

static struct nest *nest;
static hash_map<int_hash<int, -1, -2>, const struct expr *> *raw_values;
static hash_map<int_hash<int, -1, -2>, const char *> *names;
static const struct expr *(*load)(tree reference, gimple *statement);
static int depth;

void raw_begin(struct nest *of,
	       const struct expr *(*load_value)(tree reference,
						gimple *statement))
{
	nest = of;
	raw_values = new hash_map<int_hash<int, -1, -2>, const struct expr *>;
	names = new hash_map<int_hash<int, -1, -2>, const char *>;
	load = load_value;
	depth = 0;
}

void raw_end(void)
{
	delete raw_values;
	delete names;
	nest = NULL;
}

/* Of several the one that the value was born with. */
void raw_name(tree ssa_name, const char *name)
{
	const char **before = names->get(SSA_NAME_VERSION(ssa_name));
	tree variable = SSA_NAME_VAR(ssa_name);

	if (!before || !variable || !DECL_NAME(variable) ||
	    strcmp(*before, IDENTIFIER_POINTER(DECL_NAME(variable))) != 0)
		names->put(SSA_NAME_VERSION(ssa_name), name);
}

/* ---- names ---- */

/* The library's own variables are none that the programmer named. */
static bool is_of_library(tree variable)
{
	return startswith(IDENTIFIER_POINTER(DECL_NAME(variable)), "__") &&
	       in_system_header_at(DECL_SOURCE_LOCATION(variable));
}

/* Name that the programmer gave, or NULL. */
static const char *source_name(tree ssa_name)
{
	const char **witness = names->get(SSA_NAME_VERSION(ssa_name));
	tree variable = SSA_NAME_VAR(ssa_name);

	if (witness)
		return *witness;
	if (variable && DECL_NAME(variable) && !DECL_ARTIFICIAL(variable) &&
	    !is_of_library(variable))
		return IDENTIFIER_POINTER(DECL_NAME(variable));
	return NULL;
}

bool raw_is_number(tree type)
{
	return INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type) ||
	       TREE_CODE(type) == OFFSET_TYPE;
}

/* "omp_get_max_threads()" for the result of a call, "row" for the pointer
   row.1 to an array of varying size, else NULL. */
static const char *called_name(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	if (!function || !DECL_NAME(function))
		return NULL;
	if (gimple_alloca_call_p(statement) || marker_is_own(statement))
		return names_made(gimple_call_lhs(statement));
	return IDENTIFIER_POINTER(get_identifier(ACONCAT(
		(IDENTIFIER_POINTER(DECL_NAME(function)), "()", NULL))));
}

static const char unnamed[] = "unnamed";

bool raw_is_unnamed(const struct atom *parameter)
{
	return startswith(parameter->name, unnamed);
}

static const struct expr *opaque(tree ssa_name)
{
	gimple *statement = SSA_NAME_DEF_STMT(ssa_name);
	basic_block block = gimple_bb(statement);
	uint64_t loops = block ? nest_loops_of(nest, block) : 0;
	const char *called = called_name(statement);

	if (loops == 0)
		return expr_atom(atom_param(
			called ? called : unnamed, called ? "call" : "local",
			TREE_TYPE(ssa_name), SSA_NAME_VERSION(ssa_name)));
	return expr_atom(atom_opaque(ssa_name, loops));
}

static const struct atom *parameter(tree ssa_name)
{
	return atom_param(source_name(ssa_name), "local", TREE_TYPE(ssa_name),
			  SSA_NAME_VERSION(ssa_name));
}

const struct expr *raw_kept(tree ssa_name)
{
	return source_name(ssa_name) ? expr_atom(parameter(ssa_name)) : NULL;
}

/* ---- constants ---- */

/* GCC writes n - 1 in an unsigned type as n + 4294967295. */
static const struct expr *raw_constant(tree constant)
{
	if (TYPE_PRECISION(TREE_TYPE(constant)) > HOST_BITS_PER_WIDE_INT)
		return tree_fits_shwi_p(constant)
			       ? expr_int(tree_to_shwi(constant))
			       : NULL;
	if (tree_fits_shwi_p(constant) && tree_to_shwi(constant) >= 0 &&
	    tree_to_shwi(constant) < 0x7fffffff)
		return expr_int(tree_to_shwi(constant));
	return expr_int(sext_hwi(TREE_INT_CST_LOW(constant),
				 TYPE_PRECISION(TREE_TYPE(constant))));
}

/* Where nothing is added to it, it is what it says: 4000000000 is no sum. */
bool raw_is_unsigned(tree operand)
{
	return TREE_CODE(operand) == INTEGER_CST &&
	       INTEGRAL_TYPE_P(TREE_TYPE(operand)) &&
	       TYPE_UNSIGNED(TREE_TYPE(operand)) && tree_fits_shwi_p(operand);
}

const struct expr *raw_compared(tree operand)
{
	return raw_is_unsigned(operand) ? expr_int(tree_to_shwi(operand))
					: raw_value(operand);
}

/* Counting up from 4294967295 begins with a step that wraps around to 0. */
const struct expr *raw_start(tree operand, const struct expr *step)
{
	long by;

	return expr_is_int(step, &by) && by > 0 && integer_all_onesp(operand)
		       ? raw_value(operand)
		       : raw_compared(operand);
}

/* ---- operations ---- */

/*
 * GCC makes one test of 5 <= t && t <= 15, unsigned t - 5 <= 10, which lives
 * by wrapping around: it does not mean what it says of integers.
 */
static bool is_range_test(enum tree_code code, tree first, tree second)
{
	gimple *from;

	if (code == EQ_EXPR || code == NE_EXPR ||
	    TREE_CODE(first) != SSA_NAME || TREE_CODE(second) != INTEGER_CST ||
	    !TYPE_UNSIGNED(TREE_TYPE(first)))
		return false;
	from = SSA_NAME_DEF_STMT(first);
	if (gimple_assign_cast_p(from))
		return !TYPE_UNSIGNED(TREE_TYPE(gimple_assign_rhs1(from)));
	return is_gimple_assign(from) &&
	       gimple_assign_rhs_code(from) == PLUS_EXPR;
}

static const struct expr *choose(enum tree_code code, tree first, tree second,
				 const struct expr *yes, const struct expr *no)
{
	bool equality = code == EQ_EXPR || code == NE_EXPR;
	const struct expr *a =
		equality ? raw_value(first) : raw_compared(first);
	const struct expr *b =
		equality ? raw_value(second) : raw_compared(second);

	return arithmetic_choice(code, a, b, is_range_test(code, first, second),
				 yes, no);
}

/* A narrow type cuts bits off; wide ones are taken not to. */
static const struct expr *raw_conversion(tree type, tree operand)
{
	if (!raw_is_number(TREE_TYPE(operand)) ||
	    (TYPE_PRECISION(type) < 32 &&
	     TYPE_PRECISION(type) < TYPE_PRECISION(TREE_TYPE(operand))))
		return NULL;
	return raw_value(operand);
}

static const struct expr *raw_operation(enum tree_code code, tree type,
					tree first, tree second)
{
	if (CONVERT_EXPR_CODE_P(code))
		return raw_conversion(type, first);
	if (code == NEGATE_EXPR)
		return expr_scale(raw_value(first), -1);
	if (code == BIT_NOT_EXPR)
		return expr_sub(expr_int(TYPE_PRECISION(type) == 1 ? 1 : -1),
				raw_value(first));
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		return choose(code, first, second, expr_int(1), expr_int(0));
	if (code == PAREN_EXPR || code == SAVE_EXPR || code == NON_LVALUE_EXPR)
		return raw_value(first);
	if (code == MIN_EXPR || code == MAX_EXPR)
		return arithmetic_binary(code, raw_compared(first),
					 raw_compared(second));
	if (TREE_CODE_CLASS(code) == tcc_binary)
		return arithmetic_binary(code, raw_value(first),
					 raw_value(second));
	return NULL;
}

/* ---- addresses ---- */

static const struct expr *raw_base(tree base)
{
	if (TREE_CODE(base) == MEM_REF)
		return expr_add(raw_value(TREE_OPERAND(base, 0)),
				raw_value(TREE_OPERAND(base, 1)));
	if (DECL_P(base) && TREE_CODE(base) != FUNCTION_DECL)
		return expr_atom(atom_address(names_decl(base), base));
	return NULL;
}

const struct expr *raw_address(tree reference)
{
	poly_int64 bit_size, bit_position;
	HOST_WIDE_INT bits;
	tree offset;
	machine_mode mode;
	int is_unsigned, is_reversed, is_volatile;
	const struct expr *address;
	tree base = get_inner_reference(reference, &bit_size, &bit_position,
					&offset, &mode, &is_unsigned,
					&is_reversed, &is_volatile);

	if (!bit_position.is_constant(&bits))
		return NULL;
	address = expr_add(raw_base(base), expr_int(bits >> 3));
	return offset ? expr_add(address, raw_value(offset)) : address;
}

/* ---- definitions ---- */

#define MOST_WAYS 8

/* Which way through the condition leads to this argument of the PHI? */
static bool argument_is_taken_if(gphi *phi, unsigned argument, gcond *test,
				 bool *if_true)
{
	edge in = gimple_phi_arg_edge(phi, argument), yes, no;

	extract_true_false_edges_from_block(gimple_bb(test), &yes, &no);
	if (in == yes || (yes->dest != in->dest &&
			  dominated_by_p(CDI_DOMINATORS, in->src, yes->dest)))
		*if_true = true;
	else if (in == no ||
		 (no->dest != in->dest &&
		  dominated_by_p(CDI_DOMINATORS, in->src, no->dest)))
		*if_true = false;
	else
		return false;
	return true;
}

/* The last block that all of these ways go through. */
static basic_block common_block(gphi *phi, const vec<unsigned> &ways)
{
	basic_block common = gimple_phi_arg_edge(phi, ways[0])->src;

	for (unsigned i = 1; i < ways.length(); i++)
		common = nearest_common_dominator(
			CDI_DOMINATORS, common,
			gimple_phi_arg_edge(phi, ways[i])->src);
	return common;
}

/* What the PHI is where it is reached on one of these ways: the meeting of
   ways after an if, and after those that stand within it. */
static const struct expr *choice_of(gphi *phi, const vec<unsigned> &ways)
{
	auto_vec<unsigned, MOST_WAYS> yes, no;
	basic_block above;
	gimple *last;
	gcond *test;
	bool if_true;

	if (ways.length() == 1)
		return raw_value(gimple_phi_arg_def(phi, ways[0]));
	above = common_block(phi, ways);
	last = above ? last_stmt(above) : NULL;
	test = last ? dyn_cast<gcond *>(last) : NULL;
	for (unsigned i = 0; test && i < ways.length(); i++) {
		if (!argument_is_taken_if(phi, ways[i], test, &if_true))
			return NULL;
		(if_true ? yes : no).safe_push(ways[i]);
	}
	if (yes.is_empty() || no.is_empty())
		return NULL;
	return choose(gimple_cond_code(test), gimple_cond_lhs(test),
		      gimple_cond_rhs(test), choice_of(phi, yes),
		      choice_of(phi, no));
}

static const struct expr *raw_choice(gphi *phi)
{
	auto_vec<unsigned, MOST_WAYS> ways;

	if (gimple_phi_num_args(phi) > MOST_WAYS)
		return NULL;
	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
		ways.quick_push(i);
	return choice_of(phi, ways);
}

static bool is_header_phi(gphi *phi)
{
	return gimple_bb(phi)->loop_father->header == gimple_bb(phi);
}

static bool all_arguments_equal(gphi *phi)
{
	for (unsigned i = 1; i < gimple_phi_num_args(phi); i++)
		if (!operand_equal_p(gimple_phi_arg_def(phi, 0),
				     gimple_phi_arg_def(phi, i), 0))
			return false;
	return true;
}

static const struct expr *raw_phi(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	if (all_arguments_equal(phi))
		return raw_value(gimple_phi_arg_def(phi, 0));
	if (is_header_phi(phi))
		return nest_index(nest, loop) >= 0
			       ? expr_atom(atom_phi(gimple_phi_result(phi)))
			       : NULL;
	return raw_choice(phi);
}

/* c ? a : b; since GCC 13 the condition has a name of its own. */
static const struct expr *raw_selection(gassign *statement)
{
	tree condition = gimple_assign_rhs1(statement);
	gimple *from = TREE_CODE(condition) == SSA_NAME
			       ? SSA_NAME_DEF_STMT(condition)
			       : NULL;
	const struct expr *yes = raw_value(gimple_assign_rhs2(statement));
	const struct expr *no = raw_value(gimple_assign_rhs3(statement));

	if (COMPARISON_CLASS_P(condition))
		return choose(TREE_CODE(condition), TREE_OPERAND(condition, 0),
			      TREE_OPERAND(condition, 1), yes, no);
	if (!from || !is_gimple_assign(from) ||
	    TREE_CODE_CLASS(gimple_assign_rhs_code(from)) != tcc_comparison)
		return NULL;
	return choose(gimple_assign_rhs_code(from), gimple_assign_rhs1(from),
		      gimple_assign_rhs2(from), yes, no);
}

static const struct expr *raw_assignment(gassign *statement)
{
	enum tree_code code = gimple_assign_rhs_code(statement);
	tree type = TREE_TYPE(gimple_assign_lhs(statement));
	tree first = gimple_assign_rhs1(statement);

	if (code == COND_EXPR)
		return raw_selection(statement);
	if (gimple_assign_load_p(statement))
		return raw_is_number(type) ? load(first, statement) : NULL;
	if (gimple_assign_single_p(statement))
		return raw_value(first);
	return raw_operation(code, type, first, gimple_assign_rhs2(statement));
}

/* Out of the operands of the statement; NULL where it computes nothing. */
const struct expr *raw_computed(gimple *statement)
{
	if (gphi *phi = dyn_cast<gphi *>(statement))
		return raw_phi(phi);
	return is_gimple_assign(statement)
		       ? raw_assignment(as_a<gassign *>(statement))
		       : NULL;
}

/* What is added to a pointer, or taken over by a copy: what that began with. */
static tree moved_from(tree pointer)
{
	gimple *from = TREE_CODE(pointer) == SSA_NAME
			       ? SSA_NAME_DEF_STMT(pointer)
			       : NULL;

	if (!from || !is_gimple_assign(from) ||
	    (gimple_assign_rhs_code(from) != POINTER_PLUS_EXPR &&
	     !gimple_assign_ssa_name_copy_p(from) &&
	     !gimple_assign_cast_p(from)))
		return NULL_TREE;
	return gimple_assign_rhs1(from);
}

/* Does each iteration of the loop move the pointer on? Else it is exchanged
   for another one. */
static bool is_moved_on(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	tree next = PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));

	while (next && next != gimple_phi_result(phi))
		next = moved_from(next);
	return next;
}

static bool is_fixed_base(const struct atom *atom)
{
	if (atom->kind == ATOM_PHI)
		return atom->type && POINTER_TYPE_P(atom->type) &&
		       is_moved_on(as_a<gphi *>(
			       SSA_NAME_DEF_STMT(ssa_name(atom->version))));
	return atom->kind == ATOM_ADDRESS ||
	       (atom->kind == ATOM_PARAM && atom->type &&
		POINTER_TYPE_P(atom->type));
}

/*
 * Loops around the nest may exchange pointers, choose one by their counter, or
 * read it. As long as the nest runs it leads to the same data.
 */
static bool is_chosen_around(tree ssa_name, const struct expr *value)
{
	return POINTER_TYPE_P(TREE_TYPE(ssa_name)) &&
	       !expr_find_atom(value, is_fixed_base);
}

/*
 * A value with a name that was computed before the nest is a parameter, and
 * the name tells more than how it was computed; but not if it counts the
 * iterations of a loop around. What it was computed of may have had the same
 * name before: to = i ? a : b is two values and the one that the nest sees.
 */
static const struct expr *raw_definition(tree ssa_name)
{
	gimple *statement = SSA_NAME_DEF_STMT(ssa_name);
	basic_block block = gimple_bb(statement);
	bool inside = block && nest_contains(nest, block);
	bool named = !inside && source_name(ssa_name);
	unsigned before = atom_count();
	const struct expr *value;

	if (named && !(block && nest_loops_of(nest, block)))
		return expr_atom(parameter(ssa_name));
	value = raw_computed(statement);
	if (named && (!expr_contains_kind(value, ATOM_PHI) ||
		      is_chosen_around(ssa_name, value)))
		return expr_atom(atom_as_named(parameter(ssa_name), before));
	return value;
}

static const struct expr *raw_default(tree ssa_name)
{
	const char **witness = names->get(SSA_NAME_VERSION(ssa_name));
	tree variable = SSA_NAME_VAR(ssa_name);

	if (names_is_given(variable))
		return expr_atom(atom_param(
			witness ? *witness : names_decl(variable),
			TREE_CODE(variable) == PARM_DECL ? "argument" : "local",
			TREE_TYPE(ssa_name), SSA_NAME_VERSION(ssa_name)));
	return NULL;
}

static const struct expr *raw_ssa_name(tree ssa_name)
{
	const struct expr *value, **known;

	if (!raw_is_number(TREE_TYPE(ssa_name)))
		return NULL;
	known = raw_values->get(SSA_NAME_VERSION(ssa_name));
	if (known)
		return *known;
	raw_values->put(SSA_NAME_VERSION(ssa_name), NULL); /* no circles */
	value = SSA_NAME_IS_DEFAULT_DEF(ssa_name) ? raw_default(ssa_name)
						  : raw_definition(ssa_name);
	if (!value)
		value = opaque(ssa_name);
	raw_values->put(SSA_NAME_VERSION(ssa_name), value);
	return value;
}

static const struct expr *raw_tree(tree operand)
{
	enum tree_code code = TREE_CODE(operand);

	switch (code) {
	case SSA_NAME:
		return raw_ssa_name(operand);
	case INTEGER_CST:
		return raw_constant(operand);
	case ADDR_EXPR:
		return raw_address(TREE_OPERAND(operand, 0));
	case MEM_REF:
	case COMPONENT_REF:
	case ARRAY_REF:
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		return raw_is_number(TREE_TYPE(operand)) ? load(operand, NULL)
							 : NULL;
	default:
		if (!EXPR_P(operand) || TREE_OPERAND_LENGTH(operand) == 0)
			return NULL;
		return raw_operation(code, TREE_TYPE(operand),
				     TREE_OPERAND(operand, 0),
				     TREE_OPERAND_LENGTH(operand) > 1
					     ? TREE_OPERAND(operand, 1)
					     : NULL_TREE);
	}
}

const struct expr *raw_value(tree operand)
{
	const struct expr *value;

	if (!operand || depth > MAX_DEPTH)
		return NULL;
	depth++;
	value = raw_tree(operand);
	depth--;
	return value;
}
