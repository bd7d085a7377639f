/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linear regression, ordinary and robust.
 */
#include "regress.h"

#include <math.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>

/*
 * Scaled variables that are this much nearer to dependence than doubles can
 * tell make a fit of rounding errors.
 */
#define WORST_CONDITION 1e10
#define MOST_ROUNDS 1000 /* of the robust fit */

/* What a fit needs while it is made. */
struct work {
	gsl_matrix *x;	     /* the variables, scaled to unit length */
	gsl_matrix *v;	     /* of the singular value decomposition */
	gsl_matrix *copy;    /* of x, then its left vectors */
	gsl_matrix *inverse; /* of x'x */
	gsl_vector *singular, *spare;
	gsl_vector *y, *coefficient;
	double length[REGRESS_TERMS]; /* that were divided away */
	double height;		      /* likewise of y */
};

static size_t term_count(const struct regress_data *data)
{
	return data->terms + (data->constant ? 1 : 0);
}

/* Term j of point i. */
static double term_of(const struct regress_data *data, size_t i, size_t j)
{
	if (!data->constant)
		return data->x[i * data->terms + j];
	return j == 0 ? 1 : data->x[i * data->terms + j - 1];
}

static bool varies(const struct regress_data *data, size_t j)
{
	for (size_t i = 1; i < data->count; i++)
		if (term_of(data, i, j) != term_of(data, 0, j))
			return true;
	return false;
}

static bool y_varies(const struct regress_data *data)
{
	for (size_t i = 1; i < data->count; i++)
		if (data->y[i] != data->y[0])
			return true;
	return false;
}

static enum model_status check(const struct regress_data *data)
{
	size_t terms = term_count(data);

	if (terms == 0 || data->terms > REGRESS_TERMS || terms > REGRESS_TERMS)
		return MODEL_BAD_ARGUMENT;
	if (data->count <= terms)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < data->count; i++)
		if (!isfinite(data->y[i]))
			return MODEL_NOT_FINITE;
	for (size_t i = 0; i < data->count * data->terms; i++)
		if (!isfinite(data->x[i]))
			return MODEL_NOT_FINITE;
	if (!y_varies(data))
		return MODEL_CONSTANT;
	for (size_t j = 1; data->constant && j < terms; j++)
		if (!varies(data, j))
			return MODEL_CONSTANT;
	return MODEL_OK;
}

static bool allocate(struct work *work, size_t count, size_t terms)
{
	work->x = gsl_matrix_alloc(count, terms);
	work->copy = gsl_matrix_alloc(count, terms);
	work->v = gsl_matrix_alloc(terms, terms);
	work->inverse = gsl_matrix_alloc(terms, terms);
	work->singular = gsl_vector_alloc(terms);
	work->spare = gsl_vector_alloc(terms);
	work->coefficient = gsl_vector_alloc(terms);
	work->y = gsl_vector_alloc(count);
	return work->x && work->copy && work->v && work->inverse &&
	       work->singular && work->spare && work->coefficient && work->y;
}

/* GSL takes NULL here. */
static void release(struct work *work)
{
	gsl_matrix_free(work->x);
	gsl_matrix_free(work->copy);
	gsl_matrix_free(work->v);
	gsl_matrix_free(work->inverse);
	gsl_vector_free(work->singular);
	gsl_vector_free(work->spare);
	gsl_vector_free(work->coefficient);
	gsl_vector_free(work->y);
}

/* Divide the vector by its length, which is returned; 0 if it has none. */
static double normalise(gsl_vector *vector)
{
	double length = gsl_blas_dnrm2(vector);

	if (length > 0 && isfinite(length))
		for (size_t i = 0; i < vector->size; i++)
			gsl_vector_set(vector, i,
				       gsl_vector_get(vector, i) / length);
	return length;
}

static enum model_status fill(const struct regress_data *data,
			      struct work *work)
{
	for (size_t j = 0; j < work->x->size2; j++) {
		gsl_vector_view column = gsl_matrix_column(work->x, j);

		for (size_t i = 0; i < data->count; i++)
			gsl_vector_set(&column.vector, i, term_of(data, i, j));
		work->length[j] = normalise(&column.vector);
		if (work->length[j] == 0)
			return MODEL_SINGULAR;
		if (!isfinite(work->length[j]))
			return MODEL_NOT_FINITE;
	}
	for (size_t i = 0; i < data->count; i++)
		gsl_vector_set(work->y, i, data->y[i]);
	work->height = normalise(work->y);
	return isfinite(work->height) ? MODEL_OK : MODEL_NOT_FINITE;
}

/* x = copy * singular * v', and the inverse of x'x from it. */
static enum model_status decompose(struct work *work, double *condition)
{
	size_t terms = work->x->size2;
	double least;

	gsl_matrix_memcpy(work->copy, work->x);
	if (gsl_linalg_SV_decomp(work->copy, work->v, work->singular,
				 work->spare) != GSL_SUCCESS)
		return MODEL_SINGULAR;
	least = gsl_vector_get(work->singular, terms - 1);
	*condition = gsl_vector_get(work->singular, 0) / least;
	if (!(*condition < WORST_CONDITION))
		return MODEL_SINGULAR;
	for (size_t j = 0; j < terms; j++) {
		gsl_vector_view column = gsl_matrix_column(work->v, j);

		gsl_blas_dscal(1 / gsl_vector_get(work->singular, j),
			       &column.vector);
	}
	gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, work->v, work->v, 0,
		       work->inverse);
	return MODEL_OK;
}

static double error_at(const struct work *work, size_t i)
{
	gsl_vector_view row = gsl_matrix_row(work->x, i);
	double estimate;

	gsl_blas_ddot(&row.vector, work->coefficient, &estimate);
	return gsl_vector_get(work->y, i) - estimate;
}

