/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiles a source for the sake of its records.
 */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "machine/compiler.h"
#include "machine/plugin.h"
#include "records.h"

#define FIXED_ARGUMENTS 16 /* more than are added to the user's flags */

struct job {
	const char *path;
	const char *content; /* to be compiled in its place, or NULL */
	char *copy;	     /* where that is written */
	char *quoted;	     /* the flag that finds what it includes */
	char *command;
	char *plugin; /* the flag */
	const char *folder;
	char *object;
	char *const *flags;
	bool fortran;
	const char *asked; /* what is to be planned, or NULL */
	char *plan;	   /* the flag for that */
};

/* A second -J is an error; without one modules go to the working folder. */
static bool names_module_folder(char *const *flags)
{
	for (; *flags; flags++)
		if (strncmp(*flags, "-J", 2) == 0)
			return true;
	return false;
}

static size_t count_flags(char *const *flags)
{
	size_t count = 0;

	while (flags[count])
		count++;
	return count;
}

/* The user's flags come after ours, so that they can undo them. */
static const char **command_line(const struct job *job)
{
	size_t flags = count_flags(job->flags);
	const char **line =
		memory_grow(NULL, flags + FIXED_ARGUMENTS, sizeof(*line));
	size_t n = 0;

	line[n++] = job->command;
	line[n++] = job->plugin;
	line[n++] = "-fopenmp";
	if (flags == 0)
		line[n++] = "-O2";
	for (size_t i = 0; i < flags; i++)
		line[n++] = job->flags[i];
	if (job->fortran && !names_module_folder(job->flags)) {
		line[n++] = "-J";
		line[n++] = job->folder;
	}
	if (job->copy)
		line[n++] = job->quoted;
	if (job->plan)
		line[n++] = job->plan;
	line[n++] = "-c";
	line[n++] = job->copy ? job->copy : job->path;
	line[n++] = "-o";
	line[n++] = job->object;
	line[n] = NULL;
	return line;
}

static bool has_object(const struct job *job, struct text *problem)
{
	if (access(job->object, F_OK) == 0)
		return true;
	text_print(problem,
		   "%s: with these flags '%s' makes no object of it; leave out "
		   "-fsyntax-only",
		   job->path, job->command);
	return false;
}

/* What the user wrote cannot be compiled, or what podium made of it: of that
   the first error is told. */
static void tell_errors(const struct job *job, const struct text *errors,
			struct text *problem)
{
	const char *error = strstr(text_string(errors), "error: ");

	if (!job->content) {
		text_print(problem,
			   "%s: '%s' does not compile it; give the "
			   "flags of your build after '--'",
			   job->path, job->command);
		return;
	}
	text_print(problem, "%s: '%s' does not compile what it would become",
		   job->path, job->command);
	if (error)
		text_print(problem, ": %.*s", (int)strcspn(error + 7, "\n"),
			   error + 7);
}

static struct process_result run_compiler(const struct job *job,
					  struct text *errors)
{
	const char **line = command_line(job);
	struct process_result result = process_compile(
		line, job->content ? PROCESS_CAPTURE_BOTH : PROCESS_TO_ERRORS,
		job->content ? errors : NULL);

	free(line);
	return result;
}

static bool compile(const struct job *job, struct text *problem)
{
	struct text errors = {0};
	struct process_result result = run_compiler(job, &errors);

	if (result.end == PROCESS_NOT_STARTED)
		text_print(problem, "cannot run '%s': %s", job->command,
			   strerror(result.code));
	else if (result.end == PROCESS_KILLED)
		text_print(problem, "%s: '%s' died: %s", job->path,
			   job->command, strsignal(result.code));
	else if (result.end == PROCESS_TOO_SLOW)
		text_print(problem,
			   "%s: '%s' was ended after %d s; build the program "
			   "with the flags of podium cflags and name its "
			   "objects",
			   job->path, job->command, result.code);
	else if (result.end == PROCESS_EXITED && result.code != 0 &&
		 !scratch_lacks_room("", problem))
		tell_errors(job, &errors, problem);
	text_free(&errors);
	return process_done(result) && has_object(job, problem);
}

