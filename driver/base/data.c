/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folders that are installed with podium.
 */
#include "data.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "path.h"
#include "text.h"

/* NULL if the file is not there. */
static char *holding(const char *folder, const char *file)
{
	char *path = memory_print("%s/%s", folder, file);
	char *absolute = access(path, R_OK) == 0 ? path_absolute(folder) : NULL;

	free(path);
	return absolute;
}

char *data_beside(const char *name)
{
	char program[PATH_MAX];
	ssize_t length =
		readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *slash;

	if (length < 0)
		return NULL;
	program[length] = '\0';
	slash = strrchr(program, '/');
	if (!slash)
		return NULL;
	*slash = '\0';
	return memory_print("%s/%s", program, name);
}

static char *in_build_tree(const char *name, const char *file)
{
	char *folder = data_beside(name);
	char *found = folder ? holding(folder, file) : NULL;

	free(folder);
	return found;
}

char *data_folder(const char *name, const char *file, const char *variable,
		  struct text *problem)
{
	const char *given = getenv(variable);
	char *folder = given && *given ? memory_string(given)
				       : memory_print(PKGDATADIR "/%s", name);
	char *found = NULL;

	if (!given || !*given)
		found = in_build_tree(name, file);
	if (!found)
		found = holding(folder, file);
	if (!found)
		text_print(problem,
			   "'%s' is not in '%s'; install podium again, or set "
			   "%s",
			   file, folder, variable);
	free(folder);
	return found;
}
