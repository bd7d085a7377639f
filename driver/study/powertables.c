/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study in words.
 */
#include "powertables.h"

#include <math.h>
#include <string.h>

#include "base/letters.h"
#include "base/page.h"
#include "base/result.h"
#include "calibrate/fits.h"
#include "peers.h"
#include "powerstudy.h"

static void beside(struct table *table, bool known, double ours, double theirs)
{
	if (known)
		table_cell(table, "%.4g (%.4g)", ours, theirs);
	else
		table_cell(table, "- (%.4g)", theirs);
}

/* ---- table 3 ---- */

static const char *const errors_heads[] = {"loop",
					   "size",
					   "pattern",
					   "mean %",
					   "largest %",
					   "but for a factor %",
					   "outside the domain",
					   NULL};

static const struct powerstudy_case *
find_case(const struct powerstudy *study, const struct published_case *theirs)
{
	for (size_t i = 0; i < study->count; i++)
		if (study->list[i].published == theirs)
			return &study->list[i];
	return NULL;
}

/* In the order of their bits, power_violation_text is the long form. */
static const char *const violation_words[] = {"beyond L2",    "less data",
					      "more data",    "uneven chunks",
					      "shorter time", "longer time"};

static void violations_cell(struct table *table,
			    const struct powerstudy_case *of)
{
	struct text cell = {0};

	for (int i = 0; 1 << i <= POWER_TOO_LONG; i++)
		if (of && of->erred && of->errors.violations & 1u << i) {
			text_add(&cell, cell.length ? ", " : "");
			text_add(&cell, violation_words[i]);
		}
	table_add(table, cell.length ? text_string(&cell) : "-");
	text_free(&cell);
}

static void add_errors(const struct powerstudy *study, struct table *table)
{
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++) {
		const struct powerstudy_case *of = find_case(study, &cases[i]);
		bool known = of && of->erred;

		table_add(table, cases[i].title);
		table_cell(table, "%c", cases[i].size);
		table_add(table, cases[i].pattern);
		beside(table, known, known ? 100 * of->errors.mean : 0,
		       cases[i].mean_error);
		beside(table, known, known ? 100 * of->errors.largest : 0,
		       cases[i].largest_error);
		if (known)
			table_cell(table, "%.4g", 100 * of->errors.trend);
		else
			table_add(table, "-");
		violations_cell(table, of);
	}
}

/* ---- table 4 ---- */

static const char *const shortening_heads[] = {
	"loop", "size",	  "space",    "t",	    "kmin",
	"ties", "t/kmin", "Tt/Tkmin", "within 10x", NULL};

static void add_podium(struct table *table, const struct powerstudy_case *of,
		       enum measured_space space, const char *name)
{
	const struct contest *contest = &of->contest[space];
	const struct judge_figures *figures =
		&contest->orders[CONTEST_PODIUM].of;

	if (contest->variants == 0)
		return;
	table_add(table, of->published ? of->published->title : of->table.loop);
	table_cell(table, "%c", of->table.size);
	table_add(table, name);
	table_cell(table, "%zu", contest->variants);
	page_number(table, figures->kmin);
	table_cell(table, "%zu", contest->ties);
	page_number(table, figures->t_kmin);
	page_number(table, figures->gain);
	page_number(table, figures->gain_near);
}

static void add_case(struct table *table, const struct powerstudy_case *of)
{
	add_podium(table, of, MEASURED_PUBLISHED, "the paper's");
	add_podium(table, of, MEASURED_TURNED, "turned");
	add_podium(table, of, MEASURED_ALL, "extended");
}

static void add_shortening(const struct powerstudy *study, struct table *table)
{
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++) {
		const struct powerstudy_case *of = find_case(study, &cases[i]);

		table_add(table, cases[i].title);
		table_cell(table, "%c", cases[i].size);
		table_add(table, "published");
		page_number(table, cases[i].variants);
		page_number(table, cases[i].kmin);
		table_add(table, "-");
		page_number(table, cases[i].variants / cases[i].kmin);
		page_number(table, cases[i].gain);
		table_add(table, "-");
		if (of)
			add_case(table, of);
		else
			for (int j = 0; j < 9; j++)
				table_add(table, j == 2 ? "not recorded" : "-");
	}
	for (size_t i = 0; i < study->count; i++)
		if (!study->list[i].published)
			add_case(table, &study->list[i]);
}

/* ---- beside others ---- */

static const char *const orders_heads[] = {
	"loops",    "space",	  "order",	 "cases", "kmin = 1",
	"kmin",	    "regret@1",	  "@3",		 "@5",	  "t/kmin",
	"Tt/Tkmin", "within 10x", "runs to 2 %", NULL};

static const char *const space_words[MEASURED_SPACES] = {
	[MEASURED_ALL] = "extended",
	[MEASURED_PUBLISHED] = "the paper's",
	[MEASURED_TURNED] = "turned"};

