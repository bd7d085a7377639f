/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tuning in progress.
 */
#include "session.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

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
#include "machine/compiler.h"
#include "machine/kernel.h"
#include "machine/libgomp.h"
#include "machine/topology.h"
#include "run/runner.h"

/* Of the machine's memory, for what a run may take. */
#define MEMORY_SHARE .9

/* The first of January 2000, which __DATE__ and __TIME__ of all builds say. */
#define BUILD_DATE "946684800"

/* Variables that change how an OpenMP program runs, and what of. */
static const char *const shaping[] = {"OMP_NUM_THREADS",   "OMP_SCHEDULE",
				      "OMP_DYNAMIC",	   "OMP_PROC_BIND",
				      "OMP_PLACES",	   "OMP_WAIT_POLICY",
				      "OMP_THREAD_LIMIT",  "OMP_STACKSIZE",
				      "OMP_NESTED",	   "GOMP_SPINCOUNT",
				      "GOMP_CPU_AFFINITY", "LD_LIBRARY_PATH",
				      "LD_PRELOAD",	   NULL};

/* ---- room ---- */

bool session_lacks_room(const char *reason)
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
	const struct plan *plan = session->plan;
	const char *scratch = session->make->scratch;
	struct text all = {0};
	char *digest;

	for (size_t i = 0; i < plan->unit_count; i++)
		for (size_t j = 0; j < plan->units[i].step->word_count; j++)
			if (strcmp(plan->units[i].step->words[j], scratch) != 0)
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
		text_print(&words, " # tolerance: %g", wish->compare.tolerance);
	text_add(&words, wish->compare.exact ? " # all bits" : "");
	for (char *const *one = wish->ignored; one && *one; one++)
		text_print(&words, " # ignore: %s", *one);
	if (wish->launcher)
		text_print(&words, " # launcher: %s", wish->launcher);
	for (const char *const *file = wish->files; file && *file; file++)
		text_print(&words, " # compare: %s", *file);
	text_add(&words, wish->pin ? ", pinned" : "");
	for (size_t i = 0; shaping[i]; i++)
		if (getenv(shaping[i]))
			text_print(&words, ", %s=%s", shaping[i],
				   getenv(shaping[i]));
	return words.bytes;
}

/* With the libgomp that is loaded, whose major may be another. */
static char *compiler_words(const struct session *session, const char *version)
{
	const char *program = session->launch.program;
	char *libgomp = libgomp_version(program);
	char *words = memory_print("%s %s%s%s", session->plan->target->program,
				   version ? version : "",
				   libgomp ? ", libgomp " : "",
				   libgomp ? libgomp : "");

	free(libgomp);
	return words;
}

static bool find_campaign(struct session *session, struct text *problem)
{
	const struct step *target = session->plan->target;
	char *version = compiler_version(target->program, problem);
	char *machine = machine_words();
	char *flags = flags_digest(session);
	char *source = memory_print("%016" PRIx64, session->whole);
	char *command = command_words(session->wish);
	char *compiler = compiler_words(session, version);

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

	setenv("SOURCE_DATE_EPOCH", BUILD_DATE, 0);
	if (wish->build)
		return gather_build(session->plan, session->store, wish->build,
				    session->scratch, problem);
	return gather_sources(session->plan, wish->gcc, wish->sources,
			      wish->flags, session->scratch, given, problem);
}

/* Told before it is built, where that is known. */
static bool runs_here(const char *compiler, struct text *problem)
{
	char *target = compiler_foreign(compiler);
	bool good = target == NULL;

	if (!good)
		text_print(problem,
			   "'%s' compiles for %s, and programs for another "
			   "machine are not run here; podium rank --gcc %s "
			   "--profile FILE orders the variants by a profile "
			   "of that machine, podium tune there measures them",
			   compiler, target, compiler);
	free(target);
	return good;
}

/* Of this program and the libraries that the build makes, in any order. */
static uint64_t with_libraries(const struct session *session, uint64_t program)
{
	const struct steps *steps = &session->plan->steps;
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
	struct plan *plan = session->plan;

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
	return make_record(session->make, problem);
}

static double memory_limit(const struct session *session)
{
	const struct node *node = session->node;

	if (session->wish->memory > 0)
		return session->wish->memory;
	return MEMORY_SHARE * (node->launcher ? node->memory : kernel_memory());
}

static bool begin(struct session *session, struct text *problem)
{
	char *given = NULL;
	bool good;

	session->store = store_open(session->wish->store, true, problem);
	if (!session->store)
		return false;
	if (!session->scratch)
		session->scratch = scratch_open(problem);
	if (!session->scratch)
		return false;
	session->overlay.scratch = session->scratch;
	*session->make = (struct make){.plan = session->plan,
				       .scratch = session->scratch};
	good = (session->wish->build ||
		runs_here(session->wish->gcc, problem)) &&
	       build_original(session, &given, problem) &&
	       understand(session, given, problem) &&
	       runs_here(session->plan->target->program, problem) &&
	       find_campaign(session, problem) &&
	       store_forget_doubtful(session->store, session->campaign,
				     problem);
	free(given);
	return good;
}

/* ---- elsewhere ---- */

/* Beside the store: other machines see that folder. */
static const char *share_scratch(const struct session_wish *wish,
				 struct text *problem)
{
	char *store = path_absolute(wish->store);
	char *slash = strrchr(store, '/');

