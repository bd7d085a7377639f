/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a statement does with the thread's own variables.
 *
 * A value that an earlier iteration may have left is followed through
 * temporaries. Where it comes back to its variable by one operation, whose
 * order does not matter, it is a sum; where it only decides whether it is
 * replaced, it is the least or the greatest so far; everywhere else it was
 * read too early.
 */
#include "base/gcc.h"
#include "base/standard.h"
#include "callee.h"
#include "element.h"
#include "known.h"
#include "parameter.h"
#include "scan.h"
#include "visit.h"
#include "written.h"

/* ---- reads and writes ---- */

static void spoil(struct scan *scan, const struct origin *origin)
{
	char root[MAX_KEY];

	element_root(origin->key, root);
	scan->subjects[origin->subject].early.safe_push(xstrdup(root));
}

/* Is it a value that an earlier iteration may have left? */
static bool is_left_over(struct scan *scan, tree value, struct origin *origin)
{
	struct origin **known = scan->origins->get(value);

	if (known && *known) {
		*origin = **known;
		return !origin->address;
	}
	return element_find(scan, value, origin) &&
	       !written_already(scan, origin->subject, origin->key);
}

static void demand(struct scan *scan, tree value)
{
	struct origin origin;

	if (value && !CONSTANT_CLASS_P(value) &&
	    is_left_over(scan, value, &origin))
		spoil(scan, &origin);
}

/* Subscripts and pointers on the way to a place. */
static void demand_way(struct scan *scan, tree ref)
{
	for (; ref && handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(ref) == ARRAY_REF)
			demand(scan, TREE_OPERAND(ref, 1));
	if (ref && TREE_CODE(ref) == MEM_REF &&
	    TREE_CODE(TREE_OPERAND(ref, 0)) != ADDR_EXPR)
		demand(scan, TREE_OPERAND(ref, 0));
}

static void set_text(struct scan *scan, tree target, const char *text)
{
	char *&known = scan->texts->get_or_insert(target);

	free(known);
	known = text ? xstrdup(text) : NULL;
}

static void set_origin(struct scan *scan, tree target,
		       const struct origin *origin)
{
	struct origin *&known = scan->origins->get_or_insert(target);

	free(known);
	known = NULL;
	if (!origin)
		return;
	known = XNEW(struct origin);
	*known = *origin;
}

static void assign(struct scan *scan, tree target, const char *text)
{
	struct origin origin;

	if (element_is_temporary(scan, target)) {
		set_origin(scan, target, NULL);
		set_text(scan, target, text);
		return;
	}
	if (DECL_P(target))
		written_forget(scan, target);
	if (element_find(scan, target, &origin))
		written_fill(scan, &origin);
}

/* ---- sums ---- */

static bool is_comparison(enum tree_code code)
{
	return TREE_CODE_CLASS(code) == tcc_comparison;
}

/*
 * The operation by which a value goes on that came by "before"; false where
 * what comes out depends on the order of such steps.
 */
static bool combine(enum tree_code before, enum tree_code code, bool first,
		    enum tree_code *together)
{
	enum tree_code now = code;

	if (CONVERT_EXPR_CODE_P(code) || code == FLOAT_EXPR ||
	    code == PAREN_EXPR ||
	    get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS) {
		*together = before;
		return true;
	}
	if (code == MINUS_EXPR && first)
		now = PLUS_EXPR;
	if (code == RDIV_EXPR && first)
		now = MULT_EXPR;
	*together = now;
	if (is_comparison(before))
		return is_comparison(code);
	switch (now) {
	case PLUS_EXPR:
	case MULT_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case TRUTH_AND_EXPR:
	case TRUTH_OR_EXPR:
		return before == ERROR_MARK || before == now;
	default:
		return before == ERROR_MARK && is_comparison(now);
	}
}

static void add_up(struct scan *scan, const struct origin *origin,
		   enum tree_code operation)
{
	struct subject *subject = &scan->subjects[origin->subject];

	written_note(scan, origin, true);
	if (operation == ERROR_MARK)
		return;
	subject->mixes |=
		subject->sums != ERROR_MARK && subject->sums != operation;
	subject->sums = operation;
}

/* The value goes into a temporary, back to where it came from, or elsewhere. */
static void pass_on(struct scan *scan, tree target, struct origin *origin,
		    enum tree_code code, bool first)
{
	enum tree_code together;
	struct origin other;

