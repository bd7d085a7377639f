/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exceptions that are handled within the iteration. */
#include <stdexcept>

static double x[100], y[100];

static double root(double v)
{
	if (v < 0)
		throw std::domain_error("negative");
	return v / 2;
}

void handled()
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		try {
			y[i] = root(x[i]);
		} catch (const std::domain_error &) {
			y[i] = 0;
		}
}

struct Guard {
	double &to;
	~Guard()
	{
		to += 1;
	}
};

void destroyed()
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		Guard guard{y[i]};

		y[i] = root(x[i] * x[i]);
	}
}

/* Its first call makes it, whatever thread that is. */
static const double &table(int i)
{
	static const double *values = new double[100]();

	return values[i];
}

void made_once()
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = table(i);
}
