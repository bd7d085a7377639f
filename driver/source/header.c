/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The head of one counted loop, in whatever language.
 */
#include "header.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

bool header_read(const struct lexemes *lexemes, size_t at,
		 struct header *header, struct text *reason)
{
	if (lexemes->form == LEXEME_C)
		return forloop_read(lexemes, at, header, reason);
	return doloop_read(lexemes, at, header, reason);
}

/* Length of the name without ".2". */
static size_t own_length(const char *name)
{
	const char *dot = strrchr(name, '.');

	if (dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
		return dot - name;
	return strlen(name);
}

bool header_counts(const struct lexemes *lexemes, const struct header *header,
		   const char *name)
{
	const char *own = lexemes->text + header->counter.start;
	size_t length = own_length(name);

	if (header->counter.end - header->counter.start != length)
		return false;
	if (lexemes->form == LEXEME_C)
		return memcmp(own, name, length) == 0;
	return strncasecmp(own, name, length) == 0;
}

size_t header_at(const struct lexemes *lexemes, struct range range)
{
	return lexeme_from(lexemes, range.start);
}

bool header_is_counter(const struct lexemes *lexemes,
		       const struct header *header, size_t at)
{
	return lexeme_same(lexemes, at, header_at(lexemes, header->counter));
}
