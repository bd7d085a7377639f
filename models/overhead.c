/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the time goes that a parallel program takes beyond T(1) / p.
 *
 * M. K. Bane, G. D. Riley: Extended overhead analysis for OpenMP, Euro-Par
 * 2002. Between two synchronisation points each of p threads spends all of
 * T(p) beginning late, working, asking and waiting, so T(p) is the mean over
 * the threads of all these, and T(p) - T(1) / p the sum of what each is more
 * than a p-th of the same of one thread.
 */
#include "overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[OVERHEADS] = {
	[OVERHEAD_UNPARALLELISED] = "unparallelised",
	[OVERHEAD_PARTIAL] = "partially parallelised",
	[OVERHEAD_REPLICATED] = "replicated work",
	[OVERHEAD_IMBALANCE] = "load imbalance",
	[OVERHEAD_CRITICAL] = "waiting for critical",
	[OVERHEAD_LOCK] = "waiting for locks",
	[OVERHEAD_CONDITION] = "waiting for conditions",
	[OVERHEAD_ORDERED] = "waiting for ordered",
	[OVERHEAD_SCHEDULING] = "scheduling",
	[OVERHEAD_FORK_JOIN] = "fork/join",
	[OVERHEAD_UNIDENTIFIED] = "unidentified",
	[OVERHEAD_GAIN] = "beyond ideal",
};

const char *overhead_name(enum overhead overhead)
{
	return (size_t)overhead < OVERHEADS ? names[overhead] : "unknown";
}

static double sum_of(const struct overhead_amounts *amounts)
{
	double sum = 0;

	for (int i = 0; i < OVERHEADS; i++)
		sum += amounts->part[i];
	return sum;
}

/*
 * What all threads did outside of loops, one could have done for all, if it
 * is also more than it was in all with one thread: threads that share out
 * work by their numbers replicate none.
 */
static double replicated(double p, const struct overhead_sums *many,
			 const struct overhead_sums *one)
{
	double more = (many->outside - one->outside) / p;
	double most = many->common / p * (1 - 1 / p);

	return fmax(0, fmin(more, most));
}

/* Threads of the p that the team does not have wait all the time. */
static void attribute_waits(double p, const struct overhead_sums *many,
			    double *part)
{
	double alone =
		many->alone_wait + p * many->alone_wall - many->alone_present;
	double all = many->wait + p * many->wall - many->present;

	part[OVERHEAD_UNPARALLELISED] = alone / p;
	part[OVERHEAD_IMBALANCE] = many->imbalance;
	part[OVERHEAD_PARTIAL] = (all - alone) / p - many->imbalance;
}

static bool is_finite(const struct overhead_sums *sums)
{
	double numbers[sizeof(*sums) / sizeof(double)];

	memcpy(numbers, sums, sizeof(numbers));
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (!isfinite(numbers[i]))
			return false;
	return true;
}

enum model_status overhead_attribute(double p, const struct overhead_sums *many,
				     const struct overhead_sums *one,
				     bool shared,
				     struct overhead_amounts *amounts)
{
	struct overhead_amounts result = {0};

	if (!isfinite(p) || !is_finite(many) || !is_finite(one))
		return MODEL_NOT_FINITE;
	if (p < 1)
		return MODEL_NOT_POSITIVE;
	result.total = many->wall - one->wall / p;
	if (many->tasks == 0)
		attribute_waits(p, many, result.part);
	if (shared)
		result.part[OVERHEAD_REPLICATED] = replicated(p, many, one);
	result.part[OVERHEAD_CRITICAL] = (many->critical - one->critical) / p;
	result.part[OVERHEAD_LOCK] = (many->lock - one->lock) / p;
	result.part[OVERHEAD_CONDITION] =
		(many->condition - one->condition) / p;
	result.part[OVERHEAD_ORDERED] = (many->ordered - one->ordered) / p;
	result.part[OVERHEAD_SCHEDULING] = (many->dispatch - one->dispatch) / p;
	result.part[OVERHEAD_FORK_JOIN] =
		(many->enter + many->leave - one->enter - one->leave) / p;
	result.part[OVERHEAD_UNIDENTIFIED] = result.total - sum_of(&result);
	*amounts = result;
	return MODEL_OK;
}

void overhead_acquit(struct overhead_amounts *amounts)
{
	memset(amounts->part, 0, sizeof(amounts->part));
	amounts->part[OVERHEAD_GAIN] = amounts->total;
}

void overhead_add(struct overhead_amounts *sum,
		  const struct overhead_amounts *summand)
{
	sum->total += summand->total;
	for (int i = 0; i < OVERHEADS; i++)
		sum->part[i] += summand->part[i];
}

/* Of the totals if "part" is OVERHEADS; "values" has room for all rounds. */
static double summarise(const struct overhead_amounts *rounds, size_t count,
			int part, double *values, struct scaling_range *range)
{
	for (size_t i = 0; i < count; i++)
		values[i] = part == OVERHEADS ? rounds[i].total
					      : rounds[i].part[part];
	return scaling_interval(values, count, range);
}

static void set_unidentified(struct overhead_figures *figures)
{
	struct scaling_range *range = &figures->part[OVERHEAD_UNIDENTIFIED];
	double rest = figures->total.value;

	for (int i = 0; i < OVERHEADS; i++)
		if (i != OVERHEAD_UNIDENTIFIED)
			rest -= figures->part[i].value;
	range->value = rest;
	range->low = figures->confidence > 0 ? fmin(range->low, rest) : rest;
	range->high = figures->confidence > 0 ? fmax(range->high, rest) : rest;
}

enum model_status overhead_summarise(const struct overhead_amounts *rounds,
				     size_t count,
				     struct overhead_figures *figures)
{
	double *values;

	if (count == 0)
		return MODEL_TOO_FEW;
	values = calloc(count, sizeof(*values));
	if (!values)
		return MODEL_NO_MEMORY;
	for (int i = 0; i < OVERHEADS; i++)
		summarise(rounds, count, i, values, &figures->part[i]);
	figures->confidence =
		summarise(rounds, count, OVERHEADS, values, &figures->total);
	set_unidentified(figures);
	free(values);
	return MODEL_OK;
}
