/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of what was tuned.
 */
#include "sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/markup.h"
#include "base/memory.h"
#include "base/table.h"
#include "chart.h"
#include "drawing.h"
#include "finding.h"
#include "story.h"

/* What is printed now: of several stories each is a section of its own. */
struct part {
	struct sheet *sheet;
	struct page *page;
	const struct story *story;
	int level;
	bool busy;
	size_t pictures;
};

/* ---- words ---- */

/* Adds a string from outside as a name, between words of ours. */
static void add_name(struct text *out, const char *before, const char *name,
		     const char *after)
{
	text_add(out, before);
	markup_name(out, name);
	text_add(out, after);
}

/* A paragraph; the text is freed. */
static void note(struct part *part, struct text *words)
{
	page_note(part->page, text_string(words));
	text_free(words);
}

static void heading(struct part *part, int below, const char *title)
{
	page_heading(part->page, part->level + below, title);
}

/* A cell with a name; with lines beside each other. */
static void name_cell(struct table *table, const char *name)
{
	struct text cell = {0};

	for (const char *at = name; *at;) {
		size_t length = strcspn(at, "\n");
		char *line = memory_print("%.*s", (int)length, at);

		markup_name(&cell, line);
		free(line);
		at += length + (at[length] == '\n');
		text_add(&cell, *at ? "\n" : "");
	}
	table_add(table, text_string(&cell));
	text_free(&cell);
}

static void plain_cell(struct table *table, const char *words)
{
	struct text cell = {0};

	markup_plain(&cell, words);
	table_add(table, text_string(&cell));
	text_free(&cell);
}

/* The variant of a run. */
static void variant_cell(struct table *table, const struct story_run *run)
{
	if (run->original)
		table_add(table, "the original");
	else
		name_cell(table, run->of.variant);
}

static void result_cell(struct table *table, const struct story_run *run)
{
	plain_cell(table, *run->of.reason ? run->of.reason : run->of.status);
}

static void number_cell(struct table *table, const char *form, double value)
{
	if (isfinite(value) && value > 0)
		table_cell(table, form, value);
	else
		table_add(table, "-");
}

/* Rows below the headings? */
static bool has_rows(const struct table *table)
{
	return table->count > table->columns;
}

/* A section of a table, if that has rows. */
static void table_section(struct part *part, const char *title,
			  const char *words, const struct table *table)
{
	if (!has_rows(table))
		return;
	heading(part, 0, title);
	page_table(part->page, "", words, table);
}

/* A table that can be opened, if it has rows. */
static void fold_table(struct part *part, const char *summary,
		       const struct table *table)
{
	if (!has_rows(table))
		return;
	page_fold(part->page, summary);
	page_table(part->page, "", "", table);
	page_unfold(part->page);
}

/* ---- pictures ---- */

static void keep_file(struct sheet *sheet, const char *name,
		      struct text *content)
{
	sheet->files = memory_grow(sheet->files, sheet->file_count + 1,
				   sizeof(*sheet->files));
	sheet->files[sheet->file_count++] =
		(struct sheet_file){memory_string(name), *content};
}

/* The title stands above it, and what there is to know in the description. */
static bool draw(struct part *part, chart *shape, const json_t *loop,
		 const char *title)
{
	bool alone = part->page->form == PAGE_MARKDOWN;
	struct drawing drawing = {.height = 0};
	struct text words = {0}, svg = {0};
	char *name, *file;

	if (!shape(part->story, loop, &drawing, &words)) {
		text_free(&drawing.body);
		text_free(&words);
		return false;
	}
	name = memory_print("picture-%" PRId64 "-%zu", part->story->campaign,
			    ++part->pictures);
	file = memory_print("%s.svg", name);
	drawing_end(&drawing, name, title, text_string(&words), alone, &svg);
	page_drawing(part->page, text_string(&svg), title, file);
	if (alone)
		keep_file(part->sheet, file, &svg);
	else
		text_free(&svg);
	text_free(&words);
	free(name);
	free(file);
	return true;
}

/* ---- what came of it ---- */

