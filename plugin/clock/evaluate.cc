/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes what the child said how to: see evaluate.h.
 */
#include "base/gcc.h"
#include "evaluate.h"

#define MAX_STACK 16

typedef int_hash<unsigned, 0, UINT_MAX> uid_hash;

static hash_map<uid_hash, tree> *variables_of;
static hash_set<tree> *written; /* arguments */

/* ---- variables ---------------------------------------------------------- */

static tree note_operand(tree *operand, int *walk_subtrees, void *data)
{
	tree variable = *operand;

	if (TYPE_P(variable))
		*walk_subtrees = 0;
	if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL)
		return NULL_TREE;
	if (!variables_of->put(DECL_UID(variable), variable) &&
	    VAR_P(variable) && DECL_HAS_VALUE_EXPR_P(variable)) {
		tree stands_for = DECL_VALUE_EXPR(variable);

		walk_tree(&stands_for, note_operand, data, NULL);
	}
	return NULL_TREE;
}

static tree note_statement(gimple_stmt_iterator *gsi, bool *handled,
			   struct walk_stmt_info *)
{
	tree target = gimple_get_lhs(gsi_stmt(*gsi));

	*handled = false;
	if (target && TREE_CODE(target) == PARM_DECL)
		written->add(target);
	return NULL_TREE;
}

void evaluate_begin(gimple_seq body)
{
	struct walk_stmt_info info;

	memset(&info, 0, sizeof(info));
	variables_of = new hash_map<uid_hash, tree>;
	written = new hash_set<tree>;
	for (tree argument = DECL_ARGUMENTS(current_function_decl); argument;
	     argument = DECL_CHAIN(argument))
		variables_of->put(DECL_UID(argument), argument);
	walk_gimple_seq(body, note_statement, note_operand, &info);
}

void evaluate_end(void)
{
	delete variables_of;
	delete written;
	variables_of = NULL;
	written = NULL;
}

/* NULL where its value may be another one than the child has seen. */
static tree variable_of(char kind, unsigned uid)
{
	tree *variable = variables_of->get(uid);

	if (!variable || DECL_HAS_VALUE_EXPR_P(*variable) ||
	    (VAR_P(*variable) && DECL_HARD_REGISTER(*variable)) ||
	    (kind == 'p' && written->contains(*variable)))
		return NULL_TREE;
	return *variable;
}

static const char *next_word(const char *word)
{
	word += strcspn(word, " ");
	return word + strspn(word, " ");
}

bool evaluate_variables(const char *words, vec<tree> *variables)
{
	for (words += strspn(words, " "); *words; words = next_word(words)) {
		tree variable;

		if (!strchr("vpma", *words))
			continue;
		variable = variable_of(*words, strtoul(words + 1, NULL, 10));
		if (!variable)
			return false;
		variables->safe_push(variable);
	}
	return true;
}

/* ---- values ------------------------------------------------------------- */

static tree as_number(struct code *code, tree value)
{
	tree type = long_long_integer_type_node;

	return plant_assign(code, type, build1(NOP_EXPR, type, value));
}

static tree read_variable(struct code *code, char kind, unsigned uid)
{
	tree variable = variable_of(kind, uid);

	if (!variable)
		return NULL_TREE;
	if (!is_gimple_reg(variable))
		variable = plant_assign(
			code, TYPE_MAIN_VARIANT(TREE_TYPE(variable)), variable);
	return as_number(code, variable);
}

static tree address_of(struct code *code, unsigned uid)
{
	tree variable = variable_of('a', uid);

	if (!variable)
		return NULL_TREE;
	mark_addressable(variable);
	return as_number(
		code, build_fold_addr_expr_with_type(variable, ptr_type_node));
}

static tree part_of(tree whole, long offset, long size);

static tree element_of(tree array, long offset, long size)
{
	tree type = TREE_TYPE(array), domain = TYPE_DOMAIN(type);
	long each = int_size_in_bytes(TREE_TYPE(type));
	tree first = domain ? TYPE_MIN_VALUE(domain) : NULL_TREE, index;

	if (each <= 0 || (first && TREE_CODE(first) != INTEGER_CST))
		return NULL_TREE;
	index = size_int(offset / each);
	if (first)
		index = int_const_binop(PLUS_EXPR,
					fold_convert(TREE_TYPE(first), index),
					first);
	return part_of(build4(ARRAY_REF, TREE_TYPE(type), array, index,
			      NULL_TREE, NULL_TREE),
		       offset % each, size);
}

