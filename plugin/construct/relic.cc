/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a loop of a region has left in variables of its thread, and whether it
 * is still there where others of the region begin.
 *
 * First all that is made of it is found, wherever it is made. A variable of
 * that which only plain code sets, which every thread runs, is then followed
 * from the loop on: it is new once it is set on every way to something that has
 * nothing to do with the loop. Loops set nothing, as a thread may have no
 * iteration of them.
 *
 * Nothing is followed where what is left does more than to go into such a
 * variable: it is given to a function, is stored in memory, or decides where
 * code goes on, or how often a loop runs.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "relic.h"
#include "schedule.h"
#include "thread.h"

/* What a value is made of: what all threads have; nobody knows; what the loop
   has left. */
enum worth { WORTH_NEW, WORTH_UNKNOWN, WORTH_LEFT };

struct search {
	gimple *parallel = NULL;
	const struct hands *from = NULL;
	hash_set<tree> made;	/* what is left, and made of that, anywhere */
	hash_set<tree> fixed;	/* variables that more than plain code sets */
	hash_set<tree> written; /* what stands for memory that is written */
	auto_vec<gimple *> plain;
	auto_vec<tree> targets;		  /* of jumps beside it */
	hash_map<tree, unsigned> numbers; /* of variables that are followed */
	hash_map<tree, bitmap> states;	  /* what is old at labels */
	bitmap now = NULL;		  /* what is old here */
	hash_map<gimple *, bitmap> there; /* and where loops begin */
	enum worth worst = WORTH_NEW;	  /* of what was looked at */
	bool grown = false;
	bool lost = false; /* it goes on by ways that are not seen */
};

/* ---- what is made of it, anywhere ---- */

/* The variable that stands for a place: in memory, or for what it points at. */
static tree base_of(tree place)
{
	tree base = place ? get_base_address(place) : NULL_TREE;

	if (base && TREE_CODE(base) == MEM_REF)
		base = TREE_OPERAND(base, 0);
	if (base && TREE_CODE(base) == ADDR_EXPR)
		base = get_base_address(TREE_OPERAND(base, 0));
	return base && (DECL_P(base) || TREE_CODE(base) == SSA_NAME)
		       ? base
		       : NULL_TREE;
}

static void add_base(hash_set<tree> *made, tree place, bool *grown)
{
	tree base = base_of(place);

	if (base)
		*grown |= !made->add(base);
}

/* What a statement computes, or a call may write to. */
static void add_results(hash_set<tree> *made, gimple *statement, bool *grown)
{
	if (!is_gimple_assign(statement) && !is_gimple_call(statement))
		return;
	add_base(made, gimple_get_lhs(statement), grown);
	if (!is_gimple_call(statement))
		return;
	for (unsigned i = 0; i < gimple_call_num_args(statement); i++) {
		tree value = gimple_call_arg(statement, i);

		if (TREE_CODE(value) == ADDR_EXPR)
			add_base(made, TREE_OPERAND(value, 0), grown);
	}
}

/* Add what is made of these beside the loops of the region. */
static void spread(gimple_seq body, hash_set<tree> *made, bool *grown)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (schedule_fits(statement) ||
		    gimple_code(statement) == GIMPLE_OMP_PARALLEL)
			continue;
		if (thread_uses(statement, made))
			add_results(made, statement, grown);
		for (unsigned i = 0; i < count; i++)
			spread(*bodies[i], made, grown);
	}
}

static gimple_seq body_of(gimple *parallel)
{
	return parallel ? gimple_omp_body(parallel)
			: gimple_body(current_function_decl);
}

static void find_made(struct search *search)
{
	bool grown = search->from->left.length() > 0;

	for (unsigned i = 0; i < search->from->left.length(); i++)
		search->made.add(search->from->left[i]);
	while (grown) {
		grown = false;
		spread(body_of(search->parallel), &search->made, &grown);
	}
}

/* ---- which variables can be followed ---- */

/* A number of the thread that nothing but its name leads to. */
static bool is_number(tree variable)
{
	tree type = TREE_TYPE(variable);

	if (!INTEGRAL_TYPE_P(type) && !FLOAT_TYPE_P(type))
		return false;
	if (TREE_CODE(variable) == SSA_NAME)
		return true;
	return (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) &&
	       !is_global_var(variable) && !TREE_ADDRESSABLE(variable) &&
	       !TREE_THIS_VOLATILE(variable) &&
	       !DECL_HAS_VALUE_EXPR_P(variable);
}

