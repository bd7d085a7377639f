/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of whole numbers in floating-point variables and elements: whatever
 * their order, they are the same to the bit. So what is no sum shows where
 * its order changes.
 */
#include <math.h>
#include <stdio.h>

enum { N = 19, M = 23, L = 13 };

static double a[N][M], b[M][N], c[N][M], d[N][M][L], w[M][N];
static double x[64], y[64], z[64], S, T;
static float f[N][M];
static int g[N][M], idx[64];
static volatile double V;

static unsigned seed;

static int number(int below)
{
	seed = seed * 1103515245u + 12345u;
	return (int)(seed >> 20) % below;
}

static void fill_row(int i)
{
	static const double powers[] = {1, 1, 2, .5};

	for (int j = 0; j < M; j++) {
		a[i][j] = number(9) - 4;
		b[j][i] = number(7) - 3;
		c[i][j] = number(5);
		w[j][i] = powers[number(4)];
		f[i][j] = number(5) - 2;
		g[i][j] = number(11) - 5;
		for (int k = 0; k < L; k++)
			d[i][j][k] = number(9) - 4;
	}
}

static void fill(void)
{
	seed = 12345;
	for (int i = 0; i < N; i++)
		fill_row(i);
	for (int i = 0; i < 64; i++) {
		x[i] = number(9) - 4;
		y[i] = number(5) - 2;
		z[i] = number(3);
		idx[i] = number(13);
	}
	S = 3;
	T = 5;
	V = 1;
}

static void plain(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += a[l][j] * b[j][l];
	S = s;
}

static void cond(void)
{
	double s = 1;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			if (b[j][l] > 0)
				s += b[j][l];
	S = s;
}

static void prefix_outer(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = i;
		for (int l = 0; l < N; l++) {
			for (int j = 0; j < M; j++)
				s += b[j][l] * i;
			d[l][3][i] = s;
		}
		x[i] = s;
	}
}

static void read_between(void)
{
	double s = 0;
#pragma omp parallel for
	for (int i = 0; i < 7; i++) {
		double s = i;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += b[j][l];
				d[i][j][3] = s;
			}
		x[i] = s;
	}
	S = s;
}

static void max_if(void)
{
	double m = -100;
#pragma omp parallel for reduction(max : m)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			if (b[j][l] > m)
				m = b[j][l];
	S = m;
}

static void max_index(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double m = -100;
		int at = -1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				if (d[l][j][i] > m) {
					m = d[l][j][i];
					at = l * M + j;
				}
		x[i] = m;
		y[i] = at;
	}
}

static void subscript(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += z[j & 3];
				d[l][j][i] = x[(int)s & 31];
			}
		y[i] = s;
	}
}

static void two_feed(void)
{
	double s = 0, u = 0;
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0, u = 1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				u += d[l][j][i];
				s += u;
			}
		x[i] = s;
		y[i] = u;
	}
	S = s + u;
}

static void two_apart(void)
{
	double s = 0, u = 0;
#pragma omp parallel for reduction(+ : s, u)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++) {
			u += b[j][l];
			s += a[l][j];
		}
	S = s;
	T = u;
}

static void two_cross(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0, u = 1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				double o = s;
				s += u;
				u -= d[l][j][i];
				if (o > 4)
					s += 1;
			}
		x[i] = s;
		y[i] = u;
	}
}

static void minus(void)
{
	double s = 0;
#pragma omp parallel for reduction(- : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s -= b[j][l] * a[l][j];
	S = s;
}

static void minus_rev(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				s = d[l][j][i] - s;
		x[i] = s;
	}
}

static void mixed_ops(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += d[l][j][i];
				s *= w[j][l];
				if (s > 64)
					s = 1;
			}
		x[i] = s;
	}
}

static void product(void)
{
	double s = 1;
#pragma omp parallel for reduction(* : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s *= w[j][l];
	S = s;
}

static void last_partial(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1, o = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				o = s;
				s += d[l][j][i];
			}
		x[i] = s;
		y[i] = o;
	}
}