	if (!combine(origin->operation, code, first, &together)) {
		spoil(scan, origin);
		assign(scan, target, NULL);
		return;
	}
	origin->operation = together;
	if (element_is_temporary(scan, target)) {
		set_text(scan, target, NULL);
		set_origin(scan, target, origin);
	} else if (!is_comparison(together) &&
		   element_find(scan, target, &other) &&
		   other.subject == origin->subject &&
		   strcmp(other.key, origin->key) == 0) {
		add_up(scan, origin, together);
	} else {
		spoil(scan, origin);
		assign(scan, target, NULL);
	}
}

/* ---- assignments ---- */

/* Whoever reads the address from memory may come to the object. */
static void give_away(struct scan *scan, gimple *statement)
{
	tree base = get_base_address(gimple_assign_lhs(statement));
	struct origin origin;

	if (!gimple_assign_single_p(statement) || !base ||
	    (TREE_CODE(base) != MEM_REF && !is_global_var(base)) ||
	    element_find(scan, gimple_assign_lhs(statement), &origin) ||
	    !element_is_address(scan, gimple_assign_rhs1(statement), &origin))
		return;
	if (!scan->subjects[origin.subject].kept)
		scan->subjects[origin.subject].kept = xstrdup("memory");
}

static void visit_assign(struct scan *scan, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	enum tree_code code = gimple_assign_rhs_code(statement);
	struct origin origin, left = {};
	unsigned count = 0, which = 0;
	char text[MAX_KEY];

	if (gimple_clobber_p(statement))
		return;
	demand_way(scan, target);
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		demand_way(scan, gimple_op(statement, i));
	if (gimple_assign_single_p(statement) && handled_component_p(target))
		element_hold(scan, get_base_address(target),
			     gimple_assign_rhs1(statement));
	give_away(scan, statement);
	if (element_is_temporary(scan, target) &&
	    element_takes_address(scan, statement, &origin)) {
		demand(scan, gimple_assign_rhs1(statement));
		set_origin(scan, target, &origin);
		return;
	}
	for (unsigned i = 1; i < gimple_num_ops(statement); i++) {
		if (!is_left_over(scan, gimple_op(statement, i), &origin))
			continue;
		if (count++ > 0)
			spoil(scan, &origin);
		left = origin;
		which = i;
	}
	if (count == 1) {
		pass_on(scan, target, &left, code, which == 1);
		return;
	}
	if (count > 1)
		spoil(scan, &left);
	element_print_operation(scan, statement, text);
	assign(scan, target, text);
}

/* ---- conditions ---- */

/* A call that only computes something, as far as the thread's own goes. */
static bool is_plain_call(struct scan *scan, gimple *call)
{
	tree function = gimple_call_fndecl(call),
	     target = gimple_call_lhs(call);
	struct origin origin;

	if (!function || !target || !element_is_temporary(scan, target))
		return false;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (element_is_address(scan, gimple_call_arg(call, i), &origin))
			return false;
	return true;
}

/* May this stand behind the comparison with what was the greatest so far? */
static bool is_guardable(struct scan *scan, gimple *statement, int end)
{
	tree target = gimple_get_lhs(statement);
	struct origin origin;

	switch (gimple_code(statement)) {
	case GIMPLE_LABEL:
	case GIMPLE_COND:
	case GIMPLE_BIND:
	case GIMPLE_PREDICT:
	case GIMPLE_NOP:
	case GIMPLE_DEBUG:
		return true;
	case GIMPLE_GOTO:
		return scan_place(scan, gimple_goto_dest(statement)) <= end;
	case GIMPLE_ASSIGN:
		return element_is_temporary(scan, target) ||
		       element_find(scan, target, &origin);
	case GIMPLE_CALL:
		return is_plain_call(scan, statement);
	default:
		return false;
	}
}

/* Does the statement set what the value is, as far as their texts tell? */
static bool sets_to(struct scan *scan, gimple *statement, tree value)
{
	char set[MAX_KEY], text[MAX_KEY] = "";

	if (!gimple_assign_single_p(statement))
		return false;
	if (operand_equal_p(gimple_assign_rhs1(statement), value, 0))
		return true;
	element_print_operation(scan, statement, set);
	element_print_value(scan, value, text);
	return strcmp(set, text) == 0 && !strchr(set, '?');
}

/* What is set in a branch; true if that is the part, to the value. */
static bool note_set(struct scan *scan, gimple *statement,
		     const struct origin *part, tree value)
{
	tree target = gimple_get_lhs(statement);
	struct origin origin;
	char text[MAX_KEY];

	if (!target)
		return false;
	if (element_is_temporary(scan, target)) {
		if (is_gimple_assign(statement)) {
			element_print_operation(scan, statement, text);
			set_text(scan, target, text);
		}
		return false;
	}
	if (!element_find(scan, target, &origin))
		return false;
	if (origin.subject != part->subject ||
	    strcmp(origin.key, part->key) != 0) {
		scan->subjects[origin.subject].follows = true;
		scan->guarded->add(statement);
		return false;
	}
	if (!sets_to(scan, statement, value))
		return false;
	scan->guarded->add(statement);
	return true;
}

