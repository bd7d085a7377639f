/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lambdas, templates and standard algorithms have bodies in headers. */
#include <algorithm>
#include <functional>
#include <omp.h>

static double x[100], y[100];

template <class Function> static void each(Function function)
{
	/* rewritable: yes */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = function(x[i]);
}

template <class T> static T owner_of(T v)
{
	return v + omp_get_thread_num();
}

void lambda(double scale)
{
	each([=](double v) { return v * scale; });
	each([](double v) { return std::max(v, 1.0); });
}

void instance()
{
	/* refused: 'omp_get_thread_num' */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = owner_of(x[i]);
}

void through_an_object(const std::function<double(double)> &function)
{
	/* refused: calls through a pointer */
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		y[i] = function(x[i]);
}