/*
 * How it was run: of "{} # tolerance: 1e-06, wall, pinned" the first word.
 * *judged is what stands behind the mark, NULL for none.
 */
static char *run_of(const struct story *story, const char **judged)
{
	const char *mark = strstr(story->command, " # ");
	size_t length =
		mark ? (size_t)(mark - story->command) : strlen(story->command);

	*judged = mark ? mark + strlen(" # ") : NULL;
	return memory_print("%.*s", (int)length, story->command);
}

/* The name of the program, or how it is run, which tells inputs apart. */
static char *program_of(const struct story *story, bool whole)
{
	const char *path = story_word(story->account, "program");
	const char *slash = strrchr(path, '/'), *judged;
	char *run = run_of(story, &judged);

	if (!*path || (whole && strcmp(run, "{}") != 0))
		return run;
	free(run);
	return memory_string(slash ? slash + 1 : path);
}

/* "between 1.41 and 1.57 times as fast, 3 rounds" */
static void add_interval(const struct story *story, const json_t *ratio,
			 bool rounds, struct text *out)
{
	double low = story_number(ratio, "low");
	double high = story_number(ratio, "high");
	double count = story_number(story->account, "rounds");

	if (low > 0 && isfinite(high))
		text_print(out, " (%.3g to %.3g)", 1 / high, 1 / low);
	if (rounds && isfinite(count))
		text_print(out, ", %.0f round%s%s", count,
			   count == 1 ? "" : "s",
			   low > 0 ? "" : ": no interval");
	if (strcmp(story_word(story->account, "objective"), "cpu") == 0)
		text_add(out, ", by processor time");
}

static void tell_faster(const struct story *story, struct text *figure,
			struct text *words)
{
	const json_t *ratio = json_object_get(story->account, "ratio");
	const json_t *within = json_object_get(story->account, "within");
	double whole = story_number(ratio, "value");
	double loops = story_number(within, "value");

	if (!(whole > 0) && !(loops > 0)) {
		text_add(figure, "Not proven");
		text_add(words, "Faster by one run each, which proves nothing");
		return;
	}
	text_print(figure, "%.3g times", 1 / (loops > 0 ? loops : whole));
	text_add(words, "as fast as the original");
	add_interval(story, loops > 0 ? within : ratio, !(loops > 0), words);
	if (!(loops > 0))
		return;
	text_add(words, ", by its loops within one run");
	if (whole > 0) {
		text_print(words, "; as a whole %.3g times as fast", 1 / whole);
		add_interval(story, ratio, true, words);
	}
}

static void tell_kept(const struct story *story, struct text *figure,
		      struct text *words)
{
	const json_t *ratio = json_object_get(story->account, "ratio");
	double value = story_number(ratio, "value");

	text_add(figure, "Original kept");
	if (!(value > 0)) {
		text_add(words, "No variant is certain to be faster");
		return;
	}
	text_print(words, "The best variant is %.3g times as fast", 1 / value);
	add_interval(story, ratio, true, words);
}

static void tell_open(const struct part *part, struct text *figure,
		      struct text *words)
{
	const char *asked = story_word(part->story->account, "asked");

	text_add(figure, part->busy		? "Under way"
			 : part->story->account ? "Not finished"
						: "No verdict");
	text_print(words, "%zu runs so far", part->story->run_count);
	if (part->busy)
		return;
	text_add(words,
		 part->story->account
			 ? ". The same command goes on from there"
			 : ". The tuning was stopped before it searched, "
			   "or an older podium made it; the same command "
			   "again keeps what came of it");
	if (*asked)
		add_name(words, ": ", asked, "");
}

static void add_figure(struct part *part)
{
	struct text figure = {0}, words = {0};

	if (story_delivered(part->story))
		tell_faster(part->story, &figure, &words);
	else if (story_ended(part->story))
		tell_kept(part->story, &figure, &words);
	else
		tell_open(part, &figure, &words);
	text_add(&words, ".");
	page_figure(part->page, text_string(&figure), text_string(&words));
	text_free(&figure);
	text_free(&words);
}

