/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A machine out of what was measured of it.
 */
#include "outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "machine/field.h"
#include "machine/topology.h"
#include "measure.h"

#define NOISE_MOST .25 /* of a value, above which it is called weak */
#define SMALL .5       /* cycles: noise below this is of no account */
#define DRIFT_TOLD .05 /* of the clock, worth a word */
#define CHECK_MOST .05 /* the same work twice may differ by this */
#define DRIFT_MOST .5  /* of the clock, between the passes */
#define LOAD_MOST 1.5  /* a usual sample by a quick one */
#define NOISY_MOST .5  /* share of the fields */
#define HALVES 1.4     /* times as long beside another: on one core */
#define CORES_ENOUGH 4 /* to tell a curve from a line */

/* ---- words ---- */

static void call_weak(struct outcome *calibrated, const char *field, char *why)
{
	json_array_append_new(calibrated->weak, json_pack("{s:s, s:s}", "field",
							  field, "why", why));
	free(why);
}

/* ---- fields ---- */

static bool is_in_cycles(const struct field *field)
{
	return strcmp(field->unit, "cycles") == 0;
}

/* In the unit of the field; only times depend on the clock. */
static double value_of(const struct measured *measured,
		       const struct field *field)
{
	return is_in_cycles(field) ? measured_cycles(measured)
				   : measured_nanoseconds(measured);
}

static double noise_of(const struct measured *measured,
		       const struct field *field)
{
	double noise = measured_noise(measured);

	return is_in_cycles(field) ? noise
				   : noise * measured_nanoseconds(measured) /
					     measured_cycles(measured);
}

/* A value that is nothing, or less, is none: what was left of a difference
   is smaller than its error. */
static bool is_usable(const struct field *field, double value)
{
	return value > 0 && field_accepts(field, value);
}

/* Judge a value that will be used; returns if it is noisy. */
static bool is_noisy(struct outcome *calibrated, const char *name, double value,
		     double noise)
{
	if (noise <= NOISE_MOST * value || noise <= SMALL)
		return false;
	call_weak(calibrated, name,
		  memory_print("noise: %.0f %% between passes",
			       100 * noise / value));
	return true;
}

struct tally {
	int measured, noisy;
};

/*
 * A number that could not be measured is that of a generic machine; of a line
 * with all cores at work it is that with one, which was taken before.
 */
static void stand_in(struct outcome *calibrated, const struct field *field)
{
	static const char all[] = "transfer.all.";
	struct machine *machine = &calibrated->machine;
	const struct field *other = field;
	char *name;

	if (strncmp(field->name, all, strlen(all)) == 0) {
		name = memory_print("transfer.one.%s",
				    field->name + strlen(all));
		other = field_find(name);
		free(name);
	}
	field_set(machine, field, field_value(machine, other));
	call_weak(calibrated, field->name,
		  memory_print("too small to measure here: %.3g is that of %s",
			       field_value(machine, field),
			       other == field ? "a generic machine"
					      : "one core"));
}

static void take_number(struct outcome *calibrated,
			const struct measure *measure,
			const struct field *field, struct tally *tally)
{
	const struct measured *measured = measure_find(measure, field->name);
	double value;

	if (!measured)
		return;
	value = value_of(measured, field);
	tally->measured++;
	if (!is_usable(field, value)) {
		stand_in(calibrated, field);
		return;
	}
	field_set(&calibrated->machine, field, value);
	tally->noisy += is_noisy(calibrated, field->name, value,
				 noise_of(measured, field));
}

/* Points that came out as nothing are left out, unless all did. */
static void take_curve(struct outcome *calibrated,
		       const struct measure *measure, const struct field *field,
		       struct tally *tally)
{
	struct machine_curve curve = {0};

