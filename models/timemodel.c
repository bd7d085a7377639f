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

enum model_status timemodel_fan(const struct timemodel_machine *machine,
				const struct timemodel_work *work, double *time)
{
	size_t critical;

	return timemodel_par(machine, work, 1, time, &critical);
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

/* Time of an iteration in the stages from "first" up to before "end". */
static double group_time(const struct timemodel_machine *machine,
			 const struct timemodel_stage *stages, size_t first,
			 size_t end)
{
	double sum = machine->send * stages[first].data;

	for (size_t i = first; i < end; i++)
		sum += operation_time(machine, stages[i].operations);
	return sum;
}

/*
 * The least slowest group of the first "end" stages in so many groups, and
 * where the last of these groups begins.
 */
struct grouping {
	double slowest[TIMEMODEL_STAGES + 1][TIMEMODEL_STAGES + 1];
	size_t begin[TIMEMODEL_STAGES + 1][TIMEMODEL_STAGES + 1];
};

static void choose_last(struct grouping *grouping,
			const struct timemodel_machine *machine,
			const struct timemodel_stage *stages, size_t groups,
			size_t end)
{
	double *slowest = &grouping->slowest[groups][end];

	*slowest = INFINITY;
	grouping->begin[groups][end] = groups - 1;
	for (size_t first = groups - 1; first < end; first++) {
		double last = group_time(machine, stages, first, end);
		double all = fmax(grouping->slowest[groups - 1][first], last);

		if (all < *slowest) {
			*slowest = all;
			grouping->begin[groups][end] = first;
		}
	}
}

/* Fewer groups than threads may be better: less is sent. */
static size_t choose_groups(struct grouping *grouping,
			    const struct timemodel_machine *machine,
			    const struct timemodel_stage *stages, size_t count,
			    size_t threads)
{
	size_t best = 1;

	for (size_t end = 1; end <= count; end++)
		grouping->slowest[0][end] = INFINITY;
	grouping->slowest[0][0] = 0;
	for (size_t groups = 1; groups <= count && groups <= threads;
	     groups++) {
		for (size_t end = groups; end <= count; end++)
			choose_last(grouping, machine, stages, groups, end);
		if (grouping->slowest[groups][count] <
		    grouping->slowest[best][count])
			best = groups;
	}
	return best;
}

static double pipe_time(const struct grouping *grouping,
			const struct timemodel_machine *machine,
			const struct timemodel_stage *stages, size_t count,
			size_t groups, double iterations, size_t *critical)
{
	double slowest = -1, all = 0;
	size_t end = count;

	for (; groups > 0; groups--) {
		size_t first = grouping->begin[groups][end];
		double time = group_time(machine, stages, first, end);

		all += time;
		if (time >= slowest) {
			slowest = time;
			*critical = first;
		}
		end = first;
	}
	return all + (iterations - 1) * slowest + machine->synchronise +
	       machine->time_stamp;
}

static enum model_status check_stages(const struct timemodel_stage *stages,
				      size_t count)
{
	if (count == 0)
		return MODEL_TOO_FEW;
	if (count > TIMEMODEL_STAGES)
		return MODEL_BAD_ARGUMENT;
	for (size_t i = 0; i < count; i++) {
		enum model_status status = check_amounts(stages[i].operations,
							 TIMEMODEL_LOCALITIES);

		if (status == MODEL_OK)
			status = check_amount(stages[i].data);
		if (status != MODEL_OK)
			return status;
	}
	return MODEL_OK;
}

enum model_status timemodel_pipe(const struct timemodel_machine *machine,
				 const struct timemodel_stage *stages,
				 size_t count, double iterations,
				 size_t threads, double *time, size_t *critical)
{
	enum model_status status = check_machine(machine);
	struct grouping grouping;
	size_t groups, slowest = 0;
	double length;

	if (status == MODEL_OK)
		status = check_stages(stages, count);
	if (status == MODEL_OK)
		status = check_positive(iterations);
	if (status == MODEL_OK && (iterations < 1 || threads == 0))
		status = MODEL_BAD_ARGUMENT;
	if (status != MODEL_OK)
		return status;
	groups = choose_groups(&grouping, machine, stages, count, threads);
	length = pipe_time(&grouping, machine, stages, count, groups,
			   iterations, &slowest);
	if (!isfinite(length))
		return MODEL_NOT_FINITE;
	*time = length;
	*critical = slowest;
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
