/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A study in words.
 */
#include "studied.h"

#include <math.h>
#include <string.h>

#include "fits.h"
#include "csv.h"
#include "study.h"
#include "table.h"
#include "terminal.h"
#include "text.h"

/* ---- cells ---- */

static void heads(struct table *table, const char *const *words)
{
	for (; *words; words++)
		table_add(table, *words);
}

/* Three digits, but no power of ten. */
static void number(struct table *table, double value)
{
	if (isfinite(value))
		table_cell(table, "%.*f",
			   value >= 99.95 || value == floor(value) ? 0
			   : value >= 9.995			   ? 1
								   : 2,
			   value);
	else
		table_add(table, "-");
}

static void percent(struct table *table, double fraction)
{
	if (isfinite(fraction))
		table_cell(table, "%.*f %%", fraction < 1 ? 2 : 0,
			   100 * fraction);
	else
		table_add(table, "-");
}

static void beside(struct table *table, bool known, double ours, double theirs)
{
	if (known)
		table_cell(table, "%.4g (%.4g)", ours, theirs);
	else
		table_cell(table, "- (%.4g)", theirs);
}

/* ---- table 3 ---- */

static const char *const errors_heads[] = {
	"loop", "size", "pattern", "mean %", "largest %", "outside the domain",
	NULL};

static const struct study_case *find_case(const struct study *study,
					  const struct published_case *theirs)
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

static void violations_cell(struct table *table, const struct study_case *of)
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

static void add_errors(const struct study *study, struct table *table)
{
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++) {
		const struct study_case *of = find_case(study, &cases[i]);
		bool known = of && of->erred;

		table_add(table, cases[i].title);
		table_cell(table, "%c", cases[i].size);
		table_add(table, cases[i].pattern);
		beside(table, known, known ? 100 * of->errors.mean : 0,
		       cases[i].mean_error);
		beside(table, known, known ? 100 * of->errors.largest : 0,
		       cases[i].largest_error);
		violations_cell(table, of);
	}
}

/* ---- table 4 ---- */

static const char *const shortening_heads[] = {
	"loop", "size",	  "space",    "t",	    "kmin",
	"ties", "t/kmin", "Tt/Tkmin", "within 10x", NULL};

static void add_podium(struct table *table, const struct study_case *of,
		       enum recorded_space space, const char *name)
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
	number(table, figures->kmin);
	table_cell(table, "%zu", contest->ties);
	number(table, figures->t_kmin);
	number(table, figures->gain);
	number(table, figures->gain_near);
}

static void add_case(struct table *table, const struct study_case *of)
{
	add_podium(table, of, RECORDED_PUBLISHED, "the paper's");
	add_podium(table, of, RECORDED_TURNED, "turned");
	add_podium(table, of, RECORDED_ALL, "extended");
}

