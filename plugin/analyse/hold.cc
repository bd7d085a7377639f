/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What holds a loop in its place: variables that an iteration hands to the
 * next, or the last one to what follows; accesses that must happen in their
 * order; numbers that may wrap around; statements that stand between a loop and
 * the one inside it.
 *
 * All values are taken to matter but the counter, which every order counts, and
 * whole numbers that are only added up: their sum is the same in every order.
 * That of floating-point numbers is not, but nearly: those are told by name.
 */
#include "base/gcc.h"
#include "base/json.h"
#include "base/marker.h"
#include "hold.h"
#include "memory.h"
#include "purpose.h"
#include "type.h"
#include "wrap.h"

/* ---- uses ---- */

static bool is_inside(const class loop *loop, gimple *statement)
{
	return gimple_bb(statement) &&
	       flow_bb_inside_loop_p(loop, gimple_bb(statement));
}

/*
 * Does the program do something with it, there or behind the loop? Where ways
 * meet, others may only hand it on to each other; "seen" are those that were
 * asked of before.
 */
static bool is_used_by_any(tree value, hash_set<tree> *seen)
{
	imm_use_iterator iterator;
	use_operand_p use;

	if (seen->add(value))
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user) || marker_is_any(user))
			continue;
		if (gimple_code(user) != GIMPLE_PHI ||
		    is_used_by_any(gimple_phi_result(user), seen))
			return true;
	}
	return false;
}

static bool is_used(tree value)
{
	hash_set<tree> seen;

	return is_used_by_any(value, &seen);
}

static bool is_used_behind(const class loop *loop, tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user) || marker_is_any(user) ||
		    is_inside(loop, user))
			continue;
		if (gimple_code(user) != GIMPLE_PHI ||
		    is_used(gimple_phi_result(user)))
			return true;
	}
	return false;
}

/* ---- sums ---- */

struct sum {
	class loop *loop;
	gphi *head;
	enum tree_code code; /* of all its operations, ERROR_MARK before one */
	hash_set<tree> values; /* that the sum has on its way */
	vec<tree> unseen;
};

static void add_value(struct sum *sum, tree value)
{
	if (!sum->values.add(value))
		sum->unseen.safe_push(value);
}

static bool is_conversion(gimple *statement)
{
	tree to = gimple_assign_lhs(statement);
	tree from = gimple_assign_rhs1(statement);

	return CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(to)) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(from)) &&
	       TYPE_PRECISION(TREE_TYPE(to)) == TYPE_PRECISION(TREE_TYPE(from));
}

/* Sizes of signed and unsigned numbers compare in different ways. */
static bool changes_meaning(const struct sum *sum)
{
	return sum->code == MIN_EXPR || sum->code == MAX_EXPR;
}

/* One operation more must be the same as those before. */
static bool take_code(struct sum *sum, enum tree_code code)
{
	if (code == ERROR_MARK ||
	    (sum->code != ERROR_MARK && sum->code != code))
		return false;
	sum->code = code;
	return true;
}

/* The operation by which the statement adds something to the value, a
   difference being a sum; ERROR_MARK where it does something else. */
static enum tree_code code_of(gimple *statement, tree value)
{
	enum tree_code code = gimple_assign_rhs_code(statement);

	switch (code) {
	case MINUS_EXPR:
		return gimple_assign_rhs1(statement) == value ? PLUS_EXPR
							      : ERROR_MARK;
	case PLUS_EXPR:
	case MULT_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
		return code;
	default:
		return ERROR_MARK;
	}
}

static bool take_assignment(struct sum *sum, gimple *statement, tree value)
{
	if (is_conversion(statement)) {
		add_value(sum, gimple_assign_lhs(statement));
		return true;
	}
	if (gimple_assign_rhs1(statement) == gimple_assign_rhs2(statement) ||
	    !take_code(sum, code_of(statement, value)))
		return false;
	add_value(sum, gimple_assign_lhs(statement));
	return true;
}

static bool take_user(struct sum *sum, gimple *user, tree value)
{
	if (gimple_code(user) == GIMPLE_PHI) {
		add_value(sum, gimple_phi_result(user));
		return true;
	}
	return is_gimple_assign(user) && take_assignment(sum, user, value);
}

/* What the loop does with one value of the sum: nothing but adding to it. */
static bool take_uses(struct sum *sum, tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user) || marker_is_any(user) ||
		    !is_inside(sum->loop, user))
			continue;
		if (!take_user(sum, user, value))
			return false;
	}
	return true;
}

