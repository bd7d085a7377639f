/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the thread's own objects are alike in all threads of a region, and
 * which hold what a loop has left.
 *
 * A forward data flow over what all threads do beside the loops that they
 * share: a value computed of values that are alike, on ways that all take, is
 * alike. What nobody has written has no value that a right program reads.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "base/standard.h"
#include "construct/schedule.h"
#include "alike.h"
#include "callee.h"
#include "known.h"
#include "parameter.h"

#define DIFFERS 1 /* between threads */
#define LEFT 2	  /* by a loop, whose iterations decide about it */

/* No more rounds are needed but in jungles of jumps. */
#define MOST_ROUNDS 20

enum step_kind { STEP_STATEMENT, STEP_LOOP, STEP_ENTER, STEP_LEAVE };

struct step {
	enum step_kind kind;
	gimple *statement;
	bool differs; /* some threads may go another way */
};

typedef vec<unsigned char> values;

struct flow {
	struct own *own;
	vec<struct carry> *loops;
	vec<struct alike_call> *calls;
	vec<struct step> steps = vNULL;
	hash_map<tree, int> labels;  /* their steps */
	hash_map<tree, int> numbers; /* of values, behind those of objects */
	hash_map<tree, values *> states; /* where labels stand */
	values now = vNULL;
	bool reached = false, changed = false;
	bool last = false; /* nothing changes any more: what is found counts */
	int alone = 0;	   /* constructs around that one thread runs */
	int protects = 0;  /* those that threads run one after the other */
	vec<bool> read = vNULL; /* objects that are read where a loop has left
				   them */
};

/* ---- the steps ---- */

static void add_step(struct flow *flow, enum step_kind kind, gimple *statement)
{
	flow->steps.safe_push({kind, statement, false});
}

/* Within another region, "inner", loops are shared out to its own team. */
static void flatten(struct flow *flow, gimple_seq body, bool inner)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL &&
		    !flow->own->parallel)
			continue;
		if (gimple_code(statement) == GIMPLE_LABEL)
			flow->labels.put(
				gimple_label_label(as_a<glabel *>(statement)),
				(int)flow->steps.length());
		if (schedule_fits(statement) && !inner) {
			flatten(flow, gimple_omp_for_pre_body(statement),
				inner);
			add_step(flow, STEP_LOOP, statement);
			continue;
		}
		add_step(flow, count > 0 ? STEP_ENTER : STEP_STATEMENT,
			 statement);
		for (unsigned i = 0; i < count; i++)
			flatten(flow, *bodies[i],
				inner || gimple_code(statement) ==
						 GIMPLE_OMP_PARALLEL);
		if (count > 0)
			add_step(flow, STEP_LEAVE, statement);
	}
}

/* ---- values ---- */

/* The object of the region that a variable is, or a pointer leads to; -1. */
static int object_at(struct flow *flow, tree decl, bool memory)
{
	int *known =
		(memory ? flow->own->memory : flow->own->direct)->get(decl);

	return known && flow->own->objects[*known].of_region ? *known : -1;
}

static unsigned number_of(struct flow *flow, tree value)
{
	int object = object_at(flow, value, false);
	int *known = flow->numbers.get(value);

	if (object >= 0)
		return object;
	if (known)
		return *known;
	flow->numbers.put(value, (int)flow->now.length());
	flow->now.safe_push(0);
	return flow->now.length() - 1;
}

static bool is_of_all(struct flow *flow, tree decl)
{
	return DECL_P(decl) &&
	       (is_global_var(decl) ||
		omp_sharing_of(flow->own->parallel, decl) == OMP_CLAUSE_SHARED);
}

static int read_object(struct flow *flow, int object)
{
	if (flow->now[object] & LEFT)
		flow->read[object] = true;
	return flow->now[object] & DIFFERS;
}

