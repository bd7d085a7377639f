/* Threads push into one vector. */
/* reorders: pushed */
#include "bits.h"
#include <vector>
static std::vector<int> all;

static void pushed()
{
#pragma omp parallel for schedule(dynamic, 8)
	for (int i = 0; i < 1999; i++)
		if (number(i) < 0) {
#pragma omp critical
			all.push_back(i);
		}
	show("pushed", all.data(), all.size() * sizeof(int));
}

int main()
{
	pushed();
}
