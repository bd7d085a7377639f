/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * HTML.
 */
#include "html.h"

#include <stdbool.h>
#include <string.h>

#include "base/table.h"
#include "base/text.h"
#include "runtime/letter.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The contrast of all letters is 4.5 or more. */
static const char style[] =
	":root{color-scheme:light dark;--paper:#fff;--ink:#1c1c1c;"
	"--quiet:#5a5a5a;--line:#d4d4d4;--soft:#f4f4f4;--accent:#0a5ca8}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#161616;"
	"--ink:#e6e6e6;--quiet:#a6a6a6;--line:#3c3c3c;--soft:#212121;"
	"--accent:#72b4f4}}\n"
	"@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;"
	"--quiet:#444;--line:#bbb;--soft:#f4f4f4;--accent:#0a5ca8}}\n"
	"body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;"
	"margin:2rem auto;padding:0 1rem;color:var(--ink);"
	"background:var(--paper);overflow-wrap:anywhere}\n"
	"h1,h2,h3{line-height:1.25}h1{font-size:1.7rem}"
	"h2{font-size:1.35rem;margin-top:2.5rem}"
	"h3{font-size:1.1rem;margin-top:2rem}\n"
	"code,pre{font-family:ui-monospace,monospace;font-size:.9em}"
	"pre{background:var(--soft);padding:.7rem 1rem;overflow-x:auto}\n"
	".speedup b{display:block;font-size:3.2rem;line-height:1.1;"
	"font-weight:600;color:var(--accent)}\n"
	"dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}"
	"dt{color:var(--quiet)}dd{margin:0}\n"
	".scroll{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse}"
	"td,th{padding:.15rem .7rem;text-align:left;vertical-align:top;"
	"border-bottom:1px solid var(--line);min-width:3rem;"
	"font-variant-numeric:tabular-nums}"
	"td:first-child,th:first-child{padding-left:0}"
	"td,th{overflow-wrap:normal}td code{display:inline-block;"
	"min-width:11rem;overflow-wrap:anywhere}"
	"th{color:var(--quiet);font-weight:600}"
	".number{text-align:right;white-space:nowrap}\n"
	"figure{margin:1.5rem 0}figcaption{color:var(--quiet);font-size:.9rem}"
	"svg{display:block;width:100%;min-width:34rem;height:auto;"
	"font:13px system-ui,sans-serif;fill:var(--ink)}"
	"svg .code{font:12px ui-monospace,monospace}"
	"svg .quiet{fill:var(--quiet)}svg .accent{fill:var(--accent)}"
	"svg .grid{stroke:var(--line)}svg .mark{stroke:var(--quiet)}"
	"svg .chosen{stroke:var(--accent)}"
	"svg .open{stroke:var(--ink);fill:var(--paper)}"
	"svg .dim{opacity:.55}\n"
	"summary{cursor:pointer;padding:.3rem 0}"
	":focus-visible{outline:2px solid var(--accent)}\n"
	"@media(max-width:30rem){dl{display:block}dd{margin-bottom:.4rem}}\n"
	"@media print{body{margin:0;max-width:none;font-size:11pt}"
	".scroll,pre{overflow:visible}pre{white-space:pre-wrap}"
	"figure,tr{break-inside:avoid}h1,h2,h3{break-after:avoid}}\n";

/* ---- text ---- */

/*
 * Control characters, and letters that have no width or turn the direction of
 * others, so that one name looks like another.
 */
static bool is_invisible(const char *letter, size_t length)
{
	static const unsigned long ranges[][2] = {
		{0, 0x1f},	    {0x7f, 0x9f},     {0xad, 0xad},
		{0x61c, 0x61c},	    {0x180b, 0x180f}, {0x200b, 0x200f},
		{0x2028, 0x202e},   {0x2060, 0x206f}, {0xfdd0, 0xfdef},
		{0xfe00, 0xfe0f},   {0xfeff, 0xfeff}, {0xfff0, 0xffff},
		{0xe0000, 0xe0fff},
	};
	unsigned long code = (unsigned char)letter[0];

	if (length > 1)
		code &= 0x7fUL >> length;
	for (size_t i = 1; i < length; i++)
		code = code << 6 | ((unsigned char)letter[i] & 0x3f);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (code >= ranges[i][0] && code <= ranges[i][1])
			return true;
	return false;
}

