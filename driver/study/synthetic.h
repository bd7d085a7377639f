/*
 * Tables whose significances follow from how they are made.
 */
#ifndef PODIUM_SYNTHETIC_H
#define PODIUM_SYNTHETIC_H

#include <stddef.h>

#define SYNTHETIC_ATTRIBUTES 3 /* a, b, c */
#define SYNTHETIC_ROWS 1250    /* at most */

struct synthetic {
	const char *name, *meaning;
	size_t rows;
	double threshold;
	/* value of an attribute, or of the time behind them, in a row */
	double (*value)(size_t row, int column);
	double probability;			   /* known: P */
	double significance[SYNTHETIC_ATTRIBUTES]; /* known; NAN for none */
};

const struct synthetic *synthetic_list(size_t *count);

#endif
