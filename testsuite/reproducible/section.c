/* Sums of a part of an array. */
/* reorders: by_class */
#include "bits.h"
enum { N = 3001, M = 8 };

static void by_class(void)
{
	double sum[M] = {0};
#pragma omp parallel for reduction(+ : sum[:M])
	for (int i = 0; i < N; i++)
		sum[i % M] += number(i);
	show("by_class", sum, sizeof(sum));
}

static void tally(void)
{
	int sum[M] = {0};
#pragma omp parallel for reduction(+ : sum[:M])
	for (int i = 0; i < N; i++)
		sum[i % M] += number(i) > 0;
	show("tally", sum, sizeof(sum));
}

int main(void)
{
	by_class();
	tally();
	return 0;
}
