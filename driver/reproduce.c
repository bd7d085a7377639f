/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium reproduce: the papers' experiments on recorded loops, ours beside
 * what was published.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "file.h"
#include "memory.h"
#include "message.h"
#include "option.h"
#include "studied.h"
#include "study.h"
#include "text.h"

static const struct option table[] = {
	{"tables", "DIR", "a folder of recorded tables (may be repeated)"},
	{"profile", "FILE", "the machine that they were recorded on"},
	{"gcc", "GCC", "compile the loops with this GCC (default: gcc)"},
	{"out", "DIR", "write a report there, and its figures as CSV"},
	{"json", NULL, "print the figures of every case as JSON"},
	{"help", NULL, "show this"},
	{0},
};

enum { TABLES, PROFILE, GCC, OUT, JSON, HELP };

struct request {
	struct study_request study;
	const char **folders; /* NULL at the end */
	size_t folder_count;
	char *from_environment; /* what some of them point into */
	const char *what;
	const char *out;
	bool json;
};

static int help(void)
{
	puts("Usage: podium reproduce power [OPTION...]\n"
	     "Repeats the study of the power models on recorded loops: tables "
	     "2 to 4 of\n"
	     "the paper, ours beside theirs, and the orders that others would "
	     "try. The\n"
	     "loops are compiled and ranked anew; none is run.\n"
	     "\n"
	     "Options:");
	option_help(table);
	puts("\n"
	     "Example:\n"
	     "  podium reproduce power --tables testsuite/recorded");
	return COMMAND_DONE;
}

static void add_folder(struct request *request, const char *folder)
{
	request->folders =
		memory_grow(request->folders, request->folder_count + 2,
			    sizeof(*request->folders));
	request->folders[request->folder_count++] = folder;
	request->folders[request->folder_count] = NULL;
}

/* PODIUM_TABLES names folders with colons between them. */
static void use_environment(struct request *request)
{
	const char *value = getenv("PODIUM_TABLES");
	char *word, *state = NULL;

	if (!value)
		return;
	request->from_environment = memory_string(value);
	word = strtok_r(request->from_environment, ":", &state);
	for (; word; word = strtok_r(NULL, ":", &state))
		add_folder(request, word);
}

/* ---- results ---- */

static bool write_part(const char *folder, const char *name,
		       const struct text *content)
{
	char *path = memory_print("%s/%s", folder, name);
	bool good = file_write(path, text_string(content));

	if (!good)
		message_error("cannot write '%s': %s", path, strerror(errno));
	free(path);
	return good;
}

static bool write_report(const char *folder, const struct study *study)
{
	struct text markdown = {0}, html = {0}, csv = {0};
	bool good = mkdir(folder, 0777) == 0 || errno == EEXIST;

	if (!good)
		message_error("cannot make '%s': %s", folder, strerror(errno));
	studied_print(study, STUDIED_MARKDOWN, &markdown);
	studied_print(study, STUDIED_HTML, &html);
	studied_csv(study, &csv);
	good = good && write_part(folder, "report.md", &markdown) &&
	       write_part(folder, "report.html", &html) &&
	       write_part(folder, "cases.csv", &csv);
	text_free(&csv);
	text_free(&html);
	text_free(&markdown);
	return good;
}

static bool show(const struct request *request, const struct study *study)
{
	struct text out = {0};

	if (request->out && !write_report(request->out, study))
		return false;
	if (request->json) {
		json_t *list = studied_json(study);

		json_dumpf(list, stdout,
			   JSON_INDENT(2) | JSON_REAL_PRECISION(10));
		putchar('\n');
		json_decref(list);
		return true;
	}
	studied_print(study, STUDIED_TEXT, &out);
	fputs(text_string(&out), stdout);
	text_free(&out);
	return true;
}

static int reproduce(const struct request *request)
{
	struct study study;
	size_t failed;
	bool good = study_make(&study, &request->study, &failed);

	if (!good && failed == 0)
		message_error("no recorded tables there; see "
			      "testsuite/recorded/README.md of podium");
	good = good && show(request, &study);
	study_free(&study);
	return good && failed == 0 ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static bool take(struct request *request, int option, const char *value)
{
	switch (option) {
	case TABLES:
		add_folder(request, value);
		return true;
	case PROFILE:
		request->study.profile = value;
		return true;
	case GCC:
		request->study.gcc = value;
		return true;
	case OUT:
		request->out = value;
		return true;
	case JSON:
		return request->json = true;
	case OPTION_OPERAND:
		if (request->what)
			message_error("one study at a time: '%s' and '%s'",
				      request->what, value);
		else
			request->what = value;
		return request->what == value;
	default:
		return false;
	}
}

static int run(struct request *request)
{
	if (!request->what || strcmp(request->what, "power") != 0) {
		message_error("reproduce what? there is: power");
		return COMMAND_USAGE;
	}
	if (request->folder_count == 0)
		use_environment(request);
	if (request->folder_count == 0) {
		message_error("no recorded tables; name a folder by --tables "
			      "or in PODIUM_TABLES");
		return COMMAND_USAGE;
	}
	request->study.folders = request->folders;
	return reproduce(request);
}

static int parse(struct request *request, char **arguments)
{
	struct options options = {table, arguments};
	const char *value;
	int option;

	while ((option = option_next(&options, &value)) != OPTION_END) {
		if (option == HELP)
			return help();
		if (!take(request, option, value))
			return COMMAND_USAGE;
	}
	for (; *options.next; options.next++)
		if (!take(request, OPTION_OPERAND, *options.next))
			return COMMAND_USAGE;
	return run(request);
}

int command_reproduce(char **arguments)
{
	struct request request = {.study = {.gcc = "gcc", .within = 2}};
	int status = parse(&request, arguments);

	free(request.folders);
	free(request.from_environment);
	return status;
}
