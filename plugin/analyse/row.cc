/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that are found by pointers.
 *
 * The base of such an address is what was loaded. GCC says whether a store of
 * the nest may reach the pointers: by their types it mostly cannot.
 */
#include "base/gcc.h"
#include "row.h"
#include "value.h"

/* The place that the pointer was loaded from, NULL where it was not. */
static tree loaded_from(tree pointer)
{
	while (pointer && TREE_CODE(pointer) == SSA_NAME) {
		gimple *from = SSA_NAME_DEF_STMT(pointer);

		if (gimple_assign_load_p(from))
			return gimple_assign_rhs1(from);
		if (!is_gimple_assign(from) ||
		    (gimple_assign_rhs_code(from) != POINTER_PLUS_EXPR &&
		     !gimple_assign_single_p(from) &&
		     !gimple_assign_cast_p(from)))
			return NULL_TREE;
		pointer = gimple_assign_rhs1(from);
	}
	return NULL_TREE;
}

static tree pointer_of(const struct reference *reference)
{
	tree place = get_base_address(reference->operand);

	return place && TREE_CODE(place) == MEM_REF
		       ? loaded_from(TREE_OPERAND(place, 0))
		       : NULL_TREE;
}

static bool is_table(const struct atom *base)
{
	return base && (base->kind == ATOM_PARAM || base->kind == ATOM_ADDRESS);
}

/* Where the pointers lie; NULL where other data tell that. */
static const struct atom *table_of(const struct reference *reference)
{
	const struct atom *base = reference->base;
	tree pointer;
	const struct atom *table;

	if (!base || base->kind != ATOM_AT || base->args[1])
		return NULL;
	pointer = pointer_of(reference);
	table = pointer ? expr_base(value_address(pointer)) : NULL;
	return is_table(table) && strcmp(table->name, base->name) == 0 ? table
								       : NULL;
}

/* Is there another one of this name? The variable that a table's pointer is
   read from is none. */
static bool is_ambiguous(const struct references *references,
			 const struct atom *table)
{
	for (unsigned i = 0; i < references->count; i++) {
		const struct reference *one = &references->of[i];
		const struct atom *other = one->base;

		if (other && other->kind == ATOM_AT) {
			if (strcmp(other->name, table->name) == 0 &&
			    table_of(one) != table)
				return true;
			continue;
		}
		if (other && other != table && other->kind == table->kind &&
		    strcmp(other->name, table->name) == 0)
			return true;
	}
	return false;
}

static bool is_plain(const struct expr *e)
{
	return e && !expr_contains_kind(e, ATOM_AT) &&
	       !expr_contains_kind(e, ATOM_ITER) &&
	       !expr_contains_kind(e, ATOM_PHI) &&
	       !expr_contains_kind(e, ATOM_OPAQUE);
}

bool row_find(const struct nest *nest, const struct references *references,
	      const struct reference *reference, struct row *row)
{
	const struct atom *table = table_of(reference);

	if (!table || is_ambiguous(references, table) ||
	    memory_is_written(nest->loops[nest->around].loop,
			      pointer_of(reference)))
		return false;
	row->of = table->name;
	row->at = reference->base->args[0];
	row->bytes = expr_sub(reference->address, expr_atom(reference->base));
	return is_plain(row->at) && is_plain(row->bytes);
}