	*(slash == store ? slash + 1 : slash) = '\0';
	scratch_share(store);
	free(store);
	return scratch_open(problem);
}

/* Layers are mounted here. */
static bool reach(struct session *session, const struct session_wish *wish,
		  struct text *problem)
{
	session->scratch = share_scratch(wish, problem);
	if (!session->scratch)
		return false;
	session->overlay.state = OVERLAY_OFF;
	return node_reach(session->node, wish->launcher, session->scratch,
			  problem);
}

bool session_reach(struct session *session, const struct session_wish *wish)
{
	struct text problem = {0};
	bool good;

	*session = (struct session){
		.wish = wish,
		.plan = memory_grow(NULL, 1, sizeof(*session->plan)),
		.make = memory_grow(NULL, 1, sizeof(*session->make)),
		.node = memory_grow(NULL, 1, sizeof(*session->node))};
	*session->plan = (struct plan){0};
	*session->make = (struct make){0};
	*session->node = (struct node){0};
	if (!wish->launcher)
		return true;
	message_progress("waiting for the launcher");
	good = reach(session, wish, &problem);
	if (problem.length && !process_interrupted())
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

static void name_outputs(struct session *session)
{
	const char *const *names = session->wish->files;
	size_t count = 0;

	while (names && names[count])
		count++;
	session->outputs = memory_grow(NULL, SESSION_FILES + count,
				       sizeof(*session->outputs));
	session->output_count = SESSION_FILES + count;
	memset(session->outputs, 0,
	       session->output_count * sizeof(*session->outputs));
	session->outputs[SESSION_STDOUT].compare.name = "stdout";
	session->outputs[SESSION_STDERR].compare.name = "stderr";
	for (size_t i = 0; i < count; i++)
		session->outputs[SESSION_FILES + i].compare.name = names[i];
}

void session_add_file(struct session *session, const char *name)
{
	session->outputs =
		memory_grow(session->outputs, session->output_count + 1,
			    sizeof(*session->outputs));
	session->outputs[session->output_count++] = (struct session_output){
		.compare.name = memory_string(name), .found = true};
}

bool session_begin(struct session *session, const struct session_wish *wish)
{
	struct text problem = {0};
	bool good;

	session->wish = wish;
	name_outputs(session);
	/* a limit on files is told in words, as a full disk is */
	signal(SIGXFSZ, SIG_IGN);
	session->memory = memory_limit(session);
	session->governor = kernel_line(
		"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	good = begin(session, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	if (!good && !process_interrupted())
		session_lacks_room(text_string(&problem));
	text_free(&problem);
	return good;
}

/* ---- the same program in another way ---- */

static bool begin_beside(struct session *session, const struct session *first,
			 struct text *problem)
{
	const char *run = session->wish->run;

	if (!launch_read(&session->launch, run, &session->plan->steps,
			 first->launch.program, problem))
		return false;
	if (strcmp(session->launch.program, first->launch.program) != 0) {
		text_print(problem,
			   "--run '%s' runs '%s', and '%s' runs '%s': inputs "
			   "are of one program; tune each in a tuning of its "
			   "own",
			   run, session->launch.program, first->wish->run,
			   first->launch.program);
		return false;
	}
	if (!file_make_folders(session->folder)) {
		text_print(problem, "cannot make '%s': %s", session->folder,
			   strerror(errno));
		return false;
	}
	return find_campaign(session, problem) &&
	       store_forget_doubtful(session->store, session->campaign,
				     problem);
}

bool session_beside(struct session *session, const struct session *first,
		    const struct session_wish *wish)
{
	struct text problem = {0};
	bool good;

	*session = (struct session){
		.wish = wish,
		.folder = memory_print(
			"%s/%016" PRIx64, first->scratch,
			digest_bytes(wish->run, strlen(wish->run))),
		.plan = first->plan,
		.make = first->make,
		.store = first->store,
		.overlay = {.state = first->overlay.state},
		.node = first->node,
		.memory = first->memory,
		.governor = first->governor,
		.original = first->original,
		.whole = first->whole,
	};
	session->scratch = session->overlay.scratch = session->folder;
	name_outputs(session);
	good = begin_beside(session, first, &problem);
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}

/* ---- the end ---- */

/* What sessions beside it have as well. */
static void free_common(struct session *session)
{
	make_free(session->make);
	plan_free(session->plan);
	node_free(session->node);
	store_close(session->store);
	free(session->make);
	free(session->plan);
	free(session->node);
	free(session->governor);
	scratch_free();
}

void session_end(struct session *session)
{
	launch_free(&session->launch);
	for (size_t i = 0; i < session->output_count; i++) {
		if (session->outputs[i].found)
			free((char *)session->outputs[i].compare.name);
		compare_free(&session->outputs[i].compare);
	}
	free(session->outputs);
	overlay_free(&session->overlay);
	free(session->usual);
	free(session->errors);
	if (!session->folder)
		free_common(session);
	free(session->folder);
	*session = (struct session){0};
}

bool session_edited(const struct session *session)
{
	const char *source = plan_edited(session->plan);
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

bool session_pins(const struct session *session)
{
	return session->wish->pin && !getenv("OMP_PROC_BIND") &&
	       !getenv("OMP_PLACES") && !getenv("GOMP_CPU_AFFINITY");
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
