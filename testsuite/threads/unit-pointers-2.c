/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The targets of the pointers. */
#include <omp.h>

static double half(double v)
{
	return v / 2;
}

static int next(int i)
{
	return i + 1;
}

static int numbered(int i)
{
	return i + omp_get_thread_num();
}

static long more(long i)
{
	return i + 1;
}

double (*const smooth)(double) = half;
int (*const counter)(int) = next;
int (*const counters[])(int) = {next, numbered};
long (*hidden)(long) = more;

void convert(void *to)
{
	hidden = (long (*)(long))to;
}
