/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The objects of a parallel region of which each thread has one.
 *
 * Memory counts as the thread's if a call of the region has given it: what
 * others know, too, is only taken for more than it is.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
#include "base/standard.h"
#include "known.h"
#include "own.h"

static bool is_named(tree decl)
{
	return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL) &&
	       !DECL_ARTIFICIAL(decl);
}

static bool is_variable(tree decl)
{
	return is_named(decl) && !is_global_var(decl);
}

static int add(struct own *own, tree decl, bool memory, bool of_region)
{
	hash_map<tree, int> *map = memory ? own->memory : own->direct;
	struct own_object object = {};
	int *known = map->get(decl);

	if (known) {
		own->objects[*known].of_region |= of_region;
		return *known;
	}
	map->put(decl, (int)own->objects.length());
	object.decl = decl;
	object.memory = memory;
	object.of_region = of_region;
	own->objects.safe_push(object);
	return (int)own->objects.length() - 1;
}

/* A copy is what its reference leads to. A global variable has copies, too. */
static void add_clauses(struct own *own, gimple *statement, bool of_region)
{
	bool sums = of_region && !gimple_omp_parallel_combined_p(statement);

	for (tree c = omp_clauses(statement); c; c = OMP_CLAUSE_CHAIN(c)) {
		enum omp_clause_code code = omp_clause_sharing(c);
		bool sum = code == OMP_CLAUSE_REDUCTION && sums;
		bool copied = code == OMP_CLAUSE_PRIVATE ||
			      code == OMP_CLAUSE_FIRSTPRIVATE ||
			      code == OMP_CLAUSE_LASTPRIVATE || sum;
		tree decl = copied ? omp_clause_variable(c) : NULL_TREE;
		struct own_object *object;
		bool reference;

		if (!decl || !is_named(decl) || !DECL_P(OMP_CLAUSE_DECL(c)))
			continue;
		reference = lang_hooks.decls.omp_privatize_by_reference(decl);
		object = &own->objects[add(own, decl, reference, of_region)];
		object->single = reference;
		object->holds |= lang_GNU_Fortran() && !sum;
		object->begun |= code == OMP_CLAUSE_FIRSTPRIVATE || sum ||
				 (lang_GNU_CXX() &&
				  RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl)));
	}
}

/* A pointer that leads now to the one and now to the other. */
static void merge(struct own *own, int kept, int other)
{
	hash_map<tree, int> *const maps[] = {own->direct, own->memory};

	own->objects[kept].mixed = own->objects[other].mixed = true;
	for (int i = 0; i < 2; i++)
		for (hash_map<tree, int>::iterator j = maps[i]->begin();
		     j != maps[i]->end(); ++j)
			if ((*j).second == other)
				(*j).second = kept;
}

static int object_at(struct own *own, tree place)
{
	tree base = place ? get_base_address(place) : NULL_TREE;
	int *known = NULL;

	if (base && TREE_CODE(base) == MEM_REF)
		known = own->memory->get(TREE_OPERAND(base, 0));
	else if (base)
		known = own->direct->get(base);
	return known ? *known : -1;
}

/* The object that a pointer leads to, or -1. That of an object of the thread's
   leads to a part of it. */
static int object_of(struct own *own, tree pointer)
{
	int *known = own->memory->get(pointer);
	int holder;

	if (TREE_CODE(pointer) == ADDR_EXPR)
		return object_at(own, TREE_OPERAND(pointer, 0));
	if (TREE_CODE(pointer) == COMPONENT_REF &&
	    POINTER_TYPE_P(TREE_TYPE(pointer))) {
		holder = object_at(own, pointer);
		return holder >= 0 && own->objects[holder].holds ? holder : -1;
	}
	return known ? *known : -1;
}

static void lead(struct own *own, tree pointer, int object)
{
	int *known = own->memory->get(pointer);

	if (!known)
		own->memory->put(pointer, object);
	else if (*known != object)
		merge(own, object, *known);
}

static bool is_pointer(tree value)
{
	return value && POINTER_TYPE_P(TREE_TYPE(value)) &&
	       (VAR_P(value) || TREE_CODE(value) == PARM_DECL ||
		TREE_CODE(value) == SSA_NAME);
}

/* Pointers that hold the address of a private object. */
static void add_copy(struct own *own, gimple *statement)
{
	tree target = gimple_get_lhs(statement);
	int object = object_of(own, gimple_assign_rhs1(statement));
	int holder = object_at(own, target);

	if (object < 0)
		return;
	if (is_pointer(target))
		lead(own, target, object);
	else if (holder >= 0)
		own->objects[holder].holds = true;
	else if (handled_component_p(target) &&
		 VAR_P(get_base_address(target)) &&
		 !is_global_var(get_base_address(target)))
		lead(own, get_base_address(target), object);
}

/* Memory of which others know nothing; methods lead to the object itself. What
   an iteration allocates is new. */
static void add_result(struct own *own, gimple *call, bool in_loop)
{
	tree target = gimple_get_lhs(call);
	int object = gimple_call_num_args(call) > 0
			     ? object_of(own, gimple_call_arg(call, 0))
			     : -1;

	if (!is_pointer(target))
		return;
	if (object >= 0)
		lead(own, target, object);
	else if (!in_loop)
		add(own, target, true, true);
}

