/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A loop whose variants are predicted.
 */
#include "prediction.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/text.h"
#include "models/work.h"
#include "nest/stack.h"
#include "record/convert.h"
#include "record/loop.h"

struct prediction {
	const json_t *record;
	json_t *joined; /* the record, with rows that pointers find as arrays */
	const struct machine *machine;
	struct converted converted;
	/* of the symbols, NaN where not known: as given, and with what is
	   computed from those */
	double *given, *values;
	/* parameters: by the nest, and to compute such */
	bool *direct, *needed;
	bool *used;		     /* by more than the clauses */
	struct estimator *estimator; /* NULL until it is needed */
	struct likeness likeness;
};

/* ---- likeness --------------------------------------------------------------
 */

static void add_member(struct text *text, const json_t *object, const char *key)
{
	char *dump = json_dumps(json_object_get(object, key),
				JSON_ENCODE_ANY | JSON_COMPACT);

	text_add(text, dump ? dump : "");
	text_add(text, ";");
	free(dump);
}

static unsigned long long digest_of(const json_t *record,
				    const char *const *of_loop, bool innermost)
{
	const json_t *nest = json_object_get(record, "nest");
	const json_t *references = json_object_get(record, "refs");
	size_t last = json_array_size(nest) - 1;
	struct text text = {0};
	unsigned long long digest;

	for (size_t i = innermost ? last : 0; i <= last; i++)
		for (size_t j = 0; of_loop[j]; j++)
			add_member(&text, json_array_get(nest, i), of_loop[j]);
	for (size_t i = 0; i < json_array_size(references); i++) {
		const json_t *one = json_array_get(references, i);
		const json_t *strides = json_object_get(one, "strides");
		json_t *stride =
			json_array_get(strides, json_array_size(strides) - 1);
		char *dump = json_dumps(innermost ? stride : strides,
					JSON_ENCODE_ANY | JSON_COMPACT);

		add_member(&text, one, "base");
		text_add(&text, dump ? dump : "");
		free(dump);
	}
	digest = digest_bytes(text_string(&text), text.length);
	text_free(&text);
	return digest;
}

/* The first loop that is shared out, by the name of its counter. */
static unsigned long long level_of(const json_t *record)
{
	const json_t *nest = json_object_get(record, "nest");
	struct text text = {0};
	unsigned long long digest;

	for (size_t i = 0; i < json_array_size(nest) && !text.length; i++) {
		const json_t *loop = json_array_get(nest, i);

		if (json_is_integer(json_object_get(loop, "omp")))
			add_member(&text, loop, "var");
	}
	digest = digest_bytes(text_string(&text), text.length);
	text_free(&text);
	return digest;
}

static void find_likeness(struct prediction *prediction)
{
	static const char *const whole[] = {"var",  "parent", "from", "step",
					    "trip", "omp",    NULL};
	static const char *const inner[] = {NULL};

	prediction->likeness =
		(struct likeness){digest_of(prediction->record, whole, false),
				  digest_of(prediction->record, inner, true),
				  level_of(prediction->record)};
}

struct likeness prediction_likeness(const struct prediction *prediction)
{
	return prediction->likeness;
}

/* Half of a digest tells them apart as well. */
struct refine_item prediction_item(const struct likeness *likeness,
				   const struct schedule *schedule,
				   double cycles)
{
	return (struct refine_item){
		.cycles = cycles,
		.nest = (int)(likeness->nest & INT_MAX),
		.inner = (int)(likeness->inner & INT_MAX),
		.level = (int)(likeness->level & INT_MAX),
		.threads = schedule->threads,
		/* a static block is far from static with small chunks */
		.kind = (int)schedule->kind,
		.chunk = fmax(schedule->chunk, 1),
	};
}

/* ---- a loop -----------------------------------------------------------------
 */

static double *unknown_values(const struct converted *converted)
{
	int count = converted->nest->symbol_count;
	double *values = memory_grow(NULL, count + 1, sizeof(*values));

	for (int i = 0; i < count; i++)
		values[i] = NAN;
	return values;
}

