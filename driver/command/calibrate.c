/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium calibrate: measures this machine, or takes the profile of another.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "calibrate/outcome.h"
#include "calibrate/fits.h"
#include "calibrate/measure.h"
#include "calibrate/pattern.h"
#include "calibrate/summary.h"
#include "command.h"
#include "config.h"
#include "machine/compiler.h"
#include "machine/profile.h"
#include "machine/topology.h"
#include "record/records.h"
#include "record/source.h"
#include "run/node.h"

/* Seconds, compiling included; what programs overrun and the fits stay below
   what is left of 60 and of 15. */
#define FULL_SECONDS 51
#define QUICK_SECONDS 12
#define FULL_PASSES 8
#define QUICK_PASSES 2

struct request {
	bool quick, json;
	const char *from, *gcc, *name, *launcher;
};

/* ---- showing ---- */

/* What measures another machine changes nothing for this one. */
static void add_profile(const struct profile *profile, struct text *out)
{
	char *kind = profile_kind(&profile->key);

	if (topology_launcher())
		text_print(out, "--profile %s ", kind);
	free(kind);
}

static void show(const struct request *request, const struct profile *profile,
		 const char *path)
{
	struct text out = {0};

	if (request->json) {
		json_dumpf(profile->whole, stdout, JSON_INDENT(1));
		puts("");
	} else {
		summary_print(profile, &out);
		text_print(&out, "\nStored: %s\nNext: podium rank ", path);
		add_profile(profile, &out);
		text_add(&out, "SOURCE\n");
		fwrite(out.bytes, 1, out.length, stdout);
		text_free(&out);
	}
}

/* Store and show: what is shown is what was stored, read again. */
static bool store(const struct request *request, const struct profile_key *key,
		  const json_t *whole, enum profile_use use,
		  struct text *problem)
{
	char *path = profile_store(key, whole, use, problem);
	struct profile profile = {0};
	bool good = path && profile_read(&profile, path, path, problem);

	if (good)
		show(request, &profile, path);
	profile_free(&profile);
	free(path);
	return good;
}

/* ---- measuring ---- */

/* 1, 2, 3, 4, 6, 8, 12, 16, 24 ... and all cores. */
static int thread_numbers(int *numbers, int cores)
{
	int count = 0;

	for (int number = 1; number < cores && count < MACHINE_POINTS - 1;) {
		numbers[count++] = number;
		if (number < 4)
			number++;
		else
			number += (number & (number - 1)) ? number / 3
							  : number / 2;
	}
	numbers[count++] = cores;
	return count;
}

/*
 * The records of the pattern loops. Without the plugin calibration goes on
 * without them; the user is told. Missing sources are told of later.
 */
static void read_patterns(struct records *records, const char *gcc, char *march)
{
	char *const flags[] = {"-O3", march, "-fno-math-errno", NULL};
	struct text problem = {0};
	char *folder = measure_folder(&problem);
	char *path = folder ? memory_print("%s/patterns.c", folder) : NULL;

	text_cut(&problem, 0);
	if (path && !source_read(records, path, gcc, flags, &problem) &&
	    !process_interrupted() && problem.length)
		message_warning("no power models: %s", text_string(&problem));
	text_free(&problem);
	free(path);
	free(folder);
}

static json_t *circumstances(const struct request *request,
			     const struct outcome *calibrated, double seconds,
			     const struct measure *measure)
{
	char date[32];
	time_t now = time(NULL);
	json_t *object;

	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	object = json_pack(
		"{s:s, s:s, s:f, s:b, s:i, s:f, s:f, s:f, s:f}", "date", date,
		"podium", PACKAGE_VERSION, "seconds", round(seconds * 10) / 10,
		"quick", request->quick, "passes", measure->passes, "check",
		calibrated->check, "drift", calibrated->drift, "load",
		calibrated->load, "noisy", calibrated->noisy);
	if (measure->libgomp)
		json_object_set_new(object, "libgomp",
				    json_string(measure->libgomp));
	json_object_set_new(object, "march",
			    json_string(strchr(measure->march, '=') + 1));
	if (measure->node)
		json_object_set_new(object, "host",
				    json_string(measure->node->host));
	return object;
}

