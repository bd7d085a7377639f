/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A forward data flow over the private objects of a region, its loops
 * included.
 *
 * Of each object it is known what it may hold: a value that differs between
 * threads, one that a loop has left, one of an earlier iteration. Nothing of
 * that may be read in an iteration, but for sums. An object without a value
 * before the loops is set by whoever reads it; once an iteration has written a
 * part of it for certain, it has written all.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "base/standard.h"
#include "construct/schedule.h"
#include "callee.h"
#include "flow.h"
#include "known.h"
#include "parameter.h"
#include "steps.h"

/* The lattice: what may be held. */
#define DIFFERS 1 /* a value that is not the same in all threads */
#define LEFT 2	  /* one that a loop has left */
#define STALE 4	  /* one of an earlier iteration */

/* No more rounds are needed but in jungles of jumps. */
#define MOST_ROUNDS 20

/* Flags of each object, and behind them of each other variable. */
typedef vec<unsigned char> values;

/* The object and operation that an earlier value came from. */
struct pending {
	int object;
	tree ref; /* as it was read */
	enum tree_code operation;
};

/* Accesses of the current loop to an object. */
struct use {
	enum tree_code sums; /* by this operation, ERROR_MARK: by none */
	bool mixes;	     /* by several */
	bool set;	     /* otherwise */
};

struct flow {
	struct own *own;
	vec<struct flow_loop> *loops;
	vec<struct flow_call> *calls;
	struct steps *steps;
	vec<bitmap> left = vNULL;    /* objects, by loop */
	vec<bitmap> written = vNULL; /* objects, by loop */
	bitmap read;		     /* objects, where a loop has left them */
	hash_map<tree, int> numbers; /* of other variables */
	hash_map<tree, values *> states;	 /* where labels stand */
	hash_map<tree, struct pending> pendings; /* of temporaries */
	values now = vNULL;
	vec<values> saved = vNULL; /* before what may be passed by */
	vec<struct use> uses = vNULL;
	bool reached = false, changed = false, learning = true;
	bool last = false; /* nothing changes any more: what is found counts */
	int alone = 0;	   /* constructs around that one thread runs */
	int protects = 0;  /* those that threads run one after the other */
	unsigned at = 0;   /* the step */
	struct flow_loop *loop = NULL; /* around */
};

/* ---- reports ---- */

static void note(struct flow *flow, struct flow_loop *loop, char *reason)
{
	if (flow->last && loop)
		names_add(&loop->reasons, reason);
	free(reason);
}

/* The loop reads an object that holds this. */
static void refuse(struct flow *flow, int object, int bits)
{
	const char *name = own_name(flow->own, object);

	note(flow, flow->loop,
	     xasprintf(bits & STALE  ? "reads '%s' of an earlier iteration of "
				       "the same thread"
		       : bits & LEFT ? "reads '%s', which its thread has left "
				       "in another loop"
				     : "reads '%s', which may differ between "
				       "threads",
		       name));
}

/* ---- objects ---- */

static int bits_of(struct flow *flow, int number)
{
	while (flow->now.length() <= (unsigned)number)
		flow->now.safe_push(0);
	return flow->now[number];
}

static void set_bits(struct flow *flow, int number, int bits)
{
	bits_of(flow, number);
	flow->now[number] = bits;
}

/* Flags of an object at a read of it, which is noted. */
static int bits_at(struct flow *flow, int object)
{
	int bits = bits_of(flow, object);

	if (bits & LEFT)
		bitmap_set_bit(flow->read, object);
	return bits | (flow->own->objects[object].pointed ? DIFFERS : 0);
}

static int loop_number(const struct flow *flow)
{
	return flow->loop ? (int)(flow->loop - flow->loops->address()) : -1;
}

/* Loops within a loop write all of an object of which they write elements. */
static void learn_covered(struct flow *flow, int object)
{
	for (unsigned i = 0; i < flow->steps->spans.length(); i++) {
		struct span *span = &flow->steps->spans[i];

		if (!steps_certain(flow->steps, span, flow->at))
			continue;
		if (!span->covered)
			span->covered = BITMAP_ALLOC(NULL);
		bitmap_set_bit(span->covered, object);
	}
}

