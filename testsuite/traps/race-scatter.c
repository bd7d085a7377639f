/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Through a list of places nothing is proven; by a stride of two it is.
 * expect: any(.[]; .name == "scatter" and all(.races[]; test("possib|may|might|unless|if ")))
 * expect: any(.[]; .name == "pairs" and (.races | length == 0))
 * expect: any(.[]; .name == "chain" and (.races | length > 0))
 */
#include <stdio.h>
#define N 256
static int place[N], y[2 * N + 2], x[N];

static void scatter(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[place[i]] += x[i];
}

static void pairs(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[2 * i] = x[i];
		y[2 * i + 1] = -x[i];
	}
}

static void chain(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[2 * i] = x[i];
		y[2 * i + 2] = -x[i];
	}
}

int main(void)
{
	for (int i = 0; i < N; i++)
		place[i] = N - 1 - i;
	scatter(N);
	pairs(N);
	chain(N);
	return printf("%d\n", y[4]) < 0;
}