static double squared_errors(const struct work *work)
{
	double sum = 0;

	for (size_t i = 0; i < work->x->size1; i++)
		sum += pow(error_at(work, i), 2);
	return sum;
}

/* *deviation is that of the errors of the scaled problem. */
static enum model_status solve_ordinary(struct work *work, double *deviation)
{
	size_t freedom = work->x->size1 - work->x->size2;

	gsl_blas_dgemv(CblasTrans, 1, work->copy, work->y, 0, work->spare);
	gsl_blas_dgemv(CblasNoTrans, 1, work->v, work->spare, 0,
		       work->coefficient);
	*deviation = sqrt(squared_errors(work) / freedom);
	return MODEL_OK;
}

/*
 * The covariance that GSL computes is the square of its deviation times the
 * inverse of x'x, which is at hand.
 */
static enum model_status solve_robust(struct work *work, double *deviation)
{
	size_t terms = work->x->size2;
	gsl_multifit_robust_workspace *robust = gsl_multifit_robust_alloc(
		gsl_multifit_robust_bisquare, work->x->size1, terms);
	gsl_matrix *covariance = gsl_matrix_alloc(terms, terms);
	enum model_status status = MODEL_NO_MEMORY;
	int failure;

	if (!robust || !covariance)
		goto out;
	gsl_multifit_robust_maxiter(MOST_ROUNDS, robust);
	failure = gsl_multifit_robust(work->x, work->y, work->coefficient,
				      covariance, robust);
	*deviation = gsl_multifit_robust_statistics(robust).sigma;
	status = failure ? MODEL_NO_CONVERGENCE : MODEL_OK;
out:
	gsl_matrix_free(covariance);
	if (robust)
		gsl_multifit_robust_free(robust);
	return status;
}

/* Squares of the variable about its mean, of which the constant takes care. */
static double squares_of(const struct work *work, size_t j, bool constant)
{
	gsl_vector_const_view column = gsl_matrix_const_column(work->x, j);
	double length = gsl_blas_dnrm2(&column.vector);
	size_t count = column.vector.size;
	double mean = 0, sum = 0;

	if (!constant)
		return length * length;
	for (size_t i = 0; i < count; i++)
		mean += gsl_vector_get(&column.vector, i) / count;
	for (size_t i = 0; i < count; i++)
		sum += pow(gsl_vector_get(&column.vector, i) - mean, 2);
	return sum;
}

/* Squares of y, about its mean beside a constant. */
static double squares_of_y(const struct work *work, bool constant)
{
	size_t count = work->y->size;
	double mean = 0, sum = 0;

	for (size_t i = 0; constant && i < count; i++)
		mean += gsl_vector_get(work->y, i) / count;
	for (size_t i = 0; i < count; i++)
		sum += pow(gsl_vector_get(work->y, i) - mean, 2);
	return sum;
}

static void describe(const struct work *work, struct regress_fit *fit)
{
	double total = squares_of_y(work, fit->constant);

	fit->r2 = 1 - squared_errors(work) / total;
	fit->r2_adjusted = 1 - (1 - fit->r2) *
				       (fit->count - (fit->constant ? 1 : 0)) /
				       fit->freedom;
	for (size_t j = 0; j < fit->terms; j++)
		if (j > 0 || !fit->constant)
			fit->inflation[j] =
				gsl_matrix_get(work->inverse, j, j) *
				squares_of(work, j, fit->constant);
}

/* Undo the scaling. False: the numbers become too large. */
static bool scale_back(const struct work *work, double deviation,
		       struct regress_fit *fit)
{
	bool finite = true;

	fit->deviation = deviation * work->height;
	for (size_t i = 0; i < fit->terms; i++) {
		fit->coefficient[i] = gsl_vector_get(work->coefficient, i) *
				      (work->height / work->length[i]);
		for (size_t j = 0; j < fit->terms; j++)
			fit->covariance[i][j] =
				gsl_matrix_get(work->inverse, i, j) *
				(fit->deviation / work->length[i]) *
				(fit->deviation / work->length[j]);
		fit->error[i] = sqrt(fit->covariance[i][i]);
		finite = finite && isfinite(fit->coefficient[i]) &&
			 isfinite(fit->error[i]);
	}
	return finite;
}

static enum model_status fit_with(const struct regress_data *data,
				  enum regress_method method, struct work *work,
				  struct regress_fit *fit)
{
	enum model_status status = MODEL_NO_MEMORY;
	double deviation = 0;

	if (allocate(work, data->count, fit->terms))
		status = fill(data, work);
	if (status == MODEL_OK)
		status = decompose(work, &fit->condition);
	if (status == MODEL_OK)
		status = method == REGRESS_ROBUST
				 ? solve_robust(work, &deviation)
				 : solve_ordinary(work, &deviation);
	if (status != MODEL_OK)
		return status;
	describe(work, fit);
	return scale_back(work, deviation, fit) ? MODEL_OK : MODEL_NOT_FINITE;
}

/* GSL's handler, whatever it is, must not end the program. */
enum model_status regress_fit(const struct regress_data *data,
			      enum regress_method method,
			      struct regress_fit *fit)
{
	enum model_status status = check(data);
	struct regress_fit made = {
		.count = data->count,
		.terms = term_count(data),
		.constant = data->constant,
		.freedom = (double)data->count - term_count(data),
	};
	gsl_error_handler_t *handler;
	struct work work = {0};

	if (status != MODEL_OK)
		return status;
	handler = gsl_set_error_handler_off();
	status = fit_with(data, method, &work, &made);
	release(&work);
	gsl_set_error_handler(handler);
	if (status == MODEL_OK)
		*fit = made;
	return status;
}