/*
 * The place gets a value: for certain, or perhaps. A part stands for all of an
 * object that has no value before the loops.
 */
static void write_place(struct flow *flow, const struct own_place *place,
			int bits, bool sure)
{
	const struct own_object *object = &flow->own->objects[place->object];
	bool all = place->part && !object->begun && flow->loop &&
		   !(bits_of(flow, place->object) & LEFT);

	if (flow->loop) {
		flow->uses[place->object].set = true;
		bitmap_set_bit(flow->written[loop_number(flow)], place->object);
	}
	if (all && flow->learning)
		learn_covered(flow, place->object);
	if (!sure || (place->part && !all))
		bits |= bits_of(flow, place->object);
	set_bits(flow, place->object, bits);
}

/* ---- values ---- */

static int number_of(struct flow *flow, tree value)
{
	int *known = flow->numbers.get(value);

	if (!known)
		flow->numbers.put(value, (int)(flow->own->objects.length() +
					       flow->numbers.elements()));
	return *flow->numbers.get(value);
}

static bool is_of_all(struct flow *flow, tree decl)
{
	return DECL_P(decl) && !flow->own->direct->get(decl) &&
	       (is_global_var(decl) ||
		omp_sharing_of(flow->own->parallel, decl) == OMP_CLAUSE_SHARED);
}

/* An object of the thread's, here: in other loops it may be that of all. */
static bool find(struct flow *flow, tree ref, struct own_place *place)
{
	gimple *loop = flow->loop ? flow->loop->loop : NULL;

	if (!own_find_place(flow->own, ref, place))
		return false;
	if (loop && own_reduced(loop, flow->own->objects[place->object].decl))
		return false;
	return flow->own->objects[place->object].of_region ||
	       (loop && own_of_loop(flow->own, loop, place->object));
}

static bool find_given(struct flow *flow, tree value, struct own_place *place)
{
	return own_find_given(flow->own, value, place) &&
	       (flow->own->objects[place->object].of_region ||
		(flow->loop &&
		 own_of_loop(flow->own, flow->loop->loop, place->object)));
}

static int read(struct flow *flow, tree t);

static int read_operands(struct flow *flow, tree t)
{
	int bits = 0;

	if (TREE_CODE(t) == MEM_REF || TREE_CODE(t) == ADDR_EXPR)
		return read(flow, TREE_OPERAND(t, 0));
	if (TREE_CODE(t) == COMPONENT_REF)
		return read(flow, TREE_OPERAND(t, 0));
	for (int i = 0; EXPR_P(t) && i < TREE_OPERAND_LENGTH(t); i++)
		bits |= read(flow, TREE_OPERAND(t, i));
	for (int i = 0; handled_component_p(t) && i < 2; i++)
		if (i == 0 || TREE_CODE(t) == ARRAY_REF)
			bits |= read(flow, TREE_OPERAND(t, i));
	return bits;
}

/* Subscripts and pointers on the way to a place. */
static int read_way(struct flow *flow, tree t)
{
	int bits = 0;

	for (; t && handled_component_p(t); t = TREE_OPERAND(t, 0))
		if (TREE_CODE(t) == ARRAY_REF)
			bits |= read(flow, TREE_OPERAND(t, 1));
	if (t && TREE_CODE(t) == MEM_REF &&
	    TREE_CODE(TREE_OPERAND(t, 0)) != ADDR_EXPR &&
	    !flow->own->led->get(TREE_OPERAND(t, 0)))
		bits |= read(flow, TREE_OPERAND(t, 0));
	return bits;
}

/* A value of before must not come this way. */
static void spoil(struct flow *flow, tree value)
{
	struct pending *pending = flow->pendings.get(value);

	if (pending && flow->loop)
		refuse(flow, pending->object, STALE);
}

