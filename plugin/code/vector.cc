/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks at the statements of one loop after the vectoriser.
 */
#include "base/gcc.h"
#include "gimple-ssa.h"
#include "ssa-iterators.h"
#include "tree-phinodes.h"
#include "vector.h"

/* How far an address or a reduction is followed back. */
#define MAX_STEPS 12
#define MAX_TYPES 8

struct tally {
	tree type[MAX_TYPES];
	unsigned count[MAX_TYPES];
	unsigned types;
};

static bool is_vector(tree type)
{
	return VECTOR_TYPE_P(type) && !VECTOR_BOOLEAN_TYPE_P(type);
}

/* The vector type that the statement computes, loads or stores, or NULL. */
static tree statement_vector(gimple *stmt)
{
	tree lhs = gimple_get_lhs(stmt);

	if (lhs && is_vector(TREE_TYPE(lhs)))
		return TREE_TYPE(lhs);
	if (gimple_call_internal_p(stmt, IFN_MASK_STORE) &&
	    is_vector(TREE_TYPE(gimple_call_arg(stmt, 3))))
		return TREE_TYPE(gimple_call_arg(stmt, 3));
	return NULL_TREE;
}

static bool block_has_vector(basic_block block)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i))
		if (statement_vector(gsi_stmt(i)))
			return true;
	return false;
}

bool vector_any(class loop *loop)
{
	basic_block *body = get_loop_body(loop);
	bool any = false;

	for (unsigned i = 0; i < loop->num_nodes && !any; i++)
		any = block_has_vector(body[i]);
	free(body);
	return any;
}

static void count_type(struct tally *tally, tree type)
{
	unsigned i = 0;

	while (i < tally->types && TYPE_MODE(tally->type[i]) != TYPE_MODE(type))
		i++;
	if (i == MAX_TYPES)
		return;
	if (i == tally->types) {
		tally->type[i] = type;
		tally->count[i] = 0;
		tally->types++;
	}
	tally->count[i]++;
}

/* Floating point dominates: integers beside it mostly serve addresses. */
static unsigned weight(const struct tally *tally, unsigned i)
{
	bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(tally->type[i]));

	return tally->count[i] + (is_float ? 1u << 20 : 0);
}

/* Where only the run tells, as with SVE, those that there are in any case. */
static unsigned lanes_of(tree type)
{
	return constant_lower_bound(TYPE_VECTOR_SUBPARTS(type));
}

static unsigned dominating_lanes(const struct tally *tally)
{
	unsigned best = 0;

	for (unsigned i = 1; i < tally->types; i++)
		if (weight(tally, i) > weight(tally, best))
			best = i;
	return tally->types == 0 ? 0 : lanes_of(tally->type[best]);
}

/* Of wider types there are several vectors in each step. */
static unsigned most_lanes(const struct tally *tally)
{
	unsigned most = 0;

	for (unsigned i = 0; i < tally->types; i++)
		most = MAX(most, lanes_of(tally->type[i]));
	return most;
}

static void raise_fill(struct vector_look *look, enum vector_fill fill)
{
	if (fill > look->fill)
		look->fill = fill;
}

/* Statement of the loop that defines the name, or NULL. */
static gimple *definition_within(class loop *loop, tree name)
{
	gimple *stmt;

	if (!name || TREE_CODE(name) != SSA_NAME)
		return NULL;
	stmt = SSA_NAME_DEF_STMT(name);
	if (!gimple_bb(stmt) || !flow_bb_inside_loop_p(loop, gimple_bb(stmt)))
		return NULL;
	return stmt;
}

/* Is the value, part of an address, computed from data read in the loop? */
static bool from_data(class loop *loop, tree value, unsigned steps)
{
	gimple *stmt = definition_within(loop, value);

	if (!stmt || steps == 0 || !is_gimple_assign(stmt))
		return false;
	if (gimple_assign_load_p(stmt) ||
	    gimple_assign_rhs_code(stmt) == BIT_FIELD_REF)
		return true;
	for (unsigned i = 1; i < gimple_num_ops(stmt); i++)
		if (from_data(loop, gimple_op(stmt, i), steps - 1))
			return true;
	return false;
}

