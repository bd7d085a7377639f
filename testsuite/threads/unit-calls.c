/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of another unit: this one has their callers. */
#define N 100
double x[N], y[N];

double twice(double v);
double numbered(double v);
double by_way_of(double v);

void established(void)
{
	/* safe: twice */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = twice(x[i]);
}

void through_another(void)
{
	/* safe: by_way_of */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = by_way_of(x[i]);
}

void asks(void)
{
	/* refused: 'numbered' */
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		y[i] = numbered(x[i]);
}

double helper(double v)
{
	return v + 1;
}

int main(void)
{
	established();
	through_another();
	asks();
	return y[0] < 0;
}
