/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of a tuning. The summary in the store has ratios of times; the page
 * shows speed-ups, the baseline's time by that of a variant.
 */
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "base/memory.h"
#include "base/table.h"
#include "base/text.h"
#include "chart.h"
#include "tuning.h"

/* Parts of the estimate below this are left out. */
#define LEAST_TERM .01

/* ---- parts ---- */

static void add_code(struct text *out, const char *before, const char *name,
		     const char *after)
{
	text_add(out, before);
	html_code(out, name);
	text_add(out, after);
}

static void add_heading(struct text *out, const char *title)
{
	text_print(out, "<h2>%s</h2>\n", title);
}

/* A table that the reader opens. */
static void add_fold(struct text *out, const char *summary,
		     const struct table *table, unsigned code)
{
	if (table->count <= table->columns)
		return;
	text_print(out, "<details><summary>%s</summary>\n", summary);
	html_table(out, table, code);
	text_add(out, "</details>\n");
}

static void add_file(struct text *out, const char *name, const char *content)
{
	if (!*content)
		return;
	add_code(out, "<details><summary>What stands in ", name,
		 "</summary>\n");
	html_lines(out, content);
	text_add(out, "</details>\n");
}

static void number_cell(struct table *table, const char *format, double value)
{
	if (isfinite(value) && value > 0)
		table_cell(table, format, value);
	else
		table_add(table, "-");
}

static double speedup_of(double ratio)
{
	return ratio > 0 && ratio < INFINITY ? 1 / ratio : NAN;
}

static double member_speedup(const json_t *object, const char *key)
{
	return speedup_of(tuning_number(object, key));
}

static void variant_cell(struct table *table, const struct tuning_run *run)
{
	size_t length = strlen(run->of.variant);
	char *variant;

	length -= length > 0 && run->of.variant[length - 1] == '\n';
	variant = memory_print("%.*s", (int)length, run->of.variant);
	table_add(table, run->baseline ? "baseline" : variant);
	free(variant);
}

static const char *result_of(const struct tuning_run *run)
{
	return *run->of.reason ? run->of.reason : run->of.status;
}

/* ---- what came of it ---- */

/*
 * How the program runs: of "./app 7 # tolerance: 1e-06, wall, pinned" the part
 * before the mark. *judged is the part behind it, NULL if it has none.
 */
static char *run_command(const struct tuning *tuning, const char **judged)
{
	const char *mark = strstr(tuning->command, " # ");

	*judged = mark ? mark + strlen(" # ") : NULL;
	return memory_print("%.*s",
			    (int)(mark ? (size_t)(mark - tuning->command)
				       : strlen(tuning->command)),
			    tuning->command);
}

static char *program_name(const struct tuning *tuning)
{
	const char *path = tuning_string(tuning->summary, "program");
	const char *slash = strrchr(path, '/'), *judged;

	return *path ? memory_string(slash ? slash + 1 : path)
		     : run_command(tuning, &judged);
}

/* ", 99 % confidence interval 1.41x to 1.53x, 9 rounds of runs" */
static void add_interval(struct text *out, const struct tuning *tuning,
			 const json_t *ratio, bool rounds)
{
	double low = member_speedup(ratio, "high");
	double high = member_speedup(ratio, "low");
	double count = tuning_number(tuning->summary, "rounds");

	if (isfinite(low) && isfinite(high))
		text_print(out, ", 99 %% confidence interval %.2fx to %.2fx",
			   low, high);
	if (rounds && isfinite(count))
		text_print(out, ", %.0f round%s of runs", count,
			   count == 1 ? "" : "s");
}

