/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nests that get tiles or are collapsed; see made.c and made.sh. The numbers of
 * iterations are no multiples of the tiles.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N 37
#define M 41
static int a[N][M], c[N][N][N];
static long total;
static double x[N][M], y[N][M];

static void show(const char *name)
{
	unsigned long hash = 1;

	for (size_t i = 0; i < sizeof(a) / sizeof(int); i++)
		hash = hash * 31 + ((int *)a)[i];
	for (size_t i = 0; i < sizeof(c) / sizeof(int); i++)
		hash = hash * 31 + ((int *)c)[i];
	for (size_t i = 0; i < sizeof(x) / sizeof(double); i++)
		hash = hash * 31 + (long)(((double *)x)[i] * 8);
	printf("%s %lu %ld\n", name, hash, total);
}

/* Two loops and three, with directives and bounds. */
#define TEXT(words) _Pragma(#words)
#define PRAGMA(words) TEXT(words)
#define TWO(name, directive, outer, inner)                                     \
	void name(int n, int m)                                                \
	{                                                                      \
		PRAGMA(directive) for (outer) for (inner) a[i][j] +=          \
			i * 100 + j + 7 * (n - m);                             \
	}
#define THREE(name, directive, outer, middle, inner)                           \
	void name(int n, int m)                                                \
	{                                                                      \
		PRAGMA(directive) for (outer) for (middle) for (inner)        \
			c[i][j][k] += i + 100 * j + 10000 * k + n - m;         \
	}
#define FOR omp parallel for
#define ROWS int i = 0; i < n; i++
#define COLUMNS int j = 0; j < m; j++

/* ---- tiles ---- */

/* made both tile(i:4,j:8) */
TWO(both, FOR, ROWS, COLUMNS)

/* made outer tile(i:4) */
TWO(outer, FOR, ROWS, COLUMNS)

/* made inner tile(j:8) */
TWO(inner, FOR, ROWS, COLUMNS)

/* made turned order(j,i) tile(i:4,j:8) */
TWO(turned, FOR, ROWS, COLUMNS)

/* made placed order(j@,i@,i,j) tile(i:4,j:8) */
TWO(placed, FOR, ROWS, COLUMNS)

/* made strips order(j@,i,j) tile(j:8) */
TWO(strips, FOR schedule(dynamic, 2), ROWS, COLUMNS)

/* made between_loops order(i@,j,i) tile(i:5) */
TWO(between_loops, FOR, ROWS, COLUMNS)

/* made steps tile(i:2,j:3) */
TWO(steps, FOR, int i = n - 1; i >= 1; i -= 3, int j = 2; j <= m - 1; j += 5)

/* made steps_turned order(j,i) tile(i:2,j:3) */
TWO(steps_turned, FOR, int i = n - 1; i >= 1; i -= 3,
    int j = 2; j <= m - 1; j += 5)

/* made lower tile(i:4,j:8) */
TWO(lower, FOR schedule(guided), ROWS, int j = 0; j <= i; j++)

/* made lower_turned order(j,i) tile(i:4,j:8) */
TWO(lower_turned, FOR, ROWS, int j = 0; j <= i; j++)

/* made upper tile(i:3,j:5) */
TWO(upper, FOR, ROWS, int j = i + 1; j < n; j++)

/* made corner order(j,i) tile(i:3,j:5) */
TWO(corner, FOR, int i = 2; i < n; i++, int j = 1; j < n - i; j++)

/* made down order(j,i) tile(i:3,j:5) */
TWO(down, FOR, int i = n - 1; i > 0; i--, int j = n; j > i; j--)

/* made every_second tile(i:3,j:5) */
TWO(every_second, FOR, ROWS, int j = 1; j < i; j += 2)

/* made every_second_turned order(j,i) tile(i:3,j:5) */
TWO(every_second_turned, FOR, ROWS, int j = 1; j < i; j += 2)

