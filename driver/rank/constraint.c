/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Constraints of a space: parsed into postfix code, which is run.
 */
#include "constraint.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/suggest.h"
#include "base/text.h"

#define DEEPEST 50  /* parentheses and signs within each other */
#define LARGEST 500 /* steps of code */

enum action {
	NUMBER,
	NAME,
	NEGATE,
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	REMAINDER,
	AT_MOST,
	LESS,
	AT_LEAST,
	GREATER,
	EQUAL,
	UNEQUAL,
};

struct step {
	enum action action;
	int64_t value; /* the number, or the index of the name */
};

struct constraint {
	size_t count;
	struct step steps[];
};

/* Where the parser stands. */
struct parser {
	const char *string;
	size_t next;
	const char *const *names;
	size_t count;
	int depth;
	struct constraint *made;
	struct text *problem;
};

struct sign {
	const char *text;
	enum action action;
};

/* The longer of two that begin alike comes first. */
static const struct sign comparisons[] = {
	{"<=", AT_MOST}, {"<", LESS},	  {">=", AT_LEAST}, {">", GREATER},
	{"==", EQUAL},	 {"!=", UNEQUAL}, {NULL, 0}};
static const struct sign sums[] = {{"+", ADD}, {"-", SUBTRACT}, {NULL, 0}};
static const struct sign products[] = {
	{"*", MULTIPLY}, {"/", DIVIDE}, {"%", REMAINDER}, {NULL, 0}};

static const char *rest(struct parser *parser)
{
	parser->next += strspn(parser->string + parser->next, " \t");
	return parser->string + parser->next;
}

static bool expected(struct parser *parser, const char *what)
{
	const char *found = rest(parser);

	text_print(parser->problem, "expected %s, found ", what);
	if (*found)
		text_print(parser->problem, "'%.10s'", found);
	else
		text_add(parser->problem, "the end of the constraint");
	return false;
}

static bool emit(struct parser *parser, enum action action, int64_t value)
{
	struct constraint *made = parser->made;

	if (made->count == LARGEST) {
		text_add(parser->problem, "the constraint is too long");
		return false;
	}
	made->steps[made->count++] = (struct step){action, value};
	return true;
}

/* Take one of the signs, if it stands next. */
static bool take(struct parser *parser, const struct sign *signs,
		 enum action *action)
{
	const char *next = rest(parser);

	for (; signs->text; signs++)
		if (strncmp(next, signs->text, strlen(signs->text)) == 0) {
			parser->next += strlen(signs->text);
			*action = signs->action;
			return true;
		}
	return false;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool parse_number(struct parser *parser)
{
	size_t start = parser->next;
	int64_t value = 0;

	while (is_digit(parser->string[parser->next])) {
		int digit = parser->string[parser->next++] - '0';

		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, digit, &value)) {
			parser->next = start;
			return expected(parser, "a number of 64 bits");
		}
	}
	return emit(parser, NUMBER, value);
}

static bool unknown_name(struct parser *parser, const char *name)
{
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < parser->count; i++)
		if (suggest_better(name, parser->names[i], &best))
			meant = parser->names[i];
	text_print(parser->problem, "expected a name of this space, found '%s'",
		   name);
	if (meant)
		text_print(parser->problem, "; did you mean '%s'?", meant);
	return false;
}

static bool parse_name(struct parser *parser)
{
	const char *start = parser->string + parser->next;
	size_t length = 0;
	bool found = false;
	char *name;

	while (is_letter(start[length]) || is_digit(start[length]))
		length++;
	name = memory_print("%.*s", (int)length, start);
	for (size_t i = 0; i < parser->count && !found; i++)
		if (strcmp(parser->names[i], name) == 0) {
			found = emit(parser, NAME, (int64_t)i);
			break;
		}
	if (found)
		parser->next += length;
	else if (parser->problem->length == 0)
		unknown_name(parser, name);
	free(name);
	return found;
}

static bool parse_sum(struct parser *parser);

static bool parse_nested(struct parser *parser)
{
	parser->next++;
	if (!parse_sum(parser))
		return false;
	if (*rest(parser) != ')')
		return expected(parser, "')' or an operator");
	parser->next++;
	return true;
}

