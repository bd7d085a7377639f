/*
 * What was published, to be shown beside what is found here.
 */
#ifndef PODIUM_PUBLISHED_H
#define PODIUM_PUBLISHED_H

#include <jansson.h>
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

/*
 * Bielecki and others, time models: tables 1 and 2, errors of the model by
 * number of threads and its correlation with what was measured over these.
 */
#define PUBLISHED_THREADS 4

extern const double published_threads[PUBLISHED_THREADS];

struct published_times {
	const char *title, *loop;	 /* theirs, ours */
	double error[PUBLISHED_THREADS]; /* percent */
	double pearson;
};

/* Means over their loops: errors as fractions. */
#define PUBLISHED_TIME_ERROR .164
#define PUBLISHED_TIME_PEARSON .91

const struct published_times *published_times(size_t *count);

/*
 * The same: tables 5 and 6, which parameters decide the time, by rough sets
 * of 32133 runs. The significance of the first, without none, is NAN.
 */
#define PUBLISHED_RULES 7
#define PUBLISHED_THRESHOLDS 2

struct published_rule {
	const char *without;
	/* by threshold */
	double sets, useful[PUBLISHED_THRESHOLDS];
	double probability[PUBLISHED_THRESHOLDS];
	double significance[PUBLISHED_THRESHOLDS];
};

extern const double published_threshold[PUBLISHED_THRESHOLDS];
extern const struct published_rule published_rules[PUBLISHED_RULES];

/* "ours (theirs)"; "-" for ours where it is NAN, null where theirs is. */
json_t *published_beside(double ours, double theirs);

#endif
