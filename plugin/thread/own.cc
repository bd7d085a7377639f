/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables of a parallel region of which each thread has one.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "base/omp.h"
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

/* The object of a variable; "pointer" leads to it, if its memory has one, which
   may be the variable itself. */
static struct own_object *add(struct own *own, tree decl, tree pointer,
			      bool of_region)
{
	hash_map<tree, int> *map = pointer == decl ? own->led : own->direct;
	struct own_object object = {};
	int *known = map->get(decl);
	int number = known ? *known : (int)own->objects.length();

	if (!known) {
		map->put(decl, number);
		if (pointer)
			own->led->put(pointer, number);
		object.decl = decl;
		own->objects.safe_push(object);
	}
	own->objects[number].of_region |= of_region;
	return &own->objects[number];
}

/* The pointer behind an array of variable size or a reference. */
static tree pointer_to(tree decl)
{
	tree value = VAR_P(decl) && DECL_HAS_VALUE_EXPR_P(decl)
			     ? DECL_VALUE_EXPR(decl)
			     : NULL_TREE;

	if (value &&
	    (TREE_CODE(value) == INDIRECT_REF || TREE_CODE(value) == MEM_REF))
		return TREE_OPERAND(value, 0);
	return lang_hooks.decls.omp_privatize_by_reference(decl) ? decl
								 : NULL_TREE;
}

/* Global variables have copies, too, and members in their methods. */
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

		if (!decl || !DECL_P(OMP_CLAUSE_DECL(c)))
			continue;
		add(own, decl, pointer_to(decl), of_region)->begun |=
			code == OMP_CLAUSE_FIRSTPRIVATE || sum ||
			(lang_GNU_CXX() &&
			 RECORD_OR_UNION_TYPE_P(TREE_TYPE(decl)));
	}
}

static bool shares(gimple *statement)
{
	return gimple_code(statement) == GIMPLE_OMP_FOR &&
	       gimple_omp_for_kind(statement) == GF_OMP_FOR_KIND_FOR;
}

static int object_at(const struct own *own, tree place)
{
	tree base = place ? get_base_address(place) : NULL_TREE;
	int *known = NULL;

	if (base && TREE_CODE(base) == MEM_REF)
		known = own->led->get(TREE_OPERAND(base, 0));
	else if (base)
		known = own->direct->get(base);
	return known ? *known : -1;
}

/* Collects writes beside the loops. Functions may write their arguments. */
static void add_begun(struct own *own, gimple *statement)
{
	struct own_place place;

	if (gimple_clobber_p(statement))
		return;
	for (unsigned i = 1;
	     is_gimple_assign(statement) && i < gimple_num_ops(statement); i++)
		if (own_find_given(own, gimple_op(statement, i), &place))
			own->objects[place.object].pointed = true;
	if (own_find_place(own, gimple_get_lhs(statement), &place))
		own->objects[place.object].begun = true;
	for (unsigned i = 0;
	     is_gimple_call(statement) && i < gimple_call_num_args(statement);
	     i++)
		if (own_find_given(own, gimple_call_arg(statement, i), &place))
			own->objects[place.object].begun = true;
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
					add(own, var, pointer_to(var), true)
						->inner = in_loop;
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
	own->led = new hash_map<tree, int>;
	if (parallel)
		add_clauses(own, parallel, true);
	else
		for (tree argument = DECL_ARGUMENTS(current_function_decl);
		     argument; argument = DECL_CHAIN(argument))
			if (is_variable(argument))
				add(own, argument, NULL_TREE, true)->begun =
					true;
	add_statements(own, own_body(own), false);
}

void own_free(struct own *own)
{
	own->objects.release();
	delete own->direct;
	delete own->led;
	*own = {};
}

bool own_find_place(const struct own *own, tree ref, struct own_place *place)
{
	tree base = ref ? get_base_address(ref) : NULL_TREE;

	place->object = object_at(own, ref);
	place->part = base && (handled_component_p(ref) ||
			       (TREE_CODE(base) == MEM_REF &&
				!is_named(TREE_OPERAND(base, 0))));
	return place->object >= 0;
}

/* The address of an element leads to the whole array. */
bool own_find_given(const struct own *own, tree value, struct own_place *place)
{
	tree to = TREE_CODE(value) == ADDR_EXPR ? TREE_OPERAND(value, 0)
						: NULL_TREE;
	int *known = to ? NULL : own->led->get(value);

	place->object = known ? *known : object_at(own, to);
	place->part = false;
	for (; to && handled_component_p(to); to = TREE_OPERAND(to, 0))
		place->part |= TREE_CODE(to) == COMPONENT_REF;
	return place->object >= 0;
}

const char *own_name(const struct own *own, unsigned object)
{
	return names_decl(own->objects[object].decl);
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
