/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of a tuned file.
 */
#include "tuned.h"

#include <string.h>

#include "base/text.h"

#define BLANKS " \t\r"

void tuned_add_word(struct text *out, const char *word)
{
	if (word[0] == '#')
		text_add(out, "\\");
	for (; *word; word++) {
		if (strchr(BLANKS "\\*", *word))
			text_add(out, "\\");
		text_add_bytes(out, word, 1);
	}
}

void tuned_add_safe(struct text *out, const char *need)
{
	text_add(out, "safe(");
	tuned_add_word(out, need);
	text_add(out, ")");
}

/* Take the next word of the line; false at its end or at a comment. */
static bool take_word(const char **at, struct text *word)
{
	text_cut(word, 0);
	*at += strspn(*at, BLANKS);
	if (strchr("\n#", **at))
		return false;
	while (!strchr(BLANKS "\n", **at)) {
		if (**at == '\\' && (*at)[1] && (*at)[1] != '\n')
			++*at;
		text_add_bytes(word, (*at)++, 1);
	}
	return true;
}

bool tuned_flags(const char *content, tuned_flag *flag, void *context)
{
	struct text word = {0};
	bool good = true;

	while (*content && good) {
		bool named = take_word(&content, &word) &&
			     strcmp(text_string(&word), "flags") == 0;

		while (good && named && take_word(&content, &word))
			good = flag(context, text_string(&word));
		content += strcspn(content, "\n");
		content += *content == '\n';
	}
	text_free(&word);
	return good;
}
