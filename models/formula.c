/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas: integer values made of numbers and symbols.
 */
#include "formula.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct formula {
	enum formula_kind kind;
	double number;
	int symbol;
	struct formula *operand[3];
};

static struct formula *leaf(enum formula_kind kind, double number, int symbol)
{
	struct formula *formula = calloc(1, sizeof(*formula));

	if (!formula)
		return NULL;
	formula->kind = kind;
	formula->number = number;
	formula->symbol = symbol;
	return formula;
}

struct formula *formula_number(double number)
{
	return leaf(FORMULA_NUMBER, number, -1);
}

struct formula *formula_symbol(int symbol)
{
	return leaf(FORMULA_SYMBOL, 0, symbol);
}

static int operands(enum formula_kind kind)
{
	if (kind < FORMULA_ADD)
		return kind == FORMULA_DATA;
	return kind == FORMULA_CHOOSE ? 3 : 2;
}

struct formula *formula_new(enum formula_kind kind, struct formula *a,
			    struct formula *b, struct formula *c)
{
	struct formula *const operand[] = {a, b, c};
	struct formula *formula = leaf(kind, 0, -1);
	bool complete = formula;

	for (int i = 0; i < operands(kind); i++)
		complete = complete && operand[i];
	if (!complete) {
		free(formula);
		for (int i = 0; i < 3; i++)
			formula_free(operand[i]);
		return NULL;
	}
	for (int i = 0; i < 3; i++)
		formula->operand[i] = operand[i];
	return formula;
}

void formula_free(struct formula *formula)
{
	if (!formula)
		return;
	for (int i = 0; i < 3; i++)
		formula_free(formula->operand[i]);
	free(formula);
}

static double bits(enum formula_kind kind, double a, double b)
{
	int64_t x, y;

	if (!(fabs(a) < 0x1p62) || !(fabs(b) < 0x1p62))
		return NAN;
	x = (int64_t)a;
	y = (int64_t)b;
	switch (kind) {
	case FORMULA_AND:
		return (double)(x & y);
	case FORMULA_OR:
		return (double)(x | y);
	case FORMULA_XOR:
		return (double)(x ^ y);
	default:
		return y < 0 || y > 62 ? NAN : (double)(x >> y);
	}
}

static double divide(enum formula_kind kind, double a, double b)
{
	if (b == 0)
		return NAN;
	switch (kind) {
	case FORMULA_DIVIDE:
		return floor(a / b);
	case FORMULA_DIVIDE_UP:
		return ceil(a / b);
	default:
		return a - b * floor(a / b);
	}
}

/* 1, base, base^2 ... as long as they are smaller. */
static double powers_below(double value, double base)
{
	double count = 0;

	if (!(base >= 2) || !isfinite(value))
		return NAN;
	for (double power = 1; power < value; power *= base)
		count++;
	return count;
}

static double combine(enum formula_kind kind, double a, double b)
{
	if (isnan(a) || isnan(b))
		return NAN;
	switch (kind) {
	case FORMULA_ADD:
		return a + b;
	case FORMULA_MULTIPLY:
		return a * b;
	case FORMULA_DIVIDE:
	case FORMULA_DIVIDE_UP:
	case FORMULA_MODULO:
		return divide(kind, a, b);
	case FORMULA_LOG:
		return powers_below(a, b);
	case FORMULA_MIN:
		return a < b ? a : b;
	case FORMULA_MAX:
		return a > b ? a : b;
	case FORMULA_LESS:
		return a < b;
	case FORMULA_LESS_EQUAL:
		return a <= b;
	case FORMULA_EQUAL:
		return a == b;
	default:
		return bits(kind, a, b);
	}
}

double formula_value(const struct formula *formula, const double *values)
{
	double first;

	if (!formula)
		return NAN;
	switch (formula->kind) {
	case FORMULA_NUMBER:
		return formula->number;
	case FORMULA_SYMBOL:
		return values[formula->symbol];
	case FORMULA_UNKNOWN:
	case FORMULA_DATA:
		return NAN;
	default:
		break;
	}
	first = formula_value(formula->operand[0], values);
	if (formula->kind != FORMULA_CHOOSE)
		return combine(formula->kind, first,
			       formula_value(formula->operand[1], values));
	if (isnan(first))
		return NAN;
	return formula_value(formula->operand[first != 0 ? 1 : 2], values);
}

double formula_value_or(const struct formula *formula, const double *values,
			double otherwise)
{
	double value = formula_value(formula, values);

	return isfinite(value) ? value : otherwise;
}

static bool contains(const struct formula *formula, int symbol, bool in_data,
		     bool wanted_in_data)
{
	if (!formula)
		return false;
	if (formula->kind == FORMULA_SYMBOL && formula->symbol == symbol)
		return in_data == wanted_in_data;
	in_data |= formula->kind == FORMULA_DATA;
	for (int i = 0; i < 3; i++)
		if (contains(formula->operand[i], symbol, in_data,
			     wanted_in_data))
			return true;
	return false;
}

bool formula_mentions(const struct formula *formula, int symbol)
{
	return contains(formula, symbol, false, false);
}

bool formula_reads_at(const struct formula *formula, int symbol)
{
	return contains(formula, symbol, false, true);
}

bool formula_is_polynomial(const struct formula *formula)
{
	if (!formula)
		return true;
	if (formula->kind == FORMULA_DATA)
		return true;
	if (formula->kind > FORMULA_MULTIPLY)
		return false;
	for (int i = 0; i < operands(formula->kind); i++)
		if (!formula_is_polynomial(formula->operand[i]))
			return false;
	return true;
}

bool formula_is_number(const struct formula *formula)
{
	return formula && formula->kind == FORMULA_NUMBER;
}
