/*
 * An atomic of the language, of integers. What the operator gives back is
 * used by nobody, which is not known where it is called.
 */
/* reorders: added */
#include "bits.h"
#include <atomic>
static std::atomic<long> all(0);

static void added()
{
#pragma omp parallel for
	for (int i = 0; i < 2999; i++)
		all += (long)(number(i) * 1000);
	long is = all;
	show("added", &is, sizeof(is));
}

int main()
{
	added();
}
