/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bodies. */
#include <omp.h>

double helper(double v);

double twice(double v)
{
	return 2 * v;
}

double by_way_of(double v)
{
	return helper(v) * 2;
}

double numbered(double v)
{
	return v + omp_get_thread_num();
}