static void add_speedup(struct text *out, const struct tuning *tuning,
			bool busy)
{
	const json_t *ratio = json_object_get(tuning->summary, "ratio");
	const json_t *within = json_object_get(tuning->summary, "within");
	const char *asked = tuning_string(tuning->summary, "asked");
	double whole = member_speedup(ratio, "value");
	double loops = member_speedup(within, "value");

	text_add(out, "<p class=\"speedup\"><b>");
	if (!tuning_is_finished(tuning)) {
		text_print(out, "%s</b>%zu runs so far.",
			   busy ? "Under way" : "Not finished",
			   tuning->run_count);
		if (!busy)
			text_add(out, " The same command goes on from there");
		if (!busy && *asked)
			add_code(out, ": ", asked, "");
		text_add(out, busy ? "" : ".");
	} else if (!tuning_is_delivered(tuning)) {
		text_add(out, "Baseline kept</b>No variant is certain to be "
			      "faster");
		if (isfinite(whole)) {
			text_print(out,
				   ". The best one has a speed-up of "
				   "%.2fx",
				   whole);
			add_interval(out, tuning, ratio, true);
		}
		text_add(out, ".");
	} else if (isfinite(loops)) {
		text_print(out,
			   "%.2fx</b>Speed-up over the baseline, by the loops "
			   "within one run",
			   loops);
		add_interval(out, tuning, within, false);
		if (isfinite(whole)) {
			text_print(out, "; %.2fx as a whole", whole);
			add_interval(out, tuning, ratio, true);
		}
		text_add(out, ".");
	} else if (isfinite(whole)) {
		text_print(out, "%.2fx</b>Speed-up over the baseline", whole);
		add_interval(out, tuning, ratio, true);
		text_add(out, ".");
	} else {
		text_add(out, "Not confirmed</b>Faster by one run each, which "
			      "proves nothing.");
	}
	text_add(out, "</p>\n");
}

static void add_runs_chart(struct text *out, const struct tuning *tuning)
{
	struct chart_runs rows[2] = {
		{.label = "baseline"},
		{.label = tuning_is_delivered(tuning) ? "tuned" : "best tried",
		 .chosen = true}};
	double *baseline = tuning_seconds(tuning, true, &rows[0].count);
	double *best = tuning_seconds(tuning, false, &rows[1].count);

	rows[0].seconds = baseline;
	rows[1].seconds = best;
	if (rows[0].count > 0)
		chart_runs(out, rows, rows[1].count > 0 ? 2 : 1);
	free(baseline);
	free(best);
}

static void add_fact(struct text *out, const char *name, const char *value)
{
	text_print(out, "<dt>%s</dt><dd>", name);
	html_text(out, value);
	text_add(out, "</dd>\n");
}

static void add_facts(struct text *out, const struct tuning *tuning)
{
	const struct tuning_run *runs = tuning->runs;
	double tried = tuning_number(tuning->summary, "tried");
	const char *asked = tuning_string(tuning->summary, "asked"), *judged;
	char *run = run_command(tuning, &judged);

	text_add(out, "<dl>\n");
	add_fact(out, "Machine", tuning->machine);
	add_fact(out, "Compiler", tuning->compiler);
	text_print(out, "<dt>Runs</dt><dd>%zu, from ", tuning->run_count);
	html_text(out, runs[0].of.ended);
	text_add(out, " to ");
	html_text(out, runs[tuning->run_count - 1].of.ended);
	text_add(out, " UTC</dd>\n");
	if (isfinite(tried))
		text_print(out,
			   "<dt>Tried</dt><dd>%.0f of %.0f variants</dd>\n",
			   tried, tuning_number(tuning->summary, "space"));
	if (strcmp(run, "{}") != 0)
		add_code(out, "<dt>Run as</dt><dd>", run, "</dd>\n");
	if (judged)
		add_fact(out, "Judged by", judged);
	if (*asked)
		add_code(out, "<dt>Made by</dt><dd>", asked, "</dd>\n");
	text_add(out, "</dl>\n");
	free(run);
}

/* ---- how to use it ---- */

static void add_use(struct text *out, const struct tuning *tuning)
{
	const json_t *summary = tuning->summary;
	const json_t *flags = json_object_get(summary, "flags");
	const char *source = tuning_string(summary, "source");

	if (!tuning_is_delivered(tuning))
		return;
	add_heading(out, "To build with it");
	text_add(out, "<p>Clean, and add to the compiler's flags:</p>\n");
	html_lines(out, tuning_string(summary, "use"));
	for (size_t i = 0; i < json_array_size(flags); i++) {
		const char *flag = json_string_value(json_array_get(flags, i));

		add_code(out, i ? " " : "<p>It is compiled with ",
			 flag ? flag : "", "");
	}
	if (json_array_size(flags) > 0)
		text_add(out, ", behind the flags of the project: the last "
			      "one wins.</p>\n");
	if (*source)
		add_code(out, "<p>The source ", source,
			 " replaces the source that was built.</p>\n");
	if (json_is_true(json_object_get(summary, "bound")))
		text_add(out, "<p>Threads were bound to cores. To run it so, "
			      "set <code>OMP_PROC_BIND=true "
			      "OMP_PLACES=cores</code>.</p>\n");
	text_print(out,
		   "<p>To undo it, %sclean and build without the flag%s.</p>\n",
		   *source ? "take the change of the source back, " : "",
		   json_array_size(flags) > 0 ? "s" : "");
	add_file(out, tuning_string(summary, "tuned"),
		 tuning_string(summary, "content"));
}

