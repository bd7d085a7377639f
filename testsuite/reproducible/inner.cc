/* Sums by the library within an iteration. */
#include "bits.h"
#include <numeric>
#include <vector>
static std::vector<double> x(64 * 101), y(101);

static void inner()
{
#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < 101; i++)
		y[(size_t)i] = std::accumulate(x.begin() + i * 64,
					       x.begin() + i * 64 + 64, 0.0);
	show("inner", y.data(), y.size() * sizeof(double));
}

int main()
{
	for (size_t i = 0; i < x.size(); i++)
		x[i] = number((long)i);
	inner();
}
