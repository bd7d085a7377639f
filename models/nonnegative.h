/*
 * Least squares with coefficients that are not below zero: for costs, which
 * cannot be, and which noise would make so.
 */
#ifndef PODIUM_NONNEGATIVE_H
#define PODIUM_NONNEGATIVE_H

#include "regress.h"

/*
 * The coefficients of the data's terms, by active sets: C. L. Lawson and
 * R. J. Hanson, Solving Least Squares Problems, 1974, chapter 23.
 * MODEL_TOO_FEW: not more points than terms. MODEL_BAD_ARGUMENT: a constant,
 * no terms or too many. MODEL_NO_CONVERGENCE, and what regress_fit says of
 * the variables.
 */
enum model_status nonnegative_fit(const struct regress_data *data,
				  double *coefficient);

/* Of each point, what such a fit to all the others says there. */
enum model_status nonnegative_left_out(const struct regress_data *data,
				       double *predicted);

#endif
