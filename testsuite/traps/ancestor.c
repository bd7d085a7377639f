/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asked by way of the level, which is the same question.
 * expect: any(.[]; .name == "own" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "all" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 900
static int owner[N], twice[N];

static void own(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		owner[i] = omp_get_ancestor_thread_num(omp_get_level());
}

static void all(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		twice[i] = 2 * owner[i];
}

int main(void)
{
	own();
	all();
	return printf("%d\n", twice[N - 1]) < 0;
}