static void last_mid(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1, o = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += d[l][j][i];
				o = s;
				s += b[j][l];
			}
		x[i] = s;
		y[i] = o;
	}
}

static void dowhile(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1, o = 0;
		int l = 0;
		do {
			int j = 0;
			do {
				o = s;
				s += d[l][j][i];
			} while (++j < M);
		} while (++l < N);
		x[i] = s;
		y[i] = o;
	}
}

static void reset(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				if (d[l][j][i] == 4)
					s = 0;
				s += d[l][j][i];
			}
		x[i] = s;
	}
}

static void reset_row(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1;
		for (int l = 0; l < N; l++) {
			s = l;
			for (int j = 0; j < M; j++)
				s += d[l][j][i];
		}
		x[i] = s;
	}
}

static void cond_on_sum(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				if (s < 10)
					s += d[l][j][i];
		x[i] = s;
	}
}

static double noisy(double v)
{
	T = T * 0.5 + v;
	T = floor(T);
	return T;
}
static void call(void)
{
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				s += noisy(d[l][j][i]);
		x[i] = s;
	}
}

static void math(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += fabs(b[j][l]) + sqrt(b[j][l] * b[j][l]);
	S = s;
}

static void firstpriv(void)
{
	double s = 0, u = 4;
#pragma omp parallel for reduction(+ : s) firstprivate(u)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += b[j][l] * u;
	S = s;
	T = u;
}

static void private_kept(void)
{
#pragma omp parallel num_threads(3)
	{
		double mine = 0;
#pragma omp for schedule(static)
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				mine += b[j][l];
#pragma omp critical
		S += mine * mine;
	}
}

static double sh;
static void work_orphan_red(void)
{
#pragma omp for reduction(+ : sh)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			sh += b[j][l];
}
static void orphan_red(void)
{
	sh = 2;
#pragma omp parallel
	work_orphan_red();
	S = sh;
}

static void section(void)
{
#pragma omp parallel for reduction(+ : x[:M])
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			x[j] += b[j][l];
}

static void section_decay(void)
{
#pragma omp parallel for reduction(+ : x[:M])
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			x[j] = x[j] * 2 + b[j][l];
}

static void section_read(void)
{
#pragma omp parallel for reduction(+ : x[:M])
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++) {
			x[j] += b[j][l];
			a[l][j] = x[j];
		}
}

static void section_wrong_op(void)
{
#pragma omp parallel for reduction(* : x[:M])
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			x[j] += b[j][l];
}

static void alias(void)
{
	double s = 0;
	double *p = &s;
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += d[l][j][i];
				if (*p > 5)
					x[j] += 1;
			}
	}
	S = s;
}

static void put(double *q, double v)
{
	*q = *q * 0.5 + v;
}
static void addr_pass(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int l = 0; l < 4; l++)
			for (int j = 0; j < 4; j++) {
				s += d[l][j][i];
				put(&s, 1);
			}
		x[i] = s;
	}
}

static void vol_addend(void)
{
	double s = 0;
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				s += V;
				V = d[l][j][i];
			}
		x[i] = s;
	}
}

static void ternary(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				s = d[l][j][i] > 0 ? s + d[l][j][i] : s - 2;
		x[i] = s;
	}
}

static void ternary_zero(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				s = d[l][j][i] > -4 ? s + d[l][j][i] : 0;
		x[i] = s;
	}
}

static void s_plus_s_e(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double s = 1;
		for (int l = 0; l < 3; l++)
			for (int j = 0; j < 4; j++)
				s = s + (s + d[l][j][i]);
		x[i] = s;
	}
}

static void stmts(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++) {
			s += b[j][l];
			s -= a[l][j];
			s = s + 1;
		}
	S = s;
}

static void three(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++)
				s += d[i][j][k] * b[j][i];
	S = s;
}

static void three_write(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M; j++)
			for (int k = 0; k < L; k++) {
				d[i][j][k] += d[i][j - 1][k];
				s += d[i][j][k];
			}
	S = s;
}

