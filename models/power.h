/*
 * The power models of Kaminska and Bielecki (statistical models for iterative
 * compilation): the processor time of a loop, summed over its threads, as
 *
 *	Y = X1^a1 * X2^a2 * X3^a3 * X4^a4	without a constant factor
 *
 * Equation (27) of doc/models.md.
 *
 * X1  effective capacity of the cache for the bytes of data of the loop
 * X2  weighted operations of one thread
 * X3  iterations of the largest chunk
 * X4  threads
 *
 * fitted to "pattern" loops on the machine by least squares of logarithms, and
 * the four other forms that they compared it with.
 */
#ifndef PODIUM_POWER_H
#define PODIUM_POWER_H

#include <stddef.h>

#include "regress.h"
#include "status.h"

#define POWER_VARIABLES 4

/* All above zero. */
struct power_point {
	double x[POWER_VARIABLES];
	double cycles; /* Y */
};

enum power_form {
	POWER_LINEAR,	   /* Y = sum of a[i] X[i] */
	POWER_POWER,	   /* ln Y = sum of a[i] ln X[i] */
	POWER_EXPONENTIAL, /* ln Y = sum of a[i] X[i] */
	POWER_LOGARITHMIC, /* Y = sum of a[i] ln X[i] */
	POWER_HYPERBOLIC,  /* Y = sum of a[i] / X[i] */
	POWER_FORMS
};

/* "linear", "power", ... */
const char *power_form_name(enum power_form form);

/* Sets of variables, as bits. */
#define POWER_ONLY(i) (1u << (i))
#define POWER_ALL (POWER_ONLY(POWER_VARIABLES) - 1)

struct power_fit {
	enum power_form form;
	unsigned variables;
	double exponent[POWER_VARIABLES]; /* a; 0 for those left out */
	struct regress_fit fit;		  /* its terms: the variables in turn */
	/*
	 * R2 twice. "r2" is that of the regression: about zero, for there is
	 * no constant, and of ln Y where that is what was fitted. The published
	 * table can only be this one: forms without a constant have no other
	 * that stays above zero with a single variable. "r2_cycles" is the
	 * stricter 1 - (sum of squared errors of Y) / (sum of squares of Y
	 * about its mean), the same for all forms; below zero is worse than
	 * the mean.
	 */
	double r2;
	double r2_cycles;
};

/*
 * Fit a form in some of the variables. MODEL_CONSTANT: a variable is the same
 * in all points; it would be a hidden constant. Otherwise as regress_fit.
 */
enum model_status power_fit(const struct power_point *points, size_t count,
			    enum power_form form, unsigned variables,
			    enum regress_method method, struct power_fit *fit);

/* All five forms: case 0 with all variables, case i with the i-th alone. */
#define POWER_CASES (1 + POWER_VARIABLES)

struct power_comparison {
	double r2[POWER_FORMS][POWER_CASES]; /* NAN where there is no fit */
	double r2_cycles[POWER_FORMS][POWER_CASES];
	enum power_form best[POWER_CASES]; /* by r2 */
};

/* MODEL_TOO_FEW and others: not even one form can be fitted to all. */
enum model_status power_compare(const struct power_point *points, size_t count,
				struct power_comparison *comparison);

/* A model whose exponents are known. */
struct power_law {
	const char *pattern;
	double exponent[POWER_VARIABLES];
};

/* Their (3) and (4), of their machine: for orders, not for times. */
extern const struct power_law power_noninterf; /* reuse, no interference */
extern const struct power_law power_matmul;    /* reuse with interference */

enum model_status power_law_cycles(const struct power_law *law,
				   const double x[POWER_VARIABLES],
				   double *cycles);

/* What was measured of the pattern. */
struct power_domain {
	double least_bytes, most_bytes; /* data */
	double l2_bytes;		/* capacity */
	double shortest, longest;	/* time, in any unit */
};

struct power_loop {
	double bytes;
	double mean_chunks, most_chunks; /* of a thread */
	double time;			 /* 0: not known, not checked */
};

/* Where an estimate is an extrapolation, as bits. */
enum power_violation {
	POWER_BEYOND_L2 = 1,
	POWER_LITTLE_DATA = 2,
	POWER_MUCH_DATA = 4,
	POWER_UNEVEN_CHUNKS = 8, /* most beyond 1.5 times the mean */
	POWER_TOO_SHORT = 16,
	POWER_TOO_LONG = 32,
};

/*
 * Their three checks: data, chunks, duration. *violations is 0 within the
 * domain.
 */
enum model_status power_check(const struct power_domain *domain,
			      const struct power_loop *loop,
			      unsigned *violations);

#endif
