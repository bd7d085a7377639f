/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests whose order the plugin changes; see made.sh. Each iteration leaves a
 * trace of its own, so that one that is missing, or runs twice, shows.
 *
 * A comment "made NAME ORDER": the first construct of that function gets the
 * order. "refused NAME ORDER: WORDS": it is left as written, as the note says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 37
#define M 41
static int a[N][M], b[M][N], c[N][N][N];
static long total;
static double x[N][M], y[N][M];
static volatile int zero;

static void show(const char *name)
{
	unsigned long hash = 1;

	for (size_t i = 0; i < sizeof(a) / sizeof(int); i++)
		hash = hash * 31 + ((int *)a)[i] + 7 * ((int *)b)[i];
	for (size_t i = 0; i < sizeof(c) / sizeof(int); i++)
		hash = hash * 31 + ((int *)c)[i];
	for (size_t i = 0; i < sizeof(x) / sizeof(double); i++)
		hash = hash * 31 + (long)(((double *)x)[i] * 8);
	printf("%s %lu %ld\n", name, hash, total);
}

/* made rectangle order(j,i) */
void rectangle(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made steps order(j,i) */
void steps(int n, int m)
{
#pragma omp parallel for
	for (int i = n - 1; i >= 1; i -= 3)
		for (int j = 2; j <= m - 1; j += 5)
			a[i][j] += i * 100 + j;
}

/* made lower order(j,i) */
void lower(int n)
{
#pragma omp parallel for schedule(dynamic, 2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			a[i][j] += i * 100 + j;
}

/* made upper order(j,i) */
void upper(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			a[i][j] += i * 100 + j;
}

/* made corner order(j,i) */
void corner(int n)
{
#pragma omp parallel for
	for (int i = 2; i < n; i++)
		for (int j = 1; j < n - i; j++)
			a[i][j] += i * 100 + j;
}

/* made down order(j,i) */
void down(int n)
{
#pragma omp parallel for
	for (int i = n - 1; i > 0; i--)
		for (int j = n; j > i; j--)
			a[i][j] += i * 100 + j;
}

/* made every_second order(j,i) */
void every_second(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < i; j += 2)
			a[i][j] += i * 100 + j;
}

/* refused between_steps order(j,i): would begin between its steps */
void between_steps(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i += 2)
		for (int j = 0; j < i; j++)
			a[i][j] += i * 100 + j;
}

/* refused start_moves order(j,i): is not linear */
void start_moves(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j += 2)
			a[i][j] += i * 100 + j;
}

/* made band order(j,i) */
void band(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i - 5 > 0 ? i - 5 : 0;
		     j < (i + 6 < m ? i + 6 : m); j++)
			a[i][j] += i * 100 + j;
}

/* made without_signs order(j,i) */
void without_signs(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			a[i][j] += i * 100 + j;
}

/* refused wrapping order(j,i): is not linear */
void wrapping(unsigned n)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i - 2; j < n; j++)
			a[i][j] += i * 100 + j;
}

/* made narrow order(q,i) */
void narrow(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (unsigned char q = 1; q < m; q++)
			a[i][q] += i * 100 + q;
}

/* made other_type order(j,i) */
void other_type(size_t n, long m)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		for (short j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made pyramid order(k,j,i) */
void pyramid(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = j; k < i; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made pyramid2 order(j,k,i) */
void pyramid2(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = j; k < i; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made pyramid3 order(k,i,j) */
void pyramid3(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = j; k < i; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made pyramid4 order(i,k,j) */
void pyramid4(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			for (int k = j; k < i; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made collapsed order(j,i,k) */
void collapsed(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made collapsed_away order(k,i,j) */
void collapsed_away(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made collapsed_partly order(i,k,j) */
void collapsed_partly(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made collapsed_triangle order(j,i) */
void collapsed_triangle(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			a[i][j] += i * 100 + j;
}

/* made collapsed_triangle_inside order(k,j) */
void collapsed_triangle_inside(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = n - 1; j >= i; j--)
			for (int k = 0; k < n; k += 3)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* made inner order(i,k,j) */
void inner(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int sum = 0;

		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				sum += c[i][j][k] * (j + 2 * k);
		a[i][0] += sum;
	}
}

/* made between order(j,i) */
void between(int n, int m, const short *factor)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int f = factor[i] * 3, g = f + i;
		double h = x[i][0];

		for (int j = 0; j < m; j++)
			a[i][j] += f * j + g + (h > 1);
	}
}

/* made condition order(j,i) */
void condition(int n, int m, const short *factor)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (factor[i] > 2 && i != 5)
			for (int j = 0; j < m; j++)
				a[i][j] += i * 100 + j;
}

/* refused otherwise order(j,i): would have to be distributed */
void otherwise(int n, int m, const short *factor)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (factor[i] > 2)
			for (int j = 0; j < m; j++)
				a[i][j] += i * 100 + j;
		else
			a[i][0] = -1;
}

/* made skipping order(j,i) */
void skipping(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			if ((i + j) % 3 == 0)
				continue;
			switch (j % 4) {
			case 0:
				a[i][j] += 5;
				break;
			case 1:
				a[i][j] ^= 9; /* fall through */
			default:
				a[i][j] += i;
			}
		}
}

/* made vectors order(j,i) */
void vectors(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
#pragma omp simd
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made vectors_inside order(i,k,j) */
void vectors_inside(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
#pragma omp simd
				for (int l = 0; l < 3; l++)
					c[i][j][k] += i + 100 * j + l;
}

/* made vectors_shared order(j,i) */
void vectors_shared(int n, int m)
{
	int t;
	long sum = 0;

#pragma omp parallel for simd private(t) reduction(+ : sum) safelen(8)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			t = i * 100 + j;
			a[i][j] += t;
			sum += t;
		}
	total += sum;
}

/* made whole_sum order(j,i) */
void whole_sum(int n, int m)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum += a[i][j] * (long)(i + 3 * j);
	total += sum;
}

/* refused rounded_sum order(j,i): s would be added up in another order */
void rounded_sum(int n, int m)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s) num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			s += a[i][j] * .1;
	x[0][0] += s;
}

