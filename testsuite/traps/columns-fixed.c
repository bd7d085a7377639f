/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planes of one array told apart by a first subscript that is constant.
 * expect: any(.[]; .name == "apart" and (.races | length == 0))
 * expect: any(.[]; .name == "same" and (.races | length > 0))
 */
#include <stdio.h>
#define N 64
static double u[5][N][N];

static void apart(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			u[1][i][j] = u[0][i - 1][j] + u[0][i + 1][j] +
				     u[2][i][j - 1];
}

static void same(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			u[1][i][j] = u[1][i - 1][j] + u[0][i][j];
}

int main(void)
{
	u[0][3][3] = 1;
	apart(N);
	same(N);
	return printf("%g\n", u[1][4][3]) < 0;
}
