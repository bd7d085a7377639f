/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files in which things stand.
 */
#include "gcc.h"
#include "place.h"

#include <unistd.h>

static bool is_part(const char *part, size_t length, const char *name)
{
	return strlen(name) == length && memcmp(part, name, length) == 0;
}

void place_normalise(char *path)
{
	bool absolute = path[0] == '/';
	char *to = path;

	for (char *part = path; *part;) {
		size_t length = strcspn(part, "/");
		char *next = part + length + (part[length] == '/');

		if (is_part(part, length, "..")) {
			while (to > path && *--to != '/')
				;
		} else if (length > 0 && !is_part(part, length, ".")) {
			if (to > path || absolute)
				*to++ = '/';
			memmove(to, part, length);
			to += length;
		}
		part = next;
	}
	*to = '\0';
}

static char *path_from(const char *here, const char *file)
{
	char *path;

	if (IS_ABSOLUTE_PATH(file) || !here)
		path = xstrdup(file);
	else
		path = concat(here, "/", file, NULL);
	place_normalise(path);
	return path;
}

char *place_path(const char *file)
{
	return path_from(getpwd(), file);
}

static bool wants_paths;

void place_want_paths(void)
{
	wants_paths = true;
}

/* Without the links that PWD may have: as who runs the compiler sees it. */
const char *place_name(const char *file)
{
	static char *path;
	char *here;

	if (!wants_paths)
		return file;
	free(path);
	here = getcwd(NULL, 0);
	path = path_from(here, file);
	free(here);
	return path;
}