static void add_command(struct table *table, const struct story *story)
{
	const char *judged;
	char *run = run_of(story, &judged);

	table_add(table, "Run as");
	if (strcmp(run, "{}") == 0)
		table_add(table, "without arguments");
	else
		name_cell(table, run);
	if (judged) {
		table_add(table, "Judged by");
		plain_cell(table, judged);
	}
	free(run);
}

static bool has_hosts(const struct story *story)
{
	for (size_t i = 0; i < story->run_count; i++)
		if (story->runs[i].of.host)
			return true;
	return false;
}

/* Is it the first of the runs on its machine? */
static bool is_first_there(const struct story *story, size_t run)
{
	const char *host = story->runs[run].of.host;

	for (size_t i = 0; i < run; i++)
		if (story->runs[i].of.host &&
		    strcmp(story->runs[i].of.host, host) == 0)
			return false;
	return true;
}

static size_t count_there(const struct story *story, const char *host)
{
	size_t count = 0;

	for (size_t i = 0; i < story->run_count; i++)
		count += story->runs[i].of.host &&
			 strcmp(story->runs[i].of.host, host) == 0;
	return count;
}

/* Where a launcher led: "n1 (34 runs), n2 (30 runs)". */
static void add_hosts(struct table *table, const struct story *story)
{
	struct text words = {0};

	for (size_t i = 0; i < story->run_count; i++) {
		const char *host = story->runs[i].of.host;

		if (!host || !is_first_there(story, i))
			continue;
		add_name(&words, words.length ? ", " : "", host, "");
		text_print(&words, " (%zu runs)", count_there(story, host));
	}
	if (words.length) {
		table_add(table, "Made on");
		table_add(table, text_string(&words));
	}
	text_free(&words);
}

static void add_facts(struct part *part)
{
	const struct story *story = part->story;
	const json_t *account = story->account;
	const struct story_run *runs = story->runs;
	struct table table = {.columns = 2};

	table_add(&table, "Machine");
	plain_cell(&table, story->machine);
	table_add(&table, "Compiler");
	plain_cell(&table, story->compiler);
	table_add(&table, "Runs");
	table_cell(&table, "%zu, from %.32s to %.32s UTC", story->run_count,
		   runs[0].of.ended, runs[story->run_count - 1].of.ended);
	add_hosts(&table, story);
	if (isfinite(story_number(account, "tried"))) {
		table_add(&table, "Tried");
		table_cell(&table, "%.0f of %.0f combinations",
			   story_number(account, "tried"),
			   story_number(account, "space"));
	}
	add_command(&table, story);
	if (*story_word(account, "asked")) {
		table_add(&table, "Made by");
		name_cell(&table, story_word(account, "asked"));
	}
	page_facts(part->page, &table);
	table_free(&table);
}

/* ---- how to use it ---- */

static void add_flags(struct part *part)
{
	const json_t *list = json_object_get(part->story->account, "flags");
	const char *source = story_word(part->story->account, "source");
	const char *patch = story_word(part->story->account, "patch");
	struct text words = {0};

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *flag = json_string_value(json_array_get(list, i));

		add_name(&words, i ? " " : "It is compiled with ",
			 flag ? flag : "", "");
	}
	if (words.length)
		text_add(&words, ", behind the project's own flags: the last "
				 "one wins. ");
	if (*patch)
		add_name(&words, "Its source is changed by ", patch,
			 ": patch -p1 applies it, patch -R -p1 takes it back.");
	if (*source)
		add_name(&words, *patch ? " The source " : "The source ",
			 source,
			 " takes the place of another one; exchange it in the "
			 "build.");
	note(part, &words);
}

static void fold_file(struct part *part, const char *name, const char *content)
{
	struct text words = {0};

	if (!*content)
		return;
	add_name(&words, "What stands in ", name, "");
	page_fold(part->page, text_string(&words));
	page_code(part->page, content);
	page_unfold(part->page);
	text_free(&words);
}

