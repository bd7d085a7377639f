/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium reproduce: the papers' experiments, on recorded loops or measured
 * here, ours beside what was published.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/data.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/table.h"
#include "base/text.h"
#include "command.h"
#include "config.h"
#include "study/campaign.h"
#include "study/powertables.h"
#include "study/powerstudy.h"
#include "study/timetables.h"
#include "study/timestudy.h"

/* What can be reproduced. */
static const struct subject {
	const char *name;
	bool power, time;
} subjects[] = {
	{"power", true, false},
	{"time", false, true},
	{"all", true, true},
};

#define SUBJECTS (sizeof(subjects) / sizeof(subjects[0]))

struct request {
	struct powerstudy_request study;
	struct campaign campaign;
	bool quick, measure;
	struct words folders;
	char *owned; /* what some of them point into */
	const char *what;
	const struct subject *subject;
	const char *out;
	bool json;
};

/* ---- the tables ---- */

/* PODIUM_TABLES names folders with colons between them. */
static void use_environment(struct request *request)
{
	const char *value = getenv("PODIUM_TABLES");
	char *word, *state = NULL;

	if (!value)
		return;
	request->owned = memory_string(value);
	word = strtok_r(request->owned, ":", &state);
	for (; word; word = strtok_r(NULL, ":", &state))
		words_add(&request->folders, word);
}

/* Those that are measured now, named, or installed. */
static bool find_tables(struct request *request)
{
	struct text problem = {0};

	request->campaign.gcc = request->study.gcc;
	if (request->measure)
		request->owned = campaign_run(&request->campaign, &problem);
	else if (request->folders.count == 0)
		use_environment(request);
	if (!request->measure && request->folders.count == 0)
		request->owned = data_folder("recorded", "campaign.csv",
					     "PODIUM_TABLES", &problem);
	if (request->folders.count == 0 && request->owned)
		words_add(&request->folders, request->owned);
	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	request->study.folders = request->folders.list;
	return request->folders.count > 0;
}

/* ---- the page and the figures ---- */

/* Of the studies NULL where it is not asked for. */
struct results {
	const char *command;
	const struct powerstudy *study, *power;
	const struct timestudy *time;
};

/* The sources of the numbers. */
static void add_origins(const struct results *results, struct text *page)
{
	const struct powerstudy *study = results->study;
	const char *last = "";
	struct text note = {0};
	size_t variants = 0;

	for (size_t i = 0; i < study->count; i++)
		variants += study->list[i].table.count;
	text_print(&note, "%zu recorded tables, %zu variants", study->count,
		   variants);
	for (size_t i = 0; i < study->count; i++) {
		const char *origin = study->list[i].table.origin;

		if (!origin || strcmp(origin, last) == 0)
			continue;
		text_print(&note, "%s%s", *last ? "; " : ": ", origin);
		last = origin;
	}
	text_print(&note, ". Ranked for: %s. Times of the models for: %s. %s",
		   study->ranked, study->timed, results->command);
	table_wrap(page, STYLE_PLAIN, text_string(&note), terminal_width(), 0,
		   0);
	text_free(&note);
}

static void fill_page(const struct results *results, struct text *page)
{
	add_origins(results, page);
	if (results->power)
		powertables_page(results->power, page);
	if (results->time)
		timetables_page(results->time, page);
}

static bool write_part(const char *folder, const char *name, struct text *part)
{
	char *path = memory_print("%s/%s", folder, name);
	bool good = file_write(path, text_string(part));

	if (!good)
		message_error("cannot write '%s': %s", path, strerror(errno));
	free(path);
	text_free(part);
	return good;
}

static bool write_power(const char *folder, const struct powerstudy *study)
{
	struct text cases = {0};

	powertables_csv(study, &cases);
	return write_part(folder, "cases.csv", &cases);
}

static bool write_times(const char *folder, const struct timestudy *times)
{
	static const struct {
		const char *name;
		void (*write)(const struct timestudy *, struct text *);
	} parts[] = {{"times.csv", timetables_csv},
		     {"significance.csv", timetables_rules_csv},
		     {"samples.csv", timetables_samples_csv}};
	bool good = true;

	for (size_t i = 0; good && i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct text part = {0};

		parts[i].write(times, &part);
		good = write_part(folder, parts[i].name, &part);
	}
	return good;
}

static bool write_figures(const char *folder, const struct results *results)
{
	if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
		message_error("cannot make '%s': %s", folder, strerror(errno));
		return false;
	}
	return (!results->power || write_power(folder, results->power)) &&
	       (!results->time || write_times(folder, results->time));
}

/* ---- results ---- */

/* Of one study that, of both an object with a member for each. */
static json_t *json_whole(const struct results *results)
{
	json_t *power =
		results->power ? powertables_json(results->power) : NULL;
	json_t *time = results->time ? timetables_json(results->time) : NULL;

	return power && time
		       ? json_pack("{s:o, s:o}", "power", power, "time", time)
	       : power ? power
		       : time;
}

static bool show(const struct request *request, const struct results *results)
{
	struct result result = {0};

	if (request->out && !write_figures(request->out, results))
		return false;
	fill_page(results, &result.page);
	result.whole = json_whole(results);
	result_print(&result, request->json, false);
	return true;
}

