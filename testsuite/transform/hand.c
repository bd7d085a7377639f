/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests by hand: what may be made of each is said in variants.sh.
 */
#define N 64

double a[N][N], b[N][N], c[N][N];
unsigned u[N][N];
volatile int now;

void product(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

void product_in_scalar(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;

			for (int k = 0; k < n; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}

/* What is read of the row is another part of it. */
void sum_of_own_row(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = c[i][j];

			for (int k = n; k < 2 * n; k++)
				sum -= c[i][k] * b[k - n][j];
			c[i][j] = sum;
		}
}

void side_by_side(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i][0] = i;
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				a[i][k] += b[k][j];
		for (int l = 0; l < n; l++)
			for (int m = 0; m < n; m++)
				c[i][m] += b[m][l] * a[i][l];
	}
}

void wider_sum(int n, float *restrict x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;

			for (int k = 0; k < n; k++)
				sum += a[i][k] * b[k][j];
			x[i * n + j] = (float)sum;
		}
}

void two_results(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;

			for (int k = 0; k < n; k++)
				sum += a[i][k] * a[k][j];
			c[i][j] = sum;
			b[i][j] = sum * 0.5;
		}
}

void sums_of_columns(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		b[0][i] = 0;
		for (int j = 0; j < n; j++)
			b[0][i] += a[j][i];
		b[0][i] /= n;
	}
}

void end_behind(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n / 2; j++)
			c[i][j] = a[i][j];
		b[0][i] = n / 2;
	}
}

void product_from_zero(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			c[i][j] = 0;
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

void handed_along(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++) {
			c[i][j] = b[i][j - 1];
			for (int k = 0; k < n; k++)
				b[i][j] += c[i][j] * a[k][j];
		}
}

void transposed(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[i][j] = a[j][i];
}

void seidel(int n)
{
	for (int i = 1; i < n; i++)
#pragma omp parallel for
		for (int t = 0; t < 2; t++)
			for (int j = 1; j < n; j++)
				for (int k = 1; k < n - 1; k++)
					a[j][k] = a[j - 1][k + 1] + a[j][k - 1];
}

void wavefront(int n)
{
#pragma omp parallel for
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++)
			a[i][j] = a[i - 1][j] + a[i][j - 1];
}

void columns(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++)
			a[j][i] += a[j - 1][i];
}

void rows_of_pointer(int n, double *restrict x, const double *restrict y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			x[i * n + j] = y[j * n + i];
}

void rows_of_other_length(int n, int m, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			x[i * n + j] += 1;
}

void flat_of_other_length(int n, int m)
{
	double *x = &a[0][0];

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			x[i * N + j] += 1;
}

void may_overlap(int n, double *x, const double *y)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			x[i * n + j] = y[j * n + i];
}

double (*table)[N];

/* Its first element is not the pointer, which has the same name. */
void through_global(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			table[i][j] = i - j;
}

void histogram(int n, int *restrict counts, const int (*restrict of)[N])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			counts[of[i][j]]++;
}

void gathered(int n, const int *of)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = b[of[j]][i];
}

double floating_sum(int n)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			sum += a[i][j];
	return sum;
}

unsigned whole_sum(int n)
{
	unsigned sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			sum += u[j][i];
	return sum;
}

void hash(int n, unsigned *of)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		unsigned hash = 0;

		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				hash = hash * 31 + u[j][k];
		of[i] = hash;
	}
}

void handed_on(int n)
{
	double last = 0;

#pragma omp parallel for firstprivate(last)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = last;
			last = b[i][j];
		}
}

void pointer_moves(int n, double *x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double *to = x + i * n * n;

		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				*to++ = a[j][k];
	}
}

void last_counter(int n, int *at)
{
	int j, k;

#pragma omp parallel for private(j, k)
	for (int i = 0; i < n; i++) {
		for (j = 0; j < n; j++)
			for (k = 0; k < n; k++)
				c[j][k] += a[k][j];
		at[i] = j;
	}
}

void looks_at_now(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = now;
}

void assembler(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = 1;
			__asm__ volatile("" : : : "memory");
		}
}

void leaves_early(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			if (a[i][j] > 3)
				break;
			b[i][j] = 1;
		}
}

