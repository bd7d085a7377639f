/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs made through a launcher.
 */
#include "node.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/data.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "machine/topology.h"

#define KEEPER "podium-keeper"

/* Of what a launcher said, so many bytes from the end. */
#define LAST_WORDS 400

/* What it may print: bytes. */
#define MOST_WORDS 67108864.

/* A file of another machine may be seen late: seconds. */
#define LATE 2

extern char **environ;

/* ---- what is brought along ---- */

static char *find_keeper(void)
{
	char *beside = data_beside(KEEPER);
	char *keeper = beside ? path_if_there(beside) : NULL;

	return keeper ? keeper
		      : path_if_there(memory_string(PKGLIBDIR "/" KEEPER));
}

static bool bring_keeper(struct node *node, struct text *problem)
{
	char *keeper = find_keeper();
	bool good = keeper != NULL;

	node->keeper = memory_print("%s/" KEEPER, node->folder);
	if (!good)
		text_add(problem, "'" PKGLIBDIR "/" KEEPER "' is missing; "
				  "install podium again");
	else if (!file_copy(keeper, node->keeper)) {
		text_print(problem, "cannot copy '%s' to '%s': %s", keeper,
			   node->keeper, strerror(errno));
		good = false;
	}
	free(keeper);
	return good;
}

/* What shapes an OpenMP program, by the beginning of the name. */
static bool is_carried(const char *variable)
{
	static const char *const names[] = {"OMP_", "GOMP_",
					    "LD_LIBRARY_PATH=", "LD_PRELOAD="};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(variable, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static const char **carried_variables(void)
{
	const char **list = NULL;
	size_t count = 0;

	for (char **one = environ; *one; one++) {
		if (!is_carried(*one))
			continue;
		list = memory_grow(list, count + 2, sizeof(*list));
		list[count++] = *one;
		list[count] = NULL;
	}
	return list;
}

/* ---- an errand ---- */

/* Its files; what the run prints is moved to its place when it is whole. */
struct files {
	char *errand, *begun, *report, *words, *output, *errors;
};

static struct files name_files(struct node *node)
{
	char *errand =
		memory_print("%s/errand-%zu", node->folder, node->count++);

	return (struct files){
		errand,
		memory_print("%s" ERRAND_BEGUN, errand),
		memory_print("%s" ERRAND_REPORT, errand),
		memory_print("%s.words", errand),
		memory_print("%s.output", errand),
		memory_print("%s.errors", errand),
	};
}

static void remove_one(char *path)
{
	unlink(path);
	free(path);
}

/* The errand first: a run that goes on ends when that is gone. */
static void remove_files(struct files *files)
{
	remove_one(files->errand);
	remove_one(files->begun);
	remove_one(files->report);
	remove_one(files->words);
	remove_one(files->output);
	remove_one(files->errors);
}

static bool write_errand(const struct runner_job *job, bool pin,
			 const struct files *files)
{
	bool same = job->output && job->errors &&
		    strcmp(job->output, job->errors) == 0;
	struct errand errand = {
		.job = *job, .defaults = carried_variables(), .pin = pin};
	char *folder = job->folder ? NULL : getcwd(NULL, 0);
	/* "/dev/stdin" is podium's own, which is a file */
	char *input = job->input ? realpath(job->input, NULL) : NULL;
	bool good;

	if (folder)
		errand.job.folder = folder;
	if (input)
		errand.job.input = input;
	if (job->output)
		errand.job.output = files->output;
	if (job->errors)
		errand.job.errors = same ? files->output : files->errors;
	good = errand_write(&errand, files->errand);
	free(errand.defaults);
	free(folder);
	free(input);
	return good;
}

static bool take_streams(const struct runner_job *job,
			 const struct files *files)
{
	bool same = job->output && job->errors &&
		    strcmp(job->output, job->errors) == 0;

	return (!job->output || rename(files->output, job->output) == 0) &&
	       (!job->errors || same ||
		rename(files->errors, job->errors) == 0);
}

/* ---- the launcher ---- */

/* Told gently to end it can end what it has started. */
static struct runner_result
launch(const struct node *node, const struct files *files, struct text *reason)
{
	char *line = memory_print("%s \"$@\"", node->launcher);
	const char *arguments[] = {"/bin/sh",	 "-c",		line, "podium",
				   node->keeper, files->errand, NULL};
	const struct runner_job job = {
		.arguments = arguments,
		.output = files->words,
		.errors = files->words,
		.gentle = true,
		.file = MOST_WORDS,
	};
	struct runner_result result = runner_run(&job);

	runner_reason(&job, &result, reason);
	if (!reason->length)
		text_add(reason, "exit status 0");
	free(line);
	return result;
}

/* The last of what it said, in one line. */
static void add_words(const struct files *files, struct text *lost)
{
	struct text words = {0}, line = {0};
	size_t from;

	file_read(files->words, &words);
	from = words.length > LAST_WORDS ? words.length - LAST_WORDS : 0;
	while (words.length > from && words.bytes[words.length - 1] == '\n')
		text_cut(&words, words.length - 1);
	for (size_t i = from; i < words.length; i++)
		if (words.bytes[i] == '\n')
			words.bytes[i] = ' ';
	if (words.length > from)
		text_add_safe(&line, words.bytes + from);
	if (line.length)
		text_print(lost, ": %s", text_string(&line));
	text_free(&line);
	text_free(&words);
}

static bool await_report(struct errand_report *report, const char *path,
			 bool late)
{
	const struct timespec moment = {0, 100000000};

	for (int i = 0; late && i < 10 * LATE && access(path, R_OK) != 0 &&
			!process_interrupted();
	     i++)
		nanosleep(&moment, NULL);
	return errand_told(report, path);
}

/* ---- where it was ---- */

/* Times of machines of several kinds are no times of one. */
static bool is_same_kind(const struct node *node,
			 const struct errand_report *report, struct text *lost)
{
	if (!node->cpu || (strcmp(node->cpu, report->machine.cpu) == 0 &&
			   node->usable == report->machine.usable))
		return true;
	text_print(lost,
		   "the launcher led to '%s', a machine of another kind: %d "
		   "cores of %s, and not %d of %s",
		   report->host, report->machine.usable, report->machine.cpu,
		   node->usable, node->cpu);
	return false;
}

static void note_host(struct node *node, const struct errand_report *report)
{
	if (node->host && strcmp(node->host, report->host) != 0 &&
	    !node->several) {
		node->several = true;
		message_warning("runs come to several machines, '%s' and '%s', "
				"and pairs of them prove less; start podium "
				"inside of an allocation, or name one machine "
				"in --launcher",
				node->host, report->host);
	}
	free(node->host);
	node->host = memory_string(report->host);
	node->load = report->load;
	node->mhz = report->mhz;
}

/* ---- all of it ---- */

static bool is_back(struct node *node, const struct runner_job *job,
		    const struct files *files, struct errand_report *report,
		    struct text *lost)
{
	struct text how = {0};
	struct runner_result result = launch(node, files, &how);
	bool good = await_report(report, files->report, runner_done(&result));

	if (!good) {
		text_print(lost, "the launcher ends before the run does, %s",
			   text_string(&how));
		add_words(files, lost);
	} else if (report->result.end == RUNNER_INTERRUPTED) {
		text_add(lost, "the run was told to end");
		add_words(files, lost);
		good = false;
	} else {
		good = is_same_kind(node, report, lost);
	}
	if (good && report->result.end != RUNNER_NOT_STARTED &&
	    !take_streams(job, files)) {
		text_print(lost, "what the run printed is not there: %s",
			   strerror(errno));
		good = false;
	}
	text_free(&how);
	return good;
}

static bool send(struct node *node, const struct runner_job *job, bool pin,
		 struct errand_report *report, struct text *lost)
{
	struct files files = name_files(node);
	bool good = write_errand(job, pin, &files);

	*report = (struct errand_report){0};
	if (good)
		good = is_back(node, job, &files, report, lost);
	else
		text_print(lost, "cannot write '%s': %s", files.errand,
			   strerror(errno));
	if (!good)
		errand_report_free(report);
	remove_files(&files);
	return good;
}

bool node_run(struct node *node, const struct runner_job *job, bool pin,
	      struct runner_result *result, struct text *lost)
{
	struct errand_report report;

	*result = (struct runner_result){RUNNER_INTERRUPTED, 0, 0, 0, 0};
	if (!send(node, job, pin, &report, lost))
		return false;
	*result = report.result;
	note_host(node, &report);
	errand_report_free(&report);
	return true;
}

/* Flags of the build hold the folder, and launchers as ssh split its name. */
static bool is_plain(const char *folder, struct text *problem)
{
	const char *why = path_trap(folder);

	if (why)
		text_print(problem,
			   "--launcher: '%s' has %s, which launchers take "
			   "apart; --store FILE of podium tune, or another "
			   "current folder, avoids that",
			   folder, why);
	return !why;
}

/* It is what other runs must come to, too. */
static void learn(struct node *node, const struct errand_report *report)
{
	note_host(node, report);
	node->cpu = memory_string(report->machine.cpu);
	node->usable = report->machine.usable;
	node->memory = report->memory;
	topology_assume(&report->machine, node->launcher);
}

bool node_reach(struct node *node, const char *launcher, const char *folder,
		struct text *problem)
{
	static const char *const nothing[] = {"/bin/sh", "-c", ":", NULL};
	const struct runner_job job = {.arguments = nothing};
	struct errand_report report;
	struct text lost = {0};
	bool good;

	*node = (struct node){.launcher = launcher, .folder = folder};
	if (!is_plain(folder, problem) || !bring_keeper(node, problem))
		return false;
	good = send(node, &job, false, &report, &lost);
	if (good && runner_done(&report.result)) {
		learn(node, &report);
	} else if (good) {
		text_print(problem,
			   "--launcher '%s' leads to '%s', where nothing can "
			   "be run in this folder: ",
			   launcher, report.host);
		runner_reason(&job, &report.result, problem);
		good = false;
	} else {
		text_print(problem,
			   "--launcher '%s' does not work: %s; it must run "
			   "what stands behind it, where '%s' is seen, and end "
			   "when that does",
			   launcher, text_string(&lost), folder);
	}
	errand_report_free(&report);
	text_free(&lost);
	return good;
}

void node_pause(size_t losses)
{
	static const int seconds[NODE_MOST_LOST] = {0, 1, 5};
	const struct timespec moment = {0, 100000000};

	for (int i = 0; i < 10 * seconds[losses - 1] && !process_interrupted();
	     i++)
		nanosleep(&moment, NULL);
}

void node_free(struct node *node)
{
	free(node->keeper);
	free(node->host);
	free(node->cpu);
	*node = (struct node){0};
}
