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

/* The next range of a list as "0-3,8"; the list goes on behind it. */
static bool take_range(const char **list, unsigned *first, unsigned *last)
{
	int length;

	if (sscanf(*list, "%u%n", first, &length) != 1)
		return false;
	*list += length;
	*last = *first;
	if (sscanf(*list, "-%u%n", last, &length) == 1)
		*list += length;
	*list += **list == ',';
	return true;
}

unsigned kernel_count(const char *list)
{
	unsigned count = 0;
	unsigned first, last;

	while (take_range(&list, &first, &last)) {
		if (last < first)
			return 0;
		count += last - first + 1;
	}
	return count;
}

/* Takes the words. */
static double number_of(char *words)
{
	double number = words ? atof(words) : 0;

	free(words);
	return number;
}

double kernel_load(void)
{
	return number_of(kernel_line("/proc/loadavg"));
}

double kernel_mhz(void)
{
	return number_of(kernel_value("/proc/cpuinfo", "cpu MHz"));
}

/* ---- control groups, version 2 ---- */

/* What a file of a group says, 0 where it says nothing or "max". */
typedef double limit_of(const char *folder);

static char *group_line(const char *folder, const char *file)
{
	char *path = memory_print("/sys/fs/cgroup%s/%s", folder, file);
	char *line = kernel_line(path);

	free(path);
	return line;
}

/* "200000 100000": microseconds of time in each period; or "max 100000". */
static double quota_of(const char *folder)
{
	char *line = group_line(folder, "cpu.max");
	double quota = 0, period = 0;

	if (!line || sscanf(line, "%lf %lf", &quota, &period) != 2 ||
	    period <= 0)
		quota = period = 0;
	free(line);
	return period > 0 ? quota / period : 0;
}

static double memory_of(const char *folder)
{
	return number_of(group_line(folder, "memory.max"));
}

/* A limit of any group above this process's counts as well. */
static double least_of(limit_of *limit)
{
	char *folder = kernel_value("/proc/self/cgroup", "0:");
	double least = limit("");
	char *slash;

	while (folder && (slash = strrchr(folder, '/'))) {
		double one = limit(folder);

		if (one > 0 && (least == 0 || one < least))
			least = one;
		*slash = '\0';
	}
	free(folder);
	return least;
}

double kernel_quota(void)
{
	return least_of(quota_of);
}

double kernel_memory(void)
{
	double bytes =
		1024 * number_of(kernel_value("/proc/meminfo", "MemTotal"));
	double least = least_of(memory_of);

	return least > 0 && (least < bytes || bytes == 0) ? least : bytes;
}