/* Does what an operand holds differ? */
static int read(struct flow *flow, tree t)
{
	int differs = 0, object;

	if (!t || TYPE_P(t) || CONSTANT_CLASS_P(t))
		return 0;
	if (TREE_CODE(t) == ADDR_EXPR) {
		for (t = TREE_OPERAND(t, 0); handled_component_p(t);
		     t = TREE_OPERAND(t, 0))
			if (TREE_CODE(t) == ARRAY_REF)
				differs |= read(flow, TREE_OPERAND(t, 1));
		return TREE_CODE(t) == MEM_REF
			       ? differs | read(flow, TREE_OPERAND(t, 0))
			       : differs;
	}
	if (TREE_CODE(t) == MEM_REF) {
		tree pointer = TREE_OPERAND(t, 0);

		if (TREE_CODE(pointer) == ADDR_EXPR)
			return read(flow, TREE_OPERAND(pointer, 0));
		object = object_at(flow, pointer, true);
		differs = object >= 0 ? read_object(flow, object)
				      : flow->protects > 0;
		return differs | read(flow, pointer);
	}
	if (TREE_CODE(t) == COMPONENT_REF && DECL_P(TREE_OPERAND(t, 0))) {
		object = object_at(flow, TREE_OPERAND(t, 0), false);
		if (object >= 0 && flow->own->objects[object].holds &&
		    (lang_GNU_Fortran() || POINTER_TYPE_P(TREE_TYPE(t))))
			return flow->now[object] & DIFFERS;
	}
	if (DECL_P(t) || TREE_CODE(t) == SSA_NAME) {
		object = object_at(flow, t, false);
		if (object >= 0)
			return read_object(flow, object);
		if (is_of_all(flow, t))
			return flow->protects > 0 &&
			       !AGGREGATE_TYPE_P(TREE_TYPE(t));
		return flow->now[number_of(flow, t)] & DIFFERS;
	}
	for (int i = 0; EXPR_P(t) && i < TREE_OPERAND_LENGTH(t); i++)
		differs |= read(flow, TREE_OPERAND(t, i));
	for (int i = 0; handled_component_p(t) && i < 2; i++)
		if (i == 0 || TREE_CODE(t) == ARRAY_REF)
			differs |= read(flow, TREE_OPERAND(t, i));
	return differs;
}

/* Into a whole variable, or a part of an object. */
static void write(struct flow *flow, tree target, int differs)
{
	tree base;
	int number;

	if (!target)
		return;
	base = get_base_address(target);
	if (base && TREE_CODE(base) == MEM_REF)
		number = object_at(flow, TREE_OPERAND(base, 0), true);
	else if (base && (DECL_P(base) || TREE_CODE(base) == SSA_NAME) &&
		 !is_of_all(flow, base))
		number = (int)number_of(flow, base);
	else
		return;
	if (number < 0)
		return;
	if (base == target)
		flow->now[number] = differs;
	else
		flow->now[number] |= differs;
}

/* ---- calls ---- */

/* The object whose address an argument is, or -1. */
static int given_object(struct flow *flow, tree value)
{
	tree base;

	if (TREE_CODE(value) != ADDR_EXPR)
		return POINTER_TYPE_P(TREE_TYPE(value)) &&
				       !CONSTANT_CLASS_P(value)
			       ? object_at(flow, value, true)
			       : -1;
	base = get_base_address(TREE_OPERAND(value, 0));
	if (!base)
		return -1;
	return TREE_CODE(base) == MEM_REF
		       ? object_at(flow, TREE_OPERAND(base, 0), true)
		       : object_at(flow, base, false);
}

/* What the function does with it, as far as that is known. */
static enum effect effect_on(gimple *call, unsigned argument)
{
	tree function = gimple_call_fndecl(call);
	const struct parameter_use *use =
		function && !standard_declares(function)
			? parameter_use(function, argument)
			: NULL;
	enum effect effect = EFFECT_NONE;

	if (!use)
		return function ? known_effect(function,
					       TREE_TYPE(gimple_call_arg(
						       call, argument)),
					       argument)
				: EFFECT_KEEP;
	if (use->kept)
		return EFFECT_KEEP;
	for (unsigned i = 0; i < use->accesses.length(); i++)
		if (use->accesses[i].reads || use->accesses[i].adds)
			effect = effect == EFFECT_NONE || effect == EFFECT_READ
					 ? EFFECT_READ
					 : EFFECT_STATE;
		else
			effect = effect == EFFECT_NONE || effect == EFFECT_FILL
					 ? EFFECT_FILL
					 : EFFECT_STATE;
	return effect;
}

static int read_argument(struct flow *flow, gimple *call, unsigned argument)
{
	tree value = gimple_call_arg(call, argument);
	int object = given_object(flow, value);
	enum effect effect =
		object >= 0 ? effect_on(call, argument) : EFFECT_NONE;
	int differs = read(flow, value);

	if (effect != EFFECT_NONE && effect != EFFECT_FILL)
		differs |= read_object(flow, object);
	return effect == EFFECT_KEEP ? DIFFERS : differs;
}

