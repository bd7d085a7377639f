/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the source calls a place in memory.
 */
#include "base/gcc.h"
#include "base/names.h"
#include "closed.h"
#include "path.h"
#include "raw.h"

static void append(struct obstack *text, const char *string)
{
	obstack_grow(text, string, strlen(string));
}

/* The frame through which a contained procedure sees its host: no name. */
static bool is_frame(const char *name)
{
	return startswith(name, "CHAIN.") || startswith(name, "FRAME.") ||
	       strcmp(name, "__closure") == 0 || strcmp(name, "CHAIN") == 0 ||
	       strcmp(name, "FRAME") == 0;
}

static void append_name(struct obstack *text, const char *before, tree field)
{
	append(text, before);
	append(text, IDENTIFIER_POINTER(DECL_NAME(field)));
}

/* What containers of C++ call their pointers, and what users call that. */
static const struct {
	const char *field, *shown;
} container_fields[] = {
	{"_M_impl", ""},
	{"_M_start", ".begin()"},
	{"_M_finish", ".end()"},
};

/* (*p) for p, which leads to a container; but the pointer x.begin() alone leads
   to its first element. */
static void append_led_to(struct obstack *text)
{
	char *pointer;

	obstack_1grow(text, '\0');
	pointer = xstrdup((const char *)obstack_base(text));
	obstack_blank_fast(text, -(int)obstack_object_size(text));
	append(text, names_is_begin(pointer)
			     ? pointer
			     : ACONCAT(("(*", pointer, ")", NULL)));
	free(pointer);
}

/* Behind an arrow, the container has no name of its own. */
static bool append_container_field(struct obstack *text, const char *name,
				   const char **before)
{
	if (!lang_GNU_CXX())
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(container_fields); i++)
		if (strcmp(name, container_fields[i].field) == 0) {
			if (obstack_object_size(text) > 0 &&
			    strcmp(*before, "->") == 0)
				append_led_to(text);
			*before = ".";
			append(text, container_fields[i].shown);
			return true;
		}
	return false;
}

/*
 * The member at this many bytes that has the wanted type, inherited ones
 * included: C++ calls the functions of a member with its mere address.
 */
static void append_member(struct obstack *text, const char *before, tree type,
			  long offset, tree wanted)
{
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
		long start, size;

		if (TREE_CODE(field) != FIELD_DECL || DECL_BIT_FIELD(field) ||
		    is_empty_type(TREE_TYPE(field)))
			continue;
		start = int_byte_position(field);
		size = int_size_in_bytes(TREE_TYPE(field));
		if (offset < start || offset >= start + size)
			continue;
		if (DECL_NAME(field) && !DECL_ARTIFICIAL(field) &&
		    !append_container_field(
			    text, IDENTIFIER_POINTER(DECL_NAME(field)),
			    &before)) {
			append_name(text, before, field);
			before = ".";
		}
		if (TREE_CODE(TREE_TYPE(field)) == RECORD_TYPE &&
		    TYPE_MAIN_VARIANT(TREE_TYPE(field)) !=
			    TYPE_MAIN_VARIANT(wanted))
			append_member(text, before, TREE_TYPE(field),
				      offset - start, wanted);
		return;
	}
}

/* ---- variables and fields ---- */

/* What the pointer in this address points at, if that has members. */
static tree pointed_record(const struct atom *atom)
{
	tree type = atom && atom->type && POINTER_TYPE_P(atom->type)
			    ? TREE_TYPE(atom->type)
			    : NULL_TREE;

	return type && TREE_CODE(type) == RECORD_TYPE ? type : NULL_TREE;
}

/* What stands between a variable, a reference or a pointer and the name of a
   member. */
static const char *arrow(const struct atom *atom)
{
	if (lang_GNU_Fortran() || !atom)
		return "->";
	if (atom->kind == ATOM_ADDRESS)
		return ".";
	return lang_GNU_CXX() && atom->type &&
			       TREE_CODE(atom->type) == REFERENCE_TYPE
		       ? "."
		       : "->";
}

