/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one thread writes alone is of another type than what the static loop
 * reads, with no barrier between: may they be the same place?
 * expect: any(.[]; .name == "bytes" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "pairs" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "vectors" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "told" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "joined" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "folded" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "widths" and (.rewrite_why | length == 0))
 * expect: any(.[]; .name == "counts" and (.rewrite_why | length == 0))
 */
#include <complex.h>
#include <string.h>

typedef double vector __attribute__((vector_size(16)));
typedef int anyway __attribute__((may_alias));
union joint {
	double real;
	long whole;
};

unsigned char *bytes_a;
double *bytes_b, *bytes_c;

static void set_bytes(void)
{
#pragma omp master
	for (int k = 0; k < 8; k++)
			bytes_a[k] = 0;
}

static void bytes(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		bytes_c[i] = bytes_b[i];
}

void with_bytes(int n)
{
#pragma omp parallel
	{
		set_bytes();
		bytes(n);
	}
}

double complex *pairs_a;
double *pairs_b, *pairs_c;

static void set_pairs(void)
{
#pragma omp master
	pairs_a[0] = 3;
}

static void pairs(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		pairs_c[i] = pairs_b[i];
}

void with_pairs(int n)
{
#pragma omp parallel
	{
		set_pairs();
		pairs(n);
	}
}

vector *vectors_a;
double *vectors_b, *vectors_c;

static void set_vectors(void)
{
#pragma omp master
	vectors_a[0] = (vector){1, 2};
}

static void vectors(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		vectors_c[i] = vectors_b[i];
}

void with_vectors(int n)
{
#pragma omp parallel
	{
		set_vectors();
		vectors(n);
	}
}

anyway *told_a;
float *told_b, *told_c;

static void set_told(void)
{
#pragma omp master
	told_a[0] = 7;
}

static void told(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		told_c[i] = told_b[i];
}

void with_told(int n)
{
#pragma omp parallel
	{
		set_told();
		told(n);
	}
}

union joint *joined_a;
long *joined_b, *joined_c;

static void set_joined(void)
{
#pragma omp master
	joined_a[0].real = 1;
}

static void joined(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		joined_c[i] = joined_b[i];
}

void with_joined(int n)
{
#pragma omp parallel
	{
		set_joined();
		joined(n);
	}
}

float *folded_a;
long *folded_b, *folded_c;

static void set_folded(void)
{
#pragma omp master
	{
		long v = 3;

		memcpy(folded_a, &v, sizeof(v));
	}
}

static void folded(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		folded_c[i] = folded_b[i];
}

void with_folded(int n)
{
#pragma omp parallel
	{
		set_folded();
		folded(n);
	}
}

double *widths_a;
float *widths_b, *widths_c;

static void set_widths(void)
{
#pragma omp master
	widths_a[0] = 3;
}

static void widths(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		widths_c[i] = widths_b[i];
}

void with_widths(int n)
{
#pragma omp parallel
	{
		set_widths();
		widths(n);
	}
}

long *counts_a;
double *counts_b, *counts_c;

static void set_counts(void)
{
#pragma omp master
	counts_a[0]++;
}

static void counts(int n)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++)
		counts_c[i] = counts_b[i];
}

void with_counts(int n)
{
#pragma omp parallel
	{
		set_counts();
		counts(n);
	}
}

int main(void)
{
	return 0;
}