void behind_condition(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		if (u[i][0])
			for (int j = 0; j < n; j++)
				b[j][i] = 1;
}

void triangle(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			b[j][i] = 1;
}

void end_in_memory(int n, const int *end)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < end[1]; j++)
			b[j][i] = 1;
}

struct sheet {
	int rows, columns;
};

/* Who reads one member, as the end of the first loop, has the other one. */
void ends_in_members(const struct sheet *sheet)
{
#pragma omp parallel for
	for (int i = 0; i < sheet->rows; i++)
		for (int j = 0; j < sheet->columns; j++)
			b[j][i] = 1;
}

/* Here nobody may have a sheet. */
void end_in_another(const struct sheet *sheet, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < sheet->columns; j++)
			b[j][i] = 1;
}

/* Nobody knows how often the loop around is run. */
double until_steady(int n)
{
	double change = 1;

	while (change > 0.001) {
#pragma omp parallel for
		for (int i = 1; i < n; i++)
			for (int j = 1; j < n; j++)
				b[j][i] = a[j][i - 1] + a[j][i];
		change = b[3][4];
	}
	return change;
}

/* What it changes is not known there. */
void halves(int n, double (*restrict x)[N], const double *restrict y)
{
	while (n > 1) {
#pragma omp parallel for
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				x[j][n] += y[i];
		n = n * n % 61;
	}
}

int unknown(int);

void calls(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			u[i][j] = unknown(i);
}

void counts_atomically(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
#pragma omp atomic
			u[j][0]++;
		}
}

void keeps_last(int n)
{
	double last = 0;

#pragma omp parallel for lastprivate(last)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			last = a[j][i];
	a[0][0] = last;
}

void own_row(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		double row[N];

		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				row[k] = j ? row[k] + a[j][k] : 0;
		for (int k = 0; k < n; k++)
			c[i][k] = row[k];
	}
}

void shared_together(int n)
{
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i][j] += a[i][k] * b[k][j];
}

void kept_by_thread(int n)
{
#pragma omp parallel
	{
		double own[N][N];

#pragma omp for schedule(static)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				own[i][j] = a[i][j];
#pragma omp for schedule(static)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				b[i][j] = own[i][j];
	}
}

/* What counters hold at the end, nobody reads. */
void dead_counters(int n)
{
	int i, j, k;

#pragma omp parallel private(j, k)
	{
		if (n > 1)
#pragma omp for
			for (i = 0; i < n; i++)
				for (j = 0; j < n; j++)
					for (k = 0; k < n; k++)
						c[i][j] += a[i][k] * b[k][j];
		if (n > 2)
#pragma omp for
			for (i = 0; i < n; i++)
				for (j = 0; j < n; j++)
					for (k = 0; k < n; k++)
						a[i][j] += c[i][k] * b[k][j];
	}
}

void orphan(int n, double (*restrict own)[N])
{
#pragma omp for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				own[i][j] += a[i][k] * b[k][j];
}

void anyone(int n)
{
#pragma omp for schedule(dynamic)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			c[i][j] = a[i][j];
}

void everyone(int n)
{
#pragma omp parallel
	anyone(n);
}

void kept_by_anyone(int n)
{
#pragma omp parallel
	{
		unsigned own[N] = {0};

#pragma omp for schedule(dynamic)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				own[j] += u[i][j];
#pragma omp critical
		for (int j = 0; j < n; j++)
			u[j][0] += own[j];
	}
}

void floating_sums(int n, double *to)
{
	double sums[N] = {0};

#pragma omp parallel for reduction(+ : sums)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			sums[j] += a[i][j];
	to[0] = sums[1];
}

void floating_products(int n, double *to)
{
	double sums[N] = {0};

#pragma omp parallel for reduction(+ : sums)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				sums[j] += a[i][j] * b[k][j];
	to[0] = sums[1];
}

void whole_sums(int n, unsigned *to)
{
	unsigned sums[N] = {0};

#pragma omp parallel for reduction(+ : sums)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			sums[j] += u[i][j];
	to[0] = sums[1];
}

/* Each thread's greatest number would be added to those of the others. */
void reduced_otherwise(int *to)
{
	int sum = 1;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			if ((int)u[i][j] > sum)
				sum = (int)u[i][j];
	*to = sum;
}

