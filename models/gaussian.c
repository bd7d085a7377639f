/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
 * algorithm 2.1.
 */
#include "gaussian.h"

#include <math.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

void gaussian_free(struct gaussian *gaussian)
{
	gsl_matrix_free(gaussian->factor);
	gsl_vector_free(gaussian->weights);
	gsl_vector_free(gaussian->shared);
}

enum model_status gaussian_new(struct gaussian *gaussian, size_t count)
{
	*gaussian = (struct gaussian){
		.factor = gsl_matrix_alloc(count, count),
		.weights = gsl_vector_alloc(count),
		.shared = gsl_vector_alloc(count),
	};
	if (gaussian->factor && gaussian->weights && gaussian->shared)
		return MODEL_OK;
	gaussian_free(gaussian);
	return MODEL_NO_MEMORY;
}

static void center(struct gaussian *gaussian)
{
	size_t count = gaussian->weights->size;

	for (size_t i = 0; i < count; i++)
		gaussian->offset +=
			gsl_vector_get(gaussian->weights, i) / (double)count;
	gsl_vector_add_constant(gaussian->weights, -gaussian->offset);
}

enum model_status gaussian_solve(struct gaussian *gaussian)
{
	double fit;

	center(gaussian);
	gsl_vector_memcpy(gaussian->shared, gaussian->weights);
	if (gsl_linalg_cholesky_decomp1(gaussian->factor) != GSL_SUCCESS ||
	    gsl_linalg_cholesky_svx(gaussian->factor, gaussian->weights) !=
		    GSL_SUCCESS)
		return MODEL_SINGULAR;
	gsl_blas_ddot(gaussian->shared, gaussian->weights, &fit);
	gaussian->evidence = -fit / 2;
	for (size_t i = 0; i < gaussian->weights->size; i++)
		gaussian->evidence -=
			log(gsl_matrix_get(gaussian->factor, i, i));
	return MODEL_OK;
}

void gaussian_at(struct gaussian *gaussian, double variance, double *mean,
		 double *deviation)
{
	double known;

	gsl_blas_ddot(gaussian->shared, gaussian->weights, mean);
	*mean += gaussian->offset;
	/* L x = shared: what is known of it is x * x */
	gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, gaussian->factor,
		       gaussian->shared);
	gsl_blas_ddot(gaussian->shared, gaussian->shared, &known);
	*deviation = sqrt(fmax(variance - known, 0));
}
