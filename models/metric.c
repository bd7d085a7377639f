/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The synchronisation overhead metric of Niculescu, Serban and Vescan, 2022,
 * carried to OpenMP and POSIX threads.
 */
#include "metric.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define SIGMA 100.0
/* Of a section of one statement, which is what calibration enters. */
#define SMALLEST_SECTION 2

static const struct metric_weights published = {
	.weight =
		{
			[METRIC_BARRIER] = 1.04,
			[METRIC_WAIT] = 1.31,
			[METRIC_AWAIT] = 2.15,
			[METRIC_EXCHANGE] = 2.09,
			[METRIC_SYNC] = 1.38,
			[METRIC_LOCK] = 1.70,
			[METRIC_ATOMIC] = 1.38,
		},
	.sigma = SIGMA,
};

static const char *const names[] = {
	[METRIC_BARRIER] = "barrier", [METRIC_WAIT] = "wait",
	[METRIC_AWAIT] = "condition", [METRIC_EXCHANGE] = "ordered",
	[METRIC_SYNC] = "critical",   [METRIC_LOCK] = "lock",
	[METRIC_ATOMIC] = "atomic",
};

const char *metric_name(enum metric_mechanism mechanism)
{
	return names[mechanism];
}

void metric_published(struct metric_weights *weights)
{
	*weights = published;
}

void metric_of_machine(const struct machine *machine, double threads,
		       struct metric_weights *weights)
{
	double *weight = weights->weight;
	double slower =
		published.weight[METRIC_AWAIT] / published.weight[METRIC_WAIT];

	weights->sigma = SIGMA;
	weight[METRIC_BARRIER] =
		machine_at(&machine->barrier, threads) / (threads * SIGMA);
	weight[METRIC_WAIT] = machine->send * SIGMA;
	weight[METRIC_AWAIT] = slower * machine->send * SIGMA;
	weight[METRIC_EXCHANGE] =
		machine_at(&machine->ordered, threads) * SIGMA;
	weight[METRIC_SYNC] = machine_at(&machine->critical, threads) * SIGMA /
			      SMALLEST_SECTION;
	weight[METRIC_LOCK] =
		machine_at(&machine->lock, threads) * SIGMA / SMALLEST_SECTION;
	weight[METRIC_ATOMIC] = machine_at(&machine->atomic, threads) * SIGMA;
}

static enum model_status check(const struct metric_program *program,
			       const struct metric_weights *weights,
			       double threads, double load)
{
	if (!isfinite(threads) || !isfinite(load) || !isfinite(weights->sigma))
		return MODEL_NOT_FINITE;
	if (threads <= 0 || load <= 0 || weights->sigma <= 0)
		return MODEL_NOT_POSITIVE;
	if (!isfinite(program->statements) || !isfinite(program->conditional))
		return MODEL_NOT_FINITE;
	if (program->conditional < 0 ||
	    program->statements < program->conditional)
		return MODEL_BAD_ARGUMENT;
	for (int i = 0; i < METRIC_COUNT; i++) {
		if (!isfinite(program->amount[i]))
			return MODEL_NOT_FINITE;
		if (program->amount[i] < 0)
			return MODEL_BAD_ARGUMENT;
	}
	return MODEL_OK;
}

enum model_status metric_overhead(const struct metric_program *program,
				  const struct metric_weights *weights,
				  double threads, double load,
				  struct metric_result *result)
{
	enum model_status status = check(program, weights, threads, load);
	struct metric_result made = {0};
	double factor;

	if (status != MODEL_OK)
		return status;
	if (program->statements > 0)
		made.dissimilarity = program->conditional / program->statements;
	factor = weights->sigma * load * (1 + made.dissimilarity);
	for (int i = 0; i < METRIC_COUNT; i++) {
		double term = weights->weight[i] * program->amount[i];

		made.term[i] = i == METRIC_BARRIER ? term * threads * factor
						   : term / factor;
		made.overhead += made.term[i];
	}
	*result = made;
	return MODEL_OK;
}