static bool address_from_data(class loop *loop, tree ref)
{
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(ref) == ARRAY_REF &&
		    from_data(loop, TREE_OPERAND(ref, 1), MAX_STEPS))
			return true;
	if (TREE_CODE(ref) == MEM_REF)
		return from_data(loop, TREE_OPERAND(ref, 0), MAX_STEPS);
	if (TREE_CODE(ref) == TARGET_MEM_REF)
		return from_data(loop, TMR_BASE(ref), MAX_STEPS) ||
		       from_data(loop, TMR_INDEX(ref), MAX_STEPS) ||
		       from_data(loop, TMR_INDEX2(ref), MAX_STEPS);
	return false;
}

static enum vector_fill element_fill(class loop *loop, tree ref)
{
	return address_from_data(loop, ref) ? VECTOR_GATHER : VECTOR_STRIDED;
}

static bool is_vector_load(gimple *stmt)
{
	return stmt && gimple_assign_load_p(stmt) && statement_vector(stmt);
}

static bool is_vector_store(gimple *stmt)
{
	return stmt && gimple_store_p(stmt) && statement_vector(stmt);
}

static bool all_the_same(tree constructor)
{
	unsigned i;
	tree value;

	FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(constructor), i, value)
	if (value != CONSTRUCTOR_ELT(constructor, 0)->value)
		return false;
	return true;
}

/* A vector put together from elements that are loaded one by one. */
static void look_at_constructor(class loop *loop, tree constructor,
				struct vector_look *look)
{
	unsigned i;
	tree value;

	if (all_the_same(constructor))
		return;
	FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(constructor), i, value)
	{
		gimple *stmt = definition_within(loop, value);

		if (!stmt || !gimple_assign_load_p(stmt))
			continue;
		raise_fill(look, element_fill(loop, gimple_assign_rhs1(stmt)));
	}
}

/* One element of a vector, stored by itself. */
static void look_at_store(class loop *loop, gimple *stmt,
			  struct vector_look *look)
{
	gimple *value = definition_within(loop, gimple_assign_rhs1(stmt));

	if (!value || !is_gimple_assign(value) ||
	    gimple_assign_rhs_code(value) != BIT_FIELD_REF)
		return;
	if (!is_vector(TREE_TYPE(TREE_OPERAND(gimple_assign_rhs1(value), 0))))
		return;
	raise_fill(look, element_fill(loop, gimple_assign_lhs(stmt)));
}

/* The lanes of one vector backwards: still contiguous in memory. */
static bool is_reversal(gimple *stmt)
{
	tree mask = gimple_assign_rhs3(stmt);
	unsigned HOST_WIDE_INT lanes;

	if (gimple_assign_rhs1(stmt) != gimple_assign_rhs2(stmt) ||
	    TREE_CODE(mask) != VECTOR_CST ||
	    !TYPE_VECTOR_SUBPARTS(TREE_TYPE(mask)).is_constant(&lanes))
		return false;
	return tree_to_poly_uint64(VECTOR_CST_ELT(mask, 0)).to_constant() ==
	       lanes - 1;
}

static bool is_permutation(gimple *stmt)
{
	return is_gimple_assign(stmt) &&
	       gimple_assign_rhs_code(stmt) == VEC_PERM_EXPR;
}

/*
 * Does anything but permutations come to use the value? The vectoriser takes
 * groups of elements apart whole, and what nobody asked for is removed later.
 */
static bool is_needed(tree name, unsigned steps)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, i, name) {
		gimple *stmt = USE_STMT(use);

		if (is_gimple_debug(stmt))
			continue;
		if (!is_permutation(stmt) || steps == 0 ||
		    is_needed(gimple_assign_lhs(stmt), steps - 1))
			return true;
	}
	return false;
}

/* Interleaving: vectors that were loaded, or will be stored, are mixed. */
static void look_at_permutation(class loop *loop, gimple *stmt,
				struct vector_look *look)
{
	use_operand_p use;
	gimple *user;
	gimple *first = definition_within(loop, gimple_assign_rhs1(stmt));
	gimple *second = definition_within(loop, gimple_assign_rhs2(stmt));

