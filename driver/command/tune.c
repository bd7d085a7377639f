/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium tune: from an unmodified program to a verified faster build.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "build/tuned.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/profile.h"
#include "machine/topology.h"
#include "nest/sets.h"
#include "rank/prediction.h"
#include "rank/variants.h"
#include "rank/wanting.h"
#include "record/selection.h"
#include "run/clocks.h"
#include "run/runner.h"
#include "tune/account.h"
#include "tune/candidate.h"
#include "tune/choice.h"
#include "tune/deliver.h"
#include "tune/execute.h"
#include "tune/explore.h"
#include "tune/hot.h"
#include "tune/inputs.h"
#include "tune/optimise.h"
#include "tune/original.h"
#include "tune/outputs.h"
#include "tune/proof.h"
#include "tune/session.h"
#include "tune/trial.h"

/* NULL at the end, or NULL for none. */
struct request {
	struct session_wish session;
	struct hot_wish hot;
	struct variants_wish variants;
	struct choices choices;
	const char *profile, *output, *space;
	double budget;
	int runs, rounds;
	bool transform, native;
	struct words inputs, sources, settings, forced, files, ignored;
	bool json;
};

static void end_session(struct session *session)
{
	execute_drop(session);
	session_end(session);
}

/* ---- the path ---- */

/* Loops that are left as written; of more only their number is told. */
#define MOST_TOLD 5

/* Of parameters whose values are not known. */
#define MOST_NAMES 3

/* "n, m and 3 more" */
static void add_names(const struct wanting *wanting, struct text *out)
{
	for (size_t i = 0; i < wanting->count && i < MOST_NAMES; i++)
		text_print(out, "%s%s", i ? ", " : "", wanting->names[i]);
	if (wanting->count > MOST_NAMES)
		text_print(out, " and %zu more", wanting->count - MOST_NAMES);
}

/* Out of "n, m". */
static void take_assumed(struct wanting *wanting, const char *list)
{
	wanting->loops++;
	while (*list) {
		size_t length = strcspn(list, ",");
		char *name = memory_print("%.*s", (int)length, list);

		wanting_add(wanting, name);
		free(name);
		list += length;
		list += strspn(list, ", ");
	}
}

/* What GCC calls the shape of an array of Fortran says little. */
static const char *meaning(const char *name)
{
	return strstr(name, ".dim[1].stride")
		       ? "; dim[1].stride of an array a is how many elements "
			 "a(1,2) stands behind a(1,1)"
		       : "";
}

static void tell_wanting(const struct wanting *wanting, const char *place)
{
	struct text names = {0}, option = {0}, more = {0};

	add_names(wanting, &names);
	wanting_add_option(wanting->names[0], &option);
	if (wanting->loops > 1)
		text_print(&more, " and %zu more", wanting->loops - 1);
	message_warning("%s%s: not known and taken for 1000: %s; give values, "
			"as by %s%s",
			place, text_string(&more), text_string(&names),
			text_string(&option), meaning(wanting->names[0]));
	text_free(&names);
	text_free(&option);
	text_free(&more);
}

/* Of all loops at once: they often have the same. */
static void tell_assumed(const struct hot *hot)
{
	struct wanting wanting = {0};
	const char *first = NULL;

	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		if (!loop->views->prediction || !loop->assumed)
			continue;
		take_assumed(&wanting, loop->assumed);
		first = first ? first : loop->views->place;
	}
	if (wanting.count > 0)
		tell_wanting(&wanting, first);
	wanting_free(&wanting);
}

static void tell_loops(const struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];

		if (!loop->views->prediction)
			message_warning("%s: not predicted, tried all the "
					"same: %s",
					loop->views->place,
					loop->why_not ? loop->why_not
						      : "as was asked");
	}
	tell_assumed(hot);
}

/* A data race makes results wrong in the baseline, too. */
static void warn_of_races(const struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		const json_t *races =
			json_object_get(hot->list[i].views->record, "races");

		if (json_array_size(races) > 0)
			message_warning(
				"%s: a data race: %s",
				hot->list[i].views->place,
				json_string_value(json_array_get(races, 0)));
	}
}

static void warn_of_left(const struct hot_left *left)
{
	struct text line = {0};

	text_print(&line, "left as written: %s", left->place);
	if (left->share > 0)
		text_print(&line, ", %.3g %% of the time", 100 * left->share);
	text_print(&line, ": %s", left->why);
	if (!hot_left_must(left))
		text_print(&line, "; --force %s changes it all the same",
			   left->place);
	message_warning("%s", text_string(&line));
	text_free(&line);
}