/* Where ways meet, each brings the sum. */
static bool is_closed_phi(const struct sum *sum, gphi *phi)
{
	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
		basic_block from = gimple_phi_arg_edge(phi, i)->src;
		tree value = gimple_phi_arg_def(phi, i);

		if (phi == sum->head && !flow_bb_inside_loop_p(sum->loop, from))
			continue;
		if (!const_cast<struct sum *>(sum)->values.contains(value))
			return false;
	}
	return true;
}

/* What is added must not be made of the sum itself. */
static bool is_closed(const struct sum *sum, tree value)
{
	hash_set<tree> *values = &const_cast<struct sum *>(sum)->values;
	gimple *statement = SSA_NAME_DEF_STMT(value);

	if (gphi *phi = dyn_cast<gphi *>(statement))
		return is_closed_phi(sum, phi);
	if (is_conversion(statement))
		return !changes_meaning(sum);
	return !values->contains(gimple_assign_rhs1(statement)) ||
	       !values->contains(gimple_assign_rhs2(statement));
}

/* Is something added in this block? */
static bool is_added_in(const struct sum *sum, basic_block block)
{
	for (tree value : const_cast<struct sum *>(sum)->values) {
		gimple *statement = SSA_NAME_DEF_STMT(value);

		if (gimple_code(statement) != GIMPLE_PHI &&
		    gimple_bb(statement) == block)
			return true;
	}
	return false;
}

/*
 * Has it all that was added by then? An iteration may also have kept what the
 * sum was before it, or in its midst: of which iteration that is, the order
 * decides.
 */
static bool is_whole(const struct sum *sum, tree value)
{
	auto_vec<edge> exits = get_loop_exit_edges(sum->loop);
	edge exit;
	unsigned i;

	if (value ==
	    PHI_ARG_DEF_FROM_EDGE(sum->head, loop_latch_edge(sum->loop)))
		return true;
	FOR_EACH_VEC_ELT (exits, i, exit)
		if (exit->src != sum->loop->header)
			return false;
	return value == gimple_phi_result(sum->head) &&
	       !is_added_in(sum, sum->loop->header);
}

/*
 * Adds the values of a reduction of integers, which no order of the loop
 * changes, to "free". *code is the operation, ERROR_MARK where there is none.
 */
static bool find_sum(class loop *loop, gphi *head, hash_set<tree> *free,
		     enum tree_code *code)
{
	struct sum sum;
	bool good = INTEGRAL_TYPE_P(TREE_TYPE(gimple_phi_result(head)));

	sum.loop = loop;
	sum.head = head;
	sum.code = ERROR_MARK;
	sum.unseen = vNULL;
	add_value(&sum, gimple_phi_result(head));
	while (good && !sum.unseen.is_empty())
		good = take_uses(&sum, sum.unseen.pop());
	for (tree value : sum.values)
		good = good && is_closed(&sum, value) &&
		       (!is_used_behind(loop, value) || is_whole(&sum, value));
	for (tree value : sum.values)
		if (good)
			free->add(value);
	sum.unseen.release();
	*code = sum.code;
	return good;
}

/* ---- what holds a loop ---- */

struct held {
	auto_vec<char *> reasons;
	auto_vec<tree> carried; /* heads of numbers that iterations hand on */
	auto_vec<tree> sums;	/* heads of whole numbers that are added up */
	auto_vec<enum tree_code> sum_codes;
	bool otherwise; /* something else holds it, too */
};

static void add_reason(struct held *held, tree value, const char *what)
{
	tree name = value ? SSA_NAME_IDENTIFIER(value) : NULL_TREE;
	char *reason =
		name ? concat("'", IDENTIFIER_POINTER(name), "'", what, NULL)
		     : concat(value ? "a value" : "", what, NULL);
	char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (held->reasons, i, other)
		if (strcmp(other, reason) == 0) {
			free(reason);
			return;
		}
	held->reasons.safe_push(reason);
}

/* A floating-point variable of the source? */
static bool is_number(tree value)
{
	return SSA_NAME_IDENTIFIER(value) &&
	       SCALAR_FLOAT_TYPE_P(TREE_TYPE(value));
}

/* Has it the name of one that iterations hand on? */
static bool is_carried(const struct held *held, tree value)
{
	tree other;
	unsigned i;

	FOR_EACH_VEC_ELT (held->carried, i, other)
		if (SSA_NAME_IDENTIFIER(other) == SSA_NAME_IDENTIFIER(value))
			return true;
	return false;
}