/* The value of an operand; in a loop anything but 0 is a reason. */
static int read(struct flow *flow, tree t)
{
	struct own_place place;
	int bits;

	if (!t || TYPE_P(t) || CONSTANT_CLASS_P(t))
		return 0;
	spoil(flow, t);
	if (TREE_CODE(t) == ADDR_EXPR)
		return read_way(flow, TREE_OPERAND(t, 0)) |
		       (find_given(flow, t, &place) ? DIFFERS : 0);
	if (find(flow, t, &place)) {
		bits = bits_at(flow, place.object);
		if (bits && flow->loop)
			refuse(flow, place.object, bits);
		return (bits & DIFFERS) | read_way(flow, t);
	}
	if (TREE_CODE(t) == SSA_NAME || DECL_P(t)) {
		if (is_of_all(flow, t))
			return flow->protects > 0 && !flow->loop &&
			       !AGGREGATE_TYPE_P(TREE_TYPE(t));
		bits = bits_of(flow, number_of(flow, t));
		if (bits && flow->loop)
			note(flow, flow->loop,
			     xstrdup("uses a value that may differ between "
				     "threads"));
		return bits & DIFFERS;
	}
	bits = read_operands(flow, t);
	return bits |
	       (TREE_CODE(t) == MEM_REF && flow->protects > 0 && !flow->loop);
}

/* A value is stored. */
static void write(struct flow *flow, tree target, int bits)
{
	struct own_place place;

	if (!target)
		return;
	read_way(flow, target);
	if (flow->loop)
		bits = 0;
	if (find(flow, target, &place))
		write_place(flow, &place, bits, true);
	else if (TREE_CODE(target) == SSA_NAME ||
		 (DECL_P(target) && !is_of_all(flow, target)))
		set_bits(flow, number_of(flow, target), bits);
}

/* ---- sums ---- */

/* A value of an earlier iteration, of an object or on its way from one. */
static bool find_pending(struct flow *flow, tree value, struct pending *found)
{
	struct pending *known = flow->pendings.get(value);
	struct own_place place;

	if (known) {
		*found = *known;
		return true;
	}
	if (!value || CONSTANT_CLASS_P(value) ||
	    TREE_CODE(value) == ADDR_EXPR || !find(flow, value, &place) ||
	    !(bits_at(flow, place.object) & STALE))
		return false;
	read_way(flow, value);
	*found = {place.object, value, ERROR_MARK};
	return true;
}

/* The operation by which a value goes on; ERROR_MARK: none yet. False where
   what comes out depends on the order of such steps. */
static bool combine(enum tree_code *operation, enum tree_code code, bool first)
{
	if (CONVERT_EXPR_CODE_P(code) || code == FLOAT_EXPR ||
	    code == PAREN_EXPR ||
	    get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS)
		return true;
	if (code == MINUS_EXPR && first)
		code = PLUS_EXPR;
	if (code == RDIV_EXPR && first)
		code = MULT_EXPR;
	switch (code) {
	case PLUS_EXPR:
	case MULT_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case TRUTH_AND_EXPR:
	case TRUTH_OR_EXPR:
		if (*operation != ERROR_MARK && *operation != code)
			return false;
		*operation = code;
		return true;
	default:
		return false;
	}
}

static void add_up(struct flow *flow, int object, enum tree_code operation)
{
	struct use *use = &flow->uses[object];

	use->mixes |= use->sums != ERROR_MARK && use->sums != operation;
	use->sums = operation;
}

static bool is_temporary(struct flow *flow, tree value)
{
	struct own_place place;

	return (TREE_CODE(value) == SSA_NAME ||
		(VAR_P(value) && DECL_ARTIFICIAL(value) &&
		 !is_global_var(value))) &&
	       !find(flow, value, &place);
}

/* An assignment of such a value: into a temporary, or back to its place. */
static bool pass_on(struct flow *flow, tree target, struct pending *pending,
		    enum tree_code code, bool first)
{
	struct own_place place;

	if (!combine(&pending->operation, code, first))
		return false;
	if (is_temporary(flow, target)) {
		flow->pendings.put(target, *pending);
		return true;
	}
	if (pending->operation == ERROR_MARK || !find(flow, target, &place) ||
	    !operand_equal_p(target, pending->ref, 0))
		return false;
	read_way(flow, target);
	add_up(flow, pending->object, pending->operation);
	return true;
}

