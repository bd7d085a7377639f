/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study in words.
 */
#include "powertables.h"

#include <math.h>
#include <string.h>

#include "base/letters.h"
#include "base/result.h"
#include "base/text.h"
#include "calibrate/fits.h"
#include "powerstudy.h"

/* ---- table 3 ---- */

static const struct result_column errors_columns[] = {
	{"title", .heading = "loop"},
	{"size", .heading = "size"},
	{"pattern", .heading = "pattern"},
	{"mean", .heading = "mean %"},
	{"largest", .heading = "largest %"},
	{"trend", "but for a factor %", "%.4g", .none = "-", .scale = 100},
	{"violations", "outside the domain", .none = "-"},
	{0},
};

static const struct powerstudy_case *
find_case(const struct powerstudy *study, const struct published_case *theirs)
{
	for (size_t i = 0; i < study->count; i++)
		if (study->list[i].published == theirs)
			return &study->list[i];
	return NULL;
}

/* In the order of their bits. */
static const char *const violation_words[] = {"beyond L2",    "less data",
					      "more data",    "uneven chunks",
					      "shorter time", "longer time"};

static json_t *violations(const struct contest_errors *errors)
{
	struct text words = {0};

	for (int i = 0; 1 << i <= POWER_TOO_LONG; i++)
		if (errors->violations & 1u << i) {
			text_add(&words, words.length ? ", " : "");
			text_add(&words, violation_words[i]);
		}
	return words.length ? result_text(&words) : json_null();
}

static json_t *error_row(const struct powerstudy_case *of,
			 const struct published_case *theirs)
{
	static const struct contest_errors none = {
		.mean = NAN, .largest = NAN, .trend = NAN};
	const struct contest_errors *errors =
		of && of->erred ? &of->errors : &none;

	return json_pack(
		"{s:s, s:s%, s:s, s:o, s:o, s:o, s:o}", "title", theirs->title,
		"size", &theirs->size, (size_t)1, "pattern", theirs->pattern,
		"mean",
		published_beside(100 * errors->mean, theirs->mean_error),
		"largest",
		published_beside(100 * errors->largest, theirs->largest_error),
		"trend", result_number(errors->trend), "violations",
		violations(errors));
}

static json_t *error_rows(const struct powerstudy *study)
{
	json_t *rows = json_array();
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++)
		json_array_append_new(
			rows,
			error_row(find_case(study, &cases[i]), &cases[i]));
	return rows;
}

/* ---- table 4 ---- */

static const struct result_column shortening_columns[] = {
	{"title", "loop", .none = "-", .bytes = true},
	{"size", "size", .none = "-"},
	{"space", .heading = "space"},
	{"t", "t", .none = "-"},
	{"kmin", "kmin", .none = "-", .write = result_digits},
	{"ties", "ties", .none = "-"},
	{"t_kmin", "t/kmin", .none = "-", .write = result_digits},
	{"gain", "Tt/Tkmin", .none = "-", .write = result_digits},
	{"gain_near", "within 10x", .none = "-", .write = result_digits},
	{0},
};

static const char *const space_words[DATASET_SPACES] = {
	[DATASET_ALL] = "extended",
	[DATASET_PUBLISHED] = "the paper's",
	[DATASET_TURNED] = "turned"};

static json_t *podium_row(const struct powerstudy_case *of,
			  enum dataset_space space)
{
	const struct contest *contest = &of->contest[space];
	const struct judge_figures *figures =
		&contest->orders[CONTEST_PODIUM].of;

	return json_pack(
		"{s:o, s:s%, s:s, s:I, s:o, s:I, s:o, s:o, s:o}", "title",
		letters_json(of->published ? of->published->title
					   : of->table.loop),
		"size", &of->table.size, (size_t)1, "space", space_words[space],
		"t", (json_int_t)contest->variants, "kmin",
		result_number(figures->kmin), "ties", (json_int_t)contest->ties,
		"t_kmin", result_number(figures->t_kmin), "gain",
		result_number(figures->gain), "gain_near",
		result_number(figures->gain_near));
}

static void add_case(const struct powerstudy_case *of, json_t *rows)
{
	static const enum dataset_space spaces[] = {
		DATASET_PUBLISHED, DATASET_TURNED, DATASET_ALL};

	for (int i = 0; i < DATASET_SPACES; i++)
		if (of->contest[spaces[i]].variants > 0)
			json_array_append_new(rows, podium_row(of, spaces[i]));
}

