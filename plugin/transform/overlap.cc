/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ranges of addresses by interval arithmetic, as code; see overlap.h.
 *
 * Numbers are computed in 64 bits with a sign, and it is noted where one does
 * not fit. Narrower numbers of the program, and signed ones, are exact; those
 * of 64 unsigned bits and addresses are what is computed modulo 2^64, which
 * tells addresses apart as well.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "code.h"
#include "overlap.h"
#include "statement.h"

#define BITS 64

/* The interval of a number or pointer over all iterations. */
struct interval {
	tree base; /* variable that a pointer is made of; NULL: a number */
	tree low, high;
};

/* The bytes reached through one pointer, or of one object. */
struct reached {
	struct interval at; /* high: behind the last byte */
	bool written;
};

struct search {
	struct code code;
	tree type;		       /* of 64 bits */
	tree unfit;		       /* not 0 where a number does not fit */
	auto_vec<gimple *> statements; /* of the construct */
	hash_map<gimple *, const struct part *> around; /* innermost loop */
	tree_set sets, own, incoming;			/* variables */
	hash_map<tree, struct interval> values;		/* of variables */
	auto_vec<struct reached> ranges;
	char *why;
};

static bool fail(struct search *search, tree variable, const char *why)
{
	if (!search->why)
		search->why = xasprintf("no overlap check: %s %s",
					variable ? statement_name(variable)
						 : "an address",
					why);
	return false;
}

/* ---- code ---- */

static tree number(struct search *search, HOST_WIDE_INT value)
{
	return build_int_cst(search->type, value);
}

static void note_unfit(struct search *search, tree value)
{
	search->unfit = code_compute(&search->code, BIT_IOR_EXPR, search->type,
				     search->unfit, value);
}

/* The sum, difference or product. */
static tree compute(struct search *search, enum tree_code operation, tree a,
		    tree b)
{
	tree type = search->type;
	tree folded = fold_binary(operation, type, a, b), both, part[2];
	enum internal_fn function = operation == PLUS_EXPR ? IFN_ADD_OVERFLOW
				    : operation == MINUS_EXPR
					    ? IFN_SUB_OVERFLOW
					    : IFN_MUL_OVERFLOW;
	gimple *call;

	if (folded && is_gimple_val(folded) && !TREE_OVERFLOW_P(folded))
		return folded;
	call = gimple_build_call_internal(function, 2, a, b);
	both = code_variable(&search->code, build_complex_type(type), "both");
	gimple_call_set_lhs(call, both);
	code_add(&search->code, call);
	for (int i = 0; i < 2; i++) {
		part[i] = code_variable(&search->code, type, "value");
		code_set(&search->code, part[i],
			 build1(i == 0 ? REALPART_EXPR : IMAGPART_EXPR, type,
				both));
	}
	note_unfit(search, part[1]);
	return part[0];
}

static tree choose(struct search *search, enum tree_code operation, tree a,
		   tree b)
{
	return code_compute(&search->code, operation, search->type, a, b);
}

static tree compare(struct search *search, enum tree_code operation, tree a,
		    tree b)
{
	return code_convert(&search->code, search->type,
			    code_compute(&search->code, operation,
					 boolean_type_node, a, b));
}

/* ---- intervals ---- */

/* The hull of both. */
static void widen(struct search *search, struct interval *a, tree low,
		  tree high)
{
	a->low = choose(search, MIN_EXPR, a->low, low);
	a->high = choose(search, MAX_EXPR, a->high, high);
}

static void multiply(struct search *search, struct interval *a,
		     const struct interval *b)
{
	const struct interval old = *a;

	a->low = a->high = compute(search, MULT_EXPR, old.low, b->low);
	for (int i = 1; i < 4; i++) {
		tree product;

		if ((i & 1 && old.low == old.high) ||
		    (i & 2 && b->low == b->high))
			continue;
		product = compute(search, MULT_EXPR, i & 1 ? old.high : old.low,
				  i & 2 ? b->high : b->low);
		widen(search, a, product, product);
	}
}

