/*
 * What was published, to be shown beside what is found here.
 */
#ifndef PODIUM_PUBLISHED_H
#define PODIUM_PUBLISHED_H

#include <stddef.h>

/*
 * Kaminska and Bielecki, statistical models for iterative compilation: table
 * 3, errors of the model, and table 4, how far iterative compilation was
 * shortened; a row for each loop and size.
 */
struct published_case {
	const char *title; /* as they name it */
	const char *loop;  /* as it is named here, or by the second name */
	const char *short_name;
	const char *pattern;
	char size; /* 'S' or 'L', the smaller and the larger of theirs */
	double n;  /* theirs */
	double mean_error, largest_error; /* percent */
	double variants;		  /* t */
	double kmin;
	double gain; /* Tt / Tkmin */
};

const struct published_case *published_cases(size_t *count);

/* NULL if that loop is not among them. */
const struct published_case *published_find(const char *loop, char size);

#endif
