/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests whose loops are distributed or strip-mined; see made.c and made.sh.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 37
#define M 41
static double a[N][M], b[N][M], c[N][M], d[N][N][M], w[N];
static int e[N][M], f[M][N];
static long total;
static volatile int zero;

static void show(const char *name)
{
	unsigned long hash = 1;
	union {
		double d;
		unsigned long u;
	} x;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			x.d = a[i][j];
			hash = hash * 31 + x.u;
			x.d = c[i][j];
			hash = hash * 31 + x.u + e[i][j] + 7 * f[j][i];
			for (int k = 0; k < N; k++) {
				x.d = d[i][k][j];
				hash = hash * 31 + x.u;
			}
		}
	printf("%s %lx %ld\n", name, hash, total);
}

/* made product jam(j:8) */
void product(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double s = 0;

			for (int k = 0; k < n; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s / n;
		}
}

/* made sweep jam(j:8) */
void sweep(int n, int m)
{
#pragma omp parallel for schedule(dynamic, 1)
	for (int j = 0; j < m; j++) {
		double low = 0;

		for (int i = 0; i < n; i++) {
			c[i][j] = a[i][j] + .5 * low;
			low = c[i][j];
		}
		for (int i = n - 1; i >= 0; i--)
			a[i][j] -= low * w[i];
	}
}

/* made greatest jam(j:5) */
void greatest(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double most = -1, first = 0;
		int where = 0;

		if (a[0][j] > 1)
			first = a[0][j];
		for (int i = 0; i < n; i++)
			if (a[i][j] > most) {
				most = a[i][j];
				where = i;
			}
		e[where][j] += 3;
		c[0][j] = most + first;
	}
}

/* made sometimes jam(j:7) */
void sometimes(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double t;

		if (j % 3)
			t = j * .25;
		for (int i = 0; i < n; i++)
			a[i][j] += 1;
		if (j % 3)
			c[0][j] += t;
	}
}

/* made pointers jam(j:16) */
void pointers(double **row, const int *which, int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int at = which[j];
		double *r = row[at % n], *p = r + j;
		double low = 0;

		for (int i = 0; i < n; i++) {
			low = *p * .5 + low + at;
			c[i][j] = low;
		}
		*p = low;
	}
}

/* made orphan jam(j:16) */
void orphan(double **row, int n, int m)
{
#pragma omp for nowait
	for (int j = 0; j < m; j++) {
		double *r = row[j % n];
		double low = r[j];

		for (int i = 0; i < n; i++) {
			low = low * .5 + i;
			c[i][j] = low + r[j];
		}
		r[j] = low;
	}
}

/* made deep jam(j:4) */
void deep(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double all = 0;

		for (int i = 0; i < n; i++) {
			double s = i;

			for (int k = 0; k <= i; k++) {
				s += a[k][j];
				d[i][k][j] = s;
			}
			all += s;
			a[i][j] = s * .5;
		}
		c[0][j] = all;
	}
}

/* made backward jam(j:3) */
void backward(int n, int m)
{
#pragma omp parallel for
	for (int j = m - 1; j > 1; j -= 2) {
		double s = 0;

		for (int i = 0; i < n; i++)
			s += a[i][j];
		a[0][j] = s;
	}
}

/* made narrow jam(j:3) */
void narrow(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (unsigned char j = 2; j <= m - 1; j += 3) {
			float s = 0;

			for (long k = 0; k < n; k++)
				s += a[k][j];
			c[i][j] = s;
		}
}

/* made sizes jam(j:64) */
void sizes(size_t n, size_t m)
{
#pragma omp parallel for
	for (size_t j = 0; j < m; j++) {
		long s = 0;

		for (size_t i = 0; i < n; i++)
			s += e[i][j];
		f[j][0] = s;
	}
}

/* made triangle jam(j:4) */
void triangle(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) {
			double s = 0;

			for (int k = 0; k < i; k++)
				s += a[i][k] * b[k][j];
			c[i][j] += s;
		}
}

/* made collapsed jam(j:4) */
void collapsed(int n, int m)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double s = 0;

			for (int k = 0; k < n; k++)
				s += a[i][k] * b[k][j];
			c[i][j] += s;
		}
}

/* made whole_sum jam(j:8) */
void whole_sum(int n, int m)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int j = 0; j < m; j++) {
		int s = 0;

		for (int i = 0; i < n; i++)
			s += e[i][j];
		for (int i = 0; i < n; i++)
			sum += s * i;
	}
	total += sum;
}

