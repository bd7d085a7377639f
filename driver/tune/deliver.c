/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tuning leaves.
 */
#include "deliver.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/result.h"
#include "base/text.h"
#include "build/tuned.h"
#include "choice.h"
#include "candidate.h"
#include "hot.h"
#include "inputs.h"
#include "machine/compiler.h"
#include "outputs.h"
#include "record/loop.h"
#include "shield.h"
#include "trial.h"

/* ---- what is common to all ---- */

/* What is faster with one input only is delivered for all of them. */
static bool is_delivered(const struct trial *trial,
			 const struct trial_verdict *verdict)
{
	return trial->inputs ? trial->inputs->faster : verdict->faster;
}

static const char *chosen_variant(const struct trial *trial,
				  const struct trial_verdict *verdict)
{
	return is_delivered(trial, verdict)
		       ? trial->list[verdict->chosen].contender.variant
		       : "";
}

/* How it is compiled. */
static size_t chosen_choice(const struct trial *trial,
			    const struct trial_verdict *verdict)
{
	return is_delivered(trial, verdict)
		       ? trial->list[verdict->chosen].choice
		       : 0;
}

/* The words of a variant for a loop; an empty text for none. */
static void words_of(const char *variant, const char *entry, struct text *out)
{
	size_t length = entry ? strlen(entry) : 0;

	while (*variant && entry) {
		size_t line = strcspn(variant, "\n");

		if (strncmp(variant, entry, length) == 0 &&
		    variant[length] == ' ')
			text_add_bytes(out, variant + length + 1,
				       line - length - 1);
		variant += line + (variant[line] == '\n');
	}
}

size_t deliver_chosen(const struct trial *trial,
		      const struct trial_verdict *verdict,
		      const struct hot_loop *loop)
{
	size_t choice = chosen_choice(trial, verdict);
	size_t found = loop->views[choice].first;
	struct text words = {0};

	words_of(chosen_variant(trial, verdict), loop->views[choice].entry,
		 &words);
	for (size_t i = found + 1; i < loop->count; i++) {
		struct text one = {0};

		if (loop->candidates[i].choice == choice)
			candidate_entry(loop, i, &one);
		if (words.length > 0 &&
		    strcmp(text_string(&one), text_string(&words)) == 0)
			found = i;
		text_free(&one);
	}
	text_free(&words);
	return found;
}

/* "1.32 times as fast (1.28 to 1.36)" */
static void add_gain(double ratio, double low, double high, struct text *out)
{
	text_print(out, "%.3g times as fast", 1 / ratio);
	if (isfinite(high))
		text_print(out, " (%.3g to %.3g)", 1 / high, 1 / low);
}

/* "1.32 times as fast (1.28 to 1.36), 12 rounds" */
static void add_rounds(const struct trial_verdict *verdict, struct text *out)
{
	const struct confirm *confirm = &verdict->confirm;

	add_gain(confirm->ratio, confirm->low, confirm->high, out);
	text_print(out, ", %zu round%s%s", verdict->rounds,
		   verdict->rounds == 1 ? "" : "s",
		   isfinite(confirm->high) ? "" : ": no interval");
}

/*
 * "1.32 times as fast (1.31 to 1.33) by its loops within one run; as a whole
 * 1.29 times as fast, 2 rounds: no interval"
 */
static void gain_words(const struct trial *trial,
		       const struct trial_verdict *verdict, struct text *out)
{
	if (verdict->within > 0) {
		add_gain(verdict->within, verdict->within_low,
			 verdict->within_high, out);
		text_add(out, " by its loops within one run; as a whole ");
	}
	if (verdict->compared)
		add_rounds(verdict, out);
	else if (trial->hot->count == 0)
		text_add(out, "as it was: none of these loops is entered");
	else if (verdict->within > 0 || trial->inputs)
		text_add(out, "not compared");
	else
		text_add(out, "faster by one run each, which proves nothing");
}

static size_t program_runs(const struct trial *trial)
{
	return trial->session->made + trial->session->reused;
}

/* A loop that is hot, perhaps for another input alone. */
static const struct hot_loop *some_loop(const struct trial *trial)
{
	size_t i = 0;

	if (trial->hot->count > 0)
		return trial->hot->list;
	while (!trial->inputs->loops->views[i].loop)
		i++;
	return trial->inputs->loops->views[i].loop;
}

