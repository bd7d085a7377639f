/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What standard output can show: its width, and colours.
 */
#include "terminal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text.h"

#define WIDTH 100
#define NARROWEST 60

static const char *const codes[] = {
	[STYLE_PLAIN] = NULL,	    [STYLE_HEAD] = "\033[1m",
	[STYLE_GOOD] = "\033[32m",  [STYLE_WARN] = "\033[33m",
	[STYLE_BAD] = "\033[1;31m",
};

size_t terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) ||
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return WIDTH;
	return size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

/* By no-color.org any value but the empty one switches colours off. */
static bool has_colour(void)
{
	const char *none = getenv("NO_COLOR");

	return (!none || !*none) && isatty(STDOUT_FILENO);
}

void terminal_paint(struct text *out, enum terminal_style style,
		    const char *bytes, size_t length)
{
	bool colour = codes[style] && has_colour();

	if (colour)
		text_add(out, codes[style]);
	text_add_bytes(out, bytes, length);
	if (colour)
		text_add(out, "\033[0m");
}
