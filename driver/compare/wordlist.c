/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Single words.
 */
#include "wordlist.h"

#include <ctype.h>
#include <strings.h>

size_t wordlist_length(const char *at)
{
	size_t length = 0;

	while (isalpha((unsigned char)at[length]) ||
	       (unsigned char)at[length] >= 0x80)
		length++;
	return length;
}

/* The first letter tells most apart. */
static bool is_term(const char *word, size_t length, const char *term)
{
	return ((*word ^ *term) & ~('a' ^ 'A')) == 0 &&
	       strncasecmp(word, term, length) == 0 && term[length] == '\0';
}

bool wordlist_is_one_of(const char *word, size_t length,
			const char *const *list)
{
	for (; *list; list++)
		if (is_term(word, length, *list))
			return true;
	return false;
}
