/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns OpenMP statements into the sequential code that they would be
 * without OpenMP, with markers where the constructs were.
 *
 * From the outside in, so that what an outer statement makes private is
 * already replaced where an inner one is looked at.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "base/omp.h"
#include "block.h"
#include "sharing.h"
#include "strip.h"
#include "witness.h"

/* The place that an atomic operation under way loads from and stores to. */
static tree atomic_address, atomic_type;

static void strip_sequence(gimple_seq *sequence, const struct sharing *outer);

static void add(gimple_seq *code, gimple *statement, location_t location)
{
	gimple_set_location(statement, location);
	gimple_seq_add_stmt(code, statement);
}

/* Put the code in the place of the statement; on to the next one. */
static void replace(gimple_stmt_iterator *gsi, gimple_seq code)
{
	gsi_insert_seq_before(gsi, code, GSI_SAME_STMT);
	gsi_remove(gsi, true);
}

/*
 * The place as the source has it where that is known, else what the address
 * leads to. An address may be written into a reference only if it is that of
 * a whole variable: others go through a pointer.
 */
static tree atomic_place(gimple_seq *code)
{
	tree address = unshare_expr(atomic_address), pointer = address;

	if (TREE_CODE(address) == ADDR_EXPR &&
	    useless_type_conversion_p(atomic_type,
				      TREE_TYPE(TREE_OPERAND(address, 0))))
		return TREE_OPERAND(address, 0);
	if (TREE_CODE(address) == ADDR_EXPR) {
		pointer = create_tmp_reg(TREE_TYPE(address));
		gimple_seq_add_stmt(code,
				    gimple_build_assign(pointer, address));
	}
	return build2(MEM_REF, atomic_type, pointer,
		      build_int_cst(build_pointer_type(atomic_type), 0));
}

/* GCC types the place by the loaded value; stores may differ in sign. */
static void strip_atomic_load(gimple_stmt_iterator *gsi)
{
	gomp_atomic_load *load = as_a<gomp_atomic_load *>(gsi_stmt(*gsi));
	location_t location = gimple_location(load);
	tree value = gimple_omp_atomic_load_lhs(load), place;
	gimple_seq code = NULL;

	atomic_address = gimple_omp_atomic_load_rhs(load);
	atomic_type = TREE_TYPE(value);
	add(&code, marker_build(MARKER_PROTECT, -1, PROTECTION_ATOMIC),
	    location);
	place = atomic_place(&code);
	add(&code, gimple_build_assign(value, place), location);
	replace(gsi, code);
}

static void strip_atomic_store(gimple_stmt_iterator *gsi)
{
	gomp_atomic_store *store = as_a<gomp_atomic_store *>(gsi_stmt(*gsi));
	location_t location = gimple_location(store);
	tree value = gimple_omp_atomic_store_val(store), place;
	gimple_seq code = NULL;

	if (!useless_type_conversion_p(atomic_type, TREE_TYPE(value)))
		value = force_gimple_operand(fold_convert(atomic_type, value),
					     &code, true, NULL_TREE);
	place = atomic_place(&code);
	add(&code, gimple_build_assign(place, value), location);
	add(&code, marker_build(MARKER_UNPROTECT, -1, PROTECTION_ATOMIC),
	    location);
	replace(gsi, code);
}

/* False, or how the body of the statement is protected. */
static bool protection_of(gimple *statement, int *protection)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_CRITICAL:
		*protection = PROTECTION_CRITICAL;
		return true;
	case GIMPLE_OMP_ORDERED:
		*protection = PROTECTION_ORDERED;
		return true;
	case GIMPLE_OMP_SINGLE:
		*protection = PROTECTION_SINGLE;
		return true;
	case GIMPLE_OMP_MASTER:
		*protection = PROTECTION_MASTER;
		return true;
	case GIMPLE_OMP_MASKED:
		*protection = PROTECTION_MASKED;
		return true;
	case GIMPLE_OMP_PARALLEL:
		*protection = PROTECTION_NONE;
		return true;
	default:
		return false;
	}
}

/*
 * A bound of a loop. In a nest that is not rectangular it is the vector
 * {outer counter, factor, summand}; the factor of a pointer is always 1.
 */
static tree bound_value(tree bound, tree type, gimple_seq *code)
{
	tree counter, factor, summand, value;
	gimple_seq computed = NULL; /* the gimplifier empties what it gets */

	if (TREE_CODE(bound) != TREE_VEC)
		return bound;
	counter = TREE_VEC_ELT(bound, 0);
	factor = TREE_VEC_ELT(bound, 1);
	summand = TREE_VEC_ELT(bound, 2);
	if (POINTER_TYPE_P(type))
		value = fold_build_pointer_plus(counter, summand);
	else
		value = fold_build2(PLUS_EXPR, type,
				    fold_build2(MULT_EXPR, type,
						fold_convert(type, counter),
						fold_convert(type, factor)),
				    fold_convert(type, summand));
	value = force_gimple_operand(unshare_expr(value), &computed, true,
				     NULL_TREE);
	gimple_seq_add_seq(code, computed);
	return value;
}

