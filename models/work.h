/*
 * Work: how often every loop of a nest runs under given values, in all and
 * within each iteration that the construct shares out.
 */
#ifndef PODIUM_WORK_H
#define PODIUM_WORK_H

#include "nest.h"
#include "series.h"

/* Parallel regions that are looked at where each is different. */
#define WORK_MOST_REGIONS 5

/* Executions of every loop within each iteration, in pieces. */
struct work_piece {
	double length;
	double *coefficient; /* SERIES_DEGREE + 1 for each loop */
};

/* One execution of the construct. */
struct work_region {
	double weight; /* the share of all executions that it stands for */
	double iterations;
	struct work_piece *pieces;
	size_t count;
};

struct work {
	int loop_count;
	double regions;	    /* executions of the construct */
	double *executions; /* iterations of each loop, all regions together */
	double *trip;	    /* mean for each time that the loop is entered */
	double *longest;    /* greatest trip seen */
	double *low, *high; /* least and greatest value of each counter */
	double *place;	    /* iteration at which a loop stands still, else 0 */
	struct work_region region[WORK_MOST_REGIONS];
	int region_count;
	bool *assumed; /* loops whose trip is not known */
	bool sampled;  /* too irregular to be exact */
};

/*
 * Evaluate the nest. Exact, unless "sampled" or "assumed" says otherwise; yet
 * one of more than 256 iterations that differs from all others, as in
 * "j == 500 ? 1 : 8", may go unseen.
 *
 * "values" has one for each symbol, those of counters without meaning;
 * "places", if not NULL, one for each loop: the only iteration of it that is
 * looked at, or NaN for all. *work owns memory: work_free().
 */
enum model_status work_evaluate(const struct nest *nest, const double *values,
				const double *places, struct work *work);
void work_free(struct work *work);

/*
 * The work of each iteration of a region, where one iteration of loop i
 * costs weight[i]. *series owns memory.
 */
enum model_status work_weigh(const struct work *work, int region,
			     const double *weight, struct series *series);

#endif