/*
 * Does a comparison of a value with one of before decide on nothing but what
 * the thread keeps in place of it: if (x > most) { most = x; where = i; }
 */
static bool decides_for_itself(struct scan *scan, gcond *condition,
			       const struct origin *part, tree value)
{
	int one = scan_place(scan, gimple_cond_true_label(condition));
	int other = scan_place(scan, gimple_cond_false_label(condition));
	int end = MAX(one, other);
	bool set = false;

	if (MIN(one, other) <= scan->place)
		return false;
	if (end > 0 && scan->flat[end - 1] &&
	    gimple_code(scan->flat[end - 1]) == GIMPLE_GOTO)
		end = MAX(end, scan_place(scan, gimple_goto_dest(
							scan->flat[end - 1])));
	for (int i = scan->place + 1; i < end; i++)
		if (!scan->flat[i] || !is_guardable(scan, scan->flat[i], end))
			return false;
	for (int i = scan->place + 1; i < end; i++)
		set |= note_set(scan, scan->flat[i], part, value);
	return set;
}

static void visit_condition(struct scan *scan, gcond *condition)
{
	tree values[2] = {gimple_cond_lhs(condition),
			  gimple_cond_rhs(condition)};
	enum tree_code code = gimple_cond_code(condition);
	struct origin origins[2];
	bool left[2];

	for (int i = 0; i < 2; i++) {
		demand_way(scan, values[i]);
		left[i] = is_left_over(scan, values[i], &origins[i]);
	}
	if (left[0] && left[1])
		spoil(scan, &origins[1]);
	if (!left[0] && !left[1])
		return;
	if (!left[0])
		origins[0] = origins[1];
	if (is_comparison(origins[0].operation))
		code = origins[0].operation;
	if ((code == LT_EXPR || code == LE_EXPR || code == GT_EXPR ||
	     code == GE_EXPR) &&
	    (origins[0].operation == ERROR_MARK ||
	     origins[0].operation == code) &&
	    decides_for_itself(scan, condition, &origins[0],
			       values[left[0] ? 1 : 0]))
		scan->subjects[origins[0].subject].compares = true;
	else
		spoil(scan, &origins[0]);
}

/* ---- calls ---- */

static void keep(struct scan *scan, gimple *call, unsigned argument,
		 const struct origin *origin)
{
	struct subject *subject = &scan->subjects[origin->subject];
	tree function = gimple_call_fndecl(call);
	char *name;

	if (!function) {
		if (!subject->kept)
			subject->kept = xstrdup("a pointer");
		return;
	}
	name = callee_name(function);
	scan->needs.safe_push(xasprintf("fills(%s,%u)", name, argument + 1));
	free(name);
}

/* The function is known to do this with a part of the object. */
static void apply(struct scan *scan, const struct origin *origin,
		  enum effect effect)
{
	bool known = written_already(scan, origin->subject, origin->key);

	switch (effect) {
	case EFFECT_NONE:
		return;
	case EFFECT_READ:
		if (!known)
			spoil(scan, origin);
		return;
	case EFFECT_ADD:
		if (!known) {
			add_up(scan, origin, PLUS_EXPR);
			return;
		}
		break;
	case EFFECT_STATE:
		if (!known)
			spoil(scan, origin);
		break;
	default:
		break;
	}
	written_fill(scan, origin);
}

/* What a function writes for certain; "[]" stands for all elements. */
static void fill_part(struct scan *scan, struct origin *part, size_t length)
{
	char *elements = strstr(part->key + length, "[]");

	if (elements)
		*elements = '\0';
	written_fill(scan, part);
}

/* A function of the unit, by what its body does. */
static void apply_use(struct scan *scan, const struct parameter_use *use,
		      const struct origin *origin)
{
	for (unsigned i = 0; i < use->accesses.length(); i++) {
		const struct parameter_access *access = &use->accesses[i];
		struct origin part = *origin;
		size_t length = strlen(part.key);

		snprintf(part.key + length, MAX_KEY - length, "%s",
			 access->key);
		if (access->reads)
			apply(scan, &part, EFFECT_READ);
		else if (access->adds)
			apply(scan, &part, EFFECT_ADD);
		else if (access->sure)
			fill_part(scan, &part, length);
		else
			written_note(scan, &part, false);
	}
}

/* A method of the standard library is known by its name alone. */
static bool goes_by_name(tree function)
{
	return !function || standard_declares(function) ||
	       !callee_is_seen(function);
}