/* ---- loops ---- */

/* The variant of the loop that was chosen, NULL where there is none. */
static const json_t *chosen_variant(const json_t *loop)
{
	const json_t *list = json_object_get(loop, "candidates");

	for (size_t i = 1; i < json_array_size(list); i++)
		if (json_is_true(
			    json_object_get(json_array_get(list, i), "chosen")))
			return json_array_get(list, i);
	return NULL;
}

static double sum_of_terms(const json_t *terms)
{
	const char *name;
	json_t *value;
	double sum = 0;

	json_object_foreach((json_t *)terms, name, value) sum +=
		json_number_value(value);
	return sum;
}

/*
 * Terms of the estimated time of the loop, as written and as chosen, in percent
 * of the loop as written; before them the term that falls most.
 */
static void add_terms(struct text *out, const json_t *loop)
{
	static const char *const heads[] = {"estimated time", "as written",
					    "as chosen", NULL};
	const json_t *list = json_object_get(loop, "candidates");
	const json_t *chosen = chosen_variant(loop);
	json_t *before = json_object_get(json_array_get(list, 0), "terms");
	const json_t *after = json_object_get(chosen, "terms");
	double whole = sum_of_terms(before), most = LEAST_TERM;
	const char *name, *reason = NULL;
	struct table table = {0};
	json_t *value;

	if (!(whole > 0) || !isfinite(whole))
		return;
	table_heads(&table, heads);
	json_object_foreach(before, name, value)
	{
		double was = json_number_value(value) / whole;
		double is = tuning_number(after, name) / whole;

		if (!(was >= LEAST_TERM) && !(is >= LEAST_TERM))
			continue;
		if (was - is > most) {
			most = was - is;
			reason = name;
		}
		table_add(&table, name);
		table_cell(&table, "%.1f %%", 100 * was);
		number_cell(&table, "%.1f %%", 100 * is);
	}
	if (reason) {
		text_add(out, "<p>The estimate sees the largest gain in ");
		html_text(out, reason);
		text_print(out,
			   ": %.1f %% of the time of the loop as written, "
			   "%.1f %% as chosen.</p>\n",
			   100 * tuning_number(before, reason) / whole,
			   100 * tuning_number(after, reason) / whole);
	}
	add_fold(out, "What it is estimated to spend its time on", &table, 0);
	table_free(&table);
}

static void add_measured(struct text *out, const char *what, double ratio)
{
	if (isfinite(speedup_of(ratio)))
		text_print(out, ", %s %.2fx", what, speedup_of(ratio));
}

/* The loop and its chosen variant. */
static void describe_loop(struct text *out, const struct tuning *tuning,
			  const json_t *loop)
{
	const json_t *best = json_object_get(loop, "best");
	const char *was = tuning_string(loop, "original");
	const char *is = tuning_string(loop, "chosen");
	const char *why_not = tuning_string(loop, "why_not");
	const char *assumed = tuning_string(loop, "assumed");
	double share = tuning_number(loop, "share");

	text_add(out, "<p>");
	if (share > 0)
		text_print(out, "%.3g %% of the program's time. ", 100 * share);
	add_code(out, "As written: ", was, "");
	if (!tuning_is_finished(tuning)) {
		text_add(out, ".");
	} else if (strcmp(was, is) == 0) {
		text_add(out, ", kept.");
	} else {
		add_code(out, "; chosen: ", is, "");
		add_measured(out, "predicted",
			     tuning_number(loop, "predicted"));
		add_measured(out, "measured", tuning_number(loop, "measured"));
		text_add(out, ".");
	}
	if (best) {
		add_code(out, " Best for this input alone: ",
			 tuning_string(best, "clauses"), "");
		add_measured(out, "measured", tuning_number(best, "measured"));
		text_add(out, ".");
	}
	if (*why_not) {
		text_add(out, " Nothing is predicted of it: ");
		html_text(out, why_not);
		text_add(out, ".");
	}
	if (*assumed)
		add_code(out, " Assumed, as it is not known: ", assumed, ".");
	text_add(out, "</p>\n");
}

/* A chart of the measurements, and its numbers. */
static void add_speedups(struct text *out, const char *summary,
			 struct chart_speedup *rows, size_t count)
{
	static const char *const heads[] = {"variant", "predicted", "measured",
					    "from",    "to",	    "runs",
					    "outcome", NULL};
	struct table table = {0};
	size_t measured = 0;

