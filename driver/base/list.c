/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of words and of numbers, as the command line has them between commas.
 */
#include "list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void words_add(struct words *words, const char *word)
{
	words->list = memory_grow(words->list, words->count + 2,
				  sizeof(*words->list));
	words->list[words->count++] = word;
	words->list[words->count] = NULL;
}

bool list_has(const char *const *list, const char *word)
{
	for (; list && *list; list++)
		if (strcmp(*list, word) == 0)
			return true;
	return false;
}

char **list_split(const char *string, size_t *count)
{
	char **words = NULL;
	size_t found = 0;

	for (;;) {
		size_t length;

		string += strspn(string, " \t");
		length = strcspn(string, ",");
		words = memory_grow(words, found + 2, sizeof(*words));
		words[found] = memory_print("%.*s", (int)length, string);
		string += length;
		while (length > 0 && strchr(" \t", words[found][length - 1]))
			words[found][--length] = '\0';
		found++;
		if (!*string)
			break;
		string++;
	}
	words[found] = NULL;
	*count = found;
	return words;
}

void list_free(char **words)
{
	if (!words)
		return;
	for (char **word = words; *word; word++)
		free(*word);
	free(words);
}

static bool read_number(const char *word, double *number)
{
	char *end;

	*number = strtod(word, &end);
	return end != word && *end == '\0' && isfinite(*number);
}

double *list_numbers(const char *string, size_t *count, char **bad)
{
	char **words = list_split(string, count);
	double *numbers = memory_grow(NULL, *count, sizeof(*numbers));

	for (size_t i = 0; i < *count; i++) {
		if (read_number(words[i], &numbers[i]))
			continue;
		*bad = memory_string(words[i]);
		free(numbers);
		numbers = NULL;
		break;
	}
	list_free(words);
	return numbers;
}
