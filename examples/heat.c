/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heat in a plate: a small OpenMP program to try podium on.
 */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 500
#define COLUMNS 400
#define STEPS 200

static double old[ROWS][COLUMNS], new[ROWS][COLUMNS];

/* One step: each inner point becomes the mean of its neighbours. */
static void step(double to[ROWS][COLUMNS], double from[ROWS][COLUMNS])
{
#pragma omp parallel for schedule(static)
	for (int i = 1; i < ROWS - 1; i++)
		for (int j = 1; j < COLUMNS - 1; j++)
			to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] +
					   from[i][j - 1] + from[i][j + 1]);
}

static double total(double plate[ROWS][COLUMNS])
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			sum += plate[i][j];
	return sum;
}

int main(void)
{
	for (int j = 0; j < COLUMNS; j++)
		old[0][j] = new[0][j] = 100;
	for (int i = 0; i < STEPS; i += 2) {
		step(new, old);
		step(old, new);
	}
	printf("%.6f\n", total(old));
	return EXIT_SUCCESS;
}
