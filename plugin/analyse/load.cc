/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is loaded from memory.
 */
#include "base/gcc.h"
#include "closed.h"
#include "entry.h"
#include "load.h"
#include "path.h"
#include "raw.h"

static struct nest *nest;
static hash_map<const struct atom *, tree> *loaded; /* where from */

void load_begin(struct nest *of)
{
	nest = of;
	loaded = new hash_map<const struct atom *, tree>;
}

void load_end(void)
{
	delete loaded;
	nest = NULL;
}

/* Is it a variable or a field, no element of an array? */
static bool is_scalar_path(tree reference)
{
	while (handled_component_p(reference)) {
		if (TREE_CODE(reference) == ARRAY_REF &&
		    TREE_CODE(TREE_OPERAND(reference, 1)) != INTEGER_CST)
			return false;
		reference = TREE_OPERAND(reference, 0);
	}
	return true;
}

/* Does the nest write this very variable, field or element? */
static bool is_overwritten(tree reference)
{
	class loop *root = nest->loops[nest->around].loop;
	basic_block *blocks = get_loop_body(root);
	tree base = get_base_address(reference);
	bool found = false;

	for (unsigned i = 0; i < root->num_nodes && !found; i++)
		for (gimple_stmt_iterator gsi = gsi_start_bb(blocks[i]);
		     !gsi_end_p(gsi) && !found; gsi_next(&gsi)) {
			tree target = gimple_store_p(gsi_stmt(gsi))
					      ? gimple_get_lhs(gsi_stmt(gsi))
					      : NULL_TREE;

			found = target &&
				(operand_equal_p(target, reference, 0) ||
				 (base && DECL_P(base) &&
				  is_gimple_reg_type(TREE_TYPE(base)) &&
				  get_base_address(target) == base));
		}
	free(blocks);
	return found;
}

/* A reference of C++ has the name of what it leads to: that is meant. */
static void note_source(const struct atom *parameter, tree reference)
{
	tree *before = loaded->get(parameter);

	if (!before || POINTER_TYPE_P(TREE_TYPE(*before)))
		loaded->put(parameter, reference);
}

static bool has_member(tree reference)
{
	while (handled_component_p(reference)) {
		if (TREE_CODE(reference) == COMPONENT_REF)
			return true;
		reference = TREE_OPERAND(reference, 0);
	}
	return false;
}

/*
 * The name of a member of what is chosen from an array of structures by a
 * value that the nest does not change, else NULL.
 */
static const char *chosen_before(tree reference, const struct expr *address)
{
	const struct expr *closed = closed_value(address);
	const struct atom *base = expr_base(closed);
	long constant;

	if (!base || !has_member(reference) ||
	    expr_contains_kind(closed, ATOM_OPAQUE) ||
	    expr_contains_kind(closed, ATOM_ITER) ||
	    (expr_loops(closed) >> nest->around) ||
	    expr_is_int(expr_sub(closed, expr_atom(base)), &constant))
		return NULL;
	return path_chosen(reference);
}

/* Is it there in all of the nest? */
static bool stays(tree reference, gimple *statement)
{
	bool inside = !statement || nest_contains(nest, gimple_bb(statement));

	return inside ? !is_overwritten(reference)
		      : entry_is_same(nest, statement, reference);
}

/* A place whose contents the nest does not change. */
static const struct expr *kept(tree reference)
{
	const struct expr *address = raw_address(reference), *offset;
	const struct atom *base = expr_base(address);
	const struct atom *parameter;
	const char *chosen = chosen_before(reference, address);
	char *name;
	long constant;

	if (chosen) {
		parameter = atom_read(chosen, "memory", TREE_TYPE(reference),
				      address);
		note_source(parameter, reference);
		return expr_atom(parameter);
	}
	offset = expr_sub(address, expr_atom(base));
	if (!is_scalar_path(reference) || !expr_is_int(offset, &constant) ||
	    base->loops)
		return expr_atom(
			atom_at(base->name,
				base->kind == ATOM_AT ? expr_atom(base) : NULL,
				offset, TREE_TYPE(reference), base->loops));
	name = path_name(reference);
	parameter = atom_read(name, path_origin(reference),
			      TREE_TYPE(reference), address);
	free(name);
	note_source(parameter, reference);
	return expr_atom(parameter);
}

static bool is_known(tree reference)
{
	return expr_base(raw_address(reference)) &&
	       !TREE_THIS_VOLATILE(reference);
}

const struct expr *load_value(tree reference, gimple *statement)
{
	return is_known(reference) && stays(reference, statement)
		       ? kept(reference)
		       : NULL;
}

tree load_source(const struct atom *parameter)
{
	tree *reference = loaded->get(parameter);

	return reference ? *reference : NULL_TREE;
}
