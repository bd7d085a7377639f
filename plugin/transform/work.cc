/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choice by size; see work.h. The code of a size is straight, computes with
 * unsigned numbers that saturate, and loads only what the header of the shared
 * loop loads in any case or what cannot trap.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "rewrite/exchange.h"
#include "thread/callee.h"
#include "loops.h"
#include "memory.h"
#include "statement.h"
#include "work.h"

#define MAX_STEPS 16  /* definitions behind a bound */
#define MAX_NODES 200 /* operands of all bounds: some nanoseconds */

struct work {
	struct loop_tree loops = {};
	gimple *parallel = NULL;
	hash_map<tree, gimple *> sets;	/* in the region; NULL: several */
	tree_set own;			/* variables of the region's own */
	hash_map<tree, tree> middle;	/* of counters of the loops around */
	const struct part *loop = NULL; /* whose trips are computed */
	unsigned nodes = 0;
	gimple_seq code = NULL;
};

static tree value_of(struct work *work, tree operand, unsigned steps);

/* ---- what the region sets ---- */

static bool sets_alike(gimple *a, gimple *b)
{
	if (!is_gimple_assign(a) || !is_gimple_assign(b) ||
	    gimple_assign_rhs_code(a) != gimple_assign_rhs_code(b))
		return false;
	for (unsigned i = 1; i < gimple_num_ops(a); i++)
		if (!operand_equal_p(gimple_op(a, i), gimple_op(b, i), 0))
			return false;
	return true;
}

static void note_own(struct work *work, tree clauses)
{
	for (; clauses; clauses = OMP_CLAUSE_CHAIN(clauses)) {
		tree variable = omp_clause_variable(clauses);

		switch (omp_clause_sharing(clauses)) {
		case OMP_CLAUSE_SHARED:
		case OMP_CLAUSE_FIRSTPRIVATE:
			break;
		default:
			if (variable && DECL_P(variable))
				work->own.add(variable);
		}
	}
}

static void look_at_region(struct work *work)
{
	auto_vec<gimple *> all;

	note_own(work, omp_clauses(work->parallel));
	statement_flatten(work->parallel, &all);
	for (unsigned i = 0; i < all.length(); i++) {
		gbind *bind = dyn_cast<gbind *>(all[i]);
		tree set = gimple_get_lhs(all[i]);
		gimple **known = set ? work->sets.get(set) : NULL;

		for (tree own = bind ? gimple_bind_vars(bind) : NULL_TREE; own;
		     own = DECL_CHAIN(own))
			work->own.add(own);
		if (gimple_code(all[i]) == GIMPLE_OMP_FOR)
			note_own(work, omp_clauses(all[i]));
		if (gimple_clobber_p(all[i]) || !set)
			continue;
		if (!known)
			work->sets.put(set, all[i]);
		else if (*known && !sets_alike(*known, all[i]))
			*known = NULL;
	}
}

/* ---- values before the region ---- */

static bool is_number(tree type)
{
	return (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= 64) ||
	       POINTER_TYPE_P(type);
}

/* The assignment that gives the variable its value in the region; *none:
   nothing there does. */
static gimple *definition_of(struct work *work, tree variable, bool *none)
{
	const vec<gimple *> &before = work->loop->before;
	gimple **set = work->sets.get(variable);

	*none = false;
	for (unsigned i = before.length(); i-- > 0;)
		if (gimple_get_lhs(before[i]) == variable)
			return before[i];
	*none = !set && !work->own.contains(variable);
	return set && !(DECL_P(variable) && TREE_ADDRESSABLE(variable)) ? *set
									: NULL;
}

