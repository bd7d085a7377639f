/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Straight code of what chooses the smaller or the larger value; see
 * straight.h.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "base/standard.h"
#include "memory.h"
#include "statement.h"
#include "straight.h"

#define NESTED_MOST 8

/* A value that one of the first "limit" statements of a list gives. */
struct value {
	const vec<gimple *> *list;
	unsigned limit;
	tree name;
};

static gimple *definition_of(struct value *value)
{
	while (value->limit-- > 0) {
		gimple *g = (*value->list)[value->limit];

		if (gimple_get_lhs(g) == value->name)
			return is_gimple_assign(g) ? g : NULL;
	}
	return NULL;
}

static struct value operand(const struct value *of, tree name)
{
	return {of->list, of->limit, name};
}

/* The value without what is only another name of it. */
static void strip(struct value *value)
{
	for (;;) {
		struct value of = *value;
		gimple *g = definition_of(&of);

		if (!g || !gimple_assign_single_p(g) ||
		    !is_gimple_val(gimple_assign_rhs1(g)))
			return;
		*value = operand(&of, gimple_assign_rhs1(g));
	}
}

/* Take constants out of the value: it is what remains, and they. */
static HOST_WIDE_INT take_constant(struct value *value)
{
	HOST_WIDE_INT sum = 0;

	for (;;) {
		struct value of;
		gimple *g;

		strip(value);
		of = *value;
		g = definition_of(&of);
		if (!g || gimple_assign_rhs_code(g) != PLUS_EXPR ||
		    TYPE_UNSIGNED(TREE_TYPE(value->name)) ||
		    !tree_fits_shwi_p(gimple_assign_rhs2(g)))
			return sum;
		sum += tree_to_shwi(gimple_assign_rhs2(g));
		*value = operand(&of, gimple_assign_rhs1(g));
	}
}

static bool are_same(struct value a, struct value b, int depth)
{
	struct value of_a, of_b;
	gimple *ga, *gb;

	strip(&a);
	strip(&b);
	of_a = a;
	of_b = b;
	ga = definition_of(&of_a);
	gb = definition_of(&of_b);
	if (!ga || !gb || ga == gb)
		return ga == gb && operand_equal_p(a.name, b.name, 0);
	if (depth == NESTED_MOST ||
	    gimple_assign_rhs_code(ga) != gimple_assign_rhs_code(gb) ||
	    gimple_num_ops(ga) != gimple_num_ops(gb) ||
	    get_gimple_rhs_class(gimple_assign_rhs_code(ga)) ==
		    GIMPLE_SINGLE_RHS)
		return false;
	for (unsigned i = 1; i < gimple_num_ops(ga); i++)
		if (!are_same(operand(&of_a, gimple_op(ga, i)),
			      operand(&of_b, gimple_op(gb, i)), depth + 1))
			return false;
	return true;
}

/* A temporary is set to a whole number, which cannot fail. */
static bool is_computed(gimple *g)
{
	tree set = gimple_get_lhs(g);

	return is_gimple_assign(g) && statement_is_scalar(set) &&
	       !gimple_has_volatile_ops(g) && !memory_may_trap(g);
}

/* A label in v[*at] to which one statement jumps; *at goes behind it. */
static bool read_label(label_uses *uses, const vec<gimple *> &v, unsigned *at,
		       unsigned end, tree label)
{
	unsigned p = statement_next(v, *at, end);
	int *count = uses->get(label);

	if (statement_label(v, p, end) != label || !count || *count != 1)
		return false;
	*at = p + 1;
	return true;
}

/*
 * One of the two branches: temporaries, then the variable, whose statement is
 * the last one added. Stops at what is none of these.
 */
static bool read_branch(label_uses *uses, const vec<gimple *> &v, unsigned *at,
			unsigned end, vec<gimple *> *list)
{
	unsigned from = list->length(), p = *at;

	for (;;) {
		p = statement_next(v, p, end);
		if (p >= end)
			return false;
		if (straight_choice(uses, v, &p, end, list))
			continue;
		if (!is_gimple_assign(v[p]))
			break;
		if (!is_computed(v[p]))
			return false;
		list->safe_push(v[p++]);
	}
	*at = p;
	for (unsigned i = from; i + 1 < list->length(); i++)
		if (!statement_is_temporary(gimple_get_lhs((*list)[i])))
			return false;
	return list->length() > from;
}

