/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which part of a thread's own variable an operand is.
 *
 * A part is written as text, its key: ".7" is a field by number, "[@9;]" an
 * element by its subscript, "" the whole. Two elements are the same if the
 * texts of their subscripts are.
 */
#include "base/gcc.h"
#include "element.h"
#include "scan.h"

/* ---- keys ---- */

void element_root(const char *key, char *root)
{
	snprintf(root, MAX_KEY, "%.*s", (int)strcspn(key, "["), key);
}

bool element_is_within(const char *part, const char *whole)
{
	size_t length = strlen(whole);

	return strncmp(part, whole, length) == 0 &&
	       (!part[length] || part[length] == '.' || part[length] == '[');
}

bool element_overlap(const char *a, const char *b)
{
	return element_is_within(a, b) || element_is_within(b, a);
}

/* ---- values ---- */

bool element_is_temporary(const struct scan *scan, tree value)
{
	if (TREE_CODE(value) == SSA_NAME)
		return true;
	return VAR_P(value) && DECL_ARTIFICIAL(value) &&
	       !is_global_var(value) && !scan->direct->get(value) &&
	       !scan->counted->contains(value) &&
	       is_gimple_reg_type(TREE_TYPE(value));
}

/* Each operand of each statement comes by here: without printf. */
static void add(char *text, const char *piece)
{
	size_t length = strlen(text);
	size_t more = MIN(strlen(piece), MAX_KEY - 1 - length);

	memcpy(text + length, piece, more);
	text[length + more] = '\0';
}

static void add_number(char *text, HOST_WIDE_INT number)
{
	unsigned HOST_WIDE_INT rest = absu_hwi(number);
	char digits[24], *at = digits + sizeof(digits);

	*--at = '\0';
	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	add(text, at);
}

static void add_declaration(char *text, tree declaration)
{
	add(text, "@");
	add_number(text, DECL_UID(declaration));
	add(text, ";");
}

/* What nothing is known of is another value at each place. */
static void add_place(char *text, const struct scan *scan)
{
	add(text, "?");
	add_number(text, scan->place);
}

void element_print_value(struct scan *scan, tree value, char *text)
{
	char **known = scan->texts->get(value);

	if (tree_fits_shwi_p(value))
		add_number(text, tree_to_shwi(value));
	else if (known && *known)
		add(text, *known);
	else if (DECL_P(value))
		add_declaration(text, value);
	else
		add_place(text, scan);
}

/* "{x,i,}": x[i], so that a subscript computed anew is known again. */
static void print_load(struct scan *scan, tree ref, char *text)
{
	add(text, "{");
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0)) {
		if (TREE_CODE(ref) == ARRAY_REF)
			element_print_value(scan, TREE_OPERAND(ref, 1), text);
		else if (TREE_CODE(ref) == COMPONENT_REF)
			add_number(text, DECL_UID(TREE_OPERAND(ref, 1)));
		add(text, ",");
	}
	if (TREE_CODE(ref) == MEM_REF)
		ref = TREE_OPERAND(ref, 0);
	element_print_value(scan, ref, text);
	add(text, "}");
}

void element_print_operation(struct scan *scan, gimple *statement, char *text)
{
	enum tree_code code = gimple_assign_rhs_code(statement);

	text[0] = '\0';
	if (gimple_num_ops(statement) == 3) {
		add(text, "(");
		element_print_value(scan, gimple_assign_rhs1(statement), text);
		add(text, " ");
		add_number(text, code);
		add(text, " ");
		element_print_value(scan, gimple_assign_rhs2(statement), text);
		add(text, ")");
	} else if (CONVERT_EXPR_CODE_P(code) ||
		   (gimple_assign_single_p(statement) &&
		    DECL_P(gimple_assign_rhs1(statement)))) {
		element_print_value(scan, gimple_assign_rhs1(statement), text);
	} else if (gimple_assign_load_p(statement)) {
		print_load(scan, gimple_assign_rhs1(statement), text);
	} else if (gimple_num_ops(statement) == 2 &&
		   get_gimple_rhs_class(code) == GIMPLE_UNARY_RHS) {
		add(text, "(");
		add_number(text, code);
		add(text, " ");
		element_print_value(scan, gimple_assign_rhs1(statement), text);
		add(text, ")");
	} else {
		add_place(text, scan);
	}
}

/* ---- places ---- */

/* As far as it is a place: fields by number, elements by subscript. */
static bool print_place(struct scan *scan, tree ref, struct origin *origin);

static bool print_pointed(struct scan *scan, tree ref, struct origin *origin)
{
	tree pointer = TREE_OPERAND(ref, 0);
	bool moved = !integer_zerop(TREE_OPERAND(ref, 1));
	struct origin **known;
	int *subject;

	if (TREE_CODE(pointer) == ADDR_EXPR) {
		if (!print_place(scan, TREE_OPERAND(pointer, 0), origin))
			return false;
	} else if ((known = scan->origins->get(pointer)) && *known &&
		   (*known)->address) {
		*origin = **known;
		origin->address = false;
	} else if ((subject = scan->contents->get(pointer))) {
		origin->subject = *subject;
	} else {
		return false;
	}
	if (moved && tree_fits_shwi_p(TREE_OPERAND(ref, 1))) {
		add(origin->key, "[+");
		add_number(origin->key, tree_to_shwi(TREE_OPERAND(ref, 1)));
		add(origin->key, "]");
	} else if (!origin->key[0] && is_gimple_reg_type(TREE_TYPE(ref)) &&
		   TREE_CODE(pointer) != ADDR_EXPR) {
		add(origin->key, "[0]");
	}
	return true;
}

