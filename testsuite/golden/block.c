/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memset, memcpy and memmove in the body: loads and stores of so many bytes.
 */
#include <string.h>

struct block_point {
	double x[3], v[3];
	int cell;
};

void block_clear(double *a, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memset(a + (long)i * m, 0, m * sizeof(*a));
}

void block_clear_row(double (*a)[64], int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memset(a[i], 0, sizeof(a[i]));
}

void block_fill(int *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memset(a + 16 * i, 255, 16 * sizeof(*a));
}

void block_copy(float *restrict a, const float *restrict b, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memcpy(a + (long)i * m, b + (long)i * m, m * sizeof(*a));
}

void block_shift(double *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memmove(a + 128 * i, a + 128 * i + 64, 64 * sizeof(*a));
}

void block_point(struct block_point *restrict a,
		 const struct block_point *restrict b, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memcpy(&a[i], &b[i], sizeof(a[i]));
}

void block_bytes(unsigned char *restrict a, const unsigned char *restrict b,
		 int n, int width)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		memcpy(a + (long)i * width, b + (long)i * width, width);
}

static void block_reset(struct block_point *p)
{
	memset(p, 0, sizeof(*p));
}

void block_called(struct block_point *a, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		block_reset(&a[i]);
}
