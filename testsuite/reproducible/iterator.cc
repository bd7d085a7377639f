/* A loop over iterators. */
#include "bits.h"
#include <vector>
static std::vector<float> x(1777);

static void iterate()
{
#pragma omp parallel for
	for (std::vector<float>::iterator it = x.begin(); it < x.end(); ++it)
		*it = (float)number(it - x.begin()) / 3;
	show("iterate", x.data(), x.size() * sizeof(float));
}

int main()
{
	iterate();
}