/*
 * Does "p code q ? x : y" choose the smaller one, or the larger one? Either may
 * have been compared with a constant beside it, as t + 31 < n for t + 32 <= n.
 */
static enum tree_code chooses(enum tree_code code, struct value p,
			      struct value q, struct value x, struct value y)
{
	HOST_WIDE_INT compared = take_constant(&q) - take_constant(&p);
	HOST_WIDE_INT chosen = take_constant(&y) - take_constant(&x);
	HOST_WIDE_INT off = compared - chosen;

	if (!are_same(p, x, 0) || !are_same(q, y, 0))
		return ERROR_MARK;
	switch (code) {
	case LT_EXPR:
		return off == 0 || off == 1 ? MIN_EXPR : ERROR_MARK;
	case LE_EXPR:
		return off == 0 || off == -1 ? MIN_EXPR : ERROR_MARK;
	case GT_EXPR:
		return off == 0 || off == -1 ? MAX_EXPR : ERROR_MARK;
	case GE_EXPR:
		return off == 0 || off == 1 ? MAX_EXPR : ERROR_MARK;
	default:
		return ERROR_MARK;
	}
}

/* Is nothing that was computed before set to another value in the branches? */
static bool keep_values(const vec<gimple *> &list, unsigned before,
			unsigned first, unsigned second)
{
	for (unsigned i = before; i < second; i++) {
		tree set = gimple_get_lhs(list[i]);
		struct value was = {&list, before, set};
		struct value is = {&list, i + 1, set}, earlier = was;

		if (i != first && definition_of(&earlier) &&
		    !are_same(was, is, 0))
			return false;
	}
	return true;
}

/*
 * The variable as the minimum or maximum of what the branches computed last:
 * "first" and "second" in the list, behind the operands of the condition. With
 * no second branch it keeps its value.
 */
static bool add_choice(gcond *cond, unsigned before, unsigned first,
		       unsigned second, vec<gimple *> *list)
{
	enum tree_code code = gimple_cond_code(cond), which;
	gimple *one = (*list)[first];
	gimple *other = second ? (*list)[second] : NULL;
	tree set = gimple_get_lhs(one), type = TREE_TYPE(set);
	struct value p = {list, before, gimple_cond_lhs(cond)};
	struct value q = {list, before, gimple_cond_rhs(cond)};
	struct value x = {list, first + 1, set};
	struct value y = {list, second ? second + 1 : before, set};
	bool as_p, as_q;

	if ((other && gimple_get_lhs(other) != set) || !INTEGRAL_TYPE_P(type) ||
	    !useless_type_conversion_p(type, TREE_TYPE(p.name)) ||
	    !useless_type_conversion_p(type, TREE_TYPE(q.name)) ||
	    !keep_values(*list, before, first, second ? second : first))
		return false;
	which = chooses(code, p, q, x, y);
	if (which == ERROR_MARK) {
		std::swap(p, q);
		which = chooses(swap_tree_comparison(code), p, q, x, y);
	}
	/* one of the two is compared as it is */
	as_p = which != ERROR_MARK && p.name != set && are_same(p, x, 0);
	as_q = which != ERROR_MARK && q.name != set && are_same(q, y, 0);
	if (!as_p && (!as_q || !other))
		return false;
	if (other)
		list->ordered_remove(second);
	list->ordered_remove(first);
	if (other)
		list->safe_push(as_p ? other : one);
	list->safe_push(
		gimple_build_assign(set, which, set, as_p ? p.name : q.name));
	gimple_set_location(list->last(), gimple_location(one));
	return true;
}

