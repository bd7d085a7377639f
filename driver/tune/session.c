/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tuning in progress.
 */
#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "build/gather.h"
#include "build/image.h"
#include "build/tuned.h"
#include "choice.h"
#include "machine/compiler.h"
#include "machine/kernel.h"
#include "machine/topology.h"
#include "outputs.h"
#include "run/clocks.h"

/* Output of a run and files that it writes, unless told otherwise. */
#define USUAL_FILE 268435456.

/* Of what a program that fails said, so many bytes from the end. */
#define LAST_WORDS 1000

/* Of the machine's memory, for what a run may take. */
#define MEMORY_SHARE .9

/* In the path of a program or library that libtool has made. */
#define LIBTOOL "/.libs/"

/* Variables that change how an OpenMP program runs, and what of. */
static const char *const shaping[] = {"OMP_NUM_THREADS",   "OMP_SCHEDULE",
				      "OMP_DYNAMIC",	   "OMP_PROC_BIND",
				      "OMP_PLACES",	   "OMP_WAIT_POLICY",
				      "OMP_THREAD_LIMIT",  "OMP_STACKSIZE",
				      "OMP_NESTED",	   "GOMP_SPINCOUNT",
				      "GOMP_CPU_AFFINITY", "LD_LIBRARY_PATH",
				      "LD_PRELOAD",	   NULL};

/* ---- room ---- */

/* True, and the user is told, if what was tried failed for want of room. */
static bool lacks_room(const char *reason)
{
	struct text problem = {0};
	bool full = scratch_lacks_room(reason, &problem);

	if (full)
		message_error("%s: what was measured is kept",
			      text_string(&problem));
	text_free(&problem);
	return full;
}

/* ---- the key of the campaign ---- */

static char *machine_words(void)
{
	struct topology topology;
	char *words;

	topology_read(&topology);
	words = memory_print("%s, %d cores, %d usable, %.0f KiB",
			     topology.cpu ? topology.cpu : "?", topology.cores,
			     topology.usable, topology.cache[2].bytes / 1024);
	topology_free(&topology);
	return words;
}

/* Folders of podium's own, of another name each time, are no flags. */
static char *flags_digest(const struct session *session)
{
	const struct plan *plan = &session->plan;
	struct text all = {0};
	char *digest;

	for (size_t i = 0; i < plan->unit_count; i++)
		for (size_t j = 0; j < plan->units[i].step->word_count; j++)
			if (strcmp(plan->units[i].step->words[j],
				   session->scratch) != 0)
				text_print(&all, "%s\n",
					   plan->units[i].step->words[j]);
	digest = memory_print("%016" PRIx64,
			      digest_bytes(text_string(&all), all.length));
	text_free(&all);
	return digest;
}

static char *command_words(const struct session_wish *wish)
{
	struct text words = {0};
	uint64_t digest;

	text_print(&words, "%s", wish->run ? wish->run : "{}");
	if (wish->input && file_digest(wish->input, &digest))
		text_print(&words, " < %016" PRIx64, digest);
	if (wish->check)
		text_print(&words, " # check: %s", wish->check);
	else
		text_print(&words, " # tolerance: %g", wish->tolerance);
	for (const char *const *file = wish->files; file && *file; file++)
		text_print(&words, " # compare: %s", *file);
	text_add(&words, wish->cpu ? ", cpu" : ", wall");
	text_add(&words, wish->pin ? ", pinned" : "");
	for (size_t i = 0; shaping[i]; i++)
		if (getenv(shaping[i]))
			text_print(&words, ", %s=%s", shaping[i],
				   getenv(shaping[i]));
	return words.bytes;
}