static bool print_place(struct scan *scan, tree ref, struct origin *origin)
{
	int *subject;

	switch (TREE_CODE(ref)) {
	case COMPONENT_REF:
		if (!print_place(scan, TREE_OPERAND(ref, 0), origin))
			return false;
		add(origin->key, ".");
		add_number(origin->key, DECL_UID(TREE_OPERAND(ref, 1)));
		return true;
	case ARRAY_REF:
	case ARRAY_RANGE_REF:
		if (!print_place(scan, TREE_OPERAND(ref, 0), origin))
			return false;
		add(origin->key, "[");
		element_print_value(scan, TREE_OPERAND(ref, 1), origin->key);
		add(origin->key, "]");
		return true;
	case REALPART_EXPR:
	case IMAGPART_EXPR:
	case BIT_FIELD_REF:
	case VIEW_CONVERT_EXPR:
		return print_place(scan, TREE_OPERAND(ref, 0), origin);
	case MEM_REF:
		return print_pointed(scan, ref, origin);
	default:
		subject = DECL_P(ref) ? scan->direct->get(ref) : NULL;
		if (!subject)
			return false;
		origin->subject = *subject;
		return true;
	}
}

/* Does the subscript speak of the loop that is shared out? */
static bool is_own_element(const struct scan *scan, const char *key)
{
	char name[MAX_KEY];

	if (strchr(key, '{'))
		return false;
	for (unsigned i = 0; i < scan->counters.length(); i++) {
		name[0] = '\0';
		add_declaration(name, scan->counters[i]);
		if (strstr(key, name))
			return true;
	}
	return false;
}

/* Memory may well be that of all, each iteration with elements of its own. */
bool element_find(struct scan *scan, tree ref, struct origin *origin)
{
	*origin = {-1, "", ERROR_MARK, false};
	if (!print_place(scan, ref, origin))
		return false;
	return (!scan->own->objects[origin->subject].memory &&
		!strchr(origin->key, '*')) ||
	       !is_own_element(scan, origin->key);
}

/* ---- addresses ---- */

void element_hold(struct scan *scan, tree holder, tree value)
{
	struct origin origin;

	if (!VAR_P(holder) || !DECL_ARTIFICIAL(holder) ||
	    scan->direct->get(holder) ||
	    !element_is_address(scan, value, &origin))
		return;
	struct origin *&known = scan->holders->get_or_insert(holder);

	if (!known)
		known = XNEW(struct origin);
	*known = origin;
}

bool element_is_address(struct scan *scan, tree value, struct origin *origin)
{
	struct origin **known = scan->origins->get(value);
	int *content = scan->contents->get(value);

	*origin = {-1, "", ERROR_MARK, false};
	if (TREE_CODE(value) == ADDR_EXPR) {
		if (print_place(scan, TREE_OPERAND(value, 0), origin))
			return true;
		known = scan->holders->get(
			get_base_address(TREE_OPERAND(value, 0)));
		if (known && *known)
			*origin = **known;
		return known && *known;
	}
	if (known && *known && (*known)->address) {
		*origin = **known;
		origin->address = false;
		return true;
	}
	if (content)
		origin->subject = *content;
	return content != NULL;
}

/* Where an address leads to: base and offset. */
static bool computes_address(struct scan *scan, gimple *statement,
			     struct origin *origin)
{
	tree first = gimple_assign_rhs1(statement);
	struct origin **known = scan->origins->get(first);
	int *content = scan->contents->get(first);

	*origin = {-1, "", ERROR_MARK, false};
	if (TREE_CODE(first) == ADDR_EXPR) {
		if (!print_place(scan, TREE_OPERAND(first, 0), origin))
			return false;
	} else if (known && *known && (*known)->address) {
		*origin = **known;
	} else if (content) {
		origin->subject = *content;
	} else {
		return false;
	}
	origin->address = true;
	if (gimple_assign_rhs_code(statement) == POINTER_PLUS_EXPR) {
		add(origin->key, "[");
		element_print_value(scan, gimple_assign_rhs2(statement),
				    origin->key);
		add(origin->key, "]");
	}
	return POINTER_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement)));
}

/* A pointer to memory of the thread's, as in descriptors of Fortran: what it
   leads to is a part of the object. */
static bool loads_pointer(struct scan *scan, gimple *statement,
			  struct origin *origin)
{
	tree value = gimple_assign_rhs1(statement);

	if (!gimple_assign_single_p(statement) ||
	    TREE_CODE(value) != COMPONENT_REF ||
	    !POINTER_TYPE_P(TREE_TYPE(value)) ||
	    !element_find(scan, value, origin) ||
	    !scan->own->objects[origin->subject].holds)
		return false;
	add(origin->key, "*");
	origin->address = true;
	return true;
}

bool element_takes_address(struct scan *scan, gimple *statement,
			   struct origin *origin)
{
	return computes_address(scan, statement, origin) ||
	       loads_pointer(scan, statement, origin);
}

void element_of_result(struct scan *scan, gimple *call, struct origin *origin)
{
	add(origin->key, "[");
	for (unsigned i = 1; i < gimple_call_num_args(call); i++)
		element_print_value(scan, gimple_call_arg(call, i),
				    origin->key);
	add(origin->key, "]");
	origin->address = true;
}