static void find_handed_on(const struct nest_loop *of, hash_set<tree> *free,
			   struct held *held)
{
	for (gphi_iterator i = gsi_start_phis(of->loop->header); !gsi_end_p(i);
	     gsi_next(&i)) {
		tree value = gimple_phi_result(i.phi());
		enum tree_code code;

		if (virtual_operand_p(value) || i.phi() == of->counter ||
		    !is_used(value))
			continue;
		if (find_sum(of->loop, i.phi(), free, &code)) {
			held->sums.safe_push(value);
			held->sum_codes.safe_push(code);
			continue;
		}
		add_reason(held, value,
			   " goes on from one iteration to the next");
		if (is_number(value))
			held->carried.safe_push(value);
		else
			held->otherwise = true;
	}
}

/* Is it computed, or loaded from where the loop stores nothing? */
static bool may_be_the_same(class loop *loop, gimple *statement)
{
	return is_gimple_assign(statement) &&
	       !gimple_has_volatile_ops(statement) &&
	       (!gimple_vuse(statement) ||
		(gimple_assign_load_p(statement) &&
		 !memory_is_written(loop, gimple_assign_rhs1(statement))));
}

/* Is it made of nothing that the loop changes, each time anew? "seen" are those
   that were asked of before. */
static bool is_always_the_same(class loop *loop, tree value,
			       hash_set<tree> *seen)
{
	gimple *statement = SSA_NAME_DEF_STMT(value);
	ssa_op_iter i;
	tree operand;

	if (!is_inside(loop, statement) || seen->add(value))
		return true;
	if (!may_be_the_same(loop, statement))
		return false;
	FOR_EACH_SSA_TREE_OPERAND (operand, statement, i, SSA_OP_USE) {
		if (!is_always_the_same(loop, operand, seen))
			return false;
	}
	return true;
}

static void find_left(class loop *loop, tree value, hash_set<tree> *free,
		      struct held *held)
{
	hash_set<tree> seen;

	if (!value || TREE_CODE(value) != SSA_NAME ||
	    virtual_operand_p(value) || free->contains(value) ||
	    !is_used_behind(loop, value) ||
	    is_always_the_same(loop, value, &seen))
		return;
	add_reason(held, value, " is used behind the loop");
	if (!is_number(value) || !is_carried(held, value))
		held->otherwise = true;
}

static void look_at(class loop *loop, gimple *statement, hash_set<tree> *free,
		    struct held *held)
{
	const char *why = NULL;

	if (is_gimple_debug(statement) || marker_is_any(statement))
		return;
	if (gimple_code(statement) == GIMPLE_ASM)
		why = "it holds assembler code";
	else if (gimple_has_volatile_ops(statement) &&
		 !gimple_clobber_p(statement))
		why = "it accesses a volatile variable";
	if (why) {
		add_reason(held, NULL_TREE, why);
		held->otherwise = true;
	}
	find_left(loop, gimple_get_lhs(statement), free, held);
}

static void look_at_block(class loop *loop, basic_block block,
			  hash_set<tree> *free, struct held *held)
{
	for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i);
	     gsi_next(&i))
		find_left(loop, gimple_phi_result(i.phi()), free, held);
	for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);
	     gsi_next(&i))
		look_at(loop, gsi_stmt(i), free, held);
}

static void find_reasons(const struct nest_loop *of, struct held *held)
{
	hash_set<tree> free_values;
	basic_block *blocks;

	if (!of->loop->latch)
		return;
	find_handed_on(of, &free_values, held);
	blocks = get_loop_body(of->loop);
	for (unsigned i = 0; i < of->loop->num_nodes; i++)
		look_at_block(of->loop, blocks[i], &free_values, held);
	free(blocks);
}

/* ---- what stands between two loops ---- */

/* Does the loop inside begin with that, and nothing else uses it? */
static bool only_begins(const class loop *inner, tree value)
{
	imm_use_iterator iterator;
	use_operand_p use;

	if (TREE_CODE(value) != SSA_NAME)
		return false;
	FOR_EACH_IMM_USE_FAST (use, iterator, value) {
		gimple *user = USE_STMT(use);

		if (!is_gimple_debug(user) &&
		    (gimple_code(user) != GIMPLE_PHI ||
		     gimple_bb(user) != inner->header))
			return false;
	}
	return true;
}

/*
 * Does the statement only count a loop, or serve an address? Those may just as
 * well be computed in the loop inside.
 */
static bool only_counts(const class loop *inner, gimple *statement)
{
	tree target;

	if (is_gimple_debug(statement) || marker_is_any(statement) ||
	    gimple_code(statement) == GIMPLE_LABEL ||
	    gimple_code(statement) == GIMPLE_NOP ||
	    gimple_code(statement) == GIMPLE_PREDICT)
		return true;
	if (gimple_code(statement) == GIMPLE_COND)
		return purpose_is_control(statement);
	if (!is_gimple_assign(statement) || gimple_vdef(statement))
		return false;
	target = gimple_assign_lhs(statement);
	if (gimple_vuse(statement)) /* x_min, where a counter begins */
		return !(purpose_of(target) & IS_VALUE);
	return !(purpose_of(target) & IS_VALUE) || only_begins(inner, target);
}

