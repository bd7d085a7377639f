/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The weights of podium metric, out of what programs took that synchronise.
 */
#include "weigh.h"

#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "machine/topology.h"
#include "measure.h"
#include "models/judge.h"
#include "models/metric.h"
#include "models/nonnegative.h"
#include "record/loop.h"
#include "record/mechanism.h"
#include "record/records.h"

#define SIZES 2
#define SECTION 2 /* size of a section of one statement, and its entry */

/* The six reductions, statements as published. */
static const struct reduction {
	enum metric_mechanism mechanism;
	double statements, conditional;
} reductions[] = {
	{METRIC_BARRIER, 3, 1},	 {METRIC_WAIT, 5, 2}, {METRIC_AWAIT, 5, 2},
	{METRIC_EXCHANGE, 5, 2}, {METRIC_SYNC, 1, 0}, {METRIC_LOCK, 1, 0},
};

#define REDUCTIONS (sizeof(reductions) / sizeof(reductions[0]))

static const int sizes[SIZES] = {32, 1024};

struct program {
	double coefficient[METRIC_COUNT];
	double cycles;	 /* all that it takes */
	double overhead; /* beyond its own work */
	double left_out; /* as the fit to the others has it */
};

struct weighing {
	const struct measure *measure;
	int threads; /* of the programs */
	struct program programs[WEIGH_PROGRAMS];
	double weight[SIZES][REDUCTIONS];
	double differences[METRIC_COUNT], regression[METRIC_COUNT];
};

/* ---- by differences ---- */

static bool find_cycles(const struct measure *measure, const char *name,
			double *cycles, struct text *problem)
{
	const struct measured *measured = measure_find(measure, name);

	if (measured)
		*cycles = measured_cycles(measured);
	else
		text_print(problem,
			   "the program that measures synchronisation has not "
			   "measured '%s'",
			   name);
	return measured != NULL;
}

static double amount_of(enum metric_mechanism mechanism, int n)
{
	switch (mechanism) {
	case METRIC_BARRIER:
		return log2(n);
	case METRIC_SYNC:
	case METRIC_LOCK:
		return SECTION;
	default:
		return n - 1;
	}
}

/* Where the difference is none, the weight is. */
static bool weigh_reduction(struct weighing *weighing, int size, size_t i,
			    struct text *problem)
{
	const struct reduction *reduction = &reductions[i];
	const struct measure *measure = weighing->measure;
	struct metric_program program = {
		.statements = reduction->statements,
		.conditional = reduction->conditional,
	};
	double load = (double)sizes[size] / measure->topology->usable;
	double none, with, coefficient[METRIC_COUNT];
	char name[MEASURE_NAME], base[MEASURE_NAME];

	program.amount[reduction->mechanism] =
		amount_of(reduction->mechanism, sizes[size]);
	snprintf(base, sizeof(base), "tree.none@%d", sizes[size]);
	snprintf(name, sizeof(name), "tree.%s@%d",
		 metric_name(reduction->mechanism), sizes[size]);
	if (!find_cycles(measure, base, &none, problem) ||
	    !find_cycles(measure, name, &with, problem))
		return false;
	metric_coefficients(&program, sizes[size], load, coefficient);
	weighing->weight[size][i] =
		fmax((with - none) / coefficient[reduction->mechanism], 0);
	return true;
}

/* Atomic instructions are sections of one statement, as published. */
static bool weigh_reductions(struct weighing *weighing, struct text *problem)
{
	for (size_t i = 0; i < REDUCTIONS; i++) {
		double *mean = &weighing->differences[reductions[i].mechanism];

		for (int size = 0; size < SIZES; size++) {
			if (!weigh_reduction(weighing, size, i, problem))
				return false;
			*mean += weighing->weight[size][i] / SIZES;
		}
	}
	weighing->differences[METRIC_ATOMIC] =
		weighing->differences[METRIC_SYNC];
	return true;
}

/* ---- by regression ---- */

static bool add_record(struct weighing *weighing, struct program *program,
		       const json_t *record)
{
	double coefficient[METRIC_COUNT];
	struct metric_program counted;

	mechanism_count(record, &counted);
	if (metric_coefficients(&counted, weighing->threads, 1, coefficient) !=
	    MODEL_OK)
		return false;
	for (int i = 0; i < METRIC_COUNT; i++)
		program->coefficient[i] += coefficient[i];
	return true;
}

/* The records of the function: its own, and those of its loops. */
static bool count_program(struct weighing *weighing, int number)
{
	const struct records *records = weighing->measure->records;
	struct program *program = &weighing->programs[number];
	char name[32];
	int found = 0;

	snprintf(name, sizeof(name), "program_%d", number);
	for (size_t i = 0; i < records->count + records->function_count; i++) {
		const json_t *record =
			i < records->count
				? records->list[i]
				: records->functions[i - records->count];
		const char *function =
			json_string_value(json_object_get(record, "function"));

		if (function && strcmp(function, name) == 0)
			found += add_record(weighing, program, record);
	}
	return found > 0;
}

