/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function that knows its thread is kept under another type, in a table of
 * a unit that has nothing else; the type that it is called by is that of a
 * harmless function.
 * expect: any(.[]; .name == "through_table" and (.rewrite_why + (.unseen // []) | length > 0))
 * expect: any(.[]; .name == "named" and (.rewrite_why + (.unseen // []) | length == 0))
 */
#include <stdio.h>
#define N 700

typedef void (*any)(void);
extern const any table[2];

static int calls;

void idle(void);
int slot(void);

void idle(void)
{
	calls = 0;
}

int slot(void)
{
	static _Thread_local int own;

	return own++;
}

static int twice(int i)
{
	return 2 * i;
}

static void through_table(int *x, int which)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		table[which]();
		x[i] = i;
	}
}

static void named(int *x)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = twice(i);
}

int main(int argc, char **argv)
{
	static int x[N];
	any other = idle;

	(void)argv;
	other();
	through_table(x, argc % 2);
	named(x);
	return printf("%d %d\n", x[N - 1], calls) < 0;
}