static void write_argument(struct flow *flow, gimple *call, unsigned argument,
			   int differs)
{
	int object = given_object(flow, gimple_call_arg(call, argument));
	enum effect effect =
		object >= 0 ? effect_on(call, argument) : EFFECT_NONE;

	if (effect == EFFECT_NONE || effect == EFFECT_READ)
		return;
	if (effect == EFFECT_FILL && differs == 0 &&
	    TREE_CODE(gimple_call_arg(call, argument)) == ADDR_EXPR &&
	    DECL_P(TREE_OPERAND(gimple_call_arg(call, argument), 0)))
		flow->now[object] = 0;
	else
		flow->now[object] |= differs;
}

static void note_call(struct flow *flow, gimple *call)
{
	struct alike_call made = {call, vNULL};

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i);
		tree base = value;

		if (given_object(flow, value) < 0 && !read(flow, value))
			continue;
		if (TREE_CODE(base) == ADDR_EXPR)
			base = get_base_address(TREE_OPERAND(base, 0));
		if (base && DECL_P(base) && DECL_NAME(base))
			made.differs.safe_push(
				xasprintf("'%s'", names_decl(base)));
		else
			made.differs.safe_push(xasprintf("argument %u", i + 1));
	}
	flow->calls->safe_push(made);
}

static void pass_call(struct flow *flow, gimple *call, int differs)
{
	if (gimple_call_internal_p(call)) {
		for (unsigned i = 0; i < gimple_call_num_args(call); i++)
			differs |= read(flow, gimple_call_arg(call, i));
		write(flow, gimple_get_lhs(call), differs);
		return;
	}
	if (flow->last && callee_call_may_share(call))
		note_call(flow, call);
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		differs |= read_argument(flow, call, i);
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		write_argument(flow, call, i, differs);
	write(flow, gimple_get_lhs(call), differs);
}

/* ---- jumps ---- */

static void record(struct flow *flow, tree label)
{
	values *&known = flow->states.get_or_insert(label);

	if (!known) {
		known = XCNEW(values);
		flow->changed = true;
	}
	if (known->length() < flow->now.length())
		known->safe_grow_cleared(flow->now.length(), true);
	for (unsigned i = 0; i < flow->now.length(); i++)
		if (((*known)[i] | flow->now[i]) != (*known)[i]) {
			(*known)[i] |= flow->now[i];
			flow->changed = true;
		}
}

static void meet(struct flow *flow, tree label)
{
	values **known = flow->states.get(label);

	if (!known)
		return;
	for (unsigned i = 0; i < (*known)->length(); i++)
		flow->now[i] = flow->reached ? flow->now[i] | (**known)[i]
					     : (**known)[i];
	flow->reached = true;
}

/* Between a jump that some threads take and its target, and back. */
static void mark(struct flow *flow, unsigned from, tree label)
{
	int *target = label ? flow->labels.get(label) : NULL;
	unsigned to = target ? *target : flow->steps.length();

	for (unsigned i = MIN(from, to); i < MAX(from, to); i++) {
		struct step *step = &flow->steps[i];

		if (step->differs)
			continue;
		step->differs = true;
		flow->changed = true;
		if (step->kind == STEP_STATEMENT &&
		    gimple_code(step->statement) == GIMPLE_GOTO)
			mark(flow, i, gimple_goto_dest(step->statement));
	}
}

static void jump(struct flow *flow, unsigned at, tree label, int differs)
{
	record(flow, label);
	if (differs)
		mark(flow, at, label);
}

static void pass_switch(struct flow *flow, unsigned at, gswitch *choice)
{
	int differs = read(flow, gimple_switch_index(choice));

	for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
		jump(flow, at, CASE_LABEL(gimple_switch_label(choice, i)),
		     differs);
	flow->reached = false;
}

static void pass_condition(struct flow *flow, unsigned at, gcond *condition)
{
	int differs = read(flow, gimple_cond_lhs(condition)) |
		      read(flow, gimple_cond_rhs(condition));

	jump(flow, at, gimple_cond_true_label(condition), differs);
	jump(flow, at, gimple_cond_false_label(condition), differs);
	flow->reached = false;
}

/* ---- statements ---- */

