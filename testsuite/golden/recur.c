/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recurrences of every class. Most of these programs are wrong: their
 * iterations race, and that is what must be seen.
 */
#define N 2000

static double a[N];
static double b[N];
static double c[N];
static double g[100][100];
static double h[100][100];
static unsigned counts[100][100];

void fan_inside(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i] = b[i] * 2.5;
		c[i] = a[i] + 1.5;
	}
}

void fan_in_place(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = a[i] * 2.5;
}

void fan_odd_even(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[2 * i] = a[2 * i + 1];
}

void fan_far(void)
{
#pragma omp parallel for
	for (int i = 0; i < 1000; i++)
		a[i + 1000] = a[i] * 2.5;
}

void fan_inner_carried(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			g[i][j] = g[i][j - 1] + h[i][j];
}

void fan_inner_integers(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			counts[i][j] += counts[i][j - 1];
}

void fan_columns(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++)
			g[i][j] = g[i - 1][j] * h[i][j];
}

void par_flow(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		a[i] = a[i - 1] + b[i];
}

void par_flow4(int n)
{
#pragma omp parallel for
	for (int i = 4; i < n; i++)
		a[i] = a[i - 4] + b[i];
}

void par_flow_step(int n)
{
#pragma omp parallel for
	for (int i = 4; i < n; i += 2)
		a[i] = a[i - 4] + b[i];
}

void par_anti(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n - 1; i++)
		a[i] = a[i + 1] + b[i];
}

void par_output(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n - 1; i++) {
		a[i] = b[i];
		a[i + 1] = c[i];
	}
}

void par_one_place(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[0] = b[i];
}

void par_rows(int n, int m)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++)
			g[i][j] = g[i - 1][j] + h[i][j];
}

void par_skewed(int n, int m)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m - 1; j++)
			g[i][j] = g[i - 1][j + 1] + h[i][j];
}

void par_collapse(int n, int m)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++)
			g[i][j] = g[i][j - 1] + h[i][j];
}

double par_sum(int n)
{
	double s = 0.0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		s += b[i];
	return s;
}

double par_sum_global;

void par_global(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		par_sum_global += b[i];
}

void pipe_both(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++) {
		a[i] = b[i - 1] + 1.5;
		b[i] = a[i] * 2.5;
	}
}

double pipe_temporary(int n)
{
	double t = 0.0;

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		t = b[i] * 2.5;
		c[i] = t + 1.5;
	}
	return t;
}

void pipe_temporary_array(int n)
{
	double w[4];

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 4; k++)
			w[k] = b[i] + k;
		for (int k = 0; k < 4; k++)
			g[i][k] = w[k] * w[3 - k];
	}
}

void unknown_offset(int n, int k)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i + k] = a[i] * 2.5;
}

void unknown_pointers(int n, const double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		y[i] = x[i + 1] * 2.5;
}

int race_overwritten(int n, const int *restrict key)
{
	int last = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (key[i] == 7)
			last = i;
	return last;
}

void fan_stride(int n, int s, double *restrict x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i * s] = 0.25;
}

void recur_window(int n, int m, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double s = 0;

		for (int j = 0; j < m; j++)
			s += x[i + j];
		x[i] = s;
	}
}

void recur_diagonal(int n, double (*x)[1000])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 500; j++)
			x[i + j][j] += 1.5;
}

struct point {
	double x, y;
};

/* Whether iterations meet is decided by the mask: with 0 they do not. */
void recur_mask(int n, int mask, struct point *p)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i | mask].y += 0.5;
}

/* i without bit b, and b zero: no two are the same. */
void recur_bits(int n, int b, struct point *p)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i >> b << (b + 1) | (i & ((1 << b) - 1))].y += 0.5;
}

struct flags {
	unsigned one : 3, other : 5;
	int whole;
};

/* Both fields are in one byte, which is read, changed and written. */
void recur_bit_fields(int n, struct flags *p)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		p[i].one = 1;
		p[i + 1].other = 2;
	}
}

void recur_fields(int n, struct flags *p)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		p[i].one = 1;
		p[i + 1].whole = 2;
	}
}

/* Where i goes to is what an inner loop leaves behind. */
void recur_inserted(int n, int count, const int *bits, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int to = i;

		for (int k = 0; k < count; k++)
			to = to >> bits[k] << (bits[k] + 1) |
			     (to & ((1 << bits[k]) - 1));
		x[to] += 0.5;
	}
}

/* What is read is what another iteration left, though i is written there. */
static int last;

void recur_last(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		x[i] = last;
		last = i;
	}
}

void recur_once(void)
{
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		a[0] = b[0] * 2.5;
		c[0] = a[0] + c[0];
	}
}

void recur_twice(void)
{
#pragma omp parallel for
	for (int i = 0; i < 2; i++)
		a[0] = b[0] * 2.5;
}
