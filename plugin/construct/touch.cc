/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places in memory that statements read or write.
 *
 * A place is told by the variable where the way to it begins, and by how many
 * pointers are followed from there. Bodies of functions that are called are
 * looked at where the compiler still has them: as the front end made them, as
 * GIMPLE, or lowered. What functions of other units do beyond their arguments
 * is not seen.
 */
#include "base/gcc.h"
#include "base/omp.h"
#include "touch.h"

/* Functions within each other, and steps back to where a pointer began. */
#define MOST_DEPTH 12

/* Of functions that are looked into, each time that they are called. */
#define MOST_BODIES 1000

struct search {
	vec<struct touch> *found;
	/* pointers of the current function that are set to one value: a
	   statement that does; NULL: to several */
	hash_map<tree, gimple *> *set;
	hash_set<tree> *within; /* functions under way */
	unsigned bodies;
	bool system; /* what its headers hold */
};

/* ---- where a pointer began ---- */

static void find_place(struct search *search, tree ref, struct touch *touch,
		       int depth);
static void find_pointed(struct search *search, tree pointer,
			 struct touch *touch, int depth);

static void set_unknown(struct touch *touch)
{
	touch->base = touch->field = NULL_TREE;
	touch->level = 1;
	touch->alone = touch->exact = false;
}

static void set_base(struct touch *touch, tree base, int level, bool alone)
{
	touch->base = base;
	touch->field = NULL_TREE;
	touch->level = level;
	touch->alone = alone;
}

static void add_offset(struct touch *touch, tree offset)
{
	touch->exact = false;
	touch->counted |= TREE_CODE(offset) != INTEGER_CST;
}

/* What the pointer points at that the statement has computed. */
static void find_result(struct search *search, gimple *statement, tree pointer,
			struct touch *touch, int depth)
{
	if (is_gimple_call(statement) &&
	    gimple_call_flags(statement) & ECF_MALLOC) {
		set_base(touch, pointer, 1, true);
		return;
	}
	if (!is_gimple_assign(statement) ||
	    !(gimple_assign_single_p(statement) ||
	      gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR ||
	      CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)))) {
		set_unknown(touch);
		return;
	}
	if (gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR)
		add_offset(touch, gimple_assign_rhs2(statement));
	find_pointed(search, gimple_assign_rhs1(statement), touch, depth + 1);
}

/* A pointer that is set at several places, or by others, may be any. */
static void find_pointed_by_variable(struct search *search, tree variable,
				     struct touch *touch, int depth)
{
	gimple **set = search->set->get(variable);

	if (!is_global_var(variable) && TREE_ADDRESSABLE(variable))
		set_unknown(touch);
	else if (is_global_var(variable) ||
		 (TREE_CODE(variable) == PARM_DECL && !set))
		set_base(touch, variable, 1,
			 TYPE_RESTRICT(TREE_TYPE(variable)));
	else if (set && *set)
		find_result(search, *set, variable, touch, depth);
	else
		set_unknown(touch);
}

/* What a pointer points at that lies in memory itself. */
static void find_pointed_from(struct search *search, tree place,
			      struct touch *touch, int depth)
{
	bool counted = touch->counted;

	find_place(search, place, touch, depth + 1);
	touch->level++;
	touch->exact = false;
	touch->counted = counted;
	touch->alone = touch->base && TYPE_RESTRICT(TREE_TYPE(place));
	touch->field = TREE_CODE(place) == COMPONENT_REF
			       ? TREE_OPERAND(place, 1)
			       : NULL_TREE;
}

