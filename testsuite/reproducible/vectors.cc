/* Standard vectors, a template, a lambda. */
#include "bits.h"
#include <cmath>
#include <vector>
static std::vector<double> x(2003), y(2003);

template <typename T>
static void apply(std::vector<T> &out, const std::vector<T> &in)
{
#pragma omp parallel for
	for (size_t i = 0; i < in.size(); i++)
		out[i] = std::sqrt(std::abs(in[i])) + in[i];
	show("apply", out.data(), out.size() * sizeof(T));
}

static void mapped()
{
	auto f = [](double a) { return a * a - 1; };
#pragma omp parallel for
	for (size_t i = 0; i < x.size(); i++)
		y[i] = f(x[i]);
	show("mapped", y.data(), y.size() * sizeof(double));
}

int main()
{
	for (size_t i = 0; i < x.size(); i++)
		x[i] = number((long)i);
	apply(y, x);
	mapped();
}
