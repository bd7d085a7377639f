/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A generator whose state is a static variable of its function.
 * expect: any(.[]; .name == "noise" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "scale" and (.rewrite_why | length == 0))
 */
#include <math.h>
#include <stdio.h>
#define N 5000
static float picture[N];

static unsigned xorshift(void)
{
	static __thread unsigned s = 2463534242u;

	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}

static void noise(void)
{
#pragma omp parallel for schedule(static, 16)
	for (int i = 0; i < N; i++)
		picture[i] += (float)(xorshift() & 255) / 256;
}

static void scale(void)
{
#pragma omp parallel for schedule(static, 16)
	for (int i = 0; i < N; i++)
		picture[i] = sqrtf(picture[i]);
}

int main(void)
{
	noise();
	scale();
	printf("%.6f\n", picture[N - 1]);
	return 0;
}
