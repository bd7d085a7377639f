/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of files.
 */
#include "response.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "text.h"

bool response_next(const char **at, struct text *word)
{
	char quote = 0;

	*at += strspn(*at, " \t\r\n\v\f");
	if (!**at)
		return false;
	for (; **at && (quote || !isspace((unsigned char)**at)); ++*at) {
		if (**at == '\\' && (*at)[1])
			text_add_bytes(word, ++*at, 1);
		else if (quote ? **at == quote : strchr("'\"", **at) != NULL)
			quote = quote ? 0 : **at;
		else
			text_add_bytes(word, *at, 1);
	}
	return true;
}

/* ---- arguments ---- */

struct arguments {
	char **list;
	size_t count;
};

static void add(struct arguments *arguments, const char *word)
{
	arguments->list = memory_grow(arguments->list, arguments->count + 2,
				      sizeof(*arguments->list));
	arguments->list[arguments->count++] = memory_string(word);
	arguments->list[arguments->count] = NULL;
}

static void add_content(struct arguments *arguments, const char *at)
{
	struct text word = {0};

	while (response_next(&at, &word)) {
		add(arguments, text_string(&word));
		text_cut(&word, 0);
	}
	text_free(&word);
}

char **response_expand(char *const *arguments)
{
	struct arguments all = {memory_grow(NULL, 1, sizeof(*all.list)), 0};
	bool behind = false;

	all.list[0] = NULL;
	for (; *arguments; arguments++) {
		struct text content = {0};

		behind = behind || strcmp(*arguments, "--") == 0 ||
			 (all.count == 0 && strcmp(*arguments, "exec") == 0);
		if (!behind && **arguments == '@' &&
		    file_read(*arguments + 1, &content))
			add_content(&all, text_string(&content));
		else
			add(&all, *arguments);
		text_free(&content);
	}
	return all.list;
}

void response_free(char **arguments)
{
	for (char **one = arguments; *one; one++)
		free(*one);
	free(arguments);
}