	if (is_reversal(stmt) || !is_needed(gimple_assign_lhs(stmt), MAX_STEPS))
		return;
	if (is_vector_load(first) || is_vector_load(second) ||
	    (single_imm_use(gimple_assign_lhs(stmt), &use, &user) &&
	     is_vector_store(user)))
		raise_fill(look, VECTOR_STRIDED);
}

static void look_at_assign(class loop *loop, gimple *stmt,
			   struct vector_look *look)
{
	enum tree_code code = gimple_assign_rhs_code(stmt);

	if (code == CONSTRUCTOR && statement_vector(stmt))
		look_at_constructor(loop, gimple_assign_rhs1(stmt), look);
	else if (code == VEC_PERM_EXPR)
		look_at_permutation(loop, stmt, look);
	else if (is_vector_load(stmt) || is_vector_store(stmt))
		raise_fill(look, VECTOR_CONTIGUOUS);
	else if (gimple_store_p(stmt))
		look_at_store(loop, stmt, look);
}

static void look_at_internal(gimple *stmt, struct vector_look *look)
{
	switch (gimple_call_internal_fn(stmt)) {
	case IFN_MASK_LOAD:
	case IFN_MASK_STORE:
		look->masked = true;
		raise_fill(look, VECTOR_CONTIGUOUS);
		break;
	case IFN_LOAD_LANES:
	case IFN_STORE_LANES:
		raise_fill(look, VECTOR_STRIDED);
		break;
	case IFN_MASK_LOAD_LANES:
	case IFN_MASK_STORE_LANES:
		look->masked = true;
		raise_fill(look, VECTOR_STRIDED);
		break;
	case IFN_MASK_GATHER_LOAD:
	case IFN_MASK_SCATTER_STORE:
		look->masked = true;
		raise_fill(look, VECTOR_GATHER);
		break;
	case IFN_GATHER_LOAD:
	case IFN_SCATTER_STORE:
		raise_fill(look, VECTOR_GATHER);
		break;
	case IFN_FOLD_LEFT_PLUS:
	case IFN_MASK_FOLD_LEFT_PLUS:
		look->reduction = "fold-left";
		break;
	case IFN_COND_ADD:
	case IFN_COND_SUB:
	case IFN_COND_MUL:
	case IFN_COND_FMA:
		look->masked = true;
		break;
	default:
		break;
	}
}

static bool starts_with(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* x86 gathers are builtin functions of the target. */
static void look_at_call(gimple *stmt, struct vector_look *look)
{
	tree function;
	const char *name;

	if (gimple_call_internal_p(stmt)) {
		look_at_internal(stmt, look);
		return;
	}
	function = gimple_call_fndecl(stmt);
	if (!function || !fndecl_built_in_p(function, BUILT_IN_MD))
		return;
	name = IDENTIFIER_POINTER(DECL_NAME(function));
	if (starts_with(name, "__builtin_ia32_gather") ||
	    starts_with(name, "__builtin_ia32_scatter"))
		raise_fill(look, VECTOR_GATHER);
}

static bool used_outside(class loop *loop, tree name)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, i, name) {
		gimple *stmt = USE_STMT(use);

		if (!is_gimple_debug(stmt) &&
		    !flow_bb_inside_loop_p(loop, gimple_bb(stmt)))
			return true;
	}
	return false;
}

static bool mixes_lanes(gimple *stmt)
{
	if (is_gimple_call(stmt))
		return gimple_call_internal_p(stmt);
	if (!is_gimple_assign(stmt))
		return false;
	return gimple_assign_rhs_code(stmt) == BIT_FIELD_REF ||
	       gimple_assign_rhs_code(stmt) == VEC_PERM_EXPR;
}

/*
 * Are the lanes brought together behind the loop? They are not where the
 * loop around was vectorised, each lane being another iteration of it.
 */
