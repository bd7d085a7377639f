/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Members of records that may lie in one array.
 * expect: any(.[]; .name == "points" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "flat" and (.rewrite_why | length > 0))
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 400
double x[N], y[N];
struct point {
	double x, y;
};

void points(struct point *p, struct point *q)
{
#pragma omp parallel
	{
#pragma omp master
		p[0].x = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = q[i].x;
	}
}

void flat(struct point *p, double *q)
{
#pragma omp parallel
	{
#pragma omp master
		p[0].x = 5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			y[i] = q[i];
	}
}

int main(void)
{
	return 0;
}