/* made vectors jam(j:8) */
void vectors(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
#pragma omp simd
		for (int j = 0; j < m; j++) {
			double s = 0;

			for (int k = 0; k < n; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s;
		}
}

/* made own jam(j:8) */
void own(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double s = 0;

		for (int i = 0; i < n; i++) {
			double pair[2];

			pair[i & 1] = a[i][j];
			pair[~i & 1] = s;
			s = pair[0] - pair[1];
		}
		c[0][j] = s;
	}
}

/* made leaving jam(j:8) */
void leaving(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int t = j;

		for (int i = 0; i < n; i++) {
			if ((i + j) % 3 == 0)
				continue;
			switch (i & 3) {
			case 1:
				t += e[i][j];
				break;
			default:
				t ^= i;
			}
			e[i][j] = t;
		}
		e[0][j] = t;
	}
}

/* refused carried jam(j:8): would be added up in another order */
void carried(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double s = 0;

		for (int j = 0; j < m; j++)
			for (int k = 0; k < n; k++)
				s += a[k][j];
		c[i][0] = s;
	}
}

/* refused mixed order(j,i): goes on from one iteration to the next */
void mixed(int n, int m)
{
	long s = 1;

#pragma omp parallel for reduction(+ : s) num_threads(1)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			s += e[i][j];
			s *= 3;
		}
	total += s;
}

/* refused previous jam(j:8): goes on from one iteration to the next */
void previous(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int last = 0;

		for (int j = 0; j < m; j++) {
			for (int k = 0; k < n; k++)
				a[i][j] += last;
			if (e[i][j] > 3)
				last = e[i][j];
		}
	}
}

/* refused behind jam(j:8): t is read behind the loops */
void behind(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int t = 0, j;

		for (j = 0; j < m; j++) {
			t = e[i][j];
			for (int k = 0; k < n; k++)
				a[i][j] += t;
		}
		e[i][0] = t;
	}
}

/* refused counter jam(j:8): j is read behind the loops */
void counter(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int j;

		for (j = 0; j < m; j++)
			for (int k = 0; k < n; k++)
				a[i][j] += k;
		e[i][0] = j;
	}
}

/* refused bound jam(j:8): depends on j, which loop j changes */
void bound(int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++)
		for (int i = 0; i < j; i++)
			a[i][j] += i;
}

/* refused set_bound jam(j:8): depends on last, which loop j changes */
void set_bound(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int last = e[0][j] & 3;

		for (int i = 0; i < last; i++)
			a[i][j] += n;
	}
}

/* refused stored_bound jam(j:8): may change within loop j */
void stored_bound(int n, int m, int *last)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		for (int i = 0; i < *last; i++)
			a[i][j] += i;
		if (j > n)
			e[0][j] = *last - 1;
	}
}

/* refused condition jam(j:8): stands behind a condition */
void condition(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		if (e[0][j] > 1)
			for (int i = 0; i < n; i++)
				a[i][j] += i;
}

/* refused own_array jam(j:8): pair is an iteration's own */
void own_array(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double pair[2] = {1, 2};

		for (int i = 0; i < n; i++)
			pair[i & 1] += a[i][j];
		c[0][j] = pair[0] - pair[1];
	}
}

/* refused taken jam(j:8): own and lies in memory */
void set_to(double *to, int i)
{
	*to += i;
}

void taken(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double s = 0;

		for (int i = 0; i < n; i++)
			set_to(&s, i);
		c[0][j] = s;
	}
}

/* refused restless jam(j:8): own and lies in memory */
void restless(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		volatile double s = 0;

		for (int i = 0; i < n; i++)
			s += a[i][j];
		c[0][j] = s;
	}
}

/* refused complex_number jam(j:8): is no number */
void complex_number(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		_Complex double s = 0;

		for (int i = 0; i < n; i++)
			s += a[i][j] * (1 + 2i);
		c[0][j] = __imag__ s;
	}
}

/* refused moving jam(j:8): is no number */
void moving(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		const double *p = a[0] + j;
		double s = 0;

		for (int i = 0; i < n; i++) {
			s += *p;
			p += M;
		}
		c[0][j] = s;
	}
}

