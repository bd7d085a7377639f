/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A data base on a network file system.
 */
#include "shared.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "base/text.h"
#include "lease.h"

/* A file that was exchanged while it was read is read again, so often. */
#define ATTEMPTS 5

struct shared {
	char *path; /* behind links, which stay */
	char *copy;
	struct lease *lease; /* NULL: for reading */
};

/* ---- where it is ---- */

/* File systems of one machine alone, as statfs(2) calls them; all others may
   be seen by several. */
static const unsigned long local[] = {
	0xef53,	    /* ext2, ext3, ext4 */
	0x58465342, /* xfs */
	0x9123683e, /* btrfs */
	0x01021994, /* tmpfs */
	0x858458f6, /* ramfs */
	0x794c7630, /* overlayfs */
	0x2fc12fc1, /* zfs */
	0xf2f52010, /* f2fs */
	0xca451a4e, /* bcachefs */
	0x4d44,	    /* fat */
	0x3153464a, /* jfs */
	0x52654973, /* reiserfs */
};

bool shared_is_needed(const char *path)
{
	char *copy = memory_string(path);
	struct statfs status;
	bool known = statfs(path, &status) == 0 ||
		     statfs(dirname(copy), &status) == 0;
	bool needed = known;

	free(copy);
	for (size_t i = 0; i < sizeof(local) / sizeof(local[0]); i++)
		if (known && (unsigned long)status.f_type == local[i])
			needed = false;
	return needed || getenv("PODIUM_TEST_NETWORK");
}

/* ---- the copy ---- */

static bool copy_file(const char *from, const char *to)
{
	int attempt = 0;

	while (!file_copy(from, to))
		if (errno != ESTALE || ++attempt == ATTEMPTS)
			return false;
	return true;
}

/* With the log of a writer that had it on a file system of one machine, or
   that trusted this one: SQLite puts it in as it opens the copy. */
static bool fetch(const struct shared *shared, struct text *problem)
{
	char *log = memory_print("%s-wal", shared->path);
	char *copy = memory_print("%s-wal", shared->copy);
	bool good = access(shared->path, F_OK) != 0 ||
		    (copy_file(shared->path, shared->copy) &&
		     (access(log, F_OK) != 0 || copy_file(log, copy)));

	if (!good)
		text_print(problem, "cannot copy '%s' to '%s': %s",
			   shared->path, shared->copy, strerror(errno));
	free(log);
	free(copy);
	return good;
}

struct shared *shared_open(const char *path, bool writing, struct text *problem)
{
	struct shared *shared = memory_grow(NULL, 1, sizeof(*shared));
	char *real = realpath(path, NULL);
	const char *folder = scratch_open(problem);

	*shared = (struct shared){
		.path = real ? real : memory_string(path),
		.copy = folder ? memory_print("%s/store.db", folder) : NULL};
	if (folder && writing)
		shared->lease = lease_take(shared->path, problem);
	if (folder && (shared->lease || !writing) && fetch(shared, problem))
		return shared;
	shared_close(shared);
	return NULL;
}

const char *shared_copy(const struct shared *shared)
{
	return shared->copy;
}

/* ---- the exchange ---- */

static bool is_on_disk(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	bool good = file >= 0 && fsync(file) == 0;

	if (file >= 0)
		close(file);
	return good;
}

/* What such a log held is in the copy. */
static void remove_logs(const struct shared *shared)
{
	static const char *const endings[] = {"-wal", "-shm"};

	for (int i = 0; i < 2; i++) {
		char *log = memory_print("%s%s", shared->path, endings[i]);

		unlink(log);
		free(log);
	}
}

bool shared_publish(struct shared *shared, struct text *problem)
{
	char *other = lease_name(shared->lease, shared->path);
	bool made = file_copy(shared->copy, other) && is_on_disk(other);
	int error = errno;
	bool held = lease_holds(shared->lease);
	bool good = made && held && rename(other, shared->path) == 0;

	if (made)
		error = errno;
	if (good)
		remove_logs(shared);
	else if (!held)
		text_print(problem,
			   "another podium has taken '%s', as this one had "
			   "stopped for long; what was measured before is "
			   "kept; start again when that one has ended",
			   shared->path);
	else
		text_print(problem,
			   "cannot write '%s': %s; make room, or name another "
			   "one with --store",
			   shared->path, strerror(error));
	if (!good)
		unlink(other);
	free(other);
	return good;
}

bool shared_is_busy(const char *path)
{
	char *real = realpath(path, NULL);
	bool busy = lease_is_taken(real ? real : path);

	free(real);
	return busy;
}

void shared_close(struct shared *shared)
{
	if (!shared)
		return;
	lease_free(shared->lease);
	if (shared->copy) {
		unlink(shared->copy);
		scratch_free();
	}
	free(shared->copy);
	free(shared->path);
	free(shared);
}