/* The pragma's place, unless the front end kept that of the loop. */
static location_t loop_location(gimple *loop, unsigned dimension)
{
	location_t location =
		EXPR_LOCATION(gimple_omp_for_incr(loop, dimension));

	return location == UNKNOWN_LOCATION ? gimple_location(loop) : location;
}

struct counter_copy {
	tree counter, copy;
	unsigned stores;
};

static tree count_stores(gimple_stmt_iterator *gsi, bool *,
			 struct walk_stmt_info *info)
{
	struct counter_copy *copy = (struct counter_copy *)info->info;

	if (gimple_get_lhs(gsi_stmt(*gsi)) == copy->copy)
		copy->stores++;
	return NULL_TREE;
}

static tree read_counter(gimple_stmt_iterator *gsi, bool *,
			 struct walk_stmt_info *info)
{
	struct counter_copy *copy = (struct counter_copy *)info->info;
	gimple *statement = gsi_stmt(*gsi);

	if (gimple_assign_single_p(statement) &&
	    gimple_assign_rhs1(statement) == copy->copy)
		gimple_assign_set_rhs1(statement, copy->counter);
	return NULL_TREE;
}

/* The statement that copies the counter for the body, or NULL. */
static gimple *copy_of_counter(gimple_seq body, tree counter)
{
	gimple_stmt_iterator gsi = gsi_start(body);

	for (; !gsi_end_p(gsi); gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);

		if (gimple_assign_single_p(statement) &&
		    gimple_assign_rhs1(statement) == counter &&
		    DECL_P(gimple_assign_lhs(statement)) &&
		    !is_gimple_reg(gimple_assign_lhs(statement)))
			return statement;
	}
	return NULL;
}

/*
 * Where the address of a counter is taken, GCC counts with a register and
 * copies it at the start of each iteration. No program may change it there,
 * so that it is still known after a call that got the address.
 */
static void know_copy(gimple_seq *body, tree counter, location_t location)
{
	gimple *statement = DECL_ARTIFICIAL(counter)
				    ? copy_of_counter(*body, counter)
				    : NULL;
	struct counter_copy copy = {counter, NULL_TREE, 0};
	struct walk_stmt_info info = {};

	if (!statement)
		return;
	gimple_set_location(statement, location);
	copy.copy = gimple_assign_lhs(statement);
	info.info = &copy;
	walk_gimple_seq_mod(body, count_stores, NULL, &info);
	if (copy.stores == 1)
		walk_gimple_seq_mod(body, read_counter, NULL, &info);
}

/* What a loop counts by; known before the loops, whatever these change. */
struct bounds {
	tree initial, final, increment;
};

/* A value that stays, where the program could change it. */
static tree fixed(gimple_seq *code, tree value, location_t location)
{
	tree copy;

	if (!DECL_P(value))
		return value;
	copy = create_tmp_reg(TREE_TYPE(value));
	add(code, gimple_build_assign(copy, value), location);
	return copy;
}

/* OpenMP computes them once; those made of an outer counter each time. */
static tree fixed_bound(gimple_seq *code, tree bound, location_t location)
{
	return TREE_CODE(bound) == TREE_VEC ? bound
					    : fixed(code, bound, location);
}

static void fix_bounds(gimple_seq *code, gimple *loop, unsigned dimension,
		       struct bounds *bounds)
{
	location_t location = loop_location(loop, dimension);
	tree increment = gimple_omp_for_incr(loop, dimension);

	bounds->initial = fixed_bound(
		code, gimple_omp_for_initial(loop, dimension), location);
	bounds->final = fixed_bound(code, gimple_omp_for_final(loop, dimension),
				    location);
	bounds->increment =
		build2_loc(location, TREE_CODE(increment), TREE_TYPE(increment),
			   TREE_OPERAND(increment, 0),
			   fixed(code, TREE_OPERAND(increment, 1), location));
}

/*
 * for (v = initial; v cond final; v = v + step) { marker; body }
 * for this dimension and, inside it, the others.
 */