/*
 * Does a reference through the pointer stand for a member of what the pointer
 * leads to? In Fortran an associated name is the address of a member.
 */
static bool is_in_record(const struct atom *atom, tree reference, bool field)
{
	tree record = pointed_record(atom), wanted = TREE_TYPE(reference);

	if (!record || TYPE_MAIN_VARIANT(record) == TYPE_MAIN_VARIANT(wanted))
		return false;
	return lang_GNU_Fortran()
		       ? !field && !POINTER_TYPE_P(wanted)
		       : lang_GNU_CXX() && (field || POINTER_TYPE_P(wanted));
}

/* Does the program say n for what this pointer leads to? */
static bool is_hidden(const struct atom *atom)
{
	return lang_GNU_Fortran() ||
	       (atom && atom->type && TREE_CODE(atom->type) == REFERENCE_TYPE);
}

/* *p, *(p+8), and n alone where the language hides the pointer. For a field
   of it returns what comes before the field's name. */
static const char *append_pointed(struct obstack *text, tree reference,
				  bool field)
{
	const struct atom *atom =
		expr_base(closed_value(raw_value(TREE_OPERAND(reference, 0))));
	const char *base = atom ? atom->name : "memory";
	long offset = TREE_INT_CST_LOW(TREE_OPERAND(reference, 1));
	size_t length;
	char number[32] = "";

	if (field && is_frame(base))
		return "";
	if (is_in_record(atom, reference, field)) {
		append(text, base);
		length = obstack_object_size(text);
		append_member(text, arrow(atom), pointed_record(atom), offset,
			      TREE_TYPE(reference));
		return obstack_object_size(text) > length ? "." : arrow(atom);
	}
	if (offset)
		snprintf(number, sizeof(number), "%+ld", offset);
	if (field || is_hidden(atom)) {
		append(text, base);
		append(text, number);
		return arrow(atom);
	}
	append(text, offset ? "*(" : "*");
	append(text, base);
	append(text, number);
	append(text, offset ? ")" : "");
	return "->";
}

static const char *append_path(struct obstack *text, tree reference,
			       bool field);

static const char *append_field(struct obstack *text, tree reference)
{
	tree inner = TREE_OPERAND(reference, 0);
	tree name = DECL_NAME(TREE_OPERAND(reference, 1));
	const char *before = append_path(text, inner, true);
	int captured = 0;

	if (!name || (lang_GNU_Fortran() &&
		      strcmp(IDENTIFIER_POINTER(name), "data") == 0))
		return before;
	if (append_container_field(text, IDENTIFIER_POINTER(name), &before))
		return before;
	if (obstack_object_size(text))
		append(text, before);
	else if (lang_GNU_CXX() && startswith(IDENTIFIER_POINTER(name), "__"))
		captured = 2; /* __n of a lambda is n */
	append(text, IDENTIFIER_POINTER(name) + captured);
	return ".";
}

/* Returns what comes before the name of a field that follows. */
static const char *append_path(struct obstack *text, tree reference, bool field)
{
	char number[32] = "[]";

	if (TREE_CODE(reference) == COMPONENT_REF)
		return append_field(text, reference);
	if (TREE_CODE(reference) == MEM_REF)
		return append_pointed(text, reference, field);
	if (handled_component_p(reference)) {
		append_path(text, TREE_OPERAND(reference, 0), field);
		if (TREE_CODE(reference) != ARRAY_REF)
			return ".";
		if (tree_fits_shwi_p(TREE_OPERAND(reference, 1)))
			snprintf(
				number, sizeof(number), "[%ld]",
				(long)tree_to_shwi(TREE_OPERAND(reference, 1)));
		append(text, number);
	} else if (!DECL_P(reference)) {
		append(text, "memory");
	} else if (!field || !is_frame(names_decl(reference))) {
		append(text, names_decl(reference));
	}
	return ".";
}

char *path_name(tree reference)
{
	struct obstack text;
	char *name;

	gcc_obstack_init(&text);
	append_path(&text, reference, false);
	obstack_1grow(&text, '\0');
	name = xstrdup((const char *)obstack_finish(&text));
	obstack_free(&text, NULL);
	return name;
}

