/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers to functions, of which another unit takes the address. */
#define N 100
double x[N], y[N];

extern double (*const smooth)(double);
extern int (*const counter)(int);
extern long (*hidden)(long);

void all_seen(void)
{
	/* safe: pointer(f8(f8)) */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = smooth(x[i]);
}

void one_of_them_asks(void)
{
	/* refused: 'i4(i4)' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = counter(i);
}

void converted(void)
{
	/* refused: 'i8(i8)' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = hidden(i);
}

int main(void)
{
	all_seen();
	one_of_them_asks();
	converted();
	return y[0] < 0;
}
