/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
extern int x[100];
static __attribute__((noinline)) int value(int i)
{
	return i + (pthread_self() != 0);
}

void theirs(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = value(i);
}