/* Where they take time, or nothing is known of any. */
static void tell_left(const struct hot *hot)
{
	size_t count = 0;

	for (size_t i = 0; i < hot->left_count; i++)
		if (hot->count == 0 || hot->left[i].share >= HOT_LEAST)
			if (count++ < MOST_TOLD)
				warn_of_left(&hot->left[i]);
	if (count > MOST_TOLD)
		message_warning("left as written: %zu more", count - MOST_TOLD);
}

static double shares(const struct hot *hot)
{
	double sum = 0;

	for (size_t i = 0; i < hot->count; i++)
		sum += hot->list[i].share;
	return sum;
}

/* "hot: heat.c:17, 93 % of the time, 23 variants" */
static void tell_hot(const struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++) {
		const struct hot_loop *loop = &hot->list[i];
		struct text line = {0};

		text_print(&line, "hot: %s, ", loop->views->place);
		if (hot->clocked)
			text_print(&line, "%.3g %% of the time, ",
				   100 * loop->share);
		text_print(&line, "%zu variants", loop->count);
		message_note("%s", text_string(&line));
		text_free(&line);
	}
	if (hot->count < hot->reached)
		message_note("left alone: %zu that take less",
			     hot->reached - hot->count);
	warn_of_races(hot);
	tell_left(hot);
	if (hot->clocked && hot->count > 0 && shares(hot) < HOT_LEAST)
		message_warning("the loops that can be changed take %.2g %% of "
				"the time: there is nothing to gain in them",
				100 * shares(hot));
}

/* OpenMP in what the build made beside the program. */
static bool has_other(const struct plan *plan)
{
	for (size_t i = 0; i < plan->steps.count; i++)
		if (plan->steps.list[i].kind == STEP_COMPILE &&
		    plan->steps.list[i].openmp)
			return true;
	return false;
}

static void tell_none(const struct session *session, const struct hot *hot)
{
	tell_left(hot);
	message_error("'%s' has no loop whose clauses can be exchanged: there "
		      "is nothing to tune",
		      session->launch.program);
}

static bool has_loops(const struct session *session, const struct hot *hot)
{
	size_t openmp = 0;

	for (size_t i = 0; i < session->plan->unit_count; i++)
		openmp += session->plan->units[i].step->openmp;
	if (hot->count > 0)
		return true;
	if (hot->seen == 0 && session->plan->unseen)
		message_error("'%s' was not seen being made; clean before the "
			      "build, as in --build 'make clean && make'",
			      session->plan->unseen);
	else if (openmp == 0)
		message_error("no source of '%s' was compiled with -fopenmp: "
			      "there is nothing to tune%s",
			      session->launch.program,
			      has_other(session->plan)
				      ? "; some were that are not linked into "
					"it, as for dlopen, which podium does "
					"not follow"
				      : "");
	else if (hot->seen == 0)
		message_error("'%s' has no OpenMP loops: there is nothing to "
			      "tune",
			      session->launch.program);
	else
		tell_none(session, hot);
	return false;
}

static bool is_there(const struct session *session, const char *selector)
{
	for (size_t i = 0; i < session->plan->unit_count; i++) {
		const struct records *records =
			&session->plan->units[i].records;

		for (size_t j = 0; j < records->count; j++)
			if (selection_matches(selector, records->list[j]))
				return true;
	}
	return false;
}

static bool has_forced(const struct session *session, const char *const *forced)
{
	for (; forced && *forced; forced++)
		if (!is_there(session, *forced)) {
			message_error("--force %s: '%s' has no such loop; name "
				      "it by its function or as file:line",
				      *forced, session->launch.program);
			return false;
		}
	return true;
}

static void want_none(struct session *session)
{
	for (size_t i = 0; i < session->plan->unit_count; i++)
		session->plan->units[i].wanted = false;
}

static bool is_hot(const struct hot *hot, const json_t *record)
{
	for (size_t i = 0; i < hot->count; i++)
		if (clocks_is_of(hot->list[i].views->record, record))
			return true;
	return false;
}

/*
 * Only units with hot loops are compiled anew: all that their entries are for,
 * as where a source is compiled twice.
 */
static void want_units(struct session *session, const struct hot *hot)
{
	for (size_t i = 0; i < session->plan->unit_count; i++) {
		struct plan_unit *unit = &session->plan->units[i];

		for (size_t j = 0; j < unit->records.count; j++)
			if (is_hot(hot, unit->records.list[j]))
				unit->wanted = true;
	}
}

