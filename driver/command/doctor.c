/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium doctor: is this machine ready; each problem with its remedy.
 */
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/letters.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/path.h"
#include "base/process.h"
#include "base/result.h"
#include "base/scratch.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/kernel.h"
#include "machine/plugin.h"
#include "machine/profile.h"
#include "record/tryout.h"

#define LEAST_SPACE 256 /* MiB free for builds and results */
#define QUIET_LOAD 0.25 /* of the processors, busy with something else */
#define LAST_GCC 30	/* that is looked for: some came after podium */

static const char measure[] = "podium calibrate";

enum state { OK, WARNING, PROBLEM };

static const char *const state_names[] = {"ok", "warning", "problem"};

/* Findings in the order of the checks. */
struct diagnosis {
	json_t *findings; /* [{"check", "state", "finding", "remedy"}] */
	bool works;	  /* a compiler and its plugin do */
	bool failed;
};

static void report(struct diagnosis *diagnosis, const char *check,
		   enum state state, const char *remedy, const char *format,
		   ...) __attribute__((format(printf, 5, 6)));

/* The remedy is NULL where none is needed. */
static void report(struct diagnosis *diagnosis, const char *check,
		   enum state state, const char *remedy, const char *format,
		   ...)
{
	struct text finding = {0}, safe = {0};
	va_list arguments;

	va_start(arguments, format);
	text_vprint(&finding, format, arguments);
	va_end(arguments);
	text_add_safe(&safe, text_string(&finding));
	json_array_append_new(diagnosis->findings,
			      json_pack("{s:s, s:s, s:o, s:o}", "check", check,
					"state", state_names[state], "finding",
					letters_json(text_string(&safe)),
					"remedy", letters_json(remedy)));
	if (state == PROBLEM)
		diagnosis->failed = true;
	text_free(&finding);
	text_free(&safe);
}

/* ---- compilers ---- */

static const enum compiler_language languages[] = {COMPILER_C, COMPILER_CXX,
						   COMPILER_FORTRAN};

/* The problem holds its remedy after a semicolon. */
static void report_no_plugin(struct diagnosis *diagnosis, const char *command,
			     const char *version, struct text *problem)
{
	const char *semicolon = strstr(text_string(problem), "; ");
	char *remedy = semicolon ? memory_string(semicolon + 2) : NULL;

	if (semicolon)
		text_cut(problem, semicolon - text_string(problem));
	report(diagnosis, command, WARNING, remedy, "%s, %s", version,
	       text_string(problem));
	free(remedy);
}

static void check_plugin(struct diagnosis *diagnosis, const char *command,
			 const char *version, enum compiler_language language)
{
	struct text problem = {0}, remedy = {0};
	char *plugin;

	message_progress("trying %s", command);
	plugin = plugin_fitting(command, &problem);
	plugin_remedy(command, &remedy);
	if (!plugin)
		report_no_plugin(diagnosis, command, version, &problem);
	else if (!tryout_plugin(command, plugin, language, &problem))
		report(diagnosis, command, WARNING, text_string(&remedy),
		       "%s, the plugin %s does not work: %s", version, plugin,
		       text_string(&problem));
	else {
		diagnosis->works = true;
		report(diagnosis, command, OK, NULL, "%s, plugin works: %s",
		       version, plugin);
	}
	free(plugin);
	text_free(&remedy);
	text_free(&problem);
}

/* The program that the shell would run, links followed; NULL if none. */
static char *find_program(const char *command)
{
	const char *path = getenv("PATH");
	char *found = NULL;

	while (path && *path && !found) {
		size_t length = strcspn(path, ":");
		char *file =
			memory_print("%.*s/%s", (int)length, path, command);

		if (access(file, X_OK) == 0)
			found = realpath(file, NULL);
		free(file);
		path += length + (path[length] == ':');
	}
	return found;
}

static bool is_in_path(const char *command)
{
	char *program = find_program(command);
	bool found = program != NULL;

	free(program);
	return found;
}

static bool is_same_program(const char *command, const char *other)
{
	char *one = find_program(command);
	char *two = find_program(other);
	bool same = one && two && strcmp(one, two) == 0;

	free(one);
	free(two);
	return same;
}

static void check_compiler(struct diagnosis *diagnosis, const char *command,
			   enum compiler_language language)
{
	struct text problem = {0};
	char *version = compiler_version(command, &problem);
	char *target = version ? compiler_foreign(command) : NULL;
	char *words = memory_print("%s%s%s", version ? version : "",
				   target ? " for " : "", target ? target : "");

	if (version)
		check_plugin(diagnosis, command, words, language);
	else
		report(diagnosis, command, WARNING, "install a GCC", "%s",
		       text_string(&problem));
	free(words);
	free(target);
	free(version);
	text_free(&problem);
}

static void check_language(struct diagnosis *diagnosis,
			   enum compiler_language language)
{
	char *command = compiler_command("gcc", language);
	char *remedy = memory_print("apt-get install %s", command);

	if (is_in_path(command))
		check_compiler(diagnosis, command, language);
	else
		report(diagnosis, command, WARNING, remedy, "not found");
	free(remedy);
	free(command);
}