/* Is the assignment a part of a sum? */
static bool sums(struct flow *flow, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	struct pending pending, found;
	unsigned count = 0, which = 0;

	for (unsigned i = 1; flow->loop && i < gimple_num_ops(statement); i++)
		if (find_pending(flow, gimple_op(statement, i), &found)) {
			pending = found;
			which = i;
			count++;
		}
	if (count != 1 ||
	    !pass_on(flow, target, &pending, gimple_assign_rhs_code(statement),
		     which == 1))
		return false;
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		if (i != which)
			read(flow, gimple_op(statement, i));
	return true;
}

/* ---- calls ---- */

static bool goes_by_name(tree function)
{
	return !function || standard_declares(function) ||
	       !callee_is_seen(function);
}

/* A function may store there a pointer to memory of the thread's own. */
static bool holds_pointers(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE ||
	       TREE_CODE(type) == REFERENCE_TYPE)
		type = TREE_TYPE(type);
	if (!RECORD_OR_UNION_TYPE_P(type))
		return POINTER_TYPE_P(type);
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL &&
		    holds_pointers(TREE_TYPE(field)))
			return true;
	return false;
}

static tree type_of_argument(gimple *call, unsigned argument)
{
	tree type = gimple_call_fntype(call);
	tree list = type ? TYPE_ARG_TYPES(type) : NULL_TREE;

	while (list && argument-- > 0)
		list = TREE_CHAIN(list);
	return list && list != void_list_node ? TREE_VALUE(list) : NULL_TREE;
}

/* The function is known to do this with a place. */
static int apply(struct flow *flow, const struct own_place *place,
		 enum effect effect, int bits)
{
	bool reads = effect == EFFECT_READ || effect == EFFECT_STATE ||
		     effect == EFFECT_ADD;
	int held = reads ? bits_at(flow, place->object) : 0;

	if (effect == EFFECT_ADD && flow->loop && held & STALE) {
		add_up(flow, place->object, PLUS_EXPR);
		return 0;
	}
	if (reads && held && flow->loop)
		refuse(flow, place->object, held);
	if (effect != EFFECT_READ && effect != EFFECT_NONE)
		write_place(flow, place, flow->loop ? 0 : bits, true);
	return reads ? held & DIFFERS : 0;
}

/* Nobody knows what the function does with it. */
static int keep(struct flow *flow, gimple *call, unsigned argument,
		const struct own_place *place)
{
	tree function = gimple_call_fndecl(call);
	char *name, *need;

	if (flow->loop && bits_at(flow, place->object) & STALE) {
		if (function) {
			name = callee_name(function);
			need = xasprintf("fills(%s,%u)", name, argument + 1);
			if (flow->last)
				names_add(&flow->loop->needs, need);
			free(need);
			free(name);
		} else {
			refuse(flow, place->object, STALE);
		}
	}
	write_place(flow, place, flow->loop ? 0 : DIFFERS, true);
	return DIFFERS;
}

/* Is it less than the object that memcpy() and its like are told to write, or
   that the parameter points at? */
static bool fills_part(struct flow *flow, gimple *call, unsigned argument,
		       const struct own_place *place)
{
	tree function = gimple_call_fndecl(call);
	tree type = TREE_TYPE(flow->own->objects[place->object].decl);
	tree parameter = type_of_argument(call, argument), size;

	if (TREE_CODE(type) == REFERENCE_TYPE)
		type = TREE_TYPE(type);
	if (function && startswith(known_name(function), "mem") &&
	    gimple_call_num_args(call) >= 3)
		size = gimple_call_arg(call, 2);
	else if (parameter && POINTER_TYPE_P(parameter) &&
		 !VOID_TYPE_P(TREE_TYPE(parameter)))
		size = TYPE_SIZE_UNIT(TREE_TYPE(parameter));
	else
		return false;
	return !size || !TYPE_SIZE_UNIT(type) ||
	       !operand_equal_p(TYPE_SIZE_UNIT(type), size, 0);
}