static void find_pointed(struct search *search, tree pointer,
			 struct touch *touch, int depth)
{
	STRIP_NOPS(pointer);
	if (depth > MOST_DEPTH) {
		set_unknown(touch);
		return;
	}
	switch (TREE_CODE(pointer)) {
	case POINTER_PLUS_EXPR:
		add_offset(touch, TREE_OPERAND(pointer, 1));
		find_pointed(search, TREE_OPERAND(pointer, 0), touch,
			     depth + 1);
		break;
	case SAVE_EXPR:
	case NON_LVALUE_EXPR:
		find_pointed(search, TREE_OPERAND(pointer, 0), touch,
			     depth + 1);
		break;
	case ADDR_EXPR:
		touch->exact = false;
		find_place(search, TREE_OPERAND(pointer, 0), touch, depth + 1);
		break;
	case SSA_NAME:
		find_result(search, SSA_NAME_DEF_STMT(pointer), pointer, touch,
			    depth);
		break;
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		find_pointed_by_variable(search, pointer, touch, depth);
		break;
	case COMPONENT_REF:
	case ARRAY_REF:
	case MEM_REF:
	case INDIRECT_REF:
		find_pointed_from(search, pointer, touch, depth);
		break;
	default:
		set_unknown(touch);
	}
}

static void find_place(struct search *search, tree ref, struct touch *touch,
		       int depth)
{
	tree base = ref;

	while (handled_component_p(base)) {
		touch->counted |=
			TREE_CODE(base) == ARRAY_REF &&
			TREE_CODE(TREE_OPERAND(base, 1)) != INTEGER_CST;
		base = TREE_OPERAND(base, 0);
	}
	if (TREE_CODE(base) == MEM_REF || TREE_CODE(base) == INDIRECT_REF)
		find_pointed(search, TREE_OPERAND(base, 0), touch, depth + 1);
	else if (DECL_P(base) || CONSTANT_CLASS_P(base))
		set_base(touch, base, 0, true);
	else
		set_unknown(touch);
}

/* ---- what is touched ---- */

static void set_range(struct touch *touch, tree ref)
{
	poly_int64 size;
	bool reverse;

	get_ref_base_and_extent(ref, &touch->offset, &size, &touch->extent,
				&reverse);
	touch->exact = known_size_p(touch->extent);
}

/* An object of the system's, or of a class of C++'s library of which it is not
   known where it lies, has nothing to do with the program's data. */
static bool is_of_system(const struct touch *touch, tree type)
{
	tree name = TYPE_NAME(TYPE_MAIN_VARIANT(type));
	location_t place = name && TREE_CODE(name) == TYPE_DECL
				   ? DECL_SOURCE_LOCATION(name)
				   : UNKNOWN_LOCATION;

	if (touch->base && DECL_P(touch->base) &&
	    DECL_IN_SYSTEM_HEADER(touch->base))
		return true;
	return RECORD_OR_UNION_TYPE_P(type) && in_system_header_at(place) &&
	       (!touch->base || !strstr(LOCATION_FILE(place), "/c++/"));
}

/* Records of nothing but numbers of one kind are gone through as arrays. */
static bool is_of_one_kind(tree record)
{
	for (tree field = TYPE_FIELDS(record); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL &&
		    (AGGREGATE_TYPE_P(TREE_TYPE(field)) ||
		     POINTER_TYPE_P(TREE_TYPE(field)) ||
		     TYPE_MODE(TREE_TYPE(field)) !=
			     TYPE_MODE(TREE_TYPE(TYPE_FIELDS(record)))))
			return false;
	return true;
}

static bool is_single(tree ref)
{
	if (AGGREGATE_TYPE_P(TREE_TYPE(ref)))
		return false;
	return DECL_P(ref) ||
	       (TREE_CODE(ref) == COMPONENT_REF &&
		TREE_CODE(TREE_TYPE(TREE_OPERAND(ref, 0))) == RECORD_TYPE &&
		!is_of_one_kind(TREE_TYPE(TREE_OPERAND(ref, 0))));
}

/* Is it told that it may be part of anything? */
static bool is_told(tree ref, tree type)
{
	while (!TYPE_P(ref) && handled_component_p(ref))
		ref = TREE_OPERAND(ref, 0);
	if (TREE_CODE(ref) == MEM_REF &&
	    TYPE_REF_CAN_ALIAS_ALL(TREE_TYPE(TREE_OPERAND(ref, 1))))
		return true;
	if (TREE_CODE(ref) == INDIRECT_REF &&
	    TYPE_REF_CAN_ALIAS_ALL(TREE_TYPE(TREE_OPERAND(ref, 0))))
		return true;
	return lookup_attribute("may_alias", TYPE_ATTRIBUTES(type)) != NULL;
}