/* Does the flag of a plugin have to say for which GCC it is? */
static bool is_other_gcc(const char *compiler)
{
	struct text problem = {0};
	char *its = compiler_version(compiler, &problem);
	char *usual = compiler_version("gcc", &problem);
	bool other = its && (!usual || atoi(its) != atoi(usual));

	free(its);
	free(usual);
	text_free(&problem);
	return other;
}

void deliver_flags(const struct trial *trial, const char *path,
		   struct text *out)
{
	const struct plan *plan = trial->session->plan;
	const struct step *step = plan->units[some_loop(trial)->unit].step;

	text_add(out, "$(podium cflags --use ");
	path_add_word(out, path);
	if (is_other_gcc(step->program)) {
		text_add(out, " --gcc ");
		path_add_word(out, step->program);
	}
	text_add(out, ")");
}

/* ---- the tuned file ---- */

/* How a user gets what the runs had: threads that stay on their cores. */
#define BOUND "OMP_PROC_BIND=true OMP_PLACES=cores"

void deliver_wish(const struct trial *trial, struct text *out)
{
	text_add(out, "podium tune");
	for (char *const *word = trial->session->wish->arguments; *word;
	     word++) {
		text_add(out, " ");
		path_add_word(out, *word);
	}
}

/* Of each input, where there are several. */
static void add_gains(const struct trial *trial,
		      const struct trial_verdict *verdict, struct text *content)
{
	const struct inputs *inputs = trial->inputs;

	for (size_t i = 0; inputs && i < inputs->count; i++) {
		text_add(content, "# ");
		text_add_safe(content, inputs_name(inputs, i));
		text_add(content, ": ");
		gain_words(&inputs->trials[i], &inputs->verdicts[i], content);
		text_add(content, "\n");
	}
	if (inputs)
		return;
	text_add(content, "# ");
	gain_words(trial, verdict, content);
	text_add(content, "\n");
}

static void add_comments(const struct trial *trial,
			 const struct trial_verdict *verdict, const char *path,
			 struct text *content)
{
	text_add(content, "# ");
	deliver_wish(trial, content);
	text_add(content, "\n# to build with it: ");
	deliver_flags(trial, path, content);
	text_add(content, "\n");
	add_gains(trial, verdict, content);
	if (session_pins(trial->session))
		text_add(content, "# with " BOUND "\n");
}

/* "order(k,i,j) schedule(dynamic) proof(51d0c9aa)    # heat.c:17, 1.31x, was
   schedule(static)": the speed-up is that of the loop by its own clock. */
static void add_entry(const struct trial *trial, const struct hot_loop *loop,
		      size_t choice, size_t chosen, struct text *content)
{
	size_t written = candidate_written(loop, chosen);
	double ratio = candidate_measured(loop, chosen);
	const char *change = candidate_change(loop, chosen);
	struct text words = {0};

	candidate_entry(loop, chosen, &words);
	if (words.length > 0) {
		text_print(content, "%s %s", loop->views[choice].entry,
			   text_string(&words));
		shield_add_proof(trial->session->plan,
				 trial->hot->choices->list[choice].records,
				 loop->views[choice].entry, change, content);
		text_print(content, "    # %s", loop->views[choice].place);
		if (ratio > 0)
			text_print(content, ", %.3gx", 1 / ratio);
		if (!change || candidate_view(loop, chosen)->first != chosen) {
			text_add(content, ", was ");
			candidate_clauses(loop, written, content);
		}
		text_add(content, "\n");
	}
	text_free(&words);
}

static void add_loops(const struct trial *trial,
		      const struct trial_verdict *verdict, struct text *content)
{
	size_t choice = chosen_choice(trial, verdict);
	const struct inputs *inputs = trial->inputs;

	text_add(content, trial->hot->choices->list[choice].lines);
	for (size_t i = 0; !inputs && i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		add_entry(trial, loop, choice,
			  deliver_chosen(trial, verdict, loop), content);
	}
	for (size_t i = 0; inputs && i < inputs->loop_count; i++) {
		const struct hot_loop *loop =
			inputs_winner(inputs, &inputs->loops[i]);

		if (loop)
			add_entry(trial, loop, choice, loop->winner, content);
	}
}

/* A line of a tuned file without its comment. */
static size_t entry_length(const char *line)
{
	size_t length = 0;

	while (line[length] && line[length] != '\n' &&
	       !(line[length] == '#' &&
		 (length == 0 || line[length - 1] == ' ')))
		length++;
	while (length > 0 && line[length - 1] == ' ')
		length--;
	return length;
}