/* made band tile(i:6,j:4) */
TWO(band, FOR, ROWS, int j = i - 5 > 0 ? i - 5 : 0;
    j < (i + 6 < m ? i + 6 : m); j++)

/* made without_signs order(j,i) tile(i:6,j:4) */
TWO(without_signs, FOR, unsigned i = 0; i < (unsigned)n; i++,
    unsigned j = i + 1; j < (unsigned)n; j++)

/* made unsigned_down order(j,i) tile(i:6,j:4) */
TWO(unsigned_down, FOR schedule(dynamic), ROWS,
    unsigned j = m > 0 ? m - 1 : 0; j >= 1; j--)

/* made narrow order(j,i) tile(i:6,j:4) */
TWO(narrow, FOR, ROWS, unsigned char j = 1; j < m; j++)

/* made other_types tile(i:6,j:4) */
TWO(other_types, FOR, size_t i = 0; i < (size_t)n; i++, short j = 0; j < m; j++)

/* made long_triangle order(j,i) tile(i:6,j:4) */
TWO(long_triangle, FOR, size_t i = 0; i < (size_t)n; i++,
    size_t j = i + 1; j < (size_t)n; j++)

/* made cube tile(i:5,j:6,k:7) */
THREE(cube, FOR, ROWS, int j = 0; j < n; j++, int k = 0; k < n; k++)

/* made cube_partly order(i,k@,j,k) tile(k:7) */
THREE(cube_partly, FOR, ROWS, int j = 0; j < n; j++, int k = 0; k < n; k++)

/* made pyramid tile(i:5,j:6,k:7) */
THREE(pyramid, FOR, ROWS, int j = 0; j <= i; j++, int k = j; k < i; k++)

/* made pyramid_turned order(k,j,i) tile(i:5,j:6,k:7) */
THREE(pyramid_turned, FOR, ROWS, int j = 0; j <= i; j++, int k = j; k < i; k++)

/* made pyramid_mixed order(k@,j,i@,k,i) tile(i:5,k:7) */
THREE(pyramid_mixed, FOR, ROWS, int j = 0; j <= i; j++, int k = j; k < i; k++)

/* made collapsed tile(j:6,k:5) */
THREE(collapsed, FOR collapse(2), ROWS, int j = 1; j < n; j++,
      int k = 0; k < n; k++)

/* made collapsed_all tile(i:4,j:6) */
THREE(collapsed_all, FOR collapse(2), ROWS, int j = 1; j < n; j++,
      int k = 0; k < n; k++)

/* made collapsed_triangle tile(i:4,j:6) */
TWO(collapsed_triangle, FOR collapse(2), ROWS, int j = i; j < n; j++)

/* made for_simd tile(i:4,j:6) */
TWO(for_simd, FOR simd, ROWS, COLUMNS)

/* made ends tile(i:64,j:64) */
void ends(int n, int m)
{
#pragma omp parallel for
	for (int i = INT_MAX - n; i < INT_MAX; i++)
		for (unsigned j = UINT_MAX - m; j < UINT_MAX; j++)
			a[i - (INT_MAX - n)][j - (UINT_MAX - m)] += i - j;
}

/* made begins tile(i:64,j:64) */
void begins(int n, int m)
{
#pragma omp parallel for
	for (int i = INT_MIN + n; i > INT_MIN; i--)
		for (long j = m; j >= 1; j--)
			a[i - INT_MIN - 1][j - 1] += i - j;
}

/* made product order(i,k,j) tile(k:8,j:16) */
void product(int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				x[i][j] += y[i][k] * y[k][j];
}

/* made defined order(j,i) tile(i:4,j:8) */
void defined(int n, int m, const short *factor)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int f = factor[i] * 3, g = f + i;

		if (factor[i] > 1)
			for (int j = 0; j < m; j++)
				a[i][j] += f * j + g;
	}
}

/* made whole_sum tile(i:4,j:8) */
void whole_sum(int n, int m)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum += a[i][j] * (long)(i + 3 * j);
	total += sum;
}

