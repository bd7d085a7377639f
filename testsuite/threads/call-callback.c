/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that a library calls: judged like those of the loop. */
#include <stdlib.h>
#define N 100
#define M 50
double x[N][M];
static _Thread_local int compared;

int unseen(const void *a, const void *b);

static int compare(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

static int counting(const void *a, const void *b)
{
	compared++;
	return compare(a, b);
}

void seen(void)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		qsort(x[i], M, sizeof(**x), compare);
}

void thread_local_state(void)
{
	/* refused: 'compared' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		qsort(x[i], M, sizeof(**x), counting);
}

void of_another_unit(void)
{
	/* needs: unseen */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		qsort(x[i], M, sizeof(**x), unseen);
}
