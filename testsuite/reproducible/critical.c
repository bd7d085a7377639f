/* Sums in critical sections. */
/* reorders: guarded */
#include "bits.h"
enum { N = 2003 };

static void guarded(void)
{
	double sum = 0;
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double term = number(i) * number(i + 1);

#pragma omp critical
		sum += term;
	}
	show("guarded", &sum, sizeof(sum));
}

static void most(void)
{
	long most = 0;
#pragma omp parallel for reduction(max : most)
	for (int i = 0; i < N; i++) {
		long one = (long)(number(i) * 1000);

		most = one > most ? one : most;
	}
	show("most", &most, sizeof(most));
}

int main(void)
{
	guarded();
	most();
	return 0;
}