/* made orphan tile(i:4,j:8) */
void orphan(int n, int m)
{
#pragma omp for nowait
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			a[i][j] += i * 100 + j;
}

/* made loaded order(i@,i,k,j) tile(i:4) */
void loaded(int n, const short *m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = i; j < *m; j++)
			for (int k = 0; k < n; k++)
				c[i][j][k] += i + 100 * j + 10000 * k;
}

/* ---- collapse ---- */

/* made together collapse(2) */
TWO(together, FOR, ROWS, COLUMNS)

/* made together_turned order(j,i) collapse(2) */
TWO(together_turned, FOR schedule(dynamic, 3), ROWS, COLUMNS)

/* made together_tiles tile(i:4,j:8) collapse(2) */
TWO(together_tiles, FOR, ROWS, COLUMNS)

/* made tiles_of_triangle tile(i:4,j:8) collapse(2) */
TWO(tiles_of_triangle, FOR, ROWS, int j = 0; j <= i; j++)

/* made together_steps order(j,i) collapse(2) */
TWO(together_steps, FOR,
    unsigned i = n > 0 ? n - 1 : 0; i >= 1; i--, int j = 2; j <= m - 1; j += 5)

/* made shorts collapse(2) */
void shorts(int n, int m)
{
	static int many[300 * 300];
	short rows = n * 8, columns = m * 7;

#pragma omp parallel for
	for (short i = 0; i < rows; i++)
		for (short j = 0; j < columns; j++)
			many[i * 300 + j] += i + j;
	for (int i = 0; i < 300 * 300; i++)
		total += many[i] * (long)i;
}

/* made all_three collapse(3) */
THREE(all_three, FOR, ROWS, long j = n - 1; j >= 0; j--, int k = 0; k < n; k++)

/* made first_two order(k,i,j) collapse(2) */
THREE(first_two, FOR, ROWS, int j = 0; j < n; j++, int k = 0; k < n; k++)

/* made more collapse(3) */
THREE(more, FOR collapse(2), ROWS, int j = 0; j < n; j++,
      int k = 0; k < n; k++)

/* made less order(i,k,j) collapse(2) */
THREE(less, FOR collapse(3), ROWS, int j = 0; j < n; j++,
      int k = 0; k < n; k++)

/* ---- what is refused ---- */

/* refused pointers tile(p:8): loop p counts by a pointer and gets no tiles */
void pointers(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int *p = a[i]; p != a[i] + m; p++)
			*p += i;
}

/* refused loaded_early order(i,j) tile(j:8): may trap where it is computed earlier */
void loaded_early(int n, const short *m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < *m; j++)
			a[i][j] += i * 100 + j;
}

/* refused moving_start tile(i:4,j:8): is not linear */
TWO(moving_start, FOR, ROWS, int j = i; j < n; j += 2)

/* refused from_between tile(i:4,j:8): would have to be distributed */
void from_between(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i][0] = i;
		for (int j = 1; j < m; j++)
			a[i][j] += i * 100 + j;
	}
}

/* refused last tile(i:4): lastprivate */
void last(int n, int m)
{
	int l = -1;

#pragma omp parallel for lastprivate(l)
	for (int i = 0; i < n; i++)
		l = a[i][0] + i;
	if (n > 0)
		total += l + m;
}

/* refused at_end tile(i:64): would pass the end of its type */
void at_end(int n, int m)
{
#pragma omp parallel for
	for (long i = LONG_MAX - n; i < LONG_MAX; i++)
		a[i - (LONG_MAX - n)][0] += m;
}

/* refused triangle collapse(2): depends on a loop that is shared with it */
TWO(triangle, FOR, ROWS, int j = 0; j <= i; j++)

/* refused not_outermost order(k,j) collapse(2): is for the outermost loops */
THREE(not_outermost, FOR, ROWS, int j = 0; j < n; j++, int k = 0; k < n; k++)