/* What is computed from what is computed: as often as there are parameters. */
static void compute_values(struct prediction *prediction)
{
	const struct converted *converted = &prediction->converted;
	double *values = prediction->values;
	bool more = true;

	memcpy(values, prediction->given,
	       converted->parameters * sizeof(*values));
	while (more) {
		more = false;
		for (int i = 0; i < converted->parameters; i++) {
			if (!isnan(values[i]))
				continue;
			values[i] = formula_value(converted->is[i], values);
			more |= !isnan(values[i]);
		}
	}
}

/* What has a value need not be computed, and a size is known before the ends.
 */
static void find_needed(struct prediction *prediction)
{
	const struct converted *converted = &prediction->converted;
	bool *needed = prediction->needed, more = true;

	memcpy(needed, prediction->direct,
	       converted->parameters * sizeof(*needed));
	while (more) {
		more = false;
		for (int i = 0; i < converted->parameters; i++)
			for (int j = 0; j < converted->parameters; j++) {
				if (needed[i] || !needed[j] ||
				    !isnan(prediction->given[j]) ||
				    convert_is_size(converted, j) ||
				    !formula_mentions(converted->is[j], i))
					continue;
				needed[i] = true;
				more = true;
			}
	}
}

static void find_uses(struct prediction *prediction)
{
	const struct converted *converted = &prediction->converted;

	for (int i = 0; i < converted->parameters; i++) {
		prediction->direct[i] = convert_needs(converted, i);
		prediction->used[i] = convert_uses(converted, i);
	}
	compute_values(prediction);
	find_needed(prediction);
}

struct prediction *prediction_new(const json_t *record,
				  const struct machine *machine,
				  const char **why)
{
	struct prediction *prediction;
	struct converted converted;
	json_t *joined = stack_rows(record);

	if (!convert_record(joined, &converted, why)) {
		json_decref(joined);
		return NULL;
	}
	prediction = memory_grow(NULL, 1, sizeof(*prediction));
	*prediction = (struct prediction){.record = record,
					  .joined = joined,
					  .machine = machine,
					  .converted = converted};
	prediction->given = unknown_values(&converted);
	prediction->values = unknown_values(&converted);
	prediction->direct = memory_grow(NULL, converted.parameters + 1,
					 sizeof(*prediction->direct));
	prediction->needed = memory_grow(NULL, converted.parameters + 1,
					 sizeof(*prediction->needed));
	prediction->used = memory_grow(NULL, converted.parameters + 1,
				       sizeof(*prediction->used));
	find_uses(prediction);
	find_likeness(prediction);
	return prediction;
}

void prediction_free(struct prediction *prediction)
{
	if (!prediction)
		return;
	estimator_free(prediction->estimator);
	convert_free(&prediction->converted);
	json_decref(prediction->joined);
	free(prediction->given);
	free(prediction->values);
	free(prediction->direct);
	free(prediction->needed);
	free(prediction->used);
	free(prediction);
}

const json_t *prediction_record(const struct prediction *prediction)
{
	return prediction->record;
}

bool prediction_set(struct prediction *prediction, const char *name,
		    double value)
{
	int i = convert_parameter(&prediction->converted, name);
	bool fresh = i >= 0 && isnan(prediction->given[i]);

	if (i < 0)
		return false;
	if (prediction->given[i] == value)
		return true;
	/* the clauses alone do not change the nest */
	if (prediction->used[i]) {
		estimator_free(prediction->estimator);
		prediction->estimator = NULL;
	}
	prediction->given[i] = value;
	compute_values(prediction);
	if (fresh)
		find_needed(prediction);
	return true;
}

static bool is_setting(const char *value)
{
	const char *equals = strchr(value, '=');
	char *end;

	if (!equals || equals == value)
		return false;
	return isfinite(strtod(equals + 1, &end)) && end != equals + 1 &&
	       *end == '\0';
}

bool prediction_is_any(const char *setting)
{
	return strncmp(setting, "*=", 2) == 0;
}

bool prediction_take_setting(void *words, const struct option *option,
			     const char *value)
{
	if (is_setting(value))
		words_add(words, value);
	else
		message_error("'--%s' takes NAME=NUMBER, not '%s'",
			      option->name, value);
	return is_setting(value);
}