static void combine(struct search *search, enum tree_code operation,
		    struct interval *a, const struct interval *b)
{
	bool minus = operation == MINUS_EXPR;

	if (operation == MULT_EXPR) {
		multiply(search, a, b);
		return;
	}
	a->low = compute(search, operation, a->low, minus ? b->high : b->low);
	a->high = compute(search, operation, a->high, minus ? b->low : b->high);
}

static void shift(struct search *search, struct interval *a,
		  HOST_WIDE_INT bytes)
{
	const struct interval b = {NULL_TREE, number(search, bytes),
				   number(search, bytes)};

	combine(search, PLUS_EXPR, a, &b);
}

static bool is_converted_well(tree to, tree from)
{
	unsigned bits = TYPE_PRECISION(to), before = TYPE_PRECISION(from);

	if (POINTER_TYPE_P(to) || POINTER_TYPE_P(from))
		return POINTER_TYPE_P(to) && POINTER_TYPE_P(from);
	return bits == BITS || (TYPE_UNSIGNED(to) == TYPE_UNSIGNED(from)
					? bits >= before
					: TYPE_UNSIGNED(from) && bits > before);
}

/* Is the operation in this type that of whole numbers, or modulo 2^64? */
static bool is_known_operation(enum tree_code operation, tree type)
{
	if (operation == POINTER_PLUS_EXPR || !INTEGRAL_TYPE_P(type))
		return operation == POINTER_PLUS_EXPR;
	return (operation == PLUS_EXPR || operation == MINUS_EXPR ||
		operation == MULT_EXPR) &&
	       (TYPE_UNSIGNED(type) ? TYPE_PRECISION(type) == BITS
				    : TYPE_OVERFLOW_UNDEFINED(type));
}

static bool operand_value(struct search *search, tree operand,
			  const struct part *loop, struct interval *to);

/* The interval that the statement gives its variable inside the loop. */
static bool assigned_value(struct search *search, gimple *setter,
			   const struct part *loop, struct interval *to)
{
	enum tree_code operation = gimple_assign_rhs_code(setter);
	tree variable = gimple_assign_lhs(setter), type = TREE_TYPE(variable);
	tree first = gimple_assign_rhs1(setter);
	struct interval second;

	if (gimple_assign_single_p(setter))
		return operand_value(search, first, loop, to);
	if (CONVERT_EXPR_CODE_P(operation) &&
	    is_converted_well(type, TREE_TYPE(first)))
		return operand_value(search, first, loop, to);
	if (!is_known_operation(operation, type))
		return fail(search, variable, "is computed in another way");
	if (!operand_value(search, first, loop, to) ||
	    !operand_value(search, gimple_assign_rhs2(setter), loop, &second))
		return false;
	combine(search, operation == POINTER_PLUS_EXPR ? PLUS_EXPR : operation,
		to, &second);
	return true;
}

/* The hull of all that the construct sets it to. */
static bool set_value(struct search *search, tree variable, struct interval *to)
{
	bool found = false;

	if (search->incoming.contains(variable) ||
	    !(TREE_CODE(variable) == SSA_NAME ||
	      search->own.contains(variable)))
		return fail(search, variable, "changes");
	search->values.put(variable, {}); /* it is under way */
	for (unsigned i = 0; i < search->statements.length(); i++) {
		gimple *g = search->statements[i];
		const struct part **loop = search->around.get(g);
		struct interval at;

		if (statement_sets(g) != variable)
			continue;
		if (!is_gimple_assign(g) || gimple_assign_lhs(g) != variable)
			return fail(search, variable, "changes");
		if (!assigned_value(search, g, loop ? *loop : NULL, &at))
			return false;
		if (found && to->base != at.base)
			return fail(search, variable, "has several bases");
		if (found)
			widen(search, to, at.low, at.high);
		else
			*to = at;
		found = true;
	}
	return found || fail(search, variable, "changes");
}