/* GCC is not asked for the set of the type: it would number it, and dumps would
   be others. */
static bool may_be_any(tree ref, tree type)
{
	return !flag_strict_aliasing || is_told(ref, type) ||
	       (INTEGRAL_TYPE_P(type) && TREE_CODE(type) != BOOLEAN_TYPE &&
		TYPE_PRECISION(type) <= BITS_PER_UNIT && !lang_GNU_Fortran());
}

/* As what is it touched? Characters, and what is told to be so, may be a part
   of anything, but those of the system are text; what lies in a union may be
   any of it; of vectors and complex numbers it is the parts. */
static tree type_touched(const struct search *search, tree ref)
{
	tree type = TYPE_P(ref) ? ref : TREE_TYPE(ref);

	if (AGGREGATE_TYPE_P(type))
		return type;
	if (VOID_TYPE_P(type) || (!search->system && may_be_any(ref, type)))
		return NULL_TREE;
	for (; !TYPE_P(ref) && handled_component_p(ref);
	     ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(TREE_TYPE(TREE_OPERAND(ref, 0))) == UNION_TYPE)
			return NULL_TREE;
	return TREE_CODE(type) == VECTOR_TYPE || TREE_CODE(type) == COMPLEX_TYPE
		       ? TREE_TYPE(type)
		       : type;
}

/* A place that the program names. */
static void add_place(struct search *search, tree ref, bool writes)
{
	struct touch touch = {};

	touch.writes = writes;
	touch.type = type_touched(search, ref);
	touch.single = is_single(ref);
	set_range(&touch, ref);
	find_place(search, ref, &touch, 0);
	touch.counted = touch.counted && TREE_CODE(ref) != COMPONENT_REF;
	if (TREE_CODE(ref) == COMPONENT_REF &&
	    is_of_system(&touch, TREE_TYPE(TREE_OPERAND(ref, 0))))
		return;
	search->found->safe_push(touch);
}

static bool is_named_place(tree value)
{
	return value &&
	       (handled_component_p(value) || TREE_CODE(value) == MEM_REF ||
		TREE_CODE(value) == INDIRECT_REF || VAR_P(value) ||
		TREE_CODE(value) == PARM_DECL ||
		TREE_CODE(value) == RESULT_DECL);
}

/* Subscripts and pointers on the way there are read. */
static void add_way(struct search *search, tree ref)
{
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(ref) == ARRAY_REF &&
		    is_named_place(TREE_OPERAND(ref, 1)))
			add_place(search, TREE_OPERAND(ref, 1), false);
	if (TREE_CODE(ref) == MEM_REF && is_named_place(TREE_OPERAND(ref, 0)))
		add_place(search, TREE_OPERAND(ref, 0), false);
}

static void add_operand(struct search *search, tree value, bool writes)
{
	tree element;
	unsigned HOST_WIDE_INT i;

	if (value && TREE_CODE(value) == CONSTRUCTOR)
		FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(value), i, element)
	add_operand(search, element, false);
	if (!is_named_place(value))
		return;
	add_way(search, value);
	add_place(search, value, writes);
}

/* ---- calls ---- */

static bool is_only_read(tree function, tree type)
{
	const char *name = function && DECL_NAME(function)
				   ? IDENTIFIER_POINTER(DECL_NAME(function))
				   : "";

	if (type && POINTER_TYPE_P(type) && TYPE_READONLY(TREE_TYPE(type)))
		return true;
	return startswith(name, "_gfortran_") && strstr(name, "_write");
}

/*
 * What a function is given of which nothing else is known. Its type need not be
 * that of its parameter: GCC's Fortran declares realloc() with the size first.
 */