static bool read_program(struct weighing *weighing, int number,
			 struct text *problem)
{
	struct program *program = &weighing->programs[number];
	char with[MEASURE_NAME], alone[MEASURE_NAME];
	double own;

	snprintf(with, sizeof(with), "program.%d@%d", number,
		 weighing->threads);
	snprintf(alone, sizeof(alone), "alone.%d@%d", number,
		 weighing->threads);
	if (!find_cycles(weighing->measure, with, &program->cycles, problem) ||
	    !find_cycles(weighing->measure, alone, &own, problem))
		return false;
	program->overhead = program->cycles - own;
	if (program->cycles > 0 && count_program(weighing, number))
		return true;
	text_print(problem,
		   "program %d of those that synchronise has no "
		   "records or took no time",
		   number);
	return false;
}

/*
 * Errors of times grow with the times, so each program counts by its own:
 * both sides are divided by it.
 */
static bool regress(struct weighing *weighing, struct text *problem)
{
	double x[WEIGH_FITTED][METRIC_COUNT], y[WEIGH_FITTED];
	double left_out[WEIGH_FITTED];
	struct regress_data data = {WEIGH_FITTED, METRIC_COUNT, x[0], y, false};
	enum model_status status;

	for (int i = 0; i < WEIGH_FITTED; i++) {
		const struct program *program = &weighing->programs[i];

		y[i] = program->overhead / program->cycles;
		for (int j = 0; j < METRIC_COUNT; j++)
			x[i][j] = program->coefficient[j] / program->cycles;
	}
	status = nonnegative_fit(&data, weighing->regression);
	if (status == MODEL_OK)
		status = nonnegative_left_out(&data, left_out);
	if (status != MODEL_OK)
		text_print(problem, "no weights of synchronisation: %s",
			   model_status_text(status));
	for (int i = 0; status == MODEL_OK && i < WEIGH_FITTED; i++)
		weighing->programs[i].left_out =
			left_out[i] * weighing->programs[i].cycles;
	return status == MODEL_OK;
}

static bool weigh_programs(struct weighing *weighing, struct text *problem)
{
	for (int i = 0; i < WEIGH_PROGRAMS; i++)
		if (!read_program(weighing, i, problem))
			return false;
	return regress(weighing, problem);
}

/* ---- what it is worth ---- */

static double overhead_by(const struct program *program, const double *weight)
{
	double sum = 0;

	for (int i = 0; i < METRIC_COUNT; i++)
		sum += weight[i] * program->coefficient[i];
	return sum;
}

/* Spearman's, over the programs that were not used for the fit. */
static json_t *correlation(const struct weighing *weighing,
			   const double *weight)
{
	double predicted[WEIGH_PROGRAMS], measured[WEIGH_PROGRAMS], result;
	size_t count = 0;

	for (int i = WEIGH_FITTED; i < WEIGH_PROGRAMS; i++) {
		const struct program *program = &weighing->programs[i];

		predicted[count] = overhead_by(program, weight);
		measured[count++] = program->overhead;
	}
	return judge_spearman(predicted, measured, count, &result) == MODEL_OK
		       ? json_real(result)
		       : json_null();
}

/* The median, relative to what was measured. */
static double left_out_error(const struct weighing *weighing)
{
	double errors[WEIGH_FITTED];

	for (int i = 0; i < WEIGH_FITTED; i++) {
		const struct program *program = &weighing->programs[i];

		errors[i] = fabs(program->left_out / program->overhead - 1);
	}
	return gsl_stats_median(errors, 1, WEIGH_FITTED);
}

/* ---- the result ---- */

static json_t *json_weights(const double *weight)
{
	json_t *object = json_object();

	for (int i = 0; i < METRIC_COUNT; i++)
		json_object_set_new(object, metric_name(i),
				    json_real(weight[i]));
	return object;
}

static json_t *json_reductions(const struct weighing *weighing)
{
	json_t *list = json_array();

	for (int size = 0; size < SIZES; size++)
		for (size_t i = 0; i < REDUCTIONS; i++)
			json_array_append_new(
				list,
				json_pack("{s:s, s:i, s:f}", "mechanism",
					  metric_name(reductions[i].mechanism),
					  "n", sizes[size], "weight",
					  weighing->weight[size][i]));
	return list;
}

static json_t *json_programs(const struct weighing *weighing)
{
	json_t *list = json_array();

	for (int i = 0; i < WEIGH_PROGRAMS; i++) {
		const struct program *program = &weighing->programs[i];
		json_t *of = json_pack("{s:o, s:f, s:f}", "coefficients",
				       json_weights(program->coefficient),
				       "cycles", program->cycles, "overhead",
				       program->overhead);

		if (i < WEIGH_FITTED)
			json_object_set_new(of, "left_out",
					    json_real(program->left_out));
		json_array_append_new(list, of);
	}
	return list;
}

