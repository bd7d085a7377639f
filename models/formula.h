/*
 * Formulas: integer values made of numbers and symbols. A value is a double,
 * exact up to 2^53; what is not known is NaN and makes all that needs it
 * unknown.
 */
#ifndef PODIUM_FORMULA_H
#define PODIUM_FORMULA_H

#include <stdbool.h>

enum formula_kind {
	FORMULA_NUMBER,
	FORMULA_SYMBOL,
	FORMULA_UNKNOWN, /* a value that nobody has */
	FORMULA_DATA,	 /* one out of data, read at the place of the operand */
	FORMULA_ADD,
	FORMULA_MULTIPLY,
	FORMULA_DIVIDE,	   /* rounded down */
	FORMULA_DIVIDE_UP, /* rounded up */
	FORMULA_MODULO,	   /* remainder of division rounded down */
	FORMULA_LOG,	   /* powers of the second that are below the first */
	FORMULA_MIN,
	FORMULA_MAX,
	FORMULA_CHOOSE, /* the second where the first is not 0, else the third
			 */
	FORMULA_LESS,
	FORMULA_LESS_EQUAL,
	FORMULA_EQUAL,
	FORMULA_AND, /* of bits, like the three below */
	FORMULA_OR,
	FORMULA_XOR,
	FORMULA_SHIFT, /* to the right */
};

struct formula;

struct formula *formula_number(double number);
struct formula *formula_symbol(int symbol);

/*
 * An operation on formulas, which it takes over: two of them, three for
 * FORMULA_CHOOSE, one for FORMULA_DATA, none for FORMULA_UNKNOWN. NULL when
 * memory is out or an operand is missing; the operands are then freed.
 */
struct formula *formula_new(enum formula_kind kind, struct formula *a,
			    struct formula *b, struct formula *c);
void formula_free(struct formula *formula);

/* The value; "values" has one for each symbol. NULL gives NaN. */
double formula_value(const struct formula *formula, const double *values);

/* The value, or this where it is not finite. */
double formula_value_or(const struct formula *formula, const double *values,
			double otherwise);

/* Is it among what the value is computed from, places of data apart? */
bool formula_mentions(const struct formula *formula, int symbol);

/* Is data read at a place that the symbol tells? */
bool formula_reads_at(const struct formula *formula, int symbol);

/* Is it made of sums and products alone? What is not known is a number. */
bool formula_is_polynomial(const struct formula *formula);

/* Is it known without a value of any symbol? */
bool formula_is_number(const struct formula *formula);

#endif
