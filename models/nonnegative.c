/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Least squares with coefficients that are not below zero.
 */
#include "nonnegative.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A gradient by so much smaller than the vectors' lengths is none. */
#define FLAT 1e-10
#define ROUNDS_A_TERM 10

/* What is known while the active sets change. */
struct search {
	const struct regress_data *data;
	bool used[REGRESS_TERMS];
	double coefficient[REGRESS_TERMS]; /* 0 where not used */
	double *x;			   /* the columns that are used */
	double *error;			   /* of each point */
};

static double x_of(const struct regress_data *data, size_t i, size_t j)
{
	return data->x[i * data->terms + j];
}

static double value_at(const struct regress_data *data,
		       const double *coefficient, size_t i)
{
	double sum = 0;

	for (size_t j = 0; j < data->terms; j++)
		sum += coefficient[j] * x_of(data, i, j);
	return sum;
}

/* The cosine between the column and the errors: how much it would help. */
static double gradient(const struct search *search, size_t j)
{
	const struct regress_data *data = search->data;
	double product = 0, column = 0, height = 0;

	for (size_t i = 0; i < data->count; i++) {
		double x = x_of(data, i, j);

		product += x * search->error[i];
		column += x * x;
		height += data->y[i] * data->y[i];
	}
	return product > 0 ? product / sqrt(column * height) : 0;
}

/* Take in the column that helps most; false if none helps. */
static bool widen(struct search *search)
{
	const struct regress_data *data = search->data;
	size_t best = data->terms;
	double most = FLAT;

	for (size_t i = 0; i < data->count; i++)
		search->error[i] =
			data->y[i] - value_at(data, search->coefficient, i);
	for (size_t j = 0; j < data->terms; j++) {
		double gain = search->used[j] ? 0 : gradient(search, j);

		if (gain > most) {
			most = gain;
			best = j;
		}
	}
	if (best == data->terms)
		return false;
	search->used[best] = true;
	return true;
}

/* Ordinary least squares with the columns that are used. */
static enum model_status solve(struct search *search, double *solved)
{
	struct regress_data part = *search->data;
	struct regress_fit fit;
	enum model_status status;
	double *to = search->x;
	size_t next = 0;

	part.terms = 0;
	for (size_t j = 0; j < search->data->terms; j++)
		part.terms += search->used[j];
	for (size_t i = 0; i < part.count; i++)
		for (size_t j = 0; j < search->data->terms; j++)
			if (search->used[j])
				*to++ = x_of(search->data, i, j);
	part.x = search->x;
	status = regress_fit(&part, REGRESS_ORDINARY, &fit);
	if (status != MODEL_OK)
		return status;
	for (size_t j = 0; j < search->data->terms; j++)
		solved[j] = search->used[j] ? fit.coefficient[next++] : 0;
	return MODEL_OK;
}

/*
 * Go towards the solution as far as nothing falls below zero; what meets zero
 * first is not used any more. True if the solution was reached.
 */
static bool approach(struct search *search, const double *solved)
{
	double way = 1;
	size_t first = search->data->terms;

	for (size_t j = 0; j < search->data->terms; j++) {
		double from = search->coefficient[j];

		if (search->used[j] && solved[j] <= 0 &&
		    from / (from - solved[j]) < way) {
			way = from / (from - solved[j]);
			first = j;
		}
	}
	for (size_t j = 0; j < search->data->terms; j++)
		search->coefficient[j] +=
			way * (solved[j] - search->coefficient[j]);
	if (first == search->data->terms)
		return true;
	search->used[first] = false;
	search->coefficient[first] = 0;
	return false;
}

static enum model_status find(struct search *search)
{
	size_t rounds = ROUNDS_A_TERM * search->data->terms;
	double solved[REGRESS_TERMS];
	enum model_status status;

	while (widen(search)) {
		do {
			if (rounds-- == 0)
				return MODEL_NO_CONVERGENCE;
			status = solve(search, solved);
			if (status != MODEL_OK)
				return status;
		} while (!approach(search, solved));
	}
	return MODEL_OK;
}

static enum model_status check(const struct regress_data *data)
{
	if (data->constant || data->terms == 0 || data->terms > REGRESS_TERMS)
		return MODEL_BAD_ARGUMENT;
	if (data->count <= data->terms)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < data->count * data->terms; i++)
		if (!isfinite(data->x[i]))
			return MODEL_NOT_FINITE;
	for (size_t i = 0; i < data->count; i++)
		if (!isfinite(data->y[i]))
			return MODEL_NOT_FINITE;
	return MODEL_OK;
}

enum model_status nonnegative_fit(const struct regress_data *data,
				  double *coefficient)
{
	struct search search = {.data = data};
	enum model_status status = check(data);

	if (status != MODEL_OK)
		return status;
	search.x = malloc(data->count * data->terms * sizeof(*search.x));
	search.error = malloc(data->count * sizeof(*search.error));
	status = search.x && search.error ? find(&search) : MODEL_NO_MEMORY;
	free(search.x);
	free(search.error);
	if (status == MODEL_OK)
		memcpy(coefficient, search.coefficient,
		       data->terms * sizeof(*coefficient));
	return status;
}

/* The data without point "out", which is the last of the copy. */
static void leave_out(const struct regress_data *data, size_t out, double *x,
		      double *y)
{
	size_t row = data->terms * sizeof(*x), last = data->count - 1;

	memcpy(x, data->x, data->count * row);
	memcpy(y, data->y, data->count * sizeof(*y));
	memcpy(x + out * data->terms, data->x + last * data->terms, row);
	y[out] = data->y[last];
}

static enum model_status predict_each(const struct regress_data *data,
				      double *x, double *y, double *predicted)
{
	struct regress_data others = {data->count - 1, data->terms, x, y,
				      data->constant};
	double coefficient[REGRESS_TERMS];

	for (size_t i = 0; i < data->count; i++) {
		enum model_status status;

		leave_out(data, i, x, y);
		status = nonnegative_fit(&others, coefficient);
		if (status != MODEL_OK)
			return status;
		predicted[i] = value_at(data, coefficient, i);
	}
	return MODEL_OK;
}

enum model_status nonnegative_left_out(const struct regress_data *data,
				       double *predicted)
{
	enum model_status status = check(data);
	double *x, *y, *made;

	if (status != MODEL_OK)
		return status;
	x = malloc(data->count * data->terms * sizeof(*x));
	y = malloc(data->count * sizeof(*y));
	made = malloc(data->count * sizeof(*made));
	status = x && y && made ? predict_each(data, x, y, made)
				: MODEL_NO_MEMORY;
	if (status == MODEL_OK)
		memcpy(predicted, made, data->count * sizeof(*made));
	free(x);
	free(y);
	free(made);
	return status;
}
