/* A complex sum, by a reduction of the user's. */
/* reorders: total */
#include "bits.h"
#include <complex>
#include <vector>
typedef std::complex<double> number2;
#pragma omp declare reduction(+ : number2 : omp_out += omp_in)
static std::vector<number2> z(1999);

static void rotate()
{
#pragma omp parallel for
	for (size_t i = 0; i < z.size(); i++)
		z[i] = number2(number((long)i), number(-(long)i)) *
		       number2(.6, .8);
	show("rotate", z.data(), z.size() * sizeof(number2));
}

static void total()
{
	number2 sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (size_t i = 0; i < z.size(); i++)
		sum += z[i];
	show("total", &sum, sizeof(sum));
}

int main()
{
	rotate();
	total();
}
