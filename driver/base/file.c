/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole files and folders.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digest.h"
#include "memory.h"
#include "text.h"

bool file_read(const char *path, struct text *content)
{
	char buffer[65536];
	FILE *file = fopen(path, "rb");
	size_t length;
	bool good;
	int error;

	if (!file)
		return false;
	while ((length = fread(buffer, 1, sizeof(buffer), file)) > 0)
		text_add_bytes(content, buffer, length);
	good = !ferror(file);
	error = errno;
	fclose(file);
	errno = error;
	return good;
}

static char *temporary_name(const char *path)
{
	return memory_print("%s.%ld", path, (long)getpid());
}

bool file_can_write(const char *path)
{
	char *temporary = temporary_name(path);
	FILE *file = fopen(temporary, "wb");
	bool good = file != NULL;

	if (file) {
		fclose(file);
		unlink(temporary);
	}
	free(temporary);
	return good;
}

bool file_write(const char *path, const char *content)
{
	char *temporary = temporary_name(path);
	FILE *file = fopen(temporary, "wb");
	bool good = file && fputs(content, file) >= 0 && fflush(file) == 0 &&
		    fsync(fileno(file)) == 0;
	int error = errno;

	if (file && fclose(file) != 0 && good) {
		good = false;
		error = errno;
	}
	if (good && rename(temporary, path) != 0) {
		good = false;
		error = errno;
	}
	if (!good && file)
		unlink(temporary);
	free(temporary);
	errno = error;
	return good;
}

bool file_digest(const char *path, uint64_t *digest)
{
	struct text content = {0};
	bool good = file_read(path, &content);

	if (good)
		*digest = digest_bytes(text_string(&content), content.length);
	text_free(&content);
	return good;
}

static bool write_all(int descriptor, const struct text *content)
{
	size_t done = 0;

	while (done < content->length) {
		ssize_t length = write(descriptor, content->bytes + done,
				       content->length - done);

		if (length < 0 && errno != EINTR)
			return false;
		done += length > 0 ? (size_t)length : 0;
	}
	return true;
}

bool file_copy(const char *from, const char *to)
{
	struct text content = {0};
	struct stat status;
	int descriptor = -1;
	bool good = file_read(from, &content) && stat(from, &status) == 0;

	if (good)
		descriptor = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
				  status.st_mode & 0777);
	good = descriptor >= 0 && write_all(descriptor, &content);
	if (descriptor >= 0 && close(descriptor) != 0)
		good = false;
	text_free(&content);
	return good;
}

static int by_name(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Links are not followed; FTS_XDEV is not to go into what is mounted. */
static FTS *open_tree(const char *path, int options)
{
	char *roots[] = {(char *)path, NULL};

	return fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | options, NULL);
}

struct file_list file_list(const char *path)
{
	FTS *tree = open_tree(path, FTS_XDEV);
	struct file_list list = {0};
	FTSENT *entry;

	while (tree && (entry = fts_read(tree))) {
		if (entry->fts_info == FTS_D || entry->fts_info == FTS_DP)
			continue;
		list.paths = memory_grow(list.paths, list.count + 1,
					 sizeof(*list.paths));
		list.paths[list.count++] = memory_string(entry->fts_path);
	}
	if (tree)
		fts_close(tree);
	if (list.count > 0)
		qsort(list.paths, list.count, sizeof(*list.paths), by_name);
	return list;
}

void file_list_free(struct file_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->paths[i]);
	free(list->paths);
	*list = (struct file_list){0};
}

double file_tree_bytes(const char *path)
{
	FTS *tree = open_tree(path, 0);
	double bytes = 0;
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)))
		if (entry->fts_info == FTS_F)
			bytes += (double)entry->fts_statp->st_size;
	if (tree)
		fts_close(tree);
	return bytes;
}

/* What is in a folder can be removed by whom it lets write. */
static void open_folder(const FTSENT *folder)
{
	if ((folder->fts_statp->st_mode & S_IRWXU) != S_IRWXU)
		chmod(folder->fts_accpath, S_IRWXU);
}

void file_remove_tree(const char *path)
{
	FTS *tree = open_tree(path, FTS_XDEV);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)))
		if (entry->fts_info == FTS_D)
			open_folder(entry);
		else
			remove(entry->fts_accpath);
	if (tree)
		fts_close(tree);
}

bool file_make_folders(const char *path)
{
	char *copy = memory_string(path);
	bool good = true;

	for (char *slash = strchr(copy + 1, '/'); slash && good;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		good = mkdir(copy, 0777) == 0 || errno == EEXIST;
		*slash = '/';
	}
	good = good && (mkdir(copy, 0777) == 0 || errno == EEXIST);
	free(copy);
	return good;
}
