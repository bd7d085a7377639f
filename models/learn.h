/*
 * Learning: factors by which the terms of the estimate are corrected, from
 * measured rows of any loops. They are only to be used where they make the
 * order better on kernels that they were not learned from.
 */
#ifndef PODIUM_LEARN_H
#define PODIUM_LEARN_H

#include <stdbool.h>
#include <stddef.h>

#include "estimate.h"
#include "status.h"

struct learn_row {
	double term[ESTIMATE_TERMS]; /* cycles, as estimated */
	double time;		     /* measured, in any unit of its problem */
	int problem; /* rows of one problem are compared with each other */
	int kernel;  /* problems of one kernel are left out together */
};

struct learn_factors {
	double of[ESTIMATE_TERMS];
};

/* All 1: the estimate as it is. */
struct learn_factors learn_nothing(void);

double learn_cycles(const struct learn_factors *factors, const double *term);

/*
 * Fit the factors to all rows but those of kernel "without" (-1: to all):
 * the least squares of ln(time) - ln(cycles), a constant for each problem
 * free, the logarithm of each factor drawn towards 0. MODEL_TOO_FEW with less
 * than two problems or not more rows than terms.
 */
enum model_status learn_fit(const struct learn_row *rows, size_t count,
			    int without, struct learn_factors *factors);

/* Geometric means over the problems. */
struct learn_regret {
	double first, third; /* of the first, and the best of three */
};

struct learn_result {
	struct learn_factors factors; /* fitted to all */
	int kernels;
	struct learn_regret before; /* of the estimate as it is */
	struct learn_regret after;  /* each kernel by factors without it */
	bool accepted;		    /* better beyond noise: use them */
};

/* Leave one kernel out at a time. */
enum model_status learn_validate(const struct learn_row *rows, size_t count,
				 struct learn_result *result);

#endif
