/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pipeline in which each row waits for the one above by flag and flush: that
 * is ordered, and no race that can be claimed. Without flags it is one.
 * expect: any(.[]; .name == "sweep" and all(.races[]; test("possib|may|might|unless")))
 * expect: any(.[]; .name == "rush" and (.races | length > 0))
 */
#include <stdio.h>
#define N 48
static double v[N][N];
static int done[N];

static void sweep(void)
{
	done[0] = 1;
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < N; i++) {
		int ready = 0;
		while (!ready) {
#pragma omp flush
#pragma omp atomic read
			ready = done[i - 1];
		}
#pragma omp flush
		for (int j = 0; j < N; j++)
			v[i][j] = v[i - 1][j] + 1;
#pragma omp flush
#pragma omp atomic write
		done[i] = 1;
	}
}

static void rush(void)
{
#pragma omp parallel for schedule(static, 1)
	for (int i = 1; i < N; i++)
		for (int j = 0; j < N; j++)
			v[i][j] = v[i - 1][j] + 1;
}

int main(void)
{
	sweep();
	rush();
	return printf("%g\n", v[N - 1][0]) < 0;
}