static bool block_only_counts(const class loop *loop, basic_block block)
{
	for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i);
	     gsi_next(&i))
		if (block != loop->header &&
		    !virtual_operand_p(gimple_phi_result(i.phi())) &&
		    is_used(gimple_phi_result(i.phi())))
			return false;
	for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);
	     gsi_next(&i))
		if (!only_counts(loop->inner, gsi_stmt(i)))
			return false;
	return true;
}

/* Does the loop hold one other and nothing else? */
static bool is_perfect(const struct nest_loop *of)
{
	class loop *inner = of->loop->inner;
	basic_block *blocks;
	bool perfect = true;

	if (!of->loop->latch || !inner || inner->next)
		return false;
	blocks = get_loop_body(of->loop);
	for (unsigned i = 0; i < of->loop->num_nodes; i++)
		perfect = perfect && (flow_bb_inside_loop_p(inner, blocks[i]) ||
				      block_only_counts(of->loop, blocks[i]));
	free(blocks);
	return perfect;
}

/* None where something else holds the loop as well. */
static void write_carried(struct json_writer *json, const struct held *held)
{
	tree value;
	unsigned i;

	json_key(json, "carries");
	json_array(json);
	FOR_EACH_VEC_ELT (held->carried, i, value) {
		if (held->otherwise)
			break;
		json_object(json);
		json_key_string(json, "name",
				IDENTIFIER_POINTER(SSA_NAME_IDENTIFIER(value)));
		json_key_string(json, "type", type_word(TREE_TYPE(value)));
		json_end_object(json);
	}
	json_end_array(json);
}

/* Who reads them behind the loop finds what was added up so far. */
static void write_sums(struct json_writer *json, const struct held *held)
{
	tree value;
	unsigned i;

	json_key(json, "sums");
	json_array(json);
	FOR_EACH_VEC_ELT (held->sums, i, value) {
		tree name = SSA_NAME_IDENTIFIER(value);

		json_string(json, name ? IDENTIFIER_POINTER(name) : "?");
	}
	json_end_array(json);
}

/* The operator of a reduction clause. */
static const char *word_of(enum tree_code code)
{
	switch (code) {
	case MULT_EXPR:
		return "*";
	case MIN_EXPR:
		return "min";
	case MAX_EXPR:
		return "max";
	case BIT_AND_EXPR:
		return "&";
	case BIT_IOR_EXPR:
		return "|";
	case BIT_XOR_EXPR:
		return "^";
	case PLUS_EXPR:
		return "+";
	default:
		return "";
	}
}

/* By which operations; none of what only goes on. */
static void write_sum_operations(struct json_writer *json,
				 const struct held *held)
{
	json_key(json, "sum_ops");
	json_array(json);
	for (unsigned i = 0; i < held->sum_codes.length(); i++)
		json_string(json, word_of(held->sum_codes[i]));
	json_end_array(json);
}

/* What it may write has no name in the record. */
static bool has_assembler(const struct nest *nest)
{
	const class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);
	bool found = false;

	for (unsigned i = 0; i < root->num_nodes && !found; i++)
		for (gimple_stmt_iterator at = gsi_start_bb(blocks[i]);
		     !gsi_end_p(at) && !found; gsi_next(&at))
			found = gimple_code(gsi_stmt(at)) == GIMPLE_ASM &&
				gimple_vdef(gsi_stmt(at));
	free(blocks);
	return found;
}

void hold_write(struct json_writer *json, const struct nest *nest, int index)
{
	struct held held;
	auto_vec<struct wrap> found;
	const char *wraps = wrap_find(nest, &nest->loops[index], &found);
	char *reason;
	unsigned i;

	held.otherwise = wraps != NULL;
	find_reasons(&nest->loops[index], &held);
	if (wraps)
		held.reasons.safe_push(xstrdup(wraps));
	if (has_assembler(nest)) {
		add_reason(&held, NULL_TREE,
			   "assembler code of the nest may write anywhere");
		held.otherwise = true;
	}
	json_key_bool(json, "perfect", is_perfect(&nest->loops[index]));
	json_key(json, "holds");
	json_array(json);
	FOR_EACH_VEC_ELT (held.reasons, i, reason) {
		json_string(json, reason);
		free(reason);
	}
	json_end_array(json);
	wrap_write(json, nest, found);
	write_carried(json, &held);
	write_sums(json, &held);
	write_sum_operations(json, &held);
}
