/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions of a record as sums of products of names with whole factors.
 */
#ifndef PODIUM_POLYNOMIAL_H
#define PODIUM_POLYNOMIAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POLYNOMIAL_DEGREE 6

/*
 * A product: names in order. What is no sum or product, as a quotient of
 * parameters, is a name, too: its JSON.
 */
struct polynomial_term {
	int64_t factor;
	int degree;
	char *names[POLYNOMIAL_DEGREE];
};

/* Terms in order, none of them 0. Empty is 0. */
struct polynomial {
	struct polynomial_term *terms;
	size_t count;
};

/* Which names are counters; others, and without it all, are parameters. */
typedef bool polynomial_is_counter(const void *data, const char *name);

/*
 * False where the expression is not known, is none of a sum or product and
 * depends on a counter, or leaves 64 bits. *out is to be freed if true.
 */
bool polynomial_read(const json_t *expression, polynomial_is_counter *counter,
		     const void *data, struct polynomial *out);
void polynomial_free(struct polynomial *polynomial);

/* These make *out anew, and are false where that leaves 64 bits. */
bool polynomial_copy(const struct polynomial *from, struct polynomial *out);
bool polynomial_multiply(const struct polynomial *a, const struct polynomial *b,
			 struct polynomial *out);

void polynomial_remove(struct polynomial *from, size_t term);

/* a + factor * b */
bool polynomial_add(const struct polynomial *a, const struct polynomial *b,
		    int64_t factor, struct polynomial *out);

/* *to += number, *to += a * b: false, and as it was, where that leaves 64 bits.
 */
bool polynomial_shift(struct polynomial *to, int64_t number);
bool polynomial_add_product(struct polynomial *to, const struct polynomial *a,
			    const struct polynomial *b);

/* The products that are in both, as often as in both; numbers are none. */
bool polynomial_common(const struct polynomial *a, const struct polynomial *b,
		       struct polynomial *out);

/*
 * "polynomial" = "by" * *quotient + *rest, of which no term could be divided
 * by the term of the highest degree in "by". False where "by" is 0.
 */
bool polynomial_divide(const struct polynomial *polynomial,
		       const struct polynomial *by, struct polynomial *quotient,
		       struct polynomial *rest);

struct polynomial polynomial_name(const char *name);
/* Its value. */
bool polynomial_is_number(const struct polynomial *polynomial, int64_t *number);

#endif