static json_t *published_row(const struct published_case *theirs)
{
	return json_pack("{s:s, s:s%, s:s, s:I, s:f, s:n, s:f, s:f, s:n}",
			 "title", theirs->title, "size", &theirs->size,
			 (size_t)1, "space", "published", "t",
			 (json_int_t)theirs->variants, "kmin", theirs->kmin,
			 "ties", "t_kmin", theirs->variants / theirs->kmin,
			 "gain", theirs->gain, "gain_near");
}

static json_t *missing_row(void)
{
	return json_pack("{s:n, s:n, s:s, s:n, s:n, s:n, s:n, s:n, s:n}",
			 "title", "size", "space", "not recorded", "t", "kmin",
			 "ties", "t_kmin", "gain", "gain_near");
}

static json_t *shortening_rows(const struct powerstudy *study)
{
	json_t *rows = json_array();
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++) {
		const struct powerstudy_case *of = find_case(study, &cases[i]);

		json_array_append_new(rows, published_row(&cases[i]));
		if (of)
			add_case(of, rows);
		else
			json_array_append_new(rows, missing_row());
	}
	for (size_t i = 0; i < study->count; i++)
		if (!study->list[i].published)
			add_case(&study->list[i], rows);
	return rows;
}

/* ---- beside others ---- */

static const struct result_column orders_columns[] = {
	{"loops", .heading = "loops"},
	{"space", .heading = "space"},
	{"order", .heading = "order"},
	{"cases", .heading = "cases"},
	{"first", "kmin = 1", .none = "-"},
	{"kmin", "kmin", .none = "-", .write = result_digits},
	{"regret/0", "regret@1", .none = "-", .write = result_percent},
	{"regret/1", "@3", .none = "-", .write = result_percent},
	{"regret/2", "@5", .none = "-", .write = result_percent},
	{"t_kmin", "t/kmin", .none = "-", .write = result_digits},
	{"gain", "Tt/Tkmin", .none = "-", .write = result_digits},
	{"gain_near", "within 10x", .none = "-", .write = result_digits},
	{"within", "runs to 2 %", .none = "-", .write = result_digits},
	{0},
};

/* Where orders are put together. */
struct place {
	int group, space;
	json_t *rows;
};

/* "means": a mean kmin is no count of cases in which it is 1. */
static void add_summary(const struct powerstudy_summary *of,
			const struct place *place, const char *name, bool means)
{
	json_t *first =
		means ? json_null() : json_integer((json_int_t)of->first);

	if (of->cases > 0)
		json_array_append_new(
			place->rows,
			json_pack("{s:s, s:s, s:s, s:I, s:O, s:o, s:o, s:o, "
				  "s:o, s:o, s:o}",
				  "loops", powerstudy_group_names[place->group],
				  "space", space_words[place->space], "order",
				  name, "cases", (json_int_t)of->cases, "first",
				  first, "kmin", result_number(of->kmin),
				  "regret",
				  result_numbers(of->regret, JUDGE_PLACES),
				  "t_kmin", result_number(of->t_kmin), "gain",
				  result_number(of->gain), "gain_near",
				  result_number(of->gain_near), "within",
				  result_number(of->within)));
	json_decref(first);
}

static void add_orders(const struct powerstudy *study,
		       const struct place *place)
{
	struct powerstudy_summary of;

	for (int order = 0; order < CONTEST_ORDERS; order++) {
		powerstudy_summary(study, place->group, place->space, order,
				   &of);
		add_summary(&of, place, contest_names[order],
			    order == CONTEST_RANDOM);
	}
}

static json_t *orders_rows(const struct powerstudy *study)
{
	struct place place = {.rows = json_array()};

	for (; place.group < POWERSTUDY_GROUPS; place.group++)
		for (place.space = 0; place.space < DATASET_SPACES;
		     place.space++)
			add_orders(study, &place);
	return place.rows;
}

/* ---- sections ---- */

/* Table 2 as podium calibrate shows it, with the fits' exponents. */
static void add_forms(const struct powerstudy *study, struct text *page)
{
	json_t *weak = json_array();
	json_t *fits = fits_json(&study->patterns, weak);
	size_t before = page->length;

	fits_print(fits, page);
	if (page->length == before)
		text_add(page, "\nNo pattern loops were recorded: no table 2 "
			       "and no power model. podium calibrate "
			       "measures them.\n");
	json_decref(fits);
	json_decref(weak);
}

