/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats of other tuners.
 *
 * Schemas: github.com/KernelTuner/kernel_tuner, kernel_tuner/schema/cache/1.1.0
 * and kernel_tuner/schema/T4/1.0.0/results-schema.json. Times are milliseconds.
 * A parameter of theirs is a setting of a variant; one that a variant leaves as
 * it is written has a value that says so.
 */
#include "export.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/text.h"
#include "tally.h"

static const char as_written[] = "as written";

/* ---- parameters ---- */

/* Whole numbers as such. */
static json_t *value_of(const struct tally_variant *variant, const char *name)
{
	const char *value = tally_value(variant, name);
	size_t digits = value ? strspn(value, "0123456789") : 0;

	if (!value)
		return json_string(as_written);
	if (digits > 0 && digits < 10 && value[digits] == '\0')
		return json_integer(atol(value));
	return letters_json(value);
}

static void set(json_t *object, const char *name, json_t *value)
{
	char *key = letters_of(name);

	json_object_set_new(object, key, value);
	free(key);
}

static json_t *configuration(const struct tally_variant *variant,
			     const char *const *names)
{
	json_t *object = json_object();

	for (; *names; names++)
		set(object, *names, value_of(variant, *names));
	return object;
}

static json_t *milliseconds(const struct tally_variant *variant)
{
	json_t *list = json_array();

	for (size_t i = 0; i < variant->run_count; i++)
		json_array_append_new(list,
				      json_real(1e3 * variant->seconds[i]));
	return list;
}

static double all_milliseconds(const struct tally_variant *variant)
{
	double sum = 0;

	for (size_t i = 0; i < variant->run_count; i++)
		sum += 1e3 * variant->seconds[i];
	return sum;
}

/* ---- Kernel Tuner ---- */

static json_t *names_list(const char *const *names)
{
	json_t *list = json_array();

	for (; *names; names++)
		json_array_append_new(list, letters_json(*names));
	return list;
}

/* The values that the variants have of a parameter. */
static json_t *values_list(const struct tally *tried, const char *name)
{
	json_t *list = json_array();

	for (size_t i = 0; i < tried->count; i++) {
		json_t *value = value_of(&tried->list[i], name);
		size_t j = 0;

		while (j < json_array_size(list) &&
		       !json_equal(json_array_get(list, j), value))
			j++;
		if (j == json_array_size(list))
			json_array_append(list, value);
		json_decref(value);
	}
	return list;
}

/* "dynamic,4": the values in the order of their names. */
static char *cache_key(const struct tally_variant *variant,
		       const char *const *names)
{
	struct text key = {0};

	text_add(&key, "");
	for (size_t i = 0; names[i]; i++) {
		const char *value = tally_value(variant, names[i]);

		text_print(&key, "%s%s", i ? "," : "",
			   value ? value : as_written);
	}
	return key.bytes;
}

/* What podium does not keep, and the format wants, is 0. */
static json_t *cache_entry(const struct tally_variant *variant,
			   const char *const *names)
{
	json_t *entry = configuration(variant, names);
	json_t *time = json_real(1e3 * tally_seconds(variant));
	double ratio = tally_ratio(variant);

	if (!tally_good(variant)) {
		json_decref(time);
		time = json_string(variant->unbuilt ? "CompilationFailedConfig"
						    : "RuntimeFailedConfig");
	}
	json_object_set_new(entry, "time", time);
	json_object_set_new(entry, "times", milliseconds(variant));
	json_object_set_new(entry, "compile_time", json_integer(0));
	json_object_set_new(entry, "verification_time", json_integer(0));
	json_object_set_new(entry, "benchmark_time",
			    json_real(all_milliseconds(variant)));
	json_object_set_new(entry, "strategy_time", json_integer(0));
	json_object_set_new(entry, "framework_time", json_integer(0));
	json_object_set_new(entry, "timestamp", json_string(variant->ended));
	if (isfinite(ratio))
		json_object_set_new(entry, "ratio", json_real(ratio));
	return entry;
}

static json_t *kernel_tuner(const struct tally *tried)
{
	const char **names = tally_names(tried);
	json_t *parameters = json_object();
	json_t *cache = json_object();

	for (size_t i = 0; names[i]; i++)
		set(parameters, names[i], values_list(tried, names[i]));
	for (size_t i = 0; i < tried->count; i++) {
		const struct tally_variant *variant = &tried->list[i];
		char *key = cache_key(variant, names);

		if (variant->ended)
			set(cache, key, cache_entry(variant, names));
		free(key);
	}
	json_t *whole = json_pack(
		"{s:s, s:o, s:o, s:s, s:o, s:o, s:s, s:o}", "schema_version",
		"1.1.0", "device_name", letters_json(tried->machine),
		"kernel_name", letters_json(tried->command), "problem_size",
		"as the kernel's name says", "tune_params_keys",
		names_list(names), "tune_params", parameters, "objective",
		"time", "cache", cache);

	free(names);
	return whole;
}

/* ---- T4 ---- */

static const struct {
	const char *reason; /* as it begins */
	const char *word;
} invalidities[] = {
	{"time limit", "timeout"},
	{"wrong output", "correctness"},
	{"check fails", "correctness"},
};

static const char *invalidity(const struct tally_variant *variant)
{
	if (tally_good(variant))
		return "correct";
	if (variant->unbuilt)
		return "compile";
	for (size_t i = 0; i < sizeof(invalidities) / sizeof(invalidities[0]);
	     i++)
		if (variant->reason &&
		    strncmp(variant->reason, invalidities[i].reason,
			    strlen(invalidities[i].reason)) == 0)
			return invalidities[i].word;
	return "runtime";
}

static void add_measurement(json_t *list, const char *name, double value,
			    const char *unit)
{
	if (isfinite(value))
		json_array_append_new(list,
				      json_pack("{s:s, s:f, s:s}", "name", name,
						"value", value, "unit", unit));
}

static json_t *result_of(const struct tally_variant *variant,
			 const char *const *names)
{
	json_t *measurements = json_array();

	if (tally_good(variant)) {
		add_measurement(measurements, "time",
				1e3 * tally_seconds(variant), "ms");
		add_measurement(measurements, "ratio", tally_ratio(variant),
				"");
	}
	return json_pack("{s:s, s:o, s:[s], s:{s:o}, s:s, s:i, s:o}",
			 "timestamp", variant->ended, "configuration",
			 configuration(variant, names), "objectives", "time",
			 "times", "runtimes", milliseconds(variant),
			 "invalidity", invalidity(variant), "correctness",
			 tally_good(variant), "measurements", measurements);
}

static json_t *t4(const struct tally *tried)
{
	const char **names = tally_names(tried);
	json_t *results = json_array();

	for (size_t i = 0; i < tried->count; i++)
		if (tried->list[i].ended)
			json_array_append_new(
				results, result_of(&tried->list[i], names));
	free(names);
	return json_pack("{s:s, s:{s:o, s:o, s:o}, s:o}", "schema_version",
			 "1.0.0", "metadata", "machine",
			 letters_json(tried->machine), "compiler",
			 letters_json(tried->compiler), "command",
			 letters_json(tried->command), "results", results);
}

/* ---- by name ---- */

static const struct {
	const char *name;
	export_format *format;
} formats[] = {{"kernel-tuner", kernel_tuner}, {"t4", t4}};

export_format *export_find(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].format;
	return NULL;
}