/* Does it have the same value where the region is entered? */
static bool is_visible(const struct work *work, tree variable)
{
	if (TREE_CODE(variable) == SSA_NAME)
		return true;
	return !TREE_THIS_VOLATILE(variable) &&
	       !DECL_HAS_VALUE_EXPR_P(variable) &&
	       !(VAR_P(variable) && (DECL_THREAD_LOCAL_P(variable) ||
				     DECL_HARD_REGISTER(variable))) &&
	       (is_global_var(variable) ||
		(decl_function_context(variable) == current_function_decl &&
		 omp_sharing_of(work->parallel, variable) != OMP_CLAUSE_ERROR));
}

/* A place in memory with all operands as they are before the region. */
static tree place_before(struct work *work, tree place, unsigned steps)
{
	tree base, index;

	if (TREE_THIS_VOLATILE(place))
		return NULL_TREE;
	switch (TREE_CODE(place)) {
	case VAR_DECL:
	case PARM_DECL:
		return !work->own.contains(place) && is_visible(work, place)
			       ? place
			       : NULL_TREE;
	case COMPONENT_REF:
		if (TREE_OPERAND(place, 2))
			return NULL_TREE;
		base = place_before(work, TREE_OPERAND(place, 0), steps);
		return base ? build3(COMPONENT_REF, TREE_TYPE(place), base,
				     TREE_OPERAND(place, 1), NULL_TREE)
			    : NULL_TREE;
	case ARRAY_REF:
		if (!work->loop->shared || TREE_OPERAND(place, 2) ||
		    TREE_OPERAND(place, 3))
			return NULL_TREE;
		base = place_before(work, TREE_OPERAND(place, 0), steps);
		index = value_of(work, TREE_OPERAND(place, 1), steps + 1);
		return base && index ? build4(ARRAY_REF, TREE_TYPE(place), base,
					      index, NULL_TREE, NULL_TREE)
				     : NULL_TREE;
	case MEM_REF:
		base = value_of(work, TREE_OPERAND(place, 0), steps + 1);
		if (base && !work->loop->shared && TREE_CODE(base) != PARM_DECL)
			return NULL_TREE;
		return base ? build2(MEM_REF, TREE_TYPE(place), base,
				     TREE_OPERAND(place, 1))
			    : NULL_TREE;
	default:
		return NULL_TREE;
	}
}

static tree computed_before(struct work *work, gimple *set, unsigned steps)
{
	enum tree_code code = gimple_assign_rhs_code(set);
	tree type = TREE_TYPE(gimple_assign_lhs(set));
	tree unsign, first = gimple_assign_rhs1(set), second;

	if (gimple_assign_load_p(set) && !VAR_P(first) &&
	    TREE_CODE(first) != PARM_DECL) {
		if (!work->loop->shared && memory_may_trap(set))
			return NULL_TREE;
		first = place_before(work, first, steps);
		return first && is_number(TREE_TYPE(first))
			       ? fold_convert(type, first)
			       : NULL_TREE;
	}
	first = value_of(work, first, steps + 1);
	second = gimple_num_ops(set) == 3
			 ? value_of(work, gimple_assign_rhs2(set), steps + 1)
			 : integer_one_node;
	if (!first || !second || gimple_num_ops(set) > 3)
		return NULL_TREE;
	if (gimple_assign_single_p(set) || CONVERT_EXPR_CODE_P(code))
		return fold_convert(type, first);
	if (code == MIN_EXPR || code == MAX_EXPR)
		return fold_build2(code, type, first, second);
	if ((code == TRUNC_DIV_EXPR || code == RSHIFT_EXPR) &&
	    TREE_CODE(second) == INTEGER_CST && tree_int_cst_sgn(second) > 0 &&
	    (code == TRUNC_DIV_EXPR ||
	     compare_tree_int(second, TYPE_PRECISION(type)) < 0))
		return fold_build2(code, type, first, second);
	/* unsigned: a value that the program does not compute may overflow */
	if (code == POINTER_PLUS_EXPR)
		code = PLUS_EXPR;
	unsign = POINTER_TYPE_P(type) ? sizetype : unsigned_type_for(type);
	if (code == NEGATE_EXPR)
		return fold_convert(
			type,
			fold_build1(code, unsign, fold_convert(unsign, first)));
	if (code != PLUS_EXPR && code != MINUS_EXPR && code != MULT_EXPR)
		return NULL_TREE;
	return fold_convert(type, fold_build2(code, unsign,
					      fold_convert(unsign, first),
					      fold_convert(unsign, second)));
}

