/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vfork and sigsetjmp return twice as well; here the construct stands beside.
 * expect: all(.[]; .analysed or .name == "protect" or .name == "spawn")
 * expect: any(.[]; .name == "load" and .nest[0].trip == 321)
 * expect: any(.[]; .name == "store" and .nest[0].trip == 123)
 */
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>
static sigjmp_buf env;
static int a[400];

static void load(void)
{
#pragma omp parallel for
	for (int i = 0; i < 321; i++)
		a[i] = i ^ 5;
}

static int spawn(void)
{
	pid_t child = vfork();
	if (child == 0)
		_exit(0);
#pragma omp parallel for
	for (int i = 0; i < 50; i++)
		a[i]--;
	return child < 0;
}

static int protect(void)
{
	return sigsetjmp(env, 1);
}

static void store(void)
{
#pragma omp parallel for
	for (int i = 0; i < 123; i++)
		a[i + 1] = 3;
}

int main(void)
{
	load();
	if (protect() == 0)
		store();
	return spawn() + (printf("%d\n", a[9]) < 0);
}