/* Has the region, or a clause further in, a copy for each thread? */
static bool is_own_number(const struct search *search, tree variable)
{
	return is_number(variable) &&
	       omp_sharing_of(search->parallel, variable) != OMP_CLAUSE_SHARED;
}

static bool is_followed(struct search *search, tree variable)
{
	return is_own_number(search, variable) &&
	       !search->fixed.contains(variable);
}

static bool is_of_threads(tree variable)
{
	tree base = DECL_HAS_VALUE_EXPR_P(variable)
			    ? base_of(DECL_VALUE_EXPR(variable))
			    : variable;

	return !base || !VAR_P(base) || !is_global_var(base) ||
	       DECL_THREAD_LOCAL_P(base);
}

/* One for all threads of the region? */
static bool is_common(const struct search *search, tree variable)
{
	enum omp_clause_code code = omp_sharing_of(search->parallel, variable);

	if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL)
		return false;
	if (code == OMP_CLAUSE_ERROR || is_global_var(variable))
		return !is_of_threads(variable);
	return code == OMP_CLAUSE_SHARED;
}

/* ---- what a value is made of ---- */

static unsigned number_of(struct search *search, tree variable)
{
	bool existed;
	unsigned &number = search->numbers.get_or_insert(variable, &existed);

	if (!existed)
		number = search->numbers.elements();
	return number;
}

static enum worth worth_of_variable(struct search *search, tree variable)
{
	bool made = search->made.contains(variable);

	if (is_followed(search, variable)) {
		if (!bitmap_bit_p(search->now, number_of(search, variable)))
			return WORTH_NEW;
	} else if (!made && is_common(search, variable) &&
		   !search->written.contains(variable)) {
		return WORTH_NEW;
	}
	return made ? WORTH_LEFT : WORTH_UNKNOWN;
}

/* walk_tree's callback. */
static tree look_at_operand(tree *operand, int *walk_subtrees, void *data)
{
	struct search *search = (struct search *)data;
	enum worth worth = WORTH_NEW;

	if (TYPE_P(*operand))
		*walk_subtrees = 0;
	else if (TREE_CODE(*operand) == SSA_NAME || VAR_P(*operand) ||
		 TREE_CODE(*operand) == PARM_DECL ||
		 TREE_CODE(*operand) == RESULT_DECL)
		worth = worth_of_variable(search, *operand);
	if (!CONSTANT_CLASS_P(*operand) && TREE_THIS_VOLATILE(*operand) &&
	    worth == WORTH_NEW)
		worth = WORTH_UNKNOWN;
	if (worth > search->worst)
		search->worst = worth;
	return NULL_TREE;
}

static enum worth worth_of(struct search *search, tree value)
{
	search->worst = WORTH_NEW;
	walk_tree(&value, look_at_operand, search, NULL);
	return search->worst;
}

/* Of all operands from this one on. */
static enum worth worth_from(struct search *search, gimple *statement,
			     unsigned first)
{
	enum worth worst = WORTH_NEW;

	for (unsigned i = first; i < gimple_num_ops(statement); i++)
		worst = MAX(worst, worth_of(search, gimple_op(statement, i)));
	return worst;
}

/* ---- the statements in a row ---- */

static bool sets_what_it_names(tree clause)
{
	switch (OMP_CLAUSE_CODE(clause)) {
	case OMP_CLAUSE_LASTPRIVATE:
	case OMP_CLAUSE_LINEAR:
	case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_IN_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION:
	case OMP_CLAUSE_COPYPRIVATE:
	case OMP_CLAUSE_COPYIN:
	case OMP_CLAUSE_MAP:
		return true;
	default:
		return false;
	}
}

static void fix(struct search *search, tree place)
{
	tree base = base_of(place);

	if (base)
		search->fixed.add(base);
}

static void fix_by_clauses(struct search *search, gimple *statement)
{
	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c))
		if (sets_what_it_names(c))
			fix(search, omp_clause_variable(c));
}

static void fix_counters(struct search *search, gimple *loop)
{
	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
		fix(search, gimple_omp_for_index(loop, i));
}

