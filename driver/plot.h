/*
 * Plots of a profile, by gnuplot.
 */
#ifndef PODIUM_PLOT_H
#define PODIUM_PLOT_H

#include <stdbool.h>

struct profile;
struct text;

/* Can a plot go there? If not, *problem. */
bool plot_is_possible(const char *where, struct text *problem);

/*
 * Plot to standard output if "where" is "text", else into that file, whose
 * name ends in .svg or .png.
 */
bool plot_profile(const struct profile *profile, const char *where,
		  struct text *problem);

#endif
