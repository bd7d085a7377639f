/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <omp.h>
static int number(void)
{
	return omp_get_thread_num();
}

int label(int i)
{
	return i + 1000 * number();
}