	for (int i = 0; i < measure->thread_count; i++) {
		char name[MEASURE_NAME];
		const struct measured *measured;
		double value;

		snprintf(name, sizeof(name), "%s@%d", field->name,
			 measure->threads[i]);
		measured = measure_find(measure, name);
		value = measured ? value_of(measured, field) : -1;
		if (!is_usable(field, value) || curve.count == MACHINE_POINTS)
			continue;
		tally->measured++;
		tally->noisy += is_noisy(calibrated, name, value,
					 noise_of(measured, field));
		curve.threads[curve.count] = measure->threads[i];
		curve.cycles[curve.count++] = value;
	}
	if (curve.count > 0)
		*field_curve(&calibrated->machine, field) = curve;
	else
		call_weak(calibrated, field->name,
			  memory_string("not measured: that of a generic "
					"machine"));
}

static void take_fields(struct outcome *calibrated,
			const struct measure *measure)
{
	struct tally tally = {0};
	size_t count;
	const struct field *list = field_list(&count);

	for (size_t i = 0; i < count; i++)
		if (list[i].kind == FIELD_CURVE)
			take_curve(calibrated, measure, &list[i], &tally);
		else
			take_number(calibrated, measure, &list[i], &tally);
	calibrated->noisy =
		tally.measured ? (double)tally.noisy / tally.measured : 1;
}

/* Whole numbers have no instruction for these: they are converted. */
static void copy_for_integers(struct machine *machine)
{
	static const enum machine_operation operations[] = {OPERATION_SQRT,
							    OPERATION_MATH};

	for (int i = 0; i < 2; i++) {
		struct machine_cost *cost = machine->operation[operations[i]];

		cost[TYPE_I32] = cost[TYPE_F64];
		cost[TYPE_I64] = cost[TYPE_F64];
	}
}

/* ---- the whole ---- */

static double largest(double a, double b)
{
	return a > b ? a : b;
}

/* Over all passes of the program: their median difference. */
static double check_of(const struct measured *a, const struct measured *b)
{
	struct measured difference = {0};

	for (int i = 0; i < a->count && i < b->count; i++)
		difference.value[difference.count++] =
			fabs(a->value[i] / b->value[i] - 1);
	return measured_nanoseconds(&difference);
}

static void take_checks(struct outcome *calibrated,
			const struct measure *measure)
{
	static const char *const names[] = {"operations", "memory", "threads",
					    "patterns"};
	double low = INFINITY, high = 0;

	for (int i = 0; i < MEASURE_PROGRAMS; i++) {
		char a[MEASURE_NAME], b[MEASURE_NAME], load[MEASURE_NAME];

		snprintf(a, sizeof(a), "%s check.a", names[i]);
		snprintf(b, sizeof(b), "%s check.b", names[i]);
		snprintf(load, sizeof(load), "%s check.load", names[i]);
		if (!measure_find(measure, a) || !measure_find(measure, b) ||
		    !measure_find(measure, load))
			continue;
		calibrated->check = largest(calibrated->check,
					    check_of(measure_find(measure, a),
						     measure_find(measure, b)));
		calibrated->load = largest(
			calibrated->load,
			measured_nanoseconds(measure_find(measure, load)));
		for (int j = 0; j < measure_find(measure, a)->count; j++) {
			double clock = measure_find(measure, a)->clock[j];

			low = clock < low ? clock : low;
			high = largest(high, clock);
		}
	}
	calibrated->drift = high > 0 ? high / low - 1 : 0;
}

static void take_clock(struct outcome *calibrated,
		       const struct measure *measure)
{
	const struct measured *clock =
		measure_find(measure, "operations clock");

	if (clock && measured_nanoseconds(clock) > 0)
		calibrated->machine.ghz = 1 / measured_nanoseconds(clock);
	if (calibrated->drift > DRIFT_TOLD)
		call_weak(calibrated, "ghz",
			  memory_print("drift: the clock changed by %.0f %% "
				       "while measuring",
				       100 * calibrated->drift));
}

