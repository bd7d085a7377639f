/*
 * A nest under values of its symbols, ready to be estimated under any
 * schedule: that is computed once, a schedule then costs microseconds.
 */
#ifndef PODIUM_ESTIMATOR_H
#define PODIUM_ESTIMATOR_H

#include "machine.h"
#include "nest.h"
#include "work.h"

struct estimator;

/*
 * An estimator of the nest under these values of its symbols. The nest must
 * stay.
 */
enum model_status estimator_new(const struct nest *nest, const double *values,
				const struct machine *machine,
				struct estimator **estimator);
void estimator_free(struct estimator *estimator);

/*
 * Others of the same program, which run in turn with this one: the last before
 * it comes first. What threads wrote there lies in their caches, and what the
 * others touch has passed through them before this one runs again. They must
 * stay as long as this one is asked.
 */
void estimator_follow(struct estimator *estimator,
		      struct estimator *const *others, int count);

/* What the estimator knows of the loops. */
const struct work *estimator_work(const struct estimator *estimator);

#endif