static int deliver(const struct request *request, const struct trial *trial,
		   const struct trial_verdict *verdict)
{
	if (!deliver_file(trial, verdict, request->output))
		return COMMAND_FAILED;
	message_progress(NULL);
	if (request->json)
		deliver_json(trial, verdict, request->output);
	else
		deliver_text(trial, verdict, request->output);
	return COMMAND_DONE;
}

/* The original is kept then, but for no reason of its own. */
static bool is_in_vain(const struct trial *trial)
{
	const char *reason = NULL;

	for (size_t i = 0; i < trial->count && !reason; i++)
		reason = trial->list[i].contender.reason;
	if (trial->tried > 0 || trial->failed == 0)
		return false;
	message_error("nothing could be tried: %s; build the program as it is "
		      "to see why, and start again%s; all that failed: "
		      "podium runs --failed",
		      reason ? reason : "no variant was built",
		      trial->session->wish->build
			      ? ", with a clean before the build as in --build "
				"'make clean && make'"
			      : "");
	return true;
}

static void keep_account(const struct request *request,
			 const struct trial *trial,
			 const struct trial_verdict *verdict)
{
	struct text problem = {0};

	if (!outputs_keep_unjudged(trial->session, &problem) ||
	    !account_keep(trial, verdict, request->output, &problem))
		message_error("%s", text_string(&problem));
	text_free(&problem);
}

static int finish(const struct request *request, const struct trial *trial,
		  const struct trial_verdict *verdict)
{
	int status = deliver(request, trial, verdict);

	keep_account(request, trial, verdict);
	if (is_in_vain(trial))
		status = COMMAND_FAILED;
	return status;
}

static bool is_parameter(const struct hot *hot, const char *setting)
{
	size_t length = strcspn(setting, "=");
	const char *name;

	for (size_t i = 0; i < hot->count; i++) {
		const struct prediction *prediction =
			hot->list[i].views->prediction;

		for (int j = 0;
		     prediction && (name = prediction_parameter(prediction, j));
		     j++)
			if (strlen(name) == length &&
			    strncmp(name, setting, length) == 0)
				return true;
	}
	return false;
}

static void check_settings(const struct hot *hot, const char *const *settings)
{
	for (; settings && *settings; settings++)
		if (!prediction_is_any(*settings) &&
		    !is_parameter(hot, *settings))
			message_warning("--set %s: no hot loop depends on it",
					*settings);
}

static void weigh_hot(const struct request *request, struct trial *trial,
		      const struct machine *machine)
{
	hot_weigh(trial->hot, machine, &request->hot);
	tell_loops(trial->hot);
	check_settings(trial->hot, request->hot.settings);
	want_units(trial->session, trial->hot);
}

/* Which loops are hot, by their own clocks where those speak. */
static bool find_hot(struct request *request, struct trial *trial,
		     const struct machine *machine)
{
	struct hot *hot = trial->hot;

	want_none(trial->session);
	weigh_hot(request, trial, machine);
	if (hot->count > 0)
		return true;
	tell_left(hot);
	message_error(hot->unsafe ? "'%s' has no other loop that is reached in "
				    "this run: there is nothing to tune"
				  : "none of the loops of '%s' that can be "
				    "changed is reached in this run; --run "
				    "another one",
		      trial->session->launch.program);
	if (!hot->unsafe)
		original_show(trial);
	return false;
}

/* Who asks for runs has them; what else may be chosen changes all. */
static bool is_worth_it(const struct request *request, const struct hot *hot)
{
	return !hot->clocked || shares(hot) >= HOT_LEAST || request->runs > 0 ||
	       request->space;
}

