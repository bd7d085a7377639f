/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of products of names.
 */
#include "polynomial.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* More are no address that anybody wrote. */
#define MOST_TERMS 200

/* ---- terms ---- */

static int compare_names(const struct polynomial_term *a,
			 const struct polynomial_term *b)
{
	if (a->degree != b->degree)
		return b->degree - a->degree;
	for (int i = 0; i < a->degree; i++) {
		int order = strcmp(a->names[i], b->names[i]);

		if (order)
			return order;
	}
	return 0;
}

static void term_free(struct polynomial_term *term)
{
	for (int i = 0; i < term->degree; i++)
		free(term->names[i]);
}

static struct polynomial_term term_copy(const struct polynomial_term *from)
{
	struct polynomial_term to = *from;

	for (int i = 0; i < from->degree; i++)
		to.names[i] = memory_string(from->names[i]);
	return to;
}

static void term_insert(struct polynomial_term *term, const char *name)
{
	int i = term->degree++;

	for (; i > 0 && strcmp(term->names[i - 1], name) > 0; i--)
		term->names[i] = term->names[i - 1];
	term->names[i] = memory_string(name);
}

static bool term_multiply(const struct polynomial_term *a,
			  const struct polynomial_term *b,
			  struct polynomial_term *out)
{
	int64_t factor;

	if (a->degree + b->degree > POLYNOMIAL_DEGREE ||
	    __builtin_mul_overflow(a->factor, b->factor, &factor))
		return false;
	*out = term_copy(a);
	out->factor = factor;
	for (int i = 0; i < b->degree; i++)
		term_insert(out, b->names[i]);
	return true;
}

/* False where something would remain. */
static bool term_divide(const struct polynomial_term *a,
			const struct polynomial_term *by,
			struct polynomial_term *out)
{
	int j = 0;

	if (a->factor % by->factor)
		return false;
	*out = (struct polynomial_term){.factor = a->factor / by->factor};
	for (int i = 0; i < a->degree; i++)
		if (j < by->degree && strcmp(a->names[i], by->names[j]) == 0)
			j++;
		else
			out->names[out->degree++] = memory_string(a->names[i]);
	if (j == by->degree)
		return true;
	term_free(out);
	return false;
}

/* ---- sums ---- */

void polynomial_free(struct polynomial *polynomial)
{
	for (size_t i = 0; i < polynomial->count; i++)
		term_free(&polynomial->terms[i]);
	free(polynomial->terms);
	*polynomial = (struct polynomial){0};
}

void polynomial_remove(struct polynomial *from, size_t term)
{
	term_free(&from->terms[term]);
	from->count--;
	memmove(&from->terms[term], &from->terms[term + 1],
		(from->count - term) * sizeof(from->terms[0]));
}

/* The term is taken over. */
static bool add_term(struct polynomial *to, struct polynomial_term *term)
{
	size_t i = 0;

	while (i < to->count && compare_names(&to->terms[i], term) < 0)
		i++;
	if (i < to->count && compare_names(&to->terms[i], term) == 0) {
		bool fits = !__builtin_add_overflow(to->terms[i].factor,
						    term->factor,
						    &to->terms[i].factor);

		term_free(term);
		if (to->terms[i].factor == 0)
			polynomial_remove(to, i);
		return fits;
	}
	if (term->factor == 0 || to->count == MOST_TERMS) {
		bool fits = term->factor == 0;

		term_free(term);
		return fits;
	}
	to->terms = memory_grow(to->terms, to->count + 1, sizeof(*to->terms));
	memmove(&to->terms[i + 1], &to->terms[i],
		(to->count - i) * sizeof(*to->terms));
	to->terms[i] = *term;
	to->count++;
	return true;
}

static bool add_scaled(struct polynomial *to, const struct polynomial *from,
		       int64_t factor)
{
	for (size_t i = 0; i < from->count; i++) {
		struct polynomial_term term = term_copy(&from->terms[i]);

		if (__builtin_mul_overflow(term.factor, factor, &term.factor)) {
			term_free(&term);
			return false;
		}
		if (!add_term(to, &term))
			return false;
	}
	return true;
}

