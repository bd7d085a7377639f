/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Gaussian process: what values measured at some places say of others.
 */
#ifndef PODIUM_GAUSSIAN_H
#define PODIUM_GAUSSIAN_H

#include <stddef.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>

#include "status.h"

struct gaussian {
	gsl_matrix *factor;  /* Cholesky's, of the covariance of the values */
	gsl_vector *weights; /* its inverse times the values */
	gsl_vector *shared;
	double offset;	 /* mean of the values, which is taken out */
	double evidence; /* ln of how likely they are, but for a constant */
};

/*
 * Room for so many values: their covariance, noise on the diagonal included,
 * goes into "factor" and they themselves into "weights".
 */
enum model_status gaussian_new(struct gaussian *gaussian, size_t count);

/* MODEL_SINGULAR where the covariance is none. */
enum model_status gaussian_solve(struct gaussian *gaussian);

/*
 * At a place that has this variance, and the covariances in "shared" with those
 * that were measured: what is to be added to what was expected of it, and its
 * standard deviation. "shared" is lost.
 */
void gaussian_at(struct gaussian *gaussian, double variance, double *mean,
		 double *deviation);

void gaussian_free(struct gaussian *gaussian);

#endif
