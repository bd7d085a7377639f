/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * podium plugin: builds the plugin for a GCC that came after podium.
 */
#include <jansson.h>
#include <stdlib.h>

#include "base/letters.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "command.h"
#include "machine/compiler.h"
#include "machine/pluginmaker.h"
#include "machine/plugin.h"
#include "record/tryout.h"

struct request {
	const char *gcc;
	bool json;
};

static void print(const struct request *request, const char *version,
		  const char *plugin, bool built)
{
	struct result result = {0};
	const char *word = built ? "built" : "there already";

	text_print(&result.page, "%s, GCC %s: the plugin is %s\n", request->gcc,
		   version, word);
	text_print(&result.page, "%s\n", plugin);
	result.whole =
		json_pack("{s:i, s:o, s:s, s:o, s:b}", "schema", 1, "gcc",
			  letters_json(request->gcc), "version", version,
			  "plugin", letters_json(plugin), "built", built);
	result_print(&result, request->json, false);
}

/* What the compiler takes may still be wrong about loops. */
static bool works(const struct request *request, const char *plugin,
		  struct text *problem)
{
	struct text why = {0};
	bool good = tryout_plugin(request->gcc, plugin, COMPILER_C, &why);

	if (!good)
		text_print(problem,
			   "the plugin for '%s' was built, but does not work: "
			   "%s; it is not kept",
			   request->gcc, text_string(&why));
	text_free(&why);
	return good;
}

/* Its path where it is kept; NULL and a *problem if it is not. */
static char *build(const struct request *request, struct text *problem)
{
	struct pluginmaker *maker = pluginmaker_new(request->gcc, problem);
	char *plugin = NULL;

	if (maker && works(request, pluginmaker_plugin(maker), problem))
		plugin = pluginmaker_keep(maker, problem);
	if (plugin)
		print(request, pluginmaker_version(maker), plugin, true);
	pluginmaker_free(maker);
	return plugin;
}

static char *find(const struct request *request)
{
	struct text ignored = {0};
	char *plugin = plugin_fitting(request->gcc, &ignored);
	char *version =
		plugin ? compiler_version(request->gcc, &ignored) : NULL;

	if (version)
		print(request, version, plugin, false);
	text_free(&ignored);
	free(version);
	return plugin;
}

static int provide(const struct request *request)
{
	struct text problem = {0};
	char *plugin = find(request);
	bool good;

	process_watch_signals();
	if (!plugin && !process_interrupted())
		plugin = build(request, &problem);
	process_unwatch_signals();
	good = plugin != NULL;
	if (!good && problem.length && !process_interrupted())
		message_error("%s", text_string(&problem));
	text_free(&problem);
	free(plugin);
	return good ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- arguments ---- */

static const struct option table[] = {
	{"gcc", "GCC", "for this GCC (default: gcc)", OPTION_SETS(gcc)},
	{"json", NULL, "print the result as JSON", OPTION_SETS(json)},
	{0},
};

static const struct usage usage = {
	.head = "Usage: podium plugin [OPTION...]\n"
		"Builds the plugin for a GCC that came after podium, and keeps "
		"it. Where\n"
		"there is one that fits, it is named and nothing is built.\n",
	.table = table,
	.tail = "Example:\n"
		"  podium plugin --gcc gcc-14\n",
};

int command_plugin(char **arguments)
{
	struct request request = {.gcc = "gcc"};
	int status;

	if (options_read(&usage, arguments, &request, &status))
		status = provide(&request);
	return status;
}