/* What may be tried in them. */
static bool find_choices(struct request *request, struct trial *trial,
			 const struct machine *machine)
{
	struct session *session = trial->session;
	struct text problem = {0};
	bool transform = request->transform && !request->space &&
			 is_worth_it(request, trial->hot);
	char *march = request->native ? topology_march() : NULL;
	bool good;

	if (transform && !request->hot.reproducible)
		optimise_propose(&request->choices, trial->hot, session->plan,
				 march);
	free(march);
	request->hot.transform = transform;
	good = choices_build(&request->choices, session->make,
			     session->original, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	if (!good)
		return false;
	candidate_fill(trial->hot, &request->choices, machine, &request->hot);
	return trial_choices(trial, &request->choices);
}

/* The budget without a word from the user: runs of the original, or a minute
   of them where these are short, and builds. */
#define BUDGET_RUNS 100
#define BUDGET_LEAST 60 /* seconds */
#define BUDGET_BUILDS 30

/* What it will cost, before it is spent. */
static void plan(struct trial *trial)
{
	const struct session *session = trial->session;
	double build = session->building / fmax((double)session->builds, 1);
	double builds = BUDGET_BUILDS * build;

	if (trial->budget > 0)
		builds = fmin(builds, trial->budget / 2);
	else
		trial->budget = builds + fmax(BUDGET_RUNS * trial->original,
					      BUDGET_LEAST);
	message_note("budget: %.*f min, as for %.0f runs of %.2g s and %.0f "
		     "builds of %.2g s; what is clear takes less; --budget "
		     "MINUTES changes it",
		     trial->budget<600, trial->budget / 60,
				   (trial->budget - builds) / trial->original,
				   trial->original, build> 0
			     ? builds / build
			     : 0,
		     build);
}

/* Runs of variants will be compared with runs of the baseline. */
static bool has_runs_of_its_own(const struct request *request,
				const struct trial *trial)
{
	return !trial->clocks || request->space;
}

/* For those who look while it is under way, or where it was stopped. */
static bool begin_account(const struct request *request,
			  const struct trial *trial)
{
	struct text problem = {0};
	bool good = account_keep(trial, NULL, request->output, &problem);

	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

/* Of the original: what output is right, what it takes, and which loops. */
static bool meet(struct request *request, struct trial *trial)
{
	if (!original_run(trial) || !original_clock(trial) ||
	    (has_runs_of_its_own(request, trial) && !original_repeat(trial)))
		return false;
	if (!original_is_compared(trial))
		return false;
	request->hot.clocks = trial->clocks;
	request->hot.seconds = trial->seconds;
	return true;
}

static bool prepare(struct request *request, struct trial *trial,
		    const struct machine *machine)
{
	bool good;

	if (!meet(request, trial))
		return false;
	good = find_hot(request, trial, machine);
	good = good && find_choices(request, trial, machine);
	if (good)
		tell_hot(trial->hot);
	if (good)
		plan(trial);
	good = good && begin_account(request, trial);
	return good;
}

static struct trial new_trial(const struct request *request,
			      struct session *session, struct hot *hot)
{
	return (struct trial){
		.session = session,
		.hot = hot,
		.most = (size_t)request->runs,
		.rounds = request->rounds > 0 ? (size_t)request->rounds : 0,
		.unconfirmed = request->rounds == 0,
		.budget = 60 * request->budget};
}

static int try_variants(struct request *request, struct session *session,
			struct hot *hot, const struct machine *machine)
{
	struct trial trial = new_trial(request, session, hot);
	struct trial_verdict verdict = {0};
	int status = COMMAND_FAILED;

	if (prepare(request, &trial, machine) &&
	    (!is_worth_it(request, hot) ||
	     (explore(&trial) && proof_decide(&trial, &verdict))))
		status = finish(request, &trial, &verdict);
	request->hot.clocks = NULL;
	trial_free(&trial);
	return status;
}

/* ---- several inputs ---- */

/* What each has of its own. */
struct part {
	struct request request;
	struct session beside, *session;
	struct hot hot, alone; /* loops: all, those that are hot for it */
};

static bool begin_part(struct part *part, const struct request *request,
		       struct session *first, size_t number)
{
	struct text problem = {0};

	*part = (struct part){.request = *request, .session = first};
	part->request.session.run = request->inputs.list[number];
	part->request.choices = (struct choices){0};
	part->request.transform = false;
	if (!choices_read(&part->request.choices, NULL, &problem))
		message_error("%s", text_string(&problem));
	text_free(&problem);
	hot_find(&part->hot, first->plan, request->forced.list);
	if (number == 0)
		return true;
	part->session = &part->beside;
	return session_beside(&part->beside, first, &part->request.session);
}

static void end_part(struct part *part)
{
	hot_free(&part->hot);
	hot_free(&part->alone);
	choices_free(&part->request.choices);
	if (part->session == &part->beside)
		end_session(&part->beside);
}

static bool meet_all(struct part *parts, struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		inputs_tell(inputs, i);
		if (!meet(&parts[i].request, &inputs->trials[i])) {
			if (!process_interrupted())
				message_error("--run '%s' cannot be an input",
					      inputs_name(inputs, i));
			return false;
		}
	}
	return true;
}

/* What is hot for any of them is looked at for all. */
static void name_hot(struct part *parts, size_t count,
		     const struct machine *machine, struct words *names)
{
	for (size_t i = 0; i < count; i++) {
		const struct request *request = &parts[i].request;
		struct hot *hot = &parts[i].alone;

		hot_find(hot, parts[i].session->plan, request->forced.list);
		hot_weigh(hot, machine, &request->hot);
		for (size_t j = 0; j < hot->count; j++)
			words_add(names, hot->list[j].views->entry);
	}
}

/* Half of the budget in equal parts, half by what runs take. */
static void share_budget(const struct inputs *inputs, struct trial *trial)
{
	double seconds = 0;

	for (size_t i = 0; i < inputs->count; i++)
		seconds += inputs->trials[i].original;
	trial->budget *=
		(1 / (double)inputs->count + trial->original / seconds) / 2;
}

/* Where there is nothing to gain for an input it has a say all the same. */
static void cool(struct hot *hot)
{
	for (size_t i = 0; i < hot->count; i++)
		hot->list[i].cold = true;
}

static bool find_all_hot(struct part *parts, struct inputs *inputs,
			 const struct machine *machine)
{
	size_t count = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		struct trial *trial = &inputs->trials[i];

		inputs_tell(inputs, i);
		weigh_hot(&parts[i].request, trial, machine);
		if (!find_choices(&parts[i].request, trial, machine))
			return false;
		if (trial->hot->count > 0)
			tell_hot(trial->hot);
		else
			message_note("it enters none of the loops that can be "
				     "changed");
		if (!is_worth_it(&parts[i].request, trial->hot))
			cool(trial->hot);
		share_budget(inputs, trial);
		plan(trial);
		count += trial->hot->count;
	}
	if (count == 0)
		message_error("none of the loops of '%s' that can be changed "
			      "is reached with any of the inputs; --run "
			      "another one",
			      parts->session->launch.program);
	return count > 0;
}

