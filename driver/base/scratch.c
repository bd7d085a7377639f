/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A temporary folder that does not outlive podium.
 */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

#define NAME "podium-run."
#define LETTERS 6 /* that follow it */

/* In a folder of that name: who made it, and what it was made for. */
#define OWNER "owner"
#define INSIDE "in"
#define OWNER_LINE "podium-run 1"
#define OWNER_LONGEST 1024 /* bytes */

/* With less than that what fails there says nothing: bytes. */
#define LEAST_ROOM 4194304.

static char *outer;  /* podium-run.XXXXXX */
static char *folder; /* what is in it for use */
static int users;    /* that have opened it and not freed it */
static int lock = -1;
static char *shared; /* its parent, where other machines see it */

void scratch_share(const char *parent)
{
	free(shared);
	shared = memory_string(parent);
}

const char *scratch_parent(void)
{
	const char *parent = shared ? shared : getenv("TMPDIR");

	return parent && *parent ? parent : "/tmp";
}

/* ---- whose a folder is ---- */

static bool read_start(const char *path, struct text *content)
{
	char bytes[OWNER_LONGEST];
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	ssize_t length = file >= 0 ? read(file, bytes, sizeof(bytes)) : -1;

	if (length > 0)
		text_add_bytes(content, bytes, (size_t)length);
	if (file >= 0)
		close(file);
	return length > 0;
}

/* When a process was started, in ticks since the boot; 0 if there is none. */
static unsigned long long start_of(long process)
{
	char *path = memory_print("/proc/%ld/stat", process);
	struct text line = {0};
	unsigned long long start = 0;
	const char *at = NULL;

	if (read_start(path, &line))
		at = strrchr(text_string(&line), ')');
	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	if (at)
		start = strtoull(at + 1, NULL, 10);
	text_free(&line);
	free(path);
	return start;
}

/* Lines that say on which machine and since which boot. */
static void add_here(struct text *words)
{
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	text_print(words, OWNER_LINE "\nhost %s\nboot ", host);
	if (!read_start("/proc/sys/kernel/random/boot_id", words))
		text_add(words, "?\n");
}

static bool write_owner(const char *path)
{
	char *name = memory_print("%s/" OWNER, path);
	struct text words = {0};
	FILE *file = fopen(name, "wx");
	bool good;

	add_here(&words);
	text_print(&words, "process %ld %llu\n", (long)getpid(),
		   start_of((long)getpid()));
	good = file && fputs(text_string(&words), file) >= 0;
	if (file && fclose(file) != 0)
		good = false;
	text_free(&words);
	free(name);
	return good;
}

/*
 * True if a podium of this machine and boot has made the folder, and does not
 * live any more. Of others nothing is known.
 */
static bool is_left(const char *path)
{
	char *name = memory_print("%s/" OWNER, path);
	struct text here = {0}, words = {0};
	unsigned long long start;
	bool left = false;
	long process;

	add_here(&here);
	if (read_start(name, &words) && words.length > here.length &&
	    strncmp(text_string(&words), text_string(&here), here.length) ==
		    0 &&
	    sscanf(text_string(&words) + here.length, "process %ld %llu\n",
		   &process, &start) == 2)
		left = start > 0 && start_of(process) != start;
	text_free(&words);
	text_free(&here);
	free(name);
	return left;
}

/* ---- folders of podiums that were killed ---- */

/*
 * The folder itself is locked while its podium, or what it runs, lives: a
 * process is not seen from another container. "how" is LOCK_NB not to wait.
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
	const char *name = strrchr(path, '/') + 1;
	struct stat status;

	return strncmp(name, NAME, strlen(NAME)) == 0 &&
	       strlen(name) == strlen(NAME) + LETTERS &&
	       lstat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
	       status.st_uid == geteuid() && is_left(path);
}

/* The word of the owner goes last: whatever stops this, the next goes on. */
static void remove_outer(const char *path)
{
	char *inside = memory_print("%s/" INSIDE, path);
	char *owner = memory_print("%s/" OWNER, path);

	file_remove_tree(inside);
	if (access(inside, F_OK) != 0)
		unlink(owner);
	rmdir(path);
	free(inside);
	free(owner);
}

static void remove_if_stale(const char *path)
{
	int held = take_lock(path, LOCK_NB);

	if (held < 0)
		return;
	remove_outer(path);
	close(held);
}

/* Others may do the same: no matter. */
static void remove_stale(void)
{
	DIR *parent = opendir(scratch_parent());
	struct dirent *entry;

	while (parent && (entry = readdir(parent))) {
		char *path =
			memory_print("%s/%s", scratch_parent(), entry->d_name);

		if (is_ours(path))
			remove_if_stale(path);
		free(path);
	}
	if (parent)
		closedir(parent);
}

/* ---- the folder ---- */

/* NULL with errno set, and nothing is left, if there is no room for it. */
static char *make_folder(const char *parent)
{
	char *path = memory_print("%s/" NAME "XXXXXX", parent);
	char *inside;
	int error;

	if (!mkdtemp(path)) {
		free(path);
		return NULL;
	}
	inside = memory_print("%s/" INSIDE, path);
	lock = take_lock(path, 0);
	if (write_owner(path) && mkdir(inside, 0700) == 0) {
		outer = path;
		return inside;
	}
	error = errno;
	remove_outer(path);
	close(lock);
	lock = -1;
	free(inside);
	free(path);
	errno = error;
	return NULL;
}

static void remove_folder(void)
{
	if (!folder)
		return;
	remove_outer(outer);
	if (lock >= 0)
		close(lock);
	lock = -1;
	free(outer);
	free(folder);
	outer = folder = NULL;
	process_unwatch_signals();
}

const char *scratch_new(void)
{
	static bool registered;
	char *parent;

	if (folder) {
		users++;
		return folder;
	}
	if (!registered)
		atexit(remove_folder);
	registered = true;
	parent = realpath(scratch_parent(), NULL);
	remove_stale();
	process_watch_signals();
	folder = make_folder(parent ? parent : scratch_parent());
	if (folder)
		users = 1;
	else
		process_unwatch_signals();
	free(parent);
	return folder;
}

const char *scratch_open(struct text *problem)
{
	if (!scratch_new())
		text_print(problem, "cannot make a folder in '%s': %s; %s",
			   scratch_parent(), strerror(errno),
			   shared ? "--store FILE names a file in another one"
				  : "set TMPDIR to one where that is possible");
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
		   "no room is left in '%s'; make some%s, and start again",
		   scratch_parent(),
		   shared ? "" : ", or set TMPDIR to another folder");
	return true;
}

char *scratch_preload(char *library)
{
	char *copy;

	if ((!shared && !strpbrk(library, " :")) || !folder)
		return library;
	copy = memory_print("%s%s", folder, strrchr(library, '/'));
	if (access(copy, R_OK) != 0)
		file_copy(library, copy);
	free(library);
	return copy;
}

void scratch_free(void)
{
	if (users == 0 || --users == 0)
		remove_folder();
}
