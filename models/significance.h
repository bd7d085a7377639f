/*
 * How much each of several attributes matters for a decision: rough sets,
 * soft reduction of attributes. Samples with equal codes are a set; what most
 * of them have for a decision is its rule.
 */
#ifndef PODIUM_SIGNIFICANCE_H
#define PODIUM_SIGNIFICANCE_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#define SIGNIFICANCE_INTERVALS 100 /* at most */

/*
 * An attribute in intervals that hold as many samples each as possible. The
 * code of a value is the number of borders at or below it, so equal values
 * have equal codes. A border that would fall among equal values is moved to
 * the nearer end of these, the lower one if both are as near; borders that
 * meet become one. So an attribute of few values has fewer intervals.
 */
struct significance_coding {
	int intervals;
	double border[SIGNIFICANCE_INTERVALS - 1]; /* rising */
};

int significance_code(const struct significance_coding *coding, double value);

struct significance_input {
	size_t count;			/* samples */
	size_t attributes;		/* conditional ones */
	const double *const *attribute; /* of each its value in each sample */
	const double *decision;
	int intervals; /* of each attribute and of the decision, 2 or more */
};

/* At one threshold, of all attributes or of all but one. */
struct significance_rules {
	size_t sets;	     /* elementary sets, L */
	size_t useful;	     /* rules at least as probable as the threshold */
	double probability;  /* the useful rules' sum over L: P */
	double significance; /* 1 - P'/P of what was left out; NAN if P is 0 */
};

/*
 * Of "thresholds" thresholds, each above 0 and at most 1: rules[t] with all
 * attributes at threshold t, rules[(i + 1) * thresholds + t] without
 * attribute i. coding[i] is that of attribute i, behind them the decision's.
 * Equation (35) of doc/models.md is of these.
 *
 * MODEL_TOO_FEW: fewer samples than intervals, or no attribute or threshold.
 * MODEL_CONSTANT: the decision is the same everywhere. MODEL_BAD_ARGUMENT: a
 * threshold or the intervals are out of range. MODEL_TOO_MANY: so many
 * attributes of so many intervals that 64 bits cannot number the sets.
 */
enum model_status significance_rules(const struct significance_input *input,
				     const double *threshold, size_t thresholds,
				     struct significance_rules *rules,
				     struct significance_coding *coding);

#endif