/* An argument is the address of an object, or leads there. */
static int give(struct flow *flow, gimple *call, unsigned argument,
		struct own_place *place, int bits)
{
	tree function = gimple_call_fndecl(call);
	tree type = TREE_TYPE(flow->own->objects[place->object].decl);
	enum effect effect = EFFECT_KEEP;

	if (!goes_by_name(function))
		effect = parameter_effect(function, argument);
	else if (function)
		effect = known_effect(
			function, type_of_argument(call, argument), argument);
	if (effect == EFFECT_KEEP)
		return keep(flow, call, argument, place);
	place->part |= effect == EFFECT_FILL &&
		       fills_part(flow, call, argument, place);
	bits |= holds_pointers(type) ? DIFFERS : 0;
	return apply(flow, place, effect, bits);
}

static void note_call(struct flow *flow, gimple *call)
{
	struct flow_call made = {call, vNULL};

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i), base = value;
		struct own_place place;

		if (!find_given(flow, value, &place) && !read(flow, value))
			continue;
		if (TREE_CODE(base) == ADDR_EXPR)
			base = get_base_address(TREE_OPERAND(base, 0));
		made.differs.safe_push(
			base && DECL_P(base) && DECL_NAME(base)
				? xasprintf("'%s'", names_decl(base))
				: xasprintf("argument %u", i + 1));
	}
	flow->calls->safe_push(made);
}

static void pass_call(struct flow *flow, gimple *call, int bits)
{
	bool internal = gimple_call_internal_p(call), gives = false;
	tree target = gimple_call_lhs(call);
	tree function = gimple_call_fndecl(call);
	struct own_place place;

	if (flow->last && !flow->loop && callee_call_may_share(call))
		note_call(flow, call);
	if (function && known_function(function) == KNOWN_DEPENDS)
		bits = DIFFERS;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i);

		if (TREE_CODE(value) != ADDR_EXPR ||
		    !find_given(flow, value, &place))
			bits |= read(flow, value);
	}
	for (unsigned i = 0; i < gimple_call_num_args(call) && !internal; i++)
		if (find_given(flow, gimple_call_arg(call, i), &place)) {
			bits |= give(flow, call, i, &place, bits);
			gives = true;
		}
	if (target && holds_pointers(TREE_TYPE(target)) &&
	    (gives || !function || callee_may_renew(function)))
		bits |= DIFFERS;
	write(flow, target, bits & DIFFERS);
}

/* ---- jumps ---- */

/* Loops that the jump leaves have written their arrays, though there may have
   been no iteration: what reads them goes as far. */
static void leave_spans(struct flow *flow, values *state, unsigned to)
{
	for (unsigned i = 0; flow->loop && i < flow->steps->spans.length();
	     i++) {
		const struct span *span = &flow->steps->spans[i];
		bitmap_iterator iterator;
		unsigned j;

		if (span->covered &&
		    steps_leave(flow->steps, span, flow->at, to))
			EXECUTE_IF_SET_IN_BITMAP(span->covered, 0, j, iterator)
		if (j < state->length())
			(*state)[j] &= ~STALE;
	}
}

static void record(struct flow *flow, tree label)
{
	values *&known = flow->states.get_or_insert(label);
	values state = flow->now.copy();

	leave_spans(flow, &state, steps_place(flow->steps, label));
	if (!known) {
		known = XCNEW(values);
		flow->changed = true;
	}
	if (known->length() < state.length())
		known->safe_grow_cleared(state.length(), true);
	for (unsigned i = 0; i < state.length(); i++)
		if (((*known)[i] | state[i]) != (*known)[i]) {
			(*known)[i] |= state[i];
			flow->changed = true;
		}
	state.release();
}

static void meet(struct flow *flow, tree label)
{
	values **known = flow->states.get(label);

	if (!known)
		return;
	if (flow->now.length() < (*known)->length())
		flow->now.safe_grow_cleared((*known)->length(), true);
	for (unsigned i = 0; i < (*known)->length(); i++)
		flow->now[i] = flow->reached ? flow->now[i] | (**known)[i]
					     : (**known)[i];
	flow->reached = true;
}