static bool prepare_all(struct part *parts, struct inputs *inputs,
			const struct machine *machine)
{
	struct words names = {0};
	bool good;

	if (!meet_all(parts, inputs))
		return false;
	name_hot(parts, inputs->count, machine, &names);
	for (size_t i = 0; i < inputs->count; i++)
		parts[i].request.hot.kept = names.list;
	want_none(parts->session);
	good = find_all_hot(parts, inputs, machine);
	free(names.list);
	if (good)
		inputs_meet(inputs);
	for (size_t i = 0; i < inputs->count && good; i++)
		good = begin_account(&parts[i].request, &inputs->trials[i]);
	return good;
}

static int finish_all(struct part *parts, const struct inputs *inputs)
{
	int status = deliver(&parts->request, inputs->trials, inputs->verdicts);
	bool vain = true;

	for (size_t i = 0; i < inputs->count; i++) {
		keep_account(&parts[i].request, &inputs->trials[i],
			     &inputs->verdicts[i]);
		vain = is_in_vain(&inputs->trials[i]) && vain;
	}
	return vain ? COMMAND_FAILED : status;
}

static int try_inputs(const struct request *request, struct session *session,
		      const struct machine *machine)
{
	struct inputs inputs = {.count = request->inputs.count};
	struct part *parts = memory_grow(NULL, inputs.count, sizeof(*parts));
	size_t begun = 0;
	bool good = true;
	int status = COMMAND_FAILED;

	inputs.trials = memory_grow(NULL, inputs.count, sizeof(struct trial));
	inputs.verdicts =
		memory_grow(NULL, inputs.count, sizeof(struct trial_verdict));
	for (; begun < inputs.count && good; begun++) {
		struct part *part = &parts[begun];

		good = begin_part(part, request, session, begun);
		inputs.trials[begun] =
			new_trial(&part->request, part->session, &part->hot);
		inputs.verdicts[begun] = (struct trial_verdict){0};
	}
	if (good && prepare_all(parts, &inputs, machine) &&
	    inputs_decide(&inputs))
		status = finish_all(parts, &inputs);
	inputs_free(&inputs);
	for (size_t i = 0; i < begun; i++) {
		trial_free(&inputs.trials[i]);
		end_part(&parts[i]);
	}
	free(inputs.trials);
	free(inputs.verdicts);
	free(parts);
	return status;
}

/* ---- the machine ---- */

static void warn_of_load(void)
{
	char *load = topology_load();

	if (load)
		message_warning("the machine is busy, %s: gains may stay "
				"unproven; wait for what else runs",
				load);
	free(load);
}

