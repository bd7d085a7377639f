/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elements of arrays with descriptors, read out of their addresses.
 *
 * GCC computes data + (offset + i * dim[0].stride + j * dim[1].stride) * size,
 * where the size of pointers is "span", and dim[0].stride is left out where it
 * must be 1. All of these are loads from one descriptor, so that each term of
 * the address names its dimension.
 */
#include "base/gcc.h"
#include "descriptor.h"
#include "value.h"

enum field { FIELD_NONE, FIELD_DATA, FIELD_OFFSET, FIELD_SPAN, FIELD_STRIDE };

/* A member of a descriptor, loaded. */
struct member {
	enum field field;
	tree descriptor;
	long dimension; /* of a stride */
};

/* ---- members ---- */

static bool is_descriptor(tree object)
{
	tree type = TREE_TYPE(object);

	return TREE_CODE(type) == RECORD_TYPE && TYPE_LANG_FLAG_1(type);
}

static enum field field_of(tree component)
{
	static const struct {
		const char *name;
		enum field field;
	} fields[] = {{"data", FIELD_DATA},
		      {"offset", FIELD_OFFSET},
		      {"span", FIELD_SPAN},
		      {"stride", FIELD_STRIDE}};
	tree name = DECL_NAME(TREE_OPERAND(component, 1));

	for (const auto &one : fields)
		if (name && id_equal(name, one.name))
			return one.field;
	return FIELD_NONE;
}

/* descriptor.dim[dimension].stride: from the last to the first. */
static tree descriptor_of_stride(tree stride, long *dimension)
{
	tree element = TREE_OPERAND(stride, 0);

	if (TREE_CODE(element) != ARRAY_REF ||
	    !tree_fits_shwi_p(TREE_OPERAND(element, 1)) ||
	    TREE_CODE(TREE_OPERAND(element, 0)) != COMPONENT_REF)
		return NULL_TREE;
	*dimension = tree_to_shwi(TREE_OPERAND(element, 1));
	return TREE_OPERAND(TREE_OPERAND(element, 0), 0);
}

static bool read_member(tree place, struct member *member)
{
	*member = {FIELD_NONE, NULL_TREE, 0};
	if (!place || TREE_CODE(place) != COMPONENT_REF)
		return false;
	member->field = field_of(place);
	member->descriptor =
		member->field == FIELD_STRIDE
			? descriptor_of_stride(place, &member->dimension)
			: TREE_OPERAND(place, 0);
	return member->field != FIELD_NONE && member->descriptor &&
	       is_descriptor(member->descriptor) && member->dimension >= 0 &&
	       member->dimension < DESCRIPTOR_MOST;
}

tree descriptor_of_member(tree place)
{
	for (; handled_component_p(place); place = TREE_OPERAND(place, 0))
		if (TREE_CODE(place) == COMPONENT_REF &&
		    is_descriptor(TREE_OPERAND(place, 0)))
			return lang_GNU_Fortran() ? TREE_OPERAND(place, 0)
						  : NULL_TREE;
	return NULL_TREE;
}

/* The place in memory that a value is loaded from, through conversions. */
static tree place_of(tree value)
{
	while (value && TREE_CODE(value) == SSA_NAME) {
		gimple *from = SSA_NAME_DEF_STMT(value);

		if (!gimple_assign_single_p(from) &&
		    !gimple_assign_cast_p(from))
			return NULL_TREE;
		value = gimple_assign_rhs1(from);
	}
	return value;
}

static const struct atom *only_atom(const struct expr *e)
{
	return e && e->count == 1 && e->terms[0].count == 1 &&
			       e->terms[0].factor == 1
		       ? e->terms[0].atoms[0]
		       : NULL;
}

static bool is_number(const struct expr *e, long number)
{
	long value;

	return expr_is_int(e, &value) && value == number;
}

/*
 * Of an array of assumed shape the first stride is 1 where the caller did not
 * say: stride != 0 ? stride : 1.
 */
static const struct atom *given_stride(const struct atom *atom)
{
	const struct atom *stride, *question;

	if (atom->kind != ATOM_OPERATION || atom->operation != OP_IF)
		return atom;
	question = only_atom(atom->args[0]);
	stride = only_atom(atom->args[1]);
	if (!question || !stride || question->kind != ATOM_OPERATION ||
	    question->operation != OP_NE || !is_number(atom->args[2], 1) ||
	    !is_number(question->args[1], 0) ||
	    only_atom(question->args[0]) != stride)
		return atom;
	return stride;
}

static bool member_of_atom(const struct atom *atom, struct member *member)
{
	const struct atom *plain = given_stride(atom);

	return plain->kind == ATOM_PARAM &&
	       read_member(place_of(value_source(plain)), member) &&
	       (plain == atom || member->field == FIELD_STRIDE);
}

/* ---- an address ---- */

/* What members of the descriptor stand in a term, and what beside them. */
struct parts {
	long dimension; /* of the stride, -1 for none */
	int strides, offsets, spans;
	const struct expr *others;
};

static bool take_apart(const struct term *term, tree descriptor,
		       struct parts *parts)
{
	*parts = {-1, 0, 0, 0, expr_int(term->factor)};
	for (unsigned i = 0; i < term->count; i++) {
		struct member member;

		if (!member_of_atom(term->atoms[i], &member)) {
			parts->others = expr_mul(parts->others,
						 expr_atom(term->atoms[i]));
			continue;
		}
		if (!operand_equal_p(member.descriptor, descriptor, 0))
			return false;
		parts->strides += member.field == FIELD_STRIDE;
		parts->offsets += member.field == FIELD_OFFSET;
		parts->spans += member.field == FIELD_SPAN;
		if (member.field == FIELD_STRIDE)
			parts->dimension = member.dimension;
		if (member.field == FIELD_DATA)
			return false;
	}
	return parts->strides + parts->offsets <= 1 && parts->spans <= 1;
}

/* Is it the term of the descriptor's offset, and nothing else? */
static bool is_offset(const struct parts *parts)
{
	long factor;

	return parts->offsets == 1 && expr_is_int(parts->others, &factor);
}

static bool add_term(struct descriptor_element *element,
		     const struct term *term)
{
	struct parts parts;

	if (!take_apart(term, element->descriptor, &parts))
		return false;
	if (parts.offsets) {
		element->first = false;
		return is_offset(&parts);
	}
	if (parts.strides) {
		const struct expr **at = &element->at[parts.dimension];

		*at = expr_add(*at, parts.others);
		element->rank = MAX(element->rank, (int)parts.dimension + 1);
		return *at;
	}
	element->bytes = expr_add(element->bytes, parts.others);
	return !parts.spans && element->bytes;
}

bool descriptor_element(const struct expr *address, const struct atom *base,
			struct descriptor_element *element)
{
	const struct expr *left;
	struct member member;

	if (!lang_GNU_Fortran() || !base || base->kind != ATOM_PARAM ||
	    !read_member(place_of(value_source(base)), &member) ||
	    member.field != FIELD_DATA)
		return false;
	*element = {member.descriptor, 0, {}, expr_int(0), true};
	for (int i = 0; i < DESCRIPTOR_MOST; i++)
		element->at[i] = expr_int(0);
	left = expr_sub(address, expr_atom(base));
	for (unsigned i = 0; left && i < left->count; i++)
		if (!add_term(element, &left->terms[i]))
			return false;
	return left;
}