/* The steps between a divergent jump and its target. */
static void mark(struct flow *flow, unsigned from, tree label)
{
	unsigned to = steps_place(flow->steps, label);

	for (unsigned i = MIN(from, to);
	     i < MIN(MAX(from, to), flow->steps->list.length()); i++) {
		struct step *step = &flow->steps->list[i];

		if (step->differs)
			continue;
		step->differs = true;
		flow->changed = true;
		if (step->kind == STEP_STATEMENT &&
		    gimple_code(step->statement) == GIMPLE_GOTO)
			mark(flow, i, gimple_goto_dest(step->statement));
	}
}

static void jump(struct flow *flow, tree label, int bits)
{
	record(flow, label);
	if (bits & DIFFERS && !flow->loop)
		mark(flow, flow->at, label);
}

static void pass_condition(struct flow *flow, gcond *condition)
{
	int bits = read(flow, gimple_cond_lhs(condition)) |
		   read(flow, gimple_cond_rhs(condition));

	jump(flow, gimple_cond_true_label(condition), bits);
	jump(flow, gimple_cond_false_label(condition), bits);
	flow->reached = false;
}

static void pass_switch(struct flow *flow, gswitch *choice)
{
	int bits = read(flow, gimple_switch_index(choice));

	for (unsigned i = 0; i < gimple_switch_num_labels(choice); i++)
		jump(flow, CASE_LABEL(gimple_switch_label(choice, i)), bits);
	flow->reached = false;
}

/* ---- statements ---- */

/* Whoever has the address may come to the object; a temporary leads there. */
static void give_away(struct flow *flow, gimple *statement)
{
	tree target = gimple_assign_lhs(statement);
	struct own_place place;
	int *known;

	for (unsigned i = 1; flow->loop && i < gimple_num_ops(statement); i++) {
		if (!find_given(flow, gimple_op(statement, i), &place) ||
		    flow->own->objects[place.object].inner)
			continue;
		known = flow->own->led->get(target);
		if (is_temporary(flow, target) &&
		    (!known || *known == place.object))
			flow->own->led->put(target, place.object);
		else
			note(flow, flow->loop,
			     xasprintf("takes the address of '%s'",
				       own_name(flow->own, place.object)));
	}
}

static void pass_assignment(struct flow *flow, gimple *statement, int bits)
{
	tree target = gimple_assign_lhs(statement);

	if (gimple_clobber_p(statement)) {
		if (!flow->loop)
			write(flow, target, 0);
		return;
	}
	give_away(flow, statement);
	if (sums(flow, statement))
		return;
	flow->pendings.remove(target);
	for (unsigned i = 1; i < gimple_num_ops(statement); i++)
		bits |= read(flow, gimple_op(statement, i));
	write(flow, target, bits & DIFFERS);
}

static void pass_statement(struct flow *flow)
{
	const struct step *step = &flow->steps->list[flow->at];
	gimple *statement = step->statement;
	int bits = step->differs || flow->alone > 0 ? DIFFERS : 0;

	switch (gimple_code(statement)) {
	case GIMPLE_ASSIGN:
		pass_assignment(flow, statement, bits);
		break;
	case GIMPLE_CALL:
		pass_call(flow, statement, bits);
		break;
	case GIMPLE_COND:
		pass_condition(flow, as_a<gcond *>(statement));
		break;
	case GIMPLE_SWITCH:
		pass_switch(flow, as_a<gswitch *>(statement));
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
	case GIMPLE_OMP_ATOMIC_STORE:
		read(flow, gimple_omp_atomic_store_val(
				   as_a<gomp_atomic_store *>(statement)));
		break;
	default:
		break;
	}
}

/* ---- constructs ---- */

/* Before and behind what may be passed by: a handler, a loop of simd. */
static void enter_span(struct flow *flow)
{
	flow->saved.safe_push(flow->now.copy());
}

