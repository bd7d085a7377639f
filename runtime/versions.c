/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file $PODIUM_VERSIONS; see versions.h. A line is ID<TAB>NUMBER, where ID
 * is FUNCTION#N, FILE:FUNCTION#N or * for all other loops.
 */
#include "runtime/versions.h"
#include "runtime/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct line {
	const char *site;
	unsigned number;   /* of the line in the file */
	unsigned version;  /* 32: none is named so */
	const char *fault; /* NULL: obeyed */
};

static const char no_loop[] = "no such loop in the program";
static const char no_version[] = "the loop has no such version, it ran as "
				 "written";

static const char *path;
static bool fixed, unreadable;
static bool met; /* the program has loops */
static pid_t owner;
static struct line *lines;
static unsigned line_count;

/* ---- messages ---- */

static void say(const char *text)
{
	ssize_t ignored = write(2, text, strlen(text));

	(void)ignored;
}

static void say_of(const struct line *line)
{
	char digits[16];
	char *at = digits + sizeof(digits) - 1;

	*at = '\0';
	for (unsigned rest = line->number; rest > 0; rest /= 10)
		*--at = (char)('0' + rest % 10);
	say("podium: ");
	say(path);
	say(":");
	say(at);
	say(": ");
	say(line->site);
	say(": ");
	say(line->fault);
	say("\n");
}

/* A program that starts others may have no loops; a child of a fork has those
   of its parent, who tells. */
void versions_tell(void)
{
	if (!met || getpid() != owner)
		return;
	if (unreadable) {
		say("podium: cannot read '");
		say(path);
		say("': all loops ran as written\n");
	}
	for (unsigned i = 0; i < line_count; i++)
		if (lines[i].fault)
			say_of(&lines[i]);
}

/* ---- the file ---- */

static char *read_whole(int file)
{
	struct stat status;
	size_t done = 0;
	ssize_t part = 1;
	char *text;

	if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
	    !(text = thread_memory((size_t)status.st_size + 1)))
		return NULL;
	while (done < (size_t)status.st_size && part > 0) {
		part = read(file, text + done, (size_t)status.st_size - done);
		done += part > 0 ? (size_t)part : 0;
	}
	return part < 0 ? NULL : text;
}

static void read_line(char *text, unsigned number)
{
	struct line *line = &lines[line_count];
	char *tab = strchr(text, '\t');
	unsigned long version = 0;
	char *end = text;

	if (!*text)
		return;
	if (tab && tab[1] >= '0' && tab[1] <= '9')
		version = strtoul(tab + 1, &end, 10);
	line->site = text;
	line->number = number;
	line->version = version < 32 ? (unsigned)version : 32;
	line->fault = no_loop;
	if (!tab || end == text || *end) {
		line->fault = "expected a loop, a tab and a number";
		line->version = 0;
	}
	if (tab)
		*tab = '\0';
	/* no message is due where some loops have no such version */
	if (strcmp(text, "*") == 0 && line->fault == no_loop)
		line->fault = NULL;
	line_count++;
}

static void read_lines(char *text)
{
	unsigned number = 1;

	for (const char *c = text; *c; c++)
		number += *c == '\n';
	lines = thread_memory(number * sizeof(*lines));
	number = 1;
	while (lines && text) {
		char *end = strchr(text, '\n');

		if (end)
			*end++ = '\0';
		read_line(text, number++);
		text = end;
	}
}

void versions_begin(void)
{
	int file;
	char *text;

	path = getenv("PODIUM_VERSIONS");
	if (!path || !*path)
		return;
	fixed = true;
	owner = getpid();
	file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	text = file >= 0 ? read_whole(file) : NULL;
	unreadable = !text;
	if (text)
		read_lines(text);
	if (file >= 0)
		close(file);
}

bool versions_are_fixed(void)
{
	return fixed;
}

/* ---- loops ---- */

/* How much a line says of the loop: 3 for its file and function, 1 for "*", 0:
   nothing. */
static int names(const struct line *line, const char *file, const char *id)
{
	size_t length = strlen(file);

	if (strcmp(line->site, "*") == 0)
		return 1;
	if (strcmp(line->site, id) == 0)
		return 2;
	return strncmp(line->site, file, length) == 0 &&
			       line->site[length] == ':' &&
			       strcmp(line->site + length + 1, id) == 0
		       ? 3
		       : 0;
}

/* A line with another fault than these cannot be read. */
unsigned versions_of(const char *file, const char *id, unsigned exist)
{
	struct line *best = NULL;
	int most = 0;

	met = true;
	for (unsigned i = 0; i < line_count; i++) {
		struct line *line = &lines[i];
		int more = names(line, file, id);

		if (line->fault == no_loop && more)
			line->fault = NULL;
		if (more >= most && more) {
			most = more;
			best = line;
		}
	}
	if (!best)
		return 0;
	if (best->version < 32 && exist & 1u << best->version)
		return best->version;
	if (most > 1 && !best->fault)
		best->fault = no_version;
	return 0;
}
