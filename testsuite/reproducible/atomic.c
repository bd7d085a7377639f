/* Atomic updates: of integers in any order, of doubles not. */
/* reorders: deposit */
#include "bits.h"
enum { N = 5003 };
static int bins[16];
static double weights[4];

static void histogram(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		int bin = (int)(number(i) * number(i)) & 15;

#pragma omp atomic
		bins[bin]++;
	}
	show("histogram", bins, sizeof(bins));
}

static void deposit(void)
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < N; i++)
#pragma omp atomic
		weights[i & 3] += number(i);
	show("deposit", weights, sizeof(weights));
}

int main(void)
{
	histogram();
	deposit();
	return 0;
}