void powertables_page(const struct powerstudy *study, struct text *page)
{
	add_forms(study, page);
	result_section(
		page, "Table 3: errors of the power model, here (published)",
		"Time of all threads, fitted to the pattern without the loop; "
		"in the paper's space where the table tells it, else over all "
		"variants, also of other schedules and orders, for which that "
		"model is not made. But for a factor: the mean error if all "
		"times of a loop are taken by one, which an order does not "
		"see. Outside the domain: some variant has data beyond the "
		"second cache, or less or more data, shorter or longer time "
		"than the pattern had, or a thread has 50 % more chunks than "
		"the mean.",
		errors_columns, error_rows(study));
	result_section(
		page, "Table 4: how far iterative compilation is shortened",
		"Published: by their model. Here: in the order that podium "
		"rank gives, with nothing fitted. Ties count as best.",
		shortening_columns, shortening_rows(study));
	result_section(
		page, "The orders side by side",
		"Medians of kmin, t/kmin and the runs to within 2 % of the "
		"best, geometric means of the others. Variants that an order "
		"holds equal are taken at random. Refined: podium's order, "
		"changed by what each run took.",
		orders_columns, orders_rows(study));
}

/* ---- for programs ---- */

static json_t *figures_json(const struct judge_figures *from)
{
	json_t *object = json_object();

	for (size_t i = 0; i < POWERSTUDY_FIGURES; i++) {
		const struct powerstudy_figure *of = &powerstudy_figures[i];

		json_object_set_new(
			object, of->name,
			result_number(powerstudy_value(from, of->offset)));
	}
	return object;
}

static json_t *contest_json(const struct contest *contest)
{
	json_t *object = json_pack("{s:I, s:I}", "variants",
				   (json_int_t)contest->variants, "ties",
				   (json_int_t)contest->ties);

	for (int order = 0; order < CONTEST_ORDERS; order++)
		if (contest->orders[order].known)
			json_object_set_new(
				object, contest_names[order],
				figures_json(&contest->orders[order].of));
	return object;
}

/* The model by which the case was judged, and its errors. */
static json_t *law_json(const struct powerstudy_case *of)
{
	const double *a = of->law.fit.exponent;

	if (!of->fitted)
		return json_null();
	return json_pack("{s:i, s:[f, f, f, f], s:o, s:o, s:o}", "points",
			 (int)of->law.points, "exponents", a[0], a[1], a[2],
			 a[3], "mean_error",
			 result_number(of->erred ? of->errors.mean : NAN),
			 "largest_error",
			 result_number(of->erred ? of->errors.largest : NAN),
			 "trend_error",
			 result_number(of->erred ? of->errors.trend : NAN));
}

json_t *powertables_json(const struct powerstudy *study)
{
	json_t *list = json_array();

	for (size_t i = 0; i < study->count; i++) {
		const struct powerstudy_case *of = &study->list[i];
		char size[] = {of->table.size, '\0'};
		json_t *object = json_pack("{s:o, s:o, s:s, s:o}", "table",
					   letters_json(of->table.name), "loop",
					   letters_json(of->table.loop), "size",
					   size, "power_model", law_json(of));

		for (int space = 0; space < DATASET_SPACES; space++)
			if (of->contest[space].variants > 0)
				json_object_set_new(
					object, dataset_space_names[space],
					contest_json(&of->contest[space]));
		json_array_append_new(list, object);
	}
	return list;
}

static const struct result_column case_columns[] = {
	{"of/table", .key = "table", .bytes = true},
	{"of/loop", .key = "loop", .bytes = true},
	{"of/size", .key = "size"},
	{"space", .key = "space"},
	{"order", .key = "order"},
	{"contest/variants", .key = "variants"},
	{"contest/ties", .key = "ties"},
	{"figures/*", .key = "*", .digits = "%.6g"},
	{0},
};

/* A row for each order of a case in a space. */
static void add_case_rows(json_t *of, const char *space, json_t *rows)
{
	json_t *contest = json_object_get(of, space);

	for (int order = 0; order < CONTEST_ORDERS; order++) {
		const char *name = contest_names[order];
		json_t *figures = json_object_get(contest, name);

		if (figures)
			json_array_append_new(
				rows, json_pack("{s:O, s:s, s:s, s:O, s:O}",
						"of", of, "space", space,
						"order", name, "contest",
						contest, "figures", figures));
	}
}

void powertables_csv(const struct powerstudy *study, struct text *out)
{
	json_t *list = powertables_json(study), *rows = json_array(), *of;
	size_t i;

	json_array_foreach(list, i, of) for (int space = 0;
					     space < DATASET_SPACES; space++)
		add_case_rows(of, dataset_space_names[space], rows);
	result_csv(out, case_columns, rows);
	json_decref(list);
}