/* What the plugin obeys, behind the head; returns how many lines these are. */
static size_t entries_of(const char *content, struct text *entries)
{
	size_t count = 0;

	while (*content) {
		size_t length = entry_length(content);

		if (length > 0 && count++ > 0) {
			text_add_bytes(entries, content, length);
			text_add(entries, "\n");
		}
		content += strcspn(content, "\n");
		content += *content == '\n';
	}
	return count > 0 ? count - 1 : 0;
}

/* Of another run or program, perhaps: its entries are not lost. */
static void put_aside(const char *path, const struct text *content)
{
	struct text before = {0}, is = {0}, was = {0};
	char *aside = memory_print("%s~", path);

	file_read(path, &before);
	entries_of(text_string(content), &is);
	if (entries_of(text_string(&before), &was) > 0 &&
	    strcmp(text_string(&was), text_string(&is)) != 0 &&
	    rename(path, aside) == 0)
		message_note("'%s' had other entries; it is now '%s'", path,
			     aside);
	text_free(&before);
	text_free(&was);
	text_free(&is);
	free(aside);
}

void deliver_content(const struct trial *trial,
		     const struct trial_verdict *verdict, const char *path,
		     struct text *content)
{
	struct text loops = {0};

	text_add(content, TUNED_LINE "\n");
	add_comments(trial, verdict, path, content);
	add_loops(trial, verdict, &loops);
	text_add(content, text_string(&loops));
	shield_finish(trial->session->plan,
		      trial->hot->choices->list[chosen_choice(trial, verdict)]
			      .records,
		      text_string(&loops), content);
	text_free(&loops);
}

bool deliver_file(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path)
{
	struct text content = {0};
	bool good;

	if (!is_delivered(trial, verdict)) {
		if (access(path, F_OK) == 0)
			message_note("'%s' of an earlier tuning is left as it "
				     "is",
				     path);
		return true;
	}
	deliver_content(trial, verdict, path, &content);
	put_aside(path, &content);
	good = file_write(path, text_string(&content));
	if (!good)
		message_error("cannot write '%s': %s; the same command with "
			      "another --output goes on from there",
			      path, strerror(errno));
	text_free(&content);
	return good;
}

/* ---- the table ---- */

static void write_ratio(struct text *out, double ratio)
{
	candidate_ratio(ratio, out);
}

static const struct result_column columns[] = {
	{.path = "loop", .heading = "loop", .bytes = true},
	{.path = "original", .heading = "original", .bytes = true},
	{.path = "chosen", .heading = "chosen", .bytes = true},
	{.path = "predicted",
	 .heading = "predicted",
	 .none = "-",
	 .write = write_ratio},
	{.path = "measured",
	 .heading = "measured",
	 .none = "-",
	 .write = write_ratio},
	{.path = "runs", .heading = "runs"},
	{.path = "variants", .heading = "variants"},
	{.path = NULL}};

static json_t *row_of(const struct hot_loop *loop, size_t chosen)
{
	struct text name = {0}, original = {0}, words = {0};

	text_print(&name, "%s ", loop->views->place);
	loop_short_name(&name, loop->views->record);
	candidate_clauses(loop, 0, &original);
	candidate_entry(loop, chosen, &words);
	if (!words.length)
		text_add(&words, "as it is");
	return json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "loop",
		result_text(&name), "original", result_text(&original),
		"chosen", result_text(&words), "predicted",
		result_number(chosen ? candidate_predicted(loop, chosen) : 0),
		"measured",
		result_number(chosen ? candidate_measured(loop, chosen) : 0),
		"runs", (json_int_t)(chosen ? candidate_runs(loop, chosen) : 0),
		"variants", (json_int_t)loop->count);
}

static void print_table(const struct trial *trial,
			const struct trial_verdict *verdict)
{
	struct result result = {0};
	json_t *rows = json_array();

	for (size_t i = 0; i < trial->hot->count; i++) {
		const struct hot_loop *loop = &trial->hot->list[i];

		json_array_append_new(
			rows,
			row_of(loop, deliver_chosen(trial, verdict, loop)));
	}
	result_rows(&result, columns, rows);
	result_print(&result, false, false);
}