static bool give(bool good, struct polynomial *result, struct polynomial *out)
{
	if (good)
		*out = *result;
	else
		polynomial_free(result);
	return good;
}

bool polynomial_copy(const struct polynomial *from, struct polynomial *out)
{
	struct polynomial result = {0};

	return give(add_scaled(&result, from, 1), &result, out);
}

bool polynomial_add(const struct polynomial *a, const struct polynomial *b,
		    int64_t factor, struct polynomial *out)
{
	struct polynomial result = {0};
	bool good = add_scaled(&result, a, 1) && add_scaled(&result, b, factor);

	return give(good, &result, out);
}

static bool add_product(struct polynomial *to, const struct polynomial_term *a,
			const struct polynomial *b, int64_t sign)
{
	for (size_t i = 0; i < b->count; i++) {
		struct polynomial_term term;

		if (!term_multiply(a, &b->terms[i], &term))
			return false;
		if (sign < 0 && term.factor == INT64_MIN) {
			term_free(&term);
			return false;
		}
		term.factor *= sign;
		if (!add_term(to, &term))
			return false;
	}
	return true;
}

bool polynomial_multiply(const struct polynomial *a, const struct polynomial *b,
			 struct polynomial *out)
{
	struct polynomial result = {0};
	bool good = true;

	for (size_t i = 0; i < a->count && good; i++)
		good = add_product(&result, &a->terms[i], b, 1);
	return give(good, &result, out);
}

/* A term of "rest" that can be divided goes to the quotient. */
static bool divide_once(struct polynomial *rest, const struct polynomial *by,
			struct polynomial *quotient, bool *more)
{
	*more = false;
	for (size_t i = 0; i < rest->count; i++) {
		struct polynomial_term term;
		bool good;

		if (!term_divide(&rest->terms[i], &by->terms[0], &term))
			continue;
		*more = true;
		good = add_product(rest, &term, by, -1);
		return add_term(quotient, &term) && good;
	}
	return true;
}

bool polynomial_divide(const struct polynomial *polynomial,
		       const struct polynomial *by, struct polynomial *quotient,
		       struct polynomial *rest)
{
	struct polynomial left, result = {0};
	bool more = true, good = by->count > 0;

	if (!good || !polynomial_copy(polynomial, &left))
		return false;
	for (int i = 0; i < MOST_TERMS && good && more; i++)
		good = divide_once(&left, by, &result, &more);
	if (!good || more) {
		polynomial_free(&left);
		polynomial_free(&result);
		return false;
	}
	*quotient = result;
	*rest = left;
	return true;
}

static struct polynomial of_number(int64_t number)
{
	struct polynomial_term term = {.factor = number};
	struct polynomial result = {0};

	add_term(&result, &term);
	return result;
}

bool polynomial_is_number(const struct polynomial *polynomial, int64_t *number)
{
	if (polynomial->count > 1 ||
	    (polynomial->count == 1 && polynomial->terms[0].degree > 0))
		return false;
	*number = polynomial->count ? polynomial->terms[0].factor : 0;
	return true;
}

/* By how much the product is multiplied in both. */
static int64_t common_part(const struct polynomial_term *term,
			   const struct polynomial *other)
{
	for (size_t i = 0; i < other->count; i++) {
		int64_t a = term->factor, b = other->terms[i].factor;

		if (compare_names(&other->terms[i], term) != 0)
			continue;
		if ((a > 0) != (b > 0))
			return 0;
		return llabs(a) < llabs(b) ? a : b;
	}
	return 0;
}

bool polynomial_common(const struct polynomial *a, const struct polynomial *b,
		       struct polynomial *out)
{
	struct polynomial result = {0};
	bool good = true;

	for (size_t i = 0; i < a->count && good; i++) {
		struct polynomial_term term;
		int64_t factor = common_part(&a->terms[i], b);

		if (a->terms[i].degree == 0 || factor == 0)
			continue;
		term = term_copy(&a->terms[i]);
		term.factor = factor;
		good = add_term(&result, &term);
	}
	return give(good, &result, out);
}

