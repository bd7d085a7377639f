/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium history: what is kept of the tunings of all projects, and what is
 * learned from it.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/option.h"
#include "base/table.h"
#include "base/terminal.h"
#include "base/text.h"
#include "command.h"
#include "machine/profile.h"
#include "store/past.h"

static const struct option table[] = {
	{"forget", NULL, "remove it"},
	{"profile", "FILE", "as if the machine of this profile were this one"},
	{"json", NULL, "print it as JSON"},
	{"help", NULL, "show this"},
	{0},
};

enum { FORGET, PROFILE, JSON, HELP };

struct request {
	const char *profile;
	bool forget, json;
};

static int help(void)
{
	puts("Usage: podium history [OPTION...]\n"
	     "Shows what the tunings of all projects left of measured loops, "
	     "and fits anew what\n"
	     "podium tune and podium rank learn from it.\n"
	     "\n"
	     "Options:");
	option_help(table);
	puts("\n"
	     "Example:\n"
	     "  podium history --json");
	return COMMAND_DONE;
}

/* ---- the table ---- */

static void print_machines(const struct past_machine *list, size_t count)
{
	static const char *const heads[] = {"machine", "loops", "problems",
					    "variants", "last"};
	struct table_layout layout = {.width = terminal_width(), .head = true};
	struct table cells = {.columns = sizeof(heads) / sizeof(heads[0])};
	struct text out = {0};

	for (size_t i = 0; i < cells.columns; i++)
		table_add(&cells, heads[i]);
	for (size_t i = 0; i < count; i++) {
		table_cell(&cells, "%s%s", list[i].words,
			   list[i].here ? " (this one)" : "");
		table_cell(&cells, "%zu", list[i].kernels);
		table_cell(&cells, "%zu", list[i].problems);
		table_cell(&cells, "%zu", list[i].rows);
		table_add(&cells, list[i].last);
	}
	table_print(&cells, &layout, &out);
	fputs(text_string(&out), stdout);
	text_free(&out);
	table_free(&cells);
}

static void print_text(const struct past_machine *list, size_t count,
		       const struct past_lesson *lesson)
{
	char *path = past_path();
	struct text words = {0};

	if (count > 0)
		print_machines(list, count);
	past_explain(lesson, &words);
	printf("%s%s\nIt is kept in %s.\n", count > 0 ? "\n" : "",
	       text_string(&words), path);
	text_free(&words);
	free(path);
}

/* ---- JSON ---- */

static json_t *json_lesson(const struct past_lesson *lesson)
{
	const struct learn_result *result = &lesson->result;
	json_t *factors = json_object();

	if (lesson->status != MODEL_OK) {
		json_decref(factors);
		return json_null();
	}
	for (int i = 0; i < ESTIMATE_TERMS; i++)
		json_object_set_new(factors, estimate_name(i),
				    json_real(result->factors.of[i]));
	return json_pack("{s:b, s:i, s:I, s:[f, f], s:[f, f], s:o}", "accepted",
			 result->accepted, "loops", result->kernels, "variants",
			 (json_int_t)lesson->rows, "regret_before",
			 result->before.first, result->before.third,
			 "regret_after", result->after.first,
			 result->after.third, "factors", factors);
}

static void print_json(const struct past_machine *list, size_t count,
		       const struct past_lesson *lesson)
{
	json_t *machines = json_array();
	json_t *whole;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(
			machines,
			json_pack("{s:s, s:b, s:I, s:I, s:I, s:s}", "machine",
				  list[i].words, "here", list[i].here, "loops",
				  (json_int_t)list[i].kernels, "problems",
				  (json_int_t)list[i].problems, "variants",
				  (json_int_t)list[i].rows, "last",
				  list[i].last));
	whole = json_pack("{s:o, s:o}", "machines", machines, "learned",
			  json_lesson(lesson));
	json_dumpf(whole, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putchar('\n');
	json_decref(whole);
}

/* ---- the command ---- */

static void free_machines(struct past_machine *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(list[i].words);
		free(list[i].last);
	}
	free(list);
}

static bool print(const struct request *request, struct past *past)
{
	struct past_machine *list;
	size_t count;
	bool good = past_list(past, &list, &count);

	if (good) {
		/* no loop has this number, so none is left out */
		struct past_lesson lesson = past_learn(past, 0);

		if (request->json)
			print_json(list, count, &lesson);
		else
			print_text(list, count, &lesson);
	}
	free_machines(list, count);
	return good;
}

static int show(const struct request *request)
{
	struct machine machine;
	struct text problem = {0};
	struct past past = {0};
	int status = COMMAND_FAILED;

	if (!profile_load(request->profile, &machine, &problem)) {
		message_error("%s", text_string(&problem));
	} else {
		past_read(&past, &machine);
		if (print(request, &past))
			status = COMMAND_DONE;
	}
	past_free(&past);
	text_free(&problem);
	return status;
}

static int forget(void)
{
	char *path = past_path();
	bool good = past_forget();

	if (!good)
		message_error("cannot remove '%s': %s", path, strerror(errno));
	free(path);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

static bool take(struct request *request, int option, const char *value)
{
	switch (option) {
	case FORGET:
		return request->forget = true;
	case PROFILE:
		request->profile = value;
		return true;
	case JSON:
		return request->json = true;
	case OPTION_OPERAND:
		message_error("'%s': no file is named; see --help", value);
		return false;
	default:
		return false;
	}
}

int command_history(char **arguments)
{
	struct options options = {table, arguments};
	struct request request = {0};
	const char *value;
	int option;

	while ((option = option_next(&options, &value)) != OPTION_END) {
		if (option == HELP)
			return help();
		if (!take(&request, option, value))
			return COMMAND_USAGE;
	}
	return request.forget ? forget() : show(&request);
}