/* "means": a mean kmin is no count of cases in which it is 1. */
static void add_summary(const struct powerstudy_summary *of, int group,
			int space, const char *name, bool means,
			struct table *table)
{
	if (of->cases == 0)
		return;
	table_add(table, powerstudy_group_names[group]);
	table_add(table, space_words[space]);
	table_add(table, name);
	table_cell(table, "%zu", of->cases);
	if (means)
		table_add(table, "-");
	else
		table_cell(table, "%zu", of->first);
	page_number(table, of->kmin);
	for (int i = 0; i < JUDGE_PLACES; i++)
		page_percent(table, of->regret[i]);
	page_number(table, of->t_kmin);
	page_number(table, of->gain);
	page_number(table, of->gain_near);
	page_number(table, of->within);
}

static void add_orders_of(const struct powerstudy *study,
			  const struct peers *peers, int group, int space,
			  struct table *table)
{
	struct powerstudy_summary of;
	const char *search;

	for (int order = 0; order < CONTEST_ORDERS; order++) {
		powerstudy_summary(study, group, space, order, &of);
		add_summary(&of, group, space, contest_names[order],
			    order == CONTEST_RANDOM, table);
	}
	for (size_t i = 0; (search = peers_search(peers, i)); i++) {
		peers_summary(peers, study, group, space, search, &of);
		add_summary(&of, group, space, search, true, table);
	}
}

static void add_orders(const struct powerstudy *study,
		       const struct peers *peers, struct page *page)
{
	struct table table = {0};

	table_heads(&table, orders_heads);
	for (int group = 0; group < POWERSTUDY_GROUPS; group++)
		for (int space = 0; space < MEASURED_SPACES; space++)
			add_orders_of(study, peers, group, space, &table);
	page_table(
		page, "The orders side by side",
		"Medians of kmin, t/kmin and the runs to within 2 % of the "
		"best, geometric means of the others. Variants that an order "
		"holds equal are taken at random. Refined: podium's order, "
		"changed by what each run took. Searches of others were "
		"replayed by tools/bench-peers, their figures are means over "
		"seeds.",
		&table);
	table_free(&table);
}

/* ---- sections ---- */

static const struct section {
	const char *title;
	const char *note;
	const char *const *heads;
	void (*add)(const struct powerstudy *, struct table *);
} sections[] = {
	{"Table 3: errors of the power model, here (published)",
	 "Time of all threads, fitted to the pattern without the loop; in the "
	 "paper's space where the table tells it, else over all variants, also "
	 "of other schedules and orders, for which that model is not made. "
	 "But for a factor: the mean error if all times of a loop are taken by "
	 "one, which an order does not see. Outside the domain: some variant "
	 "has data beyond the second cache, "
	 "or "
	 "less or more data, shorter or longer time than the pattern had, or a "
	 "thread has 50 % more chunks than the mean.",
	 errors_heads, add_errors},
	{"Table 4: how far iterative compilation is shortened",
	 "Published: by their model. Here: in the order that podium rank "
	 "gives, with nothing fitted. Ties count as best.",
	 shortening_heads, add_shortening},
};

#define SECTIONS (sizeof(sections) / sizeof(sections[0]))

/* Table 2 as podium calibrate shows it, with the fits' exponents. */
static void add_forms(const struct powerstudy *study, struct page *page)
{
	json_t *weak = json_array();
	json_t *fits = fits_json(&study->patterns, weak);
	struct text forms = {0};

	fits_print(fits, &forms);
	if (!forms.length)
		text_add(&forms, "\nNo pattern loops were recorded: no table 2 "
				 "and no power model. podium calibrate "
				 "measures them.\n");
	page_verbatim(page, "Table 2: forms of the model", text_string(&forms));
	text_free(&forms);
	json_decref(fits);
	json_decref(weak);
}

void powertables_page(const struct powerstudy *study, const struct peers *peers,
		      struct page *page)
{
	add_forms(study, page);
	for (size_t i = 0; i < SECTIONS; i++) {
		struct table table = {0};

		table_heads(&table, sections[i].heads);
		sections[i].add(study, &table);
		page_table(page, sections[i].title, sections[i].note, &table);
		table_free(&table);
	}
	add_orders(study, peers, page);
}

/* ---- for programs ---- */

static json_t *figures_json(const struct judge_figures *from)
{
	json_t *object = json_object();

	for (size_t i = 0; i < POWERSTUDY_FIGURES; i++) {
		const struct powerstudy_figure *figure = &powerstudy_figures[i];
		double value;

		memcpy(&value, (const char *)from + figure->offset,
		       sizeof(value));
		json_object_set_new(object, figure->name, result_number(value));
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

		for (int space = 0; space < MEASURED_SPACES; space++)
			if (of->contest[space].variants > 0)
				json_object_set_new(
					object, measured_space_names[space],
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
					     space < MEASURED_SPACES; space++)
		add_case_rows(of, measured_space_names[space], rows);
	result_csv(out, case_columns, rows);
	json_decref(list);
}