static void add_shortening(const struct study *study, struct table *table)
{
	size_t count;
	const struct published_case *cases = published_cases(&count);

	for (size_t i = 0; i < count; i++) {
		const struct study_case *of = find_case(study, &cases[i]);

		table_add(table, cases[i].title);
		table_cell(table, "%c", cases[i].size);
		table_add(table, "published");
		number(table, cases[i].variants);
		number(table, cases[i].kmin);
		table_add(table, "-");
		number(table, cases[i].variants / cases[i].kmin);
		number(table, cases[i].gain);
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

static const char *const space_words[RECORDED_SPACES] = {
	[RECORDED_ALL] = "extended",
	[RECORDED_PUBLISHED] = "the paper's",
	[RECORDED_TURNED] = "turned"};

static void add_summary(const struct study *study, int group, int space,
			int order, struct table *table)
{
	struct study_summary of;

	study_summary(study, group, space, order, &of);
	if (of.cases == 0)
		return;
	table_add(table, study_group_names[group]);
	table_add(table, space_words[space]);
	table_add(table, contest_names[order]);
	table_cell(table, "%zu", of.cases);
	/* expected runs are no count of cases */
	if (order == CONTEST_RANDOM)
		table_add(table, "-");
	else
		table_cell(table, "%zu", of.first);
	number(table, of.kmin);
	for (int i = 0; i < JUDGE_PLACES; i++)
		percent(table, of.regret[i]);
	number(table, of.t_kmin);
	number(table, of.gain);
	number(table, of.gain_near);
	number(table, of.within);
}

static void add_orders(const struct study *study, struct table *table)
{
	for (int group = 0; group < STUDY_GROUPS; group++)
		for (int space = 0; space < RECORDED_SPACES; space++)
			for (int order = 0; order < CONTEST_ORDERS; order++)
				add_summary(study, group, space, order, table);
}

/* ---- targets ---- */

enum aim {
	FIRST, /* share of cases with kmin = 1 */
	LEAST_GAIN,
	GAIN,
	GAIN_NEAR,
	T_KMIN,
	REGRET_1,
	REGRET_3
};

static const struct target {
	const char *figure;
	enum recorded_space space;
	enum aim aim;
	const char *published;
	double wanted;
} targets[] = {
	{"kmin = 1, the paper's space", RECORDED_PUBLISHED, FIRST, "13 of 16",
	 15. / 16},
	{"kmin = 1, extended space", RECORDED_ALL, FIRST, "-", 13. / 16},
	{"smallest Tt/Tkmin", RECORDED_ALL, LEAST_GAIN, "3.8", 13},
	{"Tt/Tkmin, geometric mean", RECORDED_ALL, GAIN, "10", 150},
	{"likewise within 10x of the best", RECORDED_ALL, GAIN_NEAR, "-", 60},
	{"t/kmin, median", RECORDED_ALL, T_KMIN, "8", 50},
	{"regret@1, geometric mean", RECORDED_ALL, REGRET_1, "-", .03},
	{"regret@3, geometric mean", RECORDED_ALL, REGRET_3, "-", .007},
};

static const char *const targets_heads[] = {"figure", "loops",	 "paper", "aim",
					    "here",   "verdict", NULL};

static double reached(const struct target *target,
		      const struct study_summary *of)
{
	switch (target->aim) {
	case FIRST:
		return (double)of->first / of->cases;
	case LEAST_GAIN:
		return of->least_gain;
	case GAIN:
		return of->gain;
	case GAIN_NEAR:
		return of->gain_near;
	case T_KMIN:
		return of->t_kmin;
	case REGRET_1:
		return of->regret[0];
	default:
		return of->regret[1];
	}
}

static bool is_regret(const struct target *target)
{
	return target->aim == REGRET_1 || target->aim == REGRET_3;
}

static void target_cell(struct table *table, const struct target *target,
			double value, size_t cases)
{
	if (target->aim == FIRST)
		table_cell(table, "%.0f of %zu", value * cases, cases);
	else if (is_regret(target))
		percent(table, value);
	else
		number(table, value);
}

static void add_target(const struct study *study, const struct target *target,
		       int group, struct table *table)
{
	struct study_summary of;
	double value;
	bool met;

	study_summary(study, group, target->space, CONTEST_PODIUM, &of);
	table_add(table, target->figure);
	table_add(table, study_group_names[group]);
	table_add(table, group == STUDY_PAPER ? target->published : "-");
	target_cell(table, target, target->wanted, 16);
	if (of.cases == 0) {
		table_add(table, "-");
		table_add(table, "not recorded");
		return;
	}
	value = reached(target, &of);
	met = is_regret(target) ? value <= target->wanted
				: value >= target->wanted;
	target_cell(table, target, value, of.cases);
	table_add(table, met ? "met" : "missed");
}

static void add_targets(const struct study *study, struct table *table)
{
	for (int group = 0; group < STUDY_GROUPS; group++)
		for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]);
		     i++)
			add_target(study, &targets[i], group, table);
}

/* ---- sections ---- */

static const struct section {
	const char *title;
	const char *note;
	const char *const *heads;
	void (*add)(const struct study *, struct table *);
} sections[] = {
	{"Table 3: errors of the power model, here (published)",
	 "Time of all threads, fitted to the pattern without the loop; in the "
	 "paper's space where the table tells it, else over all variants, also "
	 "of other schedules and orders, for which that model is not made. "
	 "Outside the domain: some variant has data beyond the second cache, "
	 "or "
	 "less or more data, shorter or longer time than the pattern had, or a "
	 "thread has 50 % more chunks than the mean.",
	 errors_heads, add_errors},
	{"Table 4: how far iterative compilation is shortened",
	 "Published: by their model. Here: in the order that podium rank "
	 "gives, with nothing fitted. Ties count as best.",
	 shortening_heads, add_shortening},
	{"The orders side by side",
	 "Medians of kmin, t/kmin and the runs, geometric means of the "
	 "others. Variants that an order holds equal are taken at random.",
	 orders_heads, add_orders},
	{"Targets", "Optuna's TPE is not driven from here.", targets_heads,
	 add_targets},
};

