/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Single words.
 */
#include "term.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

size_t term_length(const char *at)
{
	size_t length = 0;

	while (isalpha((unsigned char)at[length]) ||
	       (unsigned char)at[length] >= 0x80)
		length++;
	return length;
}

bool term_is_one_of(const char *word, size_t length, const char *const *list)
{
	for (; *list; list++)
		if (strlen(*list) == length &&
		    strncasecmp(word, *list, length) == 0)
			return true;
	return false;
}
