/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plugin for a compiler.
 */
#include "plugin.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "compiler.h"

/* Its absolute path if the file is there; takes "path". */
static char *absolute_if_there(char *path)
{
	char *absolute = access(path, R_OK) == 0 ? path_absolute(path) : NULL;

	free(path);
	return absolute;
}

static char *plugin_in(const char *folder, int major)
{
	return absolute_if_there(
		memory_print("%s/gcc-%d/podium.so", folder, major));
}

static char *plugin_in_build_tree(int major)
{
	char *folder = data_beside("plugin");
	char *plugin = folder ? plugin_in(folder, major) : NULL;

	free(folder);
	return plugin;
}

char *plugin_of_version(const char *version, struct text *problem)
{
	const char *folder = getenv("PODIUM_PLUGIN_DIR");
	int major = atoi(version);
	char *plugin = NULL;

	if (folder && *folder) {
		plugin = plugin_in(folder, major);
	} else {
		folder = PKGLIBDIR;
		plugin = plugin_in_build_tree(major);
		if (!plugin)
			plugin = plugin_in(folder, major);
	}
	if (!plugin)
		text_print(problem,
			   "no plugin for GCC %d in '%s'; to build it: apt-get "
			   "install gcc-%d-plugin-dev g++-%d, then configure "
			   "and install podium again",
			   major, folder, major, major);
	return plugin;
}

/*
 * What the compiler says of the plugin: that it was built for another version,
 * in the plugin's words, or that it cannot be loaded, in its own. What else
 * may fail is not the plugin's fault.
 */
static void find_complaint(const struct text *said, const char *plugin,
			   bool done, struct text *complaint)
{
	static const char mark[] = "podium: this plugin was built for";
	const char *found = strstr(text_string(said), mark);

	if (!found && !done)
		found = strstr(text_string(said), plugin);
	else if (found)
		found += strlen("podium: ");
	if (found)
		text_add_bytes(complaint, found, strcspn(found, "\n"));
}

static bool takes_plugin(const char *command, const char *plugin,
			 struct text *problem)
{
	char *flag = memory_print("-fplugin=%s", plugin);
	const char *line[] = {command,	       flag,	    "-x", "c",
			      "-fsyntax-only", "/dev/null", NULL};
	struct text said = {0}, complaint = {0};
	struct process_result result =
		process_compile(line, PROCESS_CAPTURE_BOTH, &said);
	bool good;

	find_complaint(&said, plugin, process_done(result), &complaint);
	good = complaint.length == 0 && result.end != PROCESS_INTERRUPTED;
	if (complaint.length > 0)
		text_print(problem,
			   "'%s' does not take podium's plugin '%s': %s; build "
			   "podium again with this compiler: configure, make, "
			   "make install",
			   command, plugin, text_string(&complaint));
	else if (!good)
		text_add(problem, "interrupted");
	text_free(&complaint);
	text_free(&said);
	free(flag);
	return good;
}

char *plugin_fitting(const char *command, struct text *problem)
{
	char *version = compiler_version(command, problem);
	char *plugin = version ? plugin_of_version(version, problem) : NULL;

	if (plugin && !takes_plugin(command, plugin, problem)) {
		free(plugin);
		plugin = NULL;
	}
	free(version);
	return plugin;
}
