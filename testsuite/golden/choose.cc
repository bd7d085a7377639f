// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that return one of two references, and choose among what others
// chose.
#include <algorithm>
#include <cmath>

double max_of_max(const double *a, const double *b, int n)
{
	double m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < n; i++)
		m = std::max(std::max(m, a[i]), b[i]);
	return m;
}

double max_of_pairs(const double *a, const double *b, int n)
{
	double m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < n; i++)
		m = std::max(std::max(a[i], b[i]),
			     std::max(m, std::max(a[i + 1], b[i + 1])));
	return m;
}

// What is compared are values of their own, not elements.
double residual(const double *a, const double *b, int n)
{
	double m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < n; i++)
		m = std::max(m, std::max(std::fabs(a[i] - b[i]),
					 std::fabs(a[i] + b[i])));
	return m;
}

void clamp(const double *a, double *b, double low, double high, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		b[i] = std::min(std::max(a[i], low), std::max(high, low));
}

double of_list(const double *a, const double *b, int n)
{
	double m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < n; i++)
		m = std::max({m, a[i], b[i], a[i + 1]});
	return m;
}

static inline const double &pick(const double &a, const double &b, bool first)
{
	return first ? a : b;
}

double picked(const double *a, const double *b, const bool *first, int n)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += pick(pick(a[i], b[i], first[i]), a[i + 1], !first[i]);
	return s;
}

struct pair {
	int first, second;
	int both[2];
};

// Of a copy in the iteration one member is chosen or another.
int of_members(const pair *p, int n)
{
	int m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < n; i++) {
		pair own = p[i];

		m = std::max(m, own.second);
		m = std::max(m, std::min(own.first, own.both[1]));
	}
	return m;
}
