/* Each thread sums for itself, and adds that up behind the loop. */
/* reorders: partial */
#include "bits.h"
enum { N = 4099 };
static double x[N];

static void partial(void)
{
	double sum = 0;
#pragma omp parallel
	{
		double mine = 0;

#pragma omp for nowait
		for (int i = 0; i < N; i++)
			mine += x[i];
#pragma omp critical
		sum += mine;
	}
	show("partial", &sum, sizeof(sum));
}

int main(void)
{
	for (int i = 0; i < N; i++)
		x[i] = number(i);
	partial();
	return 0;
}