/* Version, date and what to type for the same again. */
static char *describe_command(const struct request *request)
{
	char date[16];
	time_t now = time(NULL);
	struct text text = {0};

	strftime(date, sizeof(date), "%Y-%m-%d", localtime(&now));
	text_print(&text, "podium %s, %s: podium reproduce %s --gcc %s",
		   PACKAGE_VERSION, date, request->what, request->study.gcc);
	if (request->measure)
		text_add(&text,
			 request->campaign.full ? " --full" : " --quick");
	for (size_t i = 0; !request->measure && i < request->folders.count; i++)
		text_print(&text, " --tables %s", request->folders.list[i]);
	if (request->study.profile)
		text_print(&text, " --profile %s", request->study.profile);
	return text.bytes;
}

static bool show_results(const struct request *request,
			 const struct powerstudy *study)
{
	struct timestudy times = {0};
	char *command = describe_command(request);
	struct results results = {
		.command = command,
		.study = study,
		.power = request->subject->power ? study : NULL,
		.time = request->subject->time ? &times : NULL};
	bool good;

	timestudy_make(study, &times);
	good = show(request, &results);
	timestudy_free(&times);
	free(command);
	return good;
}

static int reproduce(const struct request *request)
{
	struct powerstudy study;
	size_t failed;
	bool good = powerstudy_make(&study, &request->study, &failed);

	if (!good && failed == 0 && !process_interrupted())
		message_error("no recorded tables there; see "
			      "testsuite/recorded/README.md of podium");
	good = good && show_results(request, &study);
	powerstudy_free(&study);
	return good && failed == 0 ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

/* Numbers of threads, each above zero. */
static bool take_threads(void *field, const struct option *option,
			 const char *value)
{
	const char *at = value;

	*(const char **)field = value;
	while (*at >= '1' && *at <= '9') {
		at += strspn(at, "0123456789");
		if (*at == '\0')
			return true;
		at += *at == ',';
	}
	message_error("'--%s' takes numbers, not '%s'; try --threads 1,2,4",
		      option->name, value);
	return false;
}

static const struct subject *find_subject(const char *name)
{
	for (size_t i = 0; name && i < SUBJECTS; i++)
		if (strcmp(subjects[i].name, name) == 0)
			return &subjects[i];
	return NULL;
}

static bool is_sensible(const struct request *request)
{
	const struct campaign *campaign = &request->campaign;

	if (!request->subject)
		message_error("reproduce what? there are: power, time, all, "
			      "replay");
	else if (request->measure && request->folders.count > 0)
		message_error("'--tables' are measured already: leave out "
			      "'--quick' and '--full'");
	else if (!request->measure &&
		 (campaign->threads || campaign->oversubscribe))
		message_error("'--threads' and '--oversubscribe' need "
			      "'--quick' or '--full'");
	else
		return true;
	return false;
}

static const struct option table[] = {
	{"tables", "DIR", "a folder of recorded tables (may be repeated)",
	 OPTION_SETS(folders)},
	{"quick", NULL, "measure here what fits into ten minutes",
	 OPTION_SETS(quick)},
	{"full", NULL, "measure all of it here, two hours at most",
	 OPTION_SETS(campaign.full)},
	{"threads", "LIST", "with so many threads (default: up to the cores)",
	 OPTION_TAKES(campaign.threads, take_threads)},
	{"oversubscribe", NULL, "with more threads than cores, too",
	 OPTION_SETS(campaign.oversubscribe)},
	{"profile", "FILE", "the machine that they were recorded on",
	 OPTION_SETS(study.profile)},
	{"gcc", "GCC", "compile the loops with this GCC (default: gcc)",
	 OPTION_SETS(study.gcc)},
	{"out", "DIR", "write the figures there as CSV, and the tables",
	 OPTION_SETS(out)},
	{"json", NULL, "print the figures of every case as JSON",
	 OPTION_SETS(json)},
	{OPTION_OPERANDS, OPTION_SETS(what)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium reproduce power|time|all [OPTION...]\n"
		"       podium reproduce replay [OPTION...] TABLE...\n"
		"Repeats the studies of the papers, ours beside theirs: of the "
		"power models,\n"
		"which rank variants; of the time models; or both. Recorded "
		"loops are compiled\n"
		"and predicted anew and none is run, unless --quick or --full "
		"measures them.\n"
		"For searches on such tables see podium reproduce replay "
		"--help.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium reproduce power\n"
		"  podium reproduce all --quick -o figures\n",
};

int command_reproduce(char **arguments)
{
	struct request request = {.study = {.gcc = "gcc", .within = 2}};
	int status;

	if (arguments[0] && strcmp(arguments[0], "replay") == 0) {
		message_command("reproduce replay");
		return command_replay(arguments + 1);
	}
	if (!options_read(&usage, arguments, &request, &status))
		goto out;
	request.subject = find_subject(request.what);
	request.measure = request.quick || request.campaign.full;
	if (!is_sensible(&request))
		status = COMMAND_USAGE;
	else
		status = find_tables(&request) ? reproduce(&request)
					       : COMMAND_FAILED;
out:
	free(request.folders.list);
	free(request.owned);
	return status;
}
