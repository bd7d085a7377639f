/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures in SVG. They are as wide as a phone, follow the colours of the page
 * and have a title and a description for those who cannot see them.
 */
#ifndef PODIUM_DRAWING_H
#define PODIUM_DRAWING_H

#include <stdbool.h>

#include "base/text.h"

#define DRAWING_WIDTH 380

struct drawing {
	struct text body;
	double height;
};

/* Numbers from low to high lie between these places. */
struct scale {
	double low, high, from, to;
};

/* With a little room at both ends; equal ends are moved apart. */
struct scale scale_of(double low, double high, double from, double to);
double scale_at(const struct scale *scale, double value);

enum drawing_anchor { DRAWING_START, DRAWING_MIDDLE, DRAWING_END };

/* Classes are those of page_colours. Of a long string the first letters. */
void drawing_text(struct drawing *drawing, double x, double y,
		  enum drawing_anchor anchor, const char *class,
		  const char *string);
void drawing_line(struct drawing *drawing, double x1, double y1, double x2,
		  double y2, const char *class, double width);
void drawing_dot(struct drawing *drawing, double x, double y, double radius,
		 const char *class);
void drawing_box(struct drawing *drawing, double x, double y, double width,
		 double height, const char *class);
void drawing_cross(struct drawing *drawing, double x, double y);

/* Numbers below a line at that height, or beside one at the left. */
void drawing_axis(struct drawing *drawing, const struct scale *scale, double y,
		  const char *unit);
void drawing_side(struct drawing *drawing, const struct scale *scale, double x);

/*
 * The picture, for a page or as a file of its own, which brings its colours.
 * The name is a word that no other picture of the page has. Leaves an empty
 * drawing.
 */
void drawing_end(struct drawing *drawing, const char *name, const char *title,
		 const char *description, bool alone, struct text *out);

#endif