/* In the loop's body. Bounds are themselves, and not modulo 2^64 only. */
static bool counter_value(struct search *search, const struct part *loop,
			  struct interval *to)
{
	const struct part *around = loop->around;
	bool open = loop->compare == LT_EXPR || loop->compare == GT_EXPR;
	struct interval last;
	bool known =
		loop->first && operand_value(search, loop->first, around, to);

	for (unsigned i = 0; !loop->first && i < loop->before.length(); i++)
		if (gimple_get_lhs(loop->before[i]) == loop->counter)
			known = is_gimple_assign(loop->before[i]) &&
				assigned_value(search, loop->before[i], around,
					       to);
	if (!known || !operand_value(search, loop->last, around, &last) ||
	    to->base || last.base)
		return fail(search, loop->counter, "has unknown bounds");
	if (TYPE_UNSIGNED(TREE_TYPE(loop->counter)) ||
	    TYPE_UNSIGNED(TREE_TYPE(loop->last)))
		note_unfit(search,
			   compare(search, LT_EXPR,
				   choose(search, MIN_EXPR, to->low, last.low),
				   number(search, 0)));
	if (loops_up(loop))
		to->high = compute(search, MINUS_EXPR, last.high,
				   number(search, open));
	else
		to->low = compute(search, PLUS_EXPR, last.low,
				  number(search, open));
	return true;
}

/* At the entry of the construct, which does not change it. */
static void entry_value(struct search *search, tree value, struct interval *to)
{
	tree type = TREE_TYPE(value);

	to->base = NULL_TREE;
	if (POINTER_TYPE_P(type)) {
		to->base = value;
		type = build_nonstandard_integer_type(TYPE_PRECISION(type), 1);
		value = code_convert(&search->code, type, value);
	}
	to->low = to->high = code_convert(&search->code, search->type, value);
}

static bool reference_value(struct search *search, tree reference,
			    const struct part *loop, struct interval *to);

/* The interval of the operand inside the loop. */
static bool operand_value(struct search *search, tree operand,
			  const struct part *loop, struct interval *to)
{
	struct interval *known;
	bool good = true;

	if (TREE_CODE(operand) == ADDR_EXPR)
		return reference_value(search, TREE_OPERAND(operand, 0), loop,
				       to);
	if (TREE_CODE(operand) == INTEGER_CST &&
	    TYPE_PRECISION(TREE_TYPE(operand)) <= BITS) {
		*to = {NULL_TREE, number(search, TREE_INT_CST_LOW(operand)),
		       number(search, TREE_INT_CST_LOW(operand))};
		return true;
	}
	for (; loop; loop = loop->around)
		if (loop->kind == PART_LOOP && loop->counter == operand)
			return counter_value(search, loop, to);
	if (TREE_CODE(operand) != SSA_NAME &&
	    (!DECL_P(operand) ||
	     DECL_CONTEXT(operand) != current_function_decl))
		return fail(search, NULL_TREE, "is made of what is loaded");
	if (!statement_is_scalar(operand) ||
	    !(INTEGRAL_TYPE_P(TREE_TYPE(operand)) ||
	      POINTER_TYPE_P(TREE_TYPE(operand))) ||
	    TYPE_PRECISION(TREE_TYPE(operand)) > BITS)
		return fail(search, NULL_TREE, "is made of what is loaded");
	known = search->values.get(operand);
	if (known) {
		*to = *known;
		return known->low || fail(search, operand, "changes");
	}
	if (search->sets.contains(operand))
		good = set_value(search, operand, to);
	else
		entry_value(search, operand, to);
	if (good)
		search->values.put(operand, *to);
	return good;
}

/* ---- addresses ---- */

/* Adds index * size of an element. */
static bool add_index(struct search *search, tree reference,
		      const struct part *loop, struct interval *to)
{
	struct interval index, size;

	if (!integer_zerop(array_ref_low_bound(reference)))
		return fail(search, NULL_TREE, "counts from another number");
	if (!operand_value(search, TREE_OPERAND(reference, 1), loop, &index) ||
	    !operand_value(search, TYPE_SIZE_UNIT(TREE_TYPE(reference)), loop,
			   &size))
		return false;
	combine(search, MULT_EXPR, &index, &size);
	combine(search, PLUS_EXPR, to, &index);
	return true;
}