/* The operand before the region, or NULL. */
static tree value_of(struct work *work, tree operand, unsigned steps)
{
	gimple *set;
	tree *middle;
	bool none;

	if (TREE_CODE(operand) == INTEGER_CST)
		return operand;
	if (steps > MAX_STEPS || ++work->nodes > MAX_NODES ||
	    !is_number(TREE_TYPE(operand)) ||
	    (!VAR_P(operand) && TREE_CODE(operand) != PARM_DECL &&
	     TREE_CODE(operand) != SSA_NAME))
		return NULL_TREE;
	middle = work->middle.get(operand);
	if (middle)
		return *middle;
	set = definition_of(work, operand, &none);
	if (none)
		return is_visible(work, operand) ? operand : NULL_TREE;
	if (!set || !is_gimple_assign(set) || gimple_has_volatile_ops(set))
		return NULL_TREE;
	return computed_before(work, set, steps);
}

/* A collapsed loop's bound may be a vector: counter * factor + what is added.
 */
static tree bound_of(struct work *work, tree bound)
{
	tree parts[3], type;

	if (TREE_CODE(bound) != TREE_VEC)
		return value_of(work, bound, 0);
	for (int i = 0; i < 3; i++) {
		parts[i] = value_of(work, TREE_VEC_ELT(bound, i), 0);
		if (!parts[i])
			return NULL_TREE;
	}
	type = unsigned_type_for(TREE_TYPE(parts[0]));
	return fold_convert(
		TREE_TYPE(parts[0]),
		fold_build2(PLUS_EXPR, type,
			    fold_build2(MULT_EXPR, type,
					fold_convert(type, parts[0]),
					fold_convert(type, parts[1])),
			    fold_convert(type, parts[2])));
}

/* ---- the size ---- */

#define SIZE long_long_unsigned_type_node

/* A new variable with this value. */
static tree put(struct work *work, tree value)
{
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(value));
	tree variable = create_tmp_var(type, "work");

	gimplify_assign(variable, unshare_expr(value), &work->code);
	return variable;
}

/* Sum or product that saturates. */
static tree saturate(struct work *work, internal_fn function, tree a, tree b)
{
	tree both = put(work, build_call_expr_internal_loc(
				      UNKNOWN_LOCATION, function,
				      build_complex_type(SIZE), 2, a, b));
	tree flag = build1(IMAGPART_EXPR, SIZE, both);

	return put(work, build3(COND_EXPR, SIZE,
				build2(NE_EXPR, boolean_type_node, flag,
				       build_zero_cst(SIZE)),
				TYPE_MAX_VALUE(SIZE),
				build1(REALPART_EXPR, SIZE, both)));
}

/*
 * The trips of a loop before the region, NULL where they are not known. While
 * the loops inside it are computed, its counter has its middle value.
 */