static void add_loops(gimple_seq *code, gimple *loop, unsigned dimension,
		      const struct bounds *bounds, int index, gimple_seq body)
{
	location_t location;
	tree counter, type, initial, final;
	tree again, test, done;

	if (dimension == gimple_omp_for_collapse(loop)) {
		gimple_seq_add_seq(code, body);
		return;
	}
	location = loop_location(loop, dimension);
	counter = gimple_omp_for_index(loop, dimension);
	type = TREE_TYPE(counter);
	know_copy(&body, counter, location);
	again = create_artificial_label(location);
	test = create_artificial_label(location);
	done = create_artificial_label(location);
	initial = bound_value(bounds->initial, type, code);
	final = bound_value(bounds->final, type, code);
	add(code, gimple_build_assign(counter, initial), location);
	add(code, gimple_build_goto(test), location);
	add(code, gimple_build_label(again), location);
	add(code, marker_build(MARKER_LOOP, index, dimension), location);
	add_loops(code, loop, dimension + 1, bounds + 1, index, body);
	add(code, gimple_build_assign(counter, bounds->increment), location);
	add(code, gimple_build_label(test), location);
	add(code,
	    gimple_build_cond(gimple_omp_for_cond(loop, dimension), counter,
			      final, again, done),
	    location);
	add(code, gimple_build_label(done), location);
}

static void add_nest(gimple_seq *code, gimple *loop, int index, gimple_seq body)
{
	unsigned count = gimple_omp_for_collapse(loop);
	struct bounds *bounds = XNEWVEC(struct bounds, count);

	for (unsigned i = 0; i < count; i++)
		fix_bounds(code, loop, i, &bounds[i]);
	add_loops(code, loop, 0, bounds, index, body);
	free(bounds);
}

/* Of a combined construct only the innermost part is a loop. */
static void add_body(gimple_seq *code, gimple *statement, int index,
		     gimple_seq body)
{
	if (gimple_code(statement) == GIMPLE_OMP_FOR &&
	    !gimple_omp_for_combined_p(statement))
		add_nest(code, statement, index, body);
	else
		gimple_seq_add_seq(code, body);
}

static void add_protected(gimple_seq *code, gimple *statement, gimple_seq body)
{
	location_t location = gimple_location(statement);
	int protection;

	if (!protection_of(statement, &protection)) {
		gimple_seq_add_seq(code, body);
		return;
	}
	add(code, marker_build(MARKER_PROTECT, -1, protection), location);
	gimple_seq_add_seq(code, body);
	add(code, marker_build(MARKER_UNPROTECT, -1, protection), location);
}

/* Index in "constructs", -1 for NULL. */
static int index_of(const struct construct *construct)
{
	for (unsigned i = constructs.length(); construct && i > 0; i--)
		if (constructs[i - 1] == construct)
			return i - 1;
	return -1;
}

/* The construct whose innermost part this is, or NULL. */
static struct construct *construct_begun(gimple *statement)
{
	struct construct *construct = construct_of(statement);

	if (!construct)
		return NULL;
	return (construct->loop ? construct->loop : construct->statement) ==
			       statement
		       ? construct
		       : NULL;
}

static void add_construct(gimple_seq *code, gimple *statement,
			  struct construct *construct, gimple_seq witnesses,
			  gimple_seq body)
{
	location_t location = gimple_location(statement);
	int index = index_of(construct);

	add(code, marker_build(MARKER_ENTER, index, 0), location);
	gimple_seq_add_seq(code, witnesses);
	add_body(code, statement, index, body);
	add(code, marker_build(MARKER_EXIT, index, 0), location);
}

static void add_witnesses(gimple_seq *code, struct construct *construct)
{
	location_t location = gimple_location(construct->statement);
	gimple *names = witness_build(construct, index_of(construct));
	gimple *bounds = witness_build_bounds(construct);

	if (names)
		add(code, names, location);
	if (bounds)
		add(code, bounds, location);
}

static void add_use(gimple_seq *code, gimple *statement)
{
	auto_vec<tree> values;

	sharing_results(statement, &values, code);
	if (!values.is_empty())
		add(code, marker_build_use(values), gimple_location(statement));
}

/* Take the sequence away from the statement and strip it. */
static gimple_seq take(gimple_seq *from, const struct sharing *sharing)
{
	gimple_seq code = *from;

	*from = NULL;
	strip_sequence(&code, sharing);
	return code;
}

static void strip_openmp(gimple_stmt_iterator *gsi, const struct sharing *outer)
{
	gimple *statement = gsi_stmt(*gsi);
	struct construct *construct = construct_begun(statement);
	struct sharing sharing;
	gimple_seq code = NULL, after = NULL, witnesses = NULL, body;

	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		code = take(gimple_omp_for_pre_body_ptr(statement), outer);
	sharing_enter(&sharing, outer, statement, &code, &after);
	if (construct) {
		sharing_note(&sharing, construct);
		sharing.construct = construct;
		add_witnesses(&witnesses, construct);
	}
	body = take(gimple_omp_body_ptr(statement), &sharing);
	if (construct)
		add_construct(&code, statement, construct, witnesses, body);
	else if (gimple_code(statement) == GIMPLE_OMP_FOR)
		add_body(&code, statement, -1, body);
	else
		add_protected(&code, statement, body);
	gimple_seq_add_seq(&code, after);
	add_use(&code, statement);
	sharing_leave(&sharing);
	replace(gsi, code);
}