/* The interval of the first byte of the reference inside the loop. */
static bool reference_value(struct search *search, tree reference,
			    const struct part *loop, struct interval *to)
{
	tree object = TREE_OPERAND(reference, 0), field;

	switch (TREE_CODE(reference)) {
	case COMPONENT_REF:
		field = TREE_OPERAND(reference, 1);
		if (DECL_BIT_FIELD(field) ||
		    TREE_CODE(DECL_FIELD_OFFSET(field)) != INTEGER_CST ||
		    !reference_value(search, object, loop, to))
			return fail(search, NULL_TREE, "is that of a bit");
		shift(search, to, int_byte_position(field));
		return true;
	case ARRAY_REF:
		return reference_value(search, object, loop, to) &&
		       add_index(search, reference, loop, to);
	case MEM_REF:
		if (!operand_value(search, object, loop, to))
			return false;
		shift(search, to, TREE_INT_CST_LOW(TREE_OPERAND(reference, 1)));
		return true;
	default:
		return fail(search, NULL_TREE, "is of no known form");
	}
}

/* One more reference through the variable, or the first. */
static void join(struct search *search, const struct interval *at, bool written)
{
	for (unsigned i = 0; i < search->ranges.length(); i++) {
		struct reached *range = &search->ranges[i];

		if (range->at.base != at->base)
			continue;
		widen(search, &range->at, at->low, at->high);
		range->written |= written;
		return;
	}
	search->ranges.safe_push({*at, written});
}

/* An object, as a whole. */
static bool object_value(struct search *search, tree object,
			 struct interval *to)
{
	tree address;

	if (!is_global_var(object) || DECL_THREAD_LOCAL_P(object))
		return fail(search, object, "may be each thread's own");
	mark_addressable(object);
	address = code_variable(&search->code, ptr_type_node, "address");
	code_set(&search->code, address,
		 build_fold_addr_expr_with_type(object, ptr_type_node));
	entry_value(search, address, to);
	to->base = object;
	return true;
}

/* An operand of the statement. No pointer leads to an object whose address
   nobody takes. */
static void visit(struct search *search, gimple *statement, tree operand,
		  bool written)
{
	const struct part **loop = search->around.get(statement);
	tree base = get_base_address(operand);
	bool object = base && DECL_P(base);
	HOST_WIDE_INT size;
	struct interval at;

	if (CONSTANT_CLASS_P(operand) || TREE_CODE(operand) == ADDR_EXPR ||
	    TREE_CODE(operand) == SSA_NAME ||
	    (object && statement_is_scalar(base)) ||
	    (object && !TREE_ADDRESSABLE(base) && !TREE_PUBLIC(base) &&
	     !DECL_EXTERNAL(base)))
		return;
	if (object ? !object_value(search, base, &at)
		   : !reference_value(search, operand, loop ? *loop : NULL,
				      &at))
		return;
	size = int_size_in_bytes(TREE_TYPE(object ? base : operand));
	if (size <= 0 || !at.base)
		fail(search, NULL_TREE, "or its size is not known");
	at.high = compute(search, PLUS_EXPR, at.high, number(search, size));
	join(search, &at, written);
}

/* ---- statements ---- */

/* Functions of the compiler that get and give numbers touch no data. */
static bool is_of_numbers(gimple *call)
{
	if (gimple_call_lhs(call) && !statement_sets(call))
		return false;
	if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL))
		return gimple_call_internal_p(call);
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
			return false;
	return true;
}

static void visit_statement(struct search *search, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		if (gimple_clobber_p(statement))
			return;
		for (unsigned i = 0; i < gimple_num_ops(statement); i++)
			visit(search, statement, gimple_op(statement, i),
			      i == 0);
		return;
	case GIMPLE_CALL:
		if (!is_of_numbers(statement))
			fail(search, NULL_TREE, "may be that of a call");
		return;
	case GIMPLE_BIND:
	case GIMPLE_COND:
	case GIMPLE_GOTO:
	case GIMPLE_LABEL:
	case GIMPLE_OMP_FOR:
	case GIMPLE_TRY:
		return;
	default:
		if (statement_is_real(statement))
			fail(search, NULL_TREE, "may be used in another way");
	}
}

