/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For programs that take less time where their loops have more threads.
 */
#include <dirent.h>

/* How many threads there are: libgomp keeps those of the last team. */
static int team(void)
{
	DIR *folder = opendir("/proc/self/task");
	int count = -2; /* . and .. */

	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}
