/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * if (omp_get_thread_num() == 0): as good as master.
 */
#include "base/gcc.h"
#include "known.h"
#include "master.h"

struct search {
	hash_set<tree> numbers; /* variables that hold it */
	bool in_loop;
	bool otherwise; /* it is used in another way */
};

bool master_is_number(tree function)
{
	const char *name = known_name(function);

	return strcmp(name, "omp_get_thread_num") == 0 ||
	       strcmp(name, "omp_get_thread_num_") == 0;
}

static tree strip(tree t)
{
	while (t && (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR ||
		     TREE_CODE(t) == CLEANUP_POINT_EXPR ||
		     TREE_CODE(t) == SAVE_EXPR))
		t = TREE_OPERAND(t, 0);
	return t;
}

static bool is_call(tree t)
{
	tree function;

	t = strip(t);
	function = t && TREE_CODE(t) == CALL_EXPR ? get_callee_fndecl(t)
						  : NULL_TREE;
	return function && master_is_number(function);
}

static bool is_number(struct search *search, tree t)
{
	return is_call(t) || search->numbers.contains(strip(t));
}

static tree find_memory(tree *at, int *walk_subtrees, void *)
{
	if (TYPE_P(*at))
		*walk_subtrees = 0;
	return TREE_CODE(*at) == ARRAY_REF || TREE_CODE(*at) == MEM_REF ||
			       TREE_CODE(*at) == INDIRECT_REF
		       ? *at
		       : NULL_TREE;
}

static tree find_number(tree *at, int *walk_subtrees, void *data)
{
	struct search *search = (struct search *)data;

	if (TYPE_P(*at))
		*walk_subtrees = 0;
	return is_number(search, *at) ? *at : NULL_TREE;
}

static tree look(tree *at, int *walk_subtrees, void *data);

static void walk(tree *body, struct search *search)
{
	walk_tree(body, look, search, NULL);
}

static void look_at_block(struct search *search, tree block)
{
	for (tree variable = BIND_EXPR_VARS(block); variable;
	     variable = DECL_CHAIN(variable)) {
		if (!VAR_P(variable) || !DECL_INITIAL(variable))
			continue;
		if (is_call(DECL_INITIAL(variable)))
			search->numbers.add(variable);
		else
			walk(&DECL_INITIAL(variable), search);
	}
	walk(&BIND_EXPR_BODY(block), search);
}

static void look_at_loop(struct search *search, tree loop)
{
	bool in_loop = search->in_loop;

	search->in_loop = true;
	walk(&OMP_FOR_BODY(loop), search);
	search->in_loop = in_loop;
}

static tree look(tree *at, int *walk_subtrees, void *data)
{
	struct search *search = (struct search *)data;
	tree t = *at;

	if (TYPE_P(t)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	switch (TREE_CODE(t)) {
	case BIND_EXPR:
		look_at_block(search, t);
		*walk_subtrees = 0;
		break;
	case OMP_FOR:
		look_at_loop(search, t);
		*walk_subtrees = 0;
		break;
	case DECL_EXPR:
		*walk_subtrees = 0;
		break;
	case MODIFY_EXPR:
	case INIT_EXPR:
		if (!is_call(TREE_OPERAND(t, 1)) || !VAR_P(TREE_OPERAND(t, 0)))
			break;
		search->otherwise |= is_global_var(TREE_OPERAND(t, 0));
		search->numbers.add(TREE_OPERAND(t, 0));
		*walk_subtrees = 0;
		break;
	case EQ_EXPR:
	case NE_EXPR:
		if (!is_number(search, TREE_OPERAND(t, 0)) ||
		    !integer_zerop(TREE_OPERAND(t, 1)))
			break;
		search->otherwise |= search->in_loop;
		*walk_subtrees = 0;
		break;
	case COND_EXPR:
		if (walk_tree(&TREE_OPERAND(t, 0), find_number, search, NULL))
			for (int i = 1; i < 3; i++)
				search->otherwise |=
					TREE_OPERAND(t, i) &&
					walk_tree(&TREE_OPERAND(t, i),
						  find_memory, NULL, NULL);
		break;
	default:
		search->otherwise |= is_number(search, t);
	}
	return NULL_TREE;
}

bool master_asks(tree body)
{
	struct search search;

	search.in_loop = search.otherwise = false;
	walk(&body, &search);
	return !search.otherwise;
}
