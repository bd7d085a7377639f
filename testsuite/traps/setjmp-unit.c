/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Items that are given up by longjmp: that function may be left out, its
 * neighbours may not.
 * expect: any(.[]; .name == "before" and .analysed and .nest[0].trip == 600)
 * expect: any(.[]; .name == "after" and .analysed and .nest[0].trip == 601)
 * expect: any(.[]; .name == "parse_all")
 */
#include <setjmp.h>
#include <stdio.h>
static double x[601];

void before(void)
{
#pragma omp parallel for
	for (int i = 0; i < 600; i++)
		x[i] = i;
}

static double parse(double v, jmp_buf out)
{
	if (v > 590)
		longjmp(out, 1);
	return v * 2;
}

int parse_all(int n)
{
	int bad = 0;
#pragma omp parallel for reduction(+ : bad)
	for (int i = 0; i < n; i++) {
		jmp_buf out;
		if (setjmp(out))
			bad++;
		else
			x[i] = parse(x[i], out);
	}
	return bad;
}

void after(void)
{
#pragma omp parallel for
	for (int i = 0; i < 601; i++)
		x[i] *= 2;
}

int main(void)
{
	before();
	x[600] = parse_all(600);
	after();
	return printf("%g %d\n", x[1], (int)x[600]) < 0;
}