static tree member_of(tree record, long offset, long size)
{
	tree field = TYPE_FIELDS(TREE_TYPE(record)), part;

	for (; field; field = DECL_CHAIN(field)) {
		long start, length;

		if (TREE_CODE(field) != FIELD_DECL || DECL_BIT_FIELD(field) ||
		    TREE_THIS_VOLATILE(field) ||
		    TREE_CODE(DECL_FIELD_OFFSET(field)) != INTEGER_CST)
			continue;
		start = int_byte_position(field);
		length = int_size_in_bytes(TREE_TYPE(field));
		if (offset < start || offset >= start + length)
			continue;
		part = part_of(build3(COMPONENT_REF, TREE_TYPE(field), record,
				      field, NULL_TREE),
			       offset - start, size);
		if (part)
			return part;
	}
	return NULL_TREE;
}

/* The number of so many bytes at the offset; as the program would write it,
   so that no address of the variable is taken. */
static tree part_of(tree whole, long offset, long size)
{
	tree type = TREE_TYPE(whole);

	if (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type))
		return offset == 0 && int_size_in_bytes(type) == size
			       ? whole
			       : NULL_TREE;
	if (RECORD_OR_UNION_TYPE_P(type))
		return member_of(whole, offset, size);
	return TREE_CODE(type) == ARRAY_TYPE ? element_of(whole, offset, size)
					     : NULL_TREE;
}

/* m812:16:4s */
static tree read_part(struct code *code, const char *word)
{
	unsigned uid;
	long offset, size;
	tree variable, part;

	if (sscanf(word, "m%u:%ld:%ld", &uid, &offset, &size) != 3)
		return NULL_TREE;
	variable = variable_of('m', uid);
	part = variable ? part_of(variable, offset, size) : NULL_TREE;
	if (!part)
		return NULL_TREE;
	if (is_gimple_reg(part))
		return as_number(code, part);
	part = plant_assign(code, TYPE_MAIN_VARIANT(TREE_TYPE(part)), part);
	return as_number(code, part);
}

/* l8:4u */
static tree load(struct code *code, const char *word, tree address)
{
	long offset, size;
	char sign;
	tree type, pointer, place;

	if (sscanf(word, "l%ld:%ld%c", &offset, &size, &sign) != 3)
		return NULL_TREE;
	type = build_nonstandard_integer_type(size * BITS_PER_UNIT,
					      sign == 'u');
	pointer = build_pointer_type(type);
	address =
		plant_assign(code, pointer, build1(NOP_EXPR, pointer, address));
	place = build2(
		MEM_REF, build_aligned_type(type, BITS_PER_UNIT), address,
		build_int_cst(build_pointer_type(char_type_node), offset));
	return as_number(code, plant_assign(code, type, place));
}

static tree combine(struct code *code, char operation, tree a, tree b)
{
	tree type = long_long_integer_type_node;
	enum tree_code tree_code = operation == '+'   ? PLUS_EXPR
				   : operation == '-' ? MINUS_EXPR
						      : MULT_EXPR;

	return plant_assign(code, type, build2(tree_code, type, a, b));
}

/* One word; false where the stack does not hold what it takes. */
static bool run(struct code *code, const char *word, tree *stack,
		unsigned *count)
{
	unsigned takes = strchr("+-*", *word) ? 2 : *word == 'l' ? 1 : 0;
	tree value = NULL_TREE;

	if (*count < takes || *count - takes == MAX_STACK)
		return false;
	*count -= takes;
	if (takes == 2)
		value = combine(code, *word, stack[*count], stack[*count + 1]);
	else if (*word == 'l')
		value = load(code, word, stack[*count]);
	else if (*word == 'c')
		value = build_int_cst(long_long_integer_type_node,
				      strtol(word + 1, NULL, 10));
	else if (*word == 'a')
		value = address_of(code, strtoul(word + 1, NULL, 10));
	else if (*word == 'm')
		value = read_part(code, word);
	else
		value = read_variable(code, *word, strtoul(word + 1, NULL, 10));
	stack[(*count)++] = value;
	return value;
}

tree evaluate(struct code *code, const char *words)
{
	tree stack[MAX_STACK];
	unsigned count = 0;

	for (words += strspn(words, " "); *words; words = next_word(words))
		if (!run(code, words, stack, &count))
			return NULL_TREE;
	return count == 1 ? stack[0] : NULL_TREE;
}
