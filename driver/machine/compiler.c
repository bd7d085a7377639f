/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compilers and their versions.
 */
#include "compiler.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/process.h"
#include "base/text.h"
#include "config.h"

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

/* The processor decides, as the rest has many spellings for one machine; but
   what is for another system does not run here either. */
static bool is_own(const char *target)
{
	static const char own[] = OWN_MACHINE;
	size_t length = strcspn(own, "-") + 1;

	return strncmp(target, own, length) == 0 && strstr(target, "linux");
}

static bool is_target(const char *said)
{
	return strchr(said, '-') && !path_trap(said) && !strchr(said, '/');
}

char *compiler_foreign(const char *command)
{
	const char *arguments[] = {command, "-dumpmachine", NULL};
	struct text said = {0};
	bool good = process_done(
		process_compile(arguments, PROCESS_CAPTURE_OUTPUT, &said));
	char *target = NULL;

	text_cut(&said, strcspn(text_string(&said), "\n"));
	if (good && is_target(text_string(&said)) &&
	    !is_own(text_string(&said)))
		target = memory_string(text_string(&said));
	text_free(&said);
	return target;
}

char *compiler_runtime(const char *name, struct text *problem)
{
	char *folder = data_beside("runtime"), *library = NULL;

	if (folder)
		library = path_if_there(memory_print("%s/%s", folder, name));
	if (!library)
		library = path_if_there(memory_print("%s/%s", PKGLIBDIR, name));
	if (!library)
		text_print(problem, "no %s in '%s'; install podium again", name,
			   PKGLIBDIR);
	free(folder);
	return library;
}