/* A function that is given the address may put such pointers there. */
static void add_holders(struct own *own, gimple *call)
{
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree value = gimple_call_arg(call, i), base;
		int *object;

		if (TREE_CODE(value) != ADDR_EXPR)
			continue;
		base = get_base_address(TREE_OPERAND(value, 0));
		object = base ? own->direct->get(base) : NULL;
		if (object)
			own->objects[*object].holds = true;
	}
}

static bool shares(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_OMP_FOR &&
	       gimple_omp_for_kind(statement) == GF_OMP_FOR_KIND_FOR;
}

/* Elements that nobody has set since then are zeros. */
static bool constructs_container(tree function)
{
	return function && DECL_CXX_CONSTRUCTOR_P(function) &&
	       standard_declares(function);
}

/* What is written beside the loops; of an array of Fortran only what describes
   it. Functions may write what they are given. */
static void add_begun(struct own *own, gimple *statement)
{
	tree target = gimple_get_lhs(statement);
	int object = object_at(own, target);

	if (gimple_clobber_p(statement))
		return;
	if (object >= 0 && !(lang_GNU_Fortran() && own->objects[object].holds &&
			     TREE_CODE(target) == COMPONENT_REF))
		own->objects[object].begun = true;
	for (unsigned i = 0;
	     is_gimple_call(statement) && i < gimple_call_num_args(statement);
	     i++) {
		tree function = gimple_call_fndecl(statement);

		object = object_of(own, gimple_call_arg(statement, i));
		if (object >= 0 &&
		    !(function &&
		      known_effect(function, NULL_TREE, i) == EFFECT_NONE) &&
		    !constructs_container(function))
			own->objects[object].begun = true;
	}
}

static void add_statements(struct own *own, gimple_seq body, bool in_loop)
{
	for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
	     gsi_next(&gsi)) {
		gimple *statement = gsi_stmt(gsi);
		gimple_seq *bodies[OMP_MAX_BODIES];
		unsigned count = omp_bodies(statement, bodies);

		if (gimple_code(statement) == GIMPLE_OMP_PARALLEL &&
		    !own->parallel && !in_loop)
			continue;
		if (gimple_code(statement) == GIMPLE_OMP_FOR)
			add_clauses(own, statement, false);
		if (gbind *bind = dyn_cast<gbind *>(statement))
			for (tree var = gimple_bind_vars(bind); var;
			     var = DECL_CHAIN(var))
				if (is_variable(var))
					own->objects[add(own, var, false, true)]
						.inner = in_loop;
		if (is_gimple_assign(statement))
			add_copy(own, statement);
		if (is_gimple_call(statement)) {
			add_result(own, statement, in_loop);
			add_holders(own, statement);
		}
		if (!in_loop)
			add_begun(own, statement);
		for (unsigned i = 0; i < count; i++)
			add_statements(own, *bodies[i],
				       in_loop || shares(statement));
	}
}

gimple_seq own_body(const struct own *own)
{
	return own->parallel ? gimple_omp_body(own->parallel)
			     : gimple_body(current_function_decl);
}

void own_find(struct own *own, gimple *parallel)
{
	*own = {};
	own->parallel = parallel;
	own->direct = new hash_map<tree, int>;
	own->memory = new hash_map<tree, int>;
	if (parallel)
		add_clauses(own, parallel, true);
	else
		for (tree argument = DECL_ARGUMENTS(current_function_decl);
		     argument; argument = DECL_CHAIN(argument))
			if (is_variable(argument))
				own->objects[add(own, argument, false, true)]
					.begun = true;
	add_statements(own, own_body(own), false);
}

void own_free(struct own *own)
{
	own->objects.release();
	delete own->direct;
	delete own->memory;
	*own = {};
}

const char *own_name(const struct own *own, unsigned object)
{
	tree decl = own->objects[object].decl;

	if (TREE_CODE(decl) == SSA_NAME)
		return names_made(decl);
	return names_decl(decl);
}

bool own_of_loop(const struct own *own, gimple *loop, unsigned object)
{
	tree decl = own->objects[object].decl;
	enum omp_clause_code code = omp_sharing_of(loop, decl);

	return code == OMP_CLAUSE_PRIVATE || code == OMP_CLAUSE_FIRSTPRIVATE ||
	       code == OMP_CLAUSE_LASTPRIVATE;
}

static tree find_loop(gimple_stmt_iterator *gsi, bool *handled,
		      struct walk_stmt_info *info)
{
	*handled = false;
	if (gimple_code(gsi_stmt(*gsi)) != GIMPLE_OMP_FOR)
		return NULL_TREE;
	info->info = gsi_stmt(*gsi);
	*handled = true;
	return integer_one_node;
}

/* The other half of a loop that is shared out and made of simd. */
static gimple *inner_half(gimple *loop)
{
	struct walk_stmt_info info = {};

	if (gimple_omp_for_combined_p(loop))
		walk_gimple_seq(gimple_omp_body(loop), find_loop, NULL, &info);
	return (gimple *)info.info;
}

bool own_reduced(gimple *loop, tree decl)
{
	enum omp_clause_code code = omp_sharing_of(loop, decl);
	gimple *inner = inner_half(loop);

	if (code == OMP_CLAUSE_REDUCTION || code == OMP_CLAUSE_LINEAR)
		return true;
	for (unsigned i = 0; i < gimple_omp_for_collapse(loop); i++)
		if (gimple_omp_for_index(loop, i) == decl)
			return true;
	return inner && own_reduced(inner, decl);
}
