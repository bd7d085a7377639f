/*
 * What standard output can show: its width, and colours.
 */
#ifndef PODIUM_TERMINAL_H
#define PODIUM_TERMINAL_H

#include <stddef.h>

struct text;

enum terminal_style {
	STYLE_PLAIN,
	STYLE_HEAD,
	STYLE_GOOD,
	STYLE_WARN,
	STYLE_BAD
};

/* Columns of the terminal, 100 where it is none. */
size_t terminal_width(void);

/* Add text in a style; plain off a terminal and where NO_COLOR is set. */
void terminal_paint(struct text *out, enum terminal_style style,
		    const char *bytes, size_t length);

#endif
