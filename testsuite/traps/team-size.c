/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks by the size of the team, asked by its level in a function.
 * expect: any(.[]; .name == "deal" and (.rewrite_why + (.threads_why // []) | length > 0))
 * expect: any(.[]; .name == "plain" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 1200
static int block[N];
static double spent[N];

static int share(int i)
{
	int size = N / omp_get_team_size(omp_get_level());

	return i / (size ? size : 1);
}

static void deal(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		block[i] = share(i);
}

static void plain(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		spent[i] = block[i] * 0.5;
}

int main(void)
{
	deal();
	plain();
	return printf("%g\n", spent[N - 1]) < 0;
}
