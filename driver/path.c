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