static void print_verdict(const struct trial *trial,
			  const struct trial_verdict *verdict)
{
	struct text words = {0};

	if (verdict->compared || is_delivered(trial, verdict))
		gain_words(trial, verdict, &words);
	if (is_delivered(trial, verdict))
		printf("The program is %s%s.\n", text_string(&words),
		       verdict->faster || !verdict->compared
			       ? ""
			       : ", which is not certain to be faster");
	else if (verdict->compared)
		printf("The original is kept: the best variant is %s.\n",
		       text_string(&words));
	else
		printf("The original is kept: %s.\n",
		       trial->tried == 0 ? "nothing was tried"
		       : trial->failed > 0
			       ? "no variant that works was faster"
			       : "no variant is certain to be faster");
	text_free(&words);
}

/* What is not a matter of clauses. */
static void print_choice(const struct trial *trial, size_t number)
{
	const struct choice *choice = &trial->hot->choices->list[number];
	const struct plan *plan = trial->session->plan;
	struct text flags = {0};

	choice_flags(choice, &flags);
	if (flags.length > 0)
		printf("It is compiled with %s, behind the project's own "
		       "flags: the last one wins.\n",
		       text_string(&flags));
	for (size_t i = 0; choice->flags[i]; i++)
		if (path_trap(choice->flags[i]))
			message_warning("podium cflags cannot print '%s', it "
					"has %s; put it into the build",
					choice->flags[i],
					path_trap(choice->flags[i]));
	text_cut(&flags, 0);
	text_add_safe(&flags, choice->source ? choice->source : "");
	if (choice->source)
		printf("In it %s takes the place of %s; exchange it in the "
		       "build.\n",
		       text_string(&flags),
		       plan->units[choice->unit].step->source);
	text_free(&flags);
}

static void print_runs(const struct trial *trial)
{
	const struct session *session = trial->session;

	printf("%zu of %.0f combinations tried; %zu runs of the program",
	       trial->tried, trial->hot->space, program_runs(trial));
	if (session->reused)
		printf(", %zu of them from earlier", session->reused);
	puts(".");
	if (trial->identical)
		printf("%zu made no difference to the program and were not "
		       "run again.\n",
		       trial->identical);
	if (trial->failed)
		printf("%zu %s failed; why: podium runs --failed.\n",
		       trial->failed,
		       trial->failed == 1 ? "variant" : "variants");
}

/* What is up to date would not be compiled with other flags. */
static void print_next(const struct trial *trial, const char *path)
{
	char *absolute = path_absolute(path);
	const char *why = path_trap(absolute);
	const char *slash = strrchr(path, '/');
	struct text flags = {0};

	printf("Written: %s. ", path);
	if (why)
		printf("Move it first: its path has %s. ", why);
	if (why && path_trap(slash ? slash + 1 : path))
		path = "FILE";
	else if (why && slash)
		path = slash + 1;
	deliver_flags(trial, path, &flags);
	printf("To build with it, clean, and add to the compiler's flags:\n"
	       "  %s\n",
	       text_string(&flags));
	if (session_pins(trial->session))
		puts("Threads were bound to cores; to run it so, set " BOUND
		     ".");
	text_free(&flags);
	free(absolute);
}

/* Masks named to the user; the rest is counted. */
#define MOST_UNJUDGED 20

static const char *word_of(const json_t *object, const char *key)
{
	const char *word = json_string_value(json_object_get(object, key));

	return word ? word : "";
}

/* "  line 3 'Time = 0.52 s': 0.52 differs between runs of the baseline" */
static void print_compared(struct session *session)
{
	json_t *list = outputs_unjudged(session);
	struct text summary = {0};
	const json_t *one;
	size_t i;

	outputs_describe(session, &summary);
	puts(text_string(&summary));
	text_free(&summary);
	json_array_foreach(list, i, one)
	{
		const char *file = word_of(one, "file");
		const char *what = word_of(one, "what");

		if (i == MOST_UNJUDGED)
			break;
		printf("  %s%sline %lld '%s': %s%s%s\n", file,
		       *file ? ", " : "",
		       (long long)json_integer_value(
			       json_object_get(one, "line")),
		       word_of(one, "text"), what, *what ? " " : "",
		       word_of(one, "why"));
	}
	if (json_array_size(list) > MOST_UNJUDGED)
		printf("  and %zu more: --json names all\n",
		       json_array_size(list) - MOST_UNJUDGED);
	json_decref(list);
}

static void print_report(const char *store)
{
	struct text words = {0};

	text_add(&words, "A page of it, with charts: podium report");
	if (strcmp(store, "podium.db") != 0) {
		text_add(&words, " --store ");
		path_add_word(&words, store);
	}
	puts(text_string(&words));
	text_free(&words);
}

