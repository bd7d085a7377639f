/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Buffers that threads have for themselves: filled before they are read, or
 * read with what an earlier iteration has left.
 * expect: any(.[]; .name == "marks" and any(.rewrite_why[]; test("'seen'")))
 * expect: any(.[]; .name == "queue" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "fades" and any(.rewrite_why[]; test("'trace'")))
 * expect: any(.[]; .name == "rows" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "stacks" and (.rewrite_why == []))
 * expect: any(.[]; .name == "cleared" and (.rewrite_why == []) and (.reorders == []))
 * expect: any(.[]; .name == "allocated" and (.rewrite_why == []))
 * expect: any(.[]; .name == "blocks" and (.rewrite_why == []))
 * expect: any(.[]; .name == "points" and (.rewrite_why == []))
 * expect: any(.[]; .name == "recurrence" and (.rewrite_why == []))
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 512
#define M 16
static double x[N][M], y[N];
static int next[N];

static void marks(void)
{
#pragma omp parallel
	{
		int seen[M] = {0};
#pragma omp for
		for (int i = 0; i < N; i++)
			if (!seen[next[i]]) {
				seen[next[i]] = 1;
				y[i] = 1;
			}
	}
}

static void queue(void)
{
#pragma omp parallel
	{
		double old[M] = {0};
		int head = 0;
#pragma omp for
		for (int i = 0; i < N; i++) {
			y[i] = old[head];
			old[head] = x[i][0];
			head = (head + 1) % M;
		}
	}
}

static void fades(void)
{
	double trace[M] = {0};
#pragma omp parallel for firstprivate(trace)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++)
			trace[j] = 0.5 * trace[j] + x[i][j];
		y[i] = trace[3];
	}
}

static void rows(void)
{
	double row[M];
#pragma omp parallel for private(row)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			row[j] = x[i][j];
			if (row[j] < 0)
				row[j] = sqrt(-row[j]);
		}
		for (int j = M - 1; j > 0; j--)
			y[i] += row[j] * row[j - 1];
	}
}

static void stacks(void)
{
#pragma omp parallel
	{
		int stack[N], top;
#pragma omp for
		for (int i = 0; i < N; i++) {
			top = 0;
			stack[top++] = i;
			while (top > 0) {
				int at = stack[--top];

				y[i] += at;
				if (next[at] > at)
					stack[top++] = next[at];
			}
		}
	}
}

static void cleared(void)
{
#pragma omp parallel
	{
		double sums[M];
#pragma omp for
		for (int i = 0; i < N; i++) {
			memset(sums, 0, sizeof(sums));
			for (int j = 0; j < M; j++)
				sums[next[j]] += x[i][j];
			for (int j = 0; j < M; j++)
				y[i] += sums[j] * sums[j];
		}
	}
}

static void allocated(int m)
{
#pragma omp parallel
	{
		double *work = malloc(m * sizeof(double));
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < m; j++)
				work[j] = x[i][j] + j;
			for (int j = 0; j < m; j++)
				y[i] += work[j] * work[m - 1 - j];
		}
		free(work);
	}
}

static void blocks(void)
{
#pragma omp parallel
	{
		double block[4][4], inverse[4][4];
#pragma omp for
		for (int i = 0; i < N; i++) {
			for (int a = 0; a < 4; a++)
				for (int b = 0; b < 4; b++)
					block[a][b] = x[i][4 * a + b];
			for (int a = 0; a < 4; a++)
				for (int b = 0; b < 4; b++)
					inverse[a][b] = block[b][a];
			y[i] = inverse[1][2] + block[3][0];
		}
	}
}

static void points(void)
{
	struct {
		double a, b, c[3];
	} p;
#pragma omp parallel for private(p)
	for (int i = 0; i < N; i++) {
		p.a = x[i][0];
		p.b = x[i][1];
		p.c[0] = p.a;
		p.c[1] = p.b;
		p.c[2] = p.a * p.b;
		y[i] = p.c[0] + p.c[1] + p.c[2];
	}
}

static void recurrence(void)
{
	double c[M];
#pragma omp parallel for private(c)
	for (int i = 0; i < N; i++) {
		c[0] = x[i][0];
		for (int j = 1; j < M; j++)
			c[j] = x[i][j] / (2 - c[j - 1]);
		for (int j = M - 2; j >= 0; j--)
			c[j] -= 0.5 * c[j + 1];
		y[i] = c[0];
	}
}

int main(void)
{
	marks();
	queue();
	fades();
	rows();
	stacks();
	cleared();
	allocated(M);
	blocks();
	points();
	recurrence();
	return printf("%g\n", y[9]) < 0;
}
