/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Series of values in pieces that are polynomials.
 */
#include "series.h"

#include <stdlib.h>
#include <string.h>

/* binomial(x, 0..count-1) */
static void binomials(double x, int count, double *value)
{
	value[0] = 1;
	for (int i = 1; i < count; i++)
		value[i] = value[i - 1] * (x - i + 1) / i;
}

double series_polynomial(const double *coefficient, double x)
{
	double binomial[SERIES_DEGREE + 1];
	double sum = 0;

	binomials(x, SERIES_DEGREE + 1, binomial);
	for (int i = 0; i <= SERIES_DEGREE; i++)
		sum += coefficient[i] * binomial[i];
	return sum;
}

double series_polynomial_sum(const double *coefficient, double n)
{
	double binomial[SERIES_DEGREE + 2];
	double sum = 0;

	binomials(n, SERIES_DEGREE + 2, binomial);
	for (int i = 0; i <= SERIES_DEGREE; i++)
		sum += coefficient[i] * binomial[i + 1];
	return sum;
}

void series_differences(const double *value, int count, double *coefficient)
{
	double row[SERIES_DEGREE + 1] = {0};

	memcpy(row, value, count * sizeof(*value));
	memset(coefficient, 0, (SERIES_DEGREE + 1) * sizeof(*coefficient));
	for (int i = 0; i < count; i++) {
		coefficient[i] = row[0];
		for (int j = 0; j + 1 < count - i; j++)
			row[j] = row[j + 1] - row[j];
	}
}

enum model_status series_add(struct series *series, double length,
			     const double *coefficient)
{
	struct series_piece *piece;

	if (series->count == series->room) {
		size_t room = series->room ? 2 * series->room : 4;

		piece = realloc(series->pieces, room * sizeof(*piece));
		if (!piece)
			return MODEL_NO_MEMORY;
		series->pieces = piece;
		series->room = room;
	}
	piece = &series->pieces[series->count++];
	piece->start = series->length;
	piece->length = length;
	piece->before = series->total;
	memcpy(piece->coefficient, coefficient, sizeof(piece->coefficient));
	series->length += length;
	series->total += series_polynomial_sum(coefficient, length);
	return MODEL_OK;
}

void series_free(struct series *series)
{
	free(series->pieces);
	memset(series, 0, sizeof(*series));
}

/* The piece that the index lies in; the last one beyond the end. */
static const struct series_piece *piece_at(const struct series *series,
					   double index)
{
	size_t low = 0;
	size_t high = series->count - 1;

	while (low < high) {
		size_t middle = (low + high + 1) / 2;

		if (series->pieces[middle].start <= index)
			low = middle;
		else
			high = middle - 1;
	}
	return &series->pieces[low];
}

double series_value(const struct series *series, double index)
{
	const struct series_piece *piece;

	if (!(index >= 0 && index < series->length))
		return 0;
	piece = piece_at(series, index);
	return series_polynomial(piece->coefficient, index - piece->start);
}

/* Sum of the values before the index. */
static double sum_before(const struct series *series, double index)
{
	const struct series_piece *piece;

	if (index <= 0)
		return 0;
	if (index >= series->length)
		return series->total;
	piece = piece_at(series, index);
	return piece->before +
	       series_polynomial_sum(piece->coefficient, index - piece->start);
}

double series_sum(const struct series *series, double from, double to)
{
	return to > from ? sum_before(series, to) - sum_before(series, from)
			 : 0;
}

int series_is_constant(const struct series *series)
{
	const double *first;

	if (series->count == 0)
		return 1;
	first = series->pieces[0].coefficient;
	for (size_t i = 0; i < series->count; i++) {
		const double *here = series->pieces[i].coefficient;

		if (here[0] != first[0] || here[1] || here[2] || here[3])
			return 0;
	}
	return 1;
}

double series_peak(const struct series *series)
{
	double peak = 0;

	for (size_t i = 0; i < series->count; i++) {
		const struct series_piece *piece = &series->pieces[i];
		double first = series_polynomial(piece->coefficient, 0);
		double last = series_polynomial(piece->coefficient,
						piece->length - 1);

		peak = first > peak ? first : peak;
		peak = last > peak ? last : peak;
	}
	return peak;
}
