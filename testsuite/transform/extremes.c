/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The greatest and the least of numbers, some of which are NaN or zeros with a
 * sign. Results are printed bit by bit where no zero with a sign may come out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 19, M = 23 };

static double a[M][N], b[M][N], c[N];
static float f[M][N];
static int g[M][N];

#define GREATER(x, y) ((x) > (y) ? (x) : (y))

static unsigned seed;

static int number(int below)
{
	seed = seed * 1103515245u + 12345u;
	return (int)(seed >> 20) % below;
}

/* Of "scale" 0 all numbers are zeros or NaN. */
static double any(double scale)
{
	static const double some[] = {0.0, -0.0, NAN, -NAN};
	int which = number(9);

	return which < 4 ? some[which] : scale * (number(2000) - 1000) / 64.0;
}

static void fill(double scale)
{
	for (int j = 0; j < M; j++)
		for (int i = 0; i < N; i++) {
			a[j][i] = any(scale);
			b[j][i] = any(scale);
			f[j][i] = (float)any(scale);
			g[j][i] = scale == 0 ? 0 : number(100) - 50;
		}
}

/* ---- the same to the bit in any order ---- */

static double by_if(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (fabs(a[j][i] - b[j][i]) > s)
				s = fabs(a[j][i] - b[j][i]);
	return s;
}

static double by_function(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = fmax(fabs(a[j][i]), s);
	return s;
}

static double by_choice(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = a[j][i] * a[j][i] >= s ? a[j][i] * a[j][i] : s;
	return s;
}

static double by_macro(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = GREATER(fabs(a[j][i]), s);
	return s;
}

static double least(double s)
{
#pragma omp parallel for reduction(min : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			double d = sqrt(a[j][i] * a[j][i] + b[j][i] * b[j][i]);

			if (s > d)
				s = d;
		}
	return s;
}

static double of_whole(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (g[j][i] > s)
				s = g[j][i];
	return s;
}

static double of_float(double s)
{
	float most = (float)s;

#pragma omp parallel for reduction(max : most)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (fabsf(f[j][i]) > most)
				most = fabsf(f[j][i]);
	return most;
}

static double behind_condition(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (g[j][i] > 3)
				if (fabs(a[j][i]) > s)
					s = fabs(a[j][i]);
	return s;
}

static double two(double s)
{
	double t = 1e9;

#pragma omp parallel for reduction(max : s) reduction(min : t)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (fabs(a[j][i]) > s)
				s = fabs(a[j][i]);
			if (fabs(b[j][i]) < t)
				t = fabs(b[j][i]);
		}
	return s + t;
}

static double in_stencil(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			b[j][i] = .25 * (a[j - 1][i] + a[j + 1][i] +
					 a[j][i - 1] + a[j][i + 1]);
			s = fmax(s, fabs(b[j][i] - a[j][i]));
		}
	return s;
}

/* ---- but for the sign of a zero ---- */

static double with_sign(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (a[j][i] > s)
				s = a[j][i];
	return s + 0.0;
}

static double function_with_sign(double s)
{
#pragma omp parallel for reduction(min : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = fmin(s, a[j][i]);
	return s + 0.0;
}

/* ---- not the same, and not run: threads decide what comes out ---- */

/* NaN is taken, and what came before it is forgotten. */
double takes_nan(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			s = GREATER(s, fabs(a[j][i]));
	return s;
}

double takes_nan_by_if(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (!(fabs(a[j][i]) <= s))
				s = fabs(a[j][i]);
	return s;
}

double stores(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (fabs(a[j][i]) > s) {
				s = fabs(a[j][i]);
				b[j][i] = 1;
			}
	return s + b[3][4] + b[0][0];
}

double place(double s)
{
	int at = 0;

#pragma omp parallel for
	for (int k = 0; k < 3; k++) {
		double most = s;
		int where = 0;

		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				if (fabs(a[j][i]) > most) {
					most = fabs(a[j][i]);
					where = i;
				}
		c[k] = where + k;
	}
	return c[0] + c[2] + at;
}

double of_another(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (fabs(a[j][i]) > s)
				s = fabs(b[j][i]);
	return s;
}

double both_ways(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (fabs(a[j][i]) > s)
				s = fabs(a[j][i]);
			if (fabs(b[j][i]) < s)
				s = fabs(b[j][i]);
		}
	return s;
}

double decays(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			s = fmax(s, fabs(a[j][i]));
			s = s * .99;
		}
	return s;
}

double reduced_otherwise(double s)
{
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (fabs(a[j][i]) > s)
				s = fabs(a[j][i]);
	return s;
}

double reads(double s)
{
#pragma omp parallel for reduction(max : s)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			s = fmax(s, fabs(a[j][i]));
			b[j][i] = s;
		}
	return s + b[5][6];
}

static void print(const char *name, double value)
{
	unsigned long long bits;

	memcpy(&bits, &value, sizeof(bits));
	printf("%s %016llx\n", name, isnan(value) ? 0x7ffULL : bits);
}

int main(void)
{
	static const struct {
		const char *name;
		double (*run)(double);
	} all[] = {{"by_if", by_if},
		   {"by_function", by_function},
		   {"by_choice", by_choice},
		   {"by_macro", by_macro},
		   {"least", least},
		   {"of_whole", of_whole},
		   {"of_float", of_float},
		   {"behind_condition", behind_condition},
		   {"two", two},
		   {"in_stencil", in_stencil},
		   {"with_sign", with_sign},
		   {"function_with_sign", function_with_sign}};
	static const double scales[] = {1, 0, 1e300, 1e-320};
	static const double starts[] = {0.0, -0.0, 5, -1e9, 1e9, NAN, -INFINITY};

	seed = 12345;
	for (int t = 0; t < 4 * 7; t++)
		for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
			fill(scales[t % 4]);
			print(all[i].name, all[i].run(starts[t / 4]));
		}
	return 0;
}