static bool lanes_meet(class loop *loop, tree name, unsigned steps)
{
	imm_use_iterator i;
	use_operand_p use;

	if (steps == 0 || TREE_CODE(name) != SSA_NAME)
		return false;
	FOR_EACH_IMM_USE_FAST (use, i, name) {
		gimple *stmt = USE_STMT(use);
		tree lhs = gimple_get_lhs(stmt);

		if (is_gimple_debug(stmt) ||
		    flow_bb_inside_loop_p(loop, gimple_bb(stmt)))
			continue;
		if (gimple_code(stmt) == GIMPLE_PHI)
			lhs = gimple_phi_result(stmt);
		if (mixes_lanes(stmt) ||
		    (lhs && lanes_meet(loop, lhs, steps - 1)))
			return true;
	}
	return false;
}

/* Do elements of a vector flow into the scalar chain one by one? */
static bool adds_elements(class loop *loop, gimple *stmt)
{
	for (unsigned step = 0; step < 2 && stmt; step++) {
		if (!is_gimple_assign(stmt) || gimple_num_ops(stmt) != 3)
			return false;
		for (unsigned i = 1; i < 3; i++) {
			gimple *part =
				definition_within(loop, gimple_op(stmt, i));

			if (part && is_gimple_assign(part) &&
			    gimple_assign_rhs_code(part) == BIT_FIELD_REF)
				return true;
		}
		stmt = definition_within(loop, gimple_assign_rhs1(stmt));
	}
	return false;
}

/* An accumulator lives on from one iteration to the next, and afterwards. */
static void look_at_phi(class loop *loop, gphi *phi, struct vector_look *look)
{
	tree result = gimple_phi_result(phi);
	tree next = PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));

	if (virtual_operand_p(result) || TREE_CODE(next) != SSA_NAME)
		return;
	if (!used_outside(loop, next) && !used_outside(loop, result))
		return;
	if (VECTOR_TYPE_P(TREE_TYPE(result)) &&
	    (lanes_meet(loop, next, MAX_STEPS) ||
	     lanes_meet(loop, result, MAX_STEPS)))
		look->reduction = "tree";
	else if (SCALAR_FLOAT_TYPE_P(TREE_TYPE(result)) &&
		 adds_elements(loop, definition_within(loop, next)))
		look->reduction = "fold-left";
}

/*
 * The array with one element for each lane that stands for a variable of a
 * simd construct, or NULL.
 */
static tree simd_array(tree ref)
{
	tree base = get_base_address(ref);

	if (base && TREE_CODE(base) == MEM_REF &&
	    TREE_CODE(TREE_OPERAND(base, 0)) == ADDR_EXPR)
		base = TREE_OPERAND(TREE_OPERAND(base, 0), 0);
	if (!base || !VAR_P(base) ||
	    !lookup_attribute("omp simd array", DECL_ATTRIBUTES(base)))
		return NULL_TREE;
	return base;
}

static bool stored_later(gimple_stmt_iterator i, tree array)
{
	for (; !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);

		if (is_vector_store(stmt) && gimple_assign_single_p(stmt) &&
		    simd_array(gimple_assign_lhs(stmt)) == array)
			return true;
	}
	return false;
}

static void look_at_block(class loop *loop, basic_block block,
			  struct tally *tally, struct vector_look *look)
{
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb(block);
	     !gsi_end_p(i); gsi_next_nondebug(&i)) {
		gimple *stmt = gsi_stmt(i);
		tree type = statement_vector(stmt);
		tree array;

		if (type)
			count_type(tally, type);
		if (is_gimple_call(stmt))
			look_at_call(stmt, look);
		if (!is_gimple_assign(stmt))
			continue;
		array = is_vector_load(stmt)
				? simd_array(gimple_assign_rhs1(stmt))
				: NULL_TREE;
		if (array && stored_later(i, array))
			look->reduction = "tree";
		look_at_assign(loop, stmt, look);
	}
}

void vector_look(class loop *loop, struct vector_look *look)
{
	basic_block *body = get_loop_body(loop);
	struct tally tally = {};

	memset(look, 0, sizeof(*look));
	for (unsigned i = 0; i < loop->num_nodes; i++)
		look_at_block(loop, body[i], &tally, look);
	for (gphi_iterator i = gsi_start_phis(loop->header); !gsi_end_p(i);
	     gsi_next(&i))
		look_at_phi(loop, i.phi(), look);
	look->lanes = dominating_lanes(&tally);
	look->iterations = most_lanes(&tally);
	free(body);
}