static void write_wave(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++) {
		double s = 0;
		for (int i = 1; i < N; i++)
			for (int j = 1; j < M - 1; j++) {
				a[i][j] = a[i - 1][j + 1] - 1;
				s += a[i][j];
			}
		x[q] = s;
	}
}

static void triangle(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++)
			s += b[j][i] * 2;
	S = s;
}

static void beside_other(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++) {
		y[i] = x[i] * 2;
		for (int j = 0; j < M; j++)
			s += b[j][i] * 2;
	}
	S = s;
}

static void nested_sums(void)
{
	double s = 0, u = 0;
#pragma omp parallel for reduction(+ : s, u)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			for (int k = 0; k < L; k++)
				s += d[i][j][k];
			u += b[j][i];
		}
	S = s;
	T = u;
}

static void local_then_red(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++) {
		double q = 0;
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++)
				q += d[i][j][k];
		s += q * q;
	}
	S = s;
}

#pragma omp declare reduction(half:double                                      \
			      : omp_out = omp_out + omp_in)                    \
	initializer(omp_priv = 0)
static void declared(void)
{
	double s = 0;
#pragma omp parallel for reduction(half : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += b[j][l];
	S = s;
}

static void wrong_clause(void)
{
	double s = 1;
#pragma omp parallel for reduction(* : s) num_threads(1)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += b[j][l];
	S = s;
}

/* Whole numbers, too: each thread's part depends on what it has. */
static void wrong_clause_whole(void)
{
	int s = 1;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			if (g[l][j] > s)
				s = g[l][j];
	S = s;
}

static void right_clause_whole(void)
{
	int s = 1;
#pragma omp parallel for reduction(| : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s |= g[l][j];
	S = s;
}

static void inscan(void)
{
	double s = 0;
#pragma omp parallel for reduction(inscan, + : s)
	for (int l = 0; l < N; l++) {
		s += x[l];
#pragma omp scan inclusive(s)
		y[l] = s;
	}
	S = s;
}

static void count_by_float(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		double pos = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++) {
				d[l][j][i] += pos;
				pos += 1;
			}
		x[i] = pos;
	}
}

static void float_of_double(void)
{
#pragma omp parallel for
	for (int i = 0; i < L; i++) {
		float s = 0;
		for (int l = 0; l < N; l++)
			for (int j = 0; j < M; j++)
				s += 0.5 * d[l][j][i];
		x[i] = s;
	}
}

static void ldouble(void)
{
	long double s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int l = 0; l < N; l++)
		for (int j = 0; j < M; j++)
			s += b[j][l];
	S = s;
}

static void elem(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				y[i] += d[i][j][k];
}

static void elem_read(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++) {
				y[i] += d[i][j][k];
				a[i][j] = y[i];
			}
}

static void elem_neighbour(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 1; i < N; i++)
			for (int k = 0; k < L; k++)
				y[i] += y[i - 1] + d[i][1][k];
}

static void elem_prod(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				y[i] *= w[j][k];
}

static void elem_mixed(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 4; j++) {
				y[i] += d[i][j][k];
				y[i] *= w[j][k];
			}
}

static void elem_two_stmts(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++) {
				y[i] += d[i][j][k];
				y[i] -= b[j][k];
			}
}

static void elem_cond(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				if (d[i][j][k] > 0)
					y[i] += d[i][j][k];
}

static void elem_cond_self(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				if (y[i] < 9)
					y[i] += d[i][j][k];
}

static void elem_hoisted(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++) {
			double o = y[i];
			for (int j = 0; j < M; j++)
				y[i] = o + d[i][j][k];
		}
}

static void elem_self(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 4; j++)
				y[i] = y[i] + (y[i] + d[i][j][k]);
}

static void elem_rev(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				y[i] = d[i][j][k] - y[i];
}

static void elem_set(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++) {
				if (j == 5)
					y[i] = k;
				y[i] += d[i][j][k];
			}
}

static void elem_hist(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				y[(i + j) & 15] += a[i][j] * b[j][i];
}

static void elem_two_places(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				y[i] += a[i][j];
				y[j] -= b[j][i];
			}
}

static void elem_two_ops(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				y[i] += a[i][j];
				y[j] *= w[j][i];
			}
}

