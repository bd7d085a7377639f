/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of files.
 */
#include "path.h"

#include <stdlib.h>
#include <unistd.h>

#include "memory.h"

char *path_absolute(const char *path)
{
	char *folder = path[0] == '/' ? NULL : getcwd(NULL, 0);
	char *absolute = folder ? memory_print("%s/%s", folder, path)
				: memory_string(path);

	free(folder);
	return absolute;
}

char *path_data_home(void)
{
	const char *data = getenv("XDG_DATA_HOME");
	const char *home = getenv("HOME");

	if (data && data[0] == '/')
		return memory_string(data);
	return memory_print("%s/.local/share", home ? home : "");
}
