/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A temporary folder that does not outlive podium.
 */
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "process.h"

static char *folder;

const char *scratch_parent(void)
{
	const char *parent = getenv("TMPDIR");

	return parent && *parent ? parent : "/tmp";
}

const char *scratch_new(void)
{
	static bool registered;
	char *path = memory_print("%s/podium-XXXXXX", scratch_parent());

	if (!registered)
		atexit(scratch_free);
	registered = true;
	process_watch_signals();
	if (!mkdtemp(path)) {
		process_unwatch_signals();
		free(path);
		return NULL;
	}
	folder = path;
	return folder;
}

static void remove_files(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			unlinkat(dirfd(directory), entry->d_name, 0);
	closedir(directory);
}

void scratch_free(void)
{
	if (!folder)
		return;
	remove_files(folder);
	rmdir(folder);
	free(folder);
	folder = NULL;
	process_unwatch_signals();
}
