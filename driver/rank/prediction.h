/*
 * A loop whose variants are predicted: a record, the values of its
 * parameters, and a machine.
 */
#ifndef PODIUM_PREDICTION_H
#define PODIUM_PREDICTION_H

#include <jansson.h>
#include <stdbool.h>

#include "models/estimate.h"
#include "models/refine.h"

struct prediction;
struct option;
struct text;

/*
 * The record and the machine must stay. NULL where the loop cannot be
 * predicted; *why, a constant, says why not.
 */
struct prediction *prediction_new(const json_t *record,
				  const struct machine *machine,
				  const char **why);
void prediction_free(struct prediction *prediction);

const json_t *prediction_record(const struct prediction *prediction);

/* Give a parameter its value; false if the loop has none of that name. */
bool prediction_set(struct prediction *prediction, const char *name,
		    double value);

/* Of an option: NAME=NUMBER, one more of struct words. */
bool prediction_take_setting(void *words, const struct option *option,
			     const char *value);

/* Is it "*=N", the value of all that are needed and have no other? */
bool prediction_is_any(const char *setting);

/* The same by "NAME=N" or "*=N", which was checked. */
bool prediction_apply(struct prediction *prediction, const char *setting);

/*
 * Say how often a loop of the nest runs, counted from its outermost, where its
 * parameters do not tell: then those are not needed for it.
 */
void prediction_count(struct prediction *prediction, int loop, double trip);

/* The name of the parameter, NULL at the end; is a value needed and absent? */
const char *prediction_parameter(const struct prediction *prediction, int i);
bool prediction_misses(const struct prediction *prediction, int i);

/* As it was given or is computed, NaN where it is not known. */
double prediction_value(const struct prediction *prediction, int i);

/* The schedule of the source. Threads are "cores" where it names none. */
struct schedule prediction_schedule(const struct prediction *prediction,
				    int cores);

/*
 * Iterations that are shared out by one execution of the construct, 0 if
 * nothing could be computed.
 */
double prediction_iterations(struct prediction *prediction);

/*
 * Others of the same function, which run in turn with this one, the last
 * before it first. All must have their values, and stay.
 */
bool prediction_follow(struct prediction *prediction,
		       struct prediction *const *others, size_t count,
		       struct text *problem);

/* Estimate a variant. On failure *problem says why. */
bool prediction_estimate(struct prediction *prediction,
			 const struct schedule *schedule,
			 struct estimate *estimate, struct text *problem);

/*
 * Numbers that are equal for loops which differ in nothing but clauses, whose
 * innermost loops are alike, and of which the same one is shared out.
 */
struct likeness {
	unsigned long long nest, inner, level;
};

struct likeness prediction_likeness(const struct prediction *prediction);

/* What a search is told of a variant. */
struct refine_item prediction_item(const struct likeness *likeness,
				   const struct schedule *schedule,
				   double cycles);

#endif
