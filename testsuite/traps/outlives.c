/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another region in between must not change how many threads there are. */
/* expect: map(select(.function == "between")) | .[0].rewrite_why == [] */
/* expect: map(select(.function == "between")) | .[0].threads_why | length > 0 */
int state;
#pragma omp threadprivate(state)
double x[100];

static void between(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		x[i] = i;
}

int main(void)
{
#pragma omp parallel
	state = 17;
	between();
#pragma omp parallel
	if (state != 17)
		x[0] = -1;
	return x[0] < 0;
}
