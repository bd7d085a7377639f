/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots by gnuplot.
 */
#include "plot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/option.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/terminal.h"
#include "base/text.h"
#include "runtime/letter.h"

static const struct {
	const char *ending; /* or the whole name */
	const char *terminal;
} places[] = {
	{"text", "dumb"},
	{".svg", "svg size 900,700 dynamic background 'white'"},
	{".png", "png size 900,700"},
};

/* Gnuplot has eight. */
static const char colours[] = "set linetype 9 lc rgb '#8c564b'\n"
			      "set linetype 10 lc rgb '#e377c2'\n"
			      "set linetype 11 lc rgb '#7f7f7f'\n"
			      "set linetype 12 lc rgb '#006400'\n"
			      "set linetype cycle 12\n";

#define LONGEST_WORD 200 /* bytes; no picture has room for more */

#define PLACES (sizeof(places) / sizeof(places[0]))

static bool ends_in(const char *string, const char *ending)
{
	size_t length = strlen(string), part = strlen(ending);

	return length > part && strcmp(string + length - part, ending) == 0;
}

/* NULL if there is no way to plot there. */
static const char *terminal_for(const char *where)
{
	if (strcmp(where, places[0].ending) == 0)
		return places[0].terminal;
	for (size_t i = 1; i < PLACES; i++)
		if (ends_in(where, places[i].ending))
			return places[i].terminal;
	return NULL;
}

bool plot_take(void *field, const struct option *option, const char *where)
{
	*(const char **)field = where;
	if (terminal_for(where))
		return true;
	message_error("'--%s' cannot plot to '%s'; name a file like times.svg "
		      "or times.png, or text",
		      option->name, where);
	return false;
}

/* ---- running it ---- */

static bool write_file(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (!file)
		return false;
	good = fwrite(bytes, 1, length, file) == length;
	return fclose(file) == 0 && good;
}

static bool draw(const char *folder, const struct text *script,
		 struct text *picture, struct text *problem)
{
	char *path = memory_print("%s/plot.gp", folder);
	const char *line[] = {"gnuplot", "-d", path, NULL}; /* no init files */
	struct process_result result = {PROCESS_NOT_STARTED, 0};

	if (write_file(path, script->bytes, script->length))
		result = process_run(line, PROCESS_CAPTURE_OUTPUT, picture);
	else
		result.code = errno;
	if (result.end == PROCESS_NOT_STARTED)
		text_print(problem,
			   "cannot run 'gnuplot': %s; install it: apt-get "
			   "install gnuplot-nox",
			   strerror(result.code));
	else if (!process_done(result) && result.end != PROCESS_INTERRUPTED)
		text_add(problem, "gnuplot failed; version 5 is needed");
	free(path);
	return process_done(result);
}

static bool put(const struct text *picture, const char *where,
		struct text *problem)
{
	if (strcmp(where, "text") == 0)
		return fwrite(picture->bytes, 1, picture->length, stdout) ==
		       picture->length;
	if (write_file(where, picture->bytes, picture->length))
		return true;
	text_print(problem, "cannot write '%s': %s", where, strerror(errno));
	return false;
}

/*
 * What gnuplot, its labels, which are formats, or XML take for more than a
 * letter becomes one that looks like it.
 */
static char plain_letter(const char *word, size_t i)
{
	static const char signs[] = "\"`\\%", plain[] = "'\'/?";
	const char *sign = strchr(signs, word[i]);
	bool ends_quote = i > 1 && memcmp(word + i - 2, "]]>", 3) == 0;

	if (sign)
		return plain[sign - signs];
	return ends_quote ? ')' : word[i];
}

void plot_word(struct text *script, const char *string)
{
	struct text safe = {0};
	const char *word;
	size_t length;

	text_add_safe(&safe, string);
	word = text_string(&safe);
	text_add(script, "\"");
	for (size_t i = 0; i < safe.length && i < LONGEST_WORD; i += length) {
		char letter = plain_letter(word, i);

		length = letter_length(word + i, LETTER_MOST);
		if (length < 2)
			text_add_bytes(script, length ? &letter : "?", 1);
		else
			text_add_bytes(script, word + i, length);
		length = length ? length : 1;
	}
	text_add(script, safe.length > LONGEST_WORD ? "...\"" : "\"");
	text_free(&safe);
}

const char *plot_mark(const char *where, int number)
{
	static const char *const marks[] = {"* ", "# ", "$ ", "% ",
					    "@ ", "& ", "= "};

	if (strcmp(where, "text") != 0)
		return "";
	return marks[number % (int)(sizeof(marks) / sizeof(marks[0]))];
}

bool plot_show(const struct text *commands, int lines, const char *where)
{
	struct text script = {0}, picture = {0}, problem = {0};
	const char *folder = scratch_open(&problem);
	bool good = false;

	if (folder) {
		text_print(&script, "set terminal %s", terminal_for(where));
		if (strcmp(where, "text") == 0)
			text_print(&script, " size %zu,%d", terminal_width(),
				   lines);
		text_add(&script, "\n");
		text_add(&script, colours);
		text_add_bytes(&script, commands->bytes, commands->length);
		good = draw(folder, &script, &picture, &problem) &&
		       put(&picture, where, &problem);
		scratch_free();
	}
	if (!good && problem.length > 0)
		message_error("%s", text_string(&problem));
	text_free(&problem);
	text_free(&picture);
	text_free(&script);
	return good;
}