static bool find_plugin(struct job *job, struct text *problem)
{
	char *plugin = plugin_fitting(job->command, problem);

	if (plugin)
		job->plugin = memory_print("-fplugin=%s", plugin);
	free(plugin);
	return job->plugin != NULL;
}

/* Under the source's own name, which tells its language. */
static bool write_copy(struct job *job, struct text *problem)
{
	const char *slash = strrchr(job->path, '/');
	const char *name = slash ? slash + 1 : job->path;

	if (!job->content)
		return true;
	job->copy = memory_print("%s/%s", job->folder, name);
	job->quoted =
		memory_print("-I%.*s", slash ? (int)(slash - job->path + 1) : 1,
			     slash ? job->path : ".");
	if (file_write(job->copy, job->content))
		return true;
	text_print(problem, "cannot write '%s': %s", job->copy,
		   strerror(errno));
	return false;
}

static bool write_asked(struct job *job, struct text *problem)
{
	char *path = memory_print("%s/asked", job->folder);
	bool good = !job->asked || file_write(path, job->asked);

	if (!good)
		text_print(problem, "cannot write '%s': %s", path,
			   strerror(errno));
	else if (job->asked)
		job->plan = memory_print("-fplugin-arg-podium-plan=%s", path);
	free(path);
	return good;
}

/* Compile and read in the temporary folder of the job. */
static bool read_compiled(struct job *job, struct records *records,
			  struct text *problem)
{
	bool good;

	job->folder = scratch_open(problem);
	if (!job->folder)
		return false;
	job->object = memory_print("%s/loops.o", job->folder);
	good = write_copy(job, problem) && write_asked(job, problem) &&
	       compile(job, problem) &&
	       records_read(records, job->object, job->path, problem);
	free(job->object);
	free(job->plan);
	free(job->copy);
	free(job->quoted);
	scratch_free();
	return good;
}

static bool read_source(struct records *records, struct job *job,
			const char *gcc, struct text *problem)
{
	enum compiler_language language = compiler_language(job->path);
	bool good;

	if (records_kind(job->path, problem) == RECORDS_UNREADABLE)
		return false;
	job->fortran = language == COMPILER_FORTRAN;
	if (language == COMPILER_NO_LANGUAGE) {
		text_print(problem,
			   "'%s' is no source: its name does not end as those "
			   "of C, C++ or Fortran do",
			   job->path);
		return false;
	}
	job->command = compiler_command(gcc, language);
	if (!job->command) {
		text_print(problem, "'%s' does not name a GCC, like gcc-12",
			   gcc);
		return false;
	}
	good = find_plugin(job, problem) &&
	       read_compiled(job, records, problem);
	free(job->plugin);
	free(job->command);
	return good;
}

bool source_read(struct records *records, const char *path, const char *gcc,
		 char *const *flags, struct text *problem)
{
	struct job job = {.path = path, .flags = flags};

	return read_source(records, &job, gcc, problem);
}

bool source_read_text(struct records *records, const char *path,
		      const char *content, const char *gcc, char *const *flags,
		      struct text *problem)
{
	struct job job = {.path = path, .content = content, .flags = flags};

	return read_source(records, &job, gcc, problem);
}

bool source_plan(struct records *records, const char *path, const char *asked,
		 const char *gcc, char *const *flags, struct text *problem)
{
	struct job job = {.path = path, .asked = asked, .flags = flags};

	return read_source(records, &job, gcc, problem);
}

bool source_is(const char *path)
{
	return compiler_language(path) != COMPILER_NO_LANGUAGE;
}

const char *source_no_loops(const char *path)
{
	return source_is(path) ? "no loop that OpenMP shares out"
			       : "no records of loops; build with "
				 "$(podium cflags) -fopenmp";
}

bool source_read_any(struct records *records, const char *path, const char *gcc,
		     char *const *flags)
{
	struct text problem = {0};
	bool good = source_is(path)
			    ? source_read(records, path, gcc, flags, &problem)
			    : records_read(records, path, path, &problem);

	if (problem.length)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	return good;
}
