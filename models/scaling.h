/*
 * How a program scales with its threads: speed-up, efficiency and the serial
 * fraction of Karp and Flatt, with what these say.
 */
#ifndef PODIUM_SCALING_H
#define PODIUM_SCALING_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* Rounds from which on there is an interval; that of 5 is of 93.75 %. */
#define SCALING_ROUNDS 5

/*
 * A difference of fractions is worth a word if it is more than this part of
 * their median, for a trend and for an outlier, and at least so much.
 */
#define SCALING_PART 0.2
#define SCALING_OUTLYING 0.5
#define SCALING_LEAST 0.001

struct scaling_range {
	double value, low, high; /* equal where nothing is known of it */
};

enum scaling_note {
	SCALING_PLAIN,
	SCALING_SUPERLINEAR, /* faster than by the number of threads */
	SCALING_OUTLIER,     /* far beyond both neighbours */
};

/* One number of threads. */
struct scaling_point {
	double threads;
	double seconds; /* median */
	struct scaling_range speedup, efficiency;
	struct scaling_range fraction; /* of 1 thread: not a number */
	double confidence;	       /* of the interval; 0: there is none */
	enum scaling_note note;
};

/*
 * Times of one thread and of many, round by round, in seconds.
 */
struct scaling_times {
	size_t rounds;
	const double *one, *many;
};

/*
 * The median of at least one value and its interval, between two of them so
 * that at least 93 % of such intervals hold the true median; returns how
 * many do, 0 below SCALING_ROUNDS values. *values become sorted.
 */
double scaling_interval(double *values, size_t count,
			struct scaling_range *range);

/*
 * Speed-up s = T(1) / T(p), efficiency s / p, f = (1/s - 1/p) / (1 - 1/p),
 * from the median over the rounds of T(p) / T(1), with its interval. Equation
 * (34) of doc/models.md.
 * MODEL_TOO_FEW: no round. MODEL_NOT_POSITIVE: a time, or threads below 1.
 */
enum model_status scaling_point(double threads,
				const struct scaling_times *times,
				struct scaling_point *point);

enum scaling_trend {
	SCALING_UNKNOWN, /* fewer than three numbers of threads above 1 */
	SCALING_CONSTANT,
	SCALING_GROWING,
	SCALING_FALLING,
	SCALING_FALLING_GROWING, /* falling up to *turn, then growing */
};

struct scaling_reading {
	enum scaling_trend trend; /* of the fraction, outliers left out */
	double turn;		  /* threads of the least fraction */
	size_t outliers, superlinear;
	/* Amdahl: 1/f at the most threads; INFINITY where f is not above 0 */
	double limit;
};

/*
 * Set the notes of points, whose threads rise, and say what they mean.
 * MODEL_BAD_ARGUMENT: the threads do not rise.
 */
enum model_status scaling_read(struct scaling_point *points, size_t count,
			       struct scaling_reading *reading);

/* "constant", "falling, then growing" */
const char *scaling_trend_text(enum scaling_trend trend);

#endif