static tree trips_of(struct work *work, const struct part *loop)
{
	bool up = loops_up(loop);
	bool equal = loop->compare == LE_EXPR || loop->compare == GE_EXPR;
	tree first, last, by = NULL_TREE, type, runs, span, trips, middle;

	if (!loop->counter ||
	    (!up && loop->compare != GT_EXPR && loop->compare != GE_EXPR))
		return NULL_TREE;
	work->loop = loop;
	first = bound_of(work, loops_first(loop));
	last = bound_of(work, loop->last);
	if (loop->by)
		by = value_of(work, loop->by, 0);
	if (!first || !last || (loop->by && !by))
		return NULL_TREE;
	type = TREE_TYPE(last);
	first = put(work, fold_convert(TREE_TYPE(loop->counter), first));
	last = put(work, last);
	runs = put(work, build2(loop->compare, boolean_type_node,
				fold_convert(type, first), last));
	type = SIZE;
	if (by) {
		tree sign = put(work,
				fold_convert(long_long_integer_type_node, by));

		by = put(work,
			 fold_convert(
				 type,
				 fold_build2(MAX_EXPR, TREE_TYPE(sign), sign,
					     build_one_cst(TREE_TYPE(sign)))));
	} else {
		by = build_int_cstu(type, absu_hwi(loop->step));
	}
	first = put(work, fold_convert(TREE_TYPE(last), first));
	span = build2(MINUS_EXPR, type, fold_convert(type, up ? last : first),
		      fold_convert(type, up ? first : last));
	if (!equal)
		span = build2(MINUS_EXPR, type, span, build_one_cst(type));
	trips = put(work,
		    fold_build2(TRUNC_DIV_EXPR, type, put(work, span), by));
	middle = fold_build2(MULT_EXPR, type, by,
			     fold_build2(TRUNC_DIV_EXPR, type, trips,
					 build_int_cst(type, 2)));
	middle = build2(up ? PLUS_EXPR : MINUS_EXPR, type,
			fold_convert(type, first), middle);
	work->middle.put(
		loop->counter,
		put(work, fold_convert(TREE_TYPE(loop->counter), middle)));
	trips = saturate(work, IFN_ADD_OVERFLOW, trips, build_one_cst(type));
	return put(work,
		   build3(COND_EXPR, type, runs, trips, build_zero_cst(type)));
}

static tree work_of(struct work *work, const struct part *loop);

/* The sum over the loops inside, NULL where none is known. */
static tree sum_of(struct work *work, const struct part *part)
{
	tree sum = NULL_TREE;

	for (unsigned i = 0; i < part->inside.length(); i++) {
		const struct part *inner = part->inside[i];
		tree one = inner->kind == PART_LOOP ? work_of(work, inner)
						    : sum_of(work, inner);

		if (sum && one)
			sum = saturate(work, IFN_ADD_OVERFLOW, sum, one);
		else if (one)
			sum = one;
	}
	return sum;
}

static tree work_of(struct work *work, const struct part *loop)
{
	tree trips = trips_of(work, loop), sum;
	bool collapsed = loop->inside.length() == 1 && loop->inside[0]->shared;

	if (!trips)
		return NULL_TREE;
	sum = sum_of(work, loop);
	work->middle.remove(loop->counter);
	if (collapsed && !sum)
		return NULL_TREE;
	if (!sum)
		return trips;
	if (!collapsed)
		sum = put(work,
			  build2(MAX_EXPR, SIZE, sum, build_one_cst(SIZE)));
	return saturate(work, IFN_MUL_OVERFLOW, trips, sum);
}

/* The code of the size in work->code and its variables in the block; NULL where
   the trips of a shared loop are not known. */
static tree compute(struct work *work, const struct construct *construct,
		    gbind *block)
{
	tree size;

	work->parallel = construct->parallel;
	push_gimplify_context();
	loops_read(&work->loops, construct->loop);
	look_at_region(work);
	size = work_of(work, work->loops.list[0]);
	loops_free(&work->loops);
	if (!size)
		pop_gimplify_context(block);
	return size;
}

char *work_refuses(const struct construct *construct,
		   const struct tuned_clauses *clauses)
{
	const char *name = clauses->least ? "if(work)" : "num_threads(work)";
	const char *why = NULL;
	struct work work;
	gbind *block;

	if (!clauses->least && !clauses->each)
		return NULL;
	if (!construct->loop || construct->statement != construct->parallel ||
	    construct->unknown)
		why = "the loop has no parallel region of its own";
	else if (clauses->least &&
		 callee_may_open(gimple_omp_body(construct->parallel)))
		why = "its body may reach a parallel region, which would "
		      "become "
		      "active";
	if (why)
		return concat(name, ": ", why, NULL);
	block = gimple_build_bind(NULL_TREE, NULL, NULL_TREE);
	if (!compute(&work, construct, block))
		return concat(name,
			      ": the number of its iterations is not known "
			      "before the region",
			      NULL);
	pop_gimplify_context(block);
	return NULL;
}

