/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that are made several times: what each computes is known, whichever
   of the candidates is taken. */
#include <omp.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 400 };

struct pair {
	long low, high;
};

static void widen(struct pair *into, const struct pair *from)
{
	if (from->low < into->low)
		into->low = from->low;
	if (from->high > into->high)
		into->high = from->high;
}

#pragma omp declare reduction(span                                             \
			      : struct pair                                    \
			      : widen(&omp_out, &omp_in))                      \
	initializer(omp_priv = omp_orig)

static long cell[SIZE], square[SIZE][SIZE], threads;
static jmp_buf away;

static long combined(int n)
{
	long sum = 0, last = 0;
	int chunk = n / 100 + 1;

#pragma omp parallel for reduction(+ : sum) lastprivate(last)                  \
	schedule(dynamic, chunk + 1)
	for (int i = 0; i < n; i++) {
		sum += i;
		last = i;
		cell[i] += i;
	}
	return sum + last;
}

static long in_region(int n)
{
	long sum = 0, last = 0;

#pragma omp parallel num_threads(3)
	for (int round = 0; round < 3; round++) {
#pragma omp for collapse(2) reduction(+ : sum) lastprivate(last)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				square[i][j] += i;
				sum += square[i][j];
				last = j;
			}
	}
	return sum + last;
}

static void orphaned(int n)
{
#pragma omp for schedule(static, n / 7 + 1)
	for (int i = n; i > 0; i -= 2)
		cell[i - 1] += 2;
}

/* Labels, a switch, blocks with variables, a static one, an expression that
   holds statements, simd. */
static long wild(int n)
{
	long sum = 0;

#pragma omp parallel for simd reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += i & 3;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		static const int table[] = {3, 1, 4, 1};
		static int met;
		int j = 0;
	again:
		switch ((i + j) % 4) {
		case 0:
			sum += ({
				int twice = 2 * i;
				twice + table[i % 4];
			});
			break;
		case 1: {
			int inner[4] = {i, j, 2, 3};
			sum += inner[i % 4];
			goto over;
		}
		default:
			sum += 7;
		}
	over:
		if (++j < 3)
			goto again;
#pragma omp atomic
		met++;
#pragma omp critical
		cell[0] += met > 0;
	}
	return sum;
}

static struct pair user_reduction(int n)
{
	struct pair span = {1000, -1000};

#pragma omp parallel for reduction(span : span)
	for (int i = 0; i < n; i++) {
		struct pair own = {i - 50, i + 3};

		widen(&span, &own);
	}
	return span;
}

static long sections_of_array(int n)
{
	long sums[5] = {0};

#pragma omp parallel for reduction(+ : sums [1:3]) ordered
	for (int i = 0; i < n; i++) {
		sums[1 + i % 3] += i;
#pragma omp ordered
		cell[1] = cell[1] * 3 % 1009 + i;
	}
	return sums[1] + 2 * sums[2] + 3 * sums[3] + cell[1];
}

static long nested(int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(2)
	for (int i = 0; i < n; i++) {
#pragma omp parallel for reduction(+ : sum) num_threads(2)
		for (int j = 0; j < n; j++)
			sum += j;
#pragma omp task shared(sum)
#pragma omp atomic
		sum++;
#pragma omp taskwait
	}
	return sum;
}

/* What cannot be made several times is left. */
static long sized(int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		int row[i + 1];

		memset(row, 0, sizeof(row));
		row[i] = i;
		sum += row[i];
	}
	return sum;
}

static long labels(int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		static void *const to[] = {&&even, &&odd};

		goto *to[i % 2];
	even:
		sum++;
		continue;
	odd:
		sum += 2;
	}
	return sum;
}

static long assembler(int n)
{
	long sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		__asm__("nop" : "+r"(i));
		sum += i;
	}
	return sum;
}

static void nowait(int n)
{
#pragma omp parallel
	{
#pragma omp for nowait schedule(dynamic)
		for (int i = 0; i < n; i++)
			cell[i]++;
#pragma omp atomic
		threads++;
	}
}

/* Where all threads meet behind it in any case it is as if it waited. */
static void before_end(int n)
{
#pragma omp parallel
	{
		int more = 2;

#pragma omp for nowait
		for (int i = 0; i < n; i++)
			cell[i] += more;
	}
}

static void before_barrier(int n)
{
#pragma omp parallel
	{
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			cell[i] += i;
#pragma omp barrier
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			square[0][i]++;
#pragma omp single
		cell[0]++;
	}
}

static long inside(int n)
{
	long sum = 0;

	long twice(int i)
	{
		return 2 * i + n;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		/* Nothing of the iteration's own in it: GCC keeps that where
		   all threads share it. */
		long own(int j)
		{
			return twice(j) + 1;
		}
		sum += own(i + 1);
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		int j = i * n;

		sum += j + n;
	}
	return twice(sum);
}

/* Jumps back into the same loop's function, from a serial place. */
static long jumped(int n)
{
	volatile int times = 0;
	long sum = 0;

	if (setjmp(away) == 0)
		times = 1;
	else
		times++;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += i;
	if (times < 3)
		longjmp(away, 1);
	return times + (sum < 0);
}

/* Arrays whose sizes are computed, though no variable in the loops is one. */
static void planes(void *where, int n, int m)
{
	long(*plane)[n][m] = where;

#pragma omp for
	for (int i = 0; i < SIZE / n / m; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < m; k++)
				plane[i][j][k] += i + j * k;
}

static void rows(int n, long (*row)[n])
{
#pragma omp parallel for
	for (int i = 1; i < SIZE / n; i++)
		for (int j = 0; j < n; j++)
			row[i][j] += 3 * j;
}

int main(void)
{
	long sum = 0, check = 0;

	for (int call = 0; call < 40; call++) {
		struct pair span = user_reduction(200);

		sum += combined(300 + call) + in_region(9) + wild(150);
#pragma omp parallel
		orphaned(SIZE - call);
		orphaned(20);
#pragma omp parallel
		planes(cell, 4, 5 + call % 4);
		rows(7 + call % 5, (void *)cell);
		sum += 5 * span.low + span.high;
		sum += sections_of_array(60) + nested(6) + sized(40);
		sum += labels(30) + assembler(30) + inside(30) + jumped(30);
		nowait(SIZE);
		before_end(SIZE - call);
		before_barrier(SIZE);
	}
	for (int i = 0; i < SIZE; i++)
		check = (check * 31 + cell[i]) % 1000003;
	printf("%ld %ld\n", sum, check);
	return 0;
}