/* Where runs are made. The load of this machine does not matter then. */
static void tell_machine(const struct node *node)
{
	struct topology topology;

	if (!node->launcher) {
		warn_of_load();
		return;
	}
	topology_read(&topology);
	message_note("runs are made on '%s': %d of %d cores of %s", node->host,
		     topology.usable, topology.cores, topology.cpu);
	topology_free(&topology);
}

static const char *native_flag(const struct step *step)
{
	for (size_t i = 0; i < step->word_count; i++) {
		const char *word = step->words[i];

		if (strncmp(word, "-m", 2) == 0 && strchr(word, '=') &&
		    strcmp(strchr(word, '='), "=native") == 0)
			return word;
	}
	return NULL;
}

/* What is built for this machine may be slow on another, or not run there. */
static void warn_of_native(const struct session *session)
{
	char *here = processors_model();
	char *march = topology_march();
	const char *flag = NULL;

	for (size_t i = 0; i < session->plan->unit_count && !flag; i++)
		flag = native_flag(session->plan->units[i].step);
	if (flag && !topology_is_alike())
		message_warning("the build uses %s, which means %s, and runs "
				"are made on %s: write %s instead",
				flag, here, session->node->cpu,
				march && strcmp(flag, "-march=native") == 0
					? march
					: "that processor's name");
	free(march);
	free(here);
}

static int tune(struct request *request)
{
	struct session session;
	struct profile profile = {0};
	struct text problem = {0};
	struct hot hot = {0};
	int status = COMMAND_FAILED;

	request->hot.settings = request->settings.list;
	request->hot.forced = request->forced.list;
	request->hot.variants = &request->variants;
	if (!session_reach(&session, &request->session)) {
		end_session(&session);
		return COMMAND_FAILED;
	}
	tell_machine(session.node);
	request->hot.threads = topology_threads();
	if (!profile_choose(request->profile, &profile, &problem) ||
	    !choices_read(&request->choices, request->space, &problem)) {
		message_error("%s", text_string(&problem));
		end_session(&session);
	} else if (session_begin(&session, &request->session)) {
		warn_of_native(&session);
		profile_check_program(&profile, session.launch.program);
		hot_find(&hot, session.plan, request->forced.list);
		if (has_forced(&session, request->forced.list) &&
		    has_loops(&session, &hot))
			status = request->inputs.count > 1
					 ? try_inputs(request, &session,
						      &profile.machine)
					 : try_variants(request, &session, &hot,
							&profile.machine);
		hot_free(&hot);
		choices_free(&request->choices);
		end_session(&session);
	} else {
		end_session(&session);
	}
	if (process_interrupted())
		message_error("stopped; what was measured is kept in '%s', and "
			      "the same command goes on from there",
			      request->session.store);
	profile_free(&profile);
	text_free(&problem);
	return status;
}

/* ---- arguments ---- */

/* "auto", or how many. */
static bool take_runs(void *field, const struct option *option,
		      const char *value)
{
	double number = 0;
	bool good = strcmp(value, "auto") == 0 ||
		    option_number(option, value, true, &number);

	*(int *)field = (int)number;
	return good;
}

static bool take_mebibytes(void *field, const struct option *option,
			   const char *value)
{
	double *bytes = field;
	bool good = option_number(option, value, true, bytes);

	*bytes *= 1048576;
	return good;
}

static bool take_source(void *field, const struct option *option,
			const char *value)
{
	(void)option;
	if (compiler_language(value) == COMPILER_NO_LANGUAGE) {
		message_error("'%s' is no source; to tune what a build makes: "
			      "--build CMD --run CMD",
			      value);
		return false;
	}
	words_add(field, value);
	return true;
}

/* A tuned file, or one that is not there yet: no other is written over. */
static bool is_output(const char *output, struct text *problem)
{
	struct text content = {0};
	struct stat status;
	bool there = stat(output, &status) == 0;

	if (!file_can_write(output))
		text_print(problem, "cannot write '%s': %s", output,
			   strerror(errno));
	else if (there && !S_ISREG(status.st_mode))
		text_print(problem, "'%s' is no file", output);
	else if (there && status.st_size > 0 && file_read(output, &content) &&
		 strncmp(text_string(&content), TUNED_LINE,
			 strlen(TUNED_LINE)) != 0)
		text_print(problem, "'%s' is there and no tuned file", output);
	text_free(&content);
	return problem->length == 0;
}