static short few;
static double rounded;

/* made static_sum order(j,i) */
void static_sum(int n, int m)
{
#pragma omp parallel for reduction(+ : total) reduction(- : few)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			total += a[i][j] * (long)(i + 3 * j);
			few -= a[i][j];
			few++;
			total -= i & j;
		}
}

/* refused static_rounded order(j,i): rounded would be added up in another order */
void static_rounded(int n, int m)
{
#pragma omp parallel for reduction(+ : rounded) num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			rounded += a[i][j] * .1;
}

/* refused static_read order(j,i): few goes on from one iteration to the next */
void static_read(int n, int m)
{
#pragma omp parallel for reduction(+ : few) num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			few += a[i][j];
			a[i][j] ^= few;
		}
}

/* refused mixed order(j,i): s goes on from one iteration to the next */
void mixed(int n, int m)
{
	unsigned s = 1;

#pragma omp parallel for reduction(+ : s) num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			s += a[i][j];
			s *= 3;
		}
	total += s;
}

/* made product order(i,k,j) */
void product(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				x[i][j] += y[i][k] * y[k][j];
}

#define NEST(first, second, body)                                              \
	for (int first = 0; first < n; first++)                                \
		for (int second = 0; second < m; second++)                     \
			body;

/* made by_macro order(q,p) */
void by_macro(int n, int m)
{
#pragma omp parallel for
	NEST(p, q, a[p][q] += p * 100 + q)
}

/* made rows order(j,i) */
void rows(int **row, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int *one = row[i];

		for (int j = 0; j < m; j++)
			one[j] += i * 100 + j;
	}
}

/* made pointers order(p,i) */
void pointers(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (const int *p = b[0]; p != b[0] + m; p++)
			a[i][p - b[0]] += i + *p;
}

/* made orphan order(j,i) */
void orphan(int n, int m)
{
#pragma omp for nowait
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made several order(j,i) */
void several(int n, int m)
{
	int i, j;

#pragma omp parallel private(i, j)
	{
#pragma omp for
		for (i = 0; i < n; i++)
			for (j = 0; j < m; j++)
				a[i][j] += i * 100 + j;
#pragma omp for
		for (i = 0; i < n; i++)
			for (j = 0; j < m; j++)
				a[i][j] ^= i;
	}
}

/* made empty order(j,i) */
void empty(int n, const int *m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < *m; j++)
			x[i][j] += i * 100 + j;
}

/* refused again order(j,i): what is loaded outside of loop j may be stored in it */
void again(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int f = a[i][0];

		for (int j = 0; j < m; j++)
			a[i][j] *= f;
	}
}

/* refused going_on order(j,i): f is set again in loop j */
void going_on(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int f = i;

		for (int j = 0; j < m; j++) {
			a[i][j] += f;
			f = f * 3 + 1;
		}
	}
}

/* refused behind order(j,i): j is read behind the loops */
void behind(int n, int m)
{
#pragma omp parallel num_threads(1) reduction(+ : total)
	{
		int j = -1;

#pragma omp for
		for (int i = 0; i < n; i++)
			for (j = 0; j < m; j++)
				a[i][j] += i - j;
		total += j;
	}
}

