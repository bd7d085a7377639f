/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of which each thread or iteration has its own.
 */
#include <omp.h>

static double a[1000];
static double b[1000];
static double g[100][100];

void private_scalar(int n)
{
	double t;

#pragma omp parallel for private(t)
	for (int i = 0; i < n; i++) {
		t = a[i] * 2.5;
		b[i] = t * t + 1.5;
	}
}

void private_local(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double t = a[i] * 2.5;

		b[i] = t * t + 1.5;
	}
}

void private_array(int n)
{
	double w[8];

#pragma omp parallel for private(w)
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 8; k++)
			w[k] = a[i] + k;
		for (int k = 0; k < 8; k++)
			g[i][k] = w[7 - k] * 0.75;
	}
}

void private_local_array(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double w[8];

		for (int k = 0; k < 8; k++)
			w[k] = a[i] + k;
		for (int k = 0; k < 8; k++)
			g[i][k] = w[7 - k] * 0.75;
	}
}

void private_first(int n, double scale)
{
#pragma omp parallel for firstprivate(scale)
	for (int i = 0; i < n; i++)
		b[i] = scale * a[i];
}

double private_last(int n)
{
	double t = 0.0;

#pragma omp parallel for lastprivate(t)
	for (int i = 0; i < n; i++) {
		t = a[i] * 2.5;
		b[i] = t + 1.5;
	}
	return t;
}

double private_last_conditional(int n)
{
	double t = 0.0;

#pragma omp parallel for lastprivate(conditional : t)
	for (int i = 0; i < n; i++)
		if (a[i] > 0.5)
			t = a[i];
	return t;
}

void private_inner_counter(int n, int m)
{
	int i;
	int j;

#pragma omp parallel for private(j)
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++)
			g[i][j] = 0.25;
}

void private_default_none(int n, double *restrict y)
{
	double t;

#pragma omp parallel for default(none) shared(n, y, a) private(t)
	for (int i = 0; i < n; i++) {
		t = a[i];
		y[i] = t / 3.7;
	}
}

static double own;
#pragma omp threadprivate(own)

void private_threadprivate(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		own = a[i] * 2.5;
		b[i] = own + 1.5;
	}
}

void private_global(int n)
{
	extern double shared_elsewhere;

#pragma omp parallel for private(shared_elsewhere)
	for (int i = 0; i < n; i++) {
		shared_elsewhere = a[i] * 2.5;
		b[i] = shared_elsewhere + 1.5;
	}
}

void private_in_region(int n)
{
	double t;

#pragma omp parallel private(t)
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
			t = a[i] * 2.5;
			b[i] = t + 1.5;
		}
	}
}

struct buffer {
	int size;
	double *data;
};

double *scratch_of(int n);
struct buffer *buffer_of(int n);

void private_scratch(int n, int m)
{
#pragma omp parallel
	{
		double *scratch = scratch_of(m);

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				scratch[j] = a[i] + j;
			b[i] = scratch[m - 1];
		}
	}
}

void private_pointer(int n, int m)
{
	double *scratch = scratch_of(m);

#pragma omp parallel for firstprivate(scratch)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			scratch[j] = a[i] + j;
		b[i] = scratch[m - 1];
	}
}

void private_alias(int n, int m, double *common)
{
#pragma omp parallel
	{
		double *scratch = common;

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				scratch[j] = a[i] + j;
			b[i] = scratch[m - 1];
		}
	}
}

void private_buffer(int n, int m)
{
#pragma omp parallel
	{
		struct buffer *buffer = buffer_of(m);

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < buffer->size; j++)
				buffer->data[j] = a[i] + j;
			b[i] = buffer->data[0];
		}
	}
}

void private_member(int n, int m)
{
	struct buffer *buffer = buffer_of(m);

#pragma omp parallel
	{
		double *data = buffer->data;

#pragma omp for
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < m; j++)
				data[j] = a[i] + j;
			b[i] = data[0];
		}
	}
}

/* Row 3, 5, 7 ...: j is what the clause says. */
void private_linear(int n)
{
	int j = 3;

#pragma omp parallel for simd linear(j : 2)
	for (int i = 0; i < n; i++) {
		a[j] = b[i] * 2.5;
		j += 2;
	}
}

void private_linear_before(int n, int k)
{
#pragma omp parallel for linear(k : 3)
	for (int i = 0; i < n; i++) {
		k += 3;
		a[k] = 0.25;
	}
}

int private_linear_after(int n, int k)
{
#pragma omp parallel
	{
#pragma omp for simd linear(k)
		for (int i = 0; i < n; i++) {
			a[k] = b[k] + 0.5;
			k++;
		}
	}
	return k;
}

void private_linear_pointer(int n, double *p)
{
#pragma omp parallel for simd linear(p)
	for (int i = 0; i < n; i++) {
		*p = b[i];
		p++;
	}
}

void look(const int *index);

/* What gets the address of a counter cannot change it: i is still known. */
void private_counter(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		look(&i);
		a[i] = 0.25;
	}
}

void private_counters(int n)
{
	int i, j;

#pragma omp parallel for collapse(2)
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			look(&i);
			look(&j);
			g[i][j] = 0.25;
		}
}

/* Each thread has a line of a[] to itself, chosen by its number. */
void private_by_number(int n)
{
#pragma omp parallel
	{
		int own = omp_get_thread_num() * 8;

#pragma omp for
		for (int i = 0; i < n; i++)
			a[own] += b[i];
	}
}

void private_not_by_number(int n)
{
#pragma omp parallel
	{
		int own = n * 8;

#pragma omp for
		for (int i = 0; i < n; i++)
			a[own] += b[i];
	}
}