static bool find_campaign(struct session *session, struct text *problem)
{
	const struct step *target = session->plan.target;
	char *version = compiler_version(target->program, problem);
	char *machine = machine_words();
	char *flags = flags_digest(session);
	char *source = memory_print("%016" PRIx64, session->whole);
	char *command = command_words(session->wish);
	char *compiler =
		memory_print("%s %s", target->program, version ? version : "");

	if (version)
		session->campaign = store_campaign(
			session->store,
			&(struct store_campaign){machine, compiler, source,
						 flags, command},
			problem);
	free(version);
	free(machine);
	free(flags);
	free(source);
	free(command);
	free(compiler);
	return session->campaign != 0;
}

/* ---- the beginning ---- */

static bool build_original(struct session *session, char **given,
			   struct text *problem)
{
	const struct session_wish *wish = session->wish;

	if (wish->build)
		return gather_build(&session->plan, session->store, wish->build,
				    session->scratch, problem);
	return gather_sources(&session->plan, wish->gcc, wish->sources,
			      wish->flags, session->scratch, given, problem);
}

/* Of this program and the libraries that the build makes, in any order. */
static uint64_t with_libraries(const struct session *session, uint64_t program)
{
	const struct steps *steps = &session->plan.steps;
	uint64_t digest = program;

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->list[i];
		uint64_t one;

		if (step->shared && steps_maker(steps, step->output) == step &&
		    image_digest(step->output, &one))
			digest += one;
	}
	return digest;
}

static bool understand(struct session *session, const char *given,
		       struct text *problem)
{
	struct plan *plan = &session->plan;

	if (!launch_read(&session->launch, session->wish->run, &plan->steps,
			 given, problem))
		return false;
	if (!plan_aim(plan, session->launch.program)) {
		text_print(problem,
			   "'%s' was not seen being linked; if it is up to "
			   "date, clean before the build, as in --build "
			   "'make clean && make'",
			   session->launch.program);
		return false;
	}
	if (!image_digest(session->launch.program, &session->original)) {
		text_print(problem, "'%s' cannot be read as a program",
			   session->launch.program);
		return false;
	}
	session->whole = with_libraries(session, session->original);
	if (!make_record(&session->make, problem))
		return false;
	session->reorders = plan->reorders;
	return true;
}

static double memory_limit(const struct session_wish *wish)
{
	char *total = kernel_value("/proc/meminfo", "MemTotal");
	double most = wish->memory;

	if (most <= 0 && total)
		most = MEMORY_SHARE * 1024 * atof(total);
	free(total);
	return most;
}

static bool begin(struct session *session, struct text *problem)
{
	char *given = NULL;
	bool good;

	session->store = store_open(session->wish->store, true, problem);
	if (!session->store)
		return false;
	session->scratch = scratch_new();
	if (!session->scratch) {
		text_print(problem,
			   "cannot make a folder in '%s': %s; set TMPDIR to "
			   "one where that is possible",
			   scratch_parent(), strerror(errno));
		return false;
	}
	session->make = (struct make){.plan = &session->plan,
				      .scratch = session->scratch};
	good = build_original(session, &given, problem) &&
	       understand(session, given, problem) &&
	       find_campaign(session, problem) &&
	       store_forget_doubtful(session->store, session->campaign,
				     problem);
	free(given);
	return good;
}

