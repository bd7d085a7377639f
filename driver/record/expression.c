/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The expressions of a record: checked, and printed infix.
 */
#include "expression.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "container.h"

/* How tightly an operator binds; an operand that binds less is bracketed. */
enum binding {
	BIND_NONE,
	BIND_IF,
	BIND_COMPARE,
	BIND_OR,
	BIND_XOR,
	BIND_AND,
	BIND_SHIFT,
	BIND_SUM,
	BIND_PRODUCT,
	BIND_ATOM,
};

enum form {
	FORM_SUM,
	FORM_PRODUCT,
	FORM_INFIX, /* a sign b */
	FORM_CALL,  /* sign(a, b), nested ones flattened */
	FORM_ROUND, /* sign(a / b) */
	FORM_LOG,   /* sign(logb(a)) */
	FORM_IF,
	FORM_AT,
	FORM_ITERATION,
	FORM_COMPARE, /* only as the condition of an "if" */
};

struct operation {
	const char *name;
	enum form form;
	size_t least; /* operands */
	size_t most;
	const char *sign;
	enum binding binding;
};

static const struct operation operators[] = {
	{"+", FORM_SUM, 2, SIZE_MAX, NULL, BIND_SUM},
	{"*", FORM_PRODUCT, 2, SIZE_MAX, NULL, BIND_PRODUCT},
	{"div", FORM_ROUND, 2, 2, "floor", BIND_ATOM},
	{"cdiv", FORM_ROUND, 2, 2, "ceil", BIND_ATOM},
	{"clog", FORM_LOG, 2, 2, "ceil", BIND_ATOM},
	{"mod", FORM_INFIX, 2, 2, "mod", BIND_PRODUCT},
	{"min", FORM_CALL, 2, 2, "min", BIND_ATOM},
	{"max", FORM_CALL, 2, 2, "max", BIND_ATOM},
	{"if", FORM_IF, 3, 3, NULL, BIND_IF},
	{"&", FORM_INFIX, 2, 2, "&", BIND_AND},
	{"|", FORM_INFIX, 2, 2, "|", BIND_OR},
	{"^", FORM_INFIX, 2, 2, "^", BIND_XOR},
	{">>", FORM_INFIX, 2, 2, ">>", BIND_SHIFT},
	{"at", FORM_AT, 2, 2, NULL, BIND_ATOM},
	{"iter", FORM_ITERATION, 1, 1, NULL, BIND_ATOM},
	{"<", FORM_COMPARE, 2, 2, "<", BIND_COMPARE},
	{"<=", FORM_COMPARE, 2, 2, "<=", BIND_COMPARE},
	{"==", FORM_COMPARE, 2, 2, "==", BIND_COMPARE},
	{"!=", FORM_COMPARE, 2, 2, "!=", BIND_COMPARE},
	{">", FORM_COMPARE, 2, 2, ">", BIND_COMPARE},
	{">=", FORM_COMPARE, 2, 2, ">=", BIND_COMPARE},
	{0},
};

static const struct operation *find_operation(const char *name)
{
	for (const struct operation *o = operators; o->name; o++)
		if (strcmp(o->name, name) == 0)
			return o;
	return NULL;
}

/* The operator of an application, NULL for everything else. */
static const struct operation *operation_of(const json_t *expression)
{
	const char *name = json_string_value(json_array_get(expression, 0));

	return name ? find_operation(name) : NULL;
}

static size_t operand_count(const json_t *expression)
{
	return json_array_size(expression) - 1;
}

static const json_t *operand(const json_t *expression, size_t index)
{
	return json_array_get(expression, index + 1);
}

/* ---- checking ---- */

struct check {
	const json_t *names;
	const json_t *loops;
	struct text *problem;
};

static bool check_value(const struct check *check, const json_t *value,
			int depth, bool condition);

static bool check_name(const struct check *check, const json_t *value)
{
	const char *name = json_string_value(value);

	if (!check->names || json_object_get(check->names, name))
		return true;
	text_print(check->problem,
		   "'%s' is neither a parameter nor the counter of a loop",
		   name);
	return false;
}

/* The array that "at" reads, or the loop whose iterations "iter" counts. */
static bool check_subject(const struct check *check, const json_t *expression,
			  const struct operation *operation)
{
	const char *name = json_string_value(operand(expression, 0));

	if (!name) {
		text_print(check->problem, "'%s' needs a name first",
			   operation->name);
		return false;
	}
	if (operation->form == FORM_AT || !check->loops ||
	    json_object_get(check->loops, name))
		return true;
	text_print(check->problem, "'iter' counts '%s', which is no loop",
		   name);
	return false;
}

static bool check_operands(const struct check *check, const json_t *expression,
			   const struct operation *operation, int depth)
{
	size_t first = 0;

	if (operation->form == FORM_AT || operation->form == FORM_ITERATION) {
		if (!check_subject(check, expression, operation))
			return false;
		first = 1;
	}
	for (size_t i = first; i < operand_count(expression); i++)
		if (!check_value(check, operand(expression, i), depth + 1,
				 operation->form == FORM_IF && i == 0))
			return false;
	return true;
}