static void note_written(struct search *search, tree place)
{
	tree base = base_of(place);

	if (base && !is_own_number(search, base))
		search->written.add(base);
}

static void note_all_written(struct search *search, gimple *statement)
{
	note_written(search, gimple_get_lhs(statement));
	if (gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD)
		note_written(search,
			     gimple_omp_atomic_load_rhs(
				     as_a<gomp_atomic_load *>(statement)));
	for (unsigned i = 0;
	     is_gimple_call(statement) && i < gimple_call_num_args(statement);
	     i++)
		if (TREE_CODE(gimple_call_arg(statement, i)) == ADDR_EXPR)
			note_written(search, gimple_call_arg(statement, i));
}

static bool only_computes(gimple *call)
{
	return gimple_call_flags(call) & ECF_CONST;
}

/* Into memory, or to a function, whoever finds it there? */
static bool gives_away(struct search *search, gimple *statement)
{
	tree target = gimple_get_lhs(statement);

	if (is_gimple_call(statement) && !only_computes(statement))
		return true;
	return target && !is_own_number(search, target);
}

static void note_targets(struct search *search, gimple *statement)
{
	if (gimple_code(statement) == GIMPLE_GOTO)
		search->targets.safe_push(gimple_goto_dest(statement));
	if (gcond *condition = dyn_cast<gcond *>(statement)) {
		search->targets.safe_push(gimple_cond_true_label(condition));
		search->targets.safe_push(gimple_cond_false_label(condition));
	}
	if (gswitch *choice = dyn_cast<gswitch *>(statement))
		for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
			search->targets.safe_push(
				CASE_LABEL(gimple_switch_label(choice, i)));
}

/* Does something come of a value but the value of a variable? */
static bool has_effect(struct search *search, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
	case GIMPLE_CALL:
		return gives_away(search, statement);
	case GIMPLE_COND:
	case GIMPLE_SWITCH:
	case GIMPLE_RETURN:
	case GIMPLE_OMP_ATOMIC_STORE:
		return true;
	default:
		return false;
	}
}

/* What does not stand in plain code sets a variable, now or then. */
static void look_aside(struct search *search, gimple *statement)
{
	fix(search, gimple_get_lhs(statement));
	if (gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD)
		fix(search, gimple_omp_atomic_load_lhs(
				    as_a<gomp_atomic_load *>(statement)));
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		fix_counters(search, statement);
	note_targets(search, statement);
	if (has_effect(search, statement) &&
	    thread_uses(statement, &search->made))
		search->lost = true;
}

static void flatten(struct search *search, gimple_seq body, bool plain);

static void flatten_try(struct search *search, gimple *statement, bool plain)
{
	if (gimple_try_kind(statement) != GIMPLE_TRY_FINALLY)
		search->lost = true;
	flatten(search, gimple_try_eval(statement), plain);
	flatten(search, gimple_try_cleanup(statement), false);
}

/* Every thread goes through it, here and now. */
static bool is_open(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_BIND ||
	       gimple_code(statement) == GIMPLE_OMP_CRITICAL;
}

static bool is_strange(gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASM:
	case GIMPLE_CATCH:
	case GIMPLE_EH_FILTER:
	case GIMPLE_EH_ELSE:
	case GIMPLE_TRANSACTION:
		return true;
	case GIMPLE_LABEL: {
		tree label = gimple_label_label(as_a<glabel *>(statement));

		return FORCED_LABEL(label) || DECL_NONLOCAL(label);
	}
	case GIMPLE_CALL:
		return gimple_call_flags(statement) & ECF_RETURNS_TWICE;
	default:
		return omp_unknown(statement) != NULL;
	}
}

static void flatten_one(struct search *search, gimple *statement, bool plain)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);

	search->lost |= is_strange(statement);
	note_all_written(search, statement);
	if (plain && schedule_fits(statement))
		flatten(search, gimple_omp_for_pre_body(statement), true);
	if (plain)
		search->plain.safe_push(statement);
	else
		look_aside(search, statement);
	fix_by_clauses(search, statement);
	if (gimple_code(statement) == GIMPLE_TRY) {
		flatten_try(search, statement, plain);
		return;
	}
	if (plain && schedule_fits(statement))
		return;
	if (gimple_code(statement) == GIMPLE_OMP_FOR)
		fix_counters(search, statement);
	for (unsigned i = 0; i < count; i++)
		flatten(search, *bodies[i], plain && is_open(statement));
}

