/* Products, and bits. */
/* reorders: product */
#include "bits.h"
enum { N = 999 };

static void product(void)
{
	double all = 1;
#pragma omp parallel for reduction(* : all)
	for (int i = 0; i < N; i++)
		all *= 1 + number(i) * 1e-7;
	show("product", &all, sizeof(all));
}

static void bits(void)
{
	unsigned all = 0;
#pragma omp parallel for reduction(^ : all)
	for (int i = 0; i < N; i++)
		all ^= (unsigned)(number(i) * 1e6);
	show("bits", &all, sizeof(all));
}

int main(void)
{
	product();
	bits();
	return 0;
}