double flat[N * N];

/* i * m + j is computed in 32 bits, which no loop keeps from wrapping. */
void unsigned_index(unsigned n, unsigned m)
{
#pragma omp parallel for
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < m; j++)
			a[i][j] = b[j][i] * flat[i * m + j];
}

void unsigned_rows(unsigned n, double (*x)[N])
{
#pragma omp parallel for
	for (unsigned i = 1; i < n; i++)
		for (unsigned j = 0; j < n; j++)
			x[i - 1][j + 1] = 1;
}

void unsigned_product(unsigned n, unsigned s, double *x)
{
#pragma omp parallel for
	for (int t = 0; t < 1; t++)
		for (unsigned i = 0; i < N; i++)
			for (unsigned j = 0; j < n; j++)
				x[i * s * 4u + j] = x[(i + 1u) * s * 4u + j];
}

double frexp(double, int *);

void writes_by_call(int *to)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			b[i][j] = frexp(a[j][i], &to[i + j]);
}

__attribute__((noinline)) double logb(double x)
{
	static double last;
	double before = last;

	last = x;
	return before;
}

void own_logb(void)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			b[i][j] = logb(a[j][i]);
}

double one_name[N][N];
extern double other_name[N][N] __attribute__((alias("one_name")));

void two_names(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			one_name[i][j] = other_name[j][i];
}

void based_on(int n, double *restrict x)
{
	double *y = x + n;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			x[i * n + j] = y[j * n + i];
}

/* Where the inner loops begin and end is known by the loop around them. */
void factor(int n)
{
	for (int i = 1; i < n; i++)
#pragma omp parallel for
		for (int j = i; j < n; j++)
			for (int k = 0; k < i; k++)
				a[i][j] -= a[i][k] * a[k][j];
}

void factor_in_scalar(int n)
{
	for (int i = 1; i < n; i++)
#pragma omp parallel for
		for (int j = i; j < n; j++) {
			double left = a[i][j];

			for (int k = 0; k < i; k++)
				left -= a[i][k] * a[k][j];
			a[i][j] = left;
		}
}

double few_data[5][7][1000];

void few(void)
{
#pragma omp parallel for
	for (int f = 0; f < 5; f++)
		for (int g = 0; g < 7; g++)
			for (int i = 0; i < 1000; i++)
				few_data[f][g][i] *= 2;
}

void few_and_long(int n)
{
#pragma omp parallel for
	for (int f = 0; f < 3; f++)
		for (int i = 0; i < n; i++)
			few_data[f][0][i] *= 2;
}

void long_and_few(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int f = 0; f < 3; f++)
			few_data[f][0][i] *= 2;
}

void few_in_turn(void)
{
#pragma omp parallel for
	for (int f = 0; f < 5; f++)
		for (int g = 0; g < 7; g++)
			for (int i = 1; i < 1000; i++)
				few_data[f][g][i] += few_data[f][g][i - 1];
}

void few_in_a_triangle(void)
{
#pragma omp parallel for
	for (int f = 0; f < 5; f++)
		for (int g = 0; g <= f; g++)
			few_data[f][g][0] = 1;
}

void few_by_memory(const int *end)
{
#pragma omp parallel for
	for (int f = 0; f < 5; f++)
		for (int g = 0; g < end[1]; g++)
			few_data[f][g][0] = 1;
}

void few_and_statement(void)
{
#pragma omp parallel for
	for (int f = 0; f < 5; f++) {
		few_data[f][0][1] = 1;
		for (int g = 0; g < 7; g++)
			few_data[f][g][0] = 1;
	}
}

static double mortar[50][50], weights[50][50], parts[50][50], kept_mortar[50][50];

/* The statement and the loop inside may be shared out one after the other. */
void transferred(void)
{
#pragma omp parallel for
	for (int c = 0; c < 50; c++) {
		mortar[0][c] = parts[0][c];
		for (int i = 1; i < 50; i++)
			for (int j = 0; j < 50; j++)
				mortar[i][c] += weights[i - 1][j] * parts[j][c];
	}
}