/* What was changed is taken back. */
static void add_undo(struct part *part)
{
	const json_t *account = part->story->account;
	const char *source = story_word(account, "source");
	const char *patch = story_word(account, "patch");
	bool flags = json_array_size(json_object_get(account, "flags")) > 0;
	struct text words = {0};

	text_add(&words, "To undo it, ");
	if (*patch)
		add_name(&words, "take back ", patch, ", ");
	if (*source)
		add_name(&words, "put the source back that ", source,
			 " stands for, ");
	text_print(&words, "clean and build without the flag%s%s",
		   flags ? "s" : "",
		   *patch || *source ? "." : ": no source was changed.");
	note(part, &words);
}

static void add_use(struct part *part)
{
	const json_t *account = part->story->account;

	if (!story_delivered(part->story))
		return;
	heading(part, 0, "To build with it");
	page_note(part->page, "Clean, and add to the compiler's flags:");
	page_code(part->page, story_word(account, "use"));
	add_flags(part);
	if (json_is_true(json_object_get(account, "bound"))) {
		page_note(part->page, "Threads were bound to cores. To run it "
				      "so, set:");
		page_code(part->page, "OMP_PROC_BIND=true OMP_PLACES=cores");
	}
	add_undo(part);
	fold_file(part, story_word(account, "tuned"),
		  story_word(account, "content"));
	fold_file(part, story_word(account, "patch"),
		  story_word(account, "change"));
}

/* ---- loops ---- */

static void add_ratio(struct text *out, const char *what, double ratio)
{
	if (ratio > 0 && isfinite(ratio))
		text_print(out, ", %s %.3f", what, ratio);
}

/* Why a loop stays as it is written for all inputs, by its word in the account.
 */
static const char *left_words(const char *why)
{
	static const char *const words[][2] = {
		{"apart", "no clauses are within 3 % of the best for each"},
		{"not proven", "that other clauses are within 3 % of the best "
			       "for each is not proven"},
		{"not tried", "clauses that may be within 3 % of the best for "
			      "each were not tried with all"},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(why, words[i][0]) == 0)
			return words[i][1];
	return NULL;
}

/* Of one of several inputs. */
static void tell_inputs(const json_t *loop, struct text *words)
{
	const json_t *best = json_object_get(loop, "best");
	const char *why = left_words(story_word(loop, "left_why"));

	if (!best)
		return;
	add_name(words, " Best for this input alone is ",
		 story_word(best, "clauses"), "");
	add_ratio(words, "measured", story_number(best, "measured"));
	text_add(words, ".");
	if (why)
		text_print(words, " For all inputs it stays as written: %s.",
			   why);
}

static void tell_loop(struct part *part, const json_t *loop)
{
	double share = story_number(loop, "share");
	const char *was = story_word(loop, "original");
	const char *is = story_word(loop, "chosen");
	struct text words = {0};

	if (share > 0)
		text_print(&words, "%.3g %% of the program's time. ",
			   100 * share);
	add_name(&words, "Written as ", was, "");
	if (strcmp(was, is) == 0 || !story_ended(part->story)) {
		text_add(&words, story_ended(part->story) ? ", left so" : "");
	} else {
		add_name(&words, ", now ", is, "");
		add_ratio(&words, "its time by that of the original: predicted",
			  story_number(loop, "predicted"));
		add_ratio(&words, "measured", story_number(loop, "measured"));
	}
	text_add(&words, ".");
	tell_inputs(loop, &words);
	if (*story_word(loop, "why_not")) {
		text_add(&words, " Nothing is predicted of it: ");
		markup_plain(&words, story_word(loop, "why_not"));
		text_add(&words, ".");
	}
	if (*story_word(loop, "assumed"))
		add_name(&words, " Values that were not known, and assumed: ",
			 story_word(loop, "assumed"), ".");
	note(part, &words);
}

static void add_candidates(struct part *part, const json_t *loop)
{
	static const char *const heads[] = {
		"clauses", "predicted", "measured", "from", "to", "runs", NULL};
	const json_t *list = json_object_get(loop, "candidates");
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const json_t *measured = json_object_get(one, "measured");

		name_cell(&table, story_word(one, "clauses"));
		number_cell(&table, "%.3f", story_number(one, "predicted"));
		number_cell(&table, "%.3f", story_number(measured, "value"));
		number_cell(&table, "%.3f", story_number(measured, "low"));
		number_cell(&table, "%.3f", story_number(measured, "high"));
		number_cell(&table, "%.0f", story_number(one, "runs"));
	}
	fold_table(part, "These numbers", &table);
	table_free(&table);
}