/* Nothing that synchronises costs nothing: a weight that came out as zero is
   what the machine took for the mechanism alone. */
static json_t *chosen_weights(const struct weighing *weighing,
			      const struct machine *machine, json_t *weak)
{
	struct metric_weights chosen = {0};

	metric_of_machine(machine, weighing->threads, &chosen);
	for (int i = 0; i < METRIC_COUNT; i++) {
		char *field = memory_print("metric.%s", metric_name(i));

		if (weighing->regression[i] > 0)
			chosen.weight[i] = weighing->regression[i];
		else
			json_array_append_new(
				weak,
				json_pack("{s:s, s:s}", "field", field, "why",
					  "nothing by regression: that "
					  "of the mechanism alone"));
		free(field);
	}
	return json_weights(chosen.weight);
}

static json_t *json_whole(const struct weighing *weighing, json_t *weights)
{
	struct metric_weights published;

	metric_published(&published);
	return json_pack(
		"{s:i, s:f, s:o, s:o, s:o, s:{s:o, s:o, s:o}, s:f, s:I, s:o, "
		"s:o}",
		"threads", weighing->threads, "sigma", published.sigma,
		"weights", weights, "regression",
		json_weights(weighing->regression), "differences",
		json_weights(weighing->differences), "correlation",
		"regression", correlation(weighing, weighing->regression),
		"differences", correlation(weighing, weighing->differences),
		"published", correlation(weighing, published.weight),
		"left_out_error", left_out_error(weighing), "seed",
		(json_int_t)WEIGH_SEED, "reductions", json_reductions(weighing),
		"programs", json_programs(weighing));
}

json_t *weigh_json(const struct measure *measure, const struct machine *machine,
		   json_t *weak, struct text *problem)
{
	struct weighing weighing = {
		.measure = measure,
		.threads = measure->threads[measure->thread_count - 1],
	};

	if (!weigh_reductions(&weighing, problem) ||
	    !weigh_programs(&weighing, problem))
		return NULL;
	return json_whole(&weighing, chosen_weights(&weighing, machine, weak));
}

/* ---- showing ---- */

static void add_number(struct table *table, const json_t *value)
{
	if (json_is_number(value))
		table_cell(table, "%.4g", json_number_value(value));
	else
		table_add(table, "-");
}

static const json_t *find_weight(const json_t *metric, const char *mechanism,
				 int n)
{
	const json_t *list = json_object_get(metric, "reductions");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *entry = json_array_get(list, i);
		const char *name =
			json_string_value(json_object_get(entry, "mechanism"));

		if (name && strcmp(name, mechanism) == 0 &&
		    loop_integer(entry, "n") == n)
			return json_object_get(entry, "weight");
	}
	return NULL;
}

static void print_weights(const json_t *metric, struct text *out)
{
	static const char *const heads[] = {
		"", "n = 32", "n = 1024", "differences", "regression", NULL};
	struct table table = {0};

	table_heads(&table, heads);
	for (int i = 0; i < METRIC_COUNT; i++) {
		const char *name = metric_name(i);

		table_add(&table, name);
		for (int size = 0; size < SIZES; size++)
			add_number(&table,
				   find_weight(metric, name, sizes[size]));
		add_number(
			&table,
			json_object_get(json_object_get(metric, "differences"),
					name));
		add_number(
			&table,
			json_object_get(json_object_get(metric, "regression"),
					name));
	}
	table_below(&table, out);
	table_free(&table);
}

static void print_worth(const json_t *metric, struct text *out)
{
	static const char *const ways[] = {"regression", "differences",
					   "published"};
	const json_t *of = json_object_get(metric, "correlation");

	text_print(out,
		   "  rank correlation of O(P) with what %d other "
		   "programs took beyond their work:",
		   WEIGH_PROGRAMS - WEIGH_FITTED);
	for (int i = 0; i < 3; i++) {
		const json_t *value = json_object_get(of, ways[i]);

		text_print(out, "%s %s ", i ? "," : "", ways[i]);
		if (json_is_number(value))
			text_print(out, "%.2f", json_number_value(value));
		else
			text_add(out, "-");
	}
	text_print(out,
		   "\n  each of %d programs by a fit to the others: off by "
		   "%.0f %%, the median\n",
		   WEIGH_FITTED,
		   100 * json_number_value(
				 json_object_get(metric, "left_out_error")));
}

void weigh_print(const json_t *metric, struct text *out)
{
	if (!metric)
		return;
	table_title(out, "Synchronisation, weights of podium metric");
	print_weights(metric, out);
	print_worth(metric, out);
}