void transferred_back(void)
{
#pragma omp parallel
	{
#pragma omp for
		for (int c = 0; c < 50; c++) {
			for (int i = 1; i < 50; i++)
				for (int j = 0; j < 50; j++)
					mortar[i][c] += weights[i - 1][j] * parts[j][c];
			mortar[0][c] = mortar[3][c];
		}
	}
}

/* What the statement reads the loop inside has written in another column. */
void transferred_by_columns(void)
{
#pragma omp parallel for
	for (int c = 1; c < 50; c++) {
		parts[0][c] = mortar[4][c - 1];
		for (int i = 1; i < 50; i++)
			for (int j = 0; j < 50; j++)
				mortar[i][c] += weights[i - 1][j] * kept_mortar[j][c];
	}
}

void transferred_without_wait(void)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int c = 0; c < 50; c++) {
			mortar[0][c] = parts[0][c];
			for (int i = 1; i < 50; i++)
				for (int j = 0; j < 50; j++)
					mortar[i][c] += weights[i - 1][j] * parts[j][c];
		}
	}
}

int transferred_with_sums(void)
{
	int sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int c = 0; c < 50; c++) {
		mortar[0][c] = parts[0][c];
		sum += c;
		for (int i = 1; i < 50; i++)
			for (int j = 0; j < 50; j++)
				mortar[i][c] += weights[i - 1][j] * parts[j][c];
	}
	return sum;
}

void few_kept_by_thread(void)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int f = 0; f < 5; f++)
			for (int g = 0; g < 7; g++)
				few_data[f][g][0] = 1;
#pragma omp for
		for (int f = 0; f < 5; f++)
			for (int g = 0; g < 7; g++)
				few_data[f][g][0] *= 2;
	}
}

void few_collapsed(void)
{
#pragma omp parallel for collapse(2)
	for (int f = 0; f < 5; f++)
		for (int g = 0; g < 7; g++)
			for (int i = 0; i < 1000; i++)
				few_data[f][g][i] *= 2;
}

static double sheet[1000][1000], edge[1000];

void jammed_columns(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		double low = 0, high = 0;

		for (int i = 0; i < m; i++) {
			high = low;
			low = sheet[i][j] + high * .5;
		}
		for (int i = 0; i < m; i++)
			sheet[i][j] -= low * edge[i];
	}
}

/* Columns meet. */
void jammed_neighbours(int n, int m)
{
#pragma omp parallel for
	for (int j = 1; j < n; j++) {
		edge[j] = 0;
		for (int i = 0; i < m; i++)
			sheet[i][j] += sheet[i][j - 1];
		for (int i = 0; i < m; i++)
			sheet[i][j] *= 2;
	}
}

void jammed_triangle(int n)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < j; i++)
			sheet[i][j] *= 2;
		for (int i = 0; i < j; i++)
			for (int k = 0; k < n; k++)
				sheet[i][j] += edge[k];
	}
}

void jammed_early(int n, int m)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++) {
			if (sheet[i][j] > 3)
				break;
			sheet[i][j] *= 2;
		}
		for (int i = 0; i < m; i++)
			sheet[i][j] -= 1;
	}
}

void jammed_pointers(int n, int m, double *x, double *y)
{
#pragma omp parallel for
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < m; i++)
			x[i * 1000 + j] += y[j];
		for (int i = 0; i < m; i++)
			x[i * 1000 + j] -= y[i];
	}
}

/* How many there were so far is a number of the thread. */
void jammed_counted(int n, int m)
{
	int count = 0;

#pragma omp parallel for firstprivate(count)
	for (int j = 0; j < n; j++) {
		count++;
		for (int i = 0; i < m; i++)
			sheet[i][j] += 1;
		for (int i = 0; i < m; i++)
			sheet[i][j] *= count;
	}
}

/* What the last iteration left is read. */
void jammed_in_turn(int n, int m)
{
	double last = 0;

#pragma omp parallel for
	for (int o = 0; o < 3; o++)
		for (int j = 0; j < n; j++) {
			for (int i = 0; i < m; i++)
				sheet[i][j] += edge[j];
			edge[0] = sheet[0][j];
			for (int i = 0; i < m; i++)
				sheet[i][j] *= 2;
		}
	sheet[0][0] = last;
}