static void strip_block(gimple *block, const struct sharing *outer)
{
	struct sharing sharing;

	sharing_enter(&sharing, outer, block, NULL, NULL);
	strip_sequence(gimple_bind_body_ptr(as_a<gbind *>(block)), &sharing);
	sharing_leave(&sharing);
}

static void strip_inside(gimple *statement, const struct sharing *outer)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);

	for (unsigned i = 0; i < count; i++)
		strip_sequence(bodies[i], outer);
}

/* ordered depend(source) and depend(sink: ...) have no body, and what is
   unknown may have none. */
static bool is_to_be_dropped(gimple *statement)
{
	return is_gimple_debug(statement) ||
	       (omp_unknown(statement) && !omp_has_body(statement)) ||
	       (gimple_code(statement) == GIMPLE_OMP_ORDERED &&
		gimple_seq_empty_p(gimple_omp_body(statement))) ||
	       gimple_call_builtin_p(statement, BUILT_IN_GOMP_CANCEL) ||
	       gimple_call_builtin_p(statement,
				     BUILT_IN_GOMP_CANCELLATION_POINT);
}

static void drop(gimple_stmt_iterator *gsi)
{
	gimple *statement = gsi_stmt(*gsi);
	tree result = gimple_get_lhs(statement);
	gimple_seq code = NULL;

	if (gimple_call_builtin_p(statement, BUILT_IN_GOMP_CANCEL))
		add(&code, marker_build(MARKER_CANCEL, -1, 0),
		    gimple_location(statement));
	if (result)
		add(&code,
		    gimple_build_assign(result,
					build_zero_cst(TREE_TYPE(result))),
		    gimple_location(statement));
	replace(gsi, code);
}

/* Another function of that name, of which GCC knows nothing. */
static tree unknown_function(tree function)
{
	tree unknown = build_fn_decl(IDENTIFIER_POINTER(DECL_NAME(function)),
				     TREE_TYPE(function));

	DECL_SOURCE_LOCATION(unknown) = DECL_SOURCE_LOCATION(function);
	TREE_PUBLIC(unknown) = 0; /* GCC knows public ones by name */
	return unknown;
}

/*
 * setjmp() and vfork() return once here. With a second return every call
 * might lead back to them, and there would be hardly a loop that is one.
 */
static void return_once(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	if (function && DECL_NAME(function) &&
	    gimple_call_flags(statement) & ECF_RETURNS_TWICE)
		gimple_call_set_fndecl(statement, unknown_function(function));
}

static void strip_statement(gimple_stmt_iterator *gsi,
			    const struct sharing *outer)
{
	gimple *statement = gsi_stmt(*gsi);

	if (block_open(gsi))
		return;
	return_once(statement);
	if (is_to_be_dropped(statement)) {
		drop(gsi);
	} else if (gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD) {
		strip_atomic_load(gsi);
	} else if (gimple_code(statement) == GIMPLE_OMP_ATOMIC_STORE) {
		strip_atomic_store(gsi);
	} else if (omp_has_body(statement)) {
		strip_openmp(gsi, outer);
	} else if (gimple_code(statement) == GIMPLE_BIND) {
		strip_block(statement, outer);
		gsi_next(gsi);
	} else {
		strip_inside(statement, outer);
		gsi_next(gsi);
	}
}

static void strip_sequence(gimple_seq *sequence, const struct sharing *outer)
{
	gimple_stmt_iterator gsi = gsi_start(*sequence);

	while (!gsi_end_p(gsi))
		strip_statement(&gsi, outer);
}

static tree find_alias(tree *operand, int *walk_subtrees, void *)
{
	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	return VAR_P(*operand) && DECL_HAS_VALUE_EXPR_P(*operand) ? *operand
								  : NULL_TREE;
}

/*
 * Inside OpenMP statements GCC leaves variables that stand for something
 * else (arrays of varying size, members, common blocks) until it lowers
 * them; nobody does so here but us.
 */
static tree expand_aliases(gimple_stmt_iterator *gsi, bool *handled,
			   struct walk_stmt_info *)
{
	struct walk_stmt_info info = {};

	*handled = false;
	if (walk_gimple_op(gsi_stmt(*gsi), find_alias, &info))
		gimple_regimplify_operands(gsi_stmt(*gsi), gsi);
	return NULL_TREE;
}

void strip_function(gimple_seq *body)
{
	struct walk_stmt_info info = {};

	strip_sequence(body, NULL);
	cfun->calls_setjmp = 0;
	walk_gimple_seq_mod(body, expand_aliases, NULL, &info);
}

/* GCC returns from a body that ends. */
void strip_all(gimple_seq body)
{
	gimple_bind_set_body(as_a<gbind *>(gimple_seq_first_stmt(body)), NULL);
}