/* ---- several inputs ---- */

/* Why no clauses are good enough for all. */
static void print_why_left(const struct inputs *inputs,
			   const struct inputs_loop *loop)
{
	const struct inputs_option *doubt = &loop->doubt;
	struct text clauses = {0}, name = {0};

	candidate_clauses(loop->views[doubt->input].loop, doubt->candidate,
			  &clauses);
	text_add_safe(&name, inputs_name(inputs, doubt->where));
	printf("%s is left as written: ", loop->place);
	if (loop->left == INPUTS_APART)
		puts("no clauses are within 3 % of the best for every input.");
	else
		printf("%s may be within 3 %% of the best for every input, but "
		       "was not tried with %s.\n",
		       text_string(&clauses), text_string(&name));
	text_free(&clauses);
	text_free(&name);
}

static void print_left_loop(const struct inputs *inputs,
			    const struct inputs_loop *loop)
{
	print_why_left(inputs, loop);
	for (size_t i = 0; i < inputs->count; i++) {
		const struct inputs_view *view = &loop->views[i];
		struct text line = {0};

		if (!view->loop)
			continue;
		text_add(&line, "  ");
		text_add_safe(&line, inputs_name(inputs, i));
		text_add(&line, ": best is ");
		if (view->best)
			candidate_clauses(view->loop, view->best, &line);
		else
			text_add(&line, "as it is");
		text_add(&line, ", ");
		candidate_ratio(
			view->best ? candidate_measured(view->loop, view->best)
				   : 1,
			&line);
		puts(text_string(&line));
		text_free(&line);
	}
}

static void print_input(const struct inputs *inputs, size_t input)
{
	const struct trial *trial = &inputs->trials[input];
	const struct trial_verdict *verdict = &inputs->verdicts[input];
	struct text name = {0};

	text_add_safe(&name, inputs_name(inputs, input));
	printf("Input %zu: %s\n", input + 1, text_string(&name));
	if (trial->hot->count > 0)
		print_table(trial, verdict);
	print_verdict(trial, verdict);
	print_runs(trial);
	print_compared(trial->session);
	putchar('\n');
	text_free(&name);
}

static void print_inputs(const struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++)
		print_input(inputs, i);
	for (size_t i = 0; i < inputs->loop_count; i++)
		if (inputs->loops[i].left)
			print_left_loop(inputs, &inputs->loops[i]);
}

/* ---- all of it ---- */

void deliver_text(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path)
{
	if (trial->inputs) {
		print_inputs(trial->inputs);
	} else {
		print_table(trial, verdict);
		putchar('\n');
		print_verdict(trial, verdict);
		print_choice(trial, chosen_choice(trial, verdict));
		print_runs(trial);
		print_compared(trial->session);
	}
	if (is_delivered(trial, verdict))
		print_next(trial, path);
	print_report(trial->session->wish->store);
}

/* ---- JSON ---- */

static json_t *json_known(double ratio)
{
	return ratio > 0 ? json_real(ratio) : json_null();
}

static void add_left(const struct inputs_loop *loop, json_t *object)
{
	static const char *const why[] = {
		[INPUTS_APART] = "apart",
		[INPUTS_UNTRIED] = "not tried",
	};

	json_object_set_new(object, "left",
			    json_boolean(loop->left != INPUTS_TAKEN));
	if (why[loop->left])
		json_object_set_new(object, "left_why",
				    json_string(why[loop->left]));
}

/* What would be best for this input alone. */
static void add_best(const struct inputs *inputs, const struct hot_loop *loop,
		     json_t *object)
{
	for (size_t i = 0; i < inputs->loop_count; i++)
		for (size_t j = 0; j < inputs->count; j++) {
			const struct inputs_view *view =
				&inputs->loops[i].views[j];
			struct text clauses = {0};

			if (view->loop != loop)
				continue;
			candidate_clauses(loop, view->best, &clauses);
			json_object_set_new(
				object, "best",
				json_pack("{s:s, s:o}", "clauses",
					  text_string(&clauses), "measured",
					  json_known(candidate_measured(
						  loop, view->best))));
			add_left(&inputs->loops[i], object);
			text_free(&clauses);
		}
}