static void add_argument(struct search *search, tree function, tree value,
			 tree type)
{
	struct touch touch = {};
	tree pointed;

	if (!value || !POINTER_TYPE_P(TREE_TYPE(value)) || integer_zerop(value))
		return;
	if (!type || !POINTER_TYPE_P(type))
		type = TREE_TYPE(value);
	pointed = TREE_TYPE(type);
	find_pointed(search, value, &touch, 0);
	if (FUNC_OR_METHOD_TYPE_P(pointed) || is_of_system(&touch, pointed))
		return;
	touch.exact = false;
	touch.writes = !is_only_read(function, type);
	touch.type = touch.writes || VOID_TYPE_P(pointed)
			     ? type_touched(search, pointed)
			     : pointed; /* characters are text */
	search->found->safe_push(touch);
}

/* What the called function touches, in words of the caller. */
static void add_translated(struct search *search, const struct touch *inner,
			   tree function, const vec<tree> &values)
{
	struct touch touch = *inner, outer = {};
	unsigned number = 0;
	tree parameter = DECL_ARGUMENTS(function);

	if (touch.base && DECL_P(touch.base) && is_global_var(touch.base)) {
		search->found->safe_push(touch);
		return;
	}
	if (touch.level == 0)
		return;
	while (parameter && parameter != touch.base) {
		parameter = DECL_CHAIN(parameter);
		number++;
	}
	set_unknown(&outer);
	if (parameter && number < values.length())
		find_pointed(search, values[number], &outer, 0);
	touch.base = outer.base;
	touch.alone = outer.alone && touch.level == 1;
	touch.level += outer.level - 1;
	touch.field = touch.level > outer.level ? touch.field : outer.field;
	touch.exact = false;
	search->found->safe_push(touch);
}

static bool add_body(struct search *search, tree function);

static void add_call(struct search *search, tree function, tree type,
		     const vec<tree> &values);

/* A function that is given to another one is called by it, with what is not
   known here. */
static void add_given(struct search *search, tree value)
{
	if (TREE_CODE(value) == ADDR_EXPR &&
	    TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL)
		add_call(search, TREE_OPERAND(value, 0), NULL_TREE, vNULL);
}

static void add_call(struct search *search, tree function, tree type,
		     const vec<tree> &values)
{
	tree list = type ? TYPE_ARG_TYPES(type) : NULL_TREE;
	vec<struct touch> touches = vNULL, *outer = search->found;
	bool known;

	search->found = &touches;
	known = function && add_body(search, function);
	search->found = outer;
	for (unsigned i = 0; i < touches.length(); i++)
		add_translated(search, &touches[i], function, values);
	touches.release();
	for (unsigned i = 0; i < values.length(); i++) {
		add_given(search, values[i]);
		if (!known)
			add_argument(search, function, values[i],
				     list ? TREE_VALUE(list) : NULL_TREE);
		list = list && list != void_list_node ? TREE_CHAIN(list)
						      : NULL_TREE;
	}
}

static void add_gimple_call(struct search *search, gimple *call)
{
	vec<tree> values = vNULL;

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		add_operand(search, gimple_call_arg(call, i), false);
		values.safe_push(gimple_call_arg(call, i));
	}
	if (!gimple_call_internal_p(call))
		add_call(search, gimple_call_fndecl(call),
			 gimple_call_fntype(call), values);
	values.release();
}

/* ---- statements ---- */

static void add_pointed(struct search *search, tree pointer)
{
	struct touch touch = {};

	find_pointed(search, pointer, &touch, 0);
	touch.exact = false;
	touch.writes = true;
	touch.type = type_touched(search, TREE_TYPE(TREE_TYPE(pointer)));
	search->found->safe_push(touch);
}

static void add_statement(struct search *search, gimple *statement)
{
	unsigned first = gimple_get_lhs(statement) ? 1 : 0;

	if (gimple_clobber_p(statement))
		return;
	switch (gimple_code(statement)) {
	case GIMPLE_OMP_ATOMIC_LOAD:
		add_pointed(search,
			    gimple_omp_atomic_load_rhs(
				    as_a<gomp_atomic_load *>(statement)));
		return;
	case GIMPLE_ASSIGN:
	case GIMPLE_COND:
	case GIMPLE_SWITCH:
	case GIMPLE_RETURN:
		for (unsigned i = first; i < gimple_num_ops(statement); i++)
			add_operand(search, gimple_op(statement, i), false);
		break;
	case GIMPLE_CALL:
		add_gimple_call(search, statement);
		break;
	default:
		return;
	}
	add_operand(search, gimple_get_lhs(statement), true);
}

