/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <sched.h>
int cpu(int i)
{
	return i + sched_getcpu();
}

int other_name(int i) __attribute__((alias("cpu")));

int __attribute__((weak)) weak(int i)
{
	return 3 * i;
}
