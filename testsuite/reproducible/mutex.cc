/* A sum behind a mutex of the language. */
/* reorders: locked */
#include "bits.h"
#include <mutex>
static std::mutex mutex;
static double sum;

static void locked()
{
#pragma omp parallel for
	for (int i = 0; i < 1001; i++) {
		double term = number(i);
		std::lock_guard<std::mutex> guard(mutex);

		sum += term;
	}
	show("locked", &sum, sizeof(sum));
}

int main()
{
	locked();
}
