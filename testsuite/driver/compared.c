/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The output check on recorded outputs and on programs that are run.
 *
 *	compared [FOLDER...]
 *
 * Each folder holds what runs of the baseline wrote, baseline-1 and so on, with
 * other numbers of threads threads-1 and so on, and outputs of variants that
 * are right-... or wrong-...: without names all of testsuite/outputs. Speaks
 * TAP.
 *
 *	compared --record FOLDER BASELINE REBUILT VARIANT...
 *
 * Makes such folders, FOLDER/stdout and FOLDER/stderr. The baseline runs as
 * podium tune runs it before it rejects an output: as it is, stopped again and
 * again with fast clocks, with other flags (REBUILT, "" for none) and with one
 * thread. Each variant is taken as right. again-1 to again-4, which are not
 * read, are the baseline once more.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/data.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "compare/compare.h"
#include "machine/compiler.h"
#include "run/runner.h"

static const struct compare_wish wish = {.tolerance = 1e-6};
static size_t tests, failures;

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static void tell_masked(struct compare *compare)
{
	struct compare_summary summary = compare_summarize(compare, &wish);

	printf("# compared: %zu lines%s; not compared: %zu fields\n",
	       summary.lines, summary.bytes ? ", all bytes" : "",
	       summary.count);
	for (size_t i = 0; i < summary.count; i++) {
		const struct compare_mask *mask = &summary.masks[i];

		printf("# line %zu '%s': %s%s%s\n", mask->line, mask->text,
		       mask->field ? mask->field : "", mask->field ? " " : "",
		       mask->why);
	}
	compare_summary_free(&summary);
}

/* ---- recorded outputs ---- */

static int is_seen(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void judge(struct compare *compare, const char *folder, const char *name)
{
	char *path = memory_print("%s/%s", folder, name);
	const char *slash = strrchr(folder, '/');
	bool right = begins(name, "right-");
	struct text why = {0};
	bool good = compare_matches(compare, path, &wish, &why) == right;

	failures += !good;
	printf("%s %zu - %s, %s\n", good ? "ok" : "not ok", ++tests,
	       slash ? slash + 1 : folder, name);
	if (why.length)
		printf("# %s\n", text_string(&why));
	text_free(&why);
	free(path);
}

static void judge_folder(const char *folder)
{
	struct compare compare = {.name = "stdout"};
	struct dirent **names;
	int count = scandir(folder, &names, is_seen, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = names[i]->d_name;
		char *path = memory_print("%s/%s", folder, name);

		if (begins(name, "baseline-") || begins(name, "threads-"))
			compare_learn(&compare, path, begins(name, "threads-"));
		free(path);
	}
	tell_masked(&compare);
	for (int i = 0; i < count; i++) {
		if (begins(names[i]->d_name, "right-") ||
		    begins(names[i]->d_name, "wrong-"))
			judge(&compare, folder, names[i]->d_name);
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	compare_free(&compare);
}

static void judge_all(void)
{
	const char *source = getenv("srcdir");
	char *folder =
		memory_print("%s/testsuite/outputs", source ? source : ".");
	struct dirent **names;
	int count = scandir(folder, &names, is_seen, alphasort);

	for (int i = 0; i < count; i++) {
		char *path = memory_print("%s/%s", folder, names[i]->d_name);

		judge_folder(path);
		free(path);
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	free(folder);
}

/* ---- programs ---- */

/* Into FOLDER/stdout/NAME and FOLDER/stderr/NAME, which are taken away again
   if it fails. */
static bool run(const char *folder, const char *name, const char *command,
		const char *const *variables, double pulses, double *length)
{
	const char *arguments[] = {"/bin/sh", "-c", command, NULL};
	char *output = memory_print("%s/stdout/%s", folder, name);
	char *errors = memory_print("%s/stderr/%s", folder, name);
	struct runner_job job = {.arguments = arguments,
				 .output = output,
				 .errors = errors,
				 .variables = variables,
				 .pulses = pulses,
				 .seconds =
					 *length > 0 ? 10 * *length + 30 : 300};
	struct runner_result result = runner_run(&job);
	bool good = runner_done(&result);

	if (!good) {
		printf("# %s fails: %s\n", name, command);
		unlink(output);
		unlink(errors);
	} else if (*length == 0)
		*length = result.wall;
	free(output);
	free(errors);
	return good;
}

/* Runs the baseline like podium tune before it rejects an output. */
static bool record(const char *folder, char **commands)
{
	char *clock = data_beside("../../runtime/" COMPILER_FAST_CLOCK);
	char *preload = memory_print("LD_PRELOAD=%s", clock);
	const char *const other[] = {"TZ=QQQ-13:37:41", "MALLOC_PERTURB_=165",
				     preload, NULL};
	static const char *const zone[] = {"TZ=QQQ-13:37:41", NULL};
	static const char *const threads[] = {"OMP_NUM_THREADS=1", NULL};
	const char *base = commands[0];
	char *output = memory_print("%s/stdout", folder);
	char *errors = memory_print("%s/stderr", folder);
	double length = 0;
	bool good = mkdir(folder, 0777) == 0 && mkdir(output, 0777) == 0 &&
		    mkdir(errors, 0777) == 0;

	good = good && run(folder, "baseline-1", base, NULL, 0, &length) &&
	       run(folder, "baseline-2", base, NULL, 0, &length) &&
	       run(folder, "baseline-3", base, NULL, 0, &length);
	if (good && !run(folder, "baseline-4", base, other, length, &length))
		run(folder, "baseline-4", base, zone, length, &length);
	free(output);
	free(errors);
	free(clock);
	free(preload);
	if (!good)
		return false;
	if (*commands[1])
		run(folder, "baseline-5", commands[1], zone, 0, &length);
	run(folder, "threads-1", base, threads, 0, &length);
	for (int i = 2; commands[i]; i++) {
		char *name = memory_print("right-%d", i - 1);

		run(folder, name, commands[i], NULL, 0, &length);
		free(name);
	}
	for (int i = 1; i <= 4; i++) {
		char *name = memory_print("again-%d", i);

		run(folder, name, base, NULL, 0, &length);
		free(name);
	}
	return true;
}

int main(int count, char **arguments)
{
	message_command("compared");
	if (count > 5 && strcmp(arguments[1], "--record") == 0)
		return !record(arguments[2], arguments + 3);
	for (int i = 1; i < count; i++)
		judge_folder(arguments[i]);
	if (count == 1)
		judge_all();
	printf("1..%zu\n", tests);
	return failures > 0;
}