/* Does the name come with nothing added: n of a global or by-reference n? */
const char *path_origin(tree reference)
{
	const struct expr *pointer;

	if (TREE_CODE(reference) == PARM_DECL)
		return "argument";
	if (VAR_P(reference))
		return is_global_var(reference) ? "global" : "local";
	if (TREE_CODE(reference) != MEM_REF || !lang_GNU_Fortran())
		return "memory";
	pointer = closed_value(raw_value(TREE_OPERAND(reference, 0)));
	return is_in_record(expr_base(pointer), reference, false) ? "memory"
								  : "argument";
}

/* ---- members of what is chosen ---- */

/* An index as the source would have it, "level-1"; false where that takes
   more than parameters and counters. */
static bool append_sum(struct obstack *text, const struct expr *e)
{
	char number[32];

	for (unsigned i = 0; e && i < e->count; i++) {
		const struct term *term = &e->terms[i];
		const char *sign = term->factor < 0 ? "-" : i ? "+" : "";
		long factor = labs(term->factor);

		append(text, sign);
		snprintf(number, sizeof(number), "%ld", factor);
		if (factor != 1 || term->count == 0)
			append(text, number);
		for (unsigned j = 0; j < term->count; j++) {
			const struct atom *atom = term->atoms[j];

			if (atom->kind != ATOM_PARAM &&
			    atom->kind != ATOM_COUNTER)
				return false;
			append(text, j || factor != 1 ? "*" : "");
			append(text, atom->name);
		}
	}
	return e && e->count > 0;
}

static bool append_index(struct obstack *text, const struct expr *e)
{
	bool good;

	append(text, "[");
	good = append_sum(text, e);
	append(text, "]");
	return good;
}

static bool append_chosen(struct obstack *text, tree reference);

/* What a pointer leads to: "p", or "p[level]". */
static bool append_element(struct obstack *text, tree reference)
{
	const struct expr *address = closed_value(raw_address(reference)),
			  *rest;
	const struct atom *base = expr_base(address);
	long size = int_size_in_bytes(TREE_TYPE(reference)), constant;

	if (!base)
		return false;
	append(text, base->name);
	rest = expr_sub(address, expr_atom(base));
	return expr_is_int(rest, &constant) ||
	       (size > 0 &&
		append_index(text, expr_quotient(rest, expr_int(size))));
}

static bool append_chosen_member(struct obstack *text, tree reference)
{
	tree inner = TREE_OPERAND(reference, 0);
	tree name = DECL_NAME(TREE_OPERAND(reference, 1));

	if (!append_chosen(text, inner))
		return false;
	if (!name)
		return true;
	append(text,
	       TREE_CODE(inner) == MEM_REF && ((const char *)obstack_next_free(
						      text))[-1] != ']'
		       ? "->"
		       : ".");
	append(text, IDENTIFIER_POINTER(name));
	return true;
}

static bool append_chosen(struct obstack *text, tree reference)
{
	if (TREE_CODE(reference) == COMPONENT_REF)
		return append_chosen_member(text, reference);
	if (TREE_CODE(reference) == ARRAY_REF)
		return append_chosen(text, TREE_OPERAND(reference, 0)) &&
		       append_index(text, closed_value(raw_value(
						  TREE_OPERAND(reference, 1))));
	if (TREE_CODE(reference) == MEM_REF)
		return append_element(text, reference);
	if (!DECL_P(reference))
		return false;
	append(text, names_decl(reference));
	return true;
}

/* "grids[level].rows"; NULL where there is no name. */
const char *path_chosen(tree reference)
{
	struct obstack text;
	const char *name = NULL;

	gcc_obstack_init(&text);
	if (append_chosen(&text, reference)) {
		obstack_1grow(&text, '\0');
		name = IDENTIFIER_POINTER(
			get_identifier((const char *)obstack_finish(&text)));
	}
	obstack_free(&text, NULL);
	return name;
}
