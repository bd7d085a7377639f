/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of files.
 */
#include "path.h"

#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "text.h"

char *path_absolute(const char *path)
{
	char *folder = path[0] == '/' ? NULL : getcwd(NULL, 0);
	char *absolute = folder ? memory_print("%s/%s", folder, path)
				: memory_string(path);

	free(folder);
	return absolute;
}

/*
 * So many letters of the path are folders that "folder" is in as well; *here:
 * all of its folders.
 */
static size_t shared(const char *path, const char *folder, bool *here)
{
	size_t length = 0;

	*here = false;
	for (size_t i = 0;; i++) {
		bool end = folder[i] == '/' || folder[i] == '\0';

		if (end && path[i] == '/') {
			length = i + 1;
			*here = folder[i] == '\0';
		}
		if (!folder[i] || folder[i] != path[i])
			return length;
	}
}

char *path_if_there(char *path)
{
	char *absolute = access(path, R_OK) == 0 ? path_absolute(path) : NULL;

	free(path);
	return absolute;
}

const char *path_here(const char *path)
{
	char *folder = getcwd(NULL, 0);
	bool here;
	size_t length = shared(path, folder ? folder : "", &here);

	free(folder);
	return here ? path + length : path;
}

const char *path_apart(const char *path)
{
	char *folder = getcwd(NULL, 0);
	bool here;
	size_t length = shared(path, folder ? folder : "", &here);

	free(folder);
	return length > 1 ? path + length : path;
}

const char *path_trap(const char *word)
{
	static const struct {
		const char *characters;
		const char *why;
	} traps[] = {
		{" \t\n\r\v\f", "blanks: the shell splits flags there"},
		{"*?[]", "*, ? or brackets: the shell takes them for a "
			 "pattern"},
		{"'\"\\$`#;&|<>(){}",
		 "signs that the shell or make read otherwise"},
		{",", "commas: make's functions and -W, options split "
		      "there"},
	};

	for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); i++)
		if (strpbrk(word, traps[i].characters))
			return traps[i].why;
	return NULL;
}

void path_add_word(struct text *out, const char *word)
{
	struct text quoted = {0};

	if (!path_trap(word)) {
		text_add_safe(out, word);
		return;
	}
	text_add_quoted(&quoted, word);
	text_add_safe(out, text_string(&quoted));
	text_free(&quoted);
}

/* The folder that the variable names, else that below the user's own. */
static char *user_folder(const char *variable, const char *below)
{
	const char *given = getenv(variable);
	const char *home = getenv("HOME");
	const struct passwd *user;

	if (given && given[0] == '/')
		return memory_string(given);
	if (!home || home[0] != '/') {
		user = getpwuid(geteuid());
		home = user ? user->pw_dir : "";
	}
	return memory_print("%s/%s", home, below);
}

char *path_data_home(void)
{
	return user_folder("XDG_DATA_HOME", ".local/share");
}

char *path_cache_home(void)
{
	return user_folder("XDG_CACHE_HOME", ".cache");
}
