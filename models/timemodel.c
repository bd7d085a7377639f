/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time models FAN, PAR and PIPE.
 */
#include "timemodel.h"

#include <math.h>
#include <stdbool.h>

static enum model_status check_positive(double value)
{
	if (!isfinite(value))
		return MODEL_NOT_FINITE;
	return value > 0 ? MODEL_OK : MODEL_NOT_POSITIVE;
}

/* Costs and amounts: zero is one. */
static enum model_status check_amount(double value)
{
	if (!isfinite(value))
		return MODEL_NOT_FINITE;
	return value >= 0 ? MODEL_OK : MODEL_NOT_POSITIVE;
}

static enum model_status check_amounts(const double *values, size_t count)
{
	enum model_status status = MODEL_OK;

	for (size_t i = 0; i < count && status == MODEL_OK; i++)
		status = check_amount(values[i]);
	return status;
}

static enum model_status check_machine(const struct timemodel_machine *machine)
{
	const double costs[] = {machine->send, machine->synchronise,
				machine->time_stamp};
	enum model_status status = check_amounts(costs, 3);

	for (int k = 0; k < TIMEMODEL_LOCALITIES && status == MODEL_OK; k++)
		status = check_positive(machine->operation[k]);
	return status == MODEL_OK ? check_positive(machine->overlap) : status;
}

static enum model_status check_work(const struct timemodel_work *work)
{
	enum model_status status =
		check_amounts(work->operations, TIMEMODEL_LOCALITIES);

	if (status == MODEL_OK)
		status = check_amount(work->iterations);
	if (status == MODEL_OK)
		status = check_amount(work->data);
	return status == MODEL_OK ? check_positive(work->threads) : status;
}

/* The operations of an iteration: sum of r_k z_k / l_p. */
static double operation_time(const struct timemodel_machine *machine,
			     const double operations[TIMEMODEL_LOCALITIES])
{
	double sum = 0;

	for (int k = 0; k < TIMEMODEL_LOCALITIES; k++)
		sum += machine->operation[k] * operations[k];
	return sum / machine->overlap;
}

static double sum_of_terms(const struct timemodel_machine *machine,
			   const struct timemodel_work *work)
{
	return operation_time(machine, work->operations) * work->iterations /
		       work->threads +
	       machine->send * work->data * work->iterations +
	       machine->synchronise + machine->time_stamp;
}

enum model_status timemodel_par(const struct timemodel_machine *machine,
				const struct timemodel_work *paths,
				size_t count, double *time, size_t *critical)
{
	enum model_status status = check_machine(machine);
	double longest = -1;
	size_t which = 0;

	if (status != MODEL_OK)
		return status;
	if (count == 0)
		return MODEL_TOO_FEW;
	for (size_t i = 0; i < count; i++) {
		double length;

		status = check_work(&paths[i]);
		if (status != MODEL_OK)
			return status;
		length = sum_of_terms(machine, &paths[i]);
		if (!isfinite(length))
			return MODEL_NOT_FINITE;
		if (length > longest) {
			longest = length;
			which = i;
		}
	}
	*time = longest;
	*critical = which;
	return MODEL_OK;
}

enum model_status timemodel_of_machine(const struct machine *machine,
				       double threads,
				       struct timemodel_machine *result)
{
	struct timemodel_machine made = {
		.overlap = machine->pipeline,
		.send = machine->send,
		.synchronise = machine_at(&machine->region, threads),
		.time_stamp = machine->time_stamp,
	};
	double addition = machine->operation[OPERATION_ADD][TYPE_F64].latency;
	enum model_status status = check_positive(threads);

	if (status != MODEL_OK)
		return status;
	if (!machine_is_sound(machine))
		return MODEL_BAD_ARGUMENT;
	made.operation[0] = addition;
	for (int level = 0; level < LEVEL_COUNT; level++)
		made.operation[level + 1] =
			addition +
			made.overlap * machine->transfer[threads > 1][level]
							[STRIDE_SEQUENTIAL];
	status = check_machine(&made);
	if (status == MODEL_OK)
		*result = made;
	return status;
}
