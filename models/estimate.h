/*
 * The estimate: cycles of a nest under a schedule as a sum of terms, nothing
 * fitted. What each term says is in doc/models.md.
 */
#ifndef PODIUM_ESTIMATE_H
#define PODIUM_ESTIMATE_H

#include "estimator.h"
#include "schedule.h"
#include "terms.h"

enum model_status estimator_estimate(const struct estimator *estimator,
				     const struct schedule *schedule,
				     struct estimate *estimate);

/* "memory", and a reason in words: "waits for memory". */
const char *estimate_name(enum estimate_term term);
const char *estimate_reason(enum estimate_term term);

#endif
