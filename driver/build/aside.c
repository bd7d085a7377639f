/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that are written beside a product.
 */
#include "aside.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* How an option begins, and whether the file may be the next word. */
struct naming {
	const char *begin;
	bool next;
};

static const struct naming of_compiler[] = {
	{"-aux-info", true},
	{"-dumpbase", true},
	{"-dumpdir", true},
	{"-fdiagnostics-add-output=", false},
	{"-fdiagnostics-format=", false},
	{"-fdiagnostics-set-output=", false},
	{"-fdump-", false},
	{"-fopt-info", false},
	{NULL, false},
};

static const struct naming of_assembler[] = {
	{"-a", false},
	{"--MD", true},
	{NULL, false},
};

static const struct naming of_linker[] = {
	{"-Map", true},
	{"--Map", true},
	{"-dependency-file", true},
	{"--dependency-file", true},
	{NULL, false},
};

/* *named: the word after such an option is the file. */
static bool names_file(const char *word, const struct naming *list, bool *named)
{
	if (*named) {
		*named = false;
		return true;
	}
	for (; list->begin; list++) {
		if (strncmp(word, list->begin, strlen(list->begin)) != 0)
			continue;
		*named = list->next && !strchr(word, '=');
		return true;
	}
	return false;
}

/* What is left of "-Wl,A,B"; NULL if that is nothing. */
static char *cut_parts(const char *word, const struct naming *list, bool *named)
{
	size_t start = strlen("-Wl");
	struct text left = {0};

	text_add_bytes(&left, word, start);
	for (const char *part = word + start; *part;) {
		size_t length = strcspn(part + 1, ",") + 1;
		char *one = memory_print("%.*s", (int)length - 1, part + 1);

		if (!names_file(one, list, named))
			text_add_bytes(&left, part, length);
		free(one);
		part += length;
	}
	if (left.length > start)
		return left.bytes;
	text_free(&left);
	return NULL;
}

/* Is the word of each tool the file that its last one announced? */
struct pending {
	bool compiler, assembler, linker;
};

/* What is left of a word; NULL if that is nothing. */
static char *cut_word(const char *word, bool linker, struct pending *pending)
{
	bool drop;

	if (strncmp(word, "-Wl,", 4) == 0)
		return cut_parts(word, of_linker, &pending->linker);
	if (strncmp(word, "-Wa,", 4) == 0)
		return cut_parts(word, of_assembler, &pending->assembler);
	drop = linker ? names_file(word, of_linker, &pending->linker)
		      : names_file(word, of_compiler, &pending->compiler);
	return drop ? NULL : memory_string(word);
}

/* "-Xlinker A" is both or none. */
static bool is_handed(char *const *words, struct pending *pending, bool *drop)
{
	if (!words[1])
		return false;
	if (strcmp(words[0], "-Xlinker") == 0)
		*drop = names_file(words[1], of_linker, &pending->linker);
	else if (strcmp(words[0], "-Xassembler") == 0)
		*drop = names_file(words[1], of_assembler, &pending->assembler);
	else
		return false;
	return true;
}

size_t aside_cut(char **words, bool linker)
{
	struct pending pending = {0};
	size_t count = 0;

	for (size_t i = 0; words[i]; i++) {
		bool drop = false;

		if (is_handed(&words[i], &pending, &drop)) {
			char *both[] = {words[i], words[i + 1]};

			i++;
			for (size_t j = 0; j < 2; j++)
				if (drop)
					free(both[j]);
				else
					words[count++] = both[j];
		} else {
			char *left = cut_word(words[i], linker, &pending);

			free(words[i]);
			if (left)
				words[count++] = left;
		}
	}
	words[count] = NULL;
	return count;
}