/* Whatever is needed and has no value; names that come later replace it. */
static bool set_missing(struct prediction *prediction, double value)
{
	bool any = false;

	for (int i = 0; i < prediction->converted.parameters; i++)
		if (prediction_misses(prediction, i)) {
			prediction_set(prediction,
				       prediction->converted.names[i], value);
			any = true;
		}
	return any;
}

bool prediction_apply(struct prediction *prediction, const char *setting)
{
	const char *equals = strchr(setting, '=');
	char *name = memory_print("%.*s", (int)(equals - setting), setting);
	bool known =
		prediction_is_any(setting)
			? set_missing(prediction, atof(equals + 1))
			: prediction_set(prediction, name, atof(equals + 1));

	free(name);
	return known;
}

/* Whatever the counters of other loops are. */
static bool is_told(const struct prediction *prediction,
		    const struct formula *formula)
{
	const struct converted *converted = &prediction->converted;
	double *values = unknown_values(converted);
	bool told;

	memcpy(values, prediction->values,
	       converted->parameters * sizeof(*values));
	for (int i = converted->parameters; i < converted->nest->symbol_count;
	     i++)
		values[i] = 1;
	told = !isnan(formula_value(formula, values));
	free(values);
	return told;
}

void prediction_count(struct prediction *prediction, int loop, double trip)
{
	struct nest *nest = prediction->converted.nest;
	struct nest_loop *of = &nest->loops[nest->around + loop];
	const json_t *said =
		json_object_get(loop_nested(prediction->record, loop), "trip");

	if (is_told(prediction, of->trip))
		return;
	if (json_is_string(said) &&
	    prediction_set(prediction, json_string_value(said), trip))
		return;
	formula_free(of->trip);
	of->trip = formula_number(trip);
	estimator_free(prediction->estimator);
	prediction->estimator = NULL;
	find_uses(prediction);
}

const char *prediction_parameter(const struct prediction *prediction, int i)
{
	return i < prediction->converted.parameters
		       ? prediction->converted.names[i]
		       : NULL;
}

bool prediction_misses(const struct prediction *prediction, int i)
{
	return isnan(prediction->values[i]) && prediction->needed[i] &&
	       (!prediction->converted.is[i] ||
		convert_is_size(&prediction->converted, i));
}

double prediction_value(const struct prediction *prediction, int i)
{
	return prediction->values[i];
}

struct schedule prediction_schedule(const struct prediction *prediction,
				    int cores)
{
	const struct converted *converted = &prediction->converted;
	double chunk = formula_value(converted->chunk, prediction->values);
	double threads = formula_value(converted->threads, prediction->values);
	struct schedule schedule = {.kind = converted->kind};

	schedule.chunk = chunk >= 1 ? floor(chunk) : 1;
	schedule.threads = threads >= 1 && threads <= SCHEDULE_MAX_THREADS
				   ? (int)threads
				   : cores;
	return schedule;
}

static bool prepare(struct prediction *prediction, struct text *problem)
{
	enum model_status status;

	if (prediction->estimator)
		return true;
	status = estimator_new(prediction->converted.nest, prediction->values,
			       prediction->machine, &prediction->estimator);
	if (status != MODEL_OK && problem)
		text_add(problem, model_status_text(status));
	return status == MODEL_OK;
}

bool prediction_follow(struct prediction *prediction,
		       struct prediction *const *others, size_t count,
		       struct text *problem)
{
	struct estimator **estimators =
		memory_grow(NULL, count + 1, sizeof(struct estimator *));
	bool good = prepare(prediction, problem);

	for (size_t i = 0; i < count && good; i++) {
		good = prepare(others[i], problem);
		estimators[i] = others[i]->estimator;
	}
	if (good)
		estimator_follow(prediction->estimator, estimators, (int)count);
	free(estimators);
	return good;
}

double prediction_iterations(struct prediction *prediction)
{
	return prepare(prediction, NULL) ? estimator_work(prediction->estimator)
						   ->region[0]
						   .iterations
					 : 0;
}

bool prediction_estimate(struct prediction *prediction,
			 const struct schedule *schedule,
			 struct estimate *estimate, struct text *problem)
{
	enum model_status status;

	if (!prepare(prediction, problem))
		return false;
	status = estimator_estimate(prediction->estimator, schedule, estimate);
	if (status != MODEL_OK)
		text_add(problem, model_status_text(status));
	return status == MODEL_OK;
}
