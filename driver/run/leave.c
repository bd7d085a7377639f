/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that a run leaves.
 */
#include "leave.h"

void leave_look(struct leave *leave, const char *path)
{
	leave->there = stat(path, &leave->before) == 0;
}

bool leave_is_new(const struct leave *leave, const char *path)
{
	const struct stat *was = &leave->before;
	struct stat is;

	if (stat(path, &is) != 0 || !S_ISREG(is.st_mode))
		return false;
	return !leave->there || is.st_ino != was->st_ino ||
	       is.st_size != was->st_size ||
	       is.st_mtim.tv_sec != was->st_mtim.tv_sec ||
	       is.st_mtim.tv_nsec != was->st_mtim.tv_nsec ||
	       is.st_ctim.tv_sec != was->st_ctim.tv_sec ||
	       is.st_ctim.tv_nsec != was->st_ctim.tv_nsec;
}