/* refused last order(j,i): lastprivate */
void last(int n, int m)
{
	int l = -1;

#pragma omp parallel for lastprivate(l)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			l = a[i][j] + i;
	if (n > 0 && m > 0)
		total += l;
}

/* refused in_order order(j,i): ordered */
void in_order(int n, int m)
{
#pragma omp parallel for ordered
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
#pragma omp ordered
			a[i][j] += i * 100 + j;
}

/* refused leaving order(1,0): cannot be moved: it is left early */
void leaving(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			if (a[i][j] % 7 == 6)
				break;
			a[i][j] += 1;
		}
}

/* refused jumping order(1,0): would have to be distributed */
void jumping(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			if (a[i][j] % 7 == 3)
				goto next;
			a[i][j] += 1;
		}
	next:;
	}
}

/* refused imperfect order(j,i): would have to be distributed */
void imperfect(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i][0] = i;
		for (int j = 1; j < m; j++)
			a[i][j] += i * 100 + j;
	}
}

/* refused own_array order(j,i): tmp is an iteration's own */
void own_array(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int tmp[3];

		for (int j = 0; j < m; j++) {
			tmp[j % 3] = i + j;
			a[i][j] += tmp[j % 3];
		}
	}
}

/* refused restless order(j,i): what is loaded */
void restless(int n, volatile int *m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < *m; j++)
			a[i][j] += i * 100 + j;
}

/* refused by_call order(j,i): computed by a call */
void by_call(int n, char *text)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < atoi(text); j++)
			a[i][j] += i * 100 + j;
}

/* refused simd_last order(j,i): clause lastprivate */
void simd_last(int n, int m)
{
	int l = 0;

#pragma omp parallel for firstprivate(l)
	for (int i = 0; i < n; i++)
#pragma omp simd lastprivate(l)
		for (int j = 0; j < m; j++)
			l = a[i][j];
}

/* refused no_such order(k,i): it has no loop k */
void no_such(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* refused beside order(j,k): does not stand in loop */
void beside(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
		for (int k = 0; k < m; k++)
			a[i][k] ^= 3;
	}
}

/* refused twice order(j,i): several loops are called i */
void twice(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			int *to = &a[i][j];

			for (int i = 0; i < 2; i++)
				*to += 1;
		}
}

/* made by_number order(1,0) */
void by_number(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			int *to = &a[i][j];

			for (int i = 0; i < 2; i++)
				*to ^= i + j;
		}
}

/* made stepped order(j,i) */
void stepped(int n, int m, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j += by)
			a[i][j] += i * 100 + j;
}

/* made stepped_down order(j,i) */
void stepped_down(int n, int m, unsigned char by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (long j = m - 1; j >= 0; j -= by)
			a[i][j] += i * 100 + j;
}

static int stride;

/* made stepped_global order(j,i) */
void stepped_global(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (short j = 0; j < m; j += stride)
			a[i][j] += i * 100 + j;
}

/* made stepped_shared order(j,i) */
void stepped_shared(int n, int m, unsigned by)
{
#pragma omp parallel for
	for (unsigned i = 0; i < (unsigned)n; i += by)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made stepped_heads order(j,i) */
void stepped_heads(int n, int m, int by, int down)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i += by)
		for (int j = m - 1; j > 0; j -= down)
			a[i][j] += i * 100 + j;
}

/* refused stepped_lower order(j,i): would begin between its steps */
void stepped_lower(int n, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i += by)
		for (int j = 0; j <= i; j++)
			a[i][j] += i * 100 + j;
}

/* made stepped_upper order(j,i) */
void stepped_upper(int n, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i += by)
		for (int j = i; j < n; j++)
			a[i][j] += i * 100 + j;
}

/* refused step_changes order(j,i): changes within the loops */
void step_changes(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int by = 1;

		for (int j = 0; j < m; j += by) {
			a[i][j] += i * 100 + j;
			by = 3 - by;
		}
	}
}

/* refused step_against order(1,0): its step goes against its test */
void step_against(int n, int m, int by)
{
#pragma omp parallel for
	for (int i = n - 1; i >= 0; i += by)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made step_of_counter order(k,j) */
void step_of_counter(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j += i)
			for (int k = 0; k < n; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* refused step_of_outer order(j,i): is not linear */
void step_of_outer(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j += i)
			a[i][j] += i * 100 + j;
}

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* made tile_by_macro order(t,k,j) */
void tile_by_macro(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 8)
		for (int j = 0; j < n; j++)
			for (int k = t; k < MIN(n, t + 8); k++)
				a[k][j] += k * 100 + j;
}

/* made tile_by_test order(j,t,k) */
void tile_by_test(int n, int by)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += by)
		for (int j = 0; j < n; j++)
			for (int k = t; k < t + by && k < n; k++)
				a[k][j] += k * 100 + j;
}

