/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double second(double x, int depth);
double first(double x, int depth)
{
	char *text = malloc(40);

	snprintf(text, 40, "%g", x);
	x = atof(text) + strlen(text);
	free(text);
	return depth > 0 ? second(sqrt(x), depth - 1) : x;
}