static void leave_span(struct flow *flow)
{
	values before = flow->saved.pop();

	if (!flow->reached)
		for (unsigned i = 0; i < flow->now.length(); i++)
			flow->now[i] = 0;
	leave_spans(flow, &before, flow->at + 1);
	for (unsigned i = 0; i < before.length(); i++)
		set_bits(flow, i, bits_of(flow, i) | before[i]);
	flow->reached = true;
	before.release();
}

static void enter(struct flow *flow, const struct step *step, int way)
{
	gimple *statement = step->statement;
	tree c = omp_clauses(statement);

	switch (gimple_code(statement)) {
	case GIMPLE_OMP_SINGLE:
		for (; way < 0 && c; c = OMP_CLAUSE_CHAIN(c))
			if (OMP_CLAUSE_CODE(c) == OMP_CLAUSE_COPYPRIVATE)
				write(flow, OMP_CLAUSE_DECL(c), 0);
		flow->alone += way;
		break;
	case GIMPLE_OMP_MASTER:
	case GIMPLE_OMP_MASKED:
	case GIMPLE_OMP_SECTIONS:
	case GIMPLE_OMP_TASK:
		flow->alone += way;
		break;
	case GIMPLE_OMP_CRITICAL:
	case GIMPLE_OMP_ORDERED:
		flow->protects += way;
		break;
	case GIMPLE_OMP_FOR:
		for (unsigned i = 0;
		     way > 0 && i < gimple_omp_for_collapse(statement); i++)
			write(flow, gimple_omp_for_index(statement, i), 0);
		break;
	default:
		break;
	}
	if (step->passed && way > 0)
		enter_span(flow);
	else if (step->passed)
		leave_span(flow);
}

/* ---- loops ---- */

static void read_bounds(struct flow *flow, struct flow_loop *of)
{
	gimple *loop = of->loop;
	int bits = read(flow, schedule_chunk(loop));

	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
		bits |= read(flow, gimple_omp_for_initial(loop, i)) |
			read(flow, gimple_omp_for_final(loop, i)) |
			read(flow,
			     TREE_OPERAND(gimple_omp_for_incr(loop, i), 1));
	if (bits & DIFFERS)
		note(flow, of,
		     xstrdup("has bounds that may differ between threads"));
}

/* What an iteration finds: of all that the loop writes, what another one has
   left there. */
static void enter_loop(struct flow *flow, gimple *loop)
{
	unsigned number = 0;

	while ((*flow->loops)[number].loop != loop)
		number++;
	read_bounds(flow, &(*flow->loops)[number]);
	flow->loop = &(*flow->loops)[number];
	flow->saved.safe_push(flow->now.copy());
	for (unsigned i = 0; i < flow->own->objects.length(); i++) {
		if (own_of_loop(flow->own, loop, i))
			set_bits(flow, i, 0);
		if (!flow->learning && bitmap_bit_p(flow->written[number], i) &&
		    !flow->own->objects[i].inner)
			set_bits(flow, i, bits_of(flow, i) | STALE);
	}
	flow->uses.truncate(0);
	flow->uses.safe_grow_cleared(flow->own->objects.length(), true);
	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
		write(flow, gimple_omp_for_index(loop, i), 0);
}

/* Does the loop, or a region that is made of it alone, hand out what the thread
   of the last iteration has? */
static bool is_handed_out(gimple *statement, tree decl)
{
	for (tree c = statement ? omp_clauses(statement) : NULL_TREE; c;
	     c = OMP_CLAUSE_CHAIN(c))
		if (OMP_CLAUSE_CODE(c) == OMP_CLAUSE_LASTPRIVATE &&
		    omp_clause_variable(c) == decl)
			return true;
	return false;
}

