/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text that grows.
 */
#include "text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Room for "length" bytes more and the final '\0'. */
static void reserve(struct text *text, size_t length)
{
	if (text->length + length < text->size)
		return;
	text->size = 2 * (text->length + length) + 64;
	text->bytes = memory_grow(text->bytes, text->size, 1);
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
	reserve(text, length);
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

void text_vprint(struct text *text, const char *format, va_list arguments)
{
	va_list again;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return;
	reserve(text, length);
	vsnprintf(text->bytes + text->length, length + 1, format, arguments);
	text->length += length;
}

void text_print(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_vprint(text, format, arguments);
	va_end(arguments);
}

/*
 * Bytes of the control character at s: ASCII controls and DEL take one, the
 * C1 controls U+0080 to U+009F two. 0 where there is none.
 */
static size_t control_length(const unsigned char *s)
{
	if (s[0] < 0x20 || s[0] == 0x7f)
		return 1;
	if (s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0)
		return 2;
	return 0;
}

void text_add_safe(struct text *text, const char *string)
{
	while (*string) {
		size_t control = control_length((const unsigned char *)string);

		text_add_bytes(text, control ? "?" : string, 1);
		string += control ? control : 1;
	}
}

void text_add_excerpt(struct text *text, const char *bytes, size_t length,
		      size_t place)
{
	size_t from = place > TEXT_EXCERPT / 2 ? place - TEXT_EXCERPT / 2 : 0;
	size_t shown = length < TEXT_EXCERPT ? length : TEXT_EXCERPT;
	struct text piece = {0};

	if (from + shown > length)
		from = length - shown;
	text_print(&piece, "%.*s", (int)shown, bytes + from);
	text_add(text, from ? "..." : "");
	text_add_safe(text, text_string(&piece));
	text_add(text, from + shown < length ? "..." : "");
	text_free(&piece);
}

const char *text_string(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

void text_cut(struct text *text, size_t length)
{
	if (length >= text->length)
		return;
	text->length = length;
	text->bytes[length] = '\0';
}

void text_free(struct text *text)
{
	free(text->bytes);
	memset(text, 0, sizeof(*text));
}

size_t text_columns(const char *string, size_t length)
{
	size_t columns = 0;

	for (size_t i = 0; i < length; i++)
		if (((unsigned char)string[i] & 0xc0) != 0x80)
			columns++;
	return columns;
}

void text_add_quoted(struct text *text, const char *word)
{
	text_add(text, "'");
	for (; *word; word++)
		if (*word == '\'')
			text_add(text, "'\\''");
		else
			text_add_bytes(text, word, 1);
	text_add(text, "'");
}