/* ---- the clauses ---- */

static tree user_value(gimple *parallel, enum omp_clause_code code)
{
	tree clause = omp_clause(parallel, code);

	if (!clause)
		return NULL_TREE;
	return code == OMP_CLAUSE_IF ? OMP_CLAUSE_IF_EXPR(clause)
				     : OMP_CLAUSE_NUM_THREADS_EXPR(clause);
}

/* The threads of the region as written: the number of its clause, or
   omp_get_max_threads(). */
static tree usual_threads(struct work *work)
{
	tree user = user_value(work->parallel, OMP_CLAUSE_NUM_THREADS);
	tree type = build_function_type_list(integer_type_node, NULL_TREE);

	if (user)
		return put(work, fold_convert(integer_type_node, user));
	return put(
		work,
		build_call_expr(build_fn_decl("omp_get_max_threads", type), 0));
}

static gimple_stmt_iterator *found;

static tree find(gimple_stmt_iterator *gsi, bool *handled,
		 struct walk_stmt_info *info)
{
	*handled = gsi_stmt(*gsi) == (gimple *)info->info;
	if (!*handled)
		return NULL_TREE;
	*found = *gsi;
	return integer_one_node;
}

bool work_apply(const struct construct *construct,
		const struct tuned_clauses *clauses)
{
	gbind *block = gimple_build_bind(NULL_TREE, NULL, NULL_TREE);
	gimple_seq body = gimple_body(current_function_decl);
	struct walk_stmt_info info = {};
	gimple_stmt_iterator at, old;
	struct work work;
	tree size, user, value;

	if (!clauses->least && !clauses->each)
		return true;
	size = compute(&work, construct, block);
	if (!size)
		return false;
	if (clauses->least) {
		user = user_value(work.parallel, OMP_CLAUSE_IF);
		value = put(&work, build2(GE_EXPR, boolean_type_node, size,
					  build_int_cst(SIZE, clauses->least)));
		if (user)
			value = put(
				&work,
				build2(BIT_AND_EXPR, boolean_type_node, value,
				       put(&work,
					   build2(NE_EXPR, boolean_type_node,
						  user,
						  build_zero_cst(
							  TREE_TYPE(user))))));
		exchange_region(work.parallel, OMP_CLAUSE_IF, value);
	}
	if (clauses->each) {
		user = fold_convert(
			SIZE, put(&work, build2(MAX_EXPR, integer_type_node,
						usual_threads(&work),
						integer_one_node)));
		value = build2(TRUNC_DIV_EXPR, SIZE, size,
			       build_int_cst(SIZE, clauses->each));
		value = put(&work,
			    build2(MIN_EXPR, SIZE, put(&work, value), user));
		value = put(&work,
			    build2(MAX_EXPR, SIZE, value, build_one_cst(SIZE)));
		value = put(&work, fold_convert(integer_type_node, value));
		exchange_region(work.parallel, OMP_CLAUSE_NUM_THREADS, value);
	}
	found = &at;
	info.info = work.parallel;
	walk_gimple_seq_mod(&body, find, NULL, &info);
	gimple_set_location(block, gimple_location(work.parallel));
	gsi_insert_before(&at, block, GSI_NEW_STMT);
	old = at;
	gsi_next(&old);
	gsi_remove(&old, false);
	gimple_seq_add_stmt(&work.code, work.parallel);
	gimple_bind_set_body(block, work.code);
	pop_gimplify_context(block);
	return true;
}