/* The state behind the loop. */
static void leave_loop(struct flow *flow)
{
	gimple *loop = flow->loop->loop;
	values before = flow->saved.pop();

	for (unsigned i = 0; i < flow->now.length(); i++)
		flow->now[i] = i < before.length() ? before[i] : 0;
	for (unsigned i = 0; i < flow->own->objects.length(); i++) {
		const struct use *use = &flow->uses[i];
		tree decl = flow->own->objects[i].decl;
		bool sums = use->sums != ERROR_MARK;

		if (use->mixes || (sums && use->set) ||
		    (sums && (is_handed_out(loop, decl) ||
			      is_handed_out(flow->own->parallel, decl))))
			refuse(flow, i, STALE);
		if (own_of_loop(flow->own, loop, i))
			continue;
		if (use->set)
			bitmap_set_bit(flow->left[loop_number(flow)], i);
		set_bits(flow, i,
			 bits_of(flow, i) | (use->set ? LEFT | DIFFERS
					     : sums   ? DIFFERS
						      : 0));
	}
	before.release();
	flow->pendings.empty();
	flow->loop = NULL;
	flow->reached = true;
}

/* ---- the rounds ---- */

/* The region's own sums are added up at its end. */
static void end_region(struct flow *flow)
{
	tree c = flow->own->parallel ? omp_clauses(flow->own->parallel)
				     : NULL_TREE;

	for (; c; c = OMP_CLAUSE_CHAIN(c))
		if (OMP_CLAUSE_CODE(c) == OMP_CLAUSE_REDUCTION &&
		    omp_clause_variable(c))
			read(flow, omp_clause_variable(c));
}

static void pass(struct flow *flow)
{
	for (unsigned i = 0; i < flow->now.length(); i++)
		flow->now[i] = 0;
	flow->reached = true;
	for (flow->at = 0; flow->at < flow->steps->list.length(); flow->at++) {
		const struct step *step = &flow->steps->list[flow->at];
		bool leaves = step->kind == STEP_LEAVE;

		if (step->kind == STEP_STATEMENT &&
		    (flow->reached || flow->learning))
			pass_statement(flow);
		else if (step->kind == STEP_LOOP)
			enter_loop(flow, step->statement);
		else if (leaves && flow->loop &&
			 flow->loop->loop == step->statement)
			leave_loop(flow);
		else if (step->kind != STEP_STATEMENT)
			enter(flow, step, leaves ? -1 : 1);
		if (step->kind == STEP_STATEMENT &&
		    gimple_code(step->statement) == GIMPLE_LABEL)
			meet(flow, gimple_label_label(
					   as_a<glabel *>(step->statement)));
	}
	end_region(flow);
}

/* Objects that are live out of a loop into the region or another loop. */
static void conclude(struct flow *flow)
{
	bitmap_iterator iterator;
	unsigned j;

	for (unsigned i = 0; i < flow->loops->length(); i++)
		EXECUTE_IF_AND_IN_BITMAP(flow->left[i], flow->read, 0, j,
					 iterator)
	note(flow, &(*flow->loops)[i],
	     xasprintf("leaves '%s', which its thread reads behind it",
		       own_name(flow->own, j)));
}

static void end(struct flow *flow)
{
	for (hash_map<tree, values *>::iterator i = flow->states.begin();
	     i != flow->states.end(); ++i) {
		(*i).second->release();
		free((*i).second);
	}
	for (unsigned i = 0; i < flow->left.length(); i++) {
		BITMAP_FREE(flow->left[i]);
		BITMAP_FREE(flow->written[i]);
	}
	BITMAP_FREE(flow->read);
	flow->left.release();
	flow->written.release();
	flow->now.release();
	flow->saved.release();
	flow->uses.release();
}

void flow_follow(struct own *own, struct steps *steps,
		 vec<struct flow_loop> *loops, vec<struct flow_call> *calls)
{
	struct flow flow;
	unsigned round = 0;

	flow.own = own;
	flow.loops = loops;
	flow.calls = calls;
	flow.read = BITMAP_ALLOC(NULL);
	flow.steps = steps;
	for (unsigned i = 0; i < loops->length(); i++) {
		flow.left.safe_push(BITMAP_ALLOC(NULL));
		flow.written.safe_push(BITMAP_ALLOC(NULL));
	}
	pass(&flow);
	flow.learning = false;
	flow.states.empty();
	do {
		flow.changed = false;
		pass(&flow);
	} while (flow.changed && ++round < MOST_ROUNDS);
	bitmap_clear(flow.read);
	flow.last = true;
	pass(&flow);
	conclude(&flow);
	end(&flow);
}
