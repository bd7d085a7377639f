/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <omp.h>
static unsigned long state[256][8];

double draw(void)
{
	unsigned long *s = state[omp_get_thread_num()];

	*s = *s * 6364136223846793005ul + 1442695040888963407ul;
	return (double)(*s >> 11) * 0x1p-53;
}

double hash(int i)
{
	unsigned long h = (unsigned long)i * 0x9e3779b97f4a7c15ul;

	h ^= h >> 29;
	return (double)(h >> 11) * 0x1p-53;
}
