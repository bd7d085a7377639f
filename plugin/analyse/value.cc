/*
 * The value of GCC's names and the address of its references as symbolic
 * expressions in parameters and loop counters.
 *
 * A value is made in two steps. "raw" follows the definitions and stops at
 * the PHIs of loop headers, which become atoms. "close" then replaces those
 * by what the loop makes of them: a multiple of its counter.
 */
#include "base/gcc.h"
#include "base/marker.h"
#include "value.h"

#define MAX_DEPTH 100

static struct nest *nest;
static hash_map<int_hash<int, -1, -2>, const struct expr *> *raw_values;
static hash_map<int_hash<int, -1, -2>, const struct expr *> *phi_values;
static hash_map<int_hash<int, -1, -2>, const char *> *names;
static hash_map<const struct atom *, tree> *loaded; /* where from */
static int depth;

static const struct expr *raw(tree operand);
static const struct expr *raw_address(tree reference);
static const struct expr *close(const struct expr *e);
static const struct expr *in_source_variables(const struct expr *e);

void value_begin(struct nest *of)
{
	nest = of;
	raw_values = new hash_map<int_hash<int, -1, -2>, const struct expr *>;
	phi_values = new hash_map<int_hash<int, -1, -2>, const struct expr *>;
	names = new hash_map<int_hash<int, -1, -2>, const char *>;
	loaded = new hash_map<const struct atom *, tree>;
	depth = 0;
}

void value_end(void)
{
	delete raw_values;
	delete phi_values;
	delete names;
	delete loaded;
	nest = NULL;
}

void value_name(tree ssa_name, const char *name)
{
	names->put(SSA_NAME_VERSION(ssa_name), name);
}

/* Name that the programmer gave, or NULL. */
static const char *source_name(tree ssa_name)
{
	const char **witness = names->get(SSA_NAME_VERSION(ssa_name));
	tree variable = SSA_NAME_VAR(ssa_name);

	if (witness)
		return *witness;
	if (variable && DECL_NAME(variable) && !DECL_ARTIFICIAL(variable))
		return IDENTIFIER_POINTER(DECL_NAME(variable));
	return NULL;
}

static const char *decl_name(tree decl)
{
	return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "tmp";
}

static bool is_number(tree type)
{
	return INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type) ||
	       TREE_CODE(type) == OFFSET_TYPE;
}

/* "omp_get_max_threads()" for the result of a call, "row" for the pointer
   row.1 to an array of varying size, else NULL. */
static const char *called_name(gimple *statement)
{
	tree function = is_gimple_call(statement)
				? gimple_call_fndecl(statement)
				: NULL_TREE;

	if (!function || !DECL_NAME(function))
		return NULL;
	if (gimple_alloca_call_p(statement) || marker_is_own(statement))
		return value_made_name(gimple_call_lhs(statement));
	return IDENTIFIER_POINTER(get_identifier(ACONCAT(
		(IDENTIFIER_POINTER(DECL_NAME(function)), "()", NULL))));
}

const char *value_made_name(tree ssa_name)
{
	tree name = SSA_NAME_IDENTIFIER(ssa_name);
	const char *whole = name ? IDENTIFIER_POINTER(name) : "memory";

	return IDENTIFIER_POINTER(
		get_identifier_with_length(whole, strcspn(whole, ".")));
}

static const struct expr *opaque(tree ssa_name)
{
	gimple *statement = SSA_NAME_DEF_STMT(ssa_name);
	basic_block block = gimple_bb(statement);
	uint64_t loops = block ? nest_loops_of(nest, block) : 0;
	const char *called = called_name(statement);

	if (loops == 0)
		return expr_atom(atom_param(
			called ? called : "unnamed", called ? "call" : "local",
			TREE_TYPE(ssa_name), SSA_NAME_VERSION(ssa_name)));
	return expr_atom(atom_opaque(ssa_name, loops));
}

static const struct expr *parameter(tree ssa_name, const char *origin)
{
	return expr_atom(atom_param(source_name(ssa_name), origin,
				    TREE_TYPE(ssa_name),
				    SSA_NAME_VERSION(ssa_name)));
}

