/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which variants are tried.
 */
#include "ranking.h"

#include <math.h>
#include <stdlib.h>

/* Places for which diversity counts; beyond them the estimate alone. */
#define DIVERSE 32

/* What ln(cycles) is raised by for each time that the nest was taken; an
   innermost loop counts half. */
#define PENALTY .1

double ranking_reach(void)
{
	return exp(1.645 * RANKING_SPREAD);
}

struct place {
	double cycles;
	size_t index;
};

static int compare(const void *a, const void *b)
{
	const struct place *x = a;
	const struct place *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static double raised(const struct ranking_item *items, size_t index,
		     const size_t *order, size_t taken)
{
	double times = 0;

	for (size_t i = 0; i < taken; i++) {
		times += items[order[i]].nest == items[index].nest;
		times += .5 * (items[order[i]].inner == items[index].inner);
	}
	return log(items[index].cycles) + PENALTY * times;
}

/* Move the best of those from "taken" on to its place. */
static void take_next(const struct ranking_item *items, size_t count,
		      size_t *order, size_t taken)
{
	size_t best = taken;
	double least = INFINITY;
	size_t index;

	for (size_t i = taken; i < count; i++) {
		/* sorted: none that follows can be better */
		if (log(items[order[i]].cycles) >= least)
			break;
		double value = raised(items, order[i], order, taken);

		if (value < least) {
			least = value;
			best = i;
		}
	}
	index = order[best];
	for (size_t i = best; i > taken; i--)
		order[i] = order[i - 1];
	order[taken] = index;
}

enum model_status ranking_order(const struct ranking_item *items, size_t count,
				size_t *order)
{
	struct place *places = malloc((count + 1) * sizeof(*places));

	if (!places)
		return MODEL_NO_MEMORY;
	for (size_t i = 0; i < count; i++) {
		places[i].cycles = items[i].cycles;
		places[i].index = i;
	}
	qsort(places, count, sizeof(*places), compare);
	for (size_t i = 0; i < count; i++)
		order[i] = places[i].index;
	free(places);
	for (size_t i = 0; i < count && i < DIVERSE; i++)
		take_next(items, count, order, i);
	return MODEL_OK;
}