static void pass_statement(struct flow *flow, unsigned at)
{
	gimple *statement = flow->steps[at].statement;
	int differs = flow->steps[at].differs || flow->alone > 0;

	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		if (gimple_clobber_p(statement))
			differs = 0;
		for (unsigned i = 1; i < gimple_num_ops(statement); i++)
			if (!gimple_clobber_p(statement))
				differs |= read(flow, gimple_op(statement, i));
		write(flow, gimple_assign_lhs(statement), differs);
		break;
	case GIMPLE_CALL:
		pass_call(flow, statement, differs);
		break;
	case GIMPLE_COND:
		pass_condition(flow, at, as_a<gcond *>(statement));
		break;
	case GIMPLE_SWITCH:
		pass_switch(flow, at, as_a<gswitch *>(statement));
		break;
	case GIMPLE_GOTO:
		record(flow, gimple_goto_dest(statement));
		flow->reached = false;
		break;
	case GIMPLE_RETURN:
		read(flow, gimple_return_retval(as_a<greturn *>(statement)));
		flow->reached = false;
		break;
	case GIMPLE_OMP_ATOMIC_LOAD:
		write(flow,
		      gimple_omp_atomic_load_lhs(
			      as_a<gomp_atomic_load *>(statement)),
		      DIFFERS);
		break;
	case GIMPLE_ASM: {
		gasm *assembler = as_a<gasm *>(statement);

		for (unsigned i = 0; i < gimple_asm_noutputs(assembler); i++)
			write(flow,
			      TREE_VALUE(gimple_asm_output_op(assembler, i)),
			      DIFFERS);
		break;
	}
	default:
		break;
	}
}

/* Its copies go to all threads. */
static void leave_single(struct flow *flow, gimple *single)
{
	for (tree c = omp_clauses(single); c; c = OMP_CLAUSE_CHAIN(c))
		if (OMP_CLAUSE_CODE(c) == OMP_CLAUSE_COPYPRIVATE)
			write(flow, OMP_CLAUSE_DECL(c), 0);
}

static void enter(struct flow *flow, gimple *statement, int step)
{
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_SINGLE:
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_MASKED:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_TASK:
		flow->alone += step;
		break;
	case GIMPLE_OMP_CRITICAL:
	case GIMPLE_OMP_ORDERED:
		flow->protects += step;
		break;
	default:
		break;
	}
	if (step < 0 && gimple_code(statement) == GIMPLE_OMP_SINGLE)
		leave_single(flow, statement);
}

/* ---- loops ---- */

static void note(struct flow *flow, struct carry *carry, char *reason)
{
	if (flow->last)
		names_add(&carry->reasons, reason);
	free(reason);
}

struct search {
	struct flow *flow;
	hash_set<tree> set; /* within the loop */
	tree found;
};

static tree find_set(gimple_stmt_iterator *gsi, bool *handled,
		     struct walk_stmt_info *info)
{
	struct search *search = (struct search *)info->info;
	tree target = gimple_get_lhs(gsi_stmt(*gsi));

	*handled = false;
	if (target)
		search->set.add(target);
	return NULL_TREE;
}

/* A value of the compiler's that it has computed before the loop. */
static tree find_differing(tree *at, int *walk_subtrees, void *data)
{
	struct search *search =
		(struct search *)((struct walk_stmt_info *)data)->info;
	struct flow *flow = search->flow;
	int *number;

	if (TYPE_P(*at))
		*walk_subtrees = 0;
	number = flow->numbers.get(*at);
	if (number && flow->now[*number] & DIFFERS &&
	    !search->set.contains(*at))
		search->found = *at;
	return NULL_TREE;
}

static void look_at_operands(struct flow *flow, struct carry *carry)
{
	struct walk_stmt_info info = {};
	struct search search;

	search.flow = flow;
	search.found = NULL_TREE;
	info.info = &search;
	walk_gimple_seq(gimple_omp_body(carry->loop), find_set, NULL, &info);
	memset(&info, 0, sizeof(info));
	info.info = &search;
	walk_gimple_seq(gimple_omp_body(carry->loop), NULL, find_differing,
			&info);
	if (search.found)
		note(flow, carry,
		     xasprintf("uses a value that may differ between threads"));
}

static void look_at_bounds(struct flow *flow, struct carry *carry)
{
	gimple *loop = carry->loop;
	int differs = read(flow, schedule_chunk(loop));

	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
		differs |= read(flow, gimple_omp_for_initial(loop, i)) |
			   read(flow, gimple_omp_for_final(loop, i)) |
			   read(flow,
				TREE_OPERAND(gimple_omp_for_incr(loop, i), 1));
	if (differs)
		note(flow, carry,
		     xstrdup("has bounds that may differ between threads"));
}