	table_heads(&table, heads);
	for (size_t i = 0; i < count; i++) {
		table_add(&table, rows[i].label);
		number_cell(&table, "%.2fx", rows[i].predicted);
		number_cell(&table, "%.2fx", rows[i].measured);
		number_cell(&table, "%.2fx", rows[i].low);
		number_cell(&table, "%.2fx", rows[i].high);
		number_cell(&table, "%.0f", rows[i].runs);
		table_add(&table, rows[i].chosen ? "chosen" : rows[i].outcome);
		if (isfinite(rows[i].measured))
			rows[measured++] = rows[i];
	}
	if (measured > 0)
		chart_speedups(out, rows, measured);
	add_fold(out, summary, &table, 1);
	table_free(&table);
}

/* Behind the loop as written, which comes first. */
static void add_variants(struct text *out, const json_t *loop)
{
	const json_t *list = json_object_get(loop, "candidates");
	size_t size = json_array_size(list), count = 0;
	struct chart_speedup *rows = memory_grow(NULL, size + 1, sizeof(*rows));

	for (size_t i = 1; i < size; i++) {
		const json_t *one = json_array_get(list, i);
		const json_t *measured = json_object_get(one, "measured");

		rows[count++] = (struct chart_speedup){
			.label = tuning_string(one, "clauses"),
			.predicted = member_speedup(one, "predicted"),
			.measured = member_speedup(measured, "value"),
			.low = member_speedup(measured, "high"),
			.high = member_speedup(measured, "low"),
			.runs = tuning_number(one, "runs"),
			.outcome = "",
			.chosen = json_is_true(json_object_get(one, "chosen"))};
	}
	add_speedups(out, "Variants predicted and measured", rows, count);
	free(rows);
}

static void add_loops(struct text *out, const struct tuning *tuning)
{
	const json_t *loops = json_object_get(tuning->summary, "loops");

	if (json_array_size(loops) > 0)
		add_heading(out, "Hot loops");
	for (size_t i = 0; i < json_array_size(loops); i++) {
		const json_t *loop = json_array_get(loops, i);
		const char *name = tuning_string(loop, "name");

		add_code(out, "<h3>", tuning_string(loop, "file"), "");
		text_print(out, ", line %.0f: ", tuning_number(loop, "line"));
		html_code(out, *name ? name : tuning_string(loop, "id"));
		text_add(out, "</h3>\n");
		describe_loop(out, tuning, loop);
		if (*tuning_string(loop, "source"))
			html_lines(out, tuning_string(loop, "source"));
		add_variants(out, loop);
		add_terms(out, loop);
	}
}

/* ---- trials within one run ---- */

/* "step#1, run 2: settled after 64 rounds.", a chart and its numbers. */
static void add_trial(struct text *out, const json_t *loop, size_t run)
{
	const json_t *trial = json_object_get(loop, "trial");
	const json_t *list = json_object_get(trial, "candidates");
	const char *why = tuning_string(trial, "why");
	size_t size = json_array_size(list);
	struct chart_speedup *rows = memory_grow(NULL, size + 1, sizeof(*rows));

	add_code(out, "<p>", tuning_string(loop, "id"), "");
	text_print(out, ", run %zu: ", run);
	html_text(out, tuning_string(trial, "state"));
	text_print(out, " after %.0f rounds%s", tuning_number(trial, "rounds"),
		   *why ? ", " : "");
	html_text(out, why);
	text_add(out, ".</p>\n");
	for (size_t i = 0; i < size; i++) {
		const json_t *one = json_array_get(list, i);
		const json_t *difference = json_object_get(one, "difference");
		const char *reason = tuning_string(one, "why");
		double mean = tuning_number(difference, "mean");
		double half = tuning_number(difference, "half");

		rows[i] = (struct chart_speedup){
			.label = tuning_string(one, "clauses"),
			.predicted = NAN,
			.measured = exp(-mean),
			.low = exp(-mean - half),
			.high = exp(-mean + half),
			.runs = tuning_number(one, "calls"),
			.outcome = *reason ? reason
				   : tuning_number(one, "dropped") > 0
					   ? "dropped"
					   : "",
			.chosen = (double)i == tuning_number(trial, "best")};
	}
	add_speedups(out, "Variants measured within the run", rows, size);
	free(rows);
}