/* made tile_by_clamp order(t,j,k) */
void tile_by_clamp(int n, int by)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += by) {
		int end = t + by;

		if (end > n)
			end = n;
		for (int k = t; k < end; k++)
			for (int j = 0; j < n; j++)
				a[k][j] += k * 100 + j;
	}
}

/* made tile_of_triangle order(t,j,i) */
void tile_of_triangle(int n)
{
#pragma omp parallel for
	for (int t = 0; t < n; t += 5)
		for (int i = MAX(t - 3, 0); i < n; i++)
			for (int j = t; j < MIN(MIN(n, t + 5), i + 1); j++)
				a[i][j] += i * 100 + j;
}

/* made other_choices order(j,i) */
void other_choices(int n, int m, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			int high = i + by, low = i - by;

			if (high >= m)
				high = m - 1;
			if (low < 0)
				low = 1;
			a[i][j] += high * 100 + low + (i < j ? j : i);
		}
}

/* refused two_tests order(1,0): its test is not one of its counter */
void two_tests(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m && a[i][j] % 5 != 3; j++)
			a[i][j] += i * 100 + j;
}

static void all(int n, int m)
{
	static char text[] = "9";
	short factor[N];
	int *row[N];
	volatile int v = m;

	for (int i = 0; i < N; i++) {
		factor[i] = i * 7 % 5;
		row[i] = a[i];
	}
#define RUN(call)                                                              \
	call;                                                                  \
	show(#call)
	RUN(rectangle(n, m));
	RUN(steps(n, m));
	RUN(lower(n));
	RUN(upper(n));
	RUN(corner(n));
	RUN(down(n));
	RUN(every_second(n));
	RUN(between_steps(n));
	RUN(start_moves(n));
	RUN(band(n, m));
	RUN(without_signs(n));
	RUN(wrapping(n));
	RUN(narrow(n, m));
	RUN(other_type(n, m));
	RUN(pyramid(n));
	RUN(pyramid2(n));
	RUN(pyramid3(n));
	RUN(pyramid4(n));
	RUN(collapsed(n));
	RUN(collapsed_away(n));
	RUN(collapsed_partly(n));
	RUN(collapsed_triangle(n));
	RUN(collapsed_triangle_inside(n));
	RUN(inner(n));
	RUN(between(n, m, factor));
	RUN(condition(n, m, factor));
	RUN(otherwise(n, m, factor));
	RUN(skipping(n, m));
	RUN(vectors(n, m));
	RUN(vectors_inside(n));
	RUN(vectors_shared(n, m));
	RUN(whole_sum(n, m));
	RUN(static_sum(n, m));
	RUN(static_rounded(n, m));
	RUN(static_read(n, m));
	RUN(mixed(n, m));
	total += few + (long)rounded;
	RUN(product(n));
	RUN(by_macro(n, m));
	RUN(rows(row, n, m));
	RUN(pointers(n, m));
#pragma omp parallel
	orphan(n, m);
	show("orphan");
	RUN(several(n, m));
	RUN(empty(n, n > 0 ? &m : NULL));
	RUN(again(n, m));
	RUN(going_on(n, m));
	RUN(behind(n, m));
	RUN(last(n, m));
	RUN(in_order(n, m));
	RUN(leaving(n, m));
	RUN(jumping(n, m));
	RUN(imperfect(n, m));
	RUN(own_array(n, m));
	RUN(restless(n, &v));
	RUN(by_call(n, text));
	RUN(simd_last(n, m));
	RUN(no_such(n, m));
	RUN(beside(n, m));
	RUN(twice(n, m));
	RUN(by_number(n, m));
	int by = n > 0 && m > 0 ? 3 : 0;
	stride = by;
	RUN(stepped(n, m, by));
	RUN(stepped_down(n, m, by));
	RUN(stepped_global(n, m));
	RUN(stepped_shared(n, m, n > 0 ? 2 : 0));
	RUN(stepped_heads(n, m, 2, 3));
	RUN(stepped_lower(n, 4));
	RUN(stepped_upper(n, 4));
	RUN(step_changes(n, m));
	RUN(step_against(n, m, -2));
	RUN(step_of_counter(n));
	RUN(step_of_outer(n));
	RUN(tile_by_macro(n));
	RUN(tile_by_test(n, 4));
	RUN(tile_by_clamp(n, 6));
	RUN(tile_of_triangle(n));
	RUN(other_choices(n, m, 3));
	RUN(two_tests(n, m));
	rounded_sum(n, m);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			y[i][j] = (i * 5 + j) % 9 * .25;
	all(N, N);
	all(zero, 7);
	all(1, zero);
	all(7, 5);
	return 0;
}
