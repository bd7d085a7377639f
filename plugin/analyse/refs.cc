/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References as the record says them.
 */
#include "base/gcc.h"
#include "descriptor.h"
#include "path.h"
#include "refs.h"
#include "row.h"
#include "shape.h"
#include "type.h"
#include "value.h"

/* ---- where they are ------------------------------------------------------ */

static const struct expr *counter_is_zero(const struct atom *atom, void *)
{
	return atom->kind == ATOM_COUNTER || atom->kind == ATOM_ITER
		       ? expr_int(0)
		       : NULL;
}

/* Bytes from the base where every counter is 0. */
static const struct expr *offset_of(const struct reference *reference)
{
	const struct expr *offset;

	if (!reference->base)
		return NULL;
	offset = expr_sub(reference->address, expr_atom(reference->base));
	if (expr_contains_kind(offset, ATOM_AT))
		return NULL;
	return expr_replace(offset, counter_is_zero, NULL);
}

/* ---- what an address is read from ----------------------------------------
 */

struct name_list {
	auto_vec<const char *> names;
	auto_bitmap followed; /* versions of SSA names */
};

static void list_name(struct name_list *list, const char *name)
{
	const char *other;
	unsigned i;

	FOR_EACH_VEC_ELT (list->names, i, other)
		if (strcmp(other, name) == 0)
			return;
	list->names.safe_push(name);
}

static void list_origin(struct name_list *list, tree ssa_name);

static void list_atom(const struct atom *atom, void *data)
{
	struct name_list *list = (struct name_list *)data;

	if (atom->kind == ATOM_AT && atom->loops)
		list_name(list, atom->name);
	if (atom->kind == ATOM_OPAQUE)
		list_origin(list, ssa_name(atom->version));
}

static void list_value(struct name_list *list, tree operand)
{
	const struct expr *value = value_of(operand);

	if (value)
		expr_each_atom(value, list_atom, list);
	else if (TREE_CODE(operand) == SSA_NAME)
		list_origin(list, operand);
}

/* A variable or one and the same element is no array. */
static void list_load(struct name_list *list, tree place)
{
	const struct expr *address = value_address(place);
	const struct atom *base = expr_base(address);

	if (base && expr_loops(address))
		list_name(list, base->name);
}

/* Of a loop's own value only what an iteration makes of it counts; where it
   starts from chooses no more than the start of a counter does. */
static void list_ways(struct name_list *list, gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	bool is_header = loop->header == gimple_bb(phi);

	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
		if (!is_header ||
		    gimple_phi_arg_edge(phi, i) == loop_latch_edge(loop))
			list_value(list, gimple_phi_arg_def(phi, i));
}

/* A value that could not be followed as a sum, or is no integer: the arrays
   whose contents it is computed from. */
static void list_origin(struct name_list *list, tree ssa_name)
{
	gimple *from = SSA_NAME_DEF_STMT(ssa_name);
	ssa_op_iter i;
	tree operand;

	if (!bitmap_set_bit(list->followed, SSA_NAME_VERSION(ssa_name)))
		return;
	if (gphi *phi = dyn_cast<gphi *>(from)) {
		list_ways(list, phi);
		return;
	}
	if (gimple_assign_load_p(from))
		list_load(list, gimple_assign_rhs1(from));
	FOR_EACH_SSA_TREE_OPERAND (operand, from, i, SSA_OP_USE)
		list_value(list, operand);
}

static void write_indirect(struct json_writer *json,
			   const struct reference *reference)
{
	struct name_list list;
	const char *name;
	unsigned i;

	expr_each_atom(reference->address, list_atom, &list);
	json_key(json, "indirect");
	if (list.names.is_empty()) {
		json_null(json);
		return;
	}
	json_array(json);
	FOR_EACH_VEC_ELT (list.names, i, name)
		json_string(json, name);
	json_end_array(json);
}

/* ---- writing ---------------------------------------------------------------
 */

static void write_stride(struct json_writer *json, const struct nest *nest,
			 const struct reference *reference, int loop)
{
	expr_write(json, reference->base
				 ? memory_stride(nest, reference->address, loop)
				 : NULL);
}

/* Strides of the loops from the outermost of the nest to this one. */
static void write_strides(struct json_writer *json, const struct nest *nest,
			  const struct reference *reference, int loop)
{
	if (loop > nest->around)
		write_strides(json, nest, reference, nest->loops[loop].parent);
	if (loop >= nest->around)
		write_stride(json, nest, reference, loop);
}

static void write_strides_around(struct json_writer *json,
				 const struct nest *nest,
				 const struct reference *reference)
{
	json_key(json, "strides_around");
	json_array(json);
	for (int loop = 0; loop < nest->around; loop++)
		write_stride(json, nest, reference, loop);
	json_end_array(json);
}

/* Bytes of the variable that the reference is into. */
static void write_extent(struct json_writer *json,
			 const struct reference *reference)
{
	tree size = reference->base && reference->base->decl
			    ? DECL_SIZE_UNIT(reference->base->decl)
			    : NULL_TREE;

	json_key(json, "extent");
	if (size && tree_fits_uhwi_p(size))
		expr_write(json, value_of(size));
	else
		json_null(json);
}

/* Bytes from the beginning of the array to the element. */
static const struct expr *place_in_array(tree element)
{
	tree size = array_ref_element_size(element);
	tree low = array_ref_low_bound(element);

	return expr_mul(
		expr_sub(value_of(TREE_OPERAND(element, 1)), value_of(low)),
		value_of(size));
}

