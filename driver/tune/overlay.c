/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layers over the current folder.
 */
#include "overlay.h"

#include <libgen.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "run/runner.h"

/* Runs of the original that may show whether layers do: results may differ
   in the first two for another reason. */
#define MOST_TRIALS 2

/* A run that writes more than so many bytes writes them at their place: files
   that it changes are copied first, and that takes time. */
#define MOST_WRITTEN 16777216.

/* Signs that have a meaning in the options of a mount. */
#define SIGNS ",:\\\""

/* ---- may there be layers? ---- */

/* Below a folder, or the folder itself. */
static bool is_in(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}

/* A layer would hide what is mounted in the folder. */
static bool has_mounts(const char *folder)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *mount;
	bool found = !mounts;

	while (mounts && !found && (mount = getmntent(mounts)))
		found = is_in(mount->mnt_dir, folder) &&
			strcmp(mount->mnt_dir, folder) != 0;
	if (mounts)
		endmntent(mounts);
	return found;
}

/* Where a run would lead them is not seen from outside of its layer. */
static bool has_links(const char *const *files)
{
	struct stat status;

	for (size_t i = 0; files && files[i]; i++)
		if (lstat(files[i], &status) == 0 && S_ISLNK(status.st_mode))
			return true;
	return false;
}

static bool is_possible(const struct overlay *overlay, const char *const *files)
{
	const char *folder = overlay->folder, *scratch = overlay->scratch;

	return folder && strcmp(folder, "/") != 0 && !strpbrk(folder, SIGNS) &&
	       !strpbrk(scratch, SIGNS) && !is_in(scratch, folder) &&
	       !has_mounts(folder) && !has_links(files);
}

/* ---- layers ---- */

static void remove_layer(struct overlay *overlay)
{
	if (overlay->layer)
		file_remove_tree(overlay->layer);
	free(overlay->layer);
	free(overlay->upper);
	free(overlay->work);
	overlay->layer = overlay->upper = overlay->work = NULL;
}

/*
 * Of another name each time: the kernel may be late to let go of the last. The
 * original may be asked while the files of a run are judged, which are copies
 * by then.
 */
static void make_layer(struct overlay *overlay)
{
	struct stat status;

	remove_layer(overlay);
	overlay->layer = memory_print("%s/layer-%zu", overlay->scratch,
				      overlay->count++);
	overlay->upper = memory_print("%s/upper", overlay->layer);
	overlay->work = memory_print("%s/work", overlay->layer);
	if (!file_make_folders(overlay->upper) ||
	    !file_make_folders(overlay->work) ||
	    stat(overlay->folder, &status) != 0 ||
	    chmod(overlay->upper, status.st_mode & 07777) != 0)
		remove_layer(overlay);
}

void overlay_begin(struct overlay *overlay, bool original)
{
	if (overlay->state == OVERLAY_FIRST && original)
		clock_gettime(CLOCK_REALTIME_COARSE, &overlay->since);
	if (overlay->state == OVERLAY_USED ||
	    (overlay->state == OVERLAY_READY && original))
		make_layer(overlay);
}

bool overlay_asks(const struct overlay *overlay)
{
	return overlay->state == OVERLAY_READY;
}

bool overlay_is_trial(const struct overlay *overlay)
{
	return overlay->state == OVERLAY_READY && overlay->layer;
}

static void give_up(struct overlay *overlay, const char *why)
{
	overlay->state = OVERLAY_OFF;
	message_warning("files that the program writes here are written by "
			"every run: %s",
			why);
}

void overlay_refuse(struct overlay *overlay, const struct runner_result *result)
{
	remove_layer(overlay);
	if (result->end == RUNNER_NOT_STARTED)
		give_up(overlay, "the system lets nothing be mounted over the "
				 "folder");
	else if (++overlay->trials == MOST_TRIALS)
		give_up(overlay, "it does not do the same in a copy of the "
				 "folder");
}

bool overlay_is_new(const struct overlay *overlay)
{
	return overlay->state == OVERLAY_FIRST;
}

void overlay_open(struct overlay *overlay, bool written,
		  const char *const *files)
{
	free(overlay->folder);
	overlay->folder = getcwd(NULL, 0);
	overlay->state = written && is_possible(overlay, files) ? OVERLAY_READY
								: OVERLAY_OFF;
}

void overlay_end(struct overlay *overlay, bool good)
{
	if (overlay_is_trial(overlay) && good) {
		overlay->state = OVERLAY_USED;
		if (file_tree_bytes(overlay->upper) > MOST_WRITTEN)
			give_up(overlay, "they are large");
	}
	remove_layer(overlay);
}

void overlay_put(const struct overlay *overlay, struct runner_job *job)
{
	if (!overlay->layer)
		return;
	job->covered = overlay->folder;
	job->upper = overlay->upper;
	job->work = overlay->work;
}

/* The path of the file in the layer; NULL if the run has not touched it. */
static char *in_layer(const struct overlay *overlay, const char *name)
{
	char *words = memory_string(name), *others = memory_string(name);
	char *folder = realpath(dirname(words), NULL);
	char *path = NULL;
	struct stat status;

	if (folder && is_in(folder, overlay->folder))
		path = memory_print("%s%s/%s", overlay->upper,
				    folder + strlen(overlay->folder),
				    basename(others));
	if (path && lstat(path, &status) != 0) {
		free(path);
		path = NULL;
	}
	free(folder);
	free(others);
	free(words);
	return path;
}

char *overlay_file(const struct overlay *overlay, const char *name)
{
	char *path = overlay->layer ? in_layer(overlay, name) : NULL;

	return path ? path : memory_string(name);
}

void overlay_free(struct overlay *overlay)
{
	remove_layer(overlay);
	free(overlay->folder);
	*overlay = (struct overlay){0};
}