/* GCC writes n - 1 in an unsigned type as n + 4294967295. */
static const struct expr *raw_constant(tree constant)
{
	if (TYPE_PRECISION(TREE_TYPE(constant)) > HOST_BITS_PER_WIDE_INT)
		return tree_fits_shwi_p(constant)
			       ? expr_int(tree_to_shwi(constant))
			       : NULL;
	if (tree_fits_shwi_p(constant) && tree_to_shwi(constant) >= 0 &&
	    tree_to_shwi(constant) < 0x7fffffff)
		return expr_int(tree_to_shwi(constant));
	return expr_int(sext_hwi(TREE_INT_CST_LOW(constant),
				 TYPE_PRECISION(TREE_TYPE(constant))));
}

/* Where nothing is added to it, it is what it says: 4000000000 is no sum. */
static bool is_unsigned(tree operand)
{
	return TREE_CODE(operand) == INTEGER_CST &&
	       INTEGRAL_TYPE_P(TREE_TYPE(operand)) &&
	       TYPE_UNSIGNED(TREE_TYPE(operand)) && tree_fits_shwi_p(operand);
}

static const struct expr *raw_compared(tree operand)
{
	return is_unsigned(operand) ? expr_int(tree_to_shwi(operand))
				    : raw(operand);
}

/* Counting up from 4294967295 begins with a step that wraps around to 0. */
static const struct expr *raw_start(tree operand, const struct expr *step)
{
	long by;

	return expr_is_int(step, &by) && by > 0 && integer_all_onesp(operand)
		       ? raw(operand)
		       : raw_compared(operand);
}

/* a << b, a * b ... with the meaning of integers. */
static const struct expr *raw_binary(enum tree_code code, const struct expr *a,
				     const struct expr *b)
{
	long shift;

	switch (code) {
	case PLUS_EXPR:
	case POINTER_PLUS_EXPR:
		return expr_add(a, b);
	case MINUS_EXPR:
	case POINTER_DIFF_EXPR:
		return expr_sub(a, b);
	case MULT_EXPR:
		return expr_mul(a, b);
	case LSHIFT_EXPR:
		if (!expr_is_int(b, &shift) || shift < 0 || shift > 40)
			return NULL;
		return expr_scale(a, 1L << shift);
	case RSHIFT_EXPR:
		return expr_operation(OP_SHR, a, b, NULL);
	case TRUNC_DIV_EXPR: /* the same for what is not negative */
	case FLOOR_DIV_EXPR:
	case EXACT_DIV_EXPR:
		return expr_operation(OP_DIV, a, b, NULL);
	case CEIL_DIV_EXPR:
		return expr_operation(OP_CDIV, a, b, NULL);
	case TRUNC_MOD_EXPR:
	case FLOOR_MOD_EXPR:
		return expr_operation(OP_MOD, a, b, NULL);
	case MIN_EXPR:
		return expr_operation(OP_MIN, a, b, NULL);
	case MAX_EXPR:
		return expr_operation(OP_MAX, a, b, NULL);
	case BIT_AND_EXPR:
		return expr_operation(OP_AND, a, b, NULL);
	case BIT_IOR_EXPR:
		return expr_operation(OP_OR, a, b, NULL);
	case BIT_XOR_EXPR:
		return expr_operation(OP_XOR, a, b, NULL);
	default:
		return NULL;
	}
}

static bool comparison_operation(enum tree_code code, enum operation *operation)
{
	switch (code) {
	case LT_EXPR:
		*operation = OP_LT;
		return true;
	case LE_EXPR:
		*operation = OP_LE;
		return true;
	case EQ_EXPR:
		*operation = OP_EQ;
		return true;
	case NE_EXPR:
		*operation = OP_NE;
		return true;
	case GT_EXPR:
		*operation = OP_GT;
		return true;
	case GE_EXPR:
		*operation = OP_GE;
		return true;
	default:
		return false;
	}
}

/*
 * Is gain never negative when the test more > 0 (strict) or more >= 0 holds,
 * and never positive when it does not? n > t + 31 ? t + 32 : n is a minimum,
 * as these are integers.
 */
static bool follows(const struct expr *gain, const struct expr *more,
		    bool strict)
{
	long difference;

	if (!expr_is_int(expr_sub(gain, more), &difference))
		return false;
	return strict ? difference == 0 || difference == -1
		      : difference == 0 || difference == 1;
}

/*
 * GCC makes one test of 5 <= t && t <= 15, unsigned t - 5 <= 10, which lives
 * by wrapping around: it does not mean what it says of integers.
 */
