/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GCC's own words about its optimisations.
 *
 * Every pass has an alternate dump stream, which -fopt-info opens. A stream
 * that is already open is taken as it is and closed after the pass, so a
 * stream into memory serves without a file.
 */
#include "base/gcc.h"
#include "words.h"

static struct dump_file_info *listening;
static char *heard;
static size_t heard_size;

bool words_are_at(const struct words *words, expanded_location place)
{
	return place.file && place.line == words->line &&
	       place.column == words->column &&
	       strcmp(place.file, words->file) == 0;
}

bool words_listen(const opt_pass *pass, bool missed)
{
	struct dump_file_info *info =
		g->get_dumps()->get_dump_file_info(pass->static_pass_number);
	dump_flags_t flags = MSG_OPTIMIZED_LOCATIONS |
			     MSG_PRIORITY_USER_FACING | MSG_PRIORITY_REEMITTED;

	if (!info || info->alt_state != 0)
		return false;
	info->alt_stream = open_memstream(&heard, &heard_size);
	if (!info->alt_stream)
		return false;
	if (missed)
		flags |= MSG_MISSED_OPTIMIZATION | MSG_PRIORITY_INTERNALS;
	info->alt_filename = "";
	info->alt_flags = flags;
	info->alt_state = 1;
	listening = info;
	return true;
}

/* GCC has closed the stream after the pass, unless the pass did not run. */
char *words_take(void)
{
	char *text;

	if (!listening)
		return NULL;
	if (listening->alt_stream)
		fclose(listening->alt_stream);
	listening->alt_stream = NULL;
	listening->alt_filename = NULL;
	listening->alt_flags = TDF_NONE;
	listening->alt_state = 0;
	listening = NULL;
	text = heard;
	heard = NULL;
	return text;
}

/* Cut the last ":number" off, return the number. */
static int cut_number(char *place)
{
	char *colon = strrchr(place, ':');

	if (!colon)
		return 0;
	*colon = '\0';
	return atoi(colon + 1);
}

static bool read_place(char *line, const char *mark, struct words *words)
{
	char *found = strstr(line, mark);

	if (!found)
		return false;
	*found = '\0';
	words->text = found + strlen(mark);
	while (*words->text == ' ')
		words->text++;
	words->column = cut_number(line);
	words->line = cut_number(line);
	words->file = line;
	return true;
}

/* Lines without a mark go on with a statement quoted before: skipped. */
bool words_next(char **cursor, struct words *words)
{
	while (**cursor) {
		char *line = *cursor;
		size_t length = strcspn(line, "\n");

		*cursor += length + (line[length] != '\0');
		line[length] = '\0';
		if (read_place(line, ": missed: ", words) ||
		    read_place(line, ": optimized: ", words))
			return true;
	}
	return false;
}
