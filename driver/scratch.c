/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A temporary folder that does not outlive podium.
 */
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file.h"
#include "memory.h"
#include "process.h"
#include "text.h"

/* A name that no other folder has by chance: such folders are removed. */
#define NAME "podium-run."
#define LETTERS 6 /* that follow it */

/* With less than that what fails there says nothing: bytes. */
#define LEAST_ROOM 4194304.

static char *folder;
static int lock = -1;

const char *scratch_parent(void)
{
	const char *parent = getenv("TMPDIR");

	return parent && *parent ? parent : "/tmp";
}

/*
 * The folder itself is locked while its podium, or what it runs, lives. "how"
 * is LOCK_NB not to wait for that.
 */
static int take_lock(const char *path, int how)
{
	int held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

	if (held >= 0 && flock(held, LOCK_EX | how) == 0)
		return held;
	if (held >= 0)
		close(held);
	return -1;
}

static bool is_ours(const char *path)
{
	struct stat status;

	return strlen(strrchr(path, '/') + 1) == strlen(NAME) + LETTERS &&
	       lstat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
	       status.st_uid == geteuid();
}

static void remove_if_stale(const char *path)
{
	int held = is_ours(path) ? take_lock(path, LOCK_NB) : -1;

	if (held < 0)
		return;
	file_remove_tree(path);
	close(held);
}

/* Folders of podiums that were killed. Others may do the same: no matter. */
static void remove_stale(void)
{
	char *pattern = memory_print("%s/" NAME "*", scratch_parent());
	glob_t found = {0};

	if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++)
			remove_if_stale(found.gl_pathv[i]);
	globfree(&found);
	free(pattern);
}

/* What another podium takes for stale before it is locked is made again. */
static char *make_folder(const char *parent)
{
	for (;;) {
		char *path = memory_print("%s/" NAME "XXXXXX", parent);

		if (!mkdtemp(path)) {
			free(path);
			return NULL;
		}
		lock = take_lock(path, 0);
		if (access(path, F_OK) == 0)
			return path;
		if (lock >= 0)
			close(lock);
		free(path);
	}
}

const char *scratch_new(void)
{
	static bool registered;
	char *parent = realpath(scratch_parent(), NULL);

	if (!registered)
		atexit(scratch_free);
	registered = true;
	remove_stale();
	process_watch_signals();
	folder = make_folder(parent ? parent : scratch_parent());
	if (!folder)
		process_unwatch_signals();
	free(parent);
	return folder;
}

static bool is_full(void)
{
	struct statvfs status;

	if (!folder || statvfs(folder, &status) != 0)
		return false;
	return (double)status.f_bavail * (double)status.f_frsize < LEAST_ROOM ||
	       (status.f_files > 0 && status.f_favail == 0);
}

bool scratch_lacks_room(const char *why, struct text *problem)
{
	if (!is_full() && !strstr(why, strerror(ENOSPC)))
		return false;
	text_print(problem,
		   "no room is left in '%s'; make some, or set TMPDIR to "
		   "another folder, and start again",
		   scratch_parent());
	return true;
}

char *scratch_preload(char *library)
{
	char *copy;

	if (!strpbrk(library, " :") || !folder)
		return library;
	copy = memory_print("%s%s", folder, strrchr(library, '/'));
	file_copy(library, copy);
	free(library);
	return copy;
}

void scratch_free(void)
{
	if (!folder)
		return;
	file_remove_tree(folder);
	if (lock >= 0)
		close(lock);
	lock = -1;
	free(folder);
	folder = NULL;
	process_unwatch_signals();
}