static void flatten(struct search *search, gimple_seq body, bool plain)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		flatten_one(search, gsi_stmt(gsi), plain);
}

/* ---- from one statement to the next ---- */

static void set(struct search *search, tree target, enum worth worth)
{
	unsigned number;

	if (!target || !is_followed(search, target))
		return;
	number = number_of(search, target);
	if (worth == WORTH_NEW)
		bitmap_clear_bit(search->now, number);
	else
		bitmap_set_bit(search->now, number);
}

/* Subscripts and pointers on the way to a place. */
static enum worth worth_of_way(struct search *search, tree place)
{
	tree base = get_base_address(place);
	enum worth worst = WORTH_NEW;

	if (base && TREE_CODE(base) == MEM_REF)
		worst = worth_of(search, TREE_OPERAND(base, 0));
	for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
		if (TREE_CODE(place) == ARRAY_REF ||
		    TREE_CODE(place) == ARRAY_RANGE_REF)
			worst = MAX(worst,
				    worth_of(search, TREE_OPERAND(place, 1)));
	return worst;
}

static void assign(struct search *search, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	enum worth worth;

	if (gimple_clobber_p(statement))
		return;
	worth = worth_from(search, statement, 1);
	if (!is_own_number(search, target) &&
	    MAX(worth, worth_of_way(search, target)) == WORTH_LEFT)
		search->lost = true;
	set(search, target, worth);
}

static void call(struct search *search, gimple *statement)
{
	tree target = gimple_call_lhs(statement);
	enum worth worth = worth_from(search, statement, 1);

	if (worth == WORTH_LEFT && gives_away(search, statement))
		search->lost = true;
	if (worth == WORTH_NEW && !only_computes(statement))
		worth = WORTH_UNKNOWN;
	set(search, target, worth);
}

static void jump(struct search *search, tree label)
{
	bitmap *known = label ? search->states.get(label) : NULL;

	if (!known)
		search->lost = true;
	else if (bitmap_ior_into(*known, search->now))
		search->grown = true;
}

static void choose(struct search *search, gcond *condition)
{
	if (worth_from(search, condition, 0) == WORTH_LEFT)
		search->lost = true;
	jump(search, gimple_cond_true_label(condition));
	jump(search, gimple_cond_false_label(condition));
	bitmap_clear(search->now);
}

static void choose_of_many(struct search *search, gswitch *choice)
{
	if (worth_of(search, gimple_switch_index(choice)) == WORTH_LEFT)
		search->lost = true;
	for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
		jump(search, CASE_LABEL(gimple_switch_label(choice, i)));
	bitmap_clear(search->now);
}

/* Bounds that threads know by what they have left? */
static void look_at_head(struct search *search, gimple *loop)
{
	enum worth worst = WORTH_NEW;

	if (schedule_chunk(loop))
		worst = worth_of(search, schedule_chunk(loop));
	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree values[] = {gimple_omp_for_initial(loop, i),
				 gimple_omp_for_final(loop, i),
				 TREE_OPERAND(gimple_omp_for_incr(loop, i), 1)};

		for (unsigned j = 0; j < ARRAY_SIZE(values); j++)
			worst = MAX(worst, worth_of(search, values[j]));
	}
	search->lost |= worst == WORTH_LEFT;
}

static void pass_loop(struct search *search, gimple *loop)
{
	look_at_head(search, loop);
	bitmap_ior_into(*search->there.get(loop), search->now);
	for (unsigned i = 0;
	     loop == search->from->loop && i < search->from->left.length(); i++)
		set(search, search->from->left[i], WORTH_LEFT);
}

static void pass_atomic(struct search *search, gimple *statement)
{
	if (gimple_code(statement) == GIMPLE_OMP_ATOMIC_LOAD) {
		set(search,
		    gimple_omp_atomic_load_lhs(
			    as_a<gomp_atomic_load *>(statement)),
		    WORTH_UNKNOWN);
	} else if (worth_of(search,
			    gimple_omp_atomic_store_val(
				    as_a<gomp_atomic_store *>(statement))) ==
		   WORTH_LEFT) {
		search->lost = true;
	}
}