static json_t *whole_profile(const struct request *request,
			     const struct profile_key *key,
			     const struct measure *measure,
			     const struct outcome *calibrated,
			     const struct records *records, double seconds)
{
	json_t *whole = profile_json(key, &calibrated->machine);
	struct patterns patterns = {0};

	pattern_take(&patterns, measure, records, &calibrated->machine);
	json_object_set_new(
		whole, "measured",
		circumstances(request, calibrated, seconds, measure));
	json_object_set(whole, "weak", calibrated->weak);
	json_object_set(whole, "time_model", calibrated->time_model);
	json_object_set_new(whole, "patterns", pattern_json(&patterns));
	json_object_set_new(whole, "fits",
			    fits_json(&patterns, calibrated->weak));
	pattern_free(&patterns);
	return whole;
}

static bool is_trusted(const struct outcome *calibrated, struct text *problem)
{
	struct text why = {0};
	bool doubtful = outcome_is_doubtful(calibrated, &why);

	if (doubtful)
		text_print(problem,
			   "%s machine is too busy to be measured, %s; "
			   "nothing was stored; end other programs and run "
			   "podium calibrate again",
			   topology_launcher() ? "that" : "this",
			   text_string(&why));
	text_free(&why);
	return !doubtful;
}

/* As the user does, if at all. */
static void call_it(const struct request *request, struct profile_key *key)
{
	if (!request->name)
		return;
	free(key->kind);
	key->kind = memory_string(request->name);
}

static bool finish(const struct request *request, const struct measure *measure,
		   const struct records *records, const char *compiler,
		   double start, struct text *problem)
{
	struct outcome calibrated;
	struct profile_key key;
	json_t *whole;
	bool good;

	outcome_take(&calibrated, measure);
	if (!is_trusted(&calibrated, problem)) {
		outcome_free(&calibrated);
		return false;
	}
	profile_key_of(&key, measure->topology, compiler);
	call_it(request, &key);
	whole = whole_profile(request, &key, measure, &calibrated, records,
			      measure_now() - start);
	good = store(request, &key, whole,
		     request->launcher ? PROFILE_KEPT : PROFILE_MEASURED,
		     problem);
	json_decref(whole);
	profile_key_free(&key);
	outcome_free(&calibrated);
	return good;
}

static bool measure_machine(const struct request *request, const char *version,
			    struct node *node, char *march,
			    struct text *problem)
{
	double start = measure_now();
	double seconds = request->quick ? QUICK_SECONDS : FULL_SECONDS;
	struct records records = {0};
	struct topology topology;
	int threads[MACHINE_POINTS];
	struct measure measure = {
		.gcc = request->gcc,
		.march = march,
		.node = node,
		.topology = &topology,
		.threads = threads,
		.passes = request->quick ? QUICK_PASSES : FULL_PASSES,
		.deadline = start + seconds,
	};
	char *compiler = memory_print("gcc %s", version);
	bool good;

	topology_read(&topology);
	measure.thread_count = thread_numbers(threads, topology.usable);
	read_patterns(&records, request->gcc, march);
	measure.vector_bytes = pattern_vector_bytes(&records);
	good = !process_interrupted() && measure_run(&measure, problem) &&
	       finish(request, &measure, &records, compiler, start, problem);
	measure_free(&measure);
	records_free(&records);
	topology_free(&topology);
	free(compiler);
	return good;
}

/* ---- elsewhere ---- */

/* Both sides see the current folder. */
static const char *share_scratch(struct text *problem)
{
	char *here = path_absolute(".");
	const char *folder;

	scratch_share(here);
	folder = scratch_open(problem);
	free(here);
	return folder;
}