static void note_new(const struct atom *atom, void *data)
{
	if ((atom->kind == ATOM_PARAM || atom->kind == ATOM_ADDRESS) &&
	    !atom->used)
		*(bool *)data = true;
}

/* Null where it needs a name that nothing else in the record has. */
static void write_if_listed(struct json_writer *json, const struct expr *e)
{
	bool is_new = false;

	if (e)
		expr_each_atom(e, note_new, &is_new);
	expr_write(json, is_new ? NULL : e);
}

static void write_row(struct json_writer *json, const struct expr *at,
		      const struct expr *size)
{
	json_object(json);
	json_key(json, "at");
	write_if_listed(json, at);
	json_key(json, "size");
	write_if_listed(json, size);
	json_end_object(json);
}

/* Fortran's subscripts, but the last one. */
static void write_rows(struct json_writer *json, tree operand)
{
	struct shape_row rows[DECLARED_MOST];
	int count = shape_rows(operand, rows);

	for (int i = 0; i < count; i++)
		write_row(json, rows[i].at, rows[i].size);
}

/*
 * Arrays of the source, inside which the language lets a subscript move, the
 * innermost first. Members of structures may be written beyond their ends.
 */
static void write_within(struct json_writer *json, tree operand)
{
	tree inner = operand;

	json_key(json, "within");
	json_array(json);
	write_rows(json, operand);
	for (; handled_component_p(inner); inner = TREE_OPERAND(inner, 0))
		if (TREE_CODE(inner) != ARRAY_REF)
			operand = NULL_TREE;
	for (; operand && TREE_CODE(operand) == ARRAY_REF;
	     operand = TREE_OPERAND(operand, 0)) {
		tree size = TYPE_SIZE_UNIT(TREE_TYPE(TREE_OPERAND(operand, 0)));

		write_row(json, place_in_array(operand),
			  size ? value_of(size) : NULL);
	}
	json_end_array(json);
}

/* Which element it is of an array with a descriptor. */
static void write_element(struct json_writer *json,
			  const struct reference *reference)
{
	struct descriptor_element element;
	char *name;

	json_key(json, "element");
	if (!descriptor_element(reference->address, reference->base,
				&element)) {
		json_null(json);
		return;
	}
	name = path_name(element.descriptor);
	json_object(json);
	json_key_string(json, "of", name);
	json_key(json, "at");
	json_array(json);
	for (int i = 0; i < element.rank; i++)
		write_if_listed(json, element.at[i]);
	json_end_array(json);
	json_key(json, "bytes");
	write_if_listed(json, element.bytes);
	json_key_bool(json, "first", element.first);
	json_end_object(json);
	free(name);
}

/* By which pointer it is found; not there where it is by none. */
static void write_row_of(struct json_writer *json, const struct nest *nest,
			 const struct references *references,
			 const struct reference *reference)
{
	struct row row;

	if (!row_find(nest, references, reference, &row))
		return;
	json_key(json, "row");
	json_object(json);
	json_key_string(json, "of", row.of);
	json_key(json, "at");
	write_if_listed(json, row.at);
	json_key(json, "bytes");
	write_if_listed(json, row.bytes);
	json_end_object(json);
}

/* The array whose bounds or steps it is. */
static void write_descriptor(struct json_writer *json,
			     const struct reference *reference)
{
	tree descriptor = descriptor_of_member(reference->operand);
	char *name = descriptor ? path_name(descriptor) : NULL;

	json_key_string(json, "descriptor", name);
	free(name);
}

static void write_reference(struct json_writer *json, struct nest *nest,
			    const struct references *references,
			    const struct reference *reference)
{
	tree type = TREE_TYPE(reference->operand);

	json_object(json);
	json_key_string(json, "base", reference->name);
	json_key_string(json, "type", type_word(type));
	json_key(json, "size");
	expr_write(json, value_of(TYPE_SIZE_UNIT(type)));
	json_key_bool(json, "write", reference->write);
	json_key_int(json, "count", reference->count);
	json_key_int(json, "loop", reference->loop - nest->around);
	json_key(json, "strides");
	json_array(json);
	write_strides(json, nest, reference, reference->loop);
	json_end_array(json);
	write_strides_around(json, nest, reference);
	json_key(json, "offset");
	expr_write(json, offset_of(reference));
	write_extent(json, reference);
	write_within(json, reference->operand);
	write_element(json, reference);
	write_row_of(json, nest, references, reference);
	write_descriptor(json, reference);
	write_indirect(json, reference);
	json_key_bool(json, "conditional", reference->conditional);
	json_key_string(json, "protected", reference->protection);
	json_key_bool(json, "private", reference->is_private);
	json_key_bool(json, "perhaps_private",
		      reference->may_be_own || reference->is_handed);
	if (TREE_CODE(reference->operand) == COMPONENT_REF)
		json_key_bool(json, "member", true);
	json_key_int(json, "line", reference->line);
	json_end_object(json);
}

void refs_write(struct json_writer *json, const struct references *references,
		struct nest *nest)
{
	json_key(json, "refs");
	json_array(json);
	for (unsigned i = 0; i < references->count; i++)
		write_reference(json, nest, references, &references->of[i]);
	json_end_array(json);
}