static void elem_cross(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < 6; i++)
			for (int j = 0; j < 7; j++) {
				double u = y[i], v = y[j + 1];
				y[i] = v + a[i][j];
				y[j + 1] = u + 1;
			}
}

static void elem_feed(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++) {
				y[i] += d[i][j][k];
				z[i] += y[i];
			}
}

static void global_scalar(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				S += b[j][i];
}

static void global_used(void)
{
#pragma omp parallel for
	for (int q = 0; q < 1; q++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				S += b[j][i];
				a[i][j] += S;
			}
}

/* One number for all of an array; -0 is 0. */
static unsigned long digest(const double *values, int count)
{
	unsigned long sum = 1;

	for (int i = 0; i < count; i++)
		sum = sum * 31 + (unsigned long)(long)(values[i] * 64);
	return sum;
}

static void show(const char *name)
{
	printf("%s %.17g %.17g %lx %lx %lx %lx %lx %lx %lx %d\n", name, S + 0.,
	       T + 0., digest(a[0], N * M), digest(b[0], N * M),
	       digest(c[0], N * M), digest(d[0][0], N * M * L), digest(x, 64),
	       digest(y, 64), digest(z, 64), idx[3]);
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} all[] = {{"plain", plain},
		   {"cond", cond},
		   {"prefix_outer", prefix_outer},
		   {"read_between", read_between},
		   {"max_if", max_if},
		   {"max_index", max_index},
		   {"subscript", subscript},
		   {"two_feed", two_feed},
		   {"two_apart", two_apart},
		   {"two_cross", two_cross},
		   {"minus", minus},
		   {"minus_rev", minus_rev},
		   {"mixed_ops", mixed_ops},
		   {"product", product},
		   {"last_partial", last_partial},
		   {"last_mid", last_mid},
		   {"dowhile", dowhile},
		   {"reset", reset},
		   {"reset_row", reset_row},
		   {"cond_on_sum", cond_on_sum},
		   {"call", call},
		   {"math", math},
		   {"firstpriv", firstpriv},
		   {"private_kept", private_kept},
		   {"orphan_red", orphan_red},
		   {"section", section},
		   {"section_decay", section_decay},
		   {"section_read", section_read},
		   {"section_wrong_op", section_wrong_op},
		   {"alias", alias},
		   {"addr_pass", addr_pass},
		   {"vol_addend", vol_addend},
		   {"ternary", ternary},
		   {"ternary_zero", ternary_zero},
		   {"s_plus_s_e", s_plus_s_e},
		   {"stmts", stmts},
		   {"three", three},
		   {"three_write", three_write},
		   {"write_wave", write_wave},
		   {"triangle", triangle},
		   {"beside_other", beside_other},
		   {"nested_sums", nested_sums},
		   {"local_then_red", local_then_red},
		   {"declared", declared},
		   {"wrong_clause", wrong_clause},
		   {"wrong_clause_whole", wrong_clause_whole},
		   {"right_clause_whole", right_clause_whole},
		   {"inscan", inscan},
		   {"count_by_float", count_by_float},
		   {"float_of_double", float_of_double},
		   {"ldouble", ldouble},
		   {"elem", elem},
		   {"elem_read", elem_read},
		   {"elem_neighbour", elem_neighbour},
		   {"elem_prod", elem_prod},
		   {"elem_mixed", elem_mixed},
		   {"elem_two_stmts", elem_two_stmts},
		   {"elem_cond", elem_cond},
		   {"elem_cond_self", elem_cond_self},
		   {"elem_hoisted", elem_hoisted},
		   {"elem_self", elem_self},
		   {"elem_rev", elem_rev},
		   {"elem_set", elem_set},
		   {"elem_hist", elem_hist},
		   {"elem_two_places", elem_two_places},
		   {"elem_two_ops", elem_two_ops},
		   {"elem_cross", elem_cross},
		   {"elem_feed", elem_feed},
		   {"global_scalar", global_scalar},
		   {"global_used", global_used}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		fill();
		all[i].run();
		show(all[i].name);
	}
	return 0;
}
