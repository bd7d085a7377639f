/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two loops of a region, with a barrier between, and data that each thread has
 * for itself: the second goes on with what the first has left there, or not.
 * expect: [.[] | select(.name == "array") | .rewrite_why | any(test("'t'"))] == [true, true]
 * expect: [.[] | select(.name == "allocated") | .rewrite_why | any(test("'t'"))] == [true, true]
 * expect: [.[] | select(.name == "clause") | .rewrite_why | any(test("'last'"))] == [true, true]
 * expect: [.[] | select(.name == "back") | .rewrite_why | any(test("'t'"))] == [true, true]
 * expect: [.[] | select(.name == "turns") | .rewrite_why | any(test("'t'"))] == [true, true]
 * expect: [.[] | select(.name == "orphans") | .rewrite_why | any(test("'t'"))] == [true, true]
 * expect: [.[] | select(.name == "shared") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "scratch") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "sums") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "table") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "histogram") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "again") | .rewrite_why] == [[], []]
 * expect: [.[] | select(.name == "chance") | .rewrite_why[:1]] == [[], []]
 */
#include <stdio.h>
#include <stdlib.h>
#define N 64
static double a[N], b[N];

static void array(void)
{
#pragma omp parallel
	{
		double t[N];
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			t[i] = a[i] * .5;
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			b[i] = t[i] + 1;
	}
}

static void allocated(void)
{
#pragma omp parallel
	{
		double *t = malloc(N * sizeof(*t));
#pragma omp for
		for (int i = 0; i < N; i++)
			t[i] = a[i] * .5;
#pragma omp for
		for (int i = 0; i < N; i++)
			b[i] = t[i] + 1;
		free(t);
	}
}

/* Told by a function, and the same for all. */
static double *rows(int of);
static void shared(void)
{
#pragma omp parallel
	{
		double *t = rows(1);
#pragma omp for
		for (int i = 0; i < N; i++)
			t[i] = a[i] * .5;
#pragma omp for
		for (int i = 0; i < N; i++)
			b[i] = t[i] + 1;
	}
}

__attribute__((noinline)) static double *rows(int of)
{
	static double all[2][N];

	return all[of];
}

static void clause(void)
{
	double last = 0;

#pragma omp parallel firstprivate(last)
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			last = a[i];
#pragma omp for
		for (int i = 0; i < N; i++)
			b[i] += last;
	}
}

/* In the next step the first loop goes on with what the second has left. */
static void back(int steps)
{
#pragma omp parallel
	{
		double t[N] = {0};

		for (int s = 0; s < steps; s++) {
#pragma omp for
			for (int i = 0; i < N; i++)
				b[i] += t[i];
#pragma omp for
			for (int i = 0; i < N; i++)
				t[i] = a[i] * s;
		}
	}
}

static void turns(void)
{
#pragma omp parallel
	{
		double t[N] = {0};
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			t[i % 8] = a[i];
#pragma omp for ordered schedule(static, 1)
		for (int i = 0; i < 8; i++)
#pragma omp ordered
			printf("%g\n", t[i]);
	}
}

static void orphans(void)
{
	double t[N];

#pragma omp for
	for (int i = 0; i < N; i++)
		t[i] = a[i] * .5;
#pragma omp for
	for (int i = 0; i < N; i++)
		b[i] = t[i] + 1;
}

static void scratch(void)
{
#pragma omp parallel
	{
		double t[N];
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int k = 0; k < N; k++)
				t[k] = a[k] * i;
			for (int k = 0; k < N; k++)
				b[i] += t[k];
		}
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int k = 0; k < N; k++)
				t[k] = b[k] + i;
			for (int k = 0; k < N; k++)
				a[i] += t[k];
		}
	}
}

static double sums(void)
{
	double sum = 0;

#pragma omp parallel
	{
		long mine = 0;
#pragma omp for
		for (int i = 0; i < N; i++)
			mine += a[i] > i;
#pragma omp for
		for (int i = 0; i < N; i++)
			mine += b[i] > i;
#pragma omp critical
		sum += mine;
	}
	return sum;
}

/* Each thread makes all of it. */
static void table(void)
{
#pragma omp parallel
	{
		double t[N];

		for (int i = 0; i < N; i++)
			t[i] = i * .5;
#pragma omp for
		for (int i = 0; i < N; i++)
			b[i] = t[N - 1 - i];
#pragma omp for
		for (int i = 0; i < N; i++)
			a[i] = t[i];
	}
}

static void histogram(long *all)
{
#pragma omp parallel
	{
		long mine[8] = {0};
#pragma omp for
		for (int i = 0; i < N; i++)
			mine[(int)a[i] & 7]++;
#pragma omp for
		for (int i = 0; i < N; i++)
			mine[(int)b[i] & 7]++;
#pragma omp critical
		for (int k = 0; k < 8; k++)
			all[k] += mine[k];
	}
}

/* A variable of each loop, by the same name. */
static void again(void)
{
	double t = 1;

#pragma omp parallel private(t)
	{
		t = 2;
#pragma omp for private(t)
		for (int i = 0; i < N; i++) {
			t = a[i];
			b[i] = t;
		}
#pragma omp for
		for (int i = 0; i < N; i++)
			a[i] = t * i;
	}
}

/* Nobody can rely on what this leaves to whom. */
static void chance(void)
{
#pragma omp parallel
	{
		double t = 0;
#pragma omp for schedule(dynamic)
		for (int i = 0; i < N; i++)
			t = a[i];
#pragma omp for schedule(dynamic)
		for (int i = 0; i < N; i++)
			b[i] = t;
	}
}

int main(void)
{
	long all[8] = {0};

	array();
	allocated();
	shared();
	clause();
	back(3);
	turns();
#pragma omp parallel
	orphans();
	scratch();
	sums();
	table();
	histogram(all);
	again();
	chance();
	return printf("%g %ld\n", b[N - 1], all[0]) < 0;
}