static json_t *json_loop(const struct trial *trial, const struct hot_loop *loop,
			 size_t chosen)
{
	const char *change = candidate_change(loop, chosen);
	const json_t *record = loop->views->record;
	struct text original = {0}, clauses = {0};
	json_t *object;

	candidate_clauses(loop, 0, &original);
	candidate_clauses(loop, chosen, &clauses);
	object = json_pack(
		"{s:O, s:O, s:O, s:s, s:s, s:o, s:o, s:I, s:I}", "id",
		json_object_get(record, "id"), "file",
		json_object_get(record, "file"), "line",
		json_object_get(record, "line"), "original",
		text_string(&original), "chosen", text_string(&clauses),
		"predicted", json_known(candidate_predicted(loop, chosen)),
		"measured", json_known(candidate_measured(loop, chosen)),
		"variants", (json_int_t)loop->count, "runs",
		(json_int_t)loop->run_count - 1);
	if (change)
		json_object_set_new(object, "transformed", json_string(change));
	if (trial->inputs)
		add_best(trial->inputs, loop, object);
	text_free(&original);
	text_free(&clauses);
	return object;
}

static void add_choice(json_t *object, const struct choice *choice)
{
	json_t *flags = json_array();

	for (size_t i = 0; choice->flags[i]; i++)
		json_array_append_new(flags, letters_json(choice->flags[i]));
	json_object_set_new(object, "flags", flags);
	if (choice->source)
		json_object_set_new(object, "source",
				    letters_json(choice->source));
}

/* Without an interval where two rounds have none. */
static json_t *json_ratio(const struct confirm *confirm)
{
	json_t *ratio = json_pack("{s:f}", "value", confirm->ratio);

	if (isfinite(confirm->high)) {
		json_object_set_new(ratio, "low", json_real(confirm->low));
		json_object_set_new(ratio, "high", json_real(confirm->high));
	}
	return ratio;
}

static const char *verdict_word(const struct trial *trial,
				const struct trial_verdict *verdict)
{
	if (!is_delivered(trial, verdict))
		return "original";
	return verdict->faster ? "faster" : "no slower";
}

json_t *deliver_summary(const struct trial *trial,
			const struct trial_verdict *verdict, const char *path)
{
	json_t *loops = json_array();
	json_t *object = json_pack(
		"{s:s, s:f, s:I, s:f, s:I, s:I, s:I, s:I, s:I}", "verdict",
		verdict_word(trial, verdict), "seconds", trial->original,
		"tried", (json_int_t)trial->tried, "space", trial->hot->space,
		"runs", (json_int_t)program_runs(trial), "reused",
		(json_int_t)trial->session->reused, "identical",
		(json_int_t)trial->identical, "failed",
		(json_int_t)trial->failed, "rounds",
		(json_int_t)verdict->rounds);

	if (verdict->compared)
		json_object_set_new(object, "ratio",
				    json_ratio(&verdict->confirm));
	if (verdict->within > 0)
		json_object_set_new(object, "within",
				    json_pack("{s:f, s:f, s:f}", "value",
					      verdict->within, "low",
					      verdict->within_low, "high",
					      verdict->within_high));
	if (is_delivered(trial, verdict))
		json_object_set_new(object, "tuned", letters_json(path));
	add_choice(object,
		   &trial->hot->choices->list[chosen_choice(trial, verdict)]);
	for (size_t i = 0; i < trial->hot->count; i++)
		json_array_append_new(
			loops, json_loop(trial, &trial->hot->list[i],
					 deliver_chosen(trial, verdict,
							&trial->hot->list[i])));
	json_object_set_new(object, "loops", loops);
	json_object_set_new(object, "unjudged",
			    outputs_unjudged(trial->session));
	return object;
}

static json_t *json_inputs(const struct inputs *inputs, const char *path)
{
	json_t *list = json_array();
	json_int_t runs = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		json_t *one = deliver_summary(&inputs->trials[i],
					      &inputs->verdicts[i], path);

		json_object_set_new(one, "run",
				    letters_json(inputs_name(inputs, i)));
		json_array_append_new(list, one);
		runs += (json_int_t)program_runs(&inputs->trials[i]);
	}
	list = json_pack("{s:s, s:I, s:o}", "verdict",
			 inputs->faster ? "faster" : "original", "runs", runs,
			 "inputs", list);
	if (inputs->faster)
		json_object_set_new(list, "tuned", letters_json(path));
	return list;
}

void deliver_json(const struct trial *trial,
		  const struct trial_verdict *verdict, const char *path)
{
	json_t *object = trial->inputs ? json_inputs(trial->inputs, path)
				       : deliver_summary(trial, verdict, path);

	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putchar('\n');
	json_decref(object);
}
