/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the region has for each thread goes through functions of another unit.
 * expect: any(.[]; .name == "drawn" and any(.rewrite_why[]; test("'here'.*draw")))
 * expect: any(.[]; .name == "filled" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "weighed" and (.rewrite_why == []) and any(.reorders[]; test("'mine'")))
 * expect: any(.[]; .name == "begun" and (.rewrite_why == []))
 */
#include <stdio.h>
#define N 400
double draw_twice(unsigned long *state);
void make_row(double *row, int i);
void weigh(double *sum, double v);
void begin_at(unsigned long *state, int i);
static double x[N];

static void drawn(void)
{
#pragma omp parallel
	{
		unsigned long here = 3;
#pragma omp for
		for (int i = 0; i < N; i++)
			x[i] = draw_twice(&here);
	}
}

static void filled(void)
{
#pragma omp parallel
	{
		double row[8];
#pragma omp for
		for (int i = 0; i < N; i++) {
			make_row(row, i);
			x[i] += row[3];
		}
	}
}

static double weighed(void)
{
	double all = 0;
#pragma omp parallel
	{
		double mine = 0;
#pragma omp for nowait
		for (int i = 0; i < N; i++)
			weigh(&mine, x[i]);
#pragma omp atomic
		all += mine;
	}
	return all;
}

static void begun(void)
{
	unsigned long here;
#pragma omp parallel for private(here)
	for (int i = 0; i < N; i++) {
		begin_at(&here, i);
		x[i] += draw_twice(&here);
	}
}

int main(void)
{
	drawn();
	filled();
	begun();
	return printf("%g\n", weighed()) < 0;
}