/* What the pictures show is said below the first ones. */
static void add_loop(struct part *part, const json_t *loop, bool first)
{
	const char *name = story_word(loop, "name");
	struct text words = {0};

	add_name(&words, "", story_word(loop, "file"), ", line ");
	text_print(&words, "%.0f: ", story_number(loop, "line"));
	add_name(&words, "", *name ? name : story_word(loop, "id"), "");
	heading(part, 1, text_string(&words));
	text_free(&words);
	tell_loop(part, loop);
	if (*story_word(loop, "source"))
		page_code(part->page, story_word(loop, "source"));
	if (draw(part, chart_terms, loop, "What it is estimated to wait for") &&
	    first)
		page_note(part->page,
			  "What it is estimated to spend its time on, in "
			  "percent of the original: grey as written, blue as "
			  "chosen, or as the fastest that was tried.");
	if (!draw(part, chart_variants, loop,
		  "Variants tried, predicted and measured"))
		return;
	if (first)
		page_note(part->page,
			  "Its time with other clauses by that as written; "
			  "below 1 is faster. Open circles are predicted, "
			  "filled ones measured, with two standard errors.");
	add_candidates(part, loop);
}

static void add_loops(struct part *part)
{
	const json_t *loops = json_object_get(part->story->account, "loops");

	if (json_array_size(loops) > 0)
		heading(part, 0, "Hot loops");
	for (size_t i = 0; i < json_array_size(loops); i++)
		add_loop(part, json_array_get(loops, i), i == 0);
}

/* ---- within one run ---- */

static void turns_row(struct table *table, const json_t *one)
{
	const json_t *seen = json_object_get(one, "difference");
	const char *why = story_word(one, "why");
	double mean = story_number(seen, "mean");
	double half = story_number(seen, "half");

	name_cell(table, story_word(one, "clauses"));
	number_cell(table, "%.0f", story_number(one, "calls"));
	number_cell(table, "%.0f", story_number(seen, "count"));
	number_cell(table, "%.3f", exp(mean));
	number_cell(table, "%.3f", exp(mean - half));
	number_cell(table, "%.3f", exp(mean + half));
	if (*why)
		plain_cell(table, why);
	else
		table_add(table,
			  story_number(one, "dropped") > 0 ? "given up" : "");
}

/* "step#1, run 2: settled after 64 rounds." */
static void tell_turn(struct part *part, const json_t *loop, size_t run)
{
	const json_t *trial = json_object_get(loop, "trial");
	double rounds = story_number(trial, "rounds");
	struct text words = {0};

	add_name(&words, "", story_word(loop, "id"), "");
	text_print(&words, ", run %zu: ", run);
	markup_plain(&words, story_word(trial, "state"));
	text_print(&words, " after %.0f round%s", rounds,
		   rounds == 1 ? "" : "s");
	if (*story_word(trial, "why")) {
		text_add(&words, ", ");
		markup_plain(&words, story_word(trial, "why"));
	}
	text_add(&words, ".");
	note(part, &words);
}

static void add_turn(struct part *part, const json_t *loop, size_t run)
{
	static const char *const heads[] = {"clauses", "calls", "rounds",
					    "ratio",   "from",	"to",
					    "outcome", NULL};
	const json_t *trial = json_object_get(loop, "trial");
	const json_t *list = json_object_get(trial, "candidates");
	struct table table = {0};

	tell_turn(part, loop, run);
	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++)
		turns_row(&table, json_array_get(list, i));
	draw(part, chart_turns, loop, "Candidates that took turns in one run");
	fold_table(part, "These numbers", &table);
	table_free(&table);
}

static void begin_turns(struct part *part)
{
	heading(part, 0, "Trials within one run");
	page_note(part->page,
		  "Time of the loop with other clauses by that as written, "
		  "call by call within one run, with the interval of 95 %.");
}

