/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that runs write where the user stands.
 */
#include "written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/path.h"
#include "base/text.h"
#include "outputs.h"
#include "session.h"
#include "store/store.h"

/* More files, or larger ones, are compared only if the user names them. */
#define MOST_FOUND 16
#define MOST_BYTES 16777216

/* Is it where podium itself writes what it says? */
static bool is_stream(int descriptor, const struct stat *file)
{
	struct stat stream;

	return fstat(descriptor, &stream) == 0 &&
	       stream.st_dev == file->st_dev && stream.st_ino == file->st_ino;
}

static bool begins_with(const char *path, const char *other)
{
	char *absolute = path_absolute(other);
	bool begins = strncmp(path, absolute, strlen(absolute)) == 0;

	free(absolute);
	return begins;
}

/* podium.db, its journal, what is for the moment, a file that the user leads
   its words into. */
static bool is_own(const struct session *session, const char *path,
		   const struct stat *file)
{
	return begins_with(path, store_path(session->store)) ||
	       begins_with(path, session->scratch) ||
	       is_stream(STDOUT_FILENO, file) || is_stream(STDERR_FILENO, file);
}

static bool is_since(const struct timespec *time, const struct timespec *since)
{
	return time->tv_sec > since->tv_sec ||
	       (time->tv_sec == since->tv_sec &&
		time->tv_nsec >= since->tv_nsec);
}

/* Was the file written since, and not by podium? */
static bool is_news(const struct session *session, const char *path,
		    const struct timespec *since)
{
	struct stat status;

	return stat(path, &status) == 0 && is_since(&status.st_mtim, since) &&
	       !is_own(session, path, &status);
}

void written_names(const struct session *session, struct timespec since,
		   struct text *names)
{
	char *folder = getcwd(NULL, 0);
	struct file_list files = file_list(folder ? folder : ".");
	size_t count = 0;

	for (size_t i = 0; i < files.count; i++)
		if (is_news(session, files.paths[i], &since) &&
		    !outputs_compares(session, files.paths[i]) && count++ < 3)
			text_print(names, "%s'%s'", count > 1 ? ", " : "",
				   path_here(files.paths[i]));
	if (count > 3)
		text_print(names, " and %zu more", count - 3);
	file_list_free(&files);
	free(folder);
}

void written_compare(struct session *session, struct timespec since)
{
	char *folder = getcwd(NULL, 0);
	struct file_list files = file_list(folder ? folder : ".");
	size_t count = 0;

	for (size_t i = 0; i < files.count && count < MOST_FOUND; i++) {
		const char *path = files.paths[i];
		struct stat status;

		if (!is_news(session, path, &since) ||
		    outputs_compares(session, path) ||
		    lstat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
		    status.st_size > MOST_BYTES)
			continue;
		session_add_file(session, path_here(path));
		count++;
	}
	file_list_free(&files);
	free(folder);
}

bool written_any(const struct session *session, struct timespec since)
{
	char *folder = getcwd(NULL, 0);
	struct file_list files = file_list(folder ? folder : ".");
	bool found = false;

	for (size_t i = 0; i < files.count && !found; i++)
		found = is_news(session, files.paths[i], &since);
	file_list_free(&files);
	free(folder);
	return found;
}

/* ---- several at a time ---- */

/* Those of the first run, which may have been one of an earlier tuning. */
static bool find_names(struct session *session, struct timespec since,
		       struct text *names, struct text *problem)
{
	char *key = memory_print("written of %" PRId64, session->campaign);
	char *kept = session->made > 0 ? NULL : store_kept(session->store, key);
	bool good = true;

	if (kept) {
		text_add(names, kept);
	} else if (session->made == 0) {
		text_add(names, "though nobody saw what");
	} else {
		written_names(session, since, names);
		good = store_keep(session->store, key, text_string(names),
				  problem);
	}
	free(kept);
	free(key);
	return good;
}

bool written_allow(struct session *session, struct timespec since)
{
	const struct session_wish *wish = session->wish;
	struct text names = {0}, problem = {0};
	bool good, writes;

	if (!session->node->launcher)
		return true;
	good = find_names(session, since, &names, &problem);
	writes = names.length > 0 || session->output_count > SESSION_FILES;
	session->jobs = writes || wish->jobs < 1 ? 1 : (size_t)wish->jobs;
	if (writes && wish->jobs > 1)
		message_warning(
			"--jobs %d: the program writes into this "
			"folder, %s, and two runs at a time would "
			"write the same: they are made one after the "
			"other",
			wish->jobs,
			names.length
				? text_string(&names)
				: session->outputs[SESSION_FILES].compare.name);
	if (!good)
		message_error("%s", text_string(&problem));
	text_free(&names);
	text_free(&problem);
	return good;
}