static void add_all_of(struct search *search, gimple_seq body);

static void add_all(struct search *search, gimple *statement)
{
	gimple_seq *bodies[OMP_MAX_BODIES];
	unsigned count = omp_bodies(statement, bodies);

	add_statement(search, statement);
	for (unsigned i = 0; i < count; i++)
		add_all_of(search, *bodies[i]);
}

static void add_all_of(struct search *search, gimple_seq body)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		add_all(search, gsi_stmt(gsi));
}

/* ---- bodies of functions ---- */

static void add_tree_call(struct search *search, tree call)
{
	vec<tree> values = vNULL;
	tree function = get_callee_fndecl(call);
	tree type = function ? TREE_TYPE(function)
			     : TREE_TYPE(TREE_TYPE(CALL_EXPR_FN(call)));

	for (int i = 0; i < call_expr_nargs(call); i++)
		values.safe_push(CALL_EXPR_ARG(call, i));
	add_call(search, function, type, values);
	values.release();
}

/* walk_tree's callback. What is written is read as well: that finds no more. */
static tree add_tree(tree *where, int *walk_subtrees, void *data)
{
	struct search *search = (struct search *)data;
	tree value = *where, ref = value;

	switch (TREE_CODE(value)) {
	case MODIFY_EXPR:
	case INIT_EXPR:
	case PREINCREMENT_EXPR:
	case PREDECREMENT_EXPR:
	case POSTINCREMENT_EXPR:
	case POSTDECREMENT_EXPR:
		add_operand(search, TREE_OPERAND(value, 0), true);
		return NULL_TREE;
	case CALL_EXPR:
		if (CALL_EXPR_FN(value))
			add_tree_call(search, value);
		return NULL_TREE;
	default:
		break;
	}
	if (TYPE_P(value) || TREE_CODE(value) == ADDR_EXPR)
		*walk_subtrees = 0;
	if (!is_named_place(value))
		return NULL_TREE;
	*walk_subtrees = 0;
	add_place(search, value, false);
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0))
		if (TREE_CODE(ref) == ARRAY_REF)
			walk_tree(&TREE_OPERAND(ref, 1), add_tree, data, NULL);
	if (!DECL_P(ref) && EXPR_P(ref))
		walk_tree(&TREE_OPERAND(ref, 0), add_tree, data, NULL);
	return NULL_TREE;
}