bool straight_choice(label_uses *uses, const vec<gimple *> &v, unsigned *at,
		     unsigned end, vec<gimple *> *list)
{
	gcond *cond = dyn_cast<gcond *>(v[*at]);
	unsigned before = list->length(), p = *at + 1, first, second = 0;
	tree no, out;
	bool chosen = false;

	if (!cond || !INTEGRAL_TYPE_P(TREE_TYPE(gimple_cond_lhs(cond))))
		return false;
	no = gimple_cond_false_label(cond);
	if (read_label(uses, v, &p, end, gimple_cond_true_label(cond)) &&
	    read_branch(uses, v, &p, end, list)) {
		first = list->length() - 1;
		out = no;
		if (gimple_code(v[p]) == GIMPLE_GOTO) {
			out = gimple_goto_dest(v[p++]);
			if (read_label(uses, v, &p, end, no) &&
			    read_branch(uses, v, &p, end, list))
				second = list->length() - 1;
		}
		chosen = (out == no || second > first) &&
			 read_label(uses, v, &p, end, out) &&
			 add_choice(cond, before, first, second, list);
	}
	if (chosen)
		*at = p;
	else
		list->truncate(before);
	return chosen;
}

/* ---- std::min and std::max ---- */

/* MIN_EXPR or MAX_EXPR where the call is one of those. */
static enum tree_code library_choice(gimple *g)
{
	tree function = is_gimple_call(g) ? gimple_call_fndecl(g) : NULL_TREE;

	if (!function || !DECL_NAME(function) || gimple_call_num_args(g) != 2 ||
	    !gimple_call_lhs(g) || !standard_declares(function) ||
	    TREE_CODE(TREE_TYPE(gimple_call_lhs(g))) != REFERENCE_TYPE ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(TREE_TYPE(gimple_call_lhs(g)))))
		return ERROR_MARK;
	return id_equal(DECL_NAME(function), "min")   ? MIN_EXPR
	       : id_equal(DECL_NAME(function), "max") ? MAX_EXPR
						      : ERROR_MARK;
}

/* The number that the reference refers to. */
static tree referred(hash_map<tree, tree> *known, tree reference,
		     vec<gimple *> *list)
{
	tree place = TREE_CODE(reference) == ADDR_EXPR
			     ? TREE_OPERAND(reference, 0)
			     : reference;
	tree *value = known->get(place), loaded, type;

	if (value)
		return *value;
	if (TREE_CODE(reference) != ADDR_EXPR)
		place = build_simple_mem_ref(reference);
	type = TYPE_MAIN_VARIANT(TREE_TYPE(place));
	loaded = create_tmp_var_raw(type, "bound");
	list->safe_push(gimple_build_assign(loaded, place));
	return loaded;
}

void straight_library(vec<gimple *> *list)
{
	hash_map<tree, tree> known;
	auto_vec<gimple *> changed;

	for (unsigned i = 0; i < list->length(); i++) {
		gimple *g = (*list)[i];
		enum tree_code which = library_choice(g);
		tree set = gimple_get_lhs(g);
		tree from = gimple_assign_single_p(g) ? gimple_assign_rhs1(g)
						      : NULL_TREE;

		if (which != ERROR_MARK) {
			tree a = referred(&known, gimple_call_arg(g, 0),
					  &changed);
			tree b = referred(&known, gimple_call_arg(g, 1),
					  &changed);
			tree value = create_tmp_var_raw(TREE_TYPE(a), "bound");

			changed.safe_push(
				gimple_build_assign(value, which, a, b));
			known.put(set, value);
			continue;
		}
		/* what is only there to be referred to */
		if (from && VAR_P(set) && DECL_ARTIFICIAL(set) &&
		    TREE_ADDRESSABLE(set) && is_gimple_val(from)) {
			known.put(set, from);
		} else if (from && TREE_CODE(from) == MEM_REF &&
			   integer_zerop(TREE_OPERAND(from, 1)) &&
			   known.get(TREE_OPERAND(from, 0))) {
			g = gimple_build_assign(
				set, *known.get(TREE_OPERAND(from, 0)));
		}
		changed.safe_push(g);
	}
	list->truncate(0);
	list->safe_splice(changed);
}