/* Told before anything is built: the tuned file goes into flags by its path. */
static bool check_output(const char *output)
{
	char *absolute = path_absolute(output);
	const char *why = path_trap(absolute);
	struct text problem = {0};
	bool good = is_output(output, &problem);

	if (!good)
		message_error("%s; name another file with --output",
			      text_string(&problem));
	else if (why)
		message_warning("'%s' cannot be used in flags, it has %s; name "
				"another file with --output, or move it then",
				absolute, why);
	text_free(&problem);
	free(absolute);
	return good;
}

/* What is said twice counts once. */
static void take_inputs(struct request *request)
{
	struct words *inputs = &request->inputs;
	size_t kept = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		size_t j = 0;

		while (j < kept &&
		       strcmp(inputs->list[j], inputs->list[i]) != 0)
			j++;
		if (j == kept)
			inputs->list[kept++] = inputs->list[i];
		else
			message_warning("--run '%s' is said twice and counts "
					"once",
					inputs->list[i]);
	}
	inputs->count = kept;
	request->session.run = kept > 0 ? inputs->list[0] : NULL;
}

static bool read_patterns(struct request *request)
{
	const struct words *words = &request->ignored;
	struct compare_wish *wish = &request->session.compare;

	wish->ignored = memory_grow(NULL, words->count + 1, sizeof(regex_t));
	for (size_t i = 0; i < words->count; i++) {
		regex_t *one = &wish->ignored[i];
		int error = regcomp(one, words->list[i], REG_EXTENDED);
		char why[200];

		if (error) {
			regerror(error, one, why, sizeof(why));
			message_error("--ignore '%s' is not an extended "
				      "regular expression: %s; write \\ before "
				      "a character that stands for itself",
				      words->list[i], why);
			return false;
		}
		wish->ignored_count++;
	}
	return true;
}

static void free_patterns(struct request *request)
{
	struct compare_wish *wish = &request->session.compare;

	for (size_t i = 0; i < wish->ignored_count; i++)
		regfree(&wish->ignored[i]);
	free(wish->ignored);
	free(request->ignored.list);
}

static int run(struct request *request)
{
	const struct session_wish *wish = &request->session;

	take_inputs(request);

	if (!wish->build && !request->sources.list) {
		message_error("nothing to tune: name sources, or --build CMD; "
			      "see --help");
		return COMMAND_USAGE;
	}
	if (wish->build && request->sources.list) {
		message_error("--build and '%s': the build knows its sources",
			      request->sources.list[0]);
		return COMMAND_USAGE;
	}
	if (wish->jobs && !wish->launcher) {
		message_error("--jobs %d without --launcher: two programs on "
			      "one machine disturb each other; --launcher CMD "
			      "runs them on others, as srun does",
			      wish->jobs);
		return COMMAND_USAGE;
	}
	if (wish->build && wish->gcc) {
		message_error("--gcc and --build: the build chooses its "
			      "compiler");
		return COMMAND_USAGE;
	}
	if (wish->build && *wish->flags) {
		message_error("flags after '--', but no source to compile");
		return COMMAND_USAGE;
	}
	if (request->inputs.count > 1 && request->space) {
		message_error("--space and several --run: tune with one input "
			      "at a time");
		return COMMAND_USAGE;
	}
	if (request->hot.reproducible && request->space) {
		message_error("--reproducible and --space: other flags, macros "
			      "and sources may change any result");
		return COMMAND_USAGE;
	}
	if (request->native &&
	    (request->space || !request->transform ||
	     request->hot.reproducible || request->inputs.count > 1)) {
		message_error("--native: no other flags are tried with "
			      "--space, --no-transform, --reproducible and "
			      "several --run");
		return COMMAND_USAGE;
	}
	if (!wish->gcc)
		request->session.gcc = "gcc";
	request->session.input = runner_own_input();
	return check_output(request->output) ? tune(request) : COMMAND_FAILED;
}

