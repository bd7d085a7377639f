/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the kernel says of this machine.
 */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static FILE *open_file(const char *path)
{
	const char *root = getenv("PODIUM_SYSTEM_ROOT");
	char *whole = memory_print("%s%s", root ? root : "", path);
	FILE *file = fopen(whole, "r");

	free(whole);
	return file;
}

/* The next line, without its newline; NULL at the end. */
static char *next_line(FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length = getline(&line, &size, file);

	if (length < 0) {
		free(line);
		return NULL;
	}
	line[strcspn(line, "\n")] = '\0';
	return line;
}

char *kernel_line(const char *path)
{
	FILE *file = open_file(path);
	char *line = file ? next_line(file) : NULL;

	if (file)
		fclose(file);
	return line;
}

/* The value of "KEY: value", or NULL. */
static const char *value_of(const char *line, const char *key)
{
	size_t length = strlen(key);

	if (strncmp(line, key, length) != 0)
		return NULL;
	line += length;
	line += strspn(line, " \t");
	return *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

char *kernel_value(const char *path, const char *key)
{
	FILE *file = open_file(path);
	char *found = NULL;
	char *line;

	if (!file)
		return NULL;
	while (!found && (line = next_line(file))) {
		if (value_of(line, key))
			found = memory_string(value_of(line, key));
		free(line);
	}
	fclose(file);
	return found;
}

unsigned kernel_count(const char *list)
{
	unsigned count = 0;
	unsigned first, last;
	int length;

	while (sscanf(list, "%u%n", &first, &length) == 1) {
		list += length;
		last = first;
		if (sscanf(list, "-%u%n", &last, &length) == 1)
			list += length;
		if (last < first)
			return 0;
		count += last - first + 1;
		list += *list == ',';
	}
	return count;
}

/* "200000 100000": microseconds of time in each period; or "max 100000". */
static double quota_of(const char *folder)
{
	char *path = memory_print("/sys/fs/cgroup%s/cpu.max", folder);
	char *line = kernel_line(path);
	double quota = 0, period = 0;

	if (!line || sscanf(line, "%lf %lf", &quota, &period) != 2 ||
	    period <= 0)
		quota = period = 0;
	free(line);
	free(path);
	return period > 0 ? quota / period : 0;
}

/* Version 2 of control groups: a limit of any group above counts as well. */
double kernel_quota(void)
{
	char *folder = kernel_value("/proc/self/cgroup", "0:");
	double least = quota_of("");
	char *slash;

	while (folder && (slash = strrchr(folder, '/'))) {
		double quota = quota_of(folder);

		if (quota > 0 && (least == 0 || quota < least))
			least = quota;
		*slash = '\0';
	}
	free(folder);
	return least;
}
