/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scratch of a thread hangs on a key, and keeps what was in it.
 * expect: any(.[]; .name == "blend" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "invert" and (.rewrite_why | length == 0))
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1500
static pthread_key_t key;
static double x[N];

static double *scratch(void)
{
	double *mine = pthread_getspecific(key);

	if (!mine) {
		mine = calloc(8, sizeof(*mine));
		pthread_setspecific(key, mine);
	}
	return mine;
}

static void blend(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double *s = scratch();

		s[i % 8] = 0.9 * s[i % 8] + 0.1 * i;
		x[i] = s[i % 8];
	}
}

static void invert(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = 1 / (1 + x[i]);
}

int main(void)
{
	pthread_key_create(&key, free);
	blend();
	invert();
	return printf("%g\n", x[N - 1]) < 0;
}
