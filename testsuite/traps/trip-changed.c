/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bound that the body changes was read when the construct began.
 * expect: any(.[]; .name == "eat" and .nest[0].trip == "n" and (.nest[0].early_exit | not))
 * expect: any(.[]; .name == "queue" and .nest[0].trip != null and (.nest[0].early_exit | not))
 */
#include <stdio.h>
#include <stdlib.h>
static int size, work[4096];

static int eat(int n)
{
	int *left = &n, got = 0;
#pragma omp parallel for shared(n) reduction(+ : got)
	for (int i = 0; i < n; i++) {
		got += work[i];
#pragma omp atomic
		--*left;
	}
	return got + n;
}

static void queue(void)
{
#pragma omp parallel for
	for (int i = 0; i < size; i++)
		if (work[i] > 5) {
			int at;
#pragma omp atomic capture
			at = size++;
			work[at & 4095] = work[i] / 2;
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 999;

	for (int i = 0; i < n; i++)
		work[i] = i % 9;
	size = n;
	queue();
	return printf("%d\n", eat(n)) < 0;
}
