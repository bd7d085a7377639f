/*
 * Linear regression: y = c[0] x[0] + c[1] x[1] + ..., with a constant or
 * without, by least squares or robustly, with what is needed to trust it.
 */
#ifndef PODIUM_REGRESS_H
#define PODIUM_REGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

#define REGRESS_TERMS 16 /* at most, the constant included */

enum regress_method {
	/* Least squares: best where errors are normal. */
	REGRESS_ORDINARY,
	/*
	 * Tukey's bisquare (GSL): points far off the others lose their weight.
	 * For times that were disturbed now and then.
	 */
	REGRESS_ROBUST,
};

struct regress_data {
	size_t count; /* points */
	size_t terms; /* variables, without the constant */
	const double
		*x; /* the variables of the first point, of the second... */
	const double *y;
	bool constant; /* fit one as well: it is the first coefficient */
};

struct regress_fit {
	size_t count, terms; /* terms with the constant */
	bool constant;
	double coefficient[REGRESS_TERMS];
	double error[REGRESS_TERMS]; /* standard error of each */
	double covariance[REGRESS_TERMS][REGRESS_TERMS];
	/*
	 * Variance inflation: how many times larger the variance of the
	 * coefficient is than were its variable unrelated to the others. Above
	 * 10 a coefficient says little by itself; 0 for the constant. Without
	 * a constant, variables are taken from zero, not from their mean.
	 */
	double inflation[REGRESS_TERMS];
	/*
	 * Condition number of the variables scaled to unit length (Belsley):
	 * above 30 they are nearly dependent.
	 */
	double condition;
	double deviation; /* standard deviation of the errors */
	double freedom;	  /* points less coefficients */
	/*
	 * 1 - (sum of squared errors) / (sum of squares of y), the latter
	 * about the mean with a constant and about zero without: without one
	 * the usual R2 may be negative and "uncentred" is the convention. In a
	 * robust fit of all points, with those that lost their weight.
	 */
	double r2;
	double r2_adjusted;
};

/*
 * MODEL_TOO_FEW: not more points than coefficients. MODEL_CONSTANT: y or,
 * beside a constant, a variable is the same everywhere. MODEL_SINGULAR:
 * variables depend on each other. MODEL_NO_CONVERGENCE: robust only.
 * MODEL_BAD_ARGUMENT: no variable and no constant, or too many.
 */
enum model_status regress_fit(const struct regress_data *data,
			      enum regress_method method,
			      struct regress_fit *fit);

#endif
