/*
 * A machine out of what was measured of it, what of that is weak, and
 * whether to trust it at all.
 */
#ifndef PODIUM_CALIBRATED_H
#define PODIUM_CALIBRATED_H

#include <jansson.h>
#include <stdbool.h>

#include "models/machine.h"

struct measure;
struct text;

struct calibrated {
	struct machine machine;
	json_t *weak;	    /* [{"field", "why"}] */
	json_t *time_model; /* what only the time models need */
	double check;	    /* difference of the same work under two names */
	double drift;	    /* of the clock between passes */
	double load;	    /* a usual sample by a quick one */
	double noisy;	    /* share of the fields that vary too much */
};

/* Fields that were not measured, or came out as nothing, are generic. */
void calibrated_take(struct calibrated *calibrated,
		     const struct measure *measure);

/* If it is not to be trusted: true, and *why. */
bool calibrated_is_doubtful(const struct calibrated *calibrated,
			    struct text *why);

void calibrated_free(struct calibrated *calibrated);

#endif
