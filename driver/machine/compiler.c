/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compilers, their versions, and the plugin for each.
 */
#include "compiler.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"

static const struct {
	const char *ending;
	enum compiler_language language;
} endings[] = {
	{"c", COMPILER_C},
	{"i", COMPILER_C},
	{"C", COMPILER_CXX},
	{"cc", COMPILER_CXX},
	{"cp", COMPILER_CXX},
	{"cpp", COMPILER_CXX},
	{"cxx", COMPILER_CXX},
	{"c++", COMPILER_CXX},
	{"CPP", COMPILER_CXX},
	{"ii", COMPILER_CXX},
	{"f", COMPILER_FORTRAN},
	{"for", COMPILER_FORTRAN},
	{"ftn", COMPILER_FORTRAN},
	{"fpp", COMPILER_FORTRAN},
	{"f90", COMPILER_FORTRAN},
	{"f95", COMPILER_FORTRAN},
	{"f03", COMPILER_FORTRAN},
	{"f08", COMPILER_FORTRAN},
	{"F", COMPILER_FORTRAN},
	{"FOR", COMPILER_FORTRAN},
	{"FTN", COMPILER_FORTRAN},
	{"FPP", COMPILER_FORTRAN},
	{"F90", COMPILER_FORTRAN},
	{"F95", COMPILER_FORTRAN},
	{"F03", COMPILER_FORTRAN},
	{"F08", COMPILER_FORTRAN},
	{NULL, COMPILER_NO_LANGUAGE},
};

enum compiler_language compiler_language(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	int i = 0;

	while (endings[i].ending &&
	       !(dot && !strcmp(dot + 1, endings[i].ending)))
		i++;
	return endings[i].language;
}

char *compiler_command(const char *gcc, enum compiler_language language)
{
	static const char *const names[] = {
		[COMPILER_C] = "gcc",
		[COMPILER_CXX] = "g++",
		[COMPILER_FORTRAN] = "gfortran",
	};
	const char *slash = strrchr(gcc, '/');
	const char *found = strstr(slash ? slash : gcc, "gcc");

	if (!found)
		return NULL;
	return memory_print("%.*s%s%s", (int)(found - gcc), gcc,
			    names[language], found + 3);
}

static bool is_version(const char *string)
{
	return isdigit((unsigned char)string[0]) &&
	       string[strspn(string, "0123456789.")] == '\0';
}

/* clang and others know no -dumpfullversion, or say more than a version. */
char *compiler_version(const char *command, struct text *problem)
{
	const char *arguments[] = {command, "-dumpfullversion", NULL};
	struct text output = {0};
	struct process_result result =
		process_compile(arguments, PROCESS_CAPTURE_OUTPUT, &output);
	char *version = NULL;

	text_cut(&output, strcspn(text_string(&output), "\n"));
	if (result.end == PROCESS_NOT_STARTED)
		text_print(problem,
			   "cannot run '%s': %s; install it: apt-get "
			   "install %s",
			   command, strerror(result.code), command);
	else if (result.end == PROCESS_INTERRUPTED)
		text_add(problem, "interrupted");
	else if (result.end == PROCESS_TOO_SLOW)
		text_print(problem,
			   "'%s' did not tell its version within %d s; name "
			   "another, like gcc-12",
			   command, result.code);
	else if (!process_done(result) || !is_version(text_string(&output)))
		text_print(problem,
			   "'%s' is no GCC, which podium's plugin "
			   "needs; name one, like gcc-12",
			   command);
	else
		version = memory_string(text_string(&output));
	text_free(&output);
	return version;
}

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

/* A folder beside this program, where it was built; NULL if unknown. */
static char *build_tree(const char *folder)
{
	char program[PATH_MAX];
	ssize_t length =
		readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *slash;

	if (length < 0)
		return NULL;
	program[length] = '\0';
	slash = strrchr(program, '/');
	if (!slash)
		return NULL;
	*slash = '\0';
	return memory_print("%s/%s", program, folder);
}

static char *plugin_in_build_tree(int major)
{
	char *folder = build_tree("plugin");
	char *plugin = folder ? plugin_in(folder, major) : NULL;

	free(folder);
	return plugin;
}

char *compiler_runtime(const char *name, struct text *problem)
{
	char *folder = build_tree("runtime"), *library = NULL;

	if (folder)
		library =
			absolute_if_there(memory_print("%s/%s", folder, name));
	if (!library)
		library = absolute_if_there(
			memory_print("%s/%s", PKGLIBDIR, name));
	if (!library)
		text_print(problem, "no %s in '%s'; install podium again", name,
			   PKGLIBDIR);
	free(folder);
	return library;
}

char *compiler_plugin(const char *version, struct text *problem)
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

char *compiler_fitting_plugin(const char *command, struct text *problem)
{
	char *version = compiler_version(command, problem);
	char *plugin = version ? compiler_plugin(version, problem) : NULL;

	if (plugin && !takes_plugin(command, plugin, problem)) {
		free(plugin);
		plugin = NULL;
	}
	free(version);
	return plugin;
}