static void add_trials(struct text *out, const struct tuning *tuning)
{
	size_t run = 0;
	bool any = false;

	for (size_t i = 0; i < tuning->run_count; i++) {
		json_t *loops, *loop;
		size_t j;

		if (!tuning_is_phase(&tuning->runs[i], "trial"))
			continue;
		run++;
		loops = json_loads(tuning->runs[i].of.loops, 0, NULL);
		json_array_foreach(loops, j, loop)
		{
			if (!json_is_object(json_object_get(loop, "trial")))
				continue;
			if (!any)
				add_heading(out, "Trials within one run");
			any = true;
			add_trial(out, loop, run);
		}
		json_decref(loops);
	}
}

/* ---- tables of the tuning ---- */

static void add_left(struct text *out, const struct tuning *tuning)
{
	static const char *const heads[] = {"loop", "share", "why", NULL};
	const json_t *list = json_object_get(tuning->summary, "left");
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		table_add(&table, tuning_string(one, "place"));
		number_cell(&table, "%.1f %%",
			    100 * tuning_number(one, "share"));
		table_add(&table, tuning_string(one, "why"));
	}
	if (table.count > table.columns)
		add_heading(out, "Loops that stay as written");
	html_table(out, &table, 1);
	table_free(&table);
}

static void add_rejected(struct text *out, const struct tuning *tuning)
{
	static const char *const heads[] = {"variant", "phase", "why", NULL};
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < tuning->run_count; i++) {
		const struct tuning_run *run = &tuning->runs[i];

		if (strcmp(run->of.status, "ok") == 0)
			continue;
		variant_cell(&table, run);
		table_add(&table, run->phase);
		table_add(&table, run->of.reason);
	}
	if (table.count > table.columns)
		add_heading(out, "Failed or rejected");
	html_table(out, &table, 1);
	table_free(&table);
}

static void add_not_compared(struct text *out, const struct tuning *tuning)
{
	static const char *const heads[] = {"file", "line", "text",
					    "what", "why",  NULL};
	const json_t *list = json_object_get(tuning->summary, "unjudged");
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *file = tuning_string(one, "file");

		table_add(&table, *file ? file : "stdout");
		number_cell(&table, "%.0f", tuning_number(one, "line"));
		table_add(&table, tuning_string(one, "text"));
		table_add(&table, tuning_string(one, "what"));
		table_add(&table, tuning_string(one, "why"));
	}
	if (table.count > table.columns)
		add_heading(out, "Output that is not compared");
	html_table(out, &table, 1 | 1U << 2 | 1U << 3);
	table_free(&table);
}

/* A run of a variant has its speed-up over the baseline in its round. */
static void add_runs(struct text *out, const struct tuning *tuning)
{
	const char *heads[] = {"step",	  "variant", "predicted", "measured",
			       "seconds", "result",  NULL,	  NULL};
	struct table table = {0};

	for (size_t i = 0; i < tuning->run_count; i++)
		if (tuning->runs[i].of.host)
			heads[6] = "machine";
	table_heads(&table, heads);
	for (size_t i = 0; i < tuning->run_count; i++) {
		const struct tuning_run *run = &tuning->runs[i];
		double predicted =
			run->baseline ? NAN : speedup_of(run->of.predicted);
		double measured =
			run->baseline ? NAN : tuning_speedup(tuning, run);

		table_add(&table, run->of.step);
		variant_cell(&table, run);
		number_cell(&table, "%.2fx", predicted);
		number_cell(&table, "%.2fx", measured);
		number_cell(&table, "%.4g", run->seconds);
		table_add(&table, result_of(run));
		if (heads[6])
			table_add(&table, run->of.host ? run->of.host : "-");
	}
	add_heading(out, "All runs");
	add_fold(out, "Each run, in the order in which they were made", &table,
		 1U << 1);
	table_free(&table);
}

/* ---- the page ---- */

void page_write(struct text *out, const struct tunings *tunings, bool busy)
{
	html_begin(out, "Tuned by podium");
	for (size_t i = 0; i < tunings->count; i++) {
		const struct tuning *tuning = &tunings->list[i];
		char *program = program_name(tuning);

		add_code(out, "<h1>", program, ", tuned by podium");
		if (tunings->count > 1)
			text_print(out, ": campaign %" PRId64,
				   tuning->campaign);
		text_add(out, "</h1>\n");
		free(program);
		add_speedup(out, tuning, busy && i == 0);
		add_runs_chart(out, tuning);
		add_facts(out, tuning);
		add_use(out, tuning);
		add_loops(out, tuning);
		add_trials(out, tuning);
		add_left(out, tuning);
		add_rejected(out, tuning);
		add_not_compared(out, tuning);
		add_runs(out, tuning);
	}
	html_end(out);
}