static bool is_range_test(enum tree_code code, tree first, tree second)
{
	gimple *from;

	if (code == EQ_EXPR || code == NE_EXPR ||
	    TREE_CODE(first) != SSA_NAME || TREE_CODE(second) != INTEGER_CST ||
	    !TYPE_UNSIGNED(TREE_TYPE(first)))
		return false;
	from = SSA_NAME_DEF_STMT(first);
	if (gimple_assign_cast_p(from))
		return !TYPE_UNSIGNED(TREE_TYPE(gimple_assign_rhs1(from)));
	return is_gimple_assign(from) &&
	       gimple_assign_rhs_code(from) == PLUS_EXPR;
}

/*
 * 1 where the comparison holds, else 0: a < b is min(a + 1, b) - min(a, b),
 * so that what is computed from it cancels. NULL if a and b have no order.
 */
static const struct expr *truth(enum tree_code code, const struct expr *a,
				const struct expr *b)
{
	if (code == EQ_EXPR || code == NE_EXPR)
		return NULL;
	if (code == GT_EXPR || code == GE_EXPR)
		std::swap(a, b);
	if (code == LE_EXPR || code == GE_EXPR)
		b = expr_add(b, expr_int(1));
	return expr_sub(
		expr_operation(OP_MIN, expr_add(a, expr_int(1)), b, NULL),
		expr_operation(OP_MIN, a, b, NULL));
}

/* (a OP b) ? yes : no; a < b ? a : b is a minimum. */
static const struct expr *choose(enum tree_code code, tree first, tree second,
				 const struct expr *yes, const struct expr *no)
{
	bool equality = code == EQ_EXPR || code == NE_EXPR;
	const struct expr *a = equality ? raw(first) : raw_compared(first);
	const struct expr *b = equality ? raw(second) : raw_compared(second);
	const struct expr *gain, *holds;
	enum operation compare;
	bool less = code == LT_EXPR || code == LE_EXPR;
	bool greater = code == GT_EXPR || code == GE_EXPR;
	long by;

	if (!comparison_operation(code, &compare) || !a || !b || !yes || !no)
		return NULL;
	gain = expr_sub(yes, no);
	if (less || greater) {
		const struct expr *more =
			greater ? expr_sub(a, b) : expr_sub(b, a);
		bool strict = code == LT_EXPR || code == GT_EXPR;

		if (follows(expr_scale(gain, -1), more, strict))
			return expr_operation(OP_MIN, yes, no, NULL);
		if (follows(gain, more, strict))
			return expr_operation(OP_MAX, yes, no, NULL);
	}
	if (is_range_test(code, first, second))
		return NULL;
	holds = truth(code, a, b);
	if (holds && expr_is_int(gain, &by) && (by == 1 || by == -1))
		return expr_add(no, expr_scale(holds, by));
	return expr_operation(OP_IF, expr_operation(compare, a, b, NULL), yes,
			      no);
}

/* A narrow type cuts bits off; wide ones are taken not to. */
static const struct expr *raw_conversion(tree type, tree operand)
{
	if (!is_number(TREE_TYPE(operand)) ||
	    (TYPE_PRECISION(type) < 32 &&
	     TYPE_PRECISION(type) < TYPE_PRECISION(TREE_TYPE(operand))))
		return NULL;
	return raw(operand);
}

static const struct expr *raw_operation(enum tree_code code, tree type,
					tree first, tree second)
{
	if (CONVERT_EXPR_CODE_P(code))
		return raw_conversion(type, first);
	if (code == NEGATE_EXPR)
		return expr_scale(raw(first), -1);
	if (code == BIT_NOT_EXPR)
		return expr_sub(expr_int(TYPE_PRECISION(type) == 1 ? 1 : -1),
				raw(first));
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		return choose(code, first, second, expr_int(1), expr_int(0));
	if (code == PAREN_EXPR || code == SAVE_EXPR || code == NON_LVALUE_EXPR)
		return raw(first);
	if (code == MIN_EXPR || code == MAX_EXPR)
		return raw_binary(code, raw_compared(first),
				  raw_compared(second));
	if (TREE_CODE_CLASS(code) == tcc_binary)
		return raw_binary(code, raw(first), raw(second));
	return NULL;
}

/* ---- memory --------------------------------------------------------- */

static bool is_pointer_atom(const struct atom *atom)
{
	return atom->kind == ATOM_ADDRESS ||
	       ((atom->kind == ATOM_PARAM || atom->kind == ATOM_AT) &&
		atom->type && POINTER_TYPE_P(atom->type));
}

const struct atom *value_base(const struct expr *address)
{
	return expr_find_atom(address, is_pointer_atom);
}

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

