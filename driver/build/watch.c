/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Notes the compilers, archivers and linkers of a build: a library that
 * `podium tune` preloads into it. A folder of shims first on PATH would do for
 * make, but what cmake and libtool look up there they write into the user's
 * tree for good, and it misses compilers that are called by absolute path.
 *
 * PODIUM_WATCH_LOG names the log; a line of JSON is added for each tool.
 * PODIUM_WATCH_FLAGS, for builds in a copy, are flags added to every compiler.
 * The tool itself then runs as if nothing had been: what it starts in turn is
 * not watched.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/letter.h"

extern char **environ;

/* Letters beyond this are not logged: no command of that length starts. */
#define LONGEST ((size_t)8 << 20)

struct line {
	char *bytes;
	size_t length, size;
	bool bad; /* out of memory */
};

static const char *const compilers[] = {"gcc", "cc",  "g++", "c++", "gfortran",
					"f95", "c99", "c89", "f77", NULL};
static const char *const others[] = {"ar",     "gcc-ar",  "ld",
				     "ld.bfd", "ld.gold", NULL};

/* Variables that change what a compiler does. */
static const char *const variables[] = {
	"CPATH",	"C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
	"LIBRARY_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH",
	"LD_RUN_PATH",	"LC_ALL",	   "SOURCE_DATE_EPOCH",
	"GNUTARGET",	"LDEMULATION",	   NULL};

/* ---- which tool ---- */

/*
 * "gcc" of "x86_64-linux-gnu-gcc-12": true if it is the name of one. Not what
 * a compiler starts, though "cc1" looks like a cc of version 1.
 */
static bool is_named(const char *program, const char *name)
{
	size_t length = strlen(name);

	if (strcmp(program, "cc1") == 0)
		return false;
	for (const char *at = program; (at = strstr(at, name)); at++) {
		const char *rest = at + length;

		if (at != program && at[-1] != '-')
			continue;
		if (*rest == '-')
			rest++;
		if (rest[strspn(rest, "0123456789.")] == '\0')
			return true;
	}
	return false;
}

static bool is_among(const char *program, const char *const *names)
{
	for (; *names; names++)
		if (is_named(program, *names))
			return true;
	return false;
}

/* ---- the line ---- */

static void add(struct line *line, const char *bytes, size_t length)
{
	char *grown;

	if (line->length + length > line->size) {
		line->size = 2 * (line->length + length);
		grown = line->size > LONGEST ? NULL
					     : realloc(line->bytes, line->size);
		line->bad = line->bad || !grown;
		if (line->bad)
			return;
		line->bytes = grown;
	}
	memcpy(line->bytes + line->length, bytes, length);
	line->length += length;
}

static void add_words(struct line *line, const char *words)
{
	if (!line->bad)
		add(line, words, strlen(words));
}

/* JSON knows letters of UTF-8 alone. */
static void add_letters(struct line *line, const char *string)
{
	char code[8];

	while (*string && !line->bad) {
		unsigned char byte = (unsigned char)*string;
		size_t length = letter_length(string, LETTER_MOST);

		if (length == 0) {
			letter_of_byte(byte, code);
			add(line, code, LETTER_BYTES);
		} else if (byte < ' ' || byte == '"' || byte == '\\') {
			snprintf(code, sizeof(code), "\\u%04x", byte);
			add_words(line, code);
		} else {
			add(line, string, length);
		}
		string += length ? length : 1;
	}
}

static void add_string(struct line *line, const char *string)
{
	add_words(line, "\"");
	add_letters(line, string);
	add_words(line, "\"");
}

static void add_environment(struct line *line)
{
	bool any = false;

	add_words(line, ",\"env\":{");
	for (const char *const *name = variables; *name; name++) {
		const char *value = getenv(*name);

		if (!value)
			continue;
		add_words(line, any ? "," : "");
		add_string(line, *name);
		add_words(line, ":");
		add_string(line, value);
		any = true;
	}
	add_words(line, "}");
}