static void add_turns(struct part *part)
{
	size_t count = 0;
	bool any = false;

	for (size_t i = 0; i < part->story->run_count; i++) {
		const struct story_run *run = &part->story->runs[i];
		json_t *loops, *loop;
		size_t j;

		if (strcmp(run->phase, "trial") != 0)
			continue;
		count++;
		loops = json_loads(run->of.loops, 0, NULL);
		json_array_foreach(loops, j, loop)
		{
			if (!json_is_object(json_object_get(loop, "trial")))
				continue;
			if (!any)
				begin_turns(part);
			any = true;
			add_turn(part, loop, count);
		}
		json_decref(loops);
	}
}

/* ---- the search ---- */

static void pair_row(struct table *table, size_t number,
		     const struct story_pair *pair)
{
	const struct story_run *run = pair->variant;

	table_cell(table, "%zu", number);
	table_add(table, pair->confirming ? "confirmation" : "search");
	variant_cell(table, run);
	number_cell(table, "%.3f", run->of.predicted);
	number_cell(table, "%.3f", pair->ratio);
	number_cell(table, "%.3f", pair->drift);
	result_cell(table, run);
}

static void add_pairs(struct part *part)
{
	static const char *const heads[] = {"pair",	 "part of",  "variant",
					    "predicted", "measured", "drift",
					    "result",	 NULL};
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < part->story->pair_count; i++)
		pair_row(&table, i + 1, &part->story->pairs[i]);
	fold_table(part, "All pairs", &table);
	table_free(&table);
}

static void add_search(struct part *part)
{
	if (part->story->pair_count == 0)
		return;
	heading(part, 0, "The search, step by step");
	if (draw(part, chart_steps, NULL, "The search, step by step"))
		page_note(part->page,
			  "Time of the program by that of the original beside "
			  "it. Filled dots are measured, open ones predicted; "
			  "crosses failed or were not measured. The line is "
			  "the best so far.");
	heading(part, 0, "Pairs of runs, and the machine meanwhile");
	if (draw(part, chart_rounds, NULL,
		 "Pairs of runs, and the drift of the machine"))
		page_note(part->page,
			  "Dots are variants by the original beside them, in "
			  "the order in which they ran. The line is the "
			  "original by its own median there: what the machine "
			  "did.");
	add_pairs(part);
}

/* ---- what was left, refused, freed ---- */

static void add_left(struct part *part)
{
	static const char *const heads[] = {"loop", "share", "why", NULL};
	const json_t *list = json_object_get(part->story->account, "left");
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		double share = story_number(one, "share");

		name_cell(&table, story_word(one, "place"));
		number_cell(&table, "%.1f %%", 100 * share);
		plain_cell(&table, story_word(one, "why"));
	}
	table_section(part, "Loops left as they are written", "", &table);
	table_free(&table);
}

static void add_failed(struct part *part)
{
	static const char *const heads[] = {"variant", "when", "why", NULL};
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < part->story->run_count; i++) {
		const struct story_run *run = &part->story->runs[i];

		if (strcmp(run->of.status, "ok") == 0)
			continue;
		variant_cell(&table, run);
		plain_cell(&table, run->phase);
		plain_cell(&table, run->of.reason);
	}
	table_section(part, "What failed or was refused", "", &table);
	table_free(&table);
}

static void add_unjudged(struct part *part)
{
	static const char *const heads[] = {"file", "line", "text",
					    "what", "why",  NULL};
	const json_t *list = json_object_get(part->story->account, "unjudged");
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		name_cell(&table, story_word(one, "file"));
		number_cell(&table, "%.0f", story_number(one, "line"));
		name_cell(&table, story_word(one, "text"));
		name_cell(&table, story_word(one, "what"));
		plain_cell(&table, story_word(one, "why"));
	}
	table_section(part, "Output that was not judged, or hardly",
		      "It differs between runs of the original; variants may "
		      "differ there, too.",
		      &table);
	table_free(&table);
}

