/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances between all pairs of points. Row i has i pairs, so that equal
 * blocks of rows are unequal work: podium tune finds a better schedule.
 */
#include <math.h>
#include <stdio.h>

enum { POINTS = 4000, STEPS = 10 };
static double x[POINTS], y[POINTS], sum[POINTS];

static void distances(void)
{
#pragma omp parallel for
	for (int i = 0; i < POINTS; i++) {
		double near = 0;

		for (int j = 0; j < i; j++) {
			double dx = x[i] - x[j], dy = y[i] - y[j];

			near += 1 / sqrt(1e-3 + dx * dx + dy * dy);
		}
		sum[i] = near;
	}
}

int main(void)
{
	double total = 0;

	for (int i = 0; i < POINTS; i++) {
		x[i] = i * 7919 % POINTS / (double)POINTS;
		y[i] = i * 104729 % POINTS / (double)POINTS;
	}
	for (int step = 0; step < STEPS; step++)
		distances();
	for (int i = 0; i < POINTS; i++)
		total += sum[i];
	printf("%.9g\n", total);
	return 0;
}