static void step(struct search *search, gimple *statement)
{
	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		assign(search, statement);
		break;
	case GIMPLE_CALL:
		call(search, statement);
		break;
	case GIMPLE_COND:
		choose(search, as_a<gcond *>(statement));
		break;
	case GIMPLE_SWITCH:
		choose_of_many(search, as_a<gswitch *>(statement));
		break;
	case GIMPLE_GOTO:
		jump(search, gimple_goto_dest(statement));
		bitmap_clear(search->now);
		break;
	case GIMPLE_RETURN:
		search->lost |= worth_from(search, statement, 0) == WORTH_LEFT;
		bitmap_clear(search->now);
		break;
	case GIMPLE_LABEL:
		bitmap_ior_into(search->now,
				*search->states.get(gimple_label_label(
					as_a<glabel *>(statement))));
		break;
	case GIMPLE_OMP_FOR:
		if (schedule_fits(statement))
			pass_loop(search, statement);
		break;
	case GIMPLE_OMP_ATOMIC_LOAD:
	case GIMPLE_OMP_ATOMIC_STORE:
		pass_atomic(search, statement);
		break;
	default:
		break;
	}
}

/* ---- all of them ---- */

/* Where what is old is kept. Jumps lead to labels among the statements alone.
 */
static void place_states(struct search *search)
{
	for (unsigned i = 0; i < search->plain.length(); i++) {
		gimple *statement = search->plain[i];

		if (glabel *label = dyn_cast<glabel *>(statement))
			search->states.put(gimple_label_label(label),
					   BITMAP_ALLOC(NULL));
		else if (schedule_fits(statement))
			search->there.put(statement, BITMAP_ALLOC(NULL));
	}
	for (unsigned i = 0; i < search->targets.length(); i++)
		if (search->targets[i] &&
		    search->states.get(search->targets[i]))
			search->lost = true;
}

static void follow(struct search *search)
{
	search->now = BITMAP_ALLOC(NULL);
	do {
		search->grown = false;
		bitmap_clear(search->now);
		for (unsigned i = 0; i < search->plain.length(); i++)
			step(search, search->plain[i]);
	} while (search->grown && !search->lost);
	BITMAP_FREE(search->now);
}

static void forget_states(struct search *search)
{
	for (hash_map<tree, bitmap>::iterator i = search->states.begin();
	     i != search->states.end(); ++i)
		BITMAP_FREE((*i).second);
	for (hash_map<gimple *, bitmap>::iterator i = search->there.begin();
	     i != search->there.end(); ++i)
		BITMAP_FREE((*i).second);
}

/* Is there still something of it where the other loop begins? What one
   iteration takes of another does not go by way of the beginning. */
static bool is_there(struct search *search, const struct hands *to,
		     tree variable)
{
	bitmap *there = search->there.get(to->loop);

	if (!search->made.contains(variable))
		return false;
	if (search->from->loop == to->loop &&
	    search->from->left.contains(variable))
		return true;
	return search->lost || !there || !is_followed(search, variable) ||
	       bitmap_bit_p(*there, number_of(search, variable));
}

static void follow_all(struct search *search)
{
	flatten(search, body_of(search->parallel), true);
	if (search->lost)
		return;
	place_states(search);
	if (!search->there.get(search->from->loop))
		search->lost = true;
	if (!search->lost)
		follow(search);
}

static bool takes_any(struct search *search, const struct hands *to)
{
	for (unsigned i = 0; i < to->taken.length(); i++)
		if (search->made.contains(to->taken[i]))
			return true;
	return false;
}

static bool take_any(struct search *search, const vec<struct hands> &loops)
{
	for (unsigned i = 0; i < loops.length(); i++)
		if (takes_any(search, &loops[i]))
			return true;
	return false;
}

static tree taken_by(struct search *search, const struct hands *to)
{
	for (unsigned i = 0; i < to->taken.length(); i++)
		if (is_there(search, to, to->taken[i]))
			return to->taken[i];
	return NULL_TREE;
}

void relic_find(gimple *parallel, const vec<struct hands> &loops, unsigned from,
		vec<tree> *relics)
{
	struct search search;

	search.parallel = parallel;
	search.from = &loops[from];
	find_made(&search);
	if (take_any(&search, loops))
		follow_all(&search);
	relics->truncate(0);
	for (unsigned i = 0; i < loops.length(); i++)
		relics->safe_push(taken_by(&search, &loops[i]));
	forget_states(&search);
}
