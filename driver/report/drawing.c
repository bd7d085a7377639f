/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures in SVG.
 */
#include "drawing.h"

#include <math.h>

#include "base/markup.h"
#include "base/page.h"

/* Letters of a string at most, and numbers on an axis about. */
#define MOST_LETTERS 46
#define TICKS 4

/* ---- scales ---- */

struct scale scale_of(double low, double high, double from, double to)
{
	double room = .04 * (high - low);

	if (!(room > 0))
		room = low != 0 ? .1 * fabs(low) : 1;
	return (struct scale){low - room, high + room, from, to};
}

double scale_at(const struct scale *scale, double value)
{
	double part = (value - scale->low) / (scale->high - scale->low);

	return scale->from + fmin(fmax(part, 0), 1) * (scale->to - scale->from);
}

/* 1, 2 or 5 times a power of ten. */
static double step_of(const struct scale *scale)
{
	double rough = (scale->high - scale->low) / TICKS;
	double power = pow(10, floor(log10(rough)));
	double times = rough / power;

	return power * (times > 7 ? 10 : times > 3 ? 5 : times > 1.5 ? 2 : 1);
}

/* ---- shapes ---- */

/* The first letters: bytes that go on with one do not begin another. */
static void add_first(struct text *out, const char *string)
{
	struct text first = {0};
	size_t letters = 0, length = 0;

	for (; string[length] && letters <= MOST_LETTERS; length++)
		letters += (string[length + 1] & 0xc0) != 0x80;
	text_add_bytes(&first, string, length);
	if (string[length])
		text_add(&first, "...");
	markup_bare(out, text_string(&first));
	text_free(&first);
}

void drawing_text(struct drawing *drawing, double x, double y,
		  enum drawing_anchor anchor, const char *class,
		  const char *string)
{
	static const char *const anchors[] = {"", " text-anchor=\"middle\"",
					      " text-anchor=\"end\""};

	text_print(&drawing->body, "<text x=\"%.1f\" y=\"%.1f\"%s%s%s%s>", x, y,
		   anchors[anchor], *class ? " class=\"" : "", class,
		   *class ? "\"" : "");
	add_first(&drawing->body, string);
	text_add(&drawing->body, "</text>");
}

void drawing_line(struct drawing *drawing, double x1, double y1, double x2,
		  double y2, const char *class, double width)
{
	text_print(&drawing->body,
		   "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"%s\" "
		   "stroke-width=\"%g\"/>",
		   x1, y1, x2, y2, class, width);
}

void drawing_dot(struct drawing *drawing, double x, double y, double radius,
		 const char *class)
{
	text_print(&drawing->body,
		   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" class=\"%s\"/>", x,
		   y, radius, class);
}

void drawing_box(struct drawing *drawing, double x, double y, double width,
		 double height, const char *class)
{
	text_print(&drawing->body,
		   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
		   "height=\"%.1f\" class=\"%s\"/>",
		   x, y, fmax(width, 0), height, class);
}

void drawing_cross(struct drawing *drawing, double x, double y)
{
	drawing_line(drawing, x - 3, y - 3, x + 3, y + 3, "mark", 1.5);
	drawing_line(drawing, x - 3, y + 3, x + 3, y - 3, "mark", 1.5);
}

/* ---- axes ---- */

static int decimals_of(double step)
{
	return step < 1 ? (int)fmin(ceil(-log10(step) - 1e-9), 9) : 0;
}

/* The i-th of them; false where there is none. */
static bool is_tick(const struct scale *scale, double step, int i, double *at)
{
	*at = (ceil(scale->low / step) + i) * step;
	return *at <= scale->high && i < 4 * TICKS;
}

void drawing_axis(struct drawing *drawing, const struct scale *scale, double y,
		  const char *unit)
{
	double step = step_of(scale), at;
	struct text number = {0};

	drawing_line(drawing, scale->from, y, scale->to, y, "line", 1);
	for (int i = 0; is_tick(scale, step, i, &at); i++) {
		double x = scale_at(scale, at);

		text_cut(&number, 0);
		text_print(&number, "%.*f", decimals_of(step), at);
		drawing_line(drawing, x, y, x, y + 4, "line", 1);
		drawing_text(drawing, x, y + 17, DRAWING_MIDDLE, "quiet",
			     text_string(&number));
	}
	drawing_text(drawing, scale->to, y + 33, DRAWING_END, "quiet", unit);
	text_free(&number);
}

void drawing_side(struct drawing *drawing, const struct scale *scale, double x)
{
	double step = step_of(scale), at;
	struct text number = {0};

	for (int i = 0; is_tick(scale, step, i, &at); i++) {
		double y = scale_at(scale, at);

		text_cut(&number, 0);
		text_print(&number, "%.*f", decimals_of(step), at);
		drawing_line(drawing, x, y, DRAWING_WIDTH - 2, y, "line", 1);
		drawing_text(drawing, x - 6, y + 4, DRAWING_END, "quiet",
			     text_string(&number));
	}
	text_free(&number);
}

/* ---- the picture ---- */

void drawing_end(struct drawing *drawing, const char *name, const char *title,
		 const char *description, bool alone, struct text *out)
{
	text_print(out,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
		   "%d %.0f\" role=\"img\" aria-labelledby=\"%s-title "
		   "%s-text\"><title id=\"%s-title\">",
		   DRAWING_WIDTH, drawing->height, name, name, name);
	markup_bare(out, title);
	text_print(out, "</title><desc id=\"%s-text\">", name);
	markup_bare(out, description);
	text_add(out, "</desc>");
	if (alone)
		text_print(out,
			   "<style>%s</style><rect width=\"100%%\" "
			   "height=\"100%%\" class=\"paper\"/>",
			   page_colours);
	text_add_bytes(out, text_string(&drawing->body), drawing->body.length);
	text_add(out, "</svg>\n");
	text_free(&drawing->body);
	*drawing = (struct drawing){0};
}
