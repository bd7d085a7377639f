/*
 * Series: a value for each of the iterations 0 .. length - 1, kept in pieces
 * that are polynomials, so that sums over ranges take no walk.
 */
#ifndef PODIUM_SERIES_H
#define PODIUM_SERIES_H

#include <stddef.h>

#include "status.h"

#define SERIES_DEGREE 3

/*
 * f(x) = sum of coefficient[i] * binomial(x, i), x = 0 at the start: integer
 * values stay exact and sums have a closed form.
 */
struct series_piece {
	double start, length;
	double coefficient[SERIES_DEGREE + 1];
	double before; /* sum of all pieces before */
};

struct series {
	struct series_piece *pieces;
	size_t count, room;
	double length, total;
};

/* Append a piece after the last. */
enum model_status series_add(struct series *series, double length,
			     const double *coefficient);
void series_free(struct series *series);

double series_value(const struct series *series, double index);

/* Sum of the values at from .. to - 1. */
double series_sum(const struct series *series, double from, double to);

/* The same value everywhere? */
int series_is_constant(const struct series *series);

/* Largest value, looked for at the ends of the pieces. */
double series_peak(const struct series *series);

/* Coefficients of the polynomial through the values at 0 .. count - 1. */
void series_differences(const double *value, int count, double *coefficient);

/* Value at x and sum over 0 .. n - 1 of a polynomial. */
double series_polynomial(const double *coefficient, double x);
double series_polynomial_sum(const double *coefficient, double n);

#endif
