/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sources damaged at random, for tests of what reads them.
 */
#ifndef PODIUM_DAMAGE_H
#define PODIUM_DAMAGE_H

#include "base/text.h"
#include "testsuite/random.h"

/* Something that a source may hold, or a piece of itself, put in or left out.
 */
static void damage(struct text *text)
{
	static const char *const words[] = {
		";",	"{",	     "}",	  "(",		")",
		"/*",	"*/",	     "//",	  "\\\n",	"\"",
		"'",	"\n#if A\n", "\n#else\n", "\n#endif\n", "for (",
		"do ",	" end do\n", "&\n",	  "!$omp do",	"R\"x(",
		"?\?/", "\t",	     "\r\n",	  "%:",		"<%",
		"i",	",",	     "=",	  "<",		"!"};
	size_t at = random_below(text->length + 1);
	size_t end = at + random_below(9);
	size_t kind = random_below(4);
	struct text out = {0};

	if (end > text->length)
		end = text->length;
	text_add_bytes(&out, text_string(text), at);
	if (kind == 0)
		text_add_bytes(&out, text_string(text) + at, end - at);
	else if (kind == 1)
		text_add(&out,
			 words[random_below(sizeof(words) / sizeof(words[0]))]);
	else if (kind == 2)
		at = end;
	else
		text_print(&out, "%c", (int)(1 + random_below(255)));
	text_add_bytes(&out, text_string(text) + at, text->length - at);
	text_free(text);
	*text = out;
}

#endif
