/* A sum in the order of the iterations. */
#include "bits.h"
enum { N = 1009 };

static void in_order(void)
{
	double sum = 0;
#pragma omp parallel for ordered schedule(dynamic)
	for (int i = 0; i < N; i++) {
		double term = number(i) * 1.0625;

#pragma omp ordered
		sum += term;
	}
	show("in_order", &sum, sizeof(sum));
}

int main(void)
{
	in_order();
	return 0;
}