#define SECTIONS (sizeof(sections) / sizeof(sections[0]))

static void add_escaped(struct text *out, const char *string)
{
	for (; *string; string++) {
		const char *entity = *string == '<'   ? "&lt;"
				     : *string == '>' ? "&gt;"
				     : *string == '&' ? "&amp;"
						      : NULL;

		if (entity)
			text_add(out, entity);
		else
			text_add_bytes(out, string, 1);
	}
}

static void print_text(const struct section *section, const struct table *table,
		       struct text *out)
{
	struct table_layout layout = {
		.width = terminal_width(), .indent = 2, .head = true};

	text_add(out, "\n");
	terminal_paint(out, STYLE_HEAD, section->title, strlen(section->title));
	text_add(out, "\n");
	table_wrap(out, STYLE_PLAIN, section->note, layout.width, 0, 0);
	table_print(table, &layout, out);
}

static void print_markdown(const struct section *section,
			   const struct table *table, struct text *out)
{
	text_print(out, "\n## %s\n\n%s\n\n", section->title, section->note);
	for (size_t i = 0; i < table->count; i++) {
		bool last = (i + 1) % table->columns == 0;

		text_print(out, "| %s %s", table->cells[i], last ? "|\n" : "");
		for (size_t j = 0; i + 1 == table->columns && j <= i; j++)
			text_add(out, j == i ? "|---|\n" : "|---");
	}
}

static void print_html(const struct section *section, const struct table *table,
		       struct text *out)
{
	text_print(out, "<h2>%s</h2>\n<p>", section->title);
	add_escaped(out, section->note);
	text_add(out, "</p>\n<table>\n");
	for (size_t i = 0; i < table->count; i++) {
		const char *tag = i < table->columns ? "th" : "td";

		text_print(out, "%s<%s>", i % table->columns ? "" : "<tr>",
			   tag);
		add_escaped(out, table->cells[i]);
		text_print(out, "</%s>%s", tag,
			   (i + 1) % table->columns ? "" : "</tr>\n");
	}
	text_add(out, "</table>\n");
}

static void print_section(const struct study *study,
			  const struct section *section, enum studied_form form,
			  struct text *out)
{
	static void (*const printers[])(const struct section *,
					const struct table *, struct text *) = {
		[STUDIED_TEXT] = print_text,
		[STUDIED_MARKDOWN] = print_markdown,
		[STUDIED_HTML] = print_html};
	struct table table = {0};

	while (section->heads[table.columns])
		table.columns++;
	heads(&table, section->heads);
	section->add(study, &table);
	printers[form](section, &table, out);
	table_free(&table);
}

/* Table 2 as podium calibrate shows it, with the fits' exponents. */
static void print_forms(const struct study *study, enum studied_form form,
			struct text *out)
{
	json_t *weak = json_array();
	json_t *fits = fits_json(&study->patterns, weak);
	struct text forms = {0};

	fits_print(fits, &forms);
	if (!forms.length)
		text_add(&forms, "\nNo pattern loops were recorded: no table 2 "
				 "and no power model.\n");
	if (form == STUDIED_MARKDOWN)
		text_add(out, "\n## Table 2: forms of the model\n\n```");
	if (form == STUDIED_HTML)
		text_add(out, "<h2>Table 2: forms of the model</h2>\n<pre>");
	text_add(out, text_string(&forms));
	if (form == STUDIED_MARKDOWN)
		text_add(out, "```\n");
	if (form == STUDIED_HTML)
		text_add(out, "</pre>\n");
	text_free(&forms);
	json_decref(fits);
	json_decref(weak);
}

void studied_print(const struct study *study, enum studied_form form,
		   struct text *out)
{
	static const char title[] =
		"The power-model paper on recorded loops, by podium";

	if (form == STUDIED_MARKDOWN)
		text_print(out, "# %s\n", title);
	if (form == STUDIED_HTML)
		text_print(out,
			   "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
			   "charset=\"utf-8\"><title>%s</title>\n<style>td,th"
			   "{padding:.1em .6em;text-align:left}</style></head>"
			   "<body>\n<h1>%s</h1>\n",
			   title, title);
	print_forms(study, form, out);
	for (size_t i = 0; i < SECTIONS; i++)
		print_section(study, &sections[i], form, out);
	if (form == STUDIED_HTML)
		text_add(out, "</body></html>\n");
}

