/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * C11's threads: who one is, and what hangs on a key.
 * expect: any(.[]; .name == "mark" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "use" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "rest" and (.rewrite_why | length == 0))
 */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#define N 640
static tss_t key;
static thrd_t first;
static int x[N];

static int is_first(void)
{
	return thrd_equal(thrd_current(), first);
}

static int *mine(void)
{
	int *p = tss_get(key);

	if (!p)
		tss_set(key, p = calloc(1, sizeof(*p)));
	return p;
}

static void mark(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = is_first();
}

static void use(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] += ++*mine();
}

static void rest(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = abs(x[i] - 5);
}

int main(void)
{
	first = thrd_current();
	tss_create(&key, free);
	mark();
	use();
	rest();
	return printf("%d\n", x[N - 1]) < 0;
}