/* Those with a version in their name, where they exist and are not what the
   plain name stands for. */
static void check_version(struct diagnosis *diagnosis,
			  enum compiler_language language, int major)
{
	char *gcc = memory_print("gcc-%d", major);
	char *command = compiler_command(gcc, language);
	char *plain = compiler_command("gcc", language);

	if (is_in_path(command) && !is_same_program(command, plain))
		check_compiler(diagnosis, command, language);
	free(plain);
	free(command);
	free(gcc);
}

/* The one that the user names, and those that stand beside it. */
static void check_given(struct diagnosis *diagnosis, const char *gcc)
{
	check_compiler(diagnosis, gcc, COMPILER_C);
	for (int i = COMPILER_CXX; i < COMPILER_NO_LANGUAGE; i++) {
		char *command = compiler_command(gcc, i);

		if (command && is_in_path(command))
			check_compiler(diagnosis, command, i);
		free(command);
	}
}

/* "gcc" may be NULL. */
static void check_compilers(struct diagnosis *diagnosis, const char *gcc)
{
	size_t count = sizeof(languages) / sizeof(languages[0]);

	for (size_t i = 0; i < count; i++)
		check_language(diagnosis, languages[i]);
	for (int major = OLDEST_GCC; major <= LAST_GCC; major++)
		for (size_t i = 0; i < count && !process_interrupted(); i++)
			check_version(diagnosis, languages[i], major);
	if (gcc && !process_interrupted())
		check_given(diagnosis, gcc);
	if (!diagnosis->works)
		report(diagnosis, "plugin", PROBLEM, "see the compilers above",
		       "no compiler here works with podium");
}

/* ---- processors ---- */

/* Processors that this process may use. */
static unsigned usable_processors(void)
{
	char *allowed = kernel_value("/proc/self/status", "Cpus_allowed_list");
	unsigned count = allowed ? kernel_count(allowed) : 0;

	free(allowed);
	return count;
}

static void check_processors(struct diagnosis *diagnosis)
{
	char *online = kernel_line("/sys/devices/system/cpu/online");
	unsigned all = online ? kernel_count(online) : 0;
	unsigned usable = usable_processors();
	double quota = kernel_quota();

	if (usable == 0)
		report(diagnosis, "processors", WARNING, "is /proc mounted?",
		       "cannot be counted");
	else if (quota > 0 && quota < usable)
		report(diagnosis, "processors", WARNING,
		       "raise the limit of the container, or measure with as "
		       "many threads",
		       "%u, but limited to the time of %.3g", usable, quota);
	else if (usable < all)
		report(diagnosis, "processors", WARNING,
		       "podium measures with these; see taskset for others",
		       "%u of %u may be used", usable, all);
	else
		report(diagnosis, "processors", OK, NULL, "%u", usable);
	free(online);
}

