// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual methods: one class of the program asks, one does not.
// expect: map(select(.name == "asked")) | .[0].rewrite_why | length > 0
// expect: map(select(.name == "harmless")) | .[0].rewrite_why == []
#include <omp.h>
struct shape {
	virtual double area(double x) const = 0;
	virtual int count() const { return 1; }
	virtual ~shape() {}
};
struct square : shape {
	double area(double x) const override { return x * x; }
};
struct labelled : shape {
	double area(double x) const override { return x + omp_get_thread_num(); }
};
double x[100];

void asked(const shape *s)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = s->area(i);
}

void harmless(const shape *s)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = s->count();
}

int main(int argc, char **)
{
	square a;
	labelled b;

	asked(argc > 1 ? static_cast<shape *>(&a) : &b);
	harmless(&a);
	return x[7] < 0;
}