static const struct option table[] = {
	{"build", "CMD", "how the program is built, by a shell",
	 OPTION_SETS(session.build)},
	{"run", "CMD",
	 "how it is run (default: without arguments); repeat for more inputs",
	 OPTION_SETS(inputs)},
	{"launcher", "CMD", "starts each run elsewhere, as srun does",
	 OPTION_SETS(session.launcher)},
	{"jobs", "N", "pairs of runs at a time, each on a machine of its own",
	 OPTION_SETS(session.jobs), .least = 1, .most = 1000},
	{"check", "CMD", "reads what it printed; exit status 0: it is right",
	 OPTION_SETS(session.check)},
	{"compare", "FILE", "a file that it writes; repeat for more",
	 OPTION_SETS(files)},
	{"tolerance", "T", "for numbers printed (default: 1e-6, relative)",
	 OPTION_SETS(session.compare.tolerance)},
	{"ignore", "REGEX",
	 "lines that match are not compared; repeat for more",
	 OPTION_SETS(ignored)},
	{"runs", "K", "variants to try (default: auto)",
	 OPTION_TAKES(runs, take_runs), .least = 1},
	{"budget", "MINUTES", "for builds and runs (default: told at start)",
	 OPTION_SETS(budget), .least = .01, .most = 1e9},
	{"confirm", "N",
	 "rounds of confirmation at most (default: what it takes)",
	 OPTION_SETS(rounds), .least = 0},
	{"force", "LOOP",
	 "change one that is better left as written: FUNCTION, FILE:LINE",
	 OPTION_SETS(forced)},
	{"set", "NAME=N", "value of a parameter of the loops",
	 OPTION_TAKES(settings, prediction_take_setting)},
	{"schedule", "LIST",
	 "kinds to choose from: ", OPTION_TAKES(variants, variants_take_kinds),
	 .add_list = variants_list_kinds},
	{"chunk", "LIST", "chunks to choose from",
	 OPTION_TAKES(variants, variants_take_chunks)},
	{"threads", "LIST", "numbers of threads to choose from",
	 OPTION_TAKES(variants, variants_take_threads)},
	{"space", "FILE", "macros, flags and sources to choose from",
	 OPTION_SETS(space)},
	{"limit", "SECONDS", "of any run (default: variants by the original)",
	 OPTION_SETS(session.seconds), .least = .001, .most = 1e9},
	{"memory", "MIB", "of a run (default: 90 % of the machine's)",
	 OPTION_TAKES(session.memory, take_mebibytes), .least = 1},
	{"output-limit", "MIB", "of a run, and of files (default: 256)",
	 OPTION_TAKES(session.file, take_mebibytes), .least = 1},
	{"reproducible", NULL, "change no result by a single bit",
	 OPTION_SETS(hot.reproducible)},
	{"no-pin", NULL, "leave the threads where the system puts them",
	 OPTION_CLEARS(session.pin)},
	{"native", NULL, "-march=native may be tried, for this processor alone",
	 OPTION_SETS(native)},
	{"no-transform", NULL, "leave orders of loops and flags as they are",
	 OPTION_CLEARS(transform)},
	{"no-predict", NULL, "search as if nothing could be predicted",
	 OPTION_CLEARS(hot.predict)},
	{"profile", "FILE", "predict for the machine of this profile",
	 OPTION_SETS(profile)},
	{"store", "FILE", "where runs are kept (default: podium.db)",
	 OPTION_SETS(session.store)},
	{"output", "FILE", "what to write (default: podium.tuned)",
	 OPTION_SETS(output)},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{"gcc", "GCC", "compile sources with this GCC (default: gcc)",
	 OPTION_SETS(session.gcc)},
	{OPTION_OPERANDS, OPTION_TAKES(sources, take_source)},
	{OPTION_BEHIND, OPTION_SETS(session.flags)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium tune [OPTION...] --build CMD [--run CMD]\n"
		"       podium tune [OPTION...] SOURCE... [-- FLAG...]\n"
		"Makes an OpenMP program faster: tries the best of the "
		"variants "
		"of its hot\n"
		"loops, confirms the winner against the original, and writes "
		"podium.tuned.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium tune --build 'make bt CLASS=W' --run ./bin/bt.W \\\n"
		"    --check 'grep -q Verification.*SUCCESSFUL'\n"
		"  podium tune matmul.c -- -O3 -march=native\n",
};

int command_tune(char **arguments)
{
	struct request request = {
		.session = {.store = "podium.db",
			    .compare.tolerance = 1e-6,
			    .pin = true},
		.hot = {.predict = true},
		.transform = true,
		.output = "podium.tuned",
		.rounds = -1,
	};
	int status;

	if (options_read(&usage, arguments, &request, &status)) {
		request.session.arguments = arguments;
		request.session.sources = request.sources.list;
		request.session.files = request.files.list;
		request.session.ignored = (char *const *)request.ignored.list;
		request.session.compare.exact = request.hot.reproducible;
		status =
			read_patterns(&request) ? run(&request) : COMMAND_USAGE;
	}
	choices_free(&request.choices);
	variants_wish_free(&request.variants);
	free(request.inputs.list);
	free(request.sources.list);
	free(request.settings.list);
	free(request.forced.list);
	free(request.files.list);
	free_patterns(&request);
	sets_forget();
	return status;
}