static bool append_container_field(struct obstack *text, const char *name)
{
	if (!lang_GNU_CXX())
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(container_fields); i++)
		if (strcmp(name, container_fields[i].field) == 0) {
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
			    text, IDENTIFIER_POINTER(DECL_NAME(field)))) {
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

/* What the pointer in this address points at, if that has members. */
static tree pointed_record(const struct atom *atom)
{
	tree type = atom && atom->type && POINTER_TYPE_P(atom->type)
			    ? TREE_TYPE(atom->type)
			    : NULL_TREE;

	return type && TREE_CODE(type) == RECORD_TYPE ? type : NULL_TREE;
}

/* What stands between a reference or pointer and the name of a member. */
static const char *arrow(const struct atom *atom)
{
	return lang_GNU_CXX() && atom && atom->type &&
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
		value_base(close(raw(TREE_OPERAND(reference, 0))));
	const char *base = atom ? atom->name : "memory";
	long offset = TREE_INT_CST_LOW(TREE_OPERAND(reference, 1));
	char number[32] = "";

	if (field && is_frame(base))
		return "";
	if (is_in_record(atom, reference, field)) {
		append(text, base);
		append_member(text, arrow(atom), pointed_record(atom), offset,
			      TREE_TYPE(reference));
		return ".";
	}
	if (offset)
		snprintf(number, sizeof(number), "%+ld", offset);
	if (field || is_hidden(atom)) {
		append(text, base);
		append(text, number);
		return lang_GNU_CXX() ? arrow(atom) : "->";
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
	if (append_container_field(text, IDENTIFIER_POINTER(name)))
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
	} else if (!field || !is_frame(decl_name(reference))) {
		append(text, decl_name(reference));
	}
	return ".";
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

/* Does the name come with nothing added: n of a global or by-reference n? */
static const char *memory_origin(tree reference)
{
	const struct expr *pointer;

	if (TREE_CODE(reference) == PARM_DECL)
		return "argument";
	if (VAR_P(reference))
		return is_global_var(reference) ? "global" : "local";
	if (TREE_CODE(reference) != MEM_REF || !lang_GNU_Fortran())
		return "memory";
	pointer = close(raw(TREE_OPERAND(reference, 0)));
	return is_in_record(value_base(pointer), reference, false) ? "memory"
								   : "argument";
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

static const char *chosen_name(tree reference);

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
	const struct expr *closed = close(address);
	const struct atom *base = value_base(closed);
	long constant;

	if (!base || !has_member(reference) ||
	    expr_contains_kind(closed, ATOM_OPAQUE) ||
	    expr_contains_kind(closed, ATOM_ITER) ||
	    (expr_loops(closed) >> nest->around) ||
	    expr_is_int(expr_sub(closed, expr_atom(base)), &constant))
		return NULL;
	return chosen_name(reference);
}

/* "inside": in the nest, so that a store there may come before it. */
static const struct expr *raw_load(tree reference, bool inside)
{
	const struct expr *address = raw_address(reference), *offset;
	const struct atom *base = value_base(address);
	const struct atom *parameter;
	const char *chosen;
	struct obstack text;
	long constant;

	if (!base || TREE_THIS_VOLATILE(reference) ||
	    (inside && is_overwritten(reference)))
		return NULL;
	offset = expr_sub(address, expr_atom(base));
	chosen = chosen_before(reference, address);
	if (chosen) {
		parameter =
			atom_param(chosen, "memory", TREE_TYPE(reference), 0);
		note_source(parameter, reference);
		return expr_atom(parameter);
	}
	if (!is_scalar_path(reference) || !expr_is_int(offset, &constant) ||
	    base->loops)
		return expr_atom(
			atom_at(base->name,
				base->kind == ATOM_AT ? expr_atom(base) : NULL,
				offset, TREE_TYPE(reference), base->loops));
	gcc_obstack_init(&text);
	append_path(&text, reference, false);
	obstack_1grow(&text, '\0');
	parameter =
		atom_param((const char *)obstack_finish(&text),
			   memory_origin(reference), TREE_TYPE(reference), 0);
	obstack_free(&text, NULL);
	note_source(parameter, reference);
	return expr_atom(parameter);
}

static bool append_chosen(struct obstack *text, tree reference);

/* What a pointer leads to: "p", or "p[level]". */
static bool append_element(struct obstack *text, tree reference)
{
	const struct expr *address = close(raw_address(reference)), *rest;
	const struct atom *base = value_base(address);
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
		       append_index(text,
				    close(raw(TREE_OPERAND(reference, 1))));
	if (TREE_CODE(reference) == MEM_REF)
		return append_element(text, reference);
	if (!DECL_P(reference))
		return false;
	append(text, decl_name(reference));
	return true;
}

/* "grids[level].rows"; NULL where there is no name. */
static const char *chosen_name(tree reference)
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

static const struct expr *raw_base(tree base)
{
	if (TREE_CODE(base) == MEM_REF)
		return expr_add(raw(TREE_OPERAND(base, 0)),
				raw(TREE_OPERAND(base, 1)));
	if (DECL_P(base) && TREE_CODE(base) != FUNCTION_DECL)
		return expr_atom(atom_address(decl_name(base), base));
	return NULL;
}

static const struct expr *raw_address(tree reference)
{
	poly_int64 bit_size, bit_position;
	HOST_WIDE_INT bits;
	tree offset;
	machine_mode mode;
	int is_unsigned, is_reversed, is_volatile;
	const struct expr *address;
	tree base = get_inner_reference(reference, &bit_size, &bit_position,
					&offset, &mode, &is_unsigned,
					&is_reversed, &is_volatile);

	if (!bit_position.is_constant(&bits))
		return NULL;
	address = expr_add(raw_base(base), expr_int(bits >> 3));
	return offset ? expr_add(address, raw(offset)) : address;
}

/* ---- definitions ----------------------------------------------------- */

/* Which way through the condition leads to this argument of the PHI? */
static bool argument_is_taken_if(gphi *phi, unsigned argument, gcond *test,
				 bool *if_true)
{
	edge in = gimple_phi_arg_edge(phi, argument), yes, no;

	extract_true_false_edges_from_block(gimple_bb(test), &yes, &no);
	if (in == yes || (yes->dest != in->dest &&
			  dominated_by_p(CDI_DOMINATORS, in->src, yes->dest)))
		*if_true = true;
	else if (in == no ||
		 (no->dest != in->dest &&
		  dominated_by_p(CDI_DOMINATORS, in->src, no->dest)))
		*if_true = false;
	else
		return false;
	return true;
}

/* The meeting of two ways after an if. */
static const struct expr *raw_choice(gphi *phi)
{
	basic_block above =
		get_immediate_dominator(CDI_DOMINATORS, gimple_bb(phi));
	gimple *last = above ? last_stmt(above) : NULL;
	gcond *test = last ? dyn_cast<gcond *>(last) : NULL;
	bool first, second;

	if (!test || gimple_phi_num_args(phi) != 2 ||
	    !argument_is_taken_if(phi, 0, test, &first) ||
	    !argument_is_taken_if(phi, 1, test, &second) || first == second)
		return NULL;
	return choose(gimple_cond_code(test), gimple_cond_lhs(test),
		      gimple_cond_rhs(test),
		      raw(gimple_phi_arg_def(phi, first ? 0 : 1)),
		      raw(gimple_phi_arg_def(phi, first ? 1 : 0)));
}

static bool is_header_phi(gphi *phi)
{
	return gimple_bb(phi)->loop_father->header == gimple_bb(phi);
}

static bool all_arguments_equal(gphi *phi)
{
	for (unsigned i = 1; i < gimple_phi_num_args(phi); i++)
		if (!operand_equal_p(gimple_phi_arg_def(phi, 0),
				     gimple_phi_arg_def(phi, i), 0))
			return false;
	return true;
}

static const struct expr *raw_phi(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	if (all_arguments_equal(phi))
		return raw(gimple_phi_arg_def(phi, 0));
	if (is_header_phi(phi))
		return nest_index(nest, loop) >= 0
			       ? expr_atom(atom_phi(gimple_phi_result(phi)))
			       : NULL;
	return raw_choice(phi);
}

static const struct expr *raw_assignment(gassign *statement)
{
	enum tree_code code = gimple_assign_rhs_code(statement);
	tree type = TREE_TYPE(gimple_assign_lhs(statement));
	tree first = gimple_assign_rhs1(statement);

	if (code == COND_EXPR && COMPARISON_CLASS_P(first))
		return choose(TREE_CODE(first), TREE_OPERAND(first, 0),
			      TREE_OPERAND(first, 1),
			      raw(gimple_assign_rhs2(statement)),
			      raw(gimple_assign_rhs3(statement)));
	if (gimple_assign_load_p(statement))
		return is_number(type)
			       ? raw_load(first,
					  nest_contains(nest,
							gimple_bb(statement)))
			       : NULL;
	if (gimple_assign_single_p(statement))
		return raw(first);
	return raw_operation(code, type, first, gimple_assign_rhs2(statement));
}

/* Out of the operands of the statement; NULL where it computes nothing. */
static const struct expr *raw_computed(gimple *statement)
{
	if (gphi *phi = dyn_cast<gphi *>(statement))
		return raw_phi(phi);
	return is_gimple_assign(statement)
		       ? raw_assignment(as_a<gassign *>(statement))
		       : NULL;
}

/*
 * A value with a name that was computed before the nest is a parameter, and
 * the name tells more than how it was computed; but not if it counts the
 * iterations of a loop around.
 */
static const struct expr *raw_definition(tree ssa_name)
{
	gimple *statement = SSA_NAME_DEF_STMT(ssa_name);
	basic_block block = gimple_bb(statement);
	bool inside = block && nest_contains(nest, block);
	bool named = !inside && source_name(ssa_name);
	const struct expr *value;

	if (named && !(block && nest_loops_of(nest, block)))
		return parameter(ssa_name, "local");
	value = raw_computed(statement);
	if (named && !expr_contains_kind(value, ATOM_PHI))
		return parameter(ssa_name, "local");
	return value;
}

static const struct expr *raw_default(tree ssa_name)
{
	tree variable = SSA_NAME_VAR(ssa_name);

	if (variable && TREE_CODE(variable) == PARM_DECL && DECL_NAME(variable))
		return expr_atom(atom_param(decl_name(variable), "argument",
					    TREE_TYPE(ssa_name),
					    SSA_NAME_VERSION(ssa_name)));
	return NULL;
}

static const struct expr *raw_ssa_name(tree ssa_name)
{
	const struct expr *value, **known;

	if (!is_number(TREE_TYPE(ssa_name)))
		return NULL;
	known = raw_values->get(SSA_NAME_VERSION(ssa_name));
	if (known)
		return *known;
	raw_values->put(SSA_NAME_VERSION(ssa_name), NULL); /* no circles */
	value = SSA_NAME_IS_DEFAULT_DEF(ssa_name) ? raw_default(ssa_name)
						  : raw_definition(ssa_name);
	if (!value)
		value = opaque(ssa_name);
	raw_values->put(SSA_NAME_VERSION(ssa_name), value);
	return value;
}

static const struct expr *raw_tree(tree operand)
{
	enum tree_code code = TREE_CODE(operand);

	switch (code) {
	case SSA_NAME:
		return raw_ssa_name(operand);
	case INTEGER_CST:
		return raw_constant(operand);
	case ADDR_EXPR:
		return raw_address(TREE_OPERAND(operand, 0));
	case MEM_REF:
	case COMPONENT_REF:
	case ARRAY_REF:
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		return is_number(TREE_TYPE(operand)) ? raw_load(operand, true)
						     : NULL;
	default:
		if (!EXPR_P(operand) || TREE_OPERAND_LENGTH(operand) == 0)
			return NULL;
		return raw_operation(code, TREE_TYPE(operand),
				     TREE_OPERAND(operand, 0),
				     TREE_OPERAND_LENGTH(operand) > 1
					     ? TREE_OPERAND(operand, 1)
					     : NULL_TREE);
	}
}

static const struct expr *raw(tree operand)
{
	const struct expr *value;

	if (!operand || depth > MAX_DEPTH)
		return NULL;
	depth++;
	value = raw_tree(operand);
	depth--;
	return value;
}

/* ---- loops ------------------------------------------------------------ */

/* What a PHI in the head of a loop is when the loop is entered, and what it
   becomes with each iteration. */
static tree at_entry(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	return PHI_ARG_DEF_FROM_EDGE(phi, loop_preheader_edge(loop));
}

static tree coming_around(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;

	return PHI_ARG_DEF_FROM_EDGE(phi, loop_latch_edge(loop));
}

/*
 * C++ iterators: it += (i - before) * size, before = i. The sum telescopes:
 * it = start + (before - first) * size, and the same term in what is added
 * to it cancels the unknown "before".
 */
static const struct expr *telescoped(const struct expr *init,
				     const struct expr *difference,
				     class loop *loop)
{
	for (unsigned i = 0; i < difference->count; i++) {
		const struct term *term = &difference->terms[i];
		const struct expr *before, *follower;
		gphi *phi;

		if (term->count != 1 || term->atoms[0]->kind != ATOM_PHI)
			continue;
		phi = dyn_cast<gphi *>(
			SSA_NAME_DEF_STMT(ssa_name(term->atoms[0]->version)));
		if (!phi || gimple_bb(phi) != loop->header)
			continue;
		before = expr_atom(term->atoms[0]);
		follower = raw(coming_around(phi));
		if (!expr_equal(difference,
				expr_scale(expr_sub(before, follower),
					   term->factor)))
			continue;
		return expr_add(
			init,
			expr_scale(expr_sub(expr_atom(atom_opaque(
						    gimple_phi_result(phi),
						    (uint64_t)1 << nest_index(
							    nest, loop))),
					    close(raw(at_entry(phi)))),
				   -term->factor));
	}
	return NULL;
}

/* What the loop adds to the PHI in one iteration, as a raw value. */
static const struct expr *raw_difference(gphi *phi)
{
	return expr_sub(raw(coming_around(phi)),
			expr_atom(atom_phi(gimple_phi_result(phi))));
}

bool value_is_affine(gphi *phi, const struct expr **init,
		     const struct expr **step)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	int index = nest_index(nest, loop);
	const struct expr *difference = raw_difference(phi);

	if (index < 0 || !difference ||
	    expr_contains(difference, atom_phi(gimple_phi_result(phi))))
		return false;
	*step = in_source_variables(close(difference));
	*init = in_source_variables(close(raw_start(at_entry(phi), *step)));
	return *step && *init && !(expr_loops(*step) >> index) &&
	       !(expr_loops(*init) >> index);
}

/* What the atom is divided by, shifts included; 0 if it is not. */
static long divisor_of(const struct expr *e, const struct expr *atom)
{
	const struct atom *operation = e->count == 1 &&
						       e->terms[0].count == 1 &&
						       e->terms[0].factor == 1
					       ? e->terms[0].atoms[0]
					       : NULL;
	long by;

	if (!operation || operation->kind != ATOM_OPERATION ||
	    !expr_equal(operation->args[0], atom) ||
	    !expr_is_int(operation->args[1], &by))
		return 0;
	if (operation->operation == OP_SHR && by > 0 && by < 32)
		return 1L << by;
	return operation->operation == OP_DIV && by > 1 ? by : 0;
}

long value_growth(gphi *phi, const struct expr **init)
{
	const struct atom *atom = atom_phi(gimple_phi_result(phi));
	const struct expr *now = expr_atom(atom);
	const struct expr *next = raw(coming_around(phi));
	int index = nest_index(nest, gimple_bb(phi)->loop_father);
	long factor;

	*init = value_of(at_entry(phi));
	if (!next || !*init || index < 0 || (expr_loops(*init) >> index))
		return 0;
	if (expr_is_int(expr_coefficient(next, atom), &factor) && factor > 1 &&
	    expr_equal(next, expr_scale(now, factor)))
		return factor;
	return -divisor_of(next, now);
}

const struct expr *value_by_iteration(const struct nest_loop *loop, int index)
{
	return expr_add(
		loop->from,
		expr_mul(loop->step,
			 expr_atom(atom_iter(loop->variable->name, index))));
}

void value_forget(void)
{
	phi_values->empty();
}

/* The closed form of a PHI; NULL if there is none. */
static const struct expr *phi_value(gphi *phi)
{
	class loop *loop = gimple_bb(phi)->loop_father;
	int index = nest_index(nest, loop);
	struct nest_loop *of = &nest->loops[index];
	const struct expr *init, *step, *ratio;

	if (of->counter == phi)
		return of->counted;
	if (!value_is_affine(phi, &init, &step)) {
		init = close(raw(at_entry(phi)));
		step = raw_difference(phi);
		return init && step ? telescoped(init, step, loop) : NULL;
	}
	ratio = of->counter && !of->derived &&
				!POINTER_TYPE_P(of->variable->type)
			? expr_quotient(step, of->step)
			: NULL;
	if (ratio)
		return expr_add(
			init, expr_mul(ratio, expr_sub(expr_atom(of->variable),
						       of->from)));
	return expr_add(init,
			expr_mul(step, expr_atom(atom_iter(
					       of->variable ? of->variable->name
							    : "loop",
					       index))));
}

static const struct expr *close_phi(const struct atom *atom)
{
	tree result = ssa_name(atom->version);
	gphi *phi = as_a<gphi *>(SSA_NAME_DEF_STMT(result));
	const struct expr **known = phi_values->get(atom->version);
	const struct expr *value, *unknown;

	if (known)
		return *known;
	unknown = expr_atom(
		atom_opaque(result, nest_loops_of(nest, gimple_bb(phi))));
	phi_values->put(atom->version, unknown);
	value = phi_value(phi);
	if (!value)
		value = unknown;
	/* before the counter is chosen the answer is not final */
	if (nest->loops[nest_index(nest, gimple_bb(phi)->loop_father)].counter)
		phi_values->put(atom->version, value);
	else
		phi_values->remove(atom->version);
	return value;
}

static const struct expr *close_atom(const struct atom *atom, void *)
{
	return atom->kind == ATOM_PHI ? close_phi(atom) : NULL;
}

static const struct expr *close(const struct expr *e)
{
	if (!e || !expr_contains_kind(e, ATOM_PHI))
		return e;
	return expr_replace(e, close_atom, NULL);
}

/* Where the source's variable is computed from a hidden count, say it in the
   variable: 3 * iteration is i - 1. */
static const struct expr *operands_in_source_variables(const struct atom *atom,
						       void *)
{
	const struct expr *args[3] = {};

	for (int i = 0; i < 3 && atom->args[i]; i++)
		args[i] = in_source_variables(atom->args[i]);
	if (atom->kind == ATOM_OPERATION)
		return expr_operation(atom->operation, args[0], args[1],
				      args[2]);
	if (atom->kind == ATOM_AT && args[0])
		return expr_atom(atom_at(atom->name, args[1], args[0],
					 atom->type, atom->loops));
	return NULL;
}

static const struct expr *in_source_variables(const struct expr *e)
{
	if (expr_contains_kind(e, ATOM_ITER))
		e = expr_replace(e, operands_in_source_variables, NULL);
	for (int i = 0; e && i < nest->count; i++) {
		const struct nest_loop *loop = &nest->loops[i];
		const struct expr *iteration, *factor, *ratio;

		if (!loop->derived)
			continue;
		iteration = expr_atom(atom_iter(loop->variable->name, i));
		factor = expr_coefficient(e, iteration->terms[0].atoms[0]);
		ratio = expr_quotient(factor, loop->step);
		if (!ratio || ratio->count == 0)
			continue;
		e = expr_sub(e, expr_mul(factor, iteration));
		e = expr_add(e,
			     expr_mul(ratio, expr_sub(expr_atom(loop->variable),
						      loop->from)));
	}
	return e;
}

const struct expr *value_of(tree operand)
{
	if (!is_number(TREE_TYPE(operand)))
		return NULL;
	return in_source_variables(close(raw(operand)));
}

static void find_unfit(const struct atom *atom, void *data)
{
	bool *unfit = (bool *)data;

	*unfit |= atom->kind != ATOM_OPERATION &&
		  (atom->kind != ATOM_PARAM || atom->version == 0);
}

const struct expr *value_definition(const struct atom *parameter)
{
	tree name =
		parameter->version ? ssa_name(parameter->version) : NULL_TREE;
	const struct expr *value = NULL;
	bool unfit = false;

	if (name && !SSA_NAME_IS_DEFAULT_DEF(name))
		value = raw_computed(SSA_NAME_DEF_STMT(name));
	if (!value)
		return NULL;
	expr_each_atom(value, find_unfit, &unfit);
	return unfit || expr_contains(value, parameter) ? NULL : value;
}

tree value_source(const struct atom *parameter)
{
	tree *reference = loaded->get(parameter);

	if (parameter->version)
		return ssa_name(parameter->version);
	return reference ? *reference : NULL_TREE;
}

const struct expr *value_compared(tree operand)
{
	return is_unsigned(operand) ? raw_compared(operand) : value_of(operand);
}

const struct expr *value_address(tree reference)
{
	return in_source_variables(close(raw_address(reference)));
}

struct phi_search {
	class loop *loop;
	gphi **phis;
	unsigned count, room;
};

static void collect_phi(const struct atom *atom, void *data)
{
	struct phi_search *search = (struct phi_search *)data;
	gphi *phi;

	if (atom->kind != ATOM_PHI || search->count == search->room)
		return;
	phi = as_a<gphi *>(SSA_NAME_DEF_STMT(ssa_name(atom->version)));
	if (gimple_bb(phi) == search->loop->header)
		search->phis[search->count++] = phi;
}

unsigned value_phis(tree operand, class loop *loop, gphi **phis, unsigned count)
{
	struct phi_search search = {loop, phis, 0, count};

	if (is_number(TREE_TYPE(operand)))
		expr_each_atom(raw(operand), collect_phi, &search);
	return search.count;
}
