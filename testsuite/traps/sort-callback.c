/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library calls back what knows the thread; and what does not.
 * expect: any(.[]; .name == "sort_noisy" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "sort_plain" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#include <stdlib.h>
static int rows[100][16];
static __thread unsigned coin = 1;

static int by_value(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) -
	       (*(const int *)a < *(const int *)b);
}

static int ties_by_coin(const void *a, const void *b)
{
	int order = by_value(a, b);

	coin = coin * 1103515245 + 12345;
	return order ? order : coin & 65536 ? 1 : -1;
}

static void sort_noisy(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		qsort(rows[i], 16, sizeof(int), ties_by_coin);
}

static void sort_plain(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		qsort(rows[i], 16, sizeof(int), by_value);
}

int main(void)
{
	for (int i = 0; i < 1600; i++)
		rows[i / 16][i % 16] = i * 7 % 5;
	sort_noisy();
	sort_plain();
	return printf("%d\n", rows[3][3]) < 0;
}