static void pass_loop(struct flow *flow, gimple *loop)
{
	struct carry *carry = NULL;

	for (unsigned i = 0; i < flow->loops->length(); i++)
		if ((*flow->loops)[i].loop == loop)
			carry = &(*flow->loops)[i];
	look_at_bounds(flow, carry);
	look_at_operands(flow, carry);
	for (unsigned i = 0; i < flow->own->objects.length(); i++) {
		bool own = own_of_loop(flow->own, loop, i) ||
			   !flow->own->objects[i].of_region;
		const char *name = own_name(flow->own, i);

		if (own || !bitmap_bit_p(carry->taken, i))
			continue;
		if (flow->now[i] & LEFT)
			note(flow, carry,
			     xasprintf("reads '%s', which its thread has left "
				       "in another loop",
				       name));
		else if (flow->now[i] & DIFFERS)
			note(flow, carry,
			     xasprintf("reads '%s', which may differ between "
				       "threads",
				       name));
		read_object(flow, i);
	}
	for (unsigned i = 0; i < flow->own->objects.length(); i++) {
		if (bitmap_bit_p(carry->left, i))
			flow->now[i] |= LEFT | DIFFERS;
		if (bitmap_bit_p(carry->summed, i))
			flow->now[i] |= DIFFERS;
	}
}

/* What another loop, or the thread beside its loops, goes on with. */
static void conclude(struct flow *flow)
{
	for (unsigned i = 0; i < flow->loops->length(); i++) {
		struct carry *carry = &(*flow->loops)[i];

		for (unsigned j = 0; j < flow->own->objects.length(); j++)
			if (bitmap_bit_p(carry->left, j) && flow->read[j])
				note(flow, carry,
				     xasprintf("leaves '%s', which its thread "
					       "reads behind it",
					       own_name(flow->own, j)));
	}
}

/* ---- the rounds ---- */

/* The region's own sums are added up at its end. */
static void end_region(struct flow *flow)
{
	tree c = flow->own->parallel ? omp_clauses(flow->own->parallel)
				     : NULL_TREE;

	for (; c; c = OMP_CLAUSE_CHAIN(c)) {
		int object = -1;

		if (OMP_CLAUSE_CODE(c) == OMP_CLAUSE_REDUCTION &&
		    omp_clause_variable(c))
			object = object_at(flow, omp_clause_variable(c), false);
		if (object >= 0)
			read_object(flow, object);
	}
}

static void pass(struct flow *flow)
{
	for (unsigned i = 0; i < flow->now.length(); i++)
		flow->now[i] = 0;
	flow->reached = true;
	flow->alone = flow->protects = 0;
	for (unsigned i = 0; i < flow->steps.length(); i++) {
		gimple *statement = flow->steps[i].statement;

		if (flow->steps[i].kind == STEP_STATEMENT &&
		    gimple_code(statement) == GIMPLE_LABEL)
			meet(flow,
			     gimple_label_label(as_a<glabel *>(statement)));
		else if (flow->steps[i].kind == STEP_ENTER)
			enter(flow, statement, 1);
		else if (flow->steps[i].kind == STEP_LEAVE)
			enter(flow, statement, -1);
		else if (!flow->reached)
			continue;
		else if (flow->steps[i].kind == STEP_LOOP)
			pass_loop(flow, statement);
		else
			pass_statement(flow, i);
	}
	end_region(flow);
}

void alike_follow(struct own *own, vec<struct carry> *loops,
		  vec<struct alike_call> *calls)
{
	struct flow flow;
	unsigned round = 0;

	flow.own = own;
	flow.loops = loops;
	flow.calls = calls;
	flow.now.safe_grow_cleared(own->objects.length(), true);
	flow.read.safe_grow_cleared(own->objects.length(), true);
	flatten(&flow, own_body(own), false);
	do {
		flow.changed = false;
		pass(&flow);
	} while (flow.changed && ++round < MOST_ROUNDS);
	flow.last = true;
	pass(&flow);
	conclude(&flow);
	for (hash_map<tree, values *>::iterator i = flow.states.begin();
	     i != flow.states.end(); ++i) {
		(*i).second->release();
		free((*i).second);
	}
	flow.now.release();
	flow.read.release();
	flow.steps.release();
}