/* ---- for programs ---- */

/* The figures of a case by name, as members or columns. */
static const struct {
	const char *name;
	size_t offset;
} figures[] = {
	{"kmin", offsetof(struct judge_figures, kmin)},
	{"regret@1", offsetof(struct judge_figures, regret[0])},
	{"regret@3", offsetof(struct judge_figures, regret[1])},
	{"regret@5", offsetof(struct judge_figures, regret[2])},
	{"t/kmin", offsetof(struct judge_figures, t_kmin)},
	{"Tt/Tkmin", offsetof(struct judge_figures, gain)},
	{"Tt/Tkmin near", offsetof(struct judge_figures, gain_near)},
	{"within", offsetof(struct judge_figures, within)},
};

#define FIGURES (sizeof(figures) / sizeof(figures[0]))

static double figure_of(const struct judge_figures *from, size_t figure)
{
	double value;

	memcpy(&value, (const char *)from + figures[figure].offset,
	       sizeof(value));
	return value;
}

static void csv_line(const struct study_case *of, int space, int order,
		     struct text *out)
{
	const struct contest *contest = &of->contest[space];

	csv_put(out, of->table.name, ',');
	csv_put(out, of->table.loop, ',');
	text_print(out, "%c,%s,%s,%zu,%zu", of->table.size,
		   recorded_space_names[space], contest_names[order],
		   contest->variants, contest->ties);
	for (size_t i = 0; i < FIGURES; i++)
		text_print(out, ",%.6g",
			   figure_of(&contest->orders[order].of, i));
	text_add(out, "\n");
}

void studied_csv(const struct study *study, struct text *out)
{
	text_add(out, "table,loop,size,space,order,variants,ties");
	for (size_t i = 0; i < FIGURES; i++)
		text_print(out, ",%s", figures[i].name);
	text_add(out, "\n");
	for (size_t i = 0; i < study->count; i++)
		for (int space = 0; space < RECORDED_SPACES; space++)
			for (int order = 0; order < CONTEST_ORDERS; order++)
				if (study->list[i]
					    .contest[space]
					    .orders[order]
					    .known)
					csv_line(&study->list[i], space, order,
						 out);
}

static json_t *contest_json(const struct contest *contest)
{
	json_t *object = json_object();

	json_object_set_new(object, "variants",
			    json_integer(contest->variants));
	json_object_set_new(object, "ties", json_integer(contest->ties));
	for (int order = 0; order < CONTEST_ORDERS; order++) {
		json_t *figure;

		if (!contest->orders[order].known)
			continue;
		figure = json_object();
		for (size_t i = 0; i < FIGURES; i++)
			json_object_set_new(
				figure, figures[i].name,
				json_real(figure_of(&contest->orders[order].of,
						    i)));
		json_object_set_new(object, contest_names[order], figure);
	}
	return object;
}

/* The model by which the case was judged, and its errors. */
static json_t *law_json(const struct study_case *of)
{
	const double *a = of->law.fit.exponent;

	if (!of->fitted)
		return json_null();
	return json_pack("{s:i, s:[f, f, f, f], s:o, s:o}", "points",
			 (int)of->law.points, "exponents", a[0], a[1], a[2],
			 a[3], "mean_error",
			 of->erred ? json_real(of->errors.mean) : json_null(),
			 "largest_error",
			 of->erred ? json_real(of->errors.largest)
				   : json_null());
}

json_t *studied_json(const struct study *study)
{
	json_t *list = json_array();

	for (size_t i = 0; i < study->count; i++) {
		const struct study_case *of = &study->list[i];
		char size[] = {of->table.size, '\0'};
		json_t *object =
			json_pack("{s:s, s:s, s:s, s:o}", "table",
				  of->table.name, "loop", of->table.loop,
				  "size", size, "power_model", law_json(of));

		for (int space = 0; space < RECORDED_SPACES; space++)
			if (of->contest[space].variants > 0)
				json_object_set_new(
					object, recorded_space_names[space],
					contest_json(&of->contest[space]));
		json_array_append_new(list, object);
	}
	return list;
}