static bool check_application(const struct check *check,
			      const json_t *expression, int depth,
			      bool condition)
{
	const json_t *head = json_array_get(expression, 0);
	const struct operation *operation = operation_of(expression);

	if (!json_is_string(head)) {
		text_add(check->problem, "an operator must come first");
		return false;
	}
	if (!operation) {
		text_print(check->problem, "unknown operator '%s'",
			   json_string_value(head));
		return false;
	}
	if (operation->form == FORM_COMPARE && !condition) {
		text_print(check->problem,
			   "'%s' may stand only in the condition of an 'if'",
			   operation->name);
		return false;
	}
	if (operand_count(expression) < operation->least ||
	    operand_count(expression) > operation->most) {
		text_print(check->problem, "'%s' with %zu operands",
			   operation->name, operand_count(expression));
		return false;
	}
	return check_operands(check, expression, operation, depth);
}

static bool check_value(const struct check *check, const json_t *value,
			int depth, bool condition)
{
	if (depth > EXPRESSION_DEPTH) {
		text_print(check->problem, "nested more than %d deep",
			   EXPRESSION_DEPTH);
		return false;
	}
	if (json_is_null(value) || json_is_integer(value))
		return true;
	if (json_is_string(value))
		return check_name(check, value);
	if (json_is_array(value))
		return check_application(check, value, depth, condition);
	text_add(check->problem, "not an expression");
	return false;
}

bool expression_check(const json_t *expression, const json_t *names,
		      const json_t *loops, struct text *problem)
{
	struct check check = {names, loops, problem};

	return check_value(&check, expression, 0, false);
}

/* ---- printing ---- */

static void print(struct text *out, const json_t *e, const json_t *sizes,
		  enum binding around);

/* The smallest integer has no positive counterpart in its own type. */
static unsigned long long magnitude(json_int_t value)
{
	unsigned long long bits = value;

	return value < 0 ? -bits : bits;
}

static bool is_product(const json_t *e)
{
	const struct operation *operation = operation_of(e);

	return operation && operation->form == FORM_PRODUCT;
}

/* The first integer among the factors, NULL if there is none. */
static const json_t *constant_factor(const json_t *product)
{
	for (size_t i = 0; i < operand_count(product); i++)
		if (json_is_integer(operand(product, i)))
			return operand(product, i);
	return NULL;
}

/* True for a term that is written with a minus sign. */
static bool is_negative(const json_t *term)
{
	if (json_is_integer(term))
		return json_integer_value(term) < 0;
	if (!is_product(term))
		return false;
	return json_integer_value(constant_factor(term)) < 0;
}

/* A product but for its sign, its constant first: "8*n". */
static void print_product(struct text *out, const json_t *product,
			  const json_t *sizes)
{
	const json_t *constant = constant_factor(product);
	unsigned long long factor = magnitude(json_integer_value(constant));
	const char *times = "";

	if (constant && factor != 1) {
		text_print(out, "%llu", factor);
		times = "*";
	}
	for (size_t i = 0; i < operand_count(product); i++) {
		if (operand(product, i) == constant)
			continue;
		text_add(out, times);
		print(out, operand(product, i), sizes, BIND_ATOM);
		times = "*";
	}
}

/* A term but for its sign. */
static void print_term(struct text *out, const json_t *term,
		       const json_t *sizes)
{
	if (json_is_integer(term))
		text_print(out, "%llu", magnitude(json_integer_value(term)));
	else if (is_product(term))
		print_product(out, term, sizes);
	else
		print(out, term, sizes, BIND_SUM);
}

/*
 * The term that is written first: one that needs no sign, and no constant if
 * that can be helped.
 */
static const json_t *leading_term(const json_t *sum)
{
	const json_t *leading = NULL;

	for (size_t i = 0; i < operand_count(sum); i++) {
		const json_t *term = operand(sum, i);

		if (is_negative(term))
			continue;
		if (!json_is_integer(term))
			return term;
		if (!leading)
			leading = term;
	}
	return leading ? leading : operand(sum, 0);
}

static void print_sum(struct text *out, const json_t *sum, const json_t *sizes)
{
	const json_t *leading = leading_term(sum);

	if (is_negative(leading))
		text_add(out, "-");
	print_term(out, leading, sizes);
	for (int constants = 0; constants < 2; constants++)
		for (size_t i = 0; i < operand_count(sum); i++) {
			const json_t *term = operand(sum, i);

			if (term == leading ||
			    json_is_integer(term) != constants)
				continue;
			text_add(out, is_negative(term) ? " - " : " + ");
			print_term(out, term, sizes);
		}
}

/* The operands of nested calls of the same function, as one list. */
static void print_list(struct text *out, const json_t *e, const json_t *sizes)
{
	for (size_t i = 0; i < operand_count(e); i++) {
		if (i > 0)
			text_add(out, ", ");
		if (operation_of(operand(e, i)) == operation_of(e))
			print_list(out, operand(e, i), sizes);
		else
			print(out, operand(e, i), sizes, BIND_NONE);
	}
}

/*
 * The expression divided by "size", or NULL if it does not divide. Only sums
 * and products of constants are taken apart. The caller owns the result.
 */
