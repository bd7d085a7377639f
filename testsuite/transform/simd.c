/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of whole numbers in floating-point variables of innermost loops, and
 * what looks like them: in vectors they are the same to the bit.
 */
#include <math.h>
#include <stdio.h>

enum { N = 40, M = 203 };

struct pair {
	double s, t;
};

static double a[N][M], b[N][M], x[M], y[N], G;
static float f[N][M];
static int g[N][M], idx[M];

#define ADD(v) hidden_sum += (v)
#define HIDDEN hidden_part

static void dot(void)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, 7) if (N > 3)
	for (int j = 0; j < M; j++)
		s += x[j] * b[3][j];
	G = s;
}

static void in_region(void)
{
	double s = 0, p = 1;
	int n = 0;
#pragma omp parallel
#pragma omp for nowait reduction(* : p) reduction(+ : s, n)
	for (int j = 0; j < M; j++) {
		s -= x[j];
		p *= x[j] > 2 ? 1 : -1;
		n += g[0][j];
	}
	G = s + p * n;
}

static void rows(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++)
			s += a[i][j] * x[j];
		y[i] = s;
	}
}

static void downwards(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (unsigned j = M - 1; j >= 3; j -= 2)
			s = a[i][j] + s;
		y[i] = s;
	}
}

static void two(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, v = 0;
		for (int j = 0; j < M; j++)
			s += a[i][j];
		for (int j = 0; j < M; j++)
			v += (a[i][j] - s) * (a[i][j] - s);
		y[i] = v;
	}
}

static void behind(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		if (g[i][0] > 7)
			for (int j = 0; j < M; j++)
				s += a[i][j];
		else
			for (int j = 0; j < M; j++)
				s -= b[i][j];
		y[i] = s;
	}
}

static void three(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, t = 0, u = 0;
		for (int j = 0; j < M; j++) {
			const double p = a[i][j] - x[j], q = b[i][j] + x[j];

			s += p;
			t += p * q;
			u -= q;
		}
		y[i] = s + t * u;
	}
}

static void counted(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		int n = 0, m = 3;
		for (int j = 0; j < M; j++) {
			s += a[i][j];
			n += g[i][j];
			m++;
		}
		y[i] = s + n * m;
	}
}

static void restricted(double *restrict p, const double *restrict q)
{
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) {
			p[j] = q[j] + 1;
			s += q[j];
		}
		y[i] = s;
	}
}

static void apart(void)
{
	restricted(b[0], a[1]);
}

static void own(void)
{
	int i, j;
	double s, d;
#pragma omp parallel for private(j, s, d)
	for (i = 0; i < N; i++) {
		s = 0;
		for (j = 0; j < M; j++) {
			d = a[i][j] - b[i][j];
			s += d * d;
		}
		y[i] = s;
	}
}

static void together(void)
{
	double s;
#pragma omp parallel for collapse(2) private(s)
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) {
			s = 0;
			for (int j = 0; j < M; j++)
				s += a[i][j];
			b[i][k] = s;
		}
}

static void shadowed(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, t = 0;
		for (int j = 0; j < M; j++) {
			t += a[i][j];
			{
				double s = b[i][j];
				t += s;
			}
		}
		y[i] = s + t;
	}
}

static void wave(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 1; j < M; j++) {
			a[i][j] = 1 - a[i][j - 1];
			s += a[i][j];
		}
		y[i] = s;
	}
}

static void neighbours(void)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < N - 1; i++) {
		double s = 0;
		for (int j = 0; j < M / 2; j++) {
			s += a[i][2 * j];
			a[N - 2 - i][2 * j + 1] = 5;
			s += a[i][2 * j + 1];
		}
		y[i] = s;
	}
}

static void overlapping(double *p, const double *q)
{
#pragma omp parallel for
	for (int i = 0; i < 1; i++) {
		double s = 0;
		for (int j = 0; j < M - 1; j++) {
			p[j + 1] = q[j] + 1;
			s += q[j];
		}
		y[i] = s;
	}
}

static void overlap(void)
{
	overlapping(b[0], b[0]);
}

static void same(void)
{
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) {
			G = a[i][j];
			s += G;
		}
		y[i] = s;
	}
}

static void histogram(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) {
			b[i][idx[j]] += 1;
			s += a[i][j];
		}
		y[i] = s;
	}
}