static void note_variables(struct search *search, gimple *statement)
{
	gbind *block = dyn_cast<gbind *>(statement);
	tree set = statement_sets(statement);

	if (set)
		search->sets.add(set);
	for (tree t = block ? gimple_bind_vars(block) : NULL_TREE; t;
	     t = DECL_CHAIN(t))
		search->own.add(t);
	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c)) {
		tree variable = omp_clause_variable(c);
		enum omp_clause_code sharing = omp_clause_sharing(c);

		if (!variable)
			continue;
		if (sharing == OMP_CLAUSE_PRIVATE)
			search->own.add(variable);
		else
			search->incoming.add(variable);
		if (sharing != OMP_CLAUSE_SHARED &&
		    sharing != OMP_CLAUSE_FIRSTPRIVATE)
			search->sets.add(variable);
	}
}

static void read_construct(struct search *search,
			   const struct construct *construct,
			   const struct loop_tree *loops)
{
	statement_flatten(construct->statement, &search->statements);
	for (unsigned i = 0; i < search->statements.length(); i++)
		note_variables(search, search->statements[i]);
	for (unsigned i = 0; i < loops->list.length(); i++) {
		const struct part *loop = loops->list[i];
		auto_vec<gimple *> body, all;

		if (loop->counter)
			search->sets.add(loop->counter);
		loops_body(loop, &body);
		statement_flatten_all(body, &all);
		for (unsigned k = 0; k < all.length(); k++)
			search->around.put(all[k], loop);
	}
}

/* ---- the test ---- */

static tree compare_all(struct search *search)
{
	const vec<struct reached> &all = search->ranges;
	tree bad = search->unfit;

	for (unsigned i = 0; i < all.length(); i++)
		for (unsigned j = 0; j < i; j++) {
			const struct interval *a = &all[i].at, *b = &all[j].at;

			if (!all[i].written && !all[j].written)
				continue;
			bad = choose(search, BIT_IOR_EXPR, bad,
				     choose(search, BIT_AND_EXPR,
					    compare(search, LT_EXPR, a->low,
						    b->high),
					    compare(search, LT_EXPR, b->low,
						    a->high)));
		}
	return bad;
}

static void check_names(struct search *search, const vec<char *> &names)
{
	for (unsigned i = 0; i < names.length() && !search->why; i++) {
		unsigned found = 0;

		for (unsigned j = 0; j < search->ranges.length(); j++) {
			tree base = search->ranges[j].at.base;

			found += strcmp(statement_name(base), names[i]) == 0;
		}
		if (found != 1)
			search->why =
				xasprintf("no overlap check: %s is no pointer "
					  "that the loop does not change",
					  names[i]);
	}
}

char *overlap_plan(struct overlap *to, const struct construct *construct,
		   const struct loop_tree *loops, const vec<char *> &names)
{
	struct search search;
	auto_vec<gimple *> all;

	if (gimple_code(construct->statement) != GIMPLE_OMP_PARALLEL)
		return xstrdup("no overlap check: only one of a parallel loop "
			       "is the same for all threads");
	if (POINTER_SIZE != BITS)
		return xstrdup("no overlap check: addresses of 64 bits only");
	search.why = NULL;
	search.type = long_long_integer_type_node;
	search.unfit = number(&search, 0);
	search.code = {NULL, &to->variables, construct->location};
	read_construct(&search, construct, loops);
	/* clocks may stand around the loops */
	statement_flatten(construct->share, &all);
	for (unsigned i = 0; i < all.length() && !search.why; i++)
		visit_statement(&search, all[i]);
	check_names(&search, names);
	if (!search.why)
		to->overlaps = compare_all(&search);
	to->statements = search.code.statements;
	return search.why;
}
