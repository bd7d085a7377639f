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
 * Let gnuplot draw what the script says, which has no terminal of its own:
 * to standard output if "where" is "text", in so many lines, else into that
 * file, whose name ends in .svg or .png. The user is told why it cannot.
 */
bool plot_show(const struct text *commands, int lines, const char *where);

#endif
