// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies that may end the program: what runs has n iterations all the same.
#include <cassert>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

void ends_report(int line);

static inline void ends_check(bool good, int line)
{
	if (!good) {
		ends_report(line);
		std::exit(line);
	}
}

void ends_assert(double *a, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			assert(a[j] > 0);
			assert(a[j] < 9);
			a[i] = j;
		}
}

void ends_throw(double *a, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			if (a[i * m + j] < 0)
				throw std::runtime_error("negative");
			a[i * m + j] += 1;
		}
}

void ends_at(std::vector<double> &a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a.at(i) += 1;
}

void ends_after_words(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		ends_check(a[i] > 1, 1);
		ends_check(a[i] > 2, 2);
		a[i] += 1;
	}
}

void ends_terminate(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (a[i] < 0)
			std::terminate();
		if (a[i] < -1)
			__builtin_trap();
		if (a[i] < -2)
			__builtin_unreachable();
		a[i] += 1;
	}
}

// Caught inside: the inner loop may end early, the shared one may not.
void ends_caught(double *a, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		try {
			for (int j = 0; j < m; j++) {
				if (a[i * m + j] < 0)
					throw 1;
				a[i * m + j] += 1;
			}
		} catch (int) {
			a[i * m] = 0;
		}
}

void ends_break(double *a, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			if (a[i * m + j] < 0)
				break;
			a[i * m + j] += 1;
		}
}