/* refused too_many collapse(3): it has no 3 loops */
TWO(too_many, FOR, ROWS, COLUMNS)

/* refused one_tile tile(i:4) collapse(2): depends on a loop that is shared with it */
void one_tile(int n, int m)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i][0] += m;
}

/* refused no_size tile(i:1): needs a size of its tiles */
TWO(no_size, FOR, ROWS, COLUMNS)

/* refused no_tile order(i@,i,j): i@ stands in the order of a loop without tiles */
TWO(no_tile, FOR, ROWS, COLUMNS)

/* refused outside order(i,j,i@) tile(i:4): loop i stands outside of its tiles */
TWO(outside, FOR, ROWS, COLUMNS)

/* refused not_in_order order(i) tile(j:4): loop j has tiles and does not stand in the order */
TWO(not_in_order, FOR, ROWS, COLUMNS)

/* refused too_late tile(i:4) order(j,i): order stands too late */
TWO(too_late, FOR, ROWS, COLUMNS)

/* refused again tile(i:4) tile(j:4): tile stands twice */
TWO(again, FOR, ROWS, COLUMNS)

static void all(int n, int m)
{
	short factor[N], some = n;

	for (int i = 0; i < N; i++)
		factor[i] = i * 7 % 5;
#define RUN(call)                                                              \
	call;                                                                  \
	show(#call)
	RUN(both(n, m));
	RUN(outer(n, m));
	RUN(inner(n, m));
	RUN(turned(n, m));
	RUN(placed(n, m));
	RUN(strips(n, m));
	RUN(between_loops(n, m));
	RUN(steps(n, m));
	RUN(steps_turned(n, m));
	RUN(lower(n, m));
	RUN(lower_turned(n, m));
	RUN(upper(n, m));
	RUN(corner(n, m));
	RUN(down(n, m));
	RUN(every_second(n, m));
	RUN(every_second_turned(n, m));
	RUN(band(n, m));
	RUN(without_signs(n, m));
	RUN(unsigned_down(n, m));
	RUN(narrow(n, m));
	RUN(other_types(n, m));
	RUN(long_triangle(n, m));
	RUN(cube(n, m));
	RUN(cube_partly(n, m));
	RUN(pyramid(n, m));
	RUN(pyramid_turned(n, m));
	RUN(pyramid_mixed(n, m));
	RUN(collapsed(n, m));
	RUN(collapsed_all(n, m));
	RUN(collapsed_triangle(n, m));
	RUN(for_simd(n, m));
	RUN(ends(n, m));
	RUN(begins(n, m));
	RUN(product(n));
	RUN(defined(n, m, factor));
	RUN(whole_sum(n, m));
#pragma omp parallel
	orphan(n, m);
	show("orphan");
	RUN(loaded(n, n > 0 ? &some : NULL));
	RUN(together(n, m));
	RUN(together_turned(n, m));
	RUN(together_tiles(n, m));
	RUN(tiles_of_triangle(n, m));
	RUN(together_steps(n, m));
	RUN(shorts(n, m));
	RUN(all_three(n, m));
	RUN(first_two(n, m));
	RUN(more(n, m));
	RUN(less(n, m));
	RUN(pointers(n, m));
	RUN(loaded_early(n, n > 0 ? &some : NULL));
	RUN(moving_start(n, m));
	RUN(from_between(n, m));
	RUN(last(n, m));
	RUN(at_end(n, m));
	RUN(triangle(n, m));
	RUN(not_outermost(n, m));
	RUN(too_many(n, m));
	RUN(one_tile(n, m));
	RUN(no_size(n, m));
	RUN(no_tile(n, m));
	RUN(outside(n, m));
	RUN(not_in_order(n, m));
	RUN(too_late(n, m));
	RUN(again(n, m));
}

int main(void)
{
	volatile int none = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			y[i][j] = (i * 5 + j) % 9 * .25;
	all(N, N);
	all(N, M);
	all(none, 7);
	all(1, none);
	all(7, 5);
	return 0;
}
