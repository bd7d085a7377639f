/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters that are multiplied or divided. */
#define N 4096

static double a[2 * N], b[2 * N];

void growth_doubles(int n)
{
	for (int l = 1; l < n; l *= 2)
#pragma omp parallel for
		for (int k = 0; k < l; k++)
			a[k + l] = b[k];
}

void growth_shifts(int n, int m)
{
	for (long l = m; l <= n; l <<= 2)
#pragma omp parallel for
		for (int k = 0; k < n; k++)
			a[k] += b[k];
}

void growth_halves(int n)
{
	for (int l = n / 2; l > 0; l /= 2)
#pragma omp parallel for
		for (int k = 0; k < l; k++)
			a[k] += a[k + l];
}

void growth_until_nothing(unsigned n)
{
	for (unsigned l = n; l; l >>= 1)
#pragma omp parallel for
		for (unsigned k = 0; k < l; k++)
			a[k] += b[k];
}

void growth_thirds(int n, int m)
{
	for (int l = n; l >= m; l /= 3)
#pragma omp parallel for
		for (int k = 0; k < l; k++)
			a[k] += b[k];
}

void growth_inside(int n)
{
#pragma omp parallel for
	for (int k = 0; k < n; k++)
		for (int l = 1; l < n; l *= 3)
			a[k] += b[l];
}

void growth_butterfly(int n)
{
	for (int l = 1; l < n; l *= 2)
#pragma omp parallel for
		for (int g = 0; g < n / (2 * l); g++)
			for (int k = 0; k < l; k++) {
				double x = a[g * 2 * l + k + l];

				a[g * 2 * l + k + l] = a[g * 2 * l + k] - x;
				a[g * 2 * l + k] += x;
			}
}

void growth_bitonic(int n)
{
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j > 0; j /= 2)
#pragma omp parallel for
			for (int i = 0; i < n; i++)
				a[i] = b[i ^ j];
}

/* It never ends, or counts on from a value that nobody knows. */
void growth_from_nothing(int n)
{
	for (int l = 0; l < n; l *= 2)
#pragma omp parallel for
		for (int k = 0; k < n; k++)
			a[k] += b[k];
}

/* Not a power: what is added is in it, too. */
void growth_and_one(int n)
{
	for (int l = 1; l < n; l = 2 * l + 1)
#pragma omp parallel for
		for (int k = 0; k < l; k++)
			a[k] += b[k];
}