static void check_governor(struct diagnosis *diagnosis)
{
	char *governor = kernel_line(
		"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

	if (!governor)
		report(diagnosis, "governor", OK, NULL,
		       "not shown by this machine");
	else if (strcmp(governor, "performance") == 0)
		report(diagnosis, "governor", OK, NULL, "%s", governor);
	else
		report(diagnosis, "governor", WARNING,
		       "cpupower frequency-set -g performance",
		       "%s: speed changes while measuring", governor);
	free(governor);
}

/* Intel's driver says when turbo is off, the others when boost is on. */
static void check_frequency(struct diagnosis *diagnosis)
{
	char *no_turbo =
		kernel_line("/sys/devices/system/cpu/intel_pstate/no_turbo");
	char *boost = kernel_line("/sys/devices/system/cpu/cpufreq/boost");
	char *frequency = kernel_value("/proc/cpuinfo", "cpu MHz");
	bool on = (no_turbo && strcmp(no_turbo, "0") == 0) ||
		  (boost && strcmp(boost, "1") == 0);
	const char *turbo = on			? "on"
			    : no_turbo || boost ? "off"
						: "not shown by this machine";

	report(diagnosis, "frequency", on ? WARNING : OK,
	       on ? "switch turbo off in the firmware or in /sys to compare "
		    "thread counts"
		  : NULL,
	       "%s MHz, turbo %s", frequency ? frequency : "?", turbo);
	free(frequency);
	free(boost);
	free(no_turbo);
}

static void check_load(struct diagnosis *diagnosis)
{
	char *line = kernel_line("/proc/loadavg");
	unsigned processors = usable_processors();
	double load;

	if (!line || sscanf(line, "%lf", &load) != 1)
		report(diagnosis, "load", WARNING, "is /proc mounted?",
		       "cannot be read");
	else if (load > QUIET_LOAD * (processors ? processors : 1))
		report(diagnosis, "load", WARNING,
		       "end other programs before measuring",
		       "%.2f in the last minute", load);
	else
		report(diagnosis, "load", OK, NULL, "%.2f in the last minute",
		       load);
	free(line);
}

/* ---- the profile ---- */

static void check_measured(struct diagnosis *diagnosis, const char *file)
{
	struct profile profile;
	struct text words = {0};
	char *kind;

	if (!profile_read(&profile, file, file, &words)) {
		report(diagnosis, "profile", WARNING, measure, "%s",
		       text_string(&words));
	} else {
		kind = profile_kind(&profile.key);
		report(diagnosis, "profile", OK, NULL, "%s was measured", kind);
		free(kind);
	}
	profile_free(&profile);
	text_free(&words);
}

static void check_profile(struct diagnosis *diagnosis)
{
	char *file = profile_usual_file();

	if (file)
		check_measured(diagnosis, file);
	else
		report(diagnosis, "profile", WARNING, measure,
		       "never measured, a generic machine stands in");
	free(file);
}

/* ---- folders ---- */

static long free_space(const char *folder)
{
	struct statvfs status;

	if (statvfs(folder, &status) != 0)
		return -1;
	return (long)(status.f_bavail / 1024 * (status.f_frsize / 512) / 2);
}

static void report_folder(struct diagnosis *diagnosis, const char *check,
			  const char *folder, const char *remedy)
{
	long space = free_space(folder);

	if (space >= 0 && space < LEAST_SPACE)
		report(diagnosis, check, WARNING, remedy,
		       "%s, only %ld MiB free", folder, space);
	else
		report(diagnosis, check, OK, NULL, "%s, %ld MiB free", folder,
		       space);
}

static void check_scratch(struct diagnosis *diagnosis)
{
	static const char remedy[] =
		"set TMPDIR to a folder that can be written";

	if (!scratch_new()) {
		report(diagnosis, "temporary", PROBLEM, remedy,
		       "cannot make a folder in '%s': %s", scratch_parent(),
		       strerror(errno));
		return;
	}
	scratch_free();
	report_folder(diagnosis, "temporary", scratch_parent(),
		      "free some space, or set TMPDIR");
}

/* Cut the path back to a folder that exists: there others can be made. */
static void climb_to_existing(char *folder)
{
	while (access(folder, F_OK) != 0 && strrchr(folder, '/') != folder)
		*strrchr(folder, '/') = '\0';
	if (access(folder, F_OK) != 0)
		folder[1] = '\0';
}

static void check_data(struct diagnosis *diagnosis)
{
	static const char remedy[] =
		"set XDG_DATA_HOME to a folder that can be written";
	char *folder = path_data_home();

	climb_to_existing(folder);
	if (access(folder, W_OK | X_OK) != 0)
		report(diagnosis, "data", WARNING, remedy, "%s: %s", folder,
		       strerror(errno));
	else
		report_folder(diagnosis, "data", folder, remedy);
	free(folder);
}

/* ---- the whole ---- */

static const struct result_column columns[] = {
	{"of/check", .heading = "check"},
	{"of/state", .heading = "state"},
	{"of/finding", .heading = "finding"},
	{0},
};

/* The remedy stands below. */
static json_t *row_of(json_t *finding)
{
	const char *state =
		json_string_value(json_object_get(finding, "state"));
	const char *remedy =
		json_string_value(json_object_get(finding, "remedy"));
	json_t *row = json_pack("{s:O, s:b}", "of", finding, "bad",
				strcmp(state, state_names[PROBLEM]) == 0);

	if (remedy)
		json_object_set_new(row, "note",
				    json_pack("s+", "remedy: ", remedy));
	return row;
}

static void print(const struct diagnosis *diagnosis, bool json)
{
	struct result result = {0};
	json_t *rows = json_array(), *finding;
	size_t i;

	json_array_foreach(diagnosis->findings, i, finding)
	{
		json_array_append_new(rows, row_of(finding));
	}
	result.whole =
		json_pack("{s:i, s:b, s:O}", "schema", 1, "ready",
			  !diagnosis->failed, "findings", diagnosis->findings);
	result_rows(&result, columns, rows);
	text_print(&result.page, "\n%s\n",
		   diagnosis->failed ? "podium cannot work here yet."
				     : "podium can work here. Next: podium "
				       "features FILE");
	result_print(&result, json, false);
}

struct request {
	const char *gcc;
	bool json;
};

static int examine(const struct request *request)
{
	struct diagnosis diagnosis = {.findings = json_array()};

	message_progress("trying compilers");
	check_compilers(&diagnosis, request->gcc);
	check_processors(&diagnosis);
	check_governor(&diagnosis);
	check_frequency(&diagnosis);
	check_load(&diagnosis);
	check_profile(&diagnosis);
	check_scratch(&diagnosis);
	check_data(&diagnosis);
	message_progress(NULL);
	if (process_interrupted())
		diagnosis.failed = true;
	else
		print(&diagnosis, request->json);
	json_decref(diagnosis.findings);
	return diagnosis.failed ? COMMAND_FAILED : COMMAND_DONE;
}

/* ---- arguments ---- */

static const struct option table[] = {
	{"gcc", "GCC", "try this GCC as well, as one for another machine",
	 OPTION_SETS(gcc)},
	{"json", NULL, "print the findings as JSON", OPTION_SETS(json)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium doctor [OPTION...]\n"
		"Checks compilers, plugins, processors and permissions.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium doctor\n",
};

int command_doctor(char **arguments)
{
	struct request request = {0};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = examine(&request);
	return status;
}
