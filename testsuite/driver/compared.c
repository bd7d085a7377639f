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
 *	compared --run BASELINE REBUILT VARIANT...
 *
 * Runs the baseline twice, once more while it is stopped again and again, and
 * the program REBUILT ("" for none), which is the baseline with other flags.
 * Then each variant is run, and held to what was learnt: "right", or "wrong"
 * and why. A word @FILE in the place of a variant is an output.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "compare/compare.h"
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

static int judge_all(const char *folder)
{
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
	return count;
}

/* ---- programs ---- */

static double run(const char *command, const char *output, double pulses)
{
	static const char *const other[] = {"TZ=QQQ-13:37:41",
					    "MALLOC_PERTURB_=165", NULL};
	const char *arguments[] = {"/bin/sh", "-c", command, NULL};
	struct runner_job job = {.arguments = arguments,
				 .output = output,
				 .errors = output,
				 .variables = pulses > 0 ? other : NULL,
				 .pulses = pulses,
				 .seconds = 300};
	struct runner_result result = runner_run(&job);

	if (!runner_done(&result)) {
		printf("Bail out! '%s' fails\n", command);
		exit(1);
	}
	return result.wall;
}

static void run_all(char **commands)
{
	char folder[] = "/tmp/podium-compared-XXXXXX";
	struct compare compare = {.name = "output"};
	double length = 0;
	size_t count = 0;

	if (!mkdtemp(folder))
		exit(1);
	for (int i = 0; i < 4; i++) {
		const char *command = i == 3 ? commands[1] : commands[0];
		char *path = memory_print("%s/%zu", folder, count++);

		if (*command) {
			length = run(command, path, i == 2 ? length : 0);
			compare_learn(&compare, path, false);
		}
		free(path);
	}
	tell_masked(&compare);
	for (char **command = commands + 2; *command; command++) {
		char *path = **command == '@'
				     ? memory_string(*command + 1)
				     : memory_print("%s/%zu", folder, count++);
		struct text why = {0};
		bool right;

		if (**command != '@')
			run(*command, path, 0);
		right = compare_matches(&compare, path, &wish, &why);
		printf("%s %s\n", right ? "right" : "wrong", text_string(&why));
		text_free(&why);
		free(path);
	}
	compare_free(&compare);
	file_remove_tree(folder);
}

int main(int count, char **arguments)
{
	const char *source = getenv("srcdir");
	char *all = memory_print("%s/testsuite/outputs", source ? source : ".");

	message_command("compared");
	if (count > 4 && strcmp(arguments[1], "--run") == 0) {
		run_all(arguments + 2);
		free(all);
		return 0;
	}
	for (int i = 1; i < count; i++)
		judge_folder(arguments[i]);
	if (count == 1)
		judge_all(all);
	free(all);
	printf("1..%zu\n", tests);
	return failures > 0;
}
