/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of each OpenMP statement, for what must hold of any program. */
#include <stddef.h>

#pragma omp declare target
double scale = 2.385;
#pragma omp end declare target

static double shared_sum, held[64];
static int mine;
#pragma omp threadprivate(mine)

struct grid {
	int nx, ny;
	double *cell;
};

extern double outside(double);
extern double vector_sum(const double *, int);

static inline double at(const struct grid *g, int i, int j)
{
	return g->cell[(size_t)i * g->ny + j];
}

double sum(const double *x, int n)
{
	double s = 0;
	int unused;

#pragma omp parallel for reduction(+ : s) schedule(dynamic, 4)
	for (int i = 0; i < n; i++)
		s += x[i] * x[i];
	return s;
}

void smooth(struct grid *g, struct grid *to, int rounds)
{
	for (int r = 0; r < rounds; r++) {
#pragma omp parallel for collapse(2)
		for (int i = 1; i < g->nx - 1; i++)
			for (int j = 1; j < g->ny - 1; j++)
				to->cell[(size_t)i * to->ny + j] =
					0.25 * (at(g, i - 1, j) +
						at(g, i + 1, j) +
						at(g, i, j - 1) +
						at(g, i, j + 1));
	}
}

void region(double *a, double *b, int n)
{
	double local[8] = {0};

#pragma omp parallel firstprivate(local) num_threads(3)
	{
		mine++;
#pragma omp for nowait lastprivate(shared_sum)
		for (int i = 0; i < n; i++)
			shared_sum = a[i] + local[i % 8];
#pragma omp for private(held) ordered
		for (int i = n - 1; i > 0; i -= 3) {
			held[i % 64] = b[i];
#pragma omp ordered
			a[i] = outside(held[i % 64]);
		}
#pragma omp single
		b[0] = 1;
#pragma omp barrier
#pragma omp for reduction(+ : shared_sum)
		for (int i = 0; i < n; i++) {
			shared_sum += a[i];
#pragma omp critical(one)
			b[1] += a[i];
#pragma omp atomic
			b[2] += 1;
			if (a[i] < 0) {
#pragma omp cancel for
			}
		}
#pragma omp master
		b[3] = vector_sum(a, n);
	}
}

double vector_sum(const double *a, int n)
{
	double s = 0;

#pragma omp simd reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}

void others(double *a, int n, int m)
{
#pragma omp parallel sections
	{
#pragma omp section
		a[0] = outside(a[1]);
#pragma omp section
		a[2] = 1;
	}
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(7)
	for (int i = 0; i < n; i++)
		a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
	for (int i = 0; i < n; i++)
		a[i] *= scale;
#pragma omp parallel for ordered(1)
	for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
		a[i] += a[i - 1];
#pragma omp ordered depend(source)
	}
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = i; j < m; j++)
			a[i * m + j] = 0;
}

/* A nested function works on a variable of the one around it. */
double nested(const double *v, int n)
{
	double best = 0;

	double pick(int i)
	{
#pragma omp parallel for reduction(max : best)
		for (int k = 0; k < i; k++)
			best = v[k] > best ? v[k] : best;
		return best;
	}

	return pick(n / 2);
}

void varying(double *a, int n)
{
	double v[n];

#pragma omp parallel for private(v)
	for (int i = 0; i < n; i++) {
		v[i % 4] = i;
		a[i] = v[i % 4] + v[0];
	}
}

__attribute__((optimize("O0"))) void alone(int *p, long n)
{
#pragma omp parallel for schedule(guided)
	for (long i = 0; i != n; i++)
		p[i]++;
}

struct tree {
	struct tree *children[2];
	double value;
};

/* Of a type that holds pointers to itself. */
struct tree *reached(struct tree **of, int n)
{
	struct tree *found = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (of[i]->value > 0) {
#pragma omp atomic write
			found = of[i]->children[1];
		}
	return found;
}

/* Has no construct, and nobody calls it. */
double unlooped(const double *a, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += outside(a[i]);
	return s;
}

/* GCC numbers nested functions in the order in which it is asked for them. */
void holds_functions(void)
{
	int runs = 0;

	void first(void)
	{
#pragma omp atomic
		runs++;
	}
	void second(void)
	{
#pragma omp parallel
		first();
	}
	second();
}
