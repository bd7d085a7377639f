/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inline assembler is not understood, wherever it stands. */
#define N 100
double x[N], y[N];
unsigned long ticks[N];

static inline unsigned long ticks_now(void)
{
	unsigned long value;

	__asm__ volatile("nop" : "=r"(value));
	return value;
}

void in_the_loop(void)
{
	/* refused: inline assembler */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		__asm__ volatile("nop" : "=r"(ticks[i]));
}

void in_a_callee(void)
{
	/* refused: inline assembler */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		ticks[i] = ticks_now();
}

void in_the_region(void)
{
#pragma omp parallel
	{
		unsigned long begin = ticks_now();

		/* refused: inline assembler */
#pragma omp for
		for (int i = 0; i < N; i++)
			y[i] = x[i] + 1;
		ticks[0] = ticks_now() - begin;
	}
}