static bool parse_value(struct parser *parser)
{
	const char *next = rest(parser);
	bool good;

	if (is_digit(*next))
		return parse_number(parser);
	if (is_letter(*next))
		return parse_name(parser);
	if (*next != '(' && *next != '-')
		return expected(parser, "a number, a name or '('");
	if (++parser->depth > DEEPEST) {
		text_add(parser->problem, "the constraint is nested too deep");
		return false;
	}
	if (*next == '(') {
		good = parse_nested(parser);
	} else {
		parser->next++;
		good = parse_value(parser) && emit(parser, NEGATE, 0);
	}
	parser->depth--;
	return good;
}

static bool parse_product(struct parser *parser)
{
	enum action action;

	if (!parse_value(parser))
		return false;
	while (take(parser, products, &action))
		if (!parse_value(parser) || !emit(parser, action, 0))
			return false;
	return true;
}

static bool parse_sum(struct parser *parser)
{
	enum action action;

	if (!parse_product(parser))
		return false;
	while (take(parser, sums, &action))
		if (!parse_product(parser) || !emit(parser, action, 0))
			return false;
	return true;
}

static bool parse_comparison(struct parser *parser)
{
	enum action action;

	if (!parse_sum(parser))
		return false;
	if (!take(parser, comparisons, &action))
		return expected(parser,
				"a comparison: <= < >= > == != or an operator");
	if (!parse_sum(parser) || !emit(parser, action, 0))
		return false;
	return *rest(parser) == '\0' ||
	       expected(parser, "an operator or the end");
}

static size_t size_of(size_t count)
{
	return sizeof(struct constraint) + count * sizeof(struct step);
}

struct constraint *constraint_parse(const char *string,
				    const char *const *names, size_t count,
				    size_t *where, struct text *problem)
{
	struct constraint *made = memory_grow(NULL, 1, size_of(LARGEST));
	struct parser parser = {string, 0, names, count, 0, made, problem};

	made->count = 0;
	if (parse_comparison(&parser))
		return memory_grow(made, 1, size_of(made->count));
	*where = parser.next;
	constraint_free(made);
	return NULL;
}

/* False where the result is none. */
static bool calculate(enum action action, int64_t left, int64_t right,
		      int64_t *result)
{
	switch (action) {
	case ADD:
		return !__builtin_add_overflow(left, right, result);
	case SUBTRACT:
		return !__builtin_sub_overflow(left, right, result);
	case MULTIPLY:
		return !__builtin_mul_overflow(left, right, result);
	case DIVIDE:
	case REMAINDER:
		if (right == 0 || (left == INT64_MIN && right == -1))
			return false;
		*result = action == DIVIDE ? left / right : left % right;
		return true;
	case AT_MOST:
		*result = left <= right;
		return true;
	case LESS:
		*result = left < right;
		return true;
	case AT_LEAST:
		*result = left >= right;
		return true;
	case GREATER:
		*result = left > right;
		return true;
	case EQUAL:
		*result = left == right;
		return true;
	default:
		*result = left != right;
		return true;
	}
}

bool constraint_holds(const struct constraint *constraint,
		      const int64_t *values)
{
	int64_t stack[LARGEST];
	size_t top = 0;

	stack[0] = 0;
	for (size_t i = 0; i < constraint->count; i++) {
		const struct step *step = &constraint->steps[i];

		if (step->action == NUMBER || step->action == NAME) {
			stack[top++] = step->action == NUMBER
					       ? step->value
					       : values[step->value];
			continue;
		}
		/* -x is 0 - x */
		if (step->action == NEGATE) {
			if (!calculate(SUBTRACT, 0, stack[top - 1],
				       &stack[top - 1]))
				return false;
			continue;
		}
		top--;
		if (!calculate(step->action, stack[top - 1], stack[top],
			       &stack[top - 1]))
			return false;
	}
	return stack[0] != 0;
}

bool constraint_uses(const struct constraint *constraint, size_t name)
{
	for (size_t i = 0; i < constraint->count; i++)
		if (constraint->steps[i].action == NAME &&
		    (size_t)constraint->steps[i].value == name)
			return true;
	return false;
}

void constraint_free(struct constraint *constraint)
{
	free(constraint);
}
