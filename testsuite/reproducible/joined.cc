/* What threads made for themselves is joined behind the loop. */
/* reorders: joined */
#include "bits.h"
#include <vector>
static std::vector<double> sums(9);

static void joined()
{
#pragma omp parallel
	{
		std::vector<double> mine(sums.size());

#pragma omp for
		for (int i = 0; i < 3001; i++)
			mine[(size_t)i % mine.size()] += number(i);
#pragma omp critical
		for (size_t i = 0; i < mine.size(); i++)
			sums[i] += mine[i];
	}
	show("joined", sums.data(), sums.size() * sizeof(double));
}

int main()
{
	joined();
}
