/* Members of classes: elements, and a sum. */
/* reorders: field::sum */
#include "bits.h"
#include <vector>
class field
{
	std::vector<double> cells;
	double whole = 0;

      public:
	explicit field(size_t n) : cells(n)
	{
	}
	void set();
	void sum();
};

void field::set()
{
#pragma omp parallel for
	for (long i = 0; i < (long)cells.size(); i++)
		cells[(size_t)i] = number(i) * 2.5;
	show("field::set", cells.data(), cells.size() * sizeof(double));
}

void field::sum()
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (long i = 0; i < (long)cells.size(); i++)
		sum += cells[(size_t)i];
	whole = sum;
	show("field::sum", &whole, sizeof(whole));
}

int main()
{
	field one(3001);

	one.set();
	one.sum();
}