static bool knows_march(const struct node *node, const char *march,
			struct text *problem)
{
	if (!march)
		text_print(problem,
			   "it is not known what -march=native would mean on "
			   "'%s', %s; run podium calibrate there, and bring "
			   "the profile with --from beside --launcher",
			   node->host, node->cpu);
	else if (!topology_is_alike())
		message_note("'%s' has another processor than this machine, "
			     "%s: programs are compiled with %s",
			     node->host, node->cpu, march);
	return march != NULL;
}

/* The programs are made here, and run where the launcher leads. */
static bool measure_node(const struct request *request, const char *version,
			 struct text *problem)
{
	const char *folder = share_scratch(problem);
	struct node node = {0};
	char *march = NULL;
	bool good =
		folder && node_reach(&node, request->launcher, folder, problem);

	if (good) {
		march = topology_march();
		good = knows_march(&node, march, problem) &&
		       measure_machine(request, version, &node, march, problem);
	}
	free(march);
	node_free(&node);
	scratch_free();
	return good;
}

static bool measure_here(const struct request *request, const char *version,
			 struct text *problem)
{
	char native[] = "-march=native";

	return measure_machine(request, version, NULL, native, problem);
}

/* ---- the command ---- */

/*
 * The profile of another machine, stored beside this one's: used here, or for
 * the machine that it is of, to which the launcher leads.
 */
static bool take_from(const struct request *request, struct text *problem)
{
	struct profile profile = {0};
	bool good =
		profile_read(&profile, request->from, request->from, problem);

	if (good && request->name)
		json_object_set_new(json_object_get(profile.whole, "key"),
				    "kind", json_string(request->name));
	good = good &&
	       store(request, &profile.key, profile.whole,
		     request->launcher ? PROFILE_KEPT : PROFILE_SELECTED,
		     problem);
	profile_free(&profile);
	return good;
}

static bool carry_out(const struct request *request, struct text *problem)
{
	char *version, *target;
	bool good;

	if (request->from)
		return take_from(request, problem);
	version = compiler_version(request->gcc, problem);
	target = version ? compiler_foreign(request->gcc) : NULL;
	if (target)
		text_print(problem,
			   "'%s' compiles for %s, whose costs cannot be "
			   "measured here; calibrate there, and bring the "
			   "profile with --from",
			   request->gcc, target);
	good = version && !target &&
	       (request->launcher ? measure_node
				  : measure_here)(request, version, problem);
	free(target);
	free(version);
	return good;
}

static int calibrate(const struct request *request)
{
	struct text problem = {0};
	bool good;

	good = carry_out(request, &problem);
	if (!good && problem.length && !process_interrupted())
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static bool take_name(void *field, const struct option *option,
		      const char *value)
{
	bool good = profile_is_kind(value);

	*(const char **)field = value;
	if (!good)
		message_error("'--%s' takes a word of letters, digits, '.', "
			      "'_' and '-', and '%s' is none",
			      option->name, value);
	return good;
}

static const struct option table[] = {
	{"quick", NULL, "measure less well, in a quarter of the time",
	 OPTION_SETS(quick)},
	{"from", "FILE", "use this profile of another machine",
	 OPTION_SETS(from)},
	{"launcher", "CMD", "measure where this command runs what follows it",
	 OPTION_SETS(launcher)},
	{"name", "NAME", "what --profile shall call such machines",
	 OPTION_TAKES(name, take_name)},
	{"gcc", "GCC", "calibrate for this GCC (default: gcc)",
	 OPTION_SETS(gcc)},
	{"json", NULL, "print the profile as JSON", OPTION_SETS(json)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium calibrate [OPTION...]\n"
		"Measures this machine once, in less than a minute, for podium "
		"rank.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium calibrate --quick\n",
};

int command_calibrate(char **arguments)
{
	struct request request = {.gcc = "gcc"};
	int status;

	if (!options_read(&usage, arguments, &request, &status))
		return status;
	return calibrate(&request);
}
