/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The number that the system gives a thread, and the core that it runs on.
 * expect: any(.[]; .name == "first_touch" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "cores" and (.rewrite_why | length > 0))
 * expect: any(.[]; .name == "clear" and (.rewrite_why | length == 0))
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
#define N 512
static long owner[N];

static long self(void)
{
	return syscall(SYS_gettid);
}

static void first_touch(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < N; i++)
		owner[i] = self();
}

static void cores(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < N; i++)
		owner[i] += sched_getcpu();
}

static void clear(void)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < N; i++)
		owner[i] = 0;
}

int main(void)
{
	clear();
	first_touch();
	cores();
	return printf("%ld\n", owner[3]) < 0;
}
