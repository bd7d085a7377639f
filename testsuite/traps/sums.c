/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What adds floating-point numbers up by threads, and what does not. */
/* expect: all(.rewrite_why == []) */
/* expect: map(select(.function == "real")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "sections")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "guarded")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "at_once")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "called")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "found")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "drawn")) | .[0].reorders | length == 1 */
/* expect: map(select(.function == "whole")) | .[0].reorders == [] */
/* expect: map(select(.function == "largest")) | .[0].reorders == [] */
/* expect: map(select(.function == "counted")) | .[0].reorders == [] */
/* expect: map(select(.function == "rows")) | .[0].reorders == [] */
/* expect: map(select(.function == "in_order")) | .[0].reorders == [] */
#include <stdlib.h>
double x[100], y[100], total;
int n, list[100];
void add(double v);

static double real(void)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < 100; i++)
		s += x[i];
	return s;
}

static void sections(float *h)
{
#pragma omp parallel for reduction(+ : h[ : 8])
	for (int i = 0; i < 100; i++)
		h[i % 8] += x[i];
}

static void guarded(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
#pragma omp critical
		total += x[i];
	}
}

static void at_once(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
#pragma omp atomic
		total += x[i];
	}
}

static void called(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		add(x[i]);
}

static void found(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		int at;

		if (x[i] < 0) {
#pragma omp atomic capture
			at = n++;
			list[at] = i;
		}
	}
}

static void drawn(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = rand();
}

static long whole(void)
{
	long s = 0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < 100; i++)
		s += i;
	return s;
}

static double largest(void)
{
	double m = 0;

#pragma omp parallel for reduction(max : m)
	for (int i = 0; i < 100; i++)
		m = x[i] > m ? x[i] : m;
	return m;
}

static void counted(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		if (x[i] < 0) {
#pragma omp atomic
			n++;
		}
}

static void rows(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		double s = 0;

		for (int j = 0; j < 100; j++)
			s += x[j] * i;
		y[i] = s;
	}
}

static void in_order(void)
{
#pragma omp parallel for ordered
	for (int i = 0; i < 100; i++) {
#pragma omp ordered
		total += x[i];
	}
}

int main(void)
{
	static float h[8];

	sections(h);
	guarded();
	at_once();
	called();
	found();
	drawn();
	counted();
	rows();
	in_order();
	return real() + whole() + largest() < 0;
}
