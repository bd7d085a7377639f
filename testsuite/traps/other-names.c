/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function by another name, and one that another unit replaces.
 * expect: any(.[]; .name == "by_alias" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "by_weak" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "plain" and (.rewrite_why | length == 0))
 */
#include <omp.h>
#include <stdio.h>
#define N 444
static int x[N];

int real_slot(void)
{
	return omp_get_thread_num();
}
int slot(void) __attribute__((alias("real_slot")));

__attribute__((weak)) int place(void)
{
	return 0;
}

static void by_alias(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = slot();
}

static void by_weak(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] += place();
}

static void plain(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] += 3;
}

int main(void)
{
	by_alias();
	by_weak();
	plain();
	return printf("%d\n", x[N - 1]) < 0;
}
