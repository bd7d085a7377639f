/* The largest integer, and the place where it was found first. */
/* reorders: found */
#include "bits.h"
#include <algorithm>

static void largest()
{
	int most = 0;
#pragma omp parallel for reduction(max : most)
	for (int i = 0; i < 4001; i++)
		most = std::max(most, (int)(number(i) * 100));
	show("largest", &most, sizeof(most));
}

static void found()
{
	double most = -1;
	int where = -1;
#pragma omp parallel for
	for (int i = 0; i < 4001; i++) {
		double one = (double)((int)number(i) & 7);

#pragma omp critical
		if (one > most) {
			most = one;
			where = i;
		}
	}
	show("found", &where, sizeof(where));
}

int main()
{
	largest();
	found();
}