/* Adds the letter that begins here; returns the bytes that it took. */
static size_t add_letter(struct text *out, const char *letter)
{
	static const char signs[] = "<>&\"'";
	static const char *const entities[] = {"&lt;", "&gt;", "&amp;",
					       "&quot;", "&#39;"};
	const char *sign = strchr(signs, *letter);
	size_t length = letter_length(letter, LETTER_MOST);
	unsigned char byte;

	if (sign) {
		text_add(out, entities[sign - signs]);
		return 1;
	}
	if (letter_byte(letter, &byte)) {
		text_add(out, REPLACEMENT);
		return LETTER_BYTES;
	}
	if (length == 0 || is_invisible(letter, length)) {
		text_add(out, REPLACEMENT);
		return length ? length : 1;
	}
	text_add_bytes(out, letter, length);
	return length;
}

void html_text(struct text *out, const char *string)
{
	while (*string) {
		if (*string == '\n') {
			text_add(out, "<br>");
			string++;
		} else {
			string += add_letter(out, string);
		}
	}
}

void html_attribute(struct text *out, const char *string)
{
	while (*string)
		string += add_letter(out, string);
}

void html_code(struct text *out, const char *string)
{
	text_add(out, "<code>");
	html_text(out, string);
	text_add(out, "</code>");
}

void html_lines(struct text *out, const char *lines)
{
	text_add(out, "<pre tabindex=\"0\">");
	while (*lines) {
		if (*lines == '\n' || *lines == '\t')
			text_add_bytes(out, lines++, 1);
		else
			lines += add_letter(out, lines);
	}
	text_add(out, "</pre>\n");
}

/* ---- tables ---- */

/* Does a column hold numbers and nothing else? */
static bool is_numeric(const struct table *table, size_t column)
{
	bool any = false;

	for (size_t i = table->columns + column; i < table->count;
	     i += table->columns) {
		const char *cell = table->cells[i];

		if (cell[strspn(cell, "0123456789.-+ %x")])
			return false;
		any = any || *cell;
	}
	return any;
}

/* A table that is too wide scrolls, by keys as well. */
void html_table(struct text *out, const struct table *table, unsigned code)
{
	if (table->count <= table->columns)
		return;
	text_add(out, "<div class=\"scroll\" tabindex=\"0\"><table>\n");
	for (size_t i = 0; i < table->count; i++) {
		size_t column = i % table->columns;
		bool head = i < table->columns;

		text_print(out, "%s<%s%s>", column ? "" : "<tr>",
			   head ? "th" : "td",
			   is_numeric(table, column) ? " class=\"number\""
						     : "");
		if (!head && code & 1U << column && *table->cells[i])
			html_code(out, table->cells[i]);
		else
			html_text(out, table->cells[i]);
		text_print(out, "</%s>%s", head ? "th" : "td",
			   column + 1 < table->columns ? "" : "</tr>\n");
	}
	text_add(out, "</table></div>\n");
}

/* ---- the page ---- */

void html_begin(struct text *out, const char *title)
{
	text_add(out,
		 "<!DOCTYPE html>\n<html lang=\"en\"><head>"
		 "<meta charset=\"utf-8\">\n"
		 "<meta http-equiv=\"Content-Security-Policy\" "
		 "content=\"default-src 'none'; style-src 'unsafe-inline'; "
		 "base-uri 'none'; form-action 'none'\">\n"
		 "<meta name=\"viewport\" content=\"width=device-width\">\n"
		 "<title>");
	html_attribute(out, title);
	text_print(out, "</title>\n<style>%s</style></head><body><main>\n",
		   style);
}

void html_end(struct text *out)
{
	text_add(out, "</main></body></html>\n");
}
