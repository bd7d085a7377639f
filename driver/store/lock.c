/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lock of a store. The file names machine and process, for people and for
 * other machines; on this machine flock(2) on it decides, as the kernel drops
 * that lock with the process.
 */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

struct lock {
	char *path;
	int file;
};

/* The writer of the lock file: empty and 0 for an empty file. */
struct holder {
	char host[256];
	long process;
};

/* Beside the store itself, not beside a symbolic link to it. */
static char *lock_path(const char *store)
{
	char *real = realpath(store, NULL);
	char *path = memory_print("%s-lock", real ? real : store);

	free(real);
	return path;
}

static struct holder read_holder(int file)
{
	struct holder holder = {"", 0};
	char line[300];
	ssize_t length = pread(file, line, sizeof(line) - 1, 0);

	line[length > 0 ? length : 0] = '\0';
	sscanf(line, "%255s %ld", holder.host, &holder.process);
	return holder;
}

static bool is_elsewhere(const struct holder *holder)
{
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	return *holder->host && strcmp(holder->host, host) != 0;
}

static bool write_holder(int file)
{
	char host[256] = "", line[300];
	int length;

	gethostname(host, sizeof(host) - 1);
	length = snprintf(line, sizeof(line), "%s %ld\n", host, (long)getpid());
	return ftruncate(file, 0) == 0 &&
	       pwrite(file, line, (size_t)length, 0) == length &&
	       fsync(file) == 0;
}

/* Did the holder remove the file after this process had opened it? */
static bool is_removed(int file, const char *path)
{
	struct stat opened, named;

	return fstat(file, &opened) != 0 || stat(path, &named) != 0 ||
	       opened.st_ino != named.st_ino || opened.st_dev != named.st_dev;
}

static void explain_holder(const struct holder *holder, const char *path,
			   struct text *problem)
{
	struct text host = {0};

	text_add_safe(&host, holder->host);
	text_print(problem,
		   "another podium is tuning with this store, process %ld on "
		   "'%s', as '%s' says; wait for it, or name another one with "
		   "--store",
		   holder->process, text_string(&host), path);
	if (is_elsewhere(holder))
		text_add(problem, "; if no podium runs there any more, remove "
				  "that file");
	text_free(&host);
}

/* The file, open, locked and naming this process; -1 and a *problem. */
static int take(const char *path, struct text *problem)
{
	int file;

	do {
		struct holder holder;

		file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		if (file < 0)
			break;
		holder = read_holder(file);
		if (is_elsewhere(&holder) ||
		    (flock(file, LOCK_EX | LOCK_NB) != 0 &&
		     errno == EWOULDBLOCK)) {
			explain_holder(&holder, path, problem);
			close(file);
			return -1;
		}
	} while (is_removed(file, path) && close(file) == 0);
	if (file >= 0 && write_holder(file))
		return file;
	text_print(problem,
		   "cannot write '%s': %s; name another one with "
		   "--store",
		   path, strerror(errno));
	if (file >= 0) {
		unlink(path);
		close(file);
	}
	return -1;
}

struct lock *lock_take(const char *path, struct text *problem)
{
	struct lock *lock = memory_grow(NULL, 1, sizeof(*lock));

	lock->path = lock_path(path);
	lock->file = take(lock->path, problem);
	if (lock->file >= 0)
		return lock;
	free(lock->path);
	free(lock);
	return NULL;
}

void lock_release(struct lock *lock)
{
	if (!lock)
		return;
	unlink(lock->path);
	close(lock->file);
	free(lock->path);
	free(lock);
}

bool lock_is_held(const char *path)
{
	char *beside = lock_path(path);
	int file = open(beside, O_RDONLY | O_CLOEXEC);
	bool held = false;

	if (file >= 0) {
		struct holder holder = read_holder(file);

		held = is_elsewhere(&holder) ||
		       (flock(file, LOCK_SH | LOCK_NB) != 0 &&
			errno == EWOULDBLOCK);
		close(file);
	}
	free(beside);
	return held;
}
