/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another name of a function that asks, and weak functions. */
/* expect: map(select(.function == "main")) | .[0].rewrite_why | length > 0 */
/* expect: map(select(.function == "second")) | .[0].rewrite_why == [] */
int other_name(int i);
int weak(int i);
int x[100];

static void second(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] += weak(i);
}

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = other_name(i);
	second();
	return x[7] < 0;
}
