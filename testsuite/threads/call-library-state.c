/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that read or set what each thread has of the C library's state. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#define N 100
double x[N], y[N];
char text[N];
int mode[N];

void error_number(void)
{
	/* refused: '__errno_location' */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		y[i] = strtod(&text[i], NULL);
		mode[i] = errno;
	}
}

void rounding(void)
{
	/* refused: 'fegetround' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		mode[i] = fegetround();
}

void locale(locale_t other)
{
	/* refused: 'uselocale' */
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		locale_t before = uselocale(other);

		text[i] = x[i] < 0 ? '-' : '+';
		uselocale(before);
	}
}

void letters(void)
{
	/* refused: '__ctype_b_loc' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		mode[i] = isalpha(text[i]);
}

/* It sets signgam. */
void sign_of_gamma(void)
{
	/* needs: lgamma */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = lgamma(x[i]);
}