/* refused changed_row jam(j:8): is no number */
void changed_row(double **row, int n, int m)
{
#pragma omp parallel for num_threads(1)
	for (int j = 0; j < m; j++) {
		double *r = row[j % n];

		for (int i = 0; i < n; i++) {
			r[i] += j;
			row[j % n] = r;
		}
	}
}

/* refused read_outside jam(j:8): i is read outside of its loop */
void read_outside(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		int i;

		for (i = 0; i < n; i++)
			a[i][j] += i;
		c[0][j] = i;
	}
}

/* refused early jam(j:8): cannot be moved: it is left early */
void early(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++) {
			if (a[i][j] > 1e9)
				break;
			a[i][j] += i;
		}
}

/* refused jumping jam(j:8): jumps over loops */
void jumping(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		if (e[0][j] == 1)
			goto next;
		if (e[0][j] == 2)
			goto next;
		for (int i = 0; i < n; i++)
			a[i][j] += i;
	next:
		c[0][j] = 1;
	}
}

/* refused last jam(j:8): lastprivate */
void last(int n, int m)
{
	double t = 0;

#pragma omp parallel for lastprivate(t)
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			t = a[i][j];
	if (n > 0 && m > 0)
		c[0][0] = t;
}

/* refused rounded jam(j:8): would be added up in another order */
void rounded(int n, int m)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s) num_threads(1)
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			s += a[i][j];
	c[0][0] = s;
}

/* refused by_pointer jam(p:8): counts by a pointer */
void by_pointer(int n, int m)
{
#pragma omp parallel for
	for (double *p = a[0]; p < a[0] + m; p++)
		for (int i = 0; i < n; i++)
			p[i * M] += i;
}

/* made stepped jam(j:8) */
void stepped(int n, int m, int by)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		double low = 0;

		for (int i = 0; i < n; i += by) {
			c[i][j] += a[i][j] + .5 * low;
			low = c[i][j];
		}
		for (int i = n - 1; i >= 0; i -= by)
			c[i][j] -= low * w[i];
	}
}

/* refused variable_step jam(j:8): the step of loop j is a variable */
void variable_step(int n, int m, int by)
{
#pragma omp parallel for
	for (int j = 0; j < m; j += by)
		for (int i = 0; i < n; i++)
			c[i][j] += a[i][j] + .5;
}

/* refused outer_shared jam(i:4): is shared together with loop i */
void outer_shared(int n, int m)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < 3; k++)
				a[i][j] += k;
}

/* refused too_long jam(j:2000): 2 to 1024 iterations */
void too_long(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++)
			a[i][j] += i;
}

/* ---- distribution ---- */

/* made two_products distribute(j) order(i,k,j) */
void two_products(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 0;
			for (int k = 0; k < n; k++)
				c[i][j] += .5 * a[i][k] * b[k][j];
			c[i][j] /= 3;
		}
}

/* made scaled distribute(j) order(i,k,j) */
void scaled(int n, int m, double beta)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] *= beta;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

/* made columns distribute(i) order(j,k,i) */
void columns(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++) {
			c[i][j] = j;
			if (e[i][j] > 2)
				c[i][j] += 1;
			for (int k = 0; k < n; k++)
				c[i][j] += a[k][j] * b[i][k];
			a[i][j] += 0 * n;
		}
}

/* made side_by_side distribute(j) order(i,k,j) */
void side_by_side(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			for (int l = 0; l < n; l++)
				c[i][j] += l;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
			for (int l = 0; l < 3; l++)
				c[i][j] *= 1.5;
		}
}

/* made tiles distribute(j) order(i,k,j) tile(k:5) */
void tiles(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 1;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
			e[i][j] = c[i][j] > 5;
		}
}

/* made tiles_around distribute(j) order(i,k,j) tile(i:4,j:8,k:5) */
void tiles_around(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 1;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
			e[i][j] = c[i][j] > 5;
		}
}

/* made pyramid distribute(j) order(i,k,j) */
void pyramid(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			c[i][j] = 1;
			for (int k = j + 1; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
			c[i][j] *= j;
		}
}

/* made inner_only distribute(j) order(k,j) */
void inner_only(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double t = w[i];

		for (int j = 0; j < m; j++) {
			c[i][j] = t;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
			c[i][j] += t;
		}
	}
}