static void take_topology(struct machine *machine,
			  const struct measure *measure)
{
	const struct topology *topology = measure->topology;

	machine->cores = topology->usable;
	machine->line = topology->line;
	machine->page = topology->page;
	if (measure->vector_bytes)
		machine->vector_bytes = measure->vector_bytes;
	for (int i = 0; i < 3; i++)
		machine->cache[i] = topology->cache[i];
}

static void take_time_model(struct outcome *calibrated,
			    const struct measure *measure)
{
	static const char *const levels[] = {"L1", "L2", "L3", "memory"};
	json_t *r = json_object();
	json_t *barrier = json_array();

	for (int i = 0; i < 4; i++) {
		char name[MEASURE_NAME];
		const struct measured *measured;

		snprintf(name, sizeof(name), "r.%s", levels[i]);
		measured = measure_find(measure, name);
		if (measured)
			json_object_set_new(
				r, levels[i],
				json_real(measured_cycles(measured)));
	}
	for (int i = 0; i < measure->thread_count; i++) {
		char name[MEASURE_NAME];
		const struct measured *measured;

		snprintf(name, sizeof(name), "c_w@%d", measure->threads[i]);
		measured = measure_find(measure, name);
		if (measured)
			json_array_append_new(
				barrier,
				json_pack("[i, f]", measure->threads[i],
					  measured_cycles(measured)));
	}
	calibrated->time_model =
		json_pack("{s:o, s:o}", "r", r, "c_w", barrier);
}

/* What fills a core leaves nothing to its other half. */
static void tell_halves(struct outcome *calibrated,
			const struct measure *measure)
{
	const struct measured *alone = measure_find(measure, "busy@1");
	const struct measured *beside = measure_find(measure, "busy@2");
	double longer = alone && beside ? measured_cycles(beside) /
						  measured_cycles(alone)
					: 1;

	if (longer > HALVES)
		call_weak(calibrated, "cores",
			  memory_print("one is %.1f times as slow beside "
				       "another: they seem to be halves of one "
				       "core, which in a virtual machine may "
				       "change",
				       longer));
}

static void tell_cores(struct outcome *calibrated,
		       const struct measure *measure)
{
	int cores = measure->topology->usable;

	if (cores < CORES_ENOUGH)
		call_weak(calibrated, "cores",
			  memory_print("too few cores, %d, to see how costs "
				       "grow with threads",
				       cores));
	if (cores < measure->topology->cores)
		call_weak(calibrated, "cores",
			  memory_print("%d of %d cores may be used", cores,
				       measure->topology->cores));
}

void outcome_take(struct outcome *calibrated, const struct measure *measure)
{
	*calibrated = (struct outcome){.weak = json_array()};
	machine_generic(&calibrated->machine);
	take_topology(&calibrated->machine, measure);
	take_checks(calibrated, measure);
	take_clock(calibrated, measure);
	take_fields(calibrated, measure);
	take_time_model(calibrated, measure);
	copy_for_integers(&calibrated->machine);
	tell_cores(calibrated, measure);
	tell_halves(calibrated, measure);
}

bool outcome_is_doubtful(const struct outcome *calibrated, struct text *why)
{
	const struct {
		double found, most;
		const char *words;
	} rows[] = {
		{calibrated->check, CHECK_MOST,
		 "the same work under two names differs by %.0f %%"},
		{calibrated->drift, DRIFT_MOST,
		 "the clock changed by %.0f %% meanwhile"},
		{calibrated->load - 1, LOAD_MOST - 1,
		 "half of the samples take %.0f %% longer than the quick ones"},
		{calibrated->noisy, NOISY_MOST,
		 "%.0f %% of the results vary too much"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char said[96];

		if (rows[i].found <= rows[i].most)
			continue;
		snprintf(said, sizeof(said), rows[i].words,
			 100 * rows[i].found);
		text_add(why, said);
		return true;
	}
	return false;
}

void outcome_free(struct outcome *calibrated)
{
	json_decref(calibrated->weak);
	json_decref(calibrated->time_model);
	*calibrated = (struct outcome){0};
}
