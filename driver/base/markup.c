/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for HTML, SVG and Markdown.
 */
#include "markup.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "text.h"
#include "runtime/letter.h"

/* Around a name: U+FDD0 and U+FDD1, which are for such use and no letters, so
   that markup_plain takes them out of what comes from outside. */
#define BEGIN "\xef\xb7\x90"
#define END "\xef\xb7\x91"
#define MARK strlen(BEGIN)

/* U+FFFD */
#define REPLACED "\xef\xbf\xbd"

/* ---- letters that can be seen ---- */

/* From U+2400 on for the characters from 0 on. */
static void add_control(struct text *out, unsigned char control)
{
	char picture[] = "\xe2\x90\x80";

	picture[2] = (char)(0x80 + (control == 0x7f ? 0x21 : control));
	text_add(out, picture);
}

static unsigned long code_of(const unsigned char *letter, size_t length)
{
	unsigned long code = letter[0];

	if (length > 1)
		code &= 0x7fUL >> length;
	for (size_t i = 1; i < length; i++)
		code = code << 6 | (letter[i] & 0x3f);
	return code;
}

/* C1 controls, what turns directions, blanks of other widths, letters of no
   width, and those that are none: Default_Ignorable_Code_Point of Unicode and
   more. */
static bool is_hidden(const unsigned char *letter, size_t length)
{
	static const unsigned long ranges[][2] = {
		{0x80, 0x9f},	  {0xad, 0xad},	    {0x34f, 0x34f},
		{0x61c, 0x61c},	  {0x115f, 0x1160}, {0x17b4, 0x17b5},
		{0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202e},
		{0x2060, 0x206f}, {0x3164, 0x3164}, {0xfdd0, 0xfdef},
		{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
		{0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
	};
	unsigned long code = code_of(letter, length);

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (code >= ranges[i][0] && code <= ranges[i][1])
			return true;
	return false;
}

/* A letter that stands for a byte is none either. Returns how many bytes it
   took. */
static size_t add_visible(struct text *out, const char *letter)
{
	size_t length = letter_length(letter, LETTER_MOST);
	unsigned char byte;

	if (letter_byte(letter, &byte)) {
		text_add(out, REPLACED);
		return LETTER_BYTES;
	}
	if (length == 1 && iscntrl((unsigned char)*letter))
		add_control(out, (unsigned char)*letter);
	else if (length == 0 ||
		 is_hidden((const unsigned char *)letter, length))
		text_add(out, REPLACED);
	else
		text_add_bytes(out, letter, length);
	return length ? length : 1;
}

void markup_plain(struct text *out, const char *bytes)
{
	while (*bytes)
		bytes += add_visible(out, bytes);
}

void markup_name(struct text *out, const char *bytes)
{
	text_add(out, BEGIN);
	markup_plain(out, bytes);
	text_add(out, END);
}

/* ---- HTML and SVG ---- */

static size_t add_html(struct text *out, const char *letter)
{
	static const char signs[] = "<>&\"'";
	static const char *const entities[] = {"&lt;", "&gt;", "&amp;",
					       "&quot;", "&#39;"};
	const char *sign = strchr(signs, *letter);

	if (!sign)
		return add_visible(out, letter);
	text_add(out, entities[sign - signs]);
	return 1;
}

static bool is_mark(const char *at, const char *mark)
{
	return strncmp(at, mark, MARK) == 0;
}

void markup_html(struct text *out, const char *string)
{
	bool within = false;

	while (*string) {
		bool opens = is_mark(string, BEGIN);

		if (opens || is_mark(string, END)) {
			if (within != opens)
				text_add(out, opens ? "<code>" : "</code>");
			within = opens;
			string += MARK;
		} else if (*string == '\n') {
			text_add(out, "<br>");
			string++;
		} else {
			string += add_html(out, string);
		}
	}
	text_add(out, within ? "</code>" : "");
}

void markup_bare(struct text *out, const char *string)
{
	while (*string) {
		if (is_mark(string, BEGIN) || is_mark(string, END))
			string += MARK;
		else
			string += add_html(out, string);
	}
}

void markup_html_block(struct text *out, const char *bytes)
{
	while (*bytes) {
		bool kept = *bytes == '\n' || *bytes == '\t';

		if (kept)
			text_add_bytes(out, bytes, 1);
		bytes += kept ? 1 : add_html(out, bytes);
	}
}

/* ---- Markdown ---- */

/* The longest row of backquotes: a fence is one longer. */
static size_t longest_fence(const char *bytes, size_t length)
{
	size_t most = 0, run = 0;

	for (size_t i = 0; i < length; i++) {
		run = bytes[i] == '`' ? run + 1 : 0;
		most = run > most ? run : most;
	}
	return most;
}

static void add_fence(struct text *out, size_t length)
{
	while (length-- > 0)
		text_add(out, "`");
}

/* Blanks keep a name's own backquotes apart from the fence. */
static void add_code(struct text *out, const char *name, size_t length,
		     bool cell)
{
	size_t fence = longest_fence(name, length) + 1;
	const char *gap = fence > 1 ? " " : "";

	if (length == 0)
		return;
	add_fence(out, fence);
	text_add(out, gap);
	for (const char *end = name + length; name < end;) {
		text_add(out, cell && *name == '|' ? "\\" : "");
		name += add_visible(out, name);
	}
	text_add(out, gap);
	add_fence(out, fence);
}

/*
 * A sign only at the end of a word, or only at the start of a line, which a
 * cell of a table never is.
 */
static bool is_sign(const char *string, const char *at, bool cell)
{
	bool first = !cell && (at == string || at[-1] == '\n');

	if (*at == '_')
		return at == string || !isalnum((unsigned char)at[-1]) ||
		       !isalnum((unsigned char)at[1]);
	if (first && strchr("+-=", *at))
		return true;
	if (*at == ':')
		return strncmp(at, "://", 3) == 0;
	if (*at == '.')
		return at >= string + 3 && strncmp(at - 3, "www", 3) == 0;
	return strchr("\\`*[]<>&|~$#", *at) != NULL;
}

static size_t length_of_name(const char *name)
{
	const char *end = strstr(name, END);
	size_t line = strcspn(name, "\n");

	return end && (size_t)(end - name) < line ? (size_t)(end - name) : line;
}

void markup_markdown(struct text *out, const char *string, bool cell)
{
	const char *at = string;

	while (*at) {
		if (is_mark(at, BEGIN)) {
			size_t length = length_of_name(at + MARK);

			add_code(out, at + MARK, length, cell);
			at += MARK + length;
		} else if (is_mark(at, END)) {
			at += MARK;
		} else if (*at == '\n') {
			text_add(out, cell ? "<br>" : "  \n");
			at++;
		} else {
			text_add(out, is_sign(string, at, cell) ? "\\" : "");
			at += add_visible(out, at);
		}
	}
}

void markup_markdown_block(struct text *out, const char *bytes)
{
	size_t fence = longest_fence(bytes, strlen(bytes)) + 1;

	fence = fence < 3 ? 3 : fence;
	add_fence(out, fence);
	text_add(out, "\n");
	for (const char *at = bytes; *at;) {
		bool kept = *at == '\n' || *at == '\t';

		if (kept)
			text_add_bytes(out, at, 1);
		at += kept ? 1 : add_visible(out, at);
	}
	text_add(out, *bytes && bytes[strlen(bytes) - 1] == '\n' ? "" : "\n");
	add_fence(out, fence);
	text_add(out, "\n");
}
