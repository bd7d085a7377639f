/*
 * A machine out of what was measured of it, what of that is weak, and
 * whether to trust it at all.
 */
#ifndef PODIUM_OUTCOME_H
#define PODIUM_OUTCOME_H

#include <jansson.h>
#include <stdbool.h>

#include "models/machine.h"

struct measure;
struct text;

struct outcome {
	struct machine machine;
	json_t *weak;	    /* [{"field", "why"}] */
	json_t *time_model; /* what only the time models need */
	double check;	    /* difference of the same work under two names */
	double drift;	    /* of the clock between passes */
	double load;	    /* a usual sample by a quick one */
	double noisy;	    /* share of the fields that vary too much */
};

/* Fields that were not measured, or came out as nothing, are generic. */
void outcome_take(struct outcome *calibrated, const struct measure *measure);

/* If it is not to be trusted: true, and *why. */
bool outcome_is_doubtful(const struct outcome *calibrated, struct text *why);

void outcome_free(struct outcome *calibrated);

#endif
