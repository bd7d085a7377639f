/* The last iteration's value. */
#include "bits.h"
enum { N = 777 };
static double x[N];

static void last(void)
{
	double value = 0;
#pragma omp parallel for lastprivate(value)
	for (int i = 0; i < N; i++) {
		value = number(i) * 3;
		x[i] = value / 7;
	}
	show("last", &value, sizeof(value));
}

int main(void)
{
	last();
	show("unused", x, 0);
	return 0;
}
