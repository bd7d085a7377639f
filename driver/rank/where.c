/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the conditions of a space file into formulas of models/.
 */
#include "where.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "models/formula.h"

#define LONGEST 1000 /* bytes; bounds the depth of the recursion */

enum level { COMPARISON, SUM, PRODUCT, VALUE };

/* The longer of two signs that begin alike comes first. */
static const struct sign {
	const char *text;
	enum level level;
	enum formula_kind kind;
	bool swapped, negated; /* operands, the result */
} signs[] = {
	{"<=", COMPARISON, FORMULA_LESS_EQUAL, false, false},
	{"<", COMPARISON, FORMULA_LESS, false, false},
	{">=", COMPARISON, FORMULA_LESS_EQUAL, true, false},
	{">", COMPARISON, FORMULA_LESS, true, false},
	{"==", COMPARISON, FORMULA_EQUAL, false, false},
	{"!=", COMPARISON, FORMULA_EQUAL, false, true},
	{"+", SUM, FORMULA_ADD, false, false},
	{"-", SUM, FORMULA_ADD, false, false},
	{"*", PRODUCT, FORMULA_MULTIPLY, false, false},
	{"/", PRODUCT, FORMULA_DIVIDE, false, false},
	{"%", PRODUCT, FORMULA_MODULO, false, false},
};

struct parser {
	const char *next;
	const char *const *names;
	size_t count;
	struct text *problem;
};

static struct formula *parse_operation(struct parser *parser, enum level level);

static void skip_blanks(struct parser *parser)
{
	parser->next += strspn(parser->next, " \t\n");
}

static struct formula *fail(struct parser *parser, const char *what)
{
	if (parser->problem->length == 0)
		text_print(parser->problem, "expected %s, found '%.20s'", what,
			   parser->next);
	return NULL;
}

static struct formula *negate(struct formula *value)
{
	return formula_new(FORMULA_MULTIPLY, formula_number(-1), value, NULL);
}

static struct formula *parse_name(struct parser *parser)
{
	size_t length = strspn(parser->next, "abcdefghijklmnopqrstuvwxyz"
					     "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
					     "0123456789");

	for (size_t i = 0; length > 0 && i < parser->count; i++) {
		const char *name = parser->names[i];

		if (!name || strlen(name) != length ||
		    strncmp(name, parser->next, length) != 0)
			continue;
		parser->next += length;
		return formula_symbol((int)i);
	}
	return fail(parser, "a whole number, '(', or a macro, chunk or threads "
			    "with a list of whole numbers");
}

static struct formula *parse_value(struct parser *parser)
{
	struct formula *value;

	skip_blanks(parser);
	if (*parser->next == '-') {
		parser->next++;
		return negate(parse_value(parser));
	}
	if (*parser->next >= '0' && *parser->next <= '9') {
		char *end;
		long long number = strtoll(parser->next, &end, 10);

		parser->next = end;
		return formula_number((double)number);
	}
	if (*parser->next != '(')
		return parse_name(parser);
	parser->next++;
	value = parse_operation(parser, SUM);
	skip_blanks(parser);
	if (value && *parser->next != ')') {
		formula_free(value);
		return fail(parser, "')' or an operator");
	}
	parser->next += *parser->next == ')';
	return value;
}

static const struct sign *take_sign(struct parser *parser, enum level level)
{
	skip_blanks(parser);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		size_t length = strlen(signs[i].text);

		if (signs[i].level != level ||
		    strncmp(parser->next, signs[i].text, length) != 0)
			continue;
		parser->next += length;
		return &signs[i];
	}
	return NULL;
}

/* Operators of one level, from left to right; one comparison. */
static struct formula *parse_operation(struct parser *parser, enum level level)
{
	const struct sign *sign;
	struct formula *left;
	bool any = false;

	if (level == VALUE)
		return parse_value(parser);
	left = parse_operation(parser, level + 1);
	while (left && (!any || level != COMPARISON) &&
	       (sign = take_sign(parser, level))) {
		struct formula *right = parse_operation(parser, level + 1);

		any = true;
		if (right && strcmp(sign->text, "-") == 0)
			right = negate(right);
		left = sign->swapped
			       ? formula_new(sign->kind, right, left, NULL)
			       : formula_new(sign->kind, left, right, NULL);
		if (sign->negated)
			left = formula_new(FORMULA_EQUAL, left,
					   formula_number(0), NULL);
	}
	if (left && !any && level == COMPARISON) {
		formula_free(left);
		return fail(parser, "one of <= < >= > == !=");
	}
	return left;
}

struct formula *where_parse(const char *string, const char *const *names,
			    size_t count, struct text *problem)
{
	struct parser parser = {string, names, count, problem};
	struct formula *condition;

	if (strlen(string) > LONGEST) {
		text_print(problem, "the condition is longer than %d bytes",
			   LONGEST);
		return NULL;
	}
	condition = parse_operation(&parser, COMPARISON);
	skip_blanks(&parser);
	if (condition && *parser.next) {
		formula_free(condition);
		return fail(&parser, "the end of the condition");
	}
	return condition;
}
