/*
 * Plots by gnuplot.
 */
#ifndef PODIUM_PLOT_H
#define PODIUM_PLOT_H

#include <stdbool.h>

struct option;
struct text;

/* Of an option: where a plot goes. */
bool plot_take(void *field, const struct option *option, const char *where);

/*
 * Add a string from outside as a word of the data of a script, the only place
 * where gnuplot evaluates none of it. It must not stand in a command.
 */
void plot_word(struct text *script, const char *string);

/*
 * What the boxes of the number-th plot from 0 are drawn with in a text, whose
 * key does not show it; "" elsewhere.
 */
const char *plot_mark(const char *where, int number);

/*
 * Run a gnuplot script that sets no terminal. It draws to standard output, in
 * so many lines, if "where" is "text", else into that file, whose name ends in
 * .svg or .png. Tells the user why it fails.
 */
bool plot_show(const struct text *commands, int lines, const char *where);

#endif