static tree type_of_argument(gimple *call, unsigned argument)
{
	tree type = gimple_call_fntype(call);
	tree list = type ? TYPE_ARG_TYPES(type) : NULL_TREE;

	while (list && argument-- > 0)
		list = TREE_CHAIN(list);
	return list && list != void_list_node ? TREE_VALUE(list) : NULL_TREE;
}

/* Which is not followed. */
static bool returns_iterator(gimple *call)
{
	tree target = gimple_call_lhs(call);

	return target && RECORD_OR_UNION_TYPE_P(TREE_TYPE(target));
}

/* memcpy() and its like, of a number of bytes that is not that of all. */
static bool fills_part(const struct scan *scan, gimple *call,
		       const struct origin *origin)
{
	const struct own_object *object = &scan->own->objects[origin->subject];
	tree function = gimple_call_fndecl(call);
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(object->decl));

	return function && startswith(known_name(function), "mem") &&
	       gimple_call_num_args(call) >= 3 &&
	       (object->memory || *origin->key || !size ||
		!operand_equal_p(size, gimple_call_arg(call, 2), 0));
}

static void give(struct scan *scan, gimple *call, unsigned argument,
		 struct origin *origin)
{
	tree function = gimple_call_fndecl(call);
	const struct parameter_use *use =
		goes_by_name(function) ? NULL
				       : parameter_use(function, argument);
	enum effect effect = EFFECT_KEEP;
	bool known = written_already(scan, origin->subject, origin->key);

	if (use && !use->kept) {
		apply_use(scan, use, origin);
		return;
	}
	if (function && !use)
		effect = known_effect(
			function, type_of_argument(call, argument), argument);
	if (effect == EFFECT_NONE && returns_iterator(call))
		effect = EFFECT_READ;
	if (effect == EFFECT_KEEP) {
		if (!known)
			keep(scan, call, argument, origin);
		effect = EFFECT_FILL;
	}
	if (effect == EFFECT_FILL && fills_part(scan, call, origin)) {
		size_t length = strlen(origin->key);

		snprintf(origin->key + length, MAX_KEY - length, "[?]");
	}
	apply(scan, origin, effect);
}

/* most = max(most, x): by value, or by reference as std::max has it. */
static bool visit_selection(struct scan *scan, gimple *call)
{
	enum tree_code code = known_selection(call);
	tree target = gimple_call_lhs(call);
	struct origin origin;

	if (code == ERROR_MARK || !target)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		tree value = gimple_call_arg(call, i);

		if (TREE_CODE(value) == ADDR_EXPR
			    ? is_left_over(scan, TREE_OPERAND(value, 0),
					   &origin)
			    : is_left_over(scan, value, &origin)) {
			pass_on(scan, target, &origin, code, true);
			return true;
		}
	}
	return false;
}

static void visit_call(struct scan *scan, gimple *call)
{
	tree target = gimple_call_lhs(call);
	struct origin origin, first = {-1, "", ERROR_MARK, false};

	if (visit_selection(scan, call))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i);

		demand_way(scan, value);
		if (!element_is_address(scan, value, &origin)) {
			demand(scan, value);
			continue;
		}
		if (i == 0)
			first = origin;
		if (DECL_P(value))
			demand(scan, value);
		if (!gimple_call_internal_p(call))
			give(scan, call, i, &origin);
	}
	if (!target)
		return;
	demand_way(scan, target);
	assign(scan, target, NULL);
	if (first.subject >= 0 && element_is_temporary(scan, target) &&
	    POINTER_TYPE_P(TREE_TYPE(target))) {
		element_of_result(scan, call, &first);
		set_origin(scan, target, &first);
	}
}

/* ---- all of them ---- */

void visit_statement(struct scan *scan, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		visit_assign(scan, statement);
		break;
	case GIMPLE_CALL:
		visit_call(scan, statement);
		break;
	case GIMPLE_COND:
		visit_condition(scan, as_a<gcond *>(statement));
		break;
	case GIMPLE_SWITCH:
		demand(scan, gimple_switch_index(as_a<gswitch *>(statement)));
		break;
	case GIMPLE_RETURN:
		demand(scan, gimple_return_retval(as_a<greturn *>(statement)));
		break;
	case GIMPLE_OMP_ATOMIC_LOAD:
		assign(scan,
		       gimple_omp_atomic_load_lhs(
			       as_a<gomp_atomic_load *>(statement)),
		       NULL);
		break;
	case GIMPLE_OMP_FOR:
		for (unsigned i = 0; i < gimple_omp_for_collapse(statement);
		     i++)
			assign(scan, gimple_omp_for_index(statement, i), NULL);
		break;
	default:
		break;
	}
}