bool session_begin(struct session *session, const struct session_wish *wish)
{
	struct text problem = {0};
	bool good;

	*session = (struct session){.wish = wish, .reorders = true};
	/* a limit on files is told in words, as a full disk is */
	signal(SIGXFSZ, SIG_IGN);
	session->memory = memory_limit(wish);
	session->governor = kernel_line(
		"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	good = begin(session, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	if (!good && !process_interrupted())
		lacks_room(text_string(&problem));
	text_free(&problem);
	return good;
}

void session_end(struct session *session)
{
	make_free(&session->make);
	plan_free(&session->plan);
	launch_free(&session->launch);
	compare_free(&session->compare);
	outputs_free(session);
	overlay_free(session);
	store_close(session->store);
	free(session->governor);
	free(session->usual);
	scratch_free();
	*session = (struct session){0};
}

/* ---- contenders ---- */

static bool write_tuned(const char *path, const char *variant)
{
	char *content = memory_print(TUNED_LINE "\n%s", variant);
	bool good = file_write(path, content);

	free(content);
	return good;
}

static bool build_contender(struct session *session,
			    struct contender *contender, struct text *problem)
{
	char *tuned = memory_print("%s/%zu.tuned", session->scratch,
				   session->make.built);
	const struct choice *choice = contender->choice;
	struct variant variant = {.tuned = tuned, .clock = contender->clocked};
	bool good = write_tuned(tuned, contender->variant);

	if (choice)
		choice_apply(choice, &variant);
	if (good)
		good = make_variant(&session->make, &variant,
				    &contender->program, problem);
	else
		text_print(problem, "cannot write '%s': %s", tuned,
			   strerror(errno));
	unlink(tuned);
	free(tuned);
	return good;
}

/* The program as the user's build made it. */
static bool is_original(const struct contender *contender)
{
	return contender->variant[0] == '\0' && !contender->clocked;
}

/* Variants of another program say nothing of this one. */
static bool was_edited(const struct session *session)
{
	const char *source = plan_edited(&session->plan);
	uint64_t digest = session->original;
	bool changed = image_digest(session->launch.program, &digest) &&
		       with_libraries(session, digest) != session->whole;

	if (source)
		message_error("'%s' was edited while it was tuned; start "
			      "again, which builds it anew",
			      source);
	else if (changed)
		message_error("'%s' was built anew while it was tuned; start "
			      "again",
			      session->launch.program);
	return source || changed;
}

static double seconds_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool session_build(struct session *session, struct contender *contender)
{
	struct text problem = {0};
	double begin;

	if (contender->built)
		return true;
	contender->built = true;
	if (is_original(contender)) {
		contender->digest = session->original;
		return true;
	}
	if (was_edited(session))
		return false;
	message_progress("building a variant");
	begin = seconds_now();
	if (!build_contender(session, contender, &problem) ||
	    !product_digest(&contender->program, &contender->digest)) {
		contender->failed = true;
		contender->reason = product_reason(&problem);
	}
	session->building += seconds_now() - begin;
	session->builds++;
	text_free(&problem);
	return !process_interrupted();
}

void contender_free(struct contender *contender)
{
	if (contender->program.path)
		product_discard(&contender->program);
	free(contender->variant);
	free(contender->reason);
	*contender = (struct contender){0};
}

/* ---- a run ---- */

struct places {
	char *output, *errors;
	char *clocks; /* a folder, a file in it for each process */
};

/* That of the user holds for all. */
static double time_limit(const struct session *session,
			 const struct contender *contender)
{
	double users = session->wish->seconds;

	if (users <= 0 || contender->limit <= 0)
		return fmax(users, contender->limit);
	return fmin(users, contender->limit);
}

/* A place for each processor that may be used: threads get cores of their own
   as long as there are any. */
static char *places_words(void)
{
	struct topology topology;
	struct text words = {0};

	topology_read(&topology);
	text_add(&words, "OMP_PLACES=");
	for (int i = 0; i < topology.processors; i++)
		text_print(&words, "%s{%d}", i ? "," : "",
			   topology.processor[i]);
	topology_free(&topology);
	return words.bytes;
}

bool session_pins(const struct session *session)
{
	return session->wish->pin && !getenv("OMP_PROC_BIND") &&
	       !getenv("OMP_PLACES") && !getenv("GOMP_CPU_AFFINITY");
}

/* Variables of a run, NULL at the end; those that were made are freed. */
struct variables {
	const char *list[7];
	char *made[5];
	size_t count, made_count;
};

static void add_made(struct variables *variables, char *variable)
{
	variables->made[variables->made_count++] = variable;
	variables->list[variables->count++] = variable;
}

/* A shell around the program loads the library too: a file for each. */
static void add_clocks(struct variables *variables, const char *folder)
{
	struct text problem = {0};
	char *library = compiler_runtime(COMPILER_CLOCKS, &problem);
	const char *users = getenv("LD_PRELOAD");

	/* without it nothing is noted, which is seen later */
	if (library) {
		library = scratch_preload(library);
		add_made(variables,
			 memory_print("LD_PRELOAD=%s%s%s", library,
				      users ? ":" : "", users ? users : ""));
		add_made(variables,
			 memory_print("PODIUM_CLOCK_FILE=%s/%%p", folder));
	}
	free(library);
	text_free(&problem);
}

static void add_folder(struct text *folders, const char *folder)
{
	if (!folder || !*folder)
		return;
	text_add(folders, folders->length ? ":" : "");
	text_add(folders, folder);
}

/* Where libtool has made libraries; the script before its programs says so. */
static void add_libtool(const struct session *session, struct text *folders)
{
	const struct steps *steps = &session->plan.steps;

	if (!strstr(session->launch.program, LIBTOOL))
		return;
	for (size_t i = 0; i < steps->count; i++) {
		const char *output = steps->list[i].output;
		const char *end = strrchr(output, '/');
		char *folder =
			memory_print("%.*s", (int)(end - output), output);

		if (steps->list[i].shared && strstr(output, LIBTOOL))
			add_folder(folders, folder);
		free(folder);
	}
}

/* Libraries of the variant come before those of the build. */
static void add_libraries(const struct session *session,
			  const struct contender *contender,
			  struct variables *variables)
{
	struct text folders = {0};

	add_folder(&folders, contender->program.libraries);
	add_libtool(session, &folders);
	if (folders.length > 0) {
		add_folder(&folders, getenv("LD_LIBRARY_PATH"));
		add_made(variables, memory_print("LD_LIBRARY_PATH=%s",
						 text_string(&folders)));
	}
	text_free(&folders);
}

static void add_variables(const struct session *session,
			  const struct contender *contender,
			  const struct places *places,
			  struct variables *variables)
{
	if (session_pins(session)) {
		variables->list[variables->count++] = "OMP_PROC_BIND=true";
		add_made(variables, places_words());
	}
	add_libraries(session, contender, variables);
	if (contender->clocked)
		add_clocks(variables, places->clocks);
	if (contender->threads)
		add_made(variables, memory_print("OMP_NUM_THREADS=%d",
						 contender->threads));
}

static struct runner_result run_program(const struct session *session,
					const struct contender *contender,
					const struct places *places,
					struct text *reason)
{
	const char *original = session->launch.program;
	const char *variant = contender->program.path;
	bool mounted = variant && session->in_place;
	struct variables variables = {.count = 0};
	char *line = NULL;
	struct runner_job job = {
		.copy = mounted ? variant : NULL,
		.original = original,
		.variables = variables.list,
		.input = session->wish->input,
		.output = places->output,
		.errors = places->errors,
		.seconds = time_limit(session, contender),
		.memory = session->memory,
		.file = session->wish->file > 0 ? session->wish->file
						: USUAL_FILE,
	};
	struct runner_result result;

	add_variables(session, contender, places, &variables);
	launch_put(&session->launch, variant && !mounted ? variant : original,
		   &job, &line);
	overlay_put(session, &job);
	result = runner_run(&job);
	runner_reason(&job, &result, reason);
	free((void *)job.arguments);
	free(line);
	for (size_t i = 0; i < variables.made_count; i++)
		free(variables.made[i]);
	return result;
}

/* Statuses from this one on are those of a shell that could not run it. */
#define NOT_RUN 126

/*
 * Did it end as the original does? "how" is empty for exit status 0; the first
 * run of the original says what is usual.
 */
static bool ends_as_usual(struct session *session, const char *step,
			  const struct runner_result *result, const char *how)
{
	if (result->end != RUNNER_EXITED || result->code >= NOT_RUN)
		return false;
	if (outputs_teach(step) && !session->usual) {
		session->usual = memory_string(how);
		if (!*how)
			return true;
		message_warning("the original ends with %s; variants are held "
				"to that",
				how);
	}
	return strcmp(how, session->usual ? session->usual : "") == 0;
}

/* Of a run that was made earlier, and "how" it ended. */
static bool learn_kept(struct session *session, const char *step,
		       const char *how)
{
	struct text problem = {0};
	bool good;

	if (!session->usual)
		session->usual = memory_string(how);
	good = outputs_learn_kept(session, step, &problem);
	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

/* What the machine was like. */
static void note_machine(const struct session *session, struct store_run *run)
{
	char *load = kernel_line("/proc/loadavg");
	char *mhz = kernel_value("/proc/cpuinfo", "cpu MHz");

	run->load = load ? atof(load) : 0;
	run->mhz = mhz ? atof(mhz) : 0;
	run->governor =
		memory_string(session->governor ? session->governor : "");
	free(load);
	free(mhz);
}

/* Do files appear here as they do where the user runs it? */
static bool teaches_place(const struct contender *contender)
{
	return is_original(contender) && !contender->threads;
}

/* Unlike for every variant, so that a kept run is taken for no other one. */
static char *step_key(const char *step, const struct contender *contender)
{
	return memory_print(
		"%s %016" PRIx64, step,
		digest_bytes(contender->variant, strlen(contender->variant)));
}

/* Of the first run of all, where the original does not end well. */
#define STUMBLED "original/stumbled"
#define MOST_STUMBLES 2

/* What ended so in an earlier tuning as well is no bad luck. */
static bool is_odd(const struct session *session, const char *step,
		   const struct runner_result *result, const char *how)
{
	struct store_run kept = {0};
	bool known =
		store_find(session->store, session->campaign, step, &kept) &&
		strcmp(kept.reason, how) == 0;

	store_run_free(&kept);
	return !known && !session->usual && result->end == RUNNER_EXITED &&
	       result->code < NOT_RUN && *how && !process_interrupted();
}

/*
 * The first run says how the original ends. Where that is not well it may be
 * bad luck: what ends well when it is run again fails at times.
 */
static struct runner_result run_as_usual(struct session *session,
					 const char *step,
					 const struct contender *contender,
					 const struct places *places,
					 struct text *how)
{
	struct runner_result result =
		run_program(session, contender, places, how);
	struct contender stumbled = *contender;

	stumbled.reason = memory_string(text_string(how));
	for (int i = 0; i < MOST_STUMBLES &&
			is_odd(session, step, &result, text_string(how));
	     i++) {
		message_warning("the original ends with %s; it is run again",
				text_string(how));
		session_show_errors(session);
		text_cut(how, 0);
		outputs_begin(session);
		result = run_program(session, contender, places, how);
		if (runner_done(&result))
			session_keep_failure(session, STUMBLED, &stumbled);
	}
	free(stumbled.reason);
	return result;
}

bool session_stumbled(const struct session *session,
		      const struct contender *original)
{
	char *step = step_key(STUMBLED, original);
	struct store_run kept = {0};
	bool stumbled =
		store_find(session->store, session->campaign, step, &kept);

	store_run_free(&kept);
	free(step);
	return stumbled;
}

/* Over a layer, if that can be; a run that shows that it cannot is made again.
 */
static struct runner_result run_covered(struct session *session,
					const char *step,
					const struct contender *contender,
					const struct places *places,
					struct text *how)
{
	struct runner_result result;

	overlay_begin(session, teaches_place(contender));
	result = run_as_usual(session, step, contender, places, how);
	if (!overlay_is_trial(session) || process_interrupted() ||
	    (ends_as_usual(session, step, &result, text_string(how)) &&
	     outputs_agree(session, step)))
		return result;
	overlay_refuse(session, &result);
	text_cut(how, 0);
	outputs_begin(session);
	return run_as_usual(session, step, contender, places, how);
}

static bool run_now(struct session *session, const char *step,
		    struct contender *contender, double predicted,
		    struct store_run *run)
{
	struct places places = {outputs_path(session, step),
				memory_print("%s/errors", session->scratch),
				memory_print("%s/clocks", session->scratch)};
	struct text how = {0}, wrong = {0};
	struct runner_result result;
	bool usual;

	note_machine(session, run);
	mkdir(places.clocks, 0777);
	outputs_begin(session);
	result = run_covered(session, step, contender, &places, &how);
	run->loops = contender->clocked ? clocks_gather(places.clocks)
					: memory_string("");
	usual = ends_as_usual(session, step, &result, text_string(&how));
	if (usual)
		outputs_judge(session, step, is_original(contender), &wrong);
	else if (runner_done(&result))
		text_add(&how, "exit status 0");
	run->step = memory_string(step);
	run->variant = memory_string(contender->variant);
	run->status = memory_string(usual && !wrong.length ? "ok" : "failed");
	run->reason = memory_string(text_string(wrong.length ? &wrong : &how));
	run->program = memory_print("%016" PRIx64, contender->digest);
	run->wall = result.wall;
	run->cpu = result.cpu;
	run->resident = result.resident;
	run->predicted = predicted;
	text_free(&how);
	text_free(&wrong);
	overlay_end(session, teaches_place(contender), usual);
	free(places.output);
	free(places.errors);
	file_remove_tree(places.clocks);
	free(places.clocks);
	return result.end != RUNNER_INTERRUPTED && !process_interrupted();
}

/* Than the kept run of this step did. */
static bool ends_otherwise(const struct session *session,
			   const struct store_run *run)
{
	struct store_run kept = {0};
	bool otherwise = store_find(session->store, session->campaign,
				    run->step, &kept) &&
			 strcmp(kept.reason, run->reason) != 0;

	store_run_free(&kept);
	return otherwise;
}

/*
 * Runs beside an original that ended otherwise are of other circumstances, as
 * without a file that it reads. Where it fails they may be those of now: all
 * stays as it was.
 */
static bool keep_run(struct session *session, const char *step,
		     const struct store_run *run, struct text *problem)
{
	if (ends_otherwise(session, run)) {
		if (!session_good(run))
			return true;
		message_warning("the original used to end otherwise: all is "
				"measured anew");
		if (!store_forget(session->store, session->campaign, problem))
			return false;
	}
	if (outputs_teach(step) && session_good(run) &&
	    !outputs_keep(session, step, problem))
		return false;
	return store_add(session->store, session->campaign, run, problem);
}

static bool run_and_keep(struct session *session, const char *step,
			 struct contender *contender, double predicted,
			 struct store_run *run)
{
	struct text problem = {0};
	bool good = run_now(session, step, contender, predicted, run) &&
		    !lacks_room(run->reason) &&
		    keep_run(session, step, run, &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	session->made += good;
	text_free(&problem);
	if (!good)
		store_run_free(run);
	return good;
}

/*
 * A run that was kept is taken if it was of the same variant: the choice of
 * variants may have changed with the version of podium or with the profile.
 * An original that did not end with exit status 0 is asked again, once: a file
 * that it lacked may be there now.
 */
static bool take_kept(struct session *session, const char *step,
		      const struct contender *contender, struct store_run *run)
{
	if (!store_find(session->store, session->campaign, step, run))
		return false;
	if (strcmp(run->variant, contender->variant) == 0 &&
	    (session->usual || !*run->reason)) {
		session->reused++;
		return true;
	}
	store_run_free(run);
	return false;
}

bool session_measure(struct session *session, const char *step,
		     struct contender *contender, double predicted,
		     struct store_run *run)
{
	char *whole = step_key(step, contender);
	bool good = true;

	*run = (struct store_run){0};
	if (!take_kept(session, whole, contender, run))
		good = run_and_keep(session, whole, contender, predicted, run);
	else if (is_original(contender) && session_good(run))
		good = learn_kept(session, whole, run->reason);
	free(whole);
	if (good)
		session->spent += run->wall;
	return good;
}

bool session_keep_failure(struct session *session, const char *step,
			  const struct contender *contender)
{
	struct text problem = {0};
	char *whole = step_key(step, contender);
	struct store_run kept = {0};
	struct store_run run = {
		.step = whole,
		.variant = contender->variant,
		.status = (char *)"failed",
		.reason = contender->reason,
	};
	bool good =
		!lacks_room(contender->reason) &&
		(store_find(session->store, session->campaign, whole, &kept) ||
		 store_add(session->store, session->campaign, &run, &problem));

	if (problem.length)
		message_error("%s", text_string(&problem));
	store_run_free(&kept);
	text_free(&problem);
	free(whole);
	return good;
}

void session_show_errors(const struct session *session)
{
	char *path = memory_print("%s/errors", session->scratch);
	struct text content = {0};
	size_t from;

	file_read(path, &content);
	from = content.length > LAST_WORDS ? content.length - LAST_WORDS : 0;
	while (from > 0 && from < content.length &&
	       content.bytes[from - 1] != '\n')
		from++;
	if (from < content.length)
		message_note("%s", text_string(&content) + from);
	text_free(&content);
	free(path);
}

/* Is it where podium itself writes what it says? */
static bool is_stream(int descriptor, const struct stat *file)
{
	struct stat stream;

	return fstat(descriptor, &stream) == 0 &&
	       stream.st_dev == file->st_dev && stream.st_ino == file->st_ino;
}

static bool begins_with(const char *path, const char *other)
{
	char *absolute = path_absolute(other);
	bool begins = strncmp(path, absolute, strlen(absolute)) == 0;

	free(absolute);
	return begins;
}

/* podium.db, its journal, what is for the moment, a file that the user leads
   its words into. */
static bool is_own(const struct session *session, const char *path,
		   const struct stat *file)
{
	return begins_with(path, store_path(session->store)) ||
	       begins_with(path, session->scratch) ||
	       is_stream(STDOUT_FILENO, file) || is_stream(STDERR_FILENO, file);
}

static bool is_since(const struct timespec *time, const struct timespec *since)
{
	return time->tv_sec > since->tv_sec ||
	       (time->tv_sec == since->tv_sec &&
		time->tv_nsec >= since->tv_nsec);
}

/* Was the file written since, and not by podium? */
static bool is_news(const struct session *session, const char *path,
		    const struct timespec *since)
{
	struct stat status;

	return stat(path, &status) == 0 && is_since(&status.st_mtim, since) &&
	       !is_own(session, path, &status);
}

void session_written(const struct session *session, struct timespec since,
		     struct text *names)
{
	char *folder = getcwd(NULL, 0);
	struct file_list files = file_list(folder ? folder : ".");
	size_t count = 0;

	for (size_t i = 0; i < files.count; i++)
		if (is_news(session, files.paths[i], &since) &&
		    !outputs_compares(session, files.paths[i]) && count++ < 3)
			text_print(names, "%s'%s'", count > 1 ? ", " : "",
				   path_here(files.paths[i]));
	if (count > 3)
		text_print(names, " and %zu more", count - 3);
	file_list_free(&files);
	free(folder);
}

bool session_writes(const struct session *session, struct timespec since)
{
	char *folder = getcwd(NULL, 0);
	struct file_list files = file_list(folder ? folder : ".");
	bool found = false;

	for (size_t i = 0; i < files.count && !found; i++)
		found = is_news(session, files.paths[i], &since);
	file_list_free(&files);
	free(folder);
	return found;
}

char *session_file(const struct session *session, const char *name)
{
	return overlay_file(session, name);
}

bool session_good(const struct store_run *run)
{
	return run->status && strcmp(run->status, "ok") == 0;
}

bool session_cut(const struct store_run *run)
{
	return !session_good(run) && run->reason &&
	       strncmp(run->reason, RUNNER_LIMIT, strlen(RUNNER_LIMIT)) == 0;
}

double session_time(const struct session *session, const struct store_run *run)
{
	return session->wish->cpu ? run->cpu : run->wall;
}