static void add_lowered(struct search *search, struct function *function)
{
	basic_block block;

	FOR_EACH_BB_FN (block, function)
		for (gimple_stmt_iterator gsi = gsi_start_bb(block);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			add_statement(search, gsi_stmt(gsi));
}

/* False where the compiler does not have it. Pointers of its own that it sets
   are any. */
static bool add_body(struct search *search, tree function)
{
	struct function *body = DECL_STRUCT_FUNCTION(function);
	gimple_seq made =
		gimple_has_body_p(function) ? gimple_body(function) : NULL;
	hash_map<tree, gimple *> *set = search->set, none;
	bool lowered = body && body->cfg, system = search->system;

	if ((!lowered && !made && !DECL_SAVED_TREE(function)) ||
	    search->bodies++ > MOST_BODIES)
		return false;
	if (search->within->elements() > MOST_DEPTH ||
	    search->within->add(function))
		return true;
	search->set = &none;
	search->system |= DECL_IN_SYSTEM_HEADER(function);
	if (lowered)
		add_lowered(search, body);
	else if (made)
		add_all_of(search, made);
	else
		walk_tree(&DECL_SAVED_TREE(function), add_tree, search, NULL);
	search->set = set;
	search->system = system;
	search->within->remove(function);
	return true;
}

/* ---- the current function ---- */

/* The compiler computes some values again each time. */
static bool is_same_value(gimple *a, gimple *b)
{
	return a && is_gimple_assign(a) && is_gimple_assign(b) &&
	       gimple_assign_rhs_code(a) == gimple_assign_rhs_code(b) &&
	       gimple_num_ops(a) == gimple_num_ops(b) &&
	       operand_equal_p(gimple_assign_rhs1(a), gimple_assign_rhs1(b),
			       0) &&
	       (gimple_num_ops(a) < 3 ||
		(gimple_assign_rhs_code(a) == POINTER_PLUS_EXPR));
}

static tree note_set(gimple_stmt_iterator *gsi, bool *handled,
		     struct walk_stmt_info *info)
{
	hash_map<tree, gimple *> *set = (hash_map<tree, gimple *> *)info->info;
	gimple *statement = gsi_stmt(*gsi);
	tree target = gimple_get_lhs(statement);
	bool known;

	*handled = false;
	if (!target || !DECL_P(target) || gimple_clobber_p(statement))
		return NULL_TREE;
	gimple *&first = set->get_or_insert(target, &known);
	if (!known)
		first = statement;
	else if (!is_same_value(first, statement))
		first = NULL;
	return NULL_TREE;
}

/* They are found once for each function. */
static hash_map<tree, gimple *> *set_once;
static unsigned function_uid;

static void find_set(void)
{
	struct walk_stmt_info info;

	if (set_once && function_uid == DECL_UID(current_function_decl))
		return;
	touch_free_all();
	set_once = new hash_map<tree, gimple *>;
	function_uid = DECL_UID(current_function_decl);
	memset(&info, 0, sizeof(info));
	info.info = set_once;
	walk_gimple_seq(gimple_body(current_function_decl), note_set, NULL,
			&info);
}

void touch_add(gimple *first, gimple *end, vec<struct touch> *touches)
{
	hash_set<tree> within;
	struct search search = {touches, NULL, &within, 0, false};

	find_set();
	search.set = set_once;
	for (; first != end; first = first->next)
		add_all(&search, first);
}

void touch_given(tree value, struct touch *touch)
{
	hash_set<tree> within;
	struct search search = {NULL, NULL, &within, 0, false};

	find_set();
	search.set = set_once;
	*touch = {};
	if (POINTER_TYPE_P(TREE_TYPE(value)))
		find_pointed(&search, value, touch, 0);
	else
		set_unknown(touch);
}

void touch_free_all(void)
{
	delete set_once;
	set_once = NULL;
}

/* ---- two of them ---- */

static bool types_meet(tree a, tree b)
{
	if (!a || !b || !flag_strict_aliasing)
		return true;
	if (AGGREGATE_TYPE_P(a) || AGGREGATE_TYPE_P(b))
		return true;
	if (POINTER_TYPE_P(a) || POINTER_TYPE_P(b))
		return POINTER_TYPE_P(a) && POINTER_TYPE_P(b);
	return INTEGRAL_TYPE_P(a) == INTEGRAL_TYPE_P(b) &&
	       TYPE_MODE(a) == TYPE_MODE(b);
}

static bool may_be_pointed_at(tree variable)
{
	return !DECL_P(variable) || is_global_var(variable) ||
	       TREE_ADDRESSABLE(variable);
}

bool touch_meet(const struct touch *a, const struct touch *b)
{
	if (!a->writes && !b->writes)
		return false;
	if (a->base && a->base == b->base && a->level == b->level &&
	    a->field == b->field)
		return !a->exact || !b->exact ||
		       ranges_maybe_overlap_p(a->offset, a->extent, b->offset,
					      b->extent);
	if ((a->alone && b->alone) || (a->single && b->counted) ||
	    (b->single && a->counted) || !types_meet(a->type, b->type))
		return false;
	if (a->base && a->level == 0)
		return may_be_pointed_at(a->base);
	if (b->base && b->level == 0)
		return may_be_pointed_at(b->base);
	return true;
}
