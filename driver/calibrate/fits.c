/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The power models of this machine.
 */
#include "fits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/result.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "models/power.h"
#include "pattern.h"

/*
 * R2 by form, with all variables and with each alone (Kaminska and Bielecki,
 * statistical models for iterative compilation, table 2).
 */
static const struct {
	const char *pattern;
	const struct power_law *law;
	double r2[POWER_FORMS][POWER_CASES];
} published[] = {
	{"noninterf",
	 &power_noninterf,
	 {[POWER_LINEAR] = {.9738, .0602, .9239, .6125, .6390},
	  [POWER_POWER] = {.9999, .8968, .9957, .9653, .9203},
	  [POWER_EXPONENTIAL] = {.9845, .3399, .7284, .8848, .9194},
	  [POWER_LOGARITHMIC] = {.9557, .4977, .7366, .6611, .6387},
	  [POWER_HYPERBOLIC] = {.9458, .9239, .0602, .5872, .5997}}},
	{"matmul",
	 &power_matmul,
	 {[POWER_LINEAR] = {.9506, .0002, .9286, .3616, .4771},
	  [POWER_POWER] = {.9999, .6540, .9982, .9119, .9183},
	  [POWER_EXPONENTIAL] = {.9645, .1066, .5703, .4310, .9170},
	  [POWER_LOGARITHMIC] = {.8230, .8095, .5858, .5074, .4774},
	  [POWER_HYPERBOLIC] = {.8098, .7669, .0014, .3219, .4602}}},
};

#define PUBLISHED (sizeof(published) / sizeof(published[0]))

/* ---- fitting ---- */

struct points {
	struct power_point *list;
	size_t count;
	struct power_domain domain; /* its times in cycles of the clock */
};

static void widen(double *low, double *high, double value, bool first)
{
	*low = first || value < *low ? value : *low;
	*high = first || value > *high ? value : *high;
}

static void add_point(struct points *points, const struct pattern_row *row)
{
	struct power_domain *domain = &points->domain;
	bool first = points->count == 0;
	struct power_point point = {.cycles = row->cycles};

	memcpy(point.x, row->x, sizeof(point.x));
	points->list = memory_grow(points->list, points->count + 1,
				   sizeof(*points->list));
	points->list[points->count++] = point;
	widen(&domain->least_bytes, &domain->most_bytes, row->bytes, first);
	widen(&domain->shortest, &domain->longest, row->cycles / row->threads,
	      first);
}

static void collect(struct points *points, const struct patterns *patterns,
		    const char *name)
{
	for (size_t i = 0; i < patterns->count; i++)
		if (patterns->rows[i].known &&
		    strcmp(patterns->rows[i].pattern, name) == 0)
			add_point(points, &patterns->rows[i]);
}

/* No fit is null. */
static json_t *forms_json(double table[POWER_FORMS][POWER_CASES])
{
	json_t *forms = json_object();

	for (int i = 0; i < POWER_FORMS; i++)
		json_object_set_new(forms, power_form_name(i),
				    result_numbers(table[i], POWER_CASES));
	return forms;
}

static json_t *domain_json(const struct power_domain *domain)
{
	return json_pack("{s:[f, f], s:[f, f]}", "bytes", domain->least_bytes,
			 domain->most_bytes, "cycles", domain->shortest,
			 domain->longest);
}

static json_t *fit_json(const char *name, const struct points *points,
			enum model_status *status)
{
	struct power_comparison comparison;
	struct power_fit fit;

	*status = power_fit(points->list, points->count, POWER_POWER, POWER_ALL,
			    REGRESS_ORDINARY, &fit);
	if (*status == MODEL_OK)
		*status =
			power_compare(points->list, points->count, &comparison);
	if (*status != MODEL_OK)
		return NULL;
	return json_pack(
		"{s:s, s:i, s:o, s:o, s:f, s:o, s:o, s:o}", "pattern", name,
		"points", (int)points->count, "exponents",
		result_numbers(fit.exponent, POWER_VARIABLES), "errors",
		result_numbers(fit.fit.error, POWER_VARIABLES), "deviation",
		fit.fit.deviation, "domain", domain_json(&points->domain), "r2",
		forms_json(comparison.r2), "r2_cycles",
		forms_json(comparison.r2_cycles));
}

static void tell(json_t *weak, const char *name, enum model_status status)
{
	char *field = memory_print("fits.%s", name);
	char *why =
		memory_print("no power model: %s", model_status_text(status));

	json_array_append_new(
		weak, json_pack("{s:s, s:s}", "field", field, "why", why));
	free(why);
	free(field);
}

json_t *fits_json(const struct patterns *patterns, json_t *weak)
{
	json_t *fits = json_array();

	for (int i = 0; pattern_names[i]; i++) {
		struct points points = {0};
		enum model_status status;
		json_t *fit;

		collect(&points, patterns, pattern_names[i]);
		fit = fit_json(pattern_names[i], &points, &status);
		if (fit)
			json_array_append_new(fits, fit);
		else
			tell(weak, pattern_names[i], status);
		free(points.list);
	}
	return fits;
}

/* ---- showing ---- */

static double number_at(const json_t *list, int i)
{
	const json_t *value = json_array_get(list, i);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static void pair_cell(struct table *table, double ours, double theirs)
{
	struct text cell = {0};

	if (isfinite(ours))
		text_print(&cell, "%.3f", ours);
	else
		text_add(&cell, "-");
	text_print(&cell, " (%.3f)", theirs);
	table_add(table, text_string(&cell));
	text_free(&cell);
}

static void print_forms(const json_t *fit, int known, struct text *out)
{
	static const char *const heads[] = {"form", "all", "X1", "X2",
					    "X3",   "X4",  NULL};
	struct table table = {0};
	const json_t *r2 = json_object_get(fit, "r2");

	table_heads(&table, heads);
	for (int i = 0; i < POWER_FORMS; i++) {
		const json_t *ours = json_object_get(r2, power_form_name(i));

		table_add(&table, power_form_name(i));
		for (int j = 0; j < POWER_CASES; j++)
			pair_cell(&table, number_at(ours, j),
				  published[known].r2[i][j]);
	}
	table_below(&table, out);
	table_free(&table);
}

static void print_exponents(const json_t *fit, int known, struct text *out)
{
	const json_t *exponents = json_object_get(fit, "exponents");
	const double *theirs = published[known].law->exponent;

	text_add(out, "  exponents");
	for (int i = 0; i < POWER_VARIABLES; i++)
		text_print(out, "%s %.3f (%.3f)", i ? "," : "",
			   number_at(exponents, i), theirs[i]);
	text_add(out, "\n");
}

static void print_fit(const json_t *fit, struct text *out)
{
	const char *name = json_string_value(json_object_get(fit, "pattern"));
	char *head;

	for (size_t i = 0; name && i < PUBLISHED; i++) {
		if (strcmp(published[i].pattern, name) != 0)
			continue;
		head = memory_print("R2 of the power models, %s: here "
				    "(published)",
				    name);
		table_title(out, head);
		print_forms(fit, i, out);
		print_exponents(fit, i, out);
		free(head);
	}
}

void fits_print(const json_t *fits, struct text *out)
{
	for (size_t i = 0; i < json_array_size(fits); i++)
		print_fit(json_array_get(fits, i), out);
}