/* Exchange it for what was made of it, if that was made. */
static bool become(bool made, struct polynomial *of, struct polynomial *to)
{
	if (!made)
		return false;
	polynomial_free(to);
	*to = *of;
	return true;
}

bool polynomial_shift(struct polynomial *to, int64_t number)
{
	struct polynomial one = of_number(number), sum;
	bool good = become(polynomial_add(to, &one, 1, &sum), &sum, to);

	polynomial_free(&one);
	return good;
}

bool polynomial_add_product(struct polynomial *to, const struct polynomial *a,
			    const struct polynomial *b)
{
	struct polynomial product, sum;
	bool good;

	if (!polynomial_multiply(a, b, &product))
		return false;
	good = become(polynomial_add(to, &product, 1, &sum), &sum, to);
	polynomial_free(&product);
	return good;
}

/* ---- out of expressions ---- */

struct reading {
	polynomial_is_counter *is_counter;
	const void *data;
};

static bool read(const struct reading *reading, const json_t *expression,
		 struct polynomial *out);

static bool read_name(const char *name, struct polynomial *out)
{
	struct polynomial_term term = {.factor = 1};

	term_insert(&term, name);
	*out = (struct polynomial){0};
	return add_term(out, &term);
}

/* Does any counter, or data, decide the value? */
static bool is_open(const struct reading *reading, const json_t *expression)
{
	const char *word = json_string_value(json_array_get(expression, 0));

	if (json_is_integer(expression))
		return false;
	if (json_is_string(expression))
		return reading->is_counter &&
		       reading->is_counter(reading->data,
					   json_string_value(expression));
	if (!word || strcmp(word, "at") == 0 || strcmp(word, "iter") == 0)
		return true;
	for (size_t i = 1; i < json_array_size(expression); i++)
		if (is_open(reading, json_array_get(expression, i)))
			return true;
	return false;
}

static bool read_opaque(const struct reading *reading, const json_t *expression,
			struct polynomial *out)
{
	char *dump;
	bool good;

	if (is_open(reading, expression))
		return false;
	dump = json_dumps(expression, JSON_COMPACT);
	good = dump && read_name(dump, out);
	free(dump);
	return good;
}

static bool read_sum(const struct reading *reading, const json_t *list,
		     struct polynomial *out)
{
	struct polynomial result = {0};
	bool good = true;

	for (size_t i = 1; i < json_array_size(list) && good; i++) {
		struct polynomial one;

		good = read(reading, json_array_get(list, i), &one);
		if (!good)
			break;
		good = add_scaled(&result, &one, 1);
		polynomial_free(&one);
	}
	return give(good, &result, out);
}

static bool read_product(const struct reading *reading, const json_t *list,
			 struct polynomial *out)
{
	struct polynomial result = of_number(1);
	bool good = true;

	for (size_t i = 1; i < json_array_size(list) && good; i++) {
		struct polynomial one, product;

		good = read(reading, json_array_get(list, i), &one);
		if (!good)
			break;
		good = polynomial_multiply(&result, &one, &product);
		polynomial_free(&one);
		if (!good)
			break;
		polynomial_free(&result);
		result = product;
	}
	return give(good, &result, out);
}

static bool read(const struct reading *reading, const json_t *expression,
		 struct polynomial *out)
{
	const char *word = json_string_value(json_array_get(expression, 0));

	if (json_is_integer(expression)) {
		*out = of_number(json_integer_value(expression));
		return true;
	}
	if (json_is_string(expression))
		return read_name(json_string_value(expression), out);
	if (!word)
		return false;
	if (strcmp(word, "+") == 0)
		return read_sum(reading, expression, out);
	if (strcmp(word, "*") == 0)
		return read_product(reading, expression, out);
	return read_opaque(reading, expression, out);
}

bool polynomial_read(const json_t *expression, polynomial_is_counter *counter,
		     const void *data, struct polynomial *out)
{
	struct reading reading = {counter, data};

	return read(&reading, expression, out);
}

struct polynomial polynomial_name(const char *name)
{
	struct polynomial out = {0};

	read_name(name, &out);
	return out;
}