static void add_runs(struct part *part)
{
	bool hosts = has_hosts(part->story);
	const char *const heads[] = {
		"step", "variant", "seconds",	 "load",
		"MHz",	"result",  "ended, UTC", hosts ? "machine" : NULL,
		NULL};
	struct table table = {0};

	table_heads(&table, heads);
	for (size_t i = 0; i < part->story->run_count; i++) {
		const struct story_run *run = &part->story->runs[i];
		const char *host = run->of.host;

		plain_cell(&table, run->of.step);
		variant_cell(&table, run);
		number_cell(&table, "%.4g", run->seconds);
		number_cell(&table, "%.2f", run->of.load);
		number_cell(&table, "%.0f", run->of.mhz);
		result_cell(&table, run);
		plain_cell(&table, run->of.ended);
		if (hosts)
			name_cell(&table, host ? host : "-");
	}
	heading(part, 0, "Every run");
	fold_table(part, "All runs, in the order in which they were made",
		   &table);
	table_free(&table);
}

/* ---- all of it ---- */

static void add_story(struct part *part)
{
	add_figure(part);
	draw(part, chart_gain, NULL,
	     "Runs of the original and the best variant");
	page_note(part->page,
		  part->story->pair_count == 0
			  ? "Each dot is a run."
			  : "Each dot is a run, each upright line a median; a "
			    "bar is where the variant lies with an error of 1 "
			    "in 100.");
	add_facts(part);
	add_use(part);
	add_loops(part);
	add_turns(part);
	add_search(part);
	add_left(part);
	add_failed(part);
	add_unjudged(part);
	add_runs(part);
}

/* ---- what other commands said ---- */

static double range_of(const json_t *object, const char *key)
{
	return story_number(json_object_get(object, key), "value");
}

static void overhead_rows(struct table *table, const json_t *place)
{
	json_t *parts = json_object_get(place, "parts"), *value;
	const char *part;

	json_object_foreach(parts, part, value)
	{
		double seconds = story_number(value, "value");

		if (!(fabs(seconds) > 0))
			continue;
		name_cell(table, story_word(place, "name"));
		plain_cell(table, part);
		table_cell(table, "%.4g", seconds);
		table_cell(table, "%.4g", story_number(value, "low"));
		table_cell(table, "%.4g", story_number(value, "high"));
	}
}

static void add_overhead(struct table *table, const json_t *result)
{
	static const char *const heads[] = {"where", "what", "seconds",
					    "from",  "to",   NULL};
	const json_t *places = json_object_get(result, "places");

	table_heads(table, heads);
	for (size_t i = 0; i < json_array_size(places); i++)
		if (finding_shows(result, json_array_get(places, i)))
			overhead_rows(table, json_array_get(places, i));
}

static void add_scaling(struct table *table, const json_t *result)
{
	static const char *const heads[] = {
		"threads", "seconds",	 "speed-up",	"from",
		"to",	   "efficiency", "serial part", NULL};
	const json_t *points =
		json_object_get(json_array_get(result, 0), "points");

	table_heads(table, heads);
	for (size_t i = 0; i < json_array_size(points); i++) {
		const json_t *point = json_array_get(points, i);
		const json_t *speedup = json_object_get(point, "speedup");

		number_cell(table, "%.0f", story_number(point, "threads"));
		number_cell(table, "%.4g", story_number(point, "median"));
		number_cell(table, "%.2f", story_number(speedup, "value"));
		number_cell(table, "%.2f", story_number(speedup, "low"));
		number_cell(table, "%.2f", story_number(speedup, "high"));
		number_cell(table, "%.3f", range_of(point, "efficiency"));
		number_cell(table, "%.5f", range_of(point, "fraction"));
	}
}

static void add_metric(struct table *table, const json_t *result)
{
	static const char *const heads[] = {"loop or function", "O(P)", NULL};
	static const char *const lists[] = {"loops", "functions"};

	table_heads(table, heads);
	for (int i = 0; i < 2; i++) {
		json_t *list = json_object_get(result, lists[i]), *one;
		size_t j;

		json_array_foreach(list, j, one)
		{
			name_cell(table, story_word(one, "id"));
			number_cell(table, "%.4g",
				    story_number(one, "overhead"));
		}
	}
}