static void array(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, d[4] = {0, 0, 0, 0};
		for (int j = 0; j < M; j++) {
			d[idx[j] & 3] = a[i][j];
			s += d[0];
		}
		y[i] = s;
	}
}

static void least(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		int n = 100;
		for (int j = 0; j < M; j++) {
			s += a[i][j];
			n = g[i][j] < n ? g[i][j] : n;
		}
		y[i] = s + n;
	}
}

static void bits(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		int n = 0;
		for (int j = 0; j < M; j++) {
			s += a[i][j];
			n |= g[i][j];
		}
		y[i] = s + n;
	}
}

static void kept(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, e;
		for (int j = 0; j < M; j++) {
			e = 3;
			s += a[i][j] * e;
		}
		y[i] = s + e;
	}
}

static void last(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, e = 0;
		for (int j = 0; j < M; j++) {
			e = a[i][j];
			s += e;
		}
		y[i] = s + e;
	}
}

static void hidden(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double hidden_sum = 0;
		for (int j = 0; j < M; j++)
			ADD(a[i][j]);
		y[i] = hidden_sum;
	}
}

static void hidden_use(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, hidden_part;
		for (int j = 0; j < M; j++) {
			hidden_part = 5;
			s += a[i][j] * hidden_part;
		}
		y[i] = s + HIDDEN;
	}
}

static void member(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		struct pair c = {0, 0};
		for (int j = 0; j < M; j++)
			c.s += a[i][j];
		y[i] = c.s;
	}
}

static void pointed(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, *p = &s;
		for (int j = 0; j < M; j++)
			*p += a[i][j];
		y[i] = s;
	}
}

static void declares(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0, t = 0;
		for (int j = 0; j < M; j++) {
			s += a[i][j];
			{
				double s = b[i][j];
				t += s;
			}
		}
		y[i] = s + t;
	}
}

static void left(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) {
			if (a[i][j] > 3 && b[i][j] > 5)
				break;
			s += a[i][j];
		}
		y[i] = s;
	}
}

static void prefix(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) {
			s += a[i][j];
			b[i][j] = s;
		}
		y[i] = s;
	}
}

static void rounded(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		float s = 0;
		for (int j = 0; j < M; j++)
			s = (float)(s + a[i][j] * 1e-3);
		y[i] = s > 1e9;
	}
}

static void bound(void)
{
	static int length = M - 3;
	int *n = &length;
#pragma omp parallel for num_threads(1)
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < *n; j++) {
			s += a[i][j];
			n = j == 50 ? &g[0][0] : n;
		}
		y[i] = s;
	}
}

static unsigned number(unsigned below)
{
	static unsigned seed;

	seed = below ? seed * 1103515245u + 12345u : 1;
	return below ? (seed >> 16) % below : 0;
}

static void fill(void)
{
	number(0);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (int)number(9) - 4;
			b[i][j] = (int)number(7);
			f[i][j] = (float)number(3);
			g[i][j] = (int)number(16);
			x[j] = (int)number(5);
			idx[j] = (int)number(50);
		}
	for (int i = 0; i < N; i++)
		y[i] = 0;
	G = 0;
}

static void show(const char *name)
{
	double t = G;

	for (int i = 0; i < N; i++) {
		t = fmod(3 * t + y[i], 1e9);
		for (int j = 0; j < M; j++)
			t += (i + j % 7) * (a[i][j] + b[i][j] + f[i][j]);
	}
	printf("%s %.17g\n", name, t);
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} all[] = {{"dot", dot},
		   {"in_region", in_region},
		   {"rows", rows},
		   {"downwards", downwards},
		   {"two", two},
		   {"behind", behind},
		   {"three", three},
		   {"counted", counted},
		   {"apart", apart},
		   {"own", own},
		   {"together", together},
		   {"shadowed", shadowed},
		   {"wave", wave},
		   {"neighbours", neighbours},
		   {"overlap", overlap},
		   {"same", same},
		   {"histogram", histogram},
		   {"array", array},
		   {"least", least},
		   {"bits", bits},
		   {"kept", kept},
		   {"last", last},
		   {"hidden", hidden},
		   {"hidden_use", hidden_use},
		   {"member", member},
		   {"pointed", pointed},
		   {"declares", declares},
		   {"left", left},
		   {"prefix", prefix},
		   {"rounded", rounded},
		   {"bound", bound}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		fill();
		all[i].run();
		show(all[i].name);
	}
	return 0;
}