static json_t *divide(const json_t *e, json_int_t size)
{
	bool sum = operation_of(e) && operation_of(e)->form == FORM_SUM;
	json_t *result;
	bool divided = sum;

	if (json_is_integer(e) && json_integer_value(e) % size == 0)
		return json_integer(json_integer_value(e) / size);
	if (!sum && !is_product(e))
		return NULL;
	result = json_pack("[O]", json_array_get(e, 0));
	for (size_t i = 0; i < operand_count(e); i++) {
		bool whole =
			sum || (!divided && json_is_integer(operand(e, i)));
		json_t *part = whole ? divide(operand(e, i), size)
				     : json_incref((json_t *)operand(e, i));

		divided = divided || whole;
		if (json_array_append_new(result, part) != 0) {
			json_decref(result);
			return NULL;
		}
	}
	if (divided)
		return result;
	json_decref(result);
	return NULL;
}

static void print_at(struct text *out, const json_t *e, const json_t *sizes)
{
	const char *array = json_string_value(operand(e, 0));
	json_int_t size = json_integer_value(json_object_get(sizes, array));
	json_t *subscript = size > 0 ? divide(operand(e, 1), size) : NULL;

	text_add_safe(out, array);
	text_add(out, subscript ? "[" : "[byte ");
	print(out, subscript ? subscript : operand(e, 1), sizes, BIND_NONE);
	text_add(out, "]");
	json_decref(subscript);
}

static void print_if(struct text *out, const json_t *e, const json_t *sizes)
{
	print(out, operand(e, 0), sizes, BIND_COMPARE);
	text_add(out, " ? ");
	print(out, operand(e, 1), sizes, BIND_COMPARE);
	text_add(out, " : ");
	print(out, operand(e, 2), sizes, BIND_IF);
}

static void print_round(struct text *out, const char *name, const json_t *e,
			const json_t *sizes)
{
	text_print(out, "%s(", name);
	print(out, operand(e, 0), sizes, BIND_PRODUCT);
	text_add(out, " / ");
	print(out, operand(e, 1), sizes, BIND_ATOM);
	text_add(out, ")");
}

static void print_form(struct text *out, const struct operation *operation,
		       const json_t *e, const json_t *sizes)
{
	switch (operation->form) {
	case FORM_SUM:
		print_sum(out, e, sizes);
		break;
	case FORM_PRODUCT:
		text_add(out, is_negative(e) ? "-" : "");
		print_product(out, e, sizes);
		break;
	case FORM_INFIX:
	case FORM_COMPARE:
		print(out, operand(e, 0), sizes, operation->binding + 1);
		text_print(out, " %s ", operation->sign);
		print(out, operand(e, 1), sizes, operation->binding + 1);
		break;
	case FORM_CALL:
		text_print(out, "%s(", operation->sign);
		print_list(out, e, sizes);
		text_add(out, ")");
		break;
	case FORM_ROUND:
		print_round(out, operation->sign, e, sizes);
		break;
	case FORM_LOG:
		text_print(out, "%s(log", operation->sign);
		print(out, operand(e, 1), sizes, BIND_ATOM);
		text_add(out, "(");
		print(out, operand(e, 0), sizes, BIND_NONE);
		text_add(out, "))");
		break;
	case FORM_IF:
		print_if(out, e, sizes);
		break;
	case FORM_AT:
		print_at(out, e, sizes);
		break;
	case FORM_ITERATION:
		text_add(out, "iter(");
		print(out, operand(e, 0), sizes, BIND_NONE);
		text_add(out, ")");
		break;
	}
}

/* A minus sign in front makes a sum of anything. */
static enum binding binding_of(const struct operation *operation,
			       const json_t *e)
{
	return is_negative(e) ? BIND_SUM : operation->binding;
}

static void print_application(struct text *out, const json_t *e,
			      const json_t *sizes, enum binding around)
{
	const struct operation *operation = operation_of(e);
	bool brackets = binding_of(operation, e) < around;

	text_add(out, brackets ? "(" : "");
	print_form(out, operation, e, sizes);
	text_add(out, brackets ? ")" : "");
}

/* How many elements a container holds, if that is what it says. */
static bool print_size(struct text *out, const json_t *e)
{
	char *size = container_size(e);
	bool printed = size != NULL;

	if (printed)
		text_add_safe(out, size);
	free(size);
	return printed;
}

static void print(struct text *out, const json_t *e, const json_t *sizes,
		  enum binding around)
{
	bool brackets =
		json_is_integer(e) && is_negative(e) && around > BIND_SUM;

	if (print_size(out, e))
		return;
	if (json_is_string(e))
		text_add_safe(out, json_string_value(e));
	else if (json_is_integer(e))
		text_print(out, brackets ? "(%lld)" : "%lld",
			   (long long)json_integer_value(e));
	else if (operation_of(e))
		print_application(out, e, sizes, around);
	else
		text_add(out, "?");
}

void expression_print(struct text *out, const json_t *expression,
		      const json_t *sizes)
{
	print(out, expression, sizes, BIND_NONE);
}
