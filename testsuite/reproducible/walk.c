/* Each iteration has its own sequence of random numbers. */
#include "bits.h"
#include <math.h>
enum { N = 257 };
static double end[N];

static void walk(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		unsigned seed = 1234567u * (unsigned)i + 89;
		double place = 0;

		for (int step = 0; step < 40; step++) {
			seed = seed * 1664525u + 1013904223u;
			place += sin((double)seed);
		}
		end[i] = place;
	}
	show("walk", end, sizeof(end));
}

int main(void)
{
	walk();
	return 0;
}