/* What each command has on the page. */
static const struct {
	const char *command, *title, *picture, *words;
	chart *shape;
	void (*add)(struct table *table, const json_t *result);
} looks[] = {
	{"scaling", "Scaling", "Speed-up by threads",
	 "How many times faster it is with more threads. Upright lines are "
	 "intervals.",
	 chart_scaling, add_scaling},
	{"overhead", "Overhead", "Where the time goes beyond an ideal speed-up",
	 "What keeps it from ideal speed-up, place by place, in percent of its "
	 "time.",
	 chart_overhead, add_overhead},
	{"metric", "Synchronisation", "Synchronisation by the source",
	 "What synchronisation costs by the source, O(P): the largest first.",
	 chart_metric, add_metric},
};

static void tell_finding(struct part *part, const json_t *finding)
{
	const json_t *result = json_object_get(finding, "result");
	double threads = story_number(result, "threads");
	struct text words = {0};

	text_print(&words, "podium %s, ", story_word(finding, "command"));
	markup_plain(&words, story_word(finding, "made"));
	text_add(&words, " UTC, on ");
	markup_plain(&words, story_word(finding, "machine"));
	if (threads > 0)
		text_print(&words, ", with %.0f thread%s", threads,
			   threads > 1 ? "s" : "");
	text_add(&words, ".");
	note(part, &words);
}

static void add_finding(struct part *part, const json_t *finding, size_t look)
{
	const json_t *result = json_object_get(finding, "result");
	struct text title = {0};
	struct table table = {0};

	text_print(&title, "%s of ", looks[look].title);
	markup_name(&title, story_word(finding, "program"));
	heading(part, 0, text_string(&title));
	tell_finding(part, finding);
	if (draw(part, looks[look].shape, result, looks[look].picture))
		page_note(part->page, looks[look].words);
	else
		page_note(part->page, "There is nothing to be shown of it.");
	looks[look].add(&table, result);
	fold_table(part, "These numbers", &table);
	table_free(&table);
	text_free(&title);
}

static void add_findings(struct sheet *sheet, const struct findings *findings)
{
	const struct story none = {0};
	struct part part = {.sheet = sheet,
			    .page = &sheet->page,
			    .story = &none,
			    .level = 2};

	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++) {
		json_t *finding;
		size_t j;

		json_array_foreach(findings->list, j, finding)
		{
			if (strcmp(story_word(finding, "command"),
				   looks[i].command) == 0)
				add_finding(&part, finding, i);
		}
	}
}

/* ---- the page ---- */

static void add_title(const struct story *story, bool whole, struct text *title)
{
	char *program = program_of(story, whole);

	add_name(title, "", program, "");
	free(program);
}

/* One has the page for itself. */
void sheet_fill(struct sheet *sheet, const struct stories *stories,
		const struct findings *findings)
{
	bool many = stories->count > 1;
	struct text title = {0};

	if (many)
		text_print(&title, "%zu tunings by podium", stories->count);
	else
		add_title(&stories->list[0], false, &title);
	if (!many)
		text_add(&title, ", tuned by podium");
	page_begin(&sheet->page, text_string(&title));
	for (size_t i = 0; i < stories->count; i++) {
		struct part part = {.sheet = sheet,
				    .page = &sheet->page,
				    .story = &stories->list[i],
				    .level = many ? 3 : 2,
				    .busy = sheet->busy && i == 0};

		text_cut(&title, 0);
		text_print(&title, "Tuning %" PRId64 ": ",
			   part.story->campaign);
		add_title(part.story, true, &title);
		if (many)
			page_heading(part.page, 2, text_string(&title));
		add_story(&part);
	}
	add_findings(sheet, findings);
	page_end(&sheet->page);
	text_free(&title);
}

void sheet_free(struct sheet *sheet)
{
	for (size_t i = 0; i < sheet->file_count; i++) {
		free(sheet->files[i].name);
		text_free(&sheet->files[i].content);
	}
	free(sheet->files);
	text_free(&sheet->page.out);
	*sheet = (struct sheet){.busy = false};
}
