/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium: the table of commands.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/process.h"
#include "base/response.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command.h"
#include "config.h"
#include "machine/plugin.h"

static const struct command {
	const char *name;
	int (*run)(char **arguments);
	const char *summary;
} commands[] = {
	{"doctor", command_doctor, "is this machine ready for podium"},
	{"features", command_features, "what the plugin saw of the loops"},
	{"cflags", command_cflags, "compiler flags for builds"},
	{"plugin", command_plugin, "the plugin for a GCC that came later"},
	{"calibrate", command_calibrate, "measure this machine"},
	{"tune", command_tune, "better clauses for the loops of a program"},
	{"prove", command_prove, "proofs for entries, with no run"},
	{"check", command_check, "which entries hold in a program"},
	{"exec", command_exec, "a program with the settings found for it"},
	{"runs", command_runs, "the runs that were made for it"},
	{"report", command_report, "a page of what was found, with pictures"},
	{"rank", command_rank, "predicted order of the variants of a loop"},
	{"variants", command_variants, "loops in another order and in tiles"},
	{"patch", command_patch, "entries of a tuned file as a source patch"},
	{"metric", command_metric, "what synchronisation costs, by the source"},
	{"overhead", command_overhead, "what keeps it from ideal speed-up"},
	{"scaling", command_scaling, "how a program scales with threads"},
	{"significance", command_significance, "what decides the time of runs"},
	{"reproduce", command_reproduce, "the papers' studies, repeated"},
	{NULL, NULL, NULL},
};

static int help(void)
{
	puts("Usage: podium COMMAND [OPTION...] [ARGUMENT...]\n"
	     "Tunes the OpenMP loops of a program; a plugin of GCC reads "
	     "them.\n"
	     "\n"
	     "Commands:");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-18s %s\n", c->name, c->summary);
	puts("\n"
	     "Options:\n"
	     "  --help             show this, or the help of a command\n"
	     "  --version          show the version and the plugins\n"
	     "\n"
	     "Example:\n"
	     "  podium tune --build 'make clean && make' --run ./app");
	return COMMAND_DONE;
}

static int version(void)
{
	struct text plugins = {0};

	plugin_add_all(&plugins);
	puts("podium " PACKAGE_VERSION);
	fputs(plugins.length ? text_string(&plugins)
			     : "no plugin; to build it: podium plugin\n",
	      stdout);
	text_free(&plugins);
	return COMMAND_DONE;
}

static int unknown(const char *word)
{
	const char *what = word[0] == '-' ? "option" : "command";
	const char *meant = NULL;
	size_t best = SIZE_MAX;

	for (const struct command *c = commands; c->name; c++)
		if (suggest_better(word, c->name, &best))
			meant = c->name;
	if (suggest_better(word, "--help", &best))
		meant = "--help";
	if (suggest_better(word, "--version", &best))
		meant = "--version";
	if (meant)
		message_error("unknown %s '%s'; did you mean '%s'?", what, word,
			      meant);
	else
		message_error("unknown %s '%s'; see podium --help", what, word);
	return COMMAND_USAGE;
}

static int run(char **arguments)
{
	if (!arguments[0]) {
		message_error("no command; see podium --help");
		return COMMAND_USAGE;
	}
	if (strcmp(arguments[0], "--help") == 0 ||
	    strcmp(arguments[0], "-h") == 0)
		return help();
	if (strcmp(arguments[0], "--version") == 0)
		return version();
	for (const struct command *c = commands; c->name; c++)
		if (strcmp(arguments[0], c->name) == 0) {
			message_command(c->name);
			return c->run(arguments + 1);
		}
	return unknown(arguments[0]);
}

/*
 * A stream that the caller closed must not become the next file that is opened,
 * such as the store. What takes its place fails where the stream is used.
 */
static void fill_streams(void)
{
	static const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
	const int count = sizeof(useless) / sizeof(useless[0]);

	for (int stream = 0; stream < count; stream++)
		if (fcntl(stream, F_GETFD) < 0)
			open("/dev/null", useless[stream]);
}

/* A full disk must not look like success. */
static int finish_output(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	message_error("cannot write the result: %s", strerror(errno));
	return COMMAND_FAILED;
}

/*
 * A caller that ignores the ends of its children hands that down, and then
 * nothing is told of those of podium either.
 */
int main(int argc, char **argv)
{
	char **arguments;
	int status;

	signal(SIGCHLD, SIG_DFL);
	fill_streams();
	arguments = response_expand(argv + (argc > 0));
	status = finish_output(run(arguments));
	response_free(arguments);
	if (process_interrupted()) {
		signal(process_interrupted(), SIG_DFL);
		raise(process_interrupted());
	}
	return status;
}
