/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that return twice: beside a loop, around and inside one. */
#include <setjmp.h>
#include <sys/types.h>
#include <unistd.h>

extern void work(double *x, int n);

static jmp_buf buffer;
static sigjmp_buf with_signals;

int retry(double *x, int n)
{
	double s = 0;
	int tries = 0;

	while (setjmp(buffer)) {
		if (tries++ > 5)
			return -1;
		work(x, tries);
	}
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += x[i];
	work(x, n);
	return s > 0;
}

int with_mask(double *x, int n)
{
	if (sigsetjmp(with_signals, 1) == 0) {
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			x[i] *= 3;
		work(x, n);
	}
	return 0;
}

int child(double *x, int n)
{
	pid_t pid = vfork();

	if (pid == 0)
		_exit(0);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += 1;
	return pid;
}

/* Each iteration has a buffer of its own. */
void each(double *x, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		jmp_buf own;

		if (setjmp(own) == 0)
			work(&x[i], 1);
		else
			x[i] = 0;
	}
}
