/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium exec: runs a program with the settings of a tuned file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/option.h"
#include "base/text.h"
#include "build/tuned.h"
#include "command.h"

/* Statuses of env(1) and nohup(1); all others are the program's own. */
enum { EXEC_FAILED = 125, EXEC_CANNOT = 126, EXEC_NOT_FOUND = 127 };

struct request {
	const char *use;
	char **command;
	bool print;
};

/* Sets the variables that the environment lacks, and warns of those that it
   has with another value. */
static void apply(const struct request *request,
		  const struct tuned_setting *settings, size_t count)
{
	struct text kept = {0};

	for (size_t i = 0; i < count; i++) {
		const char *name = settings[i].name;
		const char *value = settings[i].value, *own = getenv(name);

		if (own && strcmp(own, value) != 0)
			text_print(&kept, "%s%s=%s (not %s)",
				   kept.length ? ", " : "", name, own, value);
		else if (request->print)
			printf("%s=%s\n", name, value);
		else
			setenv(name, value, 1);
	}
	if (kept.length)
		message_warning(
			"the environment keeps %s; unset it to have the "
			"setting of %s",
			text_string(&kept), request->use);
	text_free(&kept);
}

static int replace(char **command)
{
	int error;

	execvp(command[0], command);
	error = errno;
	message_error("cannot run '%s': %s", command[0], strerror(error));
	return error == ENOENT ? EXEC_NOT_FOUND : EXEC_CANNOT;
}

static int run(const struct request *request)
{
	bool has_command = request->command && request->command[0];
	struct text content = {0}, problem = {0};
	struct tuned_setting *settings = NULL;
	size_t count = 0;
	int status = EXEC_FAILED;

	if (has_command == request->print) {
		message_error(has_command ? "--print runs no program; leave "
					    "out either"
					  : "name a program; see --help");
		return EXEC_FAILED;
	}
	if (tuned_read(request->use, &content, &problem))
		settings = tuned_settings(text_string(&content), request->use,
					  &count, &problem);
	if (problem.length) {
		message_error("%s", text_string(&problem));
	} else {
		apply(request, settings, count);
		status = has_command ? replace(request->command) : COMMAND_DONE;
	}
	tuned_settings_free(settings, count);
	text_free(&content);
	text_free(&problem);
	return status;
}

static const struct option table[] = {
	{"use", "FILE", "the tuned file (default: podium.tuned)",
	 OPTION_SETS(use)},
	{"print", NULL, "print the settings, NAME=VALUE, and run nothing",
	 OPTION_SETS(print)},
	{OPTION_OPERANDS, OPTION_SETS(command)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium exec [OPTION...] [--] CMD [ARG...]\n"
		"Runs CMD with the settings of podium.tuned, OMP_* and GOMP_*, "
		"in its\n"
		"environment. What the environment sets already stays.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium exec ./app input\n"
		"  mpirun -n 4 podium exec ./app\n"
		"  export $(podium exec --print)\n",
};

int command_exec(char **arguments)
{
	struct request request = {.use = "podium.tuned"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		return run(&request);
	return status == COMMAND_DONE ? COMMAND_DONE : EXEC_FAILED;
}