static void add_file(struct line *line, const char *path)
{
	struct line content = {0};
	char bytes[4096];
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	while (descriptor >= 0 && !content.bad &&
	       (length = read(descriptor, bytes, sizeof(bytes))) > 0)
		add(&content, bytes, (size_t)length);
	if (!content.bad)
		add(&content, "", 1);
	line->bad = line->bad || content.bad;
	add_string(line, content.bad ? "" : content.bytes);
	free(content.bytes);
	if (descriptor >= 0)
		close(descriptor);
}

/* Builds take away the files that their "@FILE" named. */
static void add_files(struct line *line, char **arguments)
{
	bool any = false;

	add_words(line, "],\"files\":{");
	for (int i = 1; arguments[i]; i++) {
		if (arguments[i][0] != '@')
			continue;
		add_words(line, any ? "," : "");
		add_string(line, arguments[i]);
		add_words(line, ":");
		add_file(line, arguments[i] + 1);
		any = true;
	}
	add_words(line, "}");
}

static void compose(struct line *line, const char *program, char **arguments)
{
	char folder[PATH_MAX];

	add_words(line, "{\"cwd\":");
	add_string(line, getcwd(folder, sizeof(folder)) ? folder : "");
	add_words(line, ",\"exe\":");
	add_string(line, program);
	add_environment(line);
	add_words(line, ",\"argv\":[");
	for (int i = 0; arguments[i]; i++) {
		add_words(line, i ? "," : "");
		add_string(line, arguments[i]);
	}
	add_files(line, arguments);
	add_words(line, "}\n");
}

/* One write: lines of a parallel build do not mix. */
static void note(const char *log, const char *program, char **arguments)
{
	struct line line = {0};
	int descriptor = open(log, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (descriptor < 0)
		return;
	compose(&line, program, arguments);
	if (!line.bad && write(descriptor, line.bytes, line.length) < 0)
		line.bad = true; /* a build goes on without its log */
	free(line.bytes);
	close(descriptor);
}

/* ---- more flags ---- */

/* Start the compiler once more with the flags, words between newlines. */
static void start_again(const char *program, char **arguments,
			const char *flags)
{
	size_t count = 0, most = 2;
	char *words = strdup(flags);
	char **list;

	while (arguments[count])
		count++;
	for (const char *at = flags; *at; at++)
		most += *at == '\n';
	list = malloc((count + most + 1) * sizeof(*list));
	if (!list || !words)
		return;
	memcpy(list, arguments, count * sizeof(*list));
	for (char *word = strtok(words, "\n"); word; word = strtok(NULL, "\n"))
		list[count++] = word;
	list[count] = NULL;
	execve(program, list, environ);
}

/* ---- the beginning of every program of the build ---- */

/* What the tool starts gets the environment that the user gave. */
static void stop_watching(void)
{
	const char *users = getenv("PODIUM_WATCH_PRELOAD");

	if (users && *users)
		setenv("LD_PRELOAD", users, 1);
	else
		unsetenv("LD_PRELOAD");
	unsetenv("PODIUM_WATCH_PRELOAD");
	unsetenv("PODIUM_WATCH_LOG");
	unsetenv("PODIUM_WATCH_FLAGS");
}

/* By its own name or, behind a link of another one, by that of the file. */
static bool is_one(const char *program, const char *const *names)
{
	const char *slash = strrchr(program, '/');

	return is_among(program_invocation_short_name, names) ||
	       is_among(slash ? slash + 1 : program, names);
}

__attribute__((constructor)) static void watch(int count, char **arguments)
{
	const char *log = getenv("PODIUM_WATCH_LOG");
	const char *flags = getenv("PODIUM_WATCH_FLAGS");
	char program[PATH_MAX];
	ssize_t length;

	if (count < 1 || (!log && !flags))
		return;
	length = readlink("/proc/self/exe", program, sizeof(program) - 1);
	program[length > 0 ? length : 0] = '\0';
	if (!is_one(program, compilers) && !is_one(program, others))
		return;
	if (log)
		note(log, program, arguments);
	if (!flags || !is_one(program, compilers)) {
		stop_watching();
		return;
	}
	flags = strdup(flags);
	stop_watching();
	if (flags)
		start_again(program, arguments, flags);
}