/* made sunk distribute(j) order(i,k,j) */
void sunk(double **row, int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *r = row[i];
		int twice = 2 * i;

		for (int j = 0; j < m; j++) {
			double *at = r + j;
			int shift = j + twice;

			*at = shift;
			for (int k = 0; k < n; k++)
				*at += b[k][j] * shift;
			*at -= twice;
		}
	}
}

/* made orphan_parts distribute(j) order(i,k,j) */
void orphan_parts(double **row, int n, int m)
{
#pragma omp for
	for (int i = 0; i < n; i++) {
		double *r = row[i];

		for (int j = 0; j < m; j++) {
			double *at = r + j;

			*at = i;
			for (int k = 0; k < n; k++)
				*at += b[k][j] * 3;
		}
	}
}

/* made four distribute(j) order(i,k,l,j) */
void four(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			e[i][j] = 1;
			for (int k = 0; k < n; k++)
				for (int l = 0; l < 3; l++)
					e[i][j] += e[i][j] * k + f[j][l];
			e[i][j] ^= 5;
		}
}

/* refused handed_on distribute(j) order(i,k,j): s goes from one part of loop j
 */
void handed_on(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double s = 0;

			for (int k = 0; k < n; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s;
		}
}

/* refused apart distribute(j) order(k,j): no loop would stand around all parts
 */
void apart(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < m; j++) {
		c[0][j] = 0;
		for (int k = 0; k < n; k++)
			c[0][j] += a[0][k] * b[k][j];
	}
}

/* refused not_named distribute(i) order(k,j): does not stand in the order */
void not_named(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 0;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

#define RUN(call)                                                              \
	call;                                                                  \
	show(#call)

static void all(int n, int m)
{
	int which[M], bound_of_all = n;
	double *row[N];

	for (int i = 0; i < N; i++)
		row[i] = a[(i * 7 + 3) % N];
	for (int j = 0; j < M; j++)
		which[j] = j * 5 % M;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * 5 + j) % 9 * .3;
			b[i][j] = (i + 3 * j) % 7 * .7;
			e[i][j] = (i + j) % 5;
		}
	RUN(product(n, m));
	RUN(sweep(n, m));
	RUN(greatest(n, m));
	RUN(sometimes(n, m));
	if (n > 0) {
		RUN(pointers(row, which, n, m));
#pragma omp parallel
		orphan(row, n, m);
		show("orphan");
	}
	RUN(deep(n, m));
	RUN(backward(n, m));
	RUN(narrow(n, m));
	RUN(sizes(n, m));
	RUN(triangle(n));
	RUN(collapsed(n, m));
	RUN(whole_sum(n, m));
	RUN(vectors(n, m));
	RUN(own(n, m));
	RUN(leaving(n, m));
	RUN(stepped(n, m, 3));
	RUN(variable_step(n, m, 2));
	RUN(two_products(n, m));
	RUN(scaled(n, m, .75));
	RUN(columns(n, m));
	RUN(side_by_side(n, m));
	RUN(tiles(n, m));
	RUN(tiles_around(n, m));
	RUN(pyramid(n));
	RUN(inner_only(n, m));
	RUN(sunk(row, n, m));
#pragma omp parallel
	orphan_parts(row, n, m);
	show("orphan_parts");
	RUN(four(n, m));
	RUN(handed_on(n, m));
	RUN(apart(n, m));
	RUN(not_named(n, m));
	RUN(carried(n, m));
	RUN(mixed(n, m));
	RUN(previous(n, m));
	RUN(behind(n, m));
	RUN(counter(n, m));
	RUN(bound(n));
	RUN(set_bound(n, m));
	RUN(stored_bound(n, m, &bound_of_all));
	RUN(condition(n, m));
	RUN(own_array(n, m));
	RUN(taken(n, m));
	RUN(restless(n, m));
	RUN(complex_number(n, m));
	RUN(moving(n, m));
	if (n > 0) {
		RUN(changed_row(row, n, n));
	}
	RUN(read_outside(n, m));
	RUN(early(n, m));
	RUN(jumping(n, m));
	RUN(last(n, m));
	RUN(rounded(n, m));
	RUN(by_pointer(n, m));
	RUN(outer_shared(n, m));
	RUN(too_long(n, m));
}

int main(void)
{
	for (int i = 0; i < N; i++)
		w[i] = i * .01;
	all(N, M);
	all(zero, 7);
	all(7, zero);
	all(16, 16);
	all(1, 9);
	return 0;
}
